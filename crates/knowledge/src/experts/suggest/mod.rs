//! The experts: each writes down the moves that it knows reasons for.

mod answer_moves;
mod book_moves;
mod capture_rescue;
mod center;
mod connect_cut;
mod contact;
mod corners;
mod desperation;
mod endgame;
mod finish;
mod invasion;
mod killing;
mod ko;
mod liberty_races;
mod pattern_moves;
pub(super) mod policy_prior;
mod run_and_surround;
mod safety;
mod saving;
mod sides;

use super::expert_context::ExpertContext;
use super::reason::Expert;
use super::suggestion::Suggestion;
use super::suggestions::Suggestions;
use crate::patterns::Matcher;
use sgmp_board::rules::Point;

/// Asks every expert; the most promising suggestions come first. `likely` are the moves that the
/// learned weights expect.
pub(super) fn suggest_all(
    ctx: &ExpertContext<'_>,
    matcher: &Matcher<'static>,
    likely: &[(Point, f32)],
) -> Vec<Suggestion> {
    let mut out = Suggestions::new(*ctx);
    for expert in Expert::ALL {
        match expert {
            Expert::Fuseki => corners::suggest(ctx, &mut out),
            Expert::Joseki => book_moves::suggest(ctx, &mut out),
            Expert::Sides => sides::suggest(ctx, &mut out),
            Expert::Center => center::suggest(ctx, &mut out),
            Expert::Invasion => invasion::suggest(ctx, &mut out),
            Expert::Patterns => pattern_moves::suggest(ctx, matcher, &mut out),
            Expert::Saving => saving::suggest(ctx, &mut out),
            Expert::Running => run_and_surround::run(ctx, &mut out),
            Expert::Killing => killing::suggest(ctx, &mut out),
            Expert::Surrounding => run_and_surround::surround(ctx, &mut out),
            Expert::Races => liberty_races::suggest(ctx, &mut out),
            Expert::Capture => capture_rescue::capture(ctx, &mut out),
            Expert::Rescue => capture_rescue::rescue(ctx, &mut out),
            Expert::Connecting => connect_cut::connect(ctx, &mut out),
            Expert::Cutting => connect_cut::cut(ctx, &mut out),
            Expert::Contact => contact::suggest(ctx, &mut out),
            Expert::Answers => answer_moves::suggest(ctx, &mut out),
            Expert::Ko => ko::suggest(ctx, &mut out),
            Expert::Endgame => endgame::suggest(ctx, &mut out),
            Expert::Safety => safety::suggest(ctx, &mut out),
            Expert::Desperation => desperation::suggest(ctx, &mut out),
            Expert::Habit => policy_prior::suggest(likely, &mut out),
            Expert::Finish => finish::suggest(ctx, &mut out),
        }
    }
    out.sorted()
}
