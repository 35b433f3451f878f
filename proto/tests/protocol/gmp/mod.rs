//! The full Go Modem Protocol: two sessions of ours, and the frames of others, in virtual time.

mod harness;

mod gmp_handshake;
mod in_play;
mod losses;
mod new_beginnings;
mod next_games;
