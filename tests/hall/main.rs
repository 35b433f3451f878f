//! Events as a director holds them.

#[cfg(unix)]
mod desk;
#[cfg(unix)]
mod director;
#[cfg(unix)]
mod evening;
#[cfg(unix)]
mod events;
#[cfg(unix)]
mod lines;
#[cfg(unix)]
mod recomputed;
#[cfg(unix)]
#[path = "../common/tools.rs"]
mod tools;
