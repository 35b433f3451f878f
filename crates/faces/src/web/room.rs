//! A game that is played on pages: the game itself, who has a link to it, what is said beside it, and its
//! file in the archive.

use std::convert::Infallible;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sgmp_proto::Instant;
use tokio::sync::watch;

use super::host_machine::Machine;
use super::igo_seat::IgoSeat;
use super::job_queue::JobQueue;
use crate::local_game::{
    EngineChair, EngineWanted, GameArchive, GameEvent, GameWish, KeptGame, LocalGame, Phase,
    Refusal, StartTime, Ticket,
};
use sgmp_board::record::FileError;
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;

/// Lines of talk that are kept.
const MAX_TALK: usize = 200;
/// Letters of one line.
const MAX_LINE: usize = 300;

/// Players of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Players {
    /// One person, who plays this color against the computer.
    Alone(Color),
    /// All that a page of its own shows: two persons who move in turn, or the computer on both sides.
    OnePage,
    /// Two persons, each with a link of its own.
    Two(ByColor<String>),
}

impl Players {
    /// The color that a page of this color speaks for: where all sit at one, whoever is to move.
    pub(super) fn speaker(&self, color: Color, game: &LocalGame) -> Color {
        match self {
            Self::OnePage => game.turn(),
            Self::Alone(_) | Self::Two(_) => color,
        }
    }
}

/// A line of talk.
#[derive(Clone, Debug)]
pub(super) struct TalkLine {
    pub(super) by: Color,
    pub(super) text: String,
}

/// A search that goes on for a game.
#[derive(Debug)]
struct Search {
    ticket: Ticket,
    halt: StopFlag,
}

/// The state of a room.
pub(super) struct RoomState {
    pub(super) game: LocalGame,
    pub(super) players: Players,
    pub(super) talk: Vec<TalkLine>,
    /// Those who accept the count as it stands.
    pub(super) agreed: ByColor<bool>,
    /// Last events, for the page's words.
    pub(super) told: Vec<GameEvent>,
    /// File of the game in the archive; none before its first move.
    pub(super) file: Option<KeptGame>,
    /// Trouble with that file.
    pub(super) trouble: Option<String>,
    /// Words on a file that the game does not go on in.
    pub(super) left: Option<String>,
    /// Links to the game that the two play next.
    pub(super) next: Option<ByColor<String>>,
    /// The series that the game belongs to.
    pub(super) igo: Option<IgoSeat>,
    pub(super) revision: u64,
    search: Option<Search>,
}

/// A game and its pages.
pub(super) struct Room {
    state: Mutex<RoomState>,
    changes: watch::Sender<u64>,
}

/// Parts of the server that a room needs.
#[derive(Clone)]
pub(super) struct RoomHost {
    pub(super) machine: Arc<dyn Machine>,
    pub(super) archive: Option<GameArchive>,
    pub(super) engines: JobQueue<EngineChair>,
}

impl Room {
    /// A room for a game; `file` is its record where there is one already. What cannot be written is told at once.
    pub(super) fn new(
        game: LocalGame,
        players: Players,
        file: Option<KeptGame>,
        archive: Option<&GameArchive>,
    ) -> Arc<Self> {
        let (file, left) = match file.map(KeptGame::if_writable) {
            Some(Ok(file)) => (Some(file), None),
            Some(Err(left)) => (None, Some(left.to_string())),
            None => (None, None),
        };
        let error = archive.filter(|_| file.is_none());
        let error = error.and_then(|archive| archive.check().err());
        let state = RoomState {
            game,
            players,
            talk: Vec::new(),
            agreed: ByColor::default(),
            told: Vec::new(),
            file,
            trouble: error.map(|error| unkept(&error)),
            left,
            next: None,
            igo: None,
            revision: 0,
            search: None,
        };
        Arc::new(Self {
            state: Mutex::new(state),
            changes: watch::channel(0).0,
        })
    }

    /// The state, for a moment.
    pub(super) fn lock(&self) -> MutexGuard<'_, RoomState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of each change, the state of now included.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        let mut changes = self.changes.subscribe();
        changes.mark_changed();
        changes
    }

    /// Returns whether no page shows it.
    pub(super) fn is_empty(&self) -> bool {
        self.changes.receiver_count() == 0
    }

    /// Changes the game, keeps it in the archive, and has the engine do what there is to do then.
    ///
    /// # Errors
    /// Those of the change; the game is as it was then.
    pub(super) fn change<E>(
        self: &Arc<Self>,
        host: &RoomHost,
        change: impl FnOnce(&mut LocalGame, Instant) -> Result<Vec<GameEvent>, E>,
    ) -> Result<(), E> {
        let now = host.machine.now();
        let mut state = self.lock();
        let told = change(&mut state.game, now)?;
        if !told.is_empty() {
            state.told = told;
        }
        state.agreed = ByColor::default();
        state.keep(host);
        // A game that the computer plays against itself goes on as its page has shown a move.
        if !state.game.plays_itself() {
            self.ask_engine(&mut state, host, now);
        }
        self.publish(&mut state);
        Ok(())
    }

    /// Adds a line of talk.
    pub(super) fn say(&self, by: Color, text: &str) {
        let is_shown = |c: &char| !c.is_control();
        let text: String = text
            .trim()
            .chars()
            .filter(is_shown)
            .take(MAX_LINE)
            .collect();
        if text.is_empty() {
            return;
        }
        let mut state = self.lock();
        if state.talk.len() == MAX_TALK {
            state.talk.remove(0);
        }
        state.talk.push(TalkLine { by, text });
        self.publish(&mut state);
    }

    /// One side accepts the count; it stands once all have.
    pub(super) fn agree(self: &Arc<Self>, host: &RoomHost, color: Color) -> Result<(), Refusal> {
        let is_last = {
            let mut state = self.lock();
            if !matches!(state.game.phase(), Phase::Counting(_)) {
                return Err(Refusal::NotCounting);
            }
            state.agreed[color] = true;
            self.publish(&mut state);
            let has_one_page = !matches!(state.players, Players::Two(_));
            has_one_page || (state.agreed.black && state.agreed.white)
        };
        if is_last {
            self.change(host, |game, now| game.grant(GameWish::Accept, now))?;
        }
        Ok(())
    }

    /// Lets the clocks of two players run from now on, as long as nobody has moved: both have come.
    pub(super) fn start_clocks(self: &Arc<Self>, host: &RoomHost) {
        let mut state = self.lock();
        let terms = state.game.terms();
        let is_waiting = matches!(state.players, Players::Two(_))
            && *state.game.phase() == Phase::Playing
            && terms.main_time.is_some()
            && state.game.game().move_count() == 0;
        if !is_waiting {
            return;
        }
        let (seed, date) = (terms.seed, terms.date.clone());
        if let Ok(game) = state.game.play_again(seed, &date, host.machine.now()) {
            state.game = game;
            self.publish(&mut state);
        }
    }

    /// Time until a flag falls, if a clock runs.
    pub(super) fn time_to_flag(&self, host: &RoomHost) -> Option<Duration> {
        let deadline = self.lock().game.deadline()?;
        Some(deadline.since(host.machine.now()) + Duration::from_millis(1))
    }

    /// Ends the game of a side whose time is up.
    pub(super) fn tick(self: &Arc<Self>, host: &RoomHost) {
        let deadline = self.lock().game.deadline();
        if deadline.is_some_and(|deadline| deadline < host.machine.now()) {
            let tick = |game: &mut LocalGame, now| Ok::<_, Infallible>(game.tick(now));
            let Ok(()) = self.change(host, tick);
        }
    }

    /// Has the engine work, where it should and does not.
    pub(super) fn wake(self: &Arc<Self>, host: &RoomHost) {
        let mut state = self.lock();
        self.ask_engine(&mut state, host, host.machine.now());
    }

    fn publish(&self, state: &mut RoomState) {
        state.revision += 1;
        self.changes.send_replace(state.revision);
    }

    /// Stops a search that nobody needs any more, and starts the one that is wanted.
    fn ask_engine(self: &Arc<Self>, state: &mut RoomState, host: &RoomHost, now: Instant) {
        let ticket = state.game.ticket();
        if let Some(search) = &state.search {
            if search.ticket == ticket {
                return;
            }
            search.halt.request();
            state.search = None;
        }
        let Some(wanted) = state.game.wanted(now) else {
            return;
        };
        let halt = StopFlag::new();
        let job = self.job(host, wanted, halt.clone());
        if host.engines.put(job).is_ok() {
            state.search = Some(Search { ticket, halt });
        }
    }

    fn job(
        self: &Arc<Self>,
        host: &RoomHost,
        wanted: EngineWanted,
        halt: StopFlag,
    ) -> impl FnOnce(&mut EngineChair) + Send + use<> {
        let (room, host) = (Arc::clone(self), host.clone());
        move |chair| {
            let machine = &host.machine;
            let start = machine.now();
            let elapsed = || machine.now().since(start);
            let Ok(answer) = chair.answer(&wanted, &halt, &elapsed) else {
                return;
            };
            let taken = room.change(&host, |game, now| {
                game.engine_answers(wanted.ticket, answer, now)
            });
            if let Err(refusal) = taken {
                log::debug!("an answer came too late: {refusal}");
            }
        }
    }
}

impl RoomState {
    /// Keeps the game in its file; the first move makes one.
    fn keep(&mut self, host: &RoomHost) {
        let Some(archive) = &host.archive else {
            return;
        };
        if self.file.is_none() && self.game.game().move_count() == 0 {
            return;
        }
        let record = self.game.record();
        let start = host.machine.start_time();
        match archive.keep(&mut self.file, &record, StartTime(&start)) {
            Ok(None) => self.trouble = None,
            Ok(Some(left)) => self.left = Some(left.to_string()),
            Err(error) => self.trouble = Some(unkept(&error)),
        }
        if let (Some(igo), Some(file), None) = (&mut self.igo, &self.file, &self.trouble) {
            self.trouble = igo.note(&self.game, file.path());
        }
    }

    /// Returns whether this is the file of the game.
    pub(super) fn is_kept_in(&self, path: &Path) -> bool {
        self.file.as_ref().is_some_and(|file| file.path() == path)
    }

    /// Returns whether a search goes on for the game as it stands.
    pub(super) fn is_thinking(&self) -> bool {
        let ticket = self.game.ticket();
        self.search
            .as_ref()
            .is_some_and(|search| search.ticket == ticket)
    }
}

fn unkept(error: &FileError) -> String {
    format!("the game is not kept: {error}")
}
