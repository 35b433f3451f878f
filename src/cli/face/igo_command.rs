//! `igo`: games of a learner against the computer on a ladder of named levels, with an honest rank.

use std::fs;
use std::path::Path;

use clap::Args;
use sgmp_proto::Instant;

use super::play_args::PlayArgs;
use super::play_command::{TableOffer, sit_down};
use crate::cli::exit::Exit;
use crate::cli::values::argument_error::ArgumentError;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::habit_args::HabitArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::BoardSize;
use sgmp_faces::igo::{IgoLevel, IgoSeries};
use sgmp_faces::local_game::{FOLDER_VARIABLES, LocalGame, LocalTerms, Phase};
use sgmp_faces::study::LearnerFiles;
use sgmp_faces::tables::game_room::{GameSeries, today};
use sgmp_match::console::told_line;
use sgmp_match::port::wall_clock;

/// A game of Igo.
#[derive(Clone, Debug, Default, Args)]
pub struct IgoArgs {
    /// Lines of the board: 9, 13 or 19; each has a ladder and a rank of its own [default: 9]
    #[arg(long, value_parser = parse_board, value_name = "LINES")]
    pub size: Option<BoardSize>,

    /// Begin at this level: beginner, novice, player or expert [default: where your results have led]
    #[arg(long, value_name = "LEVEL")]
    pub level: Option<IgoLevel>,

    /// Tell your level and your rank instead of playing
    #[arg(long, conflicts_with = "level")]
    pub rank: bool,

    /// Ring the terminal's bell when stones come into atari (it is told in words too)
    #[arg(long)]
    pub bell: bool,

    /// Ask for each move twice on the screen: Enter, and Enter again
    #[arg(long)]
    pub confirm: bool,

    /// Habits
    #[command(flatten)]
    pub habits: HabitArgs,

    /// Draw boards with ASCII alone, whatever the terminal can show
    #[arg(long)]
    pub ascii: bool,
}

fn parse_board(text: &str) -> Result<BoardSize, ArgumentError> {
    let size = parse_size(text)?;
    match IgoSeries::BOARDS.contains(&size.lines()) {
        true => Ok(size),
        false => Err(ArgumentError::IgoBoard),
    }
}

/// Plays games until the learner leaves, or tells the rank.
///
/// # Errors
/// No folder for the results, or one that cannot be written.
pub(crate) fn run(args: &IgoArgs, is_plain: bool) -> Result<Exit, Failure> {
    let size = args.size.unwrap_or_else(|| {
        BoardSize::new(IgoSeries::BOARDS[0])
            .unwrap_or_else(|| unreachable!("nine lines are a board"))
    });
    let folder = LearnerFiles::user_folder().ok_or_else(|| {
        let why = format!("no folder for your results: {FOLDER_VARIABLES}");
        Failure::new(Blame::Usage, why)
    })?;
    let learner = LearnerFiles::new(Some(folder));
    let mut table = TableSeries {
        series: IgoSeries::new(learner.igo_log(), size),
        learner,
    };
    let series = &mut table.series;
    if args.rank {
        told_line(series.standing());
        return Ok(Exit::Done);
    }
    let mut resumed = None;
    match args.level {
        Some(level) => series.begin_at(level),
        None => resumed = series.unfinished(Instant::ZERO),
    }
    let (game, record) = match resumed {
        Some((game, record)) => (game, Some(record)),
        None => {
            let game = LocalGame::new(table.terms(), Instant::ZERO);
            (
                game.map_err(|error| Failure::new(Blame::Usage, error))?,
                None,
            )
        }
    };
    let offer = TableOffer {
        game,
        record,
        series: Some(Box::new(table)),
    };
    let look = PlayArgs {
        bell: args.bell,
        confirm: args.confirm,
        habits: args.habits,
        ascii: args.ascii,
        ..PlayArgs::usual()
    };
    sit_down(&look, offer, is_plain)
}

/// The series of a game without a result that was begun in one, by the file of its record.
pub(super) fn igo_series_of(record: &Path) -> Option<Box<dyn GameSeries>> {
    let learner = LearnerFiles::new(Some(LearnerFiles::user_folder()?));
    let series = IgoSeries::of_game(learner.igo_log(), &logged_name(record))?;
    Some(Box::new(TableSeries { series, learner }))
}

/// The name of a record in the file of results.
fn logged_name(record: &Path) -> String {
    let path = fs::canonicalize(record).unwrap_or_else(|_| record.to_owned());
    path.to_string_lossy().into_owned()
}

/// The series at a table, and the files of the learner.
struct TableSeries {
    series: IgoSeries,
    learner: LearnerFiles,
}

impl TableSeries {
    fn terms(&self) -> LocalTerms {
        let seed = wall_clock().timestamp().as_nanosecond() as u64;
        self.series.terms(seed, today())
    }
}

impl GameSeries for TableSeries {
    fn title(&self) -> String {
        self.series.title()
    }

    fn note(
        &mut self,
        game: &LocalGame,
        record: &Path,
        is_helped: bool,
    ) -> Result<Option<String>, Failure> {
        // Another program may have noted its games meanwhile.
        self.series.take_log(self.learner.igo_log());
        if self.series.note(game, logged_name(record), is_helped) {
            self.learner.keep_igo(self.series.log())?;
        }
        let is_over = matches!(game.phase(), Phase::Over(_));
        Ok(is_over.then(|| self.series.standing()))
    }

    fn next_terms(&mut self) -> LocalTerms {
        self.series.take_log(self.learner.igo_log());
        self.series.climb();
        self.terms()
    }
}
