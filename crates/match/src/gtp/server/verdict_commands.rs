//! Verdicts about given moves, about several strings at once and about races, in the form of GNU Go's
//! commands of the same names, and all moves that work.
//!
//! Source: the manual of GNU Go 3.8, "GTP command reference", and its answers.

use super::ko_question::Asker;
use super::question_reader::Subject;
use super::reading_commands::{group_subject, pair, stone};
use super::server_state::ServerState;
use crate::gtp::arguments::{Arguments, point};
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rules::{Color, Point};
use sgmp_knowledge::reading::ResultCode;
use sgmp_knowledge::tactics::unconditionally_owned;

/// `does_attack MOVE STONE`: what a move of its opponent does to a string.
pub(super) fn does_attack(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    string_verdict(state, args, Asker::Opponent)
}

/// `does_defend MOVE STONE`: what a move of its owner does for a string.
pub(super) fn does_defend(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    string_verdict(state, args, Asker::Owner)
}

fn string_verdict(state: &mut ServerState, args: &Arguments<'_>, by: Asker) -> Reply {
    let (point, stone) = (empty(state, args)?, stone(state, args, 1)?);
    Ok(verdict(state, &Subject::String(stone), by, point))
}

/// `owl_does_attack MOVE STONE`: what a move of its opponent does to a group.
pub(super) fn owl_does_attack(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    group_verdict(state, args, Asker::Opponent)
}

/// `owl_does_defend MOVE STONE`: what a move of its owner does for a group.
pub(super) fn owl_does_defend(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    group_verdict(state, args, Asker::Owner)
}

fn group_verdict(state: &mut ServerState, args: &Arguments<'_>, by: Asker) -> Reply {
    let (point, stone) = (empty(state, args)?, stone(state, args, 1)?);
    let subject = group_subject(state, stone)?;
    Ok(verdict(state, &subject, by, point))
}

fn verdict(state: &mut ServerState, subject: &Subject, by: Asker, point: Point) -> String {
    let (board, mut reader) = state.question_reader();
    let result = reader.result_of(&board, subject, by, point);
    code(result.unwrap_or(ResultCode::Fails))
}

/// `owl_connection_defends MOVE STONE STONE`: what a move of their owner does for two groups.
pub(super) fn owl_connection_defends(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (point, (a, b)) = (empty(state, args)?, pair(state, args, 1)?);
    let subjects = [group_subject(state, a)?, group_subject(state, b)?];
    let (board, mut reader) = state.question_reader();
    let mut worst = ResultCode::Succeeds;
    for subject in &subjects {
        let result = reader.result_of(&board, subject, Asker::Owner, point);
        worst = worst.min(result.unwrap_or(ResultCode::Fails));
    }
    Ok(code(worst))
}

/// `attack_either STONE STONE`: does their opponent, moving first, capture one of two strings?
pub(super) fn attack_either(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (a, b) = pair(state, args, 0)?;
    let (board, mut reader) = state.question_reader();
    Ok(code(reader.attack_either(&board, a, b)))
}

/// `defend_both STONE STONE`: does their owner, moving first, save both of two strings?
pub(super) fn defend_both(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (a, b) = pair(state, args, 0)?;
    let (board, mut reader) = state.question_reader();
    Ok(code(reader.defend_both(&board, a, b)))
}

/// `combination_attack COLOR`: a move after which the opponent cannot save all of the strings that it
/// threatens, though none could be captured before it.
pub(super) fn combination_attack(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = args.color(0)?;
    let (board, mut reader) = state.question_reader();
    let found = reader.combination(&board, color);
    Ok(found.map_or("PASS".to_owned(), |point| point.to_string()))
}

/// `analyze_semeai STONE STONE`: does the first group live if its owner moves first, does the owner of
/// the second kill the first by moving first, and the move that decides for the first.
pub(super) fn analyze_semeai(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (a, b) = (stone(state, args, 0)?, stone(state, args, 1)?);
    let board = state.position.game().board();
    if board.color_at(a) == board.color_at(b) {
        return Err(Refusal::ColorsAlike);
    }
    let subject = group_subject(state, a)?;
    let (board, mut reader) = state.question_reader();
    let defense = reader.ask(&board, &subject, Asker::Owner);
    let attack = reader.ask(&board, &subject, Asker::Opponent);
    let point = defense.point().or(attack.point());
    let point = point.map_or("PASS".to_owned(), |point| point.to_string());
    Ok(format!(
        "{} {} {point}",
        defense.result.code(),
        attack.result.code()
    ))
}

/// `unconditional_status VERTEX`: `alive` or `dead` for a stone, `black_territory` or
/// `white_territory` for an empty point, where no play changes it; else `undecided`.
pub(super) fn unconditional_status(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let board = state.position.game().board();
    let at = args
        .get(0)
        .and_then(|word| point(word, state.position.size()))
        .ok_or(Refusal::ColorOrCoordinate)?;
    let is_of = |color: Color| unconditionally_owned(board, color).contains(at);
    let owner = Color::BOTH.into_iter().find(|color| is_of(*color));
    Ok(match (owner, board.color_at(at)) {
        (None, _) => "undecided",
        (Some(owner), Some(stone)) if owner == stone => "alive",
        (Some(_), Some(_)) => "dead",
        (Some(Color::Black), None) => "black_territory",
        (Some(Color::White), None) => "white_territory",
    }
    .to_owned())
}

/// `sgmp_go-attackers STONE [owl]`: all moves with which its opponent captures the string of a stone,
/// or kills its group: a line for each result, the best first, `0` without any.
pub(super) fn attackers(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    working(state, args, Asker::Opponent)
}

/// `sgmp_go-defenders STONE [owl]`: the same for those with which its owner saves it.
pub(super) fn defenders(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    working(state, args, Asker::Owner)
}

fn working(state: &mut ServerState, args: &Arguments<'_>, by: Asker) -> Reply {
    let stone = stone(state, args, 0)?;
    let subject = match args.get(1) {
        Some("owl") => group_subject(state, stone)?,
        Some(_) => return Err(Refusal::Usage("STONE [owl]")),
        None => Subject::String(stone),
    };
    let (board, mut reader) = state.question_reader();
    let moves = reader.working_moves(&board, &subject, by);
    let mut lines: Vec<String> = Vec::new();
    let mut before = None;
    for (result, point) in moves {
        match lines.last_mut() {
            Some(line) if before == Some(result) => *line += &format!(" {point}"),
            _ => lines.push(format!("{} {point}", result.code())),
        }
        before = Some(result);
    }
    Ok(if lines.is_empty() {
        code(ResultCode::Fails)
    } else {
        lines.join("\n")
    })
}

fn code(result: ResultCode) -> String {
    result.code().to_string()
}

/// The empty point of a command's move.
fn empty(state: &ServerState, args: &Arguments<'_>) -> Result<Point, Refusal> {
    let at = args
        .get(0)
        .and_then(|word| point(word, state.position.size()))
        .ok_or(Refusal::ColorOrCoordinate)?;
    let is_empty = state.position.game().board().is_empty(at);
    is_empty.then_some(at).ok_or(Refusal::TakenVertex)
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{SHUT_IN_GROUP, ask, play_diagram, server};

    #[test]
    fn verdicts_have_the_form_of_gnu_go() {
        let mut server = server();
        play_diagram(&mut server, SHUT_IN_GROUP);
        for (question, answer) in [
            ("owl_does_attack B1 A2", "= 1"),
            ("owl_does_attack A1 A2", "= 0"),
            ("owl_does_defend B1 A2", "= 1"),
            ("owl_does_defend J9 A2", "= 0"),
            ("owl_connection_defends B1 A2 E1", "= 1"),
            ("analyze_semeai A2 A4", "= 1 1 B1"),
            ("sgmp_go-attackers A2 owl", "= 1 B1"),
            ("sgmp_go-defenders A2 owl", "= 1 B1"),
            ("unconditional_status A2", "= undecided"),
            ("owl_does_attack A2 A2", "? move vertex must be empty"),
            ("owl_does_attack B1 J9", "? vertex must not be empty"),
            (
                "owl_connection_defends B1 A2 A4",
                "? vertices must have same color",
            ),
            (
                "analyze_semeai A2 B2",
                "? vertices must have different colors",
            ),
        ] {
            assert_eq!(ask(&mut server, question), answer, "{question}");
        }
    }

    #[test]
    fn moves_are_judged_and_all_that_work_are_told() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . .
             . . . . . . .
             . . . O . . .
             . . O X O . .
             . . . X . . .
             . . . O . . .
             . . . . . . .",
        );
        assert_eq!(ask(&mut server, "does_attack C3 D4"), "= 1");
        assert_eq!(ask(&mut server, "does_attack A7 D4"), "= 0");
        assert_eq!(ask(&mut server, "does_defend C3 D4"), "= 1");
        let attackers = ask(&mut server, "sgmp_go-attackers D4");
        assert!(attackers.starts_with("= 1 C3 E3"), "{attackers}");
        assert_eq!(ask(&mut server, "sgmp_go-attackers D5"), "= 0");
        let usage = "? syntax error: use STONE [owl]";
        assert_eq!(ask(&mut server, "sgmp_go-attackers D4 all"), usage);
    }

    #[test]
    fn what_no_play_changes_is_told() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". X . X O . .
             X X X X O . .
             O O O O O . .
             . . . . . . .
             . . . X X X X
             . . X . O X .
             . . X X X X .",
        );
        for (question, answer) in [
            ("unconditional_status B7", "= alive"),
            ("unconditional_status A7", "= black_territory"),
            ("unconditional_status E2", "= dead"),
            ("unconditional_status A5", "= undecided"),
            ("unconditional_status A4", "= undecided"),
            ("unconditional_status Z9", "? invalid color or coordinate"),
        ] {
            assert_eq!(ask(&mut server, question), answer, "{question}");
        }
    }

    #[test]
    fn effort_is_told_and_set() {
        let mut server = server();
        assert_eq!(ask(&mut server, "sgmp_go-effort"), "= 200000");
        assert_eq!(ask(&mut server, "sgmp_go-effort 5000").trim(), "=");
        assert_eq!(ask(&mut server, "sgmp_go-effort"), "= 5000");
        assert!(ask(&mut server, "sgmp_go-effort 5").starts_with("? syntax error"));
    }
}
