//! The pages of two persons: opened, closed, silent.

use std::time::Duration;

use sgmp_proto::Instant;

use sgmp_board::rules::{ByColor, Color};

/// Silence of a page after which its person is taken to be away. A page that is hidden asks once a minute at least.
const MAX_SILENCE: Duration = Duration::from_secs(90);

/// A person's page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PageOf {
    /// It has never been opened.
    #[default]
    Awaited,
    /// It was heard of last at this time.
    Open(Instant),
    /// It was closed, or has been silent.
    Left,
}

/// Two persons' pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence(ByColor<PageOf>);

impl Presence {
    /// The person's page asks now.
    pub(super) fn see(&mut self, color: Color, now: Instant) {
        self.0[color] = PageOf::Open(now);
    }

    /// The person's page is closed.
    pub(super) fn leave(&mut self, color: Color) {
        if self.0[color] != PageOf::Awaited {
            self.0[color] = PageOf::Left;
        }
    }

    /// Returns whether both persons have been here once.
    pub(super) fn have_both_come(&self) -> bool {
        Color::BOTH
            .iter()
            .all(|color| self.0[*color] != PageOf::Awaited)
    }

    pub(super) fn is_there(&self, color: Color, now: Instant) -> bool {
        self.lapses(color).is_some_and(|lapses| lapses > now)
    }

    /// The time from which a person who is there counts as away.
    pub(super) fn lapses(&self, color: Color) -> Option<Instant> {
        match self.0[color] {
            PageOf::Open(heard) => Some(heard + MAX_SILENCE),
            PageOf::Awaited | PageOf::Left => None,
        }
    }

    /// Notes who has been silent for too long; true if anybody.
    pub(super) fn drop_silent(&mut self, now: Instant) -> bool {
        let is_silent = |color: &Color| self.lapses(*color).is_some_and(|lapses| lapses <= now);
        let silent: Vec<_> = Color::BOTH.into_iter().filter(is_silent).collect();
        for color in &silent {
            self.leave(*color);
        }
        !silent.is_empty()
    }

    pub(super) fn page(&self, color: Color) -> PageOf {
        self.0[color]
    }
}

impl PageOf {
    /// The word that pages read.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Awaited => "awaited",
            Self::Open(_) => "here",
            Self::Left => "left",
        }
    }
}
