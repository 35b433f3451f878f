//! The numbers that steer the search, in one place.

/// What steers [`super::search`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Params {
    /// Playouts from the position itself that come before any move is preferred; at least 1.
    pub probes: u32,
    /// Playouts after which a move's own results weigh as much as its results as a later move of
    /// the playouts (all moves as first); above 0.
    pub amaf_until: f32,
    /// Playouts every move starts with, at the value of the position; above 0.
    pub even_start: f32,
    /// Part of a playout's worth that comes from the lead in points, 0 to 1; the rest is winning.
    pub lead_weight: f32,
    /// From which share on a point is settled, and playing there a waste; 0.5 to 1.
    pub settled_from: f32,
    /// The same at the end of a long game, so that every game ends; 0.5 to 1.
    pub settled_late: f32,
    /// Moves, in parts of the board's points, after which a game is long. From there
    /// `settled_from` goes down, and over another quarter of the points reaches `settled_late`.
    pub long_after: f32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            probes: 64,
            amaf_until: 300.0,
            even_start: 4.0,
            lead_weight: 0.2,
            settled_from: 0.93,
            settled_late: 0.65,
            long_after: 0.75,
        }
    }
}

impl Params {
    /// From which share on a point is settled after `moves` moves on a board of `points` points.
    pub(super) fn settled_after(&self, moves: usize, points: u16) -> f32 {
        let played = moves as f32 / f32::from(points);
        let late = ((played - self.long_after) * 4.0).clamp(0.0, 1.0);
        self.settled_from + (self.settled_late - self.settled_from) * late
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
        assert!((after(270) - params.settled_from).abs() < 1e-6);
        assert!(after(320) < after(300));
        assert!((after(400) - params.settled_late).abs() < 1e-6);
    }
}
