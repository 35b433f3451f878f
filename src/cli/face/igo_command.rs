//! `igo`: games of a learner against the computer on a ladder of named levels, with an honest rank.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use sgmp_proto::Instant;

use super::game_room::{GameSeries, today};
use super::play_args::PlayArgs;
use super::play_command::{TableOffer, sit_down};
use super::tutorial_command::{user_folder, write_user_file};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::stdout_line;
use crate::cli::values::board_args::parse_size;
use crate::engine::Level;
use crate::play::igo::{IgoGame, IgoLevel, IgoLog, IgoRank, IgoResult, Rung};
use crate::play::local_game::{LocalEnd, LocalGame, LocalHandicap, LocalTerms, Phase, Seat};
use crate::port::wall_clock;
use crate::record::{GameResult, read_bytes, read_sgf};
use crate::rules::{BoardSize, ByColor, Color, Handicap};

/// The file of the results, beside the archive of games.
const LOG_FILE: &str = "igo.txt";
/// Lines of the boards on which there is a ladder.
const BOARDS: [u8; 3] = [9, 13, 19];

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

    /// Draw boards with ASCII alone, whatever the terminal can show
    #[arg(long)]
    pub ascii: bool,
}

fn parse_board(text: &str) -> Result<BoardSize, String> {
    let size = parse_size(text)?;
    match BOARDS.contains(&size.lines()) {
        true => Ok(size),
        false => Err("the boards of Igo have 9, 13 or 19 lines".to_owned()),
    }
}

/// Plays games until the learner leaves, or tells the rank.
///
/// # Errors
/// No folder for the results, or one that cannot be written.
pub(crate) fn run(args: &IgoArgs, is_plain: bool) -> Result<Exit, Failure> {
    let size = args.size.unwrap_or_else(|| {
        BoardSize::new(BOARDS[0]).unwrap_or_else(|| unreachable!("nine lines are a board"))
    });
    let file = user_folder().map(|folder| folder.join(LOG_FILE));
    let file = file.ok_or_else(|| {
        let why = "no folder for your results: neither XDG_DATA_HOME nor HOME is set";
        Failure::new(Exit::Usage, why)
    })?;
    let log = IgoLog::from_text(&fs::read_to_string(&file).unwrap_or_default());
    let mut series = IgoSeries {
        rung: log.next_rung(size),
        log,
        size,
        file,
    };
    if args.rank {
        stdout_line(series.standing());
        return Ok(Exit::Done);
    }
    let mut resumed = None;
    match args.level {
        Some(level) => series.rung = Rung::first_of(level, size),
        None => resumed = series.unfinished(),
    }
    let (game, record) = match resumed {
        Some((game, record)) => (game, Some(record)),
        None => {
            let game = LocalGame::new(series.terms(), Instant::ZERO);
            (
                game.map_err(|error| Failure::new(Exit::Usage, error))?,
                None,
            )
        }
    };
    let offer = TableOffer {
        game,
        record,
        series: Some(Box::new(series)),
        resume_words: "sgmp-go igo",
    };
    let table = PlayArgs {
        bell: args.bell,
        ascii: args.ascii,
        ..PlayArgs::usual()
    };
    sit_down(&table, offer, is_plain)
}

/// The learner's games on a board.
struct IgoSeries {
    log: IgoLog,
    size: BoardSize,
    /// The rung of the game that is played, or of the next one.
    rung: Rung,
    file: PathBuf,
}

impl IgoSeries {
    /// The terms of a game on the rung: the learner has Black.
    fn terms(&self) -> LocalTerms {
        let stones = u16::from(self.rung.handicap.max(1));
        let handicap = Handicap::new(stones).unwrap_or(Handicap::EVEN);
        let handicap = LocalHandicap::Fixed(handicap);
        let level = Level::new(self.rung.level.engine_level()).unwrap_or(Level::MAX);
        LocalTerms {
            komi: LocalTerms::usual_komi(handicap),
            handicap,
            seed: wall_clock().timestamp().as_nanosecond() as u64,
            date: today(),
            ..LocalTerms::new(self.size, ByColor::new(Seat::Person, Seat::Engine(level)))
        }
    }

    /// The last game, if it has no result and its record is still there.
    fn unfinished(&mut self) -> Option<(LocalGame, PathBuf)> {
        let open = self.log.unfinished_on(self.size)?.clone();
        let path = PathBuf::from(&open.file);
        let record = read_sgf(&read_bytes(&path).ok()?).ok()?;
        let game = LocalGame::from_record(&record, Instant::ZERO).ok()?;
        if matches!(game.phase(), Phase::Over(_)) {
            return None;
        }
        self.rung = open.rung;
        Some((game, path))
    }

    /// The level and the rank in words.
    fn standing(&self) -> String {
        let next = self.log.next_rung(self.size);
        let rank = IgoRank::from_log(&self.log, self.size).map_or_else(
            || "Nothing is known of your rank before the first game without help.".to_owned(),
            |rank| rank.to_string(),
        );
        format!("Your next game on {}: {next}. {rank}", self.size)
    }
}

impl GameSeries for IgoSeries {
    fn title(&self) -> String {
        format!("Igo on {}: {}.", self.size, self.rung)
    }

    fn note(
        &mut self,
        game: &LocalGame,
        record: &Path,
        is_helped: bool,
    ) -> Result<Option<String>, Failure> {
        let path = fs::canonicalize(record).unwrap_or_else(|_| record.to_owned());
        let file = path.to_string_lossy().into_owned();
        let result = match game.phase() {
            Phase::Over(end) => result_of(end),
            Phase::Playing | Phase::Counting(_) => IgoResult::Begun,
        };
        let known = self
            .log
            .games_on(self.size)
            .find(|known| known.file == file);
        let noted = IgoGame {
            result,
            size: self.size,
            rung: self.rung,
            is_helped: is_helped || known.is_some_and(|known| known.is_helped),
            file,
        };
        if known != Some(&noted) {
            self.log.note(noted);
            write_user_file(&self.file, &self.log.to_text())?;
        }
        Ok((result != IgoResult::Begun).then(|| self.standing()))
    }

    fn next_terms(&mut self) -> LocalTerms {
        self.rung = self.log.next_rung(self.size);
        self.terms()
    }
}

fn result_of(end: &LocalEnd) -> IgoResult {
    match end.result {
        GameResult::Score { winner, .. }
        | GameResult::Resignation { winner }
        | GameResult::Time { winner }
        | GameResult::Forfeit { winner }
        | GameResult::Win { winner } => match winner {
            Color::Black => IgoResult::Won,
            Color::White => IgoResult::Lost,
        },
        GameResult::Draw | GameResult::Void | GameResult::Unknown => IgoResult::Drawn,
    }
}
