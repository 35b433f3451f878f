//! Parameters of the search with a net.

/// How the net's search weighs what it knows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PuctParams {
    /// Weight of the policy against the values found, at few visits.
    pub exploration: f32,
    /// Growth of that weight with the logarithm of the visits.
    pub exploration_growth: f32,
    /// Share of that weight that goes with the deviation of a node's values: where they scatter, other
    /// moves are looked into more.
    pub exploration_by_deviation: f32,
    /// How much worse than its position an untried move counts, times the root of the policy that was
    /// tried.
    pub untried: f32,
    /// The same at the root.
    pub untried_at_root: f32,
    /// Weight of points beside winning: the utility of a score that is better than expected by far.
    pub score_weight: f32,
    /// Points of a 19x19 board at which half of that utility is reached.
    pub score_scale: f32,
    /// Temperature of the policy at the root: above 1, less likely moves get more visits.
    pub root_temperature: f32,
}

impl Default for PuctParams {
    fn default() -> Self {
        Self {
            exploration: 1.0,
            exploration_growth: 0.35,
            exploration_by_deviation: 0.85,
            untried: 0.2,
            untried_at_root: 0.1,
            score_weight: 0.2,
            score_scale: 12.0,
            root_temperature: 1.1,
        }
    }
}
