/** The engine's turns: a worker of its own searches for one move after the other, so that the referee never waits. */

import type { Input, Job } from './forms';

type FromWorker =
  { ready: true } | { begun: number } | { job: number; thought: unknown } | { failed: string };

export class Engine {
  #worker: Worker | null = null;
  #running: { job: Job; began: number } | null = null;
  #waiting: Job[] = [];

  constructor(
    private readonly create: () => Worker,
    private readonly heard: (input: Input) => void,
  ) {}

  begin(job: Job): void {
    this.#waiting.push(job);
    this.#next();
  }

  /** Nobody waits for it any more. While it searches it hears nothing: it is ended, and another one begins. */
  end(job: number): void {
    this.#waiting = this.#waiting.filter((other) => other.job !== job);
    if (this.#running?.job.job !== job) return;
    this.#stop();
    this.#next();
  }

  #next(): void {
    if (this.#running) return;
    const job = this.#waiting.shift();
    if (!job) return;
    this.#running = { job, began: performance.now() };
    this.#open().postMessage({ job });
  }

  #open(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.create();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.#worker === worker) this.#hear(data);
    };
    worker.onerror = () => {
      if (this.#worker === worker) this.#fail();
    };
    return worker;
  }

  #hear(said: FromWorker): void {
    if ('failed' in said) this.#fail();
    else if ('begun' in said) this.heard({ type: 'begun', job: said.begun });
    else if ('thought' in said) this.#found(said.thought);
  }

  #found(thought: unknown): void {
    const running = this.#running;
    if (!running) return;
    this.#running = null;
    const { job, wait } = running.job;
    const still = Math.max(0, running.began + wait - performance.now());
    setTimeout(() => this.heard({ type: 'thought', job, thought }), still);
    this.#next();
  }

  #fail(): void {
    const running = this.#running;
    this.#stop();
    if (running) this.heard({ type: 'thought', job: running.job.job, thought: null });
    this.#next();
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }
}
