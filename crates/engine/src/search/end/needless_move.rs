//! Moves near the end that a pass is as good as.

use super::closed_territory::is_proved_safe;
use super::endgame_score::EndgameScore;
use crate::search::tree::SearchResult;
use sgmp_board::rules::{Color, Game, Move, Removal, Rules};

/// Points by which a pass may seem worse than a move of which it is asked whether it is needed, while the board is open.
const SEEMING_LOSS: f32 = 3.0;

/// Share of games by which a pass may seem worse then.
const SEEMING_RISK: f32 = 0.05;

/// The share of games from which on a pass keeps what a move would. Where the move was needed it was 0.64 at most, where it
/// was not 0.83 at least, but for two.
const KEEPS_FROM: f32 = 0.8;

/// The same where little is at stake: more likely than not. Of finished games seven positions lay between, the pass 0 to 2.7
/// points worse, and the move was needed in none; where a group would die the pass seemed 3.6 points worse and more.
const KEEPS_LITTLE_FROM: f32 = 0.5;

/// Points up to which little is at stake.
const LITTLE_AT_STAKE: f32 = 3.0;

/// The share of games that a move has to keep above a pass where both are in doubt: searches of this size differ by less.
const MENDS_FROM: f32 = 0.1;

/// Less than any difference between two counts.
const HALF_A_POINT: f32 = 0.5;

/// The least that a move into the other side's territory can gain; less is hope that it goes unanswered.
const A_POINT: f32 = 1.0;

/// The share of games up to which a game is lost: what a stone may win back there is points, not the game.
const LOST_UP_TO: f32 = 0.05;

/// The share of a point from which on it is a color's own by the owners that a net's search expects.
const OWNED_FROM: f32 = 0.9;

/// A net's word on moves of the player that is to move; `None` where no net tells.
pub(crate) trait SecondOpinion {
    /// The points that the player is expected to lead by after a move of its own.
    fn lead_after(&mut self, mv: Move) -> Option<f32>;

    /// The chance that the player leads by so many half points at the end after a move of its own.
    fn chance_to_keep(&mut self, mv: Move, half_points: i32) -> Option<f32>;
}

/// Returns whether the search looked at a pass and finds little in the move that a pass has not.
pub(super) fn seems_needless(result: &SearchResult, mv: Move) -> bool {
    let known = |mv| {
        let known = result.moves.iter().find(|known| known.mv == mv)?;
        (known.visits > 0).then_some((known.value, known.score?))
    };
    known(Move::Pass)
        .zip(known(mv))
        .is_some_and(|(pass, play)| {
            pass.0 >= play.0 - SEEMING_RISK && pass.1 >= play.1 - SEEMING_LOSS
        })
}

/// Returns whether a move into what is territory as the game stands is for nothing: it costs a point in one's own, where a
/// pass costs none, and a stone in the other side's. Where territory does not count, it costs nothing. Nothing is gained either where a search looked into
/// a pass most and expects more of it.
///
/// What reading proves safe needs no move, whatever a net fears.
///
/// A pass that ends the game is worth its count. Before another one the opponent may have a threat: a search finds whether
/// the player keeps after its pass what it would have after the move. In that search the komi is moved so that just this is
/// at stake, since a game that is won anyhow is not looked into so closely.
pub(super) fn is_needless(
    (game, color, mv): (&Game, Color, Move),
    now: &EndgameScore,
    result: &SearchResult,
    second: &mut dyn SecondOpinion,
) -> bool {
    let Move::Play(point) = mv else {
        return false;
    };
    if game.rules() != Rules::Japanese || game.removal() == Removal::Never {
        return false;
    }
    let is_open = game.consecutive_passes() == 0;
    let is_liked = result
        .moves
        .first()
        .is_some_and(|best| best.mv == Move::Pass);
    if is_open && is_liked && is_worse_than_pass(mv, second) {
        return true;
    }
    // Playouts give up stones that a net knows to live.
    let by_net = || result.score.is_some() && result.ownership.share(point, color) >= OWNED_FROM;
    let owner = now.status.territory().owner(point);
    let is_own = owner == Some(color) || is_open && by_net();
    if !is_own && owner.is_none() {
        return false;
    }
    let Some(play) = second.lead_after(mv) else {
        return false;
    };
    let count = now.margin.for_color(color);
    if !is_own && result.value <= LOST_UP_TO && is_swindle((mv, count), is_open, second) {
        return true;
    }
    if game.consecutive_passes() > 0 {
        // The count has in it what is still to be done. A move is right that gains on it.
        let least = match (now.needed, is_own) {
            (Some(_), _) => HALF_A_POINT,
            (None, true) => -HALF_A_POINT,
            (None, false) => -A_POINT,
        };
        return count as f32 / 2.0 - play > least;
    }
    let Some(pass) = second.lead_after(Move::Pass) else {
        return false;
    };
    if !is_own {
        return gains_nothing(result, (mv, play), pass);
    }
    if pass - play >= HALF_A_POINT || is_proved_safe(game.board(), color, point) {
        return true;
    }
    // Whole points lie between one end of the game and another. The move costs one of the count, unless that is too low.
    let gained = play - count as f32 / 2.0;
    let points = match gained > HALF_A_POINT {
        true => gained.round() as i32,
        false => -1,
    };
    let kept = count + 2 * points;
    let enough = match play - pass <= LITTLE_AT_STAKE {
        true => KEEPS_LITTLE_FROM,
        false => KEEPS_FROM,
    };
    let expected = count + 2 * gained.round() as i32;
    is_kept_by_pass((mv, kept, expected), enough, second).unwrap_or(false)
}

/// Returns whether a pass keeps as many half points as a move would, in enough games; or what the net expects after the
/// move, where that is fewer. What is in doubt after the move as well, the move does not mend. `None` where no net tells.
fn is_kept_by_pass(
    (mv, kept, expected): (Move, i32, i32),
    enough: f32,
    second: &mut dyn SecondOpinion,
) -> Option<bool> {
    let by_pass = second.chance_to_keep(Move::Pass, kept)?;
    if by_pass >= enough {
        return Some(true);
    }
    let by_move = second.chance_to_keep(mv, kept)?;
    if by_pass >= KEEPS_LITTLE_FROM && by_move <= by_pass {
        return Some(true);
    }
    if expected >= kept {
        return Some(false);
    }
    let expected_by_pass = second.chance_to_keep(Move::Pass, expected)?;
    if expected_by_pass >= enough {
        return Some(true);
    }
    let expected_by_move = second.chance_to_keep(mv, expected)?;
    let mends =
        by_move - by_pass >= MENDS_FROM || expected_by_move - expected_by_pass >= MENDS_FROM;
    Some(!mends)
}

/// Returns whether a stone into the other side's territory gains a point on the count less likely than not, or not more
/// likely than a pass where the game goes on after one. A lead is a mean of few large gains and many small losses.
fn is_swindle((mv, count): (Move, i32), is_open: bool, second: &mut dyn SecondOpinion) -> bool {
    let better = count + 2;
    let Some(gains) = second.chance_to_keep(mv, better) else {
        return false;
    };
    let by_pass = is_open.then(|| second.chance_to_keep(Move::Pass, better));
    gains < KEEPS_LITTLE_FROM || by_pass.flatten().is_some_and(|pass| pass >= gains)
}

/// Returns whether neither a net nor the search expects more of a move into the other side's territory than of a pass: what
/// is played there and left unanswered costs a point.
fn gains_nothing(result: &SearchResult, (mv, play): (Move, f32), pass: f32) -> bool {
    let searched = |mv| {
        let known = result.moves.iter().find(|known| known.mv == mv)?;
        known.score.filter(|_| known.visits > 0)
    };
    let gain = searched(mv).zip(searched(Move::Pass));
    let gain = gain.map_or(0.0, |(play, pass)| play - pass);
    play - pass < A_POINT && gain < A_POINT
}

/// Returns whether a net expects less of a move than of a pass, by half a point at least.
fn is_worse_than_pass(mv: Move, second: &mut dyn SecondOpinion) -> bool {
    let play = second.lead_after(mv);
    let leads = play.and_then(|play| Some((play, second.lead_after(Move::Pass)?)));
    leads.is_some_and(|(play, pass)| pass - play >= HALF_A_POINT)
}
