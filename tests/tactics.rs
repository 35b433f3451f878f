//! The problems of `fixtures/problems/tactics`.
//!
//! `cargo test --test tactics -- --nocapture` prints the figures.

use std::fs;
use std::path::Path;

use sgmp_go::rules::{Board, Point, diagram};
use sgmp_go::tactics::{Answer, Budget, Tactician};

/// Positions for one question at most: less than a tenth of a second at a million a second.
const MOST_POSITIONS: u32 = 60_000;

struct Question {
    verb: String,
    stones: Vec<Point>,
    code: u8,
    /// The moves that are right; any if there are none.
    moves: Vec<String>,
}

struct Problem {
    name: String,
    board: Board,
    questions: Vec<Question>,
}

impl Question {
    /// Reads "attack C5: 2 C4".
    fn read(line: &str) -> Option<Self> {
        let (asked, answer) = line.split_once(": ")?;
        let mut asked = asked.split(' ');
        let mut answer = answer.split(' ');
        Some(Self {
            verb: asked.next()?.to_owned(),
            stones: asked.map(Point::parse).collect::<Option<_>>()?,
            code: answer.next()?.parse().ok()?,
            moves: answer.map(str::to_owned).collect(),
        })
    }

    fn ask(&self, board: &Board) -> Answer {
        // A new one for each question: an answer rests on its position alone.
        let (mut tactician, budget) = (Tactician::new(), Budget::for_level(10));
        match (self.verb.as_str(), self.stones.as_slice()) {
            ("attack", [stone]) => tactician.attack(board, *stone, budget),
            ("defend", [stone]) => tactician.defend(board, *stone, budget),
            ("connect", [a, b]) => tactician.connect(board, *a, *b, budget),
            ("disconnect", [a, b]) => tactician.disconnect(board, *a, *b, budget),
            (verb, stones) => panic!("no question: {verb} {stones:?}"),
        }
    }

    fn accepts(&self, answer: &Answer) -> bool {
        let right = answer.mv.is_none_or(|mv| {
            self.moves.is_empty() || self.moves.contains(&mv.to_string().to_uppercase())
        });
        answer.verdict.code() == self.code && right
    }
}

impl Problem {
    fn read(text: &str) -> Self {
        let (name, rest) = text.split_once('\n').expect("a name, then the board");
        let (questions, rows): (Vec<&str>, Vec<&str>) =
            rest.lines().partition(|line| line.contains(':'));
        let read = |line| Question::read(line).unwrap_or_else(|| panic!("{name}: {line:?}"));
        Self {
            name: name.to_owned(),
            board: diagram::parse(&rows.join("\n")).unwrap_or_else(|e| panic!("{name}: {e}")),
            questions: questions.into_iter().map(read).collect(),
        }
    }
}

fn problems() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/problems/tactics");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the problems are there")
        .map(|file| file.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "txt"))
        .collect();
    paths.sort();
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            let blocks = text.split("# ").filter(|block| !block.trim().is_empty());
            blocks.map(Problem::read).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn the_tactician_solves_every_problem() {
    let (mut asked, mut positions, mut most) = (0, 0_u64, 0);
    let mut wrong = Vec::new();
    let problems = problems();
    for Problem {
        name,
        board,
        questions,
    } in &problems
    {
        for question in questions {
            let answer = question.ask(board);
            asked += 1;
            positions += u64::from(answer.positions);
            most = most.max(answer.positions);
            if !question.accepts(&answer) {
                let Question { verb, stones, .. } = question;
                wrong.push(format!("{name}: {verb} {stones:?}\n{board:?}{answer:?}"));
            }
        }
    }
    println!(
        "{} problems, {asked} questions, {} wrong, {positions} positions, at most {most} for one",
        problems.len(),
        wrong.len()
    );
    assert!(
        problems.len() >= 60 && wrong.is_empty(),
        "{}",
        wrong.join("\n")
    );
    assert!(most <= MOST_POSITIONS, "{most} positions for one question");
}
