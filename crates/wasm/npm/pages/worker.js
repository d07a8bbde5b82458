/**
 * The worker in which the pages let the engine think on the visitor's machine. It gets the rules as JSON and a message,
 * as a server would get it, and posts each message that answers. At the end it posts `{ idle: true }`. While it
 * searches it hears nothing: whoever wants it to stop ends it. Where the pages have no server, it finds moves in games,
 * too: it gets `{ job }`, and posts `{ begun }` and `{ job, thought }`.
 */

import { build, hasSimd, readNet } from './builds.js';
import { once, source } from './load.js';

const begin = once(async () => {
  const { glue, at } = await build(hasSimd());
  await glue.default({ module_or_path: await source(at) });
  return new glue.Analyst();
});

/** Somebody who searches by these rules, with the network for them. */
async function learnt(rules) {
  const analyst = await begin();
  const net = analyst.take(rules);
  if (net !== undefined) analyst.learn(await readNet(net));
  return analyst;
}

/** A move in a game: the job comes as the referee has told it. */
async function thought(job) {
  const analyst = await learnt(JSON.stringify(job.rules));
  postMessage({ begun: job.job });
  const said = analyst.think(JSON.stringify(job));
  return { thought: said === undefined ? null : JSON.parse(said), job: job.job };
}

async function answer(rules, message) {
  const analyst = await learnt(rules);
  analyst.search(message, (told) => postMessage({ told }));
  return { idle: true };
}

const failed = (error) => ({ failed: String(error) });

onmessage = ({ data: { rules, message, job } }) => {
  const done = job === undefined ? answer(rules, message) : thought(job);
  done.catch(failed).then((result) => postMessage(result));
};

begin().then(
  () => postMessage({ ready: true }),
  (error) => postMessage(failed(error)),
);
