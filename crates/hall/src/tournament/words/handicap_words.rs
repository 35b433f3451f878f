//! Handicaps in words.

use super::super::event::EventPlan;
use super::super::pairing::HandicapBasis;
use sgmp_board::rules::Komi;

/// "3 stones, komi 0.5", "handicap 1, komi 0.5"; `None` of an even game.
#[must_use]
pub fn handicap_text(handicap: u8, komi: Komi) -> Option<String> {
    match handicap {
        0 => None,
        1 => Some(format!("handicap 1, komi {komi}")),
        stones => Some(format!("{stones} stones, komi {komi}")),
    }
}

/// The rule of an event's handicaps in a sentence; `None` where all games are even.
#[must_use]
pub fn handicap_rule_text(plan: &EventPlan) -> Option<String> {
    let terms = plan.handicap?;
    let difference = match terms.rule.basis {
        HandicapBasis::Rank => "difference of ranks",
        HandicapBasis::Mms => "difference of MacMahon scores",
    };
    let corrected = match terms.rule.correction {
        0 => String::new(),
        less if less < 0 => format!(" less {}", -less),
        more => format!(" and {more}"),
    };
    let barred = match terms.rule.bar {
        None => String::new(),
        Some(bar) => format!(", who stands above {bar} counts as {bar}"),
    };
    Some(format!(
        "handicap: the {difference}{corrected}, {} stones at most, with a komi of {}{barred}",
        terms.rule.maximum, terms.komi
    ))
}
