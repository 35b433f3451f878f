//! The questions and what is said to each.

use super::QuestionnaireArgs;
use super::call_figure;
use super::measures::{COUNTED_MOVES, ENGINE_LINES, Measures};
use super::own_answer::QUESTIONS;
use sgmp_engine::engine::Level;
use sgmp_faces::tui::wrap;
use sgmp_knowledge::analysis::LifeStatus;

/// The questions in a word or two, as they stand before the answers.
const ASKED: [&str; QUESTIONS] = [
    "Name of program",
    "Developer's name",
    "Achievements in the past three years",
    "Strength of program",
    "How to get it",
    "Purpose",
    "Published references",
    "Programming language",
    "Size of the engine's part in source code",
    "Databases",
    "Average number of candidates per move",
    "Capture of a string",
    "Groups",
    "Ko",
    "The last ten moves",
    "Learning through playing games",
    "Acceleration",
    "Next functions",
    "Other characteristics",
    "Japanese amateur one dan",
];

/// Columns of a line.
const WIDTH: u16 = 110;

/// Blanks before the lines of an answer after its first.
const INDENT: &str = "    ";

/// The facts of somebody who takes part, and those of the program.
#[derive(Debug)]
pub(super) struct Questionnaire<'a> {
    pub(super) args: &'a QuestionnaireArgs,
    pub(super) measures: Measures,
    /// Sentences about the groups of the call's figure.
    pub(super) findings: Vec<String>,
}

impl Questionnaire<'_> {
    /// All questions with their answers.
    pub(super) fn text(&self) -> String {
        let title = "Questionnaire (call for participation of FJK 2000, Appendix C)\n\n".to_owned();
        let answers = (1..).zip(ASKED).map(|(question, asked)| {
            let answer = self.own(question).unwrap_or_else(|| self.answer(question));
            set(&format!("({question}) {asked}: {answer}"))
        });
        title + &answers.collect::<String>()
    }

    /// The last answer that was given to a question by an option.
    fn own(&self, question: usize) -> Option<String> {
        let mut given = self.args.answers.iter().rev();
        let own = given.find(|answer| answer.question == question)?;
        Some(own.text.clone())
    }

    fn answer(&self, question: usize) -> String {
        let Measures { candidates, .. } = self.measures;
        match question {
            1 => format!("sgmp-go {}", env!("CARGO_PKG_VERSION")),
            2 => self.args.developer.clone(),
            3 => self.args.achievements.clone(),
            4 => strength(self.args.level),
            5 => "free software (MIT or Apache-2.0)".to_owned(),
            6 => "[x] For research  [x] For fun".to_owned(),
            7 => "README.md and docs/ of the program".to_owned(),
            8 => "Rust".to_owned(),
            9 => format!("about {ENGINE_LINES} lines, comments and tests included"),
            10 => self.databases(),
            11 => format!(
                "{candidates:.0} that the experts propose and try on 19x19 (counted over {COUNTED_MOVES} moves of a game \
                 of theirs); the search with the net weighs every legal move by its policy"
            ),
            13 => self.groups(),
            20 => one_dan(self.args.level),
            other => fixed(other).to_owned(),
        }
    }

    fn databases(&self) -> String {
        let Measures {
            joseki_moves,
            patterns,
            pattern_moves,
            ..
        } = self.measures;
        format!(
            "{joseki_moves} moves of joseki and openings; {patterns} written patterns with {pattern_moves} moves; learned \
             weights of shapes and tactical features; a small neural net"
        )
    }

    /// Question 13.
    fn groups(&self) -> String {
        let scale = LifeStatus::ALL.len();
        let method = format!(
            "strings that cannot be cut are one group. Its place on a scale of {scale} steps, from alive for good to \
             captured, comes from its eyes and ways to more, its ways to run and its races with neighbors; where it is \
             shut in, a proof-number search reads whether it can be killed and can live. In the figure, set on 19x19 \
             with nothing else on the board (X Black, O White, line 1 the edge), the program finds this:"
        );
        let drawn: Vec<String> = call_figure::drawn()
            .lines()
            .map(|line| format!("  {line}"))
            .collect();
        format!(
            "{method}\n{}\n{}",
            drawn.join("\n"),
            self.findings.join("\n")
        )
    }
}

/// Answers that depend on nothing.
const fn fixed(question: usize) -> &'static str {
    match question {
        12 => {
            "[x] Using search: proof-number search over liberties, ladders and nets to their end, as wide as the moves that \
             can matter and as deep as its budget of positions allows"
        }
        14 => {
            "yes, both: threats are found by an expert of their own, and a ko is begun where the threats and its value call \
             for it"
        }
        15 => "[x] Other (endgame moves are valued one by one, and the search plays them out)",
        16 => {
            "yes, between tournaments: training games, weights fitted to them, parameters tuned by a sequential test \
             (`sgmp-go learn`)"
        }
        17 => {
            "yes: threads, vector instructions, memory of what was read from move to move, thinking on the opponent's time"
        }
        18 => {
            "no dates are promised; work goes to its weakest points first (figures in docs/strength.md): kos in corners and \
             other hard reading, play without a search, joseki that nobody has read"
        }
        _ => {
            "every chosen move has its reasons in plain words; it speaks the Standard Go Modem Protocol, GTP and KataGo's \
             analysis protocol; matches survive a crash, a power cut and a bad line"
        }
    }
}

/// Question 4.
fn strength(level: Level) -> String {
    let (weakest, strongest) = (Level::MIN, Level::MAX);
    format!(
        "{} at level {level}, which takes part (levels {weakest} to {strongest}: {} to {}). {SCALE}",
        level.rank(),
        weakest.rank(),
        strongest.rank()
    )
}

/// The scale of all ranks that are told.
const SCALE: &str = "These are estimates on the scale of the KGS server, from games against GNU Go; no human played for them \
                     (docs/guide.md, Levels)";

/// Question 20.
fn one_dan(level: Level) -> String {
    let Some(reached) = Level::all().find(|level| level.rank().starts_with("1 dan")) else {
        return format!("not yet: full strength is {}. {SCALE}", Level::MAX.rank());
    };
    let below = match level < reached {
        true => format!(" Level {level}, which takes part, is kept below it on purpose."),
        false => String::new(),
    };
    format!(
        "it has achieved it, roughly: level {reached} is {}, level {} {}.{below} {SCALE}",
        reached.rank(),
        Level::MAX,
        Level::MAX.rank()
    )
}

/// An answer with its lines broken; lines that begin with a blank stay as they are.
fn set(answer: &str) -> String {
    let lines = answer.lines().flat_map(|line| match line.starts_with(' ') {
        true => vec![line.to_owned()],
        false => wrap(line, WIDTH),
    });
    let lines: Vec<String> = lines.collect();
    format!("{}\n", lines.join(&format!("\n{INDENT}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        args: QuestionnaireArgs,
    }

    fn text(words: &str) -> String {
        let words = shlex::split(words).expect("words");
        let words = Words::try_parse_from(std::iter::once("it".to_owned()).chain(words));
        let questionnaire = Questionnaire {
            args: &words.expect("an understood line").args,
            measures: Measures {
                joseki_moves: 14_486,
                patterns: 700,
                pattern_moves: 1_300,
                candidates: 16.4,
            },
            findings: vec!["Black: the 8 stones at J1 are alive for good.".to_owned()],
        };
        questionnaire.text()
    }

    #[test]
    fn every_question_is_answered() {
        insta::assert_snapshot!("answers", text("--developer Ito"));
    }

    #[test]
    fn any_answer_can_be_given_in_other_words() {
        let given: String = (1..=QUESTIONS)
            .map(|question| format!(" --answer '{question}=own words'"))
            .collect();
        assert_eq!(text(&given).matches(": own words\n").count(), QUESTIONS);
        let twice = text("--answer 7=first --answer 7=last");
        assert!(
            twice.contains("(7) Published references: last\n"),
            "{twice}"
        );
    }

    #[test]
    fn the_level_that_takes_part_is_told_with_its_rank() {
        let weaker = text("--level 12");
        let is_told = |words: &str| {
            let in_one_line = weaker.split_whitespace().collect::<Vec<_>>().join(" ");
            in_one_line.contains(words)
        };
        assert!(
            is_told("(4) Strength of program: 4 to 5 kyu at level 12"),
            "{weaker}"
        );
        assert!(
            is_told("Level 12, which takes part, is kept below it"),
            "{weaker}"
        );
        assert!(!text("").contains("is kept below"));
    }

    #[test]
    fn the_page_of_strength_has_the_weakest_points() {
        let page = include_str!("../../../../docs/strength.md");
        let (_, weakest) = page.split_once("## Weakest points").expect("the section");
        let (_, named) = fixed(18).rsplit_once(": ").expect("the points");
        for point in named.split(", ") {
            assert!(weakest.contains(point), "{point}");
        }
    }
}
