//! A match ready to be started: new, negotiated or resumed.

use super::match_names;
use super::match_plan::MatchPlan;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{Color, Game};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::match_files;
use sgmp_match::match_files::pause_question;
use sgmp_match::match_files::pause_question::AbsentPart;
use sgmp_match::match_files::record_thread::RecordThread;
use sgmp_match::match_files::resumed_match;
use sgmp_match::match_files::{Paths, SgfFile};
use sgmp_match::play::journal::{Entry, Journal, Opened, standing_moves};
use sgmp_match::play::{Match, PauseWord, Stores, Terms, WallClock};
use sgmp_match::port::trace::TraceBegin;
use sgmp_match::spectators::move_remarks::Remarks;
use sgmp_match::spectators::pause_words::Away;
use sgmp_match::spectators::watched_journal::WatchedJournal;
use sgmp_proto::Session;

/// A match ready to be started.
pub(crate) enum PreparedMatch {
    New {
        terms: Box<Terms>,
        paths: Paths,
    },
    /// The full protocol's handshake is done.
    Agreed {
        terms: Box<Terms>,
        paths: Paths,
        session: Box<Session>,
    },
    /// With what is charged for the time away; `None` where the game had not begun.
    Resumed(Box<resumed_match::Resumed>, Option<PauseWord>),
}

impl PreparedMatch {
    /// A new match; `name` is our player's.
    ///
    /// # Errors
    /// A record or a journal that is there already.
    pub(crate) fn new(plan: &MatchPlan<'_>, color: Color, name: &str) -> Result<Self, Failure> {
        let terms = plan.terms(color, name);
        let paths = match_names::new_paths(plan, &terms, 1)?;
        Ok(Self::New {
            terms: Box::new(terms),
            paths,
        })
    }

    /// A match by terms that the wire has settled.
    pub(crate) fn agreed(terms: Terms, paths: Paths, session: Session) -> Self {
        Self::Agreed {
            terms: Box::new(terms),
            paths,
            session: Box::new(session),
        }
    }

    /// The match of a journal; the operator is asked what is charged for the time away.
    ///
    /// # Errors
    /// Whatever keeps it from going on.
    pub(crate) fn resumed(
        plan: &MatchPlan<'_>,
        mut resumed: resumed_match::Resumed,
        interrupts: &Interrupts,
    ) -> Result<Self, Failure> {
        resumed.paths = resumed.paths.with_page(match_names::page_of(plan, 1));
        let absence = pause_question::absence(&resumed)?;
        let part = AbsentPart {
            who: Away::Side,
            said: plan.away(),
            quiet: plan.output.quiet,
            has_operator: plan.has_operator(),
        };
        let was_in_play = absence.is_some();
        let away = pause_question::ask(&part, &resumed.terms, absence, interrupts)?;
        Ok(Self::Resumed(
            Box::new(resumed),
            was_in_play.then_some(away),
        ))
    }

    pub(crate) const fn terms(&self) -> &Terms {
        match self {
            Self::New { terms, .. } | Self::Agreed { terms, .. } => terms,
            Self::Resumed(resumed, _) => &resumed.terms,
        }
    }

    /// The game as far as it was played; what is wrong with a journal is told when it is resumed.
    pub(crate) fn game(&self) -> Game {
        let terms = self.terms();
        let empty = || Game::new(terms.size, terms.komi).with_rules(terms.rules);
        let mut game = terms.opening().unwrap_or_else(|_| empty());
        if let Self::Resumed(resumed, _) = self {
            for (color, mv) in standing_moves(&resumed.recorded.entries) {
                if game.play(color, mv).is_err() {
                    break;
                }
            }
        }
        game
    }

    /// The part of the game that is still to come.
    pub(crate) fn trace_begin(&self) -> TraceBegin {
        match self {
            Self::New { .. } | Self::Agreed { .. } => TraceBegin::Handshake,
            Self::Resumed(..) => TraceBegin::After(self.game().move_count()),
        }
    }

    pub(crate) fn paths(&self) -> Paths {
        match self {
            Self::New { paths, .. } | Self::Agreed { paths, .. } => paths.clone(),
            Self::Resumed(resumed, _) => resumed.paths.clone(),
        }
    }

    /// The comments on its moves so far.
    pub(crate) fn remarks(&self) -> Remarks {
        match self {
            Self::New { .. } | Self::Agreed { .. } => Remarks::default(),
            Self::Resumed(resumed, _) => resumed.remarks.clone(),
        }
    }

    /// The state machine, with its files open.
    pub(crate) fn begin(
        self,
        plan: &MatchPlan<'_>,
        remarks: Remarks,
        wall: WallClock,
        now: sgmp_proto::Instant,
    ) -> Result<Match, Failure> {
        let policy = plan.claim_policy();
        let undo = plan.undo_policy();
        match self {
            Self::New { terms, paths } => {
                let config = plan.config(&terms)?;
                let stores = new_stores(plan, &terms, &paths, remarks, wall.at(now))?;
                Ok(Match::builder(*terms, policy, stores, wall)
                    .undo(undo)
                    .start(config, now))
            }
            Self::Agreed {
                terms,
                paths,
                session,
            } => {
                let stores = new_stores(plan, &terms, &paths, remarks, wall.at(now))?;
                Match::builder(*terms, policy, stores, wall)
                    .undo(undo)
                    .agreed(*session, now)
                    .map_err(|error| Failure::new(Blame::NoGame, error))
            }
            Self::Resumed(resumed, away) => {
                let resumed_match::Resumed {
                    journal,
                    recorded,
                    terms,
                    paths,
                    format,
                    ..
                } = *resumed;
                let config = plan.config(&terms)?;
                let journal = WatchedJournal::new(journal, &paths.journal);
                let shelf = SgfFile::new(paths.sgf, format, remarks).with_page(paths.page);
                let stores = Stores {
                    journal: Box::new(journal),
                    record: Box::new(RecordThread::start(shelf)),
                };
                let entries = recorded.entries.as_slice();
                Match::builder(terms, policy, stores, wall)
                    .undo(undo)
                    .away(away.unwrap_or_default())
                    .resume(config, entries, now)
                    .map_err(|error| Failure::new(Blame::Record, error))
            }
        }
    }

    /// A note on it for the operator.
    pub(crate) fn note(&self, plan: &MatchPlan<'_>) -> Option<String> {
        let Self::Resumed(resumed, away) = self else {
            return None;
        };
        let torn = resumed
            .recorded
            .torn
            .map(|torn| format!("{torn}\n"))
            .unwrap_or_default();
        let what = match away {
            Some(_) => {
                "by section 15(1) of the call the judge decides whether an interrupted game goes on"
            }
            None if resumed.recorded.entries.iter().any(is_move) => {
                "its game is over, and the last pass is offered again"
            }
            None => "its game has not begun yet",
        };
        Some(format!(
            "{torn}resuming {}: {what}; {}",
            resumed.paths.journal.display(),
            plan.player_note()
        ))
    }
}

const fn is_move(entry: &Entry) -> bool {
    matches!(entry, Entry::Move { .. })
}

/// The journal and the record of a new match.
fn new_stores(
    plan: &MatchPlan<'_>,
    terms: &Terms,
    paths: &Paths,
    remarks: Remarks,
    at: jiff::Timestamp,
) -> Result<Stores, Failure> {
    let opened = Opened {
        player: plan.player_words(),
        ..match_files::opened(terms, paths, plan.sgf_format(), at)
    };
    let journal = Journal::create(&paths.journal, &opened)
        .map_err(|error| Failure::new(Blame::Record, error))?;
    let shelf =
        SgfFile::new(paths.sgf.clone(), plan.sgf_format(), remarks).with_page(paths.page.clone());
    let journal = WatchedJournal::new(journal, &paths.journal);
    Ok(Stores {
        journal: Box::new(journal),
        record: Box::new(RecordThread::start(shelf)),
    })
}
