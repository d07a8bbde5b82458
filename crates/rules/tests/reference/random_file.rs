//! Variant files written at random: whatever an inventor may write down.
//!
//! A file comes from a seed alone. Movements are drawn letter by letter from the whole grammar of
//! XBetza; what the notation or the loader refuses is drawn again.

use fastrand::Rng;
use komadai_betza::parse;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The text of a variant file: of one of the many that a seed has.
pub(crate) fn write(seed: u64, attempt: u64) -> String {
    let mut writer = Writer::new(seed, attempt);
    writer.board();
    writer.pieces();
    writer.play();
    writer.ends();
    writer.shuffle();
    writer.text
}

struct Writer {
    rng: Rng,
    text: String,
    files: u8,
    ranks: u8,
    /// Squares that no further piece may start on.
    taken: BTreeSet<(u8, u8)>,
    mirror: bool,
    ids: Vec<String>,
    royals: usize,
    /// The pieces that may be shuffled: their letters, and how many squares each starts on.
    loose: Vec<(String, usize)>,
    has: Has,
}

/// What some other table needs to know.
#[derive(Default)]
struct Has {
    hands: bool,
    castling: bool,
    /// Whether a piece that castles starts on several squares.
    many_castlers: bool,
    promotion: bool,
    fire: bool,
    /// Whether somebody may pass.
    passing: bool,
    /// Whether both sides may pass at any turn.
    free_passes: bool,
    lions: bool,
    vanishing: bool,
}

impl Writer {
    fn new(seed: u64, attempt: u64) -> Self {
        let mut rng = Rng::with_seed(seed ^ attempt << 32);
        // Most boards are small: there pieces meet, and the slow reference is quick.
        let size = |rng: &mut Rng| if rng.u8(0..5) == 0 { rng.u8(9..=12) } else { rng.u8(4..=8) };
        let (files, ranks) = (size(&mut rng), size(&mut rng));
        Writer {
            text: format!(
                "# Random file {seed}.\nformat = \"variant/1\"\nid = \"random-{seed}\"\n"
            ),
            files,
            ranks,
            taken: BTreeSet::new(),
            mirror: rng.bool(),
            ids: Vec::new(),
            royals: 0,
            loose: Vec::new(),
            has: Has::default(),
            rng,
        }
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.rng.u32(0..n) == 0
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.rng.usize(0..words.len())]
    }

    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        writeln!(self.text, "{key} = {value}").expect("texts grow");
    }

    fn name(&self, (x, y): (u8, u8)) -> String {
        format!("{}{}", char::from(b'a' + x), y + 1)
    }

    /// The square of the second side that belongs to one of the first.
    fn twin(&self, (x, y): (u8, u8)) -> (u8, u8) {
        let x = if self.mirror { x } else { self.files - 1 - x };
        (x, self.ranks - 1 - y)
    }

    fn any_square(&mut self) -> (u8, u8) {
        (self.rng.u8(0..self.files), self.rng.u8(0..self.ranks))
    }

    fn squares(&mut self, most: usize) -> Vec<(u8, u8)> {
        (0..self.rng.usize(1..=most)).map(|_| self.any_square()).collect()
    }

    fn names(&self, squares: &[(u8, u8)]) -> String {
        squares.iter().map(|s| self.name(*s)).collect::<Vec<_>>().join(" ")
    }

    fn board(&mut self) {
        self.text.push_str("[board]\n");
        let (files, ranks) = (self.files, self.ranks);
        self.line("files", files);
        self.line("ranks", ranks);
        if self.one_in(8) {
            self.line("text", "\"fen\"");
        }
        if self.one_in(3) {
            let holes = self.squares(5);
            self.taken.extend(holes.iter().copied());
            let names = self.names(&holes);
            self.line("holes", format_args!("\"{names}\""));
        }
        if self.one_in(6) {
            let mut squares = self.squares(3);
            squares.retain(|s| !self.taken.contains(s));
            if !squares.is_empty() {
                self.has.vanishing = true;
                let names = self.names(&squares);
                self.line("vanishing", format_args!("\"{names}\""));
            }
        }
        let symmetry = if self.mirror { "mirror" } else { "rotate" };
        writeln!(self.text, "[sides]\nsymmetry = \"{symmetry}\"").expect("texts grow");
    }

    fn pieces(&mut self) {
        self.text.push_str("[pieces]\n");
        let count = self.rng.usize(3..=10);
        self.has.lions = self.one_in(4);
        self.has.fire = self.one_in(5);
        let flyers = self.one_in(6);
        self.has.promotion = self.rng.bool();
        self.royals = [1, 1, 1, 1, 1, 2, 2, 3, 0][self.rng.usize(0..9)].min(count - 1);
        self.ids = (0..count).map(|i| char::from(b'A' + i as u8).to_string()).collect();
        let promoted: Vec<usize> =
            (0..count).filter(|_| self.has.promotion && self.rng.u8(0..5) < 2).collect();
        for i in 0..count {
            let royal = i < self.royals;
            let mut row = self.movement(royal);
            if royal {
                row += ", royal = true";
            }
            let at = self.start(royal);
            let count = at.split('"').nth(1).map_or(0, |squares| squares.split(' ').count());
            self.has.many_castlers |= row.contains("O") && count != 1;
            row += &at;
            let extras = self.extras(flyers, royal);
            if count > 0 && !extras.contains("confine") {
                self.loose.push((self.ids[i].clone(), count));
            }
            row += &extras;
            if promoted.contains(&i) && (!royal || self.one_in(4)) {
                row += &self.promotes(i);
            }
            let id = self.ids[i].clone();
            self.line(&id, format_args!("{{ {row} }}"));
        }
        for i in promoted {
            let movement = self.movement(false);
            let extras = self.extras(flyers, false);
            let royal = if self.one_in(30) { ", royal = true" } else { "" };
            let held = self.held();
            let id = self.ids[i].clone();
            self.line(&format!("\"+{id}\""), format_args!("{{ {movement}{extras}{royal}{held} }}"));
        }
    }

    /// `move = ..`.
    fn movement(&mut self, royal: bool) -> String {
        if royal && self.rng.bool() {
            let castling = match self.rng.u8(0..4) {
                0 if self.files > 5 => {
                    self.pick(&["isO2", "isjO2", "isO3", "irO2", "ilO2", "isO1"])
                }
                _ => "",
            };
            self.has.castling |= !castling.is_empty();
            if castling.is_empty() || self.rng.bool() {
                return format!("move = \"K{castling}\"");
            }
            let (from, side) = (self.part(), self.side());
            return format!("move = [\"K\", {{ move = \"{castling}\", from = {from}{side} }}]");
        }
        let text = self.text_of_movement();
        if !self.one_in(6) {
            return format!("move = \"{text}\"");
        }
        let text_of_part = self.text_of_movement();
        let limits = self.region() + &self.choices(&text_of_part);
        let part = format!("{{ move = \"{text_of_part}\"{limits} }}");
        if self.one_in(3) {
            return format!("move = {part}");
        }
        format!("move = [\"{text}\", {part}]")
    }

    fn text_of_movement(&mut self) -> String {
        loop {
            let terms = [1, 1, 1, 2, 2, 3][self.rng.usize(0..6)];
            let text: String = (0..terms).map(|_| term(&mut self.rng)).collect();
            if parse(&text).is_ok() {
                return text;
            }
        }
    }

    /// Where a movement holds.
    fn region(&mut self) -> String {
        let from =
            if self.rng.bool() { format!(", from = {}", self.part()) } else { String::new() };
        let to = if self.rng.bool() { format!(", to = {}", self.part()) } else { String::new() };
        from + &to + &self.side()
    }

    /// What a movement hops over and captures.
    fn choices(&mut self, text: &str) -> String {
        let mut choices = String::new();
        for key in ["over", "takes"] {
            let fits = key == "takes" || text.contains(['p', 'g', 'j']);
            if fits && self.one_in(2) {
                let not = self.ids[self.rng.usize(0..self.ids.len())].clone();
                choices += &match self.rng.bool() {
                    true => format!(", {key} = {{ not = [\"{not}\"] }}"),
                    false => format!(", {key} = {}", self.selection(0)),
                };
            }
        }
        choices
    }

    /// The only side that has a movement, if not both have.
    fn side(&mut self) -> String {
        match self.rng.u8(0..4) {
            0 => ", side = \"first\"".into(),
            1 => ", side = \"second\"".into(),
            _ => String::new(),
        }
    }

    /// Some squares: ranks, or a rectangle, for each side its own or not.
    fn part(&mut self) -> String {
        if self.rng.bool() {
            return self.zone();
        }
        let mut corner = || {
            let file = char::from(b'a' + self.rng.u8(0..self.files));
            format!("{file}{}", self.rng.u8(1..=self.ranks))
        };
        let [first, second] = [0, 1].map(|_| format!("\"{}-{}\"", corner(), corner()));
        if self.rng.bool() { first } else { format!("{{ first = {first}, second = {second} }}") }
    }

    /// Where it stands at the start, or how many are in hand.
    fn start(&mut self, royal: bool) -> String {
        let wanted = match (royal, self.rng.u8(0..6)) {
            (true, 0) => 2,
            (true, _) | (false, 0..=2) => 1,
            (false, 3 | 4) => 2,
            (false, _) => self.files.into(),
        };
        let mut squares = Vec::new();
        for _ in 0..40 {
            let deepest = (self.ranks / 2).clamp(1, 3);
            let square = (self.rng.u8(0..self.files), self.rng.u8(0..deepest));
            let twin = self.twin(square);
            if square != twin && !self.taken.contains(&square) && !self.taken.contains(&twin) {
                self.taken.extend([square, twin]);
                squares.push(square);
            }
            if squares.len() == wanted {
                break;
            }
        }
        match squares.as_slice() {
            [] => {
                self.has.hands |= !royal;
                if royal { String::new() } else { ", hand = 1".to_owned() }
            }
            _ => format!(", at = \"{}\"", self.names(&squares)),
        }
    }

    fn extras(&mut self, flyers: bool, royal: bool) -> String {
        let mut row = String::new();
        if flyers && self.rng.bool() {
            let rank = self.rng.u8(1..4);
            write!(row, ", rank = {rank}").expect("texts grow");
            if self.rng.bool() {
                let lines = self.pick(&["R", "B", "Q", "fsR", "fB", "vR"]);
                write!(row, ", flies = \"{lines}\"").expect("texts grow");
            }
        }
        if self.has.fire && self.one_in(3) {
            let around = self.pick(&["K", "F", "W", "fW", "D", "N", "R2"]);
            write!(row, ", burns = \"{around}\"").expect("texts grow");
            if self.one_in(3) {
                row += ", burn_when = \"always\"";
            }
        }
        if self.has.lions && self.one_in(3) {
            row += ", kind = \"lion\"";
        }
        if self.one_in(12) && !royal {
            write!(row, ", confine = {}", self.zone()).expect("texts grow");
        }
        row
    }

    /// What a promoted piece is in the hand, if not what it was.
    fn held(&mut self) -> String {
        if self.royals == self.ids.len() || !self.one_in(6) {
            return String::new();
        }
        let other = self.rng.usize(self.royals..self.ids.len());
        format!(", held = \"{}\"", self.ids[other])
    }

    fn promotes(&mut self, i: usize) -> String {
        let own = format!("\"+{}\"", self.ids[i]);
        if self.rng.bool() {
            return format!(", promotes = {own}");
        }
        let other = self.rng.usize(self.royals..self.ids.len());
        let other = if other == i { own.clone() } else { format!("\"{}\"", self.ids[other]) };
        if other == own {
            format!(", promotes = {own}")
        } else {
            format!(", promotes = [{own}, {other}]")
        }
    }

    fn zone(&mut self) -> String {
        match self.rng.u8(0..4) {
            0 => {
                let first = self.rng.u8(1..=self.ranks);
                let last = self.rng.u8(first..=self.ranks);
                format!("\"ranks {first}-{last}\"")
            }
            _ => format!("\"last {}\"", self.rng.u8(1..=self.ranks)),
        }
    }

    /// Some of the pieces, as a list of letters.
    fn selection(&mut self, from: usize) -> String {
        let mut ids: Vec<String> = Vec::new();
        for i in from..self.ids.len() {
            if self.one_in(3) || (i + 1 == self.ids.len() && ids.is_empty()) {
                ids.push(format!("\"{}\"", self.ids[i]));
            }
        }
        format!("[{}]", ids.join(", "))
    }

    fn words(&mut self, words: &[&str]) -> String {
        let mut chosen: Vec<String> = Vec::new();
        for word in words {
            if self.rng.bool() {
                chosen.push(format!("\"{word}\""));
            }
        }
        format!("[{}]", chosen.join(", "))
    }

    /// Some pieces on each other's squares, in steps of one or several.
    fn shuffle(&mut self) {
        let mut loose = std::mem::take(&mut self.loose);
        if loose.is_empty() || !self.one_in(4) {
            return;
        }
        self.rng.shuffle(&mut loose);
        loose.truncate(self.rng.usize(1..=loose.len().min(4)));
        while !loose.is_empty() {
            // All of a type at once: else there are two numbers for the same start.
            let types = loose.split_off(loose.len() - self.rng.usize(1..=loose.len().min(2)));
            let mut put: Vec<String> =
                types.iter().flat_map(|(id, count)| vec![format!("\"{id}\""); *count]).collect();
            self.rng.shuffle(&mut put);
            self.text.push_str("[[shuffle]]\n");
            self.line("put", format_args!("[{}]", put.join(", ")));
        }
    }

    /// Promotion, captures, drops, shocks, castling.
    fn play(&mut self) {
        if self.has.promotion {
            self.text.push_str("[promotion]\n");
            let zone = self.zone();
            self.line("zone", zone);
            let when = self.words(&[
                "enter",
                "inside",
                "leave",
                "capture-inside",
                "capture-from-inside",
                "stuck",
            ]);
            self.line("when", when);
            let choice = self.pick(&["optional", "optional", "mandatory"]);
            self.line("choice", format_args!("\"{choice}\""));
            let forced = self.pick(&["none", "stuck"]);
            self.line("forced", format_args!("\"{forced}\""));
            let (by_shot, at_once) = (self.rng.bool(), self.rng.bool());
            self.line("by_shot", by_shot);
            if self.has.fire {
                self.line("burns_at_once", at_once);
            }
            if self.one_in(3) {
                let types = self.selection(0);
                let count = self.pick(&["", ", count = 1", ", count = 0"]);
                let side = self.pick(&["both", "both", "first", "second"]);
                self.line(
                    "limits",
                    format_args!("{{ types = {types}{count}, side = \"{side}\" }}"),
                );
            }
        }
        let to_hand = self.one_in(3);
        let duty = self.one_in(8).then(|| self.pick(&["any", "most"]));
        if to_hand || duty.is_some() {
            self.text.push_str("[capture]\n");
        }
        if to_hand {
            self.line("to", "\"hand\"");
        }
        if let Some(duty) = duty {
            self.line("duty", format_args!("\"{duty}\""));
        }
        if self.one_in(4) {
            self.explosion();
        }
        if self.one_in(5) && self.ids.len() > self.royals {
            self.capture_limits();
        }
        if to_hand || self.has.hands {
            self.drops();
        }
        if self.has.lions {
            self.shock();
            if self.one_in(4) {
                self.shock();
            }
        }
        if self.one_in(6) {
            self.borrowing();
        }
        if self.one_in(5) && self.ids.len() > self.royals {
            self.placement();
        }
        if self.one_in(4) {
            self.passing();
        }
        if self.has.castling {
            self.text.push_str("[castling]\n");
            let through = self.one_in(3);
            self.line("through_check", through);
            if !self.has.many_castlers && self.rng.bool() {
                self.line("landing", "\"fixed\"");
            }
            if self.rng.bool() {
                let partners = self.selection(self.royals);
                self.line("partners", partners);
            }
        }
    }

    /// The loader refuses it beside first moves and the like; then the file is drawn again.
    fn borrowing(&mut self) {
        self.text.push_str("[borrowing]\n");
        let from = self.pick(&["behind", "front", "left", "front-right", "behind-left"]);
        self.line("from", format_args!("\"{from}\""));
        for key in ["lenders", "borrowers"] {
            if self.one_in(3) {
                let types = self.selection(0);
                self.line(key, types);
            }
        }
    }

    fn passing(&mut self) {
        self.has.passing = true;
        for _ in 0..self.rng.usize(1..=2) {
            self.text.push_str("[[passing]]\n");
            let when = self.pick(&["always", "always", "stuck"]);
            self.line("when", format_args!("\"{when}\""));
            let side = self.pick(&["both", "both", "first", "second"]);
            self.line("side", format_args!("\"{side}\""));
            self.has.free_passes |= when == "always" && side == "both";
        }
    }

    fn placement(&mut self) {
        self.text.push_str("[placement]\n");
        let supply = self.pick(&["endless", "hand", "single"]);
        self.line("supply", format_args!("\"{supply}\""));
        let pieces = match supply {
            "single" => format!("\"{}\"", self.ids[self.rng.usize(self.royals..self.ids.len())]),
            _ => self.selection(self.royals),
        };
        self.line("pieces", pieces);
        let on = self.pick(&["any", "vacated"]);
        self.line("on", format_args!("\"{on}\""));
        if self.one_in(3) {
            let reach = self.pick(&["Q", "N", "fFsW", "B2"]);
            self.line("reach", format_args!("\"{reach}\""));
        }
        if self.one_in(3) {
            let zone = self.zone();
            self.line("zone", zone);
        }
        if self.one_in(3) {
            let types = self.selection(0);
            self.line("by", types);
        }
        for key in ["first_moves", "optional", "required"] {
            if self.one_in(3) {
                self.line(key, true);
            }
        }
    }

    fn capture_limits(&mut self) {
        let mut returned = false;
        for _ in 0..self.rng.usize(1..=2) {
            self.text.push_str("[[capture.limits]]\n");
            let captured = self.selection(self.royals);
            self.line("captured", captured);
            match self.rng.u8(0..3) {
                0 => {}
                1 => {
                    let by = self.selection(0);
                    self.line("by", by);
                }
                _ => {
                    let other = self.ids[self.rng.usize(0..self.ids.len())].clone();
                    self.line("by", format_args!("{{ not = [\"{other}\"] }}"));
                }
            }
            let when = match returned {
                true => self.pick(&["protected", "always"]),
                false => self.pick(&["protected", "in-return", "always"]),
            };
            returned |= when == "in-return";
            self.line("when", format_args!("\"{when}\""));
            if self.one_in(3) {
                let beyond = self.rng.u8(1..3);
                self.line("beyond", beyond);
            }
            if self.one_in(3) {
                let also = self.selection(0);
                self.line("unless_also", also);
            }
        }
    }

    fn explosion(&mut self) {
        self.text.push_str("[capture.explosion]\n");
        if !self.one_in(8) {
            let around = self.pick(&["K", "K", "W", "F", "fF", "D", "R2"]);
            self.line("around", format_args!("\"{around}\""));
        }
        for key in ["spares", "withstands"] {
            match self.rng.u8(0..6) {
                0 if self.royals > 0 => self.line(key, "{ royal = true }"),
                1 | 2 => {
                    let types = self.selection(0);
                    self.line(key, types);
                }
                _ => {}
            }
        }
    }

    fn drops(&mut self) {
        self.text.push_str("[drops]\n");
        if self.one_in(4) {
            self.line("forbid", "[\"stuck\"]");
        }
        if self.one_in(3) {
            let types = self.selection(0);
            self.line("one_per_file", types);
        }
        if self.one_in(3) {
            let (types, count) = (self.selection(0), self.rng.u8(1..4));
            let per = self.pick(&["file", "board"]);
            self.line(
                "limits",
                format_args!("{{ types = {types}, count = {count}, per = \"{per}\" }}"),
            );
        }
        if self.one_in(3) {
            let types = self.selection(0);
            self.line("no_mate", types);
        }
        if self.one_in(3) {
            let zone = self.zone();
            self.line("zone", zone);
        }
        let promoted = self.one_in(4);
        self.line("promoted", promoted);
    }

    fn shock(&mut self) {
        self.text.push_str("[[shock]]\n");
        let types = self.selection(0);
        let captured = if self.text.contains("kind = \"lion\"") && self.rng.bool() {
            "{ kind = \"lion\" }".to_owned()
        } else {
            types
        };
        self.line("captured", captured);
        match self.rng.u8(0..4) {
            0 | 1 if self.royals > 0 => self.line("unless_by", "{ royal = true }"),
            2 => {
                let types = self.selection(0);
                self.line("unless_by", types);
            }
            _ => {}
        }
        if self.one_in(4) {
            self.line("skip_turns", 2);
        }
    }

    fn ends(&mut self) {
        self.text.push_str("[end]\n");
        let left = self.royals > 0 && self.one_in(4);
        let check = if left { "none" } else { "must-answer" };
        self.line("check", format_args!("\"{check}\""));
        if self.one_in(8) {
            self.line("giving_check", "\"forbidden\"");
        } else if self.royals > 0 && self.one_in(6) {
            let (count, result) = (self.rng.u8(1..4), self.pick(&["win", "loss", "draw"]));
            self.line("checks", format_args!("{{ count = {count}, result = \"{result}\" }}"));
        }
        let royals =
            self.pick(if left { &["any", "all"] } else { &["any", "all", "all-attacked"] });
        self.line("royals", format_args!("\"{royals}\""));
        let stalemate = self.pick(&["draw", "loss", "win", "fewer"]);
        self.line("stalemate", format_args!("\"{stalemate}\""));
        if left && self.rng.bool() {
            self.line("mate", "\"no-move-keeps-a-royal\"");
        } else if self.one_in(4) {
            let mated = self.pick(&["win", "draw"]);
            self.line("mated", format_args!("\"{mated}\""));
        }
        if self.has.fire {
            let is_check = self.rng.bool();
            self.line("burn_is_check", is_check);
        }
        if self.has.lions {
            let through = self.rng.bool();
            self.line("check_through_shock", through);
        }
        if self.has.passing && self.rng.bool() {
            self.line("two_passes", "\"draw\"");
        }
        if self.has.free_passes && !left && self.rng.bool() {
            self.line("facing", "\"draw\"");
        }
        if self.one_in(6) {
            let (types, points) = (self.selection(0), self.rng.u8(0..4));
            let lead = if self.rng.bool() { ", lead = 1" } else { "" };
            self.line(
                "points",
                format_args!("{{ values = {{ types = {types}, points = {points} }}{lead} }}"),
            );
        }
        if self.one_in(6) {
            let limit = self.rng.u8(5..40);
            self.line("move_limit", limit);
        }
        if self.one_in(3) {
            let dead = self.selection(self.royals);
            let dead = match self.rng.u8(0..4) {
                0 => format!("{{ lone = {dead} }}"),
                1 => format!("{{ one_colour = {dead} }}"),
                _ => "\"draw\"".to_owned(),
            };
            self.line("dead_position", dead);
        }
        self.counts();
        let goal = self.royals == 0;
        if goal || self.one_in(8) {
            let (types, zone) = (self.selection(0), self.zone());
            let reply = self.pick(&["none", "none", "arrival", "any"]);
            let safe = self.one_in(3);
            self.line(
                "flag",
                format_args!(
                    "{{ types = {types}, zone = {zone}, reply = '{reply}', safe = {safe} }}"
                ),
            );
        }
        if (goal && self.rng.bool()) || self.one_in(8) {
            let mut rules = Vec::new();
            for _ in 0..self.rng.u8(1..3) {
                let types = self.selection(self.royals);
                let (count, each) = (self.rng.u8(0..2), self.rng.bool());
                let side = self.pick(&["both", "first", "second"]);
                let result = self.pick(&["loss", "win", "draw"]);
                let against = if self.rng.bool() { self.rng.u8(1..4) } else { 0 };
                let reply = against > 0 && self.rng.bool();
                rules.push(format!(
                    "{{ types = {types}, count = {count}, against = {against}, reply = {reply}, each = {each}, \
                     side = \"{side}\", result = \"{result}\" }}"
                ));
            }
            self.line("extinction", format_args!("[{}]", rules.join(", ")));
        }
        if self.royals > 0 && self.one_in(6) {
            let (zone, major) = (self.zone(), self.selection(self.royals));
            let rule = self.pick(&["27", "24"]);
            let (pieces, first, second) = (self.rng.u8(0..3), self.rng.u8(1..8), self.rng.u8(1..8));
            self.line(
                "declaration",
                format_args!(
                    "{{ rule = {rule}, zone = {zone}, pieces = {pieces}, major = {major}, \
                     win_27 = {{ first = {first}, second = {second} }}, \
                     rule_24 = {{ win = {}, draw = {second} }} }}",
                    second + first
                ),
            );
        }
    }

    /// Repetition, and moves without a capture.
    fn counts(&mut self) {
        if self.one_in(3) {
            let result =
                self.pick(&["draw", "loss-first", "loss-second", "loss-mover", "forbidden"]);
            let times = self.rng.u8(2..4);
            let other = match (result, self.rng.u8(0..3)) {
                ("forbidden", 0) => ", exempt = \"in-check\"",
                ("forbidden", _) => "",
                (_, 0) => ", perpetual_check = \"loss\"",
                _ => "",
            };
            let claim = if times > 2 && self.one_in(3) { ", claim = 2" } else { "" };
            let chase = match result {
                "forbidden" => String::new(),
                _ if self.rng.bool() => self.chases(),
                _ => String::new(),
            };
            self.line(
                "repetition",
                format_args!("{{ times = {times}, result = \"{result}\"{other}{claim}{chase} }}"),
            );
        }
        if self.one_in(3) {
            let plies = self.rng.u8(4..12);
            let claim = if self.rng.bool() { ", claim = 3" } else { "" };
            let id = self.ids[self.ids.len() - 1].clone();
            let reset = match self.rng.u8(0..3) {
                0 => format!(", reset = [\"capture\", \"{id}\"]"),
                1 => format!(", reset = [\"{id}\"]"),
                _ => String::new(),
            };
            self.line("quiet_moves", format_args!("{{ plies = {plies}{claim}{reset} }}"));
        }
        if self.one_in(4) {
            let rules: Vec<String> = (0..self.rng.usize(1..=2)).map(|_| self.counting()).collect();
            self.line("counting", format_args!("[{}]", rules.join(", ")));
        }
    }

    /// What may not be chased for ever.
    fn chases(&mut self) -> String {
        let mut rules = Vec::new();
        for _ in 0..self.rng.usize(1..=3) {
            let mut keys = Vec::new();
            if self.ids.len() > self.royals && self.rng.bool() {
                keys.push(format!("victims = {}", self.selection(self.royals)));
            }
            if self.rng.bool() {
                keys.push(format!("by = {}", self.selection(0)));
            }
            if self.one_in(3) {
                keys.push(format!("zone = {}", self.zone()));
            }
            if self.one_in(3) {
                keys.push("protected = true".to_owned());
            }
            rules.push(format!("{{ {} }}", keys.join(", ")));
        }
        format!(", perpetual_chase = [{}]", rules.join(", "))
    }

    /// A count of moves, as a rule one that soon begins.
    fn counting(&mut self) -> String {
        let mut keys = Vec::new();
        if self.one_in(2) {
            keys.push(format!("without = {}", self.selection(0)));
        }
        if self.one_in(2) {
            keys.push(format!("at_most = {}", self.rng.u8(1..6)));
        }
        if self.one_in(2) {
            keys.push("from_pieces = true".to_owned());
        }
        let limits: Vec<String> = (0..self.rng.usize(1..=3))
            .map(|_| {
                let types = match self.one_in(2) {
                    true => format!("types = {}, ", self.selection(0)),
                    false => String::new(),
                };
                let (count, moves) = (self.rng.u8(1..4), self.rng.u8(1..12));
                format!("{{ {types}count = {count}, moves = {moves} }}")
            })
            .collect();
        keys.push(format!("limits = [{}]", limits.join(", ")));
        format!("{{ {} }}", keys.join(", "))
    }
}

/// One term of a movement. Nothing says that it means anything.
fn term(rng: &mut Rng) -> String {
    match rng.u8(0..20) {
        0..=5 => leaper(rng),
        6..=10 => slider(rng),
        11..=16 => legs(rng),
        17 => bracket(rng),
        18 => pawn(rng),
        _ => rare(rng),
    }
}

fn one<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.usize(0..words.len())]
}

fn directions(rng: &mut Rng) -> &'static str {
    const SETS: [&str; 24] = [
        "f", "b", "l", "r", "v", "s", "fr", "fl", "fs", "bs", "lv", "rv", "ff", "ffrr", "fsb",
        "fb", "fh", "hr", "hl", "lr", "br", "bl", "rf", "ffll",
    ];
    if rng.bool() { "" } else { one(rng, &SETS) }
}

fn atom(rng: &mut Rng) -> String {
    let base = one(
        rng,
        &[
            "W", "F", "D", "N", "A", "H", "C", "Z", "G", "K", "S", "W", "F", "K", "N", "D", "A",
            "L", "J",
        ],
    );
    let suffix = if rng.u8(0..20) == 0 { one(rng, &["X", "Y"]) } else { "" };
    format!("{base}{suffix}")
}

fn modes(rng: &mut Rng) -> &'static str {
    one(rng, &["", "", "", "", "m", "c", "mc", "d", "cd", "mcd", "k", "ck", "mck", "e", "ce", "me"])
}

fn leaper(rng: &mut Rng) -> String {
    let first = if rng.u8(0..8) == 0 { "i" } else { "" };
    let manner = one(rng, &["", "", "", "", "", "n", "j", "o", "t", "p", "g", "u", "cu"]);
    let range = one(rng, &["", "", "", "", "2", "3", "0", "02"]);
    format!("{first}{}{}{manner}{}{range}", directions(rng), modes(rng), atom(rng))
}

fn slider(rng: &mut Rng) -> String {
    let first = if rng.u8(0..10) == 0 { "i" } else { "" };
    let manner =
        one(rng, &["", "", "", "", "", "n", "j", "jj", "o", "t", "p", "g", "u", "z", "q", "mp"]);
    let base = one(rng, &["R", "B", "Q", "R", "B", "NN", "DD", "AA", "WW", "KK", "SS"]);
    let range = if base.len() == 1 { one(rng, &["", "", "", "2", "3", "4", "03"]) } else { "" };
    format!("{first}{}{}{manner}{base}{range}", directions(rng), modes(rng))
}

/// Letters of a leg before the last.
fn on_the_way(rng: &mut Rng) -> String {
    let modes = one(
        rng,
        &[
            "", "", "m", "c", "mc", "d", "cd", "p", "mp", "g", "y", "pg", "my", "t", "tp", "u",
            "cu", "du", "yc", "ec", "e", "k", "ck",
        ],
    );
    let manner = one(rng, &["", "", "", "", "", "n", "j", "o"]);
    format!("{}{modes}{manner}", directions(rng))
}

fn later_directions(rng: &mut Rng) -> &'static str {
    if rng.bool() {
        return one(rng, &["b", "f", "b", "f", "fs", "s", "v"]);
    }
    match rng.u8(0..4) {
        0 => one(rng, &["z", "q", "fz", "fq", "bz", "bq"]),
        _ => directions(rng),
    }
}

fn legs(rng: &mut Rng) -> String {
    let count = [2, 2, 2, 2, 3][rng.usize(0..5)];
    let mut text = String::new();
    if rng.u8(0..12) == 0 {
        text.push('i');
    }
    if rng.u8(0..8) == 0 {
        let inner = one(rng, &["paf", "caf", "mafs", "cafma", "daf", "mpaf", "ga", "ya"]);
        let copies = rng.u8(1..4);
        text += &format!("{}({inner}){copies}", directions(rng));
    } else {
        for leg in 1..count {
            text += &on_the_way(rng);
            text.push('a');
            if leg + 1 < count {
                text += later_directions(rng);
            }
        }
        text += later_directions(rng);
    }
    text += modes(rng);
    text += one(rng, &["", "", "", "", "", "i", "u", "n", "j", "p", "g", "t", "o"]);
    let slides = rng.u8(0..4) == 0;
    text += &if slides { one(rng, &["R", "B", "Q"]).to_owned() } else { atom(rng) };
    text += one(rng, &["", "", "", "2", "3"]);
    text
}

fn bracket(rng: &mut Rng) -> String {
    let mut text = String::from("[");
    let count = rng.u8(2..4);
    for part in 0..count {
        if part > 0 {
            text += one(rng, &["-", "?"]);
            if rng.bool() {
                text += later_directions(rng);
            }
        } else {
            text += directions(rng);
        }
        text += if part + 1 < count {
            one(rng, &["", "", "m", "c", "mc", "p", "cu"])
        } else {
            modes(rng)
        };
        let slides = rng.u8(0..3) == 0;
        text += &if slides { one(rng, &["R", "B", "Q"]).to_owned() } else { atom(rng) };
    }
    text.push(']');
    text
}

fn pawn(rng: &mut Rng) -> String {
    one(
        rng,
        &[
            "fmWfceFifmnD",
            "fmWfceFfmnD",
            "fmWfceFifmnDifmnH",
            "fmWfceFifmnW3",
            "ffmNfceFfmnA",
            "fmFfceWifmnA",
            "fmWfceFimfnD",
            "fmWfeFfcW",
            "fmWfceKifmnW4",
        ],
    )
    .to_owned()
}

fn rare(rng: &mut Rng) -> String {
    one(
        rng,
        &[
            "cU",
            "mU",
            "dU",
            "isO2",
            "caibR",
            "caK",
            "mcabK",
            "cabK",
            "mabK",
            "KaK",
            "aaK",
            "QaK",
            "KNADcaKmcabK",
            "udR",
            "ucR",
            "uafcW",
            "cafuW",
            "cyafzyajjQ3",
            "Q(paf)5cQ",
            "RmasR",
            "(cafma)2cafmF",
            "fcafmF",
            "mRpafcR",
            "gafQ",
            "ucabK",
            "paucW",
            "caudK",
        ],
    )
    .to_owned()
}
