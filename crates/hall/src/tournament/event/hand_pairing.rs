//! Pairings by hand: a round taken back, games named by the director, players exchanged.

use super::super::pairing::{PairedGame, PairedRound, pair_swiss};
use super::event_choices::Format;
use super::event_entry::RulingBy;
use super::event_fault::EventFault;
use super::event_game::GameState;
use super::event_state::{EventState, reason};

/// The reason why a pairing by hand cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HandPairingError {
    /// A schedule that no director changes.
    #[error("a {0} has its schedule: only a Swiss system is paired by hand; `swap` changes colors")]
    Schedule(&'static str),
    /// A player who is named twice, or who would meet itself.
    #[error("{0} is named twice")]
    Twice(String),
    /// A player who is not there.
    #[error("{0} is not there in this round")]
    NotThere(String),
    /// A player without a game in the round.
    #[error("{0} has no game and no bye in this round")]
    Unpaired(String),
    /// Colors that the handicap gives.
    #[error("the handicap gives {0} Black: correct the ranks in the event's file, or pair by hand")]
    Handicap(String),
    /// A bye beside an even number of others.
    #[error("a bye needs an odd number of players: {0} are there")]
    NoBye(usize),
}

impl EventState {
    /// Takes the last round back, of which nothing was played. Who was absent in it is asked anew.
    pub(super) fn unpair(&mut self, round: u32, by: &RulingBy) -> Result<(), EventFault> {
        self.check_unplayed(round)?;
        self.rounds.pop();
        for presence in &mut self.presence {
            presence.absent.retain(|absent| *absent != round);
        }
        self.note_by(&format!("Round {round} was taken back"), by);
        Ok(())
    }

    /// Returns whether the round is the last, and nothing of it was played.
    fn check_unplayed(&self, round: u32) -> Result<(), EventFault> {
        let last = self.rounds.last();
        let Some(last) = last.filter(|_| round as usize == self.rounds.len()) else {
            return Err(EventFault::Fixed(round, "not the last one that is paired"));
        };
        let is_played = last.games.iter().any(|game| match &game.state {
            GameState::Waiting | GameState::Begun(_) => false,
            // Who had left when it was paired has lost without a game.
            GameState::Over(end) | GameState::Adjourned(end) => {
                game.ruling.is_some() || self.forfeited(game.pair).as_ref() != Some(end)
            }
        });
        match is_played {
            true => Err(EventFault::Fixed(
                round,
                "played in part: take the results back first, or correct them",
            )),
            false => Ok(()),
        }
    }

    /// Puts another pairing in the place of the last round's, of which nothing was played.
    pub(super) fn repair(
        &mut self,
        round: u32,
        paired: &PairedRound,
        by: &RulingBy,
        at: &str,
    ) -> Result<(), EventFault> {
        self.check_unplayed(round)?;
        let before = self.rounds.pop();
        if let Err(fault) = self.add_round(round, paired, at) {
            self.rounds.extend(before);
            return Err(fault);
        }
        self.note_by(&format!("Round {round} was paired by hand"), by);
        Ok(())
    }

    /// Gives a game that had an end back to its players.
    pub(super) fn reopen(
        &mut self,
        round: u32,
        board: u32,
        by: &RulingBy,
    ) -> Result<(), EventFault> {
        if self.schedule.format == Format::Knockout && (round as usize) < self.rounds.len() {
            let why = "the ground of the rounds behind it: take those back first";
            return Err(EventFault::Fixed(round, why));
        }
        let names = self.plan.names();
        let game = self.game_mut(round, board)?;
        if game.is_open() {
            return Err(EventFault::StillOpen { round, board });
        }
        game.state = GameState::Waiting;
        game.ruling = None;
        let (black, white) = (&names[game.pair.black], &names[game.pair.white]);
        let what = format!("Round {round}, {black} against {white}: the result was taken back");
        self.note_by(&what, by);
        Ok(())
    }

    /// Keeps a sentence with the person and the reason.
    pub(super) fn note_by(&mut self, what: &str, by: &RulingBy) {
        let who = match by.who.as_str() {
            "" => String::new(),
            who => format!(" by {who}"),
        };
        self.notes.push(format!("{what}{who}{}", reason(&by.why)));
    }

    /// The pairing of a round in which the director names games, as Black and White, and the bye; the system pairs the others.
    ///
    /// # Errors
    /// A form other than a Swiss system, a player who is named twice or is not there, a bye of an even number.
    pub fn paired_by_hand(
        &self,
        round: u32,
        games: &[[usize; 2]],
        bye: Option<usize>,
    ) -> Result<PairedRound, HandPairingError> {
        let format = self.schedule.format;
        if format != Format::Swiss {
            return Err(HandPairingError::Schedule(format.name()));
        }
        let mut left = self.present(round);
        let there = left.len();
        let name = |player: usize| self.plan.players[player].name.clone();
        let named = games.iter().flatten().copied().chain(bye);
        for player in named.clone() {
            if named.clone().filter(|other| *other == player).count() > 1 {
                return Err(HandPairingError::Twice(name(player)));
            }
            let Some(at) = left.iter().position(|other| *other == player) else {
                return Err(HandPairingError::NotThere(name(player)));
            };
            left.remove(at);
        }
        if bye.is_some() && there.is_multiple_of(2) {
            return Err(HandPairingError::NoBye(there));
        }
        let field = self.field_before(round);
        let rest = pair_swiss(&field, &left, self.swiss_rules(round), &self.lots(round));
        let by_hand = games.iter().map(|[black, white]| {
            let even = PairedGame::even(*black, *white);
            field.with_handicap(even)
        });
        Ok(PairedRound {
            games: by_hand.chain(rest.games).collect(),
            bye: bye.or(rest.bye),
            note: rest.note,
        })
    }

    /// The pairing of the last round with two players exchanged; of two who meet, with their colors exchanged.
    ///
    /// # Errors
    /// A player without a game or bye in it; an exchange of opponents where the schedule is fixed.
    pub fn swapped(&self, one: usize, other: usize) -> Result<PairedRound, HandPairingError> {
        let round = self.rounds.last();
        let games = round.map_or(&[][..], |round| &round.games);
        let mut paired = PairedRound {
            games: games.iter().map(|game| game.pair).collect(),
            bye: round.and_then(|round| round.bye),
            note: round.map_or_else(String::new, |round| round.note.clone()),
        };
        for player in [one, other] {
            let is_there = |pair: &PairedGame| pair.black == player || pair.white == player;
            if !paired.games.iter().any(is_there) && paired.bye != Some(player) {
                let name = self.plan.players[player].name.clone();
                return Err(HandPairingError::Unpaired(name));
            }
        }
        let meet = |pair: &PairedGame| {
            [pair.black, pair.white] == [one, other] || [pair.white, pair.black] == [one, other]
        };
        let is_fixed = self.schedule.format != Format::Swiss;
        let is_exchange_of_colors = paired.games.iter().any(meet);
        if is_fixed && !is_exchange_of_colors {
            return Err(HandPairingError::Schedule(self.schedule.format.name()));
        }
        let exchanged = |player: &mut usize| {
            if *player == one {
                *player = other;
            } else if *player == other {
                *player = one;
            }
        };
        for pair in &mut paired.games {
            exchanged(&mut pair.black);
            exchanged(&mut pair.white);
        }
        paired.bye.iter_mut().for_each(exchanged);
        let field = self.field_before(self.rounds.len() as u32);
        for pair in &mut paired.games {
            let right = field.with_handicap(*pair);
            if right.handicap > 0 && is_exchange_of_colors && meet(pair) {
                let name = self.plan.players[right.black].name.clone();
                return Err(HandPairingError::Handicap(name));
            }
            *pair = right;
        }
        Ok(paired)
    }
}
