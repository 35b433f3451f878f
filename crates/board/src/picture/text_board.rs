//! The board as lines of text, with a legend.

use std::fmt;

use super::board_picture::Picture;
use super::cell_options::{CellOptions, CellSize};
use super::cells::Grid;
use super::signs::{Charset, Sign, StoneSign, label};
use crate::rules::{Color, Point};

/// A picture as text: coordinates, points two columns apart (more where labels need them), and below
/// them what the signs used mean, the candidates with their values, and the picture's notes.
///
/// In ASCII, points are `X` and `O` for stones, `x` and `o` for dead ones, `+` and `-` for the
/// territory of Black and of White, `.` for other empty points; the latest move stands in
/// parentheses.
#[derive(Clone, Debug)]
pub struct TextBoard<'a> {
    picture: &'a Picture,
    charset: Charset,
}

impl<'a> TextBoard<'a> {
    /// A text in ASCII.
    #[must_use]
    pub const fn new(picture: &'a Picture) -> Self {
        Self {
            picture,
            charset: Charset::Ascii,
        }
    }

    /// Draws with other characters.
    #[must_use]
    pub const fn charset(mut self, charset: Charset) -> Self {
        self.charset = charset;
        self
    }

    /// Columns a point: room for the longest label, with its stone and a space.
    fn columns(&self) -> u8 {
        let needed = |point| {
            let label = label(self.picture, point)?;
            let stone = usize::from(self.picture.stone(point).is_some());
            Some(1 + stone + label.chars().count().min(4))
        };
        let widest = Point::all(self.picture.size()).filter_map(needed).max();
        widest.unwrap_or(2).max(2) as u8
    }

    /// The meaning of the signs used.
    fn legend(&self) -> String {
        let picture = self.picture;
        let points = || Point::all(picture.size());
        let used: Vec<Sign> = points().map(|point| Sign::new(picture, point)).collect();
        let behind: Vec<StoneSign> = points()
            .filter_map(|point| StoneSign::new(picture, point))
            .collect();
        let signs = ALL_SIGNS.into_iter().filter(|sign| used.contains(sign));
        let mut parts: Vec<String> = Vec::new();
        let mut add = |character: char, meaning: &str| {
            let part = format!("{character} {meaning}");
            if !parts.contains(&part) {
                parts.push(part);
            }
        };
        for sign in signs {
            let is_line = matches!(sign, Sign::Empty | Sign::Star);
            if is_line && self.charset == Charset::Unicode {
                continue;
            }
            if let Some(meaning) = sign.meaning() {
                add(sign.character(self.charset, '.'), &meaning);
            }
        }
        for sign in used {
            if let (Sign::Mark(_), Some(meaning)) = (sign, sign.meaning()) {
                add(sign.character(self.charset, '.'), &meaning);
            }
        }
        for sign in behind {
            add(sign.character(self.charset), &sign.meaning());
        }
        if picture.last().is_some() {
            parts.push("( ) latest move".to_owned());
        }
        if picture.cursor_point().is_some() {
            parts.push("[ ] cursor".to_owned());
        }
        parts.join(", ")
    }
}

/// The signs of the legend in their order; marks follow.
const ALL_SIGNS: [Sign; 10] = [
    Sign::Stone(Color::Black),
    Sign::Stone(Color::White),
    Sign::DeadStone(Color::Black),
    Sign::DeadStone(Color::White),
    Sign::Owned(Color::Black),
    Sign::Owned(Color::White),
    Sign::Leaning(Color::Black),
    Sign::Leaning(Color::White),
    Sign::Empty,
    Sign::Star,
];

impl fmt::Display for TextBoard<'_> {
    /// The rows from the top, between two lines of column letters, and what they mean.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = CellOptions::whole(self.charset, CellSize::Columns(self.columns()));
        for row in Grid::new(self.picture, options).rows() {
            let line: String = row.iter().map(|cell| cell.symbol).collect();
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "Marks: {}", self.legend())?;
        for (point, candidate) in self.picture.ranked_candidates() {
            let sign = Sign::Rank(candidate.rank).character(self.charset, '.');
            let values = candidate.to_string();
            let colon = if values.is_empty() { "" } else { ": " };
            writeln!(f, "{sign} {point}{colon}{values}")?;
        }
        for note in self.picture.notes() {
            writeln!(f, "{note}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Picture {
    /// The lines of a [`TextBoard`] in ASCII.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        TextBoard::new(self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Candidate, Life, Mark};
    use crate::rules::{Move, PointSet, diagram, territory};

    const POSITION: &str = "
        . X . O .
        X X . O O
        O X . O .
        . X . O .
        . X O O O";

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn everything_it_was_told_is_drawn() {
        let board = diagram::parse(POSITION).unwrap();
        let dead = PointSet::single(point("A3"));
        let last = Some((Color::White, Move::Play(point("E1"))));
        let picture = Picture::new(&board)
            .last_move(last)
            .dead(&dead)
            .territory(&territory(&board, &dead));
        let drawn = TextBoard::new(&picture).to_string();
        let expected = [
            "   A B C D E",
            " 5 + X . O - 5",
            " 4 X X . O O 4",
            " 3 o X . O - 3",
            " 2 + X . O - 2",
            " 1 + X O O(O)1",
            "   A B C D E",
            "Marks: X Black, O White, o White's dead stone, + Black's territory, \
             - White's territory, . empty, ( ) latest move\n",
        ];
        assert_eq!(drawn, expected.join("\n"));
        assert_eq!(diagram::parse(&drawn), Ok(board));
    }

    #[test]
    fn signs_stand_beside_stones_and_never_instead() {
        let board = diagram::parse(POSITION).unwrap();
        let picture = Picture::new(&board)
            .ataris(&board)
            .life(&PointSet::single(point("B1")), Life::Unsettled)
            .life(&PointSet::single(point("D5")), Life::Seki)
            .mark(point("E4"), Mark::Triangle)
            .mark(point("C3"), Mark::Square)
            .label(point("C4"), "A")
            .candidate(
                point("C2"),
                Candidate {
                    rank: 1,
                    winrate: Some(0.54),
                    score: Some(1.5),
                    visits: Some(120),
                },
            )
            .cursor(Some(point("C5")))
            .note("White to play");
        insta::assert_snapshot!(TextBoard::new(&picture), @r#"
           A B C D E
         5 . X[.]O=. 5
         4 X X A O O^4
         3 O!X % O . 3
         2 . X 1 O . 2
         1 . X?O O O 1
           A B C D E
        Marks: X Black, O White, . empty, % square, ? unsettled, ! in atari, ^ triangle, = seki, [ ] cursor
        1 C2: 54 %, +1.5 points, 120 visits
        White to play
        "#);
        let unicode = TextBoard::new(&picture).charset(Charset::Unicode);
        insta::assert_snapshot!(unicode, @r#"
           A B C D E
         5 ┌─●[┬]○=┐ 5
         4 ●─●─A─○─○△4
         3 ○!●─▢─○─┤ 3
         2 ├─●─1─○─┤ 2
         1 └─●?○─○─○ 1
           A B C D E
        Marks: ● Black, ○ White, ▢ square, ? unsettled, ! in atari, △ triangle, = seki, [ ] cursor
        1 C2: 54 %, +1.5 points, 120 visits
        White to play
        "#);
    }

    #[test]
    fn numbers_make_the_points_wider() {
        let board = diagram::parse(POSITION).unwrap();
        let picture = Picture::new(&board)
            .number(point("B5"), 101)
            .number(point("D1"), 7)
            .last_move(Some((Color::Black, Move::Play(point("B5")))));
        insta::assert_snapshot!(TextBoard::new(&picture), @r#"
           A    B    C    D    E
         5 .   (X101).    O    .    5
         4 X    X    .    O    O    4
         3 O    X    .    O    .    3
         2 .    X    .    O    .    2
         1 .    X    O    O7   O    1
           A    B    C    D    E
        Marks: X Black, O White, . empty, ( ) latest move
        "#);
    }
}
