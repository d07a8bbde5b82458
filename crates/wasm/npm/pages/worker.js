/**
 * The worker in which the pages let the engine think on the visitor's machine. It gets the rules as JSON and a message,
 * as a server would get it, and posts each message that answers. At the end it posts `{ idle: true }`. While it
 * searches it hears nothing: whoever wants it to stop ends it.
 */

import { build, hasSimd, readNet } from './builds.js';
import { once, source } from './load.js';

const begin = once(async () => {
  const { glue, at } = await build(hasSimd());
  await glue.default({ module_or_path: await source(at) });
  return new glue.Analyst();
});

async function answer(rules, message) {
  const analyst = await begin();
  const net = analyst.take(rules);
  if (net !== undefined) analyst.learn(await readNet(net));
  analyst.search(message, (told) => postMessage({ told }));
  return { idle: true };
}

const failed = (error) => ({ failed: String(error) });

onmessage = ({ data: { rules, message } }) => {
  answer(rules, message).catch(failed).then((result) => postMessage(result));
};

begin().then(
  () => postMessage({ ready: true }),
  (error) => postMessage(failed(error)),
);
