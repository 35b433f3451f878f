//! A slow and obvious twin of the life-and-death search: every move on every point that the stones
//! can reach, to the end, with nothing guessed.

use std::collections::HashMap;

use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Empty points up to which everything is tried.
const LARGEST: usize = 8;
/// Points up to which a space counts as shut in.
const SHUT_IN: usize = 12;
/// Positions after which it gives up.
const MAX_NODES: usize = 300_000;
/// Kos that a side takes back at once in a line of play, if it has the threats.
const THREATS: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Owner,
    Attacker,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Owner => Self::Attacker,
            Self::Attacker => Self::Owner,
        }
    }
}

/// The first mover's result, as GNU Go's return code, and the moves that get it: points,
/// and a pass as `None`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Solution {
    pub(crate) code: u8,
    pub(crate) moves: Vec<Option<Point>>,
}

/// Returns whether the string of a stone is captured by the attacker who moves first, or saved by the owner
/// who does. `None` if it is too much to try.
pub(crate) fn solve(board: &Board, stone: Point, first: Side) -> Option<Solution> {
    let field = Field::of(board, stone)?;
    let start = field.start(board, first);
    let graphs = [None, Some(first), Some(first.other())].map(|favored| {
        let threats = favored.map(|side| (side, THREATS));
        Graph::of(&field, State { threats, ..start })
    });
    let [plain, own, other] = graphs;
    let (plain, own, other) = (plain?, own?, other?);
    let code = match (plain.wins(first), own.wins(first), other.wins(first)) {
        (true, _, true) => 1,
        (true, _, false) => 2,
        (false, true, _) => 3,
        (false, false, _) => 0,
    };
    let best = match code {
        1 => &other,
        2 => &plain,
        _ => &own,
    };
    let moves = if code == 0 {
        Vec::new()
    } else {
        best.winning_moves(&field, first)
    };
    Some(Solution { code, moves })
}

/// The points that are played on.
struct Field {
    points: Vec<Point>,
    /// The points next to each, a bit each.
    next: Vec<u64>,
    /// Points next to a solid string of the attacker.
    solid: u64,
    /// The stone that is asked about.
    stone: u64,
}

/// A position, as far as it matters what may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    own: u64,
    foe: u64,
    /// The point at which the side to move may not take back a ko.
    ko: u64,
    turn: Side,
    /// Threats that a side has left.
    threats: Option<(Side, u8)>,
}

/// The points around an enemy stone that the owner's stones shut in, if they are few.
fn shut_in(board: &Board, stone: Point, owner: Color) -> Option<PointSet> {
    let mut part = PointSet::single(stone);
    let mut open = vec![stone];
    while let Some(point) = open.pop() {
        for n in board.neighbors(point) {
            if board.color_at(n) != Some(owner) && part.insert(n) {
                open.push(n);
            }
        }
    }
    (part.len() <= SHUT_IN).then_some(part)
}

impl Field {
    /// The points that a stone's color reaches through all that is not solid: empty points, own
    /// stones, and enemy strings that are shut in or have every liberty there.
    fn of(board: &Board, stone: Point) -> Option<Self> {
        let owner = board.color_at(stone)?;
        let mut inside = PointSet::single(stone);
        loop {
            let before = inside;
            for point in before.iter() {
                for n in board.neighbors(point) {
                    let outside = board.liberty_set(n) - inside;
                    if board.color_at(n) != Some(!owner) || outside.is_empty() {
                        inside.insert(n);
                    } else if let Some(shut) = shut_in(board, n, owner) {
                        inside.extend(shut.iter());
                    }
                }
            }
            if inside == before {
                break;
            }
        }
        let points: Vec<Point> = inside.iter().collect();
        let empty = points.iter().filter(|point| board.is_empty(**point));
        if empty.count() > LARGEST || points.len() > 64 {
            return None;
        }
        let bits = |all: &mut dyn Iterator<Item = Point>| -> u64 {
            all.filter_map(|p| points.iter().position(|known| *known == p))
                .fold(0, |bits, place| bits | 1 << place)
        };
        let next = points.iter().map(|p| bits(&mut board.neighbors(*p)));
        let next: Vec<u64> = next.collect();
        let touches = |p: &Point| board.neighbors(*p).any(|n| !inside.contains(n));
        let solid = bits(&mut points.iter().copied().filter(touches));
        let stone = bits(&mut std::iter::once(stone));
        Some(Self {
            next,
            solid,
            stone,
            points,
        })
    }

    fn start(&self, board: &Board, turn: Side) -> State {
        let owner = self.points.iter().zip(0..);
        let (mut own, mut foe, mut ko) = (0, 0, 0);
        let place = self.stone.trailing_zeros() as usize;
        let color: Option<Color> = board.color_at(self.points[place]);
        for (point, place) in owner {
            let here = 1_u64 << place;
            if board.color_at(*point) == color {
                own |= here;
            } else if board.color_at(*point).is_some() {
                foe |= here;
            }
            if board.ko_point() == Some(*point) {
                ko |= here;
            }
        }
        State {
            own,
            foe,
            ko,
            turn,
            threats: None,
        }
    }

    fn next_to(&self, mut points: u64) -> u64 {
        let mut found = 0;
        while points != 0 {
            found |= self.next[points.trailing_zeros() as usize];
            points &= points - 1;
        }
        found
    }

    fn string(&self, start: u64, stones: u64) -> u64 {
        let mut string = start;
        loop {
            let grown = string | self.next_to(string) & stones;
            if grown == string {
                return string;
            }
            string = grown;
        }
    }

    /// The stones next to `point` that have no liberty.
    fn choked(&self, point: u64, stones: u64, others: u64, solid: u64) -> u64 {
        let mut choked = 0;
        let mut left = (self.next_to(point) | point) & stones;
        while left != 0 {
            let string = self.string(left & left.wrapping_neg(), stones);
            let free = self.next_to(string) & !stones & !others;
            if free == 0 && string & solid == 0 {
                choked |= string;
            }
            left &= !string;
        }
        choked
    }

    /// The position after a move; `None` if it is not allowed.
    fn play(&self, state: State, point: u64) -> Option<State> {
        if (state.own | state.foe) & point != 0 {
            return None;
        }
        let mut threats = state.threats;
        if state.ko & point != 0 {
            let (side, left) = threats.filter(|(side, _)| *side == state.turn)?;
            threats = (left > 1).then_some((side, left - 1));
        }
        // Only the attacker has help from outside.
        let (mut mine, mut theirs, my_help, their_help) = match state.turn {
            Side::Owner => (state.own, state.foe, 0, self.solid),
            Side::Attacker => (state.foe, state.own, self.solid, 0),
        };
        mine |= point;
        let taken = self.choked(point, theirs, mine, their_help);
        theirs &= !taken;
        if self.choked(point, mine, theirs, my_help) & point != 0 {
            return None;
        }
        let string = self.string(point, mine);
        let free = self.next_to(string) & !mine & !theirs;
        let is_ko =
            taken.count_ones() == 1 && string == point && free == taken && string & my_help == 0;
        let (own, foe) = match state.turn {
            Side::Owner => (mine, theirs),
            Side::Attacker => (theirs, mine),
        };
        Some(State {
            own,
            foe,
            ko: if is_ko { taken } else { 0 },
            turn: state.turn.other(),
            threats,
        })
    }

    const fn pass(state: State) -> State {
        State {
            ko: 0,
            turn: state.turn.other(),
            ..state
        }
    }

    /// Every move with what it leads to, the pass last.
    fn moves(&self, state: State) -> Vec<(Option<Point>, State)> {
        let points = self.points.iter().enumerate();
        let mut found: Vec<(Option<Point>, State)> = points
            .filter_map(|(place, point)| Some((Some(*point), self.play(state, 1 << place)?)))
            .collect();
        found.push((None, Self::pass(state)));
        found
    }
}

/// A position with what can follow and what came before.
struct Node {
    state: State,
    next: Vec<u32>,
    before: Vec<u32>,
    captured: bool,
}

/// All positions that can follow the first, and in which of them the stone will be captured: who
/// goes on for ever captures nothing.
struct Graph {
    places: HashMap<State, u32>,
    nodes: Vec<Node>,
}

impl Graph {
    fn of(field: &Field, start: State) -> Option<Self> {
        let mut graph = Self {
            places: HashMap::new(),
            nodes: Vec::new(),
        };
        graph.place(start);
        let mut done = 0;
        while done < graph.nodes.len() {
            if graph.nodes.len() > MAX_NODES {
                return None;
            }
            let state = graph.nodes[done].state;
            if state.own & field.stone == 0 {
                graph.nodes[done].captured = true;
            } else {
                for (_, next) in field.moves(state) {
                    let place = graph.place(next);
                    graph.nodes[done].next.push(place);
                    graph.nodes[place as usize].before.push(done as u32);
                }
            }
            done += 1;
        }
        graph.spread();
        Some(graph)
    }

    fn place(&mut self, state: State) -> u32 {
        let place = self.nodes.len() as u32;
        let known = *self.places.entry(state).or_insert(place);
        if known == place {
            self.nodes.push(Node {
                state,
                next: Vec::new(),
                before: Vec::new(),
                captured: false,
            });
        }
        known
    }

    /// From the captures backwards: the attacker needs one move that leads there, and of the owner
    /// every move must.
    fn spread(&mut self) {
        let nodes = self.nodes.iter().enumerate();
        let mut open: Vec<u32> = nodes
            .filter(|(_, node)| node.captured)
            .map(|(place, _)| place as u32)
            .collect();
        while let Some(place) = open.pop() {
            for before in self.nodes[place as usize].before.clone() {
                let node = &self.nodes[before as usize];
                let mut next = node.next.iter().map(|n| self.nodes[*n as usize].captured);
                let falls = node.state.turn == Side::Attacker || next.all(|captured| captured);
                if falls && !node.captured {
                    self.nodes[before as usize].captured = true;
                    open.push(before);
                }
            }
        }
    }

    /// Returns whether the side that moves first gets what it wants.
    fn wins(&self, first: Side) -> bool {
        self.nodes[0].captured == (first == Side::Attacker)
    }

    fn winning_moves(&self, field: &Field, first: Side) -> Vec<Option<Point>> {
        let moves = field.moves(self.nodes[0].state).into_iter();
        moves
            .filter(|(_, next)| {
                let place = self.places[next] as usize;
                self.nodes[place].captured == (first == Side::Attacker)
            })
            .map(|(mv, _)| mv)
            .collect()
    }
}
