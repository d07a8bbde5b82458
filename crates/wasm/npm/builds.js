import { source } from './load.js';

/** A function that answers with a vector: only who knows SIMD takes it for valid. */
const VECTOR = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
];

export const hasSimd = () => WebAssembly.validate(new Uint8Array(VECTOR));

/**
 * The JavaScript of a build, and where its WebAssembly is.
 * @param {boolean} simd
 */
export async function build(simd) {
  return simd
    ? { glue: await import('./simd/komadai.js'), at: new URL('./simd/komadai_bg.wasm', import.meta.url) }
    : { glue: await import('./scalar/komadai.js'), at: new URL('./scalar/komadai_bg.wasm', import.meta.url) };
}

/**
 * The file of the network of a game.
 * @param {string} game
 */
export async function readNet(game) {
  const from = await source(new URL(`./nets/${game}.net.gz`, import.meta.url));
  const bytes = new Uint8Array(from instanceof Response ? await from.arrayBuffer() : from);
  // Some servers unpack it on the way.
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}
