"""What questions are answered with: named tuples that compare, unpack and print."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional, Sequence, Tuple

if TYPE_CHECKING:
    from ._komadai import Move

__all__ = [
    "Line",
    "Man",
    "MatchGame",
    "MatchResult",
    "Mate",
    "Node",
    "Refusal",
    "Removed",
    "Result",
    "Score",
    "SearchResult",
]


class Man(NamedTuple):
    """A piece on the board."""

    side: str
    """``first`` or ``second``."""
    piece: str
    """Its id."""


class Result(NamedTuple):
    """How a game has ended."""

    status: str
    """The word for it: ``checkmate``, ``stalemate``, ``repetition``, ``perpetual-check``, ``dead-position`` ..."""
    winner: Optional[str]
    """``first`` or ``second``; ``None`` for a draw."""
    reason: str
    """The same as a sentence."""

    @property
    def score(self) -> str:
        """As PGN says it."""
        return {"first": "1-0", "second": "0-1"}.get(self.winner or "", "1/2-1/2")


class Refusal(NamedTuple):
    """Why a text is no legal move."""

    kind: str
    """``unreadable``, ``ambiguous`` or ``illegal``."""
    key: str
    """The word by which the rule goes."""
    message: str
    """The rule as a sentence."""
    japanese: Optional[str]
    """The same in Japanese."""
    meant: Tuple[str, ...]
    """Legal moves that may be meant."""


class Removed(NamedTuple):
    """A piece that leaves the board by a move."""

    square: str
    side: str
    piece: str
    fate: str
    """``captured``, ``shot``, ``en-passant``, ``burned``, ``exploded`` or ``destroyed``."""
    hand: Optional[str]
    """What the mover gets in hand for it."""


class Node(NamedTuple):
    """A move of a record."""

    number: int
    """Its place in the list, from 0."""
    parent: Optional[int]
    """The number of the move before it; ``None`` for first moves."""
    text: str
    """As it is written."""
    comment: str
    seconds: Optional[float]
    """How long it took."""
    signs: Tuple[int, ...]
    """Numeric annotation glyphs: 1 for ``!``, 2 for ``?`` and so on."""


class Score(NamedTuple):
    """What a position is worth for the side to move: in centipawns, or a forced end in so many plies."""

    centipawns: Optional[int]
    """``None`` where the end is forced."""
    plies: Optional[int]
    """The side to move wins in so many plies, or loses, below zero; 0 if it has lost already."""
    loses: bool
    """Whether it loses by force."""

    @property
    def wins(self) -> bool:
        """Whether the side to move wins by force."""
        return self.plies is not None and not self.loses

    @property
    def number(self) -> float:
        """One number to compare: a forced end is beyond all others."""
        if self.plies is None:
            return float(self.centipawns or 0)
        return (-1 if self.loses else 1) * (32000 - abs(self.plies))

    def __str__(self) -> str:
        if self.plies is None:
            return f"{(self.centipawns or 0) / 100:+.2f}"
        return f"{'lost' if self.loses else 'won'} in {abs(self.plies)}"


class Line(NamedTuple):
    """A line of a search."""

    rank: int
    """1 for the best one."""
    score: Score
    moves: Tuple[Move, ...]
    """From the position on that was searched."""
    depth: int
    """In plies."""

    def __str__(self) -> str:
        return f"{self.score} {' '.join(str(move) for move in self.moves)}"


class SearchResult(NamedTuple):
    """What a search has found."""

    best: Optional[Move]
    """What to play; ``None`` if there is nothing."""
    score: Score
    depth: int
    nodes: int
    seconds: float
    lines: Tuple[Line, ...]
    """The best lines; as many as were asked for, where there are so many moves."""
    declares: bool
    """Whether the side to move wins by declaring, without a move."""


class Mate(NamedTuple):
    """Whether a mate can be forced."""

    answer: str
    """``mate``, ``no-mate`` (by checks alone), or ``unknown``: it ran out of nodes or time."""
    moves: Optional[Tuple[Move, ...]]
    """The whole line, replies included."""
    nodes: int
    seconds: float


class MatchGame(NamedTuple):
    """A game of a match."""

    info: Dict[str, Any]
    """All that is known of it: ``first``, ``second``, ``moves``, ``winner``, ``status``, ``reason`` ..."""
    pgn: str


class MatchResult(NamedTuple):
    """How a match has ended, from the view of the first player."""

    players: Tuple[str, str]
    wins: int
    draws: int
    losses: int
    pairs: Tuple[int, ...]
    """How many pairs of games have brought 0, 1, 2, 3 and 4 half points."""
    elo: Optional[float]
    """How much stronger the first player is; ``None`` without a pair."""
    elo_error: Optional[float]
    """Half the width of its 95 % confidence interval; ``None`` where nothing can be said of it."""
    elo_known: Optional[str]
    """``within`` the error, ``at-least`` or ``at-most``, where one player has all points, or ``unknown``."""
    llr: Optional[float]
    """The log-likelihood ratio of the test."""
    verdict: Optional[str]
    """``H0``, ``H1`` or ``undecided``, where there is a test."""
    illegal: int
    crashes: int
    timeouts: int
    games: Tuple[MatchGame, ...]

    @classmethod
    def of(
        cls,
        players: Tuple[str, str],
        counts: Tuple[int, int, int],
        pairs: Sequence[int],
        elo: Tuple[Optional[float], Optional[float], Optional[str]],
        test: Tuple[Optional[float], Optional[str]],
        faults: Tuple[int, int, int],
        games: Tuple[MatchGame, ...],
    ) -> MatchResult:
        """Puts it together."""
        return cls(players, *counts, tuple(pairs), *elo, *test, *faults, games)

    @property
    def score(self) -> float:
        """The share of the points that the first player has."""
        played = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / played if played else math.nan

    def __str__(self) -> str:
        first, second = self.players
        text = f"{first} against {second}: +{self.wins} ={self.draws} -{self.losses}"
        if self.elo is not None:
            text += {
                "within": f", Elo {self.elo:.1f} ± {self.elo_error or 0:.1f}",
                "at-least": f", Elo at least {self.elo:.1f}",
                "at-most": f", Elo at most {self.elo:.1f}",
            }.get(self.elo_known or "", f", Elo {self.elo:.1f} ± ?")
        return text
