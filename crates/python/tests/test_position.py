"""Positions as values, and their moves."""

import pickle

import pytest
from conftest import random_game

import komadai

MATE = "f2f3 e7e5 g2g4 d8h4"
REPEATED = "g1f3 g8f6 f3g1 f6g8 " * 2


def test_a_position_never_changes():
    start = komadai.Position("shogi")
    text = start.text
    after = start.play("7g7f")
    assert (start.text, start.ply, start.side) == (text, 0, "first")
    assert (after.ply, after.side, after.side_name) == (1, "second", "Gote")
    assert after.back() == start and after.back().text == text
    with pytest.raises(komadai.PositionError):
        start.back()
    with pytest.raises(AttributeError):
        start.text = "x"


def test_equal_positions_are_equal():
    one, other = komadai.Position("chess", moves="e2e4 e7e5"), komadai.Position("chess")
    assert one == other.play("e4", "e5") == other.play("e2e4 e7e5")
    assert hash(one) == hash(other.play("e4", "e5"))
    assert len({one, other, other.play("e4 e5")}) == 2
    # History is a part of the value; the key says that only the position is the same.
    back = other.play("g1f3 g8f6 f3g1 f6g8")
    assert back != other and back.key == other.key
    assert one != komadai.Position("shogi") and one != "position"


@pytest.mark.parametrize("id", ["shogi", "minishogi", "judkins", "chess", "raichu", "minjiku"])
def test_values_survive_pickling(id, rng):
    for position in random_game(id, rng, 40)[::5]:
        again = pickle.loads(pickle.dumps(position))
        assert again == position and again.text == position.text
        assert again.legal_texts() == position.legal_texts()
        for move in position.legal_moves()[:5]:
            assert pickle.loads(pickle.dumps(move)) == move


def test_texts():
    chess = komadai.Position("chess", moves=["e4"])
    assert chess.fen == str(chess) == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    text = "4k4/9/9/9/9/9/4P4/9/4K4 b 2Pp 1"
    shogi = komadai.Position("shogi", text)
    assert shogi.sfen == shogi.text == text
    assert shogi.fen == "4k4/9/9/9/9/9/4P4/9/4K4[PPp] w - - 0 1"
    assert komadai.Position("shogi", shogi.fen) == shogi
    assert shogi.hands == {"first": {"P": 2}, "second": {"P": 1}}
    assert shogi.board["e3"] == ("first", "P") and shogi.board["e9"].piece == "K"
    assert "shogi" in repr(shogi)
    assert komadai.Position("shogi", start="lance").side == "second"


@pytest.mark.parametrize(
    "position, column",
    [("4k4/9/9/9/9/9/4P/9/4K4 b - 1", 15), ("4k4/9/9/9/9/9/9/9/4X4 b - 1", 20)],
)
def test_positions_that_cannot_be_read(position, column):
    with pytest.raises(komadai.PositionError) as raised:
        komadai.Position("shogi", position)
    assert raised.value.column == column and raised.value.text == position


@pytest.mark.parametrize(
    "id, start, moves, result",
    [
        ("chess", None, MATE, ("checkmate", "second", "0-1")),
        ("shogi", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", ("checkmate", "first", "1-0")),
        ("shogi", None, "4i4h 6a6b 4h4i 6b6a " * 3, ("repetition", None, "1/2-1/2")),
        ("chess", None, "e4", None),
    ],
)
def test_results(id, start, moves, result):
    position = komadai.Position(id, start, moves)
    end = position.result
    assert position.is_over == (result is not None)
    assert (end and (end.status, end.winner, end.score)) == result
    assert end is None or end.reason.endswith(".")


def test_claims_and_checks():
    position = komadai.Position("chess", moves=REPEATED)
    assert position.claims == ["repetition"] and position.result is None
    mate = komadai.Position("chess", moves=MATE)
    assert mate.in_check and mate.checks == [("h4", "e1")]
    assert komadai.Position("shogi").declaration == {"27": "none", "24": "none"}
    assert komadai.Position("chess").declaration is None
    assert komadai.Position("threecheck", moves="e4 e5 Bc4 Nc6 Bxf7+").checks_given["first"] == 1


@pytest.mark.parametrize(
    "id, depth, count",
    [("shogi", 3, 25470), ("minishogi", 3, 2512), ("chess", 4, 197281), ("chess", 1, 20), ("chess", 0, 1)],
)
def test_perft(id, depth, count):
    position = komadai.Position(id)
    assert position.perft(depth) == count
    if depth > 0:
        divided = position.perft_divided(depth)
        assert sum(number for _, number in divided) == count
        assert [text for text, _ in divided] == position.legal_texts()


def test_legal_moves_of_a_square():
    position = komadai.Position("chess")
    assert {move.uci for move in position.legal_moves("g1")} == {"g1f3", "g1h3"}
    assert position.legal_moves("e4") == []
    assert len(komadai.Position("shogi").legal_moves("2h")) == 6
    with pytest.raises(komadai.Error):
        position.legal_moves("z9")


@pytest.mark.parametrize("form", ["usi", "algebraic", "uci", "san", "western", "japanese"])
@pytest.mark.parametrize("id", ["shogi", "minishogi", "judkins", "chess", "raichu"])
def test_every_form_is_read_again(id, form, rng):
    for position in random_game(id, rng, 30)[::6]:
        legal = position.legal_moves()
        texts = position.legal_texts(form)
        assert texts == [getattr(move, form) for move in legal]
        if form == "japanese" and id == "chess":
            continue
        for move, text in zip(legal, texts):
            assert position.find(text) == move, (position.text, text)


def test_what_a_move_does():
    position = komadai.Position("shogi", moves="7g7f 3c3d")
    move = position.find("8h2b+")
    assert (move.usi, move.western, move.japanese, str(move)) == ("8h2b+", "Bx2b+", "▲２二角成", "8h2b+")
    assert (move.from_square, move.to_square, move.legs) == ("b2", "h8", ["b2", "h8"])
    assert (move.piece, move.promotion, move.drop) == ("B", "+B", None)
    assert move.captures == ["h8"] and move.is_capture
    assert move.removes == (("h8", "second", "B", "captured", "B"),)
    assert not move.gives_check and move.after() == position.play(move)
    assert move.position == position
    drop = move.after().play("3a2b").find("B*4e")
    assert (drop.drop, drop.from_square, drop.to_square) == ("B", None, "f5")


def test_moves_with_many_victims(rng):
    """Somewhere in a random game of Raichu or Minjiku a move has more than two legs, or several victims."""
    for id in ("raichu", "minjiku"):
        games = [random_game(id, rng, 60) for _ in range(5)]
        moves = [move for game in games for position in game[::3] for move in position.legal_moves()]
        assert any(len(move.legs) > 2 for move in moves), id
        for move in moves[::50]:
            assert len(move.removes) >= len(move.captures)
            assert move.info["usi"] == move.usi


def test_moves_gives_check_as_the_position_after_says(rng):
    for id in ("shogi", "chess"):
        for position in random_game(id, rng, 60)[::10]:
            for move in position.legal_moves():
                assert move.gives_check == position.play(move).in_check


@pytest.mark.parametrize(
    "position, text, kind, key, message",
    [
        (None, "zz", "unreadable", "unreadable", "not a square"),
        (None, "5i5g", "illegal", "no-such-way", "does not move"),
        (None, "P*5e", "illegal", "not-in-hand", "no Pawn in hand"),
        ("4k4/9/9/9/9/9/4P4/9/4K4 b P 1", "P*5e", "illegal", "two-on-file", "Pawn"),
        (None, "5e5d", "illegal", "no-piece", "no piece on 5e"),
    ],
)
def test_why_not(position, text, kind, key, message):
    refusal = komadai.Position("shogi", position).why_not(text)
    assert (refusal.kind, refusal.key) == (kind, key), refusal
    assert message in refusal.message and refusal.japanese


def test_errors_of_moves():
    position = komadai.Position("shogi")
    assert position.why_not("7g7f") is None
    with pytest.raises(komadai.MoveError) as raised:
        position.play("7g7f", "3c3d", "7f7d")
    error = raised.value
    assert (error.number, error.text, error.key) == (3, "7f7d", "no-such-way")
    again = pickle.loads(pickle.dumps(error))
    assert (again.number, again.text, str(again)) == (3, "7f7d", str(error))
    with pytest.raises(komadai.MoveError) as raised:
        komadai.Position("shogi", moves="7g7f 3c3d 7f7d")
    assert raised.value.number == 3
    with pytest.raises(komadai.MoveError):
        position.play("7g7f").play(position.legal_moves()[0])
    with pytest.raises(komadai.MoveError):
        position.play(komadai.Position("chess").legal_moves()[0])
    with pytest.raises(TypeError):
        position.play(3)


def test_pictures():
    position = komadai.Position("chess", moves="e4")
    plain = position.svg()
    assert plain == position._repr_svg_() and plain.startswith("<svg")
    ways = [{"style": "letters"}, {"arrows": ["e9-e4"]}]
    for wrong in ways:
        with pytest.raises(komadai.Error):
            position.svg(**wrong)
    for way in ({"turned": True}, {"arrows": ["e2-e4"]}, {"style": "kanji"}, {"zones": True}, {"dark": True}):
        assert position.svg(**way) != plain
    assert position.png(100).startswith(b"\x89PNG")
