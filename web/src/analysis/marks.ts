/** What a review makes of moves, as signs and scores in the tree. */

import type { Fault, Finding } from './api';
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
  for (const node of signs.size > 0 ? along(root, moves) : []) {
    const sign = signs.get(node.ply);
    if (sign !== undefined) marks.set(node, sign);
  }
  return marks;
}

/** The scores after the moves of a game, by their nodes. */
export function scoresOf(
  { root }: Tree,
  moves: readonly { usi: string }[],
  findings: readonly (Finding | null)[],
  told: (finding: Finding) => string,
): Map<Node, string> {
  const scores = new Map<Node, string>();
  for (const node of findings.length > 0 ? along(root, moves) : []) {
    const finding = findings[node.ply];
    if (finding) scores.set(node, told(finding));
  }
  return scores;
}

/** The nodes of some moves from a node, as far as they are there. */
function* along(root: Node, moves: readonly { usi: string }[]): Generator<Node> {
  let node: Node | undefined = root;
  for (const { usi } of moves) {
    node = node.children.find(({ move }) => move?.usi === usi);
    if (!node) return;
    yield node;
  }
}
