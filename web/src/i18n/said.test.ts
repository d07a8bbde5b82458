import { afterEach, expect, it } from 'vitest';
import { settings } from '../app/settings.svelte';
import { named, said } from './index.svelte';

afterEach(() => settings.set('language', 'auto'));

it.each([
  ['en', 'two Pawns', '二歩です', { text: 'two Pawns', lang: 'en' }],
  ['ja', 'two Pawns', '二歩です', { text: '二歩です' }],
  ['ja', 'two Pawns', undefined, { text: 'two Pawns', lang: 'en' }],
  ['ja', undefined, undefined, undefined],
] as const)('in %s the reader is told %s or %s', (language, en, ja, told) => {
  settings.set('language', language);
  expect(said(en, ja)).toEqual(told);
});

it.each([
  ['en', 'Shogi'],
  ['ja', '将棋'],
] as const)('in %s a game goes by its name in that language', (language, name) => {
  settings.set('language', language);
  expect(named({ name: 'Shogi', name_ja: '将棋' })).toBe(name);
  expect(named({ name: 'Nightmare' })).toBe('Nightmare');
});
