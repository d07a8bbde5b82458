/** What the board says, on its few buttons and aloud. */

import type { Side, Zone } from '../api/types';
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
  choose: string;
  promote: (name: string) => string;
  keep: (name: string) => string;
  passHere: string;
  cancel: string;
  moved: (side: string, name: string, from: string, to: string) => string;
  dropped: (side: string, name: string, to: string) => string;
  shot: (side: string, name: string, from: string) => string;
  passed: (side: string) => string;
  takes: (names: string[]) => string;
  becomes: (name: string) => string;
  check: string;
  zones: Record<Zone['kind'], (side: string) => string>;
  marks: Record<Mark, string>;
  closer: string;
}

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
  choose: 'Choose',
  promote: (name) => `Promote to ${name}`,
  keep: (name) => `Stay ${name}`,
  passHere: 'Pass in place',
  cancel: 'Cancel',
  moved: (side, name, from, to) => `${side}: ${name} ${from} to ${to}`,
  dropped: (side, name, to) => `${side}: ${name} dropped on ${to}`,
  shot: (side, name, from) => `${side}: ${name} on ${from} stays`,
  passed: (side) => `${side} passes`,
  takes: (names) => `takes ${names.join(', ')}`,
  becomes: (name) => `becomes ${name}`,
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
  choose: '選んでください',
  promote: (name) => `${name}に成る`,
  keep: (name) => `${name}のまま成らない`,
  passHere: 'じっと（その場で手を渡す）',
  cancel: '取り消し',
  moved: (side, name, from, to) => `${side}、${name}、${from}から${to}`,
  dropped: (side, name, to) => `${side}、${name}、${to}に打つ`,
  shot: (side, name, from) => `${side}、${from}の${name}は動かず`,
  passed: (side) => `${side}、パス`,
  takes: (names) => `${names.join('、')}を取る`,
  becomes: (name) => `${name}に成る`,
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
  },
  closer: '拡大した盤面：升を選んでください',
};

export type BoardLanguage = 'en' | 'ja';
export const texts: Record<BoardLanguage, BoardText> = { en, ja };

export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');
