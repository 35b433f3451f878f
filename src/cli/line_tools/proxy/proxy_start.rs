//! The match that a proxy stands in: a new one, or that of a journal.

use std::path::Path;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use sgmp_proto::{Grid, Instant};

use super::proxy_args::ProxyArgs;
use crate::cli::values::board_args::LegacyArgs;
use crate::cli::values::choices::ColorArg;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::Format;
use sgmp_board::record::{GameResult, read_bytes, read_game};
use sgmp_board::rules::{ByColor, Game};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::line_judge::proxy_journal;
use sgmp_match::line_judge::proxy_journal::{ProxyJournal, WatchEntry, Watched};
use sgmp_match::line_judge::referee::Referee;
use sgmp_match::match_files::pause_question::{AbsentPart, ask};
use sgmp_match::match_files::resumed_match::{agreed_remarks, resumed_paths, terms_of};
use sgmp_match::match_files::{Paths, forget_false_start, free_name, opened};
use sgmp_match::play::journal::{JournalError, JournalFile};
use sgmp_match::play::{
    Absence, Accounts, Dialect, NothingCharged, Pause, PauseCharge, PauseWord, Terms,
};
use sgmp_match::port::MatchClocks;
use sgmp_match::port::wall_clock;
use sgmp_match::spectators::move_remarks::Remarks;
use sgmp_match::spectators::pause_words::Away;

/// A match that is to be watched.
pub(super) struct ProxyStart {
    pub(super) played: WatchedMatch,
    pub(super) paths: Paths,
    pub(super) format: Format,
    pub(super) remarks: Remarks,
    resumed: Option<Resumed>,
}

/// The terms of a match of two others.
#[derive(Clone, Debug)]
pub(super) struct WatchedMatch {
    pub(super) terms: Terms,
    pub(super) grid: Grid,
    legacy: LegacyArgs,
}

/// A journal opened again.
struct Resumed {
    file: JournalFile,
    watched: Watched,
    away: PauseWord,
}

/// A match that is watched.
pub(super) struct Watch {
    pub(super) referee: Referee,
    pub(super) journal: ProxyJournal,
    pub(super) clocks: MatchClocks,
    /// The pause before, and what was charged for it.
    pub(super) pause: Option<Pause>,
}

impl ProxyStart {
    /// The match of the command line; of a journal, with the judge's word on the time away.
    ///
    /// # Errors
    /// Terms that cannot be, files that are there already, a journal that cannot be gone on with, Ctrl-C.
    pub(super) fn new(args: &ProxyArgs, interrupts: &Interrupts) -> Result<Self, Failure> {
        match &args.resume {
            Some(path) => Self::resumed(args, path, interrupts),
            None => Self::begun(args),
        }
    }

    fn begun(args: &ProxyArgs) -> Result<Self, Failure> {
        let played = WatchedMatch::new(terms(args), args.legacy)?;
        let paths = match &args.sgf {
            Some(sgf) => Paths::for_sgf(sgf.clone()),
            None => free_name(&played.terms, |journal| {
                Watched::read(journal).is_ok_and(|watched| watched.end().is_some())
            })?,
        };
        check_free(args, &paths)?;
        Ok(Self {
            played,
            paths,
            format: args.sgf_format.into(),
            remarks: Remarks::default(),
            resumed: None,
        })
    }

    fn resumed(args: &ProxyArgs, path: &Path, interrupts: &Interrupts) -> Result<Self, Failure> {
        let paths = resumed_paths(path);
        let (file, watched) = Watched::open(&paths.journal).map_err(refused)?;
        if let Some((result, reason)) = watched.end() {
            let what = format!("the match is over: {reason} (result {result}); nothing to resume");
            return Err(Failure::new(Blame::Record, what));
        }
        let played = WatchedMatch::of_journal(&watched)?;
        let rebuilt = played.rebuild(&watched, false);
        let remarks = played.check_record(&rebuilt.referee, &paths)?;
        let part = AbsentPart {
            who: Away::Proxy,
            said: args.away,
            quiet: args.quiet,
            has_operator: true,
        };
        let absence = rebuilt
            .pause(wall_clock().timestamp())
            .map(|accounts| Absence {
                since: rebuilt.wall,
                accounts,
            });
        let away = ask(&part, &played.terms, absence, interrupts)?;
        Ok(Self {
            played,
            paths,
            format: match watched.terms.sgf_format.as_str() {
                "ff4" => Format::Ff4,
                _ => Format::Fjk,
            },
            remarks,
            resumed: Some(Resumed {
                file,
                watched,
                away,
            }),
        })
    }

    /// Both ports are there: the watch begins, or goes on; with `boards` it shows the board after each move.
    ///
    /// # Errors
    /// A journal that cannot be made or written.
    pub(super) fn begin(self, boards: bool) -> Result<Watch, Failure> {
        let Some(resumed) = self.resumed else {
            let clocks = MatchClocks::start();
            let at = wall_clock().timestamp();
            let first = WatchEntry::Watched {
                terms: Box::new(opened(&self.played.terms, &self.paths, self.format, at)),
                legacy_9x9: self.played.legacy.legacy_9x9,
            };
            let mut file = JournalFile::create(&self.paths.journal).map_err(refused)?;
            proxy_journal::append(&mut file, &first).map_err(refused)?;
            return Ok(Watch {
                referee: self.played.referee(boards),
                journal: ProxyJournal::start(file),
                clocks,
                pause: None,
            });
        };
        let (mut file, away) = (resumed.file, resumed.away);
        let now = wall_clock().timestamp();
        let rebuilt = self.played.rebuild(&resumed.watched, boards);
        let accounts = rebuilt.pause(now);
        let charged = accounts.as_ref().map(|accounts| accounts.charged(away));
        let charged = charged.transpose();
        let charged = charged.map_err(|why: NothingCharged| Failure::new(Blame::Usage, why))?;
        let pause = charged.map(|(pause, _)| pause);
        // The entry has the charge to the side on move; one to a side that the judge names follows it.
        let on_return = match away.to {
            None => away,
            Some(_) => PauseCharge::Nothing.into(),
        };
        let on_move = pause.filter(|_| away.to.is_none());
        let at = rebuilt.since + on_move.map_or(Duration::ZERO, |pause| pause.charged);
        let entry = WatchEntry::Resumed {
            at: now,
            at_us: at.as_micros(),
            pause_us: pause.map_or(0, |pause| micros(pause.length)),
        };
        proxy_journal::append(&mut file, &entry).map_err(refused)?;
        let mut referee = rebuilt.referee;
        referee.resume(at, accounts.map(|accounts| (accounts, on_return)));
        if away.to.is_some() && pause.is_some() {
            proxy_journal::append(&mut file, &WatchEntry::charged(away, at)).map_err(refused)?;
            let charged = referee.charge(away, at);
            charged.map_err(|why| Failure::new(Blame::Usage, why))?;
        }
        Ok(Watch {
            referee,
            journal: ProxyJournal::start(file),
            clocks: MatchClocks::start_at(at.since(Instant::ZERO)),
            pause,
        })
    }
}

/// A match as its journal rebuilds it.
struct Rebuilt {
    referee: Referee,
    /// The running clock at the last bytes, and the wall's.
    since: Instant,
    wall: Timestamp,
}

impl Rebuilt {
    /// The time since the last bytes as a pause; `None` where no clock runs.
    fn pause(&self, now: Timestamp) -> Option<Accounts> {
        let length = now.duration_since(self.wall);
        self.referee
            .pause_of(Duration::try_from(length).ok(), self.since)
    }
}

impl WatchedMatch {
    fn new(terms: Terms, legacy: LegacyArgs) -> Result<Self, Failure> {
        let grid = legacy.grid(terms.size);
        let grid = grid.map_err(|error| Failure::new(Blame::Usage, error))?;
        Ok(Self {
            terms,
            grid,
            legacy,
        })
    }

    fn of_journal(watched: &Watched) -> Result<Self, Failure> {
        let legacy = LegacyArgs {
            legacy_9x9: watched.legacy_9x9,
        };
        Self::new(terms_of(&watched.terms), legacy)
    }

    /// The game before its first move.
    pub(super) fn game(&self) -> Game {
        Game::new(self.terms.size, self.terms.komi).with_rules(self.terms.rules)
    }

    fn referee(&self, boards: bool) -> Referee {
        Referee::new(self.game(), self.grid, self.terms.main_time, boards)
    }

    /// Watches once more what a journal has.
    fn rebuild(&self, watched: &Watched, boards: bool) -> Rebuilt {
        let at = |micros| Instant::ZERO + Duration::from_micros(micros);
        let mut referee = self.referee(boards);
        let (mut since, mut base) = (Instant::ZERO, (Instant::ZERO, watched.terms.at));
        for entry in &watched.entries {
            match entry {
                WatchEntry::Passed { from, bytes, at_us } => {
                    since = at(*at_us);
                    // All of it was told then.
                    drop(referee.watch((*from).into(), since, bytes));
                }
                WatchEntry::Resumed {
                    at: wall,
                    at_us,
                    pause_us,
                } => {
                    let charged = at(*at_us).since(since);
                    // None is written where the clock had been set back.
                    let length = Duration::from_micros(*pause_us);
                    let length = Some(length).filter(|length| !length.is_zero());
                    let pause = referee.pause_of(length, since);
                    since = at(*at_us);
                    base = (since, *wall);
                    let word = PauseCharge::Time(charged).into();
                    referee.resume(since, pause.map(|accounts| (accounts, word)));
                }
                // No bytes were taken until it was back.
                WatchEntry::LineDown { .. } => referee.line_is_back(),
                WatchEntry::Charged {
                    charge_us,
                    to,
                    at_us,
                } => {
                    let time = |micros| PauseCharge::Time(Duration::from_micros(micros));
                    let charge = charge_us.map_or(PauseCharge::All, time);
                    // Whether a clock ran was seen then.
                    let word = PauseWord { charge, to: *to };
                    let _charged = referee.charge(word, at(*at_us));
                }
                WatchEntry::Watched { .. } | WatchEntry::Ended { .. } => {}
            }
        }
        let later = SignedDuration::try_from(since.since(base.0)).unwrap_or_default();
        Rebuilt {
            referee,
            since,
            wall: base.1.checked_add(later).unwrap_or(base.1),
        }
    }

    /// The record has to be that of the journal, and no result in it: somebody has decided the game then.
    fn check_record(&self, referee: &Referee, paths: &Paths) -> Result<Remarks, Failure> {
        let journal = referee.record(&self.terms, None);
        let sgf = &paths.sgf;
        if referee.game().move_count() == 0 && !sgf.exists() {
            return Ok(Remarks::default());
        }
        let remarks = agreed_remarks([&journal], paths)?;
        let kept = sgf.exists().then(|| read_bytes(sgf).ok()).flatten();
        match kept.and_then(|bytes| Some(read_game(&bytes, 1).ok()?.record)) {
            Some(kept) if kept.info.result != GameResult::Unknown => Err(Failure::new(
                Blame::Record,
                format!(
                    "{} says {}: the game was decided by hand; nothing to resume",
                    sgf.display(),
                    kept.info.result
                ),
            )),
            _ => Ok(remarks),
        }
    }
}

/// Takes away what a watch has left whose game never began, and refuses what is there else.
fn check_free(args: &ProxyArgs, paths: &Paths) -> Result<(), Failure> {
    let journal = &paths.journal;
    let mut advice = "choose another name with --sgf".to_owned();
    match Watched::open(journal) {
        Ok((_lock, watched)) => {
            let rebuilt = WatchedMatch::of_journal(&watched)?.rebuild(&watched, false);
            if !rebuilt.referee.has_begun() {
                forget_false_start(paths);
            } else if watched.end().is_none() {
                advice = format!("go on with its match: {}", args.resume_command(journal));
            }
        }
        Err(JournalError::NeverBegun { .. }) => forget_false_start(paths),
        Err(running @ JournalError::Locked { .. }) => return Err(refused(running)),
        Err(_) => {}
    }
    match [journal, &paths.sgf].into_iter().find(|path| path.exists()) {
        Some(path) => Err(Failure::new(
            Blame::Record,
            format!(
                "{} exists already and is not overwritten; {advice}",
                path.display()
            ),
        )),
        None => Ok(()),
    }
}

fn refused(error: JournalError) -> Failure {
    Failure::new(Blame::Record, error)
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn terms(args: &ProxyArgs) -> Terms {
    Terms {
        // Nobody's side is ours.
        color: ColorArg::Black.into(),
        size: args.size,
        komi: args.komi,
        rules: args.rules,
        main_time: args.time,
        used: Duration::ZERO,
        names: ByColor::new(args.black.clone(), args.white.clone()),
        event: args.event.clone(),
        place: args.place.clone(),
        round: args.round.clone(),
        date: wall_clock().date().to_string(),
        handicap: sgmp_proto::Handicap::EVEN,
        dialect: Dialect::Fjk,
    }
}
