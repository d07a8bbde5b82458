import init, * as komadai from './komadai.js';
import { once, source } from './load.js';

export const load = once(async ({ wasm } = {}) => {
  const module_or_path = await source(wasm ?? new URL('./komadai_bg.wasm', import.meta.url));
  await init({ module_or_path });
  return komadai;
});
