/** The figures of chess, drawn for this board in a box of 100 by 100. */

import drawn from '../../../crates/picture/data/figures.json';

export interface Figure {
  /** Filled in the colour of the side. */
  body: string;
  /** Lines over it. */
  lines: string;
}

/** By English name, so that a variant which uses them gets them. */
export const figures: Record<string, Figure | undefined> = drawn;
