"""Games of files: read one after the other, and written."""

import io

import pytest
from conftest import random_game

import komadai

KIF = """\
手合割：平手
先手：A
後手：B
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:16/00:00:16)
*good
   2 ３四歩(33)   ( 0:03/00:00:03)
   3 投了
"""
PGN = '[White "A"]\n[Black "B"]\n[Result "1/2-1/2"]\n\n1. e4 e5 (1... c5 $1 {Sicilian}) 2. Nf3 {good} 1/2-1/2\n'


def test_a_game_of_kif():
    game = komadai.Game.parse(KIF)
    assert (game.variant.id, game.format, len(game)) == ("shogi", "kif", 2)
    assert game.headers == {"手合割": "平手", "先手": "A", "後手": "B"}
    assert game.players == ("A", "B") and game.title == "A – B"
    assert [move.usi for move in game.moves] == game.usi_moves == ["7g7f", "3c3d"]
    assert game.comments == ["good", ""] and game.times == [16.0, 3.0]
    assert (game.end, game.winner, game.result) == ("投了", "second", "0-1")
    assert game.position(1) == game.start.play("7g7f") and game.position().ply == 2


def test_a_game_of_pgn_with_a_variation():
    game = komadai.Game.parse(PGN)
    assert game.variant == komadai.Variant("chess")
    assert game.texts == ["e4", "e5", "Nf3"] and game.comments == ["", "", "good"]
    assert game.result == "1/2-1/2" and game.winner == "draw"
    sicilian = [node for node in game.nodes if node.text == "c5"]
    assert [(node.parent, node.comment, node.signs) for node in sicilian] == [(0, "Sicilian", (1,))]
    game.check()


@pytest.mark.parametrize("form", ["kif", "ki2", "csa", "jkf", "pgn", "usi", "json"])
@pytest.mark.parametrize("id", ["shogi", "minishogi", "chess", "raichu"])
def test_every_form_is_read_again(id, form, rng):
    position = random_game(id, rng, 40)[-1]
    if form not in position.variant.info["records"]:
        pytest.skip(f"{form} cannot tell of {id}")
    game = komadai.Game(position, {"first": "A", "second": "B"})
    assert game.players == ("A", "B")
    text = game.write(form)
    again = komadai.Game.parse(text, position.variant, form)
    assert again.usi_moves == position.moves()
    assert again.write(form) == text
    if form != "usi":
        assert again.players == ("A", "B")


@pytest.mark.parametrize(
    "name, encoding", [("a.kif", "cp932"), ("a.kifu", "utf-8"), ("a.pgn", "utf-8"), ("a.csa", None)]
)
def test_files_of_many_games(tmp_path, rng, name, encoding):
    games = [komadai.Game(random_game("shogi", rng, 30)[-1], {"先手": f"棋士{i}"}) for i in range(20)]
    path = tmp_path / name
    assert komadai.write_games(path, iter(games)) == 20
    if encoding:
        path.read_bytes().decode(encoding)
    variant = "shogi"
    for source in (path, str(path), path.read_bytes(), io.BytesIO(path.read_bytes())):
        form = None if source in (path, str(path)) else path.suffix[1:]
        read = list(komadai.read_games(source, variant, format=form))
        assert [game.usi_moves for game in read] == [game.usi_moves for game in games]
        assert [game.number for game in read] == list(range(1, 21))
        assert [game.players[0] for game in read] == [f"棋士{i}" for i in range(20)]


def test_games_are_read_lazily():
    class Endless(io.RawIOBase):
        """A file that never ends."""

        def __init__(self):
            self.chunks = 0

        def read(self, size=-1):
            self.chunks += 1
            return (PGN + "\n").encode()[:size]

    file = Endless()
    games = komadai.read_games(file, format="pgn")
    assert [len(next(games)) for _ in range(5)] == [3] * 5
    assert file.chunks < 50


def test_bad_games():
    text = PGN + '\n[White "C"]\n\n1. e4 %% bad\n\n' + PGN
    wrong = PGN + '\n[White "C"]\n\n1. e4 e4 2. d4 *\n\n' + PGN
    games = list(komadai.read_games(wrong.encode(), format="pgn"))
    assert len(games) == 3 and games[0].result == "1/2-1/2"
    with pytest.raises(komadai.RecordError) as raised:
        games[1].position()
    error = raised.value
    assert (error.line, error.number, error.text) == (9, 2, "e4")
    with pytest.raises(komadai.RecordError):
        games[1].write("usi")
    with pytest.raises(komadai.RecordError):
        komadai.Game.parse("nothing at all")
    with pytest.raises(komadai.RecordError, match="no form"):
        games[0].write("doc")
    assert len(list(komadai.read_games(text.encode(), format="pgn", bad="skip"))) >= 2
    with pytest.raises(FileNotFoundError):
        list(komadai.read_games("no-such-file.kif"))


def test_errors_of_files_have_their_line(tmp_path):
    path = tmp_path / "bad.csa"
    path.write_text("V2.2\nPI\n+\n+7776FU\n-9999XX\n%TORYO\n", encoding="utf-8")
    with pytest.raises(komadai.RecordError) as raised:
        list(komadai.read_games(path))
    assert (raised.value.line, raised.value.game) == (5, 1)
    assert list(komadai.read_games(path, bad="skip")) == []
