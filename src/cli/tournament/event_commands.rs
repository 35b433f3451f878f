//! `tournament plan`, `status`: the director's desk, and what all its commands share.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::event_words::{plan_text, status_text};
use sgmp_hall::tournament::event::{EventEntry, EventState, PresenceEntry, RulingBy};
use sgmp_match::console::TextStream;
use sgmp_match::port::now_rfc3339;

/// An event's file.
#[derive(Debug, Args)]
pub struct EventArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,
}

/// The person who decides, and the reason.
#[derive(Debug, Args)]
pub struct ByArgs {
    /// Who decides
    #[arg(long, value_name = "NAME", default_value = "the director")]
    pub who: String,

    /// Why
    #[arg(long, value_name = "REASON", default_value = "")]
    pub why: String,
}

impl ByArgs {
    /// Nobody decided anything by hand.
    pub(super) const fn nobody() -> Self {
        Self {
            who: String::new(),
            why: String::new(),
        }
    }

    pub(super) fn ruling(&self) -> RulingBy {
        RulingBy {
            who: self.who.clone(),
            why: self.why.clone(),
        }
    }
}

/// Prints rounds, method and duration.
///
/// # Errors
/// A file that is no event.
pub(super) fn plan(args: &EventArgs) -> Result<Exit, Failure> {
    let (_, plan) = EventFolder::new(&args.event).read_plan()?;
    TextStream::Stdout.text(&plan_text(&plan));
    Ok(Exit::Done)
}

/// Prints where an event stands.
///
/// # Errors
/// An event that has not begun.
pub(super) fn status(args: &EventArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let state = folder.begun()?;
    let file = args.event.display().to_string();
    TextStream::Stdout.text(&status_text(&folder, &state, &file));
    Ok(Exit::Done)
}

pub(super) fn presence_entry(player: usize, presence: PresenceEntry, by: RulingBy) -> EventEntry {
    EventEntry::Presence {
        player,
        presence,
        by,
        at: now_rfc3339(),
    }
}

/// The number of a player by its name.
///
/// # Errors
/// A name that nobody has.
pub(super) fn player(state: &EventState, name: &str) -> Result<usize, Failure> {
    state.plan.player(name).ok_or_else(|| {
        let names = state.plan.names().join(", ");
        Failure::new(
            Blame::Usage,
            format!("nobody is called {name:?}; there are {names}"),
        )
    })
}
