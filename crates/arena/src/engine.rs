//! The text that describes an engine.
//!
//! ```text
//! cmd="fairy-stockfish" proto=usi name=FSF option.Hash=64 tc=8+0.08
//! fairy-stockfish proto=uci variant=judkins nodes=5000
//! komadai option.Threads=2        this program at full strength
//! level:3                         this program at level 3
//! random:7   greedy:7             players that need no process, with a seed
//! ```

use crate::clock::{Control, Limits, seconds};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// What plays: a process that speaks a protocol, or a simple player of our own.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    /// What it is called in results.
    pub name: String,
    /// What it is.
    pub kind: EngineKind,
    /// Its own limits; `None` for those of the match.
    pub limits: Option<Limits>,
}

/// What sort of player an engine is.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineKind {
    /// A program.
    Program(Box<Program>),
    /// Any legal move, each with the same chance.
    Random(u64),
    /// The capture or promotion that gains most at once, else any move.
    Greedy(u64),
}

/// How to run a program and talk with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs; `None` for here.
    pub dir: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What it calls the game; `None` for our name.
    pub variant: Option<String>,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// Lines that are sent before anything else.
    pub init: Vec<String>,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Whether it writes squares as shogi does (`7g7f`), over XBoard's protocol.
    pub shogi_squares: bool,
    /// Whether it is this very program, which knows our variant files.
    pub own: bool,
}

/// What engines speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Protocol {
    /// The universal shogi interface.
    #[default]
    Usi,
    /// The universal chess interface.
    Uci,
    /// The chess engine communication protocol of XBoard, version 2.
    XBoard,
}

impl Protocol {
    /// Its word in descriptions of engines.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Protocol::Usi => "usi",
            Protocol::Uci => "uci",
            Protocol::XBoard => "xboard",
        }
    }
}

/// A text that describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("engine `{text}`: {message}")]
pub struct BadEngine {
    text: String,
    message: String,
}

const KEYS: &str = "cmd, proto, name, variant, dir, init, restart, squares, tc, movetime, nodes, \
                    depth and option.NAME";

impl Engine {
    /// This very program, with these options; `command` starts its engine.
    pub fn own(name: &str, command: &[String], options: &[(&str, &str)]) -> Self {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let program = Program {
            command: command.to_vec(),
            own: true,
            options: options.collect(),
            ..Program::default()
        };
        Engine { name: name.to_owned(), kind: EngineKind::Program(Box::new(program)), limits: None }
    }

    /// Reads the description of an engine. `own` is the command that starts this program's engine.
    ///
    /// # Errors
    /// Unknown keys, values that cannot be read, no command, no protocol.
    pub fn parse(text: &str, own: &[String]) -> Result<Self, BadEngine> {
        parse(text, own).map_err(|message| BadEngine { text: text.to_owned(), message })
    }

    /// What it is, as data. Of this very program it says so, not where it lies.
    pub(crate) fn to_json(&self) -> Value {
        let program = match &self.kind {
            EngineKind::Program(program) => program,
            EngineKind::Random(seed) => return json!({ "name": self.name, "random": seed }),
            EngineKind::Greedy(seed) => return json!({ "name": self.name, "greedy": seed }),
        };
        let Program { command, dir, protocol, variant, options, init, restart, .. } = &**program;
        let command = if program.own { vec!["komadai".to_owned()] } else { command.clone() };
        let options: Vec<String> =
            options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        json!({
            "name": self.name,
            "command": command,
            "dir": dir,
            "protocol": protocol.name(),
            "variant": variant,
            "options": options,
            "init": init,
            "restart": restart,
            "shogi_squares": program.shogi_squares,
        })
    }

    /// The program that it is, if it is one.
    pub(crate) fn program(&self) -> Option<&Program> {
        match &self.kind {
            EngineKind::Program(program) => Some(program),
            EngineKind::Random(_) | EngineKind::Greedy(_) => None,
        }
    }
}

fn parse(text: &str, own: &[String]) -> Result<Engine, String> {
    let mut words = words(text)?.into_iter().peekable();
    let head = words.next_if(|word| !word.contains('=')).unwrap_or_default();
    let mut engine = begin(&head, own)?;
    let mut has_protocol = engine.program().is_none_or(|program| program.own);
    for word in words {
        let (key, value) =
            word.split_once('=').ok_or_else(|| format!("`{word}` has no `=`; keys are {KEYS}"))?;
        has_protocol |= key == "proto";
        set(&mut engine, key, value)?;
    }
    if let EngineKind::Program(program) = &engine.kind {
        let Some(first) = program.command.first() else {
            return Err("there is no command: give cmd=...".to_owned());
        };
        if !has_protocol {
            return Err("say what it speaks: proto=usi, proto=uci or proto=xboard".to_owned());
        }
        if engine.name.is_empty() {
            let path = PathBuf::from(first);
            let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            engine.name = stem.unwrap_or_else(|| first.clone());
        }
    }
    Ok(engine)
}

/// What the first word says: a short form, or a command.
fn begin(head: &str, own: &[String]) -> Result<Engine, String> {
    let (kind, number) = head.split_once(':').unwrap_or((head, ""));
    let number = |what: &str| {
        number.parse::<u64>().map_err(|_| format!("`{head}`: expected {what}, such as {kind}:3"))
    };
    let (name, kind) = match kind {
        "komadai" if head == kind => return Ok(Engine::own(head, own, &[])),
        "level" => {
            let level = number("a level")?;
            if !(1..=8).contains(&level) {
                return Err(format!("`{head}`: levels go from 1 to 8"));
            }
            let options = [("Level", &*level.to_string())];
            return Ok(Engine::own(&format!("level {level}"), own, &options));
        }
        "random" => {
            (head.to_owned(), EngineKind::Random(if head == kind { 0 } else { number("a seed")? }))
        }
        "greedy" => {
            (head.to_owned(), EngineKind::Greedy(if head == kind { 0 } else { number("a seed")? }))
        }
        _ => {
            let command = if head.is_empty() { Vec::new() } else { vec![head.to_owned()] };
            let program = Program { command, ..Program::default() };
            (String::new(), EngineKind::Program(Box::new(program)))
        }
    };
    Ok(Engine { name, kind, limits: None })
}

fn set(engine: &mut Engine, key: &str, value: &str) -> Result<(), String> {
    if key == "name" {
        engine.name = value.to_owned();
        return Ok(());
    }
    if let Some(read) = limit(key, value) {
        read?(engine.limits.get_or_insert_default());
        return Ok(());
    }
    let EngineKind::Program(program) = &mut engine.kind else {
        return Err(format!("`{key}` has no meaning for a player that is not a program"));
    };
    match key {
        "cmd" => program.command = words(value)?,
        "proto" => program.protocol = protocol(value)?,
        "variant" => program.variant = Some(value.to_owned()),
        "dir" => program.dir = Some(PathBuf::from(value)),
        "init" => program.init.push(value.to_owned()),
        "restart" => program.restart = on_or_off(value)?,
        "squares" => program.shogi_squares = squares(value)?,
        _ => match key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            Some(name) => program.options.push((name.to_owned(), value.to_owned())),
            None => return Err(format!("there is no `{key}`; keys are {KEYS}")),
        },
    }
    Ok(())
}

/// What a limit does to the limits.
type SetLimit = Box<dyn FnOnce(&mut Limits)>;

fn limit(key: &str, value: &str) -> Option<Result<SetLimit, String>> {
    fn as_set(set: impl FnOnce(&mut Limits) + 'static) -> SetLimit {
        Box::new(set)
    }
    Some(match key {
        "tc" => value
            .parse()
            .map(|control: Control| as_set(|limits| limits.control = Some(control)))
            .map_err(|error| error.to_string()),
        "movetime" => {
            movetime(value).map(|time| as_set(move |limits| limits.movetime = Some(time)))
        }
        "nodes" => positive(value).map(|n| as_set(move |limits| limits.nodes = Some(n))),
        "depth" => positive(value).and_then(|n| {
            let depth = u32::try_from(n).map_err(|_| format!("`{value}` is too deep"))?;
            Ok(as_set(move |limits| limits.depth = Some(depth)))
        }),
        _ => return None,
    })
}

/// A time for every move, in seconds.
///
/// # Errors
/// Anything but a positive number.
pub fn movetime(value: &str) -> Result<Duration, String> {
    let time = seconds(value).filter(|time| !time.is_zero());
    time.ok_or_else(|| format!("`{value}` is not a time: expected seconds, such as 0.5"))
}

fn positive(value: &str) -> Result<u64, String> {
    let number = value.parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| format!("`{value}` is not a positive number"))
}

fn protocol(value: &str) -> Result<Protocol, String> {
    match value {
        "usi" => Ok(Protocol::Usi),
        "uci" => Ok(Protocol::Uci),
        "xboard" | "cecp" => Ok(Protocol::XBoard),
        _ => Err(format!("`{value}` is not a protocol: expected usi, uci or xboard")),
    }
}

fn on_or_off(value: &str) -> Result<bool, String> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("`{value}`: expected on or off")),
    }
}

fn squares(value: &str) -> Result<bool, String> {
    match value {
        "shogi" => Ok(true),
        "algebraic" => Ok(false),
        _ => Err(format!("`{value}`: expected shogi or algebraic")),
    }
}

/// Words as in a shell: blanks part them, quotes keep them together, a backslash keeps the next
/// character from meaning anything (not between single quotes).
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            ('\\', None | Some('"')) => {
                let next = chars.next().ok_or("there is nothing after the last backslash")?;
                // Inside double quotes only these need a backslash; others keep theirs.
                let bare = quote.is_some() && !matches!(next, '"' | '\\');
                let word = word.get_or_insert_default();
                if bare {
                    word.push('\\');
                }
                word.push(next);
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(open) = quote {
        return Err(format!("the quote {open} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Engine, BadEngine> {
        Engine::parse(text, &["komadai".to_owned(), "engine".to_owned()])
    }

    fn program(text: &str) -> Program {
        match read(text).expect(text).kind {
            EngineKind::Program(program) => *program,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn programs_are_described_by_keys() {
        let p = program(
            "cmd='/opt/my engine/run --fast' proto=xboard variant=5x5+5_shogi dir=/tmp \
             option.Skill\\ Level=3 \"init=memory 64\" restart=on squares=shogi",
        );
        assert_eq!(p.command, ["/opt/my", "engine/run", "--fast"]);
        assert_eq!((p.protocol, p.restart, p.shogi_squares), (Protocol::XBoard, true, true));
        assert_eq!(p.options, [("Skill Level".to_owned(), "3".to_owned())]);
        assert_eq!(
            (p.init, p.variant.as_deref()),
            (vec!["memory 64".to_owned()], Some("5x5+5_shogi"))
        );
        assert_eq!(program(r#"cmd="'a b' c" proto=usi"#).command, ["a b", "c"]);
    }

    #[test]
    fn short_forms_need_no_more() {
        assert_eq!(read("random:7").unwrap().kind, EngineKind::Random(7));
        assert_eq!(read("greedy").unwrap().kind, EngineKind::Greedy(0));
        let level = read("level:3 name=Three nodes=100").unwrap();
        assert_eq!((level.name.as_str(), level.limits.unwrap().nodes), ("Three", Some(100)));
        assert_eq!(program("level:3").options, [("Level".to_owned(), "3".to_owned())]);
        assert_eq!(program("komadai proto=uci").command, ["komadai", "engine"]);
        assert_eq!(read("/usr/games/fairy-stockfish proto=uci").unwrap().name, "fairy-stockfish");
    }

    #[test]
    fn mistakes_are_named() {
        for (text, message) in [
            ("", "no command"),
            ("stockfish", "proto=usi"),
            ("stockfish proto=ucci", "not a protocol"),
            ("stockfish proto=uci hash=3", "there is no `hash`"),
            ("stockfish proto=uci nodes=0", "positive"),
            ("stockfish proto=uci tc=x", "time control"),
            ("stockfish proto=uci movetime=-1", "not a time"),
            ("stockfish proto=uci restart=yes", "on or off"),
            ("stockfish uci", "has no `=`"),
            ("level:x", "a level"),
            ("level", "a level"),
            ("level:9", "from 1 to 8"),
            ("random:1 option.Hash=3", "not a program"),
            ("cmd='x proto=uci", "not closed"),
        ] {
            let error = read(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
