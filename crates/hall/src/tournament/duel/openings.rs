//! The openings of paired games: from texts, from records, and by lot.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::tournament::seats::lot;
use sgmp_board::record::{FileError, SgfError, count_games, read_bytes, read_game};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, IllegalMove, Komi, Move, Point};

/// Moves that stand on the board when a game begins.
pub type Opening = Vec<(Color, Move)>;

/// From so many lines on, moves by lot keep off the two outer lines, else off the edge.
const MIN_LARGE_LINES: u8 = 13;

/// The reason why openings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {source}")]
pub struct OpeningError {
    /// The file, and the line or game in it.
    pub place: String,
    /// The mistake and its remedy.
    pub source: OpeningFault,
}

/// A mistake in openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningFault {
    /// A file that cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// A folder that cannot be read.
    #[error(transparent)]
    Folder(#[from] io::Error),
    /// A folder without records.
    #[error("the folder holds no .sgf")]
    NoRecord,
    /// A file without openings.
    #[error("it holds no opening")]
    Empty,
    /// A record that is none.
    #[error(transparent)]
    Record(#[from] SgfError),
    /// A record on another board.
    #[error("its board is {0}")]
    Board(BoardSize),
    /// A record that begins with stones, or goes on with some.
    #[error("stones are set up in it")]
    SetUp,
    /// A word that is no point.
    #[error("{0:?} is no point, such as D4")]
    NoPoint(String),
    /// A point beyond the edge.
    #[error("move {number}, {point}, is not on a board of {size}")]
    OffBoard {
        /// The move, from 1.
        number: usize,
        /// The point as the file has it.
        point: Point,
        /// The board of the duel.
        size: BoardSize,
    },
    /// A move against the rules.
    #[error("move {number}, {color} {mv}: {source}")]
    Illegal {
        /// The move, from 1.
        number: usize,
        /// The color that would move.
        color: Color,
        /// The move as the file has it.
        mv: Move,
        /// The rule of Go that it breaks.
        source: IllegalMove,
    },
    /// Passes that leave no game.
    #[error("two passes end the game at move {0}")]
    Over(usize),
}

/// Reads openings: a text (an opening a line, points from Black on, `B` or `W` before a point that is
/// out of turn, `#` before remarks), a record with one game or many, or a folder of records. Of
/// records so many first moves are taken; all without a number.
///
/// # Errors
/// A file that cannot be read, moves that are not legal on this board, no opening at all.
pub fn read_openings(
    path: &Path,
    size: BoardSize,
    plies: Option<usize>,
) -> Result<Vec<Opening>, OpeningError> {
    let mut openings = Vec::new();
    let records = records_in(path)?;
    if records.is_empty() {
        let text = String::from_utf8_lossy(&bytes(path)?).into_owned();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                let place = format!("{}, line {}", path.display(), number + 1);
                let opening = opening_of_text(line).and_then(|opening| checked(opening, size));
                let opening = opening.map_err(|source| OpeningError { place, source });
                openings.push(opening?);
            }
        }
    }
    for path in &records {
        openings_of_record(path, size, plies, &mut openings)?;
    }
    if openings.is_empty() {
        return Err(refused(path, OpeningFault::Empty));
    }
    Ok(openings)
}

fn refused(path: &Path, source: impl Into<OpeningFault>) -> OpeningError {
    OpeningError {
        place: path.display().to_string(),
        source: source.into(),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, OpeningError> {
    read_bytes(path).map_err(|error| refused(path, error))
}

/// The records of a path, in the order of their names; none for a text.
fn records_in(path: &Path) -> Result<Vec<PathBuf>, OpeningError> {
    let is_record = |path: &Path| {
        let end = path.extension().unwrap_or_default();
        end.eq_ignore_ascii_case("sgf")
    };
    if !path.is_dir() {
        let one = is_record(path).then(|| path.to_owned());
        return Ok(one.into_iter().collect());
    }
    let entries = fs::read_dir(path).map_err(|error| refused(path, error))?;
    let inside = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut records: Vec<PathBuf> = inside.filter(|path| is_record(path)).collect();
    records.sort();
    if records.is_empty() {
        return Err(refused(path, OpeningFault::NoRecord));
    }
    Ok(records)
}

fn openings_of_record(
    path: &Path,
    size: BoardSize,
    plies: Option<usize>,
    openings: &mut Vec<Opening>,
) -> Result<(), OpeningError> {
    let bytes = bytes(path)?;
    for number in 1..=count_games(&bytes).max(1) {
        let opening = opening_of_record(&bytes, number, size, plies);
        openings.push(opening.map_err(|source| OpeningError {
            place: format!("{}, game {number}", path.display()),
            source,
        })?);
    }
    Ok(())
}

fn opening_of_record(
    bytes: &[u8],
    number: usize,
    size: BoardSize,
    plies: Option<usize>,
) -> Result<Opening, OpeningFault> {
    let record = read_game(bytes, number)?.record;
    if record.size() != size {
        return Err(OpeningFault::Board(record.size()));
    }
    if !record.setup().stones.is_empty() || !record.changes().is_empty() {
        return Err(OpeningFault::SetUp);
    }
    let moves = record
        .moves()
        .iter()
        .map(|played| (played.color, played.mv));
    checked(moves.take(plies.unwrap_or(usize::MAX)).collect(), size)
}

/// Reads `D4 Q16 W C3`: Black moves first, then the colors take turns.
fn opening_of_text(line: &str) -> Result<Opening, OpeningFault> {
    let mut color = Color::Black;
    let mut opening = Opening::new();
    for word in line.split_whitespace() {
        match word.to_ascii_uppercase().as_str() {
            "B" => color = Color::Black,
            "W" => color = Color::White,
            "PASS" => {
                opening.push((color, Move::Pass));
                color = !color;
            }
            _ => {
                let point = Point::parse(word);
                let point = point.ok_or_else(|| OpeningFault::NoPoint(word.to_owned()))?;
                opening.push((color, Move::Play(point)));
                color = !color;
            }
        }
    }
    Ok(opening)
}

/// The opening, if every move of it is legal and it does not end the game.
fn checked(opening: Opening, size: BoardSize) -> Result<Opening, OpeningFault> {
    let mut game = Game::new(size, Komi::default());
    for (number, &(color, mv)) in (1..).zip(&opening) {
        if let Move::Play(point) = mv
            && !point.is_on(size)
        {
            return Err(OpeningFault::OffBoard {
                number,
                point,
                size,
            });
        }
        let played = game.play(color, mv);
        played.map_err(|source| OpeningFault::Illegal {
            number,
            color,
            mv,
            source,
        })?;
        if game.consecutive_passes() >= 2 {
            return Err(OpeningFault::Over(number));
        }
    }
    Ok(opening)
}

/// An opening with so many more moves by lot, none on the edge and none into an own eye.
pub(crate) fn with_random_plies(
    opening: &[(Color, Move)],
    size: BoardSize,
    plies: u32,
    chance: &mut Rng,
) -> Opening {
    let mut game = Game::new(size, Komi::default());
    for (color, mv) in opening {
        let played = game.play(*color, *mv);
        debug_assert!(played.is_ok(), "openings are checked");
    }
    let margin = if size.lines() >= MIN_LARGE_LINES {
        2
    } else {
        1
    };
    let inner = margin..size.lines().saturating_sub(margin);
    for _ in 0..plies {
        let color = game.to_move();
        let is_inside =
            |point: Point| inner.contains(&point.row()) && inner.contains(&point.column());
        let Some(point) = lot(&game, color, chance, is_inside) else {
            break;
        };
        let _ = game.play(color, Move::Play(point));
    }
    game.moves().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: BoardSize = BoardSize::new(9).unwrap();

    fn read(name: &str, text: &str) -> Result<Vec<Opening>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        read_openings(&path, NINE, Some(3)).map_err(|error| error.to_string())
    }

    fn words(opening: &Opening) -> String {
        let words = opening.iter().map(|(color, mv)| format!("{color} {mv}"));
        words.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn texts_and_records_are_read() {
        let text = "# openings\nD4 F6 pass\n\nB C3 B E5 # two of Black's\n";
        let read_text = read("o.txt", text).unwrap();
        let told: Vec<_> = read_text.iter().map(words).collect();
        assert_eq!(
            told,
            ["Black D4, White F6, Black pass", "Black C3, Black E5"]
        );
        let sgf = "(;SZ[9];B[ee];W[cc];B[gg];W[gc])(;SZ[9];B[cc])";
        let told: Vec<_> = read("o.sgf", sgf).unwrap().iter().map(words).collect();
        assert_eq!(told, ["Black E5, White C7, Black G3", "Black C7"]);
    }

    #[test]
    fn what_cannot_be_played_is_named() {
        for (name, text, culprit) in [
            ("o.txt", "# none\n", "it holds no opening"),
            ("o.txt", "D4\nD4 D4", "o.txt, line 2: move 2, White D4"),
            ("o.txt", "D4 I5", "\"I5\" is no point"),
            ("o.txt", "Q16", "not on a board"),
            ("o.txt", "pass pass", "two passes"),
            ("o.sgf", "(;SZ[19];B[pd])", "game 1: its board is 19"),
            ("o.sgf", "(;SZ[9]AB[cc];W[dd])", "stones are set up"),
            ("o.sgf", "nothing", "o.sgf"),
        ] {
            let error = read(name, text).unwrap_err();
            assert!(error.contains(culprit), "{text}: {error}");
        }
    }

    #[test]
    fn moves_by_lot_depend_on_the_chance_alone_and_keep_off_the_edge() {
        let start = [(Color::Black, Move::Play(Point::parse("E5").unwrap()))];
        let drawn = |seed| with_random_plies(&start, NINE, 4, &mut Rng::from_seed(seed));
        let all: std::collections::BTreeSet<_> = (0..20).map(|seed| words(&drawn(seed))).collect();
        assert!(all.len() > 15);
        for opening in (0..20).map(drawn) {
            assert_eq!((opening.len(), opening[0]), (5, start[0]));
            let points = opening.iter().map(|(_, mv)| match mv {
                Move::Play(point) => *point,
                Move::Pass => panic!("a pass"),
            });
            for point in points {
                assert!((1..8).contains(&point.row()) && (1..8).contains(&point.column()));
            }
        }
        assert_eq!(drawn(3), drawn(3));
    }
}
