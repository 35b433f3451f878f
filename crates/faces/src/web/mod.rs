//! Pages: games, records and matches in a browser.
//!
//! [`game_pages`] and [`match_pages`] are handlers for a server, over a [`Site`] with its games or a
//! [`MatchFeed`] with the news of a match. There is no socket, no thread and no clock here: whoever serves
//! them has a listener and a runtime, does the [`SiteWork`] on threads of its own, and lends its clocks and
//! its chance as a [`Machine`].
//!
//! The page itself lies in `assets/`: plain HTML, style and scripts, which load nothing from anywhere else.
//! Its state comes as server-sent events, and what the reader does goes back as small posts. `access.rs` says
//! who may ask.

mod access;
mod archive_files;
mod curve;
mod game_list;
mod host_machine;
mod igo_games;
mod igo_seat;
mod job_queue;
mod kept_games;
mod link_book;
mod live_updates;
mod match_page;
mod mistake_requests;
mod mistake_shelf;
mod new_game;
mod page_habits;
mod position_advice;
mod position_text;
mod presence;
mod record_additions;
mod record_requests;
mod record_state;
mod request_words;
mod room;
mod room_state;
mod routes;
mod seat_actions;
mod server_page;
mod site;
mod small_answers;
mod static_files;
mod study_requests;
mod study_room;
#[cfg(test)]
mod tests;
mod tutorial_pages;

pub use access::Access;
pub use host_machine::Machine;
pub use job_queue::Jobs;
pub use match_page::{MatchFeed, MatchPage, Now};
pub use page_habits::PageHabits;
pub use routes::{game_pages, match_pages};
pub use site::{Site, SiteWork};
