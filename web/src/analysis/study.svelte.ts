/**
 * An analysis as the page sees it: the tree, where one looks, and what the server says of the positions.
 *
 * The server keeps nothing of it unless it is told to: it is asked about each position once, by the moves
 * that lead there.
 */

import { Refusal } from '../api/client';
import type { End, Played, Side, State, VariantInfo } from '../api/types';
import { other } from '../app/names';
import { boardOf } from '../app/position';
import { play as sound } from '../app/sound';
import type { Drawing } from '../board/drawing';
import type { View } from '../game/past';
import type { Answer } from '../game/session.svelte';
import { en } from '../i18n/en';
import { ja } from '../i18n/ja';
import {
  analyses,
  type Line,
  type PositionView,
  type Remarks,
  type RulesWish,
  type TreeForm,
  type TreeView,
} from './api';
import { HEADERS, saidIn, withHeader, type Header, type Said } from './forms';
import { Positions } from './positions';
import { Tree, recordedOf, type FlatNode, type Node, type Notes, type TreeMove } from './tree/tree';

/** What is taken over from a game. */
export type PlayedGame = Pick<
  State,
  'moves' | 'start' | 'created' | 'players' | 'end' | 'end_word' | 'result'
>;

/** A frame, and a little. */
const AFTER_MS = 20;

export class Study {
  title = $state('');
  tree = $state.raw(new Tree());
  /** That of the tree. */
  version = $state(0);
  current = $state.raw<Node>(this.tree.root);
  /** A move is on its way. */
  moving = $state(false);
  /** Why the last wish was not granted. */
  answer = $state.raw<Answer | null>(null);
  /** Why the position that one looks at is not known. */
  problem = $state.raw<unknown>(null);

  #positions = new Positions();
  /** What the record says whose tree this is, and how many moves its main line has. */
  #said = $state.raw<Said & { ended?: End; over?: boolean; plies: number }>({ plies: 0 });
  /** Grows with everything that is known. */
  #learnt = $state(0);

  constructor(
    readonly info: VariantInfo,
    readonly rules: RulesWish,
    /** Where the tree begins; empty for the usual start. */
    readonly origin: Pick<Line, 'position' | 'start'>,
    /** The tree, or one's place in it, has changed. */
    private readonly onchange: (what: 'tree' | 'place') => void = () => undefined,
  ) {}

  // ------------------------------------------------------------------------- what is shown

  /** What is known of the position that one looks at. */
  known = $derived.by((): PositionView | null => {
    void this.#learnt;
    return this.#positions.view(this.current);
  });

  /** What the board shows: the position, or as much of it as is known. */
  view: View | null = $derived.by(() => {
    const { known, current } = this;
    const moves = this.#positions.movesTo(current);
    if (known) return viewOf(known, moves ?? []);
    const last = moves?.at(-1);
    if (!moves || !last) return null;
    const side = other(last.side);
    const board = boardOf(this.info, last.position);
    return { board, side, last: shown(moves), moves, legal: [], checked: [], checks: [] };
  });

  /** What is said of the game. */
  headers: readonly Header[] = $derived.by(() => this.#said.headers ?? []);

  /** How the game has ended, by the rules or as its record says it: what was played on has not ended there. */
  ended: End | null = $derived.by(() => {
    void this.version;
    const { ended, plies } = this.#said;
    return ended && this.tree.mainline().length === plies ? ended : null;
  });

  /** Whether the rules have ended it, so that nobody else can say how. */
  over: boolean = $derived(this.ended !== null && this.#said.over === true);

  /** Whether one looks at the last move of the main line. */
  isLast: boolean = $derived.by(() => {
    void this.version;
    const { tree, current } = this;
    return current === (tree.mainline().at(-1) ?? tree.root);
  });

  /** The line to a node, as the server is asked about it. */
  line(node: Node = this.current): Line {
    return { ...this.origin, moves: this.tree.path(node) };
  }

  // ------------------------------------------------------------------------- going about

  /** Looks at a position. */
  look(node: Node): void {
    if (this.current !== node) {
      this.current = node;
      this.answer = null;
      this.onchange('place');
    }
    void this.#ask(node);
  }

  /** Asks for a position once more, after a failure. */
  retry(): void {
    void this.#ask(this.current);
  }

  async #ask(node: Node): Promise<void> {
    this.problem = null;
    if (this.#positions.view(node)) return;
    // What is known of it is shown first; and whoever walks on quickly asks for less.
    if (this.view) await new Promise((done) => setTimeout(done, AFTER_MS));
    if (this.current !== node || this.#positions.view(node)) return;
    try {
      const before = this.#positions.knownTo(node);
      const view = await analyses.position(this.rules, this.line(node), before);
      this.#learn(node, view, before);
    } catch (error) {
      if (this.current === node) this.problem = error;
    }
  }

  /**
   * The position at a node, and the moves to it, without so many that were known before. Where a pass is
   * forced after them, the server has made it: the position is the one in which somebody may move.
   */
  #learn(node: Node, view: PositionView, before: number): void {
    const way = view.moves.slice(0, node.ply - before);
    this.#positions.learnMoves(node, way);
    this.#positions.learn(node, { ...view, moves: view.moves.slice(way.length) });
    this.#learnt += 1;
  }

  /** What stands on the board after more moves, which are not played; nobody can move there. */
  async ahead(more: readonly string[]): Promise<View> {
    const before = this.#positions.movesTo(this.current) ?? [];
    const line = { ...this.origin, moves: [...this.tree.path(this.current), ...more] };
    const view = await analyses.position(this.rules, line, before.length);
    return { ...viewOf(view, before), legal: [] };
  }

  // ------------------------------------------------------------------------- changing

  /** Plays moves from where one looks, in any spelling; whether all were legal. */
  async play(...texts: string[]): Promise<boolean> {
    const from = this.current;
    this.answer = null;
    const moves = [...this.tree.path(from), ...texts];
    this.moving = true;
    try {
      const known = this.#positions.knownTo(from);
      const view = await analyses.position(this.rules, { ...this.origin, moves }, known);
      const fresh = view.moves.slice(from.ply - known);
      let node = from;
      for (const played of fresh) node = this.tree.play(node, treeMove(played));
      this.#learn(node, view, known);
      // Whoever plays what is there already changes nothing.
      if (this.version !== this.tree.version) this.changed();
      this.look(node);
      this.#sound(view, fresh);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.answer = answerOf(error);
      return false;
    } finally {
      this.moving = false;
    }
  }

  #sound(view: PositionView, fresh: readonly Played[]): void {
    if (view.end) sound('end');
    else if (view.in_check) sound('check');
    else sound(fresh.some(({ captures }) => captures.length > 0) ? 'capture' : 'move');
  }

  /** Says why something else was not granted. */
  tell(text: string): void {
    this.answer = { text, ja: text, rule: false };
  }

  /** Why a move is not legal here. */
  async whyNot(move: string): Promise<void> {
    try {
      const { reason, reason_ja } = await analyses.explain(this.rules, this.line(), move);
      this.answer = reason === null ? null : { text: reason, ja: reason_ja, rule: true };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.answer = answerOf(error);
    }
  }

  /** The tree has changed. */
  changed(): void {
    this.version = this.tree.version;
    this.onchange('tree');
  }

  draw(shapes: readonly Drawing[]): void {
    const plain = shapes.map(({ from, to }) => ({ from, to }));
    if (same(plain, this.current.shapes)) return;
    this.tree.shapes(this.current, plain);
    this.changed();
  }

  name(title: string): void {
    this.title = title;
    this.onchange('tree');
  }

  /** Says something of the game, at a place of its headers or as one more. */
  say(at: number, said: Header): void {
    this.#said = { ...this.#said, headers: withHeader(this.headers, at, said) };
    this.onchange('tree');
  }

  /** Says who has won the game of the main line as it stands; null for nothing. */
  sayResult(winner: Side | 'draw' | null): void {
    const {
      end: _end,
      closing: _closing,
      winner: _winner,
      ended: _ended,
      over: _over,
      ...rest
    } = this.#said;
    const plies = this.tree.mainline().length;
    const ended = { status: 'record', winner, reason: '' };
    this.#said = winner === null ? rest : { ...rest, winner, ended, plies };
    this.onchange('tree');
  }

  // ------------------------------------------------------------------------- whole trees

  /** The tree as it is saved. */
  form(): TreeForm {
    const nodes = this.tree.flatten().map(({ parent, move, ...rest }) => ({
      parent,
      move,
      remarks: remarksOf(rest),
      ...recordedOf(rest),
    }));
    const root = remarksOf(this.tree.rootNotes());
    const { headers, end, closing, winner } = this.#said;
    const said = saidIn(this.ended ? { headers, end, closing, winner } : { headers });
    return { title: this.title, ...this.origin, root, nodes, ...said };
  }

  /** Takes a tree that the server has checked, instead of this one. */
  take(view: TreeView): void {
    const flat = view.nodes.map(({ parent, usi, remarks }): FlatNode => ({
      parent,
      move: usi,
      ...remarks,
    }));
    const moves = view.nodes.map(({ usi, side, texts, pass, burned, ...rest }): TreeMove => {
      const did = { ...(pass ? { pass } : {}), ...(burned ? { burned } : {}) };
      return { usi, side, texts, ...did, ...recordedOf(rest) };
    });
    this.title = view.title;
    this.#replace(Tree.of(flat, moves, view.root));
    const ended = view.ended ? { ended: view.ended, over: view.over } : {};
    this.#said = { ...saidIn(view), ...ended, plies: this.tree.mainline().length };
  }

  /** Takes a game, instead of this tree. */
  takeGame({ moves, start, created, players, end, end_word, result }: PlayedGame): void {
    const tree = new Tree();
    let node = tree.root;
    this.#replace(tree);
    for (const played of moves) node = tree.play(node, treeMove(played));
    this.#positions.learnMoves(node, moves);
    this.version = tree.version;
    const named = (side: Side): Header[] => {
      const [usual, handicapped] = HEADERS[side];
      const { level, name } = players[side];
      // As the files of games say it, in whatever language the page is.
      const value = level === undefined ? name : `Komadai, level ${level}`;
      return value ? [{ name: start ? handicapped : usual, value }] : [];
    };
    const began = created.slice(0, 19).replaceAll('-', '/').replace('T', ' ');
    this.#said = {
      headers: [{ name: HEADERS.began[0], value: began }, ...named('first'), ...named('second')],
      ...(end_word ? { end: end_word } : {}),
      ...(end ? { ended: end, over: result.status !== 'ongoing' } : {}),
      plies: moves.length,
    };
  }

  #replace(tree: Tree): void {
    this.#positions = new Positions();
    this.#learnt += 1;
    this.tree = tree;
    this.version = tree.version;
    this.current = tree.root;
  }

  /** Looks at what some moves lead to; those that are not in the tree are played. */
  async goTo(place: readonly string[] | number): Promise<void> {
    if (typeof place === 'number') {
      const { tree } = this;
      const node = tree.mainline()[place - 1] ?? (place === 0 ? tree.root : tree.last(tree.root));
      return this.look(node);
    }
    const reached = this.tree.reach([...place]);
    this.look(reached);
    if (reached.ply < place.length) await this.play(...place.slice(reached.ply));
  }
}

/** A position after moves that were known before. */
function viewOf(
  { board, side, legal, checked, checks, moves }: PositionView,
  before: Played[],
): View {
  const all = [...before, ...moves];
  return { board, side, last: shown(all), moves: all, legal, checked, checks };
}

const shown = (moves: readonly Played[]): Played | null =>
  moves.findLast((move) => !move.pass) ?? null;

function treeMove({ usi, side, texts, pass, removes, ms }: Played): TreeMove {
  const burned = removes?.some(({ fate }) => fate === 'burned') ?? false;
  const rest = { ...(pass ? { pass } : {}), ...(burned ? { burned } : {}) };
  return { usi, side, texts, ...rest, ...(ms ? { ms } : {}) };
}

function remarksOf({ comment, signs, shapes }: Notes): Remarks {
  return { comment: comment ?? '', signs: signs ?? [], shapes: shapes ?? [] };
}

const same = (one: readonly Drawing[], other: readonly Drawing[]): boolean =>
  one.length === other.length &&
  one.every(({ from, to }, i) => other[i]?.from === from && other[i].to === to);

function answerOf(error: Refusal): Answer {
  const { code, message, reason, reason_ja } = error.error;
  if (error.offline) return { text: en.game.notSent, ja: ja.game.notSent, rule: false };
  const known = ja.errors.codes[code];
  return { text: reason ?? message, ja: reason_ja ?? known, rule: code === 'illegal-move' };
}
