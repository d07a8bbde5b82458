//! Rules that few games have: ranks, shots, fire, shocks, castling and the like.

use super::Writer;
use crate::document::{Block, Span, plain};
use crate::lang::number;
use crate::movement;
use crate::words::article;
use komadai_rules::PieceType;
use komadai_rules::diagram::{Kind, around};
use komadai_rules::variant::{Explosion, PlacedOn, Royals, Shock, Supply};
use std::collections::BTreeMap;

impl Writer<'_> {
    pub(super) fn special(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        blocks.extend(self.vanishing());
        blocks.extend(self.ranks());
        blocks.extend(self.borrowing());
        blocks.extend(self.placement());
        blocks.extend(self.shots());
        blocks.extend(self.explosion());
        blocks.extend(self.burning());
        blocks.extend(self.variant().shocks.iter().map(|shock| self.shock(shock)));
        blocks.extend(self.right_to_pass());
        blocks.extend(self.passing());
        blocks.extend(self.castling());
        blocks.extend(self.en_passant());
        blocks
    }

    /// A rule with its name.
    pub(super) fn rule(&self, name: (&str, &str), text: String) -> Block {
        let name = self.say(format!("{}.", name.0), format!("{}　", name.1));
        let space = self.words.lang.pick(" ", "");
        Block::Paragraph {
            text: vec![Span::Strong(plain(name)), Span::Plain(format!("{space}{text}"))],
        }
    }

    fn vanishing(&self) -> Option<Block> {
        let squares = &self.variant().board.vanishing;
        if squares.is_empty() {
            return None;
        }
        let names = self.words.squares(squares);
        Some(self.rule(
            ("Vanishing squares", "消えるマス"),
            self.say(
                format!(
                    "{names} exist only while a piece stands there. Nothing can enter, pass or step \
                     through such a square while it is empty. An occupied one can be entered by \
                     capturing the piece on it; it is gone as soon as that piece leaves it or is removed \
                     without being replaced, and never comes back."
                ),
                format!(
                    "{names}は、駒がある間だけ存在します。空いているときは、入ることも通り抜けることもできません。駒があるマスには、その駒を取って入れます。駒が離れるか、入れ替わりなしに取り除かれると、マスはすぐに消えて二度と戻りません。"
                ),
            ),
        ))
    }

    fn ranks(&self) -> Vec<Block> {
        let pieces = &self.variant().pieces;
        let jumpers: Vec<PieceType> =
            self.words.all_types().filter(|t| pieces[t.index()].flies.is_some()).collect();
        if jumpers.is_empty() {
            return Vec::new();
        }
        let names = self.words.lang.all(&self.words.pieces(&jumpers));
        let rule = self.rule(
            ("Ranks and jump captures", "格と飛び越し"),
            self.say(
                format!(
                    "To capture, and only to capture, {names} may jump along certain lines over any \
                     number of pieces of either side, each of which must be of a lower rank than the \
                     jumper itself. What is jumped over is not affected. A piece of equal or higher rank \
                     stops the jump, but may itself be captured."
                ),
                format!(
                    "{names}は、駒を取るときに限り、決まった方向の線に沿って、敵味方の駒をいくつでも飛び越えられます。飛び越えられるのは自分より格の低い駒だけで、飛び越された駒には何も起きません。格が同じか高い駒は飛び越せないが、その駒を取ることはできます。"
                ),
            ),
        );
        let mut by_rank: BTreeMap<u8, Vec<PieceType>> = BTreeMap::new();
        for piece in self.words.all_types() {
            by_rank.entry(pieces[piece.index()].rank).or_default().push(piece);
        }
        let row = |(rank, types): (&u8, &Vec<PieceType>)| {
            let who = match rank {
                0 => self.say("all others", "そのほかの駒"),
                _ => self.words.lang.all(&self.words.pieces(types)),
            };
            vec![plain(rank.to_string()), plain(who)]
        };
        let head = [self.say("Rank", "格"), self.say("Pieces", "駒")].map(plain).to_vec();
        vec![rule, Block::Table { head, rows: by_rank.iter().rev().map(row).collect() }]
    }

    fn borrowing(&self) -> Option<Block> {
        let rule = self.variant().borrowing.as_ref()?;
        let (where_en, where_ja) = match rule.from {
            (0, -1) => ("right behind it", "すぐ後ろ"),
            (0, 1) => ("right before it", "すぐ前"),
            (-1, 0) => ("to its left", "左隣"),
            (1, 0) => ("to its right", "右隣"),
            (-1, -1) => ("diagonally behind it, to the left", "左斜め後ろ"),
            (1, -1) => ("diagonally behind it, to the right", "右斜め後ろ"),
            (-1, _) => ("diagonally before it, to the left", "左斜め前"),
            _ => ("diagonally before it, to the right", "右斜め前"),
        };
        let all = self.variant().pieces.len();
        let some = |types: &[PieceType], en: &str, ja: &str| match types.len() == all {
            true => self.say(en, ja),
            false => self.words.lang.either(&self.words.pieces(types)),
        };
        let borrower = some(&rule.borrowers, "piece", "駒");
        let lender = some(&rule.lenders, "piece", "駒");
        Some(self.rule(
            ("Borrowed movements", "動きを借りる駒"),
            self.say(
                format!(
                    "A {borrower} with a {lender} of its own side {where_en} moves as that one does, and not as \
                     itself; what it lends itself is its own movement. It promotes as what it is. Whatever stands \
                     there or leaves changes at once what it attacks."
                ),
                format!(
                    "{where_ja}に味方の{lender}がある{borrower}は、自分の動きではなく、その駒の動きをします。ほかの駒に貸す動きは、その駒自身の動きです。成るときは元の駒として成ります。"
                ),
            ),
        ))
    }

    fn placement(&self) -> Option<Block> {
        let rule = self.variant().placement.as_ref()?;
        let placed = self.words.lang.either(&self.words.pieces(&rule.pieces));
        let moves = |piece: &PieceType| !self.variant().pieces[piece.index()].moves.is_empty();
        let (by_en, by_ja) =
            match self.words.all_types().filter(moves).all(|t| rule.by.contains(&t)) {
                true => ("a piece".to_owned(), "駒".to_owned()),
                false => {
                    let names = self.words.lang.either(&self.words.pieces(&rule.by));
                    (article(&names), names)
                }
            };
        let (first_en, first_ja) = match rule.first_moves {
            true => (" for the first time", "初めて"),
            false => ("", ""),
        };
        let (where_en, where_ja) = match rule.squares {
            PlacedOn::Any => ("an empty square", "空いたマス"),
            PlacedOn::Vacated => ("the square that it has left", "元のマス"),
        };
        let (reach_en, reach_ja) = match movement::placing_reach(&self.words, rule) {
            Some(told) => (
                format!(" within reach of where the move has ended ({told})"),
                format!("（着いたマスから見て、{told}）"),
            ),
            None => (String::new(), String::new()),
        };
        let (zone_en, zone_ja) = match rule.zone.as_ref().map(|zones| self.zones(zones)) {
            Some(zones) => {
                (format!(" in its zone ({zones})"), format!("決められた範囲（{zones}）の"))
            }
            None => (String::new(), String::new()),
        };
        let (supply_en, supply_ja) = match rule.supply {
            Supply::Hand => (", out of its hand", "持ち駒の"),
            Supply::Endless => ("", ""),
            Supply::Single => (", away from where it stood before", "今あるマスから"),
        };
        let (must_en, must_ja) = if rule.optional {
            ("may", "置いてもかまいません")
        } else {
            ("must", "置かなければなりません")
        };
        let (else_en, else_ja) = match (rule.optional, rule.required) {
            (true, _) => ("", ""),
            (false, true) => (
                " Where that is not possible, the move may not be made.",
                "置けるマスがなければ、その手は指せません。",
            ),
            (false, false) => (
                " Where that is not possible, the move is made without it.",
                "置けるマスがなければ、置かずに手を終えます。",
            ),
        };
        let (check_en, check_ja) = match self.variant().end.royals_may_be_left {
            true => ("", ""),
            false => (
                " A check has to be answered by the move itself.",
                "王手は、動かす手そのもので防がなければなりません。",
            ),
        };
        let article = article(&placed);
        Some(self.rule(
            ("Pieces placed after a move", "手の後に置く駒"),
            self.say(
                format!(
                    "When {by_en} has moved{first_en} on the board, its side {must_en} put {article} on {where_en}\
                     {zone_en}{reach_en}{supply_en}, as a part of the same move.{else_en}{check_en}"
                ),
                format!(
                    "{by_ja}が{first_ja}盤上を動いたら、同じ手の続きとして{supply_ja}{placed}を{zone_ja}{where_ja}{reach_ja}に{must_ja}。{else_ja}{check_ja}"
                ),
            ),
        ))
    }

    fn shots(&self) -> Option<Block> {
        let who = self.types_that(|sense| sense.manner == Kind::Shot);
        if who.is_empty() {
            return None;
        }
        let names = self.words.lang.all(&self.words.pieces(&who));
        Some(self.rule(
            ("Captures without moving", "居喰い"),
            self.say(
                format!(
                    "{names} can remove an enemy and stay, or return to, where they stand. It is a whole \
                     move, and it gives check like any other capture. If several pieces could remove one \
                     victim in this way with the same result, that counts as one move."
                ),
                format!(
                    "{names}は、元のマスから動かずに（または元のマスへ戻って）敵の駒を取れます。これで一手であり、王手にもなります。同じ駒を同じ結果で居喰いできる駒が複数あっても、一つの手として扱います。"
                ),
            ),
        ))
    }

    fn explosion(&self) -> Option<Block> {
        let rule = self.variant().explosion.as_ref()?;
        let squares = rule.around.as_ref().and_then(|text| around(self.variant(), text).ok());
        let whole = match squares {
            None => self.say(
                "A piece that captures an enemy is destroyed itself where its move ends.",
                "敵の駒を取った駒は、着いたマスで自らも盤から除かれます。",
            ),
            Some(squares) => {
                let around = crate::movement::somewhere(self.words.lang, &squares);
                self.say(
                    format!(
                        "A move that captures an enemy explodes where it ends: the capturing piece is destroyed, \
                         and so is every piece on {around}, of both sides."
                    ),
                    format!(
                        "敵の駒を取ると、着いたマスで爆発が起こります。取った駒も、{around}にいる敵味方の駒も、すべて盤から除かれます。"
                    ),
                )
            }
        };
        let gone = self.say(
            "A piece that promotes by such a move is gone, too. What is destroyed is not captured, and goes to \
             nobody's hand.",
            "その手で成った駒もなくなります。爆発でなくなった駒は取られたことにはならず、誰の持ち駒にもなりません。",
        );
        let told = [Some(whole), self.survivors(rule), Some(gone), self.exploded_royals()];
        let told: Vec<String> = told.into_iter().flatten().collect();
        Some(self.rule(("Explosions", "爆発"), self.joined(&told)))
    }

    /// What survives an explosion.
    fn survivors(&self, rule: &Explosion) -> Option<String> {
        let names = |types: &[PieceType]| self.words.lang.all(&self.words.told_apart(types));
        let spares: Vec<PieceType> =
            rule.spares.iter().copied().filter(|piece| !rule.withstands.contains(piece)).collect();
        let mut told = Vec::new();
        if !spares.is_empty() && rule.around.is_some() {
            let names = names(&spares);
            told.push(self.say(
                format!("A piece of these kinds survives unless it captures itself: {names}."),
                format!("{names}は、自分で取ったのでなければ爆発に耐えます。"),
            ));
        }
        if !rule.withstands.is_empty() {
            let names = names(&rule.withstands);
            told.push(self.say(
                format!("A piece of these kinds survives every explosion, also its own: {names}."),
                format!("{names}は、自分で取ったときも含めて、どの爆発にも耐えます。"),
            ));
        }
        (!told.is_empty()).then(|| self.joined(&told))
    }

    /// What an explosion means to royals.
    fn exploded_royals(&self) -> Option<String> {
        let (royal, end) = (self.words.lang.either(&self.royals()), &self.variant().end);
        if royal.is_empty() || !self.variant().royals_can_fall() {
            return None;
        }
        let last = matches!(end.royals, Royals::All | Royals::AllAttacked);
        let (which, which_ja) = if last { ("last ", "最後の") } else { ("", "") };
        let lost = self.say(
            format!(
                "A side whose {which}{royal} is destroyed has lost; the threat to do so is not check."
            ),
            format!("{which_ja}{royal}が爆発でなくなった側の負けです。爆発させる狙いだけでは王手になりません。"),
        );
        let own = self.say(
            format!(
                "No capture may destroy the {which}{royal} of its own side, so that such a capture threatens \
                 nothing either: a {royal} beside the opponent's may not be in check."
            ),
            format!(
                "自分の{which_ja}{royal}がなくなる取り方は反則で、王手にもなりません。相手の{royal}の隣にいれば王手がかからないことがあります。"
            ),
        );
        Some(if end.royals_may_be_left { lost } else { self.joined(&[lost, own]) })
    }

    fn burning(&self) -> Option<Block> {
        let pieces = &self.variant().pieces;
        let who: Vec<PieceType> =
            self.words.all_types().filter(|t| pieces[t.index()].burns.is_some()).collect();
        if who.is_empty() {
            return None;
        }
        let names = self.words.lang.all(&self.words.pieces(&who));
        let royal = self.words.lang.either(&self.royals());
        let check = match (self.variant().end.burn_is_check, royal.is_empty()) {
            (_, true) => String::new(),
            (true, _) => self.say(
                format!(" A {royal} that could be burned stands in check."),
                format!("焼かれるおそれのある{royal}は、王手を掛けられています。"),
            ),
            (false, _) => self.say(
                " A threat to burn is not check.".to_owned(),
                "焼く狙いだけでは王手になりません。".to_owned(),
            ),
        };
        Some(self.rule(
            ("Burning", "焼く駒"),
            self.say(
                format!(
                    "{names}: burning happens by itself at the end of the move, whether that was a \
                     capture or not, around the square where the move ends. Enemies alone burn, however \
                     many; burned pieces are destroyed and go to nobody's hand.{check}"
                ),
                format!(
                    "{names}は、駒を取ったかどうかにかかわらず、手の終わりに着いたマスの周りの敵を自動的に焼きます。何枚でも焼くが、味方は焼きません。焼かれた駒は盤から除かれ、誰の持ち駒にもなりません。{check}"
                ),
            ),
        ))
    }

    fn shock(&self, shock: &Shock) -> Block {
        let lang = self.words.lang;
        let captured = self.words.pieces(&shock.captured);
        let captured_en = captured.iter().map(|name| article(name)).collect::<Vec<_>>();
        let exempt = lang.either(&self.words.pieces(&shock.unless_by));
        let unless = if shock.unless_by.is_empty() {
            String::new()
        } else {
            self.say(format!(" by a piece other than a {exempt}"), format!("{exempt}以外の駒で"))
        };
        let turns = number(lang, usize::from(shock.skip_turns));
        let fire = if self.variant().pieces.iter().any(|piece| piece.burns.is_some()) {
            self.say(" but by fire", "焼く場合を除き、")
        } else {
            String::new()
        };
        let what = lang.pick(lang.either(&captured_en), lang.all(&captured));
        self.rule(
            ("Shock", "ショック（一手休み）"),
            self.say(
                format!(
                    "A move{unless} that removes {what}, in whatever way{fire}, shocks the \
                     opponent, who has to pass the next {}. However many fall in the move, it is the \
                     same. The capturing side so moves again, and may shock again. If the move wins the \
                     game at once there is no pass.",
                    if shock.skip_turns == 1 { "turn".to_owned() } else { format!("{turns} turns") }
                ),
                format!(
                    "{unless}{what}を取ると（{fire}取り方は問わない）、相手は次の手番を{turns}回パスしなければなりません。一手で何枚取っても同じです。取った側は続けて指すことになり、そこでまた同じことをしてもかまいません。その手で勝ちが決まればパスはありません。"
                ),
            ),
        )
    }

    fn passing(&self) -> Option<Block> {
        let who = self.types_that(|sense| sense.manner == Kind::Pass);
        if who.is_empty() {
            return None;
        }
        let names = self.words.lang.all(&self.words.pieces(&who));
        Some(self.rule(
            ("Passing in place", "じっと"),
            self.say(
                format!(
                    "{names} can pass the turn by stepping to an empty square and back, as their \
                     descriptions say. Nothing changes on the board but whose turn it is. Without such \
                     a square they cannot pass."
                ),
                format!(
                    "{names}は、それぞれの説明にある通り、空いたマスへ行って戻ることで一手パスできます。盤上は何も変わらず、手番だけが移ります。空いたマスがなければパスできません。"
                ),
            ),
        ))
    }
}
