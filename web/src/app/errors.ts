import { Refusal } from '../api/client';
import { t } from '../i18n/index.svelte';

/** What to tell a person about something thrown. */
export function inWords(error: unknown): string {
  if (error instanceof Refusal) {
    if (error.offline) return t().errors.offline;
    return t().errors.codes[error.error.code] ?? error.message;
  }
  return error instanceof Error ? error.message : t().errors.unknown;
}
