//! The goal of capturing a string.

use super::around::Mouth;
use super::moves::Moves;
use super::proof::{Proof, Side};
use super::prover::Goal;
use super::slate::{Permission, Slate};
use crate::rules::{Color, Point, PointSet};

/// To capture the string of a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    /// A stone of the string.
    pub(super) prey: Point,
    /// Its color.
    pub(super) color: Color,
    /// With more liberties than this it has escaped.
    pub(super) liberties: usize,
}

/// How hard it is to capture a string with so many liberties that is not to move, and to save it.
const fn hunted(liberties: usize) -> Proof {
    match liberties {
        0 | 1 => Proof::open(1, 8),
        2 => Proof::open(3, 4),
        3 => Proof::open(10, 3),
        4 => Proof::open(24, 2),
        _ => Proof::open(48, 1),
    }
}

impl Goal for Capture {
    fn color(&self, side: Side) -> Color {
        match side {
            Side::Prover => !self.color,
            Side::Refuter => self.color,
        }
    }

    fn estimate(&self, slate: &Slate, to_move: Side) -> Proof {
        if slate.color_at(self.prey) != Some(self.color) {
            return self.captured(slate);
        }
        let liberties = slate.liberties(self.prey);
        if liberties > self.liberties {
            return Proof::REFUTED;
        }
        match (to_move, liberties) {
            (Side::Prover, 1) => self.in_atari(slate),
            (Side::Prover, _) => hunted(liberties),
            (Side::Refuter, 1) => self.last_chance(slate),
            (Side::Refuter, _) => self.flight(slate),
        }
    }

    fn in_doubt(&self, _: Side) -> Side {
        Side::Refuter
    }

    fn moves(&self, slate: &Slate, to_move: Side, moves: &mut Moves) {
        match to_move {
            _ if slate.is_empty(self.prey) => {
                moves.push(self.prey);
                moves.may_pass = true;
            }
            Side::Prover => self.hunt(slate, moves),
            Side::Refuter => self.save(slate, moves),
        }
    }
}

impl Capture {
    /// The string is gone, but a stone taken in a ko may be back.
    fn captured(&self, slate: &Slate) -> Proof {
        if slate.ko() == Some((self.color, self.prey)) {
            hunted(1)
        } else {
            Proof::PROVED
        }
    }

    /// The string is in atari and not to move.
    fn in_atari(&self, slate: &Slate) -> Proof {
        if slate.may_capture(self.prey) && slate.mouth(self.prey) != Some(Mouth::Ko) {
            Proof::PROVED
        } else {
            hunted(1)
        }
    }

    /// The string is in atari and to move.
    fn last_chance(&self, slate: &Slate) -> Proof {
        let Some(exit) = slate.first_liberty(self.prey) else {
            return Proof::PROVED;
        };
        let out = match slate.permission(self.color, exit) {
            Permission::Allowed => slate.liberties_after(self.color, exit).len(),
            Permission::Ko => 2,
            Permission::Forbidden => 0,
        };
        if out > self.liberties {
            return Proof::REFUTED;
        }
        if out > 1 {
            return hunted(out);
        }
        let hunters = slate.enemies(self.prey);
        // A ko may be left alone and taken back.
        if slate.mouth(self.prey).is_some() || hunters.any(|hunter| slate.liberties(hunter) == 1) {
            Proof::open(3, 4)
        } else if out == 1 && slate.captures(self.color, exit) {
            hunted(2)
        } else {
            Proof::PROVED
        }
    }

    /// The string is to move and has liberties to spare.
    fn flight(&self, slate: &Slate) -> Proof {
        let exits = slate.liberty_set(self.prey);
        let outs = exits
            .iter()
            .filter(|exit| slate.permission(self.color, *exit) == Permission::Allowed)
            .map(|exit| slate.liberties_after(self.color, exit).len());
        let out = outs.max().unwrap_or(0).max(slate.liberties(self.prey));
        if out > self.liberties {
            return Proof::REFUTED;
        }
        let Proof { pn, dn } = hunted(out);
        Proof::open(pn + 2, dn)
    }

    fn hunt(&self, slate: &Slate, moves: &mut Moves) {
        let liberties = slate.liberty_set(self.prey);
        if slate.liberties(self.prey) == 1 {
            moves.extend(liberties);
            // A ko that may not be taken back yet: who cannot win it may have to give it back.
            moves.may_pass = slate.ko().is_some();
            if slate.mouth(self.prey) == Some(Mouth::Ko) {
                // No ko is left to the prey if it cannot connect.
                self.push_short_friends(slate, liberties, moves);
            }
            return;
        }
        // What takes away most is tried first.
        self.push_by_room(slate, liberties, moves);
        let enemies = slate.enemies(self.prey);
        for hunter in enemies
            .iter()
            .filter(|hunter| slate.liberties(*hunter) <= 2)
        {
            rescue(slate, hunter, moves);
        }
        self.push_short_friends(slate, liberties, moves);
        moves.extend(slate.empty_next_to(liberties));
        let helpers = slate.strings_next_to(liberties, !self.color);
        for helper in helpers
            .iter()
            .filter(|helper| slate.liberties(*helper) <= 3)
        {
            moves.extend(slate.liberty_set(helper));
        }
    }

    fn save(&self, slate: &Slate, moves: &mut Moves) {
        let liberties = slate.liberty_set(self.prey);
        let count = slate.liberties(self.prey);
        let enemies = slate.enemies(self.prey);
        for hunter in enemies
            .iter()
            .filter(|hunter| slate.liberties(*hunter) == 1)
        {
            moves.extend(slate.liberty_set(hunter));
        }
        if count == 1 {
            moves.extend(liberties);
            if let Some(mouth) = slate.mouth(self.prey) {
                moves.may_pass = mouth == Mouth::Ko;
                if let Mouth::Gap(gap) = mouth {
                    moves.push(gap);
                }
                // The ko is won by connecting, so its other side must not be in atari then.
                self.rescue_friends(slate, liberties, moves);
            }
            return;
        }
        self.push_by_room(slate, liberties, moves);
        for hunter in enemies.iter() {
            if slate.liberties(hunter) <= count.max(2) {
                moves.extend(slate.liberty_set(hunter));
            }
        }
        // A friend who shares a liberty is worth saving.
        self.rescue_friends(slate, liberties, moves);
        moves.extend(slate.empty_next_to(liberties));
        moves.may_pass = true;
    }

    fn push_short_friends(&self, slate: &Slate, liberties: PointSet, moves: &mut Moves) {
        for friend in self.short_friends(slate, liberties) {
            moves.extend(slate.liberty_set(friend));
        }
    }

    fn rescue_friends(&self, slate: &Slate, liberties: PointSet, moves: &mut Moves) {
        for friend in self.short_friends(slate, liberties) {
            rescue(slate, friend, moves);
        }
    }

    /// Other strings of the prey's color that share a liberty with it and have two or one.
    fn short_friends(&self, slate: &Slate, liberties: PointSet) -> impl Iterator<Item = Point> {
        let friends = slate.strings_next_to(liberties, self.color);
        let prey = slate.anchor(self.prey);
        friends
            .iter()
            .filter(move |friend| slate.liberties(*friend) <= 2 && *friend != prey)
    }

    /// Pushes the string's liberties, those from which it would get most first.
    fn push_by_room(&self, slate: &Slate, liberties: PointSet, moves: &mut Moves) {
        let room = |exit: Point| slate.liberties_after(self.color, exit).len();
        let mut exits = [(0, None); 8];
        let mut found = 0;
        for exit in liberties.iter().take(exits.len()) {
            exits[found] = (room(exit), Some(exit));
            found += 1;
        }
        exits[..found].sort_by_key(|exit| std::cmp::Reverse(exit.0));
        for exit in exits[..found].iter().filter_map(|(_, exit)| *exit) {
            moves.push(exit);
        }
    }
}

/// What saves a string of few liberties: running out, and capturing what stands against it.
fn rescue(slate: &Slate, string: Point, moves: &mut Moves) {
    let attackers = slate.enemies(string);
    for attacker in attackers
        .iter()
        .filter(|attacker| slate.liberties(*attacker) == 1)
    {
        moves.extend(slate.liberty_set(attacker));
    }
    moves.extend(slate.liberty_set(string));
}
