/** The signs that annotators put after moves, by the numbers that PGN has for them (NAGs). */

/** Signs of a group exclude each other, but for those that stand for themselves. */
export const SIGNS = {
  move: { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' },
  // Those for slightly better are written as in plain text: few fonts have ⩲ and ⩱.
  position: {
    10: '=',
    13: '∞',
    14: '+=',
    15: '=+',
    16: '±',
    17: '∓',
    18: '+−',
    19: '−+',
  },
  other: { 7: '□', 22: '⨀', 36: '↑', 40: '→', 132: '⇆', 138: '⊕', 146: 'N' },
} as const;

export type Group = keyof typeof SIGNS;
export type Nag = { [G in Group]: keyof (typeof SIGNS)[G] }[Group];

export const GROUPS = Object.keys(SIGNS) as Group[];
export const nagsOf = (group: Group): Nag[] => Object.keys(SIGNS[group]).map(Number) as Nag[];

const GLYPHS = new Map<number, string>(
  Object.values(SIGNS).flatMap((group) =>
    Object.entries(group).map(([nag, glyph]): [number, string] => [Number(nag), glyph]),
  ),
);

/** One that we have no glyph for is written as PGN does. */
export const glyphOf = (nag: number): string => GLYPHS.get(nag) ?? `$${nag}`;

/** Signs that something else than the reader gives to moves, by their nodes. */
export type Marks<N> = ReadonlyMap<N, number>;

/** The signs of a move with one that is given to it, unless it has one of that kind. */
export const withMark = (signs: readonly number[], mark: number | undefined): readonly number[] =>
  mark === undefined || signs.some((sign) => exclusive(sign, mark)) ? signs : [mark, ...signs];

/** Whether a node can have only one of two signs. */
export const exclusive = (one: number, two: number): boolean =>
  [SIGNS.move, SIGNS.position].some((group) => one in group && two in group);
