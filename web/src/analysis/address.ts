/** Where an analysis begins and what one looks at, as it stands in the address of the page. */

import type { Side } from '../api/types';

/** Where it begins; all left out for the usual start. */
export interface Origin {
  position?: string;
  /** A named start, such as a handicap. */
  start?: string;
  /** A game whose moves are looked at. */
  game?: string;
  /** An analysis that was kept. */
  study?: string;
  /** Tells apart what begins alike and is not saved yet. */
  draft?: string;
  /** The side that sits below, where it is not the usual one. */
  below?: string;
}

const KEYS = ['position', 'start', 'game', 'study', 'draft', 'below'] as const;

export function originOf(search: string): Origin {
  const words = new URLSearchParams(search);
  const found = KEYS.map((key) => [key, words.get(key)] as const);
  return Object.fromEntries(found.filter(([, value]) => value));
}

export function searchOf(origin: Origin): string {
  const words = KEYS.map((key) => [key, origin[key]]).filter(([, value]) => value);
  return words.length === 0 ? '' : `?${new URLSearchParams(words as string[][])}`;
}

/** The side below that an address tells. */
export const belowOf = ({ below }: Origin): Side | null =>
  below === 'first' || below === 'second' ? below : null;

/** The word of an address for who looks from this side. */
export const seenFrom = (below: Side): Origin => (below === 'second' ? { below } : {});

/** An address without how one looks: what was tried there is found by it. */
export function pageOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const words = new URLSearchParams(search);
  words.delete('below');
  return pathname + searchOf(originOf(`${words}`));
}

/** The moves to what one looks at, as they stand after `#`. */
export const hashOf = (path: readonly string[]): string =>
  path.length === 0 ? '' : `#${path.map(encodeURIComponent).join(',')}`;

/** Moves, or how many moves of the game. */
export function placeOf(hash: string): string[] | number {
  const text = hash.replace(/^#/, '');
  if (/^\d{1,4}$/.test(text)) return Number(text);
  return text.split(',').filter(Boolean).map(decode);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Browsers do not let a page change its address more often: Safari 100 times in 30 s. */
const PACE_MS = 400;
/** What is shown on the page comes first. */
const AFTER_MS = 50;

/** The field for addresses: it follows soon, and whoever walks quickly where they come to rest. */
export class AddressField {
  #next: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(address: string): void {
    this.#next = address;
    this.#timer ??= setTimeout(() => this.#write(), AFTER_MS);
  }

  /** At once: without it, what was done could not be found again. */
  now(address: string): void {
    this.close();
    history.replaceState(history.state, '', address);
  }

  #write(): void {
    if (this.#next !== null) history.replaceState(history.state, '', this.#next);
    this.#timer = this.#next === null ? undefined : setTimeout(() => this.#write(), PACE_MS);
    this.#next = null;
  }

  /** What it was to show next is not wanted any more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = null;
  }
}
