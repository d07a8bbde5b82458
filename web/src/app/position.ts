/** Position texts (SFEN, and FEN in chess) as boards, to look at a game's past. No rules. */

import type { Board, Hand, Side, Square, VariantInfo } from '../api/types';
import { other } from './names';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export function boardOf(info: VariantInfo, text: string): Board {
  const [places = '', , third = '-'] = text.split(' ');
  const [field = '', bracket] = places.split('[');
  const { files, ranks, first_rank } = info.board;
  const vanishing = new Set(info.board.vanishing);
  const board: Board = { pieces: [], hands: { first: {}, second: {} }, gone: [] };
  field.split('/').forEach((row, index) => {
    const rank = first_rank + ranks - 1 - index;
    let file = 0;
    for (const token of row.matchAll(/\d+|\*|\+?[A-Za-z]'{0,2}~?/g)) {
      const word = token[0];
      const square: Square = `${LETTERS[file] ?? '?'}${rank}`;
      if (/\d/.test(word)) file += Number(word);
      else if (word === '*') {
        if (vanishing.has(square)) board.gone.push(square);
        file += 1;
      } else {
        const piece = word.toUpperCase();
        board.pieces.push({ square, side: sideOf(word), piece });
        file += 1;
      }
      if (file > files) return;
    }
  });
  // In a FEN the third field tells castling rights; hands stand in brackets, or there where pieces can be
  // dropped.
  const hands = bracket ?? (info.drops ? third : undefined);
  if (hands !== undefined) {
    for (const [, count, piece = ''] of hands.matchAll(/(\d*)([A-Za-z]'{0,2})/g)) {
      const hand: Hand = board.hands[sideOf(piece)];
      const id = piece.toUpperCase();
      hand[id] = (hand[id] ?? 0) + Number(count || 1);
    }
  }
  return board;
}

/** Whose turn it is: SFEN calls the first side `b`, FEN `w`, as the starts of the game do. */
export function toMove(info: Pick<VariantInfo, 'starts' | 'position'>, text: string): Side {
  const letter = (position: string) => position.split(' ')[1];
  // Games with one start only do not list it.
  const start = info.starts[0] ?? { position: info.position, to_move: 'first' as const };
  return letter(start.position) === letter(text) ? start.to_move : other(start.to_move);
}

function sideOf(word: string): Side {
  return /[A-Z]/.test(word) ? 'first' : 'second';
}
