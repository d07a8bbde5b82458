/**
 * tsshogi as a peer: reads records, tells what it understood, and writes them anew.
 *
 * A JSON object a line: {form, text} is answered with {lines, moves, end, written} or {error}.
 */
import { createInterface } from 'node:readline';
import * as shogi from 'tsshogi';

const READ = {
  kif: shogi.importKIF,
  ki2: shogi.importKI2,
  csa: shogi.importCSA,
  jkf: shogi.importJKFString,
};
const WRITE = {
  kif: (record) => shogi.exportKIF(record),
  ki2: (record) => shogi.exportKI2(record),
  csa: (record) => shogi.exportCSA(record),
  jkf: (record) => shogi.exportJKFString(record),
};

const isMove = (node) => node.move instanceof shogi.Move;

/** All lines from the start to their ends, as lists of moves in USI. */
function linesOf(record) {
  const lines = [];
  const waiting = [{ node: record.first.next, before: [] }];
  while (waiting.length > 0) {
    const { node, before } = waiting.pop();
    for (let at = node; at; at = at.branch) {
      const line = isMove(at) ? [...before, at.move.usi] : before;
      if (isMove(at) && at.next) waiting.push({ node: at.next, before: line });
      else lines.push(line);
    }
  }
  return lines.length > 0 ? lines : [[]];
}

/** What is said of the moves of the main line, and how it ends. */
function mainOf(record) {
  const moves = [];
  let end = null;
  for (let at = record.first.next; at; at = at.next) {
    if (isMove(at)) moves.push({ comment: at.comment, ms: at.elapsedMs });
    else end = at.move.type ?? at.move.name;
  }
  return { moves, end };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { form, text } = JSON.parse(line);
  const record = READ[form](text);
  const answer =
    record instanceof Error
      ? { error: record.message }
      : {
          lines: linesOf(record),
          ...mainOf(record),
          written: Object.fromEntries(
            Object.entries(WRITE).map(([name, write]) => [name, write(record)]),
          ),
        };
  process.stdout.write(JSON.stringify(answer) + '\n');
}
