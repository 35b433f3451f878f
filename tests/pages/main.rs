//! The pages of `sgmp-go serve` in a real browser without a screen: Chromium, driven by chromedriver.
//!
//! `served.rs` needs no browser. With `SGMP_SCREENSHOTS=FOLDER` pictures of the pages are left there.

#![cfg(unix)]
#![allow(
    clippy::disallowed_methods,
    reason = "tests of real programs wait for them by the real clock"
)]

#[path = "../common/tools.rs"]
mod tools;

mod accessibility;
mod asked_meanwhile;
mod browser;
mod game_files;
mod games_by_hand;
mod lessons;
mod one_better_move;
mod one_judgment;
mod own_games;
mod served;
mod start_page;
mod studies;
mod tabs_and_restarts;
mod written_pages;
