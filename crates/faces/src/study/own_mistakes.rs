//! Problems from one's own games: positions where stones could have been taken, saved, killed or made to live.

use super::game_source::GameSource;
use super::problem::Problem;
use sgmp_advice::review::{Aim, AimReader};
use sgmp_board::rules::{ByColor, Color, Game, Move};
use sgmp_knowledge::reading::ResultCode;

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

/// A search through a game, move by move, for the chances that some colors missed; each fight counts once.
#[derive(Debug)]
pub struct MistakeSearch {
    game: Game,
    colors: Vec<Color>,
    source: GameSource,
    looked_at: usize,
    known: ByColor<Vec<Aim>>,
    found: Vec<MissedChance>,
}

impl MistakeSearch {
    /// A search that has looked at no move yet.
    #[must_use]
    pub fn new(game: Game, colors: Vec<Color>, source: GameSource) -> Self {
        Self {
            game,
            colors,
            source,
            looked_at: 0,
            known: ByColor::default(),
            found: Vec::new(),
        }
    }

    /// Returns whether it is the search through this game for these colors.
    #[must_use]
    pub fn is_of(&self, game: &Game, colors: &[Color], source: &GameSource) -> bool {
        (&self.source, self.colors.as_slice()) == (source, colors) && self.game == *game
    }

    /// Moves that were looked at, and all moves of the game.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.looked_at, self.game.move_count())
    }

    /// The chances that were found so far, in the order of the game.
    #[must_use]
    pub fn found(&self) -> &[MissedChance] {
        &self.found
    }

    /// Looks at so many moves at most; `tell` hears the number of each, from 1, before it is looked at, and returns
    /// false to stop there.
    pub fn look(&mut self, most: usize, mut tell: impl FnMut(usize) -> bool) {
        let mut reader = AimReader::for_level(LEVEL);
        let moves = self.game.moves().to_vec().into_iter().skip(self.looked_at);
        for (color, mv) in moves.take(most) {
            if !tell(self.looked_at + 1) {
                return;
            }
            self.looked_at += 1;
            if self.colors.contains(&color) {
                let missed = self.missed_by(&mut reader, color, mv);
                self.found.extend(missed);
            }
        }
    }

    /// The chance that a move missed.
    fn missed_by(
        &mut self,
        reader: &mut AimReader,
        color: Color,
        mv: Move,
    ) -> Option<MissedChance> {
        let before = self.game.after(self.looked_at - 1)?;
        let board = before.board();
        for open in reader.open_aims(board, color) {
            let aim = open.position.aim();
            if open.stones < MIN_STONES || self.known[color].contains(&aim) {
                continue;
            }
            let Ok(trial) = reader.try_move(&open.position, board, mv) else {
                continue;
            };
            if trial.result != ResultCode::Fails || !trial.is_complete {
                continue;
            }
            let solution = reader.solution(&open.position);
            let Some(first) = solution.first().copied() else {
                continue;
            };
            self.known[color].push(aim);
            let number = self.looked_at;
            let words = aim.in_words(board);
            let id = format!("{}-{number}", self.source.stem());
            let played = match mv {
                Move::Pass => " In the game you passed.".to_owned(),
                Move::Play(point) => format!(" In the game you played {point}."),
            };
            let named = (id, Some(&self.source));
            let problem = Problem::told(named, board.clone(), aim, &[], solution, &played);
            return Some(MissedChance {
                number,
                sentence: format!("Move {number}, {color} {mv}: {first} could {words}."),
                problem,
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::record::GameRecord;
    use sgmp_board::rules::{Komi, Point, diagram};

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
        let source = GameSource::new("game", &GameRecord::new(game.size()));
        let mut search = MistakeSearch::new(game.clone(), vec![Color::Black], source.clone());
        search.look(9, |_| false);
        assert_eq!(search.progress(), (0, 2));
        search.look(1, |number| number == 1);
        assert_eq!((search.progress(), search.found().len()), ((1, 2), 1));
        search.look(9, |_| true);
        assert_eq!(search.progress(), (2, 2));
        let found = search.found();
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            found[0].sentence,
            "Move 1, Black G1: E5 could save Black's 2 stones at D5."
        );
        assert_eq!(found[0].problem.id, "game-1");
        let title = "Your own problem: Black - White, move 1";
        assert_eq!(found[0].problem.title(), title);
        assert!(search.is_of(&game, &[Color::Black], &source));
        let mut others = MistakeSearch::new(game, vec![Color::White], source);
        others.look(9, |_| true);
        assert!(others.found().is_empty());
    }
}
