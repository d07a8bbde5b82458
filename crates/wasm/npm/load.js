/**
 * What `WebAssembly` can be made from. A browser fetches it; Node reads files itself.
 * @param {URL | string | Response | BufferSource | WebAssembly.Module} from
 */
export async function source(from) {
  const url = typeof from === 'string' ? new URL(from, import.meta.url) : from;
  if (!(url instanceof URL)) return url;
  if (url.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

/**
 * Calls a function once and keeps what it promises. After a failure it may be tried again.
 * @template {unknown[]} A
 * @template T
 * @param {(...given: A) => Promise<T>} begin
 * @returns {(...given: A) => Promise<T>}
 */
export function once(begin) {
  /** @type {Promise<T> | undefined} */
  let kept;
  return (...given) => {
    kept ??= begin(...given).catch((/** @type {unknown} */ error) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
