//! The moves of both sides in sum: how many were the best, and what they lost in each part of the game.

use std::fmt;

use super::game_curve::GameCurve;
use super::move_losses::{LossGrade, MoveLoss};
use sgmp_board::rules::{BoardSize, ByColor, Color, Game};

/// A part of a game, by the number of the move and the size of the board: on 19 lines up to move 50, to 150, and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GamePart {
    /// The corners are taken.
    Opening,
    /// The fights.
    Middle,
    /// The borders are closed.
    Endgame,
}

impl GamePart {
    /// All parts in their order.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middle, Self::Endgame];
    /// Shares of the points of the board that are played on when a part ends.
    const OPENING_ENDS: f32 = 50.0 / 361.0;
    const MIDDLE_ENDS: f32 = 150.0 / 361.0;

    /// The part that a move belongs to, by its number from 1.
    #[must_use]
    pub fn of_move(number: usize, size: BoardSize) -> Self {
        let share = number as f32 / f32::from(u16::from(size.lines()) * u16::from(size.lines()));
        match share {
            share if share <= Self::OPENING_ENDS => Self::Opening,
            share if share <= Self::MIDDLE_ENDS => Self::Middle,
            _ => Self::Endgame,
        }
    }

    /// The part as a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle game",
            Self::Endgame => "endgame",
        }
    }
}

/// A mean that grows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f32,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.count += 1;
    }

    fn get(self) -> Option<f32> {
        (self.count > 0).then(|| self.sum / self.count as f32)
    }
}

/// The moves of one side in sum.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideSummary {
    /// Moves of which the loss is known.
    pub moves: u32,
    /// Moves that were the search's own.
    pub best: u32,
    /// Inaccuracies, mistakes and blunders.
    pub signs: [u32; 3],
    /// Losses in points in each part, and in the whole game; without a net none is known.
    losses: [Mean; 3],
    whole: Mean,
}

impl SideSummary {
    fn add(&mut self, loss: &MoveLoss, part: GamePart) {
        self.moves += 1;
        self.best += u32::from(loss.is_best);
        let place = LossGrade::WITH_SIGN
            .iter()
            .position(|grade| *grade == loss.grade());
        if let Some(place) = place {
            self.signs[place] += 1;
        }
        if let Some(points) = loss.lost_points() {
            self.losses[part as usize].add(points);
            self.whole.add(points);
        }
    }

    /// The share of moves that were the search's own, 0 to 1; `None` before the first.
    #[must_use]
    pub fn best_share(&self) -> Option<f32> {
        (self.moves > 0).then(|| self.best as f32 / self.moves as f32)
    }

    /// The mean loss of a move in points; `None` where none is known.
    #[must_use]
    pub fn mean_loss(&self) -> Option<f32> {
        self.whole.get()
    }

    /// The same in a part of the game.
    #[must_use]
    pub fn mean_loss_in(&self, part: GamePart) -> Option<f32> {
        self.losses[part as usize].get()
    }
}

/// "60 moves, 45 % of them the best; a move loses 1.2 points (opening 0.5, middle game 2.0); 3 inaccuracies (?!), 1 blunder (??)".
impl fmt::Display for SideSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(share) = self.best_share() else {
            return f.write_str("no move was looked at yet");
        };
        write!(f, "{}, ", counted(self.moves, "move"))?;
        write!(f, "{:.0} % of them the best", 100.0 * share)?;
        if let Some(loss) = self.mean_loss() {
            let parts = GamePart::ALL.into_iter().filter_map(|part| {
                Some(format!("{} {:.1}", part.word(), self.mean_loss_in(part)?))
            });
            let parts: Vec<String> = parts.collect();
            write!(f, "; a move loses {loss:.1} points ({})", parts.join(", "))?;
        }
        let signs = LossGrade::WITH_SIGN.into_iter().zip(self.signs);
        let signs = signs.filter(|(_, count)| *count > 0);
        let signs: Vec<String> = signs
            .map(|(grade, count)| format!("{} ({})", counted(count, grade.word()), grade.sign()))
            .collect();
        match signs.is_empty() {
            true => f.write_str("; none loses two points"),
            false => write!(f, "; {}", signs.join(", ")),
        }
    }
}

fn counted(count: u32, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}

/// The moves of both sides in sum, as far as the curve is known.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GameSummary {
    /// Each side's.
    pub sides: ByColor<SideSummary>,
}

impl GameSummary {
    /// The sums of a game.
    #[must_use]
    pub fn new(game: &Game, curve: &GameCurve) -> Self {
        let mut summary = Self::default();
        for loss in MoveLoss::all(game, curve) {
            let part = GamePart::of_move(loss.number, game.size());
            summary.sides[loss.color].add(&loss, part);
        }
        summary
    }
}

impl fmt::Display for GameSummary {
    /// A line for each side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = Color::BOTH.map(|color| format!("{color}: {}", self.sides[color]));
        write!(f, "{black}.\n{white}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{CurvePoint, CurveSearch};
    use sgmp_board::rules::{Komi, Move, Point};

    #[test]
    fn parts_depend_on_the_board() {
        let part = |number, lines| GamePart::of_move(number, BoardSize::new(lines).unwrap());
        assert_eq!(part(50, 19), GamePart::Opening);
        assert_eq!(part(51, 19), GamePart::Middle);
        assert_eq!(part(151, 19), GamePart::Endgame);
        assert_eq!(part(11, 9), GamePart::Opening);
        assert_eq!(part(34, 9), GamePart::Endgame);
    }

    #[test]
    fn both_sides_are_told_in_sum() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let points: Vec<Point> = Point::all(game.size()).collect();
        for (index, point) in points.iter().step_by(5).take(14).enumerate() {
            game.play(Color::BOTH[index % 2], Move::Play(*point))
                .unwrap();
        }
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        for moves in 0..=14 {
            // Black loses three points by each move, White none; its moves are the search's own.
            let lead = Some(-3.0 * f32::from(u8::try_from(moves).unwrap().div_ceil(2)));
            let line = game.moves().get(moves).map_or(Move::Pass, |(_, mv)| *mv);
            let line = vec![if moves % 2 == 1 { line } else { Move::Pass }];
            curve.set(
                moves,
                CurvePoint {
                    win: 0.5,
                    lead,
                    line,
                },
            );
        }
        let summary = GameSummary::new(&game, &curve);
        assert_eq!(
            summary.to_string(),
            "Black: 7 moves, 0 % of them the best; a move loses 3.0 points (opening 3.0, middle game 3.0); 7 inaccuracies (?!).\n\
             White: 7 moves, 100 % of them the best; a move loses 0.0 points (opening 0.0, middle game 0.0); none loses two points."
        );
        let nothing = GameSummary::new(&game, &GameCurve::new(&game, search));
        assert_eq!(nothing.sides[Color::Black].mean_loss(), None);
        assert!(nothing.to_string().contains("no move was looked at yet"));
    }
}
