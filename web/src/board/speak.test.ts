import { expect, it } from 'vitest';
import { variant, piece } from '../api/mock';
import type { Removed } from '../api/types';
import { geometry } from './geometry';
import { sayMove, speaker, type LastMove } from './speak';

const names = (id: string, en: string, kanji: string) =>
  piece(id, { name: { en, kanji, abbreviation: kanji } });
const info = variant({
  board: {
    files: 12,
    ranks: 12,
    first_rank: 1,
    holes: [],
    vanishing: [],
    coordinates: 'algebraic',
  },
  pieces: [
    names('N', 'Lion', '獅子'),
    names('G', 'Go-Between', '仲人'),
    names('P', 'Pawn', '歩兵'),
    names('+P', 'Tokin', 'と金'),
    names('D', 'Duck', '家鴨'),
  ],
});
const sides = { first: 'Sente', second: 'Gote' };
const removed = (square: string, fate: Removed['fate'], side: Removed['side'] = 'second') => ({
  square,
  side,
  piece: 'G',
  fate,
});
const move = (from: string | null, to: string, over: Partial<LastMove> = {}): LastMove => ({
  side: 'first',
  piece: 'N',
  from,
  to,
  ...over,
});

it.each<[string, LastMove, string]>([
  ['a step', move('h7', 'h8'), 'Sente: Lion on h7 goes to h8'],
  [
    'a capture',
    move('h7', 'h8', { removes: [removed('h8', 'captured')] }),
    'Sente: Lion on h7 takes the Go-Between on h8',
  ],
  [
    'igui',
    move('h7', 'h7', { via: 'i8', removes: [removed('i8', 'shot')] }),
    'Sente: Lion on h7 takes the Go-Between on i8 and stays',
  ],
  [
    'two captures',
    move('h7', 'j9', {
      via: 'i8',
      removes: [removed('i8', 'captured'), removed('j9', 'captured')],
    }),
    'Sente: Lion on h7 takes the Go-Between on i8 and the Go-Between on j9',
  ],
  [
    'a capture on the way',
    move('h7', 'j9', { via: 'i8', removes: [removed('i8', 'captured')] }),
    'Sente: Lion on h7 takes the Go-Between on i8 and goes to j9',
  ],
  [
    'three legs',
    move('h7', 'h8', { middles: ['i8', 'i9'] }),
    'Sente: Lion on h7 goes by i8 and i9 to h8',
  ],
  [
    'fire',
    move('h7', 'h9', { removes: [removed('i9', 'burned'), removed('g9', 'burned')] }),
    'Sente: Lion on h7 goes to h9 and burns the Go-Between on i9 and the Go-Between on g9',
  ],
  [
    'into the fire',
    move('h7', 'h9', { removes: [removed('h9', 'burned', 'first')] }),
    'Sente: Lion on h7 goes to h9 and is burned',
  ],
  [
    'an explosion',
    move('h7', 'h9', {
      removes: [
        removed('h9', 'captured'),
        removed('i9', 'exploded'),
        removed('h9', 'exploded', 'first'),
      ],
    }),
    'Sente: Lion on h7 takes the Go-Between on h9, blows up the Go-Between on i9 and explodes',
  ],
  ['in place', move('h7', 'h7', { via: 'h8' }), 'Sente passes'],
  [
    'a promotion',
    move('h7', 'h8', { piece: 'P', becomes: '+P' }),
    'Sente: Pawn on h7 goes to h8 and becomes Tokin',
  ],
  ['a drop', move(null, 'h8', { piece: 'P' }), 'Sente: Pawn dropped on h8'],
  [
    'castling',
    move('h1', 'j1', { partner: { from: 'l1', to: 'i1' } }),
    'Sente: Lion on h1 castles to j1',
  ],
  [
    'a duck',
    move('h7', 'h8', { places: { piece: 'D', square: 'd5', from: 'e5' } }),
    'Sente: Lion on h7 goes to h8 and places the Duck on d5',
  ],
  [
    'a capture and a duck',
    move('h7', 'h8', {
      removes: [removed('h8', 'captured')],
      places: { piece: 'D', square: 'h7' },
    }),
    'Sente: Lion on h7 takes the Go-Between on h8 and places the Duck on h7',
  ],
  [
    'castling and a piece behind it',
    move('h1', 'j1', {
      partner: { from: 'l1', to: 'i1' },
      places: { piece: 'P', square: 'l1', held: true },
    }),
    'Sente: Lion on h1 castles to j1 and places the Pawn on l1',
  ],
  [
    'in passing',
    move('h7', 'i8', { removes: [removed('i7', 'en-passant')] }),
    'Sente: Lion on h7 takes the Go-Between on i7 in passing and goes to i8',
  ],
])('tells %s', (_, played, expected) => {
  expect(sayMove(speaker(info, geometry(info.board), 'en', sides), played)).toBe(expected);
});

it('tells it in Japanese', () => {
  const say = speaker(info, geometry(info.board), 'ja', { first: '先手', second: '後手' });
  const igui = move('h7', 'h7', { via: 'i8', removes: [removed('i8', 'shot')] });
  expect(sayMove(say, igui)).toBe('先手、h7の獅子、i8の仲人を取る、動かない');
  const duck = move('h7', 'h8', { places: { piece: 'D', square: 'd5' } });
  expect(sayMove(say, duck)).toBe('先手、h7の獅子、h8へ、d5に家鴨を置く');
});

it.each<[string, (string | undefined)[], string, string]>([
  [
    'one piece on any square',
    ['D d5', 'D d6'],
    'Choose where to place the Duck',
    '家鴨を置く升を選んでください',
  ],
  [
    'several, or none, on several',
    ['D d5', 'P d6', undefined],
    'Choose where to place a piece, or the piece that has moved to place nothing',
    '駒を置く升を選んでください（動いた駒を選ぶと何も置きません）',
  ],
  [
    'several on one',
    ['D d5', 'P d5', undefined],
    'Choose what to place on d5',
    'd5に何を置くか選んでください',
  ],
])('asks for %s', (_, placed, english, japanese) => {
  const moves = placed.map((text) => {
    const [piece = '', square = ''] = text?.split(' ') ?? [];
    return text === undefined ? {} : { places: { piece, square } };
  });
  const asks = (language: 'en' | 'ja') =>
    speaker(info, geometry(info.board), language, sides).placing(moves);
  expect(asks('en')).toBe(english);
  expect(asks('ja')).toBe(japanese);
});
