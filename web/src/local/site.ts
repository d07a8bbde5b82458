/**
 * Pages that are a site of files, without a server: `komadai site` says so in the page itself. Games, rules and
 * analyses are then answered in this browser (`client.ts`), and addresses are those of files.
 */

/** Below which path the site is; null where there is a server. */
export const base: string | null =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="komadai-site"]')?.content ?? null;

/** Whether there is a server, for what only a server can do. */
export const served = base === null;

const WORD = 'game';

/** Where a page is that a server has at this address. No file can be there for each game: it is said behind `?`. */
export function placed(address: string, at: string | null = base): string {
  if (at === null) return address;
  const [, path = '', rest = ''] = /^\/([^?#]*)(.*)$/.exec(address) ?? [];
  if (path === '') return at + rest;
  const [page, id] = path.split('/');
  return page === WORD && id !== undefined
    ? `${at}${page}/?${WORD}=${id}${rest}`
    : `${at}${path}/${rest}`;
}

/** At which address a server has the page of this one, and what follows there. */
export function unplaced(
  { pathname, search }: { pathname: string; search: string },
  at: string | null = base,
): [path: string, search: string] {
  if (at === null) return [pathname, search];
  const inside = pathname.startsWith(at) ? pathname.slice(at.length) : pathname;
  const path = `/${inside.replace(/(^|\/)index\.html$/, '$1')}`;
  const words = new URLSearchParams(search);
  const id = words.get(WORD);
  if (!/^\/game\/?$/.test(path) || id === null) return [path, search];
  return [`/${WORD}/${encodeURIComponent(id)}`, ''];
}
