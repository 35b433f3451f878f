//! Games as a learner reads them.

use std::path::PathBuf;

use crate::learning::TrainingGame;
use crate::learning::game_files::{GameFileError, StoredGame, each_game};
use sgmp_board::record::{GameRecord, replay};
use sgmp_board::rules::{Board, BoardSize, Color, Game, Komi, Move, Point};
use sgmp_knowledge::move_weights::MoveContext;

/// A game from which moves are learned.
#[derive(Clone, Debug)]
pub struct SampleGame {
    size: BoardSize,
    /// The position before the first move, where that is not the empty board.
    start: Option<Box<Board>>,
    moves: Vec<(Color, Move)>,
    /// For each move, true if it is worth learning.
    counts: Vec<bool>,
    digest: u64,
}

/// A move that was made, with the position it was made in.
pub struct PlayedMove<'a> {
    /// The position before the move, with the side that makes it.
    pub position: MoveContext<'a>,
    /// The point on which the stone was put.
    pub played: Point,
    /// Moves before it, from the start of the game.
    pub number: usize,
}

impl SampleGame {
    /// A training game without what was drawn by lot, and without the moves of a mover who had less
    /// than so many percent to win or to lose.
    #[must_use]
    pub fn from_game(game: &TrainingGame, decided: u8) -> Self {
        let moves: Vec<_> = game.moves().collect();
        let is_open = |percent: u8| percent >= decided && percent <= 100 - decided.min(100);
        let opening = usize::from(game.opening);
        let counts = game.plies.iter().enumerate().map(|(number, ply)| {
            number >= opening && ply.chance.is_none_or(|chance| is_open(chance.percent()))
        });
        Self {
            counts: counts.collect(),
            digest: digest(game.size, &moves),
            size: game.size,
            start: None,
            moves,
        }
    }

    /// The games of a record: one, and another for each position that is set up after moves; none if
    /// its first position is impossible. A game ends where a position or a move breaks the rules.
    #[must_use]
    pub(crate) fn from_record(record: &GameRecord) -> Vec<Self> {
        let played = record.moves().iter();
        let moves: Vec<_> = played.map(|played| (played.color, played.mv)).collect();
        let mut starts = vec![0];
        starts.extend(record.changes().iter().map(|change| change.moves_before));
        let ends = starts.iter().skip(1).copied().chain([moves.len()]);
        let mut games = Vec::new();
        for (start, end) in starts.iter().zip(ends) {
            let Ok(game) = replay(record, *start) else {
                break;
            };
            let board = game.board();
            let is_empty = board.empty_points().len() == usize::from(record.size().points());
            let moves = moves[*start..end].to_vec();
            games.push(Self {
                size: record.size(),
                start: (!is_empty).then(|| Box::new(board.clone())),
                counts: vec![true; moves.len()],
                digest: digest(record.size(), &moves),
                moves,
            });
        }
        games
    }

    /// Returns whether it is held out for prediction: one of so many is, whatever its place
    /// among the games; 0 keeps none.
    #[must_use]
    pub const fn is_held_out(&self, one_of: u32) -> bool {
        one_of > 0 && self.digest.is_multiple_of(one_of as u64)
    }

    /// A number that stands for its moves.
    #[must_use]
    pub const fn digest(&self) -> u64 {
        self.digest
    }

    /// Points of its board.
    #[must_use]
    pub const fn points(&self) -> u16 {
        self.size.points()
    }

    /// Number of moves, passes among them.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether it has no moves.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The game after so many of its moves, without komi; `None` if one of them breaks the rules or
    /// is out of turn.
    #[must_use]
    pub fn after(&self, moves: usize) -> Option<Game> {
        let mut game = self.before_first_move();
        for (color, mv) in self.moves.iter().take(moves) {
            if game.to_move() != *color {
                return None;
            }
            game.play(*color, *mv).ok()?;
        }
        Some(game)
    }

    fn before_first_move(&self) -> Game {
        let first = self.moves.first().map_or(Color::Black, |(color, _)| *color);
        let empty = || Board::new(self.size);
        let board = self.start.as_deref().map_or_else(empty, Clone::clone);
        Game::from_position(board, first, Komi::from_half_points(0))
    }

    /// Shows every stone that is worth learning, in order. A game ends where a move breaks the rules.
    pub fn each(&self, mut look: impl FnMut(&PlayedMove<'_>)) {
        self.walk(|position, mv, number| {
            if let Move::Play(played) = mv {
                look(&PlayedMove {
                    position,
                    played,
                    number,
                });
            }
        });
    }

    /// Shows every move that is worth learning, passes too, with the moves before it.
    pub(super) fn walk(&self, mut look: impl FnMut(MoveContext<'_>, Move, usize)) {
        let empty = || Board::new(self.size);
        let mut board = self.start.as_deref().map_or_else(empty, Clone::clone);
        let (mut last, mut before) = (None, None);
        for (number, ((color, mv), counts)) in self.moves.iter().zip(&self.counts).enumerate() {
            let point = match mv {
                Move::Play(point) => Some(*point),
                Move::Pass => None,
            };
            let is_legal = |point| board.legality(*color, point).is_ok();
            if *counts && point.is_none_or(is_legal) {
                let position = MoveContext {
                    board: &board,
                    color: *color,
                    last,
                    before,
                };
                look(position, *mv, number);
            }
            if board.play(*color, *mv).is_err() {
                return;
            }
            (before, last) = (last, point);
        }
    }
}

/// FNV-1a over the moves.
fn digest(size: BoardSize, moves: &[(Color, Move)]) -> u64 {
    let step = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    let start = step(0xcbf2_9ce4_8422_2325, size.lines().into());
    let hash = moves.iter().fold(start, |hash, (color, mv)| {
        let point = match mv {
            Move::Pass => 0,
            Move::Play(point) => point.index() as u64,
        };
        step(hash, point << 1 | u64::from(*color == Color::White))
    });
    // The low bits of the sum alone would follow those of the last points.
    hash ^ hash >> 29
}

/// Games that were read, and the files of folders that were passed over.
#[derive(Debug)]
pub struct SampleGames {
    /// The games, each once.
    pub games: Vec<SampleGame>,
    /// Why files of folders were passed over.
    pub passed_over: Vec<GameFileError>,
}

/// Reads files of training games, records with all their games, and folders of records (in the order
/// of their names); the same game is taken once.
///
/// # Errors
/// The first file of those named, not of those in folders, that cannot be read.
pub fn read_sample_games(paths: &[PathBuf], decided: u8) -> Result<SampleGames, GameFileError> {
    let mut sample_games = Vec::new();
    let passed_over = each_game(paths, |game| match game {
        StoredGame::Training(game) => sample_games.push(SampleGame::from_game(game, decided)),
        StoredGame::Record(record) => sample_games.extend(SampleGame::from_record(record)),
    })?;
    sample_games.sort_by_key(|sample_game| (sample_game.points(), sample_game.digest));
    sample_games.dedup_by(|a, b| a.digest == b.digest && a.moves == b.moves);
    Ok(SampleGames {
        games: sample_games,
        passed_over,
    })
}
