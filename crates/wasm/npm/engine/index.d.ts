import type * as komadai from './scalar/komadai.js';
import type { Engine, Variant } from './scalar/komadai.js';

export type * from './scalar/komadai.js';

export interface EngineOptions {
  /** The size of the table of positions in MiB; 16 where nothing is said. */
  memory?: number;
  /** The bytes of a network, or whether the one that comes with the game is loaded; true where nothing is said. */
  net?: boolean | Uint8Array;
}

/** Everything that the package has. */
export type Komadai = Omit<typeof komadai, 'default' | 'initSync'> & {
  /** An engine for a game, with the network that comes with the game, which is loaded now. */
  createEngine(game: string | Variant, options?: EngineOptions): Promise<Engine>;
};

export interface LoadOptions {
  /** The WebAssembly, or where it is, for those who serve it from a place of their own. */
  wasm?: URL | string | Response | BufferSource | WebAssembly.Module;
  /** Whether the build with SIMD is taken; what the machine can do decides where nothing is said. */
  simd?: boolean;
}

/** Loads the package; whoever calls it again gets the same. */
export function load(options?: LoadOptions): Promise<Komadai>;

/** Whether this machine can run the build with SIMD. */
export function hasSimd(): boolean;

/** The bytes of the network that comes with a game. */
export function readNet(game: string): Promise<Uint8Array>;
