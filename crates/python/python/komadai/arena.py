"""Matches between engines, with the rules of the game as referee."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Union

from ._komadai import Variant, play_match
from .types import MatchResult

__all__ = ["match"]


def match(
    variant: Union[Variant, str],
    first: str,
    second: str,
    *,
    games: int = 100,
    sprt: Union[str, Mapping[str, float], None] = None,
    depth: Optional[int] = None,
    nodes: Optional[int] = None,
    movetime: Optional[float] = None,
    clock: Optional[str] = None,
    openings: Union[str, Iterable[str], None] = None,
    random_plies: int = 4,
    start: Optional[str] = None,
    seed: int = 1,
    concurrency: int = 1,
    max_plies: Optional[int] = 400,
    on_game: Optional[Callable[[Dict[str, Any]], object]] = None,
) -> MatchResult:
    """Plays pairs of games, each opening once with either side.

    A player is a text: ``komadai`` is this engine, ``level:3`` the same at level 3, ``random:7`` and ``greedy:7`` are
    simple players with a seed, and ``fairy-stockfish proto=uci nodes=5000`` is any program that speaks USI, UCI or
    XBoard's protocol. ``sprt`` ends the match early: ``{"elo0": 0, "elo1": 10}``. ``clock`` is a time control such as
    ``8+0.08``. ``openings`` are lines such as ``startpos moves 7g7f``; otherwise so many random plies are played.
    ``on_game`` is called with each game that is counted. Ctrl-C ends the match with the games that are being played.
    """
    if sprt is not None and not isinstance(sprt, str):
        sprt = " ".join(f"{key}={value}" for key, value in sprt.items())
    if openings is not None and not isinstance(openings, str):
        openings = "\n".join(openings)
    wishes = SimpleNamespace(
        own=[sys.executable, "-m", "komadai", "engine"],
        games=games,
        sprt=sprt,
        depth=depth,
        nodes=nodes,
        movetime=movetime,
        clock=clock,
        openings=openings,
        random_plies=random_plies,
        start=start,
        seed=seed,
        concurrency=concurrency,
        max_plies=max_plies,
    )
    players: List[str] = [first, second]
    return play_match(variant, players, wishes, on_game)
