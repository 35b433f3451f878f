//! Opponents by name: static players, our engine at a level, evolved nets, programs by GTP.

use super::trial_game::TrialTerms;
use sgmp_board::rules::{Color, Game, Komi, Move, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_engine::engine::evolved::StaticPlayer;
use sgmp_hall::tournament::{
    AnswerWaits, PlayerSpec, PlayerSpecError, ReadyPlayer, Seat, SeatError, SeatTerms, SeatTurn,
    UnseatedError,
};
use sgmp_match::port::ProgramWords;

/// Beginnings of the words that name an opponent beside the static players. A bare word is no command
/// here: a slip in a static player's name would start a program.
const FORMS: [&str; 4] = ["level:", "ours:", "evolved:", "gtp:"];

/// An opponent that a setting names.
#[derive(Clone, Debug)]
pub(super) enum NamedOpponent {
    Static(StaticPlayer),
    /// A player that takes a seat of its own in each game.
    Seated(Box<ReadyPlayer>),
}

impl NamedOpponent {
    /// Reads words such as `static-1`, `level:3` or `gtp:gnugo --mode gtp`, without looking for files or
    /// programs.
    ///
    /// # Errors
    /// The reason why they name nobody.
    pub(super) fn check(words: &str) -> Result<(), OpponentError> {
        match StaticPlayer::named(words) {
            Some(_) => Ok(()),
            None => Self::spec(words).map(drop),
        }
    }

    /// The words of a player that is not static.
    fn spec(words: &str) -> Result<PlayerSpec, OpponentError> {
        if words != "random" && !FORMS.iter().any(|form| words.starts_with(form)) {
            return Err(OpponentError::Unknown(words.to_owned()));
        }
        Ok(words.parse()?)
    }

    /// The opponent of these words.
    ///
    /// # Errors
    /// The reason why there is none: a file that cannot be read, a player that needs a clock.
    pub(super) fn new(words: &str) -> Result<Self, OpponentError> {
        if let Some(player) = StaticPlayer::named(words) {
            return Ok(Self::Static(player));
        }
        let player = ReadyPlayer::new(&Self::spec(words)?)?;
        if player.needs_time() {
            return Err(OpponentError::Endless(words.to_owned()));
        }
        Ok(Self::Seated(Box::new(player)))
    }
}

/// The reason why words name no opponent.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    /// Neither a static player nor one of the known forms.
    #[error(
        "{0:?} is none of {names}, random, level:0 to level:19, evolved:FILE, gtp:COMMAND",
        names = StaticPlayer::ALL.map(StaticPlayer::name).join(", ")
    )]
    Unknown(String),
    /// A mistake behind a known form.
    #[error(transparent)]
    Words(#[from] PlayerSpecError),
    /// A player that cannot take a seat.
    #[error(transparent)]
    Unseated(#[from] UnseatedError),
    /// A player that needs a clock.
    #[error("{0:?} thinks as long as it may: give it a level or a number of playouts")]
    Endless(String),
}

/// The reason why a game has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpponentFault {
    /// An opponent crashed, went silent or broke the rules.
    #[error("{name} plays no more: {why}")]
    Fault {
        /// The opponent, as the settings name it.
        name: String,
        /// The fault in words.
        why: String,
    },
    /// A game of another process has no result.
    #[error("the process of rank {rank} has no result of its games")]
    Elsewhere {
        /// Number of that process.
        rank: usize,
    },
    /// Nobody wants the game any more.
    #[error("interrupted")]
    Halted,
}

/// A place at the board.
#[derive(Clone, Copy)]
pub(super) struct OpponentPlace<'a> {
    pub(super) color: Color,
    /// Seed of its chance.
    pub(super) seed: u64,
    /// The moves that stand on the board.
    pub(super) opening: &'a [(Color, Move)],
}

/// An opponent in its seat, with the game as it sees it.
pub(super) struct SeatedOpponent<'a> {
    name: &'a str,
    halt: &'a StopFlag,
    color: Color,
    game: Game,
    /// `None` once it has left.
    seat: Option<Seat>,
}

impl<'a> SeatedOpponent<'a> {
    /// Lets a player sit down.
    pub(super) fn sit_down(
        player: &'a ReadyPlayer,
        terms: &TrialTerms,
        place: OpponentPlace<'_>,
        halt: &'a StopFlag,
    ) -> Result<Self, OpponentFault> {
        let OpponentPlace {
            color,
            seed,
            opening,
        } = place;
        let komi = Komi::from_half_points(terms.komi as i16);
        let seat_terms = SeatTerms {
            size: terms.size,
            komi,
            rules: Rules::default(),
            time: None,
            opening,
            init: &[],
            waits: AnswerWaits::default(),
            handicap: 0,
            words: ProgramWords::default(),
        };
        let name = player.name();
        let seat = player
            .sit_down(color, seed, &seat_terms, halt)
            .map_err(|error| fault(name, &error))?;
        let mut game = Game::new(terms.size, komi);
        for (color, mv) in opening {
            // They were legal on the board where they were made.
            let _ = game.play(*color, *mv);
        }
        Ok(Self {
            name,
            halt,
            color,
            game,
            seat: Some(seat),
        })
    }

    /// Chooses a move; who would resign passes, for every game is counted.
    pub(super) fn choose(&mut self) -> Result<Move, OpponentFault> {
        let Some(seat) = &mut self.seat else {
            return Ok(Move::Pass);
        };
        let turn = SeatTurn {
            game: &self.game,
            color: self.color,
            clock: None,
            halt: self.halt,
        };
        let answer = seat
            .choose(&turn)
            .map_err(|error| fault(self.name, &error))?;
        let mv = match answer.decision {
            Decision::Move(mv) => mv,
            Decision::Resign => Move::Pass,
        };
        if let Err(error) = self.game.play(self.color, mv) {
            return Err(OpponentFault::Fault {
                name: self.name.to_owned(),
                why: format!("it played {mv}: {error}"),
            });
        }
        Ok(mv)
    }

    /// Hears a move of the net's.
    pub(super) fn hear(&mut self, mv: Move) -> Result<(), OpponentFault> {
        let _ = self.game.play(!self.color, mv);
        let Some(seat) = &mut self.seat else {
            return Ok(());
        };
        seat.hear(!self.color, mv, self.halt)
            .map_err(|error| fault(self.name, &error))
    }
}

impl Drop for SeatedOpponent<'_> {
    fn drop(&mut self) {
        if let Some(seat) = self.seat.take() {
            let _ = seat.leave();
        }
    }
}

fn fault(name: &str, error: &SeatError) -> OpponentFault {
    match error {
        SeatError::Halted => OpponentFault::Halted,
        SeatError::Fault(_) => OpponentFault::Fault {
            name: name.to_owned(),
            why: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_an_opponent_or_are_refused() {
        for words in ["static-1", "random", "level:3", "gtp:gnugo --mode gtp"] {
            assert!(NamedOpponent::check(words).is_ok(), "{words}");
        }
        let refused = |words: &str| NamedOpponent::check(words).unwrap_err().to_string();
        assert!(refused("gondo").contains("static-1"));
        assert!(refused("level:21").contains("level:21"));
        assert!(
            NamedOpponent::new("level:20")
                .unwrap_err()
                .to_string()
                .contains("level")
        );
        assert!(NamedOpponent::new("evolved:nowhere").is_err());
    }
}
