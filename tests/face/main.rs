//! A person at this computer: games in sentences and on a screen.

#[path = "../common/tools.rs"]
mod tools;

mod plain_play;
#[cfg(unix)]
mod screen;
#[cfg(unix)]
mod screen_match;
#[cfg(unix)]
mod screen_play;
