//! Questions to the reading, in the form of GNU Go's commands of the same names.
//!
//! An answer is GNU Go's return code and, unless that is 0, the move: `0`, `1 D4`, `2 D4` (by a ko,
//! ignoring the first threat), `3 D4` (by a ko, with the first threat), `1 PASS` where nothing has
//! to be done. Source: the manual of GNU Go 3.8, "Return Codes" and "GTP command reference".

use super::drawing::board;
use super::ko_question::Asker;
use super::question_reader::{QuestionReader, Subject};
use super::server_state::ServerState;
use crate::gtp::arguments::{Arguments, point};
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rules::{Board, Point};
use sgmp_knowledge::reading::{Budget, QuestionEffort, StringStatus, Tactician};

/// A whole board of strings is read at once for the eye.
const SURVEY: Budget = Budget::for_level(6);

/// `attack VERTEX`: is the string captured if its opponent moves first?
pub(super) fn attack(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    read_string(state, args, Asker::Opponent)
}

/// `defend VERTEX`: is the string saved if its owner moves first?
pub(super) fn defend(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    read_string(state, args, Asker::Owner)
}

fn read_string(state: &mut ServerState, args: &Arguments<'_>, by: Asker) -> Reply {
    let stone = stone(state, args, 0)?;
    let (board, mut reader) = state.question_reader();
    Ok(reader.reply(&board, &Subject::String(stone), by))
}

/// `connect VERTEX VERTEX`: do the strings become one if their owner moves first?
pub(super) fn connect(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    read_link(state, args, Asker::Owner)
}

/// `disconnect VERTEX VERTEX`: do the strings stay apart if their opponent moves first?
pub(super) fn disconnect(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    read_link(state, args, Asker::Opponent)
}

fn read_link(state: &mut ServerState, args: &Arguments<'_>, by: Asker) -> Reply {
    let (a, b) = pair(state, args, 0)?;
    let (board, mut reader) = state.question_reader();
    Ok(reader.reply(&board, &Subject::Link(a, b), by))
}

/// `owl_attack VERTEX`: is the group of a stone killed if its opponent moves first?
pub(super) fn owl_attack(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    read_group(state, args, Asker::Opponent)
}

/// `owl_defend VERTEX`: does the group of a stone live if its owner moves first?
pub(super) fn owl_defend(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    read_group(state, args, Asker::Owner)
}

fn read_group(state: &mut ServerState, args: &Arguments<'_>, by: Asker) -> Reply {
    let stone = stone(state, args, 0)?;
    let subject = group_subject(state, stone)?;
    let (board, mut reader) = state.question_reader();
    Ok(reader.reply(&board, &subject, by))
}

/// The question about the group of a stone.
pub(super) fn group_subject(state: &mut ServerState, stone: Point) -> Result<Subject, Refusal> {
    let analysis = state.analysis();
    let board = state.position.game().board();
    let problem = analysis.deep_life_problem(board, stone);
    let problem = problem.ok_or(Refusal::EmptyVertex)?;
    Ok(Subject::Group(stone, Box::new(problem)))
}

/// `sgmp_go-effort [N]`: positions that a question about a group looks at, a tenth of it for one about
/// strings; tells them, or sets them from now on.
pub(super) fn effort(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    const USAGE: &str = "sgmp_go-effort [POSITIONS, 1000 to 100000000]";
    if args.get(0).is_some() {
        let positions = args.number(0, USAGE)?;
        state.effort = QuestionEffort::new(positions).ok_or(Refusal::Usage(USAGE))?;
        return Ok(String::new());
    }
    Ok(state.effort.positions().to_string())
}

impl ServerState {
    /// The board, and who reads questions about it with the effort that was asked for.
    pub(super) fn question_reader(&mut self) -> (Board, QuestionReader<'_>) {
        let board = self.position.game().board().clone();
        self.tactician.turn_to(board.size());
        let reader = QuestionReader {
            tactician: &mut self.tactician,
            effort: self.effort,
            net: self.config.judge,
        };
        (board, reader)
    }
}

/// `sgmp_go-strings`: dead strings red, threatened ones yellow, in GoGui's colors.
pub(super) fn strings(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let game_board = state.position.game().board();
    let statuses = Tactician::new().survey(game_board, SURVEY);
    Ok(board(state, |point| {
        let anchor = game_board.anchor(point);
        let known = statuses.iter().find(|string| Some(string.anchor) == anchor);
        let color = match known.map(|string| string.status) {
            Some(StringStatus::Dead) => "red",
            Some(StringStatus::Threatened { .. }) => "yellow",
            Some(StringStatus::Safe) | None => "\"\"",
        };
        color.to_owned()
    }))
}

/// The stone in a place of the command.
pub(super) fn stone(
    state: &ServerState,
    args: &Arguments<'_>,
    place: usize,
) -> Result<Point, Refusal> {
    let vertex = args
        .get(place)
        .and_then(|word| point(word, state.position.size()))
        .ok_or(Refusal::ColorOrCoordinate)?;
    let is_stone = state.position.game().board().color_at(vertex).is_some();
    is_stone.then_some(vertex).ok_or(Refusal::EmptyVertex)
}

/// Two stones of a command, of one color, from a place on.
pub(super) fn pair(
    state: &ServerState,
    args: &Arguments<'_>,
    place: usize,
) -> Result<(Point, Point), Refusal> {
    let (a, b) = (stone(state, args, place)?, stone(state, args, place + 1)?);
    let board = state.position.game().board();
    if board.color_at(a) == board.color_at(b) {
        Ok((a, b))
    } else {
        Err(Refusal::ColorsDiffer)
    }
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{SHUT_IN_GROUP, ask, play_diagram, server};

    #[test]
    fn answers_have_the_form_of_gnu_go() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . .
             . . . . . . .
             . . O X . . .
             . O X . X . .
             . . O X . . .
             . X X . . . .
             X O . . . . .",
        );
        for (question, answer) in [
            ("attack B1", "= 1 C1"),
            ("defend B1", "= 0"),
            ("attack C4", "= 2 D4"),
            ("defend C4", "= 1 D4"),
            ("attack E4", "= 0"),
            ("connect D5 E4", "= 1 D4"),
            ("disconnect B2 C2", "= 0"),
            ("connect B2 C2", "= 1 PASS"),
            ("attack A7", "? vertex must not be empty"),
            ("attack H1", "? invalid color or coordinate"),
            ("attack", "? invalid color or coordinate"),
            ("connect B1", "? invalid color or coordinate"),
            ("connect B1 A1", "? vertices must have same color"),
        ] {
            assert_eq!(ask(&mut server, question), answer, "{question}");
        }
        assert_eq!(
            ask(&mut server, "owl_attack A7"),
            "? vertex must not be empty"
        );
        let colors = ask(&mut server, "sgmp_go-strings");
        let rows: Vec<&str> = colors.lines().skip(1).collect();
        assert_eq!(rows[6], "yellow red \"\" \"\" \"\" \"\" \"\"");
        assert!(rows[3].contains("yellow"), "{colors}");
    }

    #[test]
    fn a_ko_is_answered_with_a_move_on_the_board() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . . . .
             X X X X X . . . .
             O X O O X . . . .
             . O . O X X . . .
             O O O O O X X X X
             X X X X X O . . .
             . . X . X O . . .
             O O X X O O O O O
             . O O O O . . . .",
        );
        let answer = ask(&mut server, "defend E5");
        assert!(["= 3 A3", "= 3 B3"].contains(&answer.as_str()), "{answer}");
        assert_eq!(ask(&mut server, "attack E5"), "= 2 A6");
    }

    #[test]
    fn groups_are_killed_and_saved() {
        let mut server = server();
        play_diagram(&mut server, SHUT_IN_GROUP);
        for (question, answer) in [
            ("owl_attack A2", "= 1 B1"),
            ("owl_defend A2", "= 1 B1"),
            ("play b B1", "="),
            ("owl_attack A2", "= 1 PASS"),
            ("owl_defend A2", "= 0"),
            ("owl_attack A4", "= 0"),
            ("owl_defend A4", "= 1 PASS"),
        ] {
            assert_eq!(ask(&mut server, question).trim(), answer, "{question}");
        }
    }
}
