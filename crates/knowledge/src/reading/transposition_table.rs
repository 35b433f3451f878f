//! The transposition table: results of positions already searched, in a table of fixed size.

use super::proof_numbers::Proof;

/// Places in the table, 24 bytes each; a power of two.
const PLACES: usize = 1 << 15;
/// The same for questions that are read deep.
const LARGE_PLACES: usize = 1 << 18;
/// Neighboring places in which a position may stand.
const BUCKET: usize = 4;

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    proof: Proof,
    /// Positions looked at below it, roughly: what it would cost to forget it; 0 for a glance at it.
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

#[derive(Debug)]
pub(super) struct TranspositionTable {
    entries: Vec<Entry>,
    question: u32,
    is_large: bool,
}

impl TranspositionTable {
    pub(super) fn new() -> Self {
        Self {
            entries: vec![BLANK; PLACES],
            question: 0,
            is_large: false,
        }
    }

    /// Makes it large, or small, for the questions to come.
    pub(super) fn set_large(&mut self, is_large: bool) {
        if self.is_large != is_large {
            let places = if is_large { LARGE_PLACES } else { PLACES };
            self.entries = vec![BLANK; places];
            self.is_large = is_large;
        }
    }

    /// Forgets everything: another question is asked.
    pub(super) fn next_question(&mut self) {
        self.question = self.question.checked_add(1).unwrap_or_else(|| {
            // Entries of earlier questions are known by their numbers, until these begin anew.
            self.entries.fill(BLANK);
            1
        });
    }

    fn bucket(&self, key: u64) -> usize {
        // A power of two of places, in whole buckets: neither mask leads out of the table.
        (key as usize & (self.entries.len() - 1)) & !(BUCKET - 1)
    }

    /// The proof numbers of a position, and the work that went into them.
    pub(super) fn get(&self, key: u64) -> Option<(Proof, u32)> {
        let start = self.bucket(key);
        self.entries[start..start + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.question == self.question)
            .map(|entry| (entry.proof, entry.work))
    }

    /// Notes what is known of a position, in the place of what cost least.
    pub(super) fn put(&mut self, key: u64, proof: Proof, work: u32) {
        let question = self.question;
        let entry = self.place(key);
        let before = match entry {
            Entry { question: at, .. } if *at != question => 0,
            Entry { key: of, work, .. } if *of == key => *work,
            _ => 0,
        };
        *entry = Entry {
            key,
            proof,
            work: before.saturating_add(work).max(1),
            question,
        };
    }

    /// Notes what a glance says of a position of which nothing is known, where no work is lost by it.
    pub(super) fn note(&mut self, key: u64, proof: Proof) {
        let question = self.question;
        let entry = self.place(key);
        if entry.work == 0 || entry.question != question {
            *entry = Entry {
                key,
                proof,
                work: 0,
                question,
            };
        }
    }

    /// The place of a position, or the one to take: that of the entry that cost least.
    fn place(&mut self, key: u64) -> &mut Entry {
        let question = self.question;
        let start = self.bucket(key);
        let bucket = &mut self.entries[start..start + BUCKET];
        let is_same = |entry: &Entry| entry.key == key && entry.question == question;
        let cost = |entry: &Entry| match entry.question == question {
            true => entry.work,
            false => 0,
        };
        let mut best = 0;
        for place in 0..BUCKET {
            if is_same(&bucket[place]) {
                best = place;
                break;
            }
            if cost(&bucket[place]) < cost(&bucket[best]) {
                best = place;
            }
        }
        &mut bucket[best]
    }
}
