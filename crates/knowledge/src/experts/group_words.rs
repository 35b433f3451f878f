//! The state of groups in plain words, for somebody of 15 kyu.

use crate::analysis::{LifeClass, LifeStatus};
use sgmp_board::rules::Color;

/// The status of a group, as the end of a sentence that begins with its name.
pub fn state(status: LifeStatus, stones: usize) -> String {
    let (are, have) = if stones == 1 {
        ("is", "has")
    } else {
        ("are", "have")
    };
    let words = match (status, stones) {
        // One stone or two have no eyes to speak of.
        (LifeStatus::LivesOrLimps, ..=2) => {
            "{are} in danger: one move settles it, and the way out is narrow"
        }
        (LifeStatus::LivesOrRuns, ..=2) => {
            "{are} safe for now: one move settles it, and there is a way out"
        }
        _ => words(status),
    };
    words.replace("{are}", are).replace("{have}", have)
}

const fn words(status: LifeStatus) -> &'static str {
    match status {
        LifeStatus::Unconditional => "{are} alive for good",
        LifeStatus::ManyWays => "{are} alive, with several ways to two eyes",
        LifeStatus::BarelyRoom => "{are} alive, with just enough room for two eyes",
        LifeStatus::Miai => {
            "{are} alive: there are two ways to the second eye, and if one is taken the other is left"
        }
        LifeStatus::Seki => "{are} alive in seki: neither side can take the other",
        LifeStatus::WinsRace => "{are} alive, by winning the race for liberties",
        LifeStatus::LivesOrRuns => {
            "{are} safe for now: one move makes two eyes, and there is a way out"
        }
        LifeStatus::RunsWithEye => "{are} safe for now, with an eye and an easy way out",
        LifeStatus::Runs => "{are} safe for now: no eye yet, but an easy way out",
        LifeStatus::LivesOrLimps => {
            "{are} in danger: one move makes two eyes, and the way out is narrow"
        }
        LifeStatus::AheadInRace => {
            "{are} ahead in a race for liberties, as long as threats are answered"
        }
        LifeStatus::LivesOrDies => "can be killed: who moves first there decides",
        LifeStatus::WouldLive => "{are} in danger: a capture there would decide",
        LifeStatus::RunningFight => {
            "{are} running, and so are the stones around: the fight is open"
        }
        LifeStatus::EvenRace => {
            "{are} in a race for liberties, which the side that moves first wins"
        }
        LifeStatus::HardlyRuns => "{are} weak: no two eyes, and hardly a way out",
        LifeStatus::BehindInRace => "{are} behind in a race for liberties",
        LifeStatus::OneEye => "{have} one eye and no way out: another eye is needed",
        LifeStatus::WeakAmongWeak => {
            "{are} shut in without two eyes, but the stones around are weak too"
        }
        LifeStatus::LosesRace => "{are} dead: the race for liberties is lost",
        LifeStatus::ProbablyDead => "{are} probably dead: too little room for two eyes",
        LifeStatus::NoRoom => "{are} dead: no room for eyes",
        LifeStatus::Undecided => "{are} hard to judge",
        LifeStatus::Smothered => "{are} dead: shut in without an eye",
        LifeStatus::Captured => "{are} dead: caught, whoever moves",
    }
}

/// The same in a word or two.
pub(super) const fn short(status: LifeStatus) -> &'static str {
    match status.class() {
        LifeClass::VeryAlive | LifeClass::Alive => "safe",
        LifeClass::Unsettled => "in danger",
        LifeClass::Weak => "weak",
        LifeClass::Dead => "dead",
    }
}

/// A sentence with a capital letter at its beginning.
pub(super) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Points in round numbers: "1 point", "12 points".
pub(super) fn points(amount: f32) -> String {
    match amount.abs().round() {
        1.0 => "1 point".to_owned(),
        many => format!("{many:.0} points"),
    }
}

/// The side that is ahead; `lead` is that of `color`.
pub(super) fn ahead(lead: f32, color: Color) -> String {
    match lead.round() {
        0.0 => "about even".to_owned(),
        more if more > 0.0 => format!("{color} {} ahead", points(more)),
        less => format!("{} {} ahead", !color, points(less)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_of_the_scale_has_words_of_its_own() {
        let mut all: Vec<&str> = LifeStatus::ALL.into_iter().map(words).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), LifeStatus::ALL.len());
        for status in LifeStatus::ALL {
            let dead = words(status).contains("dead");
            assert_eq!(dead, status.is_dead() && status != LifeStatus::Undecided);
            assert!(!state(status, 1).contains('{'), "{status:?}");
        }
    }

    #[test]
    fn one_and_many_are_told_apart() {
        assert_eq!(
            state(LifeStatus::OneEye, 1),
            "has one eye and no way out: another eye is needed"
        );
        assert_eq!(state(LifeStatus::NoRoom, 5), "are dead: no room for eyes");
        assert_eq!(points(-1.2), "1 point");
        assert_eq!(points(0.2), "0 points");
        assert_eq!(capital("the stone"), "The stone");
    }
}
