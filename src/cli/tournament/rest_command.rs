//! `tournament rest`: rests by hand between two games, and what is longer than the event allows.

use std::path::PathBuf;

use clap::Args;

use super::event_commands::{ByArgs, player, presence_entry};
use super::round_pairing::clock_minutes;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::publishing::publish;
use sgmp_hall::tournament::event::{EventState, GameState, PresenceEntry, RulingBy, time_text};
use sgmp_match::console::stdout_line;

/// A rest that a player took.
#[derive(Debug, Args)]
pub struct RestArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The player
    pub name: String,

    /// Minutes from its last game to its return
    pub minutes: u32,

    /// Who decides, and why
    #[command(flatten)]
    pub by: ByArgs,
}

/// Keeps a rest: what is longer than the event's goes off the player's clock in its next game.
///
/// # Errors
/// A name that nobody has, a game that has begun.
pub(super) fn run(args: &RestArgs) -> Result<Exit, Failure> {
    let folder = EventFolder::new(&args.event);
    let state = folder.open()?;
    let allowed = state.plan.rest;
    let over = args
        .minutes
        .saturating_sub((allowed.as_secs() / 60).try_into().unwrap_or(u32::MAX));
    if over == 0 {
        player(&state, &args.name)?;
        stdout_line(format_args!(
            "{}: {} minutes are within the event's rest of {}; nothing goes off its clock",
            args.name,
            args.minutes,
            time_text(allowed)
        ));
        return Ok(Exit::Done);
    }
    let state = folder.append(|state| {
        let player = player(state, &args.name)?;
        let round = next_round(state, player, &args.event.display().to_string())?;
        let minutes = clock_minutes(state, player, round, over)?;
        let rest = format!(
            "a rest of {} minutes where {} are allowed",
            args.minutes,
            time_text(allowed)
        );
        let by = RulingBy {
            who: args.by.who.clone(),
            why: match args.by.why.as_str() {
                "" => rest,
                why => format!("{rest}: {why}"),
            },
        };
        Ok(presence_entry(
            player,
            PresenceEntry::Late { round, minutes },
            by,
        ))
    })?;
    publish(&folder, &state)?;
    if let Some(note) = state.notes.last() {
        stdout_line(note);
    }
    Ok(Exit::Done)
}

/// The round of a player's next game: that which is paired and has not begun, or the one after it.
fn next_round(state: &EventState, player: usize, file: &str) -> Result<u32, Failure> {
    let mut games = state.games().filter(|(_, _, game)| {
        game.is_open() && (game.pair.black == player || game.pair.white == player)
    });
    match games.next() {
        None => Ok(state.rounds.len() as u32 + 1),
        Some((round, _, game)) if game.state == GameState::Waiting => Ok(round),
        Some((round, board, _)) => Err(Failure::new(
            Blame::Usage,
            format!(
                "its game has begun, and its clock stays: the judge decides over it by sgmp-go tournament result {file} \
                 {round} {board} RESULT --why REASON"
            ),
        )),
    }
}
