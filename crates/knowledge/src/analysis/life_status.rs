//! The scale of life: how strong a group is, from 2 (alive for ever) to 25 (captured).
//!
//! Source of the scale: the description of The Many Faces of Go, "Evaluating a position". Its 23 is
//! a mark for groups that are not judged yet, and stands in no finished analysis.

/// The status of a group, the strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LifeStatus {
    /// 2: two eyes that nothing can take, or more room than it needs.
    Unconditional,
    /// 3: one eye short, with three or more ways to make it.
    ManyWays,
    /// 4: room for two eyes, and none to spare.
    BarelyRoom,
    /// 5: two ways to the second eye: if one is taken the other is left.
    Miai,
    /// 6: alive in seki.
    Seki,
    /// 7: alive because it wins a race for liberties with a move to spare.
    WinsRace,
    /// 8: it lives with one move, or runs easily.
    LivesOrRuns,
    /// 9: it runs easily and has an eye.
    RunsWithEye,
    /// 10: it runs easily and has no eye.
    Runs,
    /// 11: it lives with one move, or limps away.
    LivesOrLimps,
    /// 12: ahead in a race if it answers, or in a seki that may not last.
    AheadInRace,
    /// 13: surrounded; who moves first decides.
    LivesOrDies,
    /// 13: it would live, but for a string that is threatened.
    WouldLive,
    /// 14: it runs beside enemies that are weak themselves.
    RunningFight,
    /// 15: in a race that who moves first wins.
    EvenRace,
    /// 16: it hardly runs, and cannot live in one move.
    HardlyRuns,
    /// 17: behind in a race, but not without hope.
    BehindInRace,
    /// 18: one eye, no way out; something may come of it yet, or ko threats.
    OneEye,
    /// 19: no way out, but weak enemies around it and the makings of an eye.
    WeakAmongWeak,
    /// 20: it loses a race.
    LosesRace,
    /// 21: some room or makings of an eye, and no weak enemy: probably dead.
    ProbablyDead,
    /// 22: neither room nor makings of an eye, and no weak enemy.
    NoRoom,
    /// 23: not judged yet; in no finished analysis.
    Undecided,
    /// 24: small, without eyes, smothered.
    Smothered,
    /// 25: captured, whoever moves.
    Captured,
}

/// The five parts of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LifeClass {
    /// 2 and 3.
    VeryAlive,
    /// 4 to 10: alive, or settled for now.
    Alive,
    /// 11 to 15.
    Unsettled,
    /// 16 to 19: it will probably die.
    Weak,
    /// 20 to 25.
    Dead,
}

impl LifeStatus {
    /// Every status, the strongest first.
    pub const ALL: [Self; 25] = [
        Self::Unconditional,
        Self::ManyWays,
        Self::BarelyRoom,
        Self::Miai,
        Self::Seki,
        Self::WinsRace,
        Self::LivesOrRuns,
        Self::RunsWithEye,
        Self::Runs,
        Self::LivesOrLimps,
        Self::AheadInRace,
        Self::LivesOrDies,
        Self::WouldLive,
        Self::RunningFight,
        Self::EvenRace,
        Self::HardlyRuns,
        Self::BehindInRace,
        Self::OneEye,
        Self::WeakAmongWeak,
        Self::LosesRace,
        Self::ProbablyDead,
        Self::NoRoom,
        Self::Undecided,
        Self::Smothered,
        Self::Captured,
    ];

    /// Its number on the scale: 2 to 25.
    #[must_use]
    pub const fn number(self) -> u8 {
        let place = self as u8;
        // Two cases share 13.
        if place > Self::LivesOrDies as u8 {
            place + 1
        } else {
            place + 2
        }
    }

    /// The part of the scale that it lies in.
    #[must_use]
    pub const fn class(self) -> LifeClass {
        match self.number() {
            ..=3 => LifeClass::VeryAlive,
            4..=10 => LifeClass::Alive,
            11..=15 => LifeClass::Unsettled,
            16..=19 => LifeClass::Weak,
            _ => LifeClass::Dead,
        }
    }

    /// Returns whether the group counts as alive, or settled for now.
    #[must_use]
    pub fn is_alive(self) -> bool {
        self.class() <= LifeClass::Alive
    }

    /// Returns whether the group counts as dead.
    #[must_use]
    pub fn is_dead(self) -> bool {
        self.class() == LifeClass::Dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_runs_from_2_to_25_and_has_13_twice() {
        let numbers: Vec<u8> = LifeStatus::ALL.iter().map(|s| s.number()).collect();
        let mut expected: Vec<u8> = (2..=25).collect();
        expected.insert(11, 13);
        assert_eq!(numbers, expected);
        assert!(LifeStatus::ALL.is_sorted());
    }

    #[test]
    fn the_parts_follow_each_other() {
        let parts: Vec<LifeClass> = LifeStatus::ALL.iter().map(|s| s.class()).collect();
        assert!(parts.is_sorted());
        assert!(LifeStatus::Runs.is_alive() && !LifeStatus::LivesOrLimps.is_alive());
        assert!(LifeStatus::LosesRace.is_dead() && !LifeStatus::WeakAmongWeak.is_dead());
    }
}
