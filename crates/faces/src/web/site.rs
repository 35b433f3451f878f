//! The server's games and what it needs for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::access::{Access, RequestError};
use super::curve::CurveShelf;
use super::host_machine::Machine;
use super::igo_seat::IgoSeat;
use super::job_queue::{JobQueue, Jobs, job_queue};
use super::link_book::LinkBook;
use super::mistake_shelf::MistakeShelf;
use super::page_habits::PageHabits;
use super::room::{Players, Room, RoomHost};
use super::study_room::StudyRoom;
use crate::local_game::{EngineChair, GameArchive, KeptGame, LocalGame};
use crate::study::LearnerFiles;
use sgmp_advice::review::AdviceDesk;
use sgmp_advice::review::CurveSearch;
use sgmp_board::rules::{ByColor, Color};

/// Games that are open at once.
const MAX_ROOMS: usize = 64;
/// Studies that are open at once; the oldest is closed then.
const MAX_STUDIES: usize = 64;

/// A link's game, and the color that it plays.
#[derive(Clone)]
pub(super) struct Chair {
    pub(super) room: Arc<Room>,
    pub(super) color: Color,
}

/// Everything that the pages of games stand on; clones share it.
#[derive(Clone)]
pub struct Site {
    pub(super) access: Access,
    pub(super) host: RoomHost,
    pub(super) teachers: JobQueue<AdviceDesk>,
    /// The search that makes curves, where its net knows the board.
    pub(super) search: CurveSearch,
    pub(super) curves: Arc<CurveShelf>,
    pub(super) learner: LearnerFiles,
    pub(super) habits: PageHabits,
    pub(super) mistakes: Arc<MistakeShelf>,
    chairs: Arc<Mutex<HashMap<String, Chair>>>,
    /// Studies by their links, the oldest first.
    studies: Arc<Mutex<Vec<(String, StudyRoom)>>>,
}

/// Work of a site, to be done on two threads of their own.
pub struct SiteWork {
    /// Moves and judgments of the engine.
    pub engines: Jobs<EngineChair>,
    /// Advice on positions and moves.
    pub teachers: Jobs<AdviceDesk>,
}

impl Site {
    /// A site without games, and its work. Without an archive no game is kept; `search` looks at the positions of
    /// games that are reviewed.
    #[must_use]
    pub fn new(
        access: Access,
        archive: Option<GameArchive>,
        search: CurveSearch,
        machine: Arc<dyn Machine>,
    ) -> (Self, SiteWork) {
        let (engines, engine_jobs) = job_queue();
        let (teachers, teacher_jobs) = job_queue();
        let site = Self {
            access,
            host: RoomHost {
                machine,
                links: archive
                    .as_ref()
                    .map(|archive| LinkBook::new(archive.folder().join(LinkBook::FILE))),
                archive,
                engines,
            },
            teachers,
            search,
            curves: Arc::default(),
            learner: LearnerFiles::default(),
            habits: PageHabits::default(),
            mistakes: Arc::default(),
            chairs: Arc::default(),
            studies: Arc::default(),
        };
        let work = SiteWork {
            engines: engine_jobs,
            teachers: teacher_jobs,
        };
        (site, work)
    }

    /// The same with a learner's files.
    #[must_use]
    pub fn with_learner(mut self, learner: LearnerFiles) -> Self {
        self.learner = learner;
        self
    }

    /// The same with a person's habits.
    #[must_use]
    pub const fn with_habits(mut self, habits: PageHabits) -> Self {
        self.habits = habits;
        self
    }

    fn studies(&self) -> MutexGuard<'_, Vec<(String, StudyRoom)>> {
        self.studies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a study, and returns its link.
    pub(super) fn add_study(&self, room: StudyRoom) -> String {
        let link = self.link();
        let mut studies = self.studies();
        if studies.len() >= MAX_STUDIES {
            studies.remove(0);
        }
        studies.push((link.clone(), room));
        link
    }

    /// The study of a link.
    pub(super) fn study(&self, link: &str) -> Result<StudyRoom, RequestError> {
        let studies = self.studies();
        let found = studies.iter().find(|(known, _)| known == link);
        let room = found.map(|(_, room)| room.clone());
        room.ok_or_else(|| RequestError::not_found("this is not open here any more: begin anew"))
    }

    /// Opens a game of a series of Igo.
    pub(super) fn seat_igo(
        &self,
        game: LocalGame,
        file: Option<KeptGame>,
        igo: IgoSeat,
    ) -> Result<String, RequestError> {
        let link = self.link();
        let links = ByColor::new(link.clone(), link.clone());
        self.seat(game, file, links, false)?.lock().igo = Some(igo);
        Ok(link)
    }

    /// The open game of this record.
    pub(super) fn open_game(&self, file: &std::path::Path) -> Option<Arc<Room>> {
        let mut open = self.open_games().into_iter();
        open.find(|room| room.lock().is_kept_in(file))
    }

    fn chairs(&self) -> MutexGuard<'_, HashMap<String, Chair>> {
        self.chairs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A link that nobody can guess.
    pub(super) fn link(&self) -> String {
        format!("{:032x}", self.host.machine.random())
    }

    /// The chair of an open game's link.
    pub(super) fn open_chair(&self, link: &str) -> Option<Chair> {
        self.chairs().get(link).cloned()
    }

    /// Opens a game that one page shows, and returns the link.
    pub(super) fn seat_one(
        &self,
        game: LocalGame,
        file: Option<KeptGame>,
    ) -> Result<String, RequestError> {
        let link = self.link();
        let links = ByColor::new(link.clone(), link.clone());
        self.seat(game, file, links, false)?;
        Ok(link)
    }

    /// Opens a game of two persons, and returns their links.
    pub(super) fn seat_two(&self, game: LocalGame) -> Result<ByColor<String>, RequestError> {
        let links = ByColor::new(self.link(), self.link());
        self.seat(game, None, links.clone(), true)?;
        Ok(links)
    }

    /// Opens a game at these links: of two persons with a page each, or of one page.
    pub(super) fn seat(
        &self,
        game: LocalGame,
        file: Option<KeptGame>,
        links: ByColor<String>,
        is_of_two: bool,
    ) -> Result<Arc<Room>, RequestError> {
        self.make_room()?;
        let (players, colors) = match (is_of_two, game.terms().only_person()) {
            (true, _) => (Players::Two, Color::BOTH.to_vec()),
            (false, Some(color)) => (Players::Alone(color), vec![color]),
            (false, None) => (Players::OnePage, vec![Color::Black]),
        };
        let plays_itself = game.plays_itself();
        let room = Room::new(game, players, links.clone(), file, &self.host);
        for color in colors {
            let chair = Chair {
                room: Arc::clone(&room),
                color,
            };
            self.chairs().insert(links[color].clone(), chair);
        }
        if !plays_itself && !is_of_two {
            room.wake(&self.host);
        }
        Ok(room)
    }

    /// Closes games that no page shows, if there is no room for one more: they are kept in the archive.
    fn make_room(&self) -> Result<(), RequestError> {
        let mut chairs = self.chairs();
        if chairs.len() < MAX_ROOMS {
            return Ok(());
        }
        chairs.retain(|_, chair| !chair.room.is_empty());
        if chairs.len() < MAX_ROOMS {
            return Ok(());
        }
        Err(RequestError::conflict(
            "too many games are open: close some of their pages",
        ))
    }

    /// Closes a game: its links lead nowhere any more.
    pub(super) fn close(&self, room: &Arc<Room>) {
        self.chairs()
            .retain(|_, chair| !Arc::ptr_eq(&chair.room, room));
    }

    /// The open games.
    pub(super) fn open_games(&self) -> Vec<Arc<Room>> {
        let mut rooms: Vec<Arc<Room>> = Vec::new();
        for chair in self.chairs().values() {
            if !rooms.iter().any(|room| Arc::ptr_eq(room, &chair.room)) {
                rooms.push(Arc::clone(&chair.room));
            }
        }
        rooms
    }
}
