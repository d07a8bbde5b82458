/**
 * A tree of variations with comments, signs and drawings, and its history.
 *
 * A line may be thousands of plies deep, so nothing here calls itself. Every change replaces fields of
 * nodes; a list is never changed in place, so that undoing is putting the old values back.
 */

import type { Notation, Side } from '../../api/types';
import type { Drawing } from '../../board/drawing';
import type { LineEnd } from '../api';
import { exclusive } from './signs';

/** What a record says of a move. */
export interface Recorded {
  /** Milliseconds that it took. */
  ms?: number;
  /** How a variation ends after it. */
  line_end?: LineEnd;
}

export const recordedOf = ({ ms, line_end }: Recorded): Recorded => ({
  ...(ms === undefined ? {} : { ms }),
  ...(line_end === undefined ? {} : { line_end }),
});

export interface TreeMove extends Recorded {
  usi: string;
  side: Side;
  texts: Record<Notation, string>;
  pass?: boolean;
  burned?: boolean;
}

export interface Node {
  readonly id: number;
  readonly parent: Node | null;
  /** The root has 0. */
  readonly ply: number;
  /** Null only at the root. */
  readonly move: TreeMove | null;
  readonly comment: string;
  /** Numbers of PGN's NAGs. */
  readonly signs: readonly number[];
  readonly shapes: readonly Drawing[];
  /** The first is the main line. */
  readonly children: readonly Node[];
}

/** What is written at a position; what is missing is empty. */
export interface Notes {
  comment?: string;
  signs?: number[];
  shapes?: { from: string; to: string }[];
}

/** How a node is saved, in a list where every parent stands before its children. */
export interface FlatNode extends Notes, Recorded {
  /** The place of the parent in the list; null for a child of the root. */
  parent: number | null;
  /** In USI. */
  move: string;
}

/** A class, so that Svelte's `$state` leaves it as it is. */
class Point implements Node {
  readonly ply: number;
  readonly comment: string;
  readonly signs: readonly number[];
  readonly shapes: readonly Drawing[];
  readonly children: readonly Node[] = [];

  constructor(
    readonly id: number,
    readonly parent: Node | null,
    readonly move: TreeMove | null,
    { comment = '', signs = [], shapes = [] }: Notes = {},
  ) {
    this.ply = parent ? parent.ply + 1 : 0;
    this.comment = comment;
    this.signs = signs;
    this.shapes = shapes;
  }
}

interface Edit {
  node: Node;
  before: Partial<Node>;
  after: Partial<Node>;
}

interface Change {
  edits: readonly Edit[];
  /** How many nodes there are more afterwards. */
  nodes: number;
  /** What to look at when it is undone. */
  before: Node;
  /** What to look at when it is done again. */
  after: Node;
}

/** So many changes can be undone. */
const MOST_CHANGES = 1000;

/** The moves from the start to a node. */
export function lineTo(node: Node): Node[] {
  const line: Node[] = [];
  for (let at: Node | null = node; at?.move; at = at.parent) line.push(at);
  return line.reverse();
}

/** The first move of the variation that a node is in; null in the main line. */
export function variationOf(node: Node): Node | null {
  let at = node;
  while (at.parent) {
    if (at.parent.children[0] !== at) return at;
    at = at.parent;
  }
  return null;
}

/** The other choices, for the node that is the first. */
export function alternatives(node: Node): readonly Node[] {
  const siblings = node.parent?.children ?? [];
  return siblings.length > 1 && siblings[0] === node ? siblings.slice(1) : [];
}

/** What is below a node, each parent before its children and siblings in their order. */
function* below(node: Node): Generator<Node> {
  const waiting = node.children.toReversed();
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    yield at;
    for (const child of at.children.toReversed()) waiting.push(child);
  }
}

function notesOf({ comment, signs, shapes }: Node): Notes {
  return {
    ...(comment && { comment }),
    ...(signs.length > 0 && { signs: [...signs] }),
    ...(shapes.length > 0 && { shapes: shapes.map(({ from, to }) => ({ from, to })) }),
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export class Tree {
  readonly root: Node;
  #version = 0;
  #count = 0;
  #nextId = 1;
  #done: Change[] = [];
  #undone: Change[] = [];

  constructor(notes: Notes = {}) {
    this.root = new Point(0, null, null, notes);
  }

  /**
   * The tree that a list describes, with the move of each of its nodes in a list beside it.
   * Throws a RangeError where a node stands before its parent or has another move than beside it.
   */
  static of(flat: readonly FlatNode[], moves: readonly TreeMove[], root: Notes = {}): Tree {
    const tree = new Tree(root);
    const nodes: Node[] = [];
    const families = new Map<Node, Node[]>();
    for (const [i, { parent: at, move: usi, ...notes }] of flat.entries()) {
      const parent = at === null ? tree.root : nodes[at];
      if (!parent) throw new RangeError(`node ${i} stands before its parent ${at}`);
      const move = moves[i];
      if (move?.usi !== usi) throw new RangeError(`node ${i} is ${usi}, not ${move?.usi}`);
      const node = new Point(tree.#nextId++, parent, move, notes);
      nodes.push(node);
      const family = families.get(parent);
      if (family) family.push(node);
      else families.set(parent, [node]);
    }
    for (const [node, children] of families) Object.assign(node, { children });
    tree.#count = nodes.length;
    return tree;
  }

  /** Another number after every change. */
  get version(): number {
    return this.#version;
  }

  /** How many nodes there are besides the root. */
  get count(): number {
    return this.#count;
  }

  /** How many moves the last change has removed. */
  get removed(): number {
    return Math.max(0, -(this.#done.at(-1)?.nodes ?? 0));
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  // -------------------------------------------------------------------------- walking

  /** All nodes but the root, in the order of `flatten`. */
  nodes(): Node[] {
    return [...below(this.root)];
  }

  flatten(): FlatNode[] {
    const places = new Map<Node, number>();
    const flat: FlatNode[] = [];
    for (const node of below(this.root)) {
      const parent = (node.parent && places.get(node.parent)) ?? null;
      places.set(node, flat.length);
      const move = node.move?.usi ?? '';
      flat.push({ parent, move, ...recordedOf(node.move ?? {}), ...notesOf(node) });
    }
    return flat;
  }

  /** What is written at the root, which is not in the list of `flatten`. */
  rootNotes(): Notes {
    return notesOf(this.root);
  }

  /** Whether a node has not been removed. */
  holds(node: Node): boolean {
    let at = node;
    while (at.parent?.children.includes(at)) at = at.parent;
    return at === this.root;
  }

  /** Whether a node is below another. */
  contains(above: Node, node: Node): boolean {
    let at = node.parent;
    while (at && at !== above) at = at.parent;
    return at !== null;
  }

  /** The moves to a node, in USI. */
  path(node: Node): string[] {
    const moves: string[] = [];
    for (let at: Node | null = node; at?.move; at = at.parent) moves.push(at.move.usi);
    return moves.reverse();
  }

  /** The last node on a path that is there. */
  reach(path: readonly string[]): Node {
    let at = this.root;
    for (const usi of path) {
      const child = at.children.find(({ move }) => move?.usi === usi);
      if (!child) break;
      at = child;
    }
    return at;
  }

  find(path: readonly string[]): Node | null {
    const node = this.reach(path);
    return node.ply === path.length ? node : null;
  }

  mainline(): Node[] {
    return this.lineThrough(this.root);
  }

  /** The moves to a node and on to the end of its line. */
  lineThrough(node: Node): Node[] {
    const line: Node[] = [];
    for (let at = this.last(node); at.parent; at = at.parent) line.push(at);
    return line.reverse();
  }

  next(node: Node): Node | null {
    return node.children[0] ?? null;
  }

  previous(node: Node): Node | null {
    return node.parent;
  }

  /** The end of the line that a node is in. */
  last(node: Node): Node {
    let at = node;
    while (at.children[0]) at = at.children[0];
    return at;
  }

  nextSibling(node: Node): Node | null {
    return sibling(node, 1);
  }

  previousSibling(node: Node): Node | null {
    return sibling(node, -1);
  }

  /** The next move of the line to which there are variations. */
  nextBranch(node: Node): Node | null {
    let at = node;
    while (at.children.length === 1 && at.children[0]) at = at.children[0];
    return at.children[0] ?? null;
  }

  /** The last move on the way to a node to which there are variations. */
  previousBranch(node: Node): Node | null {
    let at = node.parent;
    while (at?.parent && at.parent.children.length === 1) at = at.parent;
    return at?.parent ? at : null;
  }

  // -------------------------------------------------------------------------- changing

  /** The move as a child of a node: the one that is there, or a new last one. */
  play(node: Node, move: TreeMove): Node {
    const known = node.children.find((child) => child.move?.usi === move.usi);
    if (known) return known;
    const child = new Point(this.#nextId++, node, move);
    const children = [...node.children, child];
    this.#change({ edits: [edit(node, { children })], nodes: 1, before: node, after: child });
    return child;
  }

  /** Takes a node and all that follows away. The answer is what to look at. */
  remove(node: Node): Node {
    const { parent } = node;
    if (!parent) return node;
    let nodes = -1;
    for (const _ of below(node)) nodes--;
    const children = parent.children.filter((child) => child !== node);
    this.#change({ edits: [edit(parent, { children })], nodes, before: node, after: parent });
    return parent;
  }

  /** The variation that a node is in goes before the one above it. */
  promote(node: Node): void {
    const first = variationOf(node);
    if (first?.parent) this.#note(node, [raise(first, first.parent.children.indexOf(first) - 1)]);
  }

  /** All moves to a node become first choices. */
  makeMain(node: Node): void {
    const edits: Edit[] = [];
    for (let at: Node = node; at.parent; at = at.parent)
      if (at.parent.children[0] !== at) edits.push(raise(at, 0));
    this.#note(node, edits);
  }

  /** With `more`, it goes on with what the last change has written here: both are undone as one. */
  comment(node: Node, comment: string, more = false): void {
    if (comment === node.comment) return;
    const last = more ? this.#done.at(-1)?.edits[0] : undefined;
    const written = last?.node === node && last.after.comment !== undefined ? last.before : null;
    if (written) this.#done.pop();
    const before = written ?? { comment: node.comment };
    this.#note(node, [{ node, before, after: { comment } }]);
  }

  /** Gives a sign or takes it away; another that excludes it goes. */
  sign(node: Node, nag: number): void {
    const others = node.signs.filter((sign) => sign !== nag && !exclusive(sign, nag));
    const signs = node.signs.includes(nag) ? others : [...others, nag].sort((a, b) => a - b);
    this.#note(node, [edit(node, { signs })]);
  }

  shapes(node: Node, list: readonly Drawing[]): void {
    const shapes = list.map(({ from, to }) => ({ from, to }));
    if (!same(shapes, notesOf(node).shapes ?? [])) this.#note(node, [edit(node, { shapes })]);
  }

  /** Takes the last change back. The answer is what to look at, or null where there is none. */
  undo(): Node | null {
    const change = this.#done.pop();
    if (!change) return null;
    for (const { node, before } of change.edits) Object.assign(node, before);
    this.#undone.push(change);
    this.#count -= change.nodes;
    this.#version++;
    return change.before;
  }

  redo(): Node | null {
    const change = this.#undone.pop();
    if (!change) return null;
    this.#apply(change);
    return change.after;
  }

  /** A change after which there are as many nodes. */
  #note(node: Node, edits: readonly Edit[]): void {
    if (edits.length > 0) this.#change({ edits, nodes: 0, before: node, after: node });
  }

  #change(change: Change): void {
    this.#undone = [];
    this.#apply(change);
    if (this.#done.length > MOST_CHANGES) this.#done.shift();
  }

  #apply(change: Change): void {
    for (const { node, after } of change.edits) Object.assign(node, after);
    this.#done.push(change);
    this.#count += change.nodes;
    this.#version++;
  }
}

function edit(node: Node, after: Partial<Pick<Node, 'children' | 'signs' | 'shapes'>>): Edit {
  const { children, signs, shapes } = node;
  const fields = { children, signs, shapes };
  const before = Object.fromEntries(
    (Object.keys(after) as (keyof typeof fields)[]).map((key) => [key, fields[key]]),
  );
  return { node, before, after };
}

/** A node at another place among its siblings. */
function raise(node: Node, to: number): Edit {
  const parent = node.parent ?? node;
  const others = parent.children.filter((child) => child !== node);
  return edit(parent, { children: others.toSpliced(to, 0, node) });
}

function sibling(node: Node, by: number): Node | null {
  const siblings = node.parent?.children ?? [];
  return siblings[siblings.indexOf(node) + by] ?? null;
}
