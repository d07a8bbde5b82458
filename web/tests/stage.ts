/** The server and the browser of the tests that import this; every file has its own. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launch, Server } from './harness';

export let server: Server;
export let browser: Browser;

beforeAll(async () => {
  server = await Server.start();
  browser = await launch();
});

afterAll(async () => {
  // Where the server did not start, there is no browser.
  await browser?.close();
  await server?.stop();
});
