//! A second look at the end of a game that the experts play.
//!
//! They pass where none of the few moves that a weak level tries holds on the board, and that may be long before the
//! end: whoever answered such a pass with another would end a game of seven stones. And after a pass of the other side
//! they may play on where nothing is left.

use super::{JudgeEffort, NetChoice, SearchJudge};
use crate::search::OwnTerritory;
use sgmp_board::rules::{Game, Move};
use sgmp_knowledge::experts::{Judgment, Selection};

/// Points that a move has to be worth for a pass to be premature. Half of what the levels are held against, since a
/// search this short errs.
const WORTH_A_MOVE: f32 = 1.0;

/// Points that a move has to be worth for the game to go on after a pass of the other side.
const WORTH_GOING_ON: f32 = 0.5;

/// Moves of the experts that are judged before the search's own is played.
const MOST_ASKED: usize = 4;

/// Half a second on 19x19, and only where somebody passes.
const EFFORT: JudgeEffort = JudgeEffort {
    position: 64,
    candidate: 12,
    pass: 16,
    again: 0,
};

/// Holds a pass, and a move after a pass of the other side, against the embedded net. A move that fills the own territory
/// for nothing is a pass. On boards that the net does not know, the experts' word stays.
pub(super) fn hold(game: &Game, selection: &mut Selection) {
    let own = OwnTerritory::new(game, selection.color);
    let mv = match own.is_needless(selection.mv) {
        true => Move::Pass,
        false => selection.mv,
    };
    match mv {
        Move::Pass => play_on(game, &own, selection),
        mv if game.consecutive_passes() > 0 => {
            let judgment = judge(game, selection, &[mv]);
            if judgment.is_some_and(|judgment| gain(&judgment, mv) < WORTH_GOING_ON) {
                selection.choose_pass();
            }
        }
        Move::Play(_) => {}
    }
}

/// Chooses another move in place of a pass while one is worth playing: the first of those that the experts had thought
/// of, so that the level stays what it is, or else the net's own.
fn play_on(game: &Game, own: &OwnTerritory, selection: &mut Selection) {
    let color = selection.color;
    let is_legal = |mv: &Move| {
        let is_legal = game.legality(color, *mv).is_ok();
        is_legal && !game.repeats(color, *mv) && !own.is_needless(*mv)
    };
    let mut asked = selection.left_over();
    asked.retain(is_legal);
    asked.truncate(MOST_ASKED);
    let Some(judgment) = judge(game, selection, &asked) else {
        return;
    };
    let best = judgment.best().mv;
    let is_worthwhile = |mv: &Move| gain(&judgment, *mv) >= WORTH_A_MOVE;
    let mut moves = asked.into_iter().chain([best]);
    if let Some(mv) = moves.find(|mv| *mv != Move::Pass && is_worthwhile(mv) && is_legal(mv)) {
        selection.choose_instead(mv);
    }
}

fn judge(game: &Game, selection: &Selection, asked: &[Move]) -> Option<Judgment> {
    let judge = SearchJudge::new(NetChoice::embedded(), EFFORT);
    let (judgment, _) = judge.weigh(game, selection.color, asked)?;
    Some(judgment)
}

/// Points that a move gains against a pass; none of a move that was not judged.
fn gain(judgment: &Judgment, mv: Move) -> f32 {
    judgment.find(mv).map_or(0.0, |known| judgment.gain(known))
}
