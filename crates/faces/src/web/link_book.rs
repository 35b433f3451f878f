//! The links of games, kept beside their records: the address of a game goes on after the server was started anew.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use sgmp_board::record::{read_bytes, sync_name, write_atomically};
use sgmp_board::rules::{ByColor, Color};

/// Games whose links are kept, the latest; the book is shortened to them once it has twice as many.
const MAX_KEPT: usize = 500;

/// The links of a game. One page for all has the same link for both colors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptLinks {
    /// The name of the record in the archive.
    pub(super) file: String,
    black: String,
    white: String,
}

impl KeptLinks {
    pub(super) fn new(file: String, links: &ByColor<String>) -> Self {
        Self {
            file,
            black: links.black.clone(),
            white: links.white.clone(),
        }
    }

    pub(super) fn links(&self) -> ByColor<String> {
        ByColor::new(self.black.clone(), self.white.clone())
    }

    /// Returns whether two persons have a page each.
    pub(super) fn is_of_two(&self) -> bool {
        self.black != self.white
    }
}

/// A file of links, a line of JSON for each game. Lines that say nothing are passed over.
#[derive(Clone, Debug)]
pub(super) struct LinkBook {
    path: PathBuf,
}

impl LinkBook {
    /// The name of the file in the archive's folder.
    pub(super) const FILE: &'static str = ".links";

    pub(super) const fn new(path: PathBuf) -> Self {
        Self { path }
    }

    fn read(&self) -> Vec<KeptLinks> {
        let bytes = read_bytes(&self.path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let lines = text.lines();
        lines
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect()
    }

    /// The latest game that is meant.
    fn find(&self, is_meant: impl Fn(&KeptLinks) -> bool) -> Option<KeptLinks> {
        self.read().into_iter().rev().find(is_meant)
    }

    /// The game of a link.
    pub(super) fn of_link(&self, link: &str) -> Option<KeptLinks> {
        self.find(|kept| Color::BOTH.iter().any(|color| kept.links()[*color] == link))
    }

    /// The links of a record.
    pub(super) fn of_file(&self, file: &str) -> Option<KeptLinks> {
        self.find(|kept| kept.file == file)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn add(&self, kept: &KeptLinks) -> io::Result<()> {
        let known = self.read();
        if known.len() >= 2 * MAX_KEPT {
            let latest = known.iter().skip(known.len() - MAX_KEPT);
            let lines: String = latest.map(line).collect();
            write_atomically(&self.path, lines.as_bytes()).map_err(io::Error::other)?;
        }
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&self.path)?;
        // A line that a full disk cut off ends before it.
        file.write_all(format!("\n{}", line(kept)).as_bytes())?;
        // The link is told to a person: it lasts.
        file.sync_all()?;
        sync_name(&self.path)
    }
}

fn line(kept: &KeptLinks) -> String {
    serde_json::to_string(kept).unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_games_are_found_by_link_and_by_file() {
        let folder = tempfile::tempdir().unwrap();
        let book = LinkBook::new(folder.path().join(LinkBook::FILE));
        assert_eq!(book.of_link("1"), None);
        let game = |number: usize| {
            let links = ByColor::new(format!("b{number}"), format!("w{number}"));
            KeptLinks::new(format!("{number}.sgf"), &links)
        };
        for number in 0..2 * MAX_KEPT + 1 {
            book.add(&game(number)).unwrap();
        }
        assert_eq!(book.of_link("w1000"), Some(game(1000)));
        assert_eq!(book.of_file("500.sgf"), Some(game(500)));
        assert_eq!(book.of_link("b499"), None, "the oldest are dropped");
        std::fs::write(&book.path, "no line\n{\"file\":").unwrap();
        assert_eq!(book.of_file("500.sgf"), None);
        book.add(&game(1)).unwrap();
        assert_eq!(book.of_link("b1"), Some(game(1)), "behind a damaged line");
    }
}
