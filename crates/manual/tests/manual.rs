//! The rules of the built-in games, and of changed ones, against the data that they are told from.

use komadai_engine::Values;
use komadai_manual::movement::{Told, told as told_movement};
use komadai_manual::{
    Block, Document, Lang, Prose, Words, document, html, lessons, prose, words_of,
};
use komadai_picture::signs;
use komadai_records::json::{VariantInfo, ZoneKind};
use komadai_rules::AnyGame;
use komadai_rules::diagram::Diagram;
use komadai_rules::variant::{BUILTIN, Source, load, load_builtin};
use std::collections::BTreeSet;

fn game(id: &str, settings: &[(String, String)]) -> AnyGame {
    let loaded = load_builtin(id, settings).expect("it loads");
    AnyGame::compile(&loaded.variant).expect("it compiles")
}

fn told(game: &AnyGame, prose: &Prose, lang: Lang) -> Document {
    document(game, &Values::of(game).board, prose, lang).expect("it has a start")
}

/// The rules of a built-in game with its prose.
fn rules(id: &str, lang: Lang) -> Document {
    let game = game(id, &[]);
    let source = prose::builtin(id, lang).expect("it has prose");
    let prose = Prose::read(&game, &source).unwrap_or_else(|errors| panic!("{id}: {}", errors[0]));
    told(&game, &prose, lang)
}

/// All words of some blocks.
fn words(blocks: &[Block]) -> String {
    let said = |block: &Block| match block {
        Block::Paragraph { text } | Block::Heading { text } => words_of(text),
        Block::List { items, .. } => items.iter().map(|item| words(item) + "\n").collect(),
        Block::Table { head, rows } => {
            let cells = rows.iter().flatten().chain(head);
            cells.map(|cell| words_of(cell) + "\n").collect()
        }
        Block::Quote { blocks } => words(blocks),
        Block::Figure(figure) => words_of(&figure.caption),
        Block::Piece(card) => {
            let moves = card.told.iter().map(|told| told.words.clone());
            let all = [card.name.clone()].into_iter().chain(moves).chain(card.facts.clone());
            all.collect::<Vec<_>>().join("\n")
        }
        Block::Code { text } => text.clone(),
        Block::Legend => String::new(),
    };
    blocks.iter().map(|block| said(block) + "\n").collect()
}

fn chapter<'a>(document: &'a Document, id: &str) -> &'a [Block] {
    let found = document.chapters.iter().find(|chapter| chapter.id == id);
    &found.unwrap_or_else(|| panic!("{} has no chapter {id}", document.id)).blocks
}

const LANGS: [Lang; 2] = [Lang::En, Lang::Ja];

#[test]
fn every_piece_has_a_card_that_says_what_it_does() {
    for id in BUILTIN.iter().map(|game| game.id) {
        for lang in LANGS {
            let document = rules(id, lang);
            let cards: Vec<_> = chapter(&document, "pieces")
                .iter()
                .filter_map(|block| if let Block::Piece(card) = block { Some(card) } else { None })
                .collect();
            let ids: BTreeSet<&str> = cards.iter().map(|card| card.piece.as_str()).collect();
            let game = game(id, &[]);
            let variant = game.variant();
            assert_eq!(ids, variant.pieces.iter().map(|p| p.id.as_str()).collect(), "{id}");
            assert_eq!(cards.len(), ids.len(), "{id}");
            for card in cards {
                assert!(!card.told.is_empty() && !card.name.is_empty(), "{id} {}", card.piece);
                let of = variant.pieces.iter().find(|p| p.id == card.piece).expect("it is there");
                let said = words(&[Block::Piece(card.clone())]);
                for to in &of.promotes {
                    let name = &variant.pieces[to.index()].name;
                    let name = lang.pick(Some(&name.en), name.ja.as_ref()).expect("a name");
                    assert!(said.contains(name), "{id}: {said}");
                }
                assert_eq!(of.royal, said.contains(lang.pick("Royal:", "玉の役")), "{id}: {said}");
            }
        }
    }
}

#[test]
fn every_line_of_a_lesson_has_a_sign_that_is_drawn() {
    for id in BUILTIN.iter().map(|game| game.id) {
        let game = game(id, &[]);
        let info = VariantInfo::of(&game, &Values::of(&game).board).expect("it has a start");
        for (piece, lesson) in lessons(game.variant(), &info) {
            let of = info.pieces.iter().find(|one| one.id == piece).expect("it is one of the game");
            let drawn = signs([&of.diagram]);
            assert!(!lesson.en.is_empty() && !lesson.ja.is_empty(), "{id} {piece}");
            for line in lesson.en.iter().chain(&lesson.ja) {
                assert!(
                    line.sign.is_none_or(|sign| drawn.contains(&sign)),
                    "{id} {piece}: {line:?} of {drawn:?}"
                );
            }
        }
    }
}

#[test]
fn no_piece_is_told_to_move_as_one_of_its_own_name() {
    for (id, lang) in BUILTIN.iter().flat_map(|game| LANGS.map(|lang| (game.id, lang))) {
        let rules = rules(id, lang);
        let cards = chapter(&rules, "pieces").iter().filter_map(|block| match block {
            Block::Piece(card) => Some(card),
            _ => None,
        });
        for card in cards {
            assert_ne!(card.moves_as.as_ref(), Some(&card.name), "{id} {}", card.piece);
        }
    }
}

#[test]
fn every_built_in_game_has_all_chapters_and_a_picture_of_the_start() {
    for id in BUILTIN.iter().map(|game| game.id) {
        for lang in LANGS {
            let document = rules(id, lang);
            let ids: Vec<&str> = document.chapters.iter().map(|chapter| chapter.id).collect();
            let expected = [
                "introduction",
                "setup",
                "pieces",
                "promotion",
                "captures",
                "special",
                "ends",
                "advice",
                "origin",
            ];
            assert_eq!(ids, expected, "{id}");
            let figures = |id| {
                let blocks = chapter(&document, id).iter();
                blocks.filter(|block| matches!(block, Block::Figure(_))).count()
            };
            assert_eq!(figures("setup"), 1, "{id}");
            assert!(figures("special") >= 1, "{id}");
        }
    }
}

/// A chapter of a changed game says something, in both languages.
#[track_caller]
fn check(id: &str, settings: &[(&str, &str)], name: &str, english: &str, japanese: &str) {
    let settings: Vec<_> =
        settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let game = game(id, &settings);
    for (lang, expected) in [(Lang::En, english), (Lang::Ja, japanese)] {
        let document = told(&game, &Prose::default(), lang);
        let said = words(chapter(&document, name));
        assert!(said.contains(expected), "{id} {settings:?}: no `{expected}` in\n{said}");
    }
}

#[test]
fn where_a_movement_holds_is_told() {
    let check = |movement: &str, english: &str, japanese: &str| {
        let movement = format!("['K', {{ move = 'fD', {movement} }}]");
        check("chess", &[("pieces.K.move", &movement)], "pieces", english, japanese);
    };
    check(
        "from = 'rank 2'",
        "It moves as fD only from rank 2 for White and rank 7 for Black.",
        "fDの動きは、白は2段目、黒は7段目からだけです。",
    );
    check("side = 'second'", "Black's alone moves as fD.", "fDの動きは、黒の駒だけです。");
    check(
        "side = 'first', to = 'rank 4'",
        "White's alone moves as fD, only to rank 4.",
        "fDの動きは、白の駒が4段目へだけです。",
    );
}

#[test]
fn castling_tells_how_far_to_each_wing() {
    let wings = [("pieces.K.move", "KirO2ilO3")];
    let english = "may go two or three squares along its rank toward a Rook";
    check("chess", &wings, "special", english, "ルークの方へ二・三マス進め");
}

#[test]
fn running_out_of_pieces_is_told() {
    let check = |rule: &str, english: &str, japanese: &str, goal: [&str; 2]| {
        let settings = [("end.extinction", rule)];
        check("chess", &settings, "ends", english, japanese);
        check("chess", &settings, "introduction", goal[0], goal[1]);
    };
    check(
        "{ types = ['N', 'B'] }",
        "A side loses when it has none of these left, on the board or in hand: Knight and Bishop.",
        "ナイト・ビショップを（持ち駒を含めて）すべて失うと、その側の負けです。",
        ["take all of Knight and Bishop", "ナイト・ビショップをすべて取る"],
    );
    check(
        "{ types = ['N', 'B'], count = 1, result = 'win' }",
        "A side wins when it has no more than one of these left together",
        "合わせて1枚以下になると、その側の勝ちです。",
        ["have no more than 1 left of Knight and Bishop", "合わせて1枚以下にする"],
    );
    check(
        "{ types = ['N', 'B'], each = true, side = 'first' }",
        "White loses when it has no Knight or Bishop left, on the board or in hand: one kind",
        "白がナイト・ビショップのうち一種類でも（持ち駒を含めて）すべて失うと、負けです。",
        [
            "for Black, take the last Knight or Bishop",
            "黒はナイト・ビショップのうち一種類をすべて取る",
        ],
    );
    check(
        "{ types = ['N', 'B'], each = true, count = 1, side = 'second', result = 'draw' }",
        "Black draws when it has no more than one left of one of these kinds",
        "のうち一種類でも（持ち駒を含めて）1枚以下になると、引き分けです。",
        ["Goal: checkmate the King", "目的：キングを詰ます"],
    );
    let goal =
        ["leave the opponent no more than 1 of Knight", "相手のナイトを合わせて1枚以下にする"];
    check(
        "{ types = 'N', count = 1, against = 3 }",
        "hand: Knight. This holds only while the other side has at least three of them.",
        "負けです。ただし、相手の側が3枚以上持っている間に限ります。",
        goal,
    );
    check(
        "{ types = 'N', count = 1, against = 3, reply = true }",
        "of them; where it has exactly three, who has run out may first make a move",
        "相手がちょうど3枚のときは一手指すことができ、取って3枚より少なくすれば負けになりません。",
        goal,
    );
}

#[test]
fn what_may_be_done_against_a_piece_on_its_goal_is_told() {
    let check = |rule: &str, english: &str, japanese: &str| {
        let rule = format!("{{ types = 'Q', zone = 'last 1', {rule} }}");
        check("chess", &[("end.flag", &rule)], "ends", english, japanese);
    };
    check(
        "reply = 'arrival'",
        "If White arrives, Black may still arrive with its next move, and nobody wins.",
        "白が着いても、黒が次の一手で着けば引き分けです。",
    );
    check(
        "reply = 'any'",
        "after the opponent's next move: Queen.",
        "相手が一手指した後もそこにいる",
    );
    check("safe = true", "where no enemy could capture it: Queen.", "次に取られない形で");
    check(
        "safe = true, reply = 'any'",
        "and elsewhere on the goal if it still stands there",
        "着いて相手が一手指した後もそこにいる側の勝ちです。",
    );
}

#[test]
fn that_no_move_may_give_check_is_told() {
    let forbidden = [("end.giving_check", "forbidden")];
    check(
        "chess",
        &forbidden,
        "ends",
        "A move that gives check is illegal.",
        "王手をかける手は反則です。",
    );
    let (game, prose) =
        (game("chess", &forbidden.map(|(a, b)| (a.to_owned(), b.to_owned()))), Prose::default());
    let document = told(&game, &prose, Lang::En);
    assert!(!words(chapter(&document, "ends")).contains("mated"));
    assert!(!words(chapter(&document, "introduction")).contains("checkmate the"));
}

#[test]
fn that_all_royals_have_to_be_attacked_is_told() {
    let spartan = [("pieces.Q.royal", "true"), ("end.royals", "all-attacked")];
    let english = "if the opponent could take any King or Queen of it, whichever it chose";
    check("chess", &spartan, "ends", english, "のどれでも取れる状態を王手といいます。");
    let english = "So of several King or Queen all but one may be left to be taken.";
    check("chess", &spartan, "ends", english, "一つを除いて取られる状態にしてもかまいません。");
    check("chess", &spartan, "pieces", "has lost its last royal piece", "すべて失うと負けです。");
}

#[test]
fn checks_that_are_counted_are_told() {
    let three = [("end.checks", "{ count = 3 }")];
    let english =
        "A side wins as soon as it has given check three times. A move counts as one check";
    check("chess", &three, "ends", english, "王手を3回かけると、その側の勝ちです。");
    check("chess", &three, "introduction", "or give check 3 times", "王手を3回かける");
    let once = [("end.checks", "{ count = 1, result = 'loss' }")];
    check(
        "chess",
        &once,
        "ends",
        "A side loses as soon as it has given check once.",
        "その側の負けです。",
    );
    check("chess", &once, "introduction", "Goal: checkmate the King", "目的：キングを詰ます");
}

#[test]
fn chases_are_told() {
    let check = |english, japanese| check("xiangqi", &[], "ends", english, japanese);
    check("every move of one side since the first occurrence chased one and the same", "（長捉）");
    check(
        "A Horse or a Cannon may not chase a Chariot for ever, protected or not.",
        "馬・砲で、車を、",
    );
    check(
        "may chase a Soldier on its squares (ranks 6 to 10 for Red and ranks 1 to 5 for Black)",
        "決まったマス（赤は6段目から10段目、黒は1段目から5段目）の兵を",
    );
}

#[test]
fn captures_that_may_not_be_made_are_told() {
    check(
        "chu",
        &[],
        "captures",
        "A Lion may not capture a Lion where it could be captured itself in the next turn, unless it stands beside \
         its captor or the same move captures another piece that is not a Pawn or a Go-Between, too.",
        "次の手で取り返される所では、獅子で獅子を取れません（隣にいるとき、同じ手で歩兵・仲人以外の駒も取るときを除く）。",
    );
    check(
        "chu",
        &[],
        "captures",
        "No piece but a Lion may capture a Lion just after the opponent has captured a Lion in that way, unless it \
         is what has just captured.",
        "相手に同じように獅子を取られた直後は、獅子以外の駒で獅子を取れません（それが今取った駒であるときを除く）。",
    );
    check(
        "chess",
        &[("capture.limits", "{ captured = 'Q', beyond = 2 }")],
        "captures",
        "No piece may capture a Queen where it could be captured itself in the next turn, unless it is at most two \
         squares away.",
        "次の手で取り返される所では、どの駒でもクイーンを取れません（二マス以内にいるときを除く）。",
    );
}

#[test]
fn borrowed_movements_are_told() {
    check(
        "annan",
        &[],
        "special",
        "A piece with a piece of its own side right behind it moves as that one does, and not as itself",
        "すぐ後ろに味方の駒がある駒は、自分の動きではなく、その駒の動きをします。",
    );
    check(
        "shogi",
        &[("borrowing", "{ from = 'front', lenders = ['R', 'B'], borrowers = 'P' }")],
        "special",
        "A Pawn with a Rook or Bishop of its own side right before it moves as that one does",
        "すぐ前に味方の飛車・角行がある歩兵は、",
    );
}

#[test]
fn counts_of_moves_are_told() {
    check(
        "makruk",
        &[],
        "ends",
        "When no Bia is left on either side and the side to move has a single piece, it counts, going on from the \
         number of all pieces on both sides: to 8 if the other side has two pieces or more of the type Ruea; \
         otherwise to 16 if the other side has a Ruea; otherwise to 22",
        "双方ともビアがなくなり、手番の側の駒が一枚だけになれば、",
    );
    check(
        "cambodian",
        &[],
        "ends",
        "When the side to move has three pieces at most, it counts: to 63 if the other side has any other piece \
         than a royal one.",
        "手番の側の駒が3枚以下になれば、相手に玉以外の駒があれば63まで数えます。",
    );
    check(
        "chess",
        &[("end.counting", "{ limits = { types = ['Q', 'R'], moves = 30 } }")],
        "ends",
        "When it is the turn of a side, it counts: to 30 if the other side has a Queen or a Rook.",
        "手番になれば、相手にクイーン・ルークがあれば30まで数えます。",
    );
}

#[test]
fn passes_and_points_are_told() {
    check(
        "janggi",
        &[],
        "special",
        "Each side may pass instead of moving. A pass is a move that changes nothing but whose turn it is. Nobody may \
         pass in check.",
        "両者とも、指す代わりにパスできます。",
    );
    check(
        "janggi",
        &[],
        "ends",
        "When a General of each side face each other on a file with nothing between them, the side to move has to \
         part them or to pass. It may pass then even in check, and points decide.",
        "このパスは王手をかけられていてもでき、点数で勝敗を決めます。",
    );
    check(
        "janggi",
        &[],
        "ends",
        "Pieces on the board and in hand count: 13 for each Chariot, 7 for each Cannon, 5 for each Horse, 3 for each",
        "楚は、漢より2点以上多ければ勝ちで、そうでなければ漢の勝ちです。",
    );
    check(
        "janggi",
        &[],
        "pieces",
        "By pR and pB2 it hops over any piece but a Cannon and captures any piece but a Cannon.",
        "pRとpB2の動きで飛び越えられるのは包以外の駒、取れるのは包以外の駒です。",
    );
    check(
        "chess",
        &[("passing", "{ when = 'stuck', side = 'second' }"), ("end.two_passes", "draw")],
        "special",
        "Black may pass where it has no other legal move.",
        "黒は、ほかに指せる手がないときだけパスできます。",
    );
    check(
        "chess",
        &[("passing", "{ when = 'always' }"), ("end.two_passes", "draw")],
        "ends",
        "When both sides pass, one after the other, the game is a draw.",
        "両者が続けてパスすると引き分けです。",
    );
}

#[test]
fn explosions_are_told() {
    let check = |settings: &[_], english, japanese| {
        check("chess", settings, "special", english, japanese);
    };
    let atomic = [("capture.explosion", "{ around = 'K', spares = 'P' }")];
    check(
        &atomic,
        "and so is every piece on the next square in any direction, of both sides.",
        "敵味方の駒も、すべて盤から除かれます。",
    );
    check(
        &atomic,
        "survives unless it captures itself: Pawn.",
        "ポーンは、自分で取ったのでなければ爆発に耐えます。",
    );
    check(
        &atomic,
        "A side whose King is destroyed has lost",
        "爆発させる狙いだけでは王手になりません。",
    );
    check(
        &atomic,
        "No capture may destroy the King of its own side",
        "自分のキングがなくなる取り方は反則で",
    );
    let alone = [("capture.explosion", "{ withstands = 'K' }")];
    check(
        &alone,
        "is destroyed itself where its move ends.",
        "着いたマスで自らも盤から除かれます。",
    );
    check(
        &alone,
        "survives every explosion, also its own: King.",
        "キングは、自分で取ったときも含めて",
    );
}

#[test]
fn what_a_mate_is_worth_is_told() {
    let wins = [("end.mated", "win")];
    check("chess", &wins, "ends", "is mated and has won.", "詰みで、その側の勝ちです。");
    check(
        "chess",
        &wins,
        "introduction",
        "have the own King checkmated",
        "自分のキングを詰まされる",
    );
    check(
        "chess",
        &wins,
        "pieces",
        "Royal: check and mate are about it.",
        "この駒についていいます。",
    );
    let draws = [("end.mated", "draw")];
    check("chess", &draws, "ends", "is mated and draws.", "詰みで、引き分けです。");
}

#[test]
fn ends_follow_the_data() {
    let check =
        |id, settings: &[_], english, japanese| check(id, settings, "ends", english, japanese);
    check("minishogi", &[], "fourth occurrence loses for Sente", "先手の負けです");
    check("shogi", &[], "(perpetual check)", "連続王手の千日手");
    check("shogi", &[("end.move_limit", "500")], "after 500 moves of both", "合わせて500手");
    check(
        "shogi",
        &[("end.declaration.rule", "24")],
        "At least 31 points win, at least 24 draw",
        "24点以上で引き分け",
    );
    check("chess", &[], "After 75 moves of each side", "双方75手ずつ");
    check("chess", &[], "From the third occurrence on", "3回目からは");
    check(
        "chess",
        &[("end.stalemate", "fewer")],
        "the side with fewer pieces",
        "駒が少ない側の勝ち",
    );
    check("chess", &[("end.stalemate", "win")], "is not in check wins", "その側の勝ち");
    check(
        "minjiku",
        &[("end.repetition.perpetual_check", "loss")],
        "(perpetual check)",
        "連続王手の千日手",
    );
    check("raichu", &[], "no duty to answer check", "防ぐ義務はなく");
    check("raichu", &[], "in check or not", "王手の有無にかかわらず");
    check(
        "raichu",
        &[("end.check_through_shock", "true")],
        "by a shock, and to take it then, is check too",
        "狙いも王手になります",
    );
    check(
        "raichu",
        &[("end.repetition.exempt", "none")],
        "about for the fourth time is illegal. A",
        "4回目になる手は反則です。ほか",
    );
    check(
        "shogi",
        &[("end.illegal_move", "refused")],
        "An illegal move is taken back.",
        "反則は指し直します。",
    );
}

#[test]
fn promotion_and_drops_follow_the_data() {
    check(
        "shogi",
        &[],
        "promotion",
        "ranks a to c for Sente and ranks g to i for Gote",
        "一段目から三段目",
    );
    check("chess", &[], "promotion", "A piece must promote", "成らなければなりません");
    check(
        "chess",
        &[("promotion.limits", "{ types = ['Q', 'R'] }")],
        "promotion",
        "No piece becomes a Queen or Rook while its side has as many of them on the board as at the start.",
        "開始局面と同じ数だけある間",
    );
    check(
        "chess",
        &[("promotion.limits", "{ types = 'Q', count = 2 }")],
        "promotion",
        "while its side has two of them on the board.",
        "二枚ある間",
    );
    check(
        "chess",
        &[("promotion.limits", "{ types = 'Q', count = 0, side = 'second' }")],
        "promotion",
        "No piece of Black becomes a Queen.",
        "黒は、クイーンには成れません。",
    );
    check("minjiku", &[], "promotion", "No promotion is compulsory", "強制されることはありません");
    check(
        "minjiku",
        &[("promotion.by_shot", "false")],
        "promotion",
        "never gives that right",
        "動かずに取る手では成れません",
    );
    check(
        "minjiku",
        &[("promotion.burns_at_once", "true")],
        "promotion",
        "burns with this very move",
        "その手から",
    );
    check("shogi", &[], "captures", "so that the opponent is mated at once", "打ち歩詰め");
    check("shogi", &[("drops.no_mate", "[\"G\"]")], "captures", "a Gold so that", "打ち金詰め");
    check(
        "shogi",
        &[("drops.promoted", "true")],
        "captures",
        "may be dropped promoted",
        "成った状態で打って",
    );
    check("chess", &[], "captures", "out of the game for good", "対局に戻ることはありません");
}

#[test]
fn special_rules_follow_the_data() {
    let check =
        |id, settings: &[_], english, japanese| check(id, settings, "special", english, japanese);
    check("raichu", &[], "removes a Lion", "獅子を取ると");
    check("raichu", &[], "by a piece other than a King or Prince", "王将・太子以外の駒で");
    check(
        "minjiku",
        &[],
        "e0, f0, e11 and f11 exist only while",
        "e0、f0、e11、f11は、駒がある間だけ",
    );
    check(
        "minjiku",
        &[],
        "A King that could be burned stands in check",
        "焼かれるおそれのある王将",
    );
    check(
        "minjiku",
        &[("end.burn_is_check", "false")],
        "A threat to burn is not check",
        "焼く狙いだけでは王手になりません",
    );
    check("chess", &[], "two squares along its rank toward a Rook", "ルークの方へ二マス進め");
    check("chess", &[], "nor be attacked on any square", "狙われているときはできません");
    check("chess", &[], "En passant.", "アンパッサン");
}

#[test]
fn movements_in_words() {
    let said = |id: &str, piece: &str, lang: Lang| {
        let document = rules(id, lang);
        let card = chapter(&document, "pieces").iter().find_map(|block| match block {
            Block::Piece(card) if card.piece == piece => Some(card.clone()),
            _ => None,
        });
        card.expect("a card").told.iter().map(|told| told.words.clone()).collect::<Vec<_>>()
    };
    let check = |id: &str, piece: &str, english: &[&str], japanese: &[&str]| {
        assert_eq!(said(id, piece, Lang::En), english, "{id} {piece}");
        assert_eq!(said(id, piece, Lang::Ja), japanese, "{id} {piece}");
    };
    check(
        "shogi",
        "G",
        &["one step orthogonally or diagonally forward"],
        &["縦横・斜め前に一マス"],
    );
    check(
        "shogi",
        "N",
        &["a jump to two squares forward and one to either side, whatever stands between"],
        &["前へ二マス、さらに左右どちらかへ一マスの所へ跳ぶ。間の駒は飛び越える"],
    );
    check(
        "raichu",
        "+H",
        &[
            "one step forward",
            "a jump to the second square forward, whatever stands between",
            "any distance diagonally, sideways or backward",
            "captures on the next square forward and goes on one step straight on",
            "captures on the next square forward without moving",
            "passes by going to the next square forward and back, if that is empty",
        ],
        &[
            "前に一マス",
            "前の二マス先へ跳ぶ。間の駒は飛び越える",
            "斜め四方・左右・後ろにどこまでも",
            "前の隣のマスの駒を取り、さらに真っすぐ一マス進む",
            "前の隣のマスの駒を動かずに取る（居喰い）",
            "空いていれば前の隣のマスへ行って戻り、一手パスする（じっと）",
        ],
    );
    let lion = said("raichu", "N", Lang::En);
    assert!(lion.contains(
        &"captures on the next square in any direction and goes on one step in any direction but \
          straight back"
            .to_owned()
    ));
}

/// Movements of every sort, from the worked cases of the notation.
#[test]
fn every_movement_has_words() {
    let cases = include_str!("../../rules/tests/cases/xbetza.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(cases).expect("a list of cases");
    let shogi = game("shogi", &[]);
    let mut told_of = 0;
    for text in cases.iter().filter_map(|case| case["xbetza"].as_str()) {
        let Ok(parsed) = komadai_betza::parse(text) else { continue };
        let Ok(diagram) = Diagram::of_movement(&parsed.descriptor, (9, 9)) else { continue };
        for lang in LANGS {
            let words = Words { variant: shogi.variant(), lang };
            let told = told_movement(&words, &diagram);
            let said = |told: &Told| !told.words.is_empty() && !told.words.contains("  ");
            assert!(told.iter().all(said), "{text}: {told:?}");
            assert!(!told.is_empty() || !diagram.notes.is_empty(), "{text}");
        }
        told_of += 1;
    }
    assert!(told_of > 120, "{told_of}");
}

/// What is wrong with some prose for shogi.
#[track_caller]
fn check_bad(text: &str, place: &str, message: &str) {
    let errors = Prose::read(&game("shogi", &[]), &Source::new("x.md", text)).expect_err(text);
    let said = errors[0].to_string();
    assert!(said.starts_with(&format!("x.md:{place}: ")) && said.contains(message), "{said}");
    assert!(errors[0].help.is_some(), "{said}");
}

#[test]
fn bad_prose_says_what_and_where() {
    check_bad("## Tactics\n", "1:1", "there is no section `Tactics`");
    check_bad("Hello.\n\n## Advice\n", "1:1", "before the first section");
    check_bad("## Advice\n\n## Advice\n\nx\n\n## advice\n", "3:1", "a second section");
    check_bad("## Advice\n\n<b>x</b>\n", "3:1", "HTML is not understood");
    check_bad("## Advice\n\nx <i>y</i>\n", "3:3", "HTML is not understood");
    check_bad("## Advice\n\n![x](y.png)\n", "3:1", "pictures cannot be shown");
    check_bad("## Advice\n\n[x](javascript:y)\n", "3:1", "is not a link");
    check_bad("## Advice\n\n```position\nposition: 9/9\n```\n", "4:1", "2 ranks");
    check_bad("## Advice\n\n```position\nmoves: 7g7e\n```\n", "4:1", "The Pawn on 7g");
    check_bad("## Advice\n\n```position\narrows: 7g-z9\n```\n", "4:1", "`z9` is not a square");
    check_bad("## Advice\n\n```position\narea: x\n```\n", "4:1", "`x` is not a square");
    check_bad("## Advice\n\n```position\nstart: none\n```\n", "4:1", "has no start `none`");
    check_bad("## Advice\n\n```position\nmove: 7g7f\n```\n", "4:1", "`move` says nothing");
    check_bad("## Advice\n\n```position\n\nhello\n```\n", "5:1", "expected `key: value`");
    check_bad("## Advice\n\n```position\nmoves: 7g7f\nmoves: 3c3d\n```\n", "5:1", "said twice");
    check_bad(&format!("## Advice\n\n{}x\n", "> ".repeat(300)), "3:51", "nested too deeply");
}

#[test]
fn good_prose_is_kept() {
    let text = "# Name\n\n## Advice\n\n1. One *two* **three** `four`\n2. [five](https://example.org)\n\n\
                | a | b |\n|---|---|\n| c | d |\n\n> e\n\n### f\n\n```\n g\n```\n";
    let game = game("shogi", &[]);
    let prose = Prose::read(&game, &Source::new("x.md", text)).expect("it is good");
    assert_eq!(prose.title.as_deref(), Some("Name"));
    let document = told(&game, &prose, Lang::En);
    let said = words(chapter(&document, "advice"));
    for word in ["One two three four", "five", "a\n", "d\n", "e\n", "f\n", " g\n"] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let page = html::page(&document);
    for part in [
        "<ol>",
        "<em>two</em>",
        "<strong>three</strong>",
        "<code>four</code>",
        "<a href=\"https://example.org\">five</a>",
        "<td>c</td>",
        "<blockquote>",
        "<h3>f</h3>",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

/// A page is well-formed, needs nothing else, and can be found one's way in.
fn check_page(document: &Document) {
    let page = html::page(document);
    let xml = page.strip_prefix("<!doctype html>\n").expect("a doctype");
    let tree = roxmltree::Document::parse(xml).unwrap_or_else(|e| panic!("{}: {e}", document.id));
    let all = || tree.descendants().filter(roxmltree::Node::is_element);
    let named = |name: &'static str| all().filter(move |node| node.has_tag_name(name));
    let tagged = |node: roxmltree::Node<'_, '_>, name: &str| node.tag_name().name() == name;
    assert_eq!(tree.root_element().attribute("lang"), Some(document.lang.tag()));
    let ids: Vec<&str> = all().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids are unique");
    for link in named("a").filter_map(|node| node.attribute("href")) {
        let known = link.strip_prefix('#').is_none_or(|id| ids.contains(&id));
        assert!(known, "{link}");
    }
    for outside in ["script", "link", "img", "iframe"] {
        assert_eq!(named(outside).count(), 0, "{outside}");
    }
    let pictures: Vec<_> = all().filter(|node| tagged(*node, "svg")).collect();
    assert!(pictures.iter().all(|svg| svg.attribute("aria-label").is_some_and(|l| !l.is_empty())));
    let figures: Vec<_> = named("figure").collect();
    let captioned = |figure: &roxmltree::Node<'_, '_>| {
        figure.children().any(|child| tagged(child, "figcaption") && child.text().is_some())
    };
    assert!(!figures.is_empty() && figures.iter().all(captioned), "{}", document.id);
    assert_eq!(named("article").count(), document.info.pieces.len());
    assert_eq!(named("section").count(), document.chapters.len());
    assert_eq!(named("h1").count(), 1);
}

#[test]
fn pages_are_whole() {
    for id in BUILTIN.iter().map(|game| game.id) {
        for lang in LANGS {
            check_page(&rules(id, lang));
        }
    }
}

#[test]
fn names_are_text_wherever_they_come_from() {
    let text = r#"
        name = '<script>alert("x")</script>'
        author = "A & B"
        board = { files = 3, ranks = 4 }
        [sides]
        first = "<b>"
        second = "\""
        [pieces]
        K = { name = "<i>King", move = "K", at = "b1", royal = true }
        Z' = { name = "Z & Q", move = "N", at = "a1" }
    "#;
    let text = text.replace("Z' =", "\"Z'\" =");
    let loaded = load(&Source::new("x.toml", text), &|_| None, &[]).expect("it loads");
    let game = AnyGame::compile(&loaded.variant).expect("it compiles");
    for lang in LANGS {
        check_page(&told(&game, &Prose::default(), lang));
    }
}

/// The zones are shown in the chapters that speak of them.
#[test]
fn zones_are_shown_on_a_board() {
    let text = r#"
        name = "Zones"
        board = { files = 3, ranks = 5 }
        capture = { to = "hand" }
        [pieces]
        K = { name = "King", move = "K", at = "b1", royal = true }
        S = { name = "Soldier", move = "W", at = "a1", promotes = "G" }
        G = { name = "General", move = "F", at = "" }
        [promotion]
        zone = "last 2"
        when = ["enter"]
        [drops]
        zone = "ranks 1-2"
        [end]
        flag = { types = "K", zone = "b5" }
    "#;
    let loaded = load(&Source::new("x.toml", text), &|_| None, &[]).expect("it loads");
    let game = AnyGame::compile(&loaded.variant).expect("it compiles");
    for (lang, caption) in
        LANGS.into_iter().zip(["The goals, for First marked in", "目標のマス（First："])
    {
        let document = told(&game, &Prose::default(), lang);
        for (id, kind, signs) in [
            ("promotion", ZoneKind::Promotion, [6, 6]),
            ("captures", ZoneKind::Drop, [6, 6]),
            ("ends", ZoneKind::Goal, [1, 1]),
        ] {
            let figures = chapter(&document, id).iter().filter_map(|block| match block {
                Block::Figure(figure) => Some(figure),
                _ => None,
            });
            let zones: Vec<_> = figures.flat_map(|figure| &figure.zones).collect();
            assert!(zones.iter().all(|zone| zone.kind == kind), "{id}");
            assert_eq!(
                zones.iter().map(|zone| zone.squares.len()).collect::<Vec<_>>(),
                signs,
                "{id}"
            );
        }
        let page = html::page(&document);
        assert_eq!(
            page.matches("class=\"zone\"").count(),
            24,
            "two zones of six squares for each side"
        );
        assert_eq!(page.matches("class=\"zone goal\"").count(), 2);
        assert!(page.contains(caption), "{page}");
    }
}

/// A game whose goal is a place says so where it is told in short.
#[test]
fn a_goal_on_the_board_is_named_in_short() {
    let text = r#"
        name = "Race"
        board = { files = 3, ranks = 5 }
        [pieces]
        K = { name = "King", move = "K", at = "b1", royal = true }
        S = { name = "Soldier", move = "W", at = "a1" }
        [end]
        flag = { types = "K", zone = "b5" }
    "#;
    for (text, english, japanese) in [
        (
            text.to_owned(),
            "Goal: checkmate the King; or bring a King to its goal, the squares b5 for First",
            "目的：Kingを詰ます、またはKingを目標（Firstは",
        ),
        (
            text.replace(", royal = true", ""),
            "Goal: bring a King to its goal, the squares b5 for First",
            "目的：Kingを目標（Firstは",
        ),
    ] {
        let loaded = load(&Source::new("x.toml", &text), &|_| None, &[]).expect("it loads");
        let game = AnyGame::compile(&loaded.variant).expect("it compiles");
        for (lang, expected) in LANGS.into_iter().zip([english, japanese]) {
            let document = told(&game, &Prose::default(), lang);
            let short = words(chapter(&document, "introduction"));
            assert!(short.contains(expected), "{short}");
        }
    }
}
