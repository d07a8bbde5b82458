/** Starting games. */

import { api } from '../api/client';
import type { Created, NewGame } from '../api/types';
import { fromCreated, remember } from './games';
import { router } from './router.svelte';

/** What one click on the first page plays. */
export const GENTLE = 2;

/** Makes the game and keeps its seats. */
export async function create(wish: NewGame): Promise<Created> {
  const created = await api.create(wish);
  remember(fromCreated(created, wish, new Date()));
  return created;
}

export async function playAtOnce(variant: string): Promise<void> {
  const opponent = { engine: { level: GENTLE } };
  const { id } = await create({ variant, opponent, side: 'first' });
  router.go({ page: 'game', id });
}
