//! A game walked through: where one stands, and what is tried there.

use sgmp_board::record::{GameTree, NodeId, ReplayError, SgfError, replay};
use sgmp_board::rules::{Color, Game, IllegalMove, Move, RuleSet};

/// A reason why a game cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The bytes are no record that can be read.
    #[error(transparent)]
    Sgf(#[from] SgfError),
    /// A position or a move of the record breaks the rules.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// A variation that begins at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Its first move; `None` where it begins with something else.
    pub first: Option<(Color, Move)>,
    /// The first words of its comment.
    pub comment: Option<String>,
}

/// A game with its variations, and a place in it.
///
/// The line of the place is the one that leads to it and goes on from it by the first of all variations.
#[derive(Clone, Debug)]
pub struct ReviewedGame {
    tree: GameTree,
    at: NodeId,
    game: Game,
    rules: RuleSet,
    is_changed: bool,
}

impl ReviewedGame {
    /// A game, at its beginning.
    ///
    /// # Errors
    /// A main line that is no game or breaks the rules.
    pub fn new(tree: GameTree, rules: impl Into<RuleSet>) -> Result<Self, ReviewError> {
        let rules = rules.into();
        position(&tree, tree.line_end(NodeId::ROOT), rules)?;
        let game = position(&tree, NodeId::ROOT, rules)?;
        Ok(Self {
            tree,
            at: NodeId::ROOT,
            game,
            rules,
            is_changed: false,
        })
    }

    /// The position that is looked at.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game with its variations.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node of the place.
    #[must_use]
    pub const fn node(&self) -> NodeId {
        self.at
    }

    /// The main line's game.
    ///
    /// # Errors
    /// None, as long as the tree is as it was read.
    pub fn main_game(&self) -> Result<Game, ReviewError> {
        position(&self.tree, self.tree.line_end(NodeId::ROOT), self.rules)
    }

    /// Returns whether the place lies in the main line.
    #[must_use]
    pub fn is_in_main_line(&self) -> bool {
        let path = self.tree.path(self.at);
        path.windows(2)
            .all(|step| self.tree.children(step[0]).first() == Some(&step[1]))
    }

    /// True if something was added or changed.
    #[must_use]
    pub const fn is_changed(&self) -> bool {
        self.is_changed
    }

    /// Says that everything is kept.
    pub const fn set_saved(&mut self) {
        self.is_changed = false;
    }

    /// Goes to a node.
    ///
    /// # Errors
    /// A position that cannot be played: the place stays.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), ReviewError> {
        self.game = position(&self.tree, node, self.rules)?;
        self.at = node;
        Ok(())
    }

    /// The next node of the line that has a move or ends it; `None` at the end.
    #[must_use]
    pub fn next_node(&self) -> Option<NodeId> {
        self.down(*self.tree.children(self.at).first()?)
    }

    /// The node before with a move, or the root; `None` at the beginning.
    #[must_use]
    pub fn node_before(&self) -> Option<NodeId> {
        let up = |at: &NodeId| self.tree.parent(*at);
        let mut above = std::iter::successors(self.tree.parent(self.at), up);
        above.find(|node| self.tree.move_at(*node).is_some() || *node == NodeId::ROOT)
    }

    /// The node of the line after so many moves.
    #[must_use]
    pub fn node_after(&self, moves: usize) -> Option<NodeId> {
        let line = self.tree.path(self.tree.line_end(self.at));
        if moves == 0 {
            return line.first().copied();
        }
        let with_moves = line
            .into_iter()
            .filter(|node| self.tree.move_at(*node).is_some());
        with_moves.into_iter().nth(moves - 1)
    }

    /// The first node from here on that has a move or no other behind it.
    fn down(&self, node: NodeId) -> Option<NodeId> {
        let mut at = node;
        while self.tree.move_at(at).is_none() {
            match self.tree.children(at) {
                [only] => at = *only,
                _ => break,
            }
        }
        Some(at)
    }

    /// The variations that begin here, that of the line first.
    #[must_use]
    pub fn variations(&self) -> Vec<Variation> {
        let told = |node: &NodeId| Variation {
            first: self.tree.move_at(*node),
            comment: self.tree.comment(*node),
        };
        self.tree.children(self.at).iter().map(told).collect()
    }

    /// The node of a variation, from 1.
    #[must_use]
    pub fn variation(&self, number: usize) -> Option<NodeId> {
        let node = self.tree.children(self.at).get(number.checked_sub(1)?)?;
        self.down(*node)
    }

    /// Tries a move: it becomes a variation, unless it is one, and the place.
    ///
    /// # Errors
    /// A move against the rules: nothing changes.
    pub fn try_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let color = self.game.to_move();
        let mut game = self.game.clone();
        game.play(color, mv)?;
        let nodes = self.tree.node_count();
        self.at = self.tree.add_move(self.at, color, mv);
        self.is_changed |= self.tree.node_count() > nodes;
        self.game = game;
        Ok(())
    }

    /// Adds a line behind the place without going there; it ends before a move against the rules.
    pub fn add_line(&mut self, line: &[Move]) {
        let (mut game, mut at) = (self.game.clone(), self.at);
        let nodes = self.tree.node_count();
        for mv in line {
            let color = game.to_move();
            if game.play(color, *mv).is_err() {
                break;
            }
            at = self.tree.add_move(at, color, *mv);
        }
        self.is_changed |= self.tree.node_count() > nodes;
    }

    /// Takes another version of the game in, whose nodes have the numbers of this one's. Returns whether the place is left in it: else
    /// the nearest one before it is the place now.
    ///
    /// # Errors
    /// A position that cannot be played.
    pub fn take_in(&mut self, tree: GameTree) -> Result<bool, ReviewError> {
        self.tree = tree;
        self.is_changed = true;
        let path = self.tree.path(self.at);
        let steps = path.windows(2);
        let left = steps.take_while(|step| self.tree.children(step[0]).contains(&step[1]));
        let place = path.get(left.count()).copied().unwrap_or(NodeId::ROOT);
        let is_left = place == self.at;
        if !is_left {
            self.go_to(place)?;
        }
        Ok(is_left)
    }

    /// The comment of the place.
    #[must_use]
    pub fn comment(&self) -> Option<String> {
        self.tree.comment(self.at)
    }

    /// Replaces the comment of the place; an empty one takes it away.
    pub fn set_comment(&mut self, text: &str) {
        self.tree.set_comment(self.at, text);
        self.is_changed = true;
    }
}

/// The game along the path to a node.
fn position(tree: &GameTree, node: NodeId, rules: RuleSet) -> Result<Game, ReviewError> {
    let record = tree.record_at(node)?.record;
    Ok(replay(&record, usize::MAX)?.with_rules(rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;
    use sgmp_board::rules::Rules;

    fn reviewed() -> ReviewedGame {
        let text = b"(;SZ[9]C[start];B[ee];C[a word];W[ce](;B[gc])(;B[gg]C[other];W[cc]))";
        ReviewedGame::new(GameTree::read(text, 1).unwrap(), Rules::Japanese).unwrap()
    }

    fn last(game: &ReviewedGame) -> String {
        let last = game.game().last_move();
        last.map_or_else(String::new, |(color, mv)| format!("{color} {mv}"))
    }

    #[test]
    fn a_game_is_walked_through() {
        let mut game = reviewed();
        assert_eq!(game.comment().as_deref(), Some("start"));
        let mut seen = Vec::new();
        while let Some(next) = game.next_node() {
            game.go_to(next).unwrap();
            seen.push(last(&game));
        }
        assert_eq!(seen, ["Black E5", "White C5", "Black G7"]);
        let back = game.node_before().unwrap();
        game.go_to(back).unwrap();
        assert_eq!(game.variations().len(), 2);
        let second = game.variation(2).unwrap();
        game.go_to(second).unwrap();
        assert_eq!(
            (last(&game).as_str(), game.comment().as_deref()),
            ("Black G3", Some("other"))
        );
        assert!(!game.is_in_main_line() && !game.is_changed());
        let end = game.node_after(4).unwrap();
        game.go_to(end).unwrap();
        assert_eq!(
            (last(&game).as_str(), game.node_after(5)),
            ("White C7", None)
        );
        let start = game.node_after(0).unwrap();
        game.go_to(start).unwrap();
        assert!(game.is_in_main_line() && game.node_before().is_none());
        assert_eq!(game.main_game().unwrap().move_count(), 3);
    }

    #[test]
    fn what_is_tried_becomes_a_variation() {
        let mut game = reviewed();
        let first = game.node_after(1).unwrap();
        game.go_to(first).unwrap();
        let point = |name| Move::Play(Point::parse(name).unwrap());
        assert!(game.try_move(point("E5")).is_err() && !game.is_changed());
        game.try_move(point("E3")).unwrap();
        assert!(game.is_changed() && game.variations().is_empty());
        game.add_line(&[point("C3"), point("E3"), point("G3")]);
        assert_eq!(game.variations().len(), 1);
        game.set_comment("tried");
        let text = game.tree().to_string();
        assert!(text.contains("(;W[eg]C[tried];B[cg])"), "{text}");
        game.set_saved();
        assert!(!game.is_changed());
    }

    #[test]
    fn another_version_of_the_game_is_taken_in() {
        let mut game = reviewed();
        let end = game.tree().line_end(NodeId::ROOT);
        game.go_to(end).unwrap();
        let mut other = game.tree().clone();
        other.set_comment(end, "theirs");
        assert!(game.take_in(other.clone()).unwrap() && game.is_changed());
        assert_eq!(
            (last(&game).as_str(), game.comment().as_deref()),
            ("Black G7", Some("theirs"))
        );
        other.remove(end);
        assert!(!game.take_in(other).unwrap());
        assert_eq!(last(&game), "White C5");
    }

    #[test]
    fn a_game_against_the_rules_is_refused() {
        let tree = GameTree::read(b"(;SZ[9];B[ee];W[ee])", 1).unwrap();
        let error = ReviewedGame::new(tree, Rules::Japanese).unwrap_err();
        assert!(error.to_string().contains("move 2"), "{error}");
    }
}
