import { describe, expect, it } from 'vitest';
import { placed, unplaced } from './site';

const BASE = '/club/';

/** An address of a server, and that of the same page on a site. */
const PAIRS = [
  ['/', '/club/'],
  ['/new', '/club/new/'],
  ['/new/chess?position=x', '/club/new/chess/?position=x'],
  ['/game/AbC-_1', '/club/game/?game=AbC-_1'],
  ['/analysis/shogi?game=AbC#3', '/club/analysis/shogi/?game=AbC#3'],
] as const;

describe('addresses', () => {
  it.each(PAIRS)('%s', (server, site) => {
    expect(placed(server, BASE)).toBe(site);
    expect(placed(server, null)).toBe(server);
    const there = new URL(site, 'http://host');
    const wanted = new URL(server, 'http://host');
    const [path, search] = unplaced(there, BASE);
    expect([path.replace(/(.)\/$/, '$1'), search]).toEqual([wanted.pathname, wanted.search]);
  });

  it('keeps what follows the address of a game', () => {
    expect(placed('/game/a#12', BASE)).toBe('/club/game/?game=a#12');
  });

  it('knows a page by the name of its file', () => {
    expect(unplaced({ pathname: '/club/index.html', search: '' }, BASE)).toEqual(['/', '']);
    expect(unplaced({ pathname: '/club/new/index.html', search: '' }, BASE)).toEqual(['/new/', '']);
  });
});
