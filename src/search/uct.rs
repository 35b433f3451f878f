//! Monte-Carlo tree search with rapid action value estimation.
//!
//! A simulation descends by the mix of a move's own results and its results as a later move
//! (Gelly and Silver 2007), expands what has been visited often enough, plays to the end with
//! heavy playouts, and tells every node of its path, and their children by all moves as first.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::council::CouncilParams;
use super::counting::Counting;
use super::critical::{Asked, CriticalParams, HotNodes};
use super::ends::Ends;
use super::heavy::play_heavy;
use super::knowledge::KnowledgeParams;
use super::ownership::Owners;
use super::params::EndParams;
use super::playout::Latest;
use super::policy::PlayoutPolicy;
use super::priors::{PriorWeights, Proposer, latest_of, slot};
use super::reading::{self, ReadingParams};
use super::tree::{Index, Node, Teller, Tree, WIN};
use super::{Halt, Harvest};
use crate::knowledge::{Outlook, PatternPriors, shipped};
use crate::rng::Rng;
use crate::rules::{Board, BoardSize, Color, Game, Move, Point};
use crate::tactics::Tactician;

/// What steers the search: the tree, its playouts, and what is made of what it found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctParams {
    /// Visits at which a move's own results weigh as much as plentiful results as a later move.
    pub rave: f32,
    /// Visits at which a leaf gets children.
    pub expand_at: u32,
    /// Visits in advance.
    pub priors: PriorWeights,
    /// Visits by what reading finds.
    pub reading: ReadingParams,
    /// Visits by what experts suggest, at the root.
    pub council: CouncilParams,
    /// Where reading and experts are asked.
    pub knowledge: KnowledgeParams,
    /// What the game hangs on.
    pub critical: CriticalParams,
    /// What players of games like: which moves are visited in advance.
    pub patterns: &'static PatternPriors,
    /// What playouts like.
    pub policy: &'static PlayoutPolicy,
    /// Moves on the board, in parts of its points, from which on a pass is in the tree; an
    /// answer to a pass always is.
    pub pass_from: f32,
    /// How games are brought to their end.
    pub end: EndParams,
}

impl Default for UctParams {
    fn default() -> Self {
        Self {
            rave: 3500.0,
            expand_at: 8,
            priors: PriorWeights::default(),
            reading: ReadingParams::default(),
            council: CouncilParams::default(),
            knowledge: KnowledgeParams::default(),
            critical: CriticalParams::default(),
            patterns: shipped(),
            policy: PlayoutPolicy::shipped(),
            pass_from: 0.4,
            end: EndParams::default(),
        }
    }
}

impl UctParams {
    /// Whether knowledge beyond the learned weights is asked on a board of this size.
    fn asks_knowledge(&self, size: BoardSize) -> bool {
        let is_asked = self.reading.is_asked() || self.council.weight > 0;
        is_asked && self.knowledge.are_told(size)
    }

    /// Whether the learned weights ask how playouts end.
    fn asks_playouts(&self) -> bool {
        self.priors.ask_the_learned() && self.patterns.asks_playouts()
    }
}

/// A position being searched; shared by the threads.
pub(super) struct Position<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) tree: &'a Tree,
    pub(super) params: &'a UctParams,
    counting: Counting,
    /// See [`Counting::stones_ahead`].
    stones_ahead: i32,
    latest: Latest,
    critical: CriticalParams,
    asks_knowledge: bool,
    /// Whether the root is yet to be expanded, without knowing how its playouts end.
    primes_root: bool,
    /// Whether a thread took it upon itself to give the root's children their learned visits anew.
    root_is_told: AtomicBool,
}

impl<'a> Position<'a> {
    pub(super) fn new(game: &'a Game, color: Color, tree: &'a Tree, params: &'a UctParams) -> Self {
        let counting = Counting::of(game);
        Self {
            game,
            color,
            tree,
            params,
            counting,
            stones_ahead: counting.stones_ahead(game),
            latest: latest_of(game),
            critical: params.critical.on(game.size()),
            asks_knowledge: params.asks_knowledge(game.size()),
            primes_root: tree.children(Tree::ROOT).is_empty(),
            root_is_told: AtomicBool::new(false),
        }
    }
}

/// Limits of a search.
pub(super) struct Limits<'a> {
    /// Simulations in all, over all threads.
    pub(super) most: u32,
    pub(super) done: &'a AtomicU32,
    pub(super) halt: &'a Halt,
}

/// Ends after which the children of a new root are told what is critical.
const PRIME_ROOT_AT: u32 = 500;

/// Ends from which on the learned weights are told what they say.
const TOLD_FROM: u32 = 64;

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    position: &'a Position<'a>,
    board: Board,
    /// Nodes from the root down.
    path: Vec<Index>,
    /// When each point was first played in this simulation, from 1, and by whom.
    first: Vec<(u16, Color)>,
    ends: Ends,
    hot: HotNodes,
    /// From the first node on that is read.
    tactician: Option<Tactician>,
    /// Positions that it gave children.
    expanded: u32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(position: &'a Position<'a>) -> Self {
        Self {
            position,
            board: position.game.board().clone(),
            path: Vec::with_capacity(64),
            first: vec![(0, Color::Black); Point::AREA],
            ends: Ends::default(),
            hot: HotNodes::default(),
            tactician: None,
            expanded: 0,
        }
    }

    /// Makes simulations, one at least, up to the limits.
    pub(super) fn run(&mut self, limits: &Limits<'_>, rng: &mut Rng) {
        loop {
            if limits.done.fetch_add(1, Relaxed) >= limits.most {
                limits.done.fetch_sub(1, Relaxed);
                break;
            }
            self.simulate(rng);
            if limits.halt.is_requested() {
                break;
            }
        }
    }

    /// What it brings in.
    pub(super) fn into_harvest(self) -> Harvest {
        Harvest {
            playouts: self.ends.count(),
            expanded: self.expanded,
            ownership: self.ends.into_ownership(),
        }
    }

    fn simulate(&mut self, rng: &mut Rng) {
        let position = self.position;
        self.board.clone_from(position.game.board());
        self.first.fill((0, Color::Black));
        let mut played = 0_u16;
        let (turn, latest, stones_ahead) = self.descend(&mut played);
        // Played on even after two passes: only then does open territory count.
        let first = &mut self.first;
        play_heavy(
            &mut self.board,
            turn,
            latest,
            position.params.policy,
            rng,
            |color, at| {
                played += 1;
                let slot = &mut first[at.index()];
                if slot.0 == 0 {
                    *slot = (played, color);
                }
            },
        );
        let owners = Owners::of(&self.board);
        let margin = position.counting.margin(&owners, stones_ahead, turn);
        let sign = margin.signum();
        self.ends.add(&owners, sign);
        if position.primes_root {
            self.prime_root();
        }
        self.note_hot(&owners, sign);
        self.learn(sign, played);
    }

    fn note_hot(&mut self, owners: &Owners, sign: i32) {
        let Position { tree, critical, .. } = *self.position;
        for at in &self.path {
            let known = (*at, tree.node(*at).own_visits());
            self.hot.note(critical, known, owners, sign);
        }
    }

    /// The root got its children before anything was known of the ends: it is told when it is.
    fn prime_root(&self) {
        let Position { tree, params, .. } = *self.position;
        if self.ends.count() == TOLD_FROM
            && let Some(outlook) = self.outlook()
            && !self.position.root_is_told.swap(true, Relaxed)
        {
            self.tell_root(&outlook);
        }
        if self.ends.count() == PRIME_ROOT_AT && params.priors.ask_the_ends() {
            for child in tree.children(Tree::ROOT) {
                if let Move::Play(point) = child.mv() {
                    child.add_prior(params.priors.by_ends(&self.ends, point));
                }
            }
        }
    }

    /// Gives the root's children the learned visits that they would have got with this outlook.
    fn tell_root(&self, outlook: &Outlook) {
        let Position { game, color, .. } = *self.position;
        let visits = |outlook| {
            let mut visits = [0; Point::AREA];
            let proposer = self.proposer(game.board(), color, self.position.latest, outlook);
            for (mv, prior) in proposer.propose(true) {
                visits[slot(mv)] = prior.visits;
            }
            visits
        };
        let (before, now) = (visits(None), visits(Some(outlook)));
        for child in self.position.tree.children(Tree::ROOT) {
            let at = child.point_index();
            child.change_won(before[at], now[at]);
        }
    }

    /// What the ends tell the learned weights, if there are enough of them and it matters.
    fn outlook(&self) -> Option<Outlook> {
        let is_asked = self.ends.count() >= TOLD_FROM && self.position.params.asks_playouts();
        is_asked.then(|| self.ends.outlook(self.position.game.size()))
    }

    fn proposer<'b>(
        &'b self,
        board: &'b Board,
        color: Color,
        latest: Latest,
        outlook: Option<&'b Outlook>,
    ) -> Proposer<'b> {
        Proposer {
            board,
            color,
            latest,
            params: self.position.params,
            ends: &self.ends,
            outlook,
        }
    }

    /// Walks down to a leaf; expands it where it has earned it.
    fn descend(&mut self, played: &mut u16) -> (Color, Latest, i32) {
        let position = self.position;
        let (tree, params) = (position.tree, position.params);
        let mut turn = position.color;
        let mut latest = position.latest;
        let mut stones_ahead = position.stones_ahead;
        let mut passes = u8::try_from(position.game.consecutive_passes().min(1)).unwrap_or(1);
        let mut at = Tree::ROOT;
        self.path.clear();
        self.path.push(at);
        tree.node(at).enter();
        loop {
            let node = tree.node(at);
            let ripe = at == Tree::ROOT || node.own_visits() >= params.expand_at;
            if ripe && tree.children(at).is_empty() && tree.claim(at) {
                self.expanded += 1;
                self.expand(at, turn, latest, passes);
            }
            if position.asks_knowledge {
                self.tell(at, turn);
            }
            let Some(best) =
                best_child(tree, at, params.rave, self.hot.asked(position.critical, at))
            else {
                break;
            };
            at = tree.first_child(at) + best;
            let child = tree.node(at);
            child.enter();
            self.path.push(at);
            *played += 1;
            let mv = child.mv();
            if self.board.play(turn, mv).is_err() {
                // A repeated ko within the tree: the node is worth nothing here.
                break;
            }
            match mv {
                Move::Pass => {
                    passes += 1;
                    latest = latest.then(None);
                }
                Move::Play(point) => {
                    passes = 0;
                    stones_ahead += position.counting.cost(turn);
                    latest = latest.then(Some(point));
                    let slot = &mut self.first[point.index()];
                    if slot.0 == 0 {
                        *slot = (*played, turn);
                    }
                }
            }
            turn = !turn;
            if passes >= 2 {
                break;
            }
        }
        (turn, latest, stones_ahead)
    }

    fn expand(&self, at: Index, color: Color, latest: Latest, passes: u8) {
        let position = self.position;
        let points = f32::from(position.game.size().points());
        let filled = points - self.board.empty_points().len() as f32;
        let may_pass = passes > 0 || filled >= position.params.pass_from * points;
        let outlook = self.outlook();
        let proposer = self.proposer(&self.board, color, latest, outlook.as_ref());
        let mut moves = proposer.propose(may_pass);
        if at == Tree::ROOT {
            moves.retain(|(mv, _)| !position.game.repeats(color, *mv));
        }
        position.tree.expand(at, &moves);
    }

    /// Tells the children of a node that has earned it what knowledge finds, once.
    fn tell(&mut self, at: Index, color: Color) {
        let Position {
            game, tree, params, ..
        } = *self.position;
        let (node, children) = (tree.node(at), tree.children(at));
        let is_root = at == Tree::ROOT;
        if children.is_empty() {
            return;
        }
        let mut told = Vec::new();
        if params.reading.is_asked()
            && (is_root || node.own_visits() >= params.reading.from)
            && node.claim_telling(Teller::Reading)
        {
            let tactician = self.tactician.get_or_insert_with(reading::reader);
            told = params.reading.advice(tactician, &self.board, color);
        }
        if is_root && params.council.weight > 0 && node.claim_telling(Teller::Council) {
            told.extend(params.council.advice(game, color));
        }
        for (point, prior) in told {
            let mut children = children.iter();
            if let Some(child) = children.find(|child| child.point_index() == point.index()) {
                child.add_prior(prior);
            }
        }
    }

    /// Tells the path: `sign` is 1 if Black has won, -1 if White has, 0 for a drawn game.
    fn learn(&self, sign: i32, played: u16) {
        let tree = self.position.tree;
        let half_wins = |color: Color| match (sign, color) {
            (0, _) => WIN / 2,
            (1, Color::Black) | (-1, Color::White) => WIN,
            _ => 0,
        };
        let mut mover = !self.position.color;
        for (depth, index) in self.path.iter().enumerate() {
            tree.node(*index).leave(half_wins(mover));
            mover = !mover;
            // From here on `mover` is to move at this node: its children learn.
            let depth = depth as u16;
            let rest = u32::from(played.saturating_sub(depth)).max(1);
            for child in tree.children(*index) {
                let (when, who) = self.first[child.point_index()];
                if when > depth && who == mover {
                    let later = u32::from(played - when);
                    let weight = 1 + 3 * later / (rest + 1);
                    child.note_amaf(weight, half_wins(mover));
                }
            }
        }
    }
}

/// The child that promises most.
fn best_child(tree: &Tree, at: Index, rave: f32, asked: Option<Asked<'_>>) -> Option<Index> {
    let mut best = None;
    let mut best_value = f32::NEG_INFINITY;
    for (place, child) in tree.children(at).iter().enumerate() {
        let value = promise(child, rave, asked);
        if value > best_value {
            best_value = value;
            best = Some(place as Index);
        }
    }
    best
}

/// Own results and results as a later move, mixed by how many there are of each.
fn promise(node: &Node, rave: f32, asked: Option<Asked<'_>>) -> f32 {
    let own = node.mean();
    let (mut amaf, mut r) = node.amaf();
    if let Some(asked) = asked {
        (amaf, r) = asked.with(Point::from_index(node.point_index()), (amaf, r));
    }
    if r == 0.0 {
        return own;
    }
    let n = node.visits() as f32;
    let beta = r / (r + n + r * n / rave);
    beta * amaf + (1.0 - beta) * own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::{Group, PatternWeights};
    use crate::rules::Komi;

    /// Likes points the more the less the mover owns them, and nothing else.
    fn fond_of_losses() -> &'static PatternPriors {
        let mut weights = PatternWeights::even(Vec::new());
        for (level, weight) in weights.levels[Group::Owner as usize].iter_mut().enumerate() {
            *weight = if level == 0 { 0.0 } else { 5.0 - level as f32 };
        }
        Box::leak(Box::new(PatternPriors::from(&weights)))
    }

    fn run(worker: &mut Worker<'_>, simulations: u32) {
        let limits = Limits {
            most: simulations,
            done: &AtomicU32::new(0),
            halt: &Halt::new(),
        };
        worker.run(&limits, &mut Rng::from_seed(simulations.into()));
    }

    /// What the root's children were given in advance, by their slots.
    fn given(tree: &Tree) -> Vec<(usize, u32)> {
        let children = tree.children(Tree::ROOT).iter();
        let given = |child: &Node| child.visits() - child.own_visits();
        children
            .map(|child| (child.point_index(), given(child)))
            .collect()
    }

    /// By how many visits given in advance each child has more in `told` than in `untold`.
    fn more_visits(told: &[(usize, u32)], untold: &[(usize, u32)]) -> Vec<u32> {
        let children = told.iter().zip(untold);
        children.map(|(told, untold)| told.1 - untold.1).collect()
    }

    #[test]
    fn a_new_root_is_told_whose_the_points_are_and_a_kept_one_is_not() {
        let game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let params = UctParams {
            patterns: fond_of_losses(),
            ..UctParams::default()
        };
        let tree = Tree::with_capacity(1 << 16);
        let position = Position::new(&game, Color::Black, &tree, &params);
        let mut worker = Worker::new(&position);
        run(&mut worker, TOLD_FROM - 1);
        let before = given(&tree);
        assert!(before.iter().all(|(_, visits)| *visits == before[0].1));
        assert_eq!(worker.outlook(), None);

        run(&mut worker, 1);
        let now = given(&tree);
        let outlook = worker.outlook();
        let proposer = worker.proposer(
            game.board(),
            Color::Black,
            position.latest,
            outlook.as_ref(),
        );
        let proposed = proposer.propose(false).into_iter();
        let expected: Vec<_> = proposed
            .map(|(mv, prior)| (slot(mv), prior.visits))
            .collect();
        assert_eq!(now, expected);
        assert_ne!(now, before);

        run(&mut worker, 100);
        let kept = Position::new(&game, Color::Black, &tree, &params);
        run(&mut Worker::new(&kept), 100);
        assert_eq!(given(&tree), now);
    }

    #[test]
    fn who_reads_tells_a_busy_node_once() {
        let board = crate::rules::diagram::parse(
            ". . . . . . .
             . . X X . . .
             . X O O . . .
             . X O X . . .
             . . X . . . .
             . . . . . . .
             . . . . . . .",
        );
        let game = Game::from_position(board.unwrap(), Color::Black, Komi::default());
        let mut params = UctParams::default();
        let given_with = |params: &UctParams, simulations| {
            let tree = Tree::with_capacity(1 << 16);
            let position = Position::new(&game, Color::Black, &tree, params);
            run(&mut Worker::new(&position), simulations);
            given(&tree)
        };
        let untold = given_with(&params, 1);
        params.reading = ReadingParams {
            urgent: 10,
            hopeless: 0,
            ..params.reading
        };
        params.knowledge.least_lines = 7;
        let told = given_with(&params, 1);
        let more = more_visits(&told, &untold);
        // Seventeen visits for each of the strings that are caught in the net.
        assert!(more.iter().any(|visits| *visits >= 17), "{more:?}");
        assert!(more.iter().all(|visits| visits % 17 == 0), "{more:?}");
        assert_eq!(given_with(&params, 300), told, "it is told again");
    }

    #[test]
    fn the_shipped_search_is_told_by_its_weights_alone() {
        let params = UctParams::default();
        let asks = |lines| params.asks_knowledge(BoardSize::new(lines).unwrap());
        assert!(![9, 13, 19].iter().any(|lines| asks(*lines)));
        assert_eq!(params.priors.book, 0);
    }

    #[test]
    fn the_experts_tell_a_root_once_where_they_have_weight() {
        let game = Game::new(BoardSize::new(13).unwrap(), Komi::default());
        let given_by = |weight, simulations| {
            let mut params = UctParams::default();
            params.council.weight = weight;
            let tree = Tree::with_capacity(1 << 16);
            let position = Position::new(&game, Color::Black, &tree, &params);
            run(&mut Worker::new(&position), simulations);
            given(&tree)
        };
        let told = given_by(40, 1);
        let more = more_visits(&told, &given_by(0, 1));
        assert!(more.iter().any(|visits| *visits > 0), "{more:?}");
        assert!(more.iter().all(|visits| *visits <= 40), "{more:?}");
        assert_eq!(given_by(40, 300), told, "it is told again");
    }

    #[test]
    fn the_weights_of_the_program_decide_whether_playouts_are_asked() {
        let mut params = UctParams::default();
        assert_eq!(params.asks_playouts(), shipped().asks_playouts());
        params.patterns = fond_of_losses();
        assert!(params.asks_playouts());
        (params.priors.learned, params.priors.learned_large) = (0, 0);
        assert!(!params.asks_playouts(), "nothing learned is asked");
    }
}
