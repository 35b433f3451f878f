//! The game of one's own that a problem comes from.

use sgmp_board::record::{GameRecord, GameTree, NodeId};
use sgmp_board::rules::{ByColor, Color};

/// Letters of a game's name in that of a problem.
const MAX_NAME: usize = 120;

/// A game of which a problem is made: the file keeps it beside the position, for the title and for the way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// The name of the record's file without its end.
    pub name: String,
    players: ByColor<String>,
}

impl GameSource {
    /// The game of a record, whose file has this name without its end.
    #[must_use]
    pub fn new(name: &str, record: &GameRecord) -> Self {
        let player = |color: Color| record.info.players[color].name.clone();
        Self::named(name, player(Color::Black), player(Color::White))
    }

    /// The same of a game with its variations.
    #[must_use]
    pub fn of_tree(name: &str, tree: &GameTree) -> Self {
        let player = |name| tree.property(NodeId::ROOT, name);
        Self::named(name, player("PB"), player("PW"))
    }

    fn named(name: &str, black: Option<String>, white: Option<String>) -> Self {
        let or = |name: Option<String>, color: Color| name.unwrap_or_else(|| color.to_string());
        Self {
            name: name.to_owned(),
            players: ByColor::new(or(black, Color::Black), or(white, Color::White)),
        }
    }

    /// The game that a problem's file names.
    pub(super) fn of_problem(tree: &GameTree) -> Option<Self> {
        let named = |name| tree.property(NodeId::ROOT, name);
        Some(Self {
            name: named("SO")?,
            players: ByColor::new(named("PB")?, named("PW")?),
        })
    }

    /// The beginning of the names of its problems.
    pub(super) fn stem(&self) -> String {
        let letters = self.name.chars();
        let letters = letters.filter(|letter| letter.is_alphanumeric() || "-_. ".contains(*letter));
        letters.take(MAX_NAME).collect()
    }

    /// The same as SGF has it.
    pub(super) fn properties(&self) -> String {
        let escaped = |text: &str| text.replace('\\', "\\\\").replace(']', "\\]");
        format!(
            "PB[{}]PW[{}]SO[{}]",
            escaped(&self.players.black),
            escaped(&self.players.white),
            escaped(&self.name)
        )
    }

    /// "Ito - Abe, move 65".
    pub(super) fn title(&self, number: usize) -> String {
        let ByColor { black, white } = &self.players;
        format!("{black} - {white}, move {number}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::record::read_sgf;

    #[test]
    fn names_of_any_letters_come_back_from_the_file() {
        let record = read_sgf(br"(;SZ[9]PB[A\]b];B[ee])").unwrap();
        let source = GameSource::new("a]b-1", &record);
        let text = format!("(;SZ[9]{})", source.properties());
        let tree = GameTree::read(text.as_bytes(), 1).unwrap();
        assert_eq!(GameSource::of_problem(&tree), Some(source.clone()));
        assert_eq!(
            (source.stem().as_str(), source.title(3).as_str()),
            ("ab-1", "A]b - White, move 3")
        );
    }
}
