//! The moves on which a game turned.

use super::game_curve::{CurvePoint, GameCurve, words};
use super::move_losses::{LossGrade, MoveLoss};
use sgmp_board::rules::{Game, Move};

/// The most turning points that are told of one game.
pub const MAX_TURNING_POINTS: usize = 5;

/// Told of a game without a turning point.
pub const NOTHING_TURNED: &str =
    "Nothing turned: no move changed who wins, nor lost much while the game was open.";

/// Moves within which the same better move is the same chance.
const SAME_CHANCE: usize = 40;
/// Moves within which better moves side by side are one fight.
const SAME_FIGHT: usize = 15;
/// Lines within which better moves are side by side.
const SIDE_BY_SIDE: u8 = 3;
/// Points of a board for each move of a stretch: mistakes one after another are one story.
const POINTS_A_MOVE: usize = 40;
/// Moves of the shortest stretch: a mistake and the answer that does not punish it.
const SHORTEST: usize = 2;
/// Part of the chance to win from which on something has turned.
const TURNED: f32 = 0.05;
/// The chance to win below which a side had lost already.
const LOST_BELOW: f32 = 0.1;
/// The chance to win from which on a side has the game well in its hands, whatever it lost of it.
const STILL_AHEAD: f32 = 0.8;

/// A move after which its player stood worse than after the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct TurningPoint {
    /// The move and its loss.
    pub loss: MoveLoss,
    /// The position before it, with the better line.
    pub before: CurvePoint,
    /// The position after it, with the line that followed best.
    pub after: CurvePoint,
}

impl TurningPoint {
    /// The largest losses of a game as far as its curve is known, the largest first, one of each chance, fight or stretch of the
    /// game. Where the game was decided and stayed so, nothing turned.
    #[must_use]
    pub fn find(game: &Game, curve: &GameCurve) -> Vec<Self> {
        let is_told = |loss: &MoveLoss| loss.grade() > LossGrade::Good && has_turned(loss, curve);
        let mut losses: Vec<_> = MoveLoss::all(game, curve).filter(is_told).collect();
        losses.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
        let stretch = (usize::from(game.size().points()) / POINTS_A_MOVE).max(SHORTEST);
        let mut turned: Vec<Self> = Vec::new();
        for loss in losses {
            let (Some(before), Some(after)) = (curve.at(loss.number - 1), curve.at(loss.number))
            else {
                continue;
            };
            let turn = Self {
                loss,
                before: before.clone(),
                after: after.clone(),
            };
            let is_said = turned.iter().any(|known| known.says(&turn, stretch));
            if turned.len() < MAX_TURNING_POINTS && !is_said {
                turned.push(turn);
            }
        }
        turned
    }

    /// Returns whether another one tells the same story: it is of the same stretch of so many moves, or both sides passed one move
    /// by, which stays the better one for a while, or they are of one fight.
    fn says(&self, other: &Self, stretch: usize) -> bool {
        let apart = self.loss.number.abs_diff(other.loss.number);
        if apart <= stretch {
            return true;
        }
        match (self.better(), other.better()) {
            (Some(one), Some(another)) if one == another => apart <= SAME_CHANCE,
            (Some(Move::Play(one)), Some(Move::Play(another))) => {
                let columns = one.column().abs_diff(another.column());
                let lines = columns.max(one.row().abs_diff(another.row()));
                apart <= SAME_FIGHT && lines <= SIDE_BY_SIDE
            }
            _ => false,
        }
    }

    /// The better move; `None` where the search found no line.
    #[must_use]
    pub fn better(&self) -> Option<Move> {
        self.before.line.first().copied()
    }

    /// The turn in two sentences: what was lost, and what would have been better.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self {
            loss,
            before,
            after,
        } = self;
        let MoveLoss {
            number, color, mv, ..
        } = loss;
        let [from, to] = [before, after].map(|point| percent(point.win));
        let points = match loss.points.map(f32::round) {
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

/// Returns whether a move changed the chance to win, or lost much, while the game was open.
fn has_turned(loss: &MoveLoss, curve: &GameCurve) -> bool {
    let win = |moves: usize| curve.at(moves).map(|point| point.win_of(loss.color));
    let (Some(before), Some(after)) = (win(loss.number - 1), win(loss.number)) else {
        return false;
    };
    let is_open = before >= LOST_BELOW && after <= STILL_AHEAD;
    is_open && (loss.chance >= TURNED || loss.grade() >= LossGrade::Mistake)
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
    use sgmp_board::rules::{BoardSize, Color, Komi, Point};

    /// A game on 19 lines with its curve: Black's chance after each move, and the better move where it is not that of the number.
    fn judged(wins: &[f32], better: impl Fn(usize, &[Point]) -> Point) -> (Game, GameCurve) {
        let mut game = Game::new(BoardSize::NINETEEN, Komi::default());
        let points: Vec<Point> = Point::all(game.size()).collect();
        for (index, point) in points.iter().step_by(4).take(wins.len() - 1).enumerate() {
            let color = Color::BOTH[index % 2];
            game.play(color, Move::Play(*point)).unwrap();
        }
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        for (moves, win) in wins.iter().copied().enumerate() {
            let line = vec![Move::Play(better(moves, &points))];
            let lead = Some(10.0 * win - 5.0);
            curve.set(moves, CurvePoint { win, lead, line });
        }
        (game, curve)
    }

    fn numbers(found: &[TurningPoint]) -> Vec<usize> {
        found.iter().map(|turn| turn.loss.number).collect()
    }

    /// Chances after each move: they change by the moves that are named, and stay elsewhere.
    fn wins(count: usize, changes: &[(usize, f32)]) -> Vec<f32> {
        let mut win = 0.5;
        let at = |number: usize| changes.iter().find(|(known, _)| *known == number);
        (0..=count)
            .map(|number| {
                win = at(number).map_or(win, |(_, win)| *win);
                win
            })
            .collect()
    }

    #[test]
    fn the_largest_losses_come_first_and_best_moves_lose_nothing() {
        let changes = [
            (13, 0.1),
            (26, 0.6),
            (37, 0.3),
            (50, 0.9),
            (61, 0.1),
            (72, 0.95),
        ];
        let apart =
            |moves: usize, points: &[Point]| points[3 + 6 * (moves % 3) + 57 * (moves / 3 % 6)];
        // Move 72 is the one that the search would have made.
        let (game, curve) = judged(&wins(75, &changes), |moves, points| match moves {
            71 => points[4 * 71],
            moves => apart(moves, points),
        });
        let found = TurningPoint::find(&game, &curve);
        assert_eq!(numbers(&found), [61, 50, 26, 13, 37]);
        assert_eq!(
            found[0].sentence(),
            "Move 61, Black N13 loses about 8 points: Black's chance falls from 90 % to 10 %. Better: D7. The best \
             answer: K7."
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

    #[test]
    fn five_turning_points_are_five_different_things() {
        // Mistakes of both sides one after another, each with another better move far away, and then the same at another place.
        let run = [
            (20, 0.9),
            (21, 0.2),
            (22, 0.8),
            (23, 0.3),
            (24, 0.85),
            (25, 0.5),
        ];
        let later = [(60, 0.9), (61, 0.4)];
        let changes: Vec<(usize, f32)> = run.into_iter().chain(later).collect();
        let (game, curve) = judged(&wins(70, &changes), |moves, points| {
            points[(moves * 97) % points.len()]
        });
        assert_eq!(numbers(&TurningPoint::find(&game, &curve)), [21, 61]);
        // One move that both sides pass by for long is one thing too, and so is one fight.
        let changes = [(20, 0.8), (21, 0.3), (44, 0.8), (61, 0.3), (72, 0.8)];
        let (game, curve) = judged(&wins(75, &changes), |moves, points| match moves {
            0..=50 => points[200],
            moves => points[19 * (moves % 3) + 1],
        });
        assert_eq!(numbers(&TurningPoint::find(&game, &curve)), [21, 61]);
    }
}
