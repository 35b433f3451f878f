//! Events as a director holds them.

#[cfg(unix)]
mod events;
#[cfg(unix)]
#[path = "../common/tools.rs"]
mod tools;
