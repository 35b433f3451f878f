//! `tournament import`: players of a list, taken into an event's file.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{read_bytes, write_atomically};
use sgmp_hall::hall::text_files::read_text;
use sgmp_hall::tournament::event::{EventPlan, PlanError};
use sgmp_hall::tournament::lists::{ListedPlayer, add_players, read_players};
use sgmp_match::console::stdout_line;

/// Most players that are taken without their names being said.
const MAX_UNNAMED: usize = 200;

/// Most names that are told of a list.
const MAX_TOLD: usize = 5;

/// Players to take into an event.
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// A CSV with headings (name, rank, rating, club, country, pin, licence), the EGF's rating list, an OpenGotha file, .h9
    /// or .tou
    #[arg(value_name = "LIST")]
    pub list: PathBuf,

    /// Take this player of the list, and those named likewise; a part of the name is enough where it is one player's
    #[arg(long, value_name = "NAME")]
    pub only: Vec<String>,
}

/// Adds the players who are not in the event's file yet; whatever else stands there stays.
///
/// # Errors
/// A list that cannot be read, names that are not in it, a file that would be no event any more.
pub(super) fn run(args: &ImportArgs) -> Result<Exit, Failure> {
    let usage = |what: String| Failure::new(Blame::Usage, what);
    let (event, list) = (args.event.display(), args.list.display());
    if !args.event.exists() {
        let what =
            format!("there is no {event}: begin with sgmp-go tournament new {event} --people");
        return Err(usage(what));
    }
    let text = read_text(&args.event)?;
    let bytes = read_bytes(&args.list).map_err(|error| Failure::new(Blame::Record, error))?;
    let listed = read_players(&bytes);
    let listed = listed.map_err(|error| Failure::new(Blame::Record, format!("{list}: {error}")))?;
    let players = chosen(&listed, &args.only).map_err(usage)?;
    if args.only.is_empty() && players.len() > MAX_UNNAMED {
        let what = format!(
            "{list} has {} players: say who plays, as in --only '{}'",
            players.len(),
            players[0].name
        );
        return Err(usage(what));
    }
    let additions =
        add_players(&text, &players).map_err(|error| usage(format!("{event}: {error}")))?;
    match EventPlan::parse(&additions.text) {
        // One player alone is no event yet, and the next list brings others.
        Ok(_) | Err(PlanError::Players(0 | 1)) => {}
        Err(error) => {
            let what = format!("{event} would be no event with them, and stays as it is: {error}");
            return Err(usage(what));
        }
    }
    if !additions.added.is_empty() {
        write_atomically(&args.event, additions.text.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))?;
    }
    stdout_line(format_args!(
        "{}",
        told("taken into the event's file", &additions.added)
    ));
    if !additions.known.is_empty() {
        stdout_line(format_args!(
            "{}",
            told("there already, and left as they are", &additions.known)
        ));
    }
    Ok(Exit::Done)
}

fn told(what: &str, names: &[String]) -> String {
    let noun = match names.len() {
        1 => "player",
        _ => "players",
    };
    match names {
        [] => format!("no player {what}"),
        names => format!("{} {noun} {what}: {}", names.len(), names.join(", ")),
    }
}

/// The players that are asked for; all where nobody is named.
fn chosen(listed: &[ListedPlayer], names: &[String]) -> Result<Vec<ListedPlayer>, String> {
    if names.is_empty() {
        return Ok(listed.to_vec());
    }
    let one = |name: &String| {
        let wanted = name.trim().to_lowercase();
        let is_it = |player: &&ListedPlayer| player.name.to_lowercase() == wanted;
        let is_like = |player: &&ListedPlayer| player.name.to_lowercase().contains(&wanted);
        let mut found: Vec<_> = listed.iter().filter(is_it).collect();
        if found.is_empty() {
            found = listed.iter().filter(is_like).collect();
        }
        match found.as_slice() {
            [player] => Ok((*player).clone()),
            [] => Err(format!("nobody in the list is called {name:?}")),
            several => {
                let names = several.iter().take(MAX_TOLD).map(|player| {
                    let facts = &player.facts;
                    let told = [facts.country.as_str(), &facts.club, &facts.pin];
                    format!("{} ({})", player.name, told.join(" ").trim())
                });
                let names: Vec<_> = names.collect();
                Err(format!(
                    "{} players of the list are called like {name:?}, among them {}: write more of the name, or take the \
                     player by hand",
                    several.len(),
                    names.join(", ")
                ))
            }
        }
    };
    names.iter().map(one).collect()
}
