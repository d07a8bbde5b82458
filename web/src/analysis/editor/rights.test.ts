import { describe, expect, it } from 'vitest';
import type { SetupForm } from './forms';
import { atStart, carry, place } from './operations';
import {
  castlings,
  passings,
  toggleCastling,
  toggleUnmoved,
  undecided,
  unmoved,
  withPassing,
} from './rights';
import { castle } from './sample';

const IDS = ['K', 'R'];
const start = atStart(castle);
const rights = (setup: SetupForm): string[] =>
  castlings(setup, castle, IDS).map((it) => `${it.partner}${it.allowed ? '' : ' not'}`);
const toggled = (setup: SetupForm, partner: string): SetupForm => {
  const found = castlings(setup, castle, IDS).find((it) => it.partner === partner);
  return found ? toggleCastling(setup, castle, IDS, found) : setup;
};

describe('never moved', () => {
  it('are all that stand where they started, until it is said', () => {
    expect(unmoved(start, castle, IDS)).toEqual(['a1', 'b1', 'd1', 'b6', 'd6']);
    const once = toggleUnmoved(start, castle, IDS, 'a1');
    expect(once.unmoved).toEqual(['b1', 'd1', 'b6', 'd6']);
    expect(unmoved(toggleUnmoved(once, castle, IDS, 'a1'), castle, IDS)).toContain('a1');
  });

  it('are only pieces of which it matters, on their squares', () => {
    const gone = carry(start, castle, { square: 'a1' }, { square: 'a3' });
    expect(undecided(gone, castle, IDS)).not.toContain('a3');
    expect(toggleUnmoved(gone, castle, IDS, 'a3')).toBe(gone);
    expect(toggleUnmoved(start, castle, IDS, 'b2')).toBe(start);
  });
});

describe('castling', () => {
  it('is told for each partner', () => expect(rights(start)).toEqual(['a1', 'd1', 'd6']));

  it('is taken and given one by one', () => {
    const without = toggled(start, 'a1');
    expect(rights(without)).toEqual(['a1 not', 'd1', 'd6']);
    expect(rights(toggled(without, 'a1'))).toEqual(['a1', 'd1', 'd6']);
  });

  it('with one partner brings no other back', () => {
    const kingMoved = toggleUnmoved(start, castle, IDS, 'b1');
    expect(rights(kingMoved)).toEqual(['a1 not', 'd1 not', 'd6']);
    expect(rights(toggled(kingMoved, 'd1'))).toEqual(['a1 not', 'd1', 'd6']);
  });
});

describe('en passant', () => {
  const advanced = carry(start, castle, { square: 'b2' }, { square: 'b4' });
  const turn = (setup: SetupForm): SetupForm => ({ ...setup, side: 'second' });

  it.each<[string, SetupForm, string[]]>([
    ['the pawn that may have gone two', turn(advanced), ['b4 over b3']],
    ['no pawn of the side to move', advanced, []],
    ['no pawn where it started', turn(start), []],
    [
      'no pawn with something in its way',
      turn(place(advanced, 'b3', { side: 'second', piece: 'R' })),
      [],
    ],
    [
      'a pawn of the other side',
      carry(start, castle, { square: 'c5' }, { square: 'c3' }),
      ['c3 over c4'],
    ],
  ])('knows %s', (_, setup, expected) =>
    expect(passings(setup, castle).map((it) => `${it.pawn} over ${it.over.join()}`)).toEqual(
      expected,
    ),
  );

  it('is chosen and given up', () => {
    const [passing] = passings(turn(advanced), castle);
    const chosen = withPassing(turn(advanced), passing);
    expect([chosen.passed_pawn, chosen.en_passant]).toEqual(['b4', ['b3']]);
    expect(withPassing(chosen, undefined).passed_pawn).toBeNull();
  });
});
