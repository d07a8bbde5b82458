import { afterEach, describe, expect, it, vi } from 'vitest';
import { played, state, variant } from '../api/mock';
import type { Played } from '../api/types';
import { analyses, type PositionView } from './api';
import { Study, type PlayedGame } from './study.svelte';

const PASS: Played = { ...played(3, 'pass'), pass: true, pass_reason: 'It must pass.' };
const GAME = [played(1), played(2), PASS, played(4)];

/** What a server says of a line: the pass that is forced after the second move is made at once. */
function answer(moves: readonly string[], known: number): PositionView {
  const { board, legal, checked, checks, position, initial_position, result } = state();
  const made = GAME.slice(0, moves.length === 2 ? 3 : moves.length);
  return {
    ...{ board, legal, checked, checks, position, initial_position, result },
    variant: 'tiny',
    in_check: false,
    side: made.length % 2 ? 'second' : 'first',
    ply: made.length,
    moves: made.slice(known),
  };
}

function study(): Study {
  vi.spyOn(analyses, 'position').mockImplementation((_, { moves = [] }, known) =>
    Promise.resolve(answer(moves, known)),
  );
  return new Study(variant(), { variant: 'tiny' }, {});
}

const game = (moves: Played[], more: Partial<PlayedGame> = {}): PlayedGame => ({
  ...state(),
  moves,
  ...more,
});

const usi = (moves: readonly Played[] = []) => moves.map((move) => move.usi);

/** Looks at a node, and waits until the server has told of it. */
async function look(its: Study, ply: number): Promise<void> {
  await its.goTo(ply);
  await vi.waitFor(() => expect(its.known).not.toBeNull());
}

afterEach(() => vi.restoreAllMocks());

describe('a move that forces a pass', () => {
  it('is the last move at its own place and at that of the pass', async () => {
    const its = study();
    its.takeGame(game(GAME));
    for (const ply of [2, 3]) {
      await look(its, ply);
      expect(its.view?.last?.usi).toBe('move2');
      // The pass is told of at both: nobody else may move.
      expect(usi(its.view?.moves)).toEqual(['move1', 'move2', 'pass']);
    }
    await look(its, 1);
    expect(usi(its.view?.moves)).toEqual(['move1']);
    await look(its, 4);
    expect(its.view?.last?.usi).toBe('move4');
  });

  it('leaves the moves where they belong, where they were not known before', async () => {
    const its = study();
    await its.play('move1', 'move2');
    expect(its.current.ply).toBe(3);
    const saved = its.form();
    const fresh = study();
    const nodes = saved.nodes?.map(({ parent, move }, i) => ({
      parent: parent ?? null,
      usi: move,
      side: GAME[i]?.side ?? 'first',
      texts: played(1).texts,
      pass: move === 'pass',
      burned: false,
      remarks: { comment: '', signs: [], shapes: [] },
    }));
    const rest = { variant: 'tiny', set: {}, title: '', position: '', over: false };
    const root = { comment: '', signs: [], shapes: [] };
    fresh.take({ ...rest, root, nodes: nodes ?? [] });
    await look(fresh, 2);
    expect(fresh.view?.last?.usi).toBe('move2');
    await look(fresh, 3);
    expect(usi(fresh.view?.moves)).toEqual(['move1', 'move2', 'pass']);
  });

  it('keeps what a record says of its ends', () => {
    const its = study();
    const rest = { variant: 'tiny', set: {}, title: '', position: '', over: false };
    const root = { comment: '', signs: [], shapes: [] };
    const texts = { usi: 'move1', western: '', japanese: '', algebraic: '' };
    const node = { parent: null, usi: 'move1', side: 'first', texts } as const;
    const ended = { status: 'resignation', winner: 'second', reason: '' } as const;
    const closing = { ms: 3_000, comment: 'thanks' };
    const other = { ...node, usi: 'move2', line_end: { word: '中断' } };
    its.take({ ...rest, root, nodes: [node, other], end: '投了', closing, ended });
    expect(its.form()).toMatchObject({ end: '投了', closing });
    expect(its.form().nodes?.map(({ line_end }) => line_end)).toEqual([undefined, other.line_end]);
  });

  it('may be followed by a move from its own place', async () => {
    const its = study();
    its.takeGame(game(GAME.slice(0, 2)));
    await look(its, 2);
    await its.play('pass', 'move4');
    expect(its.tree.path(its.current)).toEqual(['move1', 'move2', 'pass', 'move4']);
  });
});

describe('what is said of a game', () => {
  const END = { status: 'resignation', winner: 'first', reason: 'B has resigned.' } as const;

  it('is who has played it, when, and how it has ended', async () => {
    const its = study();
    const players = {
      first: { kind: 'human', name: 'Ann', connected: true },
      second: { kind: 'engine', level: 3, connected: true },
    } as const;
    its.takeGame(
      game(GAME, { players, created: '2026-01-31T15:00:00.5Z', end: END, end_word: '投了' }),
    );
    const said = {
      headers: [
        { name: '開始日時', value: '2026/01/31 15:00:00' },
        { name: '先手', value: 'Ann' },
        { name: '後手', value: 'Komadai, level 3' },
      ],
      end: '投了',
    };
    expect(its.form()).toMatchObject(said);
    expect([its.ended, its.over]).toEqual([END, false]);
    // What is played on has not ended there.
    await look(its, 4);
    await its.play('move1', 'move2', 'pass', 'move4', 'move1').catch(() => undefined);
    its.tree.play(its.current, { usi: 'more', side: 'first', texts: played(1).texts });
    its.changed();
    expect(its.ended).toBeNull();
    expect(its.form().end).toBeUndefined();
    expect(its.form().headers).toEqual(said.headers);
  });

  it('can be changed', () => {
    const its = study();
    its.takeGame(game(GAME, { end: END, end_word: '投了' }));
    const before = its.headers.length;
    its.say(-1, { name: '備考', value: 'one' });
    its.say(-1, { name: '備考', value: 'two' });
    // A name that stands there twice is said twice.
    its.say(before + 1, { name: '備考', value: 'three' });
    its.say(-1, { name: '棋戦', value: '' });
    const remarks = ['one', 'three'].map((value) => ({ name: '備考', value }));
    expect(its.headers.slice(before)).toEqual(remarks);
    its.say(before, { name: '備考', value: '' });
    expect(its.headers.slice(before)).toEqual(remarks.slice(1));
    its.sayResult('draw');
    expect(its.form()).toMatchObject({ winner: 'draw' });
    expect(its.form().end).toBeUndefined();
    its.sayResult(null);
    expect(its.form().winner).toBeUndefined();
  });
});
