/** The part of the JSON API that analysis uses; it is loaded with its pages. */

import { ask, askForText } from '../api/client';
import type { components } from '../api/schema';
import type { Explanation } from '../api/types';
import type { SetupView, SetupWish } from './editor/forms';

type Forms = components['schemas'];

const textOf = async (...wish: Parameters<typeof askForText>): Promise<string> =>
  (await askForText(...wish)).text;

/** By which rules: those of a variant, perhaps changed, or those of a game. */
export type RulesWish = Partial<Forms['RulesWish']>;
export type Line = Partial<Forms['MoveLine']>;
export type PositionView = Forms['PositionView'];
export type TreeForm = Partial<Forms['TreeForm']>;
export type TreeView = Forms['TreeView'];
export type NodeView = Forms['NodeView'];
export type Remarks = Forms['Remarks'];
export type LineEnd = Forms['LineEndForm'];
export type AnalysisView = Forms['AnalysisView'];
export type ShortAnalysis = Forms['ShortAnalysisView'];
export type Kept = Forms['Kept'];
export type ReviewView = Forms['ReviewView'];
export type Finding = Forms['Finding'];
export type Fault = Forms['Fault'];
/** All that rules consist of. */
export type WholeRules = Forms['WholeRules'];
export type OpeningsView = Forms['OpeningsView'];
export type TreeFormat = Forms['Format'];

const analysis = (id: string) => `/api/analyses/${encodeURIComponent(id)}`;
const owned = (id: string, token?: string) =>
  token ? `${analysis(id)}?${new URLSearchParams({ token })}` : analysis(id);
const review = (game: string) => `/api/games/${encodeURIComponent(game)}/review`;

export const analyses = {
  position: (rules: RulesWish, line: Line, known: number) =>
    ask<PositionView>('/api/analysis/position', { rules, line, known }),
  explain: (rules: RulesWish, line: Line, move: string) =>
    ask<Explanation>('/api/analysis/explain', { rules, line, move }),
  rules: (rules: RulesWish) => ask<WholeRules>('/api/analysis/rules', { rules }),
  openings: (rules: RulesWish, line: Line, games: string[]) =>
    ask<OpeningsView>('/api/analysis/openings', { rules, line, games }),
  setup: (rules: RulesWish, wish: SetupWish) =>
    ask<SetupView>('/api/analysis/setup', { rules, ...wish }),
  tree: (rules: RulesWish, tree: TreeForm) => ask<TreeView>('/api/analysis/tree', { rules, tree }),
  read: (text: string, variant?: string) =>
    ask<TreeView>('/api/analysis/read', { text, variant: variant ?? null }),
  record: (rules: RulesWish, tree: TreeForm, format: TreeFormat) =>
    textOf('/api/analysis/record', { rules, tree, format }),
  keep: (token: string, rules: RulesWish, tree: TreeForm) =>
    ask<Kept>('/api/analyses', { token, rules, tree }),
  change: (id: string, token: string, version: number, tree: TreeForm) =>
    ask<Kept>(analysis(id), { token, version, tree }, undefined, 'PUT'),
  load: (id: string, token?: string) => ask<AnalysisView>(owned(id, token)),
  list: (ids: string[]) =>
    ask<{ analyses: ShortAnalysis[] }>(
      `/api/analyses?ids=${ids.map(encodeURIComponent).join(',')}`,
    ),
  forget: (id: string, token: string) => textOf(owned(id, token), undefined, undefined, 'DELETE'),
  /** Keeps the main line of a tree as a game that is over. */
  keepGame: (rules: RulesWish, tree: TreeForm) =>
    ask<{ id: string }>('/api/games/import', { rules, tree }),
  review: (game: string) => ask<ReviewView>(review(game)),
  beginReview: (game: string, ms?: number) => textOf(review(game), ms === undefined ? {} : { ms }),
};
