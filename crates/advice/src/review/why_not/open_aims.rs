//! Open questions of a position: stones that the side to move can still take, save, kill or make live.

use super::aim::Aim;
use super::aim_reader::{AimReader, AimedPosition};
use sgmp_board::rules::{Board, Color, Point};
use sgmp_knowledge::analysis::{Analysis, ConnectionStatus};
use sgmp_knowledge::reading::ResultCode;

/// Liberties up to which a string is read.
const MAX_LIBERTIES: usize = 4;

/// Level of the analysis that says which groups are in doubt.
const ANALYSIS_LEVEL: u8 = 4;

/// Groups whose life is read, at most.
const MAX_GROUPS: usize = 4;

/// Links between strings that are read, at most.
const MAX_LINKS: usize = 8;

/// An aim on a board that the next move decides.
#[derive(Clone, Debug)]
pub struct OpenAim {
    /// The position with the aim of the side to move.
    pub position: AimedPosition,
    /// Stones that it is about.
    pub stones: usize,
}

impl AimReader {
    /// The aims of the side to move that it reaches if it moves now, and that the other side can prevent if
    /// it moves first; those about the most stones first.
    #[must_use]
    pub fn open_aims(&mut self, board: &Board, to_move: Color) -> Vec<OpenAim> {
        let mut found = self.open_strings(board, to_move);
        let caught: Vec<Point> = found
            .iter()
            .map(|open| open.position.aim().stone())
            .collect();
        found.extend(self.open_groups(board, to_move, &caught));
        // The sort is stable: strings before groups, the first points first.
        found.sort_by_key(|open| std::cmp::Reverse(open.stones));
        found
    }

    /// Strings that can be taken and saved.
    fn open_strings(&mut self, board: &Board, to_move: Color) -> Vec<OpenAim> {
        let anchors = Point::all(board.size()).filter(|point| board.anchor(*point) == Some(*point));
        let short = anchors.filter(|anchor| board.liberties(*anchor) <= MAX_LIBERTIES);
        short
            .filter_map(|anchor| {
                let own = board.color_at(anchor) == Some(to_move);
                let aim = if own {
                    Aim::Save(anchor)
                } else {
                    Aim::Capture(anchor)
                };
                self.open(board, aim)
            })
            .collect()
    }

    /// Groups that can be killed and can live, where the reading says more than that of a string.
    fn open_groups(&mut self, board: &Board, to_move: Color, caught: &[Point]) -> Vec<OpenAim> {
        let analysis = Analysis::new(board, to_move, ANALYSIS_LEVEL);
        let mut looked_at = Vec::new();
        let mut found = Vec::new();
        let mut strings: Vec<_> = analysis
            .strings()
            .iter()
            .map(|(_, string)| string)
            .collect();
        // A group is named by its largest string.
        strings.sort_by_key(|string| std::cmp::Reverse(string.stones.len()));
        for string in strings {
            let status = analysis.status_at(string.anchor);
            let is_in_doubt = status.is_some_and(|status| !status.is_alive());
            if !is_in_doubt || string.stones.len() < 2 || caught.contains(&string.anchor) {
                continue;
            }
            let Some(life_problem) = analysis.life_problem(board, string.anchor) else {
                continue;
            };
            if looked_at.contains(&life_problem) || looked_at.len() >= MAX_GROUPS {
                continue;
            }
            let aim = if string.color == to_move {
                Aim::Live(string.anchor)
            } else {
                Aim::Kill(string.anchor)
            };
            looked_at.push(life_problem.clone());
            let position = self.posed(board, aim, to_move, Some(life_problem));
            found.extend(self.if_open(board, position));
        }
        found
    }

    /// The links that are undecided: own strings that the side to move joins if it moves now, and the other side's that it
    /// cuts, while the other side prevents that if it moves first. Those of the larger strings first, each named with
    /// its smaller end before the other.
    #[must_use]
    pub fn open_links(&mut self, board: &Board, to_move: Color) -> Vec<OpenAim> {
        let analysis = Analysis::new(board, to_move, ANALYSIS_LEVEL);
        let strings = analysis.strings();
        let cuttable = analysis.connections().iter();
        let cuttable = cuttable.filter(|link| link.status == ConnectionStatus::Cuttable);
        let mut ends: Vec<(Point, Point)> = cuttable
            .map(|link| {
                let (a, b) = (strings.get(link.strings.0), strings.get(link.strings.1));
                match a.stones.len() <= b.stones.len() {
                    true => (a.anchor, b.anchor),
                    false => (b.anchor, a.anchor),
                }
            })
            .collect();
        ends.sort_by_key(|(a, b)| {
            let (small, large) = (board.string_size(*a), board.string_size(*b));
            std::cmp::Reverse((small, large))
        });
        ends.dedup();
        let read = ends.into_iter().take(MAX_LINKS);
        read.filter_map(|(a, b)| {
            let is_own = board.color_at(a) == Some(to_move);
            let aim = match is_own {
                true => Aim::Connect(a, b),
                false => Aim::Cut(a, b),
            };
            self.open(board, aim)
        })
        .collect()
    }

    fn open(&mut self, board: &Board, aim: Aim) -> Option<OpenAim> {
        let position = self.pose(board, aim)?;
        self.if_open(board, position)
    }

    /// The position, if it succeeds for whoever moves first.
    fn if_open(&mut self, board: &Board, position: AimedPosition) -> Option<OpenAim> {
        let is_sure = position.answer().result == ResultCode::Succeeds;
        if !is_sure || position.answer().point().is_none() {
            return None;
        }
        let other = self.other_first(&position, board);
        (other.result == ResultCode::Succeeds && other.point().is_some()).then(|| OpenAim {
            stones: board.string_size(position.aim().stone()),
            position,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    #[test]
    fn what_can_be_taken_and_saved_is_found() {
        let board = diagram::parse(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             X X X X X . .
             O O O O X . .
             O O O O X . .
             . . . O X . .",
        )
        .unwrap();
        let mut reader = AimReader::for_level(8);
        let told = |reader: &mut AimReader, color| -> Vec<String> {
            let open = reader.open_aims(&board, color).into_iter();
            open.map(|open| open.position.aim().to_string()).collect()
        };
        let black = told(&mut reader, Color::Black);
        assert!(black.iter().any(|aim| aim.ends_with("A3")), "{black:?}");
        let white = told(&mut reader, Color::White);
        assert!(white.iter().any(|aim| aim.ends_with("A3")), "{white:?}");
    }
}
