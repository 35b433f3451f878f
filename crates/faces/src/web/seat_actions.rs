//! Requests of a player's page: its state, moves, advice, talk.

use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::watch;

use super::access::RequestError;
use super::curve::{CurvePart, CurveWish, judge_part, known_figures};
use super::kept_games;
use super::live_updates::live_updates;
use super::position_advice::{Advice, AdviceQuestion, advise};
use super::position_text::Position;
use super::request_words::{JsonBody, QueryWords};
use super::room::{Players, Room, RoomHost};
use super::room_state::PageState;
use super::site::{Chair, Site};
use super::small_answers::{Done, shown_name};
use crate::local_game::{GameWish, LocalGame, Phase};
use sgmp_board::rules::{Color, Game, Move, Point};

/// Time for which a move is seen in a game that the computer plays against itself.
const MOVE_INTERVAL: Duration = Duration::from_millis(600);

/// Time between two signs that a page with live states is still there.
const SIGN_INTERVAL: Duration = Duration::from_secs(30);

/// Something to do, on the position that the page shows.
#[derive(Debug, Deserialize)]
pub(super) struct SeatWish {
    /// Number of the moves that it shows.
    moves: usize,
    /// The name of a point; empty where the wish is about none.
    #[serde(default)]
    point: String,
    /// Words to the other player.
    #[serde(default)]
    text: String,
}

/// A question about the position.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    what: AdviceQuestion,
}

/// A page's state now, for one that asks from time to time.
pub(super) async fn state(
    State(site): State<Site>,
    Path(link): Path<String>,
) -> Result<Json<PageState>, RequestError> {
    let Chair { room, color } = kept_games::chair(&site, &link)?;
    room.tick(&site.host);
    room.come(&site.host, color);
    room.wake(&site.host);
    let now = site.host.machine.now();
    Ok(Json(room.lock().page_state(color, &site.access, now)))
}

/// Live states of a page.
pub(super) async fn events(
    State(site): State<Site>,
    Path(link): Path<String>,
) -> Result<impl IntoResponse, RequestError> {
    let Chair { room, color } = kept_games::chair(&site, &link)?;
    room.come(&site.host, color);
    let plays_itself = room.lock().game.plays_itself();
    if !plays_itself {
        room.wake(&site.host);
    }
    let changes = room.changes();
    let room = Arc::downgrade(&room);
    let states = unfold(
        (changes, room, false),
        move |(mut changes, room, is_seen)| {
            let site = site.clone();
            async move {
                if plays_itself && is_seen {
                    tokio::time::sleep(MOVE_INTERVAL).await;
                    room.upgrade()?.wake(&site.host);
                }
                next_change(&mut changes, &room, &site.host, color).await?;
                changes.mark_unchanged();
                let now = site.host.machine.now();
                let state = Room::lock(&*room.upgrade()?).page_state(color, &site.access, now);
                Some((state, (changes, room, true)))
            }
        },
    );
    Ok(live_updates(states))
}

/// Waits until a game changes, if only by a flag that falls or a person who goes; `None` once its link is gone, which
/// may be before its pages are.
async fn next_change(
    changes: &mut watch::Receiver<u64>,
    room: &Weak<Room>,
    host: &RoomHost,
    color: Color,
) -> Option<()> {
    loop {
        let news = room.upgrade()?.time_to_news(host);
        let wait = news.map_or(SIGN_INTERVAL, |time| time.min(SIGN_INTERVAL));
        match tokio::time::timeout(wait, changes.changed()).await {
            Ok(changed) => return changed.ok(),
            Err(_) => {
                let room = room.upgrade()?;
                room.tick(host);
                room.come(host, color);
            }
        }
    }
}

/// The position after so many moves of a running game, to look back at.
pub(super) async fn look_back(
    State(site): State<Site>,
    Path((link, moves)): Path<(String, usize)>,
) -> Result<impl IntoResponse, RequestError> {
    let Chair { room, .. } = kept_games::chair(&site, &link)?;
    let state = room.lock();
    let earlier = state.game.game().after(moves);
    let earlier = earlier.ok_or_else(|| RequestError::bad("the game has fewer moves"))?;
    Ok(Json(Position::new(&earlier, moves, earlier.last_move())))
}

/// Does something to a game.
pub(super) async fn act(
    State(site): State<Site>,
    Path((link, what)): Path<(String, String)>,
    JsonBody(wish): JsonBody<SeatWish>,
) -> Result<Json<Done>, RequestError> {
    let chair = kept_games::chair(&site, &link)?;
    let Chair { room, color } = &chair;
    if ["talk", "name", "leave"].contains(&&*what) {
        if room.lock().players == Players::Two {
            match &*what {
                "talk" => room.say(*color, &wish.text),
                "name" => room.rename(&site.host, *color, &shown_name(&wish.text)),
                _ => room.leave(*color),
            }
        }
        return Ok(Json(Done {}));
    }
    room.come(&site.host, *color);
    if what == "agree" {
        let agreed = room.agree(&site.host, *color);
        return match agreed {
            Ok(()) => Ok(Json(Done {})),
            Err(refusal) => Err(RequestError::conflict(refusal.to_string())),
        };
    }
    let action = wish_of(&what, &wish)?;
    let players = room.lock().players;
    let has_one_page = players != Players::Two;
    if action == GameWish::TakeBack {
        help(room)?;
    }
    let changed = room.change(&site.host, |game, now| {
        let color = players.speaker(*color, game);
        check(game, action, color, has_one_page, wish.moves)?;
        game.grant(action, now)
            .map_err(|refusal| RequestError::conflict(refusal.to_string()))
    });
    changed.map(|()| Json(Done {}))
}

/// The wish that a request names.
fn wish_of(what: &str, wish: &SeatWish) -> Result<GameWish, RequestError> {
    let point = || {
        let shown: String = wish.point.chars().take(8).collect();
        let why = || RequestError::bad(format!("{shown:?} is no point: type one such as E5"));
        Point::parse(wish.point.trim()).ok_or_else(why)
    };
    Ok(match what {
        "move" => GameWish::Move(Move::Play(point()?)),
        "pass" => GameWish::Move(Move::Pass),
        "undo" => GameWish::TakeBack,
        "resign" => GameWish::Resign,
        "dead" => GameWish::ToggleDead(point()?),
        "resume" => GameWish::PlayOn,
        _ => return Err(RequestError::not_found("there is nothing of this name")),
    })
}

/// Refuses what is meant for another position, and what is not for this player to do.
fn check(
    game: &LocalGame,
    action: GameWish,
    color: Color,
    has_one_page: bool,
    moves: usize,
) -> Result<(), RequestError> {
    if moves != game.game().move_count() {
        let why = "the position has changed meanwhile: look again";
        return Err(RequestError::conflict(why));
    }
    let is_yours = game.turn() == color;
    let is_playing = *game.phase() == Phase::Playing;
    let last = game.game().last_move().map(|(mover, _)| mover);
    let why = match action {
        GameWish::Move(_) if is_playing && !is_yours => "it is not your turn",
        GameWish::Resign if is_playing && !has_one_page && !is_yours => {
            "it is not your turn: resign when it is"
        }
        GameWish::TakeBack if !is_playing => "the game is not in play",
        GameWish::TakeBack if !has_one_page && last != Some(color) => {
            "only your own last move can be taken back, before it is answered"
        }
        _ => return Ok(()),
    };
    Err(RequestError::conflict(why))
}

/// A game that its player may be told of, up to the move that a question is about: two pages get no help in theirs.
fn helped_game(
    site: &Site,
    link: &str,
    question: Option<AdviceQuestion>,
) -> Result<Game, RequestError> {
    let Chair { room, .. } = kept_games::chair(site, link)?;
    let state = room.lock();
    if state.players == Players::Two {
        let why = "in a game of two pages the computer helps nobody";
        return Err(RequestError::conflict(why));
    }
    if question != Some(AdviceQuestion::WhyNot) {
        return Ok(state.game.game().clone());
    }
    let theirs = state.game.up_to_persons_move();
    theirs.ok_or_else(|| RequestError::conflict("you have not moved yet"))
}

/// Notes that the player is helped; in a game of Igo what that costs is told first.
fn help(room: &Room) -> Result<(), RequestError> {
    let mut state = room.lock();
    let is_over = matches!(state.game.phase(), Phase::Over(_));
    match &mut state.igo {
        Some(igo) if !is_over => igo.help().map_err(RequestError::conflict),
        _ => Ok(()),
    }
}

/// Answers a question about the position.
pub(super) async fn ask(
    State(site): State<Site>,
    Path(link): Path<String>,
    JsonBody(asked): JsonBody<Asked>,
) -> Result<Json<Advice>, RequestError> {
    let game = helped_game(&site, &link, Some(asked.what))?;
    if matches!(asked.what, AdviceQuestion::Hint | AdviceQuestion::Try) {
        help(&kept_games::chair(&site, &link)?.room)?;
    }
    let figures = known_figures(&site, game.clone(), &game);
    advise(&site.teachers, (game, figures), asked.what)
        .await
        .map(Json)
}

/// A part of the curve of a game in play.
pub(super) async fn curve(
    State(site): State<Site>,
    Path(link): Path<String>,
    QueryWords(wish): QueryWords<CurveWish>,
) -> Result<Json<CurvePart>, RequestError> {
    let game = helped_game(&site, &link, None)?;
    judge_part(&site, game, wish.from).await.map(Json)
}
