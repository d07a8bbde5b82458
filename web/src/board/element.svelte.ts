/**
 * The board as a custom element, for pages that do not use Svelte:
 *
 *     const board = document.createElement('komadai-board');
 *     Object.assign(board, { variant, board: state.board, legal: state.legal, interactive: ['first'] });
 *     board.addEventListener('move', (event) => send(event.detail.usi));
 *
 * Its properties are those of Board.svelte; its events are `move`, `illegal`, `select`, `premove`,
 * `draw`, `inspect` and `prompt`, with what the listeners of Board.svelte get as `detail`.
 */

import { mount, unmount, type ComponentProps } from 'svelte';
import Board from './Board.svelte';

type BoardProps = ComponentProps<typeof Board>;

const PROPERTIES = [
  'variant',
  'board',
  'side',
  'legal',
  'lastMove',
  'checked',
  'orientation',
  'set',
  'coordinates',
  'zones',
  'interactive',
  'animation',
  'premoves',
  'moves',
  'stands',
  'language',
  'sideNames',
  'hints',
] as const satisfies readonly (keyof BoardProps)[];

const EVENTS = ['move', 'illegal', 'select', 'premove', 'draw', 'inspect', 'prompt'] as const;

/** One property. What it holds is never looked into, only replaced. */
class Slot {
  value = $state.raw<unknown>();
}

export class KomadaiBoard extends HTMLElement {
  readonly #slots: Record<string, Slot> = Object.fromEntries(
    PROPERTIES.map((name) => [name, new Slot()]),
  );
  #mounted: ReturnType<typeof Board> | undefined;

  connectedCallback(): void {
    this.#show();
  }

  disconnectedCallback(): void {
    const mounted = this.#mounted;
    this.#mounted = undefined;
    if (mounted) void unmount(mounted);
  }

  /** A refused move goes back. */
  reset(): void {
    this.#mounted?.reset();
  }

  read(name: string): unknown {
    return this.#slots[name]?.value;
  }

  write(name: string, value: unknown): void {
    const slot = this.#slots[name];
    if (slot) slot.value = value;
    this.#show();
  }

  /** As soon as there is something to show. */
  #show(): void {
    if (this.#mounted || !this.isConnected || !this.read('variant') || !this.read('board')) return;
    const props = {};
    for (const [name, slot] of Object.entries(this.#slots)) {
      Object.defineProperty(props, name, { enumerable: true, get: () => slot.value });
    }
    for (const name of EVENTS) {
      const tell = (detail: unknown): boolean =>
        this.dispatchEvent(new CustomEvent(name, { detail }));
      Object.defineProperty(props, `on${name}`, { enumerable: true, value: tell });
    }
    this.#mounted = mount(Board, { target: this, props: props as BoardProps });
  }
}

for (const name of PROPERTIES) {
  Object.defineProperty(KomadaiBoard.prototype, name, {
    get(this: KomadaiBoard) {
      return this.read(name);
    },
    set(this: KomadaiBoard, value: unknown) {
      this.write(name, value);
    },
  });
}

export function define(): void {
  if (!customElements.get('komadai-board')) customElements.define('komadai-board', KomadaiBoard);
}
