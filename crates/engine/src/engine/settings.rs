//! The settings of an engine.

use super::evolved::{EvolvedChoice, StaticPlayer};
use super::{NetSkill, Resignation};
use crate::net::NetChoice;
use crate::search::{PuctParams, UctParams};
use sgmp_board::rules::{BoardSize, Color, Game, Komi};
use sgmp_knowledge::experts::{MoveSelector, Skill};
use sgmp_knowledge::move_weights::MovePriors;

/// The way an engine chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayMode {
    /// By a tree search.
    Search,
    /// By the experts, without a search, with this skill.
    Experts(Skill),
    /// By the learned move weights alone: the likeliest move.
    Shapes,
    /// By a look at each point, always the same.
    Static(StaticPlayer),
    /// By an evolved net.
    Evolved(EvolvedChoice),
}

impl PlayMode {
    /// Unpacks the embedded data that this mode needs, so that the first move does not wait for it: some
    /// 20 ms once. A search unpacks its own in the time of its first move.
    pub fn get_ready(self) {
        match self {
            Self::Search | Self::Static(_) | Self::Evolved(_) => {}
            Self::Shapes => _ = MovePriors::embedded(),
            Self::Experts(_) => {
                let game = Game::new(BoardSize::NINETEEN, Komi::default());
                let _ = MoveSelector::new().suggest(&game, Color::Black, 0);
            }
        }
    }
}

/// The settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Seed of all chance.
    pub seed: u64,
    /// The way it chooses its moves.
    pub mode: PlayMode,
    /// The net that a search asks; without one it plays games out.
    pub net: Option<NetChoice>,
    /// Parameters of a search with a net.
    pub puct: PuctParams,
    /// Greatest number of playouts, or of the net's evaluations, for a move; without one only the `StopFlag` ends a search.
    pub playouts: Option<u32>,
    /// A weaker player's way with the net, in place of so many evaluations; none plays as well as it can.
    pub net_skill: Option<NetSkill>,
    /// The rule for resigning; `None` plays on to the end.
    pub resign: Option<Resignation>,
    /// Parameters of the search.
    pub uct: UctParams,
    /// Number of threads that search one tree.
    pub threads: usize,
    /// Bytes for the tree.
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            mode: PlayMode::Search,
            net: None,
            puct: PuctParams::default(),
            playouts: None,
            net_skill: None,
            resign: Some(Resignation::default()),
            uct: UctParams::default(),
            threads: 1,
            memory: 32 << 20,
        }
    }
}
