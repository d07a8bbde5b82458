/** What travels between the editor and the server that judges positions. */

import type { components } from '../../api/schema';

type Forms = components['schemas'];

/** A position, as somebody sets it up: nothing is left out. */
export type SetupForm = Required<Forms['SetupForm']> & {
  board: Required<Forms['SetupForm']['board']>;
};

/** Words of the server. */
export type Told = Forms['Told'];

/** A position, and what the server says of it. */
export type SetupView = Omit<Forms['SetupView'], 'setup'> & { setup: SetupForm };

export type SetupWish = { position: string } | { setup: SetupForm };

/** Throws a `Refusal` for a text that cannot be read. */
export type AskSetup = (wish: SetupWish) => Promise<SetupView>;
