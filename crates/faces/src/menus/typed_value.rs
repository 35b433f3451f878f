//! A value that is chosen by typing it, or its beginning.

/// The place of the value that is meant: the whole of it, its first word, or a beginning that no other has. Letters may be
/// small ones.
#[must_use]
pub fn value_meant(values: &[String], typed: &str) -> Option<usize> {
    let typed = typed.to_lowercase();
    let lower: Vec<String> = values.iter().map(|value| value.to_lowercase()).collect();
    let alone = |is_meant: &dyn Fn(&str) -> bool| {
        let mut meant = (0..lower.len()).filter(|at| is_meant(&lower[*at]));
        let first = meant.next();
        first.filter(|_| meant.next().is_none())
    };
    let whole = lower.iter().position(|value| *value == typed);
    let is_first_word = |value: &str| value.split([' ', ',', ':']).next() == Some(typed.as_str());
    whole
        .or_else(|| alone(&is_first_word))
        .or_else(|| alone(&|value| value.starts_with(&typed)))
}

/// Returns whether more letters can make a value of these.
#[must_use]
pub fn begins_a_value(values: &[String], typed: &str) -> bool {
    let typed = typed.to_lowercase();
    let mut lower = values.iter().map(|value| value.to_lowercase());
    lower.any(|value| value.starts_with(&typed))
}

/// The shortest text that means this value.
#[must_use]
pub fn short_name(values: &[String], at: usize) -> &str {
    let value = values.get(at).map_or("", String::as_str);
    let word = value.split([' ', ',', ':']).next().unwrap_or_default();
    match value_meant(values, word) == Some(at) {
        true => word,
        false => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_meant_by_its_number_or_its_beginning() {
        let values = [
            "1 (22 kyu)",
            "4",
            "4 as plays",
            "12 (4 kyu)",
            "White",
            "as usual (5.5)",
        ];
        let values: Vec<String> = values.map(str::to_owned).to_vec();
        let meant = |typed| value_meant(&values, typed);
        assert_eq!(meant("1"), Some(0));
        assert_eq!(meant("12"), Some(3));
        assert_eq!(meant("4"), Some(1));
        assert_eq!(meant("4 as"), Some(2));
        assert_eq!(meant("wh"), Some(4));
        assert_eq!(meant("13"), None);
        assert!(begins_a_value(&values, "12") && !begins_a_value(&values, "13"));
        assert_eq!(short_name(&values, 3), "12");
        assert_eq!(short_name(&values, 2), "4 as plays");
        assert_eq!(short_name(&values, 5), "as");
    }
}
