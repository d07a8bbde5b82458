//! A position of a game as a picture, to be shown elsewhere.

use super::App;
use super::error::{ApiError, ErrorBody, Path, Words};
use super::games::game_id;
use crate::address::Address;
use crate::game::PastPosition;
use crate::open_game::Ask;
use crate::rules::House;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use komadai_picture::{PieceSet, Scene};
use komadai_records::json::{Board, Side, Symmetry};
use komadai_records::position;
use komadai_rules::Opening;
use serde::Deserialize;
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
    Diagram,
}

/// How wide a PNG is where nobody says it, and at most.
const WIDTH: u32 = 800;
const WIDTHS: std::ops::RangeInclusive<u32> = 16..=2000;

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
    let house = app.hub.house(&past.definition, &past.settings).await?;
    let turn = app.pictures.wait(Some(address)).await;
    let painted = tokio::task::spawn_blocking(move || {
        // Taken along: the work goes on when nobody waits for it any more.
        let _turn = turn;
        paint(&house, &past, &wish)
    });
    let missing = || ApiError::not_found("this position cannot be drawn");
    let (media_type, bytes) = painted.await.ok().flatten().ok_or_else(missing)?;
    Ok(([(header::CONTENT_TYPE, media_type)], bytes).into_response())
}

fn paint(
    house: &House,
    past: &PastPosition,
    wish: &PictureQuery,
) -> Option<(&'static str, Vec<u8>)> {
    let info = &house.info()?.drawn.info;
    let setup = position::parse(house.variant(), &past.position).ok()?;
    let play = house.game().open(&Opening::Setup(setup)).ok()?;
    let usual = match info.symmetry {
        Some(Symmetry::Mirror) => PieceSet::Western,
        _ => PieceSet::Kanji,
    };
    let set = wish.pieces.map_or(usual, |pieces| match pieces {
        PieceFaces::KanjiTwo => PieceSet::Kanji,
        PieceFaces::KanjiOne => PieceSet::Short,
        PieceFaces::Western => PieceSet::Western,
        PieceFaces::Diagram => PieceSet::Diagram,
    });
    let picture = Scene {
        info,
        board: &Board::of(&play),
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
