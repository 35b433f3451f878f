//! Figures of this program that answers tell.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Game, Komi};
use sgmp_knowledge::experts::{MoveSelector, Skill};
use sgmp_knowledge::joseki::Book;
use sgmp_knowledge::patterns::Library;

/// Lines of the engine's source: `ENGINE_PARTS`, tests and comments included, to the nearest thousand. A test counts them.
pub(super) const ENGINE_LINES: usize = 59_000;

/// Folders of the engine's source.
#[cfg(test)]
const ENGINE_PARTS: [&str; 3] = [
    "crates/board/src/rules",
    "crates/knowledge/src",
    "crates/engine/src",
];

/// Moves of the game by which candidates are counted.
pub(super) const COUNTED_MOVES: u32 = 80;

/// Figures that are counted when they are asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measures {
    /// Moves of the joseki book.
    pub(super) joseki_moves: usize,
    /// Patterns of the written library.
    pub(super) patterns: usize,
    /// Moves that these patterns suggest.
    pub(super) pattern_moves: usize,
    /// Candidates a move, see [`candidates`].
    pub(super) candidates: f64,
}

impl Measures {
    /// Counts them in the data that the program carries, and in a game.
    pub(super) fn count() -> Self {
        let library = Library::embedded();
        Self {
            joseki_moves: Book::embedded().graphs().map(|graph| graph.moves()).sum(),
            patterns: library.patterns().len(),
            pattern_moves: library.moves(),
            candidates: candidates(),
        }
    }
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
        let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
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
    fn everything_is_counted() {
        let counted = Measures::count();
        assert!(
            counted.joseki_moves > 0 && counted.patterns > 0,
            "{counted:?}"
        );
        assert!(counted.pattern_moves >= counted.patterns, "{counted:?}");
        assert!(counted.candidates >= 1.0, "{counted:?}");
    }
}
