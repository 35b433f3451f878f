//! An event as its journal tells it.

use super::super::pairing::{MAX_HANDICAP, PairedGame, PairedRound};
use super::event_entry::{EVENT_FORMAT, EventEntry, PresenceEntry};
use super::event_fault::EventFault;
use super::event_game::{EventGame, GameState, Presence, RoundState};
use super::event_plan::{EventPlan, Format};
use super::game_end::GameEnd;
use super::rank::Rank;
use super::schedule::{Schedule, schedule};
use sgmp_board::rules::Color;
use sgmp_match::play::EndKind;

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

    /// The end of a game of which a player will not come any more.
    pub(super) fn forfeited(&self, pair: PairedGame) -> Option<GameEnd> {
        let gone = |player: usize| {
            let presence = &self.presence[player];
            if presence.disqualified {
                Some((EndKind::Disqualified, "disqualified"))
            } else if presence.withdrawn {
                Some((EndKind::Forfeit, "withdrawn"))
            } else {
                None
            }
        };
        let name = |player: usize| &self.plan.players[player].name;
        match (gone(pair.black), gone(pair.white)) {
            (None, None) => None,
            (Some((kind, why)), None) => {
                let why = format!("{} is {why}", name(pair.black));
                Some(GameEnd::forfeit(Color::Black, kind, &why))
            }
            (None, Some((kind, why))) => {
                let why = format!("{} is {why}", name(pair.white));
                Some(GameEnd::forfeit(Color::White, kind, &why))
            }
            (Some((kind, _)), Some(_)) => Some(GameEnd::without_game(
                sgmp_board::record::GameResult::Void,
                kind,
                "neither player is there",
            )),
        }
    }

    fn note_presence(
        &mut self,
        player: usize,
        presence: PresenceEntry,
        who: &str,
        why: &str,
    ) -> Result<(), EventFault> {
        let name = match self.plan.players.get(player) {
            Some(player) => player.name.clone(),
            None => return Err(EventFault::NoPlayer(player)),
        };
        let state = &mut self.presence[player];
        let words = match presence {
            PresenceEntry::Absent { round } => {
                state.absent.push(round);
                format!("is absent in round {round}")
            }
            PresenceEntry::Late { round, minutes } => {
                state.late.insert(round, minutes);
                format!("is late in round {round}: {minutes} minutes off its clock")
            }
            PresenceEntry::Withdrawn => {
                // Who has left before is not in the schedule because somebody says it again.
                if !state.withdrawn {
                    state.never_entered = self.rounds.is_empty();
                }
                state.withdrawn = true;
                "withdraws".to_owned()
            }
            PresenceEntry::Disqualified => {
                state.disqualified = true;
                "is disqualified".to_owned()
            }
            PresenceEntry::Back => {
                state.withdrawn = false;
                state.never_entered &= !self.rounds.is_empty();
                "is back".to_owned()
            }
        };
        let by = if who.is_empty() {
            String::new()
        } else {
            format!(", says {who}")
        };
        self.notes
            .push(format!("{name} {words}{by}{}", reason(why)));
        // What it has not finished it loses.
        let open: Vec<_> = self.open_games().collect();
        for (round, board) in open {
            let pair = self.rounds[round as usize - 1].games[board as usize - 1].pair;
            if let Some(end) = self.forfeited(pair)
                && (pair.black == player || pair.white == player)
            {
                self.game_mut(round, board)?.state = GameState::Over(end);
            }
        }
        Ok(())
    }

    fn change_plan(&mut self, text: &str) -> Result<(), EventFault> {
        let plan = EventPlan::parse(text)?;
        let changed = |why: &str| Err(EventFault::Changed(why.to_owned()));
        let old = &self.plan;
        if plan.size != old.size || plan.komi != old.komi || plan.rules != old.rules {
            return changed("board, komi and rules stay what they were when the event began");
        }
        let komi = |plan: &EventPlan| plan.handicap.map(|terms| terms.komi);
        if komi(&plan) != komi(old) && !self.rounds.is_empty() {
            return changed(
                "handicap and its komi stay what they were when the event began: with handicap_maximum = 0 all \
                 later games are even",
            );
        }
        if plan.format != old.format && !self.rounds.is_empty() {
            return changed("the form of the event stays what it was when the event began");
        }
        let names = plan.names();
        let renamed = renamed(old, &plan)
            .ok_or("players stay in their order: late entries go to the end of the file");
        let renamed = renamed.map_err(|why| EventFault::Changed(why.to_owned()))?;
        if names.len() > old.players.len()
            && schedule(old).format != Format::Swiss
            && !self.rounds.is_empty()
        {
            return changed("late entries need a Swiss system");
        }
        let renamed = renamed.into_iter();
        let corrected = renamed.map(|(was, is)| format!("The name {was} was corrected to {is}"));
        self.notes.extend(corrected);
        for (before, after) in old.players.iter().zip(&plan.players) {
            if before.rank != after.rank && !self.rounds.is_empty() {
                let rank =
                    |rank: Option<Rank>| rank.map_or("no rank".to_owned(), |rank| rank.to_string());
                let (was, is) = (rank(before.rank), rank(after.rank));
                let name = &after.name;
                self.notes.push(format!(
                    "The rank of {name} was corrected from {was} to {is}"
                ));
            }
            if before.plays != after.plays {
                let round = self.rounds.len();
                let name = &after.name;
                self.notes.push(format!(
                    "The program of {name} was changed after round {round}"
                ));
            }
        }
        let late = plan.players[old.players.len()..].iter();
        let late: Vec<_> = late
            .map(|player| format!("{} enters the event", player.name))
            .collect();
        self.notes.extend(late);
        self.presence
            .resize(plan.players.len(), Presence::default());
        let rounds = schedule(&plan);
        self.schedule = Schedule {
            format: self.schedule.format,
            ..rounds
        };
        self.plan = plan;
        text.clone_into(&mut self.plan_text);
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

/// Names that a changed file corrects, as they were and as they are; `None` where players were left out or moved: a
/// corrected name is new, and its player is the one that it was.
fn renamed(old: &EventPlan, new: &EventPlan) -> Option<Vec<(String, String)>> {
    let mut renamed = Vec::new();
    for (at, before) in old.players.iter().enumerate() {
        let after = new.players.get(at)?;
        if before.name == after.name {
            continue;
        }
        let is_known = old.player(&after.name).is_some_and(|known| known != at);
        if is_known || before.plays != after.plays {
            return None;
        }
        renamed.push((before.name.clone(), after.name.clone()));
    }
    Some(renamed)
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
