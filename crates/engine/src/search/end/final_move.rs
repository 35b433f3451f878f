//! The move that is made of a search's result.

use super::endgame_score::{Care, EndgameScore};
use super::gaining_move::gaining_move;
use super::needless_move::{SecondOpinion, is_needless, seems_needless};
use crate::search::tree::{Candidate, SearchResult, Searcher, UctParams};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_board::stop_flag::StopFlag;

/// Playouts of the judgment that a pass rests on.
const SECOND_LOOK: u32 = 200;

/// Playouts of the judgment that a pass rests on which ends the game.
const CAREFUL_LOOK: u32 = 1000;

/// Half points up to which a lead is not risked for one point more.
const SAFE_LEAD: i32 = 8;

/// Points between two moves that a short search is sure of.
const CLEARLY_FEWER: f32 = 2.0;

/// The move to make: the most visited one that is not a waste; a pass where nothing is left.
///
/// While the board is open the search alone decides. Later the board is judged as if the game
/// ended now, from a fresh sample that does not follow the search's best lines: a move has to be
/// able to change the count. Then comes what has to be filled before a count is right, what gains a
/// point though the game is decided, and last the neutral points.
#[must_use]
pub(crate) fn decide(
    game: &Game,
    color: Color,
    result: &SearchResult,
    uct: &UctParams,
    second: &mut dyn SecondOpinion,
    rng: &mut Rng,
) -> Move {
    let open = |candidate: &&Candidate| match candidate.mv {
        Move::Pass => false,
        Move::Play(_) => !game.repeats(color, candidate.mv),
    };
    let points = game.size().points();
    let stones = usize::from(points) - game.board().empty_points().len();
    let end = &uct.end;
    let early = (stones as f32) < end.judge_from * f32::from(points);
    let favorite = result.moves.iter().find(open).map(|best| best.mv);
    let judged = |care, rng: &mut Rng, playouts| {
        EndgameScore::new(game, color, care, uct.policy, rng, playouts)
    };
    if let Some(mv) = favorite
        && early
        && game.consecutive_passes() == 0
    {
        // Few stones may stand where nothing is left to do.
        let is_needless = seems_needless(result, mv) && {
            let now = judged(Care::InPlay, rng, SECOND_LOOK);
            is_needless((game, color, mv), &now, result, second)
        };
        return if is_needless { Move::Pass } else { mv };
    }
    let now = judged(Care::InPlay, rng, SECOND_LOOK);
    let late = end.lateness(game.move_count(), points);
    let careful = match result.score {
        None => Care::Reading,
        Some(_) => Care::Counting,
    };
    // A pass ends the game here: worth the count that follows it.
    if game.consecutive_passes() == 1
        && stones as f32 >= end.end_from * f32::from(points)
        && (late > 0.0 || now.fill.is_none())
        && now.ends_well(color)
        && judged(careful, rng, CAREFUL_LOOK).ends_well(color)
    {
        return end_or_gain(game, color, &now, uct, rng);
    }
    let matters = |candidate: &&Candidate| match candidate.mv {
        Move::Pass => false,
        Move::Play(point) => now.matters(color, point, late),
    };
    let best = result.moves.iter().filter(open).find(matters);
    let best = best.map(|candidate| candidate.mv);
    let mv = best
        .or_else(|| {
            now.needed
                .map(Move::Play)
                .filter(|mv| !game.repeats(color, *mv))
        })
        .or_else(|| gaining_move(game, color, now.margin, uct, rng))
        .unwrap_or_else(|| neutral(game, color, &now, result, end.harmless_within));
    let chosen = match is_needless((game, color, mv), &now, result, second) {
        true => Move::Pass,
        false => mv,
    };
    let Some(favorite) = favorite.filter(|favorite| *favorite != mv) else {
        return chosen;
    };
    // A net fears for territory that is safe: in place of a pass its points count where living stones stand in atari.
    let is_sure = chosen != Move::Pass || has_stones_in_atari(game, color, &now);
    let is_dear = is_sure && loses_points(favorite, chosen, second)
        || costs_much(game, color, chosen, result, uct, rng);
    // Playouts see threats against a pass that there are not.
    let is_refuted = |second: &mut dyn SecondOpinion| {
        chosen == Move::Pass && is_needless((game, color, favorite), &now, result, second)
    };
    match is_dear && !is_refuted(second) {
        true => favorite,
        false => chosen,
    }
}

/// Returns whether stones of a color that are not dead stand in atari.
fn has_stones_in_atari(game: &Game, color: Color, now: &EndgameScore) -> bool {
    let board = game.board();
    let mut stones = board.stones(color);
    stones.any(|stone| board.liberties(stone) == 1 && !now.status.dead().contains(stone))
}

/// Returns whether a net expects clearly fewer points of a move than of the one that the search prefers. In a game that is
/// decided no chance tells it, and playouts that stop at the count do not see what stands in atari.
fn loses_points(favorite: Move, chosen: Move, second: &mut dyn SecondOpinion) -> bool {
    let best = second.lead_after(favorite);
    let leads = best.and_then(|best| Some((best, second.lead_after(chosen)?)));
    leads.is_some_and(|(best, lead)| best - lead >= CLEARLY_FEWER)
}

/// The pass that wins a game, or a move that wins it higher where nothing is at stake.
fn end_or_gain(game: &Game, color: Color, now: &EndgameScore, uct: &UctParams, rng: &Rng) -> Move {
    let safe = now.margin.for_color(color) > SAFE_LEAD;
    let gain = safe.then(|| gaining_move(game, color, now.margin, uct, rng));
    gain.flatten().unwrap_or(Move::Pass)
}

/// Returns whether this move would cost the game's value much against the one that the search prefers, as a
/// short search of the position after it finds: the playouts of a judgment do not see every threat.
fn costs_much(
    game: &Game,
    color: Color,
    mv: Move,
    result: &SearchResult,
    uct: &UctParams,
    rng: &mut Rng,
) -> bool {
    const MEMORY: usize = 8 << 20;
    const MUCH: f32 = 0.06;
    let mut after = game.clone();
    let ends = mv == Move::Pass && game.consecutive_passes() > 0;
    if ends || after.play(color, mv).is_err() {
        return false;
    }
    let playouts = (result.playouts / 8).clamp(64, 1000);
    let mut searcher = Searcher::new(MEMORY, 1, *uct);
    let reply = searcher.search(&after, !color, rng, &StopFlag::new(), playouts);
    1.0 - reply.value < result.value - MUCH
}

/// A neutral point that costs nothing to fill, or a pass. In seki there are points that look
/// neutral; there the search shows what they would lose, and `within` how much of it does no harm.
fn neutral(
    game: &Game,
    color: Color,
    now: &EndgameScore,
    result: &SearchResult,
    within: f32,
) -> Move {
    let known = |point| {
        result
            .moves
            .iter()
            .find(|candidate| candidate.mv == Move::Play(point) && candidate.visits > 0)
    };
    let best = result
        .moves
        .iter()
        .filter(|candidate| candidate.visits > 0)
        .map(|candidate| candidate.value)
        .fold(0.0, f32::max);
    let harmless = |point: &Point| known(*point).is_none_or(|known| known.value >= best - within);
    now.fill
        .filter(harmless)
        .map(Move::Play)
        .filter(|mv| !game.repeats(color, *mv))
        .unwrap_or(Move::Pass)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, diagram};

    struct Nobody;

    impl SecondOpinion for Nobody {
        fn lead_after(&mut self, _: Move) -> Option<f32> {
            None
        }

        fn chance_to_keep(&mut self, _: Move, _: i32) -> Option<f32> {
            None
        }
    }

    /// The move after a short search, the opponent having passed.
    fn decided(text: &str, color: Color) -> Move {
        let board = diagram::parse(text).unwrap();
        let mut game = Game::from_position(board, !color, Komi::default());
        game.play(!color, Move::Pass).unwrap();
        let mut rng = Rng::from_seed(7);
        let uct = UctParams::default();
        let mut searcher = Searcher::new(8 << 20, 1, uct);
        let result = searcher.search(&game, color, &rng, &StopFlag::new(), 200);
        decide(&game, color, &result, &uct, &mut Nobody, &mut rng)
    }

    fn play(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    /// Both sides alive, all borders closed.
    const SETTLED: &str = "
        . X . X O . O
        X X X X O O O
        . X X X O O .
        X X X X O O O
        . X X X O O .
        X X X X O O O
        . X . X O . O";

    #[test]
    fn nothing_left_is_a_pass() {
        for color in Color::BOTH {
            assert_eq!(decided(SETTLED, color), Move::Pass, "{color}");
        }
    }

    #[test]
    fn dead_stones_in_own_territory_are_left_alone() {
        let text = "
            . . X . O . .
            . . X . O . X
            . X X O O O .
            X X X O O O O
            . X X O O O .
            O . X O O . .
            . . X O O . .";
        let text = text.replace(
            ". O . .\n            . . X . O",
            "O O . .\n            . . X O O",
        );
        for color in Color::BOTH {
            assert_eq!(decided(&text, color), Move::Pass, "{color}");
        }
    }

    #[test]
    fn neutral_points_are_filled() {
        let text = SETTLED.replace(
            "X X X X O O O\n        . X X X O O .\n        X X X X",
            "X X X X O O O\n        . X X . O O .\n        X X X X",
        );
        for color in Color::BOTH {
            let mv = decided(&text, color);
            assert!(matches!(mv, Move::Play(_)), "{color}: {mv}");
        }
    }

    #[test]
    fn a_stone_that_could_be_captured_is_joined_or_taken() {
        let text = "
            . X . X O . O
            X X X X O O O
            . X X X O O .
            X X X O . O O
            . X X X O O .
            X X X X O O O
            . X . X O . O";
        for color in Color::BOTH {
            assert_eq!(decided(text, color), play("E4"), "{color}");
        }
    }

    #[test]
    fn a_group_in_danger_is_saved_or_killed() {
        // Whoever plays B1 decides whether the corner has two eyes.
        let text = "
            . O . O . O .
            O O O O O O O
            O O O O O O O
            O O O O O O O
            X X X X X O O
            X O O O X O O
            . . . X X O .";
        for color in Color::BOTH {
            assert_ne!(decided(text, color), Move::Pass, "{color}");
        }
    }
}
