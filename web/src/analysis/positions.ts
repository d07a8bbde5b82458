/** What the server has said of the positions and moves of a tree, by the numbers of their nodes. */

import type { Played } from '../api/types';
import type { PositionView } from './api';
import type { Node } from './tree/tree';

/** So many positions are remembered. */
const MOST = 2_000;

export class Positions {
  readonly #views = new Map<number, PositionView>();
  /** Moves are remembered without end: they are what is shown of a tree. */
  readonly #played = new Map<number, Played>();

  view(node: Node): PositionView | null {
    return this.#views.get(node.id) ?? null;
  }

  played(node: Node): Played | null {
    return this.#played.get(node.id) ?? null;
  }

  /** The moves to a node, where all of them are known. */
  movesTo(node: Node): Played[] | null {
    const moves: Played[] = [];
    for (let at: Node | null = node; at?.move; at = at.parent) {
      const played = this.played(at);
      if (!played) return null;
      moves.push(played);
    }
    return moves.reverse();
  }

  /** How many of the moves to a node are known, from the first on. */
  knownTo(node: Node): number {
    let known = node.ply;
    for (let at: Node | null = node; at?.move; at = at.parent) {
      if (!this.played(at)) known = at.ply - 1;
    }
    return known;
  }

  /** Some moves that end at a node. */
  learnMoves(node: Node, moves: readonly Played[]): void {
    let at: Node | null = node;
    for (const played of [...moves].reverse()) {
      if (!at?.move) return;
      this.#played.set(at.id, played);
      at = at.parent;
    }
  }

  /** The position at a node; its moves are those that are forced there, after the moves to the node. */
  learn(node: Node, view: PositionView): void {
    if (this.#views.size >= MOST) this.#views.clear();
    this.#views.set(node.id, view);
  }
}
