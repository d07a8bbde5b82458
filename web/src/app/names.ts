/** Who is who, in the reader's words. */

import type { PieceId, Side, State, VariantInfo } from '../api/types';
import { inLanguage, pieceName } from '../i18n/index.svelte';
import { base } from '../local/site';
import { settings } from './settings.svelte';

export const other = (side: Side): Side => (side === 'first' ? 'second' : 'first');

export const sideName = (info: VariantInfo, side: Side): string =>
  inLanguage(info.sides[side], info.sides_ja?.[side]);

/** What a piece is called, in the reader's language. */
export const calledOf = (info: VariantInfo, id: PieceId): string => {
  const piece = info.pieces.find((one) => one.id === id);
  return piece ? pieceName(piece.name) : id;
};

/** Whether the reader may move for this side. */
export const mine = (state: State, side: Side): boolean =>
  state.you === 'both' || state.you === side;

/** How many moves were made here, not elsewhere before the game was set up. */
export const playedHere = ({ moves }: Pick<State, 'moves'>): number =>
  moves.filter(({ by }) => by === 'human' || by === 'engine').length;

/** The page that tells the rules of a game. */
export function rulesOf({ id }: Pick<VariantInfo, 'id'>): string {
  const [name, { language, values }] = [encodeURIComponent(id), settings];
  if (base === null) return `/rules/${name}?lang=${language}&theme=${values.theme}`;
  return `${base}rules/${name}.${language}.html?theme=${values.theme}`;
}
