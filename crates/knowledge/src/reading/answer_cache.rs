//! Answers of one kind, each with the stones that it rests on.

use std::collections::HashMap;
use std::hash::Hash;

use sgmp_board::rules::{Point, PointSet};

/// A question and the ko of the position where it is asked: what an answer depends on beside the stones.
pub(super) type Entry<Q> = (Q, Option<Point>);

/// The position in which a question is asked, and its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct PositionStamp {
    /// Black's stones first.
    pub(super) stones: [PointSet; 2],
    /// Positions so far.
    pub(super) age: u32,
}

#[derive(Debug)]
struct Kept<A> {
    /// The position at which it was last of use.
    age: u32,
    /// The points that were looked at.
    seen: PointSet,
    /// The stones that were seen there, Black's first.
    stones: [PointSet; 2],
    answer: A,
}

#[derive(Debug)]
pub(super) struct AnswerCache<Q, A> {
    kept: HashMap<Entry<Q>, Vec<Kept<A>>>,
}

impl<Q, A> Default for AnswerCache<Q, A> {
    fn default() -> Self {
        Self {
            kept: HashMap::new(),
        }
    }
}

impl<Q: Eq + Hash, A> AnswerCache<Q, A> {
    /// Forgets what was last of use before a position.
    pub(super) fn forget_before(&mut self, age: u32) {
        self.kept.retain(|_, kept| {
            kept.retain(|kept| kept.age >= age);
            !kept.is_empty()
        });
    }

    /// An answer that suits, if it was read where the board is the same, and whether it was of use at
    /// this position before.
    pub(super) fn recall(
        &mut self,
        entry: &Entry<Q>,
        stamp: &PositionStamp,
        suits: impl Fn(&A) -> bool,
    ) -> Option<(&A, bool)> {
        let kept = self.kept.get_mut(entry)?;
        let same = |kept: &&mut Kept<A>| suits(&kept.answer) && kept.holds(&stamp.stones);
        let found = kept.iter_mut().filter(same).max_by_key(|kept| kept.age)?;
        let is_of_now = found.age == stamp.age;
        found.age = stamp.age;
        Some((&found.answer, is_of_now))
    }

    pub(super) fn keep(
        &mut self,
        entry: Entry<Q>,
        stamp: &PositionStamp,
        seen: PointSet,
        answer: A,
    ) {
        self.kept.entry(entry).or_default().push(Kept {
            age: stamp.age,
            seen,
            stones: stamp.stones.map(|stones| stones & seen),
            answer,
        });
    }
}

impl<A> Kept<A> {
    fn holds(&self, stones: &[PointSet; 2]) -> bool {
        let mut both = self.stones.iter().zip(stones);
        both.all(|(then, stamp)| *then == *stamp & self.seen)
    }
}
