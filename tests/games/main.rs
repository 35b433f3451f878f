//! Whole games and finished positions: the rules against a slow twin, games to their end, who is
//! dead and how much it counts, and games against the clock.

#[path = "../common/whole_run.rs"]
mod whole_run;

mod clock;
mod endings;
mod finished;
mod judged_positions;
mod outlooks;
mod rules_twin;
mod selfplay;
