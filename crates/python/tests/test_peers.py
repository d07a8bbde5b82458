"""Random games beside pyffish, cshogi and python-chess: the same moves, checks, results and notation at every ply."""

import random

import chess
import cshogi
import pyffish as theirs
import pytest

import komadai
import komadai.compat.pyffish as ours

SHOGI = ("shogi", "minishogi", "judkins")
PLIES = 80
NOTATIONS = {
    "chess": (theirs.NOTATION_DEFAULT, theirs.NOTATION_SAN, theirs.NOTATION_LAN),
    **dict.fromkeys(
        SHOGI,
        (
            theirs.NOTATION_DEFAULT,
            theirs.NOTATION_SAN,
            theirs.NOTATION_LAN,
            theirs.NOTATION_SHOGI_HODGES,
            theirs.NOTATION_SHOGI_HODGES_NUMBER,
            theirs.NOTATION_SHOGI_HOSKING,
        ),
    ),
}


def mates_by_pawn(id, start, moves, only):
    """Whether moves that only they have are pawns dropped to give mate, which is illegal."""
    return not only or id in SHOGI and all(
        move.startswith("P@") and not theirs.legal_moves(id, start, [*moves, move]) for move in only
    )


class Pair:
    """A game on both."""

    def __init__(self, id, rng):
        self.id, self.rng, self.moves = id, rng, []
        self.start = theirs.start_fen(id)

    def ask(self, name, *more):
        args = (self.id, self.start, self.moves, *more)
        return getattr(theirs, name)(*args), getattr(ours, name)(*args)

    def same(self, name, *more):
        theirs_say, ours_say = self.ask(name, *more)
        assert ours_say == theirs_say, (name, self.id, self.start, self.moves, more)

    def compare(self):
        """Compares everything; returns the moves that both have."""
        their_moves, our_moves = map(set, self.ask("legal_moves"))
        assert our_moves <= their_moves
        only = their_moves - our_moves
        assert mates_by_pawn(self.id, self.start, self.moves, only), (self.moves, only)
        self.same("get_fen")
        self.same("gives_check")
        self.same("has_insufficient_material")
        for name in ("is_immediate_game_end", "is_optional_game_end"):
            (their_end, their_value), (our_end, our_value) = self.ask(name)
            assert our_end == their_end and (not our_end or our_value == their_value), self.moves
        fen = ours.get_fen(self.id, self.start, self.moves)
        assert ours.validate_fen(fen, self.id) == theirs.validate_fen(fen, self.id) == ours.FEN_OK
        both = sorted(our_moves)
        if not both:
            self.same("game_result")
        for move in self.rng.sample(both, min(2, len(both))):
            self.same("is_capture", move)
            for notation in NOTATIONS[self.id]:
                written = [it.get_san(self.id, fen, move, False, notation) for it in (theirs, ours)]
                assert written[0] == written[1], (fen, move, notation)
        return both


@pytest.mark.parametrize("id", ["chess", *SHOGI])
def test_random_games_beside_pyffish(id):
    pair = Pair(id, random.Random(id))
    for _ in range(PLIES):
        both = pair.compare()
        if not both or ours.is_optional_game_end(id, pair.start, pair.moves)[0]:
            break
        pair.moves.append(pair.rng.choice(both))
    sans = [it.get_san_moves(id, pair.start, pair.moves) for it in (theirs, ours)]
    assert sans[0] == sans[1]


@pytest.mark.parametrize("id", ["crazyhouse", "makruk", "xiangqi", "capablanca", "atomic", "grand", "kyotoshogi"])
def test_other_games_of_pyffish(id):
    """The same legal moves, positions and SAN in games that are imported."""
    rng, start, moves = random.Random(id), theirs.start_fen(id), []
    notations = (theirs.NOTATION_SAN, theirs.NOTATION_LAN)
    for _ in range(60):
        legal = theirs.legal_moves(id, start, moves)
        assert sorted(legal) == sorted(ours.legal_moves(id, start, moves)), moves
        fen = theirs.get_fen(id, start, moves)
        assert ours.get_fen(id, start, moves) == fen
        if not legal:
            break
        moves.append(rng.choice(legal))
        written = [[it.get_san(id, fen, moves[-1], False, how) for how in notations] for it in (theirs, ours)]
        assert written[0] == written[1], (fen, moves[-1])


def test_chess_with_shuffled_pieces_beside_pyffish():
    rng, start, moves = random.Random(960), "nrbqbkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQBKRN w KQkq - 0 1", []
    for _ in range(60):
        legal = theirs.legal_moves("chess", start, moves, True)
        assert sorted(legal) == sorted(ours.legal_moves("chess", start, moves, True)), moves
        assert ours.get_fen("chess", start, moves, True) == theirs.get_fen("chess", start, moves, True)
        if not legal:
            break
        moves.append(rng.choice(legal))


def test_other_facts_of_pyffish():
    assert ours.version() and ours.info() and {"chess", "shogi", "xiangqi"} <= set(ours.variants())
    for id in ("chess", "shogi", "crazyhouse"):
        assert ours.captures_to_hand(id) == theirs.captures_to_hand(id)
        assert not ours.two_boards(id)
        assert ours.start_fen(id) == theirs.start_fen(id)
        assert ours.get_fen(id, ours.start_fen(id), []) == theirs.get_fen(id, theirs.start_fen(id), [])
    for name in ("VALUE_MATE", "VALUE_DRAW", "FEN_OK", "FEN_INVALID_PROMOTED_PIECE"):
        assert getattr(ours, name) == getattr(theirs, name)
    # Here a name that nobody has is an error.
    with pytest.raises(ours.error):
        ours.legal_moves("no-such-game", "startpos", [])
    with pytest.raises(ours.error):
        ours.legal_moves("chess", "startpos", ["e2e5"])
    for fen in ("", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"):
        assert ours.validate_fen(fen, "chess") < ours.FEN_OK
    line = ["e2e4", "d7d5", "e4d5"]
    assert ours.piece_to_partner("chess", ours.start_fen("chess"), line) == "p"


def test_games_of_a_configuration():
    config = "[no-castling-here:chess]\ncastling = false\n"
    theirs.load_variant_config(config)
    ours.load_variant_config(config)
    assert "no-castling-here" in ours.variants()
    start = theirs.start_fen("no-castling-here")
    moves = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7".split()
    legal = ours.legal_moves("no-castling-here", start, moves)
    assert sorted(legal) == sorted(theirs.legal_moves("no-castling-here", start, moves))
    assert "e1g1" not in legal


@pytest.mark.parametrize("seed", range(4))
def test_random_games_beside_python_chess(seed):
    rng, board, position = random.Random(seed), chess.Board(), komadai.Position("chess")
    for _ in range(2 * PLIES):
        legal = {move.uci(): move for move in board.legal_moves}
        assert sorted(position.legal_texts("uci")) == sorted(legal)
        assert position.fen == board.fen(en_passant="legal")
        assert position.in_check == board.is_check()
        sans = {move.uci: move.san for move in position.legal_moves()}
        assert sans == {uci: board.san(move) for uci, move in legal.items()}
        assert {m.uci for m in position.legal_moves() if m.is_capture} == {
            uci for uci, move in legal.items() if board.is_capture(move)
        }
        if board.is_game_over() or position.is_over:
            assert position.is_over and (not board.is_game_over() or position.result.score == board.result())
            break
        uci = rng.choice(sorted(legal))
        board.push(legal[uci])
        position = position.play(uci)


@pytest.mark.parametrize("seed", range(4))
def test_random_games_beside_cshogi(seed):
    rng, board, position = random.Random(seed), cshogi.Board(), komadai.Position("shogi")
    for _ in range(2 * PLIES):
        legal = {cshogi.move_to_usi(move): move for move in board.legal_moves}
        assert sorted(position.legal_texts()) == sorted(legal)
        assert position.in_check == board.is_check()
        assert position.sfen.split()[:2] == board.sfen().split()[:2]
        if position.is_over:
            assert board.is_game_over() or position.result.status != "checkmate"
            break
        usi = rng.choice(sorted(legal))
        board.push(legal[usi])
        position = position.play(usi)
