//! Letters for programs that know ASCII only.

use std::borrow::Cow;

/// Letters and what stands for them: Western European names, the long vowels of romanized
/// Japanese, and the punctuation that word processors make.
const FOLDS: &[(&str, &str)] = &[
    ("ÀÁÂÃÄÅĀĂĄ", "A"),
    ("àáâãäåāăą", "a"),
    ("ÇĆČ", "C"),
    ("çćč", "c"),
    ("ĎĐÐ", "D"),
    ("ďđð", "d"),
    ("ÈÉÊËĒĖĘĚ", "E"),
    ("èéêëēėęě", "e"),
    ("Ğ", "G"),
    ("ğ", "g"),
    ("ÌÍÎÏĪİ", "I"),
    ("ìíîïīı", "i"),
    ("ŁĽ", "L"),
    ("łľ", "l"),
    ("ÑŃŇ", "N"),
    ("ñńň", "n"),
    ("ÒÓÔÕÖØŌŐ", "O"),
    ("òóôõöøōő", "o"),
    ("Ř", "R"),
    ("ř", "r"),
    ("ŚŞŠȘ", "S"),
    ("śşšș", "s"),
    ("ŢŤȚ", "T"),
    ("ţťț", "t"),
    ("ÙÚÛÜŪŮŰ", "U"),
    ("ùúûüūůű", "u"),
    ("ÝŸ", "Y"),
    ("ýÿ", "y"),
    ("ŹŻŽ", "Z"),
    ("źżž", "z"),
    ("Æ", "AE"),
    ("æ", "ae"),
    ("Œ", "OE"),
    ("œ", "oe"),
    ("Þ", "Th"),
    ("þ", "th"),
    ("ß", "ss"),
    ("\u{A0}\u{3000}", " "),
    ("‐‑‒–—−", "-"),
    ("‘’‚′", "'"),
    ("“”„″", "\""),
    ("…", "..."),
    ("½", " 1/2"),
];

/// The text in ASCII: the nearest letter, or "?" where there is none.
pub(super) fn fold(text: &str) -> String {
    text.chars()
        .map(|c| match FOLDS.iter().find(|(from, _)| from.contains(c)) {
            _ if c.is_ascii() => Cow::Owned(c.to_string()),
            Some((_, to)) => Cow::Borrowed(*to),
            None => Cow::Borrowed("?"),
        })
        .collect()
}

/// Returns whether every letter of a text has a nearest one in ASCII.
pub(super) fn can_fold(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii() || FOLDS.iter().any(|(from, _)| from.contains(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_letter_or_a_question_mark() {
        for (text, ascii) in [
            ("plain [text]\n", "plain [text]\n"),
            ("Hōnka Ōta, Žižek & Søn", "Honka Ota, Zizek & Son"),
            ("5½ “points” – Straße…", "5 1/2 \"points\" - Strasse..."),
            ("表 Go", "? Go"),
        ] {
            assert_eq!(fold(text), ascii);
            assert_eq!(can_fold(text), !ascii.contains('?'), "{text}");
        }
    }

    #[test]
    fn every_fold_is_ascii() {
        assert!(
            FOLDS
                .iter()
                .all(|(from, to)| to.is_ascii() && !from.is_ascii())
        );
    }
}
