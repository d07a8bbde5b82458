//! What the game is in short, and its start.

use super::Writer;
use crate::document::{Block, plain};
use crate::lang::Lang;
use komadai_rules::variant::{Checks, Coordinates, Outcome, Shuffle, Step};
use komadai_rules::{Color, PieceType};

impl Writer<'_> {
    /// The facts that tell one game from another.
    pub(super) fn in_short(&self) -> Vec<Block> {
        let variant = self.variant();
        let (files, ranks) = (variant.board.files, variant.board.ranks);
        let [first, second] = Color::BOTH.map(|side| self.words.side(side));
        let kinds = variant.pieces.iter().filter(|p| p.at.iter().any(|at| !at.is_empty())).count();
        let mut facts = vec![
            self.say(
                format!("Board: {}", self.shape(files, ranks)),
                format!("盤：{}", self.shape(files, ranks)),
            ),
            self.say(
                format!("Sides: {first}, who moves first, and {second}"),
                format!("対局者：{first}（先に指す）と{second}"),
            ),
            self.say(
                format!("Pieces at the start: {} of {kinds} kinds a side", self.count_a_side()),
                format!("初めの駒：それぞれ{kinds}種{}枚", self.count_a_side()),
            ),
        ];
        facts.push(match (variant.captures_to_hand, variant.drops.allowed) {
            (true, true) => self.say(
                "Captured pieces change sides and come back by drops",
                "取った駒は持ち駒になり、打って使える",
            ),
            (true, false) => self
                .say("Captured pieces go to the captor's hand", "取った駒は取った側のものになる"),
            _ => self.say(
                "Captured pieces are out of the game",
                "取られた駒は盤から除かれ、もう使えない",
            ),
        });
        facts.push(self.goal());
        vec![Block::items(facts)]
    }

    fn goal(&self) -> String {
        let royals = self.words.lang.either(&self.royals());
        let end = &self.variant().end;
        let mut goals = Vec::new();
        if !royals.is_empty() {
            goals.extend(self.royal_goal(&royals));
        }
        if let Some(flag) = &end.flag {
            let types = self.words.told_apart(&flag.types);
            let (english, japanese) = (Lang::En.either(&types), types.join("・"));
            let zones = self.zones(&flag.zone);
            goals.push(self.say(
                format!("bring a {english} to its goal, {zones}"),
                format!("{japanese}を目標（{zones}）に着ける"),
            ));
        }
        if let Some(Checks { count, result: Outcome::Win }) =
            end.checks.filter(|_| !royals.is_empty())
        {
            goals.push(self.say(
                format!("give check {count} {}", if count == 1 { "time" } else { "times" }),
                format!("王手を{count}回かける"),
            ));
        }
        goals.extend(end.extinction.iter().filter_map(|rule| self.extinction_goal(rule)));
        let goal = match goals.is_empty() {
            true => self.say("see How the game ends", "「対局の終わり」を参照"),
            false => goals.join(self.words.lang.pick("; or ", "、または")),
        };
        self.say(format!("Goal: {goal}"), format!("目的：{goal}"))
    }

    /// What becomes of the royals of whoever loses; `None` where their loss or mate wins nothing.
    fn royal_goal(&self, royals: &str) -> Option<String> {
        let end = &self.variant().end;
        if end.royals_may_be_left {
            return Some(self.say(
                format!("leave the opponent without a {royals}"),
                format!("相手の{royals}をなくす"),
            ));
        }
        match end.mated {
            _ if !end.check_may_be_given => None,
            Outcome::Loss => {
                Some(self.say(format!("checkmate the {royals}"), format!("{royals}を詰ます")))
            }
            Outcome::Win => Some(self.say(
                format!("have the own {royals} checkmated"),
                format!("自分の{royals}を詰まされる"),
            )),
            Outcome::Draw => None,
        }
    }

    /// The names of the royal pieces.
    pub(super) fn royals(&self) -> Vec<String> {
        let types = self.words.all_types();
        let royal: Vec<_> = types.filter(|t| self.variant().pieces[t.index()].royal).collect();
        self.words.pieces(&royal)
    }

    fn shape(&self, files: u8, ranks: u8) -> String {
        let board = &self.variant().board;
        let (holes, vanishing) = (board.holes.len(), board.vanishing.len());
        let solid = board.size() - holes - vanishing;
        match (holes, vanishing) {
            (0, 0) => self.say(format!("{files}x{ranks} squares"), format!("{files}×{ranks}マス")),
            _ => {
                let more = match vanishing {
                    0 => String::new(),
                    n => self.say(
                        format!(" and {n} that can vanish"),
                        format!("と、消えることのある{n}マス"),
                    ),
                };
                self.say(format!("{solid} squares{more}"), format!("{solid}マス{more}"))
            }
        }
    }

    /// How many pieces a side has; `16 and 12` where the sides differ.
    fn count_a_side(&self) -> String {
        let count = |side: usize| -> usize {
            self.variant().pieces.iter().map(|piece| piece.at[side].len()).sum()
        };
        match (count(0), count(1)) {
            (a, b) if a == b => a.to_string(),
            (a, b) => self.say(format!("{a} and {b}"), format!("{a}枚と{b}")),
        }
    }

    /// The start, and how squares are called.
    pub(super) fn setup(&self) -> Vec<Block> {
        let mut start = self.start.clone();
        let side = self.words.side(start.to_move.into());
        start.caption = plain(self.say(
            format!("The start. {side} sits below and moves first."),
            format!("初期配置。手前が{side}で、{side}から指し始めます。"),
        ));
        let mut blocks = vec![Block::says(self.coordinates()), Block::Figure(Box::new(start))];
        blocks.extend(self.camps());
        blocks
    }

    fn coordinates(&self) -> String {
        let board = &self.variant().board;
        let first = self.words.side(Color::First);
        let corner = board.square(0, 0).filter(|square| !board.holes.contains(square));
        let corner = corner.map_or_else(String::new, |square| {
            let corner = self.words.square(square);
            self.say(
                format!(": {corner} is the corner on {first}'s left"),
                format!("{first}の左下の隅が{corner}です。"),
            )
        });
        let names = match board.coordinates {
            Coordinates::Shogi => self.say(
                format!(
                    "A square is named by its file, a number counted from {first}'s right, and its \
                     rank, a letter counted from the far side{corner}."
                ),
                format!(
                    "マスは、{first}から見て右からの筋の数字と、向こうからの段で表します。{corner}"
                ),
            ),
            Coordinates::Algebraic => self.say(
                format!(
                    "A square is named by its file, a letter counted from {first}'s left, and its \
                     rank, a number counted from {first}'s side{corner}."
                ),
                format!(
                    "マスは、{first}から見て左からの筋の文字と、手前からの段の数字で表します。{corner}"
                ),
            ),
        };
        if board.holes.is_empty() {
            names
        } else {
            let holes = self.words.squares(&board.holes);
            self.say(
                format!("{names} There are no squares {holes}."),
                format!("{names}{holes}のマスは存在しません。"),
            )
        }
    }

    /// What each side begins with.
    fn camps(&self) -> Vec<Block> {
        let [first, second] = Color::BOTH.map(|side| self.camp(side));
        let each = self.say("Each side has", "それぞれの駒");
        if first == second {
            return vec![Block::says(format!("{each}{}{first}", self.colon()))];
        }
        let camps = Color::BOTH.map(|side| {
            let name = self.words.side(side);
            format!("{name}{}{}", self.colon(), self.camp(side))
        });
        vec![Block::items(camps)]
    }

    fn colon(&self) -> &'static str {
        self.words.lang.pick(": ", "：")
    }

    fn camp(&self, side: Color) -> String {
        let of = |(piece, count): (PieceType, usize)| {
            let (name, id) = (self.words.piece(piece), &self.variant().pieces[piece.index()].id);
            match self.words.lang {
                Lang::En => format!("{count} × {name} ({id})"),
                Lang::Ja => format!("{name}（{id}）{count}枚"),
            }
        };
        let pieces = &self.variant().pieces;
        let on_board = |t: &PieceType| pieces[t.index()].at[side.index()].len();
        let in_hand = |t: &PieceType| usize::from(pieces[t.index()].hand[side.index()]);
        let list = |count: &dyn Fn(&PieceType) -> usize| -> Vec<String> {
            let all = self.words.all_types().map(|t| (t, count(&t)));
            all.filter(|(_, count)| *count > 0).map(of).collect()
        };
        let (board, hand) = (list(&on_board), list(&in_hand));
        let stop = self.words.lang.pick(".", "。");
        let board = self.words.lang.all(&board);
        if hand.is_empty() {
            format!("{board}{stop}")
        } else {
            let hand = self.words.lang.all(&hand);
            self.say(format!("{board}; in hand {hand}."), format!("{board}。持ち駒に{hand}。"))
        }
    }

    /// How the start is shuffled.
    pub(super) fn shuffled(&self) -> Vec<Block> {
        let Some(shuffle) = &self.variant().shuffle else { return Vec::new() };
        let last = shuffle.count().unwrap_or(1) - 1;
        let steps = shuffle.steps.iter().map(|step| self.step(shuffle, step));
        vec![
            Block::says(self.say(
                format!(
                    "That is the usual start. A game begins with some of the pieces on each other's squares: \
                     they are drawn, or chosen by a number from 0 to {last}. They are put on free squares of \
                     these, one after the other, and those of the other side opposite:"
                ),
                format!(
                    "これが通常の初期配置です。対局では、一部の駒の並びを抽選か番号（0〜{last}）で決めます。次の順に空いたマスへ置き、相手の駒は向かい合わせに置きます。"
                ),
            )),
            Block::items(steps),
        ]
    }

    /// `a Bishop on b1, d1, f1 or h1`.
    fn step(&self, shuffle: &Shuffle, step: &Step) -> String {
        let pieces: Vec<String> =
            step.pieces.iter().map(|piece| self.words.piece(*piece)).collect();
        let first: Vec<_> = step.on.iter().map(|place| shuffle.squares[*place][0]).collect();
        let free = first.len() == shuffle.squares.len();
        let squares: Vec<String> = first.iter().map(|square| self.words.square(*square)).collect();
        let squares = self.words.lang.either(&squares);
        let order = step.pieces.windows(2).any(|pair| pair[0] != pair[1]);
        let (english, japanese) = match free {
            true => ("on any of the squares that are left".to_owned(), "残りのマスに".to_owned()),
            false => (format!("on {squares}"), format!("{squares}に")),
        };
        let (sorted, from_left) = if order {
            (", in this order from the left", "左からこの順で")
        } else {
            ("", "")
        };
        self.say(
            format!("{} {english}{sorted}", pieces.join(", ")),
            format!("{}を{japanese}{from_left}", pieces.join("、")),
        )
    }
}
