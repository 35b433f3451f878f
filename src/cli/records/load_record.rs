//! Game records that commands look at: read from a file, and played over.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{
    GameRecord, GameTree, SgfFault, SgfReading, SgfRemark, read_bytes, read_game, replay,
};
use sgmp_board::rules::{Game, RuleSet};
use sgmp_match::console::stderr_line;

/// A game of a file.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// The record
    pub file: PathBuf,

    /// Take this game of a file that holds several, from 1 [default: the first]
    #[arg(long = "game", value_name = "N")]
    pub game_number: Option<NonZeroUsize>,
}

/// The rules to count a record by.
#[derive(Clone, Copy, Debug, Args)]
pub struct RecordRulesArgs {
    /// Rules to count by: japanese (territory, prisoners and dead stones), chinese (area), tromp-taylor (area, dead stones
    /// are not taken off), or another name that is nearest to one of them [default: the record's, else japanese]
    #[arg(long, value_name = "NAME")]
    pub rules: Option<RuleSet>,
}

impl RecordArgs {
    /// The record, with a line on standard error for everything that was guessed or mended.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds no such record.
    pub(crate) fn read(&self) -> Result<GameRecord, Failure> {
        Ok(self.read_with_remarks()?.record)
    }

    /// As [`Self::read`], with the remarks that were told.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn read_with_remarks(&self) -> Result<SgfReading, Failure> {
        Ok(self.read_with_bytes()?.1)
    }

    /// As [`Self::read_with_remarks`], with the bytes of the file.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn read_with_bytes(&self) -> Result<(Vec<u8>, SgfReading), Failure> {
        let (bytes, reading) = read_game_of(&self.file, self.number())?;
        for remark in &reading.remarks {
            let way = match remark {
                SgfRemark::OtherGames { .. } => "; --game N chooses another",
                _ => "",
            };
            stderr_line(format_args!("{}: {remark}{way}", self.file.display()));
        }
        Ok((bytes, reading))
    }

    /// The number of the game in its file, from 1.
    pub(crate) fn number(&self) -> usize {
        self.game_number.map_or(1, NonZeroUsize::get)
    }

    /// The game with all its variations.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub(crate) fn read_tree(&self) -> Result<GameTree, Failure> {
        let (file, number) = (&self.file, self.number());
        let bytes = read_bytes(file).map_err(|error| Failure::new(Blame::Record, error))?;
        GameTree::read(&bytes, number).map_err(|error| damaged(file, error))
    }

    /// The game after so many of its moves; after the last where no number is given.
    ///
    /// # Errors
    /// An impossible game, and a number past its end.
    pub(crate) fn play_over(
        &self,
        record: &GameRecord,
        moves: Option<usize>,
    ) -> Result<Game, Failure> {
        let all = record.moves().len();
        if let Some(number) = moves.filter(|moves| *moves > all) {
            return Err(self.no_move(number, 0, all));
        }
        let moves = moves.unwrap_or(all);
        replay(record, moves).map_err(|error| damaged(&self.file, error))
    }

    /// The failure of a move number that a game does not reach.
    pub(crate) fn no_move(&self, number: usize, first: usize, last: usize) -> Failure {
        let file = self.file.display();
        let what = format!("{file} has no move {number}: give --move {first} to {last}");
        Failure::new(Blame::Usage, what)
    }

    /// The rules to count by: those that are given, else the record's, else Japanese; with a line on standard error where
    /// the record names others, or some that are not known here.
    pub(crate) fn rules(&self, record: &GameRecord, given: &RecordRulesArgs) -> RuleSet {
        let own = record.info.rule_set();
        let used = given.rules.or(own).unwrap_or_default();
        let Some(named) = &record.info.rules else {
            return used;
        };
        let (file, used_name) = (self.file.display(), used.name());
        match own {
            Some(own) if own == used => {}
            Some(_) => stderr_line(format_args!(
                "{file}: the record says RU[{named}], and {used_name} rules are used"
            )),
            None => stderr_line(format_args!(
                "{file}: the record says RU[{named}], which is not known here; {used_name} rules are used"
            )),
        }
        used
    }
}

/// The first game of a file, for a command that takes no other, and the bytes; with a line on standard error for
/// everything that was guessed or mended.
///
/// # Errors
/// A file that cannot be read, or that holds no record.
pub(crate) fn read_first_game(file: &Path) -> Result<(Vec<u8>, SgfReading), Failure> {
    let (bytes, reading) = read_game_of(file, 1)?;
    for remark in &reading.remarks {
        stderr_line(format_args!("{}: {remark}", file.display()));
    }
    Ok((bytes, reading))
}

fn read_game_of(file: &Path, number: usize) -> Result<(Vec<u8>, SgfReading), Failure> {
    let bytes = read_bytes(file).map_err(|error| Failure::new(Blame::Record, error))?;
    let reading = read_game(&bytes, number).map_err(|error| match error.fault {
        SgfFault::NoSuchGame { .. } => {
            Failure::new(Blame::Usage, format!("{}: {}", file.display(), error.fault))
        }
        _ => damaged(file, error),
    })?;
    Ok((bytes, reading))
}

fn damaged(file: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::new(Blame::Record, format!("{}: {error}", file.display()))
}
