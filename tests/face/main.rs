//! A person at this computer: games in sentences.

mod plain_play;
