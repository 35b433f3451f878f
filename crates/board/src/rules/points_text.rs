//! Numbers of points as people and servers write them: komi and margins of old records.

use super::Komi;

/// Most points that a text may name: more than twice the largest board.
const MAX_POINTS: i32 = 1000;

/// From so many on, a whole number of quarters of a hundred is taken for hundredths of a point.
const HUNDREDTHS_FROM: i32 = 50;

/// Chinese counters give half of what the other side loses: up to so many quarters such a number is
/// taken for a komi in stones (3.75 is 7.5 points), more is no komi that was ever played with.
const MAX_STONE_QUARTERS: i32 = 5 * 4;

/// A number of points, in quarters, and the unit that its text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PointsText {
    quarters: i32,
    /// True if the text counts Chinese stones (子), of which one is two points.
    in_stones: bool,
    /// True if the text is a whole number without a fraction or a unit.
    is_bare: bool,
}

/// A komi that was read, and whether its text had to be taken for something else than points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KomiText {
    pub(crate) komi: Komi,
    /// True if the text literally says another number.
    pub(crate) is_converted: bool,
}

/// Reads a komi: "5.5", "5,5", "5 1/2", "6.5 points", "6.5目", "6目半"; in hundredths ("650", of
/// Chinese stones "375"); in Chinese stones ("3.75", "3又3/4子"). A quarter that can be no stones
/// becomes the half between two whole points, which changes no winner. `None` for anything else.
pub(crate) fn read_komi(text: &str) -> Option<KomiText> {
    let read = parse(text)?;
    let literal = read.quarters;
    let mut quarters = literal;
    let points = literal / 4;
    if read.is_bare && points.abs() >= HUNDREDTHS_FROM && points % 25 == 0 {
        quarters = points / 25;
    }
    if read.in_stones || (quarters % 2 != 0 && quarters.abs() <= MAX_STONE_QUARTERS) {
        quarters *= 2;
    } else if quarters % 2 != 0 {
        quarters = quarters.div_euclid(4) * 4 + 2;
    }
    let komi = Komi::from_half_points(i16::try_from(quarters / 2).ok()?);
    Some(KomiText {
        komi,
        is_converted: quarters != literal,
    })
}

/// Reads a margin in half points: as a komi, but a bare number is points, and a quarter without the
/// word for stones has no meaning.
pub(crate) fn read_margin(text: &str) -> Option<u16> {
    let read = parse(text)?;
    let quarters = read.quarters * if read.in_stones { 2 } else { 1 };
    if quarters % 2 != 0 {
        return None;
    }
    u16::try_from(quarters / 2).ok()
}

fn parse(text: &str) -> Option<PointsText> {
    let text = text
        .replace('\u{BD}', " 1/2")
        .replace('\u{BC}', " 1/4")
        .replace('\u{BE}', " 3/4")
        .replace(['又', '\u{3000}'], " ")
        .chars()
        .map(narrow)
        .collect::<String>()
        .replace(',', ".")
        .to_lowercase();
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '/' | ' ');
    let end = text.find(|c| !is_number(c)).unwrap_or(text.len());
    let (number, unit) = (text[..end].trim(), text[end..].trim());
    let (in_stones, half) = match unit.trim_end_matches('.') {
        "" | "p" | "pt" | "pts" | "point" | "points" | "目" | "moku" | "집" => (false, 0),
        "目半" | "집반" => (false, 2),
        "子" => (true, 0),
        "子半" => (true, 2),
        _ => return None,
    };
    let quarters = read_quarters(number)? + half;
    let quarters = if negative { -quarters } else { quarters };
    Some(PointsText {
        quarters,
        in_stones,
        is_bare: unit.is_empty() && number.bytes().all(|b| b.is_ascii_digit()),
    })
}

/// The letter of ASCII for its full-width form; all others as they are.
fn narrow(letter: char) -> char {
    let wide = u32::from(letter).checked_sub(0xFF01).filter(|n| *n <= 0x5D);
    wide.and_then(|n| char::from_u32(n + 0x21))
        .unwrap_or(letter)
}

/// "7", "7.", "7.50", ".25", "1/2", "7 1/2", "7 3/4", in quarters; no sign.
fn read_quarters(text: &str) -> Option<i32> {
    let quarters_of = |fraction: &str| match fraction {
        "1/4" => Some(1),
        "1/2" | "2/4" => Some(2),
        "3/4" => Some(3),
        _ => None,
    };
    if let Some(quarters) = quarters_of(text) {
        return Some(quarters);
    }
    let (decimal, fraction) = match text.split_once(' ') {
        Some((whole, fraction)) if !whole.contains('.') => (whole, quarters_of(fraction.trim())?),
        Some(_) => return None,
        None => (text, 0),
    };
    let (whole, decimals) = decimal.split_once('.').unwrap_or((decimal, ""));
    let is_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if (whole.is_empty() && decimals.is_empty()) || !is_digits(whole) {
        return None;
    }
    let decimals = match decimals.trim_end_matches('0') {
        "" => 0,
        "25" => 1,
        "5" => 2,
        "75" => 3,
        _ => return None,
    };
    let whole: i32 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok().filter(|whole| *whole <= MAX_POINTS)?
    };
    Some(whole * 4 + decimals + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn komi(text: &str) -> Option<(String, bool)> {
        let read = read_komi(text)?;
        Some((read.komi.to_string(), read.is_converted))
    }

    #[test]
    fn one_komi_is_written_in_many_ways() {
        for (text, points, is_converted) in [
            ("5.5", "5.5", false),
            ("5,5", "5.5", false),
            (" 6.50 ", "6.5", false),
            ("+0.5", "0.5", false),
            (".5", "0.5", false),
            ("7.", "7", false),
            ("-3.5", "-3.5", false),
            ("0", "0", false),
            ("5 1/2", "5.5", false),
            ("5\u{BD}", "5.5", false),
            ("1/2", "0.5", false),
            ("-1/2", "-0.5", false),
            ("6.5 points", "6.5", false),
            ("6,5 pts.", "6.5", false),
            ("6.5目", "6.5", false),
            ("6目半", "6.5", false),
            ("６．５目", "6.5", false),
            ("375", "7.5", true),
            ("275", "5.5", true),
            ("325", "6.5", true),
            ("650", "6.5", true),
            ("750", "7.5", true),
            ("50", "0.5", true),
            ("-50", "-0.5", true),
            ("3.75", "7.5", true),
            ("2.75", "5.5", true),
            ("3 3/4", "7.5", true),
            ("3又3/4子", "7.5", true),
            ("3.75子", "7.5", true),
            ("6.25", "6.5", true),
            ("6.75", "6.5", true),
            ("-6.25", "-6.5", true),
            ("40", "40", false),
            ("375.0", "375", false),
        ] {
            assert_eq!(
                komi(text),
                Some((points.to_owned(), is_converted)),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_number_of_points_is_none() {
        for text in [
            "",
            ".",
            "-",
            "5.3",
            "5.5.5",
            "5,5,5",
            "--1",
            "5 1/3",
            "5.5 1/2",
            "99999",
            "x",
            "6.5 apples",
            "1e3",
            "5 5",
            "1/",
            "/2",
            "目",
            "६",
        ] {
            assert_eq!(komi(text), None, "{text:?}");
            assert_eq!(read_margin(text), None, "{text:?}");
        }
    }

    #[test]
    fn margins_are_points_unless_they_name_stones() {
        for (text, half_points) in [
            ("3 1/2", Some(7)),
            ("3\u{BD}", Some(7)),
            ("12.5 points", Some(25)),
            ("5,5", Some(11)),
            ("100", Some(200)),
            ("3.75", None),
            ("3.75子", Some(15)),
            ("1/4子", Some(1)),
            ("-3", None),
        ] {
            assert_eq!(read_margin(text), half_points, "{text}");
        }
    }
}
