//! Verdicts about given moves, about several strings at once and about races, in the form of GNU Go's
//! commands of the same names, and all moves that work.
//!
//! Source: the manual of GNU Go 3.8, "GTP command reference", and its answers.

use super::ko_question::{Asker, opposite};
use super::question_reader::{QuestionReader, Subject, played};
use super::reading_commands::{group_subject, pair, stone};
use super::server_state::ServerState;
use crate::gtp::arguments::{Arguments, point};
use crate::gtp::reply::{Refusal, Reply};
use crate::reading::ResultCode;
use crate::rules::{Board, Color, Point};
use crate::tactics::unconditionally_owned;

/// Liberties up to which strings are looked at for a combined attack.
const MAX_LIBERTIES: usize = 4;

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

impl QuestionReader<'_> {
    /// The result of attacking two strings at once: one of them, or by a move that threatens both.
    fn attack_either(&mut self, board: &Board, a: Point, b: Point) -> ResultCode {
        let [first, second] = [a, b].map(Subject::String);
        let alone = [&first, &second].map(|it| self.ask(board, it, Asker::Opponent).result);
        let mut best = alone[0].max(alone[1]);
        let Some(owner) = board.color_at(a).filter(|_| best < ResultCode::Succeeds) else {
            return best;
        };
        for point in around(board, &[a, b]) {
            let Some(after) = played(board, owner.other(), point) else {
                continue;
            };
            let threatened = [&first, &second].iter().all(|it| {
                after.color_at(it.stone()).is_some()
                    && self.ask(&after, it, Asker::Opponent).result.works()
            });
            if threatened {
                best = best.max(opposite(self.defend_both(&after, a, b)));
            }
        }
        best
    }

    /// The result of saving two strings at once.
    fn defend_both(&mut self, board: &Board, a: Point, b: Point) -> ResultCode {
        let subjects = [a, b].map(Subject::String);
        let attacks = [0, 1].map(|place| self.ask(board, &subjects[place], Asker::Opponent));
        let mut best = opposite(attacks[0].result.max(attacks[1].result));
        let Some(owner) = board.color_at(a).filter(|_| best < ResultCode::Succeeds) else {
            return best;
        };
        // Who can be saved alone at best is not saved with another.
        let alone = [0, 1].map(|place| self.ask(board, &subjects[place], Asker::Owner).result);
        let most = alone[0].min(alone[1]);
        for point in around(board, &[a, b]) {
            if best >= most {
                break;
            }
            let Some(after) = played(board, owner, point) else {
                continue;
            };
            let results =
                [0, 1].map(|place| self.result_on(&after, &subjects[place], Asker::Owner));
            best = best.max(results[0].min(results[1]));
        }
        best
    }

    /// A move that threatens two strings of which the opponent can save only one.
    fn combination(&mut self, board: &Board, color: Color) -> Option<Point> {
        let prey: Vec<Point> = board
            .stones(color.other())
            .filter(|stone| board.anchor(*stone) == Some(*stone))
            .filter(|stone| board.liberties(*stone) <= MAX_LIBERTIES)
            .collect();
        let safe: Vec<Point> = prey
            .into_iter()
            .filter(|stone| {
                let subject = Subject::String(*stone);
                !self.ask(board, &subject, Asker::Opponent).result.works()
            })
            .collect();
        for point in around(board, &safe) {
            let Some(after) = played(board, color, point) else {
                continue;
            };
            let is_near = |stone: &Point| near(board, &[*stone]).contains(&point);
            let mut threatened = Vec::new();
            for stone in safe.iter().copied().filter(|stone| is_near(stone)) {
                let subject = Subject::String(stone);
                if self.ask(&after, &subject, Asker::Opponent).result == ResultCode::Succeeds {
                    threatened.push(stone);
                }
            }
            for (place, a) in threatened.iter().enumerate() {
                for b in &threatened[place + 1..] {
                    if !self.defend_both(&after, *a, *b).works() {
                        return Some(point);
                    }
                }
            }
        }
        None
    }
}

/// The liberties of strings and of the enemies next to them that have few, and the empty points next
/// to the strings' own.
fn around(board: &Board, strings: &[Point]) -> Vec<Point> {
    let mut points = near(board, strings);
    for stone in strings {
        let owner = board.color_at(*stone);
        for beside in board.string(*stone).flat_map(|own| board.neighbors(own)) {
            if board.color_at(beside) == owner.map(Color::other)
                && board.liberties(beside) <= MAX_LIBERTIES
            {
                points.extend(board.liberty_set(beside).iter());
            }
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// The liberties of strings, and the empty points next to them.
fn near(board: &Board, strings: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for stone in strings {
        for liberty in board.liberty_set(*stone).iter() {
            points.push(liberty);
            points.extend(board.neighbors(liberty).filter(|n| board.is_empty(*n)));
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    #[test]
    fn verdicts_have_the_form_of_gnu_go() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             . . . . . . . . .
             X X X X X X . . .
             O O O O O X . . .
             O O O O O X . . .
             . . . O O X . . .",
        );
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
    fn two_strings_are_attacked_at_once() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             O O . . . . .
             X X O . O O O
             X . O . . X X",
        );
        for (question, answer) in [
            ("sgmp_go-effort 1000", "="),
            ("attack_either A1 F1", "= 1"),
            ("defend_both A1 F1", "= 0"),
            ("attack_either A1 C1", "? vertices must have same color"),
            ("combination_attack", "? invalid color or coordinate"),
        ] {
            assert_eq!(ask(&mut server, question).trim(), answer, "{question}");
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
