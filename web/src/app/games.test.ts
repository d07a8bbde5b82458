import { beforeEach, describe, expect, it } from 'vitest';
import {
  forget,
  fromCreated,
  invitation,
  invited,
  isLocal,
  myGame,
  myGames,
  ownToken,
  plyOf,
  remember,
  tokenOf,
  watching,
} from './games';

const seats = { first: 'one', second: 'two' };
const at = new Date('2026-01-01T12:00:00Z');
const make = (id: string, you: 'first' | 'second' | 'both', opponent: 'link' | 'local') =>
  fromCreated({ id, seats, you }, { variant: 'tiny', opponent }, at);

beforeEach(() => localStorage.clear());

describe('seats', () => {
  it('keeps only the own one, and the friend’s to invite with', () => {
    const game = make('g', 'second', 'link');
    expect(game).toMatchObject({ tokens: { second: 'two' }, invite: 'one' });
    expect(tokenOf(game)).toBe('two');
  });

  it('keeps both of a game at one screen', () => {
    expect(make('g', 'both', 'local')).toMatchObject({ tokens: seats });
  });

  it('adds what an invitation brings', () => {
    remember(make('g', 'first', 'link'));
    remember({ id: 'g', variant: 'tiny', you: 'second', tokens: { second: 'two' }, created: '' });
    expect(myGame('g')?.tokens).toEqual(seats);
  });

  it('sits down with the same token until another link comes', () => {
    const token = ownToken('g', 'one');
    expect(token).toMatch(/^[\w-]{22}$/);
    expect(ownToken('g', 'one')).toBe(token);
    expect(ownToken('g', 'two')).not.toBe(token);
  });

  it.each([
    ['localhost', true],
    ['komadai.localhost', true],
    ['127.0.0.1', true],
    ['[::1]', true],
    ['192.168.1.2', false],
    ['box', false],
    ['127.example.org', false],
  ])('knows whether %s leads here alone', (host, local) => {
    expect(isLocal(host)).toBe(local);
  });

  it('shows a position by its number', () => {
    const address = new URL(watching('http://x:1', 'g', 12));
    expect(plyOf(address.hash)).toBe(12);
    for (const hash of ['', '#start', '#-1', '#1.5', '#seat=12']) expect(plyOf(hash)).toBeNull();
  });

  it('survives the way through an address', () => {
    const address = new URL(invitation('http://x:1', 'g/1', 'a+b=&c'));
    expect(address.pathname).toBe('/game/g%2F1');
    expect(invited(address.hash)).toBe('a+b=&c');
    expect(invited('')).toBeNull();
  });
});

describe('the list', () => {
  it('has the newest first, each once', () => {
    for (const id of ['a', 'b', 'a']) remember(make(id, 'both', 'local'));
    expect(myGames().map(({ id }) => id)).toEqual(['a', 'b']);
    forget('a');
    expect(myGames().map(({ id }) => id)).toEqual(['b']);
  });

  it.each(['{', '{"a":1}', '[null,{"id":3}]', '"x"'])('makes nothing of %s', (text) => {
    localStorage.setItem('komadai.games', text);
    expect(myGames()).toEqual([]);
  });
});
