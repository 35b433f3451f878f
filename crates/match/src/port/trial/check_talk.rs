//! Two checks that get to know each other by text.
//!
//! Whoever hears a line of the other answers it once, and once more when it is answered itself. A line that names us
//! shows that both directions work and that its sender is there now: text of one that has left may still
//! wait in a driver.

use std::time::Duration;

use sgmp_proto::{Color, Instant};

use super::check_line::{CheckLine, CheckName};
use super::trial_settings::TrialSettings;

/// Time after which a check that does not hear us yet is told again that we hear it.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// Number of times that it is told again.
const RETRIES: u32 = 2;
/// Time within which comes what was said before we listened.
pub(super) const OLD_INPUT_TIME: Duration = Duration::from_secs(1);
/// A line of a check is not longer, whatever stands before it.
const MAX_LINE_LENGTH: usize = 120;

/// A line that was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TalkHeard {
    OwnLine,
    /// The first one of a check with this color that shows that it hears us.
    Met(Option<Color>),
    /// Another one of a check with this color.
    Line(Option<Color>),
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

/// One side of the talk.
#[derive(Debug)]
pub(super) struct CheckTalk {
    name: CheckName,
    color: Option<Color>,
    begun: Instant,
    retry: Duration,
    /// The line that is not whole yet.
    line: Vec<u8>,
    to_say: Option<CheckLine>,
    other: Option<OtherCheck>,
}

impl CheckTalk {
    pub(super) fn new(settings: &TrialSettings, name: CheckName, now: Instant) -> Self {
        Self {
            name,
            color: settings.color,
            begun: now,
            retry: settings.on_line(RETRY_INTERVAL),
            line: Vec::new(),
            to_say: None,
            other: None,
        }
    }

    /// Takes a byte of text; returns the line of a check that it completes.
    pub(super) fn hear(&mut self, byte: u8, now: Instant) -> Option<TalkHeard> {
        if !matches!(byte, b'\n' | b'\r') {
            if self.line.len() == MAX_LINE_LENGTH {
                self.line.clear();
            }
            self.line.push(byte);
            return None;
        }
        let line = std::mem::take(&mut self.line);
        let line = CheckLine::parse(&String::from_utf8_lossy(&line))?;
        log::info!("heard {line}");
        Some(self.hear_line(line, now))
    }

    fn hear_line(&mut self, line: CheckLine, now: Instant) -> TalkHeard {
        if line.from == self.name {
            return TalkHeard::OwnLine;
        }
        let known = self.other.filter(|other| other.name == line.from);
        let was_met = known.is_some_and(|other| other.hears_us);
        let hears_us = line.hears == Some(self.name);
        self.other = Some(OtherCheck {
            name: line.from,
            color: line.color,
            hears_us: was_met || hears_us,
            is_live: now > self.begun + OLD_INPUT_TIME,
            tell_again: now + self.retry,
            told_again: known.map_or(0, |other| other.told_again),
        });
        if !(was_met && hears_us) {
            self.say();
        }
        if hears_us && !was_met {
            TalkHeard::Met(line.color)
        } else {
            TalkHeard::Line(line.color)
        }
    }

    /// Says who we are, and whom we hear.
    pub(super) fn say(&mut self) {
        self.to_say = Some(CheckLine {
            from: self.name,
            color: self.color,
            hears: self.other.map(|other| other.name),
        });
    }

    /// Says it again where the other check may have missed it; returns whether it does.
    pub(super) fn tell_again(&mut self, now: Instant) -> bool {
        let Some(other) = &mut self.other else {
            return false;
        };
        let is_due = !other.hears_us && other.told_again < RETRIES && now >= other.tell_again;
        if is_due {
            other.told_again += 1;
            other.tell_again = now + self.retry;
            self.say();
        }
        is_due
    }

    /// The next line to say.
    pub(super) const fn poll(&mut self) -> Option<CheckLine> {
        self.to_say.take()
    }

    /// Returns whether there is a line to say.
    pub(super) const fn has_line(&self) -> bool {
        self.to_say.is_some()
    }

    /// Returns whether a line of another check has come.
    pub(super) const fn is_known(&self) -> bool {
        self.other.is_some()
    }

    /// Returns whether another check hears us.
    pub(super) fn is_met(&self) -> bool {
        self.other.is_some_and(|other| other.hears_us)
    }

    /// Returns whether another check is there now, and has not heard us yet.
    pub(super) fn is_unheard(&self) -> bool {
        self.other
            .is_some_and(|other| other.is_live && !other.hears_us)
    }

    /// Returns whether a NEWGAME that one of this color hears is that of a check with another color.
    pub(super) fn explains_newgame_to(&self, color: Color) -> bool {
        self.is_met()
            || self.is_unheard() && self.other.is_some_and(|other| other.color != Some(color))
    }
}
