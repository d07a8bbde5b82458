// What the packages say, as crates/wasm/examples/trace.rs says it from Rust:
// node wasm.mjs PACKAGE BUILD GAME GAMES, or node wasm.mjs PACKAGE BUILD mates FILE

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , folder, build, what, argument] = process.argv;
const { load, readNet } = await import(pathToFileURL(resolve(folder, 'index.js')).href);
const { Engine, Position, Variant, hasNet } = await load({ simd: build === 'simd' });

const PLIES = 80;
const ASKED = 12;
const NODES = 2_000;
const MATE_NODES = 20_000;

const say = (value) => console.log(JSON.stringify(value));

function digest(text) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return sum;
}

/** Rust writes the keys of what it makes here in order. */
const sorted = ({ centipawns, plies, loses }) => ({ centipawns, loses, plies });

async function asked(position, variant, game) {
  const net = hasNet(variant) ? await readNet(game) : undefined;
  const engine = new Engine(variant, 1, net);
  const { best, score, depth, nodes, lines } = engine.search(position, { nodes: NODES, lines: 2 });
  const told = lines.map((line) => [sorted(line.score), line.moves]);
  return [best, sorted(score), depth, nodes, told, sorted(engine.evaluate(position))];
}

async function play(game, seed) {
  let number = seed;
  const variant = new Variant(game);
  let position = new Position(game);
  for (let ply = 0; ply < PLIES; ply++) {
    const legal = position.legalTexts();
    const result = position.result?.status ?? null;
    const { ply: at, text, inCheck, key } = position;
    say([at, text, legal.length, digest(legal.join(' ')), result, inCheck, BigInt.asUintN(64, key).toString()]);
    if (ply === ASKED) say(await asked(position, variant, game));
    if (legal.length === 0 || position.isOver) break;
    number = (Math.imul(number, 1_664_525) + 1_013_904_223) >>> 0;
    const next = position.play(legal[Math.floor((number * legal.length) / 2 ** 32)]);
    position.free();
    position = next;
  }
  say(position.moves());
}

function solve({ variant, position }) {
  const at = new Position(variant, { position });
  const { answer, moves, nodes } = new Engine(at.variant, 1).mate(at, { nodes: MATE_NODES });
  say([answer, moves, nodes]);
}

if (what === 'mates') {
  JSON.parse(readFileSync(argument, 'utf8')).forEach(solve);
} else {
  for (let seed = 1; seed <= Number(argument); seed++) await play(what, seed);
}
