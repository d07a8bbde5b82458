"""Searches, mates, evaluations, matches; what takes long can be broken off."""

import os
import signal
import subprocess
import sys
import threading

import pytest

import komadai

MATED_IN_ONE = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"


@pytest.fixture(scope="module")
def engine():
    return komadai.Engine("shogi", memory=4)


def test_a_search_finds_lines(engine):
    position = komadai.Position("shogi", moves="7g7f 3c3d")
    found = engine.search(position, nodes=3000, lines=3)
    assert [line.rank for line in found.lines] == [1, 2, 3]
    assert found.lines[0].moves[0] == found.best and found.best in position.legal_moves()
    assert found.lines[0].score.number >= found.lines[2].score.number
    for line in found.lines:
        assert position.play(*[str(move) for move in line.moves]) == line.moves[-1].after()
    assert found.nodes >= 3000 and found.depth >= 1 and str(found.lines[0])


def test_limits_and_levels(engine):
    start = komadai.Position("shogi")
    assert engine.search(start, depth=2).depth == 2
    assert engine.search(start, depth=2, moves=["7g7f"]).best == start.find("7g7f")
    played = {engine.search(start, level=1, seed=seed).best.usi for seed in range(20)}
    assert len(played) > 1
    alike = [komadai.Engine("shogi", memory=4).search(start, level=3, seed=5).best for _ in range(2)]
    assert alike[0] == alike[1]
    for wrong in ({"level": 9}, {"movetime": -1.0}, {"moves": ["5i5g"]}):
        with pytest.raises(komadai.Error):
            engine.search(start, **wrong)
    with pytest.raises(komadai.PositionError, match="another game"):
        engine.search(komadai.Position("chess"), depth=1)


def test_mates(engine):
    position = komadai.Position("shogi", MATED_IN_ONE)
    mate = engine.mate(position)
    assert (mate.answer, [str(move) for move in mate.moves]) == ("mate", ["G*5b"])
    assert mate.moves[-1].after().result.status == "checkmate"
    assert engine.mate(komadai.Position("shogi"), nodes=50).answer == "no-mate"
    assert engine.mate(komadai.Position("shogi", "9/9/9/4k4/9/9/9/9/4K4 b 2R2B4G4S 1"), nodes=5).answer == "unknown"
    found = engine.search(position, depth=3)
    assert found.score.wins and found.score.plies == 1 and str(found.score) == "won in 1"


def test_evaluations():
    position = komadai.Position("chess", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    for net in (None, False):
        engine = komadai.Engine("chess", net=net)
        assert engine.has_net == (net is None)
        score = engine.evaluate(position)
        assert score.centipawns > 300 and not score.wins and score.number == score.centipawns
    assert {name for name, _, _ in engine.explain(position)} >= {"material"}
    assert engine.values["Q"] > engine.values["R"] > engine.values["P"]


def test_several_threads_think_alike(engine):
    """Two searches of one engine come one after the other; those of two engines at the same time."""
    start = komadai.Position("shogi")
    engines = [engine, engine, komadai.Engine("shogi", memory=1, threads=2)]
    found = []
    threads = [
        threading.Thread(target=lambda it=it: found.append(it.search(start, nodes=2000).best)) for it in engines
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3 and set(found) <= set(start.legal_moves())


HARD = "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b 2R2B18P 1"

# Every move goes around a corner, and each is told from all others.
HEAVY = """
id = "heavy"
name = "Heavy"

[board]
files = 16
ranks = 16

[pieces]
K = { name = "King", move = "K", royal = true, at = "a1" }
H = { name = "Hook Mover", move = "mQmamQ", at = "%s" }
""" % " ".join(f"{file}{rank}" for file in "bcdefghijklmno" for rank in (1, 5))

LONG = {
    "moves": lambda: komadai.Variant.load(HEAVY).start.legal_texts("san"),
    "search": lambda: komadai.Engine("shogi", memory=4).search(komadai.Position("shogi"), movetime=600.0),
    "mate": lambda: komadai.Engine("shogi").mate(komadai.Position("shogi", HARD)),
    "perft": lambda: komadai.Position("shogi").perft(12),
    "match": lambda: komadai.match("shogi", "random:1", "random:2", games=10_000_000),
}


@pytest.mark.parametrize("what", LONG)
def test_what_takes_long_can_be_broken_off(what):
    """Another thread counts, which it could not if the lock were held, and then presses Ctrl-C."""

    def press():
        counted = 0
        while counted < 100_000:
            counted += 1
        if not done.is_set():
            os.kill(os.getpid(), signal.SIGINT)

    done = threading.Event()
    timer = threading.Timer(0.2, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[what]()
        done.set()
    timer.join()


def test_a_match_of_simple_players():
    told = []
    result = komadai.match("minishogi", "greedy:1", "random:1", games=10, on_game=told.append)
    assert result.wins + result.draws + result.losses == len(result.games) == len(told) == 10
    assert result.players == ("greedy", "random") or "greedy" in result.players[0]
    assert sum(result.pairs) == 5 and 0 <= result.score <= 1
    assert result.elo is not None and str(result)
    game = komadai.Game.parse(result.games[0].pgn, "minishogi", "pgn")
    assert game.usi_moves == result.games[0].info["moves"]
    again = komadai.match("minishogi", "greedy:1", "random:1", games=10)
    assert [game.info["moves"] for game in again.games] == [game.info["moves"] for game in result.games]


def test_a_match_of_levels_with_a_test():
    result = komadai.match(
        "minishogi", "level:2", "random:1", games=40, sprt={"elo0": 0, "elo1": 400}, openings=["startpos"], depth=1
    )
    assert result.verdict in ("H1", "undecided") and result.llr is not None
    assert (result.illegal, result.crashes, result.timeouts) == (0, 0, 0)
    assert result.wins > result.losses


@pytest.mark.parametrize(
    "wish",
    [
        {"first": "level:99"},
        {"first": "some-program"},
        {"sprt": "elo0=9 elo1=0"},
        {"clock": "soon"},
        {"openings": "x"},
    ],
)
def test_matches_that_cannot_be(wish):
    wishes = {"first": "random:1", "second": "random:2", "games": 2, **wish}
    with pytest.raises(komadai.MatchError):
        komadai.match("minishogi", **wishes)


def test_what_on_game_raises_ends_the_match():
    def stop(game):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        komadai.match("minishogi", "random:1", "random:2", games=100_000, on_game=stop)


def test_the_engine_for_other_programs():
    said = "usi\nposition startpos moves 7g7f\ngo perft 2\n"
    command = [sys.executable, "-m", "komadai", "engine"]
    heard = subprocess.run(command, input=said, capture_output=True, text=True, check=True).stdout
    assert "usiok" in heard and "Nodes searched: 1110" in heard
