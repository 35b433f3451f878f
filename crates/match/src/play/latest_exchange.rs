//! The latest exchange of the two sides, by what one of them knows.

use std::time::Duration;

use super::pause::{Account, Accounts};
use sgmp_board::rules::{ByColor, Color};

/// A moment at which one side had heard all from the other, or may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exchange<At> {
    pub(super) at: At,
    /// The clocks then.
    pub(super) used: ByColor<Duration>,
    /// The side on move.
    pub(super) to: Color,
}

/// The latest exchange, by what one side knows, and what it may be for the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct LatestExchange<At> {
    known: Exchange<At>,
    /// The latest with the other side on move: it stands if our last OK was lost.
    earlier: Option<Exchange<At>>,
    /// The time of our last move, while that waits for its OK: it stands if the move has arrived.
    sent: Option<Exchange<At>>,
}

impl<At: Copy> LatestExchange<At> {
    pub(super) const fn new(first: Exchange<At>) -> Self {
        Self {
            known: first,
            earlier: None,
            sent: None,
        }
    }

    pub(super) fn renew(&mut self, latest: Exchange<At>) {
        let before = std::mem::replace(&mut self.known, latest);
        // Where the answer to our move came without its OK, the other side was on move from that move on.
        let earlier = match before.to == latest.to {
            true => self.sent,
            false => Some(before),
        };
        self.earlier = earlier.or(self.earlier);
        self.sent = None;
    }

    /// A move of the side on move goes out: if it arrives, the other side is on move from here.
    pub(super) fn note_sent(&mut self, at: At, used: ByColor<Duration>) {
        let to = !self.known.to;
        self.sent.get_or_insert(Exchange { at, used, to });
    }

    pub(super) const fn at(&self) -> At {
        self.known.at
    }

    pub(super) const fn on_move(&self) -> Color {
        self.known.to
    }

    /// Where the time since then has these lengths, its accounts.
    pub(super) fn accounts(&self, length: impl Fn(At) -> Duration, was_over: bool) -> Accounts {
        let account = |exchange: Exchange<At>| Account {
            to: exchange.to,
            length: length(exchange.at),
            used: exchange.used,
        };
        Accounts {
            known: account(self.known),
            others: [self.sent, self.earlier]
                .into_iter()
                .flatten()
                .map(account)
                .collect(),
            was_over,
            is_length_known: true,
        }
    }

    /// This side says its last move again, so that our OK to it was lost: it was on move.
    pub(super) fn was_on_move(&mut self, side: Color) {
        if let Some(earlier) = &mut self.earlier
            && (self.known.to, earlier.to) == (!side, side)
        {
            std::mem::swap(&mut self.known, earlier);
        }
    }

    /// Other clocks hold for the exchanges of these times.
    pub(super) fn move_clocks(
        &mut self,
        moved: impl Fn(ByColor<Duration>) -> ByColor<Duration>,
        is_meant: impl Fn(At) -> bool,
    ) {
        let exchanges = std::iter::once(&mut self.known)
            .chain(&mut self.earlier)
            .chain(&mut self.sent);
        for exchange in exchanges.filter(|exchange| is_meant(exchange.at)) {
            exchange.used = moved(exchange.used);
        }
    }
}
