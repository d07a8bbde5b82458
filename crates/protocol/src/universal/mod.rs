//! USI and UCI: two dialects of one language.

mod go;
mod text;
mod uci;
mod usi;

pub(crate) use uci::UCI;
pub(crate) use usi::USI;

use crate::host::{Done, Host};
use crate::options::{self, Protocol};
use crate::output::one_line;
use crate::search::{Answer, Choice, Listener, Mate, News, Question};
use crate::{Flow, FrontEnd, diagram};
use go::{Go, MateGoal};
use komadai_records::moves::Spelling;
use komadai_rules::{Setup, Variant};
use std::time::Duration;

/// What sets one dialect apart from the other.
#[derive(Debug)]
pub(crate) struct Dialect {
    protocol: Protocol,
    /// The answer to the greeting ends with it.
    ready: &'static str,
    /// The game that is played unless another is named.
    usual_game: &'static str,
    /// How a move is written.
    spell: fn(&Variant, &Spelling) -> String,
    /// How a position is written.
    position: fn(&Variant, &Setup) -> String,
    /// The words of `go` for the clocks of the first and the second side.
    times: [&'static str; 2],
    increments: [&'static str; 2],
    /// Whether increments are already told as part of the time that is left.
    increment_is_told: bool,
    /// The distance to a mate in so many plies.
    mate: fn(u32) -> u32,
    /// What is played where there is no legal move.
    no_move: &'static str,
    /// What is played where the game is won by declaring.
    declaration: Option<&'static str>,
    /// Whether `go mate` is a question of its own, answered with `checkmate`.
    asks_for_mates: bool,
}

/// A conversation in USI or UCI.
pub(crate) struct Universal {
    dialect: &'static Dialect,
    /// What the running search was asked for.
    asked: Asked,
    /// Whether the answer to the running search is wanted by nobody any more.
    silent: bool,
}

/// The way in which the running search is to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// With `bestmove`.
    Best,
    /// With `checkmate`.
    Mate,
    /// With a count.
    Count,
}

impl Universal {
    /// Begins a conversation: the dialect's usual game is on the board, unless one was chosen when
    /// the program was started.
    pub(crate) fn new(dialect: &'static Dialect, host: &mut Host) -> Self {
        let universal = Universal { dialect, asked: Asked::Best, silent: false };
        if !host.game_is_chosen {
            match host.choose(dialect.usual_game) {
                Ok(Done::Game(left_out)) => {
                    left_out.iter().for_each(|text| universal.info(host, text));
                }
                Ok(Done::Set) => {}
                Err(error) => universal.info(host, &error),
            }
        }
        universal
    }

    fn info(&self, host: &Host, text: &str) {
        host.say(format!("info string {}", one_line(text)));
    }

    fn greet(&self, host: &Host) {
        let mut lines = vec![
            format!("id name Komadai {}", env!("CARGO_PKG_VERSION")),
            "id author the Komadai developers".to_owned(),
        ];
        let protocol = self.dialect.protocol;
        lines.extend(host.options.offered(protocol, &host.variant().id, &host.games()));
        lines.push(self.dialect.ready.to_owned());
        host.say(lines.join("\n"));
    }

    fn set_option(&mut self, host: &mut Host, rest: &str) {
        let Some((name, value)) = option(rest) else {
            return self.info(host, "setoption needs a name: setoption name NAME value VALUE");
        };
        if Host::concerns_the_game(&name) {
            self.finish(host);
        }
        match host.set(&name, value) {
            Ok(Done::Set) => {}
            Ok(Done::Game(left_out)) => {
                left_out.iter().for_each(|text| self.info(host, text));
                let v = host.variant();
                let start = v.start_setup(None).map(|s| (self.dialect.position)(v, &s));
                host.say(text::variant_line(v, &start.unwrap_or_default()));
            }
            Err(error) if options::id(&name).is_none() && !name.contains('.') => {
                let names = options::names(self.dialect.protocol);
                self.info(host, &format!("{error}; the options are {names}"));
            }
            Err(error) => self.info(host, &error),
        }
    }

    fn position(&self, host: &mut Host, rest: &str) {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let moves = words.iter().position(|word| *word == "moves");
        let (place, moves) = match moves {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&words[..], &[][..]),
        };
        let place = match place {
            ["sfen" | "fen", place @ ..] => place,
            place => place,
        };
        if let Err(error) = host.session_mut().set_up(&place.join(" "), moves) {
            let error = error.to_string();
            let reason = error.trim_end_matches('.');
            self.info(host, &format!("{reason}; the position stays as it was"));
        }
    }

    fn go(&mut self, host: &mut Host, rest: &str) {
        self.finish(host);
        self.silent = false;
        let side = host.session().play().side();
        let Go { mut limits, moves, infinite, mate, perft, unread } =
            Go::read(self.dialect, side, rest);
        if !unread.is_empty() {
            self.info(host, &format!("not understood: {}", unread.join(" ")));
        }
        if let Some(depth) = perft {
            self.asked = Asked::Count;
            return host.ask(Question::Count(depth), self.listener(host));
        }
        for text in moves {
            match host.session().find(&text) {
                Ok(m) => limits.moves.push(m),
                Err(refusal) => self.info(host, &format!("searchmoves `{text}`: {refusal}")),
            }
        }
        match mate {
            Some(goal) if self.dialect.asks_for_mates => {
                self.asked = Asked::Mate;
                let time = match goal {
                    MateGoal::Endless => None,
                    MateGoal::Number(ms) => Some(Duration::from_millis(ms)),
                };
                host.ask(Question::Mate { time, nodes: limits.nodes }, self.listener(host));
            }
            goal => {
                let plies = |moves: u64| 2 * moves.min(MOST_MOVES_TO_MATE) as u32;
                let mate = match goal {
                    Some(MateGoal::Number(moves)) => Some(plies(moves).saturating_sub(1)),
                    Some(MateGoal::Endless) | None => None,
                };
                self.asked = Asked::Best;
                host.think(limits, infinite, mate, self.listener(host));
            }
        }
    }

    fn listener(&self, host: &Host) -> Listener {
        let (dialect, output) = (self.dialect, host.output.clone());
        let several = host.options.lines > 1;
        Box::new(move |v, news| match news {
            News::Thought { info, line } => {
                output.say(text::thought(dialect, v, &info, &line, several));
            }
            News::Divided(spelling, count) => {
                output.say(format!("{}: {count}", (dialect.spell)(v, &spelling)));
            }
        })
    }

    /// Ends the running search, with its answer.
    fn finish(&mut self, host: &mut Host) {
        if let Some(answer) = host.halt() {
            self.answer(host, answer);
        }
    }

    fn answer(&mut self, host: &mut Host, answer: Answer) {
        match answer {
            _ if self.silent => {}
            Answer::Best(choice) => host.say(self.best(host, &choice)),
            Answer::Mate(mate) => host.say(self.checkmate(host, &mate)),
            Answer::Count { lines: Some(lines), time } => {
                let ms = time.as_millis();
                host.say(format!("info time {ms} nodes {lines}\n\nNodes searched: {lines}\n"));
            }
            Answer::Count { lines: None, .. } => self.info(host, "the count was stopped"),
        }
    }

    fn best(&self, host: &Host, choice: &Choice) -> String {
        let v = host.variant();
        let spell = self.dialect.spell;
        let best = match (&choice.best, self.dialect.declaration) {
            (_, Some(win)) if choice.declares => return format!("bestmove {win}"),
            (None, _) => return format!("bestmove {}", self.dialect.no_move),
            (Some(best), _) => best,
        };
        match &choice.ponder {
            Some(ponder) => format!("bestmove {} ponder {}", spell(v, best), spell(v, ponder)),
            None => format!("bestmove {}", spell(v, best)),
        }
    }

    fn checkmate(&self, host: &Host, mate: &Mate) -> String {
        let v = host.variant();
        match mate {
            Mate::Found(line) => {
                let moves: Vec<String> = line.iter().map(|m| (self.dialect.spell)(v, m)).collect();
                format!("checkmate {}", moves.join(" "))
            }
            Mate::None => "checkmate nomate".to_owned(),
            Mate::Unknown => "checkmate timeout".to_owned(),
        }
    }
}

/// A search for a mate in more moves would never end.
const MOST_MOVES_TO_MATE: u64 = 30;

impl FrontEnd for Universal {
    fn line(&mut self, host: &mut Host, line: &str) -> Flow {
        let (word, rest) = split(line);
        match word {
            "" => {}
            "usi" => {
                self.dialect = &USI;
                self.greet(host);
            }
            "uci" => {
                self.dialect = &UCI;
                self.greet(host);
            }
            "isready" => {
                host.get_ready();
                host.say("readyok");
            }
            "setoption" => self.set_option(host, rest),
            "usinewgame" | "ucinewgame" => {
                self.finish(host);
                host.forget();
            }
            "position" => self.position(host, rest),
            "go" => self.go(host, rest),
            "stop" => self.finish(host),
            "ponderhit" => host.ponder_hit(),
            "gameover" => self.finish(host),
            "d" => host.say(diagram::position(host.session())),
            "eval" => host.say(diagram::evaluation(host.session())),
            "quit" => {
                self.finish(host);
                return Flow::Quit;
            }
            // What programs may say and nobody has to answer.
            "debug" | "register" | "option" | "info" => {}
            _ => self.info(host, &format!("unknown command `{}`", shortened(line))),
        }
        Flow::On
    }

    fn done(&mut self, host: &mut Host, number: u64) {
        if let Some(answer) = host.collect(number) {
            self.answer(host, answer);
        }
    }

    /// Counting is not interrupted: what is said meanwhile waits, as people are used to.
    fn is_deaf_to(&self, host: &Host, line: &str) -> bool {
        let counts = host.is_searching() && self.asked == Asked::Count;
        counts && !matches!(split(line).0, "stop" | "quit")
    }

    fn waits_at_the_end(&self) -> bool {
        true
    }
}

/// The first word, and what follows it.
pub(crate) fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// `NAME` and `VALUE` of `name NAME value VALUE`. The blanks in a value stay as they are: it may be a path.
fn option(rest: &str) -> Option<(String, &str)> {
    let rest = match split(rest) {
        ("name", rest) => rest,
        _ => rest.trim(),
    };
    let is_end = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut found = rest.match_indices("value").filter(|(at, word)| {
        is_end(rest[..*at].chars().next_back()) && is_end(rest[at + word.len()..].chars().next())
    });
    let (name, value) = match found.next() {
        Some((at, word)) => (&rest[..at], rest[at + word.len()..].trim()),
        None => (rest, ""),
    };
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    (!name.is_empty()).then_some((name, value))
}

/// As much of a line as fits into a message.
pub(crate) fn shortened(line: &str) -> String {
    let line = one_line(line);
    match line.char_indices().nth(60) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}
