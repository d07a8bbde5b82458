/** One game as the page sees it: the server's state, the connection, and where one looks. */

import { api, Refusal } from '../api/client';
import { Live, type Link } from '../api/live';
import type { Action, Hint, ExplainRequest, State, VariantInfo } from '../api/types';
import { mine } from '../app/names';
import { play } from '../app/sound';
import { en } from '../i18n/en';
import { ja } from '../i18n/ja';
import { now, past, type View } from './past';

/** How long it is said that the connection is back, in milliseconds. */
const RESUMED_MS = 4000;

export class Session {
  state = $state.raw<State | null>(null);
  link = $state<Link>('connecting');
  /** Just connected again after a loss. */
  resumed = $state(false);
  /** Why the last wish was not granted. */
  answer = $state.raw<Answer | null>(null);
  hint = $state.raw<Hint | null>(null);
  /** What the opponent has just turned down. */
  declined = $state<'draw' | 'takeback' | null>(null);
  /** A move is on its way. */
  moving = $state(false);
  /** Why one only looks on: the seat of the link is taken, or the own one is used elsewhere now. */
  seat = $state<'taken' | 'moved' | null>(null);
  /** The engine is looking for a hint. */
  asking = $state(false);
  /** The ply that one looks at; null is now. */
  cursor = $state<number | null>(null);

  #live: Live | null = null;
  #wasLost = false;

  constructor(
    readonly id: string,
    readonly token: string | undefined,
    readonly info: VariantInfo,
    /** Called when the players play once more, with the new game. */
    private readonly again: (id: string) => void,
  ) {}

  open(): void {
    this.#live = new Live(this.id, this.token, {
      state: (state) => this.#take(state),
      link: (link) => this.#connected(link),
    });
  }

  close(): void {
    this.#live?.close();
  }

  retry(): void {
    this.#live?.retry();
  }

  view: View | null = $derived.by(() => {
    if (!this.state) return null;
    return this.cursor === null ? now(this.state) : past(this.info, this.state, this.cursor);
  });

  get myTurn(): boolean {
    return !!this.state && !this.state.end && mine(this.state, this.state.side);
  }

  /** A move in any spelling that the server knows; whether it was made. */
  async move(text: string): Promise<boolean> {
    this.#begin();
    this.moving = true;
    const made = await this.#try(() => this.#live?.move(text));
    this.moving = false;
    return made;
  }

  async act(action: Action): Promise<boolean> {
    this.#begin();
    return this.#try(() => this.#live?.act(action));
  }

  async whyNot(question: ExplainRequest): Promise<void> {
    this.hint = null;
    await this.#try(async () => {
      const { reason, reason_ja } = await api.explain(this.id, question);
      this.answer = reason === null ? null : { text: reason, ja: reason_ja, rule: true };
    });
  }

  async askHint(): Promise<void> {
    const { token } = this;
    if (!token) return;
    this.#begin();
    this.asking = true;
    const ply = this.state?.ply;
    await this.#try(async () => {
      try {
        const hint = await api.hint(this.id, token);
        if (this.state?.ply === ply) this.hint = hint;
      } catch (error) {
        // A move was made meanwhile: nobody wants the hint any more.
        if (!(error instanceof Refusal && error.error.code === 'position-changed')) throw error;
      }
    });
    this.asking = false;
  }

  /** Looks at the position after so many moves. */
  look(ply: number): void {
    const last = this.state?.moves.length ?? 0;
    this.cursor = ply >= last ? null : Math.max(0, ply);
  }

  /** Looks so many moves on or back. */
  step(by: number): void {
    this.look((this.cursor ?? this.state?.moves.length ?? 0) + by);
  }

  /** Something is done now: what was said before is over. */
  #begin(): void {
    this.answer = null;
    this.hint = null;
    this.declined = null;
    this.cursor = null;
  }

  async #try(what: () => Promise<void> | undefined): Promise<boolean> {
    try {
      await what();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, reason_ja } = error.error;
      this.answer = error.offline
        ? { text: en.game.notSent, ja: ja.game.notSent, rule: false }
        : { text: message, ja: reason_ja ?? ja.errors.codes[code], rule: code === 'illegal-move' };
      return false;
    }
  }

  #take(state: State): void {
    const before = this.state;
    this.state = state;
    if (!before) return;
    if (before.you !== null && state.you === null) this.seat = 'moved';
    if (state.rematch && !before.rematch) this.again(state.rematch);
    if (state.moves.length !== before.moves.length) this.hint = null;
    if (state.moves.length < before.moves.length) this.cursor = null;
    this.declined = turnedDown(before, state) ?? this.declined;
    this.#sound(before, state);
  }

  #sound(before: State, state: State): void {
    const fresh = state.moves.slice(before.moves.length);
    if (state.end && !before.end) play('end');
    else if (fresh.length === 0) return;
    else if (state.in_check) play('check');
    else play(fresh.some(({ captures }) => captures.length > 0) ? 'capture' : 'move');
  }

  #connected(link: Link): void {
    if (link === 'lost') this.#wasLost = true;
    if (link === 'open' && this.#wasLost) {
      this.#wasLost = false;
      this.resumed = true;
      setTimeout(() => (this.resumed = false), RESUMED_MS);
    }
    // While it tries again, it is still lost to whoever waits.
    if (link !== 'connecting' || !this.#wasLost) this.link = link;
  }
}

/** What the player had offered and the opponent has turned down, be it by moving on. */
function turnedDown(before: State, state: State): 'draw' | 'takeback' | null {
  const { you } = state;
  if (state.end || you === null || you === 'both') return null;
  const gone = (what: 'draw' | 'takeback'): boolean =>
    before.offers[what] === you && state.offers[what] !== you;
  // Whoever moves withdraws what was asked before.
  const moved = state.moves.length > before.moves.length && state.moves.at(-1)?.side === you;
  if (gone('draw')) return 'draw';
  return gone('takeback') && state.moves.length >= before.moves.length && !moved
    ? 'takeback'
    : null;
}

/** What was said to a wish that was not granted. */
export interface Answer {
  text: string;
  /** The same in Japanese, where it is known. */
  ja: string | undefined;
  /** Whether it is a rule of the game. */
  rule: boolean;
}
