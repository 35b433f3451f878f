//! The choice of a move by a net: each point tried, or minimax with alpha-beta over some plies.

use super::evolved_net::{Change, EvolvedNet, PositionNet, changes_by, input, place, stones};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Move, Point};

/// Choice among moves of equal value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ties {
    /// The first point, row by row from A1.
    First,
    /// Any of them, by chance, all equally likely.
    Random,
}

/// The sign of the net's output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Perspective {
    /// More is better for the color that the net plays.
    Mover,
    /// More is better for White by the inputs' sign, and the net seeks it with either color.
    Absolute,
}

/// The fate of points where no stone may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalChoice {
    /// They are tried as others are; where one is chosen the net passes.
    Pass,
    /// They are not tried.
    Next,
}

/// The way a net chooses a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceRule {
    /// Plies of the search: 1 tries each point.
    pub plies: u8,
    /// Choice among moves of equal value.
    pub ties: Ties,
    /// The sign of the output.
    pub perspective: Perspective,
    /// The fate of points where no stone may lie.
    pub illegal: IllegalChoice,
}

/// A move that was chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chosen {
    pub mv: Move,
    /// Number of positions that the net judged.
    pub leaves: u64,
    /// The net's value, from the side that chooses; 0 without a choice.
    pub(crate) value: f32,
}

impl EvolvedNet {
    /// Chooses a move for `color` by the values of the boards that the rule looks at.
    pub fn choose(&self, board: &Board, color: Color, rule: ChoiceRule, rng: &mut Rng) -> Chosen {
        match self {
            Self::Feedforward(net) => choose(net, board, color, rule, rng),
            Self::Spatial(net) => choose(net, board, color, rule, rng),
        }
    }
}

/// Moves that refuted others at a ply, the last one first.
const MAX_REFUTATIONS: usize = 6;

struct LookAhead<'a, N: PositionNet> {
    net: &'a N,
    /// The side that chooses, and the sign of the output for it.
    root: Color,
    sign: f32,
    leaves: u64,
    size: BoardSize,
    /// A room for each number of plies that are left, while nobody works in it.
    plies: Vec<Option<Box<PlyRoom>>>,
}

/// The room that a search keeps at a ply from position to position.
struct PlyRoom {
    board: Board,
    changes: Vec<Change>,
    /// Moves that refuted others, the last one first.
    refutations: Vec<Point>,
}

impl PlyRoom {
    fn new(size: BoardSize) -> Self {
        Self {
            board: Board::new(size),
            changes: Vec::new(),
            refutations: Vec::new(),
        }
    }
}

fn choose<N: PositionNet>(
    net: &N,
    board: &Board,
    color: Color,
    rule: ChoiceRule,
    rng: &mut Rng,
) -> Chosen {
    let sign = match rule.perspective {
        Perspective::Mover => input(color),
        Perspective::Absolute => 1.0,
    };
    let mut search = LookAhead {
        net,
        root: color,
        sign,
        leaves: 0,
        size: board.size(),
        plies: (0..rule.plies).map(|_| None).collect(),
    };
    let sums = net.sums(&stones(board));
    let moves = search.root_moves(board, &sums, rule);
    let mut best: Option<Best> = None;
    for (point, first_value) in moves {
        let value = if rule.plies > 1 {
            let alpha = best
                .as_ref()
                .map_or(f32::NEG_INFINITY, |best| best.value.next_down());
            search.root_value(board, &sums, point, rule.plies, alpha)
        } else {
            first_value
        };
        Best::consider(&mut best, value, point);
    }
    let leaves = search.leaves;
    let Some(best) = best else {
        return Chosen {
            mv: Move::Pass,
            leaves,
            value: 0.0,
        };
    };
    let point = best.pick(rule.ties, rng);
    // Only where they were tried can one be chosen.
    let is_legal = board.legality(color, point).is_ok();
    Chosen {
        mv: if is_legal {
            Move::Play(point)
        } else {
            Move::Pass
        },
        leaves,
        value: best.value,
    }
}

/// The points of the greatest value so far.
struct Best {
    value: f32,
    points: Vec<Point>,
}

impl Best {
    fn consider(best: &mut Option<Self>, value: f32, point: Point) {
        match best {
            Some(best) if value < best.value => {}
            Some(best) if value == best.value => best.points.push(point),
            _ => {
                *best = Some(Self {
                    value,
                    points: vec![point],
                });
            }
        }
    }

    fn pick(&self, ties: Ties, rng: &mut Rng) -> Point {
        // The order of the search must not show.
        let mut points = self.points.clone();
        points.sort_unstable();
        match ties {
            Ties::Random if points.len() > 1 => points[rng.below(points.len() as u32) as usize],
            Ties::First | Ties::Random => points[0],
        }
    }
}

impl<N: PositionNet> LookAhead<'_, N> {
    /// The points to try, with the net's values right after a stone there; the best first where a
    /// search follows, whose bounds are narrow early then.
    fn root_moves(&mut self, board: &Board, sums: &N::Sums, rule: ChoiceRule) -> Vec<(Point, f32)> {
        let mut moves = Vec::new();
        let mut changes = Vec::new();
        for point in Point::all(board.size()).filter(|point| board.is_empty(*point)) {
            if board.legality(self.root, point).is_err() && rule.illegal == IllegalChoice::Next {
                continue;
            }
            self.changes_at_root(board, point, &mut changes);
            moves.push((point, self.leaf(sums, &changes)));
        }
        if rule.plies > 1 {
            moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        }
        moves
    }

    /// Collects the changes by a stone at the root, one that is not legal among them: such a stone captures none.
    fn changes_at_root(&self, board: &Board, point: Point, changes: &mut Vec<Change>) {
        if board.legality(self.root, point).is_ok() {
            changes_by(board, self.root, point, changes);
        } else {
            changes.clear();
            changes.push(Change {
                place: place(point, board.size()),
                delta: input(self.root),
            });
        }
    }

    /// Value of a move at the root of a search; anything up to `alpha` if it is not above.
    fn root_value(
        &mut self,
        board: &Board,
        sums: &N::Sums,
        point: Point,
        plies: u8,
        alpha: f32,
    ) -> f32 {
        let mut room = self.take_room(plies);
        self.changes_at_root(board, point, &mut room.changes);
        let sums = self.net.advance(sums, &room.changes);
        room.board.clone_from(board);
        let is_legal = room.board.play(self.root, Move::Play(point)).is_ok();
        let node = Node {
            board: &room.board,
            mover: !self.root,
            sums: &sums,
            blocked: (!is_legal).then_some(point),
        };
        let value = self.value(&node, plies - 1, (alpha, f32::INFINITY));
        self.put_room(plies, room);
        value
    }

    /// Value of a position, from the root's side, with this color to move.
    fn value(&mut self, node: &Node<'_, N>, plies: u8, bounds: Bounds) -> f32 {
        let mut room = self.take_room(plies);
        let value = self.value_in(node, plies, bounds, &mut room);
        self.put_room(plies, room);
        value
    }

    fn value_in(
        &mut self,
        node: &Node<'_, N>,
        plies: u8,
        bounds: Bounds,
        room: &mut PlyRoom,
    ) -> f32 {
        let mut window = Window::new(bounds, node.mover == self.root);
        // What refuted a move before often refutes the next.
        for nth in 0..room.refutations.len() {
            let point = room.refutations[nth];
            if let Some(value) = self.value_of_move(node, point, plies, window.bounds, room)
                && window.is_cut(value)
            {
                room.refutations[..=nth].rotate_right(1);
                return window.best;
            }
        }
        for point in node.board.empty_points() {
            if !room.refutations.contains(point)
                && let Some(value) = self.value_of_move(node, *point, plies, window.bounds, room)
                && window.is_cut(value)
            {
                room.refutations.insert(0, *point);
                room.refutations.truncate(MAX_REFUTATIONS);
                return window.best;
            }
        }
        if window.best.is_finite() {
            return window.best;
        }
        // Nobody passes who can move.
        if plies == 1 {
            return self.leaf(node.sums, &[]);
        }
        room.board.clone_from(node.board);
        let _ = room.board.play(node.mover, Move::Pass);
        let next = Node {
            board: &room.board,
            mover: !node.mover,
            sums: node.sums,
            blocked: None,
        };
        self.value(&next, plies - 1, bounds)
    }

    /// Value of a move; `None` where it is not legal.
    fn value_of_move(
        &mut self,
        node: &Node<'_, N>,
        point: Point,
        plies: u8,
        bounds: Bounds,
        room: &mut PlyRoom,
    ) -> Option<f32> {
        if node.blocked == Some(point) || node.board.legality(node.mover, point).is_err() {
            return None;
        }
        changes_by(node.board, node.mover, point, &mut room.changes);
        if plies == 1 {
            return Some(self.leaf(node.sums, &room.changes));
        }
        let sums = self.net.advance(node.sums, &room.changes);
        room.board.clone_from(node.board);
        room.board.play(node.mover, Move::Play(point)).ok()?;
        let next = Node {
            board: &room.board,
            mover: !node.mover,
            sums: &sums,
            blocked: None,
        };
        Some(self.value(&next, plies - 1, bounds))
    }

    fn leaf(&mut self, sums: &N::Sums, changes: &[Change]) -> f32 {
        self.leaves += 1;
        self.sign * self.net.value(sums, changes)
    }

    fn take_room(&mut self, plies: u8) -> Box<PlyRoom> {
        let room = self.plies[usize::from(plies) - 1].take();
        room.unwrap_or_else(|| Box::new(PlyRoom::new(self.size)))
    }

    fn put_room(&mut self, plies: u8, room: Box<PlyRoom>) {
        self.plies[usize::from(plies) - 1] = Some(room);
    }
}

/// A position of the search.
struct Node<'a, N: PositionNet> {
    board: &'a Board,
    mover: Color,
    sums: &'a N::Sums,
    /// A point that is taken for occupied though no stone may lie there.
    blocked: Option<Point>,
}

/// Values up to the first or from the second on decide nothing.
type Bounds = (f32, f32);

/// The best value at a position so far, and the bounds that it narrows.
struct Window {
    bounds: Bounds,
    is_greatest: bool,
    best: f32,
}

impl Window {
    const fn new(bounds: Bounds, is_greatest: bool) -> Self {
        let best = if is_greatest {
            f32::NEG_INFINITY
        } else {
            f32::INFINITY
        };
        Self {
            bounds,
            is_greatest,
            best,
        }
    }

    /// Takes a value in; returns whether the rest decides nothing.
    fn is_cut(&mut self, value: f32) -> bool {
        let (alpha, beta) = &mut self.bounds;
        if self.is_greatest {
            self.best = self.best.max(value);
            *alpha = alpha.max(value);
            self.best >= *beta
        } else {
            self.best = self.best.min(value);
            *beta = beta.min(value);
            self.best <= *alpha
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::net_layout::{NetForm, NetKind, NetLayout};
    use super::*;
    use sgmp_board::rules::BoardSize;

    /// Plain minimax: no bounds, fresh sums at each leaf.
    fn plain<N: PositionNet>(net: &N, board: &Board, root: Color, mover: Color, plies: u8) -> f32 {
        if plies == 0 {
            return input(root) * net.value(&net.sums(&stones(board)), &[]);
        }
        let mut values = Vec::new();
        for point in board.empty_points() {
            let mut next = board.clone();
            if next.play(mover, Move::Play(*point)).is_ok() {
                values.push(plain(net, &next, root, !mover, plies - 1));
            }
        }
        let all = values.into_iter();
        if mover == root {
            all.fold(f32::NEG_INFINITY, f32::max)
        } else {
            all.fold(f32::INFINITY, f32::min)
        }
    }

    fn agrees<N: PositionNet>(net: &N, evolved: &EvolvedNet) {
        let mut rng = Rng::from_seed(9);
        let mut board = Board::new(BoardSize::new(5).unwrap());
        for turn in 0..40 {
            let color = Color::BOTH[turn % 2];
            let point = Point::all(board.size())
                .nth(rng.below(25) as usize)
                .unwrap();
            let _ = board.play(color, Move::Play(point));
            if turn % 8 != 7 {
                continue;
            }
            for plies in 1..=3 {
                let rule = ChoiceRule {
                    plies,
                    ties: Ties::First,
                    perspective: Perspective::Mover,
                    illegal: IllegalChoice::Next,
                };
                let chosen = evolved.choose(&board, color, rule, &mut rng);
                let value = plain(net, &board, color, color, plies);
                assert!((chosen.value - value).abs() < 1e-5, "{turn} {plies}");
                let Move::Play(point) = chosen.mv else {
                    panic!("there are moves");
                };
                let mut next = board.clone();
                next.play(color, Move::Play(point)).unwrap();
                let of_move = plain(net, &next, color, !color, plies - 1);
                assert!((of_move - value).abs() < 1e-5, "{turn} {plies}");
            }
        }
    }

    fn net(kind: NetKind) -> EvolvedNet {
        let form = NetForm {
            lines: 5,
            kind,
            biases: false,
            symmetric: false,
        };
        let layout = Arc::new(NetLayout::new(&form).unwrap());
        let mut rng = Rng::from_seed(2);
        let gene = |_| (rng.below(2001) as f32 - 1000.0) / 2000.0;
        let genes: Vec<f32> = (0..layout.genes).map(gene).collect();
        EvolvedNet::new(&layout, &genes)
    }

    #[test]
    fn alpha_beta_chooses_as_plain_minimax() {
        let windows = vec![3, 5];
        let kinds = [
            NetKind::Feedforward { hidden: 7 },
            NetKind::Spatial { windows, second: 6 },
        ];
        for kind in kinds {
            let evolved = net(kind);
            match &evolved {
                EvolvedNet::Feedforward(net) => agrees(net, &evolved),
                EvolvedNet::Spatial(net) => agrees(net, &evolved),
            }
        }
    }

    #[test]
    fn equal_moves_are_drawn_or_the_first_is_taken() {
        let mut evolved = net(NetKind::Feedforward { hidden: 7 });
        if let EvolvedNet::Feedforward(net) = &mut evolved {
            net.silence();
        }
        let board = Board::new(BoardSize::new(5).unwrap());
        let rule = |ties| ChoiceRule {
            plies: 2,
            ties,
            perspective: Perspective::Mover,
            illegal: IllegalChoice::Pass,
        };
        let mut rng = Rng::from_seed(1);
        let mut choose = |ties| {
            evolved
                .choose(&board, Color::Black, rule(ties), &mut rng)
                .mv
        };
        assert_eq!(choose(Ties::First).to_string(), "A1");
        let drawn: std::collections::BTreeSet<String> =
            (0..40).map(|_| choose(Ties::Random).to_string()).collect();
        assert!(drawn.len() > 10);
    }
}
