/** The end of a game in words: who, and by which rule. */

import type { End, State, VariantInfo, You } from '../api/types';
import { sideName } from '../app/names';
import { t } from '../i18n/index.svelte';

export function endTitle(end: End, info: VariantInfo, you: You): string {
  const { ends } = t();
  if (end.winner === 'draw') return ends.draw;
  if (end.winner === null) return ends.none;
  if (you === 'first' || you === 'second') return you === end.winner ? ends.youWin : ends.youLose;
  return ends.wins(sideName(info, end.winner));
}

/** The rule, as readers of the language call it; what is new to it, in the server's words. */
export function endHow(end: End): string {
  return t().ends.how[end.status] ?? end.reason;
}

/** Whether the move that has ended the game may be taken back: nobody else has won or lost by it. */
export function mayGoOn({ end, players, result, rematch, you }: State): boolean {
  if (!end || rematch || result.status === 'ongoing' || result.illegal_at) return false;
  if (you === 'first' || you === 'second') {
    return players[you === 'first' ? 'second' : 'first'].kind === 'engine';
  }
  return you === 'both';
}
