//! The folder of an event: its journal, its lock, its records and pages.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::hall::entered_players::check_players;
use crate::hall::text_files::read_text;
use crate::tournament::event::{EVENT_FORMAT, EventEntry, EventPlan, EventState, GameState};
use crate::tournament::published::JournalMark;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::make_folder;
use sgmp_match::play::journal::{Contents, JournalError, JournalFile, LockedFile};
use sgmp_match::port::{now_rfc3339, pause};

/// The lock of whoever plays the games, in the event's folder.
const RUN_LOCK: &str = "run.lock";

/// Time between two tries to lock the journal, which others hold for a moment at a time.
const LOCK_INTERVAL: Duration = Duration::from_millis(20);

/// Tries before a lock counts as held for good: ten seconds in all.
const MAX_LOCK_TRIES: u32 = 500;

/// The files of an event, beside its own.
#[derive(Clone, Debug)]
pub struct EventFolder {
    pub(super) plan: PathBuf,
    /// The folder of the journal, the records and the pages.
    pub folder: PathBuf,
}

impl EventFolder {
    /// The folder of an event's file: its name without the extension.
    pub fn new(plan: &Path) -> Self {
        let folder = match plan.extension() {
            Some(_) => plan.with_extension(""),
            None => plan.with_extension("event"),
        };
        Self {
            plan: plan.to_owned(),
            folder,
        }
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.folder.join("event.journal")
    }

    /// The folder of records.
    pub fn records(&self) -> PathBuf {
        self.folder.join("records")
    }

    /// The record of a game.
    pub fn record(&self, round: u32, board: u32) -> PathBuf {
        self.records()
            .join(format!("{}.sgf", Self::game_stem(round, board)))
    }

    /// The beginning of the names of a game's files.
    pub(super) fn game_stem(round: u32, board: u32) -> String {
        format!("round{round}-board{board}")
    }

    /// The record of a game on a line while it is played, for the n-th time.
    pub(super) fn playing(&self, round: u32, board: u32, begun: u32) -> PathBuf {
        let name = format!("round{round}-board{board}-{begun}.sgf");
        self.folder.join("playing").join(name)
    }

    /// The text of the event's file, which has to make sense, and so have its players.
    pub fn read_plan(&self) -> Result<(String, EventPlan), Failure> {
        if !self.plan.exists() {
            let plan = self.plan.display();
            let what = format!("there is no {plan}: begin with sgmp-go tournament new > {plan}");
            return Err(Failure::new(Blame::Record, what));
        }
        let text = read_text(&self.plan)?;
        let plan = EventPlan::parse(&text).map_err(|error| {
            Failure::new(Blame::Usage, format!("{}: {error}", self.plan.display()))
        })?;
        check_players(&plan)
            .map_err(|why| Failure::new(Blame::Usage, format!("{}: {why}", self.plan.display())))?;
        Ok((text, plan))
    }

    /// The event as its journal tells it; `None` before it has begun.
    pub(super) fn read(&self) -> Result<Option<EventState>, Failure> {
        // First what is published, then the journal: others may append and publish meanwhile.
        let published = self.published();
        self.judged(published.as_ref(), JournalFile::read(&self.journal()))
    }

    /// The journal that the published tables were made from, as they say; `None` where nothing is published.
    fn published(&self) -> Option<JournalMark> {
        let standings = std::fs::read(self.folder.join("standings.json"));
        let mark = standings.map(|bytes| JournalMark::in_standings(&bytes));
        mark.ok().or_else(|| {
            ["standings.csv", "report.txt"]
                .iter()
                .any(|name| self.folder.join(name).exists())
                .then(JournalMark::default)
        })
    }

    /// The event of a journal, which has at least what was published from it. Whatever is wrong with the journal is said
    /// here, for all commands.
    fn judged(
        &self,
        published: Option<&JournalMark>,
        contents: Result<Contents, JournalError>,
    ) -> Result<Option<EventState>, Failure> {
        let journal = self.journal();
        let contents = match contents {
            Ok(contents) => contents,
            Err(JournalError::Missing { .. }) if published.is_none() => return Ok(None),
            Err(JournalError::Missing { .. }) => {
                return Err(damaged(
                    &journal,
                    "is missing, and the event has been published",
                ));
            }
            // A crash came before its first entry: nothing was played.
            Err(JournalError::NeverBegun { .. }) if published.is_none() && self.has_no_game() => {
                return Ok(None);
            }
            Err(JournalError::NeverBegun { .. }) => return Err(damaged(&journal, "is empty")),
            Err(JournalError::NotAFile { .. }) => {
                return Err(damaged(&journal, "is no regular file"));
            }
            Err(JournalError::Locked { .. }) => {
                let what = format!(
                    "another process writes into {}: try again",
                    journal.display()
                );
                return Err(Failure::new(Blame::Record, what));
            }
            Err(other) => return Err(record(other)),
        };
        let (left, before) = (
            contents.records.len(),
            published.map_or(0, |mark| mark.entries),
        );
        if left < before {
            let how = format!(
                "is shorter than what was published from it: {left} of {before} entries are left"
            );
            return Err(damaged(&journal, &how));
        }
        if left == 0 && published.is_some() {
            return Err(damaged(
                &journal,
                "holds no entry, and the event has been published",
            ));
        }
        let records = contents.records.iter().map(|record| &record.payload[..]);
        let state = EventState::replay(records).map_err(|(number, fault)| {
            let what = format!("{}: record {number}: {fault}", journal.display());
            Failure::new(Blame::Record, what)
        })?;
        let begun = published.and_then(|mark| mark.begun.as_ref());
        if let (Some(state), Some(begun)) = (&state, begun)
            && state.begun != *begun
        {
            let how = format!(
                "is of an event that began at {}; what is published began at {begun}",
                state.begun
            );
            return Err(damaged(&journal, &how));
        }
        Ok(state)
    }

    /// The event, which has to have begun.
    pub fn begun(&self) -> Result<EventState, Failure> {
        self.read()?.ok_or_else(|| self.not_begun())
    }

    fn not_begun(&self) -> Failure {
        let plan = self.plan.display();
        let what = format!("{plan} has not begun: sgmp-go tournament pair {plan}, or run");
        Failure::new(Blame::Usage, what)
    }

    /// Begins the event if it has not begun, and takes changes of its file. Returns its state.
    pub fn open(&self) -> Result<EventState, Failure> {
        let (text, plan) = self.read_plan()?;
        for folder in [&self.folder, &self.records()] {
            make_folder(folder).map_err(|error| {
                Failure::new(
                    Blame::Record,
                    format!("cannot make {}: {error}", folder.display()),
                )
            })?;
        }
        let Some(state) = self.read()? else {
            let seed = plan.seed.unwrap_or_else(drawn_seed);
            let opened = EventEntry::EventOpened {
                format: EVENT_FORMAT,
                program: concat!("sgmp-go ", env!("CARGO_PKG_VERSION")).to_owned(),
                plan: text,
                seed,
                at: now_rfc3339(),
            };
            let (mut file, begun) = match JournalFile::create(&self.journal()) {
                Ok(file) => (file, None),
                // Somebody else began it at the same moment, or was killed before the first entry.
                Err(JournalError::AlreadyExists { .. }) => {
                    match JournalFile::begin_again(&self.journal()) {
                        Ok(file) => (file, None),
                        Err(_) => self.lock()?,
                    }
                }
                Err(error) => return Err(record(error)),
            };
            if begun.is_none() {
                file.append(&bytes(&opened)?).map_err(record)?;
            }
            drop(file);
            return self.begun();
        };
        if state.plan_text == text {
            return Ok(state);
        }
        self.append(|_| {
            Ok(EventEntry::PlanChanged {
                plan: text.clone(),
                at: now_rfc3339(),
            })
        })
    }

    /// Appends what `make` makes of the event as it stands, and returns what it is then. The journal is locked
    /// meanwhile, and only meanwhile: the director may rule while games are played.
    pub fn append(
        &self,
        make: impl FnOnce(&EventState) -> Result<EventEntry, Failure>,
    ) -> Result<EventState, Failure> {
        let (mut file, state) = self.lock()?;
        let mut state = state.ok_or_else(|| self.not_begun())?;
        let entry = make(&state)?;
        state
            .apply(&entry)
            .map_err(|fault| Failure::new(Blame::Usage, fault))?;
        file.append(&bytes(&entry)?).map_err(record)?;
        Ok(state)
    }

    /// Returns whether there is no record of a game.
    fn has_no_game(&self) -> bool {
        let records = std::fs::read_dir(self.records());
        records.is_ok_and(|mut records| records.next().is_none()) || !self.records().exists()
    }

    /// The journal, opened to append, and the event that it tells.
    fn lock(&self) -> Result<(JournalFile, Option<EventState>), Failure> {
        let published = self.published();
        let journal = self.journal();
        // Opening it to write cuts off a torn end, but not that of a journal which is damaged.
        if let Ok(contents) = JournalFile::read(&journal) {
            self.judged(published.as_ref(), Ok(contents))?;
        }
        for _ in 0..MAX_LOCK_TRIES {
            match JournalFile::open(&journal) {
                Err(JournalError::Locked { .. }) => pause(LOCK_INTERVAL),
                opened => return self.taken(published.as_ref(), opened),
            }
        }
        self.taken(published.as_ref(), JournalFile::open(&journal))
    }

    fn taken(
        &self,
        published: Option<&JournalMark>,
        opened: Result<(JournalFile, Contents), JournalError>,
    ) -> Result<(JournalFile, Option<EventState>), Failure> {
        match opened {
            Ok((file, contents)) => Ok((file, self.judged(published, Ok(contents))?)),
            Err(error) => {
                self.judged(published, Err(error))?;
                Err(self.not_begun())
            }
        }
    }

    /// The lock of whoever plays the event's games: one process at a time.
    pub fn lock_games(&self) -> Result<LockedFile, Failure> {
        let what = format!("another process plays {}: wait for it", self.plan.display());
        self.lock_file(RUN_LOCK, what)
    }

    /// The lock of a board at which people enter moves.
    pub fn lock_board(&self, round: u32, board: u32) -> Result<LockedFile, Failure> {
        let what = format!("round {round}, board {board} is being entered at another terminal");
        self.lock_file(&Self::board_lock(round, board), what)
    }

    fn board_lock(round: u32, board: u32) -> String {
        format!("{}.lock", Self::game_stem(round, board))
    }

    /// Returns whether a game that has begun is at play: in a run, or at a terminal. Nothing is waited for, and no file is
    /// made.
    pub(super) fn is_at_play(&self, round: u32, board: u32) -> bool {
        let board = Self::board_lock(round, board);
        [RUN_LOCK, &board].into_iter().any(|name| {
            let opened = File::open(self.folder.join(name));
            opened.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
        })
    }

    /// Returns whether the event's file says something else than when the event last took it.
    pub(super) fn has_changed_plan(&self, state: &EventState) -> bool {
        read_text(&self.plan).is_ok_and(|text| text != state.plan_text)
    }

    /// A board, with its round, at which people are entering a game.
    pub fn entered_game(&self, state: &EventState) -> Option<(u32, u32)> {
        let mut begun = state
            .games()
            .filter(|(_, _, game)| matches!(game.state, GameState::Begun(_)));
        let game = begun.find(|(round, board, _)| self.lock_board(*round, *board).is_err());
        game.map(|(round, board, _)| (round, board))
    }

    fn lock_file(&self, name: &str, held: String) -> Result<LockedFile, Failure> {
        let path = self.folder.join(name);
        let open = || -> std::io::Result<File> {
            OpenOptions::new()
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
        };
        let file = open().map_err(|error| {
            Failure::new(
                Blame::Record,
                format!("cannot open {}: {error}", path.display()),
            )
        })?;
        LockedFile::new(file).map_err(|_| Failure::new(Blame::Usage, held))
    }
}

fn record(error: JournalError) -> Failure {
    Failure::new(Blame::Record, error)
}

fn bytes(entry: &EventEntry) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(entry).map_err(|error| Failure::new(Blame::Record, error))
}

/// A seed that nobody chose: the moment.
fn drawn_seed() -> u64 {
    let now = sgmp_match::port::wall_clock();
    let nanoseconds = now.timestamp().as_nanosecond();
    (nanoseconds as u64) % 1_000_000_007
}

/// A journal that was there once: nothing is begun anew over it.
fn damaged(journal: &Path, how: &str) -> Failure {
    let what = format!(
        "{} {how}: put back a copy of it. Its results stand in the records and pages beside it, and nothing of them is \
         overwritten; to begin the event anew, move its folder away",
        journal.display()
    );
    Failure::new(Blame::Record, what)
}
