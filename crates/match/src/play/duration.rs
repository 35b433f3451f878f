//! Times as people write them: `50m`, `20s`, `1h30m`, `500ms`; a number alone is seconds.

use std::time::Duration;

use jiff::fmt::friendly::SpanParser;

use crate::play::{PauseCharge, PauseWord};
use sgmp_board::rules::Color;

/// The resend interval of the tournament ([`sgmp_proto::RESEND_INTERVAL`]), as options have it.
pub const TOURNAMENT_RESEND: &str = "20s";

/// Longest time taken: a year.
const MAX_DURATION: Duration = Duration::from_secs(365 * 24 * 3600);

/// The reason why a text is no time, and the forms that are understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DurationError {
    /// It has another form.
    #[error("{0:?} is not a time: write 50m, 20s, 1h30m or 500ms")]
    Form(String),
    /// No time at all, where there has to be some.
    #[error("it must be more than 0")]
    Zero,
    /// It is no word on a pause.
    #[error(
        "\"{0}\" is no word on a pause: write charged, free, or a time such as 10m; behind it, if the judge names it, the side: charged black"
    )]
    PauseWord(String),
}

/// Reads a time.
///
/// # Errors
/// [`DurationError::Form`].
pub fn parse_duration(text: &str) -> Result<Duration, DurationError> {
    total(text.trim())
        .filter(|time| *time <= MAX_DURATION)
        .ok_or_else(|| DurationError::Form(text.to_owned()))
}

/// Reads a time that is not zero.
///
/// # Errors
/// As [`parse_duration`], and for zero.
pub fn parse_wait(text: &str) -> Result<Duration, DurationError> {
    let time = parse_duration(text)?;
    if time.is_zero() {
        Err(DurationError::Zero)
    } else {
        Ok(time)
    }
}

/// Reads the judge's word on a pause: what is charged for it, and to whom, if that is said.
///
/// # Errors
/// [`DurationError::PauseWord`].
pub fn parse_pause_word(text: &str) -> Result<PauseWord, DurationError> {
    let text = text.trim();
    let said = text.to_ascii_lowercase();
    let (said, to) = match said.rsplit_once(char::is_whitespace) {
        Some((charge, "black" | "b")) => (charge, Some(Color::Black)),
        Some((charge, "white" | "w")) => (charge, Some(Color::White)),
        _ => (said.as_str(), None),
    };
    let charge = match said.trim_end() {
        "charged" => PauseCharge::All,
        "free" => PauseCharge::Nothing,
        time => parse_duration(time)
            .map(PauseCharge::Time)
            .map_err(|_| DurationError::PauseWord(text.to_owned()))?,
    };
    Ok(PauseWord { charge, to })
}

/// Sum of the parts of a time, each a number and its unit; `None` for a text that is no time.
///
/// The date library takes each unit once, the largest first, and no number without a unit. Here a
/// number alone is seconds, and parts may stand in any order, as often as you like: so the
/// library reads them one by one. Signs and fractions are refused: `1,500ms` is 1500 ms to one
/// reader and 1.5 ms to another.
fn total(text: &str) -> Option<Duration> {
    let is_plain = |c: char| c.is_ascii_digit() || c.is_alphabetic() || c.is_whitespace();
    if !text.chars().all(is_plain) {
        return None;
    }
    let parts = split_parts(text);
    // "1h30" is half past one to one reader and 30 s more to another.
    let is_bare = |part: &&str| part.trim().bytes().all(|byte| byte.is_ascii_digit());
    if parts.len() > 1 && parts.iter().any(is_bare) {
        return None;
    }
    let parts = parts.into_iter().map(part);
    parts
        .reduce(|total, part| total?.checked_add(part?))
        .flatten()
}

/// Cuts a text before each digit that follows a unit or white space.
fn split_parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, char) in text.char_indices() {
        let is_after_unit = last.is_some_and(|c: char| c.is_alphabetic() || c.is_whitespace());
        if is_after_unit && char.is_ascii_digit() {
            parts.push(&text[start..at]);
            start = at;
        }
        last = Some(char);
    }
    parts.push(&text[start..]);
    parts
}

fn part(text: &str) -> Option<Duration> {
    let text = text.trim();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.parse().ok().map(Duration::from_secs);
    }
    // Space of any kind may stand before the unit; the library knows that of ASCII alone.
    let text = text.replace(char::is_whitespace, " ");
    let time = SpanParser::new().parse_duration(text).ok()?;
    time.try_into().ok()
}

/// A time as the clock shows it: `49:07`, whole seconds.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tournaments_resend_interval_is_that_of_the_wire() {
        let resend = parse_duration(TOURNAMENT_RESEND);
        assert_eq!(resend, Ok(sgmp_proto::RESEND_INTERVAL));
    }

    #[test]
    fn times_as_people_write_them() {
        for (text, millis) in [
            ("50m", 3_000_000),
            ("20s", 20_000),
            ("1h30m", 5_400_000),
            ("500ms", 500),
            ("7", 7000),
            ("5 min", 300_000),
            (" 1h 30m ", 5_400_000),
            ("30s1m", 90_000),
            ("1m1m", 120_000),
            ("5\u{a0}s", 5000),
            ("2 hours 1 minute", 7_260_000),
        ] {
            assert_eq!(
                parse_duration(text),
                Ok(Duration::from_millis(millis)),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "m",
            "-5s",
            "1.5h",
            "1,500ms",
            "1:30:00",
            "1h30",
            "5 10",
            "5s ago",
            "1 day",
            "5 parsecs",
            "99999999999999999999s",
            "10000000h",
        ] {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
    }
}
