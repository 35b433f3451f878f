//! The numbers that steer the search and the end of a game.

use super::node_priors::PriorWeights;
use crate::search::playout::PlayoutPolicy;
use sgmp_knowledge::move_weights::MovePriors;

/// Parameters of the search: of the tree, its playouts, and the final move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctParams {
    /// Visits at which a move's own results weigh as much as plentiful results as a later move.
    pub rave: f32,
    /// Visits at which a leaf gets children.
    pub expand_at: u32,
    /// Visits in advance, by the reasons for a move.
    pub priors: PriorWeights,
    /// Learned priors: visits in advance for the moves that players like.
    pub patterns: &'static MovePriors,
    /// Policy of the playouts.
    pub policy: &'static PlayoutPolicy,
    /// Moves on the board, in parts of its points, from which on a pass is in the tree; an
    /// answer to a pass always is.
    pub pass_from: f32,
    /// Parameters of the end of a game.
    pub end: EndParams,
}

impl Default for UctParams {
    fn default() -> Self {
        Self {
            rave: 3500.0,
            expand_at: 8,
            priors: PriorWeights::default(),
            patterns: MovePriors::embedded(),
            policy: PlayoutPolicy::embedded(),
            pass_from: 0.4,
            end: EndParams::default(),
        }
    }
}

/// Parameters of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndParams {
    /// Loss up to which a neutral point is still filled in the end, 0 to 1.
    pub harmless_within: f32,
    /// Stones on the board, in parts of its points, from which on a move has to change the count of
    /// the board as it stands; 0 to 1.
    pub judge_from: f32,
    /// The same, from which on a pass is answered by a pass that wins the count.
    pub end_from: f32,
    /// Moves after which a game must end, in parts of the board's points, besides
    /// [`Self::end_base`]. From half way there a move has to change more and more.
    pub end_per_point: f32,
    /// Moves added to [`Self::end_per_point`]: small boards are played over again by captures.
    pub end_base: f32,
}

impl Default for EndParams {
    fn default() -> Self {
        Self {
            harmless_within: 0.1,
            judge_from: 0.45,
            end_from: 0.35,
            end_per_point: 0.9,
            end_base: 50.0,
        }
    }
}

impl EndParams {
    /// Lateness of a game: 0 up to half the moves after which it must end, then up to 1.
    pub(in crate::search) fn lateness(&self, moves: usize, points: u16) -> f32 {
        let end = self.end_base + self.end_per_point * f32::from(points);
        (2.0 * moves as f32 / end - 1.0).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_grows_late_past_its_half() {
        let params = EndParams::default();
        assert_eq!(params.lateness(150, 361), 0.0);
        assert!(params.lateness(320, 361) > params.lateness(300, 361));
        assert_eq!(params.lateness(380, 361), 1.0);
    }
}
