/** Pictures for those who read no kanji: a tower, a star, a lion's head, in boxes of 100 by 100. */

import drawn from '../../../crates/picture/data/pictograms.json';
import { figures } from './figures';

interface Pictogram {
  /** Other pictures, below what this one adds. */
  parts?: readonly { of: string; at?: readonly number[]; scale?: number }[];
  /** Filled with ink. */
  body?: string;
  /** Broad lines of ink. */
  lines?: string;
  /** Lines in the colour of the wood, over both. */
  cuts?: string;
}

/** By English name, so that a variant which uses them gets them. */
const pictograms: Record<string, Pictogram | undefined> = drawn;

/** Where a box of 100 by 100 lies, and how large it is. */
export interface Place {
  x: number;
  y: number;
  scale: number;
}

/** What lies in one box. */
export interface Layer {
  place: Place;
  body: string;
  lines: string;
  cuts: string;
}

/** Figures of chess are drawn with more air around them. */
const FIGURE: Place = { x: -3, y: -3, scale: 1.06 };

const inner = (outer: Place, { x, y, scale }: Place): Place => ({
  x: outer.x + outer.scale * x,
  y: outer.y + outer.scale * y,
  scale: outer.scale * scale,
});

/** The picture of a piece by its English name, from below to above; nothing where there is none. */
export function layers(name: string, place: Place): Layer[] {
  const picture = pictograms[name];
  if (!picture) {
    const figure = figures[name];
    const at = inner(place, FIGURE);
    return figure ? [{ place: at, body: figure.body, lines: '', cuts: figure.lines }] : [];
  }
  const { parts = [], body = '', lines = '', cuts = '' } = picture;
  const below = parts.flatMap(({ of, at: [x = 0, y = 0] = [], scale = 1 }) =>
    layers(of, inner(place, { x, y, scale })),
  );
  return body + lines + cuts === '' ? below : [...below, { place, body, lines, cuts }];
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;

/** Puts a box in its place. */
export const put = ({ x, y, scale }: Place): string =>
  `translate(${round(x, 2)} ${round(y, 2)}) scale(${round(scale, 4)})`;
