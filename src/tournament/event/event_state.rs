//! An event as its journal tells it, and what comes next.

use std::collections::BTreeMap;

use super::super::pairing::{
    Field, PairedGame, PairedRound, SwissRules, gauntlet, knockout, pair_swiss, round_robin,
};
use super::super::standings::{PlayedGame, Results, Standings, standings};
use super::event_entry::{EVENT_FORMAT, EventEntry, PresenceEntry};
use super::event_plan::{EventPlan, Format, PlanError};
use super::game_end::{EndKind, GameEnd};
use super::schedule::{Schedule, schedule};
use crate::rng::Rng;
use crate::rules::Color;

/// The state of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Gone since the round after this one.
    pub withdrawn: bool,
    /// Disqualified.
    pub disqualified: bool,
    /// Rounds in which it is absent.
    pub absent: Vec<u32>,
    /// Minutes off its clock, by round.
    pub late: BTreeMap<u32, u32>,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameState {
    /// It has not begun.
    Waiting,
    /// It is played, or was when the hall was interrupted; so many times it began.
    Begun(u32),
    /// It waits for the judge.
    Adjourned(GameEnd),
    /// It is over.
    Over(GameEnd),
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// The players.
    pub pair: PairedGame,
    /// Its state.
    pub state: GameState,
    /// The ruling over it: who and why.
    pub ruling: Option<(String, String)>,
}

impl EventGame {
    /// Returns whether it has still to be played, or is being played.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.state, GameState::Waiting | GameState::Begun(_))
    }

    /// Its end, also if it waits for the judge.
    #[must_use]
    pub const fn known_end(&self) -> Option<&GameEnd> {
        match &self.state {
            GameState::Over(end) | GameState::Adjourned(end) => Some(end),
            _ => None,
        }
    }

    /// Its end, if it is over.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnd> {
        match &self.state {
            GameState::Over(end) => Some(end),
            _ => None,
        }
    }
}

/// A round of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundState {
    /// Its games, board 1 first.
    pub games: Vec<EventGame>,
    /// The player without an opponent.
    pub bye: Option<usize>,
    /// Words about its pairing.
    pub note: String,
    /// The time at which it was paired.
    pub at: String,
}

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// This round is to be paired.
    Pair(u32),
    /// These games, round and board, are to be played.
    Play(Vec<(u32, u32)>),
    /// These games wait for the judge, and nothing else can be played.
    Judge(Vec<(u32, u32)>),
    /// The event is over.
    Over,
}

/// An entry that cannot follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EventFault {
    /// Another layout.
    #[error("its layout has number {0}; this program knows {EVENT_FORMAT}")]
    Layout(u32),
    /// Something comes before the beginning, or a second beginning.
    #[error("an entry is out of order")]
    Order,
    /// The event's file in the journal is none.
    #[error("the event's file in it: {0}")]
    Plan(#[from] PlanError),
    /// A round that is not the next one.
    #[error("round {0} is not the next one")]
    Round(u32),
    /// No such game.
    #[error("there is no board {board} in round {round}")]
    NoGame {
        /// The round.
        round: u32,
        /// The board.
        board: u32,
    },
    /// The game is over.
    #[error("round {round}, board {board} is over: only a ruling changes it")]
    Over {
        /// The round.
        round: u32,
        /// The board.
        board: u32,
    },
    /// No such player.
    #[error("there is no player {0}")]
    NoPlayer(usize),
    /// The change cannot be made in mid-event.
    #[error("{0}")]
    Changed(String),
    /// Bytes that are no entry.
    #[error("{0}")]
    Bytes(String),
}

/// An event as its journal tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventState {
    /// The event.
    pub plan: EventPlan,
    /// The text of its file.
    pub plan_text: String,
    /// The seed of lots and games.
    pub seed: u64,
    /// The form and the rounds.
    pub schedule: Schedule,
    /// States of the players.
    pub presence: Vec<Presence>,
    /// Rounds so far.
    pub rounds: Vec<RoundState>,
    /// Changes and rulings in words, in their order.
    pub notes: Vec<String>,
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
                round, board, end, ..
            } => {
                let game = self.open_game(*round, *board)?;
                game.state = end_state(end);
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

    fn add_round(&mut self, round: u32, paired: &PairedRound, at: &str) -> Result<(), EventFault> {
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
    fn forfeited(&self, pair: PairedGame) -> Option<GameEnd> {
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
                crate::record::GameResult::Void,
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
                state.withdrawn = true;
                "withdraws".to_owned()
            }
            PresenceEntry::Disqualified => {
                state.disqualified = true;
                "is disqualified".to_owned()
            }
            PresenceEntry::Back => {
                state.withdrawn = false;
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
        if plan.format != old.format && !self.rounds.is_empty() {
            return changed("the form of the event stays what it was when the event began");
        }
        let names = plan.names();
        if !names.starts_with(&old.names()) {
            return changed("players stay in their order: late entries go to the end of the file");
        }
        if names.len() > old.players.len()
            && schedule(old).format != Format::Swiss
            && !self.rounds.is_empty()
        {
            return changed("late entries need a Swiss system");
        }
        for (before, after) in old.players.iter().zip(&plan.players) {
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

    fn game_mut(&mut self, round: u32, board: u32) -> Result<&mut EventGame, EventFault> {
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

    fn open_games(&self) -> impl Iterator<Item = (u32, u32)> {
        let open = self
            .games()
            .filter(|(_, _, game)| matches!(game.state, GameState::Waiting | GameState::Begun(_)));
        open.map(|(round, board, _)| (round, board))
    }

    /// Results so far.
    #[must_use]
    pub fn results(&self) -> Results {
        self.results_before(u32::MAX)
    }

    /// Results of the rounds before one.
    #[must_use]
    pub fn results_before(&self, before: u32) -> Results {
        let mut results = Results::new(self.plan.players.len());
        results.start = self
            .plan
            .players
            .iter()
            .map(|player| player.start)
            .collect();
        for (round, _, game) in self.games().filter(|(round, _, _)| *round < before) {
            let points = game.end().and_then(GameEnd::points);
            results.games.extend(points.map(|points| PlayedGame {
                round,
                players: [game.pair.black, game.pair.white],
                points,
            }));
        }
        let rounds = (1..)
            .zip(&self.rounds)
            .take_while(|(round, _)| *round < before);
        let byes = rounds.filter_map(|(round, state)| Some((round, state.bye?)));
        results.byes = byes.collect();
        results
    }

    /// Standings so far.
    #[must_use]
    pub fn standings(&self) -> Standings {
        standings(&self.results(), &self.plan.tie_breaks)
    }

    /// The field before a round: who has met, with which colors.
    #[must_use]
    pub fn field_before(&self, before: u32) -> Field {
        let players = self.plan.players.len();
        let mut field = Field::new(players);
        field.results = self.results_before(before);
        for (_, _, game) in self.games().filter(|(round, _, _)| *round < before) {
            let pair = game.pair;
            field.meetings.push([pair.black, pair.white]);
            field.colors[pair.black].push(Color::Black);
            field.colors[pair.white].push(Color::White);
        }
        field
    }

    /// Players who are paired in a round.
    #[must_use]
    pub fn present(&self, round: u32) -> Vec<usize> {
        let players = self.plan.players.iter().zip(&self.presence).enumerate();
        let here = players.filter(|(_, (player, presence))| {
            player.from_round <= round
                && !presence.withdrawn
                && !presence.disqualified
                && !presence.absent.contains(&round)
        });
        here.map(|(player, _)| player).collect()
    }

    /// The rules of a Swiss pairing of a round.
    #[must_use]
    pub fn swiss_rules(&self, round: u32) -> SwissRules {
        SwissRules {
            colors: self.plan.colors,
            seeding: self.plan.seeding,
            rounds_left: self.schedule.rounds.saturating_sub(round),
        }
    }

    /// The source of chance of a round.
    #[must_use]
    pub fn lots(&self, round: u32) -> Rng {
        Rng::from_seed(self.seed).split(&format!("round {round}"))
    }

    /// The seed of a game.
    #[must_use]
    pub fn game_seed(&self, round: u32, board: u32) -> u64 {
        let mut rng = Rng::from_seed(self.seed).split(&format!("game {round} {board}"));
        rng.next_u64() >> 1
    }

    /// The pairing of the next round by the event's form; `None` if nobody is left to play.
    #[must_use]
    pub fn pair(&self, round: u32) -> Option<PairedRound> {
        // Schedules that no result changes keep those who are gone: their games are forfeits.
        let entered = |from: u32| {
            let players = self.plan.players.iter().enumerate();
            let players = players.filter(move |(_, player)| player.from_round <= from);
            // Who withdraws before the first round leaves no trace.
            let players = players.filter(|(at, _)| {
                let leaves = self.presence[*at].withdrawn && !self.has_played(*at);
                !leaves
            });
            players.map(|(player, _)| player).collect::<Vec<_>>()
        };
        let lots = self.lots(round);
        let paired = match self.schedule.format {
            Format::Swiss | Format::Auto => {
                let field = self.field_before(round);
                pair_swiss(&field, &self.present(round), self.swiss_rules(round), &lots)
            }
            Format::RoundRobin | Format::DoubleRoundRobin => {
                let lots = Rng::from_seed(self.seed).split("nigiri");
                round_robin(&entered(u32::MAX), round, self.plan.colors, &lots)
            }
            Format::Gauntlet => gauntlet(&entered(u32::MAX), round),
            Format::Knockout => {
                let field = self.field_before(round);
                knockout(
                    &field,
                    &entered(u32::MAX),
                    self.plan.colors,
                    &mut lots.split("nigiri"),
                )?
            }
        };
        Some(paired).filter(|paired| !paired.games.is_empty() || paired.bye.is_some())
    }

    fn has_played(&self, player: usize) -> bool {
        let has = |game: &EventGame| game.pair.black == player || game.pair.white == player;
        self.games().any(|(_, _, game)| has(game))
    }

    /// The next step.
    #[must_use]
    pub fn next_step(&self) -> NextStep {
        let open: Vec<_> = self.open_games().collect();
        if !open.is_empty() {
            return NextStep::Play(open);
        }
        let adjourned = self
            .games()
            .filter(|(_, _, game)| matches!(game.state, GameState::Adjourned(_)));
        let adjourned: Vec<_> = adjourned.map(|(round, board, _)| (round, board)).collect();
        if !adjourned.is_empty() {
            return NextStep::Judge(adjourned);
        }
        let next = self.rounds.len() as u32 + 1;
        if next > self.schedule.rounds || self.pair(next).is_none() {
            return NextStep::Over;
        }
        NextStep::Pair(next)
    }
}

fn end_state(end: &GameEnd) -> GameState {
    if end.points().is_some() {
        GameState::Over(end.clone())
    } else {
        GameState::Adjourned(end.clone())
    }
}

fn reason(why: &str) -> String {
    if why.is_empty() {
        String::new()
    } else {
        format!(" ({why})")
    }
}
