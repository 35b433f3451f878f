//! What the experts of the knowledge engine tell of the moves at the root.

use std::collections::BTreeMap;

use super::tree::Prior;
use crate::experts::Council;
use crate::rules::{Color, Game, Move, Point};

/// How much the experts are listened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CouncilParams {
    /// Visits, won, of a move that they guess to be worth many points; of others in proportion. 0:
    /// they are not asked, as shipped: no match tells that a search with them is better
    /// (`docs/strength.md`; 27 was tuned).
    pub weight: u32,
    /// The level of the analysis that they look at, 0 to 20.
    pub level: u8,
}

impl Default for CouncilParams {
    fn default() -> Self {
        Self {
            weight: 0,
            level: 2,
        }
    }
}

/// Points from which on a guess says no more.
const MANY: f32 = 20.0;

impl CouncilParams {
    /// Points with the visits that the experts give them.
    pub(super) fn advice(&self, game: &Game, color: Color) -> Vec<(Point, Prior)> {
        let mut best: BTreeMap<Point, f32> = BTreeMap::new();
        for suggestion in Council::new().suggest(game, color, self.level) {
            if let Move::Play(point) = suggestion.mv {
                let guess = best.entry(point).or_default();
                *guess = guess.max(suggestion.guess());
            }
        }
        let prior = |guess: f32| {
            let mut prior = Prior::default();
            prior.add((self.weight as f32 * guess.min(MANY) / MANY) as u32, 1.0);
            prior
        };
        let told = best.into_iter();
        told.map(|(point, guess)| (point, prior(guess))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, diagram};

    #[test]
    fn a_capture_is_worth_more_than_a_point_far_away() {
        let board = diagram::parse(
            ". . . . . . . . .
             . . . . . . . . .
             . . X X . . . . .
             . X O O . . . . .
             . X O X . . . . .
             . . X . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
        )
        .unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let params = CouncilParams {
            weight: 100,
            level: 2,
        };
        let told = params.advice(&game, Color::Black);
        let of = |name: &str| {
            let point = Point::parse(name).unwrap();
            let mut known = told.iter().filter(|(at, _)| *at == point);
            known.next().map_or(0, |(_, prior)| prior.visits)
        };
        assert!(of("E6") > of("H8"), "{told:?}");
    }
}
