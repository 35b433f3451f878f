//! Pauses and what is charged for them, in sentences.

use std::time::Duration;

use jiff::Timestamp;

use crate::play::duration::clock;
use crate::play::{Pause, Terms};

/// The part of a match that was away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Away {
    /// Our side.
    Side,
    /// The proxy between the two sides.
    Proxy,
}

/// A sentence on the charge for a pause, and what is left.
pub fn charged(pause: &Pause, terms: &Terms) -> String {
    charge_of("", pause, terms)
}

/// A sentence on the judge's word for a pause that goes on: what is charged of it so far, and for how long that holds.
pub fn ruled(pause: &Pause, terms: &Terms) -> String {
    let so_far = charge_of(" so far", pause, terms);
    format!("{so_far}. The word holds for all of this pause, until the other side is heard again")
}

fn charge_of(so_far: &str, pause: &Pause, terms: &Terms) -> String {
    let to = pause.to;
    let what = match pause.charged {
        none if none.is_zero() => format!("nothing is charged to {to}"),
        time if time == pause.length => format!("charged to {to}"),
        time if time > pause.length => format!("{} are charged to {to}", length(time)),
        time => format!("{} of it are charged to {to}", length(time)),
    };
    format!(
        "a pause of {}{so_far}: {what}, which has {} left{}",
        length(pause.length),
        clock(pause.left(terms.main_time)),
        if pause.empties(terms.main_time) {
            ". It is over time by the pause: the judge decides, and the game goes on"
        } else {
            ""
        }
    )
}

/// A sentence on the time away, since when, and what is charged of it: by the judge's word, if it `is_said`, or
/// unless the judge says otherwise.
pub fn absence(
    away: Away,
    since: Timestamp,
    pause: &Pause,
    is_said: bool,
    terms: &Terms,
) -> String {
    let since = since.strftime("%Y-%m-%d %H:%M:%S UTC");
    let who = match away {
        Away::Side => "this side of the match",
        Away::Proxy => "the proxy",
    };
    format!(
        "{who} was away for {} (since {since}), with {} on move at {}. With {} {}",
        length(pause.length),
        pause.to,
        clock(terms.main_time.saturating_sub(pause.used_before)),
        match is_said {
            true => "the judge's word (--away)",
            false => "no other word of the judge",
        },
        consequence(pause, away, terms),
    )
}

/// A sentence on a time away whose length nobody here knows, since this machine's clock was set back, and what is charged.
pub fn unknown_absence(away: Away, since: Timestamp, pause: &Pause) -> String {
    let since = since.strftime("%Y-%m-%d %H:%M:%S UTC");
    let who = match away {
        Away::Side => "this side of the match",
        Away::Proxy => "the proxy",
    };
    let charged = match pause.charged.is_zero() {
        true => format!(
            "Nothing is charged here unless the judge says how much: ask the other side how long it was, and enter that time on \
             both (10m, or 10m {})",
            pause.to
        ),
        false => format!("{} are charged to {}", length(pause.charged), pause.to),
    };
    format!(
        "{who} was away since {since}, which is later than this machine's clock: it was set back, and how long the pause was is \
         not known. {charged}"
    )
}

/// A length as people say it: minutes and seconds, of a long one hours and minutes.
fn length(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match minutes / 60 {
        0 => clock(time),
        hours => format!("{hours} h {} min", minutes % 60),
    }
}

fn consequence(pause: &Pause, away: Away, terms: &Terms) -> String {
    let (to, left) = (pause.to, clock(pause.left(terms.main_time)));
    match pause.charged {
        none if none.is_zero() => format!("nothing of it is charged: {to} has {left} left"),
        time if pause.empties(terms.main_time) => {
            let is_ours = away == Away::Side && to == terms.color;
            let moves = if is_ours {
                ", and our moves are made at once"
            } else {
                ""
            };
            format!(
                "{} are charged to {to} and its clock is empty: that ends no game, by 15(1) of the call the judge \
                 decides{moves}",
                length(time)
            )
        }
        time => format!("{} are charged to {to}: {left} left", length(time)),
    }
}
