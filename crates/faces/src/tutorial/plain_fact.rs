//! Facts about a position that a chapter states, for the rules and the reader to confirm.

use super::chapter_text::{Screen, parse_color};
use sgmp_board::rules::{Color, Move, Point, PointSet, territory};
use sgmp_knowledge::reading::{Budget, Life, Tactician};

/// A fact about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// The group cannot be killed, whoever moves.
    Alive(Point),
    /// The group cannot be saved, whoever moves.
    Dead(Point),
    /// The side that moves first decides.
    Unsettled(Point),
    /// The string is captured if its opponent moves first.
    Captured(Point),
    /// The string is captured even if its owner moves first.
    Lost(Point),
    /// The string is not captured though its opponent moves first.
    Safe(Point),
    /// The two stones cannot be kept apart.
    Linked(Point, Point),
    /// The opponent, moving first, keeps the two stones apart.
    Severed(Point, Point),
    /// The point lies on this line from the edge.
    Line(Point, u8),
    /// So many points are surrounded by the color.
    Territory(Color, usize),
    /// The color may play there.
    Legal(Color, Point),
    /// The color may not play there.
    Illegal(Color, Point),
}

impl Fact {
    /// Reads a fact: its word and its operands.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let point = |index: usize| Point::parse(words.get(index)?);
        let color = || parse_color(words.get(1)?);
        Some(match *words.first()? {
            "alive" => Self::Alive(point(1)?),
            "dead" => Self::Dead(point(1)?),
            "unsettled" => Self::Unsettled(point(1)?),
            "captured" => Self::Captured(point(1)?),
            "lost" => Self::Lost(point(1)?),
            "safe" => Self::Safe(point(1)?),
            "linked" => Self::Linked(point(1)?, point(2)?),
            "severed" => Self::Severed(point(1)?, point(2)?),
            "line" => Self::Line(point(1)?, words.get(2)?.parse().ok()?),
            "territory" => Self::Territory(color()?, words.get(2)?.parse().ok()?),
            "legal" => Self::Legal(color()?, point(2)?),
            "illegal" => Self::Illegal(color()?, point(2)?),
            _ => return None,
        })
    }

    /// Returns whether the rules and the reader confirm it.
    pub(super) fn holds(self, screen: &Screen, tactician: &mut Tactician) -> bool {
        let board = screen.game.board();
        let budget = Budget::for_level(10);
        match self {
            Self::Alive(stone) => tactician.life(board, stone) == Some(Life::Alive),
            Self::Dead(stone) => tactician.life(board, stone) == Some(Life::Dead),
            Self::Unsettled(stone) => {
                matches!(tactician.life(board, stone), Some(Life::Unsettled { .. }))
            }
            Self::Captured(stone) => tactician.attack(board, stone, budget).result.works(),
            Self::Lost(stone) => {
                let answer = tactician.defend(board, stone, budget);
                board.color_at(stone).is_some() && answer.is_complete && !answer.result.works()
            }
            Self::Safe(stone) => {
                let answer = tactician.attack(board, stone, budget);
                board.color_at(stone).is_some() && answer.is_complete && !answer.result.works()
            }
            Self::Linked(a, b) => {
                let answer = tactician.disconnect(board, a, b, budget);
                board.color_at(a).is_some() && answer.is_complete && !answer.result.works()
            }
            Self::Severed(a, b) => tactician.disconnect(board, a, b, budget).result.works(),
            Self::Line(point, line) => point.line(board.size()) == line,
            Self::Territory(color, points) => {
                territory(board, &PointSet::EMPTY).points_of(color).len() == points
            }
            Self::Legal(color, point) => screen.game.legality(color, Move::Play(point)).is_ok(),
            Self::Illegal(color, point) => screen.game.legality(color, Move::Play(point)).is_err(),
        }
    }
}
