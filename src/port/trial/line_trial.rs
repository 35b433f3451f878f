//! One side of a trial of the line: listens, asks no more than it has to, and finds out who is there.
//!
//! A match that waits at the other end is disturbed as little as can be:
//!
//! - Without a color nothing is asked of a Black, whose NEWGAME says that it is there; and a White is asked for
//!   only when a Black that waits would have been heard, for it takes a second NEWGAME for a second Black.
//! - As White the OK is withheld that would begin a game.
//! - As Black a game that the other side has begun is put back by another NEWGAME.
//!
//! Two checks know each other by lines of text ([`CheckLine`]). Whoever is asked answers, and a line that names
//! ours shows that both directions work and that its sender is there now: text of one that has left may still
//! wait in a driver.

use std::time::Duration;

use sgmp_proto::{Color, Config, Frame, Heard, Instant, Message, Phase, Query, Session, Transmit};

use super::check_line::{CheckLine, CheckName};
use super::heard_bytes::HeardBytes;
use super::trial_finding::{BegunGame, Diagnosis, OtherEnd};
use super::trial_stage::{Probe, ProbeAim, Stage};

/// Silence at the beginning after which a check says that it is there.
const HELLO_DELAY: Duration = Duration::from_secs(2);
/// Time for an answer on a fast line.
const REPLY_TIMEOUT: Duration = Duration::from_millis(2500);
/// Time that a handshake takes on a fast line once two checks have met.
const MEETING_TIMEOUT: Duration = Duration::from_secs(5);
/// Time after which a check that does not hear us yet is told again that we hear it.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// What was said before we listened comes within this time.
const OLD_INPUT_TIME: Duration = Duration::from_secs(1);
/// Number of times that it is told again.
const RETRIES: u32 = 2;
/// Time beyond a Black's resend interval in which its NEWGAME would be heard.
const LISTEN_MARGIN: Duration = Duration::from_secs(2);
/// After the finding, time for a check at the other end to find the same, and for what an echo brings.
const PARTING_TIMEOUT: Duration = Duration::from_secs(2);
/// After any other finding, time for the last frame to leave.
const LEAVING_TIMEOUT: Duration = Duration::from_millis(500);
/// A few lines of checks take as long as so many frames on the line.
const LINE_FRAMES: u32 = 16;
/// A line of a check is not longer, whatever stands before it.
const MAX_LINE_LENGTH: usize = 120;

/// The settings of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialSettings {
    /// Our color; `None`: the one that the other side leaves.
    pub color: Option<Color>,
    /// The session's settings; its color is ours. A Black at the other end is expected to say NEWGAME again after
    /// the same time as we would.
    pub config: Config,
    /// Time to look for the other side.
    pub wait: Duration,
}

impl TrialSettings {
    /// Time in which a Black that waits is heard.
    #[must_use]
    pub fn listening(&self) -> Duration {
        self.config.resend.saturating_add(LISTEN_MARGIN)
    }

    /// A time on this line: longer by that of a few lines.
    fn on_line(&self, time: Duration) -> Duration {
        time.saturating_add(self.config.pace.frame * LINE_FRAMES)
    }
}

/// A check at the other end.
#[derive(Clone, Copy, Debug)]
struct OtherCheck {
    name: CheckName,
    color: Option<Color>,
    hears_us: bool,
    /// Its line came while we listened, and has not waited in a driver.
    is_live: bool,
    tell_again: Instant,
    told_again: u32,
}

/// One side of a trial. [`LineTrial::handle_timeout`] is called at least ten times a second.
pub struct LineTrial {
    settings: TrialSettings,
    name: CheckName,
    heard: HeardBytes,
    /// The text line that is not whole yet.
    line: Vec<u8>,
    stage: Stage,
    /// The color that we play: ours, or the one that another check leaves.
    acting: Option<Color>,
    begun: Instant,
    until: Instant,
    /// The time to say that we are here, if nothing is heard before.
    hello: Option<Instant>,
    to_say: Option<CheckLine>,
    /// The line is ours to use from here on.
    free_at: Instant,
    has_frames: bool,
    asked_for_white: bool,
    other: Option<OtherCheck>,
    /// The finding, unless another check says before this time that it is there.
    candidate: Option<(Diagnosis, Instant)>,
    /// The finding, and the time to leave.
    settled: Option<(Diagnosis, Instant)>,
}

impl LineTrial {
    /// A trial that begins; as Black it has its NEWGAME to send.
    #[must_use]
    pub fn new(settings: TrialSettings, name: CheckName, now: Instant) -> Self {
        let stage = match settings.color {
            Some(Color::Black) => Stage::handshake(settings.config, Color::Black, now),
            Some(Color::White) | None => Stage::Listening,
        };
        Self {
            settings,
            name,
            heard: HeardBytes::default(),
            line: Vec::new(),
            stage,
            acting: settings.color,
            begun: now,
            until: now + settings.wait,
            hello: Some(now + HELLO_DELAY.min(settings.wait / 2)),
            to_say: None,
            free_at: now,
            has_frames: false,
            asked_for_white: false,
            other: None,
            candidate: None,
            settled: None,
        }
    }

    /// All that came.
    #[must_use]
    pub const fn heard(&self) -> &HeardBytes {
        &self.heard
    }

    /// Returns whether it is known what there is to know, or the time is over.
    #[must_use]
    pub fn is_over(&self, now: Instant) -> bool {
        match self.settled {
            Some((_, leave)) => now >= leave,
            None => {
                now >= self.until && self.candidate.is_none() && !self.has_to_ask_for_white(now)
            }
        }
    }

    /// The finding, if there is one already.
    #[must_use]
    pub fn found(&self) -> Option<Diagnosis> {
        let found = self.settled.or(self.candidate);
        found.map(|(diagnosis, _)| diagnosis)
    }

    /// The finding, or how far it came without one.
    #[must_use]
    pub fn diagnosis(&self) -> Diagnosis {
        let is_unheard = |other: &OtherCheck| other.is_live && !other.hears_us;
        let unheard = self.other.filter(is_unheard);
        let unheard = unheard.map(|_| Diagnosis::Unheard);
        self.found().or(unheard).unwrap_or(Diagnosis::NoHandshake {
            phase: self.stage.phase(),
            asked_for_white: self.asked_for_white,
        })
    }

    // --- inputs

    /// Takes bytes that came before the trial began: they are counted, and nothing else.
    pub fn note_old(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.heard.take(byte);
        }
    }

    /// Takes bytes.
    pub fn handle_bytes(&mut self, bytes: &[u8], now: Instant) {
        for &byte in bytes {
            match self.heard.take(byte) {
                Some(Heard::Frame(frame)) => self.hear_frame(frame, now),
                Some(Heard::Talk(byte)) => self.hear_talk(byte, now),
                Some(Heard::Garbled { .. }) | None => {}
            }
        }
    }

    /// Takes note that time has passed.
    pub fn handle_timeout(&mut self, now: Instant) {
        if let Stage::Handshake(session, _) = &mut self.stage {
            session.handle_timeout(now);
            self.follow_session(now);
        }
        if self.settled.is_some() {
            return;
        }
        if let Some((diagnosis, at)) = self.candidate
            && now >= at
        {
            return self.settle(diagnosis, now);
        }
        if self.hello.is_some_and(|at| now >= at) {
            self.hello = None;
            if self.is_silent() && self.other.is_none() {
                self.say_hello(now);
            }
        }
        self.tell_again(now);
        if self.has_to_ask_for_white(now) {
            self.probe(ProbeAim::FindWhite, now);
        }
    }

    // --- outputs

    /// The next frame for the line.
    pub fn poll_transmit(&mut self, now: Instant) -> Option<Transmit> {
        if now < self.free_at {
            return None;
        }
        let transmit = self.stage.poll_transmit(now)?;
        self.heard.note_sent(transmit.frame);
        let pace = self.settings.config.pace;
        self.free_at = now + pace.frame + pace.gap;
        Some(transmit)
    }

    /// The next line of text for the line; frames go first.
    pub fn poll_text(&mut self, now: Instant) -> Option<Vec<u8>> {
        if now < self.free_at {
            return None;
        }
        let bytes = self.to_say.take()?.to_bytes();
        let pace = self.settings.config.pace;
        let frames = u32::try_from(bytes.len().div_ceil(4)).unwrap_or(u32::MAX);
        self.free_at = now + pace.frame * frames + pace.gap;
        Some(bytes)
    }

    /// The time at which there is something to send or to do, if it is known.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let text = self.to_say.map(|_| self.free_at);
        let stage = self.stage.poll_timeout();
        let stage = stage.map(|at| at.max(self.free_at));
        [text, stage].into_iter().flatten().min()
    }

    // --- frames

    fn hear_frame(&mut self, frame: Frame, now: Instant) {
        log::info!("heard {frame:?}");
        self.has_frames = true;
        if self.settled.is_some() && !matches!(self.stage, Stage::Handshake(..)) {
            return;
        }
        match (&mut self.stage, frame.message()) {
            (Stage::Handshake(_, Color::Black), Message::NewGame) => self.hear_second_black(now),
            (Stage::Handshake(session, _), _) => {
                hand_over(session, frame, now);
                self.follow_session(now);
            }
            (
                Stage::Probing(Probe {
                    aim: ProbeAim::PutBack,
                    ..
                }),
                Message::NewGame,
            ) => {}
            (Stage::Listening | Stage::Probing(_), Message::NewGame) => {
                self.hear_newgame(frame, now);
            }
            (Stage::Probing(probe), _) => {
                let aim = probe.aim;
                if probe.hear(frame, now) {
                    self.hear_white(aim, now);
                }
            }
            // A White that has been asked before says its question again: it may be asked again.
            (Stage::Listening, Message::Query(Query::COLOR)) if self.acting.is_none() => {
                self.probe(ProbeAim::FindWhite, now);
            }
            (Stage::Listening, _) => {}
        }
    }

    /// A Black is there. It is asked by a White; without a color it is not.
    fn hear_newgame(&mut self, frame: Frame, now: Instant) {
        if self.acting == Some(Color::White) {
            let mut stage = Stage::handshake(self.settings.config, Color::White, now);
            if let Stage::Handshake(session, _) = &mut stage {
                hand_over(session, frame, now);
            }
            self.stage = stage;
            self.follow_session(now);
        } else if self.acting.is_none()
            && self.found() != Some(Diagnosis::BlackWaits)
            && !self.other.is_some_and(|other| other.is_live)
        {
            self.stage = Stage::Listening;
            self.suspect(Diagnosis::BlackWaits, now);
        }
    }

    /// As Black we hear a NEWGAME: an echo of our own, that of another Black, or one with which a check without a
    /// color has looked for us. Lines of text tell which.
    fn hear_second_black(&mut self, now: Instant) {
        let is_known = self.other.is_some_and(|other| {
            other.hears_us || other.is_live && other.color != Some(Color::Black)
        });
        if self.settled.is_none() && !is_known {
            self.suspect(Diagnosis::SameColor(Color::Black, OtherEnd::Program), now);
        }
    }

    /// A White answers our NEWGAME.
    fn hear_white(&mut self, aim: ProbeAim, now: Instant) {
        match (aim, self.acting) {
            (ProbeAim::PutBack, _) => {
                self.settle(Diagnosis::WhiteAsked(BegunGame::PutBack), now);
            }
            (ProbeAim::FindWhite, Some(color)) => {
                self.suspect(Diagnosis::SameColor(color, OtherEnd::Program), now);
            }
            (ProbeAim::FindWhite, None) => self.suspect(Diagnosis::WhiteWaits, now),
        }
    }

    /// Follows the handshake to where a trial stops.
    fn follow_session(&mut self, now: Instant) {
        let Stage::Handshake(session, color) = &mut self.stage else {
            return;
        };
        while session.poll_event().is_some() {}
        let (phase, color) = (session.phase(), *color);
        if self.settled.is_some() {
            return;
        }
        let asked = Diagnosis::WhiteAsked(BegunGame::Unknown);
        let answered = Diagnosis::BlackAnswered(OtherEnd::Program);
        match (phase, color) {
            (Phase::Stopped(stop), _) => self.settle(Diagnosis::Stopped(stop), now),
            (Phase::Playing(_), Color::White) if self.found() != Some(answered) => {
                self.suspect(answered, now);
            }
            (Phase::ColorAnswered, Color::Black) => self.candidate = None,
            (Phase::HandicapAnswered, Color::Black) if self.found() != Some(asked) => {
                self.suspect(asked, now);
            }
            (Phase::Playing(_), Color::Black) => {
                // Its OK begins a game, which nobody plays.
                self.probe(ProbeAim::PutBack, now);
                let goes_on = Diagnosis::WhiteAsked(BegunGame::GoesOn);
                self.candidate = Some((goes_on, now + self.settings.on_line(REPLY_TIMEOUT)));
            }
            _ => {}
        }
    }

    // --- text

    fn hear_talk(&mut self, byte: u8, now: Instant) {
        if !matches!(byte, b'\n' | b'\r') {
            if self.line.len() == MAX_LINE_LENGTH {
                self.line.clear();
            }
            self.line.push(byte);
            return;
        }
        let line = std::mem::take(&mut self.line);
        if let Some(line) = CheckLine::parse(&String::from_utf8_lossy(&line)) {
            self.hear_check(line, now);
        }
    }

    fn hear_check(&mut self, line: CheckLine, now: Instant) {
        log::info!("heard {line}");
        let is_open = self.settled.is_none();
        if line.from == self.name {
            if is_open {
                self.settle(Diagnosis::Echo, now);
            }
            return;
        }
        let known = self.other.filter(|other| other.name == line.from);
        let was_met = known.is_some_and(|other| other.hears_us);
        let hears_us = line.hears == Some(self.name);
        self.other = Some(OtherCheck {
            name: line.from,
            color: line.color,
            hears_us: was_met || hears_us,
            is_live: now > self.begun + OLD_INPUT_TIME,
            tell_again: now + self.settings.on_line(RETRY_INTERVAL),
            told_again: known.map_or(0, |other| other.told_again),
        });
        if !(was_met && hears_us) {
            self.to_say = Some(self.own_line());
        }
        if !is_open {
            return;
        }
        self.stay(REPLY_TIMEOUT, now);
        if hears_us && !was_met {
            self.meet(line.color, now);
        } else if self
            .candidate
            .is_some_and(|(found, _)| is_explained_by(line, found))
        {
            self.candidate = None;
        }
    }

    /// Another check is there, and each hears the other.
    fn meet(&mut self, theirs: Option<Color>, now: Instant) {
        if let Some((diagnosis @ (Diagnosis::BlackAnswered(_) | Diagnosis::WhiteAsked(_)), _)) =
            self.candidate
        {
            return self.settle(of_check(diagnosis), now);
        }
        self.candidate = None;
        let acting = match (self.settings.color, theirs) {
            (None, None) => return self.settle(Diagnosis::ChecksHear, now),
            (Some(ours), Some(theirs)) if ours == theirs => {
                return self.settle(Diagnosis::SameColor(ours, OtherEnd::Check), now);
            }
            (Some(ours), _) => ours,
            (None, Some(theirs)) => theirs.other(),
        };
        self.acting = Some(acting);
        self.stay(MEETING_TIMEOUT, now);
        match (&self.stage, acting) {
            (Stage::Handshake(session, _), Color::Black)
                if session.phase() != Phase::NewGameSent => {}
            // A White that came later has not heard the first one.
            (_, Color::Black) => {
                self.stage = Stage::handshake(self.settings.config, Color::Black, now);
            }
            (Stage::Handshake(..), Color::White) => {}
            (_, Color::White) => self.stage = Stage::Listening,
        }
    }

    fn own_line(&self) -> CheckLine {
        CheckLine {
            from: self.name,
            color: self.settings.color,
            hears: self.other.map(|other| other.name),
        }
    }

    fn say_hello(&mut self, now: Instant) {
        self.to_say = Some(self.own_line());
        self.stay(REPLY_TIMEOUT, now);
    }

    /// The other check may have missed our line.
    fn tell_again(&mut self, now: Instant) {
        let Some(other) = &mut self.other else {
            return;
        };
        if !other.hears_us && other.told_again < RETRIES && now >= other.tell_again {
            other.told_again += 1;
            other.tell_again = now + self.settings.on_line(RETRY_INTERVAL);
            self.say_hello(now);
        }
    }

    // --- findings

    /// Returns whether it is time to look for a White with a NEWGAME of our own, where a Black that waits would
    /// have been heard: without a color as soon as that is sure, as White at the end.
    fn has_to_ask_for_white(&self, now: Instant) -> bool {
        let is_sure = now >= self.begun + self.settings.listening();
        let is_time = match self.acting {
            None => true,
            Some(Color::White) => now >= self.until,
            Some(Color::Black) => false,
        };
        let is_idle = matches!(self.stage, Stage::Listening) && self.candidate.is_none();
        is_sure && is_time && is_idle && !self.asked_for_white && self.is_silent()
    }

    fn probe(&mut self, aim: ProbeAim, now: Instant) {
        self.asked_for_white = true;
        self.stage = Stage::Probing(Probe::new(aim, now));
        self.stay(REPLY_TIMEOUT, now);
        if aim == ProbeAim::FindWhite {
            // A check that hears our NEWGAME is to know whose it is.
            self.to_say = Some(self.own_line());
        }
    }

    /// Returns whether nobody has said anything that we know.
    fn is_silent(&self) -> bool {
        !self.has_frames && self.heard.speaker().is_none()
    }

    /// Listens at least so long.
    fn stay(&mut self, time: Duration, now: Instant) {
        self.until = self.until.max(now + self.settings.on_line(time));
    }

    /// A finding, unless the other side says that it is another check.
    fn suspect(&mut self, diagnosis: Diagnosis, now: Instant) {
        if self.other.is_some_and(|other| other.hears_us) {
            return self.settle(of_check(diagnosis), now);
        }
        self.candidate = Some((diagnosis, now + self.settings.on_line(REPLY_TIMEOUT)));
        // A match answers our last answer with an OK: it is left in peace.
        if !matches!(diagnosis, Diagnosis::WhiteAsked(_)) {
            self.to_say = Some(self.own_line());
        }
    }

    fn settle(&mut self, diagnosis: Diagnosis, now: Instant) {
        let has_company = self.other.is_some() || diagnosis == Diagnosis::Echo;
        let time = if has_company {
            PARTING_TIMEOUT
        } else {
            LEAVING_TIMEOUT
        };
        self.candidate = None;
        self.settled = Some((diagnosis, now + self.settings.on_line(time)));
        if !matches!(
            diagnosis,
            Diagnosis::BlackAnswered(_) | Diagnosis::WhiteAsked(_)
        ) {
            self.stage = Stage::Listening;
        }
    }
}

/// Hands a frame to a session that has no events left.
fn hand_over(session: &mut Session, frame: Frame, now: Instant) {
    let _all = session.handle_bytes(now, &frame.to_bytes());
}

/// Returns whether what was taken for a match is the check that says this, and perhaps does not hear us.
fn is_explained_by(line: CheckLine, found: Diagnosis) -> bool {
    match found {
        Diagnosis::BlackWaits | Diagnosis::WhiteWaits => true,
        Diagnosis::SameColor(color, OtherEnd::Program) => line.color != Some(color),
        _ => false,
    }
}

/// The same finding where the other end is known as a check.
const fn of_check(diagnosis: Diagnosis) -> Diagnosis {
    match diagnosis {
        Diagnosis::BlackAnswered(_) => Diagnosis::BlackAnswered(OtherEnd::Check),
        Diagnosis::SameColor(color, _) => Diagnosis::SameColor(color, OtherEnd::Check),
        Diagnosis::WhiteAsked(_) => Diagnosis::WhiteAsked(BegunGame::None),
        other => other,
    }
}
