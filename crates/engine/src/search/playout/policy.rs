//! The policy by which playouts choose near the last moves: weights of small shapes, of nearness, of
//! liberties in contact, and of replies.
//!
//! A point next to one of the last two moves, or one that replies to the last, is drawn by the
//! product of its features' weights against [`ELSEWHERE_WEIGHT`], which stands for a move anywhere. The form
//! is that of Coulom's "Computing Elo ratings of move patterns" (2007), the features resemble those
//! that Huang, Coulom and Lin balanced ("Monte-Carlo simulation balancing in practice", 2010).

use std::fmt;
use std::sync::{LazyLock, OnceLock};

use super::local_choice::LocalPoint;
use super::playout_weights::PlayoutWeights;
use sgmp_board::rules::{Board, Color, Point};

/// `data/README.md` has the commands that made it.
const BYTES: &[u8] = include_bytes!("../../../data/playouts.bin");

/// The weight of a move anywhere.
pub(super) const ELSEWHERE_WEIGHT: f32 = 1.0;

/// Nearness of a point to the last two moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// Beside the last move.
    Beside,
    /// At a corner of the last move.
    Corner,
    /// Beside the move before it.
    BesideFormer,
    /// At a corner of the move before it.
    CornerOfFormer,
    /// Farther away from both moves.
    Far,
}

impl Nearness {
    const COUNT: usize = 5;
}

/// A reply of a point to the last move: its use for the strings that it put into question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Captures what just moved into atari.
    Capture,
    /// Captures what holds an own string in atari.
    CaptureHunter,
    /// Saves a string from atari: three liberties or more.
    Escape,
    /// The same with two liberties, joining a string that was not in atari.
    Join,
    /// The same with two liberties, joining nothing.
    Crawl,
    /// An atari on what just moved, from which it does not get away.
    Atari,
    /// Keeps a string from such an atari.
    Extend,
    /// The vital point of a small space.
    Vital,
}

impl Reply {
    pub(crate) const COUNT: usize = 8;
}

/// A set of replies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replies(u8);

impl Replies {
    /// Returns whether the set is empty.
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn add(&mut self, reply: Reply) {
        self.0 |= 1 << reply as u8;
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        (0..Reply::COUNT).filter(move |n| self.0 & 1 << n != 0)
    }
}

/// Classes of liberties: of the mover's strings beside a point, and of the opponent's, the fewest:
/// 1, 2, or more or none.
const CONTACTS: usize = 9;

/// Codes of what lies on eight points.
const CODES: usize = 1 << 16;

/// The classes of 3x3 shapes, up to symmetry, by [`Board::around_code`] with the mover as Black.
/// Class 0 holds all that no board from 3 lines on has.
static CLASSES: LazyLock<(Vec<u16>, usize)> = LazyLock::new(classes);

/// The features of a point near the last moves: their places in its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    numbers: [u16; 3 + Reply::COUNT],
    count: u8,
}

impl Features {
    /// Their places in the table of weights.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.numbers[..self.count.into()]
            .iter()
            .map(|n| usize::from(*n))
    }
}

/// The places where the weights of each kind of feature begin.
struct Layout {
    nearness: usize,
    contacts: usize,
    replies: usize,
    all: usize,
}

fn layout() -> Layout {
    let nearness = CLASSES.1;
    let contacts = nearness + Nearness::COUNT;
    let replies = contacts + CONTACTS;
    Layout {
        nearness,
        contacts,
        replies,
        all: replies + Reply::COUNT,
    }
}

/// The weights by which playouts choose among the points near the last moves.
#[derive(Clone, PartialEq)]
pub struct PlayoutPolicy {
    /// By the code around a point, for Black to move, then for White.
    shapes: [Box<[f32; CODES]>; 2],
    /// By nearness, times the greatest weight of a contact.
    near: [f32; Nearness::COUNT],
    /// By contact, as parts of the greatest.
    contacts: [f32; CONTACTS],
    /// By the set of replies.
    replies: Vec<f32>,
}

impl PlayoutPolicy {
    /// Number of features: classes of shapes, then nearness, contacts, replies.
    #[must_use]
    pub fn features() -> usize {
        layout().all
    }

    /// Begins where shapes that `likes` a code of have one weight, others another, and replies
    /// theirs; natural logarithms.
    #[must_use]
    pub fn first_weights(
        likes: impl Fn(u16) -> bool,
        liked: f32,
        others: f32,
        replies: [f32; Reply::COUNT],
    ) -> Vec<f32> {
        let mut weights = vec![0.0; Self::features()];
        weights[..CLASSES.1].fill(others);
        for (code, class) in (0..=u16::MAX).zip(&CLASSES.0) {
            if likes(code) {
                weights[usize::from(*class)] = liked;
            }
        }
        weights[layout().replies..].copy_from_slice(&replies);
        weights
    }

    /// By natural logarithms of the features' weights; `None` if there are more or fewer.
    #[must_use]
    pub fn new(weights: &[f32]) -> Option<Self> {
        if weights.len() != Self::features() {
            return None;
        }
        let (classes, layout) = (&CLASSES.0, layout());
        let weight = |code: u16| weights[usize::from(classes[usize::from(code)])].exp();
        let table = |color: Color| {
            let codes = 0..=u16::MAX;
            let weights: Box<[f32]> = codes.map(|code| weight(as_black(code, color))).collect();
            weights.try_into().ok()
        };
        let contacts = &weights[layout.contacts..layout.replies];
        let most = contacts.iter().copied().fold(f32::MIN, f32::max);
        let replies = |set: usize| {
            let has = (0..Reply::COUNT).filter(|n| set & 1 << n != 0);
            let sum: f32 = has.map(|n| weights[layout.replies + n]).sum();
            sum.exp()
        };
        Some(Self {
            shapes: [table(Color::Black)?, table(Color::White)?],
            near: std::array::from_fn(|at| (weights[layout.nearness + at] + most).exp()),
            contacts: std::array::from_fn(|at| (weights[layout.contacts + at] - most).exp()),
            replies: (0..1 << Reply::COUNT).map(replies).collect(),
        })
    }

    /// The one that the program carries, made at the first call: some milliseconds.
    ///
    /// # Panics
    /// If its weights are damaged, which a test rules out.
    pub fn embedded() -> &'static Self {
        static POLICY: OnceLock<PlayoutPolicy> = OnceLock::new();
        POLICY.get_or_init(|| {
            let weights = PlayoutWeights::from_bytes(BYTES).expect("weights that a test has read");
            Self::new(&weights.weights).expect("as many as a test has counted")
        })
    }

    /// A number that stands for its weights.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let weights = self.shapes[0].iter().chain(&self.near);
        let weights = weights.chain(&self.contacts).chain(&self.replies);
        weights.fold(0xcbf2_9ce4_8422_2325, |hash, weight| {
            (hash ^ u64::from(weight.to_bits())).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    /// Greatest weight that an empty point can have for `color`; [`Self::lessened`] is the part of it
    /// that is left.
    pub(super) fn bound(
        &self,
        board: &Board,
        color: Color,
        point: Point,
        nearness: Nearness,
        replies: Replies,
    ) -> f32 {
        let code = usize::from(board.around_code(point));
        let weight = self.shapes[color as usize][code] * self.near[nearness as usize];
        if replies.is_empty() {
            weight
        } else {
            weight * self.replies[usize::from(replies.0)]
        }
    }

    /// Part of the bound that the contacts of an empty point leave, 0 to 1.
    pub(super) fn lessened(&self, board: &Board, color: Color, point: Point) -> f32 {
        self.contacts[contact(board, color, point)]
    }
}

impl fmt::Debug for PlayoutPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlayoutPolicy")
    }
}

/// The features of an empty point for `color`.
#[must_use]
pub fn features(board: &Board, color: Color, near: &LocalPoint) -> Features {
    let LocalPoint {
        point,
        nearness,
        replies,
        ..
    } = *near;
    let layout = layout();
    let code = as_black(board.around_code(point), color);
    let mut numbers = [0; 3 + Reply::COUNT];
    numbers[0] = CLASSES.0[usize::from(code)];
    numbers[1] = (layout.nearness + nearness as usize) as u16;
    numbers[2] = (layout.contacts + contact(board, color, point)) as u16;
    let mut found = 3;
    for n in replies.iter() {
        numbers[found] = (layout.replies + n) as u16;
        found += 1;
    }
    Features {
        numbers,
        count: found as u8,
    }
}

/// The class of the liberties around a point.
fn contact(board: &Board, color: Color, point: Point) -> usize {
    /// Liberties that count as many.
    const MAX_LIBERTIES: usize = 3;
    let mut fewest = [MAX_LIBERTIES; 2];
    for (side, least) in [!color, color].into_iter().zip(&mut fewest) {
        for n in board.stones_beside(point, side) {
            *least = (*least).min(board.stone_liberties(n));
        }
    }
    // A stone on the board has a liberty: never 0.
    let [other, own] = fewest;
    (own - 1) * MAX_LIBERTIES + (other - 1)
}

/// A code with the colors exchanged where White is the mover.
fn as_black(code: u16, mover: Color) -> u16 {
    const LOW: u16 = 0x5555;
    if mover == Color::Black {
        return code;
    }
    // 01 and 10 change places, 00 and 11 stay.
    ((code & LOW) << 1) | ((code >> 1) & LOW)
}

fn classes() -> (Vec<u16>, usize) {
    let mut classes = vec![0_u16; CODES];
    let mut count = 1;
    for code in 0..=u16::MAX {
        if !is_possible(code) || classes[usize::from(code)] != 0 {
            continue;
        }
        for turn in 0..8 {
            classes[usize::from(turned(code, turn))] = count;
        }
        count += 1;
    }
    (classes, usize::from(count))
}

/// Returns whether the points off the board are one edge, a corner, or nothing.
fn is_possible(code: u16) -> bool {
    const EDGES: [u8; 4] = [0b0000_0111, 0b1110_0000, 0b0010_1001, 0b1001_0100];
    let off = (0..8)
        .filter(|place| (code >> (2 * place)) & 3 == 3)
        .fold(0_u8, |set, place| set | 1 << place);
    let [low, high, left, right] = EDGES;
    let corners = [low | left, low | right, high | left, high | right];
    off == 0 || EDGES.contains(&off) || corners.contains(&off)
}

/// One of the eight symmetries of the square.
fn turned(code: u16, turn: u8) -> u16 {
    let mut out = 0;
    for place in 0..9_u16 {
        if place == 4 {
            continue;
        }
        let (mut row, mut column) = (place / 3, place % 3);
        if turn & 1 != 0 {
            column = 2 - column;
        }
        if turn & 2 != 0 {
            row = 2 - row;
        }
        if turn & 4 != 0 {
            (row, column) = (column, row);
        }
        let slot = |at: u16| 2 * if at > 4 { at - 1 } else { at };
        out |= ((code >> slot(place)) & 3) << slot(3 * row + column);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn the_shipped_weights_are_whole() {
        let weights = PlayoutWeights::from_bytes(BYTES).unwrap();
        assert_eq!(weights.weights.len(), PlayoutPolicy::features());
    }

    #[test]
    fn there_are_as_many_classes_as_shapes() {
        // 3^8 inside, 3^5 at an edge, 3^3 in a corner, up to symmetry (Burnside): 954, 135 and 18;
        // and the class of the impossible.
        assert_eq!(CLASSES.1, 954 + 135 + 18 + 1);
    }

    fn near(name: &str) -> LocalPoint {
        let mut near = LocalPoint::at(Point::parse(name).unwrap(), Nearness::Corner);
        near.replies.add(Reply::Join);
        near
    }

    #[test]
    fn colors_and_symmetries_do_not_matter() {
        let one = diagram::parse(". . . .\n. X O .\n. . . .\n. . . .").unwrap();
        let other = diagram::parse(". . . .\n. . O .\n. . X .\n. . . .").unwrap();
        let at = |board: &Board, color, name: &str| features(board, color, &near(name));
        let first = at(&one, Color::Black, "B2");
        assert_eq!(first, at(&other, Color::White, "B3"));
        assert_ne!(first, at(&one, Color::White, "B2"));
    }

    #[test]
    fn a_policy_weighs_what_the_features_say() {
        let weights: Vec<f32> = (0..PlayoutPolicy::features())
            .map(|n| (n % 7) as f32 / 3.0 - 1.0)
            .collect();
        let policy = PlayoutPolicy::new(&weights).unwrap();
        let board = diagram::parse(". X . .\n. X O .\nX O . .\n. . O .").unwrap();
        for color in Color::BOTH {
            for point in board.empty_points() {
                let near = near(&point.to_string());
                let sum: f32 = features(&board, color, &near)
                    .iter()
                    .map(|n| weights[n])
                    .sum();
                let bound = policy.bound(&board, color, *point, near.nearness, near.replies);
                let weight = bound * policy.lessened(&board, color, *point);
                assert!((weight.ln() - sum).abs() < 1e-4);
            }
        }
    }
}
