//! `problems mistakes`: the chances that somebody missed in games, as problems.

use std::path::PathBuf;

use clap::Args;

use super::super::play_command::user_archive;
use super::problems_command::StudyFilesArgs;
use super::study_files::{deck_file, keep};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{WorkProgress, stdout_line};
use crate::record::{read_bytes, read_sgf, replay};
use crate::rules::Color;
use crate::study::{missed_chances, read_problems};

/// Games to look through.
#[derive(Debug, Args)]
pub struct MistakesArgs {
    /// Records of your games [default: the latest games of `play`]
    pub games: Vec<PathBuf>,

    /// Your color: black or white [default: the one that the computer did not play, else both]
    #[arg(long)]
    pub color: Option<Color>,

    /// The learner's files
    #[command(flatten)]
    pub files: StudyFilesArgs,
}

/// Games of the archive that are looked through, the latest.
const MAX_LATEST: usize = 20;

fn latest_games() -> Vec<PathBuf> {
    let files = user_archive().map(|archive| archive.files());
    let files = files.unwrap_or_default().into_iter();
    files.take(MAX_LATEST).collect()
}

/// Looks through games and adds to the deck.
///
/// # Errors
/// Records that cannot be read, and a deck that cannot be written.
pub(super) fn run(args: &MistakesArgs) -> Result<Exit, Failure> {
    let deck = deck_file(args.files.deck.as_ref())?;
    let mut text = match deck.exists() {
        true => {
            let bytes = read_bytes(&deck).map_err(|error| Failure::new(Exit::Record, error))?;
            String::from_utf8_lossy(&bytes).into_owned()
        }
        false => String::new(),
    };
    let known = match text.is_empty() {
        true => Vec::new(),
        false => read_problems(text.as_bytes(), "own")
            .map_err(|error| Failure::new(Exit::Record, format!("{}: {error}", deck.display())))?,
    };
    let mut known: Vec<String> = known.into_iter().map(|problem| problem.id).collect();
    let mut added = 0;
    let games = match args.games.is_empty() {
        true => latest_games(),
        false => args.games.clone(),
    };
    for file in &games {
        let refused = |error: &dyn std::fmt::Display| {
            Failure::new(Exit::Record, format!("{}: {error}", file.display()))
        };
        let bytes = read_bytes(file).map_err(|error| Failure::new(Exit::Record, error))?;
        let record = read_sgf(&bytes).map_err(|error| refused(&error))?;
        let game = replay(&record, usize::MAX).map_err(|error| refused(&error))?;
        let is_computer = |color: Color| {
            let name = record.info.players[color].name.as_deref();
            name.is_some_and(|name| name.starts_with("sgmp-go"))
        };
        let colors: Vec<Color> = match args.color {
            Some(color) => vec![color],
            None => Color::BOTH
                .into_iter()
                .filter(|color| !is_computer(*color))
                .collect(),
        };
        let stem = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for color in colors {
            let mut progress = WorkProgress::new("moves", 0, game.move_count() as u64, true);
            let found = missed_chances(&game, color, &stem, |_| {
                progress.step();
                true
            });
            progress.finish();
            for missed in found {
                stdout_line(format_args!("{stem}: {}", missed.sentence));
                if !known.contains(&missed.problem.id) {
                    known.push(missed.problem.id.clone());
                    text += missed.problem.tree().to_string().trim_end();
                    text.push('\n');
                    added += 1;
                }
            }
        }
    }
    if added > 0 {
        keep(&deck, &text)?;
    }
    stdout_line(format_args!(
        "{added} problems added to {}; sgmp-go problems own asks them.",
        deck.display()
    ));
    Ok(Exit::Done)
}
