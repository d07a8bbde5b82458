import { describe, expect, it } from 'vitest';
import type { Legal, Side, Square } from '../api/types';
import fixtures from './fixtures/positions.json';
import {
  IDLE,
  placedOn,
  reduce,
  replay,
  spelled,
  type Action,
  type Input,
  type Output,
  type Table,
} from './input';
import { leadsTo, marks, victims } from './marks';
import { selected, stagedMove } from './view';

type Name = keyof typeof fixtures;

/** Who stands where is read off the moves and the position's letters. */
function table(name: Name, over: Partial<Table> = {}): Table {
  const fixture = fixtures[name];
  const legal = fixture.legal as Legal[];
  const owners = new Map<Square, Side>();
  const firstRank = fixture.variant === 'minjiku' ? 0 : 1;
  const rows = (fixture.position.split(/[ []/)[0] ?? '').split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const [token] of row.matchAll(/\d+|\*|\+?[A-Za-z]/g)) {
      const square = `${String.fromCharCode(97 + file)}${firstRank + rows.length - 1 - index}`;
      if (/[A-Za-z]/.test(token)) owners.set(square, /[A-Z]/.test(token) ? 'first' : 'second');
      file += /\d/.test(token) ? Number(token) : 1;
    }
  });
  return {
    mode: 'move',
    side: fixture.side as Side,
    legal,
    owner: (square) => owners.get(square),
    hand: (piece) => (legal.some((move) => move.drop === piece) ? 1 : 0),
    ...over,
  };
}

/** Plays clicks: a square, `*P` for a piece in hand, `=usi` for a choice. */
function play(t: Table, clicks: string[]): { input: Input; output?: Output } {
  let step: { input: Input; output?: Output } = { input: IDLE };
  for (const click of clicks) {
    const choice = t.legal.find((move) => `=${move.usi}` === click);
    const action: Action = choice
      ? { type: 'choose', move: choice }
      : click.startsWith('*')
        ? { type: 'hand', side: t.side, piece: click.slice(1) }
        : { type: 'square', square: click };
    step = reduce(step.input, action, t);
  }
  return step;
}

const outcome = (step: { input: Input; output?: Output }): string =>
  step.output?.type === 'move'
    ? `move ${step.output.move.usi}`
    : step.output?.type === 'illegal'
      ? `illegal ${step.output.to}`
      : step.output?.type === 'premove'
        ? `premove ${step.output.premove.to}`
        : step.input.kind;

/** What a player does for a move, told by the move alone. */
function clicksFor(move: Legal, t: Table): string[] {
  const clicks = move.drop === undefined ? [move.from ?? ''] : [`*${move.drop}`];
  if (move.via !== undefined && move.captures.includes(move.via)) clicks.push(move.via);
  // Once for where it goes, and once more to stop there where a first leg was understood.
  for (let i = 0; i < 2; i++) {
    const { output, input } = play(t, clicks);
    if (!output && input.kind !== 'choice' && input.kind !== 'place') clicks.push(move.to ?? '');
  }
  const asked = (): Input['kind'] => play(t, clicks).input.kind;
  if (asked() === 'choice') clicks.push(`=${move.usi}`);
  if (asked() === 'place') clicks.push(move.places?.square ?? move.to ?? '');
  if (asked() === 'choice') clicks.push(`=${move.usi}`);
  return clicks;
}

describe('every legal move can be made', () => {
  for (const name of Object.keys(fixtures) as Name[]) {
    it(name, () => {
      const t = table(name);
      for (const move of t.legal.filter(({ to }) => to !== null)) {
        expect(outcome(play(t, clicksFor(move, t))), move.usi).toBe(`move ${move.usi}`);
      }
    });
  }
});

const cases: [string, Name, string[], string][] = [
  ['a quiet move', 'shogi start', ['g3', 'g4'], 'move 3g3f'],
  ['another piece is selected instead', 'shogi start', ['g3', 'c3', 'c4'], 'move 7g7f'],
  ['the same square twice selects nothing', 'shogi start', ['g3', 'g3'], 'idle'],
  ['an enemy piece is not selected', 'shogi start', ['g7'], 'idle'],
  ['a square that is out of reach is refused', 'shogi start', ['g3', 'g6'], 'illegal g6'],
  [
    'a piece without moves is selected, to be told why',
    'shogi start',
    ['d1', 'd3', 'd4'],
    'move 6g6f',
  ],
  ['a drop', 'shogi drops', ['*G', 'e5'], 'move G*5e'],
  ['a drop on an occupied square selects what is there', 'shogi drops', ['*G', 'c8'], 'source'],
  ['a piece in hand twice selects nothing', 'shogi drops', ['*G', '*G'], 'idle'],
  ['promotion is asked', 'shogi drops', ['b7', 'b8'], 'choice'],
  ['promotion that must be is not', 'judkins promotion', ['b5', 'c6'], 'illegal c6'],
  ['four promotions', 'chess castling', ['a7', 'a8'], 'choice'],
  ['castling by the king', 'chess castling', ['e1', 'g1'], 'move 4h2h'],
  ['en passant', 'chess castling', ['e5', 'd6'], 'move 4d5c'],
  ['a lion takes and has a choice', 'raichu lion', ['f7', 'e6'], 'leg'],
  ['the lion stops where it took', 'raichu lion', ['f7', 'e6', 'e6'], 'move 7f8g'],
  ['the lion takes and returns', 'raichu lion', ['f7', 'e6', 'f7'], 'move 7f8g7f'],
  ['the lion takes and goes on', 'raichu lion', ['f7', 'e6', 'd5'], 'move 7f8g9h'],
  ['the lion jumps', 'raichu lion', ['f7', 'd5'], 'move 7f9h'],
  ['the lion steps without being asked', 'raichu lion', ['f7', 'f6'], 'move 7f7g'],
  ['out of the second leg', 'raichu lion', ['f7', 'e6', 'l12'], 'idle'],
  ['another piece instead of the second leg', 'raichu lion', ['f7', 'e6', 'f3'], 'source'],
  ['a pass in place is offered', 'raichu lion', ['f7', 'f7'], 'choice'],
  ['a pass in place', 'raichu lion', ['f7', 'f7', '=7f7g7f'], 'move 7f7g7f'],
  ['an eagle takes two', 'raichu eagle', ['e6', 'f7', 'g8'], 'move 8g7f6e'],
  ['an eagle takes and returns', 'raichu eagle', ['e6', 'f7', 'e6'], 'move 8g7f8g'],
  ['an eagle jumps and takes', 'raichu eagle', ['e6', 'g8'], 'move 8g6e'],
  ['fire', 'minjiku fire', ['d4', 'b5'], 'move 7h9g'],
  ['an area move does not ask for the square between', 'minjiku fire', ['d4', 'e6'], 'move 7h6f'],
  ['a rifle shot is one click on the victim', 'minjiku shots', ['d8', 'd7'], 'move 7d7e7d'],
  ['a shot or a step is asked', 'invented', ['c3', 'd3'], 'leg'],
  ['the step', 'invented', ['c3', 'd3', 'd3'], 'move 4d3d'],
  ['the shot', 'invented', ['c3', 'd3', 'c3'], 'move 4d3d4d'],
  ['what is placed on the one square', 'seirawan castling', ['h1', 'h5'], 'choice'],
  ['a piece there', 'seirawan castling', ['h1', 'h5', '=1h1d,H1h'], 'move 1h1d,H1h'],
  ['nothing there', 'seirawan castling', ['h1', 'h5', '=1h1d'], 'move 1h1d'],
  ['a piece there, said by the hand', 'seirawan castling', ['h1', 'h5', '*E'], 'move 1h1d,E1h'],
  ['on which of two squares', 'seirawan castling', ['e1', 'g1'], 'place'],
  ['what on one of them', 'seirawan castling', ['e1', 'g1', 'h1'], 'choice'],
  ['a piece on it', 'seirawan castling', ['e1', 'g1', 'h1', '=4h2h,E1h'], 'move 4h2h,E1h'],
  ['nothing on it', 'seirawan castling', ['e1', 'g1', 'h1', '=4h2h'], 'move 4h2h'],
  ['nothing at all', 'seirawan castling', ['e1', 'g1', 'g1'], 'move 4h2h'],
  [
    'the piece first, then its square',
    'seirawan castling',
    ['e1', 'g1', '*H', 'h1'],
    'move 4h2h,H1h',
  ],
  ['neither of the squares', 'seirawan castling', ['e1', 'g1', 'd5'], 'idle'],
  ['a piece in hand that is only placed', 'seirawan castling', ['*H'], 'idle'],
];

it.each(cases)('%s', (_, name, clicks, expected) => {
  expect(outcome(play(table(name), clicks))).toBe(expected);
});

describe('a duck that is placed besides', () => {
  const squares = ['a1', 'a2', 'b2', 'c3'];
  /** Moves to `to`, each with the duck on any empty square. */
  const moves = (usi: string, from: Square, to: Square, over: Partial<Legal> = {}): Legal[] =>
    squares
      .filter((square) => square !== to && square !== 'c3')
      .map((square) => ({
        usi: `${usi},${square}`,
        algebraic: `${from}${to},${square}`,
        piece: 'P',
        from,
        to,
        captures: [],
        promotes: false,
        places: { piece: 'D', square, from: 'c3' },
        ...over,
      }));
  const t: Table = {
    mode: 'move',
    side: 'first',
    legal: [
      ...moves('step', 'a1', 'a2'),
      ...moves('promotes', 'b1', 'b2', { promotes: true, becomes: 'Q' }),
      ...moves('stays', 'b1', 'b2'),
    ],
    owner: (square) => (['a1', 'b1', 'c3'].includes(square) ? 'first' : undefined),
    hand: () => 0,
  };

  it.each<[string, string[], string]>([
    ['asks for its square', ['a1', 'a2'], 'place'],
    ['goes where it is put', ['a1', 'a2', 'b2'], 'move step,b2'],
    ['goes where the piece was', ['a1', 'a2', 'a1'], 'move step,a1'],
    ['may be taken up first', ['a1', 'a2', 'c3', 'b2'], 'move step,b2'],
    ['is called off elsewhere', ['a1', 'a2', 'd4'], 'idle'],
    ['is called off by another piece', ['a1', 'a2', 'b1'], 'source'],
    ['comes after the promotion', ['b1', 'b2', '=promotes,a1'], 'place'],
    ['and the promotion stands', ['b1', 'b2', '=promotes,a1', 'a2'], 'move promotes,a2'],
    ['or that there is none', ['b1', 'b2', '=stays,a1', 'a2'], 'move stays,a2'],
  ])('%s', (_, clicks, expected) => {
    expect(outcome(play(t, clicks))).toBe(expected);
  });

  it('is asked for after a move ahead of its turn too', () => {
    expect(outcome(replay({ source: { from: 'a1' }, to: 'a2' }, t))).toBe('place');
  });

  it('is asked about promotion once, not for every square', () => {
    const { input } = play(t, ['b1', 'b2']);
    const asked = 'moves' in input ? input.moves.map(({ usi, places }) => [usi, places]) : [];
    expect(asked).toEqual([
      ['promotes', undefined],
      ['stays', undefined],
    ]);
  });

  it('is marked where it can go, and shown there', () => {
    const { input } = play(t, ['a1', 'a2']);
    expect(Object.fromEntries(marks(input, t))).toEqual({ a1: 'place', b2: 'place' });
    expect(placedOn(input, 'b2').map(({ piece }) => piece)).toEqual(['D']);
    expect(placedOn(input, 'a2')).toEqual([]);
    expect(selected(input)).toBe('c3');
  });

  it('stands where it was while its square is asked for', () => {
    const { input } = play(t, ['b1', 'b2', '=promotes,a1']);
    expect(stagedMove(input, undefined)).toMatchObject({ usi: 'promotes', becomes: 'Q' });
    expect(stagedMove(input, undefined)).not.toHaveProperty('places');
  });
});

it('marks where nothing is placed', () => {
  const t = table('seirawan castling');
  const { input } = play(t, ['e1', 'g1']);
  expect(Object.fromEntries(marks(input, t))).toEqual({ e1: 'place', h1: 'place', g1: 'nothing' });
  expect(selected(play(t, ['e1', 'g1', 'h1']).input)).toBe('h1');
});

it('castles by a click on the rook', () => {
  const t = table('chess castling');
  const castling = t.legal.find(({ usi }) => usi === '4h2h');
  const partner = (from: Square, onto: Square) =>
    from === 'e1' && onto === 'h1' ? castling : undefined;
  expect(outcome(play({ ...t, partner }, ['e1', 'h1']))).toBe('move 4h2h');
  expect(outcome(play({ ...t, partner }, ['e1', 'a1']))).toBe('source');
});

it('asks what is placed after castling by a click on the rook', () => {
  const t = table('seirawan castling');
  const castling = t.legal.find(({ usi }) => usi === '4h2h');
  const partner = (_: Square, onto: Square) => (onto === 'h1' ? castling : undefined);
  expect(outcome(play({ ...t, partner }, ['e1', 'h1']))).toBe('place');
  expect(outcome(play({ ...t, partner }, ['e1', 'h1', 'g1']))).toBe('move 4h2h');
});

it('does nothing while only a forced pass is left, or while it watches', () => {
  const watching = table('raichu pass', { mode: 'watch' });
  expect(outcome(play(watching, ['a12', 'a11']))).toBe('idle');
});

it('understands other spellings of one move', () => {
  const t = table('raichu eagle');
  const pass = t.legal.find(({ usi }) => usi === '9j9i9j') as Legal;
  const also = [{ usi: '8g8f8g', from: 'e6', to: 'e6', via: 'd7' }];
  const legal = spelled([{ ...pass, also }]);
  expect(legal.map(({ usi, from }) => [usi, from])).toEqual([
    ['9j9i9j', 'd3'],
    ['8g8f8g', 'e6'],
  ]);
  expect(outcome(play({ ...t, legal }, ['e6', 'e6', '=8g8f8g']))).toBe('move 8g8f8g');
});

describe('ahead of the turn', () => {
  const waiting = (over: Partial<Table> = {}): Table =>
    table('shogi start', { mode: 'premove', legal: [], ...over });

  it('any own piece goes anywhere', () => {
    expect(outcome(play(waiting(), ['g3', 'g4']))).toBe('premove g4');
  });

  it('but only where its movement leads, if that is known', () => {
    const ahead = (): ReadonlySet<Square> => new Set(['g4']);
    expect(outcome(play(waiting({ ahead }), ['g3', 'g4']))).toBe('premove g4');
    expect(outcome(play(waiting({ ahead }), ['g3', 'c3']))).toBe('source');
    expect(outcome(play(waiting({ ahead }), ['g3', 'e5']))).toBe('idle');
  });

  it('is made when its turn comes, if it is legal then', () => {
    const t = table('shogi start');
    expect(outcome(replay({ source: { from: 'g3' }, to: 'g4' }, t))).toBe('move 3g3f');
    expect(outcome(replay({ source: { from: 'g3' }, to: 'g5' }, t))).toBe('idle');
    expect(outcome(replay({ source: { from: 'g7' }, to: 'g6' }, t))).toBe('idle');
  });

  it('asks then what is still open', () => {
    const t = table('shogi drops');
    expect(outcome(replay({ source: { from: 'b7' }, to: 'b8' }, t))).toBe('choice');
  });
});

describe('marks', () => {
  const shown = (name: Name, clicks: string[]): Record<Square, string> => {
    const t = table(name);
    return Object.fromEntries(marks(play(t, clicks).input, t));
  };

  it('tells quiet, capture, first leg and pass apart', () => {
    expect(shown('raichu lion', ['f7'])).toMatchObject({
      d5: 'quiet',
      f6: 'quiet',
      e6: 'leg',
      e8: 'leg',
      f7: 'pass',
    });
  });

  it('shows where the second leg leads', () => {
    const second = shown('raichu lion', ['f7', 'e6']);
    expect(second).toMatchObject({ e6: 'stop', f7: 'return', d5: 'quiet', f5: 'quiet' });
    expect(second['e8']).toBeUndefined();
  });

  it('shows shots', () => {
    expect(shown('minjiku shots', ['d8'])).toMatchObject({
      d7: 'shot',
      c9: 'capture',
      e9: 'quiet',
    });
  });

  it('shows nothing for a piece that cannot move', () => {
    expect(shown('shogi start', ['b1'])).toEqual({});
  });

  it('knows whom a move costs before it is made', () => {
    const t = table('minjiku fire');
    const { input } = play(t, ['d4']);
    expect(leadsTo(input, t, 'b5')?.captures).toEqual(['c6']);
    expect(leadsTo(input, t, 'e6')?.captures).toEqual([]);
    const lion = table('raichu lion');
    const leg = play(lion, ['f7', 'e6']);
    expect(leadsTo(leg.input, lion, 'd5')?.captures).toEqual(['e6']);
  });

  it('shows what becomes of each piece, except of one that has gone already', () => {
    const [fire] = table('minjiku fire').legal;
    const removes = [
      { square: 'd8', side: 'second' as const, piece: 'P', fate: 'captured' as const },
      { square: 'c7', side: 'second' as const, piece: 'P', fate: 'burned' as const },
    ];
    const move = { ...(fire as Legal), removes };
    expect(Object.fromEntries(victims(move))).toEqual({ d8: 'captured', c7: 'burned' });
    expect(Object.fromEntries(victims(move, 'd8'))).toEqual({ c7: 'burned' });
    expect(victims(fire as Legal).size).toBe(0);
  });
});

describe('castling that only a click on the partner means', () => {
  const move = (usi: string, from: Square, to: Square, rook?: [Square, Square]) =>
    ({
      usi,
      from,
      to,
      piece: 'K',
      becomes: 'K',
      captures: [],
      ...(rook ? { partner: { from: rook[0], to: rook[1] } } : {}),
    }) as unknown as Legal;
  const t: Table = {
    mode: 'move',
    side: 'first',
    legal: [
      move('step', 'f1', 'g1'),
      move('short', 'f1', 'g1', ['h1', 'f1']),
      move('long', 'f1', 'c1', ['a1', 'd1']),
      move('stay', 'c1', 'c1', ['b1', 'd1']),
    ],
    owner: (square) => (['a1', 'b1', 'c1', 'f1', 'h1'].includes(square) ? 'first' : undefined),
    hand: () => 0,
    partner: (from, onto) =>
      t.legal.find((move) => move.from === from && move.partner?.from === onto),
  };

  it.each([
    [['f1', 'g1'], 'move step'],
    [['f1', 'h1'], 'move short'],
    [['f1', 'c1'], 'move long'],
    [['f1', 'a1'], 'move long'],
    [['c1', 'b1'], 'move stay'],
    [['c1', 'c1'], 'idle'],
  ])('%s: %s', (clicks, expected) => {
    expect(outcome(play(t, clicks))).toBe(expected);
  });

  it('is marked on the partner', () => {
    const at = (from: Square) => [...marks({ kind: 'source', source: { from } }, t).keys()].sort();
    expect(at('f1')).toEqual(['c1', 'g1', 'h1']);
    expect(at('c1')).toEqual(['b1']);
  });
});
