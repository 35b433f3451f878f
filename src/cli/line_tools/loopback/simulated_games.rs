//! `loopback --games N`: games of the wire alone, by the thousand, in virtual time.

use indicatif::{ProgressBar, ProgressStyle};

use super::loopback_args::LoopbackArgs;
use super::loopback_player;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::stdout_line;
use sgmp_match::noise::noise_spec::NoiseSpec;
use sgmp_match::noise::{game_kinds, game_tally, report_table};

/// Plays, and prints what became of the games.
///
/// # Errors
/// None that a user could bring about.
pub(super) fn run(
    args: &LoopbackArgs,
    games: u64,
    noise: Option<&NoiseSpec>,
) -> Result<Exit, Failure> {
    let lines = game_kinds::lines(noise).map_err(|error| Failure::new(Blame::Usage, error))?;
    let seed = args.thinking.seed.unwrap_or(loopback_player::SEED);
    let bar = progress_bar(args, games);
    let rows = game_tally::play(&lines, games, seed, &bar);
    bar.finish_and_clear();
    stdout_line(report_table::table(&rows).trim_end());
    let is_clean = rows.iter().all(|row| row.tally.faults.is_empty());
    if is_clean {
        stdout_line(format_args!("PASS {games} games, no faults"));
        Ok(Exit::Done)
    } else {
        Ok(Exit::Check)
    }
}

fn progress_bar(args: &LoopbackArgs, games: u64) -> ProgressBar {
    if args.quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} games  {elapsed_precise}");
    let bar = ProgressBar::new(games);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
