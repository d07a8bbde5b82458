/** The worker in which the referee judges: all that a server would answer. */

import { Engine } from './engine';
import type { Input, Said, Wish } from './forms';
import { Host, type Referee } from './host';
import { Database } from './store';

/** What the folder of the engine has. */
interface Builds {
  build(simd: boolean): Promise<{
    glue: {
      default(from: { module_or_path: unknown }): Promise<unknown>;
      Referee: new (games: string) => Referee;
    };
    at: URL;
  }>;
  hasSimd(): boolean;
}

const say = (said: Said): void => postMessage(said);

const imported = <T>(address: string): Promise<T> =>
  import(/* @vite-ignore */ address) as Promise<T>;

async function begin(base: string): Promise<Host> {
  const at = (path: string) => new URL(base + path, location.origin).href;
  const [{ build, hasSimd }, { source }, games] = await Promise.all([
    imported<Builds>(at('engine/builds.js')),
    imported<{ source(from: URL): Promise<unknown> }>(at('engine/load.js')),
    fetch(at('data/games.json')).then((answer) => (answer.ok ? answer.text() : '[]')),
  ]);
  const { glue, at: place } = await build(hasSimd());
  await glue.default({ module_or_path: await source(place) });

  const others = new BroadcastChannel(`komadai ${base}`);
  const engine = new Engine(
    () => new Worker(at('engine/worker.js'), { type: 'module' }),
    (input) => void host.hear(input),
  );
  const host = new Host({
    referee: new glue.Referee(games),
    store: new Database(`komadai ${base}`),
    engine,
    say,
    now: () => Math.floor(performance.timeOrigin + performance.now()),
    announce: (changed) => others.postMessage(changed),
  });
  others.onmessage = ({ data }: MessageEvent<string[]>) =>
    void host.hear({ type: 'changed', games: data });
  return host;
}

function inputOf(wish: Exclude<Wish, { begin: string }>): Input {
  if ('ask' in wish) {
    const { ask: id, method, path, token, body } = wish;
    return { type: 'request', id, method, path, token, body };
  }
  if ('watch' in wish) {
    const { watch: channel, game, seat, since } = wish;
    return { type: 'watch', channel, game, seat, since };
  }
  if ('said' in wish) return { type: 'said', channel: wish.said, text: wish.text };
  return { type: 'left', channel: wish.left };
}

let host: Promise<Host> | null = null;

onmessage = ({ data }: MessageEvent<Wish>) => {
  if ('begin' in data) {
    host = begin(data.begin);
    host.catch((error: unknown) => say({ failed: String(error) }));
    return;
  }
  const input = inputOf(data);
  // It was said already that it does not begin.
  void host?.then((host) => host.hear(input)).catch(() => undefined);
};
