import type * as komadai from './komadai.js';

export type * from './komadai.js';

/** Everything that the package has. */
export type Komadai = Omit<typeof komadai, 'default' | 'initSync'>;

export interface LoadOptions {
  /** The WebAssembly, or where it is, for those who serve it from a place of their own. */
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module;
}

/** Loads the package; whoever calls it again gets the same. */
export function load(options?: LoadOptions): Promise<Komadai>;
