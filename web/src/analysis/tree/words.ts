import { settings } from '../../app/settings.svelte';
import type { Nag } from './signs';

/** What the sides are called. */
export interface Sides {
  first: string;
  second: string;
}

type SignWords = Record<Nag, (sides: Sides) => string>;

const signsEn: SignWords = {
  1: () => 'good move',
  2: () => 'mistake',
  3: () => 'brilliant move',
  4: () => 'blunder',
  5: () => 'interesting move',
  6: () => 'dubious move',
  7: () => 'only move',
  10: () => 'equal',
  13: () => 'unclear',
  14: ({ first }) => `${first} is slightly better`,
  15: ({ second }) => `${second} is slightly better`,
  16: ({ first }) => `${first} is better`,
  17: ({ second }) => `${second} is better`,
  18: ({ first }) => `${first} is winning`,
  19: ({ second }) => `${second} is winning`,
  22: () => 'zugzwang',
  36: () => 'initiative',
  40: () => 'attack',
  132: () => 'counterplay',
  138: () => 'time trouble',
  146: () => 'novelty',
};

const signsJa: SignWords = {
  1: () => '好手',
  2: () => '悪手',
  3: () => '妙手',
  4: () => '大悪手',
  5: () => '注目の一手',
  6: () => '疑問手',
  7: () => '唯一の手',
  10: () => '互角',
  13: () => '形勢不明',
  14: ({ first }) => `${first}有利`,
  15: ({ second }) => `${second}有利`,
  16: ({ first }) => `${first}優勢`,
  17: ({ second }) => `${second}優勢`,
  18: ({ first }) => `${first}勝勢`,
  19: ({ second }) => `${second}勝勢`,
  22: () => 'ツークツワンク',
  36: () => '主導権',
  40: () => '攻勢',
  132: () => '反撃',
  138: () => '時間切迫',
  146: () => '新手',
};

const count = (n: number): string => (n === 1 ? '1 move' : `${n} moves`);

const en = {
  menu: 'Change this move',
  menuOf: (move: string) => `Change ${move}`,
  promote: 'Promote variation',
  makeMain: 'Make main line',
  copy: 'Copy the moves to here',
  remove: 'Delete from here',
  write: 'Add comment',
  edit: 'Edit comment',
  variation: 'Variation',
  fold: 'Fold variation',
  unfold: 'Unfold variation',
  hidden: (n: number) => `… ${count(n)}`,
  removed: (n: number) => `${count(n)} deleted`,
  undo: 'Undo',
  comment: 'Comment',
  groups: { move: 'Move', position: 'Position', other: 'More' },
  signs: signsEn,
  keys: {
    next: 'Next move',
    previous: 'Previous move',
    down: 'Next variation or branch',
    up: 'Previous variation or branch',
    first: 'To the start',
    last: 'To the end of the line',
    promote: 'Promote variation',
    remove: 'Delete from here',
    undo: 'Undo',
    redo: 'Redo',
  },
};

const ja: typeof en = {
  menu: 'この手の操作',
  menuOf: (move) => `${move}の操作`,
  promote: '変化の順位を上げる',
  makeMain: '本譜にする',
  copy: 'ここまでの手順をコピー',
  remove: 'この手以降を削除',
  write: 'コメントを追加',
  edit: 'コメントを編集',
  variation: '変化',
  fold: '変化を折りたたむ',
  unfold: '変化を展開する',
  hidden: (n) => `…（${n}手）`,
  removed: (n) => `${n}手を削除しました`,
  undo: '元に戻す',
  comment: 'コメント',
  groups: { move: '指し手', position: '形勢', other: 'その他' },
  signs: signsJa,
  keys: {
    next: '一手進む',
    previous: '一手戻る',
    down: '次の変化・分岐へ',
    up: '前の変化・分岐へ',
    first: '開始局面へ',
    last: '手順の末尾へ',
    promote: '変化の順位を上げる',
    remove: 'この手以降を削除',
    undo: '元に戻す',
    redo: 'やり直す',
  },
};

export type Words = typeof en;

export const words = (): Words => (settings.language === 'ja' ? ja : en);

/** What a sign says; nothing for one that we have no words for. */
export const signWords = (nag: number, sides: Sides): string | undefined =>
  (words().signs as Partial<Record<number, (sides: Sides) => string>>)[nag]?.(sides);
