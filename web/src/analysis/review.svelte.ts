/** The review of a game as the page sees it: asked for, followed while it is made, gone through. */

import type { Side, You } from '../api/types';
import { analyses, type Fault, type Finding, type ReviewView, type RulesWish } from './api';
import { Analyst } from './engine/analyst';

/** How often it is asked how far a review has come. */
const PACE_MS = 1_000;
/** How long a move that is tried is looked at. */
const LOOK_MS = 1_500;
/** How long one waits for the engine to begin, while others have its time. */
const WAIT_MS = 6_000;
/** A move that costs no more than this is a good one, too. */
const GOOD = 0.04;

/** The worst faults first: these have decided the game. Whoever has played it sees their own before. */
export const inOrder = (faults: readonly Fault[], you: You): Fault[] =>
  [...faults].sort((a, b) => Number(b.side === you) - Number(a.side === you) || b.loss - a.loss);

/** How a try at the better move has gone. */
export type Verdict = 'right' | 'good' | 'wrong' | 'looking' | 'unknown' | null;

export class Review {
  view = $state.raw<ReviewView | null>(null);
  problem = $state.raw<unknown>(null);
  /** The fault for which the better move is looked for. */
  sought = $state.raw<Fault | null>(null);
  verdict = $state<Verdict>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #analyst: Analyst | null = null;

  constructor(
    readonly game: string,
    private readonly rules: RulesWish,
  ) {}

  /** How many positions were looked at, and how many there are. */
  get progress(): { done: number; of: number } {
    const { findings = [], ms = 0 } = this.view ?? {};
    // What a quicker one has found stands until this one has come there.
    const done = findings.filter((finding) => finding && finding.ms >= ms);
    return { done: done.length, of: findings.length };
  }

  /** Whether the better move is still looked for, so that nothing may tell it. */
  get seeking(): boolean {
    return this.sought !== null && this.verdict !== 'right' && this.verdict !== 'good';
  }

  findingAt(ply: number): Finding | null {
    return this.view?.findings[ply] ?? null;
  }

  open(): void {
    void this.#ask();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#analyst?.close();
  }

  /** With so many milliseconds for each move, or the usual ones. */
  async begin(ms?: number): Promise<void> {
    this.problem = null;
    try {
      await analyses.beginReview(this.game, ms);
      await this.#ask();
    } catch (error) {
      this.problem = error;
    }
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.view = await analyses.review(this.game);
      this.problem = null;
    } catch (error) {
      this.problem = error;
    }
    const goesOn = this.view ? this.view.begun && !this.view.over : true;
    if (goesOn && !this.#closed) this.#timer = setTimeout(() => void this.#ask(), PACE_MS);
  }

  // ------------------------------------------------------------------------- the better move

  seek(fault: Fault | null): void {
    this.#analyst?.stop();
    this.sought = fault;
    this.verdict = null;
  }

  /** The next fault of a side and a kind after a move; after the last one, the first. */
  nextSuch(side: Side, mark: Fault['mark'], after: number): Fault | undefined {
    const such = this.view?.faults.filter((it) => it.side === side && it.mark === mark) ?? [];
    return such.find((it) => it.ply > after) ?? such[0];
  }

  /** The next fault of the same side, or of any. */
  nextOf({ ply, side }: Fault): Fault | undefined {
    const later = this.view?.faults.filter((fault) => fault.ply > ply) ?? [];
    return later.find((fault) => fault.side === side) ?? later[0];
  }

  /** Which fault of its side it is, from 1, and how many there are. */
  placeOf({ ply, side }: Fault): [number, number] {
    const own = this.view?.faults.filter((fault) => fault.side === side) ?? [];
    return [own.filter((fault) => fault.ply <= ply).length, own.length];
  }

  /** Judges a move that is tried, after the moves of a line. */
  async judge(usi: string, moves: readonly string[], start: object): Promise<Verdict> {
    const fault = this.sought;
    const before = fault && this.findingAt(fault.ply - 1);
    if (!fault || !before) return null;
    if (usi === fault.better.usi) return (this.verdict = 'right');
    this.verdict = 'looking';
    const line = { ...start, moves: [...moves, usi] };
    const chance = await this.#look(line, fault.side);
    if (this.sought !== fault) return null;
    if (chance === null) return (this.verdict = 'unknown');
    const kept = chance >= of(before, fault.side) - GOOD;
    return (this.verdict = kept ? 'good' : 'wrong');
  }

  /** How likely a side is to win once it has made the last move of a line; null where the engine does not say. */
  async #look(line: { moves: string[] }, side: Side): Promise<number | null> {
    const found = await new Promise<number | null>((resolve) => {
      let latest: number | null = null;
      this.#analyst?.close();
      this.#analyst = new Analyst({
        found: ({ lines, done }) => {
          const best = lines[0];
          // After a forced pass the same side is to move.
          const same = best?.moves[0]?.side === side;
          if (best) latest = same ? best.chance : 1 - best.chance;
          if (done) resolve(latest);
        },
        mate: () => undefined,
        refused: () => resolve(null),
        link: () => undefined,
      });
      this.#analyst.analyse({ rules: this.rules, line, lines: 1, threat: false });
      setTimeout(() => latest !== null && resolve(latest), LOOK_MS);
      setTimeout(() => resolve(latest), WAIT_MS);
    });
    this.#analyst?.close();
    this.#analyst = null;
    return found;
  }
}

const of = ({ chance }: Finding, side: Side): number => (side === 'first' ? chance : 1 - chance);
