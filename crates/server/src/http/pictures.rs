//! A position of a game as a picture, to be shown elsewhere.

use super::App;
use super::error::{ApiError, ErrorBody, Path, Words};
use super::games::game_id;
use crate::address::Address;
use crate::failure::Failure;
use crate::game::{self, PastPosition};
use crate::open_game::{Ask, Visitor};
use crate::rules::{House, Worked};
use crate::slices;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use komadai_picture::{Animation, PieceSet, Scene};
use komadai_records::json::{Board, Side, Symmetry, VariantInfo};
use komadai_records::position;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use utoipa::{IntoParams, ToSchema};

/// What is to be seen, and how.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct PictureQuery {
    /// After so many moves; now if left out.
    ply: Option<usize>,
    /// `png` if left out.
    #[param(inline)]
    format: Option<PictureFormat>,
    /// How wide a PNG is, in pixels.
    #[param(minimum = 16, maximum = 2000)]
    width: Option<u32>,
    /// Who sits below; the first side if left out.
    below: Option<Side>,
    /// What is on the pieces; as usual for the game if left out.
    #[param(inline)]
    pieces: Option<PieceFaces>,
    /// Whether ranks are numbered in kanji, in games whose squares are named as in shogi.
    #[serde(default)]
    kanji_ranks: bool,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PictureFormat {
    Png,
    Svg,
}

/// What is on the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum PieceFaces {
    KanjiTwo,
    KanjiOne,
    Western,
    Pictures,
    Diagram,
}

/// How wide a PNG is where nobody says it, and at most.
const WIDTH: u32 = 800;
const WIDTHS: std::ops::RangeInclusive<u32> = 16..=2000;

/// Painting counts as a part of the work that it is: pages show many pictures at once, and few are painted at a time.
const PART_CHARGED: u32 = 4;

/// A position of a game as a picture.
#[utoipa::path(get, path = "/api/games/{id}/picture", tag = "games", params(PictureQuery), responses(
    (status = 200, description = "The picture", content_type = "image/png"),
    (status = 404, description = "There is no such game", body = ErrorBody),
    (status = 422, description = "The game has no such position", body = ErrorBody),
))]
pub(crate) async fn picture(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(wish): Words<PictureQuery>,
) -> Result<Response, ApiError> {
    if wish.width.is_some_and(|width| !WIDTHS.contains(&width)) {
        return Err(ApiError::field("width", "a picture is 16 to 2000 pixels wide"));
    }
    let ask = |reply| Ask::Past { ply: wish.ply, reply };
    let past = app.hub.ask(&game_id(&id)?, Some(address), ask).await?;
    let past = past.ok_or_else(|| ApiError::field("ply", "the game has not so many moves"))?;
    let house = app.hub.house(&past.definition, &past.settings, Some(address)).await?;
    let is_large = wish.width.is_some_and(|width| width > WIDTH);
    let turns = if is_large { &app.large_pictures } else { &app.pictures };
    let turn = turns.wait(Some(address)).await;
    let paint = move || {
        let worked = Worked::new();
        (paint(&house, &past, &wish), worked.time())
    };
    // The turn is taken along: the work goes on when nobody waits for it any more.
    let painted = tokio::task::spawn_blocking(move || turn.during(paint));
    let (painted, took) = painted.await.map_err(|_| Failure::Ending)?;
    app.hub.charge_for_work(&Some(address).into(), took / PART_CHARGED);
    let missing = || ApiError::not_found("this position cannot be drawn");
    let (media_type, bytes) = painted.ok_or_else(missing)?;
    Ok(([(header::CONTENT_TYPE, media_type)], bytes).into_response())
}

/// What is on the pieces: as usual for the game where nobody says it.
fn faces(info: &VariantInfo, wish: Option<PieceFaces>) -> PieceSet {
    match (wish, info.symmetry) {
        (Some(PieceFaces::KanjiTwo), _) => PieceSet::Kanji,
        (Some(PieceFaces::KanjiOne), _) => PieceSet::Short,
        (Some(PieceFaces::Western), _) | (None, Some(Symmetry::Mirror)) => PieceSet::Western,
        (Some(PieceFaces::Pictures), _) => PieceSet::Pictures,
        (Some(PieceFaces::Diagram), _) => PieceSet::Diagram,
        (None, _) => PieceSet::Kanji,
    }
}

fn paint(
    house: &House,
    past: &PastPosition,
    wish: &PictureQuery,
) -> Option<(&'static str, Vec<u8>)> {
    let info = &house.info()?.drawn.info;
    let setup = position::parse(house.variant(), &past.position).ok()?;
    let set = faces(info, wish.pieces);
    let picture = Scene {
        info,
        board: &Board::of_setup(house.variant(), &setup),
        set,
        below: wish.below.unwrap_or(Side::First),
        last: &past.last,
        checked: &[],
        arrows: &[],
        part: None,
        kanji_ranks: wish.kanji_ranks,
        zones: &[],
    }
    .draw();
    match wish.format {
        Some(PictureFormat::Svg) => Some(("image/svg+xml", picture.svg().as_bytes().to_vec())),
        _ => Some(("image/png", picture.png(Some(wish.width.unwrap_or(WIDTH))).ok()?)),
    }
}

/// How a game is shown move by move.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnimationQuery {
    /// How wide it is, in pixels.
    #[param(minimum = 16, maximum = 800)]
    width: Option<u32>,
    /// Milliseconds for each move.
    #[param(minimum = 50, maximum = 10_000)]
    ms: Option<u16>,
    /// Who sits below; the first side if left out.
    below: Option<Side>,
    /// What is on the pieces; as usual for the game if left out.
    #[param(inline)]
    pieces: Option<PieceFaces>,
    /// Whether ranks are numbered in kanji, in games whose squares are named as in shogi.
    #[serde(default)]
    kanji_ranks: bool,
}

const ANIMATION_WIDTH: u32 = 400;
const ANIMATION_WIDTHS: std::ops::RangeInclusive<u32> = 16..=800;
const ANIMATION_MS: u16 = 900;
const ANIMATION_PACES: std::ops::RangeInclusive<u16> = 50..=10_000;
/// Painting may take so long.
const ANIMATION_WORK: Duration = Duration::from_secs(15);
/// After so long others have a turn.
const ANIMATION_SLICE: Duration = Duration::from_millis(250);
/// Nobody looks at more moves.
const MOST_FRAMES: usize = 400;

/// A game as an animated PNG, a picture for each move.
#[utoipa::path(get, path = "/api/games/{id}/animation", tag = "games", params(AnimationQuery), responses(
    (status = 200, description = "The animated PNG", content_type = "image/apng"),
    (status = 404, description = "There is no such game", body = ErrorBody),
    (status = 422, description = "The game is too long", body = ErrorBody),
    (status = 503, description = "Others wait already", body = ErrorBody),
))]
pub(crate) async fn animation(
    State(app): State<App>,
    address: Address,
    Path(id): Path<String>,
    Words(wish): Words<AnimationQuery>,
) -> Result<Response, ApiError> {
    if wish.width.is_some_and(|width| !ANIMATION_WIDTHS.contains(&width)) {
        return Err(ApiError::field("width", "an animation is 16 to 800 pixels wide"));
    }
    if wish.ms.is_some_and(|ms| !ANIMATION_PACES.contains(&ms)) {
        return Err(ApiError::field("ms", "a move is shown for 50 to 10000 milliseconds"));
    }
    let id = game_id(&id)?;
    let by = Visitor { token: None, in_header: false, address };
    let ask = |reply| Ask::Look { by: by.clone(), reply };
    let state = app.hub.ask(&id, Some(address), ask).await?;
    if state.moves.len() > MOST_FRAMES {
        let message = format!("only games of {MOST_FRAMES} moves at most are animated");
        return Err(ApiError::field("id", message));
    }
    let width = wish.width.unwrap_or(ANIMATION_WIDTH);
    app.requests.count_times(address, work(state.moves.len(), width))?;
    let past = app.hub.ask(&id, Some(address), |reply| Ask::Past { ply: Some(0), reply }).await?;
    let past = past.ok_or_else(|| ApiError::not_found("the game has no start"))?;
    let house = app.hub.house(&past.definition, &past.settings, Some(address)).await?;
    let crowded = || ApiError::unavailable("others wait for an animation already; try again");
    let standing = app.animations.stand(Some(address)).await.ok_or_else(crowded)?;
    let missing = || ApiError::not_found("this game cannot be drawn");
    let mut reel = tokio::task::spawn_blocking(move || Reel::new(house, &state, wish));
    loop {
        let mut taken = reel.await.map_err(|_| Failure::Ending)?.ok_or_else(missing)?;
        if taken.is_painted() {
            let bytes = taken.animation.finish().map_err(|_| missing())?;
            return Ok(([(header::CONTENT_TYPE, "image/apng")], bytes).into_response());
        }
        if taken.expected() > ANIMATION_WORK {
            let message = "this takes too long to paint; ask for a smaller width";
            return Err(ApiError::field("width", message));
        }
        let turn = standing.turn().await;
        let place = app.hub.room.enter(Some(address)).await;
        reel = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            slices::during(place, || taken.paint())?;
            Some(taken)
        });
    }
}

/// As how many requests an animation counts: one for each move at the usual width.
fn work(moves: usize, width: u32) -> usize {
    let pixels = moves as u64 * u64::from(width).pow(2);
    let times = pixels / u64::from(ANIMATION_WIDTH).pow(2);
    moves / 2 + usize::try_from(times / 2).unwrap_or(usize::MAX)
}

/// A game as it is painted, move by move.
struct Reel {
    house: Arc<House>,
    wish: AnimationQuery,
    /// The boards, and the squares of the moves that led there.
    frames: Vec<(Board, Vec<String>)>,
    animation: Animation,
    painted: usize,
    /// How much work that was: whoever paints beside others is not slower for that.
    took: Duration,
}

impl Reel {
    fn new(house: Arc<House>, state: &game::State, wish: AnimationQuery) -> Option<Self> {
        let start = (&state.view.body.initial_position, Vec::new());
        let moves = state.moves.iter().map(|played| {
            let squares = [&played.form.from, &played.form.via, &played.form.to];
            (&played.position, squares.into_iter().flatten().cloned().collect())
        });
        let frames = std::iter::once(start).chain(moves).map(|(position, last)| {
            let setup = position::parse(house.variant(), position).ok()?;
            Some((Board::of_setup(house.variant(), &setup), last))
        });
        let frames: Vec<_> = frames.collect::<Option<_>>()?;
        let width = wish.width.unwrap_or(ANIMATION_WIDTH);
        let each = Duration::from_millis(wish.ms.unwrap_or(ANIMATION_MS).into());
        let animation = Animation::new(frames.len(), width, each);
        Some(Reel { house, wish, frames, animation, painted: 0, took: Duration::ZERO })
    }

    fn is_painted(&self) -> bool {
        self.painted == self.frames.len()
    }

    /// How long all of it takes, as far as is known by now.
    fn expected(&self) -> Duration {
        let painted = u32::try_from(self.painted).unwrap_or(u32::MAX).max(1);
        self.took / painted * u32::try_from(self.frames.len()).unwrap_or(u32::MAX)
    }

    /// Paints for one turn.
    fn paint(&mut self) -> Option<()> {
        let worked = Worked::new();
        let info = &self.house.info()?.drawn.info;
        for (board, last) in &self.frames[self.painted..] {
            let scene = Scene {
                info,
                board,
                set: faces(info, self.wish.pieces),
                below: self.wish.below.unwrap_or(Side::First),
                last,
                checked: &[],
                arrows: &[],
                part: None,
                kanji_ranks: self.wish.kanji_ranks,
                zones: &[],
            };
            self.animation.show(&scene.draw()).ok()?;
            self.painted += 1;
            if worked.time() >= ANIMATION_SLICE {
                break;
            }
        }
        self.took += worked.time();
        Some(())
    }
}
