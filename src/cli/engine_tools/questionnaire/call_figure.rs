//! The figure of question 13, and what the program finds in it.

use sgmp_board::rules::{Board, Color, Point, PointSet, diagram};
use sgmp_knowledge::analysis::{Analysis, GroupInfo, LifeClass};
use sgmp_knowledge::experts::{GroupRef, group_state};
use sgmp_knowledge::reading::{Answer, QuestionEffort, ResultCode, Tactician};

/// The figure as the call draws it: X Black, O White, the last line on the edge of the board.
const FIGURE: [&str; 6] = [
    "+ + + + + + + + + + +",
    "+ + + + O + O + + + +",
    "+ + + + + + O O + + +",
    "+ O O O O X X X O O +",
    "O O X X X X + + X O +",
    "- - O O X - - - - - -",
];

/// Lines of the board that the figure is set on.
const LINES: usize = 19;

/// Columns of the board on either side of the figure.
const MARGIN: usize = 4;

/// Level of the description.
const LEVEL: u8 = 8;

/// Effort of the reading: enough to prove all that is asked.
const EFFORT: QuestionEffort = QuestionEffort::for_level(12);

/// The board of 19 lines with the figure in the middle of its lower edge and nothing else.
fn board() -> Board {
    let margin = "+ ".repeat(MARGIN);
    let empty = format!("{}\n", "+ ".repeat(LINES));
    let rows = FIGURE.map(|row| format!("{margin}{row} {margin}\n"));
    let text = empty.repeat(LINES - FIGURE.len()) + &rows.concat();
    diagram::parse(&text)
        .expect("the figure is 11 columns wide and has no string without a liberty")
}

/// The figure with the names of its columns and lines.
pub(super) fn drawn() -> String {
    let names = (MARGIN..LINES - MARGIN).filter_map(|column| Point::new(column as u8, 0));
    let names: Vec<String> = names
        .map(|point| point.to_string().trim_end_matches('1').to_owned())
        .collect();
    let rows = (1..=FIGURE.len()).rev().zip(FIGURE);
    let rows: String = rows.map(|(line, row)| format!("\n{line} {row}")).collect();
    format!("  {}{rows}", names.join(" "))
}

/// A sentence or two for each group of the figure, Black's first.
pub(super) fn findings() -> Vec<String> {
    let board = board();
    let analysis = Analysis::new(&board, Color::Black, LEVEL);
    let mut tactician = Tactician::new();
    let mut groups: Vec<&GroupInfo> = analysis.group_infos().iter().collect();
    groups.sort_by_key(|info| info.group.color == Color::White);
    groups
        .into_iter()
        .filter_map(|info| {
            let name = GroupRef::from_group(info)?;
            let seen = at_first_sight(&name, info);
            let read = match info.status.class() > LifeClass::Alive {
                true => read_out(&mut tactician, &board, &analysis, &name),
                false => String::new(),
            };
            Some(format!("{}: {seen}{read}", name.color))
        })
        .collect()
}

/// The group, its strings, its place on the scale and its eye space.
fn at_first_sight(name: &GroupRef, info: &GroupInfo) -> String {
    let strings = match info.group.strings.len() {
        1 => String::new(),
        more => format!(", {more} strings that cannot be cut,"),
    };
    let state = group_state(info.status, name.stones);
    let eyes = match info.eye_space() {
        PointSet::EMPTY => String::new(),
        space => format!("; eye space {}", points(&space)),
    };
    format!("{name}{strings} {state}{eyes}.")
}

/// The reading of whether a group can be killed and can live.
fn read_out(
    tactician: &mut Tactician,
    board: &Board,
    analysis: &Analysis,
    name: &GroupRef,
) -> String {
    let Some(problem) = analysis.deep_life_problem(board, name.stone) else {
        return String::new();
    };
    let killed = tactician.kill(board, &problem, EFFORT.groups());
    let saved = tactician.live(board, &problem, EFFORT.groups());
    let (hunter, owner) = (!name.color, name.color);
    format!(
        " Read: {}; {}.",
        outcome(&killed, hunter, "kills"),
        outcome(&saved, owner, "lives")
    )
}

/// The result for the side that moves first.
fn outcome(answer: &Answer, color: Color, verb: &str) -> String {
    let at = answer
        .point()
        .map_or_else(String::new, |point| format!(" at {point}"));
    let told = match answer.result {
        ResultCode::Succeeds => format!("{color} first {verb}{at}"),
        ResultCode::KoIgnoresThreat | ResultCode::KoNeedsThreat => {
            format!("{color} first {verb} by a ko{at}")
        }
        ResultCode::Fails => format!("{color} first has no move that {verb}"),
    };
    match answer.is_complete {
        true => format!("{told} (proved)"),
        false => format!("{told} (likely, not proved)"),
    }
}

fn points(set: &PointSet) -> String {
    let names: Vec<String> = set.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figure_is_read() {
        insta::assert_snapshot!("figure", format!("{}\n{}", drawn(), findings().join("\n")));
    }
}
