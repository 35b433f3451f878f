//! The meanings of the signs of a drawn board, in words.

use super::cells::{Cell, CellMeaning, Grid};
use crate::rules::Color;

/// The parts of a legend in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Atari(char),
    Life(char, String),
    Sign(char, String),
    Candidates,
    LastMove(Option<char>),
    Cursor,
}

impl Part {
    /// The part for a cell; `None` for what needs no word.
    fn from_cell(cell: &Cell) -> Option<Self> {
        let sign = |meaning: String| Some(Self::Sign(cell.symbol, meaning));
        match cell.meaning {
            CellMeaning::Atari => Some(Self::Atari(cell.symbol)),
            CellMeaning::Life(life) => Some(Self::Life(cell.symbol, life.to_string())),
            CellMeaning::DeadStone(color) => sign(format!("{color}'s dead stone")),
            CellMeaning::Territory(color) => sign(format!("{color}'s territory")),
            CellMeaning::Leaning(color) => sign(format!("likely {color}'s")),
            CellMeaning::Mark(mark) => sign(mark.to_string()),
            CellMeaning::Candidate(_) => Some(Self::Candidates),
            CellMeaning::LastMove => Some(Self::LastMove(None)),
            CellMeaning::Cursor => Some(Self::Cursor),
            CellMeaning::Stone(color)
                if cell.is_last && cell.symbol != plain(color, cell.symbol) =>
            {
                Some(Self::LastMove(Some(cell.symbol)))
            }
            _ => None,
        }
    }

    fn words(&self) -> String {
        match self {
            Self::Atari(sign) => format!("{sign} in atari"),
            Self::Life(sign, life) => format!("{sign} {life}"),
            Self::Sign(sign, meaning) => format!("{sign} {meaning}"),
            Self::Candidates => "1 2 3 good moves".to_owned(),
            Self::LastMove(None) => "( ) latest move".to_owned(),
            Self::LastMove(Some(sign)) => format!("{sign} latest move"),
            Self::Cursor => "[ ] cursor".to_owned(),
        }
    }
}

/// The sign of a stone that is not the latest, in the set of characters of this one.
const fn plain(color: Color, shown: char) -> char {
    match (color, shown.is_ascii()) {
        (Color::Black, true) => 'X',
        (Color::White, true) => 'O',
        (Color::Black, false) => '●',
        (Color::White, false) => '○',
    }
}

impl Grid {
    /// The meanings of all signs that are drawn, but of stones and lines: "! in atari, ( ) latest move".
    #[must_use]
    pub fn legend(&self) -> String {
        let cells = self.rows().iter().flatten();
        let mut parts: Vec<Part> = cells.filter_map(Part::from_cell).collect();
        parts.sort();
        parts.dedup();
        let words: Vec<String> = parts.iter().map(Part::words).collect();
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use crate::picture::{CellOptions, CellSize, Charset, Grid, Picture};
    use crate::rules::{BoardSize, Color, Game, Komi, Move, Point};

    #[test]
    fn the_signs_that_are_drawn_are_told() {
        let point = |name| Point::parse(name).unwrap();
        let mut game = Game::new(BoardSize::new(5).unwrap(), Komi::default());
        for (color, name) in [
            (Color::Black, "A1"),
            (Color::White, "A2"),
            (Color::Black, "C3"),
        ] {
            game.play(color, Move::Play(point(name))).unwrap();
        }
        let picture = Picture::from_game(&game).ataris(game.board());
        let picture = picture.cursor(Some(point("E5")));
        let legend =
            |charset, size| Grid::new(&picture, CellOptions::whole(charset, size)).legend();
        assert_eq!(
            legend(Charset::Unicode, CellSize::Square),
            "! in atari, ( ) latest move, [ ] cursor"
        );
        assert_eq!(legend(Charset::Ascii, CellSize::Narrow), "# latest move");
    }
}
