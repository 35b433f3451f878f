//! The removal of dead stones after two passes: both sides name them, and both say `done`.

use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Times that we take a game up again because the opponent removes what lives; after that we agree to nothing.
const MAX_DISPUTES: u32 = 2;

/// The answer to a word of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScoringStep {
    /// Nothing.
    Listen,
    /// That we agree, again.
    Done,
    /// The game goes on.
    PlayOn,
    /// Nothing, though they remove what lives: a person has to see to it.
    Disagree,
}

/// A removal that is on.
#[derive(Debug, Default)]
pub(super) struct Scoring {
    /// The dead by our own count, once it is there.
    dead: Option<PointSet>,
    /// The points that are removed by now.
    removed: PointSet,
    /// Those that we named ourselves.
    named: PointSet,
}

impl Scoring {
    /// Our own count is there: a stone of each dead string, to be named, or the word for what the others did meanwhile.
    pub(super) fn counted(&mut self, board: &Board, dead: &PointSet) -> Vec<Point> {
        let mut seen = PointSet::default();
        let mut names = Vec::new();
        for point in dead.iter().filter(|point| !self.removed.contains(*point)) {
            if seen.insert(point) {
                board.string(point).for_each(|stone| {
                    seen.insert(stone);
                    self.named.insert(stone);
                });
                names.push(point);
            }
        }
        self.dead = Some(*dead);
        names
    }

    /// Returns whether somebody has removed what our count says lives; our own color alone is worth a quarrel.
    pub(super) fn is_disputed(&self, board: &Board, ours: Color) -> bool {
        let Some(dead) = &self.dead else {
            return false;
        };
        let is_alive = |point: Point| !dead.contains(point) && board.color_at(point) == Some(ours);
        self.removed.iter().any(is_alive)
    }

    /// The stones at a point are removed.
    pub(super) fn removed(
        &mut self,
        board: &Board,
        ours: Color,
        point: Point,
        disputes: u32,
    ) -> ScoringStep {
        let is_echo = self.named.contains(point);
        board.string(point).for_each(|stone| {
            self.removed.insert(stone);
        });
        if self.dead.is_none() || is_echo {
            return ScoringStep::Listen;
        }
        self.judged(board, ours, disputes)
    }

    /// The word for what is removed by now, where our count is there.
    pub(super) fn judged(&self, board: &Board, ours: Color, disputes: u32) -> ScoringStep {
        match self.is_disputed(board, ours) {
            false => ScoringStep::Done,
            true if disputes < MAX_DISPUTES => ScoringStep::PlayOn,
            true => ScoringStep::Disagree,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::BoardSize;

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    fn board() -> Board {
        let stones = [
            (Color::Black, "C3"),
            (Color::Black, "C4"),
            (Color::White, "F6"),
            (Color::White, "J9"),
            (Color::White, "H9"),
        ];
        let stones = stones.map(|(color, name)| (color, point(name)));
        Board::from_stones(BoardSize::new(9).unwrap(), stones).unwrap()
    }

    fn dead(names: &[&str]) -> PointSet {
        let mut set = PointSet::default();
        for name in names {
            set.insert(point(name));
        }
        set
    }

    #[test]
    fn each_dead_string_is_named_once() {
        let mut scoring = Scoring::default();
        let board = board();
        assert_eq!(
            scoring.removed(&board, Color::Black, point("F6"), 0),
            ScoringStep::Listen
        );
        let named = scoring.counted(&board, &dead(&["J9", "H9", "F6"]));
        assert_eq!(named.len(), 1);
        assert_eq!(scoring.judged(&board, Color::Black, 0), ScoringStep::Done);
        assert_eq!(
            scoring.removed(&board, Color::Black, point("H9"), 0),
            ScoringStep::Listen
        );
    }

    #[test]
    fn we_quarrel_about_our_own_stones_alone_and_not_for_ever() {
        let mut scoring = Scoring::default();
        let board = board();
        scoring.counted(&board, &dead(&[]));
        let mut hear = |ours, name, disputes| scoring.removed(&board, ours, point(name), disputes);
        assert_eq!(hear(Color::Black, "F6", 0), ScoringStep::Done);
        assert_eq!(hear(Color::Black, "C3", 1), ScoringStep::PlayOn);
        assert_eq!(hear(Color::Black, "C4", 2), ScoringStep::Disagree);
    }
}
