//! What JavaScript gets, asked without JavaScript.

use komadai_wasm::forms::{GameOptions, MateOptions, Moves, PositionOptions, SearchOptions};
use komadai_wasm::{Engine, Game, Position, Variant, games, net_games, parsed, variants};

fn after(id: &str, moves: &str) -> Position {
    let moves = Some(Moves::Text(moves.to_owned()));
    Position::of(id, &PositionOptions { moves, ..PositionOptions::default() }).expect(id)
}

fn at(id: &str, position: &str) -> Position {
    let position = Some(position.to_owned());
    Position::of(id, &PositionOptions { position, ..PositionOptions::default() })
        .expect("a position")
}

#[test]
fn a_game_in_progress() {
    let position = after("shogi", "7g7f 3c3d Bx2b+");
    assert_eq!(
        position.text(),
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    );
    assert_eq!((position.side().as_str(), position.side_name().as_str()), ("second", "Gote"));
    assert_eq!(position.hands().0.first["B"], 1);
    assert_eq!(position.board().0["h8"].piece, "+B");
    assert_eq!(position.moves(None).unwrap(), ["7g7f", "3c3d", "8h2b+"]);
    let back = position.back(None).unwrap();
    assert!(back.equals(&after("shogi", "7g7f 3c3d")) && !back.equals(&position));
    assert!(position.back(Some(4)).is_err());
}

#[test]
fn a_move_says_what_it_does() {
    let position = after("shogi", "7g7f 3c3d 8h2b+");
    let found = position.find("△同銀").unwrap().0.unwrap();
    assert_eq!((found.usi.as_str(), found.piece.as_deref()), ("3a2b", Some("S")));
    assert_eq!((found.from.as_deref(), found.to.as_deref()), (Some("g9"), Some("h8")));
    assert_eq!((found.captures.as_slice(), found.removes.len()), (&["h8".to_owned()][..], 1));
    assert_eq!(position.write("3a2b", "western".to_owned()).unwrap(), "Sx2b");
    assert_eq!(position.legal_moves(Some("3a".to_owned())).unwrap().0.len(), 3);
    assert!(position.legal_moves(Some("z9".to_owned())).is_err());
    assert_eq!(
        position.legal_texts(None).unwrap().len(),
        position.legal_moves(None).unwrap().0.len()
    );
}

#[test]
fn a_refusal_says_which_rule_is_broken() {
    let position = at("shogi", "4k4/9/9/9/9/9/4P4/9/4K4 b P 1");
    let why = position.why_not("P*5e").0.unwrap();
    assert_eq!((why.kind.as_str(), why.key.as_str()), ("illegal", "two-on-file"));
    assert!(why.japanese.unwrap().starts_with("二歩"));
    assert_eq!(position.why_not("P*4e").0, None);
    let error = position.play("P*4e 5a5b 1a1b").err().unwrap();
    assert_eq!(error.details.number, Some(3));
}

#[test]
fn how_a_game_stands() {
    let mate = after("chess", "f2f3 e7e5 g2g4 d8h4");
    let result = mate.result().0.unwrap();
    assert_eq!((result.status.as_str(), result.score.as_str()), ("checkmate", "0-1"));
    assert!(mate.in_check() && mate.is_over() && mate.checks().0.len() == 1);
    let shuffled = after("chess", &"g1f3 g8f6 f3g1 f6g8 ".repeat(2));
    assert_eq!((shuffled.result().0, shuffled.claims()), (None, vec!["repetition".to_owned()]));
    let start = after("chess", "");
    assert_eq!(start.perft(3), 8902.0);
    assert_eq!(start.perft_divided(2).0.iter().map(|it| it.lines).sum::<u64>(), 400);
    assert_eq!(start.perft_divided(0).0, []);
}

#[test]
fn games_of_ones_own() {
    let settings = vec![("end.repetition.times".to_owned(), "3".to_owned())];
    let text = "extends = \"minishogi\"\nid = \"mine\"\nname = \"Mine\"\n";
    let mine = Variant::read(text, settings, "mine.toml").unwrap();
    assert_eq!(
        (mine.name().as_str(), mine.files(), mine.sides()[0].as_str()),
        ("Mine", 5, "Sente")
    );
    assert_eq!(mine.position(None).unwrap().legal_moves(None).unwrap().0.len(), 14);
    assert!(mine.info().unwrap().0.pieces.iter().any(|piece| piece.id == "R"));
    let wrong = "extends = 'chess'\n[board]\nfiels = 8\n";
    let error = Variant::read(wrong, Vec::new(), "mine.toml").err().unwrap();
    assert_eq!((error.details.line, error.details.column), (Some(3), Some(1)));
    assert_eq!(error.details.help.as_deref(), Some("did you mean `files`?"));
    assert!(variants(None).len() > variants(Some(false)).len());
    assert!(Variant::builtin("shoggi", Vec::new()).is_err());
}

#[test]
fn records_go_out_and_come_back() {
    let options: GameOptions = parsed(r#"{"headers": {"first": "A", "second": "B"}}"#).unwrap();
    let game = Game::of(&after("shogi", "7g7f 3c3d 2g2f"), options);
    for format in ["kif", "ki2", "csa", "jkf", "usi"] {
        let text = game.write(format).unwrap();
        let read = Game::parse(&text, None).expect(format);
        assert_eq!(read.usi_moves().unwrap(), ["7g7f", "3c3d", "2g2f"], "{format}");
    }
    let kif = game.write("kif").unwrap();
    assert_eq!(Game::parse(&kif, None).unwrap().players().0[0].as_deref(), Some("A"));
    let pgn =
        "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n[Result \"1-0\"]\n\n1. d4 d5 2. c4 1-0\n";
    let read = games(pgn, None).unwrap();
    assert_eq!((read.len(), read[1].result().unwrap().as_str()), (2, "1-0"));
    let error = Game::parse("1. e4 e4 *\n", Some("pgn".to_owned())).unwrap().check();
    assert_eq!(error.err().unwrap().details.number, Some(2));
    assert!(game.write("docx").is_err());
    let usi = "position startpos moves 1e1d";
    let variant = Variant::builtin("minishogi", Vec::new()).unwrap();
    assert!(Game::parse(usi, None).and_then(|game| game.usi_moves()).is_err());
    let read = variant.parse_game(usi, None).unwrap();
    assert_eq!(
        (read.usi_moves().unwrap(), variant.games(usi, None).unwrap().len()),
        (vec!["1e1d".to_owned()], 1)
    );
}

#[test]
fn the_engine_searches_and_proves() {
    let position = after("minishogi", "");
    let mut engine = Engine::new(&position.variant(), Some(1), None).unwrap();
    let options: SearchOptions = parsed(r#"{"nodes": 2000, "lines": 2}"#).unwrap();
    let mut lines = 0;
    let mut tell = |_: &komadai_wasm::forms::Line| {
        lines += 1;
        true
    };
    let found = engine.search_for(&position, options.clone(), &mut tell).unwrap();
    assert_eq!((found.lines.len(), found.best.as_ref()), (2, found.lines[0].moves.first()));
    assert!(lines >= 2 && !engine.has_net());
    // Who answers `false` to the first line hears of no later depth.
    let stopped = engine.search_for(&position, options, &mut |_| false).unwrap();
    assert!(stopped.best.is_some() && stopped.nodes < found.nodes);
    let mate = at("minishogi", "4k/5/4P/5/K4 b G 1");
    let proof = engine.mate_for(&mate, &MateOptions::default()).unwrap();
    assert_eq!((proof.answer.as_str(), proof.moves.unwrap()), ("mate", vec!["G*1b".to_owned()]));
    assert!(engine.mate_for(&after("chess", ""), &MateOptions::default()).is_err());
}

#[test]
fn networks_are_read_from_bytes() {
    assert!(net_games().contains(&"minishogi".to_owned()));
    let file = komadai_nets::file("minishogi").unwrap().into_boxed_slice();
    let variant = |settings: &[(&str, &str)]| {
        let own = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        Variant::builtin("minishogi", settings.iter().map(own).collect()).unwrap()
    };
    for settings in [&[][..], &[("end.repetition.times", "3")][..]] {
        assert!(Engine::new(&variant(settings), Some(1), Some(file.clone())).unwrap().has_net());
    }
    let other = variant(&[("pieces.K.move", "W")]);
    assert!(Engine::new(&other, Some(1), Some(file)).is_err());
    assert!(Engine::new(&variant(&[]), Some(1), Some(Box::new([1, 2, 3]))).is_err());
}

#[test]
fn options_are_checked() {
    for (text, word) in [
        (r#"{"node": 5}"#, "unknown field `node`"),
        (r#"{"nodes": -1}"#, "invalid value"),
        (r#"{"depth": "ten"}"#, "invalid type"),
    ] {
        let error = parsed::<SearchOptions>(text).err().unwrap();
        assert!(error.message.contains(word) && !error.message.contains(" at line"), "{error:?}");
    }
    let position = after("minishogi", "");
    let mut engine = Engine::new(&position.variant(), Some(1), None).unwrap();
    for options in [r#"{"level": 9}"#, r#"{"movetime": -1}"#, r#"{"moves": "1a1b"}"#] {
        let options = parsed(options).unwrap();
        assert!(engine.search_for(&position, options, &mut |_| true).is_err());
    }
}
