//! Disks on which any operation may fail, and power that is cut between any two: what was acknowledged is there
//! afterwards, what failed is told, and the next start goes on (TESTING.md, "Faults of the disk").
#![cfg(target_os = "linux")]
#![allow(
    clippy::disallowed_methods,
    reason = "tests of real programs wait for them by the real clock"
)]

#[allow(unused, reason = "no binary of tests uses all of it")]
#[path = "../common/tools.rs"]
mod tools;

#[allow(dead_code, reason = "no binary of tests uses all of them")]
mod common;
mod disk_log;
mod faulty_disk;
mod power_cut;
mod scenes;
mod trials;

mod configuration;
mod duel;
mod event;
mod evolution;
mod learner;
mod local_game;
mod matches;
