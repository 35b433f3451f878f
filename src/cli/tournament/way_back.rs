//! `tournament unpair`, `swap`: a round that was paired is taken back or changed by hand.

use std::path::PathBuf;

use clap::Args;

use super::event_commands::{ByArgs, player};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::event_words::pairing_text;
use sgmp_hall::hall::publishing::publish;
use sgmp_hall::tournament::event::EventEntry;
use sgmp_match::console::{TextStream, stdout_line};
use sgmp_match::port::now_rfc3339;

/// A round to take back.
#[derive(Debug, Args)]
pub struct UnpairArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// Two players to exchange.
#[derive(Debug, Args)]
pub struct SwapArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// A player of the round that is paired
    pub one: String,

    /// Another: they change places; two who meet change colors
    pub other: String,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// Takes the last round back. Who was absent in it is asked anew.
///
/// # Errors
/// A round of which something was or is being played, no reason.
pub(super) fn unpair(args: &UnpairArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let round = last_round(&folder, &args.by)?;
    let state = folder.append(|_| {
        Ok(EventEntry::RoundUnpaired {
            round,
            by: args.by.ruling(),
            at: now_rfc3339(),
        })
    })?;
    publish(&folder, &state)?;
    stdout_line(format_args!(
        "Round {round} is not paired any more: sgmp-go tournament pair {} pairs it anew",
        args.event.display()
    ));
    Ok(Exit::Done)
}

/// Exchanges two players of the last round, or the colors of two who meet.
///
/// # Errors
/// As [`unpair`], and names that nobody in the round has.
pub(super) fn swap(args: &SwapArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let round = last_round(&folder, &args.by)?;
    let state = folder.append(|state| {
        let (one, other) = (player(state, &args.one)?, player(state, &args.other)?);
        let paired = state.swapped(one, other);
        Ok(EventEntry::RoundRepaired {
            round,
            paired: paired.map_err(|why| Failure::new(Blame::Usage, why))?,
            by: args.by.ruling(),
            at: now_rfc3339(),
        })
    })?;
    publish(&folder, &state)?;
    TextStream::Stdout.text(&pairing_text(&state, round));
    Ok(Exit::Done)
}

/// The last round that is paired, where nobody plays it and a reason is given.
fn last_round(folder: &EventFolder, by: &ByArgs) -> Result<u32, Failure> {
    let usage = |what: String| Failure::new(Blame::Usage, what);
    let state = folder.begun()?;
    let round = state.rounds.len() as u32;
    if round == 0 {
        return Err(usage("no round is paired yet".to_owned()));
    }
    if by.why.is_empty() {
        let what = "--why REASON says why: it stands in the report";
        return Err(usage(what.to_owned()));
    }
    if let Err(failure) = folder.lock_games() {
        // A folder that cannot be written is told as one.
        if failure.blame != Blame::Usage {
            return Err(failure);
        }
        let what = "sgmp-go tournament run is at work on the event: stop it with Ctrl-C, do this, and run again";
        return Err(usage(what.to_owned()));
    }
    if let Some((_, board)) = folder.entered_game(&state).filter(|(at, _)| *at == round) {
        return Err(usage(format!(
            "round {round}, board {board} is being played: end that first, or enter its result"
        )));
    }
    Ok(round)
}
