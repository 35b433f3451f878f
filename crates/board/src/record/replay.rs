//! From paper to the board.

use std::collections::BTreeMap;

use super::{GameRecord, PositionChange};
use crate::rules::{Board, Color, Game, IllegalMove, Move, Point, SetupError};

/// A reason why a record cannot be played over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The stones before the first move cannot stand together.
    #[error("the position before the first move is impossible: {0}")]
    Setup(#[from] SetupError),
    /// The stones of a new position cannot stand together.
    #[error(
        "the position set up after move {after} is impossible: {source}; stop before it with an \
         earlier move number"
    )]
    Change {
        /// The moves before it.
        after: usize,
        /// The reason why the stones cannot stand so.
        source: SetupError,
    },
    /// A move breaks the rules.
    #[error("move {number}, {color} {mv}: {reason}; stop before it with an earlier move number")]
    Illegal {
        /// The move's number, from 1.
        number: usize,
        /// The color of the mover.
        color: Color,
        /// The move that breaks a rule.
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
    let komi = record.info.komi.unwrap_or_default();
    let mut game = Game::from_position(board, first_color(record), komi);
    let mut changes = record.changes().iter().peekable();
    for (index, played) in record.moves().iter().take(moves).enumerate() {
        game.play(played.color, played.mv)
            .map_err(|reason| ReplayError::Illegal {
                number: index + 1,
                color: played.color,
                mv: played.mv,
                reason,
            })?;
        if let Some(change) = changes.next_if(|change| change.moves_before == index + 1) {
            change_position(&mut game, record, change)?;
        }
    }
    Ok(game)
}

/// The side that moves first: as the record says, else as it moved, else White after a handicap.
fn first_color(record: &GameRecord) -> Color {
    let played = || record.moves().first().map(|played| played.color);
    let by_handicap = match record.info.handicap {
        ..2 => Color::Black,
        2.. => Color::White,
    };
    let said = record.setup().to_play;
    said.or_else(played).unwrap_or(by_handicap)
}

/// Lays a new position. The side to move is the one that the record says, else the one that moved,
/// else the one whose turn it was.
fn change_position(
    game: &mut Game,
    record: &GameRecord,
    change: &PositionChange,
) -> Result<(), ReplayError> {
    let after = change.moves_before;
    let standing = |color: Color| game.board().stones(color).map(move |point| (point, color));
    let mut stones: BTreeMap<Point, Color> = Color::BOTH.into_iter().flat_map(standing).collect();
    for (point, stone) in &change.points {
        match stone {
            Some(color) => stones.insert(*point, *color),
            None => stones.remove(point),
        };
    }
    let stones = stones.into_iter().map(|(point, color)| (color, point));
    let board = Board::from_stones(record.size(), stones)
        .map_err(|source| ReplayError::Change { after, source })?;
    let played = record.moves().get(after).map(|played| played.color);
    let first = change.to_play.or(played).unwrap_or(game.to_move());
    game.lay(board, first);
    Ok(())
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

    #[test]
    fn stones_set_up_after_moves_are_a_new_position() {
        let record = read_sgf(b"(;SZ[9];B[ee];W[cc];AB[aa][bb]AE[ee];B[gc];AW[ba]PL[B])").unwrap();
        let game = replay(&record, 3).unwrap();
        let stones = |color| game.board().stones(color).map(|p| p.to_string());
        assert_eq!(stones(Color::Black).collect::<Vec<_>>(), ["G7", "B8", "A9"]);
        assert_eq!(stones(Color::White).collect::<Vec<_>>(), ["C7", "B9"]);
        assert_eq!((game.move_count(), game.to_move()), (3, Color::Black));
        let bad = read_sgf(b"(;SZ[9];B[aa];W[cc];AW[ab][ba])").unwrap();
        assert_eq!(replay(&bad, 1).unwrap().move_count(), 1);
        let error = replay(&bad, 2).unwrap_err().to_string();
        assert!(
            error.starts_with("the position set up after move 2"),
            "{error}"
        );
    }

    #[test]
    fn white_moves_first_after_a_handicap() {
        for (text, first) in [
            ("(;SZ[9]HA[2]AB[cc][gg])", Color::White),
            ("(;SZ[9]HA[2]AB[cc][gg]PL[B])", Color::Black),
            ("(;SZ[9]HA[2]AB[cc][gg];B[ee])", Color::Black),
            ("(;SZ[9]HA[1])", Color::Black),
        ] {
            let game = replay(&read_sgf(text.as_bytes()).unwrap(), 0).unwrap();
            assert_eq!(game.to_move(), first, "{text}");
        }
    }
}
