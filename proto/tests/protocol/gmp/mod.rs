//! The full Go Modem Protocol: two sessions of ours, and the frames of others, in virtual time.

mod desk;

mod greetings;
mod in_play;
mod losses;
mod next_games;
