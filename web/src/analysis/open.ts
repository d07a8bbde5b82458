/** Opens a record that somebody brings along: pasted, dropped, or chosen as a file. */

import { Refusal } from '../api/client';
import { inWords } from '../app/errors';
import { path, router, type Route } from '../app/router.svelte';
import { settings } from '../app/settings.svelte';
import { pageOf } from './address';
import { analyses } from './api';
import { formOf } from './forms';
import { draftOf, keepDraft } from './kept';

/**
 * Opens the page of an analysis with a record, of a game of `variant` where the record does not say it.
 * Nothing has to be saved for that.
 */
export async function openRecord(text: string, variant: string): Promise<void> {
  const tree = await analyses.read(text, variant);
  const route = freeRoute(tree.variant, tree.position);
  keepDraft({ address: path(route), tree: formOf(tree), read: true });
  router.go(route);
}

/** Why a record could not be opened. */
export function whyUnread(error: unknown): string {
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
