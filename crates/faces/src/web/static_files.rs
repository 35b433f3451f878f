//! The files of the page, which lie in the program.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get};

use crate::tutorial::glossary_script;
use sgmp_board::picture::{BoardColors, BoardSizes};

/// A file: its address, its type, its text.
type File = (&'static str, &'static str, &'static str);

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The style, behind the colors of the board in a light and in a dark room.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    let light = BoardColors::WOOD.css_variables();
    let dark = BoardColors::DIM_WOOD.css_variables();
    let style = include_str!("assets/style.css");
    format!(
        ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         :root[data-theme=dark]{{{dark}}}\n{style}"
    )
});

/// The sizes of the board.
static SIZES: LazyLock<String> = LazyLock::new(BoardSizes::script);

/// The words of the game.
static WORDS: LazyLock<String> = LazyLock::new(glossary_script);

/// Every file but the page itself and those that are made of tables: of a board's look, of the words of the game.
const FILES: [File; 21] = [
    (
        "/icon.svg",
        "image/svg+xml",
        include_str!("assets/icon.svg"),
    ),
    ("/app.js", SCRIPT, include_str!("assets/app.js")),
    ("/board.js", SCRIPT, include_str!("assets/board.js")),
    ("/curve.js", SCRIPT, include_str!("assets/curve.js")),
    ("/shared.js", SCRIPT, include_str!("assets/shared.js")),
    ("/start.js", SCRIPT, include_str!("assets/start.js")),
    ("/games.js", SCRIPT, include_str!("assets/games.js")),
    (
        "/record_drop.js",
        SCRIPT,
        include_str!("assets/record_drop.js"),
    ),
    ("/setup.js", SCRIPT, include_str!("assets/setup.js")),
    ("/play.js", SCRIPT, include_str!("assets/play.js")),
    ("/practice.js", SCRIPT, include_str!("assets/practice.js")),
    ("/study.js", SCRIPT, include_str!("assets/study.js")),
    ("/records.js", SCRIPT, include_str!("assets/records.js")),
    ("/review.js", SCRIPT, include_str!("assets/review.js")),
    (
        "/review_draft.js",
        SCRIPT,
        include_str!("assets/review_draft.js"),
    ),
    (
        "/review_panel.js",
        SCRIPT,
        include_str!("assets/review_panel.js"),
    ),
    (
        "/review_remarks.js",
        SCRIPT,
        include_str!("assets/review_remarks.js"),
    ),
    (
        "/review_turns.js",
        SCRIPT,
        include_str!("assets/review_turns.js"),
    ),
    ("/tree.js", SCRIPT, include_str!("assets/tree.js")),
    ("/tutorial.js", SCRIPT, include_str!("assets/tutorial.js")),
    ("/watch.js", SCRIPT, include_str!("assets/watch.js")),
];

/// Addresses of the page: its script shows the view that belongs to the address.
const PAGES: [&str; 9] = [
    "/",
    "/setup",
    "/play/{seat}",
    "/review/{name}",
    "/learn",
    "/learn/{screen}",
    "/learn/game/{number}",
    "/practice",
    "/study/{link}",
];

/// The page of a running match.
const MATCH_PAGE: &str = "/watch";

/// The pages of games and records and their files, with their addresses.
pub(super) fn routes<S: Clone + Send + Sync + 'static>()
-> impl Iterator<Item = (&'static str, MethodRouter<S>)> {
    files_of(&PAGES)
}

/// The page of a running match and its files.
pub(super) fn match_routes<S: Clone + Send + Sync + 'static>()
-> impl Iterator<Item = (&'static str, MethodRouter<S>)> {
    files_of(&[MATCH_PAGE])
}

fn files_of<S: Clone + Send + Sync + 'static>(
    pages: &'static [&'static str],
) -> impl Iterator<Item = (&'static str, MethodRouter<S>)> {
    let page = include_str!("assets/page.html");
    let pages = pages
        .iter()
        .map(move |path| (*path, "text/html; charset=utf-8", page));
    let of_tables: [File; 3] = [
        ("/style.css", "text/css; charset=utf-8", STYLE.as_str()),
        ("/sizes.js", SCRIPT, SIZES.as_str()),
        ("/words.js", SCRIPT, WORDS.as_str()),
    ];
    let all = pages.chain(of_tables).chain(FILES);
    all.map(|(path, kind, text)| {
        let answer = move || async move { ([(header::CONTENT_TYPE, kind)], text).into_response() };
        (path, get(answer))
    })
}
