import { Refusal } from '../api/client';
import { t } from '../i18n/index.svelte';

/** What to tell a person about something thrown. */
export function inWords(error: unknown): string {
  if (error instanceof Refusal) {
    if (error.offline) return t().errors.offline;
    // The server's own words may follow others elsewhere, and begin in small letters.
    return t().errors.codes[error.error.code] ?? sentence(error.message);
  }
  return error instanceof Error ? error.message : t().errors.unknown;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
