//! A game with one side on a line: the other one plays here, and our side of the wire with it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use sgmp_proto::{Config, Instant};

use crate::hall::hall_error::GameFilesError;
use crate::hall::line_table::{LineTable, RECONNECT_TIMEOUT, end_program};
use crate::hall::seat_player::SeatPlayer;
use crate::tournament::duel::GameWatch;
use crate::tournament::event::{GameEnd, UsedTimes};
use crate::tournament::{AnswerWaits, ReadyPlayer, SeatError, SeatTerms};
use sgmp_board::record::Format;
use sgmp_board::record::GameResult;
use sgmp_board::rules::{ByColor, Color};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::time_control::{Overtime, Thinking, TimeSystem};
use sgmp_match::match_files::record_thread::RecordThread;
use sgmp_match::match_files::{SgfFile, opened};
use sgmp_match::play::journal::Journal;
use sgmp_match::play::{
    ClaimPolicy, End, EndKind, Event, Fault, FaultKind, Match, Outcome, Stores,
};
use sgmp_match::port::MatchClocks;
use sgmp_match::port::{
    Deadline, Driver, DriverInput, DriverSettings, Finish, Operator, OpponentsTime, Spectator,
    UnseenEnd, pause,
};

/// Longest wait for another move of an opponent whose flag has fallen.
const OPPONENT_GRACE: Duration = Duration::from_secs(60);

/// Time on the line after the end, for an opponent that missed the last OK.
const LINGER: Duration = Duration::from_secs(2);

/// Time from one resend of a frame to the next.
const RESEND_INTERVAL: Duration = Duration::from_secs(20);

/// Time between two looks at the halt flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A game with one side on a line.
pub struct LineGame {
    /// The line, with its terms and files.
    pub table: LineTable,
    /// The player here, which answers the one at the line.
    pub own: ReadyPlayer,
    /// The color of the player at the line.
    pub line_color: Color,
    /// The seed of chance here.
    pub seed: u64,
    /// Time off the clock of the player here.
    pub penalty: Duration,
    /// The longest waits for answers of the player here.
    pub waits: AnswerWaits,
}

impl LineGame {
    /// Plays it, and shows it to whoever looks on; `None` if it was halted.
    pub fn play(&self, halt: &StopFlag, watch: Option<GameWatch<'_>>) -> Option<GameEnd> {
        let own_color = !self.line_color;
        let player = match self.sit_down(halt) {
            Ok(player) => player,
            Err(SeatError::Halted) => return None,
            Err(SeatError::Fault(fault)) => return Some(lost(own_color, fault)),
        };
        let (port, connection) = match self.table.connect(self.line_color, halt) {
            Ok(ends) => ends,
            Err(end) => return end.map(|end| *end),
        };
        let clocks = MatchClocks::start();
        let game = match self.begin(clocks) {
            Ok(game) => game,
            Err(error) => return Some(unplayed(EndKind::LineLost, &error.to_string())),
        };
        let settings = DriverSettings {
            reconnect: RECONNECT_TIMEOUT.min(self.table.grace()),
            thinking: Thinking::ByItself,
            opponents_time: OpponentsTime::Rest,
            count_offer: Duration::ZERO,
            unseen_end: if self.table.is_cable(self.line_color) {
                UnseenEnd::Linger
            } else {
                UnseenEnd::HangUp
            },
        };
        let ends = (port, connection);
        let driver = Driver::new(game, Box::new(player), ends, settings, clocks.running);
        let (sender, flags) = (driver.sender(), Flags::default());
        let mut seen = Seen {
            watch,
            time: self.table.plan.time,
            used: UsedTimes::default(),
            has_begun: &flags.has_begun,
        };
        let (played, is_late) = std::thread::scope(|scope| {
            let guard = scope.spawn(|| guard(&sender, halt, &flags, self.table.grace()));
            let played = driver.run_on(&mut [&mut seen]);
            flags.is_over.store(true, Ordering::Relaxed);
            (played, guard.join().unwrap_or_default())
        });
        let finish = played.finish;
        // What the wire does not tell, the end of the line does.
        drop(played.connection);
        let moves = played.game.game().move_count();
        drop(played.game);
        let is_told = matches!(&finish, Finish::Outcome(outcome) if outcome.end == End::TwoPasses);
        end_program(played.port, is_told);
        let end = match finish {
            Finish::Left if !is_late => return None,
            Finish::Left => {
                let fault = Fault::new(FaultKind::Hang, "it did not answer the handshake");
                lost(self.line_color, fault)
            }
            Finish::Outcome(outcome) => ended(&outcome, own_color),
        };
        Some(GameEnd {
            moves: u32::try_from(moves).unwrap_or(u32::MAX),
            used: seen.used,
            ..end
        })
    }

    /// Resends of a frame until the opponent counts as hung: three minutes of them, fewer where games are short.
    fn max_resends(&self) -> u32 {
        let resends = self.table.grace().as_secs() / RESEND_INTERVAL.as_secs();
        u32::try_from(resends).unwrap_or(u32::MAX).max(1)
    }

    fn sit_down(&self, halt: &StopFlag) -> Result<SeatPlayer, SeatError> {
        let plan = &self.table.plan;
        let color = !self.line_color;
        let terms = SeatTerms {
            size: plan.size,
            komi: plan.komi,
            rules: plan.rules,
            time: Some(TimeSystem {
                main: plan.time.saturating_sub(self.penalty),
                overtime: Overtime::SuddenDeath,
            }),
            opening: &[],
            init: &[],
            waits: self.waits,
            handicap: 0,
            words: self.table.words[color].clone(),
        };
        let seat = self.own.sit_down(color, self.seed, &terms, halt)?;
        Ok(SeatPlayer::new(self.own.name(), seat, color))
    }

    /// The match with its files.
    fn begin(&self, clocks: MatchClocks) -> Result<Match, GameFilesError> {
        let terms = self.table.terms(!self.line_color, self.penalty);
        let now = clocks.running.now();
        let paths = self.table.new_files()?;
        let format = Format::Fjk;
        let first = opened(&terms, &paths, format, clocks.wall.at(now));
        let journal = Journal::create(&paths.journal, &first)?;
        let shelf = SgfFile::new(paths.sgf, format, Default::default());
        let stores = Stores {
            journal: Box::new(journal),
            record: Box::new(RecordThread::start(shelf)),
        };
        let claims = ClaimPolicy {
            opponent_grace: Some(OPPONENT_GRACE.min(self.table.plan.time)),
        };
        let config = Config {
            size: terms.size,
            rules: terms.rules.rules,
            max_resends: Some(self.max_resends()),
            linger: LINGER,
            ..Config::tournament(terms.color)
        };
        Ok(Match::builder(terms, claims, stores, clocks.wall).start(config, now))
    }
}

/// How far a match has come.
#[derive(Default)]
struct Flags {
    /// The handshake is done.
    has_begun: AtomicBool,
    is_over: AtomicBool,
}

/// Ends the match where the hall is halted, or where there is no handshake in `grace`; true for the latter.
fn guard(sender: &Sender<DriverInput>, halt: &StopFlag, flags: &Flags, grace: Duration) -> bool {
    let deadline = Deadline::after(grace);
    while !flags.is_over.load(Ordering::Relaxed) {
        let is_late = deadline.has_passed() && !flags.has_begun.load(Ordering::Relaxed);
        if is_late || halt.is_requested() {
            // The match may have ended meanwhile.
            let _ = sender.send(DriverInput::Operator(Operator::Leaves));
            return is_late;
        }
        pause(POLL_INTERVAL);
    }
    false
}

/// Sight of a match while it is played.
struct Seen<'a> {
    watch: Option<GameWatch<'a>>,
    time: Duration,
    used: UsedTimes,
    has_begun: &'a AtomicBool,
}

impl Spectator for Seen<'_> {
    fn event(&mut self, _: Instant, game: &Match, event: &Event) {
        if *event == Event::Ready {
            self.has_begun.store(true, Ordering::Relaxed);
        }
        let Event::Moved { used, .. } = event else {
            return;
        };
        self.used = used_times(*used);
        if let Some(watch) = self.watch {
            let left = |color: Color| Some(self.time.saturating_sub(used[color]));
            watch(
                game.game(),
                ByColor::new(left(Color::Black), left(Color::White)),
            );
        }
    }
}

pub(super) fn used_times(used: ByColor<Duration>) -> UsedTimes {
    let milliseconds = |color: Color| u64::try_from(used[color].as_millis()).unwrap_or(u64::MAX);
    UsedTimes {
        black: milliseconds(Color::Black),
        white: milliseconds(Color::White),
    }
}

/// The end of a match in which we are `ours`.
fn ended(outcome: &Outcome, ours: Color) -> GameEnd {
    let (kind, loser) = outcome.end.verdict(ours);
    let result = match (outcome.result(), kind, loser) {
        (GameResult::Unknown, EndKind::Fault(fault), Some(loser)) => fault.lost_by(loser),
        (result, ..) => result,
    };
    let why = match kind {
        EndKind::Counted | EndKind::Resigned | EndKind::Cycle => String::new(),
        _ => outcome.end.to_string(),
    };
    GameEnd::without_game(result, kind, &why)
}

/// The end of a game that a side has lost by a fault.
pub(super) fn lost(loser: Color, fault: Fault) -> GameEnd {
    let Fault { kind, words } = fault;
    GameEnd::without_game(kind.lost_by(loser), EndKind::Fault(kind), &words)
}

/// The end of a game that the judge decides.
pub(super) fn unplayed(kind: EndKind, why: &str) -> GameEnd {
    GameEnd::without_game(GameResult::Unknown, kind, why)
}
