//! A plain Monte-Carlo player: playouts for each move, the best ones more often.
//!
//! Some playouts, the first ones and then each fourth, are probes: they start from the position
//! itself with either side to move and tell whose each point becomes. All give every move's worth
//! as a later move of a playout (all moves as first, Brügmann 1993). The other playouts start with
//! the move that looks best, its own results weighing more the more there are (Gelly and Silver
//! 2007). A point whose owner the probes agree on is settled: playing there loses a point in
//! Japanese counting, so when no other move is left the player passes.

use super::candidates::candidates;
use super::ending::Ending;
use super::ownership::lead;
use super::prior::bonus;
use super::{Halt, Ownership, Params, play_out};
use crate::rng::Rng;
use crate::rules::{Board, Color, Game, Move, Point};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The move to make.
    pub mv: Move,
    /// The part of playouts that were won, after the move if it was tried often: 0 to 1; one half
    /// if there were none.
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
    while root.all.playouts < most && !halt.is_requested() {
        root.play_once(rng);
    }
    root.finding()
}

/// Each so many playouts one is a probe.
const PROBE_EACH: u32 = 4;

/// From how many playouts on a move's own results say more about its value than those of all.
const TELLING: u32 = 100;

/// A move and what its playouts gave.
#[derive(Clone, Copy)]
struct Arm {
    point: Point,
    /// By how much its worth is expected to be above the average.
    bonus: f32,
    own: Results,
    amaf: Results,
}

/// Playouts and what they were worth together.
#[derive(Clone, Copy, Default)]
struct Results {
    playouts: u32,
    worth: f64,
    wins: f64,
}

impl Results {
    fn add(&mut self, outcome: Outcome) {
        self.playouts += 1;
        self.worth += f64::from(outcome.worth);
        self.wins += f64::from(outcome.win);
    }

    /// Mean worth after `start` further playouts of the worth `even`.
    fn mean(&self, start: f32, even: f32) -> f32 {
        let (start, even) = (f64::from(start), f64::from(even));
        ((self.worth + start * even) / (f64::from(self.playouts) + start)) as f32
    }

    /// Part of the playouts won; one half of none.
    fn value(&self) -> f32 {
        match self.playouts {
            0 => 0.5,
            playouts => (self.wins / f64::from(playouts)) as f32,
        }
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
    /// Whose the points are after probes. Other playouts would call settled whatever a first move
    /// settles.
    ownership: Ownership,
    /// The board playouts happen on, kept to copy into.
    scratch: Board,
}

impl<'a> Root<'a> {
    fn new(game: &'a Game, color: Color, params: &'a Params, rng: &mut Rng) -> Self {
        let arm = |point| Arm {
            point,
            bonus: bonus(game, color, point),
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

    /// One playout, a probe or from the best move.
    fn play_once(&mut self, rng: &mut Rng) {
        let done = self.all.playouts;
        let probing = done < self.params.probes || done.is_multiple_of(PROBE_EACH);
        let chosen = if probing { None } else { self.most_promising() };
        let mut first_there = [None; Point::AREA];
        let seen = |color, point: Point| {
            first_there[point.index()].get_or_insert(color);
        };
        match chosen {
            Some(arm) => self.play_arm(arm, rng, seen),
            None => self.probe(rng, seen),
        }
        let outcome = self.outcome(lead(&self.scratch));
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

    /// A playout that starts with a move.
    fn play_arm(&mut self, arm: usize, rng: &mut Rng, mut seen: impl FnMut(Color, Point)) {
        let point = self.arms[arm].point;
        self.scratch.clone_from(self.game.board());
        // Candidates are legal.
        let _ = self.scratch.play(self.color, Move::Play(point));
        seen(self.color, point);
        play_out(&mut self.scratch, !self.color, Some(point), rng, seen);
    }

    /// A playout from the position, either side beginning in turn.
    fn probe(&mut self, rng: &mut Rng, seen: impl FnMut(Color, Point)) {
        self.scratch.clone_from(self.game.board());
        let (first, last) = if self.ownership.playouts().is_multiple_of(2) {
            (self.color, self.latest())
        } else {
            (!self.color, None)
        };
        play_out(&mut self.scratch, first, last, rng, seen);
        self.ownership.add(&self.scratch);
    }

    /// The opponent's latest stone, if that was the latest move.
    fn latest(&self) -> Option<Point> {
        match self.game.last_move() {
            Some((color, Move::Play(point))) if color != self.color => Some(point),
            _ => None,
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
            let trust = self.params.amaf_until / (self.params.amaf_until + arm.own.playouts as f32);
            let expected = even + arm.bonus;
            trust * arm.amaf.mean(start, expected) + (1.0 - trust) * arm.own.mean(start, expected)
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
        let best = open.max_by_key(|arm| arm.own.playouts);
        let results = match best {
            Some(arm) if arm.own.playouts >= TELLING => arm.own,
            _ => self.all,
        };
        let value = results.value();
        Finding {
            mv: self.last_word(best, value),
            value,
            playouts: self.all.playouts,
        }
    }

    /// The best unsettled move, unless a pass ends the game and wins it; without one, a move that
    /// closes a border, or a pass.
    fn last_word(&self, best: Option<&Arm>, value: f32) -> Move {
        let ending = || Ending::now(self.game, &self.ownership);
        let answers_pass = self.game.consecutive_passes() == 1 && value >= self.params.end_from;
        match best {
            Some(_) if answers_pass && ending().is_won_by(self.color) => Move::Pass,
            Some(arm) => Move::Play(arm.point),
            None => {
                let points = self.arms.iter().map(|arm| arm.point);
                ending().closing(&self.ownership, points, self.params.closed_from)
            }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, diagram};

    fn found(text: &str, color: Color, playouts: u32) -> Finding {
        let game = Game::from_position(diagram::parse(text).unwrap(), color, Komi::default());
        let (params, mut rng) = (Params::default(), Rng::from_seed(4));
        search(&game, color, &params, &mut rng, &Halt::new(), playouts)
    }

    #[test]
    fn a_capture_that_decides_is_found() {
        // Whoever plays E4 takes the middle.
        let position = "
            . X . X . X .
            X X X X X X X
            O O O O O O O
            X X X X . X X
            O O O O O O O
            O O O O O O O
            . O . O . O .";
        for color in Color::BOTH {
            let finding = found(position, color, 300);
            assert_eq!(
                finding.mv,
                Move::Play(Point::parse("E4").unwrap()),
                "{color}"
            );
            assert_eq!(finding.playouts, 300);
        }
    }

    #[test]
    fn a_full_board_leaves_a_pass() {
        let finding = found(". X\nX .", Color::Black, 20);
        assert_eq!(finding.mv, Move::Pass);
        assert!(finding.value > 0.99);
    }
}
