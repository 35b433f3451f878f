//! Races for liberties between two groups that cannot live, and sekis.
//!
//! The count is Müller's ("Race to capture", 1999) for plain liberties: whoever attacks needs as
//! many outside liberties more as there are common ones, less one where the other has no eye.

use super::eyes::Eye;
use super::groups::Group;
use sgmp_board::rules::PointSet;

/// The state of a race for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Race {
    /// It wins though the enemy moves twice.
    Wins,
    /// Seki: neither can attack without losing.
    Seki,
    /// It wins if it answers, or it is a seki that may not last.
    Ahead,
    /// The side that moves first wins.
    Even,
    /// It loses, but the enemy has to answer each move.
    Behind,
    /// It loses though it moves twice.
    Loses,
}

/// The liberties of one side of a race.
#[derive(Clone, Copy)]
struct RaceSide {
    /// Liberties that are not common.
    own: i32,
    has_eye: bool,
}

impl RaceSide {
    fn new(racer: Racer<'_>, common: PointSet) -> Self {
        let Racer { group, eyes } = racer;
        let mut own = (group.liberties - common).len() as i32;
        let mut has_eye = false;
        for eye in eyes.iter().filter(|eye| eye.second > 0) {
            let size = eye.points.len();
            let inside = (eye.points & group.liberties).len() as i32;
            own += eye_liberties(size) - inside;
            has_eye = true;
        }
        Self { own, has_eye }
    }
}

/// Moves that it takes to fill an eye of `size` points.
const fn eye_liberties(size: usize) -> i32 {
    match size {
        0..=3 => size as i32,
        4 => 5,
        5 => 8,
        n => n as i32 * 2,
    }
}

/// A group in a race, with its eyes.
#[derive(Clone, Copy)]
pub(super) struct Racer<'a> {
    pub(super) group: &'a Group,
    pub(super) eyes: &'a [Eye],
}

/// The state of the race of `ours` with `theirs`.
pub(super) fn race(ours: Racer<'_>, theirs: Racer<'_>) -> Race {
    let common = ours.group.liberties & theirs.group.liberties;
    let (us, them) = (RaceSide::new(ours, common), RaceSide::new(theirs, common));
    let shared = common.len() as i32;
    let margin = |attacker: RaceSide, defender: RaceSide| {
        let needed = match (shared, defender.has_eye) {
            (0, _) => 0,
            (n, true) if attacker.has_eye => n - 1,
            (n, true) => n,
            // The common liberties are his who has an eye.
            (_, false) if attacker.has_eye => 1 - shared,
            (n, false) => n - 1,
        };
        attacker.own - defender.own - needed
    };
    // Müller: the attacker has to fill the defender's own liberties and then the common ones but the
    // last, which would put him into atari himself; a move that he has to spare is a move he may pass.
    // So at 0 he wins if he moves first, at 1 though he does not, and at 2 though he passes once.
    let (attack, defense) = (margin(us, them), margin(them, us));
    match (attack, defense) {
        (2.., _) => Race::Wins,
        (1, _) => Race::Ahead,
        (_, 2..) => Race::Loses,
        (_, 1) => Race::Behind,
        (0, 0) => Race::Even,
        (0, _) => Race::Ahead,
        (_, 0) => Race::Behind,
        _ => Race::Seki,
    }
}

display_names! {
    Race:
    Wins "wins even if the enemy moves twice",
    Seki "seki",
    Ahead "ahead: wins if it answers",
    Even "even: who moves first wins",
    Behind "behind: loses if the enemy answers",
    Loses "loses even if it moves twice",
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;
    use sgmp_board::rules::Color;

    fn group(liberties: &str) -> Group {
        Group {
            color: Color::Black,
            strings: Vec::new(),
            stones: PointSet::EMPTY,
            liberties: points(liberties),
        }
    }

    fn stands(ours: &str, theirs: &str) -> Race {
        race(
            Racer {
                group: &group(ours),
                eyes: &[],
            },
            Racer {
                group: &group(theirs),
                eyes: &[],
            },
        )
    }

    #[test]
    fn liberties_are_counted() {
        assert_eq!(stands("A1 B1", "C1 D1"), Race::Even);
        assert_eq!(stands("A1 B1 E1", "C1 D1"), Race::Ahead);
        assert_eq!(stands("A1 B1 E1 F1", "C1 D1"), Race::Wins);
        assert_eq!(stands("A1 B1", "C1 D1 E1"), Race::Behind);
        assert_eq!(stands("A1 B1", "C1 D1 E1 F1"), Race::Loses);
    }

    #[test]
    fn common_liberties_make_a_seki() {
        assert_eq!(stands("A1 B1", "A1 B1"), Race::Seki);
        assert_eq!(stands("A1 B1 C1", "A1 B1 D1"), Race::Seki);
        assert_eq!(stands("A1 B1 C1 D1 E1", "A1 B1"), Race::Wins);
    }

    #[test]
    fn an_eye_wins_the_common_liberties() {
        let eye = Eye {
            points: points("F1"),
            kind: crate::analysis::eyes::EyeKind::OnePoint,
            first: 1,
            second: 1,
            twice: 1,
            vital: PointSet::EMPTY,
        };
        let (ours, theirs) = (group("A1 B1 F1"), group("A1 B1"));
        let ours = Racer {
            group: &ours,
            eyes: &[eye],
        };
        let theirs = Racer {
            group: &theirs,
            eyes: &[],
        };
        assert_eq!(race(ours, theirs), Race::Wins);
        assert_eq!(race(theirs, ours), Race::Loses);
    }
}
