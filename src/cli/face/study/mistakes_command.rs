//! `problems mistakes`: the chances that somebody missed in games, as problems.

use std::path::{Path, PathBuf};

use clap::Args;

use super::problems_command::StudyFilesArgs;
use crate::cli::exit::Exit;
use crate::cli::records::load_record::read_first_game;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::replay;
use sgmp_board::rules::Color;
use sgmp_faces::local_game::GameArchive;
use sgmp_faces::study::{GameSource, MissedChance, MistakeSearch, persons_colors};
use sgmp_match::console::told_line;
use sgmp_match::console::work_progress::WorkProgress;

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
    let files = GameArchive::of_this_user().map(|archive| archive.files());
    let files = files.unwrap_or_default().into_iter();
    files.take(MAX_LATEST).collect()
}

/// Looks through games and adds to the deck.
///
/// # Errors
/// Records that cannot be read, and a deck that cannot be written.
pub(super) fn run(args: &MistakesArgs) -> Result<Exit, Failure> {
    let learner = args.files.learner()?;
    let games = match args.games.is_empty() {
        true => latest_games(),
        false => args.games.clone(),
    };
    // A deck that is none is told before the games are looked through.
    let mut added = learner.add_mistakes(&[])?;
    for game in &games {
        added += learner.add_mistakes(&missed_in(game, args.color)?)?;
    }
    let file = learner.deck_file().unwrap_or_default();
    let problems = if added == 1 { "problem" } else { "problems" };
    told_line(format_args!(
        "{added} {problems} added to {}.\nThey are asked by \"Solve what was found\" in the list, or by: sgmp-go problems own",
        file.display()
    ));
    Ok(Exit::Done)
}

/// Looks through a game, and tells how many chances it finds.
fn missed_in(file: &Path, color: Option<Color>) -> Result<Vec<MissedChance>, Failure> {
    let record = read_first_game(file)?.1.record;
    let game = replay(&record, usize::MAX)
        .map_err(|error| Failure::new(Blame::Record, format!("{}: {error}", file.display())))?;
    let colors = color.map_or_else(|| persons_colors(&record), |color| vec![color]);
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let mut search = MistakeSearch::new(game, colors, GameSource::new(&stem, &record));
    let mut progress = WorkProgress::new("moves", 0, search.progress().1 as u64, false);
    search.look(usize::MAX, |_| {
        progress.step();
        true
    });
    progress.finish();
    // The moves themselves would give the answers away.
    let found = search.found();
    let chances = if found.len() == 1 {
        "chance"
    } else {
        "chances"
    };
    told_line(format_args!("{stem}: {} {chances} missed", found.len()));
    Ok(found.to_vec())
}
