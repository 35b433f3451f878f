//! Dates in SGF's form.

/// Returns whether a text is a date of SGF, or some of them: "2000-06-01", "2000-06", "2000",
/// "2000-06-01,02", "2000-06-30,07-01". Days that the calendar lacks are none.
#[must_use]
pub fn is_date(text: &str) -> bool {
    let mut parts = text.split(',').map(str::trim);
    let Some(first) = parts.next().and_then(numbers) else {
        return false;
    };
    let mut last = match *first.as_slice() {
        [
            Number {
                digits: 4,
                value: year,
            },
        ] => (year, None),
        [
            Number {
                digits: 4,
                value: year,
            },
            month,
        ] => (year, Some(month.value)),
        [
            Number {
                digits: 4,
                value: year,
            },
            month,
            day,
        ] if fits(year, month.value, day.value) => (year, Some(month.value)),
        _ => return false,
    };
    if last.1.is_some_and(|month| !(1..=12).contains(&month)) {
        return false;
    }
    parts.all(|part| {
        let Some(part) = numbers(part) else {
            return false;
        };
        let (year, month) = last;
        match (part.as_slice(), month) {
            ([Number { digits: 4, .. }], _) => true,
            ([day], Some(month)) => fits(year, month, day.value),
            (
                [
                    Number {
                        digits: 4,
                        value: year,
                    },
                    month,
                ],
                _,
            ) => {
                last = (*year, Some(month.value));
                (1..=12).contains(&month.value)
            }
            ([month, day], Some(_)) => {
                last.1 = Some(month.value);
                fits(year, month.value, day.value)
            }
            (
                [
                    Number {
                        digits: 4,
                        value: year,
                    },
                    month,
                    day,
                ],
                _,
            ) => {
                last = (*year, Some(month.value));
                fits(*year, month.value, day.value)
            }
            _ => false,
        }
    })
}

/// The first and the last day of a date, as YYYY-MM-DD; `None` where it names a month or a year, and where it is none.
#[must_use]
pub fn first_and_last_day(text: &str) -> Option<[String; 2]> {
    if !is_date(text) {
        return None;
    }
    let (mut year, mut month) = (0, 0);
    let days = text.split(',').map(|part| {
        let numbers = numbers(part.trim())?;
        let day = match *numbers.as_slice() {
            [first, ..] if first.digits == 4 && numbers.len() < 3 => return None,
            [first, second, day] => {
                (year, month) = (first.value, second.value);
                day
            }
            [first, day] => {
                month = first.value;
                day
            }
            [day] => day,
            _ => return None,
        };
        Some(format!("{year:04}-{month:02}-{:02}", day.value))
    });
    let days: Vec<String> = days.collect::<Option<_>>()?;
    Some([days.first()?.clone(), days.last()?.clone()])
}

/// A number of a date, and its width, which tells years from months.
#[derive(Clone, Copy)]
struct Number {
    digits: usize,
    value: u16,
}

/// "2000-06-01" as numbers; `None` for anything else than one to three numbers of one to four digits.
fn numbers(text: &str) -> Option<Vec<Number>> {
    let number = |text: &str| {
        let is_digits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
        let value = is_digits.then(|| text.parse().ok()).flatten()?;
        let digits = text.len();
        Some(Number { digits, value })
    };
    let numbers: Option<Vec<Number>> = text.split('-').map(number).collect();
    numbers.filter(|numbers| numbers.len() <= 3)
}

/// Returns whether the calendar has a day.
fn fits(year: u16, month: u16, day: u16) -> bool {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_a_first_and_a_last_day() {
        for (text, first, last) in [
            ("2000-06-01", "2000-06-01", "2000-06-01"),
            ("2000-06-01,02", "2000-06-01", "2000-06-02"),
            ("2000-06-30,07-01", "2000-06-30", "2000-07-01"),
            ("2000-12-31,2001-01-01,02", "2000-12-31", "2001-01-02"),
        ] {
            assert_eq!(
                first_and_last_day(text),
                Some([first, last].map(str::to_owned))
            );
        }
        for text in ["", "2000", "2000-06", "2000-06-01,2001", "2000-06-31"] {
            assert_eq!(first_and_last_day(text), None, "{text}");
        }
    }

    #[test]
    fn dates_are_days_of_the_calendar() {
        for text in [
            "2000-06-01",
            "2024-02-29",
            "1999",
            "1996-05",
            "1996-05,06",
            "1996-05-06,07,08",
            "1996-05-30,06-01",
            "1996-12-31,1997-01-01",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in [
            "",
            "foo",
            "2024-02-30",
            "2023-02-29",
            "2024-13-01",
            "2024-00-10",
            "24-01-01",
            "2000-06-01,32",
            "2000-06-01-02",
            "2000/06/01",
            "2000-",
            "٢٠٠٠",
            "1900-02-29",
        ] {
            assert!(!is_date(text), "{text}");
        }
    }
}
