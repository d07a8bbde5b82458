/** Trees as they are sent, and what they have in common. */

import type { Remarks, TreeForm, TreeView } from './api';
import { recordedOf } from './tree/tree';

/** What a record says of its game besides the moves. */
export type Said = Pick<TreeForm, 'headers' | 'end' | 'closing' | 'winner'>;
export type Header = NonNullable<TreeForm['headers']>[number];

/** What is said most often, by the names that records of Japanese programs have for it: the usual one first. */
export const HEADERS = {
  first: ['先手', '下手'],
  second: ['後手', '上手'],
  event: ['棋戦'],
  site: ['場所'],
  began: ['開始日時'],
} as const;
export type HeaderKind = keyof typeof HEADERS;
export const HEADER_KINDS = Object.keys(HEADERS) as HeaderKind[];

const isOf = (kind: HeaderKind, { name }: Header): boolean =>
  (HEADERS[kind] as readonly string[]).includes(name);

/** Where that is said; -1 for nowhere. */
export const placeOf = (headers: readonly Header[], kind: HeaderKind): number =>
  headers.findIndex((one) => isOf(kind, one));

/** What is said; empty for nothing. */
export const header = (headers: readonly Header[], kind: HeaderKind): string =>
  headers[placeOf(headers, kind)]?.value ?? '';

/** The handicap: the position where the tree begins says it. */
const HANDICAP = '手合割';

/** What is said besides, each with its place: a name may stand there twice. */
export const otherHeaders = (headers: readonly Header[]): (Header & { at: number })[] =>
  headers
    .map((one, at) => ({ ...one, at }))
    .filter((one) => one.name !== HANDICAP && HEADER_KINDS.every((kind) => !isOf(kind, one)));

/** The same with something else at a place, or at the end; nothing there if that is empty. */
export function withHeader(headers: readonly Header[], at: number, said: Header): Header[] {
  if (at < 0) return said.value === '' ? [...headers] : [...headers, said];
  return said.value === '' ? headers.toSpliced(at, 1) : headers.with(at, said);
}

export const saidIn = ({ headers, end, closing, winner }: Said): Said => ({
  ...(headers?.length ? { headers } : {}),
  ...(end ? { end } : {}),
  ...(closing ? { closing } : {}),
  ...(winner ? { winner } : {}),
});

/** A tree that was received, as it is sent. */
export const formOf = (view: TreeView): TreeForm => ({
  title: view.title,
  position: view.position,
  root: view.root,
  nodes: view.nodes.map(({ parent = null, usi, remarks, ...rest }) => ({
    parent,
    move: usi,
    remarks,
    ...recordedOf(rest),
  })),
  ...saidIn(view),
});

/** Whether two trees hold the same; where they begin is not looked at. */
export const sameTree = (one: TreeForm, other: TreeForm): boolean =>
  contents(one) === contents(other);

const contents = ({ title = '', headers = [], root, nodes = [] }: TreeForm): string =>
  JSON.stringify([
    title,
    headers.map(({ name, value }) => [name, value]),
    plain(root),
    nodes.map(({ parent, move, remarks }) => [parent ?? null, move, plain(remarks)]),
  ]);

const plain = ({ comment = '', signs = [], shapes = [] }: Partial<Remarks> = {}): unknown => [
  comment,
  signs,
  shapes.map(({ from, to }) => [from, to]),
];
