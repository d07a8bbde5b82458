import { Refusal } from '../api/client';
import { t } from '../i18n/index.svelte';

/** What to tell a person about something thrown. */
export function inWords(error: unknown): string {
  if (error instanceof Refusal) return error.offline ? t().errors.offline : error.message;
  return error instanceof Error ? error.message : t().errors.unknown;
}
