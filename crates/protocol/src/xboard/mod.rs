//! XBoard's protocol (CECP, version 2), and the settings files that start XBoard in a game.
//!
//! Unlike in USI and UCI the engine holds the game here: it is told moves and clocks, and moves
//! when it is its turn.

mod clock;
mod features;
mod highlight;
mod names;
mod setup;
mod xop;

pub use xop::settings_file;

use crate::host::{Done, Host};
use crate::output::one_line;
use crate::search::{Answer, Choice, Listener, News, Question};
use crate::universal::{shortened, split};
use crate::{Flow, FrontEnd, diagram};
use clock::Clocks;
use highlight::Hand;
use komadai_engine::{Limits, Score, ScoreKind};
use komadai_records::moves::{self, parse_move};
use komadai_rules::{Color, Ending, Move};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What the running search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// The engine's own move.
    Move,
    /// Its next one, while the opponent thinks; this is the move that is expected.
    Ponder(Move),
    /// A person wants to know.
    Analysis,
    /// A person wants a hint.
    Hint,
    /// A person wants a count.
    Count,
}

/// A conversation with XBoard.
pub(crate) struct XBoard {
    /// The side that the engine plays; none in force mode.
    plays: Option<Color>,
    analyses: bool,
    ponders: bool,
    purpose: Purpose,
    clocks: Clocks,
    /// When the engine began to think about its move.
    begun: Instant,
    /// Whether lines of thought are shown.
    posts: Arc<AtomicBool>,
    /// The last of them, in the words of `.`.
    status: Arc<Mutex<String>>,
    /// Moves that analysis leaves out.
    excluded: BTreeSet<Move>,
    /// What the engine thought of its last move.
    score: Score,
    /// What it expects to be played.
    hint: Option<Move>,
    /// `ping`s that came while it was thinking about its move.
    pings: Vec<String>,
    /// The piece that the user holds.
    hand: Hand,
}

impl XBoard {
    pub(crate) fn new(host: &mut Host) -> Self {
        if !host.game_is_chosen {
            // Chess is always there.
            let _ = host.choose(crate::options::CHESS);
        }
        XBoard {
            plays: None,
            analyses: false,
            ponders: false,
            purpose: Purpose::Move,
            clocks: Clocks::default(),
            begun: Instant::now(),
            posts: Arc::default(),
            status: Arc::default(),
            excluded: BTreeSet::new(),
            score: Score::DRAW,
            hint: None,
            pings: Vec::new(),
            hand: Hand::default(),
        }
    }

    // Games and positions.

    fn new_game(&mut self, host: &mut Host) {
        self.drop_search(host);
        let _ = host.choose(crate::options::CHESS);
        let _ = host.session_mut().set_up("startpos", &[]);
        host.forget();
        self.clocks.new_game();
        self.excluded.clear();
        self.analyses = false;
        (self.hint, self.score) = (None, Score::DRAW);
        self.plays = Some(!host.session().play().side());
    }

    fn variant(&mut self, host: &mut Host, name: &str) {
        self.drop_search(host);
        match host.choose(&names::game_named(name)) {
            Ok(done) => {
                let _ = host.session_mut().set_up("startpos", &[]);
                self.plays = self.plays.map(|_| !host.session().play().side());
                self.excluded.clear();
                self.tell(host, done);
                host.say(setup::announcement(host.variant(), name));
            }
            Err(error) => host.say(refusal(&error)),
        }
    }

    fn tell(&self, host: &Host, done: Done) {
        if let Done::Game(left_out) = done {
            left_out.iter().for_each(|text| host.say(format!("# {}", one_line(text))));
        }
    }

    fn set_board(&mut self, host: &mut Host, text: &str) {
        self.drop_search(host);
        match host.session_mut().set_up(text, &[]) {
            Ok(()) => self.excluded.clear(),
            Err(error) => host.say(refusal(&format!("Illegal position: {error}"))),
        }
        self.resume_analysis(host);
    }

    fn set_option(&mut self, host: &mut Host, rest: &str) {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        let was_thinking = host.is_searching() && self.purpose == Purpose::Move;
        if Host::concerns_the_game(name.trim()) {
            self.drop_search(host);
        }
        match host.set(name.trim(), value) {
            Ok(done) => {
                self.tell(host, done);
                if Host::concerns_the_game(name.trim()) {
                    host.say(features::variants(&host.games()));
                }
            }
            Err(error) => host.say(refusal(&error)),
        }
        // Whoever waits for a move or an analysis does not know that it was cut short.
        if was_thinking && !host.is_searching() && self.plays == Some(host.session().play().side())
        {
            self.think(host);
        }
        if !host.is_searching() {
            self.resume_analysis(host);
        }
    }

    /// `memory` and `cores`.
    fn set_number(&self, host: &mut Host, name: &str, value: &str) {
        if let Err(error) = host.set(name, value) {
            host.say(refusal(&error));
        }
    }

    // Moves.

    fn user_move(&mut self, host: &mut Host, text: &str) {
        let castling = moves::castling(host.session().play(), text).map(Ok);
        let find = || host.session().find(&moves::from_xboard(host.variant(), text));
        let m = match castling.unwrap_or_else(find) {
            Ok(m) => m,
            Err(error) => return host.say(illegal(&error.to_string(), text)),
        };
        if host.is_searching() && self.purpose == Purpose::Move {
            return host.say(illegal("the engine is thinking about its own move", text));
        }
        self.hand = Hand::default();
        let is_hit = host.is_searching() && self.purpose == Purpose::Ponder(m);
        if !is_hit {
            self.drop_search(host);
        }
        host.session_mut().push(m);
        self.excluded.clear();
        self.hint = None;
        if self.announce_end(host) {
            self.drop_search(host);
        } else if is_hit {
            (self.purpose, self.begun) = (Purpose::Move, Instant::now());
            host.ponder_hit();
        } else if self.plays == Some(host.session().play().side()) {
            self.think(host);
        }
        self.resume_analysis(host);
    }

    /// Says how the game has ended, if it has.
    fn announce_end(&self, host: &Host) -> bool {
        let Some(end) = host.session().play().ending() else { return false };
        if self.plays.is_some() {
            host.say(result(&end));
        }
        true
    }

    fn go(&mut self, host: &mut Host) {
        self.drop_search(host);
        self.analyses = false;
        self.plays = Some(host.session().play().side());
        if !self.announce_end(host) {
            self.think(host);
        }
    }

    fn think(&mut self, host: &mut Host) {
        self.begun = Instant::now();
        let limits = self.clocks.limits(host.session().plies());
        self.search(host, Purpose::Move, limits, false);
    }

    fn ponder(&mut self, host: &mut Host, expected: Move) {
        host.session_mut().push(expected);
        if host.session().play().ending().is_none() {
            let limits = self.clocks.limits(host.session().plies());
            let limits = Limits { ponder: true, ..limits };
            self.search(host, Purpose::Ponder(expected), limits, false);
        }
        host.session_mut().pop();
    }

    fn search(&mut self, host: &mut Host, purpose: Purpose, limits: Limits, infinite: bool) {
        self.purpose = purpose;
        let was = host.options.analyses;
        // What a person wants to know is not dimmed by the level of play.
        host.options.analyses = purpose == Purpose::Analysis;
        let listener = self.listener(host);
        host.think(limits, infinite, None, listener);
        host.options.analyses = was;
    }

    fn listener(&self, host: &Host) -> Listener {
        let (output, posts) = (host.output.clone(), Arc::clone(&self.posts));
        let (status, quiet) = (Arc::clone(&self.status), self.purpose == Purpose::Hint);
        Box::new(move |v, news| match news {
            News::Thought { info, line } => {
                let cs = info.time.as_millis() / 10;
                let (depth, nodes) = (info.depth, info.nodes);
                let first = line.first().map(|m| moves::xboard(v, m)).unwrap_or_default();
                *status.lock().unwrap_or_else(PoisonError::into_inner) =
                    format!("stat01: {cs} {nodes} {depth} 0 0 {first}");
                if posts.load(Ordering::Relaxed) && !quiet {
                    let nps = u128::from(nodes) * 1000 / info.time.as_millis().max(1);
                    let pv: Vec<String> = line.iter().map(|m| moves::xboard(v, m)).collect();
                    output.say(format!(
                        "{depth} {} {cs} {nodes} {} {nps} 0\t{}",
                        points(info.score.kind()),
                        info.selective_depth,
                        pv.join(" ")
                    ));
                }
            }
            News::Divided(spelling, count) => {
                output.say(format!("# {}: {count}", moves::xboard(v, &spelling)));
            }
        })
    }

    /// Ends the running search; nobody wants its answer any more.
    fn drop_search(&mut self, host: &mut Host) {
        host.halt();
        self.answer_pings(host);
    }

    /// Ends the search for the engine's move, and plays what was found.
    fn move_now(&mut self, host: &mut Host) {
        if host.is_searching()
            && self.purpose == Purpose::Move
            && let Some(answer) = host.halt()
        {
            self.answer(host, answer);
        }
    }

    fn answer(&mut self, host: &mut Host, answer: Answer) {
        match (self.purpose, answer) {
            (Purpose::Move, Answer::Best(choice)) => self.play(host, &choice),
            (Purpose::Hint, Answer::Best(Choice { best: Some(best), .. })) => {
                host.say(format!("Hint: {}", moves::xboard(host.variant(), &best)));
            }
            (Purpose::Count, Answer::Count { lines: Some(lines), time }) => {
                host.say(format!("# Nodes searched: {lines}, {:.2} s", time.as_secs_f64()));
            }
            _ => {}
        }
        self.answer_pings(host);
    }

    fn play(&mut self, host: &mut Host, choice: &Choice) {
        self.score = choice.score;
        self.clocks.own_move_took(self.begun.elapsed());
        let Some(best) = choice.best.as_ref().filter(|_| !choice.declares) else {
            return self.declare_or_resign(host, choice.declares);
        };
        if choice.score.welcomes_a_draw()
            && let Some(claim) = host.session().play().claims().first()
        {
            let name = &host.variant().sides[host.session().play().side().index()];
            return host.say(format!("{} {{{claim}: {name} claims a draw}}", points_of(None)));
        }
        let text = moves::xboard(host.variant(), best);
        // Several steps are told as so many moves, all but the last with a comma.
        let lines: Vec<String> =
            text.split_inclusive(',').map(|leg| format!("move {leg}")).collect();
        host.say(lines.join("\n"));
        host.session_mut().push(best.mv);
        self.hint = choice.ponder.as_ref().map(|m| m.mv);
        if !self.announce_end(host)
            && self.ponders
            && let Some(expected) = self.hint
        {
            self.ponder(host, expected);
        }
    }

    fn declare_or_resign(&mut self, host: &mut Host, declares: bool) {
        let side = host.session().play().side();
        let name = &host.variant().sides[side.index()];
        let (winner, reason) = if declares {
            (side, format!("{name} wins by declaring an impasse"))
        } else {
            (!side, format!("{name} resigns"))
        };
        host.say(format!("{} {{{reason}}}", points_of(Some(winner))));
    }

    // Commands that a person thinks with.

    fn analyze(&mut self, host: &mut Host) {
        self.drop_search(host);
        (self.analyses, self.plays) = (true, None);
        self.resume_analysis(host);
    }

    fn resume_analysis(&mut self, host: &mut Host) {
        if !self.analyses {
            return;
        }
        self.drop_search(host);
        if host.session().play().ending().is_some_and(|_| host.session().legal().is_empty()) {
            return;
        }
        let mut limits = Limits::default();
        if !self.excluded.is_empty() {
            let legal = host.session().legal().into_iter().map(|m| m.mv);
            limits.moves = legal.filter(|m| !self.excluded.contains(m)).collect();
            if limits.moves.is_empty() {
                return;
            }
        }
        self.search(host, Purpose::Analysis, limits, true);
    }

    fn exclude(&mut self, host: &mut Host, text: &str, leave_out: bool) {
        let named: Vec<Move> = match text {
            "all" => host.session().legal().into_iter().map(|m| m.mv).collect(),
            text => {
                let text = moves::from_xboard(host.variant(), text);
                host.session().find(&text).into_iter().collect()
            }
        };
        for m in named {
            if leave_out {
                self.excluded.insert(m);
            } else {
                self.excluded.remove(&m);
            }
        }
        self.resume_analysis(host);
    }

    fn hint(&mut self, host: &mut Host) {
        let expected = self.hint.and_then(|hint| {
            host.session().legal().into_iter().find(|spelling| spelling.mv == hint)
        });
        match expected {
            Some(hint) => host.say(format!("Hint: {}", moves::xboard(host.variant(), &hint))),
            None if host.is_searching() => {}
            None => {
                let limits = Limits { move_time: Some(HINT_TIME), ..Limits::default() };
                self.search(host, Purpose::Hint, limits, false);
            }
        }
    }

    fn take_back(&mut self, host: &mut Host, count: usize) {
        self.drop_search(host);
        for _ in 0..count {
            host.session_mut().pop();
        }
        self.excluded.clear();
        self.hint = None;
        self.resume_analysis(host);
    }

    /// A draw is welcome to whoever is well behind.
    fn consider_draw(&self, host: &Host) {
        if self.plays.is_some() && self.score.welcomes_a_draw() {
            host.say("offer draw");
        }
    }

    fn ping(&mut self, host: &mut Host, number: &str) {
        let number = one_line(number);
        if host.is_searching() && matches!(self.purpose, Purpose::Move | Purpose::Count) {
            self.pings.push(number);
        } else {
            host.get_ready();
            host.say(format!("pong {number}"));
        }
    }

    fn answer_pings(&mut self, host: &Host) {
        for number in self.pings.drain(..) {
            host.say(format!("pong {number}"));
        }
    }

    fn unknown(&mut self, host: &mut Host, line: &str) {
        // Without the word `usermove` a move stands for itself.
        match parse_move(host.variant(), &moves::from_xboard(host.variant(), line)) {
            Ok(_) => self.user_move(host, line),
            Err(_) => host.say(format!("Error (unknown command): {}", shortened(line))),
        }
    }

    /// Everything that sets something and starts nothing; false if this is none of it.
    fn set(&mut self, host: &mut Host, word: &str, rest: &str) -> bool {
        match word {
            "level" => self.clocks.level(rest),
            "st" => self.clocks.per_move(rest),
            "sd" => self.clocks.depth(rest),
            "nps" => self.clocks.nps(rest),
            "time" => self.clocks.own(rest),
            "hard" => self.ponders = true,
            "easy" => {
                self.ponders = false;
                if host.is_searching() && matches!(self.purpose, Purpose::Ponder(_)) {
                    self.drop_search(host);
                }
            }
            "post" => self.posts.store(true, Ordering::Relaxed),
            "nopost" => self.posts.store(false, Ordering::Relaxed),
            "memory" => self.set_number(host, "Hash", rest),
            "cores" => self.set_number(host, "Threads", rest),
            "option" => self.set_option(host, rest),
            "accepted" | "rejected" | "random" | "computer" | "otim" | "name" | "rating"
            | "ics" | "result" | "egtpath" | "setscore" | "pause" | "resume" | "bk" | "xboard"
            | "partner" | "ptell" | "holding" => {
                self.say_nothing_or_little(host, word);
            }
            _ => return false,
        }
        true
    }

    fn say_nothing_or_little(&mut self, host: &mut Host, word: &str) {
        match word {
            // There is no book; a blank line says so.
            "bk" => host.say("# no book\n"),
            "result" => {
                self.drop_search(host);
                self.hint = None;
            }
            _ => {}
        }
    }
}

/// How long is thought about a hint.
const HINT_TIME: Duration = Duration::from_millis(500);

impl FrontEnd for XBoard {
    fn line(&mut self, host: &mut Host, line: &str) -> Flow {
        let (word, rest) = split(line);
        if self.set(host, word, rest) {
            return Flow::On;
        }
        match word {
            "" => {}
            "protover" => host.say(features::all(host)),
            "new" => self.new_game(host),
            "variant" => self.variant(host, rest),
            "setboard" => self.set_board(host, rest),
            "force" => {
                self.drop_search(host);
                (self.plays, self.analyses) = (None, false);
            }
            "go" => self.go(host),
            "playother" => {
                self.drop_search(host);
                self.plays = Some(!host.session().play().side());
            }
            "white" => self.plays = self.plays.map(|_| Color::Second),
            "black" => self.plays = self.plays.map(|_| Color::First),
            "usermove" => self.user_move(host, rest),
            "?" => self.move_now(host),
            "ping" => self.ping(host, rest),
            "draw" => self.consider_draw(host),
            "undo" => self.take_back(host, 1),
            "remove" => self.take_back(host, 2),
            "analyze" => self.analyze(host),
            "exit" => {
                self.drop_search(host);
                self.analyses = false;
            }
            "." => {
                let status = self.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
                if self.analyses && !status.is_empty() {
                    host.say(status);
                }
            }
            "exclude" => self.exclude(host, rest, true),
            "include" => self.exclude(host, rest, false),
            "hint" => self.hint(host),
            "lift" => host.say(self.hand.lift(host.session(), rest)),
            "put" => {
                if let Some(choice) = self.hand.put(host.session(), rest) {
                    host.say(choice);
                }
            }
            "hover" => {}
            "d" => host.say(commented(&diagram::position(host.session()))),
            "eval" => host.say(commented(&diagram::evaluation(host.session()))),
            "perft" => {
                self.drop_search(host);
                self.purpose = Purpose::Count;
                let depth = rest.parse().unwrap_or(1).min(clock::MOST_PLIES);
                let listener = self.listener(host);
                host.ask(Question::Count(depth), listener);
            }
            "quit" => {
                host.halt();
                return Flow::Quit;
            }
            _ => self.unknown(host, line.trim()),
        }
        Flow::On
    }

    fn done(&mut self, host: &mut Host, number: u64) {
        if let Some(answer) = host.collect(number) {
            self.answer(host, answer);
        }
    }

    fn is_deaf_to(&self, _: &Host, _: &str) -> bool {
        false
    }

    fn waits_at_the_end(&self) -> bool {
        matches!(self.purpose, Purpose::Move | Purpose::Count | Purpose::Hint)
    }
}

/// XBoard shows lines that begin with `#` in its log only.
fn commented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("# {line}\n")).collect()
}

/// The score as XBoard wants it: hundredths of a pawn, mate in N moves as 100000 + N.
fn points(kind: ScoreKind) -> i64 {
    match kind {
        ScoreKind::Centipawns(score) => i64::from(score),
        ScoreKind::Won(plies) => 100_000 + i64::from(plies.div_ceil(2)),
        ScoreKind::Lost(plies) => -100_000 - i64::from(plies.div_ceil(2)),
    }
}

/// `1-0`, `0-1` or `1/2-1/2`.
fn points_of(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::First) => "1-0",
        Some(Color::Second) => "0-1",
        None => "1/2-1/2",
    }
}

fn result(end: &Ending) -> String {
    format!("{} {{{}: {}}}", points_of(end.winner), end.status, end.reason.replace(['{', '}'], ""))
}

/// Words by which XBoard recognises complaints about other things than moves; it would let the move
/// stand.
const OTHER_COMPLAINTS: [&str; 16] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted", "protover", "draw", "time", "analyze",
];

/// What the user is told of an order that was not followed. An `Error` would do, but XBoard takes
/// one for an answer to the move before.
fn refusal(reason: &str) -> String {
    format!("tellusererror {}", one_line(reason))
}

/// What XBoard takes a move back for.
fn illegal(reason: &str, text: &str) -> String {
    // Its own brackets would end those of the answer.
    let reason = one_line(reason).replace(" (", ": ").replace(['(', ')'], "");
    let text = shortened(text);
    if OTHER_COMPLAINTS.iter().any(|word| reason.contains(word)) {
        format!("# {reason}\nIllegal move: {text}")
    } else {
        format!("Illegal move ({}): {text}", reason.trim_end_matches('.'))
    }
}
