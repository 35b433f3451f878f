//! The numbers that steer the search, in one place.

/// What steers [`super::search`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Playouts from the position itself that come before any move is preferred.
    pub probes: u32,
    /// Playouts after which a move's own results weigh as much as its results as a later move of
    /// the playouts (all moves as first); above 0.
    pub amaf_until: f32,
    /// Playouts every move starts with, at the value of the position; above 0.
    pub even_start: f32,
    /// Part of a playout's worth that comes from the lead in points, 0 to 1; the rest is winning.
    pub lead_weight: f32,
    /// From which value on a pass is answered with a pass if that wins, 0 to 1.
    pub end_from: f32,
    /// From which share on a point is settled, and playing there a waste; 0.5 to 1.
    pub settled_from: f32,
    /// From which share on a point that both sides can still reach is left alone in the end.
    pub closed_from: f32,
    /// How much a neutral point may seem to lose and still be filled in the end, 0 to 1.
    pub harmless_within: f32,
    /// Stones on the board, in parts of its points, from which on a move has to change the count of
    /// the board as it stands; 0 to 1.
    pub judge_from: f32,
    /// Moves after which a game must end, in parts of the board's points, besides
    /// [`Self::end_base`]. From half way there `settled_from` goes down to one half.
    pub end_per_point: f32,
    /// Moves added to [`Self::end_per_point`]: small boards are played over again by captures.
    pub end_base: f32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            probes: 64,
            amaf_until: 100.0,
            even_start: 40.0,
            lead_weight: 0.5,
            end_from: 0.7,
            settled_from: 0.78,
            closed_from: 0.9,
            harmless_within: 0.1,
            judge_from: 0.45,
            end_per_point: 0.9,
            end_base: 50.0,
        }
    }
}

impl Params {
    /// For a tree search, whose playouts agree sooner than those of the position itself.
    #[must_use]
    pub fn for_tree() -> Self {
        Self {
            settled_from: 0.97,
            ..Self::default()
        }
    }

    /// How far a game is past half the moves after which it must end: 0 up to there, then to 1.
    pub(super) fn lateness(&self, moves: usize, points: u16) -> f32 {
        let end = self.end_base + self.end_per_point * f32::from(points);
        (2.0 * moves as f32 / end - 1.0).clamp(0.0, 1.0)
    }

    /// From which share on a point is settled after `moves` moves on a board of `points` points.
    pub(super) fn settled_after(&self, moves: usize, points: u16) -> f32 {
        self.settled_from + (0.5 - self.settled_from) * self.lateness(moves, points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_games_settle_sooner() {
        let params = Params::default();
        let after = |moves| params.settled_after(moves, 361);
        assert!((after(0) - params.settled_from).abs() < 1e-6);
        assert!((after(150) - params.settled_from).abs() < 1e-6);
        assert!(after(320) < after(300));
        assert!((after(380) - 0.5).abs() < 1e-6);
        assert!(params.settled_after(60, 81) > 0.7);
    }
}
