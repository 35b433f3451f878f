//! A running match as its spectators in browsers see it.
//!
//! The thread of the wire only puts the news into a place where one value lies; whoever reads it on
//! another thread makes a page's state of it. A slow reader misses news and keeps nobody waiting.

use std::sync::Arc;
use std::time::Duration;

use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Serialize;
use sgmp_proto::{Instant, Transmit};
use tokio::sync::watch;

use super::position_text::{Sides, cells, color_word, in_atari, move_word, moves, names, spoken};
use super::room_state::{CountState, counted};
use super::server_page::ServerShown;
use sgmp_board::rules::{ByColor, Color, Game};
use sgmp_match::play::{Count, Event, Match};
use sgmp_match::port::Spectator;
use sgmp_match::spectators::line_trouble::line_trouble;

/// Reads the time of a match's clocks.
pub type Now = Arc<dyn Fn() -> Instant + Send + Sync>;

/// Frames, or lines of a server, and troubles with them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LineHealth {
    pub(super) sent: u64,
    resent: u64,
    pub(super) heard: u64,
    garbled: u64,
    pub(super) last_heard: Option<Instant>,
    pub(super) trouble: Option<String>,
    /// True if lines of a server are counted, not frames.
    pub(super) is_of_server: bool,
}

/// A match at a moment, as far as it is known.
#[derive(Clone, Debug)]
struct Snapshot {
    game: Arc<Game>,
    names: ByColor<String>,
    left: ByColor<Duration>,
    running: Option<Color>,
    at: Instant,
    line: LineHealth,
    result: Option<String>,
    count: Option<Arc<Count>>,
}

/// Watches a match for the pages.
pub struct MatchPage {
    news: watch::Sender<Option<Arc<Snapshot>>>,
    pub(super) game: Option<Arc<Game>>,
    pub(super) line: LineHealth,
    pub(super) result: Option<String>,
    count: Option<Arc<Count>>,
    pub(super) server: ServerShown,
}

/// The names of both sides, and their clocks.
pub(super) struct Shown {
    pub(super) names: ByColor<String>,
    pub(super) left: ByColor<Duration>,
    pub(super) running: Option<Color>,
    pub(super) at: Instant,
}

/// The readers' end of a [`MatchPage`].
#[derive(Clone)]
pub struct MatchFeed {
    news: watch::Receiver<Option<Arc<Snapshot>>>,
    now: Now,
}

impl MatchPage {
    /// A spectator, and the end where its news is read.
    #[must_use]
    pub fn new(now: Now) -> (Self, MatchFeed) {
        let (sender, receiver) = watch::channel(None);
        let page = Self {
            news: sender,
            game: None,
            line: LineHealth::default(),
            result: None,
            count: None,
            server: ServerShown::default(),
        };
        (
            page,
            MatchFeed {
                news: receiver,
                now,
            },
        )
    }

    fn show_match(&mut self, now: Instant, game: &Match) {
        if self.game.is_none() {
            self.game = Some(Arc::new(game.game().clone()));
        }
        let (used, limit) = (game.used(now), game.terms().main_time);
        let left = |color: Color| limit.saturating_sub(used[color]);
        self.publish(Shown {
            names: game.terms().names.clone(),
            left: ByColor::new(left(Color::Black), left(Color::White)),
            running: game.running_clock().filter(|_| self.result.is_none()),
            at: now,
        });
    }

    /// Tells the readers, where there is a game to tell of.
    pub(super) fn publish(&mut self, shown: Shown) {
        let Some(known) = &self.game else {
            return;
        };
        let snapshot = Snapshot {
            game: Arc::clone(known),
            names: shown.names,
            left: shown.left,
            running: shown.running,
            at: shown.at,
            line: self.line.clone(),
            result: self.result.clone(),
            count: self.count.clone(),
        };
        self.news.send_replace(Some(Arc::new(snapshot)));
    }

    fn note(&mut self, now: Instant, game: &Match, event: &Event) {
        let line = &mut self.line;
        line.trouble = line_trouble(line.trouble.take(), game, event);
        match event {
            Event::Heard(..) => {
                line.heard += 1;
                line.last_heard = Some(now);
            }
            Event::Garbled(..) => line.garbled += 1,
            Event::JournalFailed(what) | Event::RecordFailed(what) => {
                line.trouble = Some(what.clone());
            }
            Event::JournalMended => line.trouble = None,
            Event::Moved { .. } | Event::TakenBack { .. } => self.game = None,
            // One game may follow another on the same line.
            Event::Ready => (self.game, self.result, self.count) = (None, None, None),
            Event::Ended(end) => self.result = Some(format!("{end}.")),
            Event::Settled(outcome) => {
                let (result, why) = (outcome.result(), outcome.comment());
                self.result = Some(format!("{result} ({why})"));
                self.count = outcome.count().cloned().map(Arc::new);
            }
            _ => {}
        }
    }
}

impl Spectator for MatchPage {
    fn sent(&mut self, _: Instant, transmit: &Transmit) {
        match transmit.reason {
            sgmp_proto::Reason::Resend(_) => self.line.resent += 1,
            sgmp_proto::Reason::Nudge(_) => {}
            _ => self.line.sent += 1,
        }
    }

    fn event(&mut self, now: Instant, game: &Match, event: &Event) {
        self.note(now, game, event);
        self.show_match(now, game);
    }
}

/// The state of a match's page.
#[derive(Debug, Serialize)]
pub(super) struct MatchState {
    size: u8,
    names: Sides<String>,
    board: String,
    last: Option<String>,
    captures: Sides<u16>,
    atari: Vec<String>,
    moves: Vec<(&'static str, String)>,
    spoken: String,
    running: Option<&'static str>,
    /// Time left, in milliseconds.
    left: Sides<u64>,
    health: Vec<String>,
    result: Option<String>,
    /// The count of the final board, where there is one.
    count: Option<CountState>,
}

impl MatchFeed {
    /// The state of the page now, where there is one, and after each change.
    pub(super) fn states(&self) -> impl Stream<Item = MatchState> + Send + use<> {
        let mut feed = self.clone();
        feed.news.mark_changed();
        unfold(feed, |mut feed| async move {
            loop {
                feed.news.changed().await.ok()?;
                if let Some(state) = feed.current() {
                    return Some((state, feed));
                }
            }
        })
    }

    /// The state of the page now; `None` before the match.
    pub(super) fn state(&self) -> Option<MatchState> {
        self.clone().current()
    }

    fn current(&mut self) -> Option<MatchState> {
        let snapshot = self.news.borrow_and_update().clone()?;
        Some(snapshot.state((self.now)()))
    }
}

impl Snapshot {
    fn state(&self, now: Instant) -> MatchState {
        let board = self.game.board();
        let age = now.since(self.at);
        let left = |color: Color| {
            let since = if self.running == Some(color) {
                age
            } else {
                Duration::ZERO
            };
            let left = self.left[color].saturating_sub(since);
            u64::try_from(left.as_millis()).unwrap_or(u64::MAX)
        };
        let atari = Color::BOTH.map(|color| names(&in_atari(board, color).0));
        let last = self.game.last_move().map(|(_, mv)| move_word(mv));
        MatchState {
            size: self.game.size().lines(),
            names: self.names.clone().into(),
            board: cells(board),
            last,
            captures: self.game.prisoners().into(),
            atari: atari.concat(),
            moves: moves(&self.game),
            spoken: spoken(&self.game, None),
            running: self.running.map(color_word),
            left: Sides::each(left),
            health: self.line.words(now),
            result: self.result.clone(),
            count: self.count.as_ref().map(|count| {
                let Count { status, score } = &**count;
                counted(&self.game, status, score)
            }),
        }
    }
}

impl LineHealth {
    fn words(&self, now: Instant) -> Vec<String> {
        let mut words = match self.is_of_server {
            true => vec![format!("lines sent {}, heard {}", self.sent, self.heard)],
            false => vec![
                format!("frames sent {}, heard {}", self.sent, self.heard),
                format!("sent again {}, garbled {}", self.resent, self.garbled),
            ],
        };
        if let Some(heard) = self.last_heard {
            let seconds = now.since(heard).as_secs();
            words.push(format!("last heard {seconds} s ago"));
        }
        words.extend(self.trouble.clone());
        words
    }
}
