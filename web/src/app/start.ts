/** Starting games. */

import { api, Refusal } from '../api/client';
import type { Created, NewGameRequest } from '../api/types';
import { fromCreated, ownToken, remember } from './games';
import { router } from './router.svelte';
import { settings } from './settings.svelte';

/** What one click on the first page plays. */
export const GENTLE = 2;

/** Makes the game and keeps its seats. */
export async function create(request: NewGameRequest): Promise<Created> {
  const name = settings.name ? { name: settings.name } : {};
  const created = await api.create({ ...request, ...name });
  remember(fromCreated(created, request, new Date()));
  return created;
}

/** Sits down by an invitation; the token of the seat, or null where somebody else has it. */
export async function sit(id: string, invitation: string): Promise<string | null> {
  const token = ownToken(id, invitation);
  const name = settings.name ? { name: settings.name } : {};
  try {
    const { you, variant, created } = await api.sit(id, { seat: invitation, token, ...name });
    if (you === null) return null;
    const tokens = you === 'both' ? { first: token, second: token } : { [you]: token };
    remember({ id, variant, created, you, tokens });
    return token;
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return null;
    throw error;
  }
}

export async function playAtOnce(variant: string): Promise<void> {
  const opponent = { engine: { level: GENTLE } };
  const { id } = await create({ variant, opponent, side: 'first' });
  router.go({ page: 'game', id });
}
