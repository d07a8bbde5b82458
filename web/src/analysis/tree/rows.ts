/**
 * The tree as rows of one line each: the main line move by move or pair by pair, variations in flowing
 * text below the move that they replace, comments below the move that they are about.
 */

import type { Notation } from '../../api/types';
import { numberAt, numbered, type Numbering } from '../../app/numbering';
import { breakLines, type Width } from './breaking';
import { glyphOf, withMark, type Marks } from './signs';
import { alternatives, variationOf, type Node, type Tree } from './tree';

// The node of a row is its first move, or what a comment is about. What is said of a node is not in
// the row: there are thousands of rows, made anew with every change, and few are in sight.

interface MainRow {
  kind: 'main';
  node: Node;
  /** Where moves are counted in pairs, those of both sides; null where one stands elsewhere. */
  moves: (Node | null)[];
}

interface LineRow {
  kind: 'line';
  node: Node;
  depth: number;
  /** How many moves are folded away behind the first. */
  hidden: number;
  moves: Node[];
}

interface CommentRow {
  kind: 'comment';
  node: Node;
  depth: number;
  /** Which of the comment's lines it is. */
  line: number;
  text: string;
}

export type Row = MainRow | LineRow | CommentRow;

export interface Look {
  notation: Notation;
  numbering: Numbering;
  /** Variations that are not shown, by the ids of their first moves. */
  folded: ReadonlySet<number>;
  marks: Marks<Node>;
  /** How much a row takes, in em. */
  room: number;
  width: Width;
}

/** Sizes that the style shares, in em. */
export const EM = {
  row: 1.75,
  /** Beside a move, on either side. */
  pad: 0.25,
  gap: 0.25,
  /** A level of variations is so much further in. */
  indent: 0.75,
  /** At the end of every row, for the button of the menu. */
  menu: 1.75,
  /** Before the first move of a variation. */
  fold: 1.5,
  flame: 1.2,
  /** How large the text of comments is. */
  comment: 0.833,
};

/** Variations within variations are not further in than this. */
const DEEPEST = 4;
const shown = (depth: number): number => Math.min(depth, DEEPEST);

/** A line or the rest of one. */
interface Piece {
  /** Its first move; none where the line is at its end. */
  node: Node | undefined;
  depth: number;
}

/** The signs of a move: its own, and those of a review. */
export const signsOf = (node: Node, marks: Marks<Node>): readonly number[] =>
  withMark(node.signs, marks.get(node));

export const signsText = (signs: readonly number[]): string => signs.map(glyphOf).join(' ');

/** `1.` before the first side's move and `1…` before the other's, or the ply. */
export const numberOf = ({ ply, move }: Node, by: Numbering): string =>
  numbered(ply, move?.side, by);

/** Whether a move in a variation has its number: where a row or a pair begins. */
export const isNumbered = ({ move }: Node, first: boolean, { pairs }: Numbering): boolean =>
  first || (pairs && move?.side === 'first');

/** Whether a variation begins with a move. */
export const isStart = (node: Node): boolean => node.parent?.children[0] !== node;

/** How many moves are below a node. */
function size(node: Node): number {
  const waiting = [...node.children];
  let nodes = 0;
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    nodes++;
    for (const child of at.children) waiting.push(child);
  }
  return nodes;
}

class Page {
  readonly rows: Row[] = [];
  readonly #look: Look;
  /** How wide a digit is; what stands behind a number is not wider. */
  readonly #digit: number;
  /** The row that the next move may stand in. */
  #open: MainRow | LineRow | null = null;
  /** How much of it is left. */
  #left = 0;

  constructor({ root }: Tree, look: Look) {
    this.#look = look;
    this.#digit = look.width('0');
    this.#comment(root, 0);
  }

  /** Lays out a line up to where variations go off. The answer is what comes then, last first. */
  lay({ node, depth }: Piece): Piece[] {
    this.#open = null;
    // A variation that has become the main line is no longer folded away.
    if (node && isStart(node) && this.#look.folded.has(node.id)) {
      this.#move(node, depth).hidden = size(node);
      return [];
    }
    for (let at = node; at; at = at.children[0]) {
      if (depth === 0) this.#mainMove(at);
      else this.#move(at, depth);
      this.#comment(at, depth);
      const others = alternatives(at);
      if (others.length > 0) {
        const variations = others.map((other) => ({ node: other, depth: depth + 1 }));
        return [{ node: at.children[0], depth }, ...variations.reverse()];
      }
    }
    return [];
  }

  #mainMove(node: Node): void {
    const second = this.#look.numbering.pairs && node.move?.side === 'second';
    const open = this.#open?.kind === 'main' ? this.#open : null;
    if (second && open?.moves.length === 1) open.moves.push(node);
    else {
      const row: MainRow = { kind: 'main', node, moves: second ? [null, node] : [node] };
      this.rows.push(row);
      this.#open = row;
    }
  }

  #move(node: Node, depth: number): LineRow {
    const open = this.#open?.kind === 'line' ? this.#open : null;
    const more = this.#width(node, false);
    if (open && more <= this.#left) {
      open.moves.push(node);
      this.#left -= more;
      return open;
    }
    const row: LineRow = { kind: 'line', node, depth: shown(depth), hidden: 0, moves: [node] };
    this.#left = this.#room(depth) - (isStart(node) ? EM.fold : 0) - this.#width(node, true);
    this.rows.push(row);
    this.#open = row;
    return row;
  }

  #comment(node: Node, depth: number): void {
    if (!node.comment) return;
    this.#open = null;
    const room = (this.#room(depth) + EM.menu) / EM.comment;
    for (const [line, text] of breakLines(node.comment, room, this.#look.width).entries())
      this.rows.push({ kind: 'comment', node, depth: shown(depth), line, text });
  }

  #room(depth: number): number {
    return this.#look.room - EM.menu - EM.indent * shown(depth);
  }

  #width(node: Node, first: boolean): number {
    const { width, notation, numbering, marks } = this.#look;
    const { move } = node;
    const signs = signsOf(node, marks);
    let sum = 2 * EM.pad + width(move?.texts[notation] ?? '');
    if (isNumbered(node, first, numbering)) {
      const digits = 1 + Math.floor(Math.log10(numberAt(node.ply, numbering)));
      sum += EM.gap + (digits + 1) * this.#digit;
    }
    if (signs.length > 0) sum += EM.gap + width(signsText(signs));
    return move?.burned ? sum + EM.flame : sum;
  }
}

export function layOut(tree: Tree, look: Look): Row[] {
  const page = new Page(tree, look);
  const waiting: Piece[] = [{ node: tree.root.children[0], depth: 0 }];
  for (let piece = waiting.pop(); piece; piece = waiting.pop())
    for (const next of page.lay(piece)) waiting.push(next);
  return page.rows;
}

/** Another for every row, and the same as long as it begins with the same. */
export const keyOf = (row: Row): string =>
  `${row.kind} ${row.node.id} ${row.kind === 'comment' ? row.line : ''}`;

/** Where the row of a move is; -1 for the root and for what is folded away. */
export const rowOf = (rows: readonly Row[], node: Node): number =>
  rows.findIndex((row) => row.kind !== 'comment' && row.moves.includes(node));

/** The variations that fold away at a move, by their first moves: those to it, or its own. */
export function foldable(node: Node): readonly Node[] {
  const others = alternatives(node);
  if (others.length > 0) return others;
  const own = variationOf(node);
  return own ? [own] : [];
}

/** Those of the folded variations that do not hide a node. */
export function hiding(folded: ReadonlySet<number>, node: Node): ReadonlySet<number> {
  if (folded.size === 0) return folded;
  const above = new Set<number>();
  for (let at = node.parent; at; at = at.parent) if (folded.has(at.id)) above.add(at.id);
  return above.size === 0 ? folded : new Set([...folded].filter((id) => !above.has(id)));
}
