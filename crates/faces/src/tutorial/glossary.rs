//! The words of the game that are used without a word about them, each with a sentence.

/// A word and what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameWord {
    /// The word as it stands in sentences.
    pub word: &'static str,
    /// Its meaning, without a full stop.
    pub meaning: &'static str,
}

const fn word(word: &'static str, meaning: &'static str) -> GameWord {
    GameWord { word, meaning }
}

/// All words, in the order of letters.
pub const GLOSSARY: [GameWord; 31] = [
    word(
        "atari",
        "a string with one liberty left: the next move can take it",
    ),
    word(
        "capture",
        "to take stones off the board by filling their last liberty; they are prisoners then",
    ),
    word("dame", "an empty point that is nobody's and worth nothing"),
    word("dan", "the rank of a strong player: 1 dan is above 1 kyu"),
    word(
        "dead",
        "stones that cannot be saved: in the count they are taken off without being captured",
    ),
    word(
        "elsewhere",
        "a move in another part of the board; Go players say tenuki",
    ),
    word(
        "eye",
        "an empty point inside a group that the other side cannot fill; two of them make it live",
    ),
    word("group", "strings of one color that live or die together"),
    word(
        "hane",
        "a move that bends around the end of the other side's stones, touching them",
    ),
    word(
        "handicap",
        "stones that the weaker player has on the board before the game",
    ),
    word(
        "heavy",
        "stones too many to give up and too weak to leave: a burden",
    ),
    word(
        "igo",
        "the Japanese name of Go; here, games with an opponent that grows as you win",
    ),
    word(
        "influence",
        "the effect of stones at a distance: what is near them is likely to become theirs",
    ),
    word(
        "joseki",
        "a usual sequence of moves in a corner, fair to both sides",
    ),
    word(
        "ko",
        "a shape in which both could take one stone back for ever: the taker's opponent must play elsewhere first",
    ),
    word("komi", "points that White has for moving second"),
    word(
        "kyu",
        "the rank of a learner: 30 kyu has just begun, 1 kyu is strong",
    ),
    word(
        "ladder",
        "a chase in which a string is put into atari again and again until the edge",
    ),
    word(
        "liberty",
        "an empty point beside a string; without any the string is captured",
    ),
    word(
        "net",
        "a loose catch: the stones have liberties, but no way out",
    ),
    word(
        "pass",
        "to make no move; after two passes in a row the game is counted",
    ),
    word("peep", "a move that threatens to cut at the next one"),
    word(
        "prisoner",
        "a captured stone: a point for the side that took it, by Japanese rules",
    ),
    word(
        "rules",
        "Japanese: surrounded points and prisoners count; Chinese: surrounded points and stones on the board",
    ),
    word(
        "search",
        "the computer's reading: it tries moves and answers before it says what is good",
    ),
    word(
        "seki",
        "a standoff: neither side can take the other without losing its own stones, and both live",
    ),
    word("snapback", "a capture of stones that have just captured"),
    word(
        "string",
        "stones of one color that touch along the lines: they have their liberties in common",
    ),
    word("territory", "empty points that one side surrounds"),
    word(
        "turning point",
        "a move after which its player stands much worse than after the best one",
    ),
    word(
        "why not",
        "the question what speaks against a move: key z, or the words why not E5",
    ),
];

/// The words as a JavaScript module for pages: pairs of a word and its meaning.
#[must_use]
pub fn glossary_script() -> String {
    let words: Vec<_> = GLOSSARY
        .iter()
        .map(|entry| (entry.word, entry.meaning))
        .collect();
    format!("export const WORDS = {};\n", serde_json::json!(words))
}

/// The answer to `help WORD`: what the word means, or which words are known; `None` for `help` alone.
#[must_use]
pub fn help_on(asked: &str) -> Option<String> {
    let asked = asked.trim().to_lowercase();
    if asked.is_empty() {
        return None;
    }
    Some(meaning(&asked).unwrap_or_else(|| {
        let known: Vec<&str> = GLOSSARY.iter().map(|entry| entry.word).collect();
        format!(
            "{asked:?} is not explained here. These words are: {}.",
            known.join(", ")
        )
    }))
}

/// "Atari: a string with one liberty left ...": a word with its meaning, one or several of it; `None` of an unknown word.
#[must_use]
pub fn meaning(asked: &str) -> Option<String> {
    let asked = asked.trim().to_lowercase();
    let is_it = |entry: &&GameWord| {
        let word = entry.word;
        asked == word
            || [format!("{word}s"), format!("{word}ed")].contains(&asked)
            || asked == word.replace("liberty", "liberties")
    };
    let entry = GLOSSARY.iter().find(is_it)?;
    let mut letters = entry.word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    let word: String = first.into_iter().chain(letters).collect();
    Some(format!("{word}: {}.", entry.meaning))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_explained_in_one_form_or_another() {
        assert_eq!(
            meaning("Komi").as_deref(),
            Some("Komi: points that White has for moving second.")
        );
        assert_eq!(meaning("liberties"), meaning("liberty"));
        assert_eq!(meaning("prisoners"), meaning("prisoner"));
        assert_eq!(meaning("E5"), None);
        assert_eq!(help_on(" "), None);
        assert!(help_on("sphere").unwrap().contains("komi, kyu, ladder"));
    }

    #[test]
    fn no_word_stands_twice_and_every_sentence_fits_two_lines() {
        let mut words: Vec<&str> = GLOSSARY.iter().map(|entry| entry.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), GLOSSARY.len());
        assert!(GLOSSARY.iter().all(|entry| entry.meaning.len() <= 120));
    }
}
