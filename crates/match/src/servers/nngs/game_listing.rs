//! A game as the server tells it on demand: the answers to `moves` and `games`.

use std::collections::BTreeMap;
use std::time::Duration;

use sgmp_proto::Instant;

use super::nngs_line::{GameHeader, ListedGame, TableMove};
use crate::servers::server_clock::left_on;
use crate::servers::server_setup::{Entrant, GameSetup};
use sgmp_board::rules::{ByColor, Color, Handicap, Move};
use sgmp_engine::time_control::{Clock, Overtime};

/// Moves in a period of overtime.
const PERIOD_MOVES: u32 = 25;

/// A reason why what the server has told is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ListingError {
    /// Fewer moves than the list of games says.
    #[error("{told} moves of a game of {moves}")]
    Moves {
        /// Moves that were told.
        told: usize,
        /// Those of the list of games.
        moves: usize,
    },
    /// A move that must not stand there.
    #[error("move {0} is of the wrong side, or no move")]
    Order(usize),
    /// Stones that no fixed points are for.
    #[error("a handicap of {0} stones")]
    Handicap(u8),
}

/// A game that is told, before all of it is there.
#[derive(Debug)]
pub(super) struct Listing {
    /// Players and clocks.
    pub(super) header: GameHeader,
    /// When it was asked for.
    pub(super) since: Instant,
    moves: BTreeMap<usize, (Color, TableMove)>,
}

impl Listing {
    /// A game of which nothing is told yet.
    pub(super) const fn new(header: GameHeader, since: Instant) -> Self {
        Self {
            header,
            since,
            moves: BTreeMap::new(),
        }
    }

    /// Takes a move.
    pub(super) fn take(&mut self, number: usize, color: Color, mv: TableMove) {
        self.moves.insert(number, (color, mv));
    }

    /// The game, now that the list of games has told the rest. `main` is its main time, where that is known.
    ///
    /// # Errors
    /// [`ListingError`].
    pub(super) fn setup(
        &self,
        listed: &ListedGame,
        main: Option<Duration>,
    ) -> Result<GameSetup, ListingError> {
        if self.moves.len() < listed.moves || self.moves.keys().copied().ne(0..self.moves.len()) {
            return Err(ListingError::Moves {
                told: self.moves.len(),
                moves: listed.moves,
            });
        }
        let handicap = Handicap::new(u16::from(listed.handicap).max(1))
            .ok_or(ListingError::Handicap(listed.handicap))?;
        let entrant = |color: Color| Entrant {
            name: listed.names[color].clone(),
            rating: Some(listed.ranks[color].clone()),
        };
        Ok(GameSetup {
            number: listed.number,
            size: listed.size,
            komi: listed.komi,
            handicap,
            time: main.unwrap_or_else(|| self.longest_main_time()),
            overtime: match listed.byoyomi {
                0 => Overtime::SuddenDeath,
                minutes => Overtime::Canadian {
                    period: Duration::from_secs(60 * u64::from(minutes)),
                    stones: PERIOD_MOVES,
                },
            },
            white: entrant(Color::White),
            black: entrant(Color::Black),
            moves: self.moves_from(handicap)?,
            tells_times: false,
        })
    }

    fn moves_from(&self, handicap: Handicap) -> Result<Vec<(Move, Duration)>, ListingError> {
        let mut moves = Vec::new();
        let mut to_move = Color::Black;
        for (number, (color, mv)) in &self.moves {
            match mv {
                _ if *color != to_move => return Err(ListingError::Order(*number)),
                TableMove::Handicap(_) if *number == 0 && handicap != Handicap::EVEN => {}
                TableMove::Handicap(_) => return Err(ListingError::Order(*number)),
                TableMove::Move(mv) => moves.push((*mv, self.left(*color))),
            }
            to_move = to_move.other();
        }
        Ok(moves)
    }

    /// The clock of a side as it is now: what it was at an earlier move the server does not tell.
    fn left(&self, color: Color) -> Duration {
        left_on(self.header.clocks[color])
    }

    fn longest_main_time(&self) -> Duration {
        let ByColor { black, white } = self.header.clocks;
        let main = [black, white].map(|clock| match clock {
            Clock::Main { left } => left,
            Clock::Overtime { .. } => Duration::ZERO,
        });
        main.into_iter().max().unwrap_or_default()
    }
}
