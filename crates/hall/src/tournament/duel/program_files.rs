//! The files of a game with the words of its programs: their standard error, and the talk with them.

use std::path::{Path, PathBuf};

use sgmp_board::record::{FileError, write_atomically};
use sgmp_board::rules::{ByColor, Color};
use sgmp_match::port::ProgramWords;

/// The words for Black's and White's side in names of files.
const SIDE_WORDS: [&str; 2] = ["black", "white"];

/// Ends of the names: of the standard error, and of the talk.
const ENDS: [&str; 2] = ["stderr", "gtp"];

/// Most characters of a player's name in the name of a file.
const MAX_FILE_WORD: usize = 40;

/// Keeps the words of a game's programs, a file each, where there are some; the names of the files begin with `stem`. Those of
/// an earlier try at the game are taken away.
///
/// # Errors
/// A file that cannot be written.
pub fn keep_words(
    folder: &Path,
    stem: &str,
    names: &[String; 2],
    words: &ByColor<ProgramWords>,
) -> Result<(), FileError> {
    for (color, files) in Color::BOTH.into_iter().zip(word_files(folder, stem, names)) {
        let texts = [words[color].errors(), words[color].talk()];
        for (path, text) in files.iter().zip(texts) {
            match text.as_str() {
                // There may be none.
                "" => drop(std::fs::remove_file(path)),
                text => write_atomically(path, text.as_bytes())?,
            }
        }
    }
    Ok(())
}

/// The files of Black's and White's words, which need not be there.
#[must_use]
pub fn word_files(folder: &Path, stem: &str, names: &[String; 2]) -> [[PathBuf; 2]; 2] {
    [0, 1].map(|side| {
        let begin = format!("{stem}-{}-{}", SIDE_WORDS[side], file_word(&names[side]));
        ENDS.map(|end| folder.join(format!("{begin}.{end}")))
    })
}

/// A player's name as a part of a file's name, whatever stands in it.
fn file_word(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
    let letters = name.chars().take(MAX_FILE_WORD);
    letters.map(|c| if is_plain(c) { c } else { '-' }).collect()
}
