//! The life-and-death search: whether a group that is surrounded, or nearly, is killed or lives,
//! whoever moves first.
//!
//! A [`Siege`] says what is asked: the stones, the region where it is fought out, and the stones
//! around that count as alive. The same proof-number search as for strings tries the points that
//! matter there (of the eye spaces, their gaps, captures, cuts, ways out), within a [`Budget`].
//! A group lives by eyes that nothing can take, by seki, by joining a living friend or by running
//! out; it is dead when most of its stones are captured, or when what it may still get is one eye
//! that is no life (small spaces are played out to the end). Ko is told apart as for strings. The
//! name is that of GNU Go's commands for the same questions.

mod goal;
mod inside;
mod moves;
mod scene;
mod siege;

pub(super) use inside::Spaces;
pub use siege::Siege;

use super::answer::{Answer, Verdict};
use super::budget::Budget;
use super::proof::Side;
use super::reader::Tactician;
use crate::rules::{Board, Move};
use goal::Kill;

impl Tactician {
    /// Whether the opponent of a group, moving first, kills it.
    #[must_use]
    pub fn kill(&mut self, board: &Board, siege: &Siege, budget: Budget) -> Answer {
        self.read_life(board, siege, budget, Side::Prover)
    }

    /// Whether the owner of a group, moving first, lives; by a pass where it is not killed anyway.
    #[must_use]
    pub fn live(&mut self, board: &Board, siege: &Siege, budget: Budget) -> Answer {
        let attack = self.kill(board, siege, budget);
        if attack.is_complete && !attack.verdict.works() {
            return Answer {
                verdict: Verdict::Succeeds,
                mv: Some(Move::Pass),
                ..attack
            };
        }
        let answer = self.read_life(board, siege, budget, Side::Refuter);
        Answer {
            positions: answer.positions + attack.positions,
            ..answer
        }
    }

    fn read_life(&mut self, board: &Board, siege: &Siege, budget: Budget, first: Side) -> Answer {
        let spaces = std::mem::take(&mut self.spaces);
        let goal = Kill {
            siege,
            spaces: &spaces,
        };
        let answer = self.read(board, &goal, first, budget);
        self.spaces = spaces;
        answer
    }
}

#[cfg(test)]
mod tests;
impl Tactician {
    pub fn debug_moves(&mut self, board: &Board, siege: &Siege) {
        use super::prover::Goal;
        let spaces = Spaces::default();
        let goal = Kill { siege, spaces: &spaces };
        let mut slate = super::slate::Slate::new();
        slate.copy(board);
        println!("region {:?}\nopen {:?}\nhunters {:?} friends {:?}", siege.mask, siege.open, siege.hunters, siege.friends);
        let sc = scene::Scene::new(siege, &slate);
        println!("left {} spaces {:?}\nmargin {:?} leaks {:?}", sc.left, sc.spaces, sc.margin, sc.leaks());
        for side in [Side::Prover, Side::Refuter] {
            let mut m = super::moves::Moves::new();
            println!("{side:?} estimate {:?}", goal.estimate(&slate, side));
            goal.moves(&slate, side, &mut m);
            for p in m.iter() {
                if slate.permission(goal.color(side), p) != super::slate::Permission::Allowed { continue; }
                slate.play(goal.color(side), p);
                print!("{p}:{:?} ", { let e = goal.estimate(&slate, side.other()); (e.pn, e.dn) });
                slate.undo();
            }
            println!();
        }
    }
}
