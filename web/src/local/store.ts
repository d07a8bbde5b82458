/**
 * What is kept in this browser: events of games, definitions of rules, analyses. It is the worker that keeps them,
 * because it is told of an event first and may answer only when that is written.
 */

import type { KeptAnalysis, KeptEvent, Need, Supply, Write } from './forms';

/** Somebody else, such as another window, has written first. */
export class Conflict extends Error {}

export interface Store {
  read(need: Need): Promise<Supply>;
  /** All of it, or nothing. */
  write(writes: readonly Write[]): Promise<void>;
}

interface Row extends KeptEvent {
  game: string;
  seq: number;
}

const STORES = ['events', 'definitions', 'analyses'] as const;

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('nothing was read'));
  });

function opened(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore('events', { keyPath: ['game', 'seq'] });
    database.createObjectStore('definitions', { keyPath: 'id' });
    database.createObjectStore('analyses', { keyPath: 'id' });
  };
  return answerOf(request);
}

export class Database implements Store {
  #database: Promise<IDBDatabase> | null = null;

  constructor(private readonly name: string) {}

  async read(need: Need): Promise<Supply> {
    const transaction = (await this.#open()).transaction(STORES);
    if ('game' in need) {
      const range = IDBKeyRange.bound([need.game, 0], [need.game, Infinity]);
      const rows = (await answerOf(transaction.objectStore('events').getAll(range))) as Row[];
      const events = rows.map(({ at, event }) => ({ at, event }));
      return { game: { id: need.game, events } };
    }
    if ('analysis' in need) {
      const found = await answerOf(transaction.objectStore('analyses').get(need.analysis));
      return { analysis: { id: need.analysis, kept: (found ?? null) as KeptAnalysis | null } };
    }
    const found = (await answerOf(transaction.objectStore('definitions').get(need.definition))) as
      { definition: unknown } | undefined;
    return { definition: { id: need.definition, definition: found?.definition ?? null } };
  }

  async write(writes: readonly Write[]): Promise<void> {
    // It is told to be done when it is on the disk.
    const transaction = (await this.#open()).transaction(STORES, 'readwrite', {
      durability: 'strict',
    });
    let conflict = false;
    const abort = () => {
      conflict = true;
      transaction.abort();
    };
    for (const write of writes) this.#add(transaction, write, abort);
    await new Promise<void>((resolve, reject) => {
      const failed = () =>
        reject(conflict ? new Conflict() : (transaction.error ?? new Error('nothing was written')));
      transaction.oncomplete = () => resolve();
      transaction.onabort = failed;
      transaction.onerror = (event) => {
        if ((event.target as IDBRequest).error?.name === 'ConstraintError') conflict = true;
      };
    });
  }

  #add(transaction: IDBTransaction, write: Write, abort: () => void): void {
    if ('events' in write) {
      const { game, first, events } = write.events;
      const store = transaction.objectStore('events');
      events.forEach((kept, index) => store.add({ game, seq: first + index, ...kept }));
    } else if ('definition' in write) {
      transaction.objectStore('definitions').put(write.definition);
    } else if ('delete' in write) {
      transaction.objectStore('analyses').delete(write.delete.analysis);
    } else {
      const store = transaction.objectStore('analyses');
      const { analysis } = write;
      const known = store.get(analysis.id) as IDBRequest<KeptAnalysis | undefined>;
      known.onsuccess = () => {
        if ((known.result?.version ?? 0) === analysis.version - 1) store.put(analysis);
        else abort();
      };
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= opened(this.name).then((database) => {
      // Another window has a newer program: this one begins anew.
      database.onversionchange = () => {
        database.close();
        this.#database = null;
      };
      database.onclose = () => (this.#database = null);
      return database;
    });
    // After a failure it may be tried again.
    this.#database.catch(() => (this.#database = null));
    return this.#database;
  }
}
