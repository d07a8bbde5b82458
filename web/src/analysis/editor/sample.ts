/** Positions and a server for the tests of the editor. */

import { piece, variant } from '../../api/mock';
import type { PieceInfo, VariantInfo } from '../../api/types';
import type { AskSetup, SetupForm, SetupView, SetupWish } from './forms';
import { atStart, manOn } from './operations';

const BOARD = { first_rank: 1, holes: [], vanishing: [], coordinates: 'algebraic' as const };

/** 3x3 squares with hands. */
export const tiny: VariantInfo = variant({
  board: { ...BOARD, files: 3, ranks: 3 },
  pieces: [
    piece('P', { promotes: ['+P'] }),
    piece('+P', { demotes_to: 'P', droppable: false, value: 300 }),
    piece('G', { value: 400 }),
    piece('K', { droppable: false, value: 150 }),
  ],
});

const diagram = (over: Partial<PieceInfo['diagram']>): PieceInfo['diagram'] => ({
  ...piece('').diagram,
  ...over,
});

/** Kings, rooks and pawns of chess on four files and six ranks; no hands. */
export const castle: VariantInfo = variant({
  id: 'castle',
  symmetry: 'mirror',
  drops: false,
  board: { ...BOARD, files: 4, ranks: 6 },
  position: 'rk1r/pppp/4/4/PPPP/RK1R w - 0 1',
  pieces: [
    piece('K', {
      droppable: false,
      diagram: diagram({
        notes: [{ key: 'castles', args: { distance: 2, from_edge: 0, partners: ['R'] } }],
      }),
    }),
    piece('R', { droppable: false, value: 500 }),
    piece('P', {
      droppable: false,
      promotes: ['R'],
      diagram: diagram({
        marks: [
          {
            x: 0,
            y: 2,
            kinds: ['jump', 'move', 'initial', 'lame'],
            ways: [[{ x: 0, y: 1, is: 'empty' }]],
          },
        ],
      }),
    }),
  ],
  board_at_start: {
    pieces: [
      { square: 'a1', side: 'first', piece: 'R' },
      { square: 'b1', side: 'first', piece: 'K' },
      { square: 'd1', side: 'first', piece: 'R' },
      { square: 'b2', side: 'first', piece: 'P' },
      { square: 'b6', side: 'second', piece: 'K' },
      { square: 'd6', side: 'second', piece: 'R' },
      { square: 'c5', side: 'second', piece: 'P' },
    ],
    hands: { first: {}, second: {} },
    gone: [],
  },
});

/** A board as words: `a1 first K, c3 second K`. */
export const spelled = ({ board }: SetupForm): string =>
  board.pieces
    .map(({ square, side, piece: id }) => `${square} ${side} ${id}`)
    .sort()
    .join(', ');

const USES = { passes: false, unmoved: [], en_passant: false, quiet: false, drops: true };

export const answer = (
  info: VariantInfo,
  setup: SetupForm,
  over: Partial<SetupView> = {},
): SetupView => ({
  position: spelled(setup),
  setup,
  problems: [],
  composed: [],
  end: null,
  uses: { ...USES, drops: info.drops },
  ...over,
});

/** A server that knows of every text that it is the start, and misses kings. */
export const server =
  (info: VariantInfo, over: Partial<SetupView> = {}): AskSetup =>
  (wish: SetupWish) => {
    const setup = 'setup' in wish ? wish.setup : atStart(info);
    const kings = setup.board.pieces.filter((it) => it.piece === 'K').length;
    const problems = kings < 2 ? [{ text: 'a king is missing', text_ja: '玉がありません' }] : [];
    return Promise.resolve(answer(info, setup, { problems, ...over }));
  };

export const has = (setup: SetupForm, square: string): string | undefined =>
  manOn(setup, square)?.piece;
