//! The goal of killing a group.

use super::super::budget::Budget;
use super::super::moves::Moves;
use super::super::proof::{Proof, Side};
use super::super::prover::Goal;
use super::super::slate::Slate;
use super::inside::{Inside, Spaces, Turn};
use super::moves::Trial;
use super::scene::{Scene, Space};
use super::siege::Siege;
use crate::rules::Color;

/// Points of a closed space in which nobody has played that are life in any case.
const AMPLE: usize = 8;

/// Points that are left of all spaces when their gaps are lost, and are life in any case.
const VAST: usize = 12;
/// The same where the group is in pieces.
const VASTER: usize = 18;
/// Points that an enemy stone in a space takes from it.
const ROOM_OF_FOE: usize = 3;

/// Half eyes beyond which more make a group no harder to kill.
const ENOUGH: u32 = 5;

/// To kill a group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kill<'a> {
    pub(super) siege: &'a Siege,
    pub(super) spaces: &'a Spaces,
}

impl Goal for Kill<'_> {
    fn color(&self, side: Side) -> Color {
        match side {
            Side::Prover => !self.siege.color,
            Side::Refuter => self.siege.color,
        }
    }

    fn estimate(&self, slate: &Slate, to_move: Side) -> Proof {
        let mut scene = Scene::outline(self.siege, slate);
        if scene.left < self.siege.least {
            return Proof::PROVED;
        }
        if self.is_out(&scene, to_move) {
            return Proof::REFUTED;
        }
        scene.fill_in();
        if self.lives(&scene, to_move) {
            return Proof::REFUTED;
        }
        if self.is_lost(&scene, to_move) {
            return Proof::PROVED;
        }
        self.guess(&scene, to_move)
    }

    fn is_thorough(&self) -> bool {
        true
    }

    /// A position of a siege takes longer to judge than one of a capture.
    fn most_positions(&self, budget: Budget) -> u32 {
        budget.decisions.saturating_mul(16).saturating_add(100)
    }

    fn in_doubt(&self, _: Side) -> Side {
        Side::Refuter
    }

    fn moves(&self, slate: &Slate, to_move: Side, moves: &mut Moves) {
        let scene = Scene::new(self.siege, slate);
        let trial = Trial {
            siege: self.siege,
            scene: &scene,
            slate,
        };
        trial.collect(moves);
        moves.may_pass = to_move == Side::Refuter || slate.ko().is_some();
    }
}

impl Kill<'_> {
    /// Whether the group has joined a friend or run out.
    fn is_out(&self, scene: &Scene<'_>, to_move: Side) -> bool {
        if scene.cluster_weight() < self.siege.least {
            return false;
        }
        let needed = match to_move {
            Side::Refuter => 1,
            Side::Prover => 2,
        };
        scene.has_joined() || scene.exits.len() >= needed
    }

    /// Whether it lives where it is.
    fn lives(&self, scene: &Scene<'_>, to_move: Side) -> bool {
        scene.lives_for_ever()
            || Self::has_plenty(scene)
            || scene.spaces.iter().any(|space| {
                scene.is_solid(space)
                    && match self.outcome(scene, space, to_move) {
                        Some(inside) => inside == Inside::Alive,
                        None => space.size >= AMPLE && space.foes == 0,
                    }
            })
    }

    /// Whether it has so much room that it need not be read.
    fn has_plenty(scene: &Scene<'_>) -> bool {
        let room = |space: &Space| space.sure.len().saturating_sub(ROOM_OF_FOE * space.foes);
        let room: usize = scene.spaces.iter().map(room).sum();
        room >= if scene.is_whole() { VAST } else { VASTER }
    }

    fn outcome(&self, scene: &Scene<'_>, space: &Space, to_move: Side) -> Option<Inside> {
        let turn = match to_move {
            Side::Prover => Turn::Opponent,
            Side::Refuter => Turn::Owner,
        };
        let outcomes = scene.play_out(self.spaces, space.points, scene.outside(space))?;
        Some(outcomes.of(turn))
    }

    /// Whether all that it may still get, were every gap closed for nothing, is no life.
    fn is_lost(&self, scene: &Scene<'_>, to_move: Side) -> bool {
        if scene.may_run(to_move) || scene.may_race() {
            return false;
        }
        match scene.spaces.as_slice() {
            [] => true,
            [space] if scene.has_friend_at(space.points) => false,
            [space] => self.outcome(scene, space, to_move) == Some(Inside::Dead),
            _ => false,
        }
    }

    /// How hard it is to kill, and to save.
    fn guess(&self, scene: &Scene<'_>, to_move: Side) -> Proof {
        let (mut hoped, mut sure) = (0, 0);
        for space in &scene.spaces {
            if hoped >= ENOUGH && sure >= ENOUGH {
                break;
            }
            let whole = scene.half_eyes_of(self.spaces, space.points);
            hoped += whole;
            sure += match space.sure == space.points {
                true => whole,
                false => scene.half_eyes(self.spaces, space.sure),
            };
        }
        let ways_out = scene.leaks.len() as u32;
        let to_move = u32::from(to_move == Side::Refuter);
        let life = hoped.min(ENOUGH) + sure.min(ENOUGH) + to_move + ways_out.min(4);
        let pn = 1 + life * life / 4;
        let dn = 1 + (14 - life.min(13)).pow(2) / 8;
        Proof::open(pn, dn)
    }
}
