//! A match taken up again from its journal, which alone rebuilds it.

use std::time::Duration;

use proto::{Instant, Session, Snapshot, Stage};

use super::super::clocks::Clocks;
use super::super::journal::{self, Entry};
use super::super::terms::Terms;
use super::super::wire::{self, LinkStateError};
use super::{Event, Ledger, Match, Parts, Patience, Shelf, WallClock, fresh_clocks};
use crate::rules::{ByColor, Color, Game, IllegalMove, Move};

/// Why a journal cannot be taken up again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The match is over.
    #[error("the match is over: {reason} (result {result}); nothing to resume")]
    Over {
        /// As recorded.
        result: String,
        /// As recorded.
        reason: String,
    },
    /// The journal holds a move that the rules forbid.
    #[error("move {number} ({color} {mv}) of the journal is illegal: {why}")]
    Illegal {
        /// Its number, from 1.
        number: u16,
        /// Whose.
        color: Color,
        /// What.
        mv: Move,
        /// Why not.
        why: IllegalMove,
    },
    /// The journal holds a state of the line that cannot be.
    #[error("the journal's last state of the line cannot be: {0}")]
    Link(#[from] LinkStateError),
}

/// What a journal's entries say, put together.
struct Restored {
    game: Game,
    clocks: Clocks,
    times: Vec<Duration>,
    snapshot: Snapshot,
    last: jiff::Timestamp,
}

impl Match {
    /// Takes up a match. The time since the journal's last entry is charged to the side on move.
    ///
    /// # Errors
    /// [`ResumeError`].
    pub fn resume(
        terms: Terms,
        config: proto::Config,
        patience: Patience,
        stores: (Box<dyn Ledger>, Box<dyn Shelf>),
        wall: WallClock,
        (entries, now): (&[Entry], Instant),
    ) -> Result<Self, ResumeError> {
        let Restored {
            game,
            mut clocks,
            times,
            snapshot,
            last,
        } = restore(&terms, entries)?;
        let begun = matches!(snapshot.stage, Stage::Playing(_) | Stage::Over { .. });
        let in_play = matches!(snapshot.stage, Stage::Playing(_));
        let away = wall.at(now).duration_since(last);
        let away = Duration::try_from(away).unwrap_or(Duration::ZERO);
        let to = game.to_move();
        let charged = if in_play { away } else { Duration::ZERO };
        clocks.charge(to, charged);
        // The opponent's clock runs from its OK to our move: not while that waits.
        if in_play && snapshot.bit.pending().is_none() {
            clocks.start(to, now);
        }
        let session = Session::resume(config, snapshot, now);
        let parts = Parts {
            session,
            game,
            clocks,
            times,
            written: snapshot,
            has_begun: begun,
        };
        let mut resumed = Self::assemble(terms, patience, stores, wall, now, parts);
        resumed.unwritten.push_back(Entry::Resumed {
            at: wall.at(now),
            charged_ms: u64::try_from(charged.as_millis()).unwrap_or(u64::MAX),
            to,
        });
        resumed.take_up(now);
        Ok(resumed)
    }

    fn take_up(&mut self, now: Instant) {
        self.commit(now);
        if self.session.is_our_turn() {
            self.events.push_back(Event::OurTurn);
        }
        if matches!(self.session.stage(), Stage::Over { .. }) && self.session.waiting().is_none() {
            self.end(super::super::ending::End::TwoPasses, now);
        }
    }
}

fn restore(terms: &Terms, entries: &[Entry]) -> Result<Restored, ResumeError> {
    let mut game = Game::new(terms.size, terms.komi);
    let mut used = journal::Clocks {
        black_ms_used: 0,
        white_ms_used: 0,
    };
    used = used_from(&fresh_clocks(terms)).unwrap_or(used);
    let mut times = Vec::new();
    let mut link = None;
    let mut last = jiff::Timestamp::MAX;
    for entry in entries {
        last = entry.at();
        match entry {
            Entry::Link { state, .. } => link = Some(state),
            Entry::Move {
                number,
                color,
                mv,
                link: state,
                clocks,
                ..
            } => {
                game.play(*color, *mv).map_err(|why| ResumeError::Illegal {
                    number: *number,
                    color: *color,
                    mv: *mv,
                    why,
                })?;
                link = Some(state);
                used = *clocks;
                times.push(millis(used, *color));
            }
            Entry::Resumed { charged_ms, to, .. } => charge(&mut used, *to, *charged_ms),
            Entry::Ended { result, reason, .. } => {
                let (result, reason) = (result.clone(), reason.clone());
                return Err(ResumeError::Over { result, reason });
            }
            Entry::Opened(_) | Entry::LinkDown { .. } | Entry::LinkUp { .. } => {}
        }
    }
    let snapshot = match link {
        Some(state) => wire::snapshot(state, &game)?,
        None => Session::new(proto::Config::tournament(terms.color), Instant::ZERO).snapshot(),
    };
    let used = ByColor::new(millis(used, Color::Black), millis(used, Color::White));
    let clocks = Clocks::new(terms.main_time, used);
    Ok(Restored {
        game,
        clocks,
        times,
        snapshot,
        last,
    })
}

fn used_from(clocks: &Clocks) -> Option<journal::Clocks> {
    let ms = |color| u64::try_from(clocks.used(color, Instant::ZERO).as_millis()).ok();
    Some(journal::Clocks {
        black_ms_used: ms(Color::Black)?,
        white_ms_used: ms(Color::White)?,
    })
}

const fn charge(used: &mut journal::Clocks, to: Color, ms: u64) {
    let side = match to {
        Color::Black => &mut used.black_ms_used,
        Color::White => &mut used.white_ms_used,
    };
    *side = side.saturating_add(ms);
}

const fn millis(used: journal::Clocks, color: Color) -> Duration {
    Duration::from_millis(match color {
        Color::Black => used.black_ms_used,
        Color::White => used.white_ms_used,
    })
}
