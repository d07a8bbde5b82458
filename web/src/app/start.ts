/** Starting games. */

import { api } from '../api/client';
import type { Created, NewGameRequest } from '../api/types';
import { fromCreated, remember } from './games';
import { router } from './router.svelte';

/** What one click on the first page plays. */
export const GENTLE = 2;

/** Makes the game and keeps its seats. */
export async function create(request: NewGameRequest): Promise<Created> {
  const created = await api.create(request);
  remember(fromCreated(created, request, new Date()));
  return created;
}

export async function playAtOnce(variant: string): Promise<void> {
  const opponent = { engine: { level: GENTLE } };
  const { id } = await create({ variant, opponent, side: 'first' });
  router.go({ page: 'game', id });
}
