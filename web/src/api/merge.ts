import type { ServerMessage, State } from './types';

/** The state after a message, or null if the message needs a state that is not here. */
export function merge(state: State | null, message: ServerMessage): State | null {
  if (message.type === 'state') return message.state;
  if (message.type !== 'update' || !state) return state;
  if (message.from_ply > state.moves.length) return null;
  const moves = [...state.moves.slice(0, message.from_ply), ...message.played];
  return { ...message.state, legal: message.legal ?? state.legal, moves };
}
