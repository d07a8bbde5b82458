/** The JSON API. Every failure is thrown as a {@link Refusal} with the server's own words. */

import type {
  Action,
  ApiError,
  Created,
  Explanation,
  Games,
  Hint,
  NewGameRequest,
  ExplainRequest,
  SitRequest,
  State,
  VariantInfo,
  Variants,
} from './types';
import { answered } from '../local/client';
import { served } from '../local/site';
import type { components } from './schema';

type Forms = components['schemas'];

/** An answer that says no, or none at all (`status` 0). */
export class Refusal extends Error {
  constructor(
    readonly error: ApiError,
    readonly status: number,
  ) {
    super(error.reason ?? error.message);
  }

  /** Nobody answered; as good as disconnected. */
  get offline(): boolean {
    return this.status === 0;
  }
}

/** Asks for an answer in JSON. */
export async function ask<T>(
  path: string,
  body?: unknown,
  token?: string,
  method?: string,
): Promise<T> {
  const { text, status } = await askForText(path, body, token, method);
  const answer = parse(text);
  if (answer === undefined) throw refusal('', status);
  return answer as T;
}

/** Asks for an answer that is a file, or nothing. */
export async function askForText(
  path: string,
  body?: unknown,
  token?: string,
  method = body === undefined ? 'GET' : 'POST',
): Promise<{ text: string; status: string }> {
  const offline = (cause: unknown): never => {
    throw new Refusal({ code: 'offline', message: String(cause) }, 0);
  };
  if (!served) {
    const sent = body === undefined ? null : JSON.stringify(body);
    const { status, text } = await answered(method, path, sent, token ?? null).catch(offline);
    if (status >= 400) throw refusal(text, String(status));
    return { text, status: String(status) };
  }
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  const init: RequestInit = { headers, method };
  if (body !== undefined) init.body = JSON.stringify(body);

  const response = await fetch(path, init).catch(offline);
  const text = await response.text();
  const status = `${response.status} ${response.statusText}`.trim();
  if (!response.ok) throw refusal(text, status);
  return { text, status };
}

/** The server's own words; where there are none, the status has to do. */
function refusal(text: string, status: string): Refusal {
  const error = (parse(text) as { error?: ApiError } | undefined)?.error;
  return new Refusal(error ?? { code: 'http', message: status }, Number.parseInt(status, 10));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

export const api = {
  variants: () => ask<Variants>('/api/variants'),
  variant: (id: string) => ask<VariantInfo>(`/api/variants/${encodeURIComponent(id)}`),
  create: (request: NewGameRequest) => ask<Created>('/api/games', request),
  /** What stands on the board after some moves. */
  reach: (rules: Partial<Forms['RulesWish']>, line: Partial<Forms['MoveLine']>) =>
    ask<Forms['PositionView']>('/api/analysis/position', {
      rules,
      line,
      known: line.moves?.length,
    }),
  state: (id: string, token?: string) => ask<State>(game(id), undefined, token),
  games: (ids: string[]) => ask<Games>(`/api/games?ids=${ids.map(encodeURIComponent).join(',')}`),
  move: (id: string, seat: string, move: string) => ask<State>(`${game(id)}/moves`, { seat, move }),
  act: (id: string, seat: string, action: Action) =>
    ask<State>(`${game(id)}/actions`, { seat, action }),
  sit: (id: string, request: SitRequest) => ask<State>(`${game(id)}/seats`, request),
  hint: (id: string, seat: string) => ask<Hint>(`${game(id)}/hint`, { seat }),
  explain: (id: string, question: ExplainRequest) =>
    ask<Explanation>(`${game(id)}/explain`, question),
  /** The address of a picture of the position after so many moves. */
  picture: (id: string, query: Record<string, string>) =>
    `${game(id)}/picture?${new URLSearchParams(query)}`,
  /** The address of the whole game as a moving picture. */
  animation: (id: string, query: Record<string, string>) =>
    `${game(id)}/animation?${new URLSearchParams(query)}`,
  record: (id: string, format: RecordFormat) => `${game(id)}/record?format=${format}`,
};

export type RecordFormat = VariantInfo['records'][number];

/** The files that most people want. */
export const usualFormatsOf = (info: VariantInfo | undefined): RecordFormat[] =>
  formatsOf(info).filter((format) => ['kif', 'pgn', 'usi', 'json'].includes(format));

/** The files that there are of a game; a position by itself is none. */
export const formatsOf = (info: VariantInfo | undefined): RecordFormat[] =>
  (info?.records ?? ['pgn', 'usi', 'json']).filter((format) => format !== 'sfen');
