/** Every kind of move that there is at a board: where it is made, and what is seen and heard of it. */

import type { Square } from '../src/api/types';
import type { Way } from './hands';

export interface Case {
  what: string;
  variant: string;
  position: string;
  /** In USI. */
  move: string;
  /** Another square that stands for where it ends. */
  onto?: Square;
  /** What is said when it has been made. */
  said: string;
  /** What squares say then. */
  seen: Record<Square, string>;
  /** By what it is made in the quick tier, besides the mouse. */
  quick: Way[];
}

const SHOGI = '4k4/2S6/1P1P3P1/9/9/9/9/9/4K4 b R2G3Pr2b 1';
const LAST_RANK = 'k8/6P2/9/9/9/9/9/9/4K4 b - 1';
const CHESS = '4k2r/P7/8/3pP3/8/8/8/R3K2R w KQk d6 0 2';
const LION = '12/12/12/12/4p7/5N6/4n7/12/12/5K6/12/5k6 b - 1';
const LIONS = 'k11/12/12/12/4p7/5N6/4n7/12/12/5K6/12/12 b - 1';
const EAGLE = 'k11/12/12/12/6p5/5p6/4+D7/12/12/3+H8/12/5K6 b - 1';
const FIRE = '****k*****/10/10/3p1p4/10/2p3p3/10/3F6/10/10/10/*****K**** b - 1 unmoved=-';
const SHOTS = '****k*****/10/2p7/3V6/3p6/10/7g2/6+Y3/10/1+D8/10/*****K**** b - 1 unmoved=-';
const SHOT_IN_ZONE = '****k*****/10/10/3p6/3V6/10/10/10/10/10/10/*****K**** b - 1 unmoved=-';
const SHOOTERS = '****k*****/10/10/10/10/3V6/3p6/3V6/10/10/10/*****K**** b - 1 unmoved=-';
const LEAPS = '****k*****/10/10/1g8/1p8/1p8/1J8/10/10/10/10/****MK**** b - 1 unmoved=-';

const on =
  (variant: string, position: string) =>
  (
    what: string,
    move: string,
    said: string,
    seen: Record<Square, string>,
    quick: Way[] = [],
    onto?: Square,
  ): Case => ({ what, variant, position, move, said, seen, quick, ...(onto && { onto }) });

const shogi = on('shogi', SHOGI);
const chess = on('chess', CHESS);
const lion = on('raichu', LION);
const eagle = on('raichu', EAGLE);
const fire = on('minjiku', FIRE);
const shots = on('minjiku', SHOTS);
const leaps = on('minjiku', LEAPS);

const duck = on('duck', '4k3/P7/8/3dp3/3P4/8/8/4K3 w - - 0 2');
const behind = on('seirawan', '4k3/7p/8/8/8/8/8/4K2R[HE] w K - 0 1');

const ALL: Way[] = ['touch', 'keyboard', 'drag', 'touch-drag'];

export const CASES: Case[] = [
  shogi('a step', '5i5h', 'Sente: King on 5i goes to 5h', { e1: 'empty', e2: 'Sente King' }),
  shogi('a drop', 'G*5e', 'Sente: Gold dropped on 5e', { e5: 'Sente Gold' }, ALL),
  shogi(
    'a promotion',
    '8c8b+',
    'Sente: Pawn on 8c goes to 8b and becomes Tokin',
    { b8: 'Sente Tokin' },
    ALL,
  ),
  shogi('no promotion', '8c8b', 'Sente: Pawn on 8c goes to 8b', { b8: 'Sente Pawn' }),
  on('shogi', LAST_RANK)(
    'a promotion that must be',
    '3b3a+',
    'Sente: Pawn on 3b goes to 3a and becomes Tokin',
    { g9: 'Sente Tokin' },
  ),
  chess('a capture', '1h1a', 'White: Rook on h1 takes the Rook on h8, check', { h8: 'White Rook' }),
  chess(
    'castling',
    '4h2h',
    'White: King on e1 castles to g1',
    { e1: 'empty', f1: 'White Rook', g1: 'White King', h1: 'empty' },
    ['keyboard'],
  ),
  chess('castling to the other side', '4h6h', 'White: King on e1 castles to c1', {
    a1: 'empty',
    c1: 'White King',
    d1: 'White Rook',
    e1: 'empty',
  }),
  chess(
    'castling, said by the rook',
    '4h2h',
    'White: King on e1 castles to g1',
    { f1: 'White Rook', g1: 'White King', h1: 'empty' },
    [],
    'h1',
  ),
  chess(
    'en passant',
    '4d5c',
    'White: Pawn on e5 takes the Pawn on d5 in passing and goes to d6',
    { d5: 'empty', d6: 'White Pawn' },
    ['drag'],
  ),
  chess('one promotion of four', '8b8an', 'White: Pawn on a7 goes to a8 and becomes Knight', {
    a8: 'White Knight',
  }),
  lion('a lion that steps', '7f7g', 'Sente: Lion on f7 goes to f6', {
    f6: 'Sente Lion',
    f7: 'empty',
  }),
  lion('a lion that jumps', '7f9h', 'Sente: Lion on f7 goes to d5', {
    d5: 'Sente Lion',
    e6: 'Gote Lion',
  }),
  lion('a lion that stops', '7f8g', 'Sente: Lion on f7 takes the Lion on e6', {
    e6: 'Sente Lion',
    f7: 'empty',
  }),
  lion(
    'a lion that takes and goes on',
    '7f8g9h',
    'Sente: Lion on f7 takes the Lion on e6 and goes to d5',
    {
      d5: 'Sente Lion',
      e6: 'empty',
    },
  ),
  lion(
    'igui',
    '7f8g7f',
    'Sente: Lion on f7 takes the Lion on e6 and stays',
    { e6: 'empty', f7: 'Sente Lion' },
    ['touch', 'keyboard'],
  ),
  lion('jitto', '7f7g7f', 'Sente passes', { f7: 'Sente Lion' }, ['keyboard']),
  on('raichu', LIONS)('a forced pass', '7f8g', 'Sente: Lion on f7 takes the Lion on e6', {
    e6: 'Sente Lion',
  }),
  eagle(
    'a double capture',
    '8g7f6e',
    'Sente: Soaring Eagle on e6 takes the Pawn on f7 and the Pawn on g8',
    { e6: 'empty', f7: 'empty', g8: 'Sente Soaring Eagle' },
    ['touch'],
  ),
  eagle('a jump that takes', '8g6e', 'Sente: Soaring Eagle on e6 takes the Pawn on g8', {
    f7: 'Gote Pawn',
    g8: 'Sente Soaring Eagle',
  }),
  eagle('igui in a line', '8g7f8g', 'Sente: Soaring Eagle on e6 takes the Pawn on f7 and stays', {
    e6: 'Sente Soaring Eagle',
    f7: 'empty',
  }),
  eagle('jitto in a line', '9j9i9j', 'Sente passes', { d3: 'Sente Horned Falcon', d4: 'empty' }),
  eagle('jitto by the other piece', '8g9f8g', 'Sente passes', { e6: 'Sente Soaring Eagle' }),
  shots(
    'a rifle shot',
    '7d7e7d',
    'White: Viper on d8 takes the Pawn on d7 and stays',
    { d7: 'empty', d8: 'White Viper' },
    ['touch'],
  ),
  on('minjiku', SHOT_IN_ZONE)(
    'a shot that promotes',
    '7e7d7e+',
    'White: Viper on d7 takes the Pawn on d8, stays and becomes Area Jumper',
    { d7: 'White Area Jumper', d8: 'empty' },
  ),
  on('minjiku', SHOOTERS)(
    'a shot by one of two',
    '7h7g7h',
    'White: Viper on d4 takes the Pawn on d5 and stays',
    { d4: 'White Viper', d5: 'empty', d6: 'White Viper' },
  ),
  on('minjiku', SHOOTERS)(
    'a shot by the other',
    '7f7g7f',
    'White: Viper on d4 takes the Pawn on d5 and stays',
    { d4: 'White Viper', d5: 'empty', d6: 'White Viper' },
  ),
  fire('fire', '7h7g', 'White: Fire Dragon on d4 goes to d5 and burns the Pawn on c6', {
    c6: 'empty',
    d5: 'White Fire Dragon',
  }),
  fire('fire that takes', '7h7d', 'White: Fire Dragon on d4 takes the Pawn on d8, check', {
    d8: 'White Fire Dragon',
  }),
  fire(
    'an area move',
    '7h6f',
    'White: Fire Dragon on d4 goes to e6, check',
    { d4: 'empty', e6: 'White Fire Dragon' },
    ['keyboard', 'drag'],
  ),
  leaps(
    'a capture over others',
    '9g9d',
    'White: Jumping General on b5 takes the Gold General on b8, check',
    { b6: 'Black Pawn', b7: 'Black Pawn', b8: 'White Jumping General' },
  ),
  duck(
    'a duck',
    '5e4d,5f',
    'White: Pawn on d4 takes the Pawn on e5 and places the Duck on d3',
    { d3: 'White Duck', d4: 'empty', d5: 'empty', e5: 'White Pawn' },
    ALL,
  ),
  duck(
    'a promotion, and a duck',
    '8b8aq,8b',
    'White: Pawn on a7 goes to a8, becomes Queen and places the Duck on a7, check',
    { a7: 'White Duck', a8: 'White Queen' },
    ALL,
  ),
  behind(
    'a piece behind a rook',
    '1h1b,E1h',
    'White: Rook on h1 takes the Pawn on h7 and places the Elephant on h1',
    { h1: 'White Elephant', h7: 'White Rook' },
    ALL,
  ),
  behind('nothing behind a rook', '1h1e', 'White: Rook on h1 goes to h4', { h1: 'empty' }, ALL),
  behind(
    'castling, and a piece in the corner',
    '4h2h,H1h',
    'White: King on e1 castles to g1 and places the Hawk on h1',
    { e1: 'empty', f1: 'White Rook', g1: 'White King', h1: 'White Hawk' },
    ALL,
  ),
  behind('castling, and nothing', '4h2h', 'White: King on e1 castles to g1', { h1: 'empty' }),
  on('amazons', '3a2a3/10/10/a8a/10/10/A8A/10/10/3A2A3 w - - 0 1')(
    'an arrow',
    '7j7d,4g',
    'White: Amazon on d1 goes to d7 and places the Arrow on g4',
    { d1: 'empty', d7: 'White Amazon', g4: 'White Arrow' },
  ),
  leaps('a square that vanishes', '6l6k', 'White: Minister on e0 goes to e1', {
    e1: 'White Minister',
  }),
];
