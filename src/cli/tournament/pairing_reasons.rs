//! `tournament why`: what a pairing cost, and what another would have cost.

use std::path::PathBuf;

use clap::Args;

use super::event_commands::player;
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::tournament::event::{EventState, Format};
use sgmp_hall::tournament::pairing::{ColorNeed, CostLevel, LevelCost, swiss_cost};
use sgmp_match::console::stdout_line;

/// A question about a pairing.
#[derive(Debug, Args)]
pub struct WhyArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The round
    pub round: u32,

    /// Two players: what it would have cost that they meet, or that they do not
    #[arg(num_args = 2, value_names = ["PLAYER", "OTHER"])]
    pub pair: Vec<String>,
}

/// Prints the costs, level by level.
///
/// # Errors
/// A round that is not paired, an event without a Swiss system.
pub(super) fn run(args: &WhyArgs) -> Result<Exit, Failure> {
    let state = EventFolder::new(&args.event).begun()?;
    let usage = |what: String| Failure::new(Blame::Usage, what);
    if state.schedule.format != Format::Swiss {
        let format = state.schedule.format.name();
        return Err(usage(format!(
            "a {format} has a fixed schedule: nothing is weighed"
        )));
    }
    if args.round == 0 || args.round as usize > state.rounds.len() {
        return Err(usage(format!("round {} is not paired", args.round)));
    }
    let present = paired_players(&state, args.round);
    let cost = |wish| {
        let field = state.field_before(args.round);
        let rules = state.swiss_rules(args.round);
        swiss_cost(&field, &present, rules, wish, &state.lots(args.round))
    };
    let (best, pairs) = cost(None);
    let names = state.plan.names();
    let [a, b] = match args.pair.as_slice() {
        [a, b] => [player(&state, a)?, player(&state, b)?],
        _ => {
            stdout_line(format_args!("Round {} cost", args.round));
            tell(&best);
            for pair in pairs {
                let named: Vec<_> = pair.iter().map(|who| names[*who].as_str()).collect();
                stdout_line(format_args!("  {}", named.join(" - ")));
            }
            return Ok(Exit::Done);
        }
    };
    if a == b {
        return Err(usage("nobody meets himself".to_owned()));
    }
    for (verb, wish) in [
        ("met", ColorNeed::Forced([a, b])),
        ("not met", ColorNeed::Forbidden([a, b])),
    ] {
        let (other, other_pairs) = cost(Some(wish));
        let (a, b) = (&names[a], &names[b]);
        if other[0].1 > 0 {
            stdout_line(format_args!(
                "Had {a} and {b} {verb}: there is no such pairing"
            ));
        } else if other_pairs == pairs {
            stdout_line(format_args!("Had {a} and {b} {verb}: so it was paired"));
            tell(&best);
        } else {
            stdout_line(format_args!(
                "Had {a} and {b} {verb}, the round would have cost"
            ));
            tell_difference(&best, &other);
        }
    }
    Ok(Exit::Done)
}

/// Players of a round as it was paired.
fn paired_players(state: &EventState, round: u32) -> Vec<usize> {
    let paired = &state.rounds[round as usize - 1];
    let games = paired.games.iter();
    let mut players: Vec<_> = games
        .flat_map(|game| [game.pair.black, game.pair.white])
        .collect();
    players.extend(paired.bye);
    players.sort_unstable();
    players
}

fn tell(costs: &[LevelCost]) {
    for (level, cost) in costs.iter().filter(|(level, _)| *level != CostLevel::Asked) {
        stdout_line(format_args!("  {cost:>8}  {}", level.meaning()));
    }
}

fn tell_difference(best: &[LevelCost], other: &[LevelCost]) {
    for ((level, before), (_, after)) in best.iter().zip(other).skip(1) {
        let mark = match after.cmp(before) {
            std::cmp::Ordering::Greater => " more",
            std::cmp::Ordering::Less => " less",
            std::cmp::Ordering::Equal => "",
        };
        stdout_line(format_args!(
            "  {after:>8} instead of {before}{mark}: {}",
            level.meaning()
        ));
    }
}
