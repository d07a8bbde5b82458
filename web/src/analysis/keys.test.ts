import { expect, it } from 'vitest';
import { PAGE_KEYS, pageCommand, pageKeyTable } from './keys';

it('tells every key once, each on its own', () => {
  const told = pageKeyTable();
  const keys = told.flatMap((row) => row.keys);
  expect(keys).toEqual(['F', 'L', 'Space', 'X', 'C', 'D', '?', 'Esc']);
  expect(new Set(told.map(({ text }) => text)).size).toBe(keys.length);
});

it('understands what it tells', () => {
  for (const [key, what] of Object.entries(PAGE_KEYS)) {
    expect(pageCommand(key)).toBe(what);
    expect(pageCommand(key.toUpperCase())).toBe(what);
  }
  expect(pageCommand('q')).toBeUndefined();
  expect(pageCommand('toString')).toBeUndefined();
});
