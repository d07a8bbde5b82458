//! What is asked of a game, and by whom.

use super::engine::Hinting;
use crate::address::Address;
use crate::admin::OpenGameReport;
use crate::at_once::Share;
use crate::failure::Failure;
use crate::game::{Access, Command, LegalMoves, PastPosition, Record, ShortState, State, Update};
use crate::rules::{Referee, Weight};
use komadai_records::file::Format;
use std::sync::Arc;
use tokio::sync::{broadcast, mpsc, oneshot};

/// What somebody asks of a game.
pub(crate) enum Ask {
    /// How it stands.
    Look { by: Visitor, reply: Reply<State> },
    /// To do something: asked at this moment of [`Time::now`](crate::Time::now), however long it waits here.
    Do { by: Visitor, at: u64, command: Command, reply: Reply<State> },
    /// To be told of everything that happens.
    Watch { by: Visitor, reply: Reply<Watch> },
    /// A watcher goes.
    Leave { access: Access },
    /// What the engine would play.
    Hint { by: Visitor, reply: Reply<Hinting> },
    /// A file to keep.
    Record { format: Format, reply: Reply<(Record, Arc<Weight>)> },
    /// What stood on the board after so many moves, or now; none if there were not so many.
    Past { ply: Option<usize>, reply: Reply<Option<PastPosition>> },
    /// For a copy of its referee: whoever asks much of the rules does that work for himself, and holds up
    /// nobody who plays.
    Referee { reply: Reply<Referee> },
    /// How it stands, in short, for somebody who is not there.
    Glance { reply: Reply<ShortState> },
    /// How it stands, for whoever runs the server.
    Report { reply: Reply<OpenGameReport> },
    /// Whoever runs the server ends the game.
    End { reply: Reply<()> },
}

/// What is asked of a game, until it is answered.
pub(crate) struct Queued {
    pub(super) ask: Ask,
    /// One of those that wait for its address; the program's own are not counted.
    pub(super) share: Option<Share>,
}

impl Queued {
    /// For an address that has a share.
    pub(crate) fn new(ask: Ask, share: Option<Share>) -> Self {
        Queued { ask, share }
    }
}

impl From<Ask> for Queued {
    fn from(ask: Ask) -> Self {
        Queued { ask, share: None }
    }
}

/// Where the answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// Who asks something of a game.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The token of a seat, if any.
    pub(crate) token: Option<String>,
    /// Whether it came in a header, which a page of elsewhere cannot make a browser send.
    pub(crate) in_header: bool,
    pub(crate) address: Address,
}

/// What a watcher gets.
pub(crate) struct Watch {
    pub(crate) access: Access,
    /// How the game stands, with the legal moves.
    pub(crate) now: (Arc<Update>, Arc<LegalMoves>),
    /// What happens from here on.
    pub(crate) updates: broadcast::Receiver<Arc<Update>>,
    pub(crate) chair: Chair,
    /// How much memory the rules take, in moves.
    pub(crate) rules: usize,
}

/// A watcher's place. It is given back when this goes, however that comes about: who asked for it may be gone
/// before the answer is there.
pub(crate) struct Chair {
    pub(super) game: mpsc::UnboundedSender<Queued>,
    pub(super) access: Access,
}

impl Drop for Chair {
    fn drop(&mut self) {
        // The game may be closed.
        let _ = self.game.send(Ask::Leave { access: self.access }.into());
    }
}

impl Ask {
    /// Answers that it cannot be done.
    pub(super) fn refuse(self, why: Failure) {
        // Nobody may be waiting any more.
        match self {
            Ask::Look { reply, .. } | Ask::Do { reply, .. } => drop(reply.send(Err(why))),
            Ask::Watch { reply, .. } => drop(reply.send(Err(why))),
            Ask::Hint { reply, .. } => drop(reply.send(Err(why))),
            Ask::Record { reply, .. } => drop(reply.send(Err(why))),
            Ask::Past { reply, .. } => drop(reply.send(Err(why))),
            Ask::Referee { reply } => drop(reply.send(Err(why))),
            Ask::Glance { reply } => drop(reply.send(Err(why))),
            Ask::Report { reply } => drop(reply.send(Err(why))),
            Ask::End { reply } => drop(reply.send(Err(why))),
            Ask::Leave { .. } => {}
        }
    }
}
