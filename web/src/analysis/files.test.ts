import { expect, it } from 'vitest';
import { decoded } from './files';

const bytes = (...numbers: number[]): ArrayBuffer => new Uint8Array(numbers).buffer;

it('reads UTF-8, and Shift_JIS where it is none', () => {
  expect(decoded(new TextEncoder().encode('手合割：平手').buffer)).toBe('手合割：平手');
  expect(decoded(bytes(0x95, 0xbd, 0x8e, 0xe8, 0x0a))).toBe('平手\n');
  expect(decoded(bytes(0xef, 0xbb, 0xbf, 0x31))).toBe('1');
});
