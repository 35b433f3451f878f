//! Finds the connections of a position.
//!
//! Connections that their common liberties settle need no reading; the rest is read with a small
//! budget, and a connection counts as unbreakable only where that proves it.

use super::connections::{Connection, ConnectionKind, ConnectionStatus};
use super::effort::Effort;
use super::pairs::Pairs;
use super::strings::{StringId, Strings};
use crate::reading::{StringStatus, Tactician};
use crate::tactics::is_self_atari;
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// From a stone to the other of a loose shape (right, up), with the points between.
struct Pattern {
    kind: ConnectionKind,
    to: (i8, i8),
    between: &'static [(i8, i8)],
}

const PATTERNS: [Pattern; 3] = [
    Pattern {
        kind: ConnectionKind::KnightsMove,
        to: (2, 1),
        between: &[(1, 0), (1, 1)],
    },
    Pattern {
        kind: ConnectionKind::TwoPointJump,
        to: (3, 0),
        between: &[(1, 0), (2, 0)],
    },
    Pattern {
        kind: ConnectionKind::LargeKnightsMove,
        to: (3, 1),
        between: &[(1, 0), (2, 0), (1, 1), (2, 1)],
    },
];

/// The turns of a pattern: every way to map right and up.
const TURNS: [[i8; 4]; 8] = [
    [1, 0, 0, 1],
    [1, 0, 0, -1],
    [-1, 0, 0, 1],
    [-1, 0, 0, -1],
    [0, 1, 1, 0],
    [0, 1, -1, 0],
    [0, -1, 1, 0],
    [0, -1, -1, 0],
];

/// Finds and judges the connections of a position.
pub(super) struct Finder<'a> {
    board: &'a Board,
    strings: &'a Strings,
    tactician: &'a mut Tactician,
    effort: Effort,
    found: Vec<Connection>,
    /// Between which strings: quicker than to look through what was found.
    joined: Pairs,
    /// Connections that were read.
    read: usize,
}

impl<'a> Finder<'a> {
    pub(super) fn find(
        board: &'a Board,
        strings: &'a Strings,
        tactician: &'a mut Tactician,
        effort: Effort,
    ) -> Vec<Connection> {
        let mut finder = Self {
            board,
            strings,
            tactician,
            effort,
            found: Vec::new(),
            joined: Pairs::among(strings.len()),
            read: 0,
        };
        finder.captives();
        let living = strings.iter().filter(|(_, string)| !string.is_dead());
        let living: Vec<StringId> = living.map(|(id, _)| id).collect();
        for id in &living {
            finder.common_liberties(*id);
        }
        for id in &living {
            finder.patterns(*id);
        }
        finder.found
    }

    fn is_known(&self, strings: (StringId, StringId)) -> bool {
        self.joined.contains(strings)
    }

    fn push(&mut self, new: Connection) {
        self.joined.insert(new.strings);
        self.found.push(new);
    }

    fn captives(&mut self) {
        for (_, prey) in self.strings.iter() {
            let (status, points) = match prey.status {
                StringStatus::Dead => (ConnectionStatus::Unbreakable, prey.liberties),
                StringStatus::Threatened { capture, .. } => (
                    ConnectionStatus::Cuttable,
                    capture.into_iter().collect::<PointSet>(),
                ),
                StringStatus::Safe => continue,
            };
            let hunters = prey.enemies.iter().copied();
            let hunters: Vec<StringId> = hunters
                .filter(|id| !self.strings.get(*id).is_dead())
                .collect();
            for (place, a) in hunters.iter().enumerate() {
                for b in &hunters[place + 1..] {
                    let strings = (*a.min(b), *a.max(b));
                    if !self.is_known(strings) {
                        self.push(Connection {
                            strings,
                            kind: ConnectionKind::Captive,
                            status,
                            points,
                            answers: PointSet::EMPTY,
                        });
                    }
                }
            }
        }
    }

    fn common_liberties(&mut self, id: StringId) {
        let string = self.strings.get(id);
        let mut seen = Vec::new();
        for liberty in string.liberties.iter() {
            for n in self.board.neighbors(liberty) {
                let Some(other) = self.strings.at(n) else {
                    continue;
                };
                let theirs = self.strings.get(other);
                if other > id
                    && theirs.color == string.color
                    && !theirs.is_dead()
                    && !seen.contains(&other)
                {
                    seen.push(other);
                    self.judge_common(id, other);
                }
            }
        }
    }

    fn judge_common(&mut self, a: StringId, b: StringId) {
        let (first, second) = (self.strings.get(a), self.strings.get(b));
        let common = first.liberties & second.liberties;
        let enemy = !first.color;
        let closed = common
            .iter()
            .filter(|point| is_closed_to(self.board, enemy, *point))
            .collect::<PointSet>();
        let room = first.liberties.len().min(second.liberties.len());
        let safe = !first.is_threatened() && !second.is_threatened();
        let kind = self.common_kind(a, b, common, closed);
        let (status, answers) = if safe && room >= 2 && !closed.is_empty() {
            (ConnectionStatus::Unbreakable, PointSet::EMPTY)
        } else if safe && room >= 3 && common.len() >= 2 {
            (ConnectionStatus::Unbreakable, common)
        } else {
            let points: PointSet = common;
            let status = self.read(a, b, points);
            (status, points)
        };
        self.replace(Connection {
            strings: (a, b),
            kind,
            status,
            points: common,
            answers,
        });
    }

    /// Keeps the better of two connections between the same strings.
    fn replace(&mut self, new: Connection) {
        if !self.is_known(new.strings) {
            return self.push(new);
        }
        let old = self.found.iter_mut().find(|c| c.strings == new.strings);
        if let Some(old) = old.filter(|old| new.status < old.status) {
            *old = new;
        }
    }

    fn common_kind(
        &self,
        a: StringId,
        b: StringId,
        common: PointSet,
        closed: PointSet,
    ) -> ConnectionKind {
        let (first, second) = (self.strings.get(a), self.strings.get(b));
        let is_between = |point: &Point| {
            [(1, 0), (0, 1)].into_iter().any(|(right, up)| {
                let ends = [
                    point.stepped((right, up), self.board.size()),
                    point.stepped((-right, -up), self.board.size()),
                ];
                let ends = ends.map(|end| end.and_then(|end| self.strings.at(end)));
                ends == [Some(a), Some(b)] || ends == [Some(b), Some(a)]
            })
        };
        let is_diagonal = || {
            first.stones.iter().any(|stone| {
                self.board
                    .ring(stone)
                    .any(|corner| second.stones.contains(corner))
            })
        };
        let has_neighbor = |point: Point| self.board.neighbors(point).any(|n| common.contains(n));
        let jumps: Vec<Point> = common.iter().filter(is_between).collect();
        if jumps.len() >= 2 && jumps.iter().any(|point| has_neighbor(*point)) {
            ConnectionKind::Bamboo
        } else if is_diagonal() {
            ConnectionKind::Hane
        } else if !closed.is_empty() {
            ConnectionKind::Hanging
        } else if jumps.iter().any(|p| p.line(self.board.size()) <= 2) && self.is_low(a, b) {
            ConnectionKind::Edge
        } else if !jumps.is_empty() {
            ConnectionKind::OnePointJump
        } else {
            ConnectionKind::CommonLiberty
        }
    }

    fn is_low(&self, a: StringId, b: StringId) -> bool {
        [a, b].into_iter().all(|id| {
            let stones = self.strings.get(id).stones;
            stones
                .iter()
                .any(|stone| stone.line(self.board.size()) <= 2)
        })
    }

    fn patterns(&mut self, id: StringId) {
        let string = self.strings.get(id);
        for pattern in &PATTERNS {
            for stone in string.stones.iter() {
                for [a, b, c, d] in TURNS {
                    let place = |(x, y): (i8, i8)| {
                        stone.stepped((a * x + b * y, c * x + d * y), self.board.size())
                    };
                    let other = place(pattern.to).and_then(|end| self.strings.at(end));
                    let Some(other) = other.filter(|other| *other > id) else {
                        continue;
                    };
                    let theirs = self.strings.get(other);
                    if theirs.color != string.color
                        || theirs.is_dead()
                        || self.is_known((id, other))
                    {
                        continue;
                    }
                    let between: PointSet =
                        pattern.between.iter().filter_map(|at| place(*at)).collect();
                    if between.iter().all(|point| self.board.is_empty(point)) {
                        self.judge_pattern((id, other), pattern.kind, between);
                    }
                }
            }
        }
    }

    fn judge_pattern(
        &mut self,
        strings: (StringId, StringId),
        kind: ConnectionKind,
        between: PointSet,
    ) {
        let low = between
            .iter()
            .all(|point| point.line(self.board.size()) <= 2);
        let kind = if low && self.is_low(strings.0, strings.1) {
            ConnectionKind::Edge
        } else {
            kind
        };
        let status = self.read(strings.0, strings.1, between);
        self.push(Connection {
            strings,
            kind,
            status,
            points: between,
            answers: between,
        });
    }

    fn read(&mut self, a: StringId, b: StringId, points: PointSet) -> ConnectionStatus {
        let (first, second) = (self.strings.get(a), self.strings.get(b));
        let near = points.iter().any(|point| {
            let ring = self.board.ring(point);
            ring.chain([point])
                .any(|n| self.board.color_at(n) == Some(!first.color))
        });
        if !near {
            return ConnectionStatus::Loose;
        }
        if self.read >= self.effort.links {
            return ConnectionStatus::Cuttable;
        }
        self.read += 1;
        let (a, b) = (first.anchor, second.anchor);
        let budget = self.effort.connections;
        let cut = self.tactician.disconnect(self.board, a, b, budget);
        if !cut.is_complete {
            return ConnectionStatus::Cuttable;
        }
        if !cut.result.works() {
            return ConnectionStatus::Unbreakable;
        }
        // A stone on a common liberty joins them at once.
        let common = first.liberties & second.liberties;
        let color = first.color;
        if common
            .iter()
            .any(|point| !is_self_atari(self.board, color, point))
        {
            return ConnectionStatus::Cuttable;
        }
        let joined = self.tactician.connect(self.board, a, b, budget);
        if joined.is_complete && !joined.result.works() {
            ConnectionStatus::Broken
        } else {
            ConnectionStatus::Cuttable
        }
    }
}

/// Returns whether a stone of a color on a point would be captured at once.
fn is_closed_to(board: &Board, color: Color, point: Point) -> bool {
    let captures = board
        .neighbors(point)
        .any(|n| board.color_at(n) == Some(!color) && board.liberties(n) == 1);
    !captures && is_self_atari(board, color, point)
}

#[cfg(test)]
mod tests {
    use super::super::testing::survey;
    use super::*;

    fn between(text: &str, a: &str, b: &str) -> Option<(ConnectionKind, ConnectionStatus)> {
        let (board, strings) = survey(text);
        let effort = Effort::for_level(10);
        let found = Finder::find(&board, &strings, &mut Tactician::new(), effort);
        let id = |name| strings.at(Point::parse(name).unwrap()).unwrap();
        let (a, b) = (id(a), id(b));
        let wanted = (a.min(b), a.max(b));
        let connection = found.iter().find(|known| known.strings == wanted)?;
        Some((connection.kind, connection.status))
    }

    use ConnectionKind as Kind;
    use ConnectionStatus as Status;

    #[test]
    fn close_shapes_hold() {
        let text = "
            . . . . . . .
            . X X . . . .
            . . . . . X .
            . X X . X . .
            . . . . . . .
            . O . . . . .
            . . . . O . .";
        let bamboo = between(text, "B6", "B4");
        assert_eq!(bamboo, Some((Kind::Bamboo, Status::Unbreakable)));
        let hane = between(text, "F5", "E4");
        assert_eq!(hane, Some((Kind::Hane, Status::Unbreakable)));
        let jump = between(text, "C4", "E4");
        assert_eq!(jump, Some((Kind::OnePointJump, Status::Loose)));
    }

    #[test]
    fn a_tigers_mouth_bites() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X . X . .
            . . O . O . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(
            between(text, "C4", "E4"),
            Some((Kind::Hanging, Status::Unbreakable))
        );
    }

    #[test]
    fn a_cut_that_is_there_is_seen() {
        let cuttable = "
            . . . . . . .
            . . . . . . .
            . . O X . . .
            . O X . . . .
            . . . O . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(
            between(cuttable, "D5", "C4"),
            Some((Kind::Hane, Status::Cuttable))
        );
        let broken = "
            . . O . . . .
            . . O . . . .
            . . O . . . .
            . X O X . . .
            . . . O . . .
            . O O . O . .
            . . O . . . .";
        assert!(between(broken, "B4", "D4").is_none_or(|(_, status)| status == Status::Broken));
    }

    #[test]
    fn captives_join_their_captors() {
        let text = "
            . . . . . . .
            . O . O . . .
            X X O X X . .
            . . X . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        let (kind, status) = between(text, "B5", "D5").unwrap();
        assert_eq!((kind, status), (Kind::Captive, Status::Cuttable));
        let dead = "
            . . X . . . .
            . X . X . . .
            X X O X X . .
            . X O X . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(between(dead, "B5", "D5").unwrap().1, Status::Unbreakable);
    }

    #[test]
    fn longer_steps_have_their_names() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . X . . X . . .
            . . . . . . . . .
            . . . . . . . . .
            . X . . . . . X .
            . . . X . . . . .
            . . . . . . . . .
            . . . . . X . . .";
        let kind = |a, b| between(text, a, b).map(|(kind, _)| kind);
        assert_eq!(kind("B4", "D3"), Some(Kind::KnightsMove));
        assert_eq!(kind("C7", "F7"), Some(Kind::TwoPointJump));
        assert_eq!(kind("F1", "D3"), None);
        let edge = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . O O O O O .
            . O . . . O .
            . X . X . X .
            . . . . . . .";
        assert_eq!(between(edge, "B2", "D2").unwrap().0, Kind::Edge);
    }
}
