/** What the board says, on its few buttons and aloud. */

import type { Fate, Side, Zone } from '../api/types';
import type { Mark } from './marks';

export interface BoardText {
  board: string;
  empty: string;
  stand: (side: string) => string;
  taken: (side: string) => string;
  piece: (side: string, name: string) => string;
  inHand: (count: number, name: string) => string;
  selected: (name: string, where: string, moves: number) => string;
  handSelected: (name: string, squares: number) => string;
  cancelled: string;
  goOn: (where: string) => string;
  /** Before a move that takes others than who stands on its square, made by a finger. */
  again: (whom: string) => string;
  /** Before a piece is placed, by its name if it is always the same; `or`: if one may place nothing. */
  placeWhere: (name: string | undefined, or: boolean) => string;
  /** Before one of several pieces, or none, is placed on a square. */
  placeWhat: (where: string) => string;
  choose: string;
  promote: (name: string) => string;
  keep: (name: string) => string;
  place: (name: string) => string;
  placeNothing: string;
  /** The same beside the pieces that may be placed. */
  nothing: string;
  passHere: string;
  cancel: string;
  /** Who moves from where; what the move does follows, joined by `all`. */
  mover: (side: string, name: string, from: string) => string;
  goes: (by: string[], to: string) => string;
  stays: string;
  castles: (to: string) => string;
  dropped: (side: string, name: string, to: string) => string;
  passed: (side: string) => string;
  /** A piece where it stands. */
  on: (name: string, where: string) => string;
  takes: (pieces: string[]) => string;
  fates: Record<Fate, (pieces: string[]) => string>;
  /** The piece that moves is burned itself. */
  isBurned: string;
  /** The piece that moves explodes itself. */
  explodes: string;
  becomes: (name: string) => string;
  places: (name: string, where: string) => string;
  /** What a move does, one thing after the other. */
  all: (subject: string, does: string[]) => string;
  /** What ends a sentence. */
  stop: string;
  check: string;
  zones: Record<Zone['kind'], (side: string) => string>;
  marks: Record<Mark, string>;
  closer: string;
}

/** `a, b and c`. */
const and = (parts: string[]): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1] ?? ''}`;

const en: BoardText = {
  board: 'Board',
  empty: 'empty',
  stand: (side) => `Pieces in hand: ${side}`,
  taken: (side) => `Taken by ${side}`,
  piece: (side, name) => `${side} ${name}`,
  inHand: (count, name) => `${count} ${name}`,
  selected: (name, where, moves) =>
    `${name} on ${where} selected, ${moves} ${moves === 1 ? 'square' : 'squares'} to go to`,
  handSelected: (name, squares) =>
    `${name} in hand selected, ${squares} ${squares === 1 ? 'square' : 'squares'} to drop it on`,
  cancelled: 'Selection cancelled',
  goOn: (where) => `Takes on ${where}. Choose where to go on, or the same square to stop`,
  again: (whom) => `Takes ${whom} too. Touch the square again to move`,
  placeWhere: (name, or) =>
    `Choose where to place ${name === undefined ? 'a piece' : `the ${name}`}` +
    (or ? ', or the piece that has moved to place nothing' : ''),
  placeWhat: (where) => `Choose what to place on ${where}`,
  choose: 'Choose',
  promote: (name) => `Promote to ${name}`,
  keep: (name) => `Stay ${name}`,
  place: (name) => `Place the ${name}`,
  placeNothing: 'Place nothing',
  nothing: 'Nothing',
  passHere: 'Pass in place',
  cancel: 'Cancel',
  mover: (side, name, from) => `${side}: ${name} on ${from}`,
  goes: (by, to) => `goes ${by.length > 0 ? `by ${and(by)} ` : ''}to ${to}`,
  stays: 'stays',
  castles: (to) => `castles to ${to}`,
  dropped: (side, name, to) => `${side}: ${name} dropped on ${to}`,
  passed: (side) => `${side} passes`,
  on: (name, where) => `the ${name} on ${where}`,
  takes: (pieces) => `takes ${and(pieces)}`,
  fates: {
    captured: (pieces) => `takes ${and(pieces)}`,
    shot: (pieces) => `takes ${and(pieces)}`,
    'en-passant': (pieces) => `takes ${and(pieces)} in passing`,
    burned: (pieces) => `burns ${and(pieces)}`,
    exploded: (pieces) => `blows up ${and(pieces)}`,
    destroyed: (pieces) => `destroys ${and(pieces)}`,
  },
  isBurned: 'is burned',
  explodes: 'explodes',
  becomes: (name) => `becomes ${name}`,
  places: (name, where) => `places the ${name} on ${where}`,
  all: (subject, does) => `${subject} ${and(does)}`,
  stop: '.',
  check: 'check',
  zones: {
    promotion: (side) => `${side} promotes here`,
    goal: (side) => `${side}'s goal`,
    drop: (side) => `${side} may drop here`,
  },
  marks: {
    quiet: 'can go here',
    capture: 'can take here',
    leg: 'can take here and go on',
    shot: 'can take this and stay',
    stop: 'stop here',
    return: 'return here',
    pass: 'pass in place',
    ahead: 'may go here',
    place: 'place here',
    nothing: 'place nothing',
  },
  closer: 'The board, closer: tap a square',
};

const ja: BoardText = {
  board: '盤',
  empty: '空き',
  stand: (side) => `${side}の持ち駒`,
  taken: (side) => `${side}が取った駒`,
  piece: (side, name) => `${side}の${name}`,
  inHand: (count, name) => `${name}${count}枚`,
  selected: (name, where, moves) => `${where}の${name}を選択、行き先${moves}か所`,
  handSelected: (name, squares) => `持ち駒の${name}を選択、打てる升${squares}か所`,
  cancelled: '選択を取り消しました',
  goOn: (where) => `${where}の駒を取ります。続けて進む升を選ぶか、同じ升で止まります`,
  again: (whom) => `${whom}も取ります。もう一度触れると指します`,
  placeWhere: (name, or) =>
    `${name ?? '駒'}を置く升を選んでください` + (or ? '（動いた駒を選ぶと何も置きません）' : ''),
  placeWhat: (where) => `${where}に何を置くか選んでください`,
  choose: '選んでください',
  promote: (name) => `${name}に成る`,
  keep: (name) => `${name}のまま成らない`,
  place: (name) => `${name}を置く`,
  placeNothing: '何も置かない',
  nothing: '置かない',
  passHere: 'じっと（その場で手を渡す）',
  cancel: '取り消し',
  mover: (side, name, from) => `${side}、${from}の${name}`,
  goes: (by, to) => `${by.length > 0 ? `${by.join('、')}を通って` : ''}${to}へ`,
  stays: '動かない',
  castles: (to) => `${to}へキャスリング`,
  dropped: (side, name, to) => `${side}、${name}、${to}に打つ`,
  passed: (side) => `${side}、パス`,
  on: (name, where) => `${where}の${name}`,
  takes: (pieces) => `${pieces.join('、')}を取る`,
  fates: {
    captured: (pieces) => `${pieces.join('、')}を取る`,
    shot: (pieces) => `${pieces.join('、')}を取る`,
    'en-passant': (pieces) => `${pieces.join('、')}を通過取りする`,
    burned: (pieces) => `${pieces.join('、')}を焼く`,
    exploded: (pieces) => `${pieces.join('、')}を吹き飛ばす`,
    destroyed: (pieces) => `${pieces.join('、')}を壊す`,
  },
  isBurned: '焼かれる',
  explodes: '自らも爆発する',
  becomes: (name) => `${name}に成る`,
  places: (name, where) => `${where}に${name}を置く`,
  all: (subject, does) => [subject, ...does].join('、'),
  stop: '。',
  check: '王手',
  zones: {
    promotion: (side) => `${side}の敵陣`,
    goal: (side) => `${side}の目標`,
    drop: (side) => `${side}が打てる升`,
  },
  marks: {
    quiet: '進めます',
    capture: '取れます',
    leg: '取って続けて動けます',
    shot: '動かずに取れます',
    stop: 'ここで止まる',
    return: 'ここへ戻る',
    pass: 'その場で手を渡す',
    ahead: '先に指せます',
    place: 'ここに置く',
    nothing: '何も置かない',
  },
  closer: '拡大した盤面：升を選んでください',
};

export type BoardLanguage = 'en' | 'ja';
export const texts: Record<BoardLanguage, BoardText> = { en, ja };

export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');
