import type { FairyStockfish } from './ffish.js' with { 'resolution-mode': 'import' };

/** Everything, once it is loaded. */
declare const ffish: FairyStockfish & {
  /** Called when it is. */
  onRuntimeInitialized?: () => void;
};
export = ffish;
