//! Problems from one's own games: positions where stones could have been taken, saved, killed or made to live.

use super::problem::Problem;
use crate::reading::ResultCode;
use crate::review::AimReader;
use crate::rules::{Color, Game};

/// Level of the reading.
const LEVEL: u8 = 8;

/// Stones that a mistake is about at least.
const MIN_STONES: usize = 2;

/// A chance that was missed.
#[derive(Clone, Debug)]
pub struct MissedChance {
    /// The number of the move, from 1.
    pub number: usize,
    /// The position before it as a problem.
    pub problem: Problem,
    /// The chance in a sentence.
    pub sentence: String,
}

/// Looks for the missed chances of a color in a game, each fight once. `name` is the beginning of the names of the
/// problems; `tell` hears of each move that was looked at and returns false to stop.
pub fn missed_chances(
    game: &Game,
    color: Color,
    name: &str,
    mut tell: impl FnMut(usize) -> bool,
) -> Vec<MissedChance> {
    let mut reader = AimReader::for_level(LEVEL);
    let mut found: Vec<MissedChance> = Vec::new();
    let mut known = Vec::new();
    for (index, (mover, mv)) in game.moves().iter().enumerate() {
        if !tell(index + 1) {
            break;
        }
        let Some(before) = game.after(index).filter(|_| *mover == color) else {
            continue;
        };
        let board = before.board();
        for open in reader.open_aims(board, color) {
            let aim = open.position.aim();
            if open.stones < MIN_STONES || known.contains(&aim) {
                continue;
            }
            let Ok(trial) = reader.try_move(&open.position, board, *mv) else {
                continue;
            };
            if trial.result != ResultCode::Fails || !trial.is_complete {
                continue;
            }
            let solution = reader.solution(&open.position);
            let Some(first) = solution.first().copied() else {
                continue;
            };
            known.push(aim);
            let number = index + 1;
            let words = aim.in_words(board);
            let id = format!("{name}-{number}");
            found.push(MissedChance {
                number,
                sentence: format!("Move {number}, {color} {mv}: {first} could {words}."),
                problem: Problem::made(id, board.clone(), aim, &[], solution),
            });
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Move, Point, diagram};

    #[test]
    fn stones_that_were_not_saved_become_a_problem() {
        let board = diagram::parse(
            ". . . . . . .
             . . . O . . .
             . . O X . X .
             . . O X O . .
             . . . O . . .
             . . . . . . .
             . . . . . . .",
        )
        .unwrap();
        let mut game = Game::from_position(board, Color::Black, Komi::default());
        for (color, name) in [(Color::Black, "G1"), (Color::White, "E5")] {
            game.play(color, Move::Play(Point::parse(name).unwrap()))
                .unwrap();
        }
        let found = missed_chances(&game, Color::Black, "game", |_| true);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            found[0].sentence,
            "Move 1, Black G1: E5 could save the 2 stones at D5."
        );
        assert_eq!(found[0].problem.id, "game-1");
        assert!(missed_chances(&game, Color::White, "game", |_| true).is_empty());
    }
}
