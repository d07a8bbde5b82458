/** The games that can be played, by where they come from. */

import type { VariantSummary } from '../api/types';

export interface Grouped {
  /** The program's own. */
  readonly own: VariantSummary[];
  /** Games of others that come with it. */
  readonly shelf: VariantSummary[];
  /** The files of this server. */
  readonly yours: VariantSummary[];
}

export const grouped = (variants: readonly VariantSummary[]): Grouped => ({
  own: variants.filter(({ builtin, shelf }) => builtin && !shelf),
  shelf: variants.filter(({ shelf }) => shelf),
  yours: variants.filter(({ builtin }) => !builtin),
});

/** Letters as they are searched for: neither accents nor capitals count. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The games in whose names, or whose inventors', all words occur. */
export function searched(
  games: readonly VariantSummary[],
  words: string,
): readonly VariantSummary[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  const told = ({ id, name, name_ja, author }: VariantSummary) =>
    plain([id, name, name_ja, author].join(' '));
  return games.filter((game) => wanted.every((word) => told(game).includes(word)));
}
