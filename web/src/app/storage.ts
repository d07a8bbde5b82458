/** The browser's own storage, which may be full, forbidden, or hold anything. */

export function load(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(`komadai.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

export function save(key: string, value: unknown): void {
  try {
    localStorage.setItem(`komadai.${key}`, JSON.stringify(value));
  } catch {
    // Nothing is remembered then; everything still works.
  }
}
