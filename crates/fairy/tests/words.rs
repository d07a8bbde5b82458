//! What programs for Fairy-Stockfish read and get.

use komadai_fairy::{
    Game, GameText, Games, Notation, Rules, Validity, claimed_end, drawn, ended, is_too_weak,
    pocket, rows, rule_end, to_partner, value,
};
use komadai_rules::variant::{self, load_builtin};
use komadai_rules::{AnyGame, AnyPlay, Color};

fn game_of(games: &Games, name: &str, chess960: bool) -> Game {
    let found = games.find(name, chess960).expect(name);
    let variant = match &found.rules {
        Rules::Own(id) => load_builtin(id, &[]).expect(name).variant,
        Rules::Imported(source) => variant::load(source, &|_| None, &[]).expect(name).variant,
    };
    Game::of(&AnyGame::compile(&variant).expect(name), &found)
}

fn game(name: &str) -> Game {
    game_of(&Games::default(), name, false)
}

fn after(game: &Game, fen: &str, moves: &str) -> AnyPlay {
    let mut play = game.open(fen).expect(fen);
    for text in moves.split_whitespace() {
        let m = game.find(&play, text).expect(text);
        play.push(m);
    }
    play
}

#[test]
fn names_of_games() {
    let mut games = Games::default();
    for (name, chess960, id) in [
        ("chess", false, "chess"),
        ("chess", true, "chess960"),
        ("no-such-game", false, "no-such-game"),
    ] {
        assert_eq!(games.find(name, chess960).unwrap().rules, Rules::Own(id.to_owned()));
    }
    // A game of our shelf that Fairy-Stockfish has, too, goes by its rules.
    assert!(matches!(games.find("crazyhouse", false).unwrap().rules, Rules::Imported(_)));
    games.configure("[no-castling:chess]\ncastling = false\n\n[walls:chess]\nwallingRule = edge\n");
    let names = games.names();
    for name in ["chess", "shogi", "xiangqi", "3check", "no-castling", "walls"] {
        assert!(names.iter().any(|known| known == name), "{name}");
    }
    assert!(names.is_sorted());
    let no_castling = game_of(&games, "no-castling", false);
    let start = no_castling.fen(&after(&no_castling, &no_castling.start_fen().unwrap(), ""));
    assert!(start.ends_with(" w - - 0 1"), "{start}");
    assert!(games.find("walls", false).is_err());
    for (name, start) in [
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"),
        ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1"),
    ] {
        assert_eq!(game(name).start_fen().unwrap(), start);
    }
    // What is given can be read, also where their flags cannot.
    for name in ["cambodian", "chess", "janggi", "kyotoshogi", "seirawan", "3check"] {
        let game = game(name);
        assert!(game.open(&game.start_fen().unwrap()).is_ok(), "{name}");
    }
}

#[test]
fn positions() {
    for (name, fen, moves, expected) in [
        ("chess", "startpos", "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        (
            "crazyhouse",
            "rnbqkb1r/pp3ppp/5p2/2pp4/8/5N2/PPPP1PPP/RNBQKB1R/Np w KQkq - 0 5",
            "",
            "rnbqkb1r/pp3ppp/5p2/2pp4/8/5N2/PPPP1PPP/RNBQKB1R[Np] w KQkq - 0 5",
        ),
        (
            "crazyhouse",
            "r1b3nr/pppp1kpp/2n5/2b1p3/4P3/2N4Q~/PPPP1PPP/R1B1K1NR/PNQpnbq w KQ - 0 7",
            "",
            "r1b3nr/pppp1kpp/2n5/2b1p3/4P3/2N4Q~/PPPP1PPP/R1B1K1NR[QNPqbnp] w KQ - 0 7",
        ),
        (
            "shogi",
            "startpos",
            "c3c4 g7g6 b2h8+ g9h8",
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL[Bb] w - - 0 3",
        ),
        (
            "shogi",
            "startpos",
            "f1f2 f9f8",
            "lnsgk1snl/1r3g1b1/ppppppppp/9/9/9/PPPPPPPPP/1B3G1R1/LNSGK1SNL[] w - - 2 2",
        ),
        // The order in a hand is that of the types of pieces.
        (
            "seirawan",
            "startpos",
            "",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[EHeh] w KQBCDFGkqbcdfg - 0 1",
        ),
        // A drop begins the count anew, a turn back does not.
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[Nn] w - - 7 9",
            "N@d4",
            "4k3/8/8/8/3N4/8/8/4K3[n] b - - 0 9",
        ),
        ("kyotoshogi", "startpos", "c1c2", "p+nks+l/5/5/2K2/+LS1+NP[] b - - 1 1"),
        ("kyotoshogi", "startpos", "e1e2+", "p+nks+l/5/5/4+P/+LSK+N1[] b - - 1 1"),
        ("makruk", "startpos", "d3d4", "rnsmksnr/8/pppppppp/8/3P4/PPP1PPPP/8/RNSKMSNR b - - 0 1"),
        // The passed square is named where an enemy pawn stands ready, even if it is pinned.
        (
            "chess",
            "4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1",
            "d2d4",
            "4k3/8/8/8/3Pp3/8/8/4RK2 b - d3 0 1",
        ),
        (
            "chess",
            "4k3/8/8/8/5p2/8/3P4/3R1K2 w - - 0 1",
            "d2d4",
            "4k3/8/8/8/3P1p2/8/8/3R1K2 b - - 0 1",
        ),
        (
            "duck",
            "rnbqkbnr/pppppppp/7*/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
            "e7e5,e5a3",
            "rnbqkbnr/pppp1ppp/8/4p3/3P4/*7/PPP1PPPP/RNBQKBNR w KQkq - 0 2",
        ),
        // Rights to castle mean nothing where nobody castles.
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[] w KQkq - 0 1", "", "4k4/9/9/9/9/9/9/9/4K4[] w - - 0 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2P 1", "", "4k4/9/9/9/9/9/9/9/4K4[PP] w - - 0 1"),
    ] {
        let game = game(name);
        assert_eq!(game.fen(&after(&game, fen, moves)), expected, "{name}");
    }
    let shuffled = game_of(&Games::default(), "chess", true);
    for (fen, moves, expected) in [
        (
            "nrbqbkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQBKRN w KQkq - 0 1",
            "h1g3",
            "nrbqbkrn/pppppppp/8/8/8/6N1/PPPPPPPP/NRBQBKR1 b GBgb - 1 1",
        ),
        (
            "rrbqbkrn/pppppppp/8/8/8/8/PPPPPPPP/RRBQBKRN w KBkb - 0 1",
            "",
            "rrbqbkrn/pppppppp/8/8/8/8/PPPPPPPP/RRBQBKRN w GBgb - 0 1",
        ),
    ] {
        assert_eq!(shuffled.fen(&after(&shuffled, fen, moves)), expected);
    }
    let shogi = game("shogi");
    let play = after(&shogi, "startpos", "c3c4 g7g6 b2h8+ g9h8");
    assert!(shogi.sfen(&play).ends_with("LNSGKGSNL b Bb 5"));
    assert_eq!(shogi.history(&play).join(" "), "c3c4 g7g6 b2h8+ g9h8");
    assert_eq!((pocket(&shogi, &play, Color::First), shogi.clock(&play)), ("b".to_owned(), 0));
}

#[test]
fn moves_turn_back_and_become_one_thing() {
    let game = game("kyotoshogi");
    let play = after(&game, "startpos", "");
    let turned = game.legal_moves(&play);
    assert!(turned.iter().any(|text| text.ends_with('+')), "{turned:?}");
    let (mut play, mut back) = (play, None);
    for _ in 0..6 {
        let legal = game.legal_moves(&play);
        back = back.or_else(|| legal.iter().find(|text| text.ends_with('-')).cloned());
        for text in &legal {
            assert_eq!(game.uci(&play, game.find(&play, text).expect(text)), *text);
        }
        let m = game.find(&play, &legal[0]).expect("it is legal");
        play.push(m);
    }
    assert!(back.is_some());
}

#[test]
fn notations() {
    use Notation::{Default, Hodges, HodgesNumber, Hosking, Lan, San};
    let promotes = "4k4/9/9/8P/9/9/9/9/4K4[] w - - 0 1";
    for (name, fen, text, notation, written) in [
        ("chess", "startpos", "g1f3", Default, "Nf3"),
        ("chess", "startpos", "g1f3", San, "Nf3"),
        ("chess", "startpos", "g1f3", Lan, "Ng1-f3"),
        ("chess", "startpos", "e2e4", Lan, "e2-e4"),
        ("chess", "3k4/8/8/8/8/8/7p/R3K2R w KQ - 0 1", "h1h2", Lan, "Rh1xh2"),
        ("chess", "3k4/8/8/8/8/8/7p/R3K2R w KQ - 0 1", "e1c1", Lan, "O-O-O+"),
        ("chess", "3k4/7P/8/8/8/8/8/4K3 w - - 0 1", "h7h8q", Lan, "h7-h8=Q+"),
        ("shogi", "startpos", "c3c4", Default, "P-76"),
        ("shogi", "startpos", "c3c4", HodgesNumber, "P-76"),
        ("shogi", "startpos", "c3c4", Hodges, "P-7f"),
        ("shogi", "startpos", "c3c4", Hosking, "P76"),
        // SAN and the long form have the letters of the types of pieces, and tell these apart.
        ("shogi", "startpos", "c3c4", San, "Pc4"),
        ("shogi", promotes, "i6i7+", San, "Pi7=G"),
        ("shogi", promotes, "i6i7+", Lan, "Pi6-i7=G"),
        ("shogi", "4k4/9/9/9/9/4+B4/9/9/4K4[] w - - 0 1", "e4d3", San, "Hd3"),
        ("shogi", "4k4/9/9/9/3+PG4/9/9/9/4K4[] w - - 0 1", "d5d6", San, "Gdd6"),
        ("shogi", "4k4/9/9/9/9/9/9/5R3/3K5[] w - - 0 1", "f2e2", San, "Re2+"),
        ("kyotoshogi", "startpos", "a1b2-", San, "Gb2=L"),
        ("makruk", "4k3/8/8/7P/8/8/8/4K3 w - - 0 1", "h5h6m", San, "h6=M"),
        ("makruk", "4k3/8/8/4p3/8/3N4/8/4K3 w - - 0 1", "d3e5", San, "Nxe5"),
        ("xiangqi", "startpos", "g1e3", San, "Ege3"),
        ("janggi", "startpos", "e2e2", San, "Ke2"),
        ("seirawan", "startpos", "b1c3h", Lan, "Nb1-c3/H"),
        ("crazyhouse", "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7b8q", Lan, "a7xb8=Q+"),
        // Only attacks on a king are marked, not those on what else must not be lost.
        ("atomic", "startpos", "b1c3", San, "Nc3"),
        ("atomic", "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1", "d2e2", San, "Qe2"),
        ("shogi", promotes, "i6i7+", Default, "P-13+"),
        ("shogi", promotes, "i6i7", Default, "P-13="),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", Hosking, "G'52"),
    ] {
        let game = game(name);
        let play = after(&game, fen, "");
        let m = game.find(&play, text).expect(text);
        assert_eq!(game.written(&play, m, notation), written, "{name} {notation:?}");
        assert_eq!(game.read(&play, written, notation), Ok(m), "{written}");
    }
}

#[test]
fn nothing_is_legal_when_a_rule_has_ended_the_game() {
    for (name, fen, moves, legal) in [
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 2+3 0 1", "a1a8", true),
        ("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1", "a1a8", false),
        ("kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", false),
    ] {
        let game = game(name);
        let play = after(&game, fen, moves);
        assert_eq!(!game.legal_moves(&play).is_empty(), legal, "{name} {fen}");
        assert_eq!(!game.moves(&play).is_empty(), legal, "{name} {fen}");
    }
    let three = game("3check");
    let play = after(&three, "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1", "");
    let m = three.find(&play, "a1a8").unwrap();
    assert_eq!(three.written(&play, m, Notation::San), "Ra8#");
}

#[test]
fn variations() {
    let game = game("chess");
    let play = after(&game, "startpos", "e2e4");
    let told = |texts: &[&str], notation| game.variation(&play, texts, notation);
    let line = ["e7e5", "g1f3", "b8c6", "f1c4"];
    assert_eq!(told(&line, Notation::Default).unwrap(), "1...e5 2. Nf3 Nc6 3. Bc4");
    assert_eq!(told(&line, Notation::Lan).unwrap(), "1...e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4");
    assert_eq!(told(&["e7e5", "g1f4"], Notation::San).unwrap_err().0, 1);
    assert_eq!(game.written_all(&play, &line, Notation::San).unwrap().join(" "), "e5 Nf3 Nc6 Bc4");
}

#[test]
fn ends_of_games() {
    let shuffle = |moves: &str, times| moves.repeat(times);
    let (won, drawn) = (|side| Some(Some(side)), Some(None));
    for (name, fen, moves, over, claimed) in [
        ("chess", "startpos", String::new(), None, None),
        (
            "chess",
            "startpos",
            "f2f3 e7e5 g2g4 d8h4".to_owned(),
            won(Color::Second),
            won(Color::Second),
        ),
        ("chess", "startpos", shuffle("g1f3 b8c6 f3g1 c6b8 ", 2), None, drawn),
        ("chess", "3Rk3/8/8/8/8/8/2N5/3K4 b - - 0 1", "e8d8".to_owned(), drawn, drawn),
        (
            "atomic",
            "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1",
            "d1d8".to_owned(),
            won(Color::First),
            won(Color::First),
        ),
        ("shogi", "startpos", shuffle("f1f2 f9f8 f2f1 f8f9 ", 3), None, drawn),
        ("kingofthehill", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", String::new(), None, None),
    ] {
        let game = game(name);
        let play = after(&game, fen, &moves);
        assert_eq!((ended(&play, false), ended(&play, true)), (over, claimed), "{name} {moves}");
    }
    let atomic = game("atomic");
    let play = after(&atomic, "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8");
    assert_eq!(rule_end(&play), Some(Some(Color::First)));
    assert_eq!(value(&play, Some(Color::First)), -komadai_fairy::MATE);
    let chess = game("chess");
    let play = after(&chess, "startpos", &shuffle("g1f3 b8c6 f3g1 c6b8 ", 2));
    assert_eq!((rule_end(&play), claimed_end(&play)), (None, Some(None)));
}

#[test]
fn pieces_that_cannot_mate() {
    for (name, fen, weak) in [
        ("chess", "startpos", [false, false]),
        ("chess", "8/5k2/8/8/8/2K5/6R1/8 w - - 0 1", [false, true]),
        ("chess", "8/5k2/8/8/8/2K5/6B1/8 w - - 0 1", [true, true]),
        ("chess", "8/5k2/8/8/8/2K5/6N1/8 w - - 0 1", [true, true]),
        ("chess", "8/5kn1/8/8/8/2K5/6N1/8 w - - 0 1", [false, false]),
        ("chess", "8/5kb1/8/8/8/2K5/5B2/8 w - - 0 1", [true, true]),
        ("chess", "8/5kb1/8/8/8/2K5/6B1/8 w - - 0 1", [false, false]),
        ("crazyhouse", "8/5k2/8/8/8/2K5/8/8[] w - - 0 1", [false, false]),
        ("kingofthehill", "8/5k2/8/8/8/2K5/8/8 w - - 0 1", [false, false]),
    ] {
        let game = game(name);
        let play = after(&game, fen, "");
        assert_eq!(Color::BOTH.map(|side| is_too_weak(&play, side)), weak, "{name} {fen}");
    }
}

#[test]
fn what_is_wrong_with_a_fen() {
    use Validity::{
        Board, Castling, Clock, Empty, EnPassant, Fields, Hand, Kings, Letter, MoveNumber, Side,
        TouchingKings, Valid,
    };
    let zh = game("crazyhouse");
    let rest = "/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    for (board, wrong) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Valid),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Valid),
        ("", Empty),
        (" ", Empty),
        ("rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Letter),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Board),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Board),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[77] w KQkq - 0 1", Hand),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] o KQkq - 0 1", Side),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w K6kq - 0 1", Castling),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq ss 0 1", EnPassant),
        ("rnbqkknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", Kings),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQ - 0 1", Kings),
        ("8/8[] x - - 0 1", Board),
        ("k7/8/8/8/8/8/8/8[] x - - 0 1", Kings),
        ("8/8/8/8/3k4/4K3/8/8[] w - - 0 1", TouchingKings),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 0", Fields),
    ] {
        assert_eq!(zh.validity(board), wrong, "{board}");
    }
    // What explodes there is no king.
    let atomic = game("atomic");
    assert_eq!(atomic.validity("8/3r4/7p/8/pPR5/3P4/3N4/7K b - - 0 45"), Valid);
    assert_eq!((Valid.code(), Empty.code(), Letter.code()), (1, 0, -10));
    let shuffled = game_of(&Games::default(), "chess", true);
    assert_eq!(shuffled.validity(&format!("rnbqkbnr{rest} w AHah - 0 1")), Valid);
    let chess = game("chess");
    for (clocks, wrong) in [("x 1", Clock), ("0 -13", MoveNumber)] {
        assert_eq!(chess.validity(&format!("rnbqkbnr{rest} w KQkq - {clocks}")), wrong, "{clocks}");
    }
}

#[test]
fn games_of_pgn() {
    let text =
        "[White \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 (1. d4) {hi} d5 2. exd5 Qxd5 3. P@e4 *\n";
    let read = GameText::read(text).unwrap();
    assert_eq!((read.variant(), read.header("White")), (("crazyhouse".to_owned(), false), "A"));
    assert_eq!(read.header("Black"), "");
    let moves = read.moves(&game("crazyhouse")).unwrap();
    assert_eq!(moves.join(" "), "e2e4 d7d5 e4d5 d8d5 P@e4");
    let illegal = GameText::read("1. e4 e5 2. Ke4 *").unwrap();
    let error = illegal.moves(&game("chess")).unwrap_err();
    assert!(error.to_string().starts_with("move 3 (`Ke4`): "), "{error}");
    for (name, expected) in [
        ("Standard", ("chess", false)),
        ("Chess960", ("chess", true)),
        ("Fischerandom", ("chess", true)),
        ("Three-check", ("3check", false)),
        ("King of the Hill", ("kingofthehill", false)),
        ("Crazyhouse960", ("crazyhouse", true)),
        ("", ("chess", false)),
    ] {
        let read = GameText::read(&format!("[Variant \"{name}\"]\n\n*\n")).unwrap();
        assert_eq!(read.variant(), (expected.0.to_owned(), expected.1), "{name}");
    }
    assert!(GameText::read("1. e4 (e5 *").is_err());
}

#[test]
fn boards_as_text() {
    let chess = game("chess");
    let fen = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";
    let play = after(&chess, fen, "");
    assert!(rows(&play).starts_with("r n b . k b n r\np p p . p p p p\n. . . . . . . .\n. . . q"));
    let table = drawn(&chess, &play);
    for part in [
        "\n +---+---+---+---+---+---+---+---+\n | r | n | b |   | k | b | n | r |8  \n +---+",
        "| R | N | B | Q | K | B | N | R |1 *\n",
        "\n   a   b   c   d   e   f   g   h\n\nFen: rnb1kbnr/",
        "\nSfen: rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR b - 5\nKey: ",
    ] {
        assert!(table.contains(part), "{table}");
    }
    let zh = game("crazyhouse");
    let play = after(&zh, "startpos", "e2e4 d7d5 e4d5");
    assert_eq!(pocket(&zh, &play, Color::First), "p");
    assert!(drawn(&zh, &play).contains("|1   [P]\n"), "{}", drawn(&zh, &play));
    let mut before = play.clone();
    let m = before.pop().unwrap();
    assert_eq!(to_partner(&before, m), "p");
}
