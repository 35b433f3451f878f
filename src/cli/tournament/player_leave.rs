//! `tournament withdraw`, `disqualify`: players who leave, and who come back.

use std::path::PathBuf;

use clap::Args;

use super::event_commands::{ByArgs, player, presence_entry};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::publishing::publish;
use sgmp_hall::tournament::event::{EventState, PresenceEntry};
use sgmp_match::console::stdout_line;

/// A player who leaves.
#[derive(Debug, Args)]
pub struct LeaveArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The player
    pub name: String,

    /// It is back again
    #[arg(long)]
    pub back: bool,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// Lets a player go, or come back.
///
/// # Errors
/// A name that nobody has.
pub(super) fn withdraw(args: &LeaveArgs) -> Result<Exit, Failure> {
    let presence = if args.back {
        PresenceEntry::Back
    } else {
        PresenceEntry::Withdrawn
    };
    leave(args, presence)
}

/// Disqualifies a player: its game is over, and its later games are lost.
///
/// # Errors
/// A name that nobody has.
pub(super) fn disqualify(args: &LeaveArgs) -> Result<Exit, Failure> {
    if args.back || args.by.why.is_empty() {
        let what = "a disqualification needs --why REASON, and stays";
        return Err(Failure::new(Blame::Usage, what));
    }
    leave(args, PresenceEntry::Disqualified)
}

fn leave(args: &LeaveArgs, presence: PresenceEntry) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    folder.open()?;
    let state = folder.append(|state| {
        let player = player(state, &args.name)?;
        check_news(state, player, presence)?;
        Ok(presence_entry(player, presence, args.by.ruling()))
    })?;
    publish(&folder, &state)?;
    if let Some(note) = state.notes.last() {
        stdout_line(note);
    }
    Ok(Exit::Done)
}

/// Refuses a change that changes nothing: it would be noted twice.
fn check_news(state: &EventState, player: usize, presence: PresenceEntry) -> Result<(), Failure> {
    let name = &state.plan.players[player].name;
    let before = &state.presence[player];
    let what = match presence {
        PresenceEntry::Withdrawn | PresenceEntry::Disqualified if before.disqualified => {
            "is disqualified already"
        }
        PresenceEntry::Withdrawn if before.withdrawn => "has withdrawn already",
        PresenceEntry::Back if before.disqualified => "is disqualified, and stays so",
        PresenceEntry::Back if !before.withdrawn => "has not withdrawn",
        _ => return Ok(()),
    };
    Err(Failure::new(Blame::Usage, format!("{name} {what}")))
}
