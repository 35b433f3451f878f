//! The games of a learner on a board, one after the other: what the next one is played on, and what comes of it.

use std::path::PathBuf;

use sgmp_proto::Instant;

use super::igo_ladder::{IgoLevel, Rung};
use super::igo_log::{IgoGame, IgoLog, IgoResult};
use super::igo_rank::IgoRank;
use crate::local_game::{KeptGame, LocalEnd, LocalGame, LocalHandicap, LocalTerms, Phase, Seat};
use sgmp_board::record::{GameResult, read_bytes, read_game};
use sgmp_board::rules::{BoardSize, ByColor, Color, Handicap};

/// A learner's games on a board.
#[derive(Clone, Debug)]
pub struct IgoSeries {
    log: IgoLog,
    size: BoardSize,
    /// The rung of the game that is played, or of the next one.
    rung: Rung,
    /// True if the person was helped in the game that is played: in another file it counts as helped, too.
    is_helped: bool,
}

impl IgoSeries {
    /// The name of the file of results, beside the archive of games.
    pub const LOG_FILE: &'static str = "igo.txt";
    /// Lines of the boards on which there is a ladder.
    pub const BOARDS: [u8; 3] = [9, 13, 19];

    /// A series that goes on where the results have led.
    #[must_use]
    pub fn new(log: IgoLog, size: BoardSize) -> Self {
        Self {
            rung: log.next_rung(size),
            log,
            size,
            is_helped: false,
        }
    }

    /// The series in which the game of this record was begun, on its rung; `None` for another game, or one with a result.
    #[must_use]
    pub fn of_game(log: IgoLog, file: &str) -> Option<Self> {
        let begun = log.begun_in(file)?;
        let (size, rung, is_helped) = (begun.size, begun.rung, begun.is_helped);
        Some(Self {
            log,
            size,
            rung,
            is_helped,
        })
    }

    /// The same from the easiest rung of a level on.
    pub const fn begin_at(&mut self, level: IgoLevel) {
        self.is_helped = false;
        self.rung = Rung::first_of(level, self.size);
    }

    /// Turns to the next game.
    pub fn climb(&mut self) {
        self.is_helped = false;
        self.rung = self.log.next_rung(self.size);
    }

    /// Takes the results as they are now: the learner may have played elsewhere meanwhile.
    pub fn take_log(&mut self, log: IgoLog) {
        self.log = log;
    }

    /// The size of the board, fixed for the series.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// All results, those of other boards among them.
    #[must_use]
    pub const fn log(&self) -> &IgoLog {
        &self.log
    }

    /// The series and the game in a sentence.
    #[must_use]
    pub fn title(&self) -> String {
        format!("Igo on {}: {}.", self.size, self.rung)
    }

    /// The terms of a game on the rung: the learner has Black.
    #[must_use]
    pub fn terms(&self, seed: u64, date: String) -> LocalTerms {
        let fixed = Handicap::new(self.rung.handicap.into());
        let handicap = fixed.map_or(LocalHandicap::NONE, LocalHandicap::Fixed);
        let level = self.rung.level.level();
        LocalTerms {
            komi: LocalTerms::usual_komi(handicap),
            handicap,
            seed,
            date,
            ..LocalTerms::new(self.size, ByColor::new(Seat::Person, Seat::Engine(level)))
        }
    }

    /// The last game, if it has no result and its record is still there as it was written; the series is on its rung then.
    pub fn unfinished(&mut self, now: Instant) -> Option<(LocalGame, KeptGame)> {
        let open = self.log.unfinished_on(self.size)?.clone();
        let path = PathBuf::from(&open.file);
        let bytes = read_bytes(&path).ok()?;
        let game = LocalGame::from_record(&read_game(&bytes, 1).ok()?.record, now).ok()?;
        if matches!(game.phase(), Phase::Over(_)) {
            return None;
        }
        let file = KeptGame::to_go_on_in(path, bytes, &game).ok()?;
        (self.rung, self.is_helped) = (open.rung, open.is_helped);
        Some((game, file))
    }

    /// The level and the rank in words.
    #[must_use]
    pub fn standing(&self) -> String {
        let next = self.log.next_rung(self.size);
        let rank = IgoRank::from_log(&self.log, self.size).map_or_else(
            || "Nothing is known of your rank before the first game without help.".to_owned(),
            |rank| rank.to_string(),
        );
        format!("Your next game on {}: {next}. {rank}", self.size)
    }

    /// Takes in a game that has changed, by the file of its record; `is_helped` if moves were taken back or hints
    /// asked for. Returns whether the results are other ones then.
    pub fn note(&mut self, game: &LocalGame, file: String, is_helped: bool) -> bool {
        let result = match game.phase() {
            Phase::Over(end) => result_of(end),
            Phase::Playing | Phase::Counting(_) => IgoResult::Begun,
        };
        let known = self
            .log
            .games_on(self.size)
            .find(|known| known.file == file);
        self.is_helped |= is_helped || known.is_some_and(|known| known.is_helped);
        let noted = IgoGame {
            result,
            size: self.size,
            rung: self.rung,
            is_helped: self.is_helped,
            file,
        };
        let is_new = known != Some(&noted);
        if is_new {
            self.log.note(noted);
        }
        is_new
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
