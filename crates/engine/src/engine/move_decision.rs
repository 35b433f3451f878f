//! The decision by a search's result: the move, a pass where nothing is left, or a resignation.

use super::{Choice, Decision, Engine, life};
use crate::search::{self, NetSearcher, OwnTerritory, SearchResult};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Komi, Move, Point, Removal, Status, score};
use sgmp_board::stop_flag::StopFlag;

/// Evaluations of the search of a move from which on the net is asked what single moves lead by: that takes up to 64 more,
/// which a short clock has no time for.
const LEAST_FOR_LEADS: u32 = 32;
/// Those from which on it is asked what they keep, in up to three times as many more.
const LEAST_FOR_CHANCES: u32 = 96;
/// Evaluations of one such question: fewer leave more in doubt.
const MOST_FOR_A_CHANCE: u32 = 128;

impl Engine {
    /// Decides by the result of a search of this game.
    #[must_use]
    pub fn decide(&mut self, game: &Game, color: Color, result: &SearchResult) -> Choice {
        let mut rng = self.rng(&format!("verdict {}", game.move_count()));
        let uct = self.settings.uct;
        let own = OwnTerritory::new(game, color);
        let mut useful = result.clone();
        useful.moves.retain(|known| !own.is_needless(known.mv));
        if let Some(skill) = self.net_skill(game) {
            skill.choose(game, color, &mut useful, &mut rng);
        }
        let mut second = NetOpinion {
            engine: self,
            game,
            color,
            result: &useful,
        };
        let mv = search::decide(game, color, &useful, &uct, &mut second, &mut rng);
        let liked: Vec<Move> = useful.moves.iter().map(|known| known.mv).collect();
        let mv = self.finish(game, color, mv, &liked);
        let rule = self.settings.resign;
        let decision =
            if rule.is_some_and(|rule| self.hopeless.resigns(rule, game, color, result.into())) {
                Decision::Resign
            } else {
                Decision::Move(mv)
            };
        Choice {
            decision,
            value: result.value,
            playouts: result.playouts,
        }
    }

    /// The points that `color` is expected to lead by after its move, as the net's search says, or else a short one of
    /// the position after it; `None` where no net plays.
    fn lead_after(
        &mut self,
        game: &Game,
        color: Color,
        mv: Move,
        result: &SearchResult,
    ) -> Option<f32> {
        /// Evaluations that a lead rests on.
        const LEAD_EVALUATIONS: u32 = 32;
        let _ = self.net_for(game)?;
        let known = result.moves.iter().find(|known| known.mv == mv);
        if let Some(known) = known.filter(|known| known.visits >= LEAD_EVALUATIONS) {
            return known.score;
        }
        let mut after = game.clone();
        after.play(color, mv).ok()?;
        let rng = Rng::from_seed(self.settings.seed);
        let tree = self.tree_for(game);
        let answered = tree.search(&after, !color, &rng, &StopFlag::new(), LEAD_EVALUATIONS);
        answered.score.map(|lead| -lead)
    }

    /// The chance that `color` leads by so many half points at the end after its move, as a short search with the net says
    /// that has nothing else at stake; `None` where no net plays.
    fn chance_to_keep(
        &self,
        game: &Game,
        color: Color,
        (mv, half_points): (Move, i32),
        evaluations: u32,
    ) -> Option<f32> {
        /// Bytes of its tree.
        const MEMORY: usize = 4 << 20;
        let net = self.net_for(game)?;
        let short = match color {
            Color::Black => half_points - 1,
            Color::White => 1 - half_points,
        };
        let komi = i32::from(game.komi().half_points()) + short;
        let komi = Komi::from_half_points(i16::try_from(komi).ok()?);
        let mut after = game.clone().with_komi(komi);
        after.play(color, mv).ok()?;
        let mut searcher = NetSearcher::new(net, MEMORY, 1, self.settings.puct);
        let answered = searcher.search(&after, !color, &StopFlag::new(), evaluations);
        Some(1.0 - answered.value)
    }

    /// The move, or a pass in place of one that fills our own territory for nothing; what is dead and stays on the board
    /// is captured first.
    pub(super) fn finish(&self, game: &Game, color: Color, mv: Move, liked: &[Move]) -> Move {
        let is_needless = OwnTerritory::new(game, color).is_needless(mv);
        let mv = if is_needless { Move::Pass } else { mv };
        self.clean_up(game, color, mv, liked)
    }

    /// The move, or in place of a pass one that captures what is dead, where nothing is taken off by agreement. A pass
    /// that ends the game and wins it as the board stands is made at once.
    fn clean_up(&self, game: &Game, color: Color, mv: Move, liked: &[Move]) -> Move {
        if game.removal() == Removal::Agreed {
            return mv;
        }
        if game.consecutive_passes() == 1 {
            let standing = score::count(game, &Status::as_it_stands(game.board()));
            if standing.margin().winner() == Some(color) {
                return Move::Pass;
            }
        }
        match mv {
            Move::Pass => self
                .capturing_move(game, color, liked)
                .map_or(Move::Pass, Move::Play),
            Move::Play(_) => mv,
        }
    }

    /// A move towards the capture of the opponent's dead stones, if they can be captured; `liked` are moves that are
    /// preferred, the best first.
    #[must_use]
    pub fn capturing_move(&self, game: &Game, color: Color, liked: &[Move]) -> Option<Point> {
        let dead = *life(game).dead();
        search::capturing_move(game, color, &dead, liked, |board, stone| {
            let after = Game::from_position(board.clone(), color, game.komi());
            life(&after).dead().contains(stone)
        })
    }
}

/// The word of the engine's net on moves beside a search.
struct NetOpinion<'a> {
    engine: &'a mut Engine,
    game: &'a Game,
    color: Color,
    result: &'a SearchResult,
}

impl search::SecondOpinion for NetOpinion<'_> {
    fn lead_after(&mut self, mv: Move) -> Option<f32> {
        if self.result.playouts < LEAST_FOR_LEADS {
            return None;
        }
        self.engine
            .lead_after(self.game, self.color, mv, self.result)
    }

    fn chance_to_keep(&mut self, mv: Move, half_points: i32) -> Option<f32> {
        if self.result.playouts < LEAST_FOR_CHANCES {
            return None;
        }
        let asked = (mv, half_points);
        let evaluations = MOST_FOR_A_CHANCE.min(self.result.playouts * 2 / 3);
        self.engine
            .chance_to_keep(self.game, self.color, asked, evaluations)
    }
}
