//! A game with all its variations and properties, as its file has them.

use super::error::SgfError;
use super::raw_node::Value;
use super::reader::{SgfReading, read_game};
use super::values::{read_move, write_point};
use crate::rules::{BoardSize, Color, Move};

/// A node of a [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

impl NodeId {
    /// The node that every tree begins with.
    pub const ROOT: Self = Self(0);

    /// Its number in the tree: the root's is 0.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0
    }
}

/// A property as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeProperty {
    /// Its name, long or short.
    pub(super) name: String,
    /// Its values in the characters of the file's text, escapes and all.
    pub(super) values: Vec<String>,
}

impl TreeProperty {
    /// Returns whether this is the property of such a name, whose small letters do not count.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let is_small = self.name.bytes().all(|b| b.is_ascii_lowercase());
        let letters = self
            .name
            .chars()
            .filter(|c| is_small || !c.is_ascii_lowercase());
        letters.map(|c| c.to_ascii_uppercase()).eq(name.chars())
    }
}

impl TreeProperty {
    /// Returns whether this is about the file, not about the game.
    pub(super) fn is_of_the_writer(&self) -> bool {
        const NAMES: [&str; 5] = ["AP", "CA", "FF", "GM", "ST"];
        NAMES.iter().any(|name| self.is_called(name))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TreeNode {
    pub(super) properties: Vec<TreeProperty>,
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
}

/// A game with its variations: nothing of it is lost between reading and writing, known or unknown.
///
/// Letters that are not ASCII are written as UTF-8, whatever the file was in, and the root says so.
///
/// # Examples
///
/// ```
/// use sgmp_board::record::{GameTree, NodeId};
/// use sgmp_board::rules::{Color, Move, Point};
///
/// let mut tree = GameTree::read(b"(;SZ[9]XX[kept];B[ee](;W[ce])(;W[gc]C[why not]))", 1)?;
/// let first = tree.children(NodeId::ROOT)[0];
/// assert_eq!(tree.children(first).len(), 2);
/// let point = Point::parse("E7").expect("a point");
/// let tried = tree.add_move(first, Color::White, Move::Play(point));
/// tree.set_comment(tried, "too far");
/// assert!(tree.to_string().contains("(;W[ec]C[too far])"));
/// assert!(tree.to_string().contains("XX[kept]"));
/// assert_eq!(tree.record_at(tried)?.record.moves().len(), 2);
/// # Ok::<(), sgmp_board::record::SgfError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    pub(super) nodes: Vec<TreeNode>,
    pub(super) size: BoardSize,
}

impl GameTree {
    /// Returns whether another tree has all that stands in this one but for what programs say of themselves: the same
    /// main line with the same properties at least, and no variation.
    pub fn is_kept_in(&self, other: &Self) -> bool {
        let (mut here, mut there) = (Some(NodeId::ROOT), Some(NodeId::ROOT));
        while let Some(node) = here {
            let Some(same) = there else {
                return false;
            };
            let has = |wanted: &TreeProperty| other.nodes[same.0].properties.contains(wanted);
            let own = self.nodes[node.0].properties.iter();
            let [next, others @ ..] = self.children(node) else {
                return own.filter(|own| !own.is_of_the_writer()).all(has);
            };
            if !others.is_empty() || !own.filter(|own| !own.is_of_the_writer()).all(has) {
                return false;
            }
            (here, there) = (Some(*next), other.children(same).first().copied());
        }
        true
    }

    /// The nodes after a node, those of the main line first.
    #[must_use]
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.nodes.get(node.0).map_or(&[], |node| &node.children)
    }

    /// The node before a node; `None` at the root.
    #[must_use]
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.nodes.get(node.0)?.parent
    }

    /// The node of a number; `None` where the tree has none such.
    #[must_use]
    pub fn node(&self, number: usize) -> Option<NodeId> {
        (number < self.nodes.len()).then_some(NodeId(number))
    }

    /// Returns whether a node sets stones up, takes some away, or says who moves.
    #[must_use]
    pub fn is_setup(&self, node: NodeId) -> bool {
        let properties = self.nodes.get(node.0).map(|node| &node.properties);
        let mut properties = properties.into_iter().flatten();
        properties.any(|property| {
            let mut names = ["AB", "AW", "AE", "PL"].into_iter();
            names.any(|name| property.is_called(name))
        })
    }

    /// Number of nodes of all variations, the root among them.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The size of the board, by SZ at the root.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The nodes from the root to a node, both with them.
    #[must_use]
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let up = |at: &NodeId| self.parent(*at);
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), up).collect();
        path.reverse();
        path
    }

    /// The last node of the line that goes on from a node by the first of all variations.
    #[must_use]
    pub fn line_end(&self, node: NodeId) -> NodeId {
        let down = |at: &NodeId| self.children(*at).first().copied();
        std::iter::successors(Some(node), down)
            .last()
            .unwrap_or(node)
    }

    /// The move of a node, the first if it has several; `None` without one.
    #[must_use]
    pub fn move_at(&self, node: NodeId) -> Option<(Color, Move)> {
        let properties = &self.nodes.get(node.0)?.properties;
        properties.iter().find_map(|property| {
            let color = Color::BOTH
                .into_iter()
                .find(|color| property.is_called(letter(*color)))?;
            let raw = property.values.first()?.as_bytes();
            let mv = read_move(&Value { start: 0, raw }, color, self.size).ok()?;
            Some((color, mv))
        })
    }

    /// The comment of a node.
    #[must_use]
    pub fn comment(&self, node: NodeId) -> Option<String> {
        let properties = &self.nodes.get(node.0)?.properties;
        let comment = properties.iter().find(|property| property.is_called("C"))?;
        let text = unescape(comment.values.first()?);
        (!text.trim().is_empty()).then_some(text)
    }

    /// The first value of a node's property as text, by its short name; `None` without one.
    #[must_use]
    pub fn property(&self, node: NodeId, name: &str) -> Option<String> {
        let properties = &self.nodes.get(node.0)?.properties;
        let property = properties
            .iter()
            .find(|property| property.is_called(name))?;
        property.values.first().map(|value| unescape(value))
    }

    /// The values of a node's property, escapes and all, by its short name.
    pub(super) fn values<'a>(
        &'a self,
        node: NodeId,
        name: &'a str,
    ) -> impl Iterator<Item = &'a str> {
        let properties = self.nodes.get(node.0).map(|node| &node.properties);
        let properties = properties.into_iter().flatten();
        let called = properties.filter(move |property| property.is_called(name));
        called.flat_map(|property| property.values.iter().map(String::as_str))
    }

    /// Replaces the comment of a node; an empty one takes it away.
    pub fn set_comment(&mut self, node: NodeId, text: &str) {
        let Some(properties) = self.nodes.get_mut(node.0).map(|node| &mut node.properties) else {
            return;
        };
        properties.retain(|property| !property.is_called("C"));
        if !text.trim().is_empty() {
            properties.push(TreeProperty {
                name: "C".to_owned(),
                values: vec![escape(text)],
            });
        }
        self.name_charset();
    }

    /// The node of a move after a node: the one that is there, else a new variation behind those that are.
    pub fn add_move(&mut self, node: NodeId, color: Color, mv: Move) -> NodeId {
        let children = self.children(node).iter().copied();
        let same = children
            .clone()
            .find(|child| self.move_at(*child) == Some((color, mv)));
        if let Some(same) = same {
            return same;
        }
        let value = match mv {
            Move::Play(point) => write_point(point, self.size),
            Move::Pass => String::new(),
        };
        let property = TreeProperty {
            name: letter(color).to_owned(),
            values: vec![value],
        };
        let made = NodeId(self.nodes.len());
        let Some(parent) = self.nodes.get_mut(node.0) else {
            return NodeId::ROOT;
        };
        parent.children.push(made);
        self.nodes.push(TreeNode {
            properties: vec![property],
            parent: Some(node),
            children: Vec::new(),
        });
        made
    }

    /// Takes a node away with all that follows it; the root stays. The numbers of the other nodes stay the same.
    pub fn remove(&mut self, node: NodeId) {
        if let Some(parent) = self.parent(node)
            && let Some(parent) = self.nodes.get_mut(parent.0)
        {
            parent.children.retain(|child| *child != node);
        }
    }

    /// The game along the path to a node, with its setup, comments and the facts of its root.
    ///
    /// # Errors
    /// As [`read_game`].
    pub fn record_at(&self, node: NodeId) -> Result<SgfReading, SgfError> {
        read_game(self.path_text(node).as_bytes(), 1)
    }

    /// Says in the root that the text is UTF-8, where it is not ASCII alone.
    pub(super) fn name_charset(&mut self) {
        let values = self.nodes.iter().flat_map(|node| &node.properties);
        let mut values = values.flat_map(|property| &property.values);
        if values.all(|value| value.is_ascii()) {
            return;
        }
        let root = &mut self.nodes[0].properties;
        let utf8 = TreeProperty {
            name: "CA".to_owned(),
            values: vec!["UTF-8".to_owned()],
        };
        match root.iter_mut().find(|property| property.is_called("CA")) {
            Some(known) => *known = utf8,
            None => root.push(utf8),
        }
    }
}

/// SGF's name of a color's move.
const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Text as a value.
fn escape(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// A value as text: `\` makes the next letter plain, and joins lines.
fn unescape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next().filter(|next| *next != '\n')),
            '\r' => {}
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Point;

    fn tree() -> GameTree {
        let text =
            b"(;SZ[9]KM[5.5];B[ee];Comment[long \\] name](;W[ce];B[gc])(;W[gc](;B[cg])(;B[gg])))";
        GameTree::read(text, 1).unwrap()
    }

    #[test]
    fn lines_are_followed() {
        let tree = tree();
        let main = tree.line_end(NodeId::ROOT);
        assert_eq!(tree.path(main).len(), 5);
        let played = tree
            .move_at(main)
            .map(|(color, mv)| format!("{color} {mv}"));
        assert_eq!(played.as_deref(), Some("Black G7"));
        let fork = tree.path(main)[2];
        assert_eq!(tree.comment(fork).as_deref(), Some("long ] name"));
        let [first, second] = tree.children(fork) else {
            panic!("two variations");
        };
        assert_eq!(tree.record_at(*first).unwrap().record.moves().len(), 2);
        assert_eq!(tree.children(*second).len(), 2);
        assert_eq!(tree.move_at(fork), None);
        assert_eq!(tree.node(fork.number()), Some(fork));
        assert_eq!(tree.node(tree.node_count()), None);
        let laid = GameTree::read(b"(;SZ[9];AddBlack[ee];B[ee])", 1).unwrap();
        let is_setup = |number| laid.is_setup(laid.node(number).unwrap());
        assert_eq!([0, 1, 2].map(is_setup), [false, true, false]);
    }

    #[test]
    fn a_move_that_is_there_is_not_added_again() {
        let mut tree = tree();
        let fork = tree.path(tree.line_end(NodeId::ROOT))[2];
        let before = tree.node_count();
        let point = |name| Move::Play(Point::parse(name).unwrap());
        let same = tree.add_move(fork, Color::White, point("G7"));
        assert_eq!((tree.node_count(), tree.children(fork)[1]), (before, same));
        let new = tree.add_move(fork, Color::White, Move::Pass);
        assert_eq!(tree.children(fork)[2], new);
        assert_eq!(tree.move_at(new), Some((Color::White, Move::Pass)));
    }

    #[test]
    fn comments_are_set_and_taken_away() {
        let mut tree = tree();
        let end = tree.line_end(NodeId::ROOT);
        let text = "a]b\\c\nd \u{8868}";
        tree.set_comment(end, text);
        assert_eq!(tree.comment(end).as_deref(), Some(text));
        let again = GameTree::read(tree.to_string().as_bytes(), 1).unwrap();
        assert_eq!(again, tree);
        assert!(tree.to_string().contains("CA[UTF-8]"));
        tree.set_comment(end, " ");
        assert_eq!(tree.comment(end), None);
    }
}
