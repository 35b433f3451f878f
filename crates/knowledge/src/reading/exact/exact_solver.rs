//! The exact judge of small questions: every position that can follow, in each of the ways a ko may go.
//!
//! It shares nothing with the searches that it judges. All positions that can follow are listed, and from those
//! that are over the verdict spreads backwards; who goes on for ever neither captures nor joins.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::small_board::{SmallBoard, bit, point_of};
use crate::reading::ResultCode;
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Positions after which it gives up.
const MAX_NODES: usize = 600_000;
/// Kos that a side takes back at once in a line of play, where it has the threats.
const THREATS: u8 = 5;
/// Liberties with which a string has not escaped yet.
const HUNTED_LIBERTIES: u32 = 4;

/// The aim of a question about stones of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Their opponent captures the string of a stone, which escapes with five liberties.
    String(Point),
    /// Their owner makes one string of two.
    Join([Point; 2]),
    /// Their opponent captures the string of a stone, whatever liberties it gets.
    Group(Point),
}

/// A question about a position.
pub(super) struct SmallQuestion<'a> {
    pub(super) board: &'a Board,
    /// The points that may be played on.
    pub(super) region: PointSet,
    pub(super) aim: Aim,
    /// The side that asks, and moves first.
    pub(super) first: Color,
}

/// The result of the side that asks, and all its moves that get it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Solution {
    pub(super) result: ResultCode,
    pub(super) moves: Vec<Move>,
}

impl SmallQuestion<'_> {
    /// The true answer; `None` where there are too many positions.
    pub(super) fn solve(&self) -> Option<Solution> {
        let against = self.graph(Some(!self.first))?;
        if against.wins(self.first) {
            return Some(against.solution(ResultCode::Succeeds));
        }
        let favored = self.graph(Some(self.first))?;
        if !favored.wins(self.first) {
            return Some(favored.solution(ResultCode::Fails));
        }
        let plain = self.graph(None)?;
        Some(match plain.wins(self.first) {
            true => plain.solution(ResultCode::KoIgnoresThreat),
            false => favored.solution(ResultCode::KoNeedsThreat),
        })
    }

    /// All positions where a side may take back kos at once.
    fn graph(&self, favored: Option<Color>) -> Option<Graph> {
        let stones = match self.aim {
            Aim::String(stone) | Aim::Group(stone) => [stone, stone],
            Aim::Join(ends) => ends,
        };
        let owner = self.board.color_at(stones[0])?;
        let rules = Rules {
            region: self.region.iter().fold(0, |bits, point| bits | bit(point)),
            aim: self.aim,
            owner,
            stones: stones.map(bit),
        };
        let start = State {
            board: SmallBoard::new(self.board, self.first),
            threats: favored.map(|side| (side, THREATS)),
        };
        Graph::new(rules, start)
    }
}

/// A position with the threats that a side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    board: SmallBoard,
    threats: Option<(Color, u8)>,
}

impl State {
    /// The position after a stone, if it is allowed.
    fn play(self, point: u64) -> Option<Self> {
        let mut threats = self.threats;
        if point == self.board.ko {
            let (side, left) = threats.filter(|(side, _)| *side == self.board.turn)?;
            threats = (left > 1).then_some((side, left - 1));
        }
        let board = self.board.play(point)?;
        Some(Self { board, threats })
    }

    fn pass(self) -> Self {
        Self {
            board: self.board.pass(),
            ..self
        }
    }
}

/// The points that are played on, and when it is over.
struct Rules {
    region: u64,
    aim: Aim,
    owner: Color,
    stones: [u64; 2],
}

impl Rules {
    /// The side that wants something to happen: a capture, or a connection.
    fn active(&self) -> Color {
        match self.aim {
            Aim::Join(_) => self.owner,
            Aim::String(_) | Aim::Group(_) => !self.owner,
        }
    }

    /// True if the active side has won a position, false if it has lost; `None` where neither is the case.
    fn over(&self, state: State) -> Option<bool> {
        match self.aim {
            Aim::String(_) => self.captured(state),
            // A group of one stone is gone when it is taken, as in GNU Go.
            Aim::Group(_) => {
                (state.board.stones_of(self.owner) & self.stones[0] == 0).then_some(true)
            }
            Aim::Join(_) => self.joined(state),
        }
    }

    fn captured(&self, state: State) -> Option<bool> {
        let (board, stone) = (state.board, self.stones[0]);
        if board.stones_of(self.owner) & stone == 0 {
            // A stone that was taken in a ko may be back.
            return (board.ko != stone).then_some(true);
        }
        let liberties = board.liberties(stone, self.owner).count_ones();
        (liberties > HUNTED_LIBERTIES).then_some(false)
    }

    fn joined(&self, state: State) -> Option<bool> {
        let [a, b] = self.stones;
        let board = state.board;
        if board.stones_of(self.owner) & (a | b) != a | b {
            return Some(false);
        }
        if board.string(a, self.owner) & b == 0 {
            return None;
        }
        let liberties = board.liberties(a, self.owner);
        let falls = board.turn != self.owner
            && liberties.count_ones() == 1
            && state.play(liberties).is_some();
        Some(!falls)
    }

    /// Every move with what it leads to, the pass last.
    fn moves(&self, state: State) -> Vec<(Move, State)> {
        let mut found = Vec::new();
        let mut left = self.region;
        while left != 0 {
            let point = left & left.wrapping_neg();
            if let Some(after) = state.play(point) {
                found.push((Move::Play(point_of(point)), after));
            }
            left &= !point;
        }
        found.push((Move::Pass, state.pass()));
        found
    }
}

/// A quick hash of numbers: positions are drawn here, nobody chooses them.
#[derive(Default)]
struct PlainHasher(u64);

impl Hasher for PlainHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}

/// A position with what can follow.
struct Node {
    state: State,
    /// The place of the first that can follow among all edges, and how many they are.
    next: (u32, u32),
    /// True if the active side gets its way from here.
    is_won: bool,
    /// Moves of the passive side that are not known to lose.
    open: u32,
}

/// All positions that can follow the first.
struct Graph {
    rules: Rules,
    places: HashMap<State, u32, BuildHasherDefault<PlainHasher>>,
    nodes: Vec<Node>,
    /// Places of the positions that can follow, those of each position together.
    edges: Vec<u32>,
}

impl Graph {
    fn new(rules: Rules, start: State) -> Option<Self> {
        let mut graph = Self {
            rules,
            places: HashMap::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        graph.place(start);
        let mut won = Vec::new();
        let mut done = 0;
        while done < graph.nodes.len() {
            if graph.nodes.len() > MAX_NODES {
                return None;
            }
            let state = graph.nodes[done].state;
            match graph.rules.over(state) {
                Some(true) => won.push(done as u32),
                Some(false) => {}
                None => {
                    let first = graph.edges.len() as u32;
                    for (_, after) in graph.rules.moves(state) {
                        let place = graph.place(after);
                        graph.edges.push(place);
                    }
                    let count = graph.edges.len() as u32 - first;
                    graph.nodes[done].open = count;
                    graph.nodes[done].next = (first, count);
                }
            }
            done += 1;
        }
        graph.spread(won);
        Some(graph)
    }

    fn place(&mut self, state: State) -> u32 {
        let place = self.nodes.len() as u32;
        let known = *self.places.entry(state).or_insert(place);
        if known == place {
            self.nodes.push(Node {
                state,
                next: (0, 0),
                is_won: false,
                open: 0,
            });
        }
        known
    }

    /// Spreads the verdict backwards: the active side needs one move that leads there, and of the passive one every
    /// move must.
    fn spread(&mut self, mut won: Vec<u32>) {
        let (starts, before) = self.reversed();
        for place in &won {
            self.nodes[*place as usize].is_won = true;
        }
        let active = self.rules.active();
        while let Some(place) = won.pop() {
            let place = place as usize;
            for earlier in &before[starts[place]..starts[place + 1]] {
                let node = &mut self.nodes[*earlier as usize];
                node.open -= 1;
                if !node.is_won && (node.state.board.turn == active || node.open == 0) {
                    node.is_won = true;
                    won.push(*earlier);
                }
            }
        }
    }

    /// The positions before each: where those of a position begin, and all of them.
    fn reversed(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; self.nodes.len() + 1];
        for next in &self.edges {
            starts[*next as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let (mut free, mut before) = (starts.clone(), vec![0; self.edges.len()]);
        for (place, node) in self.nodes.iter().enumerate() {
            let (first, count) = node.next;
            for next in &self.edges[first as usize..(first + count) as usize] {
                before[free[*next as usize]] = place as u32;
                free[*next as usize] += 1;
            }
        }
        (starts, before)
    }

    fn wins(&self, side: Color) -> bool {
        self.nodes[0].is_won == (side == self.rules.active())
    }

    /// The solution with all first moves that win here.
    fn solution(&self, result: ResultCode) -> Solution {
        let start = self.nodes[0].state;
        let is_active = start.board.turn == self.rules.active();
        let moves = self.rules.moves(start).into_iter();
        let wins = |state: &State| self.nodes[self.places[state] as usize].is_won == is_active;
        let winning = moves.filter(|(_, after)| self.nodes[0].next.1 == 0 || wins(after));
        Solution {
            result,
            moves: winning.map(|(mv, _)| mv).collect(),
        }
    }
}
