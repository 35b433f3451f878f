//! Rounds and method by the number of players.

use std::time::Duration;

use super::super::pairing::round_robin_rounds;
use super::super::standings::{Criterion, TieBreaks};
use super::event_choices::{Format, RefereeRule};
use super::event_plan::EventPlan;

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
    /// Games that are played at the same time, at most.
    pub at_once: u32,
    /// Longest duration: every game takes all the time of both sides.
    pub longest: Duration,
}

impl Schedule {
    /// The criteria that tell players apart: a knockout asks for nothing but the rounds that they came through.
    #[must_use]
    pub fn rule(&self, plan: &EventPlan) -> TieBreaks {
        match self.format {
            Format::Knockout => TieBreaks::new(&[Criterion::RoundsPassed]),
            _ => plan.tie_breaks.clone(),
        }
    }
}

/// The form and the rounds of an event.
#[must_use]
pub fn schedule(plan: &EventPlan) -> Schedule {
    let players = plan.players.len();
    let robin = round_robin_rounds(players);
    let format = match plan.format {
        Format::Auto => chosen_format(plan),
        said => said,
    };
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
    // People need no machine: all of them sit down at once.
    let at_once = match plan.is_of_people() {
        true => a_round.max(1),
        false => plan.concurrency,
    };
    let waves = match format {
        Format::Knockout => (0..rounds)
            .map(|round| (a_round >> round).max(1).div_ceil(at_once))
            .sum(),
        _ => a_round.div_ceil(at_once) * rounds,
    };
    Schedule {
        format,
        rounds,
        games,
        at_once,
        longest: 2 * plan.time * waves,
    }
}

/// The form of an event that names none: everybody meets everybody twice or once where the players are few and the
/// rounds are enough for that. USENIX 1984: "each plays every other twice", a Swiss system "if many are entered".
fn chosen_format(plan: &EventPlan) -> Format {
    let players = plan.players.len();
    let robin = round_robin_rounds(players);
    let is_enough = |rounds| plan.rounds.is_none_or(|said| said >= rounds);
    let most_twice = match plan.referee {
        RefereeRule::Hall => MAX_DOUBLE_ROUND_ROBIN,
        RefereeRule::Usenix => MAX_ROUND_ROBIN,
    };
    // Players who begin with different scores meet those near them.
    if !plan.macmahon.is_plain() {
        Format::Swiss
    } else if players <= most_twice && is_enough(2 * robin) {
        Format::DoubleRoundRobin
    } else if players <= MAX_ROUND_ROBIN && is_enough(robin) {
        Format::RoundRobin
    } else {
        Format::Swiss
    }
}
