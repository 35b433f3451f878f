//! Remarks on the moves of a match, kept for its record.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sgmp_board::record::GameRecord;
use sgmp_board::rules::{Color, Move};

/// Remarks on the moves of one game; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Remarks(Arc<Mutex<BTreeMap<usize, Remark>>>);

/// A text about a move, which may have been taken back since.
#[derive(Clone, Debug)]
struct Remark {
    played: (Color, Move),
    text: String,
}

impl Remarks {
    /// The remarks that a record has.
    pub fn from_record(record: &GameRecord) -> Self {
        let remarks = Self::default();
        for (place, known) in record.moves().iter().enumerate() {
            if let Some(text) = &known.comment {
                remarks.put(place, (known.color, known.mv), text.clone());
            }
        }
        remarks
    }

    /// True if nothing is said yet.
    pub fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Writes them behind the moves of a record that they are about.
    pub fn onto(&self, record: &mut GameRecord) {
        for (place, remark) in &*self.lock() {
            let known = record.moves().get(*place);
            if known.is_some_and(|known| (known.color, known.mv) == remark.played) {
                record.remark(*place, &remark.text);
            }
        }
    }

    /// Says something of the move in this place, from 0.
    pub fn put(&self, place: usize, played: (Color, Move), text: String) {
        self.lock().insert(place, Remark { played, text });
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, Remark>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::record::RecordedMove;
    use sgmp_board::rules::{BoardSize, Point};

    #[test]
    fn remarks_stay_with_the_moves_that_they_are_about() {
        let d4 = Move::Play(Point::parse("D4").unwrap());
        let played = [(Color::Black, d4), (Color::White, Move::Pass)];
        let mut record = GameRecord::new(BoardSize::NINETEEN);
        for (color, mv) in played {
            record.push(RecordedMove::new(color, mv)).unwrap();
        }
        let remarks = Remarks::default();
        assert!(remarks.is_empty());
        remarks.put(0, played[0], "a corner".to_owned());
        // Taken back since.
        remarks.put(1, (Color::White, d4), "a mistake".to_owned());
        remarks.put(2, played[0], "again".to_owned());
        remarks.onto(&mut record);
        let comments: Vec<_> = record
            .moves()
            .iter()
            .map(|m| m.comment.as_deref())
            .collect();
        assert_eq!(comments, [Some("a corner"), None]);

        let mut fresh = GameRecord::new(record.size());
        fresh.push(RecordedMove::new(Color::Black, d4)).unwrap();
        Remarks::from_record(&record).onto(&mut fresh);
        assert_eq!(
            fresh.moves()[0],
            record.moves()[0],
            "as a resumed match does"
        );
    }
}
