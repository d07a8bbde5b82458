import { build, hasSimd, readNet } from './builds.js';
import { once, source } from './load.js';

export { hasSimd, readNet };

export const load = once(async ({ wasm, simd = hasSimd() } = {}) => {
  const { glue, at } = await build(simd);
  await glue.default({ module_or_path: await source(wasm ?? at) });
  const createEngine = async (game, { memory, net = true } = {}) => {
    const variant = typeof game === 'string' ? new glue.Variant(game) : game;
    const usual = net === true && glue.hasNet(variant);
    const bytes = usual ? await readNet(variant.id) : net instanceof Uint8Array ? net : undefined;
    return new glue.Engine(variant, memory, bytes);
  };
  return { ...glue, createEngine };
});
