/** Trees as they are sent, and what they have in common. */

import type { Remarks, TreeForm, TreeView } from './api';

/** A tree that was received, as it is sent. */
export const formOf = ({ title, position, root, nodes }: TreeView): TreeForm => ({
  title,
  position,
  root,
  nodes: nodes.map(({ parent = null, usi, remarks }) => ({ parent, move: usi, remarks })),
});

/** Whether two trees hold the same; where they begin is not looked at. */
export const sameTree = (one: TreeForm, other: TreeForm): boolean =>
  contents(one) === contents(other);

const contents = ({ title = '', root, nodes = [] }: TreeForm): string =>
  JSON.stringify([
    title,
    plain(root),
    nodes.map(({ parent, move, remarks }) => [parent ?? null, move, plain(remarks)]),
  ]);

const plain = ({ comment = '', signs = [], shapes = [] }: Partial<Remarks> = {}): unknown => [
  comment,
  signs,
  shapes.map(({ from, to }) => [from, to]),
];
