//! Times as people write them: `50m`, `20s`, `1h30m`, `500ms`; a bare number is seconds.

use std::time::Duration;

/// The resend interval of the tournament ([`sgmp_proto::RESEND_INTERVAL`]), as options have it.
pub(crate) const TOURNAMENT_RESEND: &str = "20s";

/// Longest time taken: a year.
const MAX_DURATION: Duration = Duration::from_secs(365 * 24 * 3600);

/// Reads a time.
///
/// # Errors
/// One line with the forms that are understood.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    total(text.trim())
        .filter(|time| *time <= MAX_DURATION)
        .ok_or_else(|| format!("{text:?} is not a time: write 50m, 20s, 1h30m or 500ms"))
}

/// Reads a time that is not zero.
///
/// # Errors
/// As [`parse_duration`], and for zero.
pub(crate) fn parse_wait(text: &str) -> Result<Duration, String> {
    let time = parse_duration(text)?;
    if time.is_zero() {
        Err("it must be more than 0".to_owned())
    } else {
        Ok(time)
    }
}

fn total(text: &str) -> Option<Duration> {
    if text.is_empty() {
        return None;
    }
    let mut rest = text;
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let unit_end = after
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(after.len());
        let (unit, after) = after.split_at(unit_end);
        total = total.checked_add(part(number.parse().ok()?, unit)?)?;
        rest = after;
    }
    Some(total)
}

fn part(number: u64, unit: &str) -> Option<Duration> {
    match unit.trim() {
        "ms" => Some(Duration::from_millis(number)),
        "s" | "" => Some(Duration::from_secs(number)),
        "m" | "min" => number.checked_mul(60).map(Duration::from_secs),
        "h" => number.checked_mul(3600).map(Duration::from_secs),
        _ => None,
    }
}

/// A time as the clock shows it: `49:07`, whole seconds.
pub(crate) fn clock(time: Duration) -> String {
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
            "5 parsecs",
            "99999999999999999999s",
            "10000000h",
        ] {
            assert!(parse_duration(text).is_err(), "{text:?}");
        }
    }
}
