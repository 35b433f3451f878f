//! Games that were played, in the form in which their positions are labelled.

use std::collections::HashSet;
use std::path::PathBuf;

use super::labelled_game::{LabelledEnd, LabelledGame, PASS};
use super::self_playing_game::HELD_OUT_EVERY;
use crate::learning::TrainingGame;
use crate::learning::game_files::{GameFileError, StoredGame, each_game};
use sgmp_board::record::GameRecord;
use sgmp_board::rules::{Board, BoardSize, Color, Move, Rules};
use sgmp_engine::net::NetChoice;
use sgmp_engine::net::inputs::Plane;

/// Lines of the largest board that nets know.
const MAX_LINES: u8 = 19;

/// Games that were read.
#[derive(Debug, Default)]
pub struct GivenGames {
    /// The games, each once and without labels.
    pub games: Vec<LabelledGame>,
    /// Games that files of labels cannot hold: boards that nets do not know, and set-up positions other than
    /// Black's handicap stones.
    pub left_out: usize,
    /// Why files of folders were passed over.
    pub passed_over: Vec<GameFileError>,
}

/// Reads games of files and folders. A game ends where a move is out of turn or against the rules, or where
/// a record sets up another position.
///
/// # Errors
/// The first file of those named, not of those in folders, that cannot be read.
pub fn read_given_games(paths: &[PathBuf]) -> Result<GivenGames, GameFileError> {
    let mut given = GivenGames::default();
    let mut known = HashSet::new();
    let passed_over = each_game(paths, |stored| {
        let game = match stored {
            StoredGame::Training(game) => from_training(game),
            StoredGame::Record(record) => from_record(record),
        };
        let Some(mut game) = game else {
            given.left_out += 1;
            return;
        };
        let terms = (game.size, game.komi, game.handicap.clone());
        if known.insert((terms, game.moves.clone())) {
            let number = given.games.len() as u64;
            game.held_out = number.is_multiple_of(HELD_OUT_EVERY);
            given.games.push(game);
        }
    })?;
    given.passed_over = passed_over;
    Ok(given)
}

fn from_training(game: &TrainingGame) -> Option<LabelledGame> {
    let terms = LabelledGame {
        komi: game.komi,
        rules: game.rules,
        ..empty(game.size)?
    };
    Some(played(terms, game.moves()))
}

fn from_record(record: &GameRecord) -> Option<LabelledGame> {
    let setup = record.setup();
    let size = record.size();
    let stones = &setup.stones;
    if stones.iter().any(|(_, color)| *color == Color::White) {
        return None;
    }
    let places = stones.keys().map(|point| Plane::place(*point, size) as u16);
    let mut handicap: Vec<u16> = places.collect();
    handicap.sort_unstable();
    let terms = LabelledGame {
        komi: record.info.komi.unwrap_or_default(),
        rules: record.info.rule_set().unwrap_or_default().rules,
        handicap,
        ..empty(size)?
    };
    let (_, situation) = terms.start().ok()?;
    let mut moves = record.moves().iter();
    let first = setup.to_play.or_else(|| moves.next().map(|mv| mv.color));
    if first.is_some_and(|first| first != situation.to_move()) {
        return None;
    }
    let changed = record.changes().first().map(|change| change.moves_before);
    let moves = record.moves().iter().take(changed.unwrap_or(usize::MAX));
    Some(played(terms, moves.map(|mv| (mv.color, mv.mv))))
}

/// A game without moves; `None` on boards that nets do not know.
fn empty(size: BoardSize) -> Option<LabelledGame> {
    let is_known = (NetChoice::MIN_LINES..=MAX_LINES).contains(&size.lines());
    is_known.then(|| LabelledGame {
        size,
        rules: Rules::default(),
        komi: Default::default(),
        handicap: Vec::new(),
        end: LabelledEnd::CutOff,
        held_out: false,
        moves: Vec::new(),
        labels: Vec::new(),
    })
}

/// The game with its moves, as far as they are in turn and legal.
fn played(mut game: LabelledGame, moves: impl Iterator<Item = (Color, Move)>) -> LabelledGame {
    let Ok((mut board, situation)) = game.start() else {
        return game;
    };
    let mut to_move = situation.to_move();
    for (color, mv) in moves {
        if color != to_move || game.moves.len() >= TrainingGame::MAX_MOVES {
            return game;
        }
        if board.play(color, mv).is_err() {
            return game;
        }
        game.moves.push(place_of(mv, &board));
        to_move = !color;
    }
    if game.moves.ends_with(&[PASS, PASS]) {
        game.end = LabelledEnd::Passes;
    }
    game
}

fn place_of(mv: Move, board: &Board) -> u16 {
    match mv {
        Move::Pass => PASS,
        Move::Play(point) => Plane::place(point, board.size()) as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::record::read_game;

    fn given(record: &str) -> Option<LabelledGame> {
        let reading = read_game(record.as_bytes(), 1).expect("a record");
        from_record(&reading.record)
    }

    #[test]
    fn records_become_games() {
        let plain = given("(;SZ[9]KM[7]RU[Chinese];B[aa];W[ba];B[];W[])").expect("a game");
        assert_eq!(plain.moves, [0, 1, PASS, PASS]);
        assert_eq!(
            (plain.rules, plain.end),
            (Rules::Chinese, LabelledEnd::Passes)
        );
        assert_eq!(plain.komi.half_points(), 14);
        let handicap = given("(;SZ[9]HA[2]AB[cc][gg];W[ee])").expect("a game");
        assert_eq!(handicap.handicap, [40, 120]);
        assert_eq!(handicap.moves, [80]);
    }

    #[test]
    fn games_end_where_they_break_off() {
        let twice = given("(;SZ[9];B[aa];B[bb])").expect("a game");
        assert_eq!(twice.moves, [0]);
        let taken = given("(;SZ[9];B[aa];W[aa])").expect("a game");
        assert_eq!((taken.moves.len(), taken.end), (1, LabelledEnd::CutOff));
        let changed = given("(;SZ[9];B[aa];AW[cc];W[dd])").expect("a game");
        assert_eq!(changed.moves, [0]);
    }

    #[test]
    fn what_labels_cannot_hold_is_left_out() {
        assert!(given("(;SZ[5];B[aa])").is_none());
        assert!(given("(;SZ[9]AW[cc];B[aa])").is_none());
        assert!(given("(;SZ[9];W[aa])").is_none());
    }
}
