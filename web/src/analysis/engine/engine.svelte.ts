/** What the engine does for a page: it looks at the position of now, and remembers those before. */

import { untrack } from 'svelte';
import type { ApiError, Side } from '../../api/types';
import { other } from '../../app/names';
import { load, save } from '../../app/storage';
import { served } from '../../local/site';
import { Analyst, type Link } from './analyst';
import type { Found, Line, MateFound, RulesWish, Wire } from './forms';
import { openHere } from './machine';
import { Recent } from './recent';
import { POVS, type Pov } from './score';

export interface Position {
  rules: RulesWish;
  line: Line;
  /** Whose turn it is. */
  side: Side;
  /** Whether the game is over here. */
  over: boolean;
}

export const MOST_LINES = 5;
/** Positions whose results are kept. */
const KEPT = 200;
/** When nothing is found for so long, other searches come first. */
const PATIENCE = 1500;
/** What was found waits at most so long until the page has nothing else to do. */
const MOST_WAITING = 100;

/** What was found, when so many lines were wanted. */
interface Known {
  found: Found;
  lines: number;
}

interface Kept {
  on: boolean;
  lines: number;
  pov: Pov;
  /** Whether the visitor's machine searches. */
  here: boolean;
}

const clamp = (lines: number): number => Math.max(1, Math.min(MOST_LINES, Math.round(lines)));

/** Stored values, with anything unknown replaced by what you get unasked. */
function sane(stored: unknown): Kept {
  const { on, lines, pov, here } = (stored ?? {}) as Record<string, unknown>;
  return {
    on: on === true,
    lines: typeof lines === 'number' && lines >= 1 ? clamp(lines) : 1,
    pov: POVS.find((value) => value === pov) ?? POVS[0],
    here: here === true,
  };
}

export class EngineState {
  found = $state.raw<Found | null>(null);
  mate = $state.raw<MateFound | 'searching' | null>(null);
  /** Why the server does not look. */
  problem = $state.raw<ApiError | null>(null);
  link = $state.raw<Link>('closed');
  /** The server has no free thread yet. */
  waiting = $state.raw(false);
  position = $state.raw<Position | null>(null);

  #kept = $state.raw(sane(load('engine')));
  #threat = $state.raw(false);
  #key = '';
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** What waits to be shown. */
  #idle: number | undefined;
  readonly #known = new Recent<Known>(KEPT);
  readonly #mates = new Recent<MateFound>(KEPT);
  readonly #analyst: Analyst;

  constructor(
    open: (url: string) => Wire = (url) => new WebSocket(url),
    private readonly machine: (() => Wire) | undefined = openHere,
  ) {
    const listener = {
      found: (found: Found) => this.#findWhenIdle(found),
      mate: (found: MateFound) => this.#findMate(found),
      refused: (error: ApiError) => this.#refuse(error),
      link: (link: Link) => (this.link = link),
    };
    this.#analyst = new Analyst(listener, (url) => (this.here ? machine?.() : null) ?? open(url));
  }

  get on(): boolean {
    return this.#kept.on;
  }

  set on(on: boolean) {
    this.#keep({ on });
    this.#begin();
  }

  get lines(): number {
    return this.#kept.lines;
  }

  set lines(lines: number) {
    this.#keep({ lines: clamp(lines) });
    this.#begin();
  }

  get pov(): Pov {
    return this.#kept.pov;
  }

  set pov(pov: Pov) {
    this.#keep({ pov });
  }

  /** Whether there is a choice between the visitor's machine and the server. */
  get mayChoose(): boolean {
    return this.mayBeHere && served;
  }

  /** Whether the visitor's machine can search. */
  get mayBeHere(): boolean {
    return this.machine !== undefined;
  }

  /** Whether it searches, and not the server. */
  get here(): boolean {
    return this.mayBeHere && (!served || this.#kept.here);
  }

  set here(here: boolean) {
    this.#keep({ here });
    this.#analyst.renew();
    if (this.mate === 'searching') this.searchMate();
    else this.#begin();
  }

  /** Whether lines are those of the other side, as if it were its turn. It ends with the position. */
  get threat(): boolean {
    return this.#threat;
  }

  set threat(threat: boolean) {
    this.#threat = threat;
    this.#begin();
  }

  /** Whose chances `found` tells, and who makes the first move of its lines. */
  get mover(): Side {
    const side = this.position?.side ?? 'first';
    return this.#threat ? other(side) : side;
  }

  get over(): boolean {
    return this.position?.over ?? false;
  }

  /** Whether the engine looks for lines here. */
  get active(): boolean {
    return this.on && this.position !== null && !this.over;
  }

  /** Another position, perhaps. An effect may call it: it depends on nothing in here. */
  at(position: Position): void {
    untrack(() => {
      const key = JSON.stringify(position);
      if (key === this.#key) return;
      this.#key = key;
      this.position = position;
      this.#threat = false;
      this.mate = this.#mates.get(key) ?? null;
      this.#begin();
    });
  }

  searchMate(): void {
    const { position } = this;
    if (!position || this.over) return;
    this.#rest();
    this.mate = 'searching';
    this.#analyst.mate(position);
  }

  stopMate(): void {
    if (this.mate !== 'searching') return;
    this.mate = null;
    this.#begin();
  }

  /** Asks once more what was refused. */
  retry(): void {
    this.#begin();
  }

  /** The page goes. */
  close(): void {
    clearTimeout(this.#patience);
    this.#forgetWaiting();
    this.#analyst.close();
  }

  #keep(change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, ...change };
    save('engine', this.#kept);
  }

  /** Looks at the position of now, if it is to. A search for a mate comes first. */
  #begin(): void {
    this.#rest();
    this.#forgetWaiting();
    const known = this.#known.get(this.#foundKey);
    this.found = this.active && known ? cut(known.found, this.lines) : null;
    if (this.mate === 'searching') return;
    const { position, lines, threat } = this;
    const finished = known?.found.done === true && known.lines >= lines;
    if (!position || !this.active || finished) return this.#analyst.stop();
    this.#analyst.analyse({ rules: position.rules, line: position.line, lines, threat });
    // Here it waits for nobody.
    if (!this.here) this.#patience = setTimeout(() => (this.waiting = true), PATIENCE);
  }

  #rest(): void {
    clearTimeout(this.#patience);
    this.waiting = false;
    this.problem = null;
  }

  get #foundKey(): string {
    return this.#threat ? `threat ${this.#key}` : this.#key;
  }

  /** So that it shares no frame with the answer to a key. Some browsers tell nobody when they are idle. */
  #findWhenIdle(found: Found): void {
    if (!('requestIdleCallback' in window)) return this.#find(found);
    this.#forgetWaiting();
    this.#idle = requestIdleCallback(() => this.#find(found), { timeout: MOST_WAITING });
  }

  #forgetWaiting(): void {
    if (this.#idle !== undefined) cancelIdleCallback(this.#idle);
    this.#idle = undefined;
  }

  #find(found: Found): void {
    // What is broken off for somebody else before it found anything says so.
    if (found.lines.length === 0 && !found.done) return;
    this.#rest();
    const known = this.#known.get(this.#foundKey);
    if (known && known.lines >= this.lines && known.found.depth > found.depth) return;
    this.#known.set(this.#foundKey, { found, lines: this.lines });
    this.found = found;
  }

  #findMate(found: MateFound): void {
    this.mate = found;
    if (found.kind !== 'unknown') this.#mates.set(this.#key, found);
    this.#begin();
  }

  #refuse(error: ApiError): void {
    this.#rest();
    if (this.mate === 'searching') this.mate = null;
    this.problem = error;
  }
}

const cut = (found: Found, lines: number): Found => ({
  ...found,
  lines: found.lines.slice(0, lines),
});
