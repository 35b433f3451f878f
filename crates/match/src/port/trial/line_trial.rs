//! One side of a trial of the line: listens, asks no more than it has to, and finds out who is there.
//!
//! A match that waits at the other end is disturbed as little as can be:
//!
//! - Without a color nothing is asked of a Black, whose NEWGAME says that it is there; and a White is asked for
//!   only when a Black that waits would have been heard, for it takes a second NEWGAME for a second Black.
//! - As White the OK is withheld that would begin a game.
//! - Nothing is asked once a frame shows that a game is under way, and on a silent line no NEWGAME comes again as soon as
//!   that of a program that begins would: a match whose opponent is to move is silent, too.
//! - As Black the first question of a White is answered by another NEWGAME, and no game begins.
//!
//! Two checks know each other by lines of text ([`CheckTalk`]).

use std::time::Duration;

use sgmp_proto::{Color, Frame, Heard, Instant, Message, Phase, Query, Session, Transmit};

use super::check_line::CheckName;
use super::check_talk::{CheckTalk, OLD_INPUT_TIME, TalkHeard};
use super::heard_bytes::{HeardBytes, is_of_a_game};
use super::trial_finding::{Diagnosis, OtherEnd};
use super::trial_settings::TrialSettings;
use super::trial_stage::{Probe, Stage};

/// Silence at the beginning after which a check says that it is there.
const HELLO_DELAY: Duration = Duration::from_secs(2);
/// Time for an answer on a fast line.
const REPLY_TIMEOUT: Duration = Duration::from_millis(2500);
/// Time that a handshake takes on a fast line once two checks have met.
const MEETING_TIMEOUT: Duration = Duration::from_secs(5);
/// After the finding, time for a check at the other end to find the same, and for what an echo brings.
const PARTING_TIMEOUT: Duration = Duration::from_secs(2);
/// After any other finding, time for the last frame to leave.
const LEAVING_TIMEOUT: Duration = Duration::from_millis(500);

/// One side of a trial. [`LineTrial::handle_timeout`] is called at least ten times a second.
pub struct LineTrial {
    settings: TrialSettings,
    heard: HeardBytes,
    talk: CheckTalk,
    stage: Stage,
    /// The color that we play: ours, or the one that another check leaves.
    acting: Option<Color>,
    begun: Instant,
    until: Instant,
    /// The time to say that we are here, if nothing is heard before.
    hello: Option<Instant>,
    /// The line is ours to use from here on.
    free_at: Instant,
    has_frames: bool,
    asked_for_white: bool,
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
            Some(Color::Black) => Stage::handshake(settings.cautious(), Color::Black, now),
            Some(Color::White) | None => Stage::Listening,
        };
        Self {
            settings,
            heard: HeardBytes::default(),
            talk: CheckTalk::new(&settings, name, now),
            stage,
            acting: settings.color,
            begun: now,
            until: now + settings.wait,
            hello: Some(now + HELLO_DELAY.min(settings.wait / 2)),
            free_at: now,
            has_frames: false,
            asked_for_white: false,
            candidate: None,
            settled: None,
        }
    }

    /// All that came, counted, with what was there before the trial began.
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
        let unheard = self.talk.is_unheard().then_some(Diagnosis::Unheard);
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

    /// Takes bytes that came during the trial; what they show may end it.
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
            if self.is_silent() && !self.talk.is_known() {
                self.say_hello(now);
            }
        }
        if self.talk.tell_again(now) {
            self.stay(REPLY_TIMEOUT, now);
        }
        if self.has_to_ask_for_white(now) {
            self.probe(now);
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
        let bytes = self.talk.poll()?.to_bytes();
        let pace = self.settings.config.pace;
        let frames = u32::try_from(bytes.len().div_ceil(4)).unwrap_or(u32::MAX);
        self.free_at = now + pace.frame * frames + pace.gap;
        Some(bytes)
    }

    /// The time at which there is something to send or to do, if it is known.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let text = self.talk.has_line().then_some(self.free_at);
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
        if self.is_of_a_game(frame.message()) {
            return self.hear_game(now);
        }
        match (&mut self.stage, frame.message()) {
            (Stage::Handshake(_, Color::Black), Message::NewGame) => self.hear_second_black(now),
            // A match that waits is not begun; a check is asked for the rest when it has said that it is one.
            (Stage::Handshake(_, Color::Black), Message::Query(Query::COLOR))
                if !self.talk.is_met() =>
            {
                let mut probe = Probe::new();
                probe.hear(frame);
                self.stage = Stage::Probing(probe);
                self.hear_white(now);
            }
            (Stage::Handshake(session, _), _) => {
                hand_over(session, frame, now);
                self.follow_session(now);
            }
            (Stage::Listening | Stage::Probing(_), Message::NewGame) => {
                self.hear_newgame(frame, now);
            }
            (Stage::Probing(probe), _) => {
                if probe.hear(frame) {
                    self.hear_white(now);
                }
            }
            // A White that has been asked before says its question again: it may be asked again.
            (Stage::Listening, Message::Query(Query::COLOR)) if self.acting.is_none() => {
                self.probe(now);
            }
            (Stage::Listening, _) => {}
        }
    }

    /// Returns whether a frame is that of a game under way; where nothing was asked and nobody is known, an OK or a DENY is,
    /// too.
    fn is_of_a_game(&self, message: Message) -> bool {
        let is_unasked = matches!(self.stage, Stage::Listening) && !self.asked_for_white;
        let is_one = match message {
            Message::Ok | Message::Deny => is_unasked && !self.talk.is_known(),
            other => is_of_a_game(other),
        };
        is_one && self.found().is_none() && !self.talk.is_met()
    }

    /// A game is under way: no more is said. What had waited in a driver may be of one that is over.
    fn hear_game(&mut self, now: Instant) {
        let is_black = matches!(self.stage, Stage::Handshake(_, Color::Black));
        let said_newgame = self.asked_for_white || is_black;
        self.stage = Stage::Listening;
        if now > self.begun + OLD_INPUT_TIME {
            self.settle(Diagnosis::GameUnderWay { said_newgame }, now);
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
            && !self.talk.is_unheard()
        {
            self.stage = Stage::Listening;
            self.suspect(Diagnosis::BlackWaits, now);
        }
    }

    /// As Black we hear a NEWGAME: an echo of our own, that of another Black, or one with which a check without a
    /// color has looked for us. Lines of text tell which.
    fn hear_second_black(&mut self, now: Instant) {
        if self.settled.is_none() && !self.talk.explains_newgame_to(Color::Black) {
            self.suspect(Diagnosis::SameColor(Color::Black, OtherEnd::Program), now);
        }
    }

    /// A White answers our NEWGAME.
    fn hear_white(&mut self, now: Instant) {
        let found = match self.acting {
            Some(Color::White) => Diagnosis::SameColor(Color::White, OtherEnd::Program),
            Some(Color::Black) | None => Diagnosis::WhiteWaits,
        };
        self.suspect(found, now);
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
        let answered = Diagnosis::BlackAnswered(OtherEnd::Program);
        match (phase, color) {
            (Phase::Stopped(stop), _) => self.settle(Diagnosis::Stopped(stop), now),
            (Phase::Playing(_), Color::White) if self.found() != Some(answered) => {
                self.suspect(answered, now);
            }
            (Phase::HandicapAnswered, Color::Black) => self.settle(Diagnosis::WhiteAsked, now),
            _ => {}
        }
    }

    // --- text

    fn hear_talk(&mut self, byte: u8, now: Instant) {
        let Some(heard) = self.talk.hear(byte, now) else {
            return;
        };
        if self.settled.is_some() {
            return;
        }
        self.stay(REPLY_TIMEOUT, now);
        match heard {
            TalkHeard::OwnLine => self.settle(Diagnosis::Echo, now),
            TalkHeard::Met(theirs) => self.meet(theirs, now),
            TalkHeard::Line(theirs) => {
                let candidate = self.candidate;
                if candidate.is_some_and(|(found, _)| is_explained_by(theirs, found)) {
                    self.candidate = None;
                }
            }
        }
    }

    /// Another check is there, and each hears the other.
    fn meet(&mut self, theirs: Option<Color>, now: Instant) {
        if let Some((diagnosis @ Diagnosis::BlackAnswered(_), _)) = self.candidate {
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

    fn say_hello(&mut self, now: Instant) {
        self.talk.say();
        self.stay(REPLY_TIMEOUT, now);
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

    fn probe(&mut self, now: Instant) {
        self.asked_for_white = true;
        self.stage = Stage::Probing(Probe::new());
        self.stay(REPLY_TIMEOUT, now);
        // A check that hears our NEWGAME is to know whose it is.
        self.talk.say();
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
        if self.talk.is_met() {
            return self.settle(of_check(diagnosis), now);
        }
        self.candidate = Some((diagnosis, now + self.settings.on_line(REPLY_TIMEOUT)));
        self.talk.say();
    }

    fn settle(&mut self, diagnosis: Diagnosis, now: Instant) {
        let has_company = self.talk.is_known() || diagnosis == Diagnosis::Echo;
        let time = if has_company {
            PARTING_TIMEOUT
        } else {
            LEAVING_TIMEOUT
        };
        self.candidate = None;
        self.settled = Some((diagnosis, now + self.settings.on_line(time)));
        if !matches!(
            diagnosis,
            Diagnosis::BlackAnswered(_) | Diagnosis::WhiteAsked
        ) {
            self.stage = Stage::Listening;
        }
    }
}

/// Hands a frame to a session that has no events left.
fn hand_over(session: &mut Session, frame: Frame, now: Instant) {
    let _all = session.handle_bytes(now, &frame.to_bytes());
}

/// Returns whether what was taken for a match is a check of this color, which perhaps does not hear us.
fn is_explained_by(theirs: Option<Color>, found: Diagnosis) -> bool {
    match found {
        Diagnosis::BlackWaits | Diagnosis::WhiteWaits => true,
        Diagnosis::SameColor(color, OtherEnd::Program) => theirs != Some(color),
        _ => false,
    }
}

/// The same finding where the other end is known as a check.
const fn of_check(diagnosis: Diagnosis) -> Diagnosis {
    match diagnosis {
        Diagnosis::BlackAnswered(_) => Diagnosis::BlackAnswered(OtherEnd::Check),
        Diagnosis::SameColor(color, _) => Diagnosis::SameColor(color, OtherEnd::Check),
        other => other,
    }
}
