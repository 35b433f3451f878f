//! A table in virtual time: our match, a line, and the other side's session with its own record.

use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::{Config, Frame, Instant, Message, Pace, Reason, Transmit};

use super::memory_sinks::{Disk, Paper, PowerCut, stores};
use super::scripted_peer::Peer;
use crate::play::ending::{Assessment, Count, End, Outcome};
use crate::play::game_match::{ClaimPolicy, Event, Match, ResumeError, WallClock};
use crate::play::journal::Entry;
use crate::play::pause::PauseWord;
use crate::play::player::Decision;
use crate::play::terms::Terms;
use sgmp_board::rules::{
    BoardSize, ByColor, Color, Komi, Move, Point, PointSet, Rules, Status, score,
};
use sgmp_engine::search::Outlook;

/// More steps than this in one instant are a loop that never rests.
const STEPS_AT_ONCE: u32 = 200;

pub(super) const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

pub(super) const fn minutes(minutes: u64) -> Duration {
    secs(minutes * 60)
}

/// "D4" or "pass".
pub(super) fn mv(name: &str) -> Move {
    Point::parse(name).map_or(Move::Pass, Move::Play)
}

pub(super) fn moves(names: &str) -> Vec<Move> {
    names.split_whitespace().map(mv).collect()
}

/// A long game on 19 lines: Black fills the board, White passes.
pub(super) fn long_game(moves: usize) -> Vec<Move> {
    let points = Point::all(BoardSize::NINETEEN).map(Move::Play);
    points
        .flat_map(|stone| [stone, Move::Pass])
        .take(moves)
        .collect()
}

/// The terms, and the ways of the two programs.
#[derive(Clone)]
pub(super) struct Setup {
    pub(super) color: Color,
    pub(super) lines: u8,
    pub(super) rules: Rules,
    pub(super) used: Duration,
    pub(super) grace: Option<Duration>,
    /// The judge's word on the time away of a resumption.
    pub(super) away: PauseWord,
    pub(super) max_resends: Option<u32>,
    pub(super) nudge: Option<Duration>,
    pub(super) pace: Pace,
    /// The time that a frame is under way.
    pub(super) latency: Duration,
    /// The whole game where both sides play by themselves.
    pub(super) script: Vec<Move>,
    /// The time that each side thinks then.
    pub(super) think: Duration,
    /// True if our player counts the board at the end.
    pub(super) counts: bool,
}

impl Setup {
    /// A quick line, 9 lines, 50 minutes.
    pub(super) fn new(color: Color) -> Self {
        Self {
            color,
            lines: 9,
            rules: Rules::Japanese,
            used: Duration::ZERO,
            grace: Some(secs(60)),
            away: PauseWord::default(),
            max_resends: None,
            nudge: None,
            pace: Pace::UNLIMITED,
            latency: Duration::ZERO,
            script: Vec::new(),
            think: secs(1),
            counts: true,
        }
    }

    pub(super) fn size(&self) -> BoardSize {
        BoardSize::new(self.lines).unwrap()
    }

    pub(super) fn terms(&self) -> Terms {
        Terms {
            color: self.color,
            size: self.size(),
            komi: Komi::FIVE_AND_A_HALF,
            rules: self.rules.into(),
            main_time: minutes(50),
            used: self.used,
            names: ByColor::new("Black Program".to_owned(), "White Program".to_owned()),
            event: "FJK CGC".to_owned(),
            place: "Shonan, JAPAN".to_owned(),
            round: "1".to_owned(),
            date: "2000-06-01".to_owned(),
            handicap: sgmp_proto::Handicap::EVEN,
            dialect: crate::play::Dialect::Fjk,
        }
    }

    pub(super) fn config(&self, color: Color) -> Config {
        Config {
            size: self.size(),
            pace: self.pace,
            max_resends: self.max_resends,
            nudge: self.nudge,
            ..Config::tournament(color)
        }
    }

    pub(super) const fn claims(&self) -> ClaimPolicy {
        ClaimPolicy {
            opponent_grace: self.grace,
        }
    }
}

pub(super) fn wall() -> WallClock {
    WallClock("2000-06-01T01:00:00Z".parse::<Timestamp>().unwrap())
}

/// The moment at which our process is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Right behind this append to the journal, from 1, or in it.
    Power(PowerCut),
    /// Right behind this frame handed out, from 1, which arrives.
    Sent(usize),
    /// Right behind this frame handed out, from 1, which is lost.
    Lost(usize),
}

/// A frame under way.
struct Flight {
    at: Instant,
    frame: Frame,
    to_us: bool,
}

/// The whole of it.
pub(super) struct Table {
    pub(super) setup: Setup,
    pub(super) game: Match,
    pub(super) peer: Peer,
    pub(super) disk: Disk,
    pub(super) paper: Paper,
    pub(super) now: Instant,
    pub(super) events: Vec<Event>,
    pub(super) sent: Vec<Transmit>,
    /// Frames to the peer are lost.
    pub(super) is_deaf: bool,
    /// Frames from the peer are lost.
    pub(super) is_mute: bool,
    /// The port is gone: nobody takes what we have to send.
    pub(super) is_unplugged: bool,
    flights: Vec<Flight>,
    /// The peer's latest OK.
    latest_ok: Option<Frame>,
    due: Option<Instant>,
    cut: Option<Cut>,
    is_killed: bool,
}

impl Table {
    /// A match that has just been opened.
    pub(super) fn new(setup: Setup) -> Self {
        let disk = Disk::default();
        Self::with_disk(setup, disk)
    }

    pub(super) fn with_disk(setup: Setup, disk: Disk) -> Self {
        let (paper, now) = (Paper::default(), Instant::ZERO);
        let stores = stores(&disk, &paper);
        let config = setup.config(setup.color);
        let game = Match::builder(setup.terms(), setup.claims(), stores, wall()).start(config, now);
        let peer = Peer::new(setup.config(!setup.color), now);
        Self {
            setup,
            game,
            peer,
            disk,
            paper,
            now,
            events: Vec::new(),
            sent: Vec::new(),
            is_deaf: false,
            is_mute: false,
            is_unplugged: false,
            flights: Vec::new(),
            latest_ok: None,
            due: None,
            cut: None,
            is_killed: false,
        }
    }

    /// A match whose handshake is done.
    pub(super) fn ready(setup: Setup) -> Self {
        let mut table = Self::new(setup);
        table.pass(Duration::ZERO);
        assert!(table.events.contains(&Event::Ready));
        table
    }

    /// A match with these moves on record, each made at once and acknowledged.
    pub(super) fn playing(setup: Setup, names: &str) -> Self {
        let mut table = Self::ready(setup);
        table.play_all(&moves(names));
        table
    }

    pub(super) fn play_all(&mut self, moves: &[Move]) {
        for mv in moves {
            if self.game.game().to_move() == self.setup.color {
                self.ours(*mv);
            } else {
                self.theirs(*mv);
            }
        }
    }

    pub(super) fn ours(&mut self, mv: Move) {
        self.game.play(Decision::Move(mv), self.now).unwrap();
        self.pass(Duration::ZERO);
    }

    pub(super) fn theirs(&mut self, mv: Move) {
        self.peer.play(mv);
        self.pass(Duration::ZERO);
    }

    /// A move of whoever is on move.
    pub(super) fn theirs_or_ours(&mut self, name: &str) {
        self.play_all(&[mv(name)]);
    }

    /// Bytes come out of nowhere.
    pub(super) fn hear(&mut self, bytes: &[u8]) {
        self.game.handle_bytes(self.now, bytes);
        self.pass(Duration::ZERO);
    }

    pub(super) fn hear_frame(&mut self, frame: Frame) {
        self.hear(&frame.to_bytes());
    }

    /// The peer says its latest OK again, as a program does that goes on.
    pub(super) fn says_ok_again(&mut self) {
        let ok = self.latest_ok.expect("an OK");
        self.hear_frame(ok);
    }

    /// The port vanishes.
    pub(super) fn unplug(&mut self) {
        self.is_unplugged = true;
        self.game.link_down("pulled".to_owned(), self.now);
        self.pass(Duration::ZERO);
    }

    pub(super) fn plug_in(&mut self) {
        self.is_unplugged = false;
        self.game.link_up(self.now);
        self.pass(Duration::ZERO);
    }

    // --- time

    /// Lets time pass, with all that happens meanwhile.
    pub(super) fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        let (mut at, mut steps) = (self.now, 0);
        self.drain();
        while let Some(next) = self.next_deadline().filter(|next| *next <= until) {
            steps = if next > at { 0 } else { steps + 1 };
            assert!(steps < STEPS_AT_ONCE, "the loop spins at {at:?}");
            self.now = self.now.max(next);
            at = self.now;
            self.step();
            self.drain();
            if self.is_dead() {
                return;
            }
        }
        self.now = until;
    }

    fn next_deadline(&self) -> Option<Instant> {
        let flight = self.flights.iter().map(|flight| flight.at).min();
        [
            flight,
            self.game.poll_timeout(),
            self.peer.session.poll_timeout(),
            self.due,
            self.peer.due,
        ]
        .into_iter()
        .flatten()
        .min()
    }

    /// One input for each side that has one.
    fn step(&mut self) {
        let now = self.now;
        if let Some(arrived) = self.flights.iter().position(|flight| flight.at <= now) {
            let Flight { frame, to_us, .. } = self.flights.remove(arrived);
            if to_us {
                return self.game.handle_bytes(now, &frame.to_bytes());
            }
            self.peer.session.handle_bytes(now, &frame.to_bytes());
            return self.peer.react(now);
        }
        let is_due = |at: Option<Instant>| at.is_some_and(|at| at <= now);
        if is_due(self.peer.session.poll_timeout()) {
            self.peer.session.handle_timeout(now);
            self.peer.react(now);
        }
        let script = &self.setup.script;
        if is_due(self.peer.due.take_if(|due| *due <= now)) && self.peer.session.is_our_turn() {
            let next = script[self.peer.record.len()];
            self.peer.play(next);
        }
        if is_due(self.due.take_if(|due| *due <= now)) && self.game.is_our_turn() {
            let next = self.setup.script[self.game.game().move_count()];
            self.game.play(Decision::Move(next), now).unwrap();
        } else if is_due(self.game.poll_timeout()) {
            self.game.handle_timeout(now);
        }
    }

    fn drain(&mut self) {
        let now = self.now;
        let arrival = now + self.setup.latency;
        while !self.is_dead() && !self.is_unplugged {
            let Some(transmit) = self.game.poll_transmit(now) else {
                break;
            };
            self.sent.push(transmit);
            let number = self.sent.len();
            let is_lost = self.cut == Some(Cut::Lost(number));
            self.is_killed = is_lost || self.cut == Some(Cut::Sent(number));
            // The peer's session makes nothing of the bytes of a nudge.
            let is_frame = !matches!(transmit.reason, Reason::Nudge(_));
            if !self.is_deaf && !is_lost && is_frame {
                self.fly(arrival, transmit.frame, false);
            }
        }
        if self.is_dead() {
            return;
        }
        while let Some(transmit) = self.peer.session.poll_transmit(now) {
            if transmit.frame.message() == Message::Ok {
                self.latest_ok = Some(transmit.frame);
            }
            if !self.is_mute && !self.is_unplugged {
                self.fly(arrival, transmit.frame, true);
            }
        }
        while let Some(event) = self.game.poll_event() {
            self.react(&event);
            self.events.push(event);
        }
        let scripted = !self.setup.script.is_empty();
        if scripted && self.peer.session.is_our_turn() && self.peer.due.is_none() {
            self.peer.due = Some(now + self.setup.think);
        }
        if !self.is_dead() {
            self.game.keep_record();
        }
    }

    fn fly(&mut self, at: Instant, frame: Frame, to_us: bool) {
        self.flights.push(Flight { at, frame, to_us });
    }

    fn react(&mut self, event: &Event) {
        match event {
            Event::OurTurn if !self.setup.script.is_empty() => {
                self.due = Some(self.now + self.setup.think);
            }
            Event::Ended(end) if end.is_counted() && self.setup.counts => {
                let count = self.count();
                self.game.settle(Some(Assessment::Count(count)), self.now);
            }
            Event::Ended(end) if end.wants_assessment() && self.setup.counts => {
                let outlook = Outlook::from_game(self.game.game());
                self.game.settle(outlook.map(Assessment::Outlook), self.now);
            }
            _ => {}
        }
    }

    /// The board as it stands, all stones alive.
    pub(super) fn count(&self) -> Count {
        let game = self.game.game();
        let status = Box::new(Status::with_dead(game.board(), &PointSet::EMPTY));
        let score = score::count(game, &status);
        Count { status, score }
    }

    // --- crashes

    /// Our process is to be killed there; counted from now on where it counts frames.
    pub(super) fn cut_at(&mut self, cut: Cut) {
        self.sent.clear();
        self.cut = Some(cut);
        if let Cut::Power(power) = cut {
            self.disk.cut_power(power);
        }
    }

    pub(super) fn is_dead(&self) -> bool {
        self.is_killed || self.disk.is_dead()
    }

    /// The process is gone, and so is what was under way to it, unless the port's driver keeps it;
    /// later it is started again from its journal.
    pub(super) fn crash_and_resume(
        &mut self,
        away: Duration,
        keeps_input: bool,
    ) -> Result<(), ResumeError> {
        self.disk.boot();
        (self.due, self.cut, self.is_killed) = (None, None, false);
        let mut waiting = self.wait_alone(away);
        self.game = self.resumed(&self.disk.entries(), wall())?;
        if keeps_input {
            self.flights.append(&mut waiting);
        }
        Ok(())
    }

    /// All that waits for us is read before anything is sent.
    pub(super) fn read_what_waits(&mut self) {
        let (waiting, under_way) = self.flights.drain(..).partition(|flight| flight.to_us);
        self.flights = under_way;
        let waiting: Vec<Flight> = waiting;
        for Flight { frame, .. } in waiting {
            self.game.handle_bytes(self.now, &frame.to_bytes());
        }
        self.pass(Duration::ZERO);
    }

    /// A match taken up from these entries now.
    pub(super) fn resumed(&self, entries: &[Entry], wall: WallClock) -> Result<Match, ResumeError> {
        let setup = &self.setup;
        let stores = stores(&self.disk, &self.paper);
        Match::builder(setup.terms(), setup.claims(), stores, wall)
            .away(setup.away)
            .resume(setup.config(setup.color), entries, self.now)
    }

    /// The peer alone at the line, for a while; gives what it sent.
    fn wait_alone(&mut self, time: Duration) -> Vec<Flight> {
        let until = self.now + time;
        let mut unheard = Vec::new();
        loop {
            while let Some(transmit) = self.peer.session.poll_transmit(self.now) {
                self.fly(self.now, transmit.frame, true);
            }
            let (to_us, to_peer) = self.flights.drain(..).partition(|flight| flight.to_us);
            unheard.extend::<Vec<_>>(to_us);
            for Flight { frame, .. } in to_peer {
                self.peer.session.handle_bytes(self.now, &frame.to_bytes());
                self.peer.react(self.now);
            }
            match self.peer.session.poll_timeout() {
                Some(at) if at <= until => {
                    self.now = self.now.max(at);
                    self.peer.session.handle_timeout(self.now);
                }
                _ => break,
            }
        }
        self.now = until;
        unheard
    }

    // --- what came of it

    pub(super) fn outcome(&self) -> &Outcome {
        self.game.outcome().expect("the match has ended")
    }

    pub(super) fn end(&self) -> &End {
        &self.outcome().end
    }

    /// The result as the record writes it.
    pub(super) fn result(&self) -> String {
        let record = self.paper.record().expect("a record is kept");
        let result = record.info.result.to_string();
        assert_eq!(result, self.outcome().result().to_string());
        result
    }

    pub(super) fn comment(&self) -> String {
        self.paper.record().unwrap().info.comment.unwrap()
    }

    /// Time used, in milliseconds.
    pub(super) fn used(&self, color: Color) -> u64 {
        u64::try_from(self.game.used(self.now)[color].as_millis()).unwrap()
    }

    pub(super) fn count_events(&self, wanted: impl Fn(&Event) -> bool) -> usize {
        self.events.iter().filter(|event| wanted(event)).count()
    }

    /// Messages sent since the `from`th.
    pub(super) fn sent_since(&self, from: usize) -> Vec<Message> {
        let sent = self.sent[from..].iter();
        sent.map(|transmit| transmit.frame.message()).collect()
    }
}
