//! The folder of an event: its journal, its lock, its records and pages.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::hall::entered_players::check_players;
use crate::hall::text_files::read_text;
use crate::tournament::event::{EVENT_FORMAT, EventEntry, EventPlan, EventState};
use sgmp_board::failure::{Blame, Failure};
use sgmp_match::play::journal::{Contents, JournalError, JournalFile, LockedFile};
use sgmp_match::port::{now_rfc3339, pause};

/// Time between two tries to lock the journal, which others hold for a moment at a time.
const LOCK_INTERVAL: Duration = Duration::from_millis(20);

/// Tries.
const MAX_LOCK_TRIES: u32 = 500;

/// The files of an event, beside its own.
#[derive(Clone, Debug)]
pub struct EventFolder {
    /// The event's file.
    pub(super) plan: PathBuf,
    /// The folder.
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

    /// The journal.
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
            .join(format!("round{round}-board{board}.sgf"))
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
        let journal = self.journal();
        if !journal.exists() {
            return match self.has_published() {
                true => Err(damaged(
                    &journal,
                    "is missing, and the event has been published",
                )),
                false => Ok(None),
            };
        }
        let contents = match JournalFile::read(&journal) {
            Err(JournalError::NeverBegun { .. }) => return Err(damaged(&journal, "is empty")),
            contents => contents.map_err(record)?,
        };
        self.replay(&contents)
    }

    /// Returns whether something of the event has been written that its journal tells of.
    fn has_published(&self) -> bool {
        ["standings.csv", "standings.json", "report.txt"]
            .iter()
            .any(|name| self.folder.join(name).exists())
    }

    /// The event, which has to have begun.
    pub fn begun(&self) -> Result<EventState, Failure> {
        self.read()?.ok_or_else(|| {
            let plan = self.plan.display();
            let what = format!("{plan} has not begun: sgmp-go tournament pair {plan}, or run");
            Failure::new(Blame::Usage, what)
        })
    }

    /// Begins the event if it has not begun, and takes changes of its file. Returns its state.
    pub fn open(&self) -> Result<EventState, Failure> {
        let (text, plan) = self.read_plan()?;
        for folder in [&self.folder, &self.records()] {
            std::fs::create_dir_all(folder).map_err(|error| {
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
            let mut file = match JournalFile::create(&self.journal()) {
                // Somebody else began it at the same moment.
                Err(JournalError::AlreadyExists { .. }) => return self.begun(),
                file => file.map_err(record)?,
            };
            file.append(&bytes(&opened)?).map_err(record)?;
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
        let (mut file, contents) = self.lock()?;
        let state = self.replay(&contents)?;
        let mut state = state.ok_or_else(|| Failure::new(Blame::Record, "the journal is empty"))?;
        let entry = make(&state)?;
        state
            .apply(&entry)
            .map_err(|fault| Failure::new(Blame::Usage, fault))?;
        file.append(&bytes(&entry)?).map_err(record)?;
        Ok(state)
    }

    fn lock(&self) -> Result<(JournalFile, Contents), Failure> {
        for _ in 0..MAX_LOCK_TRIES {
            match JournalFile::open(&self.journal()) {
                Err(JournalError::Locked { .. }) => pause(LOCK_INTERVAL),
                opened => return opened.map_err(record),
            }
        }
        JournalFile::open(&self.journal()).map_err(record)
    }

    fn replay(&self, contents: &Contents) -> Result<Option<EventState>, Failure> {
        let records = contents.records.iter().map(|record| &record.payload[..]);
        EventState::replay(records).map_err(|(number, fault)| {
            let journal = self.journal();
            let what = format!("{}: record {number}: {fault}", journal.display());
            Failure::new(Blame::Record, what)
        })
    }

    /// The lock of whoever plays the event's games: one process at a time.
    pub fn lock_games(&self) -> Result<LockedFile, Failure> {
        let what = format!("another process plays {}: wait for it", self.plan.display());
        self.lock_file("run.lock", what)
    }

    /// The lock of a board at which people enter moves.
    pub fn lock_board(&self, round: u32, board: u32) -> Result<LockedFile, Failure> {
        let what = format!("round {round}, board {board} is being entered at another terminal");
        self.lock_file(&format!("round{round}-board{board}.lock"), what)
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
