//! Mates found by trying everything: slow, plain, and sharing nothing with the solver. Only the
//! referee is asked.

use komadai_rules::{AnyPlay, Color, Ending, Move, Status};
use std::collections::HashMap;

/// Mates by trying everything.
pub struct Exhaustive {
    play: AnyPlay,
    /// Whether the attacker to move mates within so many plies, by position and plies.
    known: HashMap<(u64, u32), bool>,
    /// How many positions may still be looked at.
    left: u64,
}

/// It was too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

impl Exhaustive {
    /// For the side to move, looking at no more positions than that.
    pub fn new(play: &AnyPlay, most: u64) -> Self {
        Exhaustive { play: play.clone(), known: HashMap::new(), left: most }
    }

    /// The length of the shortest mate, if there is one within so many plies.
    pub fn shortest(&mut self, most: u32) -> Result<Option<u32>, TooMuch> {
        for plies in (1..=most).step_by(2) {
            if self.mates(plies)? {
                return Ok(Some(plies));
            }
        }
        Ok(None)
    }

    /// Whether the attacker, to move, mates within so many plies.
    fn mates(&mut self, plies: u32) -> Result<bool, TooMuch> {
        let key = (self.play.key(), plies);
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        self.left = self.left.checked_sub(1).ok_or(TooMuch)?;
        // Quick mates first: most replies that do not answer the check allow one.
        let mut mates = plies > 2 && self.mates(plies - 2)?;
        for m in self.play.legal_moves() {
            if mates {
                break;
            }
            mates = self.after(m, |this| this.forces(plies))?;
        }
        self.known.insert(key, mates);
        Ok(mates)
    }

    /// Whether the attacker has just played a forcing move that mates within so many plies, that
    /// move counted.
    fn forces(&mut self, plies: u32) -> Result<bool, TooMuch> {
        let defender = self.play.side();
        if let Some(ending) = self.play.ending() {
            let counts = self.play.in_check() || wins_plainly(ending.status);
            return Ok(counts && ending.winner == Some(!defender));
        }
        if plies < 3 || !(self.play.in_check() || self.play.must_pass()) {
            return Ok(false);
        }
        for reply in self.play.legal_moves() {
            let fails = self.after(reply, |this| match this.play.ending() {
                Some(ending) => Ok(ending.winner == Some(!defender)),
                None => this.mates(plies - 2),
            })?;
            if !fails {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn after<T>(&mut self, m: Move, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.play.push(m);
        let answer = ask(self);
        self.play.pop();
        answer
    }

    /// Whether there is a mate of any length: all positions that forcing moves and replies can
    /// lead to are listed, and then mates are handed back from the end until nothing changes.
    pub fn mates_at_all(&mut self) -> Result<bool, TooMuch> {
        let mut nodes = self.list()?;
        loop {
            let mut changed = false;
            for i in (0..nodes.len()).rev() {
                let mut children = nodes[i].children.iter().map(|c| nodes[*c].mate);
                let mate = if nodes[i].attacks {
                    children.any(|mate| mate)
                } else {
                    nodes[i].goes_on && children.all(|mate| mate)
                };
                changed |= mate && !nodes[i].mate;
                nodes[i].mate |= mate;
            }
            if !changed {
                return Ok(nodes[0].mate);
            }
        }
    }

    /// All positions, the present one first. Where a position has come from does not matter, so
    /// the referee sees each without a history.
    fn list(&mut self) -> Result<Vec<Node>, TooMuch> {
        let start = self.play.without_history();
        let attacker = start.side();
        let mut nodes = vec![Node::new(&start, attacker)];
        let mut index = HashMap::from([(start.key(), 0)]);
        let mut todo = vec![(0, start)];
        while let Some((node, play)) = todo.pop() {
            for m in forcing_or_replies(&play, attacker) {
                let mut after = play.clone();
                after.push(m);
                let after = after.without_history();
                let new = nodes.len();
                let child = *index.entry(after.key()).or_insert(new);
                nodes[node].children.push(child);
                if child == new {
                    self.left = self.left.checked_sub(1).ok_or(TooMuch)?;
                    nodes.push(Node::new(&after, attacker));
                    if nodes[new].goes_on {
                        todo.push((new, after));
                    }
                }
            }
        }
        Ok(nodes)
    }
}

/// Whether a win of this kind counts, although the move that brought it about gives no check: not one by
/// points, or because the other side is stuck.
fn wins_plainly(status: Status) -> bool {
    use Status::{Checkmate, Checks, Extinction, Flag, RoyalsCaptured};
    matches!(status, Checkmate | Checks | Extinction | Flag | RoyalsCaptured)
}

/// A position that a line of forcing moves may come to.
struct Node {
    attacks: bool,
    mate: bool,
    goes_on: bool,
    children: Vec<usize>,
}

impl Node {
    fn new(play: &AnyPlay, attacker: Color) -> Self {
        let ending = play.ending();
        let mate = ending.as_ref().is_some_and(|ending| ending.winner == Some(attacker));
        let attacks = play.side() == attacker;
        Node { attacks, mate, goes_on: ending.is_none(), children: Vec::new() }
    }
}

fn forcing_or_replies(play: &AnyPlay, attacker: Color) -> Vec<Move> {
    let mut moves = play.legal_moves();
    if play.side() != attacker {
        return moves;
    }
    let mut play = play.clone();
    moves.retain(|m| {
        play.push(*m);
        let check = play.in_check() || play.must_pass();
        let wins = |e: Ending| e.winner == Some(attacker) && (check || e.status != Status::NoMoves);
        let forces = play.ending().map_or(check, wins);
        play.pop();
        forces
    });
    moves
}
