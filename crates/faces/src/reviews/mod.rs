//! Reviews of a game: what is kept, and the face of it in lines, on a screen and as a page.

pub mod review_draft;
pub mod review_report;
pub mod review_room;
pub mod review_screen;
pub mod review_state;
pub mod review_table;
pub mod review_threads;
mod review_wish_error;
