//! Small files: what comes of each key, and how what cannot be said is refused.

use komadai_import::{Wish, import};
use komadai_variant::{Source, Variant, load};

/// Imports the section `g` of a file.
fn imported(text: &str) -> Result<(Variant, String, Vec<String>), Vec<String>> {
    let source = Source::new("x.ini", text);
    let game = import(&source, &Wish::of("g"))
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    let file = Source::new("g.toml", game.text.clone());
    let loaded = load(&file, &|_| None, &[]).unwrap_or_else(|e| panic!("{e}\n{}", game.text));
    let remarks = game.remarks.iter().map(ToString::to_string).collect();
    Ok((loaded.variant, game.text, remarks))
}

/// The lines that a section brings into the file.
fn says(section: &str, lines: &[&str]) {
    let (_, text, _) = imported(section).unwrap_or_else(|errors| panic!("{section}: {errors:?}"));
    for line in lines {
        assert!(text.lines().any(|l| l.trim() == *line), "{section}: no line `{line}` in\n{text}");
    }
}

/// All errors of a section.
fn refuses(section: &str, errors: &[&str]) {
    match imported(section) {
        Ok((_, text, _)) => panic!("{section} was imported:\n{text}"),
        Err(found) => assert_eq!(found, errors, "{section}"),
    }
}

#[test]
fn keys_become_lines() {
    for (keys, lines) in [
        ("stalemateValue = loss", &["stalemate = \"loss\""][..]),
        ("stalemateValue = win", &["stalemate = \"win\""]),
        (
            "pass = true",
            &["[[passing]]", "when = \"always\"", "two_passes = \"draw\"  # when both sides pass"],
        ),
        (
            "passOnStalemateBlack = true\npassBlack = true",
            &["when = \"stuck\"", "side = \"second\""],
        ),
        (
            "passWhite = true\npassOnStalemateBlack = true",
            &["when = \"always\"", "side = \"first\""],
        ),
        (
            "pass = true\nbikjangRule = true\nmobilityRegionWhiteKing = *1\nmobilityRegionBlackKing = *8",
            &["facing = \"draw\"  # when a side passes while the kings face each other"],
        ),
        (
            "materialCounting = janggi\nstalemateValue = loss",
            &[
                "lead = 2  # with fewer points more than the other the first side loses",
                "{ types = \"R\", points = 13 },",
            ],
        ),
        ("materialCounting = whitedrawodds\nstalemateValue = win", &["[end.points]", "values = ["]),
        (
            "janggiCannon = c\nstartFen = rnbqkbnc/8/8/8/8/8/8/RNBQKBNC w - - 0 1",
            &[
                "C = { name = \"Janggi Cannon\", move = { move = \"pR\", over = { not = [\"C\"] }, takes = { not = [\"C\"] } }, at = \"h1\" }",
            ],
        ),
        ("stalemateValue = win\nstalematePieceCount = true", &["stalemate = \"fewer\""]),
        ("stalematePieceCount = true", &["stalemate = \"draw\""]),
        ("nFoldRule = 4", &["repetition = { times = 4, result = \"draw\" }"]),
        ("nFoldValue = win", &["repetition = { times = 3, result = \"loss-mover\" }"]),
        (
            "nFoldValue = win\nnFoldValueAbsolute = true",
            &["repetition = { times = 3, result = \"loss-second\" }"],
        ),
        (
            "perpetualCheckIllegal = true",
            &["repetition = { times = 3, result = \"draw\", perpetual_check = \"loss\" }"],
        ),
        (
            "chasingRule = axf",
            &[
                "[end.repetition]",
                "times = 3",
                "perpetual_chase = [",
                "{ victims = [\"P\", \"N\", \"B\", \"R\", \"Q\"], by = [\"P\", \"N\", \"B\", \"R\", \"Q\"] },",
            ],
        ),
        (
            "soldier = s\ncannon = c\nchasingRule = axf\nsoldierPromotionRank = 5\n\
             startFen = rcsqk3/8/8/8/8/8/8/RCSQK3 w - - 0 1",
            &[
                "{ victims = \"S\", by = [\"R\", \"Q\", \"C\"], zone = \"last 4\" },",
                "{ victims = \"R\", by = \"C\", protected = true },",
            ],
        ),
        (
            "nMoveRule = 70",
            &[
                "quiet_moves = { plies = 140, reset = [\"capture\", \"P\"] }  # 70 moves of each side",
            ],
        ),
        (
            "nMoveRuleTypes = -",
            &["quiet_moves = { plies = 100, reset = [\"capture\"] }  # 50 moves of each side"],
        ),
        ("checkmateValue = win", &["mated = \"win\"  # what the mated side gets"]),
        ("checking = false", &["giving_check = \"forbidden\""]),
        (
            "checking = false\ncheckCounting = true\nperpetualCheckIllegal = true",
            &["giving_check = \"forbidden\"", "repetition = { times = 3, result = \"draw\" }"],
        ),
        (
            "countingRule = makruk",
            &[
                "[[end.counting]]",
                "without = \"P\"",
                "at_most = 1  # pieces of the side that counts",
                "from_pieces = true",
                "limits = [",
                "{ types = \"R\", count = 2, moves = 8 },",
                "{ types = \"N\", count = 2, moves = 32 },",
                "{ moves = 64 },",
            ],
        ),
        (
            "countingRule = cambodian\nsilver = s\n\
             startFen = rnbqkbnr/ssssssss/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[
                "at_most = 3  # pieces of the side that counts",
                "{ types = \"S\", moves = 43 },",
                "{ moves = 63 },",
            ],
        ),
        (
            "countingRule = asean",
            &["{ types = \"R\", moves = 16 },", "{ types = \"N\", moves = 64 },"],
        ),
        ("checkCounting = true", &["checks = { count = 1 }  # so many checks win"]),
        (
            "checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4+4 0 1",
            &["checks = { count = 4 }  # so many checks win"],
        ),
        (
            "promotionPieceTypesBlack = qr",
            &["[[promotion.limits]]", "types = [\"B\", \"N\"]", "count = 0", "side = \"second\""],
        ),
        (
            "promotionLimit = q:1 r:2 b:2",
            &[
                "[[promotion.limits]]",
                "types = \"Q\"",
                "count = 1",
                "types = [\"B\", \"R\"]",
                "count = 2",
            ],
        ),
        (
            "king = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k\n\
             extinctionPseudoRoyal = true\ndupleCheck = true\n\
             startFen = rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1",
            &["royals = \"all-attacked\"  # all but one may be left attacked"],
        ),
        (
            "king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\nextinctionPieceTypes = k\n\
             castlingKingPiece = k\nextinctionPseudoRoyal = true",
            &["[capture.explosion]", "around = \"K\"", "spares = \"P\""],
        ),
        (
            "king = -\ncommoner = k\nblastOnCapture = true\nextinctionValue = loss\nextinctionPieceTypes = k\n\
             castlingKingPiece = k\nblastImmuneTypes = kp",
            &["spares = \"P\"", "withstands = [\"P\", \"K\"]"],
        ),
        ("mustCapture = true", &["duty = \"any\"  # who can capture must"]),
        (
            "flagPiece = k\nflagRegion = d4 e4 d5 e5",
            &["[end.flag]", "types = \"K\"", "zone = \"d4-e5\""],
        ),
        (
            "flagPiece = k\nflagRegion = *8\nflagMove = true\nchecking = false",
            &["zone = { first = \"last 1\", second = \"last 1\" }", "reply = \"arrival\""],
        ),
        (
            "flagPiece = q\nflagRegion = e4\nflagMove = true\npromotionPieceTypes = r",
            &["types = \"Q\"", "reply = \"any\""],
        ),
        (
            "flagPiece = q\nflagRegion = e4\nflagPieceSafe = true\npromotionPieceTypes = r",
            &["types = \"Q\"", "safe = true"],
        ),
        ("whiteFlag = *8\nblackFlag = *1\nflagPiece = q", &["types = \"Q\"", "zone = \"last 1\""]),
        ("flagPiece = k\nflagRegionWhite = *8", &["zone = { first = \"last 1\", second = \"\" }"]),
        (
            "extinctionValue = loss\nextinctionPieceTypes = qr\nextinctionPieceCount = 1",
            &["[[end.extinction]]", "types = [\"R\", \"Q\"]", "count = 1", "result = \"loss\""],
        ),
        (
            "extinctionValue = loss\nextinctionPieceTypes = *\nextinctionPieceCount = 1\n\
             extinctionOpponentPieceCount = 2\nextinctionClaim = true",
            &["count = 1", "against = 2", "reply = true"],
        ),
        ("promotionRegionWhite = *7 *8\npromotionRegionBlack = *1 *2", &["zone = \"last 2\""]),
        ("promotionRegionWhite = *7 *8", &["zone = { first = \"last 2\", second = \"rank 1\" }"]),
        ("promotionRank = 6", &["zone = \"last 3\""]),
        ("mandatoryPawnPromotion = false", &["when = [\"enter\", \"inside\"]"]),
        ("pieceDrops = true\ncapturesToHand = true\ndropLoop = true", &["to = \"hand\""]),
        (
            "pieceDrops = true\ncapturesToHand = true",
            &[
                "P    = { name = \"Pawn\",            move = \"fmWfceFifmnD\", at = \"a2-h2\",               promotes = [\"+Q\", \"+R\", \"+B\", \"+N\"],             confine = \"last 7\" }",
                "\"+Q\" = { name = \"Promoted Queen\",  move = \"Q\",                                                                             held = \"P\" }",
            ],
        ),
        (
            "pieceDrops = true\ncapturesToHand = true\npromotionPieceTypes = q",
            &["forbid = [\"stuck\"]  # where it could never move again"],
        ),
        (
            "pieceDrops = true\ncapturesToHand = true\ndropLoop = true\nwhiteDropRegion = *1 *2\nblackDropRegion = *7 *8",
            &["zone = \"ranks 1-2\""],
        ),
        ("maxRank = 8 # a comment", &["ranks = 8"]),
        ("maxRank = 5\nmaxRank = 8", &["ranks = 8"]),
    ] {
        says(&format!("[g:chess]\n{keys}\n"), lines);
    }
}

#[test]
fn pieces_become_lines() {
    let (variant, text, _) = imported(
        "[g:chess]  # My Game\nqueen = -\ncustomPiece1 = g:fKgQ  # Hawk\nking = k:KN\npromotionPieceTypes = gbn\n\
         mobilityRegionWhiteRook = *1 *2\nmobilityRegionBlackRook = *7 *8\n\
         startFen = rnbgkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBGKBNR w KQkq - 0 1\n",
    )
    .unwrap();
    assert_eq!(variant.name, "My Game");
    let piece = |id: &str| variant.pieces.iter().find(|p| p.id == id).unwrap();
    assert_eq!(
        (piece("G").name.en.as_str(), piece("G").moves[0].text.as_str()),
        ("Hawk", "fWfFgQ")
    );
    assert_eq!(piece("K").moves[0].text, "KNisO2");
    assert!(piece("K").royal);
    assert!(text.contains("confine = \"ranks 1-2\""), "{text}");
}

#[test]
fn holes_hands_and_sides_become_squares() {
    let (variant, text, _) = imported(
        "[g]\nmaxRank = 3\nmaxFile = 3\nking = k\nrook = r\nsilver = s\npieceDrops = true\n\
         startFen = k*r/1*1/RK1[SSs] w - - 0 1\n",
    )
    .unwrap();
    assert_eq!(variant.board.holes.len(), 2);
    let silver = variant.pieces.iter().find(|p| p.id == "S").unwrap();
    assert_eq!(silver.hand, [2, 1]);
    assert!(text.contains("symmetry = \"none\""), "{text}");
    assert!(text.contains("at = \"b1\", at2 = \"a3\""), "{text}");
}

#[test]
fn first_steps_are_said_where_that_is_exact() {
    for (keys, movement) in [
        ("", "fmWfceFifmnD"),
        ("doubleStep = false", "fmWfcF"),
        ("doubleStepRegionWhite = -\ndoubleStepRegionBlack = -", "fmWfcF"),
        ("enPassantRegion = -", "fmWfcFifmnD"),
        ("tripleStepRegionWhite = *2\ntripleStepRegionBlack = *7", "fmWfceFifmnW3"),
        (
            "doubleStepRegionWhite = a* b* c* d* e* f* g* h*\ndoubleStepRegionBlack = a* b* c* d* e* f* g* h*",
            "fmWfceFfmnD",
        ),
        ("doubleStepRank = 2", "fmWfceFifmnD"),
    ] {
        let (variant, ..) = imported(&format!("[g:chess]\n{keys}\n")).unwrap();
        let pawn = variant.pieces.iter().find(|p| p.id == "P").unwrap();
        assert_eq!(pawn.moves[0].text, movement, "{keys}");
    }
    for (keys, movement) in [
        (
            "doubleStepRegionWhite = *2 *3",
            r#"["fmWfceF", { move = "fmnD", from = { first = "ranks 2-3", second = "rank 7" } }]"#,
        ),
        (
            "enPassantRegionBlack = a3 b3",
            r#"["fmWfcFifmnD", { move = "feF", to = { first = "last 8", second = "a3-b3" } }]"#,
        ),
        (
            "enPassantRegionBlack = -",
            r#"["fmWfcFifmnD", { move = "feF", to = { first = "last 8", second = "" } }]"#,
        ),
    ] {
        let (_, text, _) = imported(&format!("[g:chess]\n{keys}\n")).unwrap();
        let pawn = text.lines().find(|line| line.starts_with("P =")).unwrap();
        assert!(pawn.contains(&format!("move = {movement}, ")), "{keys}: {pawn}");
    }
}

#[test]
fn palaces_and_rivers_are_parts_of_the_board() {
    let soldiers = "soldier = s\nstartFen = 4k3/ssssssss/8/8/8/8/SSSSSSSS/4K3 w - - 0 1";
    for (keys, piece) in [
        ("king = k:W\nflyingGeneral = true", "move = [\"W\", \"kR\"],"),
        // Nobody ever takes a king, so it need not be kept in its palace.
        (
            "flyingGeneral = true\nmobilityRegionWhiteKing = d1 e1 f1\nmobilityRegionBlackKing = d8 e8 f8",
            "move = [{ move = \"K\", to = \"d1-f1\" }, \"kR\"],",
        ),
        (soldiers, "move = \"fsW\","),
        (
            &format!("{soldiers}\nsoldierPromotionRank = 5"),
            "move = [\"fW\", { move = \"sW\", from = \"last 4\" }],",
        ),
    ] {
        let (_, text, _) = imported(&format!("[g:chess]\ncastling = false\n{keys}\n")).unwrap();
        assert!(
            text.contains(piece) && !text.contains("confine"),
            "{keys}: no `{piece}` in\n{text}"
        );
    }
}

#[test]
fn castling_is_said_with_its_files() {
    for (fen, keys, movement) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "KisO2"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "KisO2"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "", "KirO2"),
        (
            "r2k3r/8/8/8/8/8/8/R2K3R w KQkq - 0 1",
            "castlingKingFile = d\ncastlingKingsideFile = 6\ncastlingQueensideFile = 2",
            "KisO2",
        ),
        (
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
            "castlingKingsideFile = f\ncastlingQueensideFile = d",
            "KisjO1",
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "", "KisO2"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", "K"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1", "", "K, irO2 (first), isO2 (second)"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "", "K, isO2 (second)"),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "castlingQueensideFile = b",
            "K, irO2ilO3 (first), irO3ilO2 (second)",
        ),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling = false", "K"),
    ] {
        let (variant, ..) = imported(&format!("[g:chess]\n{keys}\nstartFen = {fen}\n")).unwrap();
        let king = variant.pieces.iter().find(|p| p.id == "K").unwrap();
        let said =
            king.moves.iter().map(|it| match it.from.as_ref().map(|[first, _]| first.is_empty()) {
                None => it.text.clone(),
                Some(second) => {
                    format!("{} ({})", it.text, if second { "second" } else { "first" })
                }
            });
        assert_eq!(said.collect::<Vec<_>>().join(", "), movement, "{fen} {keys}");
    }
    // The king would pass its rook.
    refuses(
        "[g:chess]\nstartFen = 4k1r1/8/8/8/8/8/8/4K1R1 w Kk - 0 1\ncastlingKingsideFile = h\n",
        &[
            "x.ini:1:1: `castling` cannot be imported: castling is not possible with every king and \
           rook that has not moved",
        ],
    );
}

#[test]
fn parents_stand_above_or_are_built_in() {
    says("[base:chess]\nstalemateValue = loss\n[g:base]\nmaxRank = 8\n", &["stalemate = \"loss\""]);
    says(
        "[base:chess]\nstalemateValue = loss\n[g:base]\nstalemateValue = win\n",
        &["stalemate = \"win\""],
    );
    refuses(
        "[g:base]\n[base:chess]\n",
        &["x.ini:1:1: the parent `base` must stand above its child"],
    );
    let mut chain = String::from("[s0:chess]\n");
    (1..120).for_each(|n| chain += &format!("[s{n}:s{}]\n", n - 1));
    chain += "[g:s119]\n";
    refuses(&chain, &["x.ini:121:1: it inherits from more than 100 sections in a row"]);
    refuses("[g:ches]\n", &["x.ini:1:1: there is no section `ches` to inherit from"]);
}

#[test]
fn a_letter_that_is_given_again_takes_the_piece_away() {
    // The knight loses its letter and is no choice for pawns any more, as in Fairy-Stockfish.
    let (variant, ..) = imported("[g:chess]\nhorse = n\n").unwrap();
    let pawn = variant.pieces.iter().find(|p| p.id == "P").unwrap();
    assert_eq!(pawn.promotes.len(), 3);
    let knight = variant.pieces.iter().find(|p| p.id == "N").unwrap();
    assert_eq!(knight.moves[0].text, "nN");
}

#[test]
fn bad_values_have_places() {
    for (keys, error) in [
        ("chekCounting = true", "x.ini:2:1: unknown key `chekCounting`"),
        ("castling = yes", "x.ini:2:12: `castling`: expected `true` or `false`, not `yes`"),
        ("maxRank = 17", "x.ini:2:11: `maxRank`: expected a rank from 1 to 16, not `17`"),
        ("maxFile = z", "x.ini:2:11: `maxFile`: expected a file, `a` or 1, not `z`"),
        ("nFoldRule = x", "x.ini:2:13: `nFoldRule`: expected a number, not `x`"),
        (
            "nFoldValue = lost",
            "x.ini:2:14: `nFoldValue`: expected `win`, `loss`, `draw` or `none`, not `lost`",
        ),
        ("chasingRule = cxa", "x.ini:2:1: `chasingRule` cannot be `cxa`: it is axf or none"),
        (
            "countingRule = thai",
            "x.ini:2:1: `countingRule` cannot be `thai`: it is makruk, cambodian, asean or none",
        ),
        ("flagPiece = x", "x.ini:2:13: `flagPiece`: no piece has the letter `x`"),
        (
            "flagRegion = d9x",
            "x.ini:2:14: `flagRegion`: `d9x` is no square, rank (`*8`) or file (`d*`)",
        ),
        (
            "promotedPieceType = pq",
            "x.ini:2:21: `promotedPieceType`: expected pairs of letters, as in `p:g s:g`",
        ),
        (
            "promotionLimit = q",
            "x.ini:2:18: `promotionLimit`: expected letters and numbers, as in `q:1 r:2`",
        ),
        ("rook = 1", "x.ini:2:8: `rook` must be a letter, or `-` for no such piece"),
        ("rook = r:R", "x.ini:2:8: `rook` takes a letter: its movement is known"),
        (
            "customPiece1 = x",
            "x.ini:2:16: `customPiece1` takes a letter and a movement, as in `a:KN`",
        ),
        ("customPiece1 = x:WjD", "x.ini:2:19: `j` is no modifier that Fairy-Stockfish reads"),
        (
            "startFen = 8/8 w - - 0 1",
            "x.ini:2:1: `startFen`: the position has 2 ranks, the board 8",
        ),
        (
            "startFen = xnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1",
            "x.ini:2:1: `startFen`: there is no piece `X`",
        ),
        ("word", "x.ini:2:1: expected `key = value`, a `[section]` or a comment"),
    ] {
        refuses(&format!("[g:chess]\n{keys}\n"), &[error]);
    }
}

/// A piece that leaps like a knight, and its walls.
const LEAPERS: &str = "[g]\nmaxRank = 4\nmaxFile = 4\ncustomPiece1 = n:mN\nstalemateValue = loss\n\
                       startFen = n3/4/4/3N w - - 0 1\n";
/// S-Chess, but for who has a gate.
const GATES: &str = "[g:chess]\narchbishop = h\ngating = true\nseirawanGating = true\n";

#[test]
fn what_moves_place_becomes_a_table() {
    for (keys, lines) in [
        (
            "wallingRule = static",
            &["X = { name = \"Wall\", move = [] }", "pieces = \"X\"", "supply = \"endless\""][..],
        ),
        ("wallingRule = past", &["supply = \"endless\"", "on = \"vacated\""]),
        (
            "wallingRule = arrow",
            &["reach = \"N\"  # from where the move has ended", "required = true"],
        ),
        (
            "wallingRule = static\nwallingRegionWhite = *1 *2\nwallingRegionBlack = *3 *4",
            &["zone = \"ranks 1-2\"", "required = true"],
        ),
        (
            "wallingRule = duck\ncustomPiece2 = d:mN\nstartFen = d3/4/4/3D w - - 0 1",
            &["A = { name = \"Duck\", move = [] }", "pieces = \"A\"", "supply = \"single\""],
        ),
    ] {
        says(&format!("{LEAPERS}{keys}\n"), lines);
    }
    let captured = ["[[capture.limits]]", "captured = \"X\"", "when = \"always\""];
    says("[g:chess]\nwallingRule = static\n", &captured);
    let start = "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    says(
        &format!("{GATES}{start}[Hh] w KQBCDFGkqbcdfg - 0 1\n"),
        &[
            "drops = false",
            "pieces = \"H\"",
            "supply = \"hand\"",
            "on = \"vacated\"",
            "by = [\"N\", \"B\", \"R\", \"Q\", \"K\"]",
            "first_moves = true",
            "optional = true",
        ],
    );
}

#[test]
fn what_moves_may_not_place_is_refused() {
    for (section, error) in [
        (
            "[g:chess]\nwallingRule = edge",
            "`wallingRule` cannot be imported: walls grow from the edge of the board",
        ),
        (
            "[g:chess]\nwallingRule = moat",
            "`wallingRule` cannot be `moat`: it is arrow, duck, edge, past, static or none",
        ),
        (
            "[g:chess]\nwallingRule = duck",
            "`wallingRule` cannot be imported: kings are looked after as if no wall came or went",
        ),
        (
            "[g:chess]\nwallingRule = past",
            "`wallingRule` cannot be imported: castling leaves a wall behind the king only",
        ),
        (
            "[g:chess]\nwallingRule = arrow",
            "`wallingRule` cannot be imported: an arrow flies as the piece moves: by leaps and slides, alike for all \
             pieces",
        ),
        (
            "[g:crazyhouse]\nwallingRule = static",
            "`wallingRule` cannot be imported: nothing is built after a drop here",
        ),
        (
            "[g:snailtrail]\nwallingRule = duck\nstartFen = 6p/7/7/3*3/7/7/P6 w - - 0 1",
            "`startFen` cannot be imported: the duck is on the board at the start",
        ),
        (
            "[g:seirawan]\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBkqb - 0 1",
            "`startFen` cannot be imported: some pieces of a kind have a gate, others none",
        ),
        (
            "[g:seirawan]\ncastling = false\nstartFen = r1bqkb1r/8/8/8/8/8/8/R1BQKB1R[HEhe] w ABCDEFHabcdefh - 0 1",
            "`startFen` cannot be imported: a gate on which no piece stands",
        ),
    ] {
        let errors = imported(&format!("{section}\n")).unwrap_err();
        assert!(errors.iter().any(|e| e.ends_with(error)), "{section}: {errors:?}");
    }
    for (keys, remark) in [
        ("seirawanGating = true", "`seirawanGating` means nothing without `gating`"),
        ("wallingRegion = d4", "`wallingRegionWhite` means nothing without `wallingRule`"),
    ] {
        let (.., remarks) = imported(&format!("[g:chess]\n{keys}\n")).unwrap();
        assert!(remarks.iter().any(|told| told.ends_with(remark)), "{keys}: {remarks:?}");
    }
}

#[test]
fn all_that_cannot_be_said_is_told_at_once() {
    refuses(
        "[g:chess]\nwallOrMove = true\npetrifyBlastPieces = true\ngating = false\n",
        &[
            "x.ini:2:1: `wallOrMove` cannot be imported: a side builds a wall instead of moving",
            "x.ini:3:1: `petrifyBlastPieces` cannot be imported: pieces that a capture destroys turn into walls",
        ],
    );
}

#[test]
fn values_beyond_what_a_file_takes_are_refused() {
    for (keys, error) in [
        (
            "countingRule = makruk\npieceDrops = true\ncapturesToHand = true",
            "`countingRule` cannot be imported: pieces in hand are not counted",
        ),
        (
            "nFoldRule = 1",
            "`nFoldRule` cannot be imported: it takes 2 to 1000 occurrences, or 0 for none",
        ),
        (
            "checkCounting = true\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+2 0 1",
            "`startFen` cannot be imported: the sides begin with other numbers of checks",
        ),
        (
            "checkmateValue = none",
            "`checkmateValue` cannot be imported: a side that is mated goes on",
        ),
        (
            "dupleCheck = true",
            "`dupleCheck` cannot be imported: it matters only where the last of several royals counts",
        ),
        (
            "nMoveRule = 600000",
            "`nMoveRule` cannot be imported: it takes at most 500000 moves, or 0 for none",
        ),
        ("nFoldValue = loss", "`nFoldValue` cannot be imported: who repeats a position wins"),
        (
            "stalemateValue = none",
            "`stalemateValue` cannot be imported: a side that cannot move goes on",
        ),
        (
            "blastOnCapture = true",
            "`blastOnCapture` cannot be imported: kings that explode are pieces that run out, as by \
             `extinctionPseudoRoyal`",
        ),
        (
            "blastOnCapture = true\npieceDrops = true\ncapturesToHand = true",
            "`blastOnCapture` cannot be imported: what is destroyed comes to the hand, too",
        ),
        (
            "bikjangRule = true\nmobilityRegionWhiteKing = *1\nmobilityRegionBlackKing = *8",
            "`bikjangRule` cannot be imported: kings that face each other where not both sides may pass",
        ),
        (
            "materialCounting = x",
            "`materialCounting` cannot be `x`: it is janggi, unweighted, whitedrawodds, blackdrawodds or none",
        ),
        (
            "capturesToHand = true",
            "`capturesToHand` cannot be imported: pieces are held but never dropped",
        ),
        (
            "promotionPieceTypesBlack = -",
            "`promotionPieceTypesBlack` cannot be imported: `P` promotes on one side only",
        ),
        (
            "mobilityRegionWhiteQueen = *1 *2",
            "`mobilityRegion` cannot be imported: `P` may become `Q` outside of it",
        ),
        (
            "castlingRookPiecesBlack = b",
            "`castlingRookPiecesBlack` cannot be imported: the sides castle with different pieces",
        ),
    ] {
        let errors = imported(&format!("[g:chess]\n{keys}\n")).unwrap_err();
        assert!(errors.iter().any(|e| e.ends_with(error)), "{keys}: {errors:?}");
    }
}

/// Keys that are refused, each with a value that is not the usual one.
const REFUSED: &[(&str, &str)] = &[
    ("dropOnTop", "true"),
    ("chess960", "true"),
    ("twoBoards", "true"),
    ("sittuyinPromotion", "true"),
    ("mutuallyImmuneTypes", "k"),
    ("petrifyOnCaptureTypes", "q"),
    ("petrifyBlastPieces", "true"),
    ("castlingDroppedPiece", "true"),
    ("oppositeCastling", "true"),
    ("dropChecks", "false"),
    ("mustDrop", "true"),
    ("mustDropType", "q"),
    ("enclosingDrop", "reversi"),
    ("enclosingDropStart", "d4"),
    ("sittuyinRookDrop", "true"),
    ("dropOppositeColoredBishop", "true"),
    ("wallOrMove", "true"),
    ("cambodianMoves", "true"),
    ("makpongRule", "true"),
    ("flipEnclosedPieces", "reversi"),
    ("moveRepetitionIllegal", "true"),
    ("shatarMateRule", "true"),
    ("flagPieceCount", "2"),
    ("flagPieceBlockedWin", "true"),
    ("connectN", "4"),
    ("connectPieceTypes", "q"),
    ("connectHorizontal", "false"),
    ("connectVertical", "false"),
    ("connectDiagonal", "false"),
    ("connectRegion1White", "*1"),
    ("connectRegion2White", "*8"),
    ("connectRegion1Black", "*1"),
    ("connectRegion2Black", "*8"),
    ("connectNxN", "2"),
    ("collinearN", "3"),
    ("connectValue", "loss"),
    ("adjudicateFullBoard", "true"),
    ("castlingWins", "KQ"),
];

#[test]
fn every_key_that_cannot_be_said_is_refused_by_name() {
    for (key, value) in REFUSED {
        let errors = imported(&format!("[g:chess]\n{key} = {value}\n")).unwrap_err();
        let start = format!("x.ini:2:1: `{key}` cannot be imported: ");
        assert!(errors.len() == 1 && errors[0].starts_with(&start), "{key}: {errors:?}");
    }
}

#[test]
fn what_cannot_be_said_can_be_left_out() {
    for (key, value) in REFUSED {
        let source = Source::new("x.ini", format!("[g:chess]\n{key} = {value}\n"));
        let wish = Wish { leave_out: vec![(*key).into()], ..Wish::of("g") };
        let game = import(&source, &wish).unwrap_or_else(|errors| panic!("{key}: {errors}"));
        let line = format!("# - left out: `{key} = {value}`");
        assert!(game.text.lines().any(|l| l == line), "{key}: {}", game.text);
        assert_eq!(game.remarks.len(), 1);
    }
    let source = Source::new("x.ini", "[g:chess]\nstalemateValue = win\n");
    let leave = |key: &str| Wish { leave_out: vec![key.into()], ..Wish::of("g") };
    let error = |key: &str| import(&source, &leave(key)).unwrap_err().to_string();
    assert_eq!(
        error("stalemateValue"),
        "x.ini:2:1: `stalemateValue` can be said, so it cannot be left out"
    );
    assert_eq!(error("nothing"), "x.ini:1:1: there is no key `nothing` to leave out");
}

#[test]
fn values_that_change_nothing_are_accepted() {
    let usual = "checking = true\ngating = false\nconnectN = 0\nwallingRule = none\ncheckmateValue = loss\n\
                 countingRule = none\nsoldierPromotionRank = 1\nmustDropType = *\nflagPieceCount = 1\n";
    says(&format!("[g:chess]\n{usual}"), &["stalemate = \"draw\""]);
}

#[test]
fn what_is_only_shown_is_noted() {
    let (_, text, remarks) = imported(
        "[g:chess]\npieceToCharTable = PNBRQK\nvariantTemplate = fairy\npieceValueMg = q:900\nsilver = s\n",
    )
    .unwrap();
    assert_eq!(
        remarks,
        [
            "x.ini:2:1: `pieceToCharTable` is about how a game is shown or played well",
            "x.ini:3:1: `variantTemplate` is about how a game is shown or played well",
            "x.ini:4:1: `pieceValueMg` is about how a game is shown or played well",
            "x.ini:5:1: `silver` can never appear: the file has no such piece",
        ]
    );
    assert!(text.contains("# - `silver` can never appear"), "{text}");
}

#[test]
fn names_that_are_taken_or_odd_become_ids() {
    let (variant, ..) = imported("[g:chess]\n").unwrap();
    assert_eq!((variant.id.as_str(), variant.name.as_str()), ("g", "G"));
    for (section, id) in [("shogi", "shogi-fairy"), ("My Game!", "my-game-"), ("3check", "3check")]
    {
        let source = Source::new("x.ini", format!("[{section}:chess]\n"));
        assert_eq!(import(&source, &Wish::of(section)).unwrap().id, id);
    }
}
