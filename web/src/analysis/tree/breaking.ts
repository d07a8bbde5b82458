/**
 * Text in lines of a known length. Every row of the tree is one line high, so that what is in sight is
 * known without asking the page; lines are therefore broken here and not by the browser.
 */

/** How wide a text is, in em. */
export type Width = (text: string) => number;

/** Characters that are as wide as high, with lines allowed between them. */
const WIDE =
  '\\u1100-\\u11ff\\u25a0-\\u25ff\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe4f' +
  '\\uff00-\\uff60\\uffe0-\\uffe6\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}';
/** No line begins with these. */
const CLOSING = '、。，．・：；？！」』）】〉》〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々';

const wide = new RegExp(`[${WIDE}]`, 'u');
const parts = new RegExp(`\\n|[^\\S\\n]+|[${WIDE}][${CLOSING}]*|[^\\s${WIDE}]+`, 'gu');

/** Rather more than less. */
export const estimated: Width = (text) => {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 1 : 0.6;
  return width;
};

/** How wide a text is in a font; bold, which is wider. */
export function measured(family: string): Width {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return estimated;
  context.font = `600 100px ${family}`;
  const known = new Map<string, number>();
  return (text) => {
    let width = known.get(text);
    if (width === undefined) {
      width = context.measureText(text).width / 100;
      known.set(text, width);
    }
    return width;
  };
}

/** A word that is longer than a line, in pieces that are not. */
function cut(word: string, room: number, width: Width): string[] {
  const pieces: string[] = [];
  let [piece, used] = ['', 0];
  for (const character of word) {
    const more = width(character);
    if (piece && used + more > room) {
      pieces.push(piece);
      [piece, used] = ['', 0];
    }
    piece += character;
    used += more;
  }
  return [...pieces, piece];
}

export function breakLines(text: string, room: number, width: Width): string[] {
  const lines: string[] = [];
  let [line, used] = ['', 0];
  const end = (): void => {
    if (line.trim()) lines.push(line.trimEnd());
    [line, used] = ['', 0];
  };
  const add = (part: string): void => {
    const more = width(part);
    if (used + more > room) end();
    if (!line && !part.trim()) return;
    line += part;
    used += more;
  };
  for (const part of text.match(parts) ?? []) {
    if (part === '\n') end();
    else if (width(part) > room) cut(part, room, width).forEach(add);
    else add(part);
  }
  end();
  return lines;
}
