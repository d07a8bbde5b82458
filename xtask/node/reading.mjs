/**
 * How long tsshogi takes to read a file of games in KIF and to check every move.
 *
 * `node reading.mjs FILE` prints {games, moves, seconds}: the time without that of starting Node.
 */
import { readFileSync } from 'node:fs';
import { importKIF, Move } from 'tsshogi';

const began = performance.now();
// It reads one game; ours begin with this line.
const texts = readFileSync(process.argv[2], 'utf8').split(/^(?=#KIF)/m);
let moves = 0;
for (const text of texts) {
  const record = importKIF(text);
  if (record instanceof Error) throw record;
  const position = record.initialPosition.clone();
  for (let at = record.first.next; at; at = at.next) {
    if (!(at.move instanceof Move)) continue;
    if (!position.doMove(at.move)) throw new Error(`move ${at.ply} of ${texts.indexOf(text)}`);
    moves += 1;
  }
}
const seconds = (performance.now() - began) / 1000;
console.log(JSON.stringify({ games: texts.length, moves, seconds }));
