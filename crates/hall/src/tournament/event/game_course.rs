//! The course of a game by our engine's count: how far each side was ahead, and the move on which it turned.

use serde::{Deserialize, Serialize};

use sgmp_board::rules::{Color, Move};

/// Points up to which nobody is ahead: a count of a position in mid-game is no surer.
const MIN_LEAD: f32 = 3.0;

/// Smallest loss by a move that is told, in points.
const MIN_LOSS: f32 = 4.0;

/// The move that lost most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventTurn {
    /// Its number, from 1.
    pub number: u32,
    /// The move: `D4`, `pass`.
    pub mv: String,
    /// True if Black made it.
    pub is_black: bool,
    /// Points by which Black was ahead before it.
    pub before: i32,
    /// Points by which Black was ahead after it.
    pub after: i32,
}

/// The course of a game, in whole points by which Black was ahead.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCourse {
    /// The largest lead of Black.
    pub most: i32,
    /// The largest lead of White, negative.
    pub least: i32,
    /// The lead in the last position.
    pub last: i32,
    /// Number of times that the lead changed hands.
    pub changes: u32,
    /// The move on which it turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<EventTurn>,
}

impl EventCourse {
    /// The course of a game by Black's lead before the first move and after each one; `None` without moves.
    #[must_use]
    pub fn new(leads: &[f32], moves: &[(Color, Move)]) -> Option<Self> {
        let last = *leads.last()?;
        if moves.is_empty() || leads.len() != moves.len() + 1 {
            return None;
        }
        let mut ahead = None;
        let mut changes = 0;
        for lead in leads {
            let leader = match *lead {
                lead if lead >= MIN_LEAD => Color::Black,
                lead if lead <= -MIN_LEAD => Color::White,
                _ => continue,
            };
            changes += u32::from(ahead.is_some_and(|before| before != leader));
            ahead = Some(leader);
        }
        let most = leads.iter().copied().fold(0.0, f32::max);
        let least = leads.iter().copied().fold(0.0, f32::min);
        Some(Self {
            most: whole(most),
            least: whole(least),
            last: whole(last),
            changes,
            turn: turn(leads, moves),
        })
    }

    /// The largest lead of a color.
    #[must_use]
    pub const fn best_of(&self, color: Color) -> i32 {
        match color {
            Color::Black => self.most,
            Color::White => -self.least,
        }
    }

    /// The lead of a color in the last position.
    #[must_use]
    pub const fn last_of(&self, color: Color) -> i32 {
        match color {
            Color::Black => self.last,
            Color::White => -self.last,
        }
    }
}

impl EventTurn {
    /// Points that its player lost by it.
    #[must_use]
    pub const fn loss(&self) -> i32 {
        if self.is_black {
            self.before - self.after
        } else {
            self.after - self.before
        }
    }

    /// The color of the player who made it.
    #[must_use]
    pub const fn color(&self) -> Color {
        if self.is_black {
            Color::Black
        } else {
            Color::White
        }
    }
}

/// The move that lost most, by the position after the answer: what one count does not see, the next one does.
fn turn(leads: &[f32], moves: &[(Color, Move)]) -> Option<EventTurn> {
    let loss = |index: usize| {
        let after = leads.get(index + 2).unwrap_or(&leads[index + 1]);
        match moves[index].0 {
            Color::Black => leads[index] - after,
            Color::White => after - leads[index],
        }
    };
    let worst = (0..moves.len()).max_by(|a, b| loss(*a).total_cmp(&loss(*b)))?;
    if loss(worst) < MIN_LOSS {
        return None;
    }
    let (color, mv) = moves[worst];
    Some(EventTurn {
        number: u32::try_from(worst + 1).unwrap_or(u32::MAX),
        mv: mv.to_string(),
        is_black: color == Color::Black,
        before: whole(leads[worst]),
        after: whole(*leads.get(worst + 2).unwrap_or(&leads[worst + 1])),
    })
}

fn whole(points: f32) -> i32 {
    points.round().clamp(-999.0, 999.0) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_course_tells_leads_changes_and_the_worst_move() {
        let moves = [
            (Color::Black, Move::Pass),
            (Color::White, Move::Pass),
            (Color::Black, Move::Pass),
            (Color::White, Move::Pass),
        ];
        let course = EventCourse::new(&[0.0, 5.0, 4.0, -12.4, -11.0], &moves).unwrap();
        assert_eq!(
            (course.most, course.least, course.last, course.changes),
            (5, -12, -11, 1)
        );
        let turn = course.turn.clone().unwrap();
        assert_eq!(
            (turn.number, turn.loss(), turn.color()),
            (3, 15, Color::Black)
        );
        assert_eq!(
            (course.best_of(Color::White), course.last_of(Color::White)),
            (12, 11)
        );
        assert_eq!(EventCourse::new(&[0.0], &[]), None);
        let quiet = EventCourse::new(&[0.0, 1.0, 0.0, 1.0, 0.0], &moves).unwrap();
        assert_eq!((quiet.turn, quiet.changes), (None, 0));
    }
}
