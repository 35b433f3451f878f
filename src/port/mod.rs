//! Devices.

pub mod trace;
