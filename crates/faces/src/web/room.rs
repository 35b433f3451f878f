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
use super::link_book::{KeptLinks, LinkBook};
use super::presence::Presence;
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Players {
    /// One person, who plays this color against the computer.
    Alone(Color),
    /// All that a page of its own shows: two persons who move in turn, or the computer on both sides.
    OnePage,
    /// Two persons, each with a page of its own.
    Two,
}

impl Players {
    /// The color that a page of this color speaks for: where all sit at one, whoever is to move.
    pub(super) fn speaker(&self, color: Color, game: &LocalGame) -> Color {
        match self {
            Self::OnePage => game.turn(),
            Self::Alone(_) | Self::Two => color,
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
    /// The links of its pages; one page for all has the same for both colors.
    pub(super) links: ByColor<String>,
    /// The two persons' pages, where there are two.
    pub(super) presence: Presence,
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
    /// The game that the two play next, and who asked for it.
    pub(super) next: Option<(Color, ByColor<String>)>,
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
    pub(super) links: Option<LinkBook>,
    pub(super) engines: JobQueue<EngineChair>,
}

impl Room {
    /// A room for a game; `file` is its record where there is one already. What cannot be written is told at once.
    /// The clocks of two persons wait until both have come.
    pub(super) fn new(
        mut game: LocalGame,
        players: Players,
        links: ByColor<String>,
        file: Option<KeptGame>,
        host: &RoomHost,
    ) -> Arc<Self> {
        if players == Players::Two {
            game.hold_clocks(host.machine.now());
        }
        let (file, left) = match file.map(KeptGame::if_writable) {
            Some(Ok(file)) => (Some(file), None),
            Some(Err(left)) => (None, Some(left.to_string())),
            None => (None, None),
        };
        let archive = host.archive.as_ref().filter(|_| file.is_none());
        let error = archive.and_then(|archive| archive.check().err());
        let state = RoomState {
            game,
            players,
            links,
            presence: Presence::default(),
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
        state.note_links(host);
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
            let has_one_page = !matches!(state.players, Players::Two);
            has_one_page || (state.agreed.black && state.agreed.white)
        };
        if is_last {
            self.change(host, |game, now| game.grant(GameWish::Accept, now))?;
        }
        Ok(())
    }

    /// A person's page shows the game; the clocks run once both persons have come.
    pub(super) fn come(self: &Arc<Self>, host: &RoomHost, color: Color) {
        let mut state = self.lock();
        if state.players != Players::Two {
            return;
        }
        let now = host.machine.now();
        let was_there = state.presence.is_there(color, now);
        state.presence.see(color, now);
        if state.presence.have_both_come() {
            state.game.release_clocks(now);
        }
        if !was_there {
            self.publish(&mut state);
        }
    }

    /// A person has closed the page.
    pub(super) fn leave(&self, color: Color) {
        let mut state = self.lock();
        state.presence.leave(color);
        self.publish(&mut state);
    }

    /// Gives a person another name.
    pub(super) fn rename(&self, host: &RoomHost, color: Color, name: &str) {
        let mut state = self.lock();
        state.game.rename(color, name);
        state.keep(host);
        self.publish(&mut state);
    }

    /// Tells the pages of something that is no move.
    pub(super) fn tell(&self) {
        self.publish(&mut self.lock());
    }

    /// Time until something changes by itself: a flag falls, or a page has been silent for too long.
    pub(super) fn time_to_news(&self, host: &RoomHost) -> Option<Duration> {
        let state = self.lock();
        let deadline = state.game.deadline();
        let lapses = Color::BOTH.map(|color| state.presence.lapses(color));
        let next = lapses.into_iter().flatten().chain(deadline).min()?;
        Some(next.since(host.machine.now()) + Duration::from_millis(1))
    }

    /// Ends the game of a side whose time is up, and notes who has been silent for too long.
    pub(super) fn tick(self: &Arc<Self>, host: &RoomHost) {
        let now = host.machine.now();
        let deadline = {
            let mut state = self.lock();
            if state.presence.drop_silent(now) {
                self.publish(&mut state);
            }
            state.game.deadline()
        };
        if deadline.is_some_and(|deadline| deadline < now) {
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
        let before = self.file_name();
        match archive.keep(&mut self.file, &record, StartTime(&start)) {
            Ok(left) => {
                self.trouble = None;
                self.left = left.map(|left| left.to_string()).or(self.left.take());
            }
            Err(error) => self.trouble = Some(unkept(&error)),
        }
        if self.file_name() != before {
            self.note_links(host);
        }
        if let (Some(igo), Some(file), None) = (&mut self.igo, &self.file, &self.trouble) {
            self.trouble = igo.note(&self.game, file.path());
        }
    }

    /// A page of the game that nobody sits at, and its link; of one page for all that one.
    pub(super) fn free_seat(&self, now: Instant) -> Option<(Color, String)> {
        let is_free = |color: &Color| match self.players {
            Players::Two => !self.presence.is_there(*color, now),
            Players::Alone(person) => *color == person,
            Players::OnePage => true,
        };
        let color = Color::BOTH.into_iter().find(is_free)?;
        Some((color, self.links[color].clone()))
    }

    /// The record's name in the archive.
    pub(super) fn file_name(&self) -> Option<String> {
        let name = self.file.as_ref()?.path().file_name()?;
        Some(name.to_str()?.to_owned())
    }

    /// Notes which links lead to the record.
    fn note_links(&self, host: &RoomHost) {
        let (Some(book), Some(file)) = (&host.links, self.file_name()) else {
            return;
        };
        let kept = KeptLinks::new(file, &self.links);
        if book.of_file(&kept.file).as_ref() == Some(&kept) {
            return;
        }
        if let Err(error) = book.add(&kept) {
            log::debug!("the links of {} are not kept: {error}", kept.file);
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
