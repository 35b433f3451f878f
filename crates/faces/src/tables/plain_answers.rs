//! Answers about a position in sentences, for those who do not see the board.

use std::time::Duration;

use crate::local_game::result_in_words;
use crate::study::counted;
use crate::tables::typed_line_error::{BoardQuestionError, TypedLineError};
use sgmp_advice::review::{ExpectedTerritory, GroupStanding};
use sgmp_board::rules::{Board, ByColor, Color, FinalScore, Game, Move, Point, PointSet};
use sgmp_match::play::duration::clock;

/// The row of a number that was typed, in words.
pub fn typed_row(board: &Board, number: &str) -> Result<String, BoardQuestionError> {
    let number = number.trim().parse();
    row(board, number.map_err(|_| BoardQuestionError::NoNumber)?)
}

/// "Row 5: A5 Black, C5 White; 7 points are empty."
fn row(board: &Board, number: u8) -> Result<String, BoardQuestionError> {
    let lines = board.size().lines();
    if number == 0 || number > lines {
        return Err(BoardQuestionError::NoRow(lines));
    }
    let points = Point::all(board.size()).filter(|point| point.row() + 1 == number);
    let stones: Vec<String> = points
        .filter_map(|point| Some(format!("{point} {}", board.color_at(point)?)))
        .collect();
    let empty = usize::from(lines) - stones.len();
    if stones.is_empty() {
        return Ok(format!("Row {number} is empty."));
    }
    let (points, are) = if empty == 1 {
        ("point", "is")
    } else {
        ("points", "are")
    };
    Ok(format!(
        "Row {number}: {}; {empty} {points} {are} empty.",
        stones.join(", ")
    ))
}

/// The string on a point: its stones, its liberties, and how its group stands.
pub fn group(
    board: &Board,
    groups: &[GroupStanding],
    point: Point,
) -> Result<String, BoardQuestionError> {
    let color = board
        .color_at(point)
        .ok_or(BoardQuestionError::NoStone(point))?;
    let names = |points: PointSet| {
        let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
        names.join(", ")
    };
    let string: PointSet = board.string(point).collect();
    let liberties = board.liberty_set(point);
    let free = liberties.len();
    let stones = match string.len() {
        1 => format!("{color}'s stone at {point}"),
        count => format!("{color}'s {count} stones at {}", names(string)),
    };
    let has = if string.len() == 1 { "has" } else { "have" };
    let word = if free == 1 { "liberty" } else { "liberties" };
    let free = format!("{stones} {has} {free} {word}: {}.", names(liberties));
    let standing = groups.iter().find(|group| group.stones.contains(point));
    Ok(match standing {
        Some(standing) => format!("{free}\n{standing}"),
        None => free,
    })
}

/// The string on a point that was typed, in words, by the analysis alone: problems are no whole boards, which a net would
/// know.
pub(crate) fn typed_group(
    board: &Board,
    to_move: Color,
    point: &str,
) -> Result<String, TypedLineError> {
    let found = Point::parse(point.trim()).filter(|found| found.is_on(board.size()));
    let found = found.ok_or_else(|| TypedLineError::NoString(point.to_owned()))?;
    let groups = GroupStanding::all(board, to_move, None);
    Ok(group(board, &groups, found)?)
}

/// How every group stands, one line for each, the weakest first.
pub fn groups(all: &[GroupStanding]) -> String {
    let lines: Vec<String> = all.iter().map(ToString::to_string).collect();
    match lines.is_empty() {
        true => "There are no stones.".to_owned(),
        false => lines.join("\n"),
    }
}

/// "Black surrounds 3: A1, A2, B1." for each side, the open points, and who leads, if a net tells.
pub(super) fn territory(expected: &ExpectedTerritory, game: &Game) -> String {
    let board = game.board();
    let owned = |color| expected.surrounded(board, color);
    let part = |color: Color| {
        let points = owned(color);
        let names: Vec<String> = points.iter().map(Point::to_string).collect();
        match points.len() {
            0 => format!("{color} surrounds no point yet."),
            count => format!("{color} surrounds {count}: {}.", names.join(", ")),
        }
    };
    let surrounded: usize = Color::BOTH.map(|color| owned(color).len()).iter().sum();
    let open = board.empty_points().len() - surrounded;
    let captures = game.prisoners();
    let mut told = vec![
        part(Color::Black),
        part(Color::White),
        format!(
            "{open} empty points are open. Captured so far: Black {}, White {}.",
            captures.black, captures.white
        ),
    ];
    told.extend(expected.lead_in_words());
    told.join("\n")
}

/// A count, a line for each side and one for the result.
pub(super) fn count(score: &FinalScore) -> String {
    let side = |color: Color| match score {
        FinalScore::Territory(score) => {
            let tally = score.tally[color];
            format!(
                "{color}: {} surrounded, {} captured, {} of the other side: {}",
                tally.territory,
                tally.prisoners,
                counted(tally.dead, "dead stone"),
                counted(tally.points(), "point")
            )
        }
        FinalScore::Area(score) => {
            format!("{color}: {} stones and points", score.points[color])
        }
    };
    let komi = match score {
        FinalScore::Territory(score) => score.komi,
        FinalScore::Area(score) => score.komi,
    };
    let all = f64::from(score.points(Color::White)) + f64::from(komi.half_points()) / 2.0;
    format!(
        "{}\n{}, and komi {komi}: {all} in all\n{}",
        side(Color::Black),
        side(Color::White),
        result_in_words(score.margin().into())
    )
}

/// "Black has 49:10 left, White has 48:02 left."
pub fn clocks(left: ByColor<Duration>) -> String {
    let side = |color: Color| format!("{color} has {} left", clock(left[color]));
    format!("{}, {}.", side(Color::Black), side(Color::White))
}

/// The latest move in a sentence.
pub fn last(game: &Game) -> String {
    let number = game.move_count();
    match game.last_move() {
        None => "No move was made yet.".to_owned(),
        Some((color, Move::Pass)) => format!("Move {number}: {color} passed."),
        Some((color, Move::Play(point))) => format!("Move {number}: {color} played {point}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    fn board() -> Board {
        diagram::parse(
            ". X . O .
             X X . O O
             O X . O .
             . X . O .
             . X O O O",
        )
        .unwrap()
    }

    #[test]
    fn rows_and_groups_are_told_in_words() {
        let board = board();
        assert_eq!(
            row(&board, 3).unwrap(),
            "Row 3: A3 White, B3 Black, D3 White; 2 points are empty."
        );
        let error = row(&board, 6).unwrap_err().to_string();
        assert!(error.contains("1 to 5"));
        let all = GroupStanding::all(&board, Color::Black, None);
        let told = group(&board, &all, Point::parse("A3").unwrap()).unwrap();
        assert!(
            told.starts_with("White's stone at A3 has 1 liberty: A2."),
            "{told}"
        );
        assert!(group(&board, &all, Point::parse("C3").unwrap()).is_err());
        let told = groups(&all);
        assert!(
            told.lines().any(|line| line.starts_with("Black's ")),
            "{told}"
        );
    }
}
