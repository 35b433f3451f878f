//! The goal of capturing a string.

use super::board_strings::{LoneLiberty, StringList};
use super::move_list::Moves;
use super::proof_numbers::{Proof, ProofSide};
use super::search_goal::Goal;
use super::undo_board::{Permission, UndoBoard};
use sgmp_board::rules::{Color, Point, PointSet};

/// To capture the string of a stone.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaptureGoal {
    /// A stone of the string.
    pub(super) prey: Point,
    pub(super) color: Color,
    /// With more liberties than this it has escaped.
    pub(super) liberties: usize,
    /// True if it is read as a question on its own.
    pub(super) is_deep: bool,
}

/// Liberties up to which strings are drawn into the fight for a string: its own neighbors, the
/// neighbors of these, and so on.
const DRAWN_IN: [usize; 3] = [4, 3, 2];
/// Liberties up to which a string is short of them.
const MAX_SHORT_LIBERTIES: usize = 2;

/// The proof numbers of a string with `liberties` liberties that is not to move.
const fn hunted(liberties: usize) -> Proof {
    match liberties {
        0 | 1 => Proof::open(1, 8),
        2 => Proof::open(3, 4),
        3 => Proof::open(10, 3),
        4 => Proof::open(24, 2),
        _ => Proof::open(48, 1),
    }
}

impl Goal for CaptureGoal {
    fn color(&self, side: ProofSide) -> Color {
        match side {
            ProofSide::Prover => !self.color,
            ProofSide::Refuter => self.color,
        }
    }

    fn estimate(&self, undo_board: &UndoBoard, to_move: ProofSide) -> Proof {
        if undo_board.color_at(self.prey) != Some(self.color) {
            return self.captured(undo_board);
        }
        let liberties = undo_board.liberties(self.prey);
        if liberties > self.liberties {
            return Proof::REFUTED;
        }
        match (to_move, liberties) {
            (ProofSide::Prover, 1) => self.in_atari(undo_board),
            (ProofSide::Prover, _) => hunted(liberties),
            (ProofSide::Refuter, 1) => self.last_chance(undo_board),
            (ProofSide::Refuter, _) => self.flight(undo_board),
        }
    }

    fn in_doubt(&self, _: ProofSide, _: Proof) -> ProofSide {
        ProofSide::Refuter
    }

    fn moves(&self, undo_board: &UndoBoard, to_move: ProofSide, moves: &mut Moves) {
        match to_move {
            _ if undo_board.is_empty(self.prey) => {
                moves.push(self.prey);
                moves.may_pass = true;
            }
            ProofSide::Prover => self.hunt(undo_board, moves),
            ProofSide::Refuter => self.save(undo_board, moves),
        }
    }

    fn is_weak(&self) -> bool {
        self.is_deep
    }

    fn hasty(&self) -> Option<Self> {
        Some(Self {
            is_deep: false,
            ..*self
        })
    }

    fn has_more_moves(&self) -> bool {
        true
    }

    fn more_moves(&self, undo_board: &UndoBoard, _: ProofSide, moves: &mut Moves) {
        let is_open =
            |prey| undo_board.liberties(prey) > 1 || undo_board.lone_liberty(prey).is_some();
        if !undo_board.is_empty(self.prey) && is_open(self.prey) {
            self.look_further(undo_board, moves);
        }
    }
}

impl CaptureGoal {
    /// The liberties of all strings that may be drawn into the fight, and the points around those of
    /// the prey, two steps off.
    fn look_further(&self, undo_board: &UndoBoard, moves: &mut Moves) {
        let liberties = undo_board.liberty_set(self.prey);
        let mut known = StringList::new();
        known.push(undo_board.anchor(self.prey));
        for friend in undo_board.strings_next_to(liberties, self.color).iter() {
            if undo_board.liberties(friend) <= DRAWN_IN[0] {
                known.push(friend);
            }
        }
        for most in DRAWN_IN {
            for string in known.iter() {
                for enemy in undo_board.enemies(string).iter() {
                    if undo_board.liberties(enemy) <= most {
                        known.push(enemy);
                    }
                }
            }
        }
        // Who shares a last liberty with one of them may be thrown in, or captured, in a ko.
        for string in known.iter() {
            if undo_board.liberties(string) <= MAX_SHORT_LIBERTIES {
                let liberties = undo_board.liberty_set(string);
                for color in Color::BOTH {
                    for other in undo_board.strings_next_to(liberties, color).iter() {
                        if undo_board.liberties(other) <= MAX_SHORT_LIBERTIES {
                            known.push(other);
                        }
                    }
                }
            }
        }
        for string in known.iter() {
            moves.extend(undo_board.liberty_set(string));
        }
        let near = undo_board.empty_next_to(liberties);
        moves.extend(near);
        for string in known.iter() {
            if undo_board.liberties(string) <= 2 {
                moves.extend(undo_board.empty_next_to(undo_board.liberty_set(string)));
            }
        }
        moves.extend(undo_board.empty_next_to(near));
    }

    /// The string is gone, but a stone taken in a ko may be back.
    fn captured(&self, undo_board: &UndoBoard) -> Proof {
        if undo_board.ko() == Some((self.color, self.prey)) {
            hunted(1)
        } else {
            Proof::PROVED
        }
    }

    /// The string is in atari and not to move.
    fn in_atari(&self, undo_board: &UndoBoard) -> Proof {
        if undo_board.may_capture(self.prey)
            && undo_board.lone_liberty(self.prey) != Some(LoneLiberty::Ko)
        {
            Proof::PROVED
        } else {
            hunted(1)
        }
    }

    /// The string is in atari and to move.
    fn last_chance(&self, undo_board: &UndoBoard) -> Proof {
        let Some(exit) = undo_board.first_liberty(self.prey) else {
            return Proof::PROVED;
        };
        let out = match undo_board.permission(self.color, exit) {
            Permission::Allowed => undo_board.liberties_after(self.color, exit).len(),
            Permission::Ko => 2,
            Permission::Forbidden => 0,
        };
        if out > self.liberties {
            return Proof::REFUTED;
        }
        if out > 1 {
            return hunted(out);
        }
        let hunters = undo_board.enemies(self.prey);
        // A ko may be left alone and taken back.
        if undo_board.lone_liberty(self.prey).is_some()
            || hunters.any(|hunter| undo_board.liberties(hunter) == 1)
        {
            Proof::open(3, 4)
        } else if out == 1 && undo_board.captures(self.color, exit) {
            hunted(2)
        } else {
            Proof::PROVED
        }
    }

    /// The string is to move and has liberties to spare.
    fn flight(&self, undo_board: &UndoBoard) -> Proof {
        let exits = undo_board.liberty_set(self.prey);
        let outs = exits
            .iter()
            .filter(|exit| undo_board.permission(self.color, *exit) == Permission::Allowed)
            .map(|exit| undo_board.liberties_after(self.color, exit).len());
        let out = outs.max().unwrap_or(0).max(undo_board.liberties(self.prey));
        if out > self.liberties {
            return Proof::REFUTED;
        }
        let Proof { pn, dn } = hunted(out);
        Proof::open(pn + 2, dn)
    }

    fn hunt(&self, undo_board: &UndoBoard, moves: &mut Moves) {
        let liberties = undo_board.liberty_set(self.prey);
        if undo_board.liberties(self.prey) == 1 {
            moves.extend(liberties);
            // A ko that may not be taken back yet: who cannot win it may have to give it back.
            moves.may_pass = undo_board.ko().is_some();
            if undo_board.lone_liberty(self.prey) == Some(LoneLiberty::Ko) {
                // No ko is left to the prey if it cannot connect.
                self.push_short_friends(undo_board, liberties, moves);
            }
            return;
        }
        // What takes away most is tried first.
        self.push_by_room(undo_board, liberties, moves);
        let enemies = undo_board.enemies(self.prey);
        for hunter in enemies
            .iter()
            .filter(|hunter| undo_board.liberties(*hunter) <= 2)
        {
            rescue(undo_board, hunter, moves);
        }
        self.push_short_friends(undo_board, liberties, moves);
        moves.extend(undo_board.empty_next_to(liberties));
        let helpers = undo_board.strings_next_to(liberties, !self.color);
        for helper in helpers
            .iter()
            .filter(|helper| undo_board.liberties(*helper) <= 3)
        {
            moves.extend(undo_board.liberty_set(helper));
        }
    }

    fn save(&self, undo_board: &UndoBoard, moves: &mut Moves) {
        let liberties = undo_board.liberty_set(self.prey);
        let count = undo_board.liberties(self.prey);
        let enemies = undo_board.enemies(self.prey);
        for hunter in enemies
            .iter()
            .filter(|hunter| undo_board.liberties(*hunter) == 1)
        {
            moves.extend(undo_board.liberty_set(hunter));
        }
        if count == 1 {
            moves.extend(liberties);
            if let Some(lone_liberty) = undo_board.lone_liberty(self.prey) {
                moves.may_pass = lone_liberty == LoneLiberty::Ko;
                if let LoneLiberty::Gap(gap) = lone_liberty {
                    moves.push(gap);
                }
                // The ko is won by connecting, so its other side must not be in atari then.
                self.rescue_friends(undo_board, liberties, moves);
            }
            return;
        }
        self.push_by_room(undo_board, liberties, moves);
        for hunter in enemies.iter() {
            if undo_board.liberties(hunter) <= count.max(2) {
                moves.extend(undo_board.liberty_set(hunter));
            }
        }
        // A friend who shares a liberty is worth saving.
        self.rescue_friends(undo_board, liberties, moves);
        moves.extend(undo_board.empty_next_to(liberties));
        moves.may_pass = true;
    }

    fn push_short_friends(&self, undo_board: &UndoBoard, liberties: PointSet, moves: &mut Moves) {
        for friend in self.short_friends(undo_board, liberties) {
            moves.extend(undo_board.liberty_set(friend));
        }
    }

    fn rescue_friends(&self, undo_board: &UndoBoard, liberties: PointSet, moves: &mut Moves) {
        for friend in self.short_friends(undo_board, liberties) {
            rescue(undo_board, friend, moves);
        }
    }

    /// Other strings of the prey's color that share a liberty with it and have two or one.
    fn short_friends(
        &self,
        undo_board: &UndoBoard,
        liberties: PointSet,
    ) -> impl Iterator<Item = Point> {
        let friends = undo_board.strings_next_to(liberties, self.color);
        let prey = undo_board.anchor(self.prey);
        friends
            .iter()
            .filter(move |friend| undo_board.liberties(*friend) <= 2 && *friend != prey)
    }

    /// Pushes the string's liberties, those from which it would get most first.
    fn push_by_room(&self, undo_board: &UndoBoard, liberties: PointSet, moves: &mut Moves) {
        let room = |exit: Point| undo_board.liberties_after(self.color, exit).len();
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

/// Pushes moves that save a string of few liberties: running out, and capturing its attackers.
fn rescue(undo_board: &UndoBoard, string: Point, moves: &mut Moves) {
    let attackers = undo_board.enemies(string);
    for attacker in attackers
        .iter()
        .filter(|attacker| undo_board.liberties(*attacker) == 1)
    {
        moves.extend(undo_board.liberty_set(attacker));
    }
    moves.extend(undo_board.liberty_set(string));
}
