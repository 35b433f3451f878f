//! A plain Monte-Carlo player: playouts for each move, the best ones more often.
//!
//! Playouts from the position itself come first and give every point's owner and every move's
//! worth as a later move of a playout (all moves as first, Brügmann 1993). Then each playout
//! starts with the move that looks best, its own results weighing more the more there are (Gelly
//! and Silver 2007). A point whose owner the playouts agree on is settled: playing there loses a
//! point in Japanese counting, so when no other move is left the player passes.

use super::candidates::candidates;
use super::{Halt, Ownership, Params, play_out};
use crate::rng::Rng;
use crate::rules::{Board, Color, Game, Move, Point};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The move to make.
    pub mv: Move,
    /// The part of playouts that were won, after the move if it was tried: 0 to 1; one half if
    /// there were none.
    pub value: f32,
    /// Playouts done.
    pub playouts: u32,
}

/// Looks for the best move of `color` until `most` playouts are done or `halt` is requested.
///
/// The answer depends on the game, the state of `rng`, the parameters and the number of playouts
/// alone. `halt` is looked at before each playout: at most some 50 microseconds pass. The move is
/// legal, fills no own eye of one point, and repeats no position of the game.
#[must_use]
pub fn search(
    game: &Game,
    color: Color,
    params: &Params,
    rng: &mut Rng,
    halt: &Halt,
    most: u32,
) -> Finding {
    let mut root = Root::new(game, color, params, rng);
    while root.ownership.playouts() < most && !halt.is_requested() {
        root.play_once(rng);
    }
    root.finding()
}

/// A move and what its playouts gave.
#[derive(Clone, Copy)]
struct Arm {
    point: Point,
    own: Results,
    amaf: Results,
}

/// Playouts and what they were worth together.
#[derive(Clone, Copy, Default)]
struct Results {
    playouts: f32,
    worth: f32,
    wins: f32,
}

impl Results {
    fn add(&mut self, outcome: Outcome) {
        self.playouts += 1.0;
        self.worth += outcome.worth;
        self.wins += outcome.win;
    }

    /// Mean worth after `start` further playouts of the worth `even`.
    fn mean(&self, start: f32, even: f32) -> f32 {
        (self.worth + start * even) / (self.playouts + start)
    }
}

/// The end of a playout as the searching side sees it, each 0 to 1.
#[derive(Clone, Copy)]
struct Outcome {
    win: f32,
    worth: f32,
}

struct Root<'a> {
    game: &'a Game,
    color: Color,
    params: &'a Params,
    arms: Vec<Arm>,
    all: Results,
    ownership: Ownership,
    /// The board playouts happen on, kept to copy into.
    scratch: Board,
}

impl<'a> Root<'a> {
    fn new(game: &'a Game, color: Color, params: &'a Params, rng: &mut Rng) -> Self {
        let arm = |point| Arm {
            point,
            own: Results::default(),
            amaf: Results::default(),
        };
        Self {
            game,
            color,
            params,
            arms: candidates(game, color, rng).into_iter().map(arm).collect(),
            all: Results::default(),
            ownership: Ownership::default(),
            scratch: game.board().clone(),
        }
    }

    /// One playout, from the position or from its best move.
    fn play_once(&mut self, rng: &mut Rng) {
        let probing = self.ownership.playouts() < self.params.probes;
        let chosen = if probing { None } else { self.most_promising() };
        self.scratch.clone_from(self.game.board());
        let mut first_there = [None; Point::AREA];
        let mut turn = self.color;
        if let Some(arm) = chosen {
            let point = self.arms[arm].point;
            first_there[point.index()] = Some(self.color);
            if self.scratch.play(self.color, Move::Play(point)).is_ok() {
                turn = !turn;
            }
        }
        play_out(&mut self.scratch, turn, rng, |color, point| {
            first_there[point.index()].get_or_insert(color);
        });
        let lead = self.ownership.add(&self.scratch);
        let outcome = self.outcome(lead);
        self.all.add(outcome);
        if let Some(arm) = chosen {
            self.arms[arm].own.add(outcome);
        }
        for arm in &mut self.arms {
            if first_there[arm.point.index()] == Some(self.color) {
                arm.amaf.add(outcome);
            }
        }
    }

    /// What Black's lead by area means to the searching side.
    fn outcome(&self, lead: i32) -> Outcome {
        let black = lead * 2 - i32::from(self.game.komi().half_points());
        let own = match self.color {
            Color::Black => black,
            Color::White => -black,
        };
        let win = match own {
            0 => 0.5,
            1.. => 1.0,
            _ => 0.0,
        };
        let points = f32::from(self.game.size().points());
        let part = (0.5 + own as f32 / (4.0 * points)).clamp(0.0, 1.0);
        let weight = self.params.lead_weight;
        Outcome {
            win,
            worth: (1.0 - weight) * win + weight * part,
        }
    }

    /// The unsettled move that looks best; `None` if there is none.
    fn most_promising(&self) -> Option<usize> {
        let even = self.all.mean(1.0, 0.5);
        let threshold = self.settled_from();
        let looks = |arm: &Arm| {
            let start = self.params.even_start;
            let trust = self.params.amaf_until / (self.params.amaf_until + arm.own.playouts);
            trust * arm.amaf.mean(start, even) + (1.0 - trust) * arm.own.mean(start, even)
        };
        let open = self.arms.iter().enumerate();
        open.filter(|(_, arm)| !self.is_settled(arm.point, threshold))
            .map(|(i, arm)| (i, looks(arm)))
            .max_by(|(_, a), (_, b)| a.total_cmp(b))
            .map(|(i, _)| i)
    }

    /// The unsettled move with the most playouts, or a pass.
    fn finding(&self) -> Finding {
        let threshold = self.settled_from();
        let open = self
            .arms
            .iter()
            .filter(|arm| !self.is_settled(arm.point, threshold));
        let best = open.max_by(|a, b| a.own.playouts.total_cmp(&b.own.playouts));
        let results = match best {
            Some(arm) if arm.own.playouts > 0.0 => arm.own,
            _ => self.all,
        };
        Finding {
            mv: best.map_or(Move::Pass, |arm| Move::Play(arm.point)),
            value: if results.playouts > 0.0 {
                results.wins / results.playouts
            } else {
                0.5
            },
            playouts: self.ownership.playouts(),
        }
    }

    fn settled_from(&self) -> f32 {
        self.params
            .settled_after(self.game.move_count(), self.game.size().points())
    }

    /// Whether the playouts agree on a point's owner.
    fn is_settled(&self, point: Point, threshold: f32) -> bool {
        self.ownership.certainty(point) >= threshold
    }
}
