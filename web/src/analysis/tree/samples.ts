/** Trees for tests. */

import type { VariantInfo } from '../../api/types';
import { Tree, type Node, type TreeMove } from './tree';

export const sample = (usi: string, ply: number, over: Partial<TreeMove> = {}): TreeMove => ({
  usi,
  side: ply % 2 === 1 ? 'first' : 'second',
  texts: { usi, western: usi, japanese: usi, algebraic: usi },
  ...over,
});

export function playAll(tree: Tree, from: Node, moves: string): Node {
  return moves.split(' ').reduce((node, usi) => tree.play(node, sample(usi, node.ply + 1)), from);
}

/** Each line of moves from the start, the first being the main line. */
export function grow(...lines: string[]): Tree {
  const tree = new Tree();
  for (const line of lines) playAll(tree, tree.root, line);
  return tree;
}

/** A line of so many moves, to each of which there are so many others, one of them longer. */
export function large(plies: number, others: number, length: number): Tree {
  const tree = new Tree();
  let node = tree.root;
  for (let ply = 1; ply <= plies; ply++) {
    const next = tree.play(node, sample(`m${ply}`, ply));
    for (let i = 1; i <= others; i++) {
      let at = node;
      for (let k = 0; k < (i === 1 ? length : 1); k++)
        at = tree.play(at, sample(`v${ply}.${i}.${k}`, ply + k));
    }
    node = next;
  }
  return tree;
}

export const variant = (symmetry: VariantInfo['symmetry'] = 'mirror'): VariantInfo => ({
  id: 'tiny',
  name: 'Tiny',
  aliases: [],
  sides: { first: 'White', second: 'Black' },
  symmetry,
  board: { files: 3, ranks: 3, first_rank: 1, holes: [], vanishing: [], coordinates: 'algebraic' },
  zones: [],
  drops: false,
  captures_to_hand: false,
  declaration: false,
  records: [],
  pieces: [],
  starts: [],
  position: '',
  drawings: {},
  lessons: {},
  legend: [],
  board_at_start: { pieces: [], hands: { first: {}, second: {} }, gone: [] },
});
