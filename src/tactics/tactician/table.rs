//! What is known of positions already looked at, in a table of fixed size.

use super::proof::Proof;

/// Places in the table, 24 bytes each; a power of two.
const PLACES: usize = 1 << 15;
/// Neighbouring places in which a position may stand.
const BUCKET: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    proof: Proof,
    /// Positions looked at below it, roughly: what it would cost to forget it.
    work: u32,
    /// The question in which it was written; 0 for none.
    question: u32,
}

const BLANK: Entry = Entry {
    key: 0,
    proof: Proof::REFUTED,
    work: 0,
    question: 0,
};

/// See the module.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    question: u32,
}

impl Table {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![BLANK; PLACES],
            question: 0,
        }
    }

    /// Forgets everything: another question is asked.
    pub(super) fn next_question(&mut self) {
        self.question = self.question.checked_add(1).unwrap_or_else(|| {
            self.entries.fill(BLANK);
            1
        });
    }

    const fn bucket(key: u64) -> usize {
        (key as usize & (PLACES - 1)) & !(BUCKET - 1)
    }

    /// What is known of a position, and the work that went into it.
    pub(super) fn get(&self, key: u64) -> Option<(Proof, u32)> {
        let start = Self::bucket(key);
        self.entries[start..start + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.question == self.question)
            .map(|entry| (entry.proof, entry.work))
    }

    /// Notes what is known of a position, in the place of what cost least.
    pub(super) fn put(&mut self, key: u64, proof: Proof, work: u32) {
        let question = self.question;
        let start = Self::bucket(key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let same = bucket
            .iter()
            .position(|entry| entry.key == key && entry.question == question);
        let place = same.unwrap_or_else(|| {
            let cost = |entry: &Entry| {
                if entry.question == question {
                    entry.work
                } else {
                    0
                }
            };
            (0..BUCKET)
                .min_by_key(|place| cost(&bucket[*place]))
                .unwrap_or(0)
        });
        let before = if same.is_some() {
            bucket[place].work
        } else {
            0
        };
        bucket[place] = Entry {
            key,
            proof,
            work: before.saturating_add(work).max(1),
            question,
        };
    }
}
