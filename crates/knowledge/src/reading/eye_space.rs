//! A small space inside one solid wall, played out to its end: whether who lives by it alone is
//! captured in the end.
//!
//! The wall's owner lives if the opponent cannot bring it to its last liberty: by two eyes, or by
//! seki. Liberties outside have to be filled first, one move each, while the owner may play inside;
//! [`MAX_OUTSIDE_LIBERTIES`] stand for any number. Nakade and what follows a capture come of themselves. Ko is left
//! out twice over, once in favor of each side, so that what both agree on holds with any ko.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use sgmp_board::rules::Point;

/// The largest space that is played out.
pub(super) const MAX_SPACE: usize = 6;

/// Liberties outside that are as good as more.
pub(super) const MAX_OUTSIDE_LIBERTIES: usize = 3;

const BITS: usize = MAX_SPACE;
const STATES: usize = 1 << (2 * BITS);
/// Sets of points of a space.
const SETS: usize = 1 << BITS;

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The owner of the wall.
    Owner,
    Opponent,
}

/// The outcome of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpaceOutcome {
    /// Its owner is captured.
    Dead,
    Alive,
    /// It hangs on a ko.
    Ko,
}

/// The stones in a space, a bit a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SpaceState {
    own: u8,
    foe: u8,
}

impl SpaceState {
    const fn code(self) -> usize {
        (self.foe as usize) << BITS | self.own as usize
    }
}

/// The form of a space.
#[derive(Clone, Copy, Debug)]
struct Form {
    size: u8,
    /// The points next to each.
    next: [u8; MAX_SPACE],
    /// Points next to the wall.
    wall: u8,
}

/// The same with the points next to any of its points at hand.
struct SpaceGraph {
    form: Form,
    near: [u8; SETS],
}

/// The side that wins every ko.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kos {
    Owners,
    Opponents,
}

/// Forms that were met, kept for the next time.
#[derive(Debug, Default)]
pub(super) struct EyeSpaceTable {
    /// By [`Form::key`].
    known: RefCell<HashMap<u64, KnownForm>>,
}

/// Forms kept at most.
const MAX_FORMS: usize = 2_048;

/// The outcomes of a form that was met.
#[derive(Debug)]
struct KnownForm {
    /// The place of each of its points in the form that was played out.
    places: [u8; MAX_SPACE],
    endings: Arc<Endings>,
}

/// For each state a bit for each case in which the owner is dead.
type Table = [u16; STATES];

/// The same for the states in which the owner has not played, by the opponent's stones.
type Endings = [u16; SETS];

/// All forms that were played out, whoever asked, by the key of [`Form::in_order`]: there are few, and one
/// takes half a millisecond.
static PLAYED_OUT: LazyLock<Mutex<HashMap<u64, Arc<Endings>>>> = LazyLock::new(Mutex::default);

/// A bit of a state's entry: who moves, whose the kos are, and how many liberties are outside.
const fn bit(turn: Turn, kos: Kos, outside: usize) -> u16 {
    let place = match (turn, kos) {
        (Turn::Owner, Kos::Owners) => 0,
        (Turn::Opponent, Kos::Owners) => 1,
        (Turn::Owner, Kos::Opponents) => 2,
        (Turn::Opponent, Kos::Opponents) => 3,
    };
    1 << (4 * outside + place)
}

/// The outcomes of a space, for either side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpaceOutcomes {
    entry: u16,
    outside: usize,
}

impl SpaceOutcomes {
    /// The outcome if `turn` moves.
    pub(super) const fn for_turn(self, turn: Turn) -> SpaceOutcome {
        let owners = self.entry & bit(turn, Kos::Owners, self.outside) != 0;
        let opponents = self.entry & bit(turn, Kos::Opponents, self.outside) != 0;
        match (owners, opponents) {
            (true, _) => SpaceOutcome::Dead,
            (false, true) => SpaceOutcome::Ko,
            (false, false) => SpaceOutcome::Alive,
        }
    }
}

impl EyeSpaceTable {
    /// The outcomes of the space of some points, the given ones first, with the opponent's stones on
    /// those where `foe` says so, the wall next to those where `touches_wall` does, and as many
    /// liberties of it `outside`.
    pub(super) fn outcomes(
        &self,
        points: &[Option<Point>; MAX_SPACE],
        foe: impl Fn(Point) -> bool,
        touches_wall: impl Fn(Point) -> bool,
        outside: usize,
    ) -> SpaceOutcomes {
        let given = || points.iter().flatten().enumerate();
        let mut form = Form {
            size: given().count() as u8,
            next: [0; MAX_SPACE],
            wall: 0,
        };
        let mut foes = 0;
        for (i, point) in given() {
            for (j, other) in given().skip(i + 1) {
                let apart = point.index().abs_diff(other.index());
                let touch = u8::from(apart == 1 || apart == Point::STRIDE);
                form.next[i] |= touch << j;
                form.next[j] |= touch << i;
            }
            form.wall |= u8::from(touches_wall(*point)) << i;
            foes |= u8::from(foe(*point)) << i;
        }
        let mut known = self.known.borrow_mut();
        if known.len() >= MAX_FORMS && !known.contains_key(&form.key()) {
            // All of them: a form that comes again is still known to `PLAYED_OUT`.
            known.clear();
        }
        let known = known
            .entry(form.key())
            .or_insert_with(|| KnownForm::new(form));
        SpaceOutcomes {
            entry: known.endings[usize::from(reordered(foes, &known.places))],
            outside: outside.min(MAX_OUTSIDE_LIBERTIES),
        }
    }
}

impl KnownForm {
    fn new(form: Form) -> Self {
        let (form, places) = form.in_order();
        // Nothing that panics is done with it half written.
        let mut played_out = PLAYED_OUT.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock, so that a form is played out once; who asks for it meanwhile waits half a millisecond.
        let endings = played_out
            .entry(form.key())
            .or_insert_with(|| Arc::new(SpaceGraph::new(form).endings()));
        Self {
            places,
            endings: Arc::clone(endings),
        }
    }
}

/// A set of points, each at its new place.
fn reordered(points: u8, places: &[u8; MAX_SPACE]) -> u8 {
    let old = places.iter().enumerate();
    old.fold(0, |all, (old, new)| all | (points >> old & 1) << new)
}

/// The result of a move.
enum After {
    Goes(SpaceState),
    /// The wall is captured.
    Captured,
    Forbidden,
}

impl Form {
    /// A key that no other form has.
    const fn key(&self) -> u64 {
        let [a, b, c, d, e, f] = self.next;
        u64::from_le_bytes([self.size, a, b, c, d, e, f, self.wall])
    }

    /// The form with its points in the order of the least key, and the new place of each: forms that differ by
    /// the order of their points alone become the same.
    fn in_order(self) -> (Self, [u8; MAX_SPACE]) {
        let mut places = [0, 1, 2, 3, 4, 5];
        let mut least = (self, places);
        // At most 720 orders, and only of forms that are not known yet.
        self.permute(&mut places, 0, &mut least);
        least
    }

    /// Tries all orders of the points from one on.
    fn permute(
        self,
        places: &mut [u8; MAX_SPACE],
        from: usize,
        least: &mut (Self, [u8; MAX_SPACE]),
    ) {
        let size = usize::from(self.size);
        if from >= size {
            let form = self.with_places(places);
            if form.key() < least.0.key() {
                *least = (form, *places);
            }
            return;
        }
        for other in from..size {
            places.swap(from, other);
            self.permute(places, from + 1, least);
            places.swap(from, other);
        }
    }

    fn with_places(self, places: &[u8; MAX_SPACE]) -> Self {
        let mut next = [0; MAX_SPACE];
        for (old, new) in places.iter().enumerate() {
            next[usize::from(*new)] = reordered(self.next[old], places);
        }
        Self {
            size: self.size,
            next,
            wall: reordered(self.wall, places),
        }
    }
}

impl SpaceGraph {
    fn new(form: Form) -> Self {
        let mut near = [0; SETS];
        for points in 1..SETS {
            let first = points.trailing_zeros() as usize;
            // The set without its first point is a smaller number: it was filled in before.
            near[points] = near[points & (points - 1)] | form.next[first];
        }
        Self { form, near }
    }

    const fn full(&self) -> u8 {
        ((1_u16 << self.form.size) - 1) as u8
    }

    /// The points next to some.
    const fn next_to(&self, points: u8) -> u8 {
        self.near[points as usize]
    }

    /// The string of `start` within `stones`.
    fn string(&self, start: u8, stones: u8) -> u8 {
        let mut string = start;
        loop {
            let grown = string | self.next_to(string) & stones;
            if grown == string {
                return string;
            }
            string = grown;
        }
    }

    /// The owner's stones that are one with the wall.
    fn of_wall(&self, own: u8) -> u8 {
        self.string(own & self.form.wall, own)
    }

    fn wall_liberties(&self, state: SpaceState) -> u8 {
        let empty = self.full() & !state.own & !state.foe;
        (self.form.wall | self.next_to(self.of_wall(state.own))) & empty
    }

    /// The strings among `stones` next to `point` that have no liberty.
    fn taken(&self, stones: u8, point: u8, empty: u8) -> u8 {
        let mut taken = 0;
        let mut left = self.next_to(point) & stones;
        while left != 0 {
            // The lowest stone that is left stands for its string, which is struck off whole.
            let string = self.string(left & left.wrapping_neg(), stones);
            if self.next_to(string) & empty == 0 {
                taken |= string;
            }
            left &= !string;
        }
        taken
    }

    /// Returns whether a lone stone that took another one may be taken back.
    fn is_ko(&self, stone: u8, own: u8, taken: u8, empty: u8) -> bool {
        taken.count_ones() == 1
            && self.string(stone, own) == stone
            && self.next_to(stone) & (empty | taken) == taken
    }

    fn opponent(&self, state: SpaceState, point: u8, kos: Kos, is_choked: bool) -> After {
        let foe = state.foe | point;
        let empty = self.full() & !state.own & !foe;
        let rest = SpaceState {
            own: state.own,
            foe,
        };
        if is_choked && self.wall_liberties(rest) == 0 {
            return After::Captured;
        }
        let inner = state.own & !self.of_wall(state.own);
        let taken = self.taken(inner, point, empty);
        let own = state.own & !taken;
        let room = self.full() & !own & !foe;
        if self.next_to(self.string(point, foe)) & room == 0 {
            return After::Forbidden;
        }
        if kos == Kos::Owners && self.is_ko(point, foe, taken, empty) {
            return After::Forbidden;
        }
        After::Goes(SpaceState { own, foe })
    }

    fn owner(&self, state: SpaceState, point: u8, kos: Kos, is_choked: bool) -> After {
        let own = state.own | point;
        let empty = self.full() & !own & !state.foe;
        let taken = self.taken(state.foe, point, empty);
        let after = SpaceState {
            own,
            foe: state.foe & !taken,
        };
        let room = self.full() & !after.own & !after.foe;
        let is_of_wall = self.of_wall(own) & point != 0;
        let lives = if is_of_wall {
            !is_choked || self.wall_liberties(after) != 0
        } else {
            self.next_to(self.string(point, own)) & room != 0
        };
        let takes_ko = !is_of_wall && self.is_ko(point, own, taken, empty);
        if !lives || kos == Kos::Opponents && takes_ko {
            return After::Forbidden;
        }
        After::Goes(after)
    }

    /// The outcomes of the states in which the owner has not played.
    fn endings(&self) -> Endings {
        let table = self.play_out();
        std::array::from_fn(|foe| {
            table[SpaceState {
                own: 0,
                foe: foe as u8,
            }
            .code()]
        })
    }

    /// Found from the captures backwards, without liberties outside first.
    fn play_out(&self) -> Box<Table> {
        let mut table = Box::new([0; STATES]);
        for kos in [Kos::Owners, Kos::Opponents] {
            let choked = self.plies(kos, true);
            let free = self.plies(kos, false);
            for outside in 0..=MAX_OUTSIDE_LIBERTIES {
                let plies = if outside == 0 { &choked } else { &free };
                // Bits are only set, so this ends. It takes the entries of one liberty fewer, which are whole by now.
                while spread(&mut table, plies, kos, outside) {}
            }
        }
        table
    }

    /// Every state with what can be played there, the fullest first.
    fn plies(&self, kos: Kos, is_choked: bool) -> Vec<Ply> {
        let full = self.full();
        let states = (0..=full).rev().flat_map(|own| {
            (0..=full)
                .rev()
                .filter(move |foe| own & foe == 0)
                .map(move |foe| SpaceState { own, foe })
        });
        states
            .map(|state| {
                let mut ply = Ply {
                    state,
                    is_taken: is_choked && self.wall_liberties(state) == 0,
                    captures: false,
                    opponent: [None; MAX_SPACE],
                    owner: [None; MAX_SPACE],
                };
                for place in 0..usize::from(self.form.size) {
                    let point = 1 << place;
                    if (state.own | state.foe) & point != 0 {
                        continue;
                    }
                    match self.opponent(state, point, kos, is_choked) {
                        After::Goes(after) => ply.opponent[place] = Some(after),
                        After::Captured => ply.captures = true,
                        After::Forbidden => {}
                    }
                    if let After::Goes(after) = self.owner(state, point, kos, is_choked) {
                        ply.owner[place] = Some(after);
                    }
                }
                ply
            })
            .collect()
    }
}

/// One step backwards; whether anything new came of it.
fn spread(table: &mut Table, plies: &[Ply], kos: Kos, outside: usize) -> bool {
    let mut is_changed = false;
    for ply in plies {
        let place = ply.state.code();
        let dead = |state: &SpaceState, turn| table[state.code()] & bit(turn, kos, outside) != 0;
        let fills = outside > 0 && table[place] & bit(Turn::Owner, kos, outside.max(1) - 1) != 0;
        let opponent = ply.is_taken
            || ply.captures
            || fills
            || dead(&ply.state, Turn::Owner)
            || ply.opponent.iter().flatten().any(|s| dead(s, Turn::Owner));
        let owner = ply.is_taken
            || dead(&ply.state, Turn::Opponent)
                // The owner may pass, too: it is lost only if that and every move loses.
                && ply.owner.iter().flatten().all(|s| dead(s, Turn::Opponent));
        let mut entry = table[place];
        if opponent {
            entry |= bit(Turn::Opponent, kos, outside);
        }
        if owner {
            entry |= bit(Turn::Owner, kos, outside);
        }
        is_changed |= entry != table[place];
        table[place] = entry;
    }
    is_changed
}

/// The moves in a state, each with the place it leads to.
struct Ply {
    state: SpaceState,
    /// The wall has no liberty left.
    is_taken: bool,
    /// The opponent has a move that takes the last.
    captures: bool,
    opponent: [Option<SpaceState>; MAX_SPACE],
    owner: [Option<SpaceState>; MAX_SPACE],
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::BoardSize;

    /// The outcome of a space with the opponent's stones on some of its points.
    fn outcome(space: &str, foe: &str, turn: Turn) -> SpaceOutcome {
        let points = |names: &str| -> Vec<Point> {
            let names = names.split(' ').filter(|name| !name.is_empty());
            names.map(|name| Point::parse(name).unwrap()).collect()
        };
        let (space, foe) = (points(space), points(foe));
        let board = sgmp_board::rules::Board::new(BoardSize::NINETEEN);
        let touches = |point: Point| board.neighbors(point).any(|n| !space.contains(&n));
        let mut listed = [None; MAX_SPACE];
        for (place, point) in space.iter().enumerate() {
            listed[place] = Some(*point);
        }
        let outcomes = EyeSpaceTable::default().outcomes(&listed, |p| foe.contains(&p), touches, 0);
        outcomes.for_turn(turn)
    }

    #[test]
    fn the_shapes_of_the_books() {
        let both = |space| {
            (
                outcome(space, "", Turn::Owner),
                outcome(space, "", Turn::Opponent),
            )
        };
        let unsettled = (SpaceOutcome::Alive, SpaceOutcome::Dead);
        let dead = (SpaceOutcome::Dead, SpaceOutcome::Dead);
        let alive = (SpaceOutcome::Alive, SpaceOutcome::Alive);
        assert_eq!(both("C3"), dead);
        assert_eq!(both("C3 D3"), dead);
        assert_eq!(both("C3 D3 E3"), unsettled);
        assert_eq!(both("C3 D3 D4"), unsettled, "bent three");
        assert_eq!(both("C3 D3 E3 F3"), alive, "four in a row");
        assert_eq!(both("C3 D3 D4 E4"), alive, "twisted four");
        assert_eq!(both("C3 D3 E3 E4"), alive, "bent four");
        assert_eq!(both("C3 D3 C4 D4"), dead, "square");
        assert_eq!(both("C3 D3 E3 D4"), unsettled, "pyramid");
        assert_eq!(both("C3 D3 C4 D4 E3"), unsettled, "bulky five");
        assert_eq!(both("D3 D4 D5 C4 E4"), unsettled, "cross");
        assert_eq!(both("C3 D3 E3 F3 G3"), alive, "five in a row");
        assert_eq!(both("D3 D4 D5 C4 E4 E3"), unsettled, "rabbity six");
        assert_eq!(both("C3 D3 E3 C4 D4 E4"), alive, "two rows of three");
    }

    #[test]
    fn stones_inside_kill_or_make_seki() {
        assert_eq!(outcome("C3 D3 E3", "D3", Turn::Owner), SpaceOutcome::Dead);
        assert_eq!(
            outcome("C3 D3 E3 F3", "D3", Turn::Owner),
            SpaceOutcome::Alive
        );
        let two = outcome("C3 D3 E3 F3", "D3 E3", Turn::Owner);
        assert_eq!(two, SpaceOutcome::Dead, "three that follow are a nakade");
        let three = outcome("C3 D3 E3 F3 G3", "D3 E3 F3", Turn::Owner);
        assert_eq!(
            three,
            SpaceOutcome::Alive,
            "four in a row would be given back"
        );
        let square = outcome("C3 D3 C4 D4", "C3 D4", Turn::Owner);
        assert_eq!(square, SpaceOutcome::Dead);
    }

    #[test]
    fn a_form_turned_and_mirrored_is_played_out_once() {
        let form = |next: [u8; MAX_SPACE], wall| Form {
            size: 4,
            next,
            wall,
        };
        // A pyramid whose center comes second, and one whose center comes last.
        let one = form([0b0010, 0b1101, 0b0010, 0b0010, 0, 0], 0b1101);
        let other = form([0b1000, 0b1000, 0b1000, 0b0111, 0, 0], 0b0111);
        let ((first, places), (second, _)) = (one.in_order(), other.in_order());
        assert_eq!(first.key(), second.key());
        assert_eq!(one.with_places(&places).key(), first.key());
        let row = form([0b0010, 0b0101, 0b1010, 0b0100, 0, 0], 0b1111);
        assert_ne!(row.in_order().0.key(), first.key());
    }

    #[test]
    fn the_order_of_the_points_changes_nothing() {
        let names = ["C3", "D3", "E3", "F3", "D4", "E2"];
        for foes in ["", "D3", "D3 E3", "F3"] {
            let told = |names: Vec<&str>| {
                let space = names.join(" ");
                [Turn::Owner, Turn::Opponent].map(|turn| outcome(&space, foes, turn))
            };
            let forward = told(names.to_vec());
            assert_eq!(told(names.into_iter().rev().collect()), forward, "{foes}");
        }
    }

    #[test]
    fn in_the_corner_the_bent_four_is_a_ko() {
        let bent = |foe, turn| outcome("A1 B1 C1 A2", foe, turn);
        assert_eq!(bent("B1", Turn::Owner), SpaceOutcome::Ko, "A1 makes it");
        assert_eq!(bent("A1 B1", Turn::Owner), SpaceOutcome::Dead);
        assert_ne!(bent("A1 B1 C1", Turn::Owner), SpaceOutcome::Alive);
    }
}
