//! `compare`: do the two sides' records tell of the same game, and if not, where do they part?

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::load_record::RecordArgs;
use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_board::record::{Difference, GameRecord, HeaderDifference, compare, compare_headers};
use sgmp_board::rules::{Color, Move};
use sgmp_match::console::stdout_line;

/// Two records of one game.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// One side's record ("here")
    pub a: PathBuf,

    /// The other side's ("there")
    pub b: PathBuf,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the first difference in what was played, and every fact of the headers that differs.
///
/// # Errors
/// A file that cannot be read, or that holds no record.
pub(crate) fn run(args: &CompareArgs) -> Result<Exit, Failure> {
    let comparison = Comparison::new(&read(&args.a)?, &read(&args.b)?);
    if args.json {
        stdout_line(comparison.json());
    } else {
        stdout_line(comparison.text().trim_end());
    }
    if comparison.is_same() {
        Ok(Exit::Done)
    } else {
        Ok(Exit::Check)
    }
}

/// The first game of a file, with a line on standard error for what was guessed or mended.
fn read(path: &Path) -> Result<GameRecord, Failure> {
    let (file, game_number) = (path.to_owned(), None);
    RecordArgs { file, game_number }.read()
}

/// Findings of a comparison.
struct Comparison {
    moves: [usize; 2],
    played: Option<Difference>,
    header: Vec<HeaderDifference>,
}

impl Comparison {
    fn new(a: &GameRecord, b: &GameRecord) -> Self {
        Self {
            moves: [a.moves().len(), b.moves().len()],
            played: compare(a, b),
            header: compare_headers(a, b),
        }
    }

    /// True if both can be right.
    fn is_same(&self) -> bool {
        self.played.is_none() && !self.header.iter().any(HeaderDifference::is_contradiction)
    }

    fn text(&self) -> String {
        let mut text = match &self.played {
            Some(difference) => format!("FAIL moves: {difference}\n"),
            None => format!("PASS moves: {} in both, all alike\n", self.moves[0]),
        };
        for fact in &self.header {
            let mark = if fact.is_contradiction() {
                "FAIL"
            } else {
                "note"
            };
            text += &format!("{mark} header: {fact}\n");
        }
        if let Some(result) = self.untold_resignation() {
            text += &format!(
                "note result: one side resigned, and the line carries no word of that: enter it in the other record with \
                 `sgmp-go result RECORD.sgf --result {result}`\n"
            );
        }
        text
    }

    /// The resignation of one record, of which the other knows nothing.
    fn untold_resignation(&self) -> Option<String> {
        self.header.iter().find_map(|fact| {
            let (_, a, b) = fact.told();
            let is_of_one = |a: &str, b: &str| a.ends_with("+R") && b == "?";
            match (is_of_one(&a, &b), is_of_one(&b, &a)) {
                (true, _) => Some(a),
                (false, true) => Some(b),
                (false, false) => None,
            }
        })
    }

    fn json(&self) -> Value {
        let header: Vec<Value> = self.header.iter().map(fact).collect();
        json!({
            "same": self.is_same(),
            "moves": self.moves,
            "difference": self.played.as_ref().map(played),
            "header": header,
        })
    }
}

fn fact(difference: &HeaderDifference) -> Value {
    let (fact, a, b) = difference.told();
    json!({
        "fact": fact.to_lowercase(),
        "a": a,
        "b": b,
        "contradiction": difference.is_contradiction(),
    })
}

fn played(difference: &Difference) -> Value {
    match difference {
        Difference::Size { a, b } => json!({ "kind": "size", "a": a.lines(), "b": b.lines() }),
        Difference::Setup => json!({ "kind": "setup" }),
        Difference::Change => json!({ "kind": "change" }),
        Difference::Move { number, a, b } => json!({
            "kind": "move",
            "number": number,
            "a": a.map(told),
            "b": b.map(told),
        }),
    }
}

fn told((color, mv): (Color, Move)) -> Value {
    json!({ "color": color.to_string().to_lowercase(), "move": mv.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::record::read_sgf;

    fn comparison(a: &str, b: &str) -> Comparison {
        let [a, b] = [a, b].map(|text| read_sgf(text.as_bytes()).unwrap());
        Comparison::new(&a, &b)
    }

    #[test]
    fn equal_games_pass_and_another_spelling_is_only_noted() {
        let found = comparison("(;SZ[9]PB[a];B[ee];W[])", "(;SZ[9]PB[A];B[ee];W[tt])");
        assert!(found.is_same());
        assert_eq!(
            found.text(),
            "PASS moves: 2 in both, all alike\nnote header: Black: a here, A there\n"
        );
    }

    #[test]
    fn a_resignation_that_one_side_alone_knows_has_a_remedy() {
        let found = comparison("(;SZ[9]RE[B+R];B[ee])", "(;SZ[9]RE[?];B[ee])");
        assert!(found.text().contains("note result: one side resigned"));
        assert!(found.text().contains("--result B+R`"));
        let both = comparison("(;SZ[9]RE[B+R];B[ee])", "(;SZ[9]RE[B+R];B[ee])");
        assert!(!both.text().contains("resigned"));
    }

    #[test]
    fn the_first_difference_is_told_in_words_and_in_json() {
        let found = comparison("(;SZ[9]RE[B+R];B[ee];W[aa])", "(;SZ[9]RE[W+R];B[ee];W[bb])");
        assert!(!found.is_same());
        assert_eq!(
            found.text(),
            "FAIL moves: move 2 is White A9 here, White B8 there\n\
             FAIL header: result: B+R here, W+R there\n"
        );
        let expected = json!({
            "same": false,
            "moves": [2, 2],
            "difference": {
                "kind": "move",
                "number": 2,
                "a": { "color": "white", "move": "A9" },
                "b": { "color": "white", "move": "B8" },
            },
            "header": [
                { "fact": "result", "a": "B+R", "b": "W+R", "contradiction": true },
            ],
        });
        assert_eq!(found.json(), expected);
    }

    #[test]
    fn the_exit_code_tells_whether_both_can_be_right() {
        let dir = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = dir.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let a = file("a.sgf", "(;SZ[9]KM[5.5];B[ee])");
        let b = file("b.sgf", "(;SZ[9]KM[5.5];B[ef])");
        let broken = file("c.sgf", "no record");
        let exit = |a: &Path, b: &Path| {
            let (a, b, json) = (a.to_owned(), b.to_owned(), false);
            run(&CompareArgs { a, b, json }).unwrap_or_else(|failure| failure.blame.into())
        };
        assert_eq!(exit(&a, &a), Exit::Done);
        assert_eq!(exit(&a, &b), Exit::Check);
        assert_eq!(exit(&a, &broken), Exit::Record);
        assert_eq!(exit(&dir.path().join("missing"), &b), Exit::Record);
    }

    #[test]
    fn a_missing_move_and_another_board_are_differences() {
        let found = comparison("(;SZ[9];B[ee];W[aa])", "(;SZ[9];B[ee])");
        assert_eq!(found.json()["difference"]["b"], Value::Null);
        let found = comparison("(;SZ[9];B[ee])", "(;SZ[13];B[ee])");
        assert_eq!(found.json()["difference"]["kind"], "size");
    }
}
