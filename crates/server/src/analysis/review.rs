//! The review of a game that is over: what the engine finds at every move, and which moves have cost most.

use crate::address::Owner;
use crate::at_once::Askers;
use crate::failure::Failure;
use crate::game::{Corrupt, End, Game, TooMuchWork};
use crate::hub::Hub;
use crate::id::GameId;
use crate::pool::{Asker, Pending, Urgency};
use crate::rules::{
    AnalysisQuestion, Found, House, LineMove, MOST_TIME, Referee, ScoreView, Work as _, to_watchers,
};
use crate::store::{KeptReview, StoreError};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use komadai_records::json::{Effect, Removed, Side, Winner};
use serde::{Deserialize, Serialize};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use utoipa::ToSchema;

/// Milliseconds for each move where nobody says it, and at most.
pub(crate) const USUAL_MS: u64 = 200;
pub(crate) const MOST_MS: u64 = 2_000;
/// Milliseconds of more thorough ones.
const DEEPER_MS: [u64; 2] = [1_000, MOST_MS];
/// No review takes longer in all.
const MOST_TIME_MS: u64 = 600_000;
/// How long a search waits when there are too many.
const BREATH: Duration = Duration::from_millis(500);
/// A search that was broken off before it found anything is tried so many times.
const TRIES: usize = 20;
/// Moves of a line that are kept.
const MOST_MOVES: usize = 8;

/// What was found after so many moves of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Finding {
    /// For the first side.
    pub(crate) score: ScoreView,
    /// How likely the first side is to win, from 0 to 1, half of a draw counted in.
    pub(crate) chance: f64,
    /// How deep it was searched, in plies.
    pub(crate) depth: u32,
    /// Milliseconds of the review that has found it: what a quicker one has found stands until then.
    #[serde(default)]
    #[schema(required)]
    ms: u64,
    /// The best line.
    pub(crate) line: Vec<LineMove>,
    /// What its first move takes...
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    takes: Vec<Removed>,
    /// ... and what the answer takes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gives: Vec<Removed>,
}

/// The review of a game, as far as it has come.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ReviewView {
    /// Whether anybody has asked for it.
    begun: bool,
    /// Milliseconds for each move.
    ms: u64,
    /// Whether all of it is there.
    over: bool,
    /// Milliseconds for each move of a more thorough one, if there may be one.
    #[serde(skip_serializing_if = "Option::is_none")]
    deeper: Option<u64>,
    /// After each number of moves; null where nothing was found: not yet, or not in time.
    #[schema(value_type = Vec<Option<Finding>>)]
    findings: Vec<Option<Finding>>,
    /// The moves that have cost something.
    faults: Vec<Fault>,
}

/// A move that has cost something.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Fault {
    /// Which move, from 1.
    ply: usize,
    side: Side,
    mark: Severity,
    /// By how much it has made it less likely that its side wins, from 0 to 1.
    loss: f64,
    /// What would have been better.
    better: LineMove,
    why: Why,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Inaccuracy,
    Mistake,
    Blunder,
}

/// What has made a move a bad one.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub(crate) enum Why {
    /// Now it loses by force, in so many plies.
    AllowsWin { plies: u32 },
    /// It would have won by force, in so many plies.
    MissesWin { plies: u32 },
    /// These can be taken now.
    Leaves { pieces: Vec<Removed> },
    /// These could have been taken.
    MissesCapture { pieces: Vec<Removed> },
    /// The other move was better.
    Worse {},
}

/// Losses from which a move is an inaccuracy, a mistake, a blunder.
const LOSSES: [(f64, Severity); 3] =
    [(0.2, Severity::Blunder), (0.12, Severity::Mistake), (0.06, Severity::Inaccuracy)];
/// Who takes so much more than is taken back, in hundredths of a pawn, has gained something.
const GAIN: i32 = 150;

/// Milliseconds for each move, where the review of so many may not take longer in all.
pub(crate) fn within_time(ms: u64, plies: usize) -> u64 {
    ms.min(MOST_TIME_MS / (plies as u64 + 1)).max(1)
}

/// The reviews that are being made, and who wants them.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<HashMap<GameId, UnderWay>>);

/// A review that is being made.
#[derive(Clone)]
struct UnderWay {
    askers: Arc<Askers>,
    /// Stops it.
    stop: CancellationToken,
}

/// The place of a review that is being made, as long as this lives.
struct Place<'r> {
    reviews: &'r Reviews,
    game: GameId,
    under_way: UnderWay,
}

impl Reviews {
    fn all(&self) -> MutexGuard<'_, HashMap<GameId, UnderWay>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `None` if it is being made already: then it is made for one more.
    fn begin(&self, game: &GameId, by: Owner) -> Option<Place<'_>> {
        match self.all().entry(game.clone()) {
            Entry::Occupied(known) => {
                known.get().askers.join(by);
                None
            }
            Entry::Vacant(place) => {
                let askers = Arc::new(Askers::from(by));
                let under_way = UnderWay { askers, stop: CancellationToken::new() };
                place.insert(under_way.clone());
                Some(Place { reviews: self, game: game.clone(), under_way })
            }
        }
    }

    /// Stops the review of a game that goes on.
    pub(crate) fn stop(&self, game: &GameId) {
        if let Some(under_way) = self.all().remove(game) {
            under_way.stop.cancel();
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        // After it was stopped, the place may be another's.
        if !self.under_way.stop.is_cancelled() {
            self.reviews.all().remove(&self.game);
        }
    }
}

/// Makes the review of a game, or goes on with it, for somebody. What is found is kept at once.
pub(crate) async fn run(hub: Arc<Hub>, id: GameId, by: Owner) {
    let Some(place) = hub.reviews.begin(&id, by) else { return };
    let made = tokio::select! {
        () = hub.stop.cancelled() => return,
        () = place.under_way.stop.cancelled() => return,
        made = make(&hub, &id, &place.under_way.askers) => made,
    };
    if let Err(failure) = made {
        tracing::warn!(game = %id, %failure, "a review cannot be made");
    }
}

async fn make(hub: &Arc<Hub>, id: &GameId, askers: &Askers) -> Result<(), Failure> {
    let _turn = askers.turn(&hub.review_turns).await;
    if hub.store.review_state(id).await?.is_none_or(|known| known.over) {
        return Ok(());
    }
    let Some(KeptReview { ms, over: false, findings }) = hub.store.review(id).await? else {
        return Ok(());
    };
    let known = findings.into_iter().filter(|(_, text)| {
        let finding: Result<Finding, _> = serde_json::from_str(text);
        finding.is_ok_and(|finding| finding.ms >= ms)
    });
    let known: HashSet<usize> = known.map(|(ply, _)| ply).collect();
    let (game, house) = hub.load_for(id, askers).await?;
    let plies = game.played.len();
    let most = Duration::from_millis(within_time(ms, plies));
    let (start, position) = (game.header.start.as_deref(), game.header.position.as_deref());
    // A position that somebody has made up may take seconds.
    let weight = game.referee.weight();
    let begin = || house.open(start, position);
    let mut at = weight.carry_for(&hub.corner, askers, begin).await?;
    for ply in 0..=plies {
        if !known.contains(&ply) {
            let question = AnalysisQuestion { lines: 1, most };
            let weight = at.weight();
            let ending = weight.carry_for(&hub.corner, askers, || at.play().ending()).await;
            let finding = match ending {
                Some(ending) => Some(Finding::of_end(&End::from(ending))),
                None => look(hub, id, askers, &at, question).await?,
            };
            if let Some(finding) = finding.map(|finding| Finding { ms, ..finding }) {
                let text = serde_json::to_string(&finding).map_err(StoreError::from)?;
                hub.store.add_finding(id, ply, &text).await?;
            }
        }
        if let Some(played) = game.played.get(ply) {
            at = advance(hub, askers, at, played.form.usi.clone()).await?;
        }
    }
    Ok(hub.store.end_review(id).await?)
}

/// Makes a move of the game.
async fn advance(
    hub: &Arc<Hub>,
    askers: &Askers,
    mut at: Referee,
    usi: String,
) -> Result<Referee, Failure> {
    let weight = at.weight();
    let step = || {
        // One move of made-up rules may be any amount of work.
        let interrupt = weight.is_made_up().then(|| at.bound(MOST_TIME));
        let found = at.find(&usi);
        if interrupt.is_some_and(|interrupt| interrupt.ask()) {
            return Err(Failure::from(TooMuchWork));
        }
        at.unbound();
        match found {
            Ok(m) => {
                at.make_untold(m);
                Ok(())
            }
            Err(refusal) => Err(Failure::from(Corrupt::of(&usi, &refusal))),
        }
    };
    weight.carry_for(&hub.corner, askers, step).await?;
    Ok(at)
}

/// Searches a position; `None` if nothing comes of it.
async fn look(
    hub: &Arc<Hub>,
    id: &GameId,
    askers: &Askers,
    at: &Referee,
    question: AnalysisQuestion,
) -> Result<Option<Finding>, Failure> {
    for attempt in 0..TRIES {
        let (pending, found) = loop {
            match search(hub, id, askers, at, question, attempt).await? {
                Some(begun) => break begun,
                None => tokio::time::sleep(BREATH).await,
            }
        };
        // Without a thought there is no pool any more.
        pending.thought.await.map_err(|_| Failure::Ending)?;
        let found = found.borrow().clone();
        // One that was not broken off finds no more the next time.
        if found.done || !found.lines.is_empty() {
            let weight = at.weight();
            let finding = weight.carry_for(&hub.corner, askers, || Finding::of(at, found));
            return Ok(finding.await);
        }
    }
    Ok(None)
}

/// The search that begins first of those that all who want the review may ask for; `None` where nobody may ask
/// for one now.
async fn search(
    hub: &Arc<Hub>,
    id: &GameId,
    askers: &Askers,
    at: &Referee,
    question: AnalysisQuestion,
    attempt: usize,
) -> Result<Option<(Pending, watch::Receiver<Found>)>, Failure> {
    let mut owners = askers.all();
    // A game waits for few searches: not always for those of the same people.
    let turn = (at.play().moves().len() + attempt) % owners.len().max(1);
    owners.rotate_left(turn);
    let waiting = FuturesUnordered::new();
    for owner in owners {
        let asker = Asker { game: id.clone(), owner, urgency: Urgency::Analysis };
        let (tell, found) = watch::channel(Found::default());
        let Ok(mut pending) = hub.pool.hint(asker, at.analyser(question, to_watchers(tell))) else {
            continue;
        };
        waiting.push(async move {
            let begun = (&mut pending.began).await;
            begun.ok().map(|()| (pending, found))
        });
    }
    if waiting.is_empty() {
        return Ok(None);
    }
    let begun = waiting.filter_map(std::future::ready);
    // What is not taken is not searched.
    let first = std::pin::pin!(begun).next().await;
    first.map(Some).ok_or(Failure::Ending)
}

impl Finding {
    fn of(at: &Referee, found: Found) -> Option<Self> {
        let best = found.lines.into_iter().next()?;
        let side = Side::from(at.play().side());
        let line: Vec<LineMove> = best.moves.into_iter().take(MOST_MOVES).collect();
        let mut play = at.play().clone();
        let mut removed = Vec::new();
        for step in line.iter().take(2) {
            let Ok(m) = komadai_records::moves::find(&play, &step.usi) else { break };
            // Burning one's own is no gain of the other side.
            let side = Side::from(play.side());
            let mut removes = Effect::of(&play, m).removes;
            removes.retain(|it| it.side != side);
            removed.push(removes);
            play.push(m);
        }
        let mut removed = removed.into_iter();
        let (score, chance) = match side {
            Side::First => (best.score, best.chance),
            Side::Second => (best.score.reversed(), 1.0 - best.chance),
        };
        Some(Finding {
            score,
            chance,
            depth: found.depth,
            ms: 0,
            line,
            takes: removed.next().unwrap_or_default(),
            gives: removed.next().unwrap_or_default(),
        })
    }

    fn of_end(end: &End) -> Self {
        let (score, chance) = match end.winner {
            Some(Winner::First) => (ScoreView::Won(0), 1.0),
            Some(Winner::Second) => (ScoreView::Lost(0), 0.0),
            _ => (ScoreView::Centipawns(0), 0.5),
        };
        let (line, takes, gives) = (Vec::new(), Vec::new(), Vec::new());
        Finding { score, chance, depth: 0, ms: 0, line, takes, gives }
    }

    fn chance_of(&self, side: Side) -> f64 {
        match side {
            Side::First => self.chance,
            Side::Second => 1.0 - self.chance,
        }
    }

    fn score_of(&self, side: Side) -> ScoreView {
        match side {
            Side::First => self.score,
            Side::Second => self.score.reversed(),
        }
    }
}

impl ReviewView {
    /// Of a game for whose review nobody has asked.
    pub(crate) fn none() -> Self {
        let (findings, faults) = (Vec::new(), Vec::new());
        ReviewView { begun: false, ms: USUAL_MS, over: false, deeper: None, findings, faults }
    }

    /// What is there to show of a review.
    pub(crate) fn of(kept: KeptReview, game: &Game, house: &House) -> Self {
        let plies = game.played.len();
        let mut findings: Vec<Option<Finding>> = vec![None; plies + 1];
        for (ply, text) in &kept.findings {
            if let Some(place) = findings.get_mut(*ply) {
                *place = serde_json::from_str(text).ok();
            }
        }
        let worth = |pieces: &[Removed]| -> i32 {
            let value = |id: &str| {
                let pieces = &house.info().map(|info| &info.drawn.info.pieces);
                let piece = pieces.and_then(|pieces| pieces.iter().find(|piece| piece.id == id));
                piece.map_or(0, |piece| piece.value)
            };
            pieces.iter().map(|removed| value(&removed.piece)).sum()
        };
        let moves = game.played.iter().filter(|played| !played.pass);
        let faults = moves.filter_map(|played| {
            let before = findings[played.ply - 1].as_ref()?;
            let after = findings[played.ply].as_ref()?;
            Fault::of(played.ply, played.side, &played.form.usi, [before, after], &worth)
        });
        let KeptReview { ms, over, .. } = kept;
        let deeper = DEEPER_MS.iter().map(|deeper| within_time(*deeper, plies));
        let deeper = deeper.into_iter().find(|deeper| *deeper > ms).filter(|_| over);
        ReviewView { begun: true, ms, over, deeper, faults: faults.collect(), findings }
    }
}

impl Fault {
    /// What a move has cost, if it has cost anything.
    fn of(
        ply: usize,
        side: Side,
        usi: &str,
        [before, after]: [&Finding; 2],
        worth: &dyn Fn(&[Removed]) -> i32,
    ) -> Option<Self> {
        let better = before.line.first().filter(|better| better.usi != usi)?.clone();
        let loss = before.chance_of(side) - after.chance_of(side);
        let (_, mark) = LOSSES.into_iter().find(|(least, _)| loss >= *least)?;
        let gain = |of: &Finding| worth(&of.takes) - worth(&of.gives);
        let why = match (before.score_of(side), after.score_of(side)) {
            (ScoreView::Won(plies), after) if !matches!(after, ScoreView::Won(_)) => {
                Why::MissesWin { plies }
            }
            (before, ScoreView::Lost(plies)) if !matches!(before, ScoreView::Lost(_)) => {
                Why::AllowsWin { plies }
            }
            _ if gain(after) >= GAIN => Why::Leaves { pieces: after.takes.clone() },
            _ if gain(before) >= GAIN => Why::MissesCapture { pieces: before.takes.clone() },
            _ => Why::Worse {},
        };
        Some(Fault { ply, side, mark, loss, better, why })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use komadai_records::json::Fate;

    fn finding(score: ScoreView, chance: f64, takes: &[&str], gives: &[&str]) -> Finding {
        let removed = |piece: &&str| Removed {
            square: "e5".to_owned(),
            side: Side::First,
            piece: (*piece).to_owned(),
            fate: Fate::Captured,
            hand: None,
        };
        let move_ = LineMove {
            usi: "best".to_owned(),
            side: Side::First,
            texts: komadai_referee::rules::Texts {
                usi: String::new(),
                algebraic: String::new(),
                western: String::new(),
                japanese: String::new(),
            },
            from: None,
            to: None,
            middles: Vec::new(),
            drop: None,
            places: None,
        };
        let [takes, gives] = [takes, gives].map(|all| all.iter().map(removed).collect());
        Finding { score, chance, depth: 9, ms: 0, line: vec![move_], takes, gives }
    }

    #[test]
    fn what_a_move_has_cost_is_told_with_its_reason() {
        use ScoreView::{Centipawns, Lost, Won};
        let worth = |pieces: &[Removed]| -> i32 {
            pieces.iter().map(|removed| if removed.piece == "P" { 100 } else { 900 }).sum()
        };
        let check = |before: Finding, after: Finding, expected: Option<(Severity, &str)>| {
            for side in [Side::First, Side::Second] {
                let turned = |finding: &Finding| match side {
                    Side::First => finding.clone(),
                    Side::Second => Finding {
                        score: finding.score.reversed(),
                        chance: 1.0 - finding.chance,
                        ..finding.clone()
                    },
                };
                let both = [&turned(&before), &turned(&after)];
                let fault = Fault::of(1, side, "played", both, &worth);
                let told = fault.map(|fault| {
                    let why = serde_json::to_value(&fault.why).unwrap();
                    (fault.mark, why["kind"].as_str().unwrap().to_owned())
                });
                let expected = expected.map(|(mark, kind)| (mark, kind.to_owned()));
                assert_eq!(told, expected, "{before:?} {after:?}");
            }
        };
        let plain = |chance| finding(Centipawns(0), chance, &[], &[]);
        check(plain(0.5), plain(0.47), None);
        check(plain(0.5), plain(0.43), Some((Severity::Inaccuracy, "worse")));
        check(plain(0.5), plain(0.35), Some((Severity::Mistake, "worse")));
        let queen = finding(Centipawns(-900), 0.1, &["Q"], &["P"]);
        check(plain(0.5), queen.clone(), Some((Severity::Blunder, "leaves")));
        let traded = finding(Centipawns(-300), 0.29, &["Q"], &["Q"]);
        check(plain(0.5), traded, Some((Severity::Blunder, "worse")));
        check(queen, plain(0.05), None);
        let gain = finding(Centipawns(900), 0.9, &["Q"], &[]);
        check(gain, plain(0.6), Some((Severity::Blunder, "misses_capture")));
        check(
            finding(Won(3), 1.0, &[], &[]),
            plain(0.9),
            Some((Severity::Inaccuracy, "misses_win")),
        );
        check(
            plain(0.5),
            finding(Lost(2), 0.0, &["Q"], &[]),
            Some((Severity::Blunder, "allows_win")),
        );
    }
}
