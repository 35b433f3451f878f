//! Two versions of one game, changed apart from each other, joined: nothing that either side wrote is lost.

use super::game_tree::{GameTree, NodeId, TreeNode, TreeProperty};

/// Two versions of a game in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedTree {
    /// All of both.
    pub tree: GameTree,
    /// The place in it of each node of the own version, by the node's number; `None` of what is in it no more.
    places: Vec<Option<NodeId>>,
}

impl JoinedTree {
    /// The place of a node of the own version.
    #[must_use]
    pub fn place(&self, own: NodeId) -> Option<NodeId> {
        self.places.get(own.0).copied().flatten()
    }
}

impl GameTree {
    /// Joins this version of a game with another one, both made from `base`: moves of either side stay, a comment that both
    /// have changed holds both texts, and what one side took away is gone unless the other has changed something in it.
    #[must_use]
    pub fn joined_with(&self, other: &Self, base: &Self) -> JoinedTree {
        let mut join = Join {
            base,
            own: self,
            tree: other.clone(),
            places: vec![None; self.nodes.len()],
            cut: Vec::new(),
        };
        let mut ahead = vec![(Some(NodeId::ROOT), NodeId::ROOT, NodeId::ROOT)];
        while let Some((was, own, there)) = ahead.pop() {
            join.take_comment(was, own, there);
            join.take_children(was, own, there, &mut ahead);
        }
        for node in std::mem::take(&mut join.cut) {
            join.tree.remove(node);
        }
        join.tree.name_charset();
        JoinedTree {
            tree: join.tree,
            places: join.places,
        }
    }

    /// Returns whether all of another version stands in this one too, and nothing besides.
    #[must_use]
    pub fn is_same_game(&self, other: &Self) -> bool {
        is_same(self, NodeId::ROOT, other, NodeId::ROOT)
    }

    /// A node's properties but its comment.
    fn bare(&self, node: NodeId) -> impl Iterator<Item = &TreeProperty> {
        let properties = self.nodes[node.0].properties.iter();
        properties.filter(|property| !property.is_called("C"))
    }

    /// The child that is what another tree's node is there: among those like it the one of the same place.
    fn like(&self, node: NodeId, other: &Self, child: NodeId) -> Option<NodeId> {
        let is_like = |tree: &Self, known: NodeId| tree.bare(known).eq(other.bare(child));
        let before = other.parent(child).map_or(0, |parent| {
            let siblings = other.children(parent).iter();
            let before = siblings.take_while(|sibling| **sibling != child);
            before.filter(|sibling| is_like(other, **sibling)).count()
        });
        let like = self.children(node).iter().copied();
        like.filter(|known| is_like(self, *known)).nth(before)
    }
}

/// Returns whether two nodes and all that follows them are the same.
fn is_same(one: &GameTree, node: NodeId, other: &GameTree, same: NodeId) -> bool {
    let mut ahead = vec![(node, same)];
    while let Some((node, same)) = ahead.pop() {
        // What a program says of itself in the root is no part of the game.
        let is_root = node == NodeId::ROOT;
        let told = |tree: &GameTree, node: NodeId| -> Vec<TreeProperty> {
            let told = tree.bare(node);
            let told = told.filter(|property| !(is_root && property.is_of_the_writer()));
            told.cloned().collect()
        };
        let (here, there) = (one.children(node), other.children(same));
        if told(one, node) != told(other, same)
            || one.comment(node) != other.comment(same)
            || here.len() != there.len()
        {
            return false;
        }
        ahead.extend(here.iter().copied().zip(there.iter().copied()));
    }
    true
}

/// A join under way.
struct Join<'a> {
    base: &'a GameTree,
    own: &'a GameTree,
    /// The other version, which takes in what is own.
    tree: GameTree,
    places: Vec<Option<NodeId>>,
    /// Nodes that the own version has taken away; they stay until all others have found their places.
    cut: Vec<NodeId>,
}

/// Nodes that belong together: in the base, in the own version, in the joined one.
type Triple = (Option<NodeId>, NodeId, NodeId);

impl Join<'_> {
    fn take_comment(&mut self, was: Option<NodeId>, own: NodeId, there: NodeId) {
        self.places[own.0] = Some(there);
        let was = was.and_then(|was| self.base.comment(was));
        let (own, other) = (self.own.comment(own), self.tree.comment(there));
        let texts = [was, own, other].map(Option::unwrap_or_default);
        let [was, own, other] = &texts;
        if own != was && own != other {
            self.tree.set_comment(there, &both(was, own, other));
        }
    }

    fn take_children(
        &mut self,
        was: Option<NodeId>,
        own: NodeId,
        there: NodeId,
        ahead: &mut Vec<Triple>,
    ) {
        for child in self.own.children(own) {
            let child_was = was.and_then(|was| self.base.like(was, self.own, *child));
            if let Some(same) = self.tree.like(there, self.own, *child) {
                ahead.push((child_was, *child, same));
                continue;
            }
            // Taken away by the other side: it comes back where there is something new in it.
            let is_old = child_was.is_some_and(|was| is_same(self.base, was, self.own, *child));
            if !is_old {
                self.graft(*child, there);
            }
        }
        let Some(was) = was else { return };
        for child in self.base.children(was) {
            if self.own.like(own, self.base, *child).is_some() {
                continue;
            }
            let there = self.tree.like(there, self.base, *child);
            let unchanged = there.filter(|there| is_same(self.base, *child, &self.tree, *there));
            self.cut.extend(unchanged);
        }
    }

    /// Puts a node of the own version, and all that follows it, behind the variations that are there.
    fn graft(&mut self, node: NodeId, parent: NodeId) {
        let mut ahead = vec![(node, parent)];
        while let Some((node, parent)) = ahead.pop() {
            let made = NodeId(self.tree.nodes.len());
            self.tree.nodes.push(TreeNode {
                properties: self.own.nodes[node.0].properties.clone(),
                parent: Some(parent),
                children: Vec::new(),
            });
            self.tree.nodes[parent.0].children.push(made);
            self.places[node.0] = Some(made);
            let last_first = self.own.children(node).iter().rev();
            ahead.extend(last_first.map(|child| (*child, made)));
        }
    }
}

/// One comment of two that were made of one text.
fn both(was: &str, own: &str, other: &str) -> String {
    if other == was {
        return own.to_owned();
    }
    if own.trim().is_empty() {
        return other.to_owned();
    }
    // What one side wrote before or behind the old text stays there.
    let around = |text: &str, new: &str| {
        let behind = text.strip_prefix(was);
        let behind = behind.filter(|rest| rest.is_empty() || rest.starts_with('\n'));
        let before = text.strip_suffix(was);
        let before = before.filter(|rest| rest.is_empty() || rest.ends_with('\n'));
        match (behind, before) {
            (Some(rest), _) => Some(format!("{new}{rest}")),
            (None, Some(rest)) => Some(format!("{rest}{new}")),
            (None, None) => None,
        }
    };
    let known = Some(was).filter(|was| !was.is_empty());
    let found = known.and_then(|_| around(other, own).or_else(|| around(own, other)));
    found.unwrap_or_else(|| match other.trim().is_empty() {
        true => own.to_owned(),
        false => format!("{other}\n\n{own}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Color, Move, Point};
    use proptest::prelude::*;

    fn read(text: &str) -> GameTree {
        GameTree::read(text.as_bytes(), 1).unwrap()
    }

    fn at(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    /// The text of two versions of one game, joined.
    fn joined(base: &str, own: &str, other: &str) -> String {
        let joined = read(own).joined_with(&read(other), &read(base));
        joined.tree.to_string().trim().to_owned()
    }

    #[test]
    fn comments_and_variations_of_both_sides_stay() {
        assert_eq!(
            joined(
                "(;SZ[9];B[ee];W[ce])",
                "(;SZ[9];B[ee]C[mine](;W[ce])(;W[gc];B[gg]C[so]))",
                "(;SZ[9];B[ee](;W[ce]C[theirs])(;W[gg])(;W[gc]TR[gc]))",
            ),
            read("(;SZ[9];B[ee]C[mine](;W[ce]C[theirs])(;W[gg])(;W[gc]TR[gc])(;W[gc];B[gg]C[so]))")
                .to_string()
                .trim(),
        );
    }

    #[test]
    fn a_comment_that_both_have_changed_holds_both_texts() {
        let join = |was: &str, own: &str, other: &str| {
            let tree = |text: &str| read(&format!("(;SZ[9];B[ee]C[{text}])"));
            let joined = tree(own).joined_with(&tree(other), &tree(was));
            let first = joined.tree.children(NodeId::ROOT)[0];
            joined.tree.comment(first).unwrap_or_default()
        };
        assert_eq!(join("", "mine", "theirs"), "theirs\n\nmine");
        assert_eq!(join("old", "old", "new"), "new");
        assert_eq!(join("old", "new", "old"), "new");
        assert_eq!(
            join("old", "", "new"),
            "new",
            "taken away here, changed there"
        );
        assert_eq!(join("old", "new", ""), "new");
        assert_eq!(join("old", "", "old"), "");
        assert_eq!(join("old", "old\nmine", "old\ntheirs"), "old\nmine\ntheirs");
        assert_eq!(
            join("mine", "mine, longer", "theirs\n\nmine"),
            "theirs\n\nmine, longer"
        );
        assert_eq!(join("a", "x", "banana"), "banana\n\nx");
    }

    #[test]
    fn what_is_taken_away_goes_unless_the_other_side_has_changed_it() {
        let base = "(;SZ[9];B[ee](;W[ce])(;W[gc];B[gg]C[old])(;W[cc]))";
        let without = "(;SZ[9];B[ee](;W[ce])(;W[cc]))";
        let changed = "(;SZ[9];B[ee](;W[ce])(;W[gc];B[gg]C[new])(;W[cc]))";
        let text = |text: &str| read(text).to_string().trim().to_owned();
        assert_eq!(joined(base, without, base), text(without));
        assert_eq!(joined(base, base, without), text(without));
        assert_eq!(joined(base, without, changed), text(changed));
        let back = "(;SZ[9];B[ee](;W[ce])(;W[cc])(;W[gc];B[gg]C[new]))";
        assert_eq!(joined(base, changed, without), text(back));
    }

    #[test]
    fn each_own_node_is_found_again() {
        let base = read("(;SZ[9];B[ee];W[ce])");
        let (mut own, mut other) = (base.clone(), base.clone());
        let first = base.children(NodeId::ROOT)[0];
        let tried = own.add_move(first, Color::White, at("G7"));
        own.set_comment(tried, "mine");
        other.add_move(first, Color::White, at("C3"));
        let joined = own.joined_with(&other, &base);
        let place = joined.place(tried).unwrap();
        assert_eq!(joined.tree.comment(place).as_deref(), Some("mine"));
        assert!(!joined.tree.is_same_game(&own) && own.is_same_game(&own.clone()));
        assert!(base.joined_with(&base, &base).tree.is_same_game(&base));
    }

    /// A tree made of the base by these changes: a node, what is done to it, a number.
    fn changed(base: &GameTree, changes: &[(usize, u8, u8)], who: &str) -> GameTree {
        let mut tree = base.clone();
        for (number, what, detail) in changes {
            let node = tree.node(number % tree.node_count()).unwrap();
            match what % 3 {
                0 => {
                    let point = Point::new(detail % 9, detail / 9 % 9).unwrap();
                    let _made = tree.add_move(node, Color::White, Move::Play(point));
                }
                1 => tree.set_comment(node, &format!("{who} {detail}")),
                _ => tree.remove(node),
            }
        }
        read(&tree.to_string())
    }

    fn comments(tree: &GameTree) -> Vec<String> {
        let mut ahead = vec![NodeId::ROOT];
        let mut found = Vec::new();
        while let Some(node) = ahead.pop() {
            found.extend(tree.comment(node));
            ahead.extend(tree.children(node));
        }
        found
    }

    proptest! {
        #[test]
        fn nothing_that_either_side_wrote_is_lost(
            own in proptest::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 0..12),
            other in proptest::collection::vec((any::<usize>(), any::<u8>(), any::<u8>()), 0..12),
        ) {
            let base = read("(;SZ[9];B[ee](;W[ce];B[gc](;W[gg])(;W[cc]C[old]))(;W[gc];B[cg]))");
            let (own, other) = (changed(&base, &own, "own"), changed(&base, &other, "other"));
            let joined = own.joined_with(&other, &base).tree;
            let all = comments(&joined).join("\n");
            for text in comments(&own).iter().chain(&comments(&other)) {
                prop_assert!(text == "old" || all.contains(text), "{text}: {joined}");
            }
            // The same again changes nothing.
            let again = own.joined_with(&joined, &own).tree;
            prop_assert!(again.is_same_game(&joined), "{again}{joined}");
        }
    }
}
