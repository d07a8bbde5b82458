/** What the engine panel says. */

import { settings } from '../../app/settings.svelte';

const en = {
  engine: 'Engine',
  depth: 'Depth',
  speed: (nodes: string) => `${nodes} nodes/s`,
  seconds: (seconds: number) => `${seconds} s`,
  lines: 'Best lines',
  bestLine: 'Best line',
  wholeLine: (number: number) => `Whole line ${number}`,
  lineCount: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
  fewerLines: 'Fewer lines',
  moreLines: 'More lines',
  score: 'Score',
  pov: 'Scores for',
  povs: { first: (side: string) => `for ${side}`, mover: 'for the side to move' },
  chance: 'Chance to win',
  chanceOf: (side: string, percent: number) => `${side} ${percent}%`,
  threat: 'Threat',
  threatAsk: 'What does the other side threaten?',
  threatens: (side: string) => `If it were ${side}’s turn:`,
  mateIn: (count: number) => `mate in ${count}`,
  matedIn: (count: number) => `mated in ${count}`,
  searchMate: 'Search for mate',
  stopMate: 'Stop the search',
  searchingMate: 'Searching for a mate…',
  mate: {
    mate: (count: number) => `Mate in ${count}:`,
    none: 'The side to move has no mate',
    unknown: 'Not found in 30 s',
  },
  here: 'On this machine',
  hereAsk: 'Let this machine think, and not the server',
  loading: 'Loading the engine…',
  notLoaded: 'The engine cannot be loaded. Trying again…',
  connecting: 'Connecting…',
  waiting: 'Waiting for its turn…',
  thinking: 'Thinking…',
  offline: 'No connection. Trying again…',
  over: 'The game is over here.',
};

const ja: typeof en = {
  engine: 'エンジン',
  depth: '深さ',
  speed: (nodes) => `${nodes}局面/秒`,
  seconds: (seconds) => `${seconds}秒`,
  lines: '候補手と読み筋',
  bestLine: '最善の読み筋',
  wholeLine: (number) => `候補手${number}の読み筋をすべて表示`,
  lineCount: (count) => `候補手 ${count}`,
  fewerLines: '候補手を減らす',
  moreLines: '候補手を増やす',
  score: '評価値',
  pov: '評価値の視点',
  povs: { first: (side) => `${side}から見た値`, mover: '手番側から見た値' },
  chance: '勝率',
  chanceOf: (side, percent) => `${side} ${percent}%`,
  threat: '脅威',
  threatAsk: '相手の次の狙いを調べる',
  threatens: (side) => `${side}の手番だったら：`,
  mateIn: (count) => `${count}手詰`,
  matedIn: (count) => `−${count}手詰`,
  searchMate: '詰み探索',
  stopMate: '探索を中止',
  searchingMate: '詰みを探しています…',
  mate: {
    mate: (count) => `${count}手詰：`,
    none: '手番側に詰みなし',
    unknown: '30秒では見つかりませんでした',
  },
  here: 'この端末で解析',
  hereAsk: 'サーバーではなく、この端末で解析します',
  loading: 'エンジンを読み込み中…',
  notLoaded: 'エンジンを読み込めません。再試行しています…',
  connecting: '接続中…',
  waiting: '順番を待っています…',
  thinking: '読んでいます…',
  offline: '接続できません。再接続しています…',
  over: 'ここで対局は終わっています。',
};

export type Words = typeof en;

export const WORDS = { en, ja };

export const words = (): Words => WORDS[settings.language];
