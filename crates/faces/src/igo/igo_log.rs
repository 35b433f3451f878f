//! The text of all games of Igo.

use super::igo_ladder::{IgoLevel, Rung};
use sgmp_board::rules::BoardSize;

/// The first line of the text.
const HEADER: &str = "sgmp-go igo 1";

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IgoResult {
    /// It has no result yet.
    Begun,
    /// The learner has won.
    Won,
    /// The learner has lost.
    Lost,
    /// It ended without a winner.
    Drawn,
}

impl IgoResult {
    const fn word(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
        }
    }

    fn from_word(word: &str) -> Option<Self> {
        let all = [Self::Begun, Self::Won, Self::Lost, Self::Drawn];
        all.into_iter().find(|result| result.word() == word)
    }
}

/// A game of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IgoGame {
    /// The result, or that the game goes on.
    pub result: IgoResult,
    /// The board that it was played on.
    pub size: BoardSize,
    /// Level and handicap that it was played on.
    pub rung: Rung,
    /// True if the learner took moves back or asked for hints: it moves the ladder, and tells nothing of the
    /// rank.
    pub is_helped: bool,
    /// The file of its record.
    pub file: String,
}

/// All games of Igo, in the order in which they began.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgoLog {
    games: Vec<IgoGame>,
}

impl IgoLog {
    /// Reads the text; lines that say nothing here are left out.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let mut lines = text.lines();
        let mut log = Self::default();
        if lines.next() == Some(HEADER) {
            lines.filter_map(game).for_each(|game| log.note(game));
        }
        log
    }

    /// The text of the file, a line for each game.
    #[must_use]
    pub fn to_text(&self) -> String {
        let lines = self.games.iter().map(|game| {
            let (size, rung) = (game.size.lines(), game.rung);
            let help = if game.is_helped { "helped" } else { "alone" };
            let word = game.result.word();
            let file = &game.file;
            format!(
                "{word} {size} {} {} {help} {file}\n",
                rung.level, rung.handicap
            )
        });
        std::iter::once(format!("{HEADER}\n"))
            .chain(lines)
            .collect()
    }

    /// Takes a game in; one of the same file is replaced.
    pub fn note(&mut self, game: IgoGame) {
        match self.games.iter_mut().find(|known| known.file == game.file) {
            Some(known) => *known = game,
            None => self.games.push(game),
        }
    }

    /// The games on a board.
    pub fn games_on(&self, size: BoardSize) -> impl Iterator<Item = &IgoGame> {
        self.games.iter().filter(move |game| game.size == size)
    }

    /// The last game on a board, if it has no result yet.
    #[must_use]
    pub fn unfinished_on(&self, size: BoardSize) -> Option<&IgoGame> {
        let last = self.games_on(size).last();
        last.filter(|game| game.result == IgoResult::Begun)
    }

    /// The game of this record, if it has no result yet.
    #[must_use]
    pub fn begun_in(&self, file: &str) -> Option<&IgoGame> {
        let known = self.games.iter().find(|game| game.file == file);
        known.filter(|game| game.result == IgoResult::Begun)
    }

    /// The rung of the next game on a board.
    #[must_use]
    pub fn next_rung(&self, size: BoardSize) -> Rung {
        let mut rung = Rung::first_of(IgoLevel::Beginner, size);
        let mut wins = 0;
        for game in self.games_on(size) {
            match game.result {
                IgoResult::Won => wins += 1,
                IgoResult::Lost => wins = 0,
                IgoResult::Begun | IgoResult::Drawn => continue,
            }
            rung = game.rung.after(size, wins);
        }
        rung
    }
}

/// The game of a line.
fn game(line: &str) -> Option<IgoGame> {
    let mut words = line.splitn(6, ' ');
    Some(IgoGame {
        result: IgoResult::from_word(words.next()?)?,
        size: BoardSize::new(words.next()?.parse().ok()?)?,
        rung: Rung {
            level: words.next()?.parse().ok()?,
            handicap: words.next()?.parse().ok().filter(|stones| *stones <= 9)?,
        },
        is_helped: words.next()? == "helped",
        file: words.next().filter(|file| !file.is_empty())?.to_owned(),
    })
}
