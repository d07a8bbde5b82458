import { expect, it } from 'vitest';
import { sane } from './settings.svelte';

it.each([null, 7, [], 'x', { theme: 'pink', sounds: 3 }])('makes the usual of %j', (stored) =>
  expect(sane(stored)).toMatchObject({ theme: 'auto', sounds: 'on', pieces: 'auto' }),
);

it('keeps what was chosen', () =>
  expect(sane({ theme: 'dark', nonsense: 1 })).toMatchObject({ theme: 'dark', language: 'auto' }));
