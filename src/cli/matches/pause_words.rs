//! Pauses and what is charged for them, in sentences.

use crate::cli::values::duration::clock;
use crate::play::{Absence, Pause, PauseCharge, Terms};

/// What was charged for a pause, and what is left.
pub(super) fn charged(pause: &Pause, terms: &Terms) -> String {
    let to = pause.to;
    let what = match pause.charged {
        none if none.is_zero() => format!("nothing is charged to {to}"),
        time if time == pause.length => format!("charged to {to}"),
        time => format!("{} of it are charged to {to}", clock(time)),
    };
    format!(
        "a pause of {}: {what}, which has {} left{}",
        clock(pause.length),
        clock(pause.left(terms.main_time)),
        if pause.empties(terms.main_time) {
            ". It is over time by the pause: the judge decides, and the game goes on"
        } else {
            ""
        }
    )
}

/// What was away, since when, and what will be charged for it unless the judge says otherwise.
pub(super) fn absence(absence: &Absence, said: Option<PauseCharge>, terms: &Terms) -> String {
    let Absence { since, pause } = absence;
    let since = since.strftime("%Y-%m-%d %H:%M:%S UTC");
    let pause = Pause {
        charged: said.unwrap_or_default().of(pause.length),
        ..*pause
    };
    format!(
        "this side of the match was away for {} (since {since}), with {} on move at {}. With {} {}",
        clock(pause.length),
        pause.to,
        clock(terms.main_time.saturating_sub(pause.used_before)),
        match said {
            Some(_) => "the judge's word (--away)",
            None => "no other word of the judge",
        },
        consequence(&pause, terms),
    )
}

fn consequence(pause: &Pause, terms: &Terms) -> String {
    let (to, left) = (pause.to, clock(pause.left(terms.main_time)));
    match pause.charged {
        none if none.is_zero() => format!("nothing of it is charged: {to} has {left} left"),
        time if pause.empties(terms.main_time) => format!(
            "{} are charged to {to} and its clock is empty: that ends no game, by 15(1) of the call the judge \
             decides, and {to}'s moves are made at once",
            clock(time)
        ),
        time => format!("{} are charged to {to}: {left} left", clock(time)),
    }
}
