import { expect, it } from 'vitest';
import { sane, settings } from './settings.svelte';

it.each([null, 7, [], 'x', { theme: 'pink', sounds: 3 }])('makes the usual of %j', (stored) =>
  expect(sane(stored)).toMatchObject({ theme: 'auto', sounds: 'on', pieces: 'auto' }),
);

it('writes moves with their pieces unless asked otherwise', () => {
  expect(settings.notation({ symmetry: 'rotate' })).toBe('western');
  expect(settings.notation({ symmetry: 'mirror' })).toBe('western');
});

it('keeps what was chosen', () =>
  expect(sane({ theme: 'dark', nonsense: 1 })).toMatchObject({ theme: 'dark', language: 'auto' }));
