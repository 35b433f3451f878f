//! Which rules a game is played by.

use std::str::FromStr;

use crate::rules::{Color, Game, Margin, Move, Status, score};

/// The rules the server plays by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// Territory and prisoners; a simple ko is the only repetition forbidden.
    #[default]
    Japanese,
    /// Area; no position of the game may come back (positional superko).
    Chinese,
}

impl Rules {
    /// The name that SGF has for them.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Japanese => "Japanese",
            Self::Chinese => "Chinese",
        }
    }

    /// Whether a move is allowed now. Suicide never is.
    #[must_use]
    pub fn allow(self, game: &Game, color: Color, mv: Move) -> bool {
        let Move::Play(point) = mv else {
            return true;
        };
        let legal = point.is_on(game.size()) && game.board().legality(color, point).is_ok();
        legal && (self == Self::Japanese || !game.repeats(color, mv))
    }

    /// By how much who leads.
    #[must_use]
    pub fn margin(self, game: &Game, status: &Status) -> Margin {
        match self {
            Self::Japanese => score::japanese(game, status).margin(),
            Self::Chinese => score::area(game.board(), status.dead(), game.komi()).margin(),
        }
    }
}

/// A text that names no rules we play by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these are rules we do not play by: use japanese or chinese")]
pub struct UnknownRules;

impl FromStr for Rules {
    type Err = UnknownRules;

    /// Reads a name in any case. AGA rules count by area too and differ in passes only.
    fn from_str(text: &str) -> Result<Self, UnknownRules> {
        match text.to_ascii_lowercase().as_str() {
            "japanese" | "korean" | "territory" => Ok(Self::Japanese),
            "chinese" | "aga" | "area" => Ok(Self::Chinese),
            _ => Err(UnknownRules),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Point, diagram};

    #[test]
    fn superko_is_forbidden_in_chinese_rules_alone() {
        let board = diagram::parse(
            ". X . X
             O O X X
             . O X .
             . O X .",
        )
        .unwrap();
        let mut game = Game::from_position(board, Color::Black, Komi::default());
        let at = |name| Move::Play(Point::parse(name).unwrap());
        game.play(Color::Black, at("A4")).unwrap();
        game.play(Color::White, at("C4")).unwrap();
        assert!(Rules::Japanese.allow(&game, Color::Black, at("B4")));
        assert!(!Rules::Chinese.allow(&game, Color::Black, at("B4")));
        assert!(Rules::Chinese.allow(&game, Color::Black, Move::Pass));
        assert!(!Rules::Japanese.allow(&game, Color::Black, at("B3")));
        assert!(!Rules::Japanese.allow(&game, Color::Black, at("T19")));
    }
}
