/** Trees as they are sent, and what they have in common. */

import type { Remarks, TreeForm, TreeView } from './api';

/** What a record says of its game besides the moves. */
export type Said = Pick<TreeForm, 'headers' | 'end' | 'winner'>;

export const saidIn = ({ headers, end, winner }: Said): Said => ({
  ...(headers?.length ? { headers } : {}),
  ...(end ? { end } : {}),
  ...(winner ? { winner } : {}),
});

/** A tree that was received, as it is sent. */
export const formOf = (view: TreeView): TreeForm => ({
  title: view.title,
  position: view.position,
  root: view.root,
  nodes: view.nodes.map(({ parent = null, usi, remarks, ms }) => ({
    parent,
    move: usi,
    remarks,
    ...(ms === undefined ? {} : { ms }),
  })),
  ...saidIn(view),
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
