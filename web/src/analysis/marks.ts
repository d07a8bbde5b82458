/** What a review makes of moves, as signs in the tree. */

import type { Fault } from './api';
import type { Marks } from './tree/signs';
import type { Node, Tree } from './tree/tree';

/** What annotators put after such moves. */
const SIGNS = { inaccuracy: 6, mistake: 2, blunder: 4 } as const;

/** The signs of the faults in the moves of a game, by their nodes. */
export function marksOf(
  { root }: Tree,
  moves: readonly { usi: string }[],
  faults: readonly Fault[],
): Marks<Node> {
  const signs = new Map(faults.map(({ ply, mark }) => [ply, SIGNS[mark]]));
  const marks = new Map<Node, number>();
  let node: Node | undefined = root;
  for (const { usi } of signs.size > 0 ? moves : []) {
    node = node.children.find(({ move }) => move?.usi === usi);
    if (!node) break;
    const sign = signs.get(node.ply);
    if (sign !== undefined) marks.set(node, sign);
  }
  return marks;
}
