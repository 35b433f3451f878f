//! A game of two programs on lines: the hall stands between them, and judges what passes.

use std::sync::Arc;
use std::time::Duration;

use sgmp_proto::{Grid, Instant, Numbering, Pace};

use crate::hall::line_game::{lost, unplayed, used_times};
use crate::hall::line_table::{BAUD, LineTable, RECONNECT_TIMEOUT, end_program};
use crate::tournament::duel::GameWatch;
use crate::tournament::event::GameEnd;
use sgmp_board::record::Format;
use sgmp_board::rules::{ByColor, Color, Game};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_match::line_judge::judged_piece::{JudgedPiece, Observation};
use sgmp_match::line_judge::reconnecting_relay::{LinkEvent, ReconnectPolicy, ReconnectingRelay};
use sgmp_match::line_judge::referee::Referee;
use sgmp_match::match_files::SgfFile;
use sgmp_match::play::{
    Assessment, Count, End, EndKind, Fault, FaultKind, Outcome, RecordSink, Terms,
};
use sgmp_match::port::{CableEnd, MonotonicClock, Port};

/// Time between two looks at the clocks and at the halt flag.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Time that both stay on the line after the end, for a lost OK.
const LINGER: Duration = Duration::from_secs(2);

/// Longest wait for another move of a side whose flag has fallen: frames take their time on the line.
const LATE_GRACE: Duration = Duration::from_secs(5);

/// A game of two programs on lines.
pub(super) struct WatchedGame {
    pub(super) table: LineTable,
}

impl WatchedGame {
    /// Watches it, and shows it to whoever looks on; `None` if it was halted.
    pub(super) fn play(&self, halt: &StopFlag, watch: Option<GameWatch<'_>>) -> Option<GameEnd> {
        let table = &self.table;
        let (black, white) = match (
            table.connect(Color::Black, halt),
            table.connect(Color::White, halt),
        ) {
            (Ok(black), Ok(white)) => (black, white),
            (Err(end), _) | (_, Err(end)) => return end.map(|end| *end),
        };
        let files = match table.new_files() {
            Ok(files) => files,
            Err(error) => return Some(unplayed(EndKind::LineLost, &error.to_string())),
        };
        let terms = table.terms(Color::Black, Duration::ZERO);
        let (game, grid) = match terms.opening() {
            Ok(game) => (
                game,
                Grid {
                    size: terms.size,
                    numbering: Numbering::ByBoard,
                },
            ),
            Err(error) => return Some(unplayed(EndKind::LineLost, &error.to_string())),
        };
        let clock = MonotonicClock::start();
        let how = (
            ReconnectPolicy::For(RECONNECT_TIMEOUT),
            Pace::from_baud(BAUD),
        );
        let (ports, lines) = ([black.0, white.0], [black.1, white.1]);
        let log = Arc::new(|_, _, _: &[u8]| {});
        let mut relay = ReconnectingRelay::new(ports, lines, how, log, clock);
        let mut seat = Watching {
            referee: Referee::new(game, grid, terms.main_time, false),
            shelf: SgfFile::new(files.sgf, Format::Fjk, Default::default()),
            terms,
            watch,
            begin_by: clock.now() + table.grace(),
            late: None,
            foul: None,
        };
        let found = seat.until_the_end(&mut relay, clock, halt);
        let mut ports = relay.close();
        let is_told = matches!(found, Some(Found::Over));
        let end = found.map(|found| seat.end(found, &mut ports, clock.now()));
        for port in ports {
            end_program(port, is_told);
        }
        end
    }
}

/// The reason why a watch is over.
enum Found {
    /// Two passes, or a circle.
    Over,
    /// A move against the rules.
    Foul(Color, String),
    /// A flag has fallen.
    Late(Color),
    /// The side that is to move, or to answer the handshake, has said nothing for too long.
    Silent,
    /// A side has gone.
    Lost(CableEnd, String),
}

struct Watching<'a> {
    referee: Referee,
    shelf: SgfFile,
    terms: Terms,
    watch: Option<GameWatch<'a>>,
    /// The time by which the two have to agree on a game.
    begin_by: Instant,
    /// The side whose flag has fallen, and when.
    late: Option<(Color, Instant)>,
    foul: Option<(Color, String)>,
}

impl Watching<'_> {
    /// `None` if it was halted.
    fn until_the_end(
        &mut self,
        relay: &mut ReconnectingRelay,
        clock: MonotonicClock,
        halt: &StopFlag,
    ) -> Option<Found> {
        let mut over_since = None;
        loop {
            if halt.is_requested() {
                return None;
            }
            let event = relay.watch(POLL_INTERVAL);
            let now = clock.now();
            let found = event.and_then(|event| self.hear(event));
            if over_since.is_some() && found.is_some() {
                return Some(Found::Over);
            }
            if let Some(found) = found.or_else(|| self.trouble(now)) {
                return Some(found);
            }
            if self.referee.is_over() || self.referee.cycle().is_some() {
                over_since.get_or_insert(now);
                relay.game_over();
            }
            if over_since.is_some_and(|at| now.since(at) >= LINGER) {
                return Some(Found::Over);
            }
        }
    }

    /// Takes in an event of the link; returns the loss of a side.
    fn hear(&mut self, event: LinkEvent) -> Option<Found> {
        match event {
            LinkEvent::Bytes { from, at, bytes } => {
                let told = self.referee.watch(from, at, &bytes);
                self.take(&told, at);
                None
            }
            LinkEvent::Down { what, .. } => {
                log::warn!("the line is down ({what})");
                None
            }
            LinkEvent::Up { .. } => {
                self.referee.line_is_back();
                None
            }
            LinkEvent::Lost { end, what } => Some(Found::Lost(end, what)),
        }
    }

    fn take(&mut self, told: &[JudgedPiece], now: Instant) {
        let observations = told.iter().flat_map(|told| &told.observations);
        for observation in observations {
            log::info!("{observation}");
            if let Observation::Illegal { color, mv, why } = observation {
                let words = format!("it played {mv}: {why}");
                self.foul.get_or_insert((*color, words));
            }
        }
        if told.iter().any(JudgedPiece::is_move) {
            self.keep(None);
            if let Some(watch) = self.watch {
                let used = self.referee.clocks(now).0;
                let left = |color: Color| Some(self.terms.main_time.saturating_sub(used[color]));
                let left = ByColor::new(left(Color::Black), left(Color::White));
                watch(self.referee.game(), left);
            }
        }
    }

    /// A move against the rules, a flag that fell, or nobody who begins.
    fn trouble(&mut self, now: Instant) -> Option<Found> {
        if let Some((color, words)) = self.foul.take() {
            return Some(Found::Foul(color, words));
        }
        if !self.referee.has_begun() {
            return (now >= self.begin_by).then_some(Found::Silent);
        }
        if let Some(color) = self.referee.late(now) {
            self.late = Some((color, now));
        }
        let (color, at) = self.late?;
        if self.referee.clocks(now).1 != Some(color) {
            // It has moved after all, within the time that its frame was on the line.
            self.late = None;
            return None;
        }
        (now.since(at) >= LATE_GRACE).then_some(Found::Late(color))
    }

    fn end(&mut self, found: Found, ports: &mut [Option<Port>; 2], now: Instant) -> GameEnd {
        let game = self.referee.game().clone();
        let used = used_times(self.referee.clocks(now).0);
        let end = match found {
            Found::Over => self.over(&game),
            Found::Foul(loser, words) => lost(loser, Fault::new(FaultKind::Illegal, words)),
            Found::Late(loser) => lost(loser, Fault::new(FaultKind::Time, "its time ran out")),
            Found::Silent => unplayed(
                EndKind::Fault(FaultKind::Hang),
                "the two have not agreed on a game in time",
            ),
            Found::Lost(end, what) => {
                let ended = ports[end as usize].as_mut().and_then(how_it_ended);
                match (ended, self.referee.color_at(end)) {
                    (Some(words), Some(loser)) => lost(loser, Fault::new(FaultKind::Crash, words)),
                    (ended, _) => unplayed(EndKind::LineLost, &ended.unwrap_or(what)),
                }
            }
        };
        GameEnd {
            moves: u32::try_from(game.move_count()).unwrap_or(u32::MAX),
            used,
            ..end
        }
    }

    fn over(&mut self, game: &Game) -> GameEnd {
        let outcome = match game.cycle() {
            Some(cycle) => Outcome::new(End::NoResult(cycle)),
            None => {
                let count = Count::new(game, Engine::new(Settings::default()).status(game));
                Outcome {
                    assessment: Some(Assessment::Count(count)),
                    ..Outcome::new(End::TwoPasses)
                }
            }
        };
        self.keep(Some(&outcome));
        let (kind, _) = outcome.end.verdict(Color::Black);
        GameEnd::without_game(outcome.result(), kind, "")
    }

    fn keep(&mut self, outcome: Option<&Outcome>) {
        let record = self.referee.record(&self.terms, outcome);
        if let Err(error) = self.shelf.keep(&record) {
            log::error!("{error}");
        }
    }
}

/// How the program behind a port ended; `None` where it runs, or there is none.
fn how_it_ended(port: &mut Port) -> Option<String> {
    let child = port.child()?;
    let ended = child.ended()?;
    Some(format!(
        "the program at the line {ended}{}",
        child.last_words()
    ))
}
