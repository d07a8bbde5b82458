//! Interactive Diagrams: what comes of each key, and the moves of games that we have as files.

mod common;

use common::check;
use komadai_import::{FileForm, Wish, games, import};
use komadai_records::position;
use komadai_rules::variant::{Source, Variant, load, load_builtin};
use komadai_rules::{AnyGame, Opening};

/// A game that was read: the file, and the remarks.
struct Read {
    variant: Variant,
    text: String,
    remarks: Vec<String>,
}

fn imported_without(text: &str, leave_out: &[&str]) -> Result<Read, Vec<String>> {
    let source = Source::new("game.txt", text);
    let leave_out = leave_out.iter().map(|key| (*key).to_owned()).collect();
    let wish = Wish { form: Some(FileForm::Diagram), leave_out, ..Wish::of("game") };
    let game = import(&source, &wish)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let file = Source::new("game.toml", game.text.clone());
    let loaded = load(&file, &|_| None, &[]).unwrap_or_else(|e| panic!("{e}\n{}", game.text));
    let remarks = game.remarks.iter().map(ToString::to_string).collect();
    Ok(Read { variant: loaded.variant, text: game.text, remarks })
}

fn imported(text: &str) -> Read {
    imported_without(text, &[]).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"))
}

/// A board of five by five with kings, and these lines. Nothing promotes unless they or a pawn say so.
fn small(lines: &str) -> String {
    let promotes = lines.contains("promo") || lines.contains("pawn");
    let most = if promotes || lines.contains("maxPromote") { "" } else { "maxPromote=0\n" };
    format!("files=5\nranks=5\n{lines}\nking::::c1\n{most}")
}

/// The lines that a diagram brings into the file, however far apart their columns stand.
fn says(text: &str, lines: &[&str]) {
    let game = imported(text);
    let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in lines {
        let found = game.text.lines().any(|other| plain(other) == *line);
        assert!(found, "{text}: no line `{line}` in\n{}", game.text);
    }
}

fn refuses(text: &str, errors: &[&str]) {
    match imported_without(text, &[]) {
        Ok(game) => panic!("{text} was imported:\n{}", game.text),
        Err(found) => assert_eq!(found, errors, "{text}"),
    }
}

fn perft(variant: &Variant, depth: u32) -> u64 {
    let game = AnyGame::compile(variant).unwrap_or_else(|error| panic!("{}: {error}", variant.id));
    game.open(&Opening::Usual).unwrap().perft(depth)
}

const CHESS: &str = "files=8\nranks=8\npromoZone=1\nmaxPromote=1\npromoChoice=QRBN\nsymmetry=mirror\nroyal=6\n\
                     pawn:P:fmWfceFifmnD::a2-h2\nknight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\n\
                     king:K:KisO2::e1\n";

/// As the page of its diagram has it, with all its peculiarities.
const OMEGA: &str = "files=12\nranks=12\npromoZone=2\nmaxPromote=1\npromoChoice=QNBRWC\ngraphicsDir=x/\nwhitePrefix=w\n\
                     symmetry=mirror\npawn::fceFifmnDifmnHfmW::b3-k3\nhole::::b1-k1,a2,a3,a4,a5,a6,l2,l3,l4,l5,l6\n\
                     knight:N:::d2,i2\nwizard::::a1,l1\nbishop::::e2,h2\nchampion::::b2,k2\nrook::::c2,j2\n\
                     queen::::f2\nking::KisjO2::g2\n";

const GRAND: &str = "files=10\nranks=10\nholdingsType=1\npromoZone=3\nmaxPromote=1\npromoChoice=!P*Q*R*B*N*A*C\n\
                     symmetry=mirror\npawn::fmWfceFifmnD::a3-j3\nknight:N:::b2,i2\nbishop::::c2,h2\n\
                     rook::::a1,j1\ncardinal:A:::g2\nmarshal:C:::f2\nqueen::::d2\nking::::e2\n";

const CAPABLANCA: &str = "files=10\nroyal=K\npromoZone=1\npromoChoice=QRBNAC\npawn:P:ifmnDfmWfceF:Pion%:a2,b2,c2-j2,,a7-j7\n\
                          knight:N:N::b1,i1,,b8,i8\nbishop:B:B::d1,g1,,d8,g8\nrook:R:R:x/Tour%:a1,j1,,a8,j8\n\
                          queen:Q:Q::e1,,e8\nking:K:KisO3::f1,,f8\narchbishop:A:BN::c1,,c8\n\
                          chancellor:C:RN:http://x.org/y:h1,,h8\n";

const SHATRANJ: &str = "files=8\nranks=8\nstalemate=win\nsymmetry=mirror\npromoChoice=Q\nshatranj pawn:P:::a2-h2\n\
                        ferz:Q:::e1\nalfil:B:::c1,f1\nknight:N:::b1,g1\nrook::::a1,h1\nking::::d1\n";

const MINISHOGI: &str = "files=5\nranks=5\nsymmetry=rotate\npromoZone=1\nmaxPromote=4\npromoOffset=5\nholdingsType=-1\n\
                         royal=10\nstalemate=win\npawn:P:fW::a2\nsilver:S:FfW::c1\nbishop:B:::d1\nrook:R:::e1\n\
                         gold:G:WfF::b1\ntokin::WfF\npromoted silver::WfF\nhorse::BW\ndragon::RF\nking::::a1\n";

fn game_of(text: &str) -> AnyGame {
    AnyGame::compile(&imported(text).variant).unwrap()
}

#[test]
fn chess_has_its_moves() {
    let game = imported(CHESS);
    for (depth, nodes) in [(1, 20), (2, 400), (3, 8902), (4, 197_281)] {
        assert_eq!(perft(&game.variant, depth), nodes);
    }
    // `W*` is a step, and at first as many as lead to the middle.
    let star = CHESS.replace("fmWfceFifmnD", "fmW*fceF");
    assert_eq!(perft(&imported(&star).variant, 4), 197_281);
}

/// A position with castling, promotion and captures in passing: its moves are known to many programs.
#[test]
fn a_crowded_position_of_chess_has_its_moves() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let game = game_of(CHESS);
    let setup = position::parse(game.variant(), fen).unwrap();
    let play = game.open(&Opening::Setup(setup)).unwrap();
    assert_eq!([1, 2, 3].map(|depth| play.perft(depth)), [48, 2039, 97_862]);
}

#[test]
fn diagrams_have_the_moves_of_our_files() {
    for (id, text) in [
        ("chess", CHESS),
        ("capablanca", CAPABLANCA),
        ("grand", GRAND),
        ("omega", OMEGA),
        ("shatranj", SHATRANJ),
    ] {
        let ours = AnyGame::compile(&load_builtin(id, &[]).unwrap().variant).unwrap();
        check(id, &ours, &game_of(text), 16);
    }
}

/// Diagrams do not say on which files pawns may be dropped, nor that they may not mate.
#[test]
fn shogi_has_its_moves() {
    let settings = [("drops.one_per_file", "[]"), ("drops.no_mate", "[]")];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let ours = load_builtin("minishogi", &settings).unwrap().variant;
    let game = imported(MINISHOGI);
    check("minishogi", &AnyGame::compile(&ours).unwrap(), &game_of(MINISHOGI), 16);
    for id in ["P", "S", "B", "R"] {
        let piece = game.variant.pieces.iter().find(|piece| piece.id == id).unwrap();
        let becomes = &game.variant.pieces[piece.promotes[0].index()];
        assert_eq!((becomes.id.as_str(), becomes.promotes.len()), (&*format!("+{id}"), 0));
    }
}

/// The text of a diagram for a game in which pieces promote as in shogi: first those that do, and then what they become
/// in the same order.
fn diagram(variant: &Variant, keys: &str) -> String {
    let board = &variant.board;
    let line = |index: usize| {
        let piece = &variant.pieces[index];
        let squares = piece.at.each_ref().map(|squares| {
            let names = squares.iter().map(|square| board.square_name(*square));
            names.collect::<Vec<_>>().join(",")
        });
        let texts: Vec<String> = piece.moves.iter().map(|m| m.tree.to_string()).collect();
        let name: String = piece.id.replace('+', "promoted ");
        format!("{name}::{}::{},,{}\n", texts.concat(), squares[0], squares[1])
    };
    let (promoting, others): (Vec<usize>, Vec<usize>) = (0..variant.pieces.len())
        .filter(|index| !variant.pieces[*index].id.starts_with('+'))
        .partition(|index| !variant.pieces[*index].promotes.is_empty());
    let promoted = promoting.iter().map(|index| variant.pieces[*index].promotes[0].index());
    let order: Vec<usize> = promoting.iter().copied().chain(promoted).chain(others).collect();
    let count = promoting.len();
    // Who captures a lion moves again, but for the king.
    let is_lion = |index: &usize| variant.pieces[*index].kind.as_deref() == Some("lion");
    let cells: String = order.iter().map(|i| if is_lion(i) { ':' } else { '.' }).collect();
    let is_king = |index: &&usize| variant.pieces[**index].id == "K";
    let rows = order.iter().map(|i| if is_king(&i) { String::new() } else { format!(".{cells}") });
    let rows: Vec<String> = rows.collect();
    let lines: String = order.iter().map(|index| line(*index)).collect();
    format!(
        "files={}\nranks={}\n{keys}\nroyal=K\nmaxPromote={count}\npromoOffset={count}\ncaptureMatrix={}\n{lines}",
        board.files,
        board.ranks,
        rows.join("/")
    )
}

/// Raichu Shogi, but for what diagrams cannot say: pieces that promote by capturing, princes, and royals that may be
/// left to be taken.
#[test]
fn raichu_has_its_moves() {
    let settings = [
        ("promotion.when", "[\"enter\", \"inside\", \"leave\"]"),
        ("pieces.\"+E\".royal", "false"),
        ("end.check", "must-answer"),
        ("end.mate", "no-move"),
        ("end.royals", "any"),
        ("end.repetition", "false"),
        ("end.dead_position", "false"),
    ];
    let settings = settings.map(|(key, value)| (key.to_owned(), value.to_owned()));
    let ours = load_builtin("raichu", &settings).unwrap_or_else(|e| panic!("{e}")).variant;
    let text = diagram(&ours, "promoZone=4\nstalemate=win");
    let game = imported(&text);
    let shock = "[[shock]]\ncaptured = [\"+O\", \"N\"]\nunless_by = \"K\"\n";
    assert!(game.text.contains(shock), "{}", game.text);
    for depth in 1..=3 {
        assert_eq!(perft(&game.variant, depth), perft(&ours, depth), "at {depth}");
    }
    check("raichu", &AnyGame::compile(&ours).unwrap(), &game_of(&text), 8);
}

#[test]
fn keys_become_lines() {
    for (text, lines) in [
        (
            small("rook::::a1"),
            &[
                "R = { name = \"Rook\", move = \"R\", at = \"a1\" }",
                "symmetry = \"mirror\" # the same files on the other side",
            ][..],
        ),
        (
            small("symmetry=rotate\nrook::::a1"),
            &["symmetry = \"rotate\" # the board turned by half a circle"],
        ),
        (
            small("symmetry=none\nrook::::a1,,b5\nking::::c2,,c5").replace("king::::c1", ""),
            &["R = { name = \"Rook\", move = \"R\", at = \"a1\", at2 = \"b5\" }"],
        ),
        (small("hole::::a2,,e3"), &["holes = \"a2 e3\""]),
        (small("hole=b3\nsymmetry=rotate"), &["holes = \"b3 d3\""]),
        (
            small("firstRank=0\nrook::::a0"),
            &["first_rank = 0", "R = { name = \"Rook\", move = \"R\", at = \"a0\" }"],
        ),
        (small("stalemate=win\nrook::::a1"), &["stalemate = \"loss\""]),
        (small("stalemate=draw\nstm=white"), &["stalemate = \"draw\""]),
        (
            small("royal=2\ncommoner:M:::a1"),
            &["K = { name = \"King\", move = \"K\", at = \"c1\", royal = true }"],
        ),
        (
            small("royal=M\ncommoner:M:::c2"),
            &["M = { name = \"Commoner\", move = \"K\", at = \"c2\", royal = true }"],
        ),
        (
            small("maxPromote=0\npawn::::a2"),
            &["P = { name = \"Pawn\", move = \"fmWfceFifmnD\", at = \"a2\" }"],
        ),
        // The rank that is two steps from the middle; one; three.
        (
            "ranks=9\npawn::fmW*fceF::a2\nking::::e1".into(),
            &["P = { name = \"Pawn\", move = \"fmWifmnDfceF\", at = \"a2\" }"],
        ),
        (
            "ranks=9\npawn::fmW*fceF::a3\nking::::e1".into(),
            &["P = { name = \"Pawn\", move = \"fmWfceF\", at = \"a3\" }"],
        ),
        (
            "ranks=12\npawn::fmW*fceF::a3\nking::::e1".into(),
            &["P = { name = \"Pawn\", move = \"fmWifmnW3fceF\", at = \"a3\" }"],
        ),
        // Promotion by choice.
        (
            small("pawn::::a2\nrook::::a1\nqueen::::b1"),
            &["zone = \"last 1\"", "when = [\"enter\"]", "choice = \"mandatory\""],
        ),
        (
            small("promoZone=2\npromoChoice=PR\npawn::::a2\nrook::::a1"),
            &["zone = \"last 2\"", "when = [\"enter\", \"inside\"]"],
        ),
        (
            small("promoZone=2\npromoChoice=!P,R2\npawn::::a2\nrook::::a1"),
            &["forced = \"stuck\" # where it could never move again"],
        ),
        (
            small("holdingsType=1\npromoChoice=*R*Q\npawn::::a2\nrook::::a1\nqueen:::::2"),
            &["[[promotion.limits]]", "types = \"R\"", "count = 1", "types = \"Q\"", "count = 2"],
        ),
        (
            small("maxPromote=2\npromoChoice=R\npawn::::a2\nman:M:::b2\nrook::::a1"),
            &["M = { name = \"Man\", move = \"K\", at = \"b2\", promotes = \"R\" }"],
        ),
        // Promotion as in shogi.
        (
            small("promoOffset=1\nman:M:::a2\nrook:::"),
            &[
                "when = [\"enter\", \"inside\", \"leave\"]",
                "\"+M\" = { name = \"Rook\", move = \"R\" }",
            ],
        ),
        (
            small("promoOffset=1\nman:M:::a2\nrook::::a1"),
            &["M = { name = \"Man\", move = \"K\", at = \"a2\", promotes = \"R\" }"],
        ),
        (
            small("holdingsType=-1\nrook::::a1:1"),
            &["to = \"hand\"", "R = { name = \"Rook\", move = \"R\", at = \"a1\", hand = 1 }"],
        ),
        // Another turn for each capture of a lion but the king's, and of a rook by the king.
        (
            small("captureMatrix=..:/\"/./.:\nrook::::a1\nlion:L:N::b1\nman:M:::d1"),
            &[
                "[[shock]]",
                "captured = \"R\"",
                "unless_by = [\"R\", \"L\", \"M\"]",
                "captured = \"L\"",
                "unless_by = [\"M\", \"K\"]",
            ],
        ),
        (
            small("burnZone=K\ncaptureMatrix=/@4/\ndemon:D:Q::b1\nfire:F:R::d1"),
            &["F = { name = \"Fire\", move = \"R\", at = \"d1\", burns = \"K\" }"],
        ),
        (
            small("shuffle=NB\nknight:N:::a1,b1\nbishop::::d1"),
            &["[[shuffle]]", "put = [\"N\", \"N\"]", "put = [\"B\"]"],
        ),
        (
            small("shuffle=!NB\nknight:N:::a1,b1\nbishop::::d1"),
            &["put = [\"N\"]", "on = \"a1\"", "on = \"b1 d1\""],
        ),
        (
            small("shuffle=NB,RQ\nknight:N:::a1\nbishop::::b1\nrook::::d1\nqueen::::e1"),
            &["on = \"a1-b1\"", "on = \"d1-e1\""],
        ),
        (
            small("shuffle=!NB,RQ\nknight:N:::a1\nbishop::::b1\nrook::::d1\nqueen::::e1"),
            &["on = \"d1-e1\"", "on = \"a1\"", "put = [\"B\"]"],
        ),
    ] {
        says(&text, lines);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (text, errors) in [
        ("files=5\n", &["game.txt:1:1: there are no pieces, such as `king:K:K::e1`"][..]),
        ("files=17\nking::::a1", &["game.txt:1:7: `files` is a number from 1 to 16"]),
        ("squaresize=40\nking::::a1", &["game.txt:1:1: unknown key `squaresize`"]),
        ("files=8\nfiles=9\nking::::a1", &["game.txt:2:1: `files`: this is set twice"]),
        (
            "royal=1\nroyal=2\nking::::a1\nprince:P:K::b1",
            &[
                "game.txt:2:1: `royal`: several types are royal: which of them must be lost is not said",
            ],
        ),
        (
            "royal=3\nking::::a1",
            &[
                "game.txt:1:7: `royal` is the number of a piece, in the order of the diagram, or its letter",
            ],
        ),
        (
            "symmetry=point\nking::::a1",
            &["game.txt:1:10: `symmetry` is `mirror`, `rotate` or `none`"],
        ),
        (
            "king::::a1\nwords",
            &["game.txt:2:1: expected `key=value`, or a piece as in `knight:N:N::b1,g1`"],
        ),
        ("king::::a1\n:x", &["game.txt:2:1: a piece needs a name"]),
        (
            "king:::::1:2",
            &["game.txt:1:1: a piece has six parts: `name:ID:move:image:squares:hand`"],
        ),
        (
            "king::::a1,j9,?,a0",
            &[
                "game.txt:1:12: `j9` is off the board",
                "game.txt:1:15: `?` is no square, such as `a1`",
                "game.txt:1:17: `a0` is no square, such as `a1`",
            ],
        ),
        (
            "king::::a1\nman::::a1",
            &["game.txt:2:1: two pieces stand on a1", "game.txt:2:1: two pieces stand on a8"],
        ),
        (
            "king::::a1\nhole::::a1",
            &[
                "game.txt:1:1: there is no square a1: it is a hole",
                "game.txt:1:1: there is no square a8: it is a hole",
            ],
        ),
        ("king:::::100", &["game.txt:1:10: expected how many are in hand, from 0 to 99"]),
        ("gnu::::b1\nking::::a1", &["game.txt:1:1: how a `gnu` moves is not known here"]),
        (
            "king::KxU::a1",
            &["game.txt:1:8: `x` (relay) is not supported: its meaning is not settled"],
        ),
        ("king::KfmE::a1", &["game.txt:1:10: there is no atom `E`"]),
        (
            "pawn::fmF*::a2\nking::::a1",
            &["game.txt:1:7: `*` stands behind a plain `W` only, the step of a pawn"],
        ),
        (
            "pawn::fmW*::a2,b3\nking::::a1",
            &[
                "game.txt:1:7: `*` depends on the rank on which the piece starts, and there is not one",
            ],
        ),
        (
            "promoChoice=QX\npawn::::a2\nqueen::::b1\nking::::a1",
            &["game.txt:1:14: `promoChoice`: no piece is called `X`"],
        ),
        (
            "maxPromote=1\npromoOffset=2\npawn::::a2\nking::::a1",
            &["game.txt:2:1: `promoOffset`: there is no piece 2 lines below `Pawn`"],
        ),
        ("holdingsType=2\nking::::a1", &["game.txt:1:14: `holdingsType` is 0, 1 or -1"]),
        (
            "stalemate=loss\nking::::a1",
            &["game.txt:1:11: `stalemate` is `draw` or `win`, for the side that brings it about"],
        ),
        (
            "captureMatrix=\"\nking::::a1",
            &["game.txt:1:15: `captureMatrix`: there is no row above"],
        ),
        (
            "captureMatrix=./3\nking::::a1",
            &["game.txt:1:17: `captureMatrix`: `3` repeats nothing here"],
        ),
        (
            "captureMatrix=.3\nking::::a1",
            &[
                "game.txt:1:15: `captureMatrix`: a row has 2 cells at most: for no capture and each type",
            ],
        ),
        (
            "captureMatrix=./.\nking::::a1",
            &["game.txt:1:17: `captureMatrix`: there are more rows than the 1 types of piece"],
        ),
        ("shuffle=X\nking::::a1", &["game.txt:1:9: `shuffle`: no piece is called `X`"]),
        (
            "hole::::d4\nroyal=2\nking::::a1",
            &["game.txt:1:1: `royal` numbers the pieces, and this may be counted or not"],
        ),
    ] {
        refuses(text, errors);
    }
}

#[test]
fn what_cannot_be_said_is_refused_by_name() {
    let cannot = "cannot be imported:";
    for (lines, at, key, why) in [
        ("baring=win", "3:1", "baring", "what a bared king leads to"),
        ("zonal=1", "3:1", "zonal", "a script says where pieces may go"),
        ("stm=black", "3:1", "stm", "the second side moves first"),
        (
            "burnZone=K",
            "3:1",
            "burnZone",
            "which pieces burn others stands in `captureMatrix`, which is not there",
        ),
        (
            "captureMatrix=.^\nrook::::a1",
            "3:16",
            "captureMatrix",
            "`^` where `Rook` captures `Rook`",
        ),
        (
            "captureMatrix=:\nrook::::a1",
            "3:15",
            "captureMatrix",
            "`:` where `Rook` moves without capturing",
        ),
        (
            "promoZone=2\npromoChoice=R1\npawn::::a2\nrook::::a1",
            "4:14",
            "promoChoice",
            "a type may be chosen on some ranks of the zone only",
        ),
        (
            "promoZone=2\npromoChoice=!R\npawn::::a2\nrook::::a1",
            "4:1",
            "promoChoice",
            "a type may be chosen everywhere in the zone but on the last rank",
        ),
        (
            "promoZone=2\npromoChoice=!MR\nman:M:::a2\nrook::::a1",
            "4:1",
            "promoChoice",
            "a piece must promote on the last rank, though it could move on",
        ),
        (
            "promoChoice=*PR\npawn::::a2\nrook::::a1",
            "3:1",
            "promoChoice",
            "a piece may stay what it is only while one of it is in hand",
        ),
        (
            "maxPromote=2\npromoChoice=PR\npawn::::a2\nman:M:::b2\nrook::::a1",
            "4:1",
            "promoChoice",
            "one of several types that promote may be chosen",
        ),
        (
            "promoChoice=*R\npawn::::a2\nrook::::a1",
            "3:1",
            "promoChoice",
            "`*` takes what is in hand, and captured pieces do not come to their owner's (`holdingsType=1`)",
        ),
        ("rook::::a1:2", "3:1", "hand", "how these pieces in hand come to the board is not said"),
        (
            "shuffle=NB,NR\nknight:N:::a1\nbishop::::b1\nrook::::d1",
            "3:1",
            "shuffle",
            "squares are drawn for twice",
        ),
        (
            "shuffle=!NB,!RQ\nknight:N:::a1\nbishop::::b1\nrook::::d1\nqueen::::e1",
            "3:1",
            "shuffle",
            "several groups have some types that keep to the shades of the squares, and others",
        ),
        (
            "shuffle=KR\nrook::::a1\nqueen::::e1\nking:K:KisO1::c2\nroyal=K\ncommoner:M:::b2",
            "3:1",
            "shuffle",
            "a king that castles is drawn for without two pieces of one type at the edges",
        ),
        (
            "shuffle=!N\nknight:N:::a1,b1,d1",
            "3:1",
            "shuffle",
            "an odd number of pieces keeps to the shades of the squares",
        ),
        (
            "shuffle=N\nsymmetry=mirror\nknight:N:::a1,,b5",
            "3:1",
            "shuffle",
            "the sides do not stand opposite",
        ),
    ] {
        let text = small(lines);
        refuses(&text, &[&format!("game.txt:{at}: `{key}` {cannot} {why}")]);
        // One can do without it.
        let others = ["captureMatrix", "burnZone"].contains(&key);
        let without = imported_without(&text, &[key]).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let left = without.remarks.iter().any(|remark| remark.contains("left out: "));
        assert!(left || others, "{text}: {:?}", without.remarks);
    }
}

#[test]
fn files_without_end_are_refused_early() {
    let many = "rook::R::\n".repeat(100_000);
    let errors = imported_without(&many, &[]).map(|game| game.text).unwrap_err();
    assert_eq!(errors, ["game.txt:129:1: a game has at most 128 types of piece"]);
    let errors = imported_without(&"x\n".repeat(100_000), &[]).map(|game| game.text).unwrap_err();
    assert_eq!(errors.len(), 200);
    let long = format!("king::::a1\nrook::::{}", "a1-h8,".repeat(10_000));
    let errors = imported_without(&long, &[]).map(|game| game.text).unwrap_err();
    assert_eq!(errors, ["game.txt:2:1: this line is too long"]);
}

#[test]
fn only_keys_can_be_left_out() {
    for (key, message) in [
        ("files", "game.txt:1:1: `files` cannot be left out"),
        ("walls", "game.txt:1:1: there is no key `walls` to leave out"),
    ] {
        let errors = imported_without(&small(""), &[key]).map(|game| game.text).unwrap_err();
        assert_eq!(errors, [message]);
    }
}

#[test]
fn what_was_taken_for_granted_is_told() {
    let game = imported(&small("squareSize=40\ngraphicsDir=x\npawn::::a2\nrook::::a1"));
    for remark in [
        "game.txt:3:1: only about how the diagram is shown: graphicsDir, squareSize",
        "game.txt:5:1: moves as its name says: `pawn` is `fmWfceFifmnD`",
        "game.txt:1:1: `promoZone` is not set: pieces promote on the last rank",
        "game.txt:1:1: `symmetry` is not set: the sides stand as in a mirror",
    ] {
        assert!(game.remarks.iter().any(|other| other == remark), "{:?}", game.remarks);
    }
    assert!(
        game.text.contains("# - only about how the diagram is shown: graphicsDir, squareSize\n")
    );
}

/// The diagram of Eurasian Chess on its page, with a pawn in hand that may only stay a pawn.
#[test]
fn eurasian_chess_is_read_as_it_stands() {
    let game = imported(
        "graphicsDir=bpainter/\nfiles=10\nranks=10\nholdingsType=1\npromoZone=3\nmaxPromote=1\n\
         promoChoice=!P*N*B*R*V*C*Q\nwhitePrefix=w\nblackPrefix=b\nsquareSize=50\nfirstRank=1\nsymmetry=mirror\n\
         enableAI=2\npawn::fceFifmnDfmW::a3-j3:1\nknight:N:::b2,i2\nvao::mBcpB:bow:d2,g2\ncannon:::vao:c1,h1\n\
         bishop::::c2,h2\nrook::::a1,j1\nqueen::::e2\nking::fkRfkBK::f2\n",
    );
    assert!(
        game.remarks.iter().any(|r| r == "game.txt:14:1: `Pawn` in hand never comes to the board")
    );
    let letters = game.variant.pieces.iter().map(|piece| piece.id.as_str());
    assert_eq!(letters.collect::<String>(), "PNVCBRQK");
    let limits = game.variant.promotion.limits.iter().map(|limit| {
        let ids = limit.types.iter().map(|piece| game.variant.pieces[piece.index()].id.as_str());
        (ids.collect::<String>(), limit.count)
    });
    let as_many = [("Q".to_owned(), Some(1)), ("NVCBR".to_owned(), Some(2))];
    assert_eq!(limits.collect::<Vec<_>>(), as_many);
}

/// Letters are unique here, and one or two signs long.
#[test]
fn letters_that_clash_get_a_prime_or_another_letter() {
    let game = imported(&small("rook::::a1\nram:R:F::b1\nwar ox:Wo:W::d1\n3-leaper:3:H::e1"));
    let ids: Vec<&str> = game.variant.pieces.iter().map(|piece| piece.id.as_str()).collect();
    assert_eq!(ids, ["R", "R'", "W", "A", "K"]);
}

#[test]
fn starts_are_drawn_as_in_chess960() {
    let text = CHESS.replace("royal=6", "royal=6\nshuffle=!BQNRK");
    let game = imported(&text);
    let shuffle = game.variant.shuffle.as_ref().unwrap();
    assert_eq!(shuffle.count(), Some(960));
    let ours = load_builtin("chess960", &[]).unwrap().variant;
    let ours = ours.shuffle.unwrap();
    let letters = |variant: &Variant, number| -> String {
        let pieces = variant.shuffle.as_ref().unwrap().arrangement(number).unwrap();
        pieces.iter().map(|piece| variant.pieces[piece.index()].id.as_str()).collect()
    };
    let chess960 = load_builtin("chess960", &[]).unwrap().variant;
    let all = |variant: &Variant| {
        (0..960).map(|number| letters(variant, number)).collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(ours.count(), Some(960));
    assert_eq!(all(&game.variant), all(&chess960));
    let [one, other] = [&game.variant, &chess960].map(|v| AnyGame::compile(v).unwrap());
    check("chess960", &other, &one, 8);
}

/// A page, whose scripts are a part of its rules.
#[test]
fn pages_have_several_diagrams() {
    let page = |script: &str| {
        format!(
            "<html><title>Two games</title><script src=\"betza.js\"></script><script>{script}</script>\n\
             <h2>First &amp; best</h2><div class=\"idiagram\">files=5\nranks=5\nking::::a1\n</div>\n\
             <p>and</p><h3>Second</h3><div class=\"idiagram\" style=\"x\">files=6<br>ranks=5<br>king::::a1\n</div>"
        )
    };
    let source = Source::new("pages/two.html", page("function show() {}"));
    assert_eq!(games(&source), ["two-1", "two-2"]);
    let [first, second] = ["two-1", "two-2"].map(|name| import(&source, &Wish::of(name)).unwrap());
    assert!(first.text.contains("id = \"two-1\"\nname = \"First & best\"\n"), "{}", first.text);
    assert!(second.text.contains("name = \"Second\"\n\n[board]\nfiles = 6\n"), "{}", second.text);
    let noted = "pages/two.html:1:71: not read: the script `show` of the page";
    assert_eq!(first.remarks[0].to_string(), noted);

    let source =
        Source::new("two.html", page("function WeirdPromotion(m) {}\nfunction twoTinker(m){}"));
    let errors = import(&source, &Wish::of("two-1")).unwrap_err();
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "two.html:1:71: `WeirdPromotion` cannot be imported: a script changes the rules",
            "two.html:2:1: `twoTinker` cannot be imported: a script changes the rules",
        ]
    );
    let leave_out = vec!["WeirdPromotion".into(), "twoTinker".into()];
    assert!(import(&source, &Wish { leave_out, ..Wish::of("two-1") }).is_ok());
    let missing = import(&source, &Wish::of("two-3")).unwrap_err();
    assert_eq!(
        missing.to_string(),
        "two.html:1:1: there is no diagram `two-3` (did you mean `two-1`?)"
    );
}
