/** The npm package of the engine in a worker, as pages use it: `KOMADAI_NPM` names the folder of the packages. */

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch } from './harness';

const PACKAGES = process.env['KOMADAI_NPM'];

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.html': 'text/html',
  '.gz': 'application/gzip',
};

const WORKER = `
import { hasSimd, load } from '/engine/index.js';
onmessage = async ({ data: simd }) => {
  try {
    const { Position, createEngine } = await load({ simd });
    const position = new Position('minishogi');
    const engine = await createEngine('minishogi');
    let lines = 0;
    const found = engine.search(position, { nodes: 5000 }, () => { lines += 1; });
    const timed = engine.search(position, { movetime: 0.2 });
    const problem = new Position('shogi', { position: '4k4/9/4P4/9/9/9/9/9/4K4 b G 1' });
    const mate = (await createEngine('shogi')).mate(problem, { seconds: 10 });
    let error;
    try { position.play('9a9b'); } catch (thrown) { error = { name: thrown.name, text: thrown.text }; }
    postMessage({
      simd: hasSimd(), net: engine.hasNet, best: found.best, nodes: found.nodes, lines,
      seconds: timed.seconds, mate: mate.moves, error,
    });
  } catch (error) {
    postMessage({ failed: String(error) });
  }
};`;

interface Answer {
  simd: boolean;
  net: boolean;
  best: string;
  nodes: number;
  lines: number;
  seconds: number;
  mate: string[];
  error: { name: string; text: string };
  failed?: string;
}

async function answer(path: string): Promise<Buffer | string> {
  if (path === '/') return '<!doctype html><title>worker</title>';
  if (path === '/worker.js') return WORKER;
  return readFile(join(PACKAGES ?? '', path));
}

describe.skipIf(!PACKAGES)('the package of the engine', () => {
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      answer(path).then(
        (body) => {
          response.setHeader('content-type', TYPES[extname(path) || '.html'] ?? 'text/plain');
          response.end(body);
        },
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = server.address();
    if (at === null || typeof at === 'string') throw new Error('no port');
    address = `http://127.0.0.1:${at.port}`;
  });

  afterAll(() => server.close());

  test('thinks in a worker, with SIMD and without', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(address);
      const ask = (simd: boolean): Promise<Answer> =>
        page.evaluate(
          (simd) =>
            new Promise<Answer>((done, fail) => {
              const worker = new Worker('/worker.js', { type: 'module' });
              worker.onmessage = ({ data }) => done(data as Answer);
              worker.onerror = ({ message }) => fail(new Error(message));
              worker.postMessage(simd);
            }),
          simd,
        );
      const [simd, scalar] = [await ask(true), await ask(false)];
      for (const told of [simd, scalar]) {
        expect(told.failed).toBeUndefined();
        expect(told).toMatchObject({ simd: true, net: true, mate: ['G*5b'] });
        expect(told.lines).toBeGreaterThan(1);
        expect(told.seconds).toBeGreaterThan(0.1);
        expect(told.seconds).toBeLessThan(5);
        expect(told.error).toEqual({ name: 'MoveError', text: '9a9b' });
      }
      expect([simd.best, simd.nodes]).toEqual([scalar.best, scalar.nodes]);
    } finally {
      await browser.close();
    }
  });
});
