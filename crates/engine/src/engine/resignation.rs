//! When to resign: by the value of the search over several own moves, and with a net by the points too.

use crate::search::SearchResult;
use sgmp_board::rules::{BoardSize, Color, Game};

/// Playouts below which a value is too uncertain to resign on.
const MIN_PLAYOUTS: u32 = 100;

/// Evaluations of a net below which it is. Levels that make fewer play on: their opponents make mistakes too.
const MIN_EVALUATIONS: u32 = 16;

/// The rule by which a hopeless game is resigned.
///
/// A search that plays games out knows the value alone. One with a net knows the points too: it resigns
/// only if more of them are missing than may still be won, and sooner if no doubt is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resignation {
    /// Share of playouts won, 0 to 1, below which a position counts as hopeless.
    pub below: f32,
    /// Number of own moves in a row that must be hopeless; the last of them is not made.
    pub in_a_row: u32,
    /// Moves of the game before which nobody resigns, as a share of the board's points.
    pub not_before: f32,
    /// Points behind, for each line of the board, that are out of reach up to the middle game.
    pub points_a_line: f32,
    /// The same at the end of the game.
    pub points_a_line_at_end: f32,
    /// The loss that nobody doubts.
    pub certain: CertainLoss,
}

impl Default for Resignation {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A loss that nobody doubts, and that is resigned sooner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CertainLoss {
    /// Chance to win, 0 to 1, below which a loss is certain ...
    pub below: f32,
    /// ... if more points are missing than this for each line of the board.
    pub points_a_line: f32,
    /// Moves of the game before which nobody resigns even so, as a share of the board's points.
    pub not_before: f32,
}

impl Resignation {
    /// The rule of a match, unless its options say otherwise.
    pub const DEFAULT: Self = Self {
        below: 0.03,
        in_a_row: 5,
        not_before: 0.4,
        points_a_line: 0.8,
        points_a_line_at_end: 0.25,
        certain: CertainLoss {
            below: 0.01,
            points_a_line: 1.6,
            not_before: 0.2,
        },
    };
    /// From this share of the board's points on, in moves, fewer and fewer points can be won ...
    const SHRINKS_FROM: f32 = 0.5;
    /// ... until here.
    const SHRINKS_UNTIL: f32 = 0.9;

    /// Points behind that are out of reach, `full` of the board's points having been played.
    fn out_of_reach(&self, size: BoardSize, full: f32) -> f32 {
        let late = (full - Self::SHRINKS_FROM) / (Self::SHRINKS_UNTIL - Self::SHRINKS_FROM);
        let (first, last) = (self.points_a_line, self.points_a_line_at_end);
        f32::from(size.lines()) * (first + late.clamp(0.0, 1.0) * (last - first))
    }

    fn is_hopeless(&self, size: BoardSize, full: f32, view: Outlook) -> bool {
        let enough = match view.lead {
            None => view.simulations >= MIN_PLAYOUTS,
            Some(_) => view.simulations >= MIN_EVALUATIONS,
        };
        let reach = self.out_of_reach(size, full);
        enough && view.value < self.below && view.lead.is_none_or(|lead| lead < -reach)
    }

    /// True only with a net: playouts do not know the points.
    fn is_certain(&self, size: BoardSize, view: Outlook) -> bool {
        let points = self.certain.points_a_line * f32::from(size.lines());
        view.simulations >= MIN_EVALUATIONS
            && view.value < self.certain.below
            && view.lead.is_some_and(|lead| lead < -points)
    }
}

/// A search's view of the game for the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    /// Share of games won, 0 to 1.
    value: f32,
    /// Points ahead; `None` without a net.
    lead: Option<f32>,
    /// Playouts, or evaluations, that this rests on.
    simulations: u32,
}

impl From<&SearchResult> for Outlook {
    fn from(result: &SearchResult) -> Self {
        Self {
            value: result.value,
            lead: result.score,
            simulations: result.playouts,
        }
    }
}

/// Number of own moves in a row that were hopeless, with the color and move count of the last one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct HopelessStreak {
    hopeless: u32,
    /// Those in a row that nobody doubted.
    certain: u32,
    seen: Option<(Color, usize)>,
}

impl HopelessStreak {
    /// Notes the outlook for our move, and returns whether the rule says to resign.
    pub(super) fn resigns(
        &mut self,
        rule: Resignation,
        game: &Game,
        color: Color,
        view: Outlook,
    ) -> bool {
        let (size, moves) = (game.size(), game.move_count());
        let full = moves as f32 / f32::from(size.points());
        let follows = self.seen.is_some_and(|(c, m)| c == color && m < moves);
        let counted = |before: u32, is_so: bool| match (is_so, follows) {
            (true, true) => before + 1,
            (true, false) => 1,
            (false, _) => 0,
        };
        *self = Self {
            hopeless: counted(self.hopeless, rule.is_hopeless(size, full, view)),
            certain: counted(self.certain, rule.is_certain(size, view)),
            seen: Some((color, moves)),
        };
        let stands = |in_a_row, from| in_a_row >= rule.in_a_row && full >= from;
        stands(self.hopeless, rule.not_before) || stands(self.certain, rule.certain.not_before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, Move};

    /// A player of a game of passes, who sees what it is told.
    struct Player {
        game: Game,
        streak: HopelessStreak,
    }

    impl Player {
        /// On a board of so many lines after so many moves, Black to move.
        fn after(moves: usize, lines: u8) -> Self {
            let size = BoardSize::new(lines).unwrap();
            let mut game = Game::new(size, Komi::default());
            for _ in 0..moves {
                game.play(game.to_move(), Move::Pass).unwrap();
            }
            Self {
                game,
                streak: HopelessStreak::default(),
            }
        }

        /// Sees the same at its next `moves` moves; the one at which it resigns, from 1.
        fn resigns_at(&mut self, value: f32, lead: f32, moves: u32) -> Option<u32> {
            let view = Outlook {
                value,
                lead: Some(lead),
                simulations: 100,
            };
            (1..=moves).find(|_| self.sees(view))
        }

        fn sees(&mut self, view: Outlook) -> bool {
            let rule = Resignation::default();
            let resigns = self.streak.resigns(rule, &self.game, Color::Black, view);
            for color in [Color::Black, Color::White] {
                self.game.play(color, Move::Pass).unwrap();
            }
            resigns
        }
    }

    #[test]
    fn a_lost_game_is_resigned_at_the_fifth_hopeless_move() {
        let resigns = |value, lead| Player::after(40, 9).resigns_at(value, lead, 10);
        assert_eq!(resigns(0.02, -10.0), Some(5));
        assert_eq!(resigns(0.04, -10.0), None, "there is a chance");
        assert_eq!(resigns(0.02, -5.0), None, "points may still be won");
        let mut player = Player::after(40, 9);
        assert_eq!(player.resigns_at(0.02, -10.0, 4), None);
        assert_eq!(player.resigns_at(0.10, -10.0, 1), None);
        assert_eq!(player.resigns_at(0.02, -10.0, 10), Some(5));
    }

    #[test]
    fn a_larger_board_takes_more_points() {
        let resigns = |lead| Player::after(160, 19).resigns_at(0.02, lead, 10);
        assert_eq!(resigns(-10.0), None);
        assert_eq!(resigns(-16.0), Some(5));
    }

    #[test]
    fn late_in_the_game_fewer_points_are_out_of_reach() {
        let resigns = |moves, lead| Player::after(moves, 19).resigns_at(0.005, lead, 5);
        assert_eq!(resigns(200, -6.0), None);
        assert_eq!(resigns(330, -6.0), Some(5));
    }

    #[test]
    fn half_a_point_behind_is_played_to_the_end() {
        for (lines, moves) in [(9, 60), (13, 120), (19, 300)] {
            let mut player = Player::after(moves, lines);
            assert_eq!(player.resigns_at(0.002, -0.5, 60), None, "{lines}");
        }
    }

    #[test]
    fn what_nobody_doubts_is_resigned_sooner() {
        let resigns = |moves, value, lead| Player::after(moves, 19).resigns_at(value, lead, 5);
        assert_eq!(resigns(80, 0.005, -35.0), Some(5));
        assert_eq!(resigns(80, 0.005, -20.0), None);
        assert_eq!(resigns(80, 0.02, -35.0), None);
        assert_eq!(resigns(40, 0.005, -35.0), None, "too early");
    }

    #[test]
    fn playouts_go_by_their_value_alone() {
        let view = |simulations| Outlook {
            value: 0.02,
            lead: None,
            simulations,
        };
        let mut player = Player::after(40, 9);
        assert_eq!((1..=10).find(|_| player.sees(view(100))), Some(5));
        let mut player = Player::after(40, 9);
        assert_eq!((1..=10).find(|_| player.sees(view(99))), None);
    }
}
