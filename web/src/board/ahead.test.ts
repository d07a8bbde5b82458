import { describe, expect, it } from 'vitest';
import { piece, variant } from '../api/mock';
import type { Side } from '../api/types';
import { reachable } from './ahead';
import { geometry } from './geometry';
import type { Source } from './input';

/** Forward, and two squares forward and one to the right. */
const reach = [
  { x: 0, y: 1 },
  { x: 1, y: 2 },
];

function squares(source: Source, side: Side, symmetry: 'rotate' | 'mirror' = 'rotate'): string {
  const info = variant({ symmetry, pieces: [piece('P', { reach })] });
  const found = reachable(source, () => 'P', side, geometry(info.board), info);
  return [...found].sort().join(' ');
}

describe('where a piece might go', () => {
  it('is seen from its own side', () => {
    expect(squares({ from: 'b1' }, 'first')).toBe('b2 c3');
    expect(squares({ from: 'b3' }, 'second')).toBe('a1 b2');
    expect(squares({ from: 'b3' }, 'second', 'mirror')).toBe('b2 c1');
  });

  it('is on the board', () => {
    expect(squares({ from: 'c2' }, 'first')).toBe('c3');
    expect(squares({ from: 'a3' }, 'first')).toBe('');
  });

  it('is anywhere for a piece in hand', () => {
    expect(squares({ drop: 'P' }, 'first')).toBe('a1 a2 a3 b1 b2 b3 c1 c2 c3');
  });
});
