//! The loop that plays on a server: one input, then all steps, then the record, then the wait for the next input.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use sgmp_proto::Instant;

use super::player_source::{PlayerSource, SeatedPlayer};
use super::server_client::{Finished, Outgoing, ServerClient, Step};
use super::server_clock::{left_on, time_for_move, told_time};
use super::server_event::{ServerEvent, ServerSpectator, Speaker};
use super::server_link::{LinkSettings, ServerLink};
use super::typed_words::{TypedLine, TypedLines};
use crate::gtp::Input as LineInput;
use crate::play::{Assessment, Decision, InsightSlot, Terms};
use crate::port::{
    Connection, DriverInput, MonotonicClock, OpenError, Operator, OpponentsTime, PlayerReply,
    PlayerThread, Port,
};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::Color;
use sgmp_engine::time_control::{Clock, Thinking};

/// The loop looks at the world at least this often.
const MAX_WAIT: Duration = Duration::from_millis(200);

/// All that a loop needs besides its client.
pub struct Surroundings<'a, 'b> {
    /// The server's port.
    pub port: Port,
    /// Settings of the connection.
    pub settings: LinkSettings,
    /// The players.
    pub source: &'a mut dyn PlayerSource,
    /// Lines that a person types.
    pub typed: TypedLines,
    /// Those who watch.
    pub spectators: &'a mut [&'b mut dyn ServerSpectator],
    /// The queue of the loop, which signals know.
    pub queue: (Sender<DriverInput>, Receiver<DriverInput>),
    /// The clock of all its times.
    pub clock: MonotonicClock,
}

/// Plays on a server until all is done.
///
/// # Errors
/// What ends it before its time; [`Blame::Interrupted`] where the operator left at once.
pub fn drive(
    client: &mut dyn ServerClient,
    surroundings: Surroundings<'_, '_>,
) -> Result<(), Failure> {
    let Surroundings {
        port,
        settings,
        source,
        typed,
        spectators,
        queue: (sender, inbox),
        clock,
    } = surroundings;
    let mut driver = ServerDriver {
        client,
        source,
        spectators,
        clock,
        link: ServerLink::new(port, settings, clock, sender.clone()),
        silence: settings.silence,
        sender,
        seat: None,
        done: None,
    };
    driver.source.prepare()?;
    driver.link.try_after(Duration::ZERO);
    loop {
        driver.turn(&inbox);
        driver.hear_typed(&typed);
        match driver.done.take() {
            Some(Finished::Failed(failure)) => return Err(failure),
            Some(Finished::Done) => return Ok(()),
            None => {}
        }
    }
}

/// A player at a game.
struct Seat {
    thread: PlayerThread,
    thinking: Thinking,
    opponents_time: OpponentsTime,
    insight: InsightSlot,
    /// The time by which it must answer.
    due: Option<Instant>,
    pondered_at: Option<usize>,
}

struct ServerDriver<'a, 'b> {
    client: &'a mut dyn ServerClient,
    source: &'a mut dyn PlayerSource,
    spectators: &'a mut [&'b mut dyn ServerSpectator],
    clock: MonotonicClock,
    link: ServerLink,
    silence: Duration,
    sender: Sender<DriverInput>,
    seat: Option<Seat>,
    done: Option<Finished>,
}

impl ServerDriver<'_, '_> {
    /// One input, and all that follows from it.
    fn turn(&mut self, inbox: &Receiver<DriverInput>) {
        let wait = self.due_in().map_or(MAX_WAIT, |due| due.min(MAX_WAIT));
        match inbox.recv_timeout(wait) {
            Ok(input) => self.handle(input),
            Err(RecvTimeoutError::Timeout) => {}
            // Cannot be: the loop holds a sender of its own queue.
            Err(RecvTimeoutError::Disconnected) => self.leave(),
        }
        self.look_at_clock();
        self.take_steps();
        self.use_opponents_time();
        self.client.state_mut().keep_record();
        self.take_steps();
    }

    fn due_in(&self) -> Option<Duration> {
        let due = self.seat.as_ref()?.due?;
        Some(due.since(self.clock.now()))
    }

    fn leave(&mut self) {
        let what = match self.client.state().game() {
            Some(_) => {
                "left in a game, whose clock runs: give the same command again, and it goes on; record and journal \
                 are intact"
            }
            None => "left; no game was on",
        };
        let failure = Failure::new(Blame::Interrupted, what);
        self.done = Some(Finished::Failed(failure));
    }

    fn handle(&mut self, input: DriverInput) {
        match input {
            DriverInput::Bytes {
                connection, bytes, ..
            } => self.hear(connection, &bytes),
            DriverInput::ConnectionFailed { connection, what } => {
                if self.link.is_current(connection) {
                    self.lost(&what);
                }
            }
            DriverInput::Reconnected(back) => self.tried(*back),
            DriverInput::PlayerReply(reply) => self.answered(reply),
            DriverInput::Operator(Operator::Leaves) => self.leave(),
            DriverInput::Operator(Operator::LeavesAfterGame) => self.client.leave_after_game(),
            DriverInput::Operator(_) => {}
        }
    }

    fn hear(&mut self, connection: u32, bytes: &[u8]) {
        let now = self.clock.now();
        for line in self.link.lines(connection, bytes) {
            let line = match line {
                LineInput::Line(line) => line,
                LineInput::TooLong => "a line that does not end".to_owned(),
            };
            for spectator in &mut *self.spectators {
                spectator.line(now, Speaker::Server, line.trim_end());
            }
            self.client.hear(&line, now);
            self.take_steps();
        }
        let unfinished = self.link.unfinished();
        if !unfinished.is_empty() {
            self.client.see_unfinished(&unfinished, now);
        }
    }

    fn hear_typed(&mut self, typed: &TypedLines) {
        let now = self.clock.now();
        while let Some(line) = typed.take() {
            let is_move = !self.client.names_dead_stones();
            match line {
                TypedLine::Words(words) => self.client.typed(&words, now),
                TypedLine::Decision(Decision::Move(mv))
                    if is_move && let Some(why) = self.client.state().forbidden(mv) =>
                {
                    self.tell(&ServerEvent::NoMove(mv, why));
                }
                TypedLine::Decision(decision) if is_move => typed.moves().put(decision),
                TypedLine::Decision(Decision::Move(mv)) => self.client.typed(&mv.to_string(), now),
                TypedLine::Decision(Decision::Resign) => self.client.typed("resign", now),
            }
            self.take_steps();
        }
    }

    fn look_at_clock(&mut self) {
        let now = self.clock.now();
        self.client.tick(now);
        if let Some(seat) = &mut self.seat
            && seat.due.is_some_and(|due| now >= due)
        {
            seat.due = None;
            seat.thread.hurry();
        }
        if self.link.is_silent() {
            let seconds = self.silence.as_secs();
            self.lost(&format!("nothing was heard for {seconds} s"));
        }
    }

    fn take_steps(&mut self) {
        while self.done.is_none()
            && let Some(step) = self.client.state_mut().next_step()
        {
            if let Err(failure) = self.take(step) {
                self.done = Some(Finished::Failed(failure));
            }
        }
    }

    fn take(&mut self, step: Step) -> Result<(), Failure> {
        match step {
            Step::Tell(event) => self.tell(&event),
            Step::Send(line) => self.send(&line),
            Step::Prepare => self.source.prepare()?,
            Step::Seat(terms) => self.seat_player(&terms)?,
            Step::Replace => self.replace_player()?,
            Step::Ask(left) => self.ask(left),
            Step::Count => self.count(),
            Step::Rise => self.seat = None,
            Step::Reconnect(what) => self.lost(&what),
            Step::Finish(finished) => self.done = Some(finished),
        }
        Ok(())
    }

    fn tell(&mut self, event: &ServerEvent) {
        let now = self.clock.now();
        for spectator in &mut *self.spectators {
            spectator.event(now, event, self.client.state().server_game());
        }
    }

    fn send(&mut self, line: &Outgoing) {
        match self.link.send(&line.bytes) {
            Ok(true) => {
                let now = self.clock.now();
                for spectator in &mut *self.spectators {
                    spectator.line(now, Speaker::Us, &line.shown);
                }
            }
            Ok(false) => {}
            Err(what) => self.lost(&what),
        }
    }

    // --- the player

    fn seat_player(&mut self, terms: &Terms) -> Result<(), Failure> {
        // Before the next one thinks: the machine is needed.
        self.seat = None;
        let SeatedPlayer {
            player,
            thinking,
            opponents_time,
            insight,
        } = self.source.seat(terms)?;
        self.seat = Some(Seat {
            thread: PlayerThread::start(player, self.sender.clone()),
            thinking,
            opponents_time,
            insight,
            due: None,
            pondered_at: None,
        });
        Ok(())
    }

    fn replace_player(&mut self) -> Result<(), Failure> {
        let Some((terms, _, _)) = self.client.state().clock() else {
            return Ok(());
        };
        let terms = terms.clone();
        self.seat = None;
        self.seat_player(&terms)
    }

    fn count(&mut self) {
        if let (Some(game), Some(seat)) = (self.client.state().game(), &mut self.seat) {
            seat.due = None;
            seat.thread.count(game);
        }
    }

    fn ask(&mut self, on_clock: Clock) {
        let state = self.client.state();
        let (Some((terms, overtime, clock)), Some(game), Some(seat)) =
            (state.clock(), state.game(), &mut self.seat)
        else {
            return;
        };
        let color: Color = terms.color;
        let budget = time_for_move(on_clock, overtime, game.move_count(), &clock);
        let effort = seat.thinking.effort(Some(budget));
        seat.due = effort.most().map(|most| self.clock.now() + most);
        seat.pondered_at = None;
        let told = match seat.thinking {
            Thinking::ByItself => told_time(on_clock, overtime, &clock),
            _ => left_on(on_clock),
        };
        seat.thread.choose(game, color, told, effort);
    }

    fn use_opponents_time(&mut self) {
        let (Some(game), Some(seat)) = (self.client.state().opponents_turn(), &mut self.seat)
        else {
            return;
        };
        let moves = game.move_count();
        if seat.opponents_time == OpponentsTime::Ponder && seat.pondered_at != Some(moves) {
            seat.pondered_at = Some(moves);
            seat.thread.ponder(game);
        }
    }

    fn answered(&mut self, reply: PlayerReply) {
        let Some(seat) = &mut self.seat else {
            return;
        };
        let answer = match reply {
            PlayerReply::Decision { ticket, answer } => {
                if !seat.thread.is_latest(ticket) {
                    return;
                }
                answer
            }
            PlayerReply::Assessment(Ok(Some(Assessment::Count(count)))) => {
                return self.client.counted(Ok(*count.status), self.clock.now());
            }
            PlayerReply::Assessment(Ok(_)) => return,
            PlayerReply::Assessment(Err(fault)) => {
                self.client.counted(Err(fault.clone()), self.clock.now());
                Err(fault)
            }
        };
        seat.due = None;
        let insight = seat.insight.take();
        self.client.decided(answer, insight, self.clock.now());
    }

    // --- the connection

    fn lost(&mut self, what: &str) {
        if self.link.lose(self.client.state().game().is_some()) {
            self.client.disconnected(what.to_owned());
        }
    }

    fn tried(&mut self, back: (Port, Result<Connection, OpenError>)) {
        match self.link.tried(back, self.client.state().game().is_some()) {
            Ok(true) => self.client.connected(self.clock.now()),
            Ok(false) => {}
            Err(error) => {
                let failure = Failure::new(Blame::Port, error);
                self.done = Some(Finished::Failed(failure));
            }
        }
    }
}
