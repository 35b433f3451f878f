//! From paper to the board.

use super::GameRecord;
use crate::rules::{Board, Color, Game, IllegalMove, Move, SetupError};

/// A reason why a record cannot be played over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The stones before the first move cannot stand together.
    #[error("the position before the first move is impossible: {0}")]
    Setup(#[from] SetupError),
    /// A move breaks the rules.
    #[error("move {number}, {color} {mv}: {reason}; stop before it with an earlier move number")]
    Illegal {
        /// The move's number, from 1.
        number: usize,
        /// The color of the mover.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
}

/// Plays the first `moves` moves of a record, or all if it has fewer. Without a komi in the record
/// White gets none.
///
/// # Errors
/// An impossible position or a move against the rules.
pub fn replay(record: &GameRecord, moves: usize) -> Result<Game, ReplayError> {
    let setup = record.setup();
    let stones = setup.stones.iter().map(|(point, color)| (*color, *point));
    let board = Board::from_stones(record.size(), stones)?;
    let first = setup
        .to_play
        .or_else(|| record.moves().first().map(|played| played.color))
        .unwrap_or(Color::Black);
    let komi = record.info.komi.unwrap_or_default();
    let mut game = Game::from_position(board, first, komi);
    for (index, played) in record.moves().iter().take(moves).enumerate() {
        game.play(played.color, played.mv)
            .map_err(|reason| ReplayError::Illegal {
                number: index + 1,
                color: played.color,
                mv: played.mv,
                reason,
            })?;
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::read_sgf;

    #[test]
    fn a_record_is_played_up_to_a_move() {
        let record = read_sgf(b"(;SZ[5]KM[0.5]AB[aa];W[bb];B[cc];W[cc])").unwrap();
        let game = replay(&record, 2).unwrap();
        assert_eq!((game.move_count(), game.to_move()), (2, Color::White));
        assert_eq!(game.komi().half_points(), 1);
        let error = replay(&record, usize::MAX).unwrap_err().to_string();
        assert!(error.starts_with("move 3, White C3: "), "{error}");
    }
}
