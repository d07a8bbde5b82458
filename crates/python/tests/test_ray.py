"""Work in chunks, by processes of this machine. Ray itself is tried by ``cargo xtask prove ray``."""

import itertools
import json
import os
import time
from pathlib import Path

import pytest

import komadai
from komadai import ray

LOCAL = {"pool": "local", "workers": 2}


def squared(chunk):
    with open(chunk["log"], "a") as log:
        log.write(f"{chunk['n']}\n")
    while chunk["n"] >= 5 and not Path(chunk["gate"]).exists():
        time.sleep(0.01)
    return chunk["n"] ** 2


def crashing_once(chunk):
    mark = Path(chunk["marks"]) / str(chunk["n"])
    if chunk["n"] == 1 and not mark.exists():
        mark.touch()
        os._exit(1)
    return chunk["n"]


def crashing(chunk):
    os._exit(1)


def failing(chunk):
    if chunk["n"] == 1:
        raise RuntimeError("it cannot be done")
    return chunk["n"]


def test_work_goes_on_where_it_ended(tmp_path):
    log, gate, told = tmp_path / "log", tmp_path / "gate", []
    chunks = [{"n": n, "log": str(log), "gate": str(gate)} for n in range(8)]
    answers = ray.run(squared, chunks, tmp_path / "work", **LOCAL)
    assert list(itertools.islice(answers, 3)) == [0, 1, 4]
    # What waits at the gate ends only after the last answer was asked for: it is done anew.
    gate.touch()
    answers.close()
    kept = {file.stem: file.stat().st_mtime_ns for file in (tmp_path / "work").glob("0*.json")}
    assert 3 <= len(kept) <= 5
    before = len(log.read_text().split())
    answers = ray.run(squared, chunks, tmp_path / "work", on_progress=told.append, **LOCAL)
    assert list(answers) == [n**2 for n in range(8)]
    assert len(log.read_text().split()) - before == 8 - len(kept)
    assert [progress.done for progress in told] == list(range(len(kept) + 1, 9))
    assert told[-1].left == 0 and told[-1].total == 8
    for name, stamp in kept.items():
        assert (tmp_path / "work" / f"{name}.json").stat().st_mtime_ns == stamp


def test_a_folder_holds_one_work(tmp_path):
    assert list(ray.run(failing, [{"n": 0}], tmp_path, **LOCAL)) == [0]
    for work, chunks in ((failing, [{"n": 2}]), (crashing_once, [{"n": 0}])):
        with pytest.raises(ValueError, match="other work"):
            ray.run(work, chunks, tmp_path, **LOCAL)


def test_lost_processes_are_made_good_and_errors_told(tmp_path):
    chunks = [{"n": n, "marks": str(tmp_path)} for n in range(3)]
    assert list(ray.run(crashing_once, chunks, tmp_path / "once", **LOCAL)) == [0, 1, 2]
    with pytest.raises(ray.WorkFailed, match="chunk 1: RuntimeError: it cannot be done") as raised:
        list(ray.run(failing, chunks, tmp_path / "failing", pool="local", workers=1))
    assert raised.value.chunk == 1
    with pytest.raises(ray.WorkFailed):
        list(ray.run(crashing, chunks[:1], tmp_path / "always", retries=1, **LOCAL))
    for bad in ({"pool": "cloud"}, {"pool": "local", "workers": 0}):
        with pytest.raises(ValueError):
            ray.run(failing, chunks, tmp_path / "bad", **bad)


def test_games_depend_on_their_number_alone(tmp_path):
    limits = {"nodes": 60, "max_plies": 20, "seed": 3}
    games = list(ray.self_play("minishogi", 4, tmp_path / "two", per_chunk=2, **limits, **LOCAL))
    assert [game["number"] for game in games] == [0, 1, 2, 3]
    again = list(ray.self_play("minishogi", 4, tmp_path / "three", per_chunk=3, pool="local", workers=1, **limits))
    assert again == games
    for game in games:
        position = komadai.Position("minishogi", moves=game["moves"])
        assert len(game["moves"]) == game["random_plies"] + len(game["scores"]) <= 20
        assert (position.result is None) == (game["status"] == "unfinished")


def test_records_are_analysed(tmp_path):
    moves = "5e4d 2a3b 4d5e".split()
    game = komadai.Game(komadai.Position("minishogi", moves=moves))
    answers = list(ray.analyse([game, game], tmp_path, nodes=100, per_chunk=1, **LOCAL))
    assert [answer["number"] for answer in answers] == [0, 1]
    assert [ply["played"] for ply in answers[0]["plies"]] == game.usi_moves
    assert answers[0]["plies"] == answers[1]["plies"]
    json.dumps(answers)


def test_mates_are_found(tmp_path):
    gold, bare = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "4k4/9/9/9/9/9/9/9/4K4 b - 1"
    answers = list(ray.mates("shogi", [gold, bare], tmp_path, per_chunk=1, **LOCAL))
    assert [answer["answer"] for answer in answers] == ["mate", "no-mate"]
    assert answers[0]["moves"] == ["G*5b"]


def test_a_match_adds_up(tmp_path):
    wishes = {"games": 6, "nodes": 1, "per_chunk": 2}
    result = ray.match("minishogi", "greedy:1", "random:1", tmp_path / "all", **wishes, **LOCAL)
    assert result.wins + result.draws + result.losses == len(result.games) == 2 * sum(result.pairs) == 6
    test = {"elo0": -500, "elo1": -400, "alpha": 0.4, "beta": 0.4}
    result = ray.match("minishogi", "greedy:1", "random:1", tmp_path / "test", sprt=test, **wishes, **LOCAL)
    assert result.verdict in ("H0", "H1", "undecided") and result.llr is not None
    with pytest.raises(komadai.MatchError):
        ray.match("minishogi", "greedy:1", "random:1", tmp_path / "bad", sprt="elo0=x", **wishes, **LOCAL)
