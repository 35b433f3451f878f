//! What the nodes of the tree are told besides the results of simulations, and when.

use std::sync::atomic::Ordering::Relaxed;

use super::{Position, Worker};
use crate::knowledge::Outlook;
use crate::rules::{Color, Move, Point};
use crate::search::priors::slot;
use crate::search::tree::{Index, Teller, Tree};
use crate::search::{book, reading};

/// Ends after which the children of a new root are told what is critical.
const PRIME_ROOT_AT: u32 = 500;

/// Ends from which on the learned weights are told what they say.
const TOLD_FROM: u32 = 64;

impl Worker<'_> {
    /// The root got its children before anything was known of the ends: it is told when it is.
    pub(super) fn prime_root(&self) {
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
    pub(super) fn outlook(&self) -> Option<Outlook> {
        let is_asked = self.ends.count() >= TOLD_FROM && self.position.params.asks_playouts();
        is_asked.then(|| self.ends.outlook(self.position.game.size()))
    }

    /// Tells the children of a node that has earned it what knowledge finds, once.
    pub(super) fn tell(&mut self, at: Index, color: Color) {
        let Position {
            game,
            tree,
            params,
            asks_knowledge,
            ..
        } = *self.position;
        let (node, children) = (tree.node(at), tree.children(at));
        let is_root = at == Tree::ROOT;
        if children.is_empty() {
            return;
        }
        let mut told = Vec::new();
        if asks_knowledge
            && params.reading.is_asked()
            && (is_root || node.own_visits() >= params.reading.from)
            && node.claim_telling(Teller::Reading)
        {
            let tactician = self.tactician.get_or_insert_with(reading::reader);
            told = params.reading.advice(tactician, &self.board, color);
        }
        if is_root
            && asks_knowledge
            && params.council.weight > 0
            && node.claim_telling(Teller::Council)
        {
            told.extend(params.council.advice(game, color));
        }
        if is_root && params.priors.book > 0 && node.claim_telling(Teller::Book) {
            told.extend(book::advice(game.board(), color, params.priors.book));
        }
        for (point, prior) in told {
            let mut children = children.iter();
            if let Some(child) = children.find(|child| child.point_index() == point.index()) {
                child.add_prior(prior);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;
    use crate::knowledge::{Group, PatternPriors, PatternWeights, shipped};
    use crate::rng::Rng;
    use crate::rules::{BoardSize, Game, Komi};
    use crate::search::Halt;
    use crate::search::reading::ReadingParams;
    use crate::search::tree::Node;
    use crate::search::uct::{Limits, UctParams};

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
    fn the_book_tells_a_root_once_and_no_other_node() {
        let game = Game::new(BoardSize::NINETEEN, Komi::default());
        let mut params = UctParams::default();
        let told_by = |params: &UctParams, simulations| {
            let tree = Tree::with_capacity(1 << 16);
            let position = Position::new(&game, Color::Black, &tree, params);
            let mut worker = Worker::new(&position);
            run(&mut worker, simulations);
            let told = given(&tree);
            let children = tree.children(Tree::ROOT).iter();
            let others = children.filter(|child| !child.claim_telling(Teller::Book));
            (told, others.count())
        };
        let (untold, _) = told_by(&params, 1);
        params.priors.book = 100;
        let (told, others) = told_by(&params, 1);
        let more = told.iter().zip(&untold);
        let more = more.map(|((at, told), (_, untold))| (*at, told - untold));
        let more: Vec<_> = more.filter(|(_, visits)| *visits > 0).collect();
        let advice = book::advice(game.board(), Color::Black, 100);
        let advice = advice.iter();
        let expected: Vec<_> = advice
            .map(|(at, prior)| (at.index(), prior.visits))
            .collect();
        assert!(!expected.is_empty());
        assert!(
            expected.iter().all(|known| more.contains(known)),
            "{more:?}"
        );
        assert_eq!(more.len(), expected.len());
        assert_eq!(others, 0);
        assert_eq!(told_by(&params, 300), (told, 0), "it is told again");
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
