/** The analyses that this browser has kept on the server. Whoever has the token may change one. */

import type { Side } from '../api/types';
import { load, save } from '../app/storage';
import type { TreeForm } from './api';

export interface MyAnalysis {
  id: string;
  token: string;
  /** The game whose moves it has. The server does not know it, and the review is that of the game. */
  game?: string;
  /** The side that sat below when it was last looked at. */
  below?: Side;
}

/** More are not remembered, nor asked for at once; the oldest go first. */
const MOST = 100;

export function myAnalyses(): MyAnalysis[] {
  const stored = load('analyses');
  return Array.isArray(stored) ? stored.filter(isAnalysis) : [];
}

function isAnalysis(value: unknown): value is MyAnalysis {
  const analysis = value as MyAnalysis | null;
  return typeof analysis?.id === 'string' && typeof analysis.token === 'string';
}

export const myAnalysis = (id: string): MyAnalysis | undefined =>
  myAnalyses().find((analysis) => analysis.id === id);

export const ownerOf = (id: string): string | undefined => myAnalysis(id)?.token;

/** The newest first. */
export function remember(analysis: MyAnalysis): void {
  const others = myAnalyses().filter(({ id }) => id !== analysis.id);
  save('analyses', [analysis, ...others].slice(0, MOST));
}

/** Remembers how one looks at one's own analysis. */
export function rememberBelow(id: string, below: Side): void {
  if (!myAnalysis(id)) return;
  save(
    'analyses',
    myAnalyses().map((one) => (one.id === id ? { ...one, below } : one)),
  );
}

export function forget(id: string): void {
  save(
    'analyses',
    myAnalyses().filter((analysis) => analysis.id !== id),
  );
}

/** What was tried and not kept on the server: it is there after a crash. */
export interface Draft {
  /** Where the page was: path and search. */
  address: string;
  tree: TreeForm;
  /** What the server had when this was tried, if it had any of it. */
  version?: number;
  /** It was read just now, and nothing was tried yet. */
  read?: boolean;
}

/** So many are remembered, each of its own page. */
const MOST_DRAFTS = 10;

function drafts(): Draft[] {
  const stored = load('drafts');
  return Array.isArray(stored) ? stored.filter(isDraft) : [];
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return typeof draft?.address === 'string' && Array.isArray(draft.tree?.nodes);
}

const others = (than: string): Draft[] => drafts().filter(({ address }) => address !== than);

export const draftOf = (of: string): Draft | undefined =>
  drafts().find(({ address }) => address === of);

export function keepDraft(draft: Draft): void {
  save('drafts', [draft, ...others(draft.address)].slice(0, MOST_DRAFTS));
}

export function dropDraft(address: string): void {
  save('drafts', others(address));
}
