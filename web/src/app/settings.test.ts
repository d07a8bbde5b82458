import { expect, it } from 'vitest';
import { sane, settings } from './settings.svelte';

it.each([null, 7, [], 'x', { theme: 'pink', sounds: 3 }])('makes the usual of %j', (stored) =>
  expect(sane(stored)).toMatchObject({ theme: 'auto', sounds: 'on', pieces: 'auto' }),
);

it('shows one kanji for two on small squares', () => {
  expect(settings.pieceSet({ symmetry: 'rotate' }, 40)).toBe('kanji-two');
  expect(settings.pieceSet({ symmetry: 'rotate' }, 30)).toBe('kanji-one');
  expect(settings.pieceSet({ symmetry: 'mirror' }, 30)).toBe('western');
});

it('writes moves with their pieces unless asked otherwise', () => {
  expect(settings.notation({ symmetry: 'rotate' })).toBe('western');
  expect(settings.notation({ symmetry: 'mirror' })).toBe('western');
});

it('keeps what was chosen', () =>
  expect(sane({ theme: 'dark', nonsense: 1 })).toMatchObject({ theme: 'dark', language: 'auto' }));
