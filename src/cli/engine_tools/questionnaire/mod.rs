//! `questionnaire`: Appendix C of the call, answered with figures of this program.

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::output::TextStream;
use crate::experts::{MoveSelector, Skill};
use crate::joseki::Book;
use crate::patterns::Library;
use crate::rng::Rng;
use crate::rules::{BoardSize, Game, Komi};

/// Lines of the engine's source: `ENGINE_PARTS`, tests and comments included, to the nearest thousand. A test counts them.
const ENGINE_LINES: usize = 53_000;

/// Folders of the engine's source.
#[cfg(test)]
const ENGINE_PARTS: [&str; 12] = [
    "rules",
    "tactics",
    "reading",
    "net",
    "analysis",
    "joseki",
    "patterns",
    "move_weights",
    "experts",
    "time_control",
    "search",
    "engine",
];

/// Moves of the game by which candidates are counted.
const COUNTED_MOVES: u32 = 80;

/// The questionnaire.
#[derive(Debug, Args)]
pub struct QuestionnaireArgs {
    /// The developer's name
    #[arg(long, value_name = "NAME", default_value = "the authors of sgmp-go")]
    pub developer: String,

    /// Achievements in the past three years
    #[arg(long, value_name = "TEXT", default_value = "none yet")]
    pub achievements: String,
}

/// Prints the answers.
pub(crate) fn run(args: &QuestionnaireArgs) -> Exit {
    TextStream::Stdout.text(&answers(args));
    Exit::Done
}

/// Candidates a move that the experts propose and try, on average over a game of theirs.
fn candidates() -> f64 {
    let size = BoardSize::NINETEEN;
    let mut game = Game::new(size, Komi::FIVE_AND_A_HALF);
    let mut selector = MoveSelector::new();
    let mut rng = Rng::from_seed(2000);
    let (mut tried, mut moves) = (0, 0);
    while moves < COUNTED_MOVES && game.consecutive_passes() < 2 {
        let color = game.to_move();
        let selection = selector.choose(&game, color, Skill::for_level(3), &mut rng);
        tried += selection.considered.len();
        moves += 1;
        if game.play(color, selection.mv).is_err() {
            break;
        }
    }
    tried as f64 / f64::from(moves.max(1))
}

fn answers(args: &QuestionnaireArgs) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let library = Library::embedded();
    let (patterns, pattern_moves) = (library.patterns().len(), library.moves());
    let joseki: usize = Book::embedded().graphs().map(|graph| graph.moves()).sum();
    let candidates = candidates();
    let (developer, achievements) = (&args.developer, &args.achievements);
    format!(
        "Questionnaire (call for participation of FJK 2000, Appendix C)\n\
         \n\
         (1) Name of program: sgmp-go {version}\n\
         (2) Developer's name: {developer}\n\
         (3) Achievements in the past three years: {achievements}\n\
         (4) Strength of program: levels 0 to 20, the weakest a beginner's; docs/strength.md has the games that tell\n    \
             how strong the others are\n\
         (5) How to get it: free software (MIT or Apache-2.0)\n\
         (6) Purpose: [x] For research  [x] For fun\n\
         (7) Published references: README.md and docs/ of the program\n\
         (8) Programming language: Rust\n\
         (9) Size of the engine's part in source code: about {ENGINE_LINES} lines, comments and tests included\n\
         (10) Databases: {joseki} moves of joseki and openings; {patterns} written patterns with {pattern_moves} moves;\n    \
             learned weights of shapes and tactical features; a small neural net\n\
         (11) Average number of candidates per move: {candidates:.0} that the experts propose and try on 19x19 (counted\n    \
             over {COUNTED_MOVES} moves of a game of theirs); the search with the net weighs every legal move by its policy\n\
         (12) Capture of a string: [x] Using search: proof-number search over liberties, ladders and nets to their end, as\n    \
             deep as its budget of positions allows\n\
         (13) Groups: strings that cannot be cut are one group; its status comes from its eyes and potential eyes, its ways\n    \
             to run, its races with neighbours, and a reading of its life where it is shut in; `sgmp-go explain` tells it in\n    \
             words\n\
         (14) Ko: threats are found by an expert of their own, and a ko is begun where the threats and its value call for\n    \
             it\n\
         (15) The last ten moves: [x] Other: endgame moves are valued one by one, and the search plays them out\n\
         (16) Learning through playing games: yes, between tournaments: training games, weights fitted to them, parameters\n    \
             tuned by a sequential test (`sgmp-go learn`)\n\
         (17) Acceleration: threads, vector instructions, memory of what was read from move to move, thinking on the\n    \
             opponent's time\n\
         (18) Next functions: docs/strength.md and CHANGELOG.md say what is under way\n\
         (19) Other characteristics: every chosen move has its reasons in plain words; it speaks the Standard Go Modem\n    \
             Protocol, GTP and KataGo's analysis protocol; matches survive a crash, a power cut and a bad line\n\
         (20) Japanese amateur one dan: docs/strength.md says how far it is\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_the_engine_is_about_what_is_said() {
        fn lines(folder: &std::path::Path) -> usize {
            let entries = std::fs::read_dir(folder).expect("a folder");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            paths
                .map(|path| {
                    if path.is_dir() {
                        lines(&path)
                    } else if path.extension().is_some_and(|end| end == "rs") {
                        std::fs::read_to_string(&path)
                            .expect("a file")
                            .lines()
                            .count()
                    } else {
                        0
                    }
                })
                .sum()
        }
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let counted: usize = ENGINE_PARTS
            .iter()
            .map(|part| lines(&source.join(part)))
            .sum();
        assert!(
            counted.abs_diff(ENGINE_LINES) < ENGINE_LINES / 10,
            "the engine has {counted} lines"
        );
    }

    #[test]
    fn all_twenty_questions_are_answered() {
        let args = QuestionnaireArgs {
            developer: "Ito".to_owned(),
            achievements: "none".to_owned(),
        };
        let text = answers(&args);
        for question in 1..=20 {
            assert!(text.contains(&format!("\n({question}) ")), "{question}");
        }
        assert!(candidates() >= 1.0);
    }
}
