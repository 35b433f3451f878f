//! The draft of a review: all that was tried and written and is not saved yet, kept beside the record.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sgmp_board::record::{GameTree, JoinedTree, NodeId, read_bytes, write_atomically};
use sgmp_board::rules::{Color, Move};

/// The file of what is not saved yet. Several reviews of one record, on pages and screens, share it: what one of them keeps is
/// joined with what lies there.
pub struct ReviewDraft {
    file: PathBuf,
    /// The record itself.
    record: GameTree,
    /// The game as this review knew it when it read or kept it last.
    known: GameTree,
    /// True while the file is there and ours.
    is_kept: bool,
    /// The time and length of the file when all of it was known here.
    seen: Option<(SystemTime, u64)>,
    /// The reason why nothing is kept, once there is one.
    trouble: Option<String>,
}

impl ReviewDraft {
    /// The file beside a record that keeps the draft of the review of its game of this number, from 1.
    #[must_use]
    pub fn file_of(record: &Path, number: usize) -> PathBuf {
        let mut name = record.file_name().unwrap_or_default().to_owned();
        if number > 1 {
            name.push(format!(".{number}"));
        }
        name.push(".draft");
        record.with_file_name(name)
    }

    /// The file, and the game as an earlier review of `tree` left it.
    pub fn open(file: PathBuf, tree: &GameTree) -> (Self, Option<GameTree>) {
        let mut draft = Self {
            file,
            record: tree.clone(),
            known: tree.clone(),
            is_kept: false,
            seen: None,
            trouble: None,
        };
        draft.seen = draft.stamp();
        let left = draft.left();
        if let Some(left) = &left {
            draft.known = left.clone();
            draft.is_kept = true;
        }
        (draft, left)
    }

    /// The game as it lies in the file; `None` without a file. One of another game is a trouble.
    fn left(&mut self) -> Option<GameTree> {
        if !self.file.exists() && !self.file.is_symlink() {
            return None;
        }
        let read = read_bytes(&self.file).ok();
        let left = read.and_then(|bytes| GameTree::read(&bytes, 1).ok());
        let left = left.filter(|left| goes_on(&self.record, left));
        if left.is_none() {
            let name = self.file.display();
            self.trouble = Some(format!(
                "{name} is of another game: what is tried here is not kept by itself"
            ));
        }
        left
    }

    /// Writes the game, joined with what another review of the record has kept meanwhile; where that cannot be,
    /// [`Self::trouble`] says so.
    pub(crate) fn keep(&mut self, tree: &GameTree) {
        let known = self.known.clone();
        if self.keep_since(&known, tree).is_some() {
            self.known = tree.clone();
        }
    }

    /// The same for a review that knew the game as `known`; `None` where nothing is kept.
    pub(crate) fn keep_since(&mut self, known: &GameTree, tree: &GameTree) -> Option<JoinedTree> {
        let left = self.left();
        if self.trouble.is_some() {
            return None;
        }
        let joined = tree.joined_with(left.as_ref().unwrap_or(&self.record), known);
        if let Err(error) = write_atomically(&self.file, joined.tree.to_string().as_bytes()) {
            self.trouble = Some(format!("what is tried here is not kept: {error}"));
            return None;
        }
        self.is_kept = true;
        self.seen = self.stamp().filter(|_| joined.tree.is_same_game(tree));
        Some(joined)
    }

    /// The time and length of the file; `None` without one.
    fn stamp(&self) -> Option<(SystemTime, u64)> {
        let found = fs::metadata(&self.file).ok()?;
        Some((found.modified().ok()?, found.len()))
    }

    /// The game with what other reviews have kept of it meanwhile, its nodes with their numbers; `None` where that is nothing, and
    /// where there is no file any more.
    pub(super) fn changed_elsewhere(&mut self, tree: &GameTree) -> Option<GameTree> {
        let stamp = self.stamp()?;
        if self.trouble.is_some() || self.seen == Some(stamp) {
            return None;
        }
        self.seen = Some(stamp);
        let left = self.left()?;
        let joined = left.joined_with(tree, &self.known).tree;
        self.known = left;
        (!joined.is_same_game(tree)).then_some(joined)
    }

    /// Everything is saved elsewhere.
    pub(crate) fn remove(&mut self) {
        self.known = self.record.clone();
        if std::mem::take(&mut self.is_kept)
            && let Err(error) = fs::remove_file(&self.file)
        {
            log::debug!("{}: {error}", self.file.display());
        }
    }

    /// The reason why nothing is kept, if there is one.
    pub(crate) fn trouble(&self) -> Option<&str> {
        self.trouble.as_deref()
    }

    /// The file, while it is there.
    pub(super) fn file(&self) -> Option<&Path> {
        self.is_kept.then_some(self.file.as_path())
    }
}

/// Returns whether the main line of a game begins with that of another.
fn goes_on(tree: &GameTree, kept: &GameTree) -> bool {
    let line = |tree: &GameTree| -> Vec<(Color, Move)> {
        let path = tree.path(tree.line_end(NodeId::ROOT));
        path.into_iter()
            .filter_map(|node| tree.move_at(node))
            .collect()
    };
    tree.size() == kept.size() && line(kept).starts_with(&line(tree))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

    #[test]
    fn the_draft_lies_beside_the_record() {
        let file = |number| ReviewDraft::file_of(Path::new("games/a.sgf"), number);
        assert_eq!(file(1), Path::new("games/a.sgf.draft"));
        assert_eq!(file(3), Path::new("games/a.sgf.3.draft"));
    }

    #[test]
    fn a_draft_is_taken_up_by_its_own_game_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sgf.draft");
        let read = |text: &str| GameTree::read(text.as_bytes(), 1).unwrap();
        let tree = read("(;SZ[9];B[ee];W[ce])");
        let (mut draft, kept) = ReviewDraft::open(file.clone(), &tree);
        assert!(kept.is_none() && draft.file().is_none());
        let mut tried = tree.clone();
        let first = tree.children(NodeId::ROOT)[0];
        tried.add_move(first, Color::White, Move::Play(Point::parse("E3").unwrap()));
        draft.keep(&tried);
        assert_eq!(draft.file(), Some(file.as_path()));
        let (mut draft, kept) = ReviewDraft::open(file.clone(), &tree);
        assert_eq!(kept.map(|kept| kept.to_string()), Some(tried.to_string()));
        let (other, kept) = ReviewDraft::open(file.clone(), &read("(;SZ[9];B[aa])"));
        assert!(kept.is_none() && other.trouble().is_some());
        draft.remove();
        assert!(!file.exists());
        fs::write(&file, "my notes").unwrap();
        let (mut draft, _) = ReviewDraft::open(file.clone(), &tree);
        draft.keep(&tried);
        draft.remove();
        assert_eq!(fs::read_to_string(&file).unwrap(), "my notes");
    }

    /// Two reviews of one record: each keeps what it tries and writes, and neither wipes the other's away.
    #[test]
    fn two_reviews_share_a_draft() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.sgf.draft");
        let record = GameTree::read(b"(;SZ[9];B[ee];W[ce])", 1).unwrap();
        let open = || ReviewDraft::open(file.clone(), &record).0;
        let left = || ReviewDraft::open(file.clone(), &record).1.unwrap();
        let first = record.children(NodeId::ROOT)[0];
        let (mut one, mut two) = (open(), open());
        let (mut mine, mut theirs) = (record.clone(), record.clone());
        mine.set_comment(first, "mine");
        one.keep(&mine);
        theirs.set_comment(first, "theirs");
        theirs.add_move(first, Color::White, Move::Pass);
        two.keep(&theirs);
        assert_eq!(left().comment(first).as_deref(), Some("mine\n\ntheirs"));
        mine.set_comment(first, "mine, and more");
        one.keep(&mine);
        let both = left();
        assert_eq!(
            both.comment(first).as_deref(),
            Some("mine, and more\n\ntheirs")
        );
        assert_eq!(both.children(first).len(), 2);
        // Each takes in what the other has kept, once.
        let mine = one.changed_elsewhere(&mine).unwrap();
        assert_eq!(mine.children(first).len(), 2);
        assert_eq!(mine.comment(first), both.comment(first));
        assert!(one.changed_elsewhere(&mine).is_none());
        let mut theirs = two.changed_elsewhere(&theirs).unwrap();
        assert_eq!(theirs.comment(first), both.comment(first));
        let mut one_more = mine.clone();
        one_more.set_comment(NodeId::ROOT, "one more");
        one.keep(&one_more);
        assert!(one.changed_elsewhere(&one_more).is_none());
        // Dropped by one, what was in it does not come back with the other.
        open().remove();
        theirs.set_comment(NodeId::ROOT, "new");
        two.keep(&theirs);
        assert_eq!(left().comment(NodeId::ROOT).as_deref(), Some("new"));
        assert_eq!(left().comment(first), None);
    }
}
