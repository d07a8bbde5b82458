/** The analyses that this browser has kept on the server. Whoever has the token may change one. */

import { load, save } from '../app/storage';
import type { TreeForm } from './api';

export interface MyAnalysis {
  id: string;
  token: string;
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

export const ownerOf = (id: string): string | undefined =>
  myAnalyses().find((analysis) => analysis.id === id)?.token;

/** The newest first. */
export function remember(analysis: MyAnalysis): void {
  const others = myAnalyses().filter(({ id }) => id !== analysis.id);
  save('analyses', [analysis, ...others].slice(0, MOST));
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
}

export function draftOf(address: string): TreeForm | null {
  const draft = load('draft') as Draft | null;
  return draft?.address === address && Array.isArray(draft.tree?.nodes) ? draft.tree : null;
}

export function keepDraft(draft: Draft | null): void {
  save('draft', draft);
}
