//! Labels by a net in this process: its games against itself, or the positions of given games.
//!
//! A thread takes a game at a time. Game `n` depends on the seed and on `n` alone, and games are taken in their
//! order, so that neither the threads nor their speed change a file.

use std::ops::ControlFlow;

use super::label_run::{Harvest, LabelPlan};
use super::labelled_game::{LabelledEnd, LabelledGame};
use super::net_labels::net_label;
use super::self_playing_game::{OWNERS_EVERY, SelfPlayingGame};
use sgmp_board::rng::Rng;
use sgmp_board::shared_work::share_in_order;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::net::inputs::legal_points;
use sgmp_engine::net::{NetChoice, NetPast, NetReader};

/// The games whose positions a net labels.
#[derive(Debug)]
pub enum LabelSource {
    /// Its games against itself, as many as it takes.
    SelfPlay,
    /// Games that were played; their labels are not looked at.
    Given(Vec<LabelledGame>),
}

impl LabelSource {
    /// Positions to label where no number is asked for.
    pub fn positions(&self) -> u64 {
        match self {
            Self::SelfPlay => 100_000,
            Self::Given(games) => games.iter().map(|game| game.moves.len() as u64).sum(),
        }
    }

    fn has(&self, number: u64) -> bool {
        match self {
            Self::SelfPlay => true,
            Self::Given(games) => number < games.len() as u64,
        }
    }
}

/// The work of a thread.
struct Labeller<'a> {
    source: &'a LabelSource,
    rng: &'a Rng,
    net: NetReader,
    stops: [&'a StopFlag; 2],
}

/// Labels positions until there are enough of them or the games are over; the last game is cut off.
/// `sink` gets the games a file at a time; `tick` hears how many positions there are. Returns their number.
pub fn label_by_net(
    plan: &LabelPlan,
    net: NetChoice,
    source: &LabelSource,
    halt: &StopFlag,
    mut sink: impl FnMut(Vec<LabelledGame>),
    mut tick: impl FnMut(u64),
) -> u64 {
    let mut harvest = Harvest::new(plan.shard, &mut sink);
    let rng = Rng::from_seed(plan.seed);
    let enough = StopFlag::new();
    let worker = || {
        let mut labeller = Labeller {
            source,
            rng: &rng,
            net: NetReader::new(net),
            stops: [halt, &enough],
        };
        move |number| (!labeller.is_stopped()).then(|| labeller.label(number))
    };
    let numbers = (0..).take_while(|number| source.has(*number));
    share_in_order(plan.jobs, numbers, &enough, worker, |game| {
        if let Some(mut game) = game {
            let left = plan.positions.saturating_sub(harvest.positions());
            cut(&mut game, left as usize);
            harvest.take(game);
        }
        tick(harvest.positions());
        match harvest.positions() >= plan.positions {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    harvest.flush();
    harvest.positions()
}

/// Breaks a game off after so many moves.
fn cut(game: &mut LabelledGame, moves: usize) {
    if game.moves.len() > moves {
        game.moves.truncate(moves);
        game.labels.truncate(moves);
        game.end = LabelledEnd::CutOff;
    }
}

impl Labeller<'_> {
    fn is_stopped(&self) -> bool {
        self.stops.iter().any(|stop| stop.is_requested())
    }

    /// Game `number`, as far as it went when a stop was asked for; `None` if there is none of the number.
    fn label(&mut self, number: u64) -> Option<LabelledGame> {
        match self.source {
            LabelSource::SelfPlay => {
                let mut game = SelfPlayingGame::begin(number, self.rng)?;
                while !self.is_stopped() && game.judge(&mut self.net).is_none() {}
                Some(game.finish())
            }
            LabelSource::Given(games) => {
                let game = games.get(usize::try_from(number).ok()?)?;
                Some(self.judge_all(number, game))
            }
        }
    }

    fn judge_all(&mut self, number: u64, given: &LabelledGame) -> LabelledGame {
        let mut rng = self.rng.split(&format!("game {number}"));
        let mut past = NetPast::default();
        let mut game = given.clone();
        game.labels.clear();
        // A game that cannot be played on ends there.
        let _ = given.replay(|board, situation, number| {
            if self.is_stopped() {
                return;
            }
            let legal = legal_points(board, situation);
            let judgment = self.net.evaluate(board, situation, &past);
            let with_owners = rng.below(OWNERS_EVERY) == 0;
            game.labels.push(net_label(&judgment, &legal, with_owners));
            if let Ok(mv) = given.move_at(given.moves[number]) {
                self.net.leave(&mut past, board, situation, mv, 0);
            }
        });
        let labelled = game.labels.len();
        cut(&mut game, labelled);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::labels::labels_file::{read_labels, write_labels};
    use sgmp_engine::net::Network;

    fn labelled(jobs: usize, positions: u64, source: &LabelSource) -> Vec<LabelledGame> {
        let plan = LabelPlan {
            positions,
            shard: 40,
            seed: 3,
            jobs,
        };
        let mut games = Vec::new();
        let sink = |some| games.extend(some);
        let net = NetChoice::embedded();
        let made = label_by_net(&plan, net, source, &StopFlag::new(), sink, |_| {});
        let found: usize = games.iter().map(|game| game.moves.len()).sum();
        assert_eq!(made, found as u64);
        games
    }

    #[test]
    fn games_of_a_net_are_legal_and_do_not_depend_on_the_threads() {
        let games = labelled(1, 90, &LabelSource::SelfPlay);
        assert_eq!(games, labelled(3, 90, &LabelSource::SelfPlay));
        assert_eq!(
            games.iter().map(|game| game.labels.len()).sum::<usize>(),
            90
        );
        for game in &games {
            game.replay(|_, _, _| {}).expect("a legal game");
        }
        let bytes = write_labels(&games).expect("packed");
        assert_eq!(read_labels(&bytes).expect("read"), games);
    }

    #[test]
    fn given_games_keep_their_moves_and_get_labels() {
        let mut given = labelled(1, 40, &LabelSource::SelfPlay);
        given.truncate(1);
        let all = given[0].clone();
        given[0].labels.clear();
        let source = LabelSource::Given(given);
        let again = labelled(2, 1000, &source);
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].moves, all.moves);
        for (one, other) in again[0].labels.iter().zip(&all.labels) {
            assert_eq!((&one.policy, one.win), (&other.policy, other.win));
        }
        let cut = labelled(2, 7, &source);
        assert_eq!((cut[0].labels.len(), cut[0].end), (7, LabelledEnd::CutOff));
    }

    #[test]
    fn a_label_holds_what_the_net_says() {
        let games = labelled(1, 12, &LabelSource::SelfPlay);
        let game = &games[0];
        let mut net = NetReader::new(NetChoice::embedded());
        let mut compared = 0;
        let looked_at = game.replay(|board, situation, number| {
            let label = &game.labels[number];
            let judgment = net.evaluate(board, situation, &NetPast::default());
            assert!((f32::from(label.win) / 65535.0 - judgment.win).abs() < 1e-4);
            assert!((f32::from(label.score) / 16.0 - judgment.score).abs() <= 1.0 / 32.0);
            let shares = label
                .policy
                .iter()
                .map(|(_, root)| f32::from(*root).powi(2));
            assert!((shares.sum::<f32>() / 65025.0) > 0.9);
            assert!(label.policy.is_sorted_by_key(|(_, root)| 255 - root));
            assert!(number > 0 || board.size().lines() >= Network::MIN_LINES);
            compared += 1;
        });
        looked_at.expect("a legal game");
        assert_eq!(compared, 12);
    }
}
