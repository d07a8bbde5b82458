import { expect, it } from 'vitest';
import type { Side } from '../api/types';
import { numbered, numbering } from './numbering';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const THIRD = '4k3/8/8/8/8/8/8/4K3 b - - 0 3';

it.each([
  [true, START, 'first', ['1.', '1…', '2.']],
  [true, undefined, 'first', ['1.', '1…', '2.']],
  [true, undefined, 'second', ['1…', '2.', '2…']],
  [true, THIRD, 'second', ['3…', '4.', '4…']],
  [true, '4k3/8/8/8/8/8/8/4K3 w - - 0 0', 'first', ['1.', '1…', '2.']],
  [false, '4k4/9/9/9/9/9/9/9/4K4 b - 31', 'first', ['1', '2', '3']],
] as [boolean, string | undefined, Side, string[]][])(
  'counts in pairs (%s) after %s, where %s begins',
  (pairs, position, first, numbers) => {
    const by = numbering(pairs, position, first);
    const sides: Side[] = first === 'first' ? ['first', 'second'] : ['second', 'first'];
    expect([1, 2, 3].map((ply) => numbered(ply, sides[(ply - 1) % 2], by))).toEqual(numbers);
  },
);
