"""Games: what is said of them, where they come from, what is wrong with them."""

import pickle

import pytest

import komadai

TINY = """\
extends = "minishogi"
id = "tiny"
name = "Tiny Shogi"
"""


def test_the_games_of_the_program():
    assert {"shogi", "minishogi", "judkins", "chess", "raichu", "minjiku"} <= set(komadai.variants())
    assert set(komadai.variants(shelf=False)) < set(komadai.variants())


@pytest.mark.parametrize(
    "id, name, sides, files, ranks, squares",
    [
        ("shogi", "Shogi", ("Sente", "Gote"), 9, 9, 81),
        ("chess", "Chess", ("White", "Black"), 8, 8, 64),
        ("minishogi", "mini-Shogi", ("Sente", "Gote"), 5, 5, 25),
    ],
)
def test_what_is_said_of_a_game(id, name, sides, files, ranks, squares):
    variant = komadai.Variant(id)
    assert (variant.id, variant.name, variant.sides) == (id, name, sides)
    assert (variant.files, variant.ranks, len(variant.squares)) == (files, ranks, squares)
    assert variant.info["position"] == variant.start.text


@pytest.mark.parametrize("id", komadai.variants())
def test_every_game_begins_and_is_drawn(id):
    variant = komadai.Variant(id)
    assert variant.start.legal_moves()
    assert variant.start._repr_svg_().startswith("<svg")
    assert variant.name in variant._repr_html_()


def test_rules_for_people():
    variant = komadai.Variant("minishogi")
    assert "mini-Shogi" in variant.rules()
    assert "将棋" in variant.rules("ja")
    assert variant.rules(form="html").startswith("<!doctype html>")
    for wrong in ({"lang": "fr"}, {"form": "pdf"}):
        with pytest.raises(komadai.Error):
            variant.rules(**wrong)


def test_pieces():
    pieces = komadai.Variant("shogi").pieces
    rook = pieces["R"]
    assert (rook.name, rook.kanji, rook.movement, rook.promotes) == ("Rook", "飛車", ["R"], ["+R"])
    assert pieces["+R"].demotes_to == "R"
    assert pieces["K"].royal and not rook.royal
    assert rook.value > pieces["P"].value > 0
    assert rook.droppable and not pieces["K"].droppable
    assert rook == komadai.Variant("shogi").pieces["R"] != pieces["B"]
    assert rook.diagram
    for drawn in (rook.svg(), rook.svg("diagram"), rook.diagram_svg(), rook._repr_svg_()):
        assert drawn.startswith("<svg")
    with pytest.raises(komadai.Error, match="no style"):
        rook.svg("oil")


def test_changed_rules():
    usual = komadai.Variant("shogi")
    changed = komadai.Variant("shogi", {"end.repetition.times": 2})
    assert changed.settings == {"end.repetition.times": "2"}
    assert changed != usual and changed == komadai.Variant("shogi", {"end.repetition.times": 2})
    moves = "4i4h 6a6b 4h4i 6b6a"
    assert komadai.Position(usual, moves=moves).result is None
    assert komadai.Position(changed, moves=moves).result.status == "repetition"


def test_a_game_from_a_file_and_from_a_text(tmp_path):
    (tmp_path / "base.toml").write_text(TINY, encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text('extends = "base"\nid = "mine"\nname = "Mine"\n', encoding="utf-8")
    mine, tiny = komadai.Variant.load(path), komadai.Variant.load(TINY)
    assert (mine.id, tiny.id) == ("mine", "tiny")
    assert komadai.Variant.load(str(path)) == mine
    assert komadai.Position(mine).perft(3) == komadai.Position("minishogi").perft(3)
    # A pickled game needs no files.
    path.unlink()
    (tmp_path / "base.toml").unlink()
    for variant in (mine, tiny, komadai.Variant("chess")):
        assert pickle.loads(pickle.dumps(variant)) == variant


def test_what_is_wrong_with_a_file_has_its_place():
    text = "extends = 'chess'\n[board]\nfiels = 8\n"
    with pytest.raises(komadai.VariantError) as raised:
        komadai.Variant.load(text, name="mine.toml")
    error = raised.value
    assert (error.file, error.line, error.column) == ("mine.toml", 3, 1)
    assert error.help == "did you mean `files`?"
    assert error.findings == ("mine.toml:3:1: unknown key `fiels` in `board` (did you mean `files`?)",)


@pytest.mark.parametrize(
    "load, help",
    [
        (lambda: komadai.Variant("ches"), "did you mean `chess`?"),
        (lambda: komadai.Position("shogo"), "did you mean `shogi`?"),
        (lambda: komadai.Variant("chess", {"end.nothing": 1}), None),
        (lambda: komadai.Variant.load("no-such-file.toml"), None),
    ],
)
def test_games_that_are_not_there(load, help):
    with pytest.raises(komadai.VariantError) as raised:
        load()
    assert isinstance(raised.value, ValueError)
    if help:
        assert raised.value.help == help


def test_games_of_other_programs():
    ini = "[no-castling:chess]\ncastling = false\n"
    games = komadai.load_foreign(ini)
    assert list(games) == ["no-castling"]
    line = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7"
    castles = lambda variant: any(m.is_castling for m in komadai.Position(variant, moves=line).legal_moves())
    assert castles("chess") and not castles(games["no-castling"])
    with pytest.raises(komadai.VariantError) as raised:
        komadai.load_foreign("[walls:chess]\nwallingRule = edge\n")
    assert raised.value.line == 2
