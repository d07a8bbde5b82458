/** The keys of an analysis besides those of its tree. */

import { t } from '../i18n/index.svelte';
import { words } from './words';

/** What they do; every one of them does something, or the page does not compile. */
export const PAGE_KEYS = {
  f: 'flip',
  l: 'engine',
  ' ': 'best',
  x: 'threat',
  c: 'comment',
  d: 'draw',
  '?': 'keys',
} as const;

export type PageCommand = (typeof PAGE_KEYS)[keyof typeof PAGE_KEYS];

/** What a key stands for at the page. */
export const pageCommand = (key: string): PageCommand | undefined =>
  (PAGE_KEYS as Partial<Record<string, PageCommand>>)[key.toLowerCase()];

/** What a page can tell about them, in the reader's language. */
export function pageKeyTable(): { keys: string[]; text: string }[] {
  const told: Record<PageCommand, string> = {
    flip: t().game.flip,
    engine: words().engineKey,
    best: words().bestKey,
    threat: words().threatKey,
    comment: words().comment,
    draw: words().draw,
    keys: words().keys,
  };
  const rows = Object.entries(PAGE_KEYS).map(([key, what]) => ({
    keys: [key === ' ' ? t().common.space : key.toUpperCase()],
    text: told[what],
  }));
  return [...rows, { keys: ['Esc'], text: words().putBack }];
}
