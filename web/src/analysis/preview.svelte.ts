/** What the board shows while somebody points at a move of a line: the position to which the line leads. */

import type { View } from '../game/past';

/** Whoever only passes over a move asks for nothing. */
const BEFORE_MS = 120;
/** Moves are found anew all the time; what is pointed at stays meanwhile. */
const AFTER_MS = 80;

export class Preview {
  view = $state.raw<View | null>(null);
  /** The moves that are pointed at. */
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `look` finds out what stands on the board after some moves from the position of now. */
  constructor(private readonly look: (moves: readonly string[]) => Promise<View>) {}

  /** The moves are shown after a while, unless these are none. */
  show(moves: readonly string[]): void {
    const wanted = moves.join(' ');
    clearTimeout(this.#timer);
    if (wanted === this.#wanted) return;
    this.#timer = setTimeout(() => void this.#go(wanted, moves), wanted ? BEFORE_MS : AFTER_MS);
  }

  /** There is nothing to show any more, at once. */
  end(): void {
    clearTimeout(this.#timer);
    this.#wanted = '';
    this.view = null;
  }

  async #go(wanted: string, moves: readonly string[]): Promise<void> {
    this.#wanted = wanted;
    if (!wanted) return this.end();
    // Where the server does not answer, the board stays as it is.
    const view = await this.look(moves).catch(() => null);
    if (this.#wanted === wanted) this.view = view;
  }
}
