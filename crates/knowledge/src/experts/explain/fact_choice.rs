//! Which fact is told of a move: the weightiest that tells more than the experts' reasons.

use super::fork_facts::Fork;
use super::owners::Fate;
use super::play_facts::PlayFact;
use super::scene::{AT_STAKE, Scene};
use super::string_facts::{atari, is_open, liberties, named_near, taking};
use super::swings::WORTH_A_WORD;
use super::threats::threat;
use super::told_reasons::{is_bare, is_of_captures, names_a_shape};
use crate::experts::expert_context::distance;
use crate::experts::suggestion::Suggestion;
use sgmp_board::rules::Move;

/// Steps from a move within which the other side's answer to a pass is about the same place.
const HERE: u8 = 3;
/// Points that a next move has to gain to be told of.
const PREPARED: f32 = 4.0;

/// The weightiest fact about a move, where it tells more than the experts' reasons: any where they are bare; one
/// that weighs where they name no more than a shape; stones taken or saved where they say nothing of them.
fn fact_unless_told(scene: &Scene<'_>, reasons: &[Suggestion]) -> Option<PlayFact> {
    if reasons.iter().all(is_bare) {
        return play_fact(scene);
    }
    if reasons.iter().all(names_a_shape) {
        return play_fact(scene).filter(PlayFact::tells_a_purpose);
    }
    if reasons.iter().any(is_of_captures) {
        return None;
    }
    taking(scene.before(), &scene.after, scene.color, scene.point()?)
}

/// The same, and else a string that the move puts in atari.
pub(super) fn fact_or_atari(scene: &Scene<'_>, reasons: &[Suggestion]) -> Option<PlayFact> {
    let fact = fact_unless_told(scene, reasons);
    let fact = fact.filter(|fact| !helps_the_lost(scene, fact));
    if fact.is_some_and(|fact| fact.is_of_captures()) || reasons.iter().any(is_of_captures) {
        return fact;
    }
    let atari = scene
        .point()
        .and_then(|point| atari(scene.before(), &scene.after, scene.color, point));
    let is_lost = |fact: &PlayFact| match (fact, scene.without()) {
        (PlayFact::Atari(_, group), Some(without)) => {
            without.fate(&scene.stones(group), group.color) == Fate::Lost
        }
        _ => false,
    };
    atari.filter(|fact| !is_lost(fact)).or(fact)
}

/// Returns whether a fact praises liberties of own stones that are lost with the move, too.
fn helps_the_lost(scene: &Scene<'_>, fact: &PlayFact) -> bool {
    match (fact, scene.with()) {
        (PlayFact::LeavesAtari(_, own) | PlayFact::AddsLiberties(_, own, ..), Some(with)) => {
            with.fate(&scene.stones(own), own.color) == Fate::Lost
        }
        _ => false,
    }
}

/// The weightiest fact; of groups and room only where no judge knows their fate better.
fn play_fact(scene: &Scene<'_>) -> Option<PlayFact> {
    let (point, color, mv) = (scene.point()?, scene.color, scene.mv);
    let (before, mine) = (scene.before(), &scene.after);
    let mut theirs = before.clone();
    let theirs = theirs.play(!color, mv).is_ok().then_some(theirs);
    let two = theirs.as_ref().map(|theirs| Fork {
        mv,
        point,
        color,
        mine,
        theirs,
    });
    let two = two.as_ref();
    if let Some(lost) = stays_lost(scene) {
        return threat((before, mine), color, point, scene.seen()).or(Some(lost));
    }
    taking(before, mine, color, point)
        .or_else(|| two.and_then(|two| two.connection(before, scene.forecast())))
        .or_else(|| atari(before, mine, color, point))
        .or_else(|| threat((before, mine), color, point, scene.seen()))
        .or_else(|| {
            two.filter(|_| scene.with().is_none())
                .and_then(|two| two.compared(before))
        })
        .or_else(|| forestalls(scene))
        .or_else(|| prepares(scene))
        .or_else(|| liberties(before, mine, color, point))
        .or_else(|| is_open(before, point).then_some(PlayFact::OpenRoom(mv)))
}

/// That the other side would play here, where the move gains more than that it is made.
fn forestalls(scene: &Scene<'_>) -> Option<PlayFact> {
    let reply = scene.judgment.answer_to(Move::Pass)?;
    let (Move::Play(answer), point) = (reply, scene.point()?) else {
        return None;
    };
    let is_here = distance(answer, point) <= HERE;
    (is_here && scene.gain >= AT_STAKE).then_some(PlayFact::Forestalls {
        mv: scene.mv,
        color: scene.color,
        reply,
        worth: scene.gain.round() as u32,
    })
}

/// That the same side has a good move here next.
fn prepares(scene: &Scene<'_>) -> Option<PlayFact> {
    let next = scene.judgment.follow_up(scene.mv)?;
    let played = scene.judgment.find(scene.mv)?;
    let (Move::Play(after), point) = (next.mv, scene.point()?) else {
        return None;
    };
    let worth = next.lead - played.lead;
    let is_here = distance(after, point) <= HERE;
    (is_here && worth >= PREPARED).then_some(PlayFact::Prepares {
        mv: scene.mv,
        color: scene.color,
        next: next.mv,
        worth: worth.round() as u32,
    })
}

/// That the stones around a move are lost with it, too, where it gains little and takes nothing.
fn stays_lost(scene: &Scene<'_>) -> Option<PlayFact> {
    let point = scene.point()?;
    let name = || named_near(&scene.after, point, scene.color, point);
    (scene.is_lost() && scene.gain < WORTH_A_WORD && !scene.captures())
        .then(|| PlayFact::StaysLost(scene.mv, name()))
}

#[cfg(test)]
mod tests {
    use super::super::judgment::{JudgedMove, Judgment};
    use super::*;
    use crate::analysis::Analysis;
    use sgmp_board::rules::{Color, Game, Komi, Point, diagram};

    fn told(text: &str, mv: &str) -> String {
        let board = diagram::parse(text).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::default());
        let mv = Move::Play(Point::parse(mv).unwrap());
        let judged = |mv| JudgedMove {
            mv,
            win: 0.5,
            lead: 0.0,
        };
        let judgment = Judgment::new(vec![judged(mv)], 0.0).unwrap();
        let analysis = Analysis::new(game.board(), Color::Black, 1);
        let scene =
            Scene::new(&game, (&analysis, &analysis), &judgment, (Color::Black, mv)).unwrap();
        let fact = play_fact(&scene);
        fact.map_or_else(String::new, |fact| fact.to_string())
    }

    #[test]
    fn a_move_without_an_expert_is_told_by_what_it_does() {
        let text = "
            . . . . . . . . .
            . . O X . . . . .
            . . O . X . . . .
            . . O X O . . . .
            . . . O O . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let connection = told(text, "D7");
        assert!(
            connection.starts_with("D7 gives Black's stone at D6 more than the one liberty"),
            "{connection}"
        );
        let atari = told(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . X O . . . .
             . . X . . . .
             . . . . . . .
             . . . . . . .",
            "D4",
        );
        assert_eq!(atari, "D4 puts White's stone at C4 in atari.");
        let joined = told(
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X X X X . . . .
             O O O . O O O O O
             X X X X X . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .",
            "D5",
        );
        assert_eq!(joined, "D5 takes White's 3 stones at C5 off the board.");
    }

    #[test]
    fn strings_are_joined_or_parted_by_who_plays_there() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            O X X X X . . . .
            O O O . O O O O O
            O X X X X . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let joined = told(text, "D5");
        assert!(
            joined.starts_with("D5 keeps Black's 4 stones at D") && joined.contains(" connected: "),
            "{joined}"
        );
    }

    #[test]
    fn a_point_in_the_open_is_told_by_what_both_sides_would_have_there() {
        let text = "
            . . . . . . . . .
            . . . . . . . . .
            . . X . . . O . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . . . .
            . . . . . . . . .
            . . . . . . . . .";
        let open = told(text, "G3");
        assert!(
            open.starts_with("G3 is a point for both sides: ") || open.starts_with("G3 takes room"),
            "{open}"
        );
        assert_eq!(told(text, "A1"), "", "nothing is told of a corner point");
    }
}
