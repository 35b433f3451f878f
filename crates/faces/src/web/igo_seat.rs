//! A game of Igo in its room: results noted as it is played, and what they come to.

use serde::Serialize;

use crate::igo::IgoSeries;
use crate::local_game::{LocalGame, Phase};
use crate::study::LearnerFiles;
use crate::tables::game_room::WARNING_OF_HELP;
use sgmp_board::rules::BoardSize;

/// A game of a series, as its room keeps it.
pub(super) struct IgoSeat {
    series: IgoSeries,
    learner: LearnerFiles,
    /// True if moves were taken back or hints asked for.
    is_helped: bool,
    /// True once its player has been told what help costs.
    is_warned: bool,
    standing: Option<String>,
}

/// The series as the page shows it.
#[derive(Debug, Serialize)]
pub(super) struct IgoState {
    title: String,
    /// Level and rank in words, once the game is over.
    standing: Option<String>,
}

impl IgoSeat {
    /// The seat of a game that begins or goes on.
    pub(super) const fn new(series: IgoSeries, learner: LearnerFiles) -> Self {
        Self {
            series,
            learner,
            is_helped: false,
            is_warned: false,
            standing: None,
        }
    }

    /// Takes in the game as it stands, by the file of its record.
    pub(super) fn note(&mut self, game: &LocalGame, file: &std::path::Path) -> Option<String> {
        self.series.take_log(self.learner.igo_log());
        let path = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let file = path.to_string_lossy().into_owned();
        let is_new = self.series.note(game, file, self.is_helped);
        let kept = match is_new {
            true => self.learner.keep_igo(self.series.log()),
            false => Ok(()),
        };
        let is_over = matches!(game.phase(), Phase::Over(_));
        self.standing = is_over.then(|| self.series.standing());
        kept.err().map(|failure| failure.message)
    }

    /// Notes that its player asks for help: the game tells nothing of the rank then.
    ///
    /// # Errors
    /// The words about that, the first time.
    pub(super) fn help(&mut self) -> Result<(), &'static str> {
        if !std::mem::replace(&mut self.is_warned, true) {
            return Err(WARNING_OF_HELP);
        }
        self.is_helped = true;
        Ok(())
    }

    /// The series for the page.
    pub(super) fn state(&self) -> IgoState {
        IgoState {
            title: self.series.title(),
            standing: self.standing.clone(),
        }
    }

    /// Lines of its board.
    pub(super) const fn size(&self) -> BoardSize {
        self.series.size()
    }
}
