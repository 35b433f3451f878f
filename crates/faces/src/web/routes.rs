//! Addresses and what answers at them.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use axum::{Json, Router};

use super::access::{Access, RequestError, guard};
use super::live_updates::live_updates;
use super::match_page::MatchFeed;
use super::page_habits::PageHabits;
use super::site::Site;
use super::{
    archive_files, game_list, igo_games, kept_games, mistake_requests, new_game, page_habits,
    record_requests, seat_actions, static_files, study_requests, tutorial_pages,
};

/// Bytes of a request's body.
const MAX_BODY: usize = 16 << 10;
/// Bytes of a record that is sent.
const MAX_RECORD: usize = 1 << 20;

/// The pages of games and records.
pub fn game_pages(site: Site) -> Router {
    let records = Router::new()
        .route("/api/record", post(record_requests::show_sent))
        .route(
            "/api/study/guess/sent",
            post(study_requests::open_sent_guess),
        )
        .route("/api/record/ask", post(record_requests::ask_sent))
        .route("/api/record/again", post(study_requests::try_again))
        .route("/api/record/curve", post(record_requests::curve_sent))
        .route("/api/record/written", post(record_requests::write_sent))
        .route(
            "/api/archive/{name}/draft",
            post(record_requests::keep_draft).delete(record_requests::drop_draft),
        )
        .route("/api/record/kept", post(record_requests::keep_sent))
        .layer(DefaultBodyLimit::max(MAX_RECORD));
    let games = Router::new()
        .route(
            "/api/games",
            get(game_list::list_games).post(new_game::open_game),
        )
        .route("/api/seat/{link}/events", get(seat_actions::events))
        .route("/api/seat/{link}", get(seat_actions::state))
        .route("/api/seat/{link}/again", post(new_game::play_again))
        .route("/api/seat/{link}/curve", get(seat_actions::curve))
        .route(
            "/api/seat/{link}/after/{moves}",
            get(seat_actions::look_back),
        )
        .route("/api/seat/{link}/ask", post(seat_actions::ask))
        .route("/api/seat/{link}/{what}", post(seat_actions::act))
        .route("/api/archive/{name}", get(record_requests::show_archived))
        .route("/api/tutorial", get(tutorial_pages::contents))
        .route(
            "/api/tutorial/{name}",
            get(tutorial_pages::show).post(tutorial_pages::answer),
        )
        .route("/api/tutorial/game/{number}", get(tutorial_pages::game))
        .route(
            "/api/archive/{name}/curve",
            get(record_requests::curve_archived),
        )
        .route("/api/archive/{name}/resume", post(kept_games::resume))
        .route("/api/archive/{name}/file", get(archive_files::download))
        .route("/api/archive/{name}/delete", post(archive_files::delete))
        .route("/api/archive/{name}/restore", post(archive_files::restore))
        .layer(DefaultBodyLimit::max(MAX_BODY));
    let studies = Router::new()
        .route("/habits.js", get(page_habits::habits))
        .route("/api/practice", get(study_requests::practice))
        .route("/api/igo", post(igo_games::open_igo))
        .route("/api/study/problems", post(study_requests::open_problems))
        .route("/api/study/guess", post(study_requests::open_guess))
        .route("/api/study/mistakes", post(mistake_requests::find_mistakes))
        .route("/api/study/joseki", post(study_requests::open_joseki))
        .route("/api/study/{link}", get(study_requests::show))
        .route("/api/study/{link}/{what}", post(study_requests::act))
        .layer(DefaultBodyLimit::max(MAX_BODY));
    let mut router = games.merge(records).merge(studies);
    for (path, files) in static_files::routes() {
        router = router.route(path, files);
    }
    let access = site.access.clone();
    guarded(router.with_state(site), access)
}

/// The page of a running match, for spectators: nothing can be done there but look.
pub fn match_pages(feed: MatchFeed, access: Access) -> Router {
    let mut router = Router::new()
        .route("/", get(|| async { Redirect::to("/watch") }))
        .route(
            "/habits.js",
            get(|| async { page_habits::script_answer(PageHabits::default()) }),
        )
        .route("/api/watch", get(watch_state))
        .route("/api/watch/events", get(watch_events));
    for (path, files) in static_files::match_routes() {
        router = router.route(path, files);
    }
    guarded(router.with_state(feed), access)
}

async fn watch_state(State(feed): State<MatchFeed>) -> impl IntoResponse {
    Json(feed.state())
}

async fn watch_events(State(feed): State<MatchFeed>) -> impl IntoResponse {
    live_updates(feed.states())
}

fn guarded(router: Router, access: Access) -> Router {
    let nothing = || async { RequestError::not_found("there is nothing at this address") };
    let method = || async {
        let why = "this address is asked another way";
        RequestError::new(StatusCode::METHOD_NOT_ALLOWED, why)
    };
    router
        .fallback(nothing)
        .method_not_allowed_fallback(method)
        .layer(from_fn_with_state(access, guard))
}
