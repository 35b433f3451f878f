//! A match in virtual time, by topic.

mod adjudication;
mod clock;
mod crash;
mod cycles;
mod fouls;
mod full_protocol;
mod handshake;
mod harness;
mod journal;
mod line;
mod peer;
mod properties;
mod resume;
mod stores;
