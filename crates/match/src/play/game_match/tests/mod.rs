//! A match in virtual time, by topic.

mod adjudication;
mod connection_loss;
mod crash;
mod cycles;
mod fouls;
mod full_protocol;
mod harness;
mod journal_order;
mod memory_sinks;
mod no_game;
mod pauses;
mod properties;
mod resumption;
mod running_clocks;
mod scripted_peer;
mod words_on_pauses;
