/** What travels between the pages and the referee in this browser, and what it says (`local` of the crate `referee`). */

/** From the pages to the worker. */
export type Wish =
  | { begin: string }
  | { ask: number; method: string; path: string; body: string | null; token: string | null }
  | { watch: number; game: string; seat: string | null; since: number | null }
  | { said: number; text: string }
  | { left: number };

/** From the worker to the pages. */
export type Said =
  | { answer: Answer }
  | { told: Told }
  | { closed: number }
  /** Nothing is answered any more. */
  | { failed: string };

export type Input =
  | {
      type: 'request';
      id: number;
      method: string;
      path: string;
      token: string | null;
      body: string | null;
    }
  | { type: 'watch'; channel: number; game: string; seat: string | null; since: number | null }
  | { type: 'said'; channel: number; text: string }
  | { type: 'left'; channel: number }
  | { type: 'begun'; job: number }
  | { type: 'thought'; job: number; thought: unknown }
  | { type: 'tick' }
  | { type: 'changed'; games: string[] }
  | { type: 'undone'; answers: number[] };

export interface Outcome {
  needs?: Need[];
  writes?: Write[];
  answers?: Answer[];
  told?: Told[];
  closed?: number[];
  jobs?: Job[];
  ended?: number[];
  /** When to look at the clocks, in milliseconds since 1970. */
  wake: number | null;
}

export interface Answer {
  id: number;
  status: number;
  text: string;
  /** What a file is called. */
  name?: string;
  media_type?: string;
}

export interface Told {
  channel: number;
  text: string;
}

export interface Job {
  job: number;
  /** Its move is not wanted earlier, in milliseconds. */
  wait: number;
}

export interface KeptEvent {
  at: number;
  event: unknown;
}

export interface KeptAnalysis {
  id: string;
  version: number;
}

export type Need = { game: string } | { analysis: string } | { definition: string };

export type Write =
  | { events: { game: string; first: number; events: KeptEvent[] } }
  | { definition: { id: string; definition: unknown } }
  | { analysis: KeptAnalysis }
  | { delete: { analysis: string } };

export type Supply =
  | { game: { id: string; events: KeptEvent[] } }
  | { analysis: { id: string; kept: KeptAnalysis | null } }
  | { definition: { id: string; definition: unknown } };
