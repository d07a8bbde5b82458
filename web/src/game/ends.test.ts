import { describe, expect, it } from 'vitest';
import type { End, Seat, State, You } from '../api/types';
import { en } from '../i18n/en';
import { ja } from '../i18n/ja';
import { mayGoOn } from './ends';

const MATED: Partial<State> = {
  end: { status: 'checkmate', winner: 'first', reason: 'Mate.' } as End,
  result: { status: 'checkmate', winner: 'first' } as State['result'],
};
const RESIGNED: Partial<State> = {
  end: { status: 'resignation', winner: 'first', reason: 'Resigned.' } as End,
  result: { status: 'ongoing', winner: null } as State['result'],
};

interface Case {
  what: string;
  state: Partial<State>;
  you: You;
  opponent: Seat['kind'];
  may: boolean;
}

it('is told so that it is right for who has lost, too', () => {
  for (const { how } of [en.ends, ja.ends]) {
    expect(how['royals-captured']).toMatch(/was captured|取られました/);
  }
});

describe('after the end the last move may be taken back', () => {
  const cases: Case[] = [
    { what: 'against the engine', state: MATED, you: 'first', opponent: 'engine', may: true },
    { what: 'at one screen', state: MATED, you: 'both', opponent: 'human', may: true },
    { what: 'not from a friend', state: MATED, you: 'first', opponent: 'human', may: false },
    { what: 'not by who looks on', state: MATED, you: null, opponent: 'engine', may: false },
    {
      what: 'not what was given up',
      state: RESIGNED,
      you: 'first',
      opponent: 'engine',
      may: false,
    },
    {
      what: 'not once another game has begun',
      state: { ...MATED, rematch: 'next' },
      you: 'first',
      opponent: 'engine',
      may: false,
    },
  ];
  it.each(cases)('$what', ({ state, you, opponent, may }) => {
    const seats = {
      first: { kind: 'human', connected: true },
      second: { kind: opponent, connected: true },
    };
    expect(mayGoOn({ ...state, you, players: seats } as State)).toBe(may);
  });
});
