//! A match taken up again from its journal, which alone rebuilds it.

use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Instant, Phase, Query, Session, Snapshot};

use super::super::game_record;
use super::super::journal::{Entry, LinkState};
use super::super::latest_exchange::{Exchange, LatestExchange};
use super::super::match_clocks::MatchClocks;
use super::super::pause::{Accounts, NothingCharged};
use super::super::terms::{Dialect, NoSuchHandicap, Terms};
use super::super::wire_conversion::{self, LinkStateError};
use super::builder::fresh_used;
use super::{Event, Match};
use sgmp_board::record::GameRecord;
use sgmp_board::rules::{ByColor, Color, Game, IllegalMove, Move};

/// A reason why a journal cannot be taken up again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The match is over.
    #[error("the match is over: {reason} (result {result}); nothing to resume")]
    Over {
        /// The result as the journal has it: "B+R".
        result: String,
        /// The reason in words, as the journal has it.
        reason: String,
    },
    /// The journal holds a move that the rules forbid.
    #[error("move {number} ({color} {mv}) of the journal is illegal: {why}")]
    Illegal {
        /// Its number, from 1.
        number: u16,
        /// The side that played it.
        color: Color,
        /// The move as the journal has it.
        mv: Move,
        /// The rule of Go that it breaks.
        why: IllegalMove,
    },
    /// The journal's handicap is impossible.
    #[error(transparent)]
    Handicap(#[from] NoSuchHandicap),
    /// The judge's word on the pause is none.
    #[error(transparent)]
    Charge(#[from] NothingCharged),
    /// The full protocol had not settled the game when the program ended.
    #[error("the journal ends before the handshake of the full protocol: start the match anew")]
    NoHandshake,
    /// The journal holds a state of the line that cannot be.
    #[error("the journal's last state of the line cannot be: {0}")]
    Link(#[from] LinkStateError),
}

/// The time that a journal's match was away, before it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absence {
    /// The time of the journal's last entry.
    pub since: Timestamp,
    /// The accounts of that time.
    pub accounts: Accounts,
}

impl Absence {
    /// The absence of a match, by the entries of its journal; `None` for one whose game has not begun or is over:
    /// no clock runs.
    ///
    /// # Errors
    /// [`ResumeError`].
    pub fn from_journal(
        terms: &Terms,
        entries: &[Entry],
        wall_now: Timestamp,
    ) -> Result<Option<Self>, ResumeError> {
        let restored = Restored::read(terms, entries)?;
        let since = restored.exchange.at();
        let accounts = restored.accounts_until(wall_now);
        Ok(accounts.map(|accounts| Self { since, accounts }))
    }
}

/// The record of a match that is over, by the entries of its journal: every move, the result and the reason, but not the
/// owners of the points. `None` for one that is not over.
///
/// # Errors
/// [`ResumeError`]: a journal that cannot be.
pub fn finished_record(
    terms: &Terms,
    entries: &[Entry],
) -> Result<Option<GameRecord>, ResumeError> {
    let mut reading = Reading::new(terms)?;
    for entry in entries {
        reading.take(entry)?;
    }
    let Some(ResumeError::Over { result, reason }) = reading.over else {
        return Ok(None);
    };
    let mut record = game_record::record(terms, &reading.game, &reading.times, None);
    record.info.result = result.parse().unwrap_or_default();
    record.info.comment = Some(reason);
    game_record::remark_on_pauses(&mut record, reading.is_over_by_pause);
    Ok(Some(record))
}

/// A match rebuilt from the entries of its journal.
pub(super) struct Restored {
    pub(super) game: Game,
    pub(super) clocks: MatchClocks,
    pub(super) times: Vec<Duration>,
    pub(super) snapshot: Snapshot,
    pub(super) is_over_by_pause: ByColor<bool>,
    ours: Color,
    /// True if the opponent's clock was seen to be empty since its last move.
    was_seen_over: bool,
    running: Option<Color>,
    /// The beginning of a pause: the last entry before which the other side had heard all from us, as far as is known here.
    /// A move of ours is not heard before its OK.
    exchange: LatestExchange<Timestamp>,
}

impl Restored {
    /// Reads the entries in order.
    pub(super) fn read(terms: &Terms, entries: &[Entry]) -> Result<Self, ResumeError> {
        let mut reading = Reading::new(terms)?;
        for entry in entries {
            reading.take(entry)?;
        }
        if let Some(over) = reading.over {
            return Err(over);
        }
        let snapshot = match &reading.link {
            Some(state) => wire_conversion::snapshot(state, &reading.game)?,
            None if terms.dialect == Dialect::Gmp => return Err(ResumeError::NoHandshake),
            None => {
                Session::new(sgmp_proto::Config::tournament(terms.color), Instant::ZERO).snapshot()
            }
        };
        let running = reading.running();
        Ok(Self {
            game: reading.game,
            clocks: MatchClocks::new(terms.main_time, reading.used),
            times: reading.times,
            snapshot,
            is_over_by_pause: reading.is_over_by_pause,
            ours: terms.color,
            was_seen_over: reading.was_seen_over,
            running,
            exchange: reading.exchange,
        })
    }

    /// The side on move at the latest exchange: while a move of ours waits for its OK, we, since the other side may not
    /// have it.
    pub(super) const fn on_move(&self) -> Color {
        self.exchange.on_move()
    }

    /// The time since the latest exchange; `None` if the game is not in play.
    pub(super) fn accounts_until(&self, wall_now: Timestamp) -> Option<Accounts> {
        let was_over = self.was_seen_over && self.on_move() != self.ours;
        let length = |at| passed(at, wall_now);
        matches!(self.snapshot.phase, Phase::Playing(_)).then(|| Accounts {
            is_length_known: wall_now >= self.exchange.at(),
            ..self.exchange.accounts(length, was_over)
        })
    }

    /// The side whose clock runs on from the last entry of the journal.
    pub(super) const fn running(&self) -> Option<Color> {
        self.running
    }

    /// Starts the clock of the side on move. The opponent's runs from its OK to our move: not while
    /// that waits.
    pub(super) fn start_clock(&mut self, now: Instant) {
        let in_play = matches!(self.snapshot.phase, Phase::Playing(_));
        if in_play && self.snapshot.bit.pending().is_none() {
            self.clocks.start(self.game.to_move(), now);
        }
    }
}

impl Match {
    /// The last steps of a resumption.
    pub(super) fn take_up(&mut self, now: Instant) {
        // The last move may have ended the game just before the crash.
        self.after_a_move(now);
        if self.terms.dialect == Dialect::Gmp {
            // The other side may have gone on, or back, without us.
            self.queued_query = Some(Query::STONES);
            self.ask_at_our_turn(now);
        }
        self.commit(now);
        if self.is_our_turn() {
            self.events.push_back(Event::OurTurn);
        }
    }
}

/// A journal as far as it has been read.
struct Reading<'a> {
    terms: &'a Terms,
    game: Game,
    used: ByColor<Duration>,
    times: Vec<Duration>,
    link: Option<LinkState>,
    line_is_down: bool,
    was_seen_over: bool,
    is_over_by_pause: ByColor<bool>,
    over: Option<ResumeError>,
    last: Timestamp,
    exchange: LatestExchange<Timestamp>,
}

impl<'a> Reading<'a> {
    fn new(terms: &'a Terms) -> Result<Self, NoSuchHandicap> {
        let (game, used) = (terms.opening()?, fresh_used(terms));
        // Before the first entry nothing has passed: from a later time to an earlier one counts as none.
        let first = Exchange {
            at: Timestamp::MAX,
            used,
            to: game.to_move(),
        };
        Ok(Self {
            terms,
            game,
            used,
            times: Vec::new(),
            link: None,
            line_is_down: false,
            was_seen_over: false,
            is_over_by_pause: ByColor::default(),
            over: None,
            last: first.at,
            exchange: LatestExchange::new(first),
        })
    }

    fn take(&mut self, entry: &Entry) -> Result<(), ResumeError> {
        let running = self.running();
        let passed = passed(self.last, entry.at());
        self.last = entry.at();
        match entry {
            Entry::Move { clocks, .. } | Entry::TakenBack { clocks, .. } => {
                self.used = ByColor::new(
                    Duration::from_millis(clocks.black_ms_used),
                    Duration::from_millis(clocks.white_ms_used),
                );
                // The judge may have given time back.
                for color in Color::BOTH {
                    self.is_over_by_pause[color] &= self.is_over(color);
                }
            }
            Entry::Resumed {
                charged_ms,
                given_back_ms,
                to,
                ..
            } => {
                let was_over = self.is_over(*to);
                self.charge(*to, Duration::from_millis(*charged_ms));
                let given_back = Duration::from_millis(*given_back_ms);
                self.used[*to] = self.used[*to].saturating_sub(given_back);
                self.is_over_by_pause[*to] |= !was_over;
                self.is_over_by_pause[*to] &= self.is_over(*to);
                if let Some(other) = running.filter(|color| color != to) {
                    self.charge(other, passed);
                }
            }
            _ => {
                if let Some(color) = running {
                    self.charge(color, passed);
                }
            }
        }
        match entry {
            Entry::Link { state, .. } => self.take_link(state),
            Entry::Move { .. } => {
                self.was_seen_over = false;
                self.take_move(entry)?;
            }
            Entry::TakenBack { moves, link, .. } => {
                let left = self.game.move_count().saturating_sub(usize::from(*moves));
                self.game = self.game.after(left).unwrap_or_else(|| self.game.clone());
                self.times.truncate(left);
                self.link = Some(link.clone());
            }
            Entry::LinkDown { .. } => self.line_is_down = true,
            Entry::OverTime { .. } => self.note_seen_over(),
            Entry::LinkUp { .. } | Entry::Resumed { .. } => self.line_is_down = false,
            Entry::Ended { result, reason, .. } => {
                let (result, reason) = (result.clone(), reason.clone());
                self.over = Some(ResumeError::Over { result, reason });
            }
            Entry::Opened(_) => {}
        }
        let is_pending = self
            .link
            .as_ref()
            .is_some_and(|link| link.pending.is_some());
        match entry {
            Entry::Move { .. } if is_pending => self.exchange.note_sent(self.last, self.used),
            _ if is_pending => {}
            _ => self.exchange.renew(Exchange {
                at: self.last,
                used: self.used,
                to: self.game.to_move(),
            }),
        }
        Ok(())
    }

    fn take_link(&mut self, state: &LinkState) {
        if state.phase != wire_conversion::PLAYING && self.game.move_count() == 0 {
            // The handshake, perhaps a second one: the game is yet to begin.
            self.used = fresh_used(self.terms);
        }
        self.link = Some(state.clone());
    }

    fn take_move(&mut self, entry: &Entry) -> Result<(), ResumeError> {
        let Entry::Move {
            number,
            color,
            mv,
            link,
            ..
        } = entry
        else {
            return Ok(());
        };
        let (number, color, mv) = (*number, *color, *mv);
        let illegal = |why| ResumeError::Illegal {
            number,
            color,
            mv,
            why,
        };
        self.game.play(color, mv).map_err(illegal)?;
        self.times.push(self.used[color]);
        self.link = Some(link.clone());
        Ok(())
    }

    /// The side whose clock runs from the last entry on: the opponent's not before it has our move,
    /// and not while the line is down.
    fn running(&self) -> Option<Color> {
        let link = self.link.as_ref()?;
        let color = self.game.to_move();
        let held = self.line_is_down && color != self.terms.color;
        (link.phase == wire_conversion::PLAYING && link.pending.is_none() && !held).then_some(color)
    }

    /// The opponent's clock was seen to be empty. No pause is to blame for it: one begins here at the earliest.
    fn note_seen_over(&mut self) {
        self.was_seen_over = true;
        // The clocks of the journal are cut to whole milliseconds, and may fall short of it.
        let over = self.terms.main_time + Duration::from_millis(1);
        let used = &mut self.used[!self.terms.color];
        *used = over.max(*used);
    }

    fn is_over(&self, color: Color) -> bool {
        self.used[color] > self.terms.main_time
    }

    fn charge(&mut self, color: Color, time: Duration) {
        self.used[color] = self.used[color].saturating_add(time);
    }
}

/// Wall time between two entries; none where the wall clock was set back.
fn passed(from: Timestamp, to: Timestamp) -> Duration {
    Duration::try_from(to.duration_since(from)).unwrap_or(Duration::ZERO)
}
