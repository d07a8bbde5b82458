/** What has changed in a position, in words for those who listen; and squares found in words. */

import type { Square, VariantInfo } from '../../api/types';
import { called, geometry } from '../../board/geometry';
import type { Speaker } from '../../board/speak';
import type { SetupForm } from './forms';
import { held, isSame, manOn, type Man } from './operations';

/** More changes at once are counted. */
const MOST_TOLD = 2;

export interface Telling {
  held: (side: string, count: number, name: string) => string;
  changed: (squares: number) => string;
}

export function sayMan(say: Speaker, man: Man | undefined): string {
  return man ? say.text.piece(say.side(man.side), say.piece(man.piece)) : say.text.empty;
}

export function tell(say: Speaker, words: Telling, before: SetupForm, after: SetupForm): string {
  const all = [before, after].flatMap(({ board }) => board.pieces.map(({ square }) => square));
  const squares = [...new Set(all)].filter(
    (square) => !isSame(manOn(before, square), manOn(after, square)),
  );
  if (squares.length > MOST_TOLD) return words.changed(squares.length);
  const board = squares.map((at) => `${say.square(at)}: ${sayMan(say, manOn(after, at))}`);
  return [...board, ...hands(say, words, before, after)].join(', ');
}

function hands(say: Speaker, words: Telling, before: SetupForm, after: SetupForm): string[] {
  return (['first', 'second'] as const).flatMap((side) => {
    const pieces = [before, after].flatMap(({ board }) => Object.keys(board.hands[side]));
    return [...new Set(pieces)]
      .filter((piece) => held(before, { side, piece }) !== held(after, { side, piece }))
      .map((piece) => words.held(say.side(side), held(after, { side, piece }), say.piece(piece)));
  });
}

/** The squares that a text names, as programs or as people of this game call them. */
export function mentioned(info: VariantInfo, text: string): Square[] {
  const g = geometry(info.board);
  const letters = info.board.coordinates === 'algebraic' ? 'algebraic' : 'letters';
  const names = new Map(
    g.cells.flatMap(({ square }) => [
      [square, square],
      [called(g, square, letters), square],
    ]),
  );
  const found = text.match(/\b(?:[a-z]\d{1,2}|\d{1,2}[a-z])\b/g) ?? [];
  return [...new Set(found.flatMap((name) => names.get(name) ?? []))];
}
