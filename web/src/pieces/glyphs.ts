/** Characters as paths: no font of the reader's machine is ever asked. */

import outlines from '../../../crates/picture/data/outlines.json';

const paths: Record<string, string | undefined> = outlines.paths;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Half-width characters fill the left half of the em. */
const isNarrow = (character: string): boolean => character.charCodeAt(0) < 0x80;

export function canDraw(text: string): boolean {
  return text !== '' && [...text].every((character) => character in paths);
}

/** One character stretched into a box. The outlines are relative, but for where they begin. */
export function glyph(character: string, box: Box): string {
  const outline = paths[character];
  if (outline === undefined) return '';
  const sx = box.width / (isNarrow(character) ? outlines.em / 2 : outlines.em);
  const sy = box.height / outlines.em;
  let count = 0;
  const scaled = outline.slice(1).replace(/ ?-?\d+/g, (number) => {
    const horizontal = count % 2 === 0;
    const origin = count++ < 2 ? (horizontal ? box.x : box.y) : 0;
    const value = Number(number) * (horizontal ? sx : sy) + origin;
    return ` ${Math.round(value * 100) / 100}`;
  });
  return 'M' + scaled;
}

/** Characters below each other. */
export function column(text: string, box: Box): string {
  const characters = [...text];
  const height = box.height / characters.length;
  return characters
    .map((character, i) => glyph(character, { ...box, y: box.y + i * height, height }))
    .join('');
}

/** Characters beside each other. */
export function row(text: string, box: Box): string {
  const characters = [...text];
  const units = characters.map((character) => (isNarrow(character) ? 1 : 2));
  const unit = box.width / units.reduce((sum, width) => sum + width, 0);
  let x = box.x;
  return characters
    .map((character, i) => {
      const width = unit * (units[i] ?? 1);
      const path = glyph(character, { ...box, x, width });
      x += width;
      return path;
    })
    .join('');
}
