//! `gtp`: a server of the Go Text Protocol on standard input and output.
//!
//! `desk` owns the time and listens while the server thinks.

mod desk;

use std::time::Duration;

use clap::Args;

use super::duration::parse_wait;
use super::exit::{Exit, Failure};
use crate::engine::{Method, Resignation, Settings};
use crate::gtp::{Config, Flow, Rules, Server};
use crate::port::wall_clock;
use desk::Desk;

/// A server for controllers of the Go Text Protocol.
#[derive(Debug, Args)]
pub struct GtpArgs {
    /// Think so long for each move [default: as the controller's clock allows, else 2s]
    #[arg(long, value_parser = parse_wait, value_name = "TIME")]
    pub move_time: Option<Duration>,

    /// Think no more than so many playouts a move
    #[arg(long, value_name = "N")]
    pub playouts: Option<u32>,

    /// Seed of the player's chance; each game has the next one [default: from the clock]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Threads that think [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: Option<u16>,

    /// Memory for what is thought: 300M, 2G
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_memory)]
    pub memory: usize,

    /// Rules until the controller names others: japanese (territory), chinese (area, no position
    /// twice)
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Play on however hopeless
    #[arg(long)]
    pub never_resign: bool,
}

/// Serves until `quit` or the end of the input.
///
/// # Errors
/// None today.
pub(super) fn run(args: &GtpArgs) -> Result<Exit, Failure> {
    let mut desk = Desk::open();
    let mut server = Server::new(config(args));
    while let Some(input) = desk.next_line() {
        if server.handle(&input, &mut desk) == Flow::Over || desk.is_closed() {
            break;
        }
    }
    Ok(Exit::Done)
}

fn config(args: &GtpArgs) -> Config {
    let cores = || std::thread::available_parallelism().map_or(1, Into::into);
    let seed = args
        .seed
        .unwrap_or_else(|| wall_clock().timestamp().as_nanosecond() as u64);
    Config {
        engine: Settings {
            method: Method::Tree,
            seed,
            playouts: args.playouts,
            resign: (!args.never_resign).then(Resignation::default),
            threads: args.threads.map_or_else(cores, usize::from),
            memory: args.memory,
            ..Settings::default()
        },
        rules: args.rules,
        move_time: args.move_time,
    }
}

/// Reads a number of bytes: 300M, 2G, 1500k.
fn parse_memory(text: &str) -> Result<usize, String> {
    const LEAST: usize = 1 << 20;
    const MOST: usize = 64 << 30;
    let refusal = || format!("{text:?} is not a size of memory: write 300M or 2G, up to 64G");
    let (digits, unit) = match text.char_indices().next_back() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: usize = digits.parse().map_err(|_| refusal())?;
    number
        .checked_mul(1 << unit)
        .filter(|bytes| (LEAST..=MOST).contains(bytes))
        .ok_or_else(refusal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_memory() {
        assert_eq!(parse_memory("300M"), Ok(300 << 20));
        assert_eq!(parse_memory("2g"), Ok(2 << 30));
        assert_eq!(parse_memory("1048576"), Ok(1 << 20));
        for text in ["", "M", "1k", "65G", "-1M", "99999999999999999999G", "1é"] {
            assert!(parse_memory(text).is_err(), "{text:?}");
        }
    }
}
