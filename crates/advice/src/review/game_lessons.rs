//! Lessons of a game as a whole: where the win changed hands, and what was missed again and again.

use std::fmt;

use super::game_curve::GameCurve;
use super::move_losses::{LossGrade, MoveLoss};
use sgmp_board::rules::{ByColor, Color, Game, Move};
use sgmp_knowledge::experts::{Expert, MoveSelector, Skill};

/// Mistakes of a side that are looked at, the heaviest.
const MAX_LOOKED_AT: usize = 12;
/// Times that something was missed from which on it is told.
const AGAIN: usize = 2;
/// Kinds that are told of a side.
const MAX_KINDS: usize = 2;
/// Changes of the lead that are told by their moves.
const MAX_CHANGES: usize = 6;
/// Chance to win from which on a side has the win in its hands.
const IN_HAND: f32 = 0.65;
/// Skill that finds why a move is better: some hundredths of a second.
const LEVEL: u8 = 3;

/// The purpose of a better move that was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Missed {
    Corner,
    Side,
    Invasion,
    Rescue,
    Capture,
    Kill,
    Life,
    Cut,
    Connection,
    Border,
}

impl Missed {
    /// The kind of an expert's reason; `None` where it names no purpose.
    const fn by(expert: Expert) -> Option<Self> {
        Some(match expert {
            Expert::Fuseki | Expert::Joseki => Self::Corner,
            Expert::Sides => Self::Side,
            Expert::Invasion => Self::Invasion,
            Expert::Rescue => Self::Rescue,
            Expert::Capture => Self::Capture,
            Expert::Killing | Expert::Surrounding => Self::Kill,
            Expert::Saving | Expert::Running => Self::Life,
            Expert::Cutting => Self::Cut,
            Expert::Connecting => Self::Connection,
            Expert::Endgame => Self::Border,
            _ => return None,
        })
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Corner => "a larger move in a corner was passed by",
            Self::Side => "a larger move at a side was passed by",
            Self::Invasion => "room to go in was left unused",
            Self::Rescue => "stones in danger were not saved",
            Self::Capture => "stones that could be taken or caught were let go",
            Self::Kill => "a weak group of the other side was let off",
            Self::Life => "an own group in danger was left alone",
            Self::Cut => "a cut was left open",
            Self::Connection => "an own cutting point was left open",
            Self::Border => "points at a border were left",
        }
    }
}

/// The lessons of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameLessons {
    /// The moves at which the win came into a side's hands, with the side.
    changes: Vec<(usize, Color)>,
    /// Kinds of what each side missed more than once, the most frequent first, with the numbers of the moves.
    missed: ByColor<Vec<(Missed, Vec<usize>)>>,
}

impl GameLessons {
    /// The lessons, as far as the curve is known. It takes up to half a second.
    #[must_use]
    pub fn new(game: &Game, curve: &GameCurve) -> Self {
        let mut selector = MoveSelector::new();
        let [black, white] =
            Color::BOTH.map(|color| missed_again(&mut selector, game, curve, color));
        Self {
            changes: changes(curve),
            missed: ByColor::new(black, white),
        }
    }
}

/// The moves at which the win changed hands; the first side to have it is no change. Where the other side was even again
/// before it was gone for good, the later move is told.
fn changes(curve: &GameCurve) -> Vec<(usize, Color)> {
    let mut holder: Option<Color> = None;
    let mut is_even_again = false;
    let mut found: Vec<(usize, Color)> = Vec::new();
    for (number, point) in curve.points().iter().enumerate() {
        let Some(point) = point else { continue };
        let now = Color::BOTH
            .into_iter()
            .find(|color| point.win_of(*color) >= IN_HAND);
        is_even_again |= holder.is_some_and(|holder| point.win_of(holder) <= 0.5);
        let Some(now) = now else { continue };
        if holder.is_some_and(|before| before != now) {
            found.push((number, now));
        } else if is_even_again && let Some((last, _)) = found.last_mut() {
            *last = number;
        }
        (holder, is_even_again) = (Some(now), false);
    }
    found
}

fn missed_again(
    selector: &mut MoveSelector,
    game: &Game,
    curve: &GameCurve,
    color: Color,
) -> Vec<(Missed, Vec<usize>)> {
    let is_heavy = |loss: &MoveLoss| loss.color == color && loss.grade() >= LossGrade::Mistake;
    let mut heavy: Vec<MoveLoss> = MoveLoss::all(game, curve).filter(is_heavy).collect();
    heavy.sort_by(|a, b| b.weight().total_cmp(&a.weight()));
    let mut found: Vec<(Missed, Vec<usize>)> = Vec::new();
    for loss in heavy.iter().take(MAX_LOOKED_AT) {
        let Some(kind) = missed_by(selector, game, curve, loss) else {
            continue;
        };
        match found.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, numbers)) => numbers.push(loss.number),
            None => found.push((kind, vec![loss.number])),
        }
    }
    found.retain(|(_, numbers)| numbers.len() >= AGAIN);
    found.sort_by_key(|(_, numbers)| std::cmp::Reverse(numbers.len()));
    found.truncate(MAX_KINDS);
    for (_, numbers) in &mut found {
        numbers.sort_unstable();
    }
    found
}

/// The purpose of the better move that a move missed, as the experts find it on the board.
fn missed_by(
    selector: &mut MoveSelector,
    game: &Game,
    curve: &GameCurve,
    loss: &MoveLoss,
) -> Option<Missed> {
    let before = game.after(loss.number - 1)?;
    let better = *curve.at(loss.number - 1)?.line.first()?;
    if better == Move::Pass {
        return None;
    }
    let reasons = selector.reasons(&before, loss.color, better, Skill::for_level(LEVEL));
    let mut kinds = reasons
        .iter()
        .filter_map(|known| Some((Missed::by(known.reason.expert)?, known.guess())));
    let first = kinds.next()?;
    Some(
        kinds
            .fold(
                first,
                |best, known| if known.1 > best.1 { known } else { best },
            )
            .0,
    )
}

/// "three times"; larger numbers in digits.
fn times(count: usize) -> String {
    match count {
        2 => "twice".to_owned(),
        3 => "three times".to_owned(),
        4 => "four times".to_owned(),
        many => format!("{many} times"),
    }
}

impl fmt::Display for GameLessons {
    /// A line each; none where there is nothing to tell: "The win went to and fro: to White at move 57, to Black at move 80."
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        let named = |(number, color): &(usize, Color)| format!("to {color} at move {number}");
        match self.changes.as_slice() {
            [] => {}
            [one] => lines.push(format!("The win changed hands once, {}.", named(one))),
            [first, .., last] if self.changes.len() > MAX_CHANGES => lines.push(format!(
                "The win changed hands {} times from move {} on, the last time {}.",
                self.changes.len(),
                first.0,
                named(last)
            )),
            all => {
                let told: Vec<String> = all.iter().map(named).collect();
                lines.push(format!("The win went to and fro: {}.", told.join(", ")));
            }
        }
        for color in Color::BOTH {
            let kinds: Vec<String> = self.missed[color]
                .iter()
                .map(|(kind, numbers)| {
                    let moves: Vec<String> = numbers.iter().map(usize::to_string).collect();
                    format!(
                        "{} {} (moves {})",
                        times(numbers.len()),
                        kind.words(),
                        moves.join(", ")
                    )
                })
                .collect();
            if !kinds.is_empty() {
                lines.push(format!("{color}'s mistakes: {}.", kinds.join("; ")));
            }
        }
        f.write_str(&lines.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{CurvePoint, CurveSearch};
    use sgmp_board::rules::{BoardSize, Komi, Point, diagram};

    #[test]
    fn the_win_goes_to_and_fro_and_what_is_missed_again_is_told() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let at = |name: &str| Move::Play(Point::parse(name).unwrap());
        for name in ["A1", "J9", "A2", "J8"] {
            let color = game.to_move();
            game.play(color, at(name)).unwrap();
        }
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        for (moves, win) in [0.9, 0.1, 0.9, 0.1, 0.5].into_iter().enumerate() {
            let line = vec![at("C3")];
            let lead = Some(20.0 * win);
            curve.set(moves, CurvePoint { win, lead, line });
        }
        let mut lessons = GameLessons::new(&game, &curve);
        assert_eq!(
            lessons.changes,
            [(1, Color::White), (2, Color::Black), (3, Color::White)]
        );
        for (moves, win) in [0.9, 0.3, 0.5, 0.4, 0.3].into_iter().enumerate() {
            let line = vec![at("C3")];
            curve.set(
                moves,
                CurvePoint {
                    win,
                    lead: None,
                    line,
                },
            );
        }
        let once = GameLessons::new(&game, &curve).changes;
        assert_eq!(once, [(4, Color::White)], "Black was even again");
        lessons.missed[Color::Black] = vec![(Missed::Corner, vec![1, 3])];
        lessons.missed[Color::White] = vec![(Missed::Cut, vec![2, 4, 8])];
        assert_eq!(
            lessons.to_string(),
            "The win went to and fro: to White at move 1, to Black at move 2, to White at move 3.\n\
             Black's mistakes: twice a larger move in a corner was passed by (moves 1, 3).\n\
             White's mistakes: three times a cut was left open (moves 2, 4, 8)."
        );
        let nothing = GameLessons::new(&game, &GameCurve::new(&game, search));
        assert_eq!(nothing.to_string(), "");
    }

    #[test]
    fn a_stone_in_atari_that_is_passed_by_is_a_capture_missed() {
        let board = diagram::parse(
            ". . . . . . . . .
             . . . . . . . . .
             . . X X X . . . .
             . X O O O X . . .
             . . X X . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        );
        let mut game = Game::from_position(board.unwrap(), Color::Black, Komi::default());
        let at = |name: &str| Move::Play(Point::parse(name).unwrap());
        game.play(Color::Black, at("J1")).unwrap();
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        for (moves, win) in [0.9, 0.1].into_iter().enumerate() {
            let line = vec![at("E5")];
            let lead = Some(20.0 * win);
            curve.set(moves, CurvePoint { win, lead, line });
        }
        let loss = MoveLoss::of_move(&game, &curve, 0).unwrap();
        let missed = missed_by(&mut MoveSelector::new(), &game, &curve, &loss);
        assert_eq!(missed, Some(Missed::Capture));
    }
}
