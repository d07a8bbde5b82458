/**
 * Pages by path. The server answers every unknown path with the one page that this is; a site without a server has
 * copies of it (`local/site.ts`).
 */

import { hashOf, originOf, searchOf as originWords, type Origin } from '../analysis/address';
import type { VariantInfo } from '../api/types';
import { placed, served, unplaced } from '../local/site';

export type Route =
  | { page: 'home' }
  /** `position`: where the game is to begin; `like`: a game whose rules it has. */
  | { page: 'new'; variant?: string; position?: string | undefined; like?: string | undefined }
  | { page: 'game'; id: string }
  | { page: 'games' }
  /** `origin`: where the analysis begins. */
  | { page: 'analysis'; variant: string; origin?: Origin }
  | { page: 'analyses' }
  | { page: 'setup'; variant: string; position?: string | undefined }
  | { page: 'pieces'; variant: string }
  | { page: 'settings' }
  | { page: 'about' }
  | { page: 'missing' };

export function parse(path: string, search = ''): Route {
  const [page, argument, ...rest] = path.split('/').filter(Boolean).map(decode);
  if (rest.length > 0) return { page: 'missing' };
  switch (page) {
    case undefined:
      return { page: 'home' };
    case 'new':
      return argument
        ? { page, variant: argument, ...wordsOf(search, 'position', 'like') }
        : { page };
    case 'game':
      return argument ? { page, id: argument } : { page: 'missing' };
    case 'pieces':
      return argument ? { page, variant: argument } : { page: 'missing' };
    case 'analysis':
      return argument
        ? { page, variant: argument, origin: originOf(search) }
        : { page: 'analyses' };
    case 'setup':
      return argument
        ? { page, variant: argument, ...wordsOf(search, 'position') }
        : { page: 'missing' };
    case 'analyses':
    case 'games':
    case 'settings':
    case 'about':
      return argument ? { page: 'missing' } : { page };
    default:
      return { page: 'missing' };
  }
}

/** Where a page is. */
export const path = (route: Route): string => placed(addressOf(route));

function addressOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '/';
    case 'new':
      if (!route.variant) return '/new';
      return `/new/${encodeURIComponent(route.variant)}${searchOf({ position: route.position, like: route.like })}`;
    case 'game':
      return `/game/${encodeURIComponent(route.id)}`;
    case 'analysis':
      return `/analysis/${encodeURIComponent(route.variant)}${originWords(route.origin ?? {})}`;
    case 'setup':
      return `/setup/${encodeURIComponent(route.variant)}${searchOf({ position: route.position })}`;
    case 'pieces':
      return `/pieces/${encodeURIComponent(route.variant)}`;
    default:
      return `/${route.page}`;
  }
}

/** Where a game is analysed, from so many moves on; at its end for null. */
export const analysisOf = (
  game: { id: string; variant: string; moves: readonly unknown[] },
  ply: number | null,
): string =>
  `${path({ page: 'analysis', variant: game.variant, origin: { game: game.id } })}#${ply ?? game.moves.length}`;

/** Moves as far as a link to a new game tells them: passes that are forced follow by themselves. */
interface Before {
  usi: string;
  pass?: boolean;
}

/** A new game that goes on after moves from somewhere, by the rules of another game if one is named. */
export function goOn(
  { id, position }: Pick<VariantInfo, 'id' | 'position'>,
  start: string,
  moves: readonly Before[],
  like?: string,
): string {
  const usual = start === position;
  const route = { variant: id, position: usual ? undefined : start, like };
  const own = moves.filter(({ pass }) => !pass).map(({ usi }) => usi);
  return path({ page: 'new', ...route }) + hashOf(own);
}

/** Those of some words behind the question mark that are there. */
function wordsOf<K extends string>(search: string, ...keys: K[]): Partial<Record<K, string>> {
  const words = new URLSearchParams(search);
  const found = keys.map((key) => [key, words.get(key)] as const);
  return Object.fromEntries(found.filter(([, value]) => value)) as Partial<Record<K, string>>;
}

function searchOf(words: Record<string, string | undefined>): string {
  const given = Object.entries(words).filter((word): word is [string, string] => !!word[1]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

class Router {
  route = $state<Route>({ page: 'home' });

  start(): void {
    this.route = parse(...unplaced(location));
    addEventListener('popstate', () => {
      this.route = parse(...unplaced(location));
    });
    // Links are ordinary links; plain clicks on those to our own pages stay in this page.
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = (event.target as Element | null)?.closest('a');
      if (!link || link.target || link.hasAttribute('download')) return;
      if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
      const isHere = link.pathname === location.pathname;
      // Without a server, games share a path.
      if (link.hash && isHere && (served || link.search === location.search)) return;
      const route = parse(...unplaced(link));
      // Other pages of the server, such as the rules of a game.
      if (route.page === 'missing') return;
      event.preventDefault();
      this.go(route, link.hash);
    });
  }

  go(route: Route, hash = ''): void {
    history.pushState(null, '', path(route) + hash);
    this.route = route;
    scrollTo(0, 0);
    // Readers of a screen hear the new page from its heading on.
    queueMicrotask(() => document.querySelector<HTMLElement>('main')?.focus());
  }
}

export const router = new Router();
