import { describe, expect, it } from 'vitest';
import type { VariantSummary } from '../api/types';
import { grouped, searched } from './offered';

const game = (id: string, more: Partial<VariantSummary>) =>
  ({ id, name: id, builtin: true, shelf: false, ...more }) as VariantSummary;

const games = [
  game('chess', { name: 'Chess', name_ja: 'チェス' }),
  game('capablanca', { name: 'Capablanca Chess', author: 'José Raúl Capablanca', shelf: true }),
  game('atomic', { name: 'Atomic Chess', name_ja: 'アトミックチェス', shelf: true }),
  game('house', { builtin: false }),
];
const ids = (found: readonly VariantSummary[]) => found.map(({ id }) => id);

describe('games', () => {
  it('are grouped by where they come from', () => {
    const { own, shelf, yours } = grouped(games);
    expect([ids(own), ids(shelf), ids(yours)]).toEqual([
      ['chess'],
      ['capablanca', 'atomic'],
      ['house'],
    ]);
  });

  it('are found by their names and inventors', () => {
    for (const [words, found] of [
      ['', ['chess', 'capablanca', 'atomic', 'house']],
      ['chess', ['chess', 'capablanca', 'atomic']],
      ['  Raul  CHESS ', ['capablanca']],
      ['アトミック', ['atomic']],
      ['nothing', []],
    ] as const)
      expect(ids(searched(games, words)), words).toEqual(found);
  });
});
