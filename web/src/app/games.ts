/** The games that this browser has a seat in. Whoever has the token has the seat. */

import type { Created, NewGameRequest, Side, You } from '../api/types';
import { placed } from '../local/site';
import { other } from './names';
import { load, save } from './storage';

export interface MyGame {
  id: string;
  variant: string;
  you: Exclude<You, null>;
  tokens: Partial<Record<Side, string>>;
  /** The token of the seat that is a friend's, to invite with. */
  invite?: string;
  created: string;
}

/** More are not remembered, nor asked for at once; the oldest go first. */
const MOST = 100;

export function myGames(): MyGame[] {
  const stored = load('games');
  return Array.isArray(stored) ? stored.filter(isGame) : [];
}

function isGame(value: unknown): value is MyGame {
  const game = value as MyGame | null;
  return typeof game?.id === 'string' && typeof game.tokens === 'object' && game.tokens !== null;
}

export function myGame(id: string): MyGame | undefined {
  return myGames().find((game) => game.id === id);
}

/** The newest first; a game already there takes the seats in addition. */
export function remember(game: MyGame): void {
  const others = myGames().filter(({ id }) => id !== game.id);
  const before = myGame(game.id);
  const all = { ...before, ...game, tokens: { ...before?.tokens, ...game.tokens } };
  save('games', [all, ...others].slice(0, MOST));
}

export function forget(id: string): void {
  save(
    'games',
    myGames().filter((game) => game.id !== id),
  );
}

/** What to remember of a game just made. */
export function fromCreated(created: Created, request: NewGameRequest, now: Date): MyGame {
  const { id, you, seats } = created;
  const game = { id, variant: request.variant, you, created: now.toISOString() };
  if (you === 'both') return { ...game, tokens: seats };
  const mine = { ...game, tokens: { [you]: seats[you] } };
  return request.opponent === 'link' ? { ...mine, invite: seats[other(you)] } : mine;
}

/** The token to connect with. */
export function tokenOf(game: MyGame | undefined): string | undefined {
  if (!game) return undefined;
  return game.you === 'second' ? game.tokens.second : (game.tokens.first ?? game.tokens.second);
}

/** A token that nobody guesses: 128 bits in base64url. */
export function freshToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The token to sit down with by an invitation. It is kept before it is sent: if the answer is lost, the
 * same is sent again, and the seat with it is not lost.
 */
export function ownToken(id: string, invitation: string): string {
  const kept = load('sitting') as { id?: unknown; invitation?: unknown; token?: unknown } | null;
  if (kept?.id === id && kept.invitation === invitation && typeof kept.token === 'string') {
    return kept.token;
  }
  const token = freshToken();
  save('sitting', { id, invitation, token });
  return token;
}

/** The address to watch a game by, or to see what stood after so many moves. */
export function watching(origin: string, id: string, ply?: number): string {
  const address = origin + placed(`/game/${encodeURIComponent(id)}`);
  return ply === undefined ? address : `${address}#${ply}`;
}

/** How many moves are to be seen. */
export function plyOf(hash: string): number | null {
  return /^#\d{1,5}$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** Whether an address of this host leads nobody here who is elsewhere. */
export function isLocal(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/** The address that gives a friend the other seat. What stands after `#` never reaches a server. */
export function invitation(origin: string, id: string, token: string): string {
  return `${watching(origin, id)}#seat=${encodeURIComponent(token)}`;
}

/** The seat that an invitation gives. */
export function invited(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('seat');
}
