/** Lets the referee hear one thing after the other, and does what comes of it: writes first, tells then. */

import type { Answer, Input, Job, Outcome, Said, Supply } from './forms';
import { Conflict, type Store } from './store';

/** The referee of the WebAssembly. */
export interface Referee {
  hear(input: string, now: number): string;
  supply(supply: string): boolean;
}

/** What a host needs of its surroundings. */
export interface Surroundings {
  referee: Referee;
  store: Store;
  engine: { begin(job: Job): void; end(job: number): void };
  say(said: Said): void;
  /** Milliseconds since 1970, by a clock that does not run backwards. */
  now(): number;
  /** Tells other windows which games were changed here. */
  announce(games: string[]): void;
}

/** Browsers wait no longer. */
const MOST_WAIT = 86_400_000;

export class Host {
  #queue: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Surroundings) {}

  /** Resolves when all of it is done. */
  hear(input: Input): Promise<void> {
    this.#queue = this.#queue.then(() => this.#do(input));
    return this.#queue;
  }

  async #do(input: Input): Promise<void> {
    try {
      // Whoever finds that another window was first looks again at what there is.
      if (!(await this.#try(input, true))) await this.#try(input, false);
    } catch (error) {
      this.around.say({ failed: String(error) });
    }
  }

  /** Whether it is done. */
  async #try(input: Input, again: boolean): Promise<boolean> {
    for (;;) {
      const outcome = this.#ask(input);
      try {
        await this.#write(outcome);
      } catch (error) {
        const once = again && error instanceof Conflict;
        const answers = once ? [] : (outcome.answers ?? []).map(({ id }) => id);
        // Nobody is told of what is not kept; searches that were to begin are forgotten, too.
        this.#tell(this.#ask({ type: 'undone', answers }));
        return !once;
      }
      this.#tell(outcome);
      if (!outcome.needs) return true;
      await this.#supply(outcome.needs);
    }
  }

  #ask(input: Input): Outcome {
    const { referee, now } = this.around;
    return JSON.parse(referee.hear(JSON.stringify(input), now())) as Outcome;
  }

  async #write({ writes }: Outcome): Promise<void> {
    if (!writes) return;
    await this.around.store.write(writes);
    const games = writes.flatMap((write) => ('events' in write ? [write.events.game] : []));
    if (games.length > 0) this.around.announce(games);
  }

  async #supply(needs: NonNullable<Outcome['needs']>): Promise<void> {
    const read = await Promise.all(needs.map((need) => this.around.store.read(need)));
    read.forEach((supply: Supply) => this.around.referee.supply(JSON.stringify(supply)));
  }

  #tell({ answers, told, closed, jobs, ended, wake }: Outcome): void {
    const { say, engine, now } = this.around;
    ended?.forEach((job) => engine.end(job));
    // A request has an answer only when nothing is needed for it any more.
    answers?.forEach((answer: Answer) => say({ answer }));
    told?.forEach((message) => say({ told: message }));
    closed?.forEach((channel) => say({ closed: channel }));
    jobs?.forEach((job) => engine.begin(job));
    clearTimeout(this.#timer);
    if (wake === null) return;
    const wait = Math.min(MOST_WAIT, Math.max(0, wake - now()));
    this.#timer = setTimeout(() => void this.hear({ type: 'tick' }), wait);
  }
}
