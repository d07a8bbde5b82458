import { expect, it } from 'vitest';
import { goOn, parse, path } from './router.svelte';

it.each([
  '/',
  '/new',
  '/new/shogi',
  '/game/a_b-9',
  '/games',
  '/pieces/raichu',
  '/settings',
  '/about',
])('keeps %s', (text) => expect(path(parse(text))).toBe(text));

it('reads names with any letters', () => {
  const route = { page: 'new', variant: '五 五/将棋%' } as const;
  expect(parse(path(route))).toEqual(route);
});

it.each(['/nowhere', '/game', '/games/x', '/new/a/b', '/%'])('misses %s', (text) =>
  expect(parse(text)).toEqual({ page: 'missing' }),
);

it('keeps the position that a new game is to begin with', () => {
  const position = "4k4/9/9/9/9/9/9/9/4K4 b 2P+r' 7";
  const { pathname, search } = new URL(
    path({ page: 'new', variant: 'shogi', position }),
    'http://x',
  );
  expect(parse(pathname, search)).toEqual({ page: 'new', variant: 'shogi', position });
  expect(parse('/new/shogi', '?position=')).toEqual({ page: 'new', variant: 'shogi' });
});

it('goes on after moves, without the passes that follow by themselves', () => {
  const shogi = { id: 'shogi', position: 'usual b - 1' };
  const moves = [{ usi: '7g7f' }, { usi: 'pass', pass: true }, { usi: 'P*5e' }];
  expect(goOn(shogi, shogi.position, moves, 'a')).toBe('/new/shogi?like=a#7g7f,P*5e');
  expect(goOn(shogi, 'k b - 1', [])).toBe('/new/shogi?position=k+b+-+1');
});
