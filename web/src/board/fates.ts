/** The signs of what becomes of a piece, around the middle of its square. */

import type { Fate } from '../api/types';

export const CROSS = 'M-26 -26L26 26M-26 26L26 -26';
export const FLAME =
  'M1.9 -38C5.7 -17.1 28.5 -9.5 27.36 13.3C26.6 30.4 13.3 38 0 38C-15.2 38 -27.36 28.5 -27.36 11.4' +
  'C-27.36 -1.9 -19 -9.5 -15.96 -19C-7.6 -13.3 -5.7 -7.6 -4.56 0C3.8 -11.4 4.56 -22.8 1.9 -38Z';
export const BURST =
  'M0 -38L7.3 -17.6L26.9 -26.9L17.6 -7.3L38 0L17.6 7.3L26.9 26.9L7.3 17.6L0 38' +
  'L-7.3 17.6L-26.9 26.9L-17.6 7.3L-38 0L-17.6 -7.3L-26.9 -26.9L-7.3 -17.6Z';

/** Signs that are filled. */
export const FILLED: Partial<Record<Fate, string>> = { burned: FLAME, exploded: BURST };
