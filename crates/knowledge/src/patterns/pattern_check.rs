//! Checks of a library: mistakes that its readers would stumble over.

use std::collections::HashMap;
use std::fmt;

use super::condition::{Condition, Count, Fact, Relation};
use super::library::Library;
use super::orientation::{CellMap, transform_diagram};
use super::pattern::{Kind, Pattern};
use super::pattern_diagram::{Cell, Class, Diagram};
use crate::joseki::Symmetry;
use crate::reading::{Budget, ResultCode, Tactician};
use sgmp_board::rules::{Board, BoardSize, Color, IllegalMove, Move, Point, SetupError};

pub use crate::joseki::Severity;

/// The side to move on the board made of a diagram.
const MOVER: Color = Color::Black;

/// A problem in a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The diagram is no position.
    #[error("no board looks like the picture: {0}")]
    Setup(#[from] SetupError),
    /// The diagram has no stone, or more edges than a board of 19 lines has room for.
    #[error("the picture shows no stone: there is nothing to look for")]
    NoStone,
    /// A move of the tree is not allowed.
    #[error("in the line {0}, the last move: {1}")]
    Illegal(String, IllegalMove),
    /// Another pattern has the same diagram, facts and move.
    #[error("it is {0} again, perhaps mirrored: leave one of them out")]
    Duplicate(String),
    /// A fact that no board can bear out.
    #[error("{0} can never hold with this picture")]
    Unreachable(String),
    /// A fact about stones where there are none.
    #[error("{0} is said of a point without a stone")]
    NoString(String),
    /// A fact about an empty point where there is a stone.
    #[error("{0} is said of a point with a stone")]
    NotEmpty(String),
    /// The suggested move is onto a point that may hold a stone.
    #[error("the point of the move may hold a stone")]
    Taken,
    /// The two branches of a tree begin with the same move.
    #[error("the tree has the same move twice in one place: join the branches")]
    Twice,
    /// A letter that nothing refers to.
    #[error("nothing is said of the letter {0}: leave it out")]
    Idle(char),
    /// The suggested stone is captured at once, and not to take eyes.
    #[error("the other side captures the suggested stone by playing {0}")]
    Caught(String),
    /// A line ends while the mover's string could be taken.
    #[error("the line {0} ends with the mover's stones in atari: write the next move")]
    Atari(String),
}

/// A problem and its pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The name of the pattern in the text.
    pub name: String,
    /// The problem, with its remedy in its words.
    pub trouble: Trouble,
}

impl Finding {
    /// The severity: an error has to be mended, a warning may stand.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.trouble {
            Trouble::Idle(_) | Trouble::Atari(_) | Trouble::Caught(_) => Severity::Warning,
            _ => Severity::Error,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.severity(), self.name, self.trouble)
    }
}

/// Checks every pattern of the library, in the order of the text.
#[must_use]
pub fn check(library: &Library) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut seen: HashMap<Vec<u8>, &str> = HashMap::new();
    for pattern in library.patterns() {
        let mut troubles = troubles(pattern);
        if let Some(first) = seen.insert(canonical(pattern), &pattern.name) {
            troubles.push(Trouble::Duplicate(first.to_owned()));
        }
        findings.extend(troubles.into_iter().map(|trouble| Finding {
            name: pattern.name.clone(),
            trouble,
        }));
    }
    findings
}

/// The same bytes for patterns that are mirror orientations of each other.
fn canonical(pattern: &Pattern) -> Vec<u8> {
    let orientations = Symmetry::ALL.into_iter().map(|symmetry| {
        let cell_map = CellMap::new(&pattern.diagram, symmetry);
        let diagram = transform_diagram(&pattern.diagram, symmetry);
        let mut bytes = vec![diagram.width, diagram.height, diagram.edges];
        bytes.extend(diagram.classes.map(|class| class as u8));
        bytes.push(cell_map.cell(pattern.tree.first()).index() as u8);
        let facts = pattern.conditions.iter();
        let mut facts: Vec<String> = facts
            .map(|fact| {
                let other = fact.other().map(|other| cell_map.cell(other));
                format!("{:?} {} {other:?}", cell_map.cell(fact.cell), fact.fact)
            })
            .collect();
        facts.sort_unstable();
        bytes.extend(facts.concat().into_bytes());
        bytes
    });
    orientations.min().unwrap_or_default()
}

fn troubles(pattern: &Pattern) -> Vec<Trouble> {
    let mut found = Vec::new();
    let diagram = &pattern.diagram;
    if !diagram
        .cells()
        .any(|cell| matches!(diagram.class(cell), Class::Mine | Class::Theirs))
    {
        found.push(Trouble::NoStone);
    }
    if diagram.class(pattern.tree.first()) != Class::Empty {
        found.push(Trouble::Taken);
    }
    match board_of(diagram) {
        Ok((board, corner)) => {
            found.extend(played(pattern, &board, corner));
            found.extend(caught(pattern, &board, corner));
            let facts = pattern.conditions.iter();
            found.extend(facts.filter_map(|fact| unfit(pattern, *fact, &board, corner)));
        }
        Err(trouble) => found.push(trouble),
    }
    if has_twins(pattern) {
        found.push(Trouble::Twice);
    }
    found.extend(idle_letters(pattern).map(Trouble::Idle));
    found
}

/// A board of 19 lines with the diagram's stones on it, the mover's black, and where its lower left
/// point lies. What may be a stone and what may be anything is left empty; `@` is the mover's.
pub(super) fn board_of(diagram: &Diagram) -> Result<(Board, Point), Trouble> {
    let size = BoardSize::NINETEEN;
    let corner = diagram.corner_on(size).ok_or(Trouble::NoStone)?;
    let stones = diagram.cells().filter_map(|cell| {
        let color = match diagram.class(cell) {
            Class::Mine | Class::Stone => MOVER,
            Class::Theirs => !MOVER,
            _ => return None,
        };
        Some((color, Diagram::on_board(corner, cell)?))
    });
    Ok((Board::from_stones(size, stones)?, corner))
}

/// Plays the lines of the tree: illegal moves and stones left in atari.
fn played(pattern: &Pattern, start: &Board, corner: Point) -> Vec<Trouble> {
    let mut found = Vec::new();
    for line in pattern.tree.lines() {
        let mut board = start.clone();
        let mut color = MOVER;
        let words = |moves: usize| -> String {
            let moves = line[..moves].iter();
            moves
                .map(|c| c.map_or('-', |c| pattern.diagram.label(c).unwrap_or('?')))
                .collect()
        };
        let mut own = Vec::new();
        let mut illegal = None;
        for (number, cell) in line.iter().enumerate() {
            let point = cell.and_then(|cell| Diagram::on_board(corner, cell));
            let mv = point.map_or(Move::Pass, Move::Play);
            if let Err(error) = board.play(color, mv) {
                illegal = Some(Trouble::Illegal(words(number + 1), error));
                break;
            }
            own.extend(point.filter(|_| color == MOVER));
            color = !color;
        }
        let is_hanging =
            |stone: &Point| board.color_at(*stone) == Some(MOVER) && board.liberties(*stone) == 1;
        let mut hanging = own.last().into_iter().filter(|_| color != MOVER);
        if let Some(trouble) = illegal {
            if !found.contains(&trouble) {
                found.push(trouble);
            }
        } else if hanging.any(is_hanging) {
            found.push(Trouble::Atari(words(line.len())));
        }
    }
    found
}

/// The capture of the suggested stone at once, unless it is meant as a sacrifice.
fn caught(pattern: &Pattern, start: &Board, corner: Point) -> Option<Trouble> {
    let first = Diagram::on_board(corner, pattern.tree.first())?;
    let mut board = start.clone();
    board.play(MOVER, Move::Play(first)).ok()?;
    let answer = Tactician::new().attack(&board, first, Budget::for_level(6));
    let point = answer
        .point()
        .filter(|_| answer.result == ResultCode::Succeeds)?;
    let cell = pattern
        .diagram
        .cells()
        .find(|c| Diagram::on_board(corner, *c) == Some(point));
    let letter = cell.and_then(|cell| pattern.diagram.label(cell));
    let taken = letter.map_or_else(|| "outside of the picture".to_owned(), String::from);
    (pattern.kind != Kind::Kill).then_some(Trouble::Caught(taken))
}

/// The problem of a fact, if it has one.
fn unfit(pattern: &Pattern, fact: Condition, board: &Board, corner: Point) -> Option<Trouble> {
    let diagram = &pattern.diagram;
    let letter = |cell| diagram.label(cell);
    let name = letter(fact.cell).map_or_else(String::new, |letter| format!("{letter}: "));
    let words = || name.clone() + &fact.words(letter);
    let class = diagram.class(fact.cell);
    let [mine, theirs, empty, _] = class.allows();
    match fact.fact {
        Fact::SafeFor(_) | Fact::UnsafeFor(_) => (!empty).then(|| Trouble::NotEmpty(words())),
        _ if !mine && !theirs => Some(Trouble::NoString(words())),
        Fact::Connected(other) | Fact::Apart(other) => {
            let [mine, theirs, ..] = diagram.class(other).allows();
            (!mine && !theirs).then(|| Trouble::NoString(words()))
        }
        _ => {
            let (least, most) = bounds(pattern, fact.cell, board, corner, fact.fact)?;
            (least > most).then(|| Trouble::Unreachable(words()))
        }
    }
}

/// The bounds of a count: by the diagram and by all facts about the point.
fn bounds(
    pattern: &Pattern,
    cell: Cell,
    board: &Board,
    corner: Point,
    fact: Fact,
) -> Option<(usize, usize)> {
    let Fact::Counts(what, ..) = fact else {
        return None;
    };
    let stone = Diagram::on_board(corner, cell)?;
    let mut least = match what {
        Count::Stones => board.string_size(stone),
        Count::Liberties => {
            let sure = pattern.diagram.cells().filter(|cell| {
                let point = Diagram::on_board(corner, *cell);
                pattern.diagram.class(*cell) == Class::Empty
                    && point.is_some_and(|point| board.liberty_set(stone).contains(point))
            });
            sure.count().max(1)
        }
    };
    let mut most = usize::from(u8::MAX);
    for other in pattern.conditions.iter().filter(|other| other.cell == cell) {
        if let Fact::Counts(count, relation, number) = other.fact
            && count == what
        {
            let number = usize::from(number);
            if relation != Relation::AtMost {
                least = least.max(number);
            }
            if relation != Relation::AtLeast {
                most = most.min(number);
            }
        }
    }
    Some((least, most))
}

fn has_twins(pattern: &Pattern) -> bool {
    let steps = pattern.tree.steps();
    (0..steps.len()).any(|at| {
        let answers = pattern.tree.answers(at);
        let cells: Vec<_> = answers.iter().map(|answer| steps[*answer].cell).collect();
        (1..cells.len()).any(|place| cells[..place].contains(&cells[place]))
    })
}

fn idle_letters(pattern: &Pattern) -> impl Iterator<Item = char> {
    let labels = pattern.diagram.labels.iter();
    labels.filter_map(|(letter, cell)| {
        let in_tree = pattern
            .tree
            .steps()
            .iter()
            .any(|step| step.cell == Some(*cell));
        let mut facts = pattern.conditions.iter();
        let in_facts = facts.any(|fact| fact.cell == *cell || fact.other() == Some(*cell));
        (!in_tree && !in_facts).then_some(*letter)
    })
}
