/** Opens a record that somebody brings along: pasted, dropped, or chosen as a file. */

import { api, Refusal } from '../api/client';
import type { VariantSummary } from '../api/types';
import { inWords } from '../app/errors';
import { grouped } from '../app/offered';
import { path, router, type Route } from '../app/router.svelte';
import { settings } from '../app/settings.svelte';
import { named } from '../i18n/index.svelte';
import { pageOf } from './address';
import { analyses, type TreeView } from './api';
import { formOf } from './forms';
import { draftOf, keepDraft } from './kept';
import type { Study } from './study.svelte';
import { words } from './words';

/** A record that neither the game that was chosen for it nor any other can read. */
export class Unread extends Error {
  constructor(
    /** Why the game that was chosen cannot. */
    readonly why: Refusal,
    readonly chosen: VariantSummary | undefined,
  ) {
    super(why.message);
  }
}

/**
 * Opens the page of an analysis with a record, of a game of `variant` where the record does not say it,
 * or of the first game that can read it. Nothing has to be saved for that.
 */
export async function openRecord(text: string, variant: string): Promise<void> {
  const tree = await analyses.read(text, variant).catch((error: unknown) => {
    if (isUnreadable(error)) return readOtherwise(text, variant, error);
    throw error;
  });
  const route = freeRoute(tree.variant, tree.position);
  keepDraft({ address: path(route), tree: formOf(tree), read: true });
  router.go(route);
}

/**
 * Has the main line of an analysis reviewed, as a game of its own: everything else of the tree comes along
 * to the page of that.
 */
export async function reviewLine(study: Study): Promise<void> {
  const tree = study.form();
  const { id } = await analyses.keepGame(study.rules, tree);
  await analyses.beginReview(id);
  const route = {
    page: 'analysis',
    variant: study.info.id,
    origin: { game: id },
  } as const satisfies Route;
  keepDraft({ address: path(route), tree, read: true });
  router.go(route);
}

const isUnreadable = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.status === 422;

/** Reads a record as one of the program's other own games: asking for more would be too much. */
async function readOtherwise(text: string, variant: string, why: Refusal): Promise<TreeView> {
  const { variants } = await api.variants();
  const others = grouped(variants).own.filter(({ id }) => id !== variant);
  let same = others.length > 0;
  for (const { id } of others) {
    const tree = await analyses.read(text, id).catch((error: unknown) => {
      if (!isUnreadable(error)) throw error;
      // Where the record names its game, all are told the same.
      same &&= error.message === why.message;
      return null;
    });
    if (tree) return tree;
  }
  if (same) throw why;
  throw new Unread(
    why,
    variants.find(({ id }) => id === variant),
  );
}

/** Why a record could not be opened. */
export function whyUnread(error: unknown): string {
  if (error instanceof Unread) {
    const { why, chosen } = error;
    return words().unread(chosen ? named(chosen) : '', whyUnread(why));
  }
  if (!(error instanceof Refusal) || error.offline) return inWords(error);
  const { message, reason_ja } = error.error;
  return settings.language === 'ja' && reason_ja ? reason_ja : message;
}

/** The page of a position, as one on which nothing is yet that could be lost. */
function freeRoute(variant: string, position: string): Route {
  for (let draft = 1; ; draft++) {
    const origin = draft === 1 ? { position } : { position, draft: `${draft}` };
    const route = { page: 'analysis', variant, origin } as const;
    const address = path(route);
    const isHere = address === pageOf(location);
    if (!isHere && (draftOf(address)?.read ?? true)) return route;
  }
}

/** A file that is dragged along, where it is one. */
export const isFile = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false;
