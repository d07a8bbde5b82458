/** What travels between an analyst and the server. */

import type { components } from '../../api/schema';

type Forms = components['schemas'];

export type Found = Forms['Found'];
export type FoundLine = Forms['FoundLine'];
export type LineMove = Forms['LineMove'];
export type ScoreView = Forms['ScoreView'];
export type MateFound = Forms['MateFound'];
export type RulesWish = Forms['RulesWish'];
export type FromServer = Forms['ToAnalyst'];

/** Where a line begins, and its moves. All of it may be missing. */
export type Line = Partial<Forms['MoveLine']>;

type WithLine<T> = T extends { rules: unknown } ? Omit<T, 'line'> & { line: Line } : T;

/** What is needed of a websocket. */
export interface Wire {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

export type ToServer = WithLine<Forms['AnalystRequest']>;
