//! The moves on which a game turned.

use super::game_curve::{CurvePoint, GameCurve, words};
use sgmp_board::rules::{Color, Game, Move};

/// The most turning points that are told of one game.
pub const MAX_TURNING_POINTS: usize = 5;

/// Points that count as much as the whole chance to win, where moves are put in order.
const POINTS_FOR_A_WIN: f32 = 20.0;

/// Smallest loss that is told, in points; a search of a moment is not sure of less.
const MIN_LOSS: f32 = 2.0;

/// A move after which its player stood worse than after the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// Its number, from 1.
    pub number: usize,
    /// The side that moved.
    pub color: Color,
    /// The move that was made.
    pub mv: Move,
    /// The position before it, with the better line.
    pub before: CurvePoint,
    /// The position after it, with the line that followed best.
    pub after: CurvePoint,
}

impl TurningPoint {
    /// The largest losses of a game as far as its curve is known, the largest first.
    #[must_use]
    pub fn find(game: &Game, curve: &GameCurve) -> Vec<Self> {
        let turned = game
            .moves()
            .iter()
            .enumerate()
            .filter_map(|(index, (color, mv))| {
                let before = curve.at(index)?;
                let after = curve.at(index + 1)?;
                // The best move loses nothing: what the search after it finds is its own error.
                (before.line.first() != Some(mv)).then(|| Self {
                    number: index + 1,
                    color: *color,
                    mv: *mv,
                    before: before.clone(),
                    after: after.clone(),
                })
            });
        let mut turned: Vec<Self> = turned.filter(|turn| turn.weight() >= MIN_LOSS).collect();
        turned.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        turned.truncate(MAX_TURNING_POINTS);
        turned
    }

    /// Part of the chance to win that was lost.
    #[must_use]
    pub fn lost_chance(&self) -> f32 {
        self.before.win_of(self.color) - self.after.win_of(self.color)
    }

    /// Points that were lost, where they are known.
    #[must_use]
    pub fn lost_points(&self) -> Option<f32> {
        Some(self.before.lead_of(self.color)? - self.after.lead_of(self.color)?)
    }

    /// The better move; `None` where the search found no line.
    #[must_use]
    pub fn better(&self) -> Option<Move> {
        self.before.line.first().copied()
    }

    fn weight(&self) -> f32 {
        self.lost_points().unwrap_or_default() + POINTS_FOR_A_WIN * self.lost_chance()
    }

    /// The turn in two sentences: what was lost, and what would have been better.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self {
            number,
            color,
            mv,
            before,
            after,
        } = self;
        let [from, to] = [before, after].map(|point| percent(point.win));
        let points = match self.lost_points().map(f32::round) {
            Some(1.0) => " loses about 1 point".to_owned(),
            Some(points) if points > 1.0 => format!(" loses about {points:.0} points"),
            Some(_) | None => String::new(),
        };
        let chance = match from == to {
            true => format!("stays at {to}"),
            false if before.win < after.win => format!("rises from {from} to {to}"),
            false => format!("falls from {from} to {to}"),
        };
        let mut text = format!("Move {number}, {color} {mv}{points}: Black's chance {chance}.");
        if !before.line.is_empty() {
            text += &format!(" Better: {}.", words(&before.line));
        }
        if !after.line.is_empty() {
            text += &format!(" The best answer: {}.", words(&after.line));
        }
        text
    }
}

/// A chance in whole percent; nothing is quite certain.
#[must_use]
pub fn percent(chance: f32) -> String {
    format!("{:.0} %", (100.0 * chance).round().clamp(1.0, 99.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::CurveSearch;
    use sgmp_board::rules::{BoardSize, Komi, Point};

    #[test]
    fn the_largest_losses_come_first_and_best_moves_lose_nothing() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let points: Vec<Point> = Point::all(game.size()).collect();
        for (index, point) in points.iter().step_by(7).take(9).enumerate() {
            let color = Color::BOTH[index % 2];
            game.play(color, Move::Play(*point)).unwrap();
        }
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        // Black's chance after each move.
        let wins = [0.5, 0.1, 0.9, 0.8, 0.95, 0.95, 0.94, 0.1, 0.9, 0.2];
        for (moves, win) in wins.into_iter().enumerate() {
            let line = match moves {
                8 => vec![game.moves()[8].1],
                _ => vec![Move::Pass],
            };
            let lead = Some(10.0 * win - 5.0);
            curve.set(moves, CurvePoint { win, lead, line });
        }
        let found = TurningPoint::find(&game, &curve);
        let numbers: Vec<usize> = found.iter().map(|turn| turn.number).collect();
        assert_eq!(numbers, [7, 2, 8, 1, 4], "move 9 was the best");
        assert_eq!(
            found[0].sentence(),
            "Move 7, Black G5 loses about 8 points: Black's chance falls from 94 % to 10 %. Better: pass. The best \
             answer: pass."
        );
        let mut hopeless = found[0].clone();
        hopeless.before.win = 0.0;
        hopeless.after.win = 0.001;
        assert!(
            hopeless.sentence().contains("chance stays at 1 %"),
            "{}",
            hopeless.sentence()
        );
    }
}
