//! Events as a director holds them.

#[cfg(unix)]
mod events;
