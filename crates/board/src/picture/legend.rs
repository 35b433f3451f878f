//! The meanings of the signs of a drawn board, in words.

use super::cells::{Cell, CellMeaning, Grid, Tint};
use super::point_values::Life;
use crate::rules::Color;
use std::collections::BTreeSet;

/// The parts of a legend in their order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Atari(char),
    Life(char, String),
    Sign(char, String),
    Candidates(BTreeSet<u8>),
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
            CellMeaning::DeadStone(color) if cell.tint == Some(Tint::Life(Life::ProbablyDead)) => {
                sign(format!("{color}'s stone, probably dead"))
            }
            CellMeaning::DeadStone(color) => sign(format!("{color}'s dead stone")),
            CellMeaning::Territory(color) => sign(format!("{color}'s territory")),
            CellMeaning::Leaning(color) => sign(format!("likely {color}'s")),
            CellMeaning::Mark(mark) => sign(mark.to_string()),
            CellMeaning::Candidate(rank) => Some(Self::Candidates(BTreeSet::from([rank]))),
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
            Self::Candidates(ranks) => {
                let numbers: Vec<String> = ranks.iter().map(u8::to_string).collect();
                let moves = if ranks.len() == 1 { "move" } else { "moves" };
                format!("{} good {moves}", numbers.join(" "))
            }
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
        let (candidates, mut parts): (Vec<Part>, Vec<Part>) = cells
            .filter_map(Part::from_cell)
            .partition(|part| matches!(part, Part::Candidates(_)));
        let ranks: BTreeSet<u8> = candidates
            .into_iter()
            .flat_map(|part| match part {
                Part::Candidates(ranks) => ranks,
                _ => BTreeSet::new(),
            })
            .collect();
        parts.extend((!ranks.is_empty()).then_some(Part::Candidates(ranks)));
        parts.sort();
        parts.dedup();
        let words: Vec<String> = parts.iter().map(Part::words).collect();
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use crate::picture::{Candidate, CellOptions, CellSize, Charset, Grid, Life, Picture};
    use crate::rules::{BoardSize, Color, Game, Komi, Move, Point, PointSet};

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

    #[test]
    fn numbers_are_those_that_stand_there_and_expected_deaths_are_called_so() {
        let point = |name| Point::parse(name).unwrap();
        let mut game = Game::new(BoardSize::new(5).unwrap(), Komi::default());
        game.play(Color::Black, Move::Play(point("A1"))).unwrap();
        let moves = [
            (Move::Pass, Candidate::ranked(1)),
            (Move::Play(point("C3")), Candidate::ranked(2)),
            (Move::Play(point("D3")), Candidate::ranked(3)),
        ];
        let picture = Picture::from_game(&game).candidates(moves);
        let stones = PointSet::single(point("A1"));
        let picture = picture.life(&stones, Life::ProbablyDead);
        let options = CellOptions::whole(Charset::Ascii, CellSize::Square);
        let legend = Grid::new(&picture, options).legend();
        assert!(legend.contains("2 3 good moves"), "{legend}");
        assert!(
            legend.contains("x Black's stone, probably dead"),
            "{legend}"
        );
    }
}
