import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refusal } from '../api/client';
import type { VariantSummary } from '../api/types';
import { router } from '../app/router.svelte';
import { analyses, type TreeView } from './api';
import { openRecord, whyUnread } from './open';

const GAMES = ['shogi', 'raichu', 'chess', 'house'];
const summary = (id: string) =>
  ({ id, name: id.toUpperCase(), builtin: id !== 'house' }) as VariantSummary;
const tree = (variant: string): TreeView => {
  const root = { comment: '', signs: [], shapes: [] };
  return { variant, position: 'p', title: '', set: {}, root, nodes: [], over: false };
};

/** The games that were asked to read the record. */
let asked: string[] = [];

function readable(by: string, why: (variant: string) => Refusal): void {
  vi.spyOn(analyses, 'read').mockImplementation((_, variant = '') => {
    asked.push(variant);
    return variant === by ? Promise.resolve(tree(by)) : Promise.reject(why(variant));
  });
}
const refusal = (message: string, status = 422) => new Refusal({ code: 'bad', message }, status);
const opened = (text: string) => openRecord(text, 'shogi').then(() => '', whyUnread);

beforeEach(() => {
  asked = [];
  vi.spyOn(api, 'variants').mockResolvedValue({ variants: GAMES.map(summary), errors: [] });
  vi.spyOn(router, 'go').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('a record that somebody brings along', () => {
  it('is opened by the first game that can read it', async () => {
    readable('chess', (variant) => refusal(`not ${variant}`));
    expect(await opened('1. e4 *')).toBe('');
    expect(asked).toEqual(['shogi', 'raichu', 'chess']);
    expect(router.go).toHaveBeenCalledWith(expect.objectContaining({ variant: 'chess' }));
  });

  it('is none of any game, as its own game tells', async () => {
    readable('house', (variant) => refusal(`not ${variant}`));
    const told = await opened('nonsense');
    expect(told).toMatch(/any game here.*SHOGI: not shogi/);
    expect(asked).toEqual(['shogi', 'raichu', 'chess']);
  });

  it('has the error of the game that it names itself', async () => {
    readable('', () => refusal('move 3 is not legal'));
    expect(await opened('[Variant "Raichu"]')).toBe('move 3 is not legal');
  });

  it('is not tried again where the server has no time', async () => {
    readable('chess', () => refusal('too many requests', 429));
    expect(await opened('1. e4 *')).toBe('too many requests');
    expect(asked).toEqual(['shogi']);
  });
});
