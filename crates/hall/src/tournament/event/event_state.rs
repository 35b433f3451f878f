//! An event as its journal tells it.

use super::super::pairing::{MAX_HANDICAP, PairedRound};
use super::event_entry::{EVENT_FORMAT, EventEntry};
use super::event_fault::EventFault;
use super::event_game::{EventGame, GameState, Presence, RoundState};
use super::event_plan::EventPlan;
use super::game_end::GameEnd;
use super::schedule::{Schedule, schedule};

/// An event as its journal tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventState {
    /// The event as its file has it, after the latest change.
    pub plan: EventPlan,
    /// The text of its file.
    pub plan_text: String,
    /// The seed of lots and games.
    pub seed: u64,
    /// The form and the rounds.
    pub schedule: Schedule,
    /// States of the players.
    pub presence: Vec<Presence>,
    /// Rounds that were paired, the first one first.
    pub rounds: Vec<RoundState>,
    /// Changes and rulings in words, in their order.
    pub notes: Vec<String>,
    /// Entries of the journal that it stands on.
    pub entries: usize,
    /// The time at which it began.
    pub begun: String,
    /// The time of the latest end of a game; `None` before the first.
    pub last_end: Option<String>,
}

impl EventState {
    /// An event that begins.
    ///
    /// # Errors
    /// [`EventFault`] for an entry that is no beginning.
    pub fn open(entry: &EventEntry) -> Result<Self, EventFault> {
        let EventEntry::EventOpened {
            format,
            plan: text,
            seed,
            at,
            ..
        } = entry
        else {
            return Err(EventFault::Order);
        };
        if *format != EVENT_FORMAT {
            return Err(EventFault::Layout(*format));
        }
        let plan = EventPlan::parse(text)?;
        Ok(Self {
            schedule: schedule(&plan),
            presence: vec![Presence::default(); plan.players.len()],
            plan,
            plan_text: text.clone(),
            seed: *seed,
            rounds: Vec::new(),
            notes: Vec::new(),
            entries: 1,
            begun: at.clone(),
            last_end: None,
        })
    }

    /// Rebuilds an event from the records of its journal.
    ///
    /// # Errors
    /// The number of the record, from 1, and [`EventFault`].
    pub fn replay<'a>(
        records: impl IntoIterator<Item = &'a [u8]>,
    ) -> Result<Option<Self>, (usize, EventFault)> {
        let mut state: Option<Self> = None;
        for (number, record) in (1..).zip(records) {
            let entry: EventEntry = serde_json::from_slice(record)
                .map_err(|error| (number, EventFault::Bytes(error.to_string())))?;
            match &mut state {
                None => state = Some(Self::open(&entry).map_err(|fault| (number, fault))?),
                Some(state) => state.apply(&entry).map_err(|fault| (number, fault))?,
            }
        }
        Ok(state)
    }

    /// Takes one more entry.
    ///
    /// # Errors
    /// [`EventFault`] where it cannot follow; nothing is changed then.
    pub fn apply(&mut self, entry: &EventEntry) -> Result<(), EventFault> {
        self.change(entry)?;
        self.entries += 1;
        Ok(())
    }

    fn change(&mut self, entry: &EventEntry) -> Result<(), EventFault> {
        match entry {
            EventEntry::EventOpened { .. } => Err(EventFault::Order),
            EventEntry::PlanChanged { plan, .. } => self.change_plan(plan),
            EventEntry::RoundPaired {
                round,
                paired,
                at,
                by,
            } => {
                self.add_round(*round, paired, at)?;
                if let Some(by) = by {
                    self.notes.push(format!(
                        "Round {round} was paired by {}: {}",
                        by.who, by.why
                    ));
                }
                Ok(())
            }
            EventEntry::RoundUnpaired { round, by, .. } => self.unpair(*round, by),
            EventEntry::RoundRepaired {
                round,
                paired,
                by,
                at,
            } => self.repair(*round, paired, by, at),
            EventEntry::Reopened {
                round, board, by, ..
            } => self.reopen(*round, *board, by),
            EventEntry::Presence {
                player,
                presence,
                by,
                ..
            } => self.note_presence(*player, *presence, &by.who, &by.why),
            EventEntry::GameStarted { round, board, .. } => {
                let game = self.open_game(*round, *board)?;
                let begun = match game.state {
                    GameState::Begun(times) => times + 1,
                    _ => 1,
                };
                game.state = GameState::Begun(begun);
                Ok(())
            }
            EventEntry::GameEnded {
                round,
                board,
                end,
                at,
            } => {
                let game = self.open_game(*round, *board)?;
                game.state = end_state(end);
                self.last_end = Some(at.clone());
                Ok(())
            }
            EventEntry::Ruling {
                round,
                board,
                end,
                by,
                ..
            } => {
                let names = self.plan.names();
                let game = self.game_mut(*round, *board)?;
                game.state = end_state(end);
                game.ruling = Some((by.who.clone(), by.why.clone()));
                let (black, white) = (&names[game.pair.black], &names[game.pair.white]);
                let note = format!(
                    "Round {round}, {black} against {white}: {} by {}{}",
                    end.result,
                    by.who,
                    reason(&by.why)
                );
                self.notes.push(note);
                Ok(())
            }
        }
    }

    pub(super) fn add_round(
        &mut self,
        round: u32,
        paired: &PairedRound,
        at: &str,
    ) -> Result<(), EventFault> {
        if round as usize != self.rounds.len() + 1 {
            return Err(EventFault::Round(round));
        }
        let players = self.plan.players.len();
        let named = paired
            .games
            .iter()
            .flat_map(|game| [game.black, game.white])
            .chain(paired.bye);
        if let Some(odd) = named.into_iter().find(|player| *player >= players) {
            return Err(EventFault::NoPlayer(odd));
        }
        let most = paired.games.iter().map(|game| game.handicap).max();
        if let Some(stones) = most.filter(|stones| *stones > MAX_HANDICAP) {
            return Err(EventFault::Handicap(stones));
        }
        let games = paired.games.iter().map(|pair| EventGame {
            pair: *pair,
            state: self
                .forfeited(*pair)
                .map_or(GameState::Waiting, GameState::Over),
            ruling: None,
        });
        let games = games.collect();
        self.rounds.push(RoundState {
            games,
            bye: paired.bye,
            note: paired.note.clone(),
            at: at.to_owned(),
        });
        Ok(())
    }

    pub(super) fn game_mut(
        &mut self,
        round: u32,
        board: u32,
    ) -> Result<&mut EventGame, EventFault> {
        let games = (round as usize)
            .checked_sub(1)
            .and_then(|at| self.rounds.get_mut(at));
        let board_at = (board as usize).checked_sub(1);
        let game = games
            .zip(board_at)
            .and_then(|(round, at)| round.games.get_mut(at));
        game.ok_or(EventFault::NoGame { round, board })
    }

    fn open_game(&mut self, round: u32, board: u32) -> Result<&mut EventGame, EventFault> {
        let game = self.game_mut(round, board)?;
        match game.state {
            GameState::Waiting | GameState::Begun(_) => Ok(game),
            _ => Err(EventFault::Over { round, board }),
        }
    }

    /// A game of the event.
    #[must_use]
    pub fn game(&self, round: u32, board: u32) -> Option<&EventGame> {
        let round = self.rounds.get((round as usize).checked_sub(1)?)?;
        round.games.get((board as usize).checked_sub(1)?)
    }

    /// All games with their round and board.
    pub fn games(&self) -> impl Iterator<Item = (u32, u32, &EventGame)> {
        (1..).zip(&self.rounds).flat_map(|(round, state)| {
            (1..)
                .zip(&state.games)
                .map(move |(board, game)| (round, board, game))
        })
    }

    pub(super) fn open_games(&self) -> impl Iterator<Item = (u32, u32)> {
        let open = self
            .games()
            .filter(|(_, _, game)| matches!(game.state, GameState::Waiting | GameState::Begun(_)));
        open.map(|(round, board, _)| (round, board))
    }
}

fn end_state(end: &GameEnd) -> GameState {
    if end.points().is_some() {
        GameState::Over(end.clone())
    } else {
        GameState::Adjourned(end.clone())
    }
}

/// " (the reason)"; nothing without one.
pub(super) fn reason(why: &str) -> String {
    if why.is_empty() {
        String::new()
    } else {
        format!(" ({why})")
    }
}
