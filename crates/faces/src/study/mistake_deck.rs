//! The deck of one's own mistakes: the problems of one file, to which each game adds its own.

use super::own_mistakes::MissedChance;
use super::problem_set::read_problems;
use sgmp_board::record::{GameRecord, SgfError};
use sgmp_board::rules::Color;

/// Problems from one's own games, in the text of their file.
#[derive(Clone, Debug, Default)]
pub struct MistakeDeck {
    text: String,
    /// The names of the problems.
    known: Vec<String>,
}

impl MistakeDeck {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Bytes that are no SGF, and positions that cannot be set up.
    pub fn read(bytes: &[u8]) -> Result<Self, SgfError> {
        let problems = read_problems(bytes, "own")?.into_iter();
        Ok(Self {
            text: String::from_utf8_lossy(bytes).into_owned(),
            known: problems.map(|problem| problem.id).collect(),
        })
    }

    /// Adds the problem of a missed chance; false if it is there already.
    pub fn add(&mut self, missed: &MissedChance) -> bool {
        let problem = &missed.problem;
        if self.known.contains(&problem.id) {
            return false;
        }
        self.known.push(problem.id.clone());
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        self.text += problem.tree().to_string().trim_end();
        self.text.push('\n');
        true
    }

    /// The text of the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The colors of a record that were not played by this program, by the names of the players.
#[must_use]
pub fn persons_colors(record: &GameRecord) -> Vec<Color> {
    let is_program = |color: Color| {
        let name = record.info.players[color].name.as_deref();
        name.is_some_and(|name| name.starts_with("sgmp-go"))
    };
    let mut colors = Color::BOTH.to_vec();
    colors.retain(|color| !is_program(*color));
    colors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{GameSource, MistakeSearch};
    use sgmp_board::record::{read_sgf, replay};

    #[test]
    fn a_chance_is_kept_once_and_the_file_is_read_again() {
        let text = b"(;SZ[7]PB[Ada]PW[sgmp-go level 3]AB[dc][dd][fc]AW[db][cc][cd][ed][de]PL[B];B[gg];W[ec])";
        let record = read_sgf(text).unwrap();
        assert_eq!(persons_colors(&record), [Color::Black]);
        let game = replay(&record, usize::MAX).unwrap();
        let mut search =
            MistakeSearch::new(game, vec![Color::Black], GameSource::new("game", &record));
        search.look(usize::MAX, |_| true);
        let found = search.found();
        let mut deck = MistakeDeck::default();
        assert!(deck.add(&found[0]) && !deck.add(&found[0]));
        let mut again = MistakeDeck::read(deck.text().as_bytes()).unwrap();
        assert_eq!(again.known, ["game-1"]);
        assert!(!again.add(&found[0]));
    }
}
