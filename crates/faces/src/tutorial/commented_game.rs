//! Commented games: records whose comments teach, walked through move by move.

use super::ENGLISH_GAMES;
use sgmp_board::record::{GameRecord, SgfError, read_sgf, replay};
use sgmp_board::rules::Game;

/// A game with comments on its moves, to be walked through.
#[derive(Clone, Debug)]
pub struct CommentedGame {
    record: GameRecord,
}

impl CommentedGame {
    /// The game of a record.
    ///
    /// # Errors
    /// Bytes that are no record.
    pub fn from_sgf(bytes: &[u8]) -> Result<Self, SgfError> {
        read_sgf(bytes).map(|record| Self { record })
    }

    /// The record with its moves and comments.
    #[must_use]
    pub const fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Its name: that of the game, else the players'.
    #[must_use]
    pub fn title(&self) -> String {
        let info = &self.record.info;
        let name = |player: &Option<String>| player.clone().unwrap_or_else(|| "?".to_owned());
        info.name.clone().unwrap_or_else(|| {
            let players = &info.players;
            format!(
                "{} and {}",
                name(&players.black.name),
                name(&players.white.name)
            )
        })
    }

    /// Number of moves of the game.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.record.moves().len()
    }

    /// The game after so many moves; `None` where it has fewer, or one that the rules forbid.
    #[must_use]
    pub fn position(&self, moves: usize) -> Option<Game> {
        (moves <= self.moves())
            .then(|| replay(&self.record, moves).ok())
            .flatten()
    }

    /// Words on the position after so many moves.
    #[must_use]
    pub fn comment(&self, moves: usize) -> Option<&str> {
        match moves.checked_sub(1) {
            None => self.record.info.comment.as_deref(),
            Some(index) => self.record.moves().get(index)?.comment.as_deref(),
        }
    }
}

/// The commented games that the program carries.
///
/// # Errors
/// A file that is no record; a test sees to it that there is none.
pub fn english_games() -> Result<Vec<CommentedGame>, SgfError> {
    let games = ENGLISH_GAMES.iter();
    games
        .map(|text| CommentedGame::from_sgf(text.as_bytes()))
        .collect()
}
