//! A move of a game that lost much, as a problem of one's own: find a better one.

use super::game_source::GameSource;
use super::own_mistakes::MissedChance;
use super::problem::Problem;
use sgmp_advice::review::{AdviceDesk, CurvePoint, LossGrade, MoveLoss};
use sgmp_board::rules::{Game, Move, Point};

/// Moves that are looked at beside the better one.
const MAX_OTHERS: usize = 4;

impl MissedChance {
    /// The position before a move that lost much: right are the better one, and others that lose nothing to be sure of. `None`
    /// for a pass, and where the better one is a pass.
    pub fn to_try_again(
        desk: &mut AdviceDesk,
        game: &Game,
        loss: &MoveLoss,
        known: &CurvePoint,
        source: &GameSource,
    ) -> Option<Self> {
        let before = game.after(loss.number.checked_sub(1)?)?;
        let (Move::Play(played), Move::Play(best)) = (loss.mv, *known.line.first()?) else {
            return None;
        };
        let mut right = vec![best];
        let hints = desk.hints(&before, loss.color).moves;
        for point in hints
            .iter()
            .filter_map(|hint| point_of(hint.mv))
            .take(MAX_OTHERS)
        {
            if point != played
                && !right.contains(&point)
                && is_good(desk, &before, loss, known, point)
            {
                right.push(point);
            }
        }
        let right: Vec<(Point, String)> = right
            .into_iter()
            .map(|point| (point, gain_in_words(point, played, loss)))
            .collect();
        let played = (played, loss.to_string());
        let played = (played.0, played.1.as_str());
        let problem = Problem::to_better(source, loss.number, &before, &right, played);
        Some(Self {
            number: loss.number,
            sentence: format!(
                "Move {}, {} {}: {best} was better.",
                loss.number, loss.color, loss.mv
            ),
            problem,
        })
    }
}

/// "Right. D3 keeps the 9 points that K12 lost in the game."
fn gain_in_words(point: Point, played: Point, loss: &MoveLoss) -> String {
    let points = loss.lost_points().map(f32::round);
    let kept = match points.filter(|points| *points > 1.0) {
        Some(points) => format!("{points:.0} points"),
        None => format!("{:.0} % of the chance to win", 100.0 * loss.chance.max(0.0)),
    };
    format!("Right. {point} keeps the {kept} that {played} lost in the game.")
}

fn point_of(mv: Move) -> Option<Point> {
    match mv {
        Move::Play(point) => Some(point),
        Move::Pass => None,
    }
}

/// Returns whether another move loses nothing that the search is sure of.
fn is_good(
    desk: &AdviceDesk,
    before: &Game,
    loss: &MoveLoss,
    known: &CurvePoint,
    point: Point,
) -> bool {
    let mut after = before.clone();
    let mv = Move::Play(point);
    if after.play(loss.color, mv).is_err() {
        return false;
    }
    let seen = desk.look(&after);
    seen.is_some_and(|seen| {
        let other = MoveLoss::between(loss.number, (loss.color, mv), known, &seen);
        other.grade() == LossGrade::Good
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{ProblemSession, Verdict};
    use sgmp_advice::review::{CurveSearch, GameCurve};
    use sgmp_board::record::read_sgf;
    use sgmp_board::rules::{BoardSize, Color, Komi};

    #[test]
    fn a_better_move_is_asked_for_and_nothing_is_said_of_others() {
        let mut game = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        let at = |name: &str| Point::parse(name).unwrap();
        for (color, name) in [(Color::Black, "A1"), (Color::White, "E5")] {
            game.play(color, Move::Play(at(name))).unwrap();
        }
        let search = CurveSearch {
            net: None,
            effort: 1,
        };
        let mut curve = GameCurve::new(&game, search);
        let point = |win, lead| CurvePoint {
            win,
            lead: Some(lead),
            line: vec![Move::Play(at("E5"))],
        };
        curve.set(0, point(0.5, 0.0));
        curve.set(1, point(0.1, -12.0));
        let loss = MoveLoss::of_move(&game, &curve, 0).unwrap();
        let mut desk = AdviceDesk::own();
        let known = curve.at(0).unwrap();
        let record = read_sgf(b"(;SZ[9]PB[Ito]PW[Abe])").unwrap();
        let source = GameSource::new("game", &record);
        let missed = MissedChance::to_try_again(&mut desk, &game, &loss, known, &source).unwrap();
        assert_eq!(missed.problem.id, "game-try-1");
        assert_eq!(
            missed.problem.task,
            "Black to play: find a better move than A1, which was a blunder (??): it loses about 12 points."
        );
        // The same from its file.
        let again = Problem::from_tree(missed.problem.tree().clone(), "x").unwrap();
        assert_eq!(again.task, missed.problem.task);
        assert_eq!(again.title(), "Your own problem: Ito - Abe, move 1");
        assert_eq!(again.as_game().unwrap().komi(), game.komi());
        let mut session = ProblemSession::new(again, 1);
        assert!(matches!(session.play(at("A1")), Verdict::Wrong { .. }));
        assert!(matches!(session.play(at("J9")), Verdict::NotConsidered(_)));
        let gain = "Right. E5 keeps the 12 points that A1 lost in the game.";
        assert_eq!(session.play(at("E5")), Verdict::Solved(gain.to_owned()));
    }
}
