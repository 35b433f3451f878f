//! A match on a port, driven while the player thinks elsewhere.
//!
//! One input; then everything that is to be sent; then the events; then the record on disk; then
//! the wait for the next input, no longer than the next timeout.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use sgmp_proto::{Instant, Transmit};

use super::drive::{Driven, drive_once, transmit_all};
use super::driver_input::{
    DriverResult, DriverSettings, Finish, Input, Operator, OpponentsTime, Spectator, UnseenEnd,
};
use super::player_thread::{PlayerReply, PlayerThread};
use super::reader_thread::ReaderThread;
use crate::play::{
    Assessment, Count, Decision, Event, Fault, FaultKind, LinkLoss, Match, PlayError, Player,
};
use crate::port::clock::MonotonicClock;
use crate::port::device::OpenError;
use crate::port::device::Port;
use crate::port::device::{Connection, WriteHalf};
use sgmp_engine::time_control;

/// Time in which another program has to answer on a clock that a pause has emptied.
const MIN_ANSWER_TIME: Duration = Duration::from_secs(30);
/// The loop looks at the world at least this often.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// A match on a port.
pub struct Driver {
    clock: MonotonicClock,
    settings: DriverSettings,
    game: Match,
    /// `None` while a thread waits for another connection.
    port: Option<Port>,
    writer: Option<Box<dyn WriteHalf>>,
    reader: Option<ReaderThread>,
    /// The number of this connection, from 0.
    connection: u32,
    inbox: Receiver<Input>,
    sender: Sender<Input>,
    player: PlayerThread,
    /// The time by which the player must answer.
    answer_due: Option<Instant>,
    /// The number of moves after which it was set to ponder last.
    pondered_at: Option<usize>,
    stop: Arc<AtomicBool>,
    left: bool,
    /// True while the operators talk about the dead stones.
    counts: bool,
    offer: CountOffer,
}

/// The time for the operators' word on dead stones, however long the wire needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CountOffer {
    /// Nothing is counted yet.
    Waiting,
    Until(Instant),
    Over,
}

impl Driver {
    /// A match on a port whose first connection is open. `clock` is the one the match's times are of.
    #[must_use]
    pub fn new(
        game: Match,
        player: Box<dyn Player>,
        (port, connection): (Port, Connection),
        settings: DriverSettings,
        clock: MonotonicClock,
    ) -> Self {
        let (sender, inbox) = mpsc::channel();
        let player = PlayerThread::start(player, sender.clone());
        let reader = ReaderThread::start(connection.reader, 0, clock, sender.clone());
        Self {
            clock,
            settings,
            game,
            port: Some(port),
            writer: Some(connection.writer),
            reader: Some(reader),
            connection: 0,
            inbox,
            sender,
            player,
            answer_due: None,
            pondered_at: None,
            stop: Arc::new(AtomicBool::new(false)),
            left: false,
            counts: false,
            offer: CountOffer::Waiting,
        }
    }

    /// A sender for the operator's words.
    #[must_use]
    pub fn sender(&self) -> Sender<Input> {
        self.sender.clone()
    }

    /// The match as it stands between two inputs.
    #[must_use]
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Plays until the end, and hands the port back for what comes after (a child's end).
    pub fn run(self, spectators: &mut [&mut dyn Spectator]) -> (Finish, Match, Option<Port>) {
        let DriverResult {
            finish, game, port, ..
        } = self.run_on(spectators);
        (finish, game, port)
    }

    /// Plays until the end, and hands back all that another game needs.
    pub fn run_on(mut self, spectators: &mut [&mut dyn Spectator]) -> DriverResult {
        let clock = self.clock;
        let mut watched = Watched {
            driver: &mut self,
            spectators,
        };
        let Ok(()) = watched.drain(clock);
        while !watched.driver.is_over() {
            let Ok(()) = drive_once(&mut watched, clock, MAX_WAIT);
        }
        // First of all: a thread that waits for another connection sees it, and ends by itself.
        self.stop.store(true, Ordering::Relaxed);
        let reader = self.reader.take().and_then(ReaderThread::stop);
        let connection = reader
            .zip(self.writer.take())
            .map(|(reader, writer)| Connection { reader, writer });
        let mut unread = Vec::new();
        // The reader was joined above, so all that it ever read is in the queue by now.
        for input in self.inbox.try_iter() {
            if let Input::Bytes { bytes, .. } = input {
                unread.extend(bytes);
            }
        }
        let finish = match self.game.outcome() {
            // Who leaves after the end only stops answering repeats.
            Some(outcome) if self.game.is_settled() => Finish::Outcome(outcome.clone()),
            _ => Finish::Left,
        };
        DriverResult {
            finish,
            game: self.game,
            port: self.port,
            connection,
            unread,
        }
    }

    fn is_over(&self) -> bool {
        let is_offered = matches!(self.offer, CountOffer::Until(_)) && self.game.is_settled();
        let is_wanted = self.counts || is_offered;
        self.left || (!is_wanted && (self.game.is_finished() || self.hangs_up()))
    }

    fn hangs_up(&self) -> bool {
        self.settings.unseen_end == UnseenEnd::HangUp
            && self.game.is_settled()
            && (self.game.outcome()).is_some_and(|outcome| outcome.end.is_unseen())
    }

    /// Text is no part of any frame: it goes out whole, between two of them.
    fn say(&mut self, text: &str, now: Instant) {
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.write_frame(format!("{}\r\n", as_sent(text)).as_bytes())
        {
            self.connection_failed(error.to_string(), now);
        }
    }

    fn take_back(&mut self, now: Instant) {
        let moves = if self.game.is_opponents_turn() { 1 } else { 2 };
        if let Err(error) = self.game.take_back(moves, now) {
            log::warn!("{error}");
        }
    }

    fn react(&mut self, event: &Event, now: Instant) {
        match event {
            Event::OurTurn => self.ask_player(now),
            Event::TakenBack { .. } => {
                self.answer_due = None;
                self.pondered_at = None;
                self.player.forget();
            }
            Event::Ended(end) => {
                self.answer_due = None;
                match self.game.outcome() {
                    None if end.is_counted() => self.player.count(self.game.game()),
                    None => self.player.look_ahead(&self.game.heard_game()),
                    Some(_) => self.player.hurry(),
                }
            }
            // Their word ends the offer, and is counted anew.
            Event::Settled(outcome) if self.offer == CountOffer::Waiting => {
                let offer = self.settings.count_offer;
                self.offer = match outcome.count() {
                    Some(_) if !offer.is_zero() => CountOffer::Until(now + offer),
                    _ => CountOffer::Over,
                };
            }
            _ => {}
        }
    }

    fn ask_player(&mut self, now: Instant) {
        let color = self.game.terms().color;
        let mut left = self.game.our_time_left(now);
        let moves = u32::try_from(self.game.game().move_count()).unwrap_or(u32::MAX);
        let terms = self.game.terms();
        let plan = time_control::Terms::for_match(terms.main_time, terms.size);
        let budget = time_control::budget(left, moves, &plan);
        let effort = self.settings.thinking.effort(Some(budget));
        self.answer_due = effort.most().map(|most| now + most);
        if self.game.is_over_by_pause(color) {
            // It moves at once; but no program answers in no time.
            left = left.max(MIN_ANSWER_TIME);
        }
        self.player.choose(self.game.game(), color, left, effort);
    }

    /// Lets the player ponder, once for each of the opponent's moves.
    fn use_opponents_time(&mut self) {
        let moves = self.game.game().move_count();
        let ponders = self.settings.opponents_time == OpponentsTime::Ponder;
        if ponders && self.pondered_at != Some(moves) && self.game.is_opponents_turn() {
            self.pondered_at = Some(moves);
            self.player.ponder(self.game.game());
        }
    }

    fn handle_reply(&mut self, reply: PlayerReply, now: Instant) {
        match reply {
            PlayerReply::Decision { ticket, answer } => {
                // A thought of an earlier turn, cut short, is nobody's any more.
                if self.game.is_our_turn() && self.player.is_latest(ticket) {
                    self.answer_due = None;
                    self.play(answer, now);
                }
            }
            PlayerReply::Assessment(assessed) if !self.game.is_open() => self.settle(assessed, now),
            PlayerReply::Assessment(Ok(_)) => {}
            PlayerReply::Assessment(Err(fault)) => self.game.player_failed(fault, now),
        }
    }

    fn play(&mut self, answer: Result<Decision, Fault>, now: Instant) {
        let failed = match answer {
            Ok(decision) => match self.game.play(decision, now) {
                Ok(()) => return,
                Err(error @ (PlayError::Illegal(..) | PlayError::Misuse(_))) => {
                    Fault::new(FaultKind::Illegal, error)
                }
            },
            Err(fault) => fault,
        };
        self.game.player_failed(failed, now);
    }

    fn settle(&mut self, assessed: Result<Option<Assessment>, Fault>, now: Instant) {
        let assessment = assessed.unwrap_or_else(|error| {
            log::error!("the player cannot count the board: {error}");
            None
        });
        self.game.settle(assessment, now);
    }

    // --- the connection's failures

    fn connection_failed(&mut self, what: String, now: Instant) {
        // A read and a write may both tell of one failure: the second is no news.
        if self.writer.is_none() {
            return;
        }
        self.drop_connection();
        let Some(mut port) = self.port.take() else {
            return;
        };
        if !port.can_reconnect() || !self.game.is_open() {
            let loss = died(&mut port).map_or(LinkLoss::Line(what), LinkLoss::Program);
            self.port = Some(port);
            return self.game.link_lost(loss, now);
        }
        self.game.link_down(what, now);
        let (patience, stop) = (self.settings.reconnect, Arc::clone(&self.stop));
        let sender = self.sender.clone();
        thread::spawn(move || {
            let connection = port.connect(patience, &stop);
            // The loop may have ended meanwhile: then nobody needs the connection.
            let _ = sender.send(Input::Reconnected(Box::new((port, connection))));
        });
    }

    /// Takes the port back; returns whether the line is up.
    fn reconnected(
        &mut self,
        (port, connection): (Port, Result<Connection, OpenError>),
        now: Instant,
    ) -> bool {
        self.port = Some(port);
        match connection {
            Ok(connection) => {
                self.writer = Some(connection.writer);
                // Before the reader starts: what is left in the queue of the old connection bears another number.
                self.connection += 1;
                let reader = ReaderThread::start(
                    connection.reader,
                    self.connection,
                    self.clock,
                    self.sender.clone(),
                );
                self.reader = Some(reader);
                self.game.link_up(now);
                true
            }
            Err(error) => {
                self.game.link_lost(LinkLoss::Line(error.to_string()), now);
                false
            }
        }
    }

    /// A chunk of this connection's was taken from the queue.
    fn release_chunk(&self, connection: u32) {
        if let Some(reader) = &self.reader
            && connection == self.connection
        {
            reader.release_chunk();
        }
    }

    fn drop_connection(&mut self) {
        self.reader = None;
        self.writer = None;
    }
}

/// A driver at work, with those who watch it.
struct Watched<'a, 'b> {
    driver: &'a mut Driver,
    spectators: &'a mut [&'b mut dyn Spectator],
}

impl Driven for Watched<'_, '_> {
    type Input = Input;
    /// A connection that fails is an input like others: nothing stops the loop but the match.
    type Error = Infallible;

    fn receive(&mut self, wait: Duration) -> Result<Option<Input>, Infallible> {
        Ok(match self.driver.inbox.recv_timeout(wait) {
            Ok(input) => Some(input),
            Err(RecvTimeoutError::Timeout) => None,
            // Cannot be while the driver lives: it holds a sender of its own queue.
            Err(RecvTimeoutError::Disconnected) => Some(Input::Operator(Operator::Leaves)),
        })
    }

    fn handle_input(&mut self, input: Input, now: Instant) {
        let driver = &mut *self.driver;
        match input {
            Input::Bytes {
                connection,
                at,
                bytes,
            } => {
                driver.release_chunk(connection);
                for spectator in &mut *self.spectators {
                    spectator.heard(at, &bytes);
                }
                driver.game.handle_bytes(at, &bytes);
            }
            Input::ConnectionFailed { connection, what } if connection == driver.connection => {
                driver.connection_failed(what, now);
            }
            Input::ConnectionFailed { .. } => {}
            Input::Reconnected(back) => {
                if driver.reconnected(*back, now) {
                    let spectators = self.spectators.iter_mut();
                    spectators.for_each(|spectator| spectator.line_up(now));
                }
            }
            Input::PlayerReply(reply) => driver.handle_reply(reply, now),
            Input::Operator(Operator::Decides(decision)) => driver.game.decide(decision, now),
            Input::Operator(Operator::Leaves) => driver.left = true,
            // A match is one game.
            Input::Operator(Operator::LeavesAfterGame) => {}
            Input::Operator(Operator::Says(text)) => driver.say(&text, now),
            Input::Operator(Operator::TakesBack) => driver.take_back(now),
            Input::Operator(Operator::Counts) => driver.counts = true,
            Input::Operator(Operator::CountStands) => {
                (driver.counts, driver.offer) = (false, CountOffer::Over);
            }
            Input::Operator(Operator::Counted(status)) => {
                (driver.counts, driver.offer) = (false, CountOffer::Over);
                let count = Count::new(driver.game.game(), *status);
                driver.game.recount(count, now);
            }
        }
    }

    fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        // What cannot be handed out stays with the match.
        self.driver.writer.as_ref()?;
        self.driver.game.poll_transmit(now)
    }

    fn transmit(&mut self, transmit: &Transmit, now: Instant) -> Result<(), Infallible> {
        let Some(writer) = &mut self.driver.writer else {
            return Ok(());
        };
        match writer.write_frame(&transmit.bytes()) {
            Ok(()) => {
                for spectator in &mut *self.spectators {
                    spectator.sent(now, transmit);
                }
            }
            Err(error) => self.driver.connection_failed(error.to_string(), now),
        }
        Ok(())
    }

    fn poll_timeout(&self) -> Option<Instant> {
        let offer = match self.driver.offer {
            CountOffer::Until(until) => Some(until),
            CountOffer::Waiting | CountOffer::Over => None,
        };
        let timeouts = [
            self.driver.game.poll_timeout(),
            self.driver.answer_due,
            offer,
        ];
        timeouts.into_iter().flatten().min()
    }

    fn handle_timeout(&mut self, now: Instant) {
        let driver = &mut *self.driver;
        if driver.answer_due.is_some_and(|due| now >= due) {
            // Once for each question: an answer that still does not come is not hurried at every turn of the loop.
            driver.answer_due = None;
            driver.player.hurry();
        }
        if let CountOffer::Until(until) = driver.offer
            && now >= until
        {
            driver.offer = CountOffer::Over;
        }
        driver.game.handle_timeout(now);
    }

    /// The wire first, then the events, then the disk.
    fn drain(&mut self, clock: MonotonicClock) -> Result<(), Infallible> {
        transmit_all(self, clock)?;
        while let Some(event) = self.driver.game.poll_event() {
            let now = clock.now();
            for spectator in &mut *self.spectators {
                spectator.event(now, &self.driver.game, &event);
            }
            self.driver.react(&event, now);
        }
        transmit_all(self, clock)?;
        self.driver.use_opponents_time();
        self.driver.game.keep_record();
        Ok(())
    }
}

/// The longest text that goes out at once; a peer may count what it reads.
const MAX_TALK_LENGTH: usize = 160;

/// A line of text as it goes out to the other operator: bytes 0x04..=0x7F alone are talk.
#[must_use]
pub fn as_sent(text: &str) -> String {
    let plain = text.chars().take(MAX_TALK_LENGTH).map(|c| match c {
        '\x20'..='\x7e' => c,
        _ => '?',
    });
    plain.collect()
}

/// Says how the program behind the port ended, if there is one and it did.
fn died(port: &mut Port) -> Option<String> {
    use signal_hook::consts::SIGABRT;

    use crate::port::device::Ended;

    /// The connection closes a moment before the program is gone.
    const CHILD_EXIT_TIMEOUT: Duration = Duration::from_millis(200);
    let child = port.child()?;
    if child.ended().is_none() {
        crate::port::clock::pause(CHILD_EXIT_TIMEOUT);
    }
    let ended = child.ended()?;
    let words = child.last_words();
    let advice = match ended {
        Ended::Signalled(SIGABRT) => {
            ". GNU Go ends so at a move that its board has no place for: do both sides play on the same board \
             (--size)?"
        }
        _ => "",
    };
    Some(format!("the opponent's program {ended}{words}{advice}"))
}
