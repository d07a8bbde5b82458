"""Much work on many processors: on this machine, or on a cluster of `Ray <https://docs.ray.io>`_.

Work is cut into chunks. Each chunk that is done is a file in a folder, so that whoever starts the same work again goes
on where it ended, and no chunk counts twice, however often a lost machine made it start again.
"""

from __future__ import annotations

import concurrent.futures as futures
import functools
import importlib
import itertools
import json
import multiprocessing
import os
import random
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import (
    Any,
    Callable,
    Dict,
    Generator,
    Iterable,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from ._komadai import Engine, Game, Position, Variant, judge_pairs, variants
from .arena import match as play_one_match
from .types import MatchGame, MatchResult, Score

__all__ = ["Progress", "WorkFailed", "analyse", "mates", "match", "run", "self_play"]

Work = Callable[[Dict[str, Any]], Any]
_Folder = Union[str, "os.PathLike[str]"]


class Progress(NamedTuple):
    """How far work has come."""

    done: int
    """Chunks that are done, those of earlier runs included."""
    total: int
    """All chunks."""
    seconds: float
    """How long this run has taken so far."""
    left: Optional[float]
    """How many seconds it takes still, at the pace of this run; ``None`` before the first chunk is done."""


class WorkFailed(RuntimeError):
    """A chunk that could not be done. What was done before stays done."""

    def __init__(self, chunk: int, reason: BaseException) -> None:
        super().__init__(f"chunk {chunk}: {type(reason).__name__}: {reason}")
        self.chunk = chunk
        """Its number, from 0."""


def run(
    work: Work,
    chunks: Sequence[Dict[str, Any]],
    folder: _Folder,
    *,
    about: Optional[Mapping[str, Any]] = None,
    pool: Optional[str] = None,
    workers: Optional[int] = None,
    retries: int = 3,
    on_progress: Optional[Callable[[Progress], object]] = None,
) -> Generator[Any, None, None]:
    """What ``work`` answers to each chunk, in the order of the chunks.

    ``work`` is a function of a module that all machines have; chunks and answers are what JSON can hold. ``folder``
    keeps the answers; with the same ``about`` and chunks a later call goes on from there. ``pool`` is ``"local"``, for
    processes of this machine, or ``"ray"``; left out, it is Ray where ``ray.init`` has been called. A chunk whose
    process or machine was lost starts again, up to ``retries`` times.

    :raises ValueError: if the folder holds other work.
    :raises WorkFailed: if a chunk fails by itself, or was lost too often.
    """
    shelf = _Shelf(Path(folder), work, chunks, about or {})
    left = [number for number in range(len(chunks)) if not shelf.has(number)]
    return _answers(work, chunks, shelf, left, _pool(pool, workers, retries), retries, on_progress)


def _answers(
    work: Work,
    chunks: Sequence[Dict[str, Any]],
    shelf: _Shelf,
    left: List[int],
    pool: _Pool,
    retries: int,
    on_progress: Optional[Callable[[Progress], object]],
) -> Generator[Any, None, None]:
    begun, old = time.monotonic(), len(chunks) - len(left)
    done, shown = old, 0
    waiting = list(reversed(left))
    running: Dict[Any, int] = {}
    lost: Dict[int, int] = {}
    try:
        while True:
            while shown < len(chunks) and shelf.has(shown):
                yield shelf.get(shown)
                shown += 1
            if shown == len(chunks):
                return
            # A few more than there are processors, so that none waits; not all, so that memory stays small.
            while waiting and len(running) < 2 * pool.width():
                number = waiting.pop()
                running[pool.start(work, chunks[number])] = number
            for handle, outcome in pool.wait(list(running)):
                number = running.pop(handle)
                if isinstance(outcome, _Lost):
                    lost[number] = lost.get(number, 0) + 1
                    if lost[number] > retries:
                        raise WorkFailed(number, outcome.reason)
                    waiting.append(number)
                elif isinstance(outcome, _Failed):
                    raise WorkFailed(number, outcome.reason)
                else:
                    shelf.put(number, outcome)
                    done += 1
                    if on_progress is not None:
                        on_progress(_progress(begun, old, done, len(chunks)))
    finally:
        pool.close(list(running))


def _progress(begun: float, old: int, done: int, total: int) -> Progress:
    seconds = time.monotonic() - begun
    left = seconds / (done - old) * (total - done) if done > old else None
    return Progress(done, total, seconds, left)


class _Shelf:
    """The answers of work, a file each. Only the process that shares the work out writes them."""

    def __init__(self, folder: Path, work: Work, chunks: Sequence[Dict[str, Any]], about: Mapping[str, Any]) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        said = {"work": f"{work.__module__}.{work.__qualname__}", "about": dict(about), "chunks": list(chunks)}
        text = json.dumps(said, sort_keys=True)
        label = folder / "work.json"
        if not label.exists():
            self._write(label, text)
        elif label.read_text(encoding="utf-8") != text:
            raise ValueError(f"`{folder}` holds other work, or the same with other settings")

    def has(self, number: int) -> bool:
        return self._path(number).exists()

    def get(self, number: int) -> Any:
        return json.loads(self._path(number).read_text(encoding="utf-8"))

    def put(self, number: int, answer: Any) -> None:
        if not self.has(number):
            self._write(self._path(number), json.dumps(answer))

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06}.json"

    @staticmethod
    def _write(path: Path, text: str) -> None:
        # A file is there whole or not at all, whenever the machine stops.
        half = path.with_suffix(".part")
        with open(half, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(half, path)


class _Lost(NamedTuple):
    """The process or the machine went away; the work may be as good as any."""

    reason: BaseException


class _Failed(NamedTuple):
    """The work itself has raised."""

    reason: BaseException


class _Pool:
    """Processors, here or elsewhere."""

    def width(self) -> int:
        """How many chunks run at a time."""
        raise NotImplementedError

    def start(self, work: Work, chunk: Dict[str, Any]) -> Any:
        """Begins a chunk, and names it."""
        raise NotImplementedError

    def wait(self, handles: List[Any]) -> List[Tuple[Any, Any]]:
        """The chunks that have ended meanwhile, at least one unless some time has passed, with what came of each."""
        raise NotImplementedError

    def close(self, handles: List[Any]) -> None:
        """Begins nothing more, and ends what is running."""
        raise NotImplementedError


def _pool(name: Optional[str], workers: Optional[int], retries: int) -> _Pool:
    if name not in (None, "local", "ray"):
        raise ValueError('pool is "local" or "ray"')
    if workers is not None and workers < 1:
        raise ValueError("there must be a worker")
    if name != "local":
        try:
            # Not every machine has it, and this module has its name.
            ray = importlib.import_module("ray")
        except ImportError:
            if name == "ray":
                raise
        else:
            if name == "ray" or ray.is_initialized():
                return _Cluster(ray, workers, retries)
    return _Local(workers or os.cpu_count() or 1)


class _Local(_Pool):
    """Processes of this machine."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._fresh()

    def _fresh(self) -> futures.ProcessPoolExecutor:
        # The search has threads of its own: what is copied while they run may hang.
        return futures.ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))

    def width(self) -> int:
        return self._workers

    def start(self, work: Work, chunk: Dict[str, Any]) -> Any:
        try:
            return self._pool.submit(work, chunk)
        except BrokenProcessPool:
            self._pool = self._fresh()
            return self._pool.submit(work, chunk)

    def wait(self, handles: List[Any]) -> List[Tuple[Any, Any]]:
        done, _ = futures.wait(handles, timeout=1, return_when=futures.FIRST_COMPLETED)
        return [(handle, self._outcome(handle)) for handle in handles if handle in done]

    @staticmethod
    def _outcome(handle: Any) -> Any:
        try:
            return handle.result()
        except BrokenProcessPool as reason:
            return _Lost(reason)
        except Exception as reason:
            return _Failed(reason)

    def close(self, handles: List[Any]) -> None:
        for handle in handles:
            handle.cancel()
        self._pool.shutdown(wait=True)


class _Cluster(_Pool):
    """Machines of a Ray cluster."""

    def __init__(self, ray: Any, workers: Optional[int], retries: int) -> None:
        self._ray, self._workers, self._retries = ray, workers, retries
        if not ray.is_initialized():
            ray.init()

    def width(self) -> int:
        # Machines come and go.
        there = int(self._ray.cluster_resources().get("CPU", 1))
        return max(1, min(there, self._workers or there))

    def start(self, work: Work, chunk: Dict[str, Any]) -> Any:
        return self._ray.remote(num_cpus=1, max_retries=self._retries)(work).remote(chunk)

    def wait(self, handles: List[Any]) -> List[Tuple[Any, Any]]:
        done, _ = self._ray.wait(handles, num_returns=1, timeout=1, fetch_local=True)
        return [(handle, self._outcome(handle)) for handle in done]

    def _outcome(self, handle: Any) -> Any:
        errors = self._ray.exceptions
        try:
            return self._ray.get(handle)
        except errors.RayTaskError as reason:
            return _Failed(getattr(reason, "cause", None) or reason)
        except errors.RayError as reason:
            return _Lost(reason)

    def close(self, handles: List[Any]) -> None:
        for handle in handles:
            self._ray.cancel(handle, force=True)


# What is played, searched and proved. Each is a function of a chunk, and a call that makes the chunks.


def _spec(variant: Union[Variant, str]) -> Dict[str, Any]:
    """A game as JSON: other machines need not have its file."""
    if isinstance(variant, str):
        if variant in variants():
            return {"id": variant}
        variant = Variant.load(variant)
    return {"text": variant.text, "settings": variant.settings}


@functools.lru_cache(maxsize=4)
def _engine(spec: str) -> Engine:
    """The engine of a game; a process makes it once."""
    said = json.loads(spec)
    return Engine(Variant(said["id"]) if "id" in said else Variant.load(said["text"], said["settings"]))


def _engine_of(chunk: Dict[str, Any]) -> Engine:
    return _engine(json.dumps(chunk["variant"], sort_keys=True))


def _score(score: Score) -> Dict[str, Any]:
    return {"centipawns": score.centipawns, "plies": score.plies, "loses": score.loses}


def _cut(count: int, size: int) -> Iterator[Tuple[int, int]]:
    if size < 1:
        raise ValueError("a chunk has at least one")
    return ((first, min(first + size, count)) for first in range(0, count, size))


def self_play(
    variant: Union[Variant, str],
    games: int,
    folder: _Folder,
    *,
    nodes: int = 500,
    random_plies: int = 8,
    max_plies: int = 400,
    seed: int = 1,
    per_chunk: int = 20,
    **how: Any,
) -> Iterator[Dict[str, Any]]:
    """Games of the engine against itself, in order: ``number``, ``moves``, ``scores``, ``random_plies``, ``status``,
    ``winner``.

    A game begins with random plies and depends on the seed and its number alone, not on who plays it. Scores are for the
    side to move, one for each move that was searched. ``how`` is as for :func:`run`.
    """
    limits = {"nodes": nodes, "random_plies": random_plies, "max_plies": max_plies, "seed": seed}
    chunks = [
        {"variant": _spec(variant), "from": first, "to": end, **limits} for first, end in _cut(games, per_chunk)
    ]
    return itertools.chain.from_iterable(run(_play, chunks, folder, **how))


def _play(chunk: Dict[str, Any]) -> List[Dict[str, Any]]:
    return [_one_game(_engine_of(chunk), number, chunk) for number in range(chunk["from"], chunk["to"])]


def _one_game(engine: Engine, number: int, chunk: Dict[str, Any]) -> Dict[str, Any]:
    lot = random.Random(f"{chunk['seed']}/{number}")
    position, scores = Position(engine.variant), []
    engine.clear()
    while position.result is None and position.ply < chunk["max_plies"]:
        if position.ply < chunk["random_plies"]:
            position = position.play(lot.choice(position.legal_texts()))
            continue
        found = engine.search(position, nodes=chunk["nodes"])
        if found.best is None:
            break
        scores.append(_score(found.score))
        position = found.best.after()
    result = position.result
    return {
        "number": number,
        "moves": position.moves(),
        "random_plies": len(position.moves()) - len(scores),
        "scores": scores,
        "status": result.status if result else "unfinished",
        "winner": result.winner if result else None,
    }


def analyse(
    games: Iterable[Game],
    folder: _Folder,
    *,
    nodes: int = 10_000,
    per_chunk: int = 4,
    **how: Any,
) -> Iterator[Dict[str, Any]]:
    """What the engine thinks of every position of the main lines of games: ``number``, and for each ply ``played``,
    ``best``, ``score``.

    ``games`` are what :func:`komadai.read_games` reads. Scores are for the side to move.
    """
    told = [
        {"variant": _spec(game.variant), "start": game.start.text, "moves": game.usi_moves} for game in games
    ]
    chunks = [
        {"games": told[first:end], "from": first, "nodes": nodes} for first, end in _cut(len(told), per_chunk)
    ]
    return itertools.chain.from_iterable(run(_analyse, chunks, folder, **how))


def _analyse(chunk: Dict[str, Any]) -> List[Dict[str, Any]]:
    return [
        {"number": chunk["from"] + index, "plies": list(_plies(game, chunk["nodes"]))}
        for index, game in enumerate(chunk["games"])
    ]


def _plies(game: Dict[str, Any], nodes: int) -> Iterator[Dict[str, Any]]:
    engine = _engine_of(game)
    engine.clear()
    position = Position(engine.variant, game["start"])
    for played in game["moves"]:
        found = engine.search(position, nodes=nodes)
        best = found.best.usi if found.best else None
        yield {"played": played, "best": best, "score": _score(found.score)}
        position = position.play(played)


def mates(
    variant: Union[Variant, str],
    positions: Iterable[str],
    folder: _Folder,
    *,
    nodes: int = 1_000_000,
    per_chunk: int = 10,
    **how: Any,
) -> Iterator[Dict[str, Any]]:
    """Whether the side to move mates by checks in each position: ``answer``, ``moves`` and ``nodes``, as
    :class:`komadai.Mate` has them.
    """
    spec, all_of_them = _spec(variant), list(positions)
    chunks = [
        {"variant": spec, "positions": all_of_them[first:end], "nodes": nodes}
        for first, end in _cut(len(all_of_them), per_chunk)
    ]
    return itertools.chain.from_iterable(run(_mates, chunks, folder, **how))


def _mates(chunk: Dict[str, Any]) -> List[Dict[str, Any]]:
    engine, answers = _engine_of(chunk), []
    for text in chunk["positions"]:
        found = engine.mate(Position(engine.variant, text), nodes=chunk["nodes"])
        moves = None if found.moves is None else [move.usi for move in found.moves]
        answers.append({"position": text, "answer": found.answer, "moves": moves, "nodes": found.nodes})
    return answers


def match(
    variant: Union[Variant, str],
    first: str,
    second: str,
    folder: _Folder,
    *,
    games: int = 1000,
    sprt: Union[str, Mapping[str, float], None] = None,
    nodes: Optional[int] = None,
    clock: Optional[str] = None,
    random_plies: int = 4,
    seed: int = 1,
    per_chunk: int = 10,
    **how: Any,
) -> MatchResult:
    """A match as :func:`komadai.match` plays it, with as many pairs at a time as there are processors.

    Chunks count in their order, so that a test decides as it would on one machine; what is played beyond that is
    dropped.
    """
    if sprt is not None and not isinstance(sprt, str):
        sprt = " ".join(f"{key}={value}" for key, value in sprt.items())
    judge_pairs((0, 0, 0, 0, 0), sprt)
    limits = {"nodes": nodes, "clock": clock, "random_plies": random_plies, "players": [first, second]}
    chunks = [
        {"variant": _spec(variant), "games": end - start, "seed": seed * 1_000_003 + start, **limits}
        for start, end in _cut(games, per_chunk + per_chunk % 2)
    ]
    counts, faults, pairs = [0, 0, 0], [0, 0, 0], [0, 0, 0, 0, 0]
    played: List[MatchGame] = []
    elo, test = judge_pairs(pairs, sprt)
    answers = run(_match, chunks, folder, **how)
    for answer in answers:
        counts = [old + new for old, new in zip(counts, answer["counts"])]
        faults = [old + new for old, new in zip(faults, answer["faults"])]
        pairs = [old + new for old, new in zip(pairs, answer["pairs"])]
        played.extend(MatchGame(game["info"], game["pgn"]) for game in answer["games"])
        elo, test = judge_pairs(pairs, sprt)
        if test[1] in ("H0", "H1"):
            answers.close()
            break
    return MatchResult.of((first, second), (counts[0], counts[1], counts[2]), pairs, elo, test,
                          (faults[0], faults[1], faults[2]), tuple(played))


def _match(chunk: Dict[str, Any]) -> Dict[str, Any]:
    engine = _engine_of(chunk)
    first, second = chunk["players"]
    wishes = {name: chunk[name] for name in ("games", "seed", "nodes", "clock", "random_plies")}
    result = play_one_match(engine.variant, first, second, **wishes)
    return {
        "counts": [result.wins, result.draws, result.losses],
        "faults": [result.illegal, result.crashes, result.timeouts],
        "pairs": list(result.pairs),
        "games": [{"info": game.info, "pgn": game.pgn} for game in result.games],
    }
