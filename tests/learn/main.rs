//! Games, weights, beliefs and parameters as a user makes them.

#[path = "../common/tools.rs"]
mod tools;

#[cfg(unix)]
mod beliefs;
mod common;
mod evolution;
mod evolution_numbers;
#[cfg(unix)]
mod games;
#[cfg(unix)]
mod labels;
#[cfg(unix)]
mod outputs;
mod patterns;
#[cfg(unix)]
mod playouts;
#[cfg(unix)]
mod trainer;
mod tune;
