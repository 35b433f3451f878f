//! The problems of `fixtures/problems`, read and asked.

use std::fs;
use std::path::{Path, PathBuf};

use sgmp_board::rules::{Board, Move, Point, diagram};
use sgmp_engine::net::NetChoice;
use sgmp_engine::search::{LifeQuestion, NetLife};
use sgmp_knowledge::analysis::Analysis;
use sgmp_knowledge::reading::{Answer, Budget, LifeProblem, QuestionEffort, Tactician};

/// As far as every question is read.
const LEVEL: u8 = 10;

/// A question about a position, with its answer.
pub(crate) struct Question {
    pub(crate) verb: String,
    pub(crate) stones: Vec<Point>,
    pub(crate) code: u8,
    /// The moves that are right; any if there are none.
    pub(crate) moves: Vec<String>,
}

/// A position with its questions.
pub(crate) struct Problem {
    /// Its folder and file: "life/seki".
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) questions: Vec<Question>,
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

    pub(crate) fn ask(&self, tactician: &mut Tactician, board: &Board) -> Answer {
        let budget = Budget::for_level(LEVEL);
        match (self.verb.as_str(), self.stones.as_slice()) {
            ("attack", [stone]) => tactician.attack(board, *stone, budget),
            ("defend", [stone]) => tactician.defend(board, *stone, budget),
            ("connect", [a, b]) => tactician.connect(board, *a, *b, budget),
            ("disconnect", [a, b]) => tactician.disconnect(board, *a, *b, budget),
            ("owl_attack", [stone]) => tactician.kill(board, &life_problem(board, *stone), budget),
            ("owl_defend", [stone]) => tactician.live(board, &life_problem(board, *stone), budget),
            (verb, stones) => panic!("no question: {verb} {stones:?}"),
        }
    }

    /// Asks it as the commands of the Go Text Protocol do without a net.
    pub(crate) fn ask_deep(&self, tactician: &mut Tactician, board: &Board) -> Answer {
        self.ask_by(tactician, board, QuestionEffort::USUAL)
    }

    /// Asks it as those commands do.
    pub(crate) fn ask_with_net(&self, tactician: &mut Tactician, board: &Board) -> Answer {
        let stone = self.stones[0];
        let owner = board.color_at(stone).expect("a stone");
        let is_owner = self.verb.ends_with("defend");
        let question = LifeQuestion {
            board,
            stone,
            to_move: if is_owner { owner } else { !owner },
        };
        let effort = QuestionEffort::USUAL;
        let mut life = NetLife::new(NetChoice::embedded());
        match self.verb.as_str() {
            "owl_attack" | "owl_defend" => life.group_answer(question, effort, |effort| {
                self.ask_by(tactician, board, effort)
            }),
            "attack" | "defend" => life.string_answer(question, self.ask_deep(tactician, board)),
            _ => self.ask_deep(tactician, board),
        }
    }

    fn ask_by(&self, tactician: &mut Tactician, board: &Board, effort: QuestionEffort) -> Answer {
        let (strings, groups) = (effort.strings(), effort.groups());
        let problem = |stone| deep_life_problem(board, stone);
        match (self.verb.as_str(), self.stones.as_slice()) {
            ("attack", [stone]) => tactician.attack(board, *stone, strings),
            ("defend", [stone]) => tactician.defend(board, *stone, strings),
            ("connect", [a, b]) => tactician.connect(board, *a, *b, strings),
            ("disconnect", [a, b]) => tactician.disconnect(board, *a, *b, strings),
            ("owl_attack", [stone]) => tactician.kill(board, &problem(*stone), groups),
            ("owl_defend", [stone]) => tactician.live(board, &problem(*stone), groups),
            (verb, stones) => panic!("no question: {verb} {stones:?}"),
        }
    }

    /// Returns whether an answer is right.
    pub(crate) fn accepts(&self, answer: &Answer) -> bool {
        let is_right = |mv: Move| self.moves.contains(&mv.to_string().to_uppercase());
        let moves = self.moves.is_empty() || answer.mv.is_none_or(is_right);
        answer.result.code() == self.code && moves
    }
}

fn life_problem(board: &Board, stone: Point) -> LifeProblem {
    let owner = board.color_at(stone).expect("a stone");
    let analysis = Analysis::new(board, owner, LEVEL);
    analysis.life_problem(board, stone).expect("a group")
}

fn deep_life_problem(board: &Board, stone: Point) -> LifeProblem {
    let owner = board.color_at(stone).expect("a stone");
    let analysis = Analysis::new(board, owner, LEVEL);
    analysis.deep_life_problem(board, stone).expect("a group")
}

impl Problem {
    fn read(kind: &str, text: &str) -> Self {
        let (name, rest) = text.split_once('\n').expect("a name, then the board");
        let (questions, rows): (Vec<&str>, Vec<&str>) =
            rest.lines().partition(|line| line.contains(':'));
        let read = |line| Question::read(line).unwrap_or_else(|| panic!("{name}: {line:?}"));
        Self {
            kind: kind.to_owned(),
            name: name.to_owned(),
            board: diagram::parse(&rows.join("\n")).unwrap_or_else(|e| panic!("{name}: {e}")),
            questions: questions.into_iter().map(read).collect(),
        }
    }
}

/// All problems, by their files.
pub(crate) fn problems() -> Vec<Problem> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/problems");
    let folders = listed(&folder).into_iter().filter(|path| path.is_dir());
    let mut found = Vec::new();
    for path in folders.flat_map(|folder| listed(&folder)) {
        if path.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let kind = path.strip_prefix(&folder).expect("below the folder");
        let kind = kind.with_extension("").display().to_string();
        let text = fs::read_to_string(&path).expect("a text");
        let blocks = text.split("# ").filter(|block| !block.trim().is_empty());
        found.extend(blocks.map(|block| Problem::read(&kind, block)));
    }
    found
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the problems are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    paths
}
