/** What was used last, by keys; of more than so many the oldest is forgotten. */
export class Recent<T> {
  readonly #entries = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(key: string): T | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.most) return;
      this.#entries.delete(oldest);
    }
  }
}
