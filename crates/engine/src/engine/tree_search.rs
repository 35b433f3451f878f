//! The tree search of an engine: with its net, or by playouts where no net plays.

use std::time::Duration;

use super::timing::ClockPoll;
use super::{NetChoice, Settings, Timing};
use crate::net::Evaluation;
use crate::search::{AvoidedMoves, NetSearcher, SearchResult, Searcher};
use crate::time_control::{Effort, SearchProgress, Spending, SpendingStep};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game};
use sgmp_board::stop_flag::StopFlag;

/// A search and its tree, which is kept from move to move.
pub(super) enum TreeSearch {
    Playouts(Searcher),
    Net(NetChoice, Box<NetSearcher>),
}

impl TreeSearch {
    /// A search with a net, or by playouts without one; no game is known yet.
    pub(super) fn new(net: Option<NetChoice>, settings: &Settings) -> Self {
        let Settings {
            memory,
            threads,
            puct,
            uct,
            ..
        } = *settings;
        match net {
            Some(net) => Self::Net(net, Box::new(NetSearcher::new(net, memory, threads, puct))),
            None => Self::Playouts(Searcher::new(memory, threads, uct)),
        }
    }

    /// Returns whether it searches with this net, or without one.
    pub(super) fn is_with(&self, net: Option<NetChoice>) -> bool {
        match self {
            Self::Playouts(_) => net.is_none(),
            Self::Net(own, _) => net == Some(*own),
        }
    }

    /// Leaves these moves out from now on; a search by playouts looks into all.
    pub(super) fn avoid(&mut self, moves: &AvoidedMoves) {
        if let Self::Net(_, searcher) = self {
            searcher.avoid(moves);
        }
    }

    /// Searches until so many playouts or evaluations are made, or `halt` is requested.
    pub(super) fn search(
        &mut self,
        game: &Game,
        color: Color,
        rng: &Rng,
        halt: &StopFlag,
        most: u32,
    ) -> SearchResult {
        match self {
            Self::Playouts(searcher) => searcher.search(game, color, rng, halt, most),
            Self::Net(_, searcher) => searcher.search(game, color, halt, most),
        }
    }

    /// Searches as [`Self::search`] does, and reads the clock now and then where time matters: the search leaves
    /// `rest` of it for what follows.
    pub(super) fn search_timed(
        &mut self,
        game: &Game,
        color: Color,
        rng: &Rng,
        halt: &StopFlag,
        most: u32,
        (timing, rest): (&Timing<'_>, Duration),
    ) -> SearchResult {
        if let Effort::Counted { .. } = timing.effort {
            return self.search(game, color, rng, halt, most);
        }
        let mut spending = Spending::new(timing.effort, most);
        let mut poll = ClockPoll::new(timing, rest);
        if let Self::Net(net, _) = self {
            poll = poll.slower(net.evaluations_per_clock_read());
        }
        let first = poll.next_after().min(most);
        let watch = |progress: &SearchProgress| {
            let step = spending.step(poll.read(), progress);
            let left = most.saturating_sub(progress.playouts);
            (step == SpendingStep::GoOn).then(|| poll.next_after().min(left))
        };
        match self {
            Self::Playouts(searcher) => {
                let stats = searcher.search_watched(game, color, rng, halt, first, watch);
                searcher.result(stats)
            }
            Self::Net(_, searcher) => searcher.search_watched(game, color, halt, first, watch),
        }
    }

    /// The net's judgment of the position that was searched last; `None` without a net.
    pub(super) fn root_evaluation(&self) -> Option<&Evaluation> {
        match self {
            Self::Playouts(_) => None,
            Self::Net(_, searcher) => searcher.root_evaluation(),
        }
    }
}
