//! Points that the game hangs on, where a node has been visited often.
//!
//! The criticality of a point, by the ends of the simulations through a node, counts as results of its
//! move as a later one: won where its owner mostly wins, lost where the owner mostly loses (Coulom 2009).

use std::collections::HashMap;

use super::ends::Ends;
use super::ownership::Owners;
use super::tree::Index;
use crate::rules::{BoardSize, Point};

/// What criticality weighs in the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CriticalParams {
    /// Results as a later move for a criticality of one, as a multiple of those that there are; 0 asks
    /// nothing. Searches of 1,000 playouts on 19 lines won more with it; those of 24,000 lose their way: what
    /// is tried little seems the better for it (docs/strength.md, "What a search of seconds sees").
    pub weight: f32,
    /// Visits of a node from which on it is asked; the ends of the second half of them tell.
    pub from: u32,
    /// Boards of fewer lines do without.
    pub lines: u8,
}

impl Default for CriticalParams {
    fn default() -> Self {
        Self {
            weight: 0.0,
            from: 400,
            lines: 15,
        }
    }
}

impl CriticalParams {
    /// What it weighs on a board.
    pub(super) fn on(self, size: BoardSize) -> Self {
        let is_asked = size.lines() >= self.lines;
        let weight = if is_asked { self.weight } else { 0.0 };
        Self { weight, ..self }
    }
}

/// The ends of the simulations through nodes that are visited often.
#[derive(Debug, Default)]
pub(super) struct HotNodes {
    ends: HashMap<Index, Box<Ends>>,
}

impl HotNodes {
    /// Notes an end below a node with so many visits of its own.
    pub(super) fn note(
        &mut self,
        params: CriticalParams,
        (node, visits): (Index, u32),
        owners: &Owners,
        winner: i32,
    ) {
        if params.weight > 0.0 && visits >= params.from / 2 {
            self.ends.entry(node).or_default().add(owners, winner);
        }
    }

    /// What the ends below a node tell, where there are enough of them.
    pub(super) fn asked(&self, params: CriticalParams, node: Index) -> Option<Asked<'_>> {
        let ends = self.ends.get(&node)?;
        (ends.count() >= params.from / 2).then_some(Asked {
            ends,
            weight: params.weight,
        })
    }
}

/// What is asked of a node's ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    ends: &'a Ends,
    weight: f32,
}

impl Asked<'_> {
    /// The share of wins as a later move and how often it was one, with what the point's criticality adds.
    pub(super) fn with(self, point: Option<Point>, (share, visits): (f32, f32)) -> (f32, f32) {
        let Some(point) = point else {
            return (share, visits);
        };
        let critical = self.ends.criticality(point);
        let more = critical.abs() * self.weight * visits;
        let won = if critical > 0.0 { more } else { 0.0 };
        let all = visits + more;
        if all > 0.0 {
            ((share * visits + won) / all, all)
        } else {
            (share, visits)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::diagram;

    const PARAMS: CriticalParams = CriticalParams {
        weight: 2.0,
        from: 16,
        lines: 5,
    };

    fn at(name: &str) -> Option<Point> {
        Point::parse(name)
    }

    /// Black wins by A1 in one half of the ends and White by it in the other.
    fn noted(params: CriticalParams, visits: u32, times: u32) -> HotNodes {
        let black = diagram::parse("X X X\nX . X\nX X .").unwrap();
        let white = diagram::parse("X X X\nX X X\nO . X").unwrap();
        let mut nodes = HotNodes::default();
        for _ in 0..times {
            nodes.note(params, (7, visits), &Owners::of(&black), 1);
            nodes.note(params, (7, visits), &Owners::of(&white), -1);
        }
        nodes
    }

    #[test]
    fn a_point_that_the_game_hangs_on_gets_wins_as_a_later_move() {
        let nodes = noted(PARAMS, 8, 4);
        let asked = nodes.asked(PARAMS, 7).unwrap();
        // Its owner wins always: a criticality of one half.
        assert_eq!(asked.with(at("A1"), (0.25, 10.0)), (12.5 / 20.0, 20.0));
        assert_eq!(asked.with(at("A3"), (0.25, 10.0)), (0.25, 10.0));
        assert_eq!(asked.with(None, (0.25, 10.0)), (0.25, 10.0), "a pass");
        assert_eq!(asked.with(at("A1"), (0.0, 0.0)), (0.0, 0.0));
    }

    #[test]
    fn a_point_whose_owner_loses_gets_losses() {
        let mut nodes = HotNodes::default();
        let black = diagram::parse("X X X\nX . X\nX X .").unwrap();
        let white = diagram::parse("X X X\nX X X\nO . X").unwrap();
        for _ in 0..4 {
            nodes.note(PARAMS, (7, 8), &Owners::of(&black), -1);
            nodes.note(PARAMS, (7, 8), &Owners::of(&white), 1);
        }
        let (share, visits) = nodes.asked(PARAMS, 7).unwrap().with(at("A1"), (0.5, 10.0));
        assert_eq!((share, visits), (0.25, 20.0));
    }

    #[test]
    fn small_boards_do_without() {
        let on = |lines| PARAMS.on(BoardSize::new(lines).unwrap()).weight;
        assert_eq!([on(4), on(5), on(19)], [0.0, 2.0, 2.0]);
    }

    #[test]
    fn few_visits_or_ends_tell_nothing() {
        assert!(noted(PARAMS, 8, 3).asked(PARAMS, 7).is_none(), "six ends");
        assert!(noted(PARAMS, 7, 9).asked(PARAMS, 7).is_none(), "visits");
        assert!(noted(PARAMS, 8, 9).asked(PARAMS, 8).is_none(), "node");
        let off = CriticalParams {
            weight: 0.0,
            ..PARAMS
        };
        assert!(noted(off, 8, 9).asked(off, 7).is_none());
    }
}
