//! Rounds and method by the number of players.

use std::time::Duration;

use super::super::pairing::round_robin_rounds;
use super::event_plan::{EventPlan, Format};

/// Players up to whom everybody meets everybody twice.
const MAX_DOUBLE_ROUND_ROBIN: usize = 4;

/// Players up to whom everybody meets everybody.
const MAX_ROUND_ROBIN: usize = 8;

/// The form of an event once its players are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The form; never [`Format::Auto`].
    pub format: Format,
    /// Number of rounds, as the plan or the number of players gives it.
    pub rounds: u32,
    /// Games of all rounds together.
    pub games: u32,
    /// Longest duration: every game takes all the time of both sides.
    pub longest: Duration,
}

/// The form and the rounds of an event.
#[must_use]
pub fn schedule(plan: &EventPlan) -> Schedule {
    let players = plan.players.len();
    let format = match plan.format {
        Format::Auto if players <= MAX_DOUBLE_ROUND_ROBIN => Format::DoubleRoundRobin,
        Format::Auto if players <= MAX_ROUND_ROBIN => Format::RoundRobin,
        Format::Auto => Format::Swiss,
        said => said,
    };
    let robin = round_robin_rounds(players);
    let log = players.next_power_of_two().trailing_zeros();
    let rounds = match format {
        // One more than a knockout needs: the first places are told apart.
        Format::Swiss | Format::Auto => plan.rounds.unwrap_or((log + 1).min(robin)),
        Format::RoundRobin => plan.rounds.unwrap_or(robin),
        Format::DoubleRoundRobin => plan.rounds.unwrap_or(2 * robin),
        Format::Gauntlet => plan.rounds.unwrap_or(2),
        Format::Knockout => log,
    };
    let a_round = match format {
        Format::Gauntlet => players as u32 - 1,
        _ => players as u32 / 2,
    };
    let games = match format {
        Format::Knockout => players as u32 - 1,
        _ => a_round * rounds,
    };
    let waves = match format {
        Format::Knockout => (0..rounds)
            .map(|round| (a_round >> round).max(1).div_ceil(plan.concurrency))
            .sum(),
        _ => a_round.div_ceil(plan.concurrency) * rounds,
    };
    Schedule {
        format,
        rounds,
        games,
        longest: 2 * plan.time * waves,
    }
}
