//! What the tests of this floor share.

use super::effort::Effort;
use super::strings::Strings;
use crate::reading::Tactician;
use crate::rules::{Board, Point, PointSet, diagram};

/// Points by their names.
pub(super) fn points(names: &str) -> PointSet {
    let names = names.split(' ').filter(|name| !name.is_empty());
    names.map(|name| Point::parse(name).unwrap()).collect()
}

/// A board and its strings.
pub(super) fn survey(text: &str) -> (Board, Strings) {
    let board = diagram::parse(text).unwrap();
    let strings = Strings::survey(&board, &mut Tactician::new(), Effort::for_level(6));
    (board, strings)
}
