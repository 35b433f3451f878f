//! One session at a harness: frames are laid before it and what it does is written down.

use core::time::Duration;

use sgmp_proto::{
    Color, Config, Event, FrameVerdict, Instant, Phase, Refusal, Session, Snapshot, Stop, Transmit,
    Vertex,
};

use super::wire::{
    ANSWER_BLACK, ANSWER_EVEN, NEWGAME, QUERY_COLOR, QUERY_HANDICAP, READY, black, bytes, hex, ok,
    white,
};

/// Long enough for every answer to leave at 2400 baud, far from every timer.
const MOMENT: Duration = Duration::from_secs(1);
pub(crate) const RESEND: Duration = Duration::from_secs(20);
/// C3: 1 + 2 + 19 * 2.
pub(crate) const C3: Vertex = Vertex::Point { column: 2, row: 2 };
pub(crate) const C3_NUMBER: u16 = 41;
pub(crate) const D3: Vertex = Vertex::Point { column: 3, row: 2 };

/// Something sent: when, and what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) at: Instant,
    pub(crate) transmit: Transmit,
}

pub(crate) struct Harness {
    pub(crate) session: Session,
    pub(crate) config: Config,
    pub(crate) now: Instant,
    /// Events of the last input, without `Heard`.
    pub(crate) events: Vec<Event>,
    /// Outcome of the last frame heard.
    pub(crate) verdict: Option<FrameVerdict>,
}

impl Harness {
    /// A new session; what it has to say at once is not sent yet.
    pub(crate) fn new(config: Config) -> Self {
        Self::with(Session::new(config, Instant::ZERO), config, Instant::ZERO)
    }

    fn with(session: Session, config: Config, now: Instant) -> Self {
        Self {
            session,
            config,
            now,
            events: Vec::new(),
            verdict: None,
        }
    }

    /// A tournament's Black whose NEWGAME is out.
    pub(crate) fn black() -> Self {
        let mut harness = Self::new(Config::tournament(Color::Black));
        assert_eq!(harness.moment(), [NEWGAME]);
        harness
    }

    /// A tournament's White that waits.
    pub(crate) fn white() -> Self {
        Self::new(Config::tournament(Color::White))
    }

    /// Either color with the handshake behind it.
    pub(crate) fn playing(color: Color) -> Self {
        Self::playing_with(Config::tournament(color))
    }

    pub(crate) fn playing_with(config: Config) -> Self {
        let mut harness = Self::new(config);
        match config.color {
            Color::Black => {
                harness.moment();
                for frame in [QUERY_COLOR, QUERY_HANDICAP, READY] {
                    harness.hear(frame);
                }
            }
            Color::White => {
                for frame in [NEWGAME, ANSWER_BLACK, ANSWER_EVEN] {
                    harness.hear(frame);
                }
            }
        }
        assert_eq!(harness.events, [Event::Ready]);
        harness
    }

    /// White with one move of each side on record, its own acknowledged: Black is to move and its
    /// next frame has both bits 1.
    pub(crate) fn white_in_mid_game() -> Self {
        let mut harness = Self::playing(Color::White);
        harness.take(&black(0, 0, 307));
        assert_eq!(harness.play(C3), [white(1, 0, C3_NUMBER)]);
        harness.hear(&ok(0, 1));
        assert_eq!(harness.events, [Event::MoveAcknowledged]);
        harness
    }

    /// Black with one move of its own on record, acknowledged: White is to move and its next
    /// frame has the bits 1 and 0.
    pub(crate) fn black_in_mid_game() -> Self {
        let mut harness = Self::playing(Color::Black);
        assert_eq!(harness.play(C3), [black(0, 0, C3_NUMBER)]);
        harness.hear(&ok(0, 0));
        assert_eq!(harness.events, [Event::MoveAcknowledged]);
        harness
    }

    // --- inputs; each answers with the frames sent in the moment after it

    pub(crate) fn hear(&mut self, frame: &str) -> Vec<String> {
        self.read(&bytes(frame));
        self.moment()
    }

    /// Bytes arrive, whatever they are; nothing is sent yet.
    pub(crate) fn read(&mut self, bytes: &[u8]) {
        self.events.clear();
        let mut rest = bytes;
        while !rest.is_empty() {
            let taken = self.session.handle_bytes(self.now, rest);
            assert!(taken > 0, "with all events drained some bytes are taken");
            rest = &rest[taken..];
            self.drain_events();
        }
    }

    /// Hears a move and accepts it.
    pub(crate) fn take(&mut self, frame: &str) -> Vec<String> {
        assert_eq!(self.hear(frame), [""; 0], "nothing before it is accepted");
        assert!(
            matches!(self.events[..], [Event::MoveOffered(..)]),
            "{:?}",
            self.verdict
        );
        self.accept()
    }

    pub(crate) fn accept(&mut self) -> Vec<String> {
        self.events.clear();
        self.session.accept_move(self.now).expect("a move offered");
        self.drain_events();
        self.moment()
    }

    pub(crate) fn refuse(&mut self) -> Refusal {
        self.events.clear();
        let refusal = self.session.refuse_move(self.now).expect("a move offered");
        self.drain_events();
        refusal
    }

    pub(crate) fn play(&mut self, vertex: Vertex) -> Vec<String> {
        self.events.clear();
        self.session.send_move(vertex).expect("our turn");
        self.moment()
    }

    /// The program dies and comes back with what was on disk, an hour later.
    pub(crate) fn resume(&self) -> Self {
        let now = self.now + Duration::from_secs(3600);
        let session = Session::resume(self.config, self.session.snapshot(), now);
        Self::with(session, self.config, now)
    }

    // --- time

    /// A second passes.
    pub(crate) fn moment(&mut self) -> Vec<String> {
        texts(&self.wait(MOMENT))
    }

    /// Time passes and every deadline on the way is kept.
    pub(crate) fn wait(&mut self, time: Duration) -> Vec<Sent> {
        let end = self.now + time;
        let mut sent = Vec::new();
        loop {
            while let Some(transmit) = self.session.poll_transmit(self.now) {
                let at = self.now;
                sent.push(Sent { at, transmit });
            }
            let due = self.session.poll_timeout().filter(|due| *due <= end);
            let Some(due) = due else { break };
            assert!(due > self.now, "a deadline that has passed is not kept up");
            self.now = due;
            self.session.handle_timeout(due);
            self.drain_events();
        }
        self.now = end;
        sent
    }

    fn drain_events(&mut self) {
        while let Some(event) = self.session.poll_event() {
            match event {
                Event::Heard(_, verdict) => self.verdict = Some(verdict),
                event => self.events.push(event),
            }
        }
    }

    // --- the state

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.session.snapshot()
    }

    #[track_caller]
    pub(crate) fn assert_verdict(&self, verdict: FrameVerdict) {
        assert_eq!(self.verdict, Some(verdict));
    }

    #[track_caller]
    pub(crate) fn assert_stopped(&self, stop: Stop) {
        assert_eq!(self.session.phase(), Phase::Stopped(stop));
        assert_eq!(self.events.last(), Some(&Event::Stopped(stop)));
        assert_eq!(self.session.poll_timeout(), None, "it waits for nothing");
    }

    pub(crate) fn moves(&self) -> u16 {
        match self.session.phase() {
            Phase::Playing(progress) => progress.moves,
            phase => panic!("not playing: {phase:?}"),
        }
    }
}

pub(crate) fn texts(sent: &[Sent]) -> Vec<String> {
    sent.iter()
        .map(|sent| hex(sent.transmit.frame.to_bytes()))
        .collect()
}
