//! Ports with real programs, cables and pseudo terminals at their other end.

#[cfg(unix)]
#[path = "../common/tools.rs"]
mod tools;

#[cfg(target_os = "linux")]
mod alone;
#[cfg(unix)]
mod connections;
#[cfg(target_os = "linux")]
mod flat;
#[cfg(target_os = "linux")]
mod leaks;
#[cfg(unix)]
mod serial;
