//! Judgments of positions that were met before, after the same moves in another order.

use std::sync::Arc;

use crate::net::inputs::Situation;
use sgmp_board::rules::{Board, Color, Move, Point};

/// All that tells a position from others, but for the moves that led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PositionKey {
    stones: u64,
    to_move: Color,
    ko: Option<Point>,
    passes: u8,
    /// Bits of the komi as area counting sees it, which holds the rules and the captures.
    komi: u32,
}

impl PositionKey {
    pub(super) fn new(board: &Board, situation: &Situation) -> Self {
        Self {
            stones: board.hash(),
            to_move: situation.to_move(),
            ko: board.ko_point(),
            passes: situation.passes().min(2) as u8,
            komi: situation.komi().to_bits(),
        }
    }
}

/// The part of a net's judgment that a search needs.
#[derive(Debug)]
pub(super) struct Judgment {
    /// Chance to win of the player to move.
    pub(super) win: f32,
    /// Points by which the player to move leads.
    pub(super) points: f32,
    /// The legal moves with their probabilities, the likeliest first.
    pub(super) moves: Box<[(Move, f32)]>,
    /// Ownership of the points for the player to move, -1 to 1, line by line.
    pub(super) owners: Box<[f32]>,
}

/// A table of judgments: a newer one takes the place of an older one.
///
/// The net is told the last five moves too. A judgment that was made after the same stones in another
/// order differs a little from the one that would be made now, and costs nothing.
pub(super) struct JudgmentCache {
    slots: Vec<Option<(PositionKey, Arc<Judgment>)>>,
}

impl JudgmentCache {
    /// A table of about so many bytes.
    pub(super) fn with_bytes(bytes: usize) -> Self {
        /// Bytes of a judgment on 19x19: owners, and the moves of a quiet position.
        const JUDGMENT: usize = 361 * size_of::<f32>() + 30 * size_of::<(Move, f32)>();
        const SLOT: usize = size_of::<Option<(PositionKey, Arc<Judgment>)>>();
        let slots = (bytes / (JUDGMENT + SLOT)).max(1);
        Self {
            slots: vec![None; slots],
        }
    }

    pub(super) fn get(&self, key: &PositionKey) -> Option<Arc<Judgment>> {
        let slot = self.slots[self.place(key)].as_ref();
        let found = slot.filter(|(known, _)| known == key);
        found.map(|(_, judgment)| Arc::clone(judgment))
    }

    pub(super) fn put(&mut self, key: PositionKey, judgment: Arc<Judgment>) {
        let place = self.place(&key);
        self.slots[place] = Some((key, judgment));
    }

    fn place(&self, key: &PositionKey) -> usize {
        let turn = if key.to_move == Color::Black { 1 } else { 2 };
        let mixed = (key.stones ^ turn).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // The upper half of the product is the place, without a division.
        ((u128::from(mixed) * self.slots.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Game, Komi, Rules};

    fn key(rules: Rules, moves: &[&str]) -> PositionKey {
        let size = BoardSize::new(9).unwrap();
        let mut game = Game::new(size, Komi::default()).with_rules(rules);
        for name in moves {
            let mv = Point::parse(name).map_or(Move::Pass, Move::Play);
            game.play(game.to_move(), mv).unwrap();
        }
        PositionKey::new(game.board(), &Situation::from_game(&game))
    }

    fn judgment(win: f32) -> Arc<Judgment> {
        Arc::new(Judgment {
            win,
            points: 0.0,
            moves: Box::default(),
            owners: Box::default(),
        })
    }

    #[test]
    fn the_order_of_moves_does_not_matter_and_the_rest_does() {
        let rules = Rules::Chinese;
        let one = key(rules, &["D4", "E5", "F6", "C3"]);
        assert_eq!(one, key(rules, &["F6", "C3", "D4", "E5"]));
        assert_ne!(one, key(rules, &["D4", "E5", "F6"]), "the turn");
        assert_ne!(
            key(rules, &["D4"]),
            key(rules, &["D4", "pass", "pass"]),
            "passes"
        );
        let japanese = key(Rules::Japanese, &["D4", "pass", "pass"]);
        assert_ne!(key(rules, &["D4", "pass", "pass"]), japanese, "the count");
        let taken = ["D4", "E4", "E5", "F5", "E3", "F3", "A1", "G4", "F4"];
        assert_eq!(key(rules, &taken[..8]).ko, None);
        assert_eq!(key(rules, &taken).ko, Point::parse("E4"));
    }

    #[test]
    fn a_newer_judgment_takes_the_place_of_an_older_one() {
        let mut cache = JudgmentCache::with_bytes(0);
        let (first, second) = (key(Rules::Chinese, &["D4"]), key(Rules::Chinese, &["E4"]));
        assert!(cache.get(&first).is_none());
        cache.put(first, judgment(0.1));
        assert!(cache.get(&first).is_some_and(|known| known.win == 0.1));
        cache.put(second, judgment(0.2));
        assert!(cache.get(&first).is_none());
        assert!(cache.get(&second).is_some_and(|known| known.win == 0.2));
    }
}
