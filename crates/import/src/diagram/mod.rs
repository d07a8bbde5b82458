//! Interactive Diagrams of the Chess Variant Pages: from the text of a diagram to a game of ours.

mod holdings;
mod key;
mod lines;
mod matrix;
mod page;
mod pieces;
mod promotion;
mod shuffle;
mod squares;

use crate::game::{End, Game, Movement, Piece, Promotion, Symmetry};
use crate::report::Report;
use crate::{Imported, Wish, naming, xbetza};
use holdings::Holdings;
use komadai_variant::{Diagnostics, Source};
use lines::Definition;
pub(crate) use lines::is_line;
pub(crate) use page::is_page as is_on_page;
use page::{Page, Text};
use pieces::Kind;
use promotion::Promotions;
use squares::Frame;
use std::sync::Arc;

/// See [`crate::FileForm::games`].
pub(crate) fn games(source: &Source) -> Vec<String> {
    let page = page::read(&Arc::new(source.clone()));
    page.diagrams.into_iter().map(|diagram| diagram.id).collect()
}

/// See [`crate::import`].
pub(crate) fn import(source: &Source, wish: &Wish) -> Result<Imported, Diagnostics> {
    let page = page::read(&Arc::new(source.clone()));
    let text = page.diagrams.iter().find(|diagram| diagram.id == wish.game).ok_or_else(|| {
        let names = page.diagrams.iter().map(|diagram| diagram.id.as_str());
        naming::missing(source, "diagram", &wish.game, names)
    })?;
    let mut report = Report::new(text.at.clone());
    scripts(&page, wish, &mut report);
    let mut definition = lines::read(text, &mut report);
    definition.leave_out(&wish.leave_out, &mut report);
    definition.judge(&mut report);
    let mut frame = Frame::read(&definition, &mut report);
    let kinds = pieces::read(&definition, &mut frame, &mut report);
    if kinds.is_empty() && !report.broken {
        report.error(None, "there are no pieces, such as `king:K:K::e1`".into());
    }
    let game = match report.broken {
        // A diagram that cannot be read is not looked at any further.
        true => None,
        false => Some(game(&definition, &frame, kinds, text, wish, &mut report)),
    };
    report.finish(game)
}

/// Functions that change the rules are refused; others are noted.
fn scripts(page: &Page, wish: &Wish, report: &mut Report) {
    for function in &page.functions {
        let left_out = wish.leave_out.contains(&function.name);
        if key::is_hook(&function.name) && !left_out {
            report.refuse_at(&function.at, &function.name, "a script changes the rules");
        } else {
            let what = if left_out { "left out" } else { "not read" };
            let message = format!("{what}: the script `{}` of the page", function.name);
            report.remark(Some(&function.at), message);
        }
    }
}

fn game(
    definition: &Definition,
    frame: &Frame,
    mut kinds: Vec<Kind>,
    text: &Text,
    wish: &Wish,
    report: &mut Report,
) -> Game {
    let royal = royal(definition, &kinds, report);
    has_royals(&kinds, royal, report);
    let promotions = promotion::read(definition, &kinds, royal, &frame.board, report);
    pieces::call(&mut kinds, &promotions, report);
    let holdings = holdings::read(definition, &kinds, &promotions, report);
    let effects = matrix::read(definition, &kinds, report);
    let symmetry = Symmetry::of(&frame.board, kinds.iter().map(|kind| &kind.starts));
    let draw = shuffle::read(definition, &kinds, frame, symmetry, royal, report);
    side_to_move(definition, report);
    let message = "a diagram does not say what repetition and many quiet moves lead to: neither ends the game here";
    report.remark(None, message.into());
    let limits = promotions.from_hand.iter().flat_map(|number| holdings::limits(&kinds[*number]));
    let limits = limits.collect();
    let pieces: Vec<Piece> = (0..kinds.len())
        .map(|number| Piece {
            royal: royal == Some(number),
            burns: effects.burners.get(&number).cloned(),
            hand: if holdings == Holdings::Captor { [kinds[number].hand; 2] } else { [0, 0] },
            ..piece(&kinds, number, &promotions)
        })
        .collect();
    let id = naming::id(&text.id, "diagram");
    let name = text.heading.clone().or_else(|| naming::shown(&text.id));
    Game {
        name: name.unwrap_or_else(|| id.clone()),
        id,
        head: head(wish),
        board: frame.board.clone(),
        symmetry,
        promotion: promotions.rules.map(|rules| Promotion { limits, ..rules }),
        captures_to_hand: holdings == Holdings::Captor,
        drops: holdings.drops(),
        partners: match draw.partner {
            Some(number) => vec![kinds[number].id.clone()],
            None => xbetza::partners(&pieces, &frame.board),
        },
        castles_to_fixed_files: draw.partner.is_some(),
        shocks: effects.shocks,
        shuffle: draw.steps,
        pieces,
        end: End { stalemate: stalemate(definition, report), mated: "loss", ..End::default() },
        ..Game::default()
    }
}

/// A type as our file says it, but for what depends on other keys.
fn piece(kinds: &[Kind], number: usize, promotions: &Promotions) -> Piece {
    let kind = &kinds[number];
    let becomes = promotions.becomes.get(&number).into_iter().flatten();
    let text = kind.movement.clone().unwrap_or_default();
    Piece {
        id: kind.id.clone(),
        name: kind.name.clone(),
        movements: vec![Movement { text, ..Movement::default() }],
        at: kind.starts.clone(),
        promotes: becomes.map(|other| kinds[*other].id.clone()).collect(),
        ..Piece::default()
    }
}

fn head(wish: &Wish) -> Vec<String> {
    let mut head = vec!["Imported from an Interactive Diagram.".to_owned()];
    if !wish.leave_out.is_empty() {
        head.push("Some of its rules were left out: see below.".into());
    }
    head
}

/// The royal type: the one that is named or numbered, or else the last one.
fn royal(definition: &Definition, kinds: &[Kind], report: &mut Report) -> Option<usize> {
    let last = kinds.len().checked_sub(1);
    let Some(setting) = definition.get(key::ROYAL) else { return last };
    let number = setting.value.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let named = || {
        let (number, length) = promotion::called(&setting.value, kinds)?;
        (length == setting.value.len()).then_some(number)
    };
    let found = number.or_else(named).filter(|number| *number < kinds.len());
    if found.is_none() {
        let message =
            "`royal` is the number of a piece, in the order of the diagram, or its letter";
        report.error(Some(&setting.value_at), message.into());
    }
    found
}

/// Who has no royal loses in a way of which nothing is said.
fn has_royals(kinds: &[Kind], royal: Option<usize>, report: &mut Report) {
    let Some(kind) = royal.map(|number| &kinds[number]) else { return };
    for (squares, side) in kind.starts.iter().zip(["White", "Black"]) {
        if squares.is_empty() {
            let why = format!(
                "{side} starts without a `{}`, and how else it loses is not said",
                kind.name
            );
            report.refuse_at(&kind.at, key::ROYAL, &why);
        }
    }
}

fn stalemate(definition: &Definition, report: &mut Report) -> &'static str {
    match definition.get(key::STALEMATE) {
        None => "draw",
        Some(setting) => match setting.value.as_str() {
            "draw" => "draw",
            // Theirs is the result of the side that brings it about.
            "win" => "loss",
            _ => {
                let message = "`stalemate` is `draw` or `win`, for the side that brings it about";
                report.error(Some(&setting.value_at), message.into());
                "draw"
            }
        },
    }
}

fn side_to_move(definition: &Definition, report: &mut Report) {
    let Some(setting) = definition.get(key::SIDE) else { return };
    match setting.value.to_lowercase().as_str() {
        "white" | "w" | "0" => {}
        "black" | "b" | "1" => {
            report.refuse_at(&setting.key_at, key::SIDE, "the second side moves first");
        }
        _ => {
            let message = "`stm` is `white` or `black`, the side that moves first".into();
            report.error(Some(&setting.value_at), message);
        }
    }
}
