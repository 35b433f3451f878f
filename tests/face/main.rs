//! A person at this computer: games in sentences and on a screen, pictures of positions, reviews, and the pages to read.

#[path = "../common/tools.rs"]
mod tools;

mod documents;
mod kept_games;
mod learning;
mod pictures;
mod piped;
mod plain_play;
mod reviews;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod screen_match;
#[cfg(unix)]
mod screen_play;
#[cfg(unix)]
mod screen_review;
#[cfg(unix)]
mod screen_settings;
mod start_lines;
mod studies;
