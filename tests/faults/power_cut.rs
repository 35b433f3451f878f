//! The folders that a power cut may leave: all that was synced, and of the rest any part.
//!
//! The model is what POSIX grants and no more: the bytes of a file are safe once it was synced, its name once the folder
//! was. A write that is not safe is there, is lost, or is there in part; so is each change of a name, unless it builds on
//! one that is lost. No file system is worse; most are better.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use sgmp_board::rng::Rng;

use crate::disk_log::{Done, Operation};

/// A change of a file's bytes.
#[derive(Clone, Debug)]
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Length(usize),
}

/// A file: its bytes on the disk, and what the system has not yet written there.
#[derive(Clone, Debug, Default)]
struct Stored {
    safe: Vec<u8>,
    unsafe_changes: Vec<Change>,
}

/// The thing that a name stands for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Thing {
    Folder,
    /// A number in the list of files.
    File(usize),
}

type Names = BTreeMap<PathBuf, Thing>;

#[derive(Clone, Debug)]
enum NameChange {
    Made(PathBuf, Thing),
    /// The thing goes from one name to another.
    Moved(PathBuf, PathBuf, Thing),
    Removed(PathBuf, Thing),
}

impl NameChange {
    /// The folder whose sync makes it safe.
    fn folder(&self) -> Option<&Path> {
        match self {
            Self::Made(path, _) | Self::Moved(_, path, _) | Self::Removed(path, _) => path.parent(),
        }
    }

    fn apply(&self, names: &mut Names) {
        match self {
            Self::Made(path, thing) => drop(names.insert(path.clone(), *thing)),
            // The name may stand for another thing, where what gave it to this one is lost: temporary names come again.
            Self::Moved(from, to, thing) if names.get(from) == Some(thing) => {
                move_name(names, from, to);
            }
            Self::Removed(path, thing) if names.get(path) == Some(thing) => {
                names.remove(path);
            }
            Self::Moved(..) | Self::Removed(..) => {}
        }
    }
}

/// A name with all below it; nothing where it is not there.
fn move_name(names: &mut Names, from: &Path, to: &Path) {
    let inside = |path: &&PathBuf| path.starts_with(from);
    let moved: Vec<PathBuf> = names.keys().filter(inside).cloned().collect();
    for path in moved {
        let thing = names.remove(&path).expect("a name");
        let rest = path.strip_prefix(from).expect("below it");
        let new = if rest.as_os_str().is_empty() {
            to.to_owned()
        } else {
            to.join(rest)
        };
        names.insert(new, thing);
    }
}

/// A folder whose system knows more than its disk.
pub(crate) struct Folder {
    root: PathBuf,
    files: Vec<Stored>,
    /// Names that are safe, and the changes since.
    safe: Names,
    unsafe_changes: Vec<NameChange>,
    /// Names as the system has them.
    now: Names,
    inodes: BTreeMap<u64, usize>,
}

/// How much of what is not safe a cut leaves.
#[derive(Clone, Copy, Debug)]
enum Luck {
    Nothing,
    /// All names, and no bytes: names are written before the files that they name.
    NamesOnly,
    Any,
}

impl Folder {
    /// A folder as it lies on the disk, all of it safe.
    pub(crate) fn read(root: &Path) -> Self {
        let mut folder = Self {
            root: root.to_owned(),
            files: Vec::new(),
            safe: Names::from([(root.to_owned(), Thing::Folder)]),
            unsafe_changes: Vec::new(),
            now: Names::new(),
            inodes: BTreeMap::new(),
        };
        folder.take_in(root);
        folder.now = folder.safe.clone();
        folder
    }

    fn take_in(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                self.safe.insert(path.clone(), Thing::Folder);
                self.take_in(&path);
            } else {
                let safe = fs::read(&path).expect("a file");
                self.safe.insert(path, Thing::File(self.files.len()));
                self.files.push(Stored {
                    safe,
                    unsafe_changes: Vec::new(),
                });
            }
        }
    }

    /// Carries out what a program did.
    pub(crate) fn follow(&mut self, operations: &[Operation]) {
        for operation in operations {
            match operation.done.clone() {
                Done::Opened {
                    inode,
                    path,
                    is_new,
                    is_emptied,
                } => self.open(inode, path, is_new, is_emptied),
                Done::Written { inode, at, bytes } => {
                    self.change(inode, Change::Write { at, bytes });
                }
                Done::CutTo { inode, length } => self.change(inode, Change::Length(length)),
                Done::Synced { inode } => {
                    let file = self.inodes[&inode];
                    let file = &mut self.files[file];
                    let changes = std::mem::take(&mut file.unsafe_changes);
                    changes
                        .iter()
                        .for_each(|change| put(&mut file.safe, change));
                }
                Done::FolderSynced(path) => self.sync_folder(&path),
                Done::Renamed(from, to) => {
                    let thing = self.now[&from];
                    self.rename(NameChange::Moved(from, to, thing));
                }
                Done::Linked(from, to) => {
                    let thing = self.now[&from];
                    self.rename(NameChange::Made(to, thing));
                }
                Done::Removed(path) => {
                    let thing = self.now[&path];
                    self.rename(NameChange::Removed(path, thing));
                }
                Done::FolderMade(path) => self.rename(NameChange::Made(path, Thing::Folder)),
                Done::Told(_) | Done::Failed => {}
            }
        }
    }

    fn open(&mut self, inode: u64, path: PathBuf, is_new: bool, is_emptied: bool) {
        let file = if is_new {
            self.files.push(Stored::default());
            let file = self.files.len() - 1;
            self.rename(NameChange::Made(path, Thing::File(file)));
            file
        } else {
            match self.now.get(&path) {
                Some(Thing::File(file)) => *file,
                other => panic!("a file at {}, not {other:?}", path.display()),
            }
        };
        self.inodes.insert(inode, file);
        if is_emptied {
            self.change(inode, Change::Length(0));
        }
    }

    fn change(&mut self, inode: u64, change: Change) {
        let file = self.inodes[&inode];
        self.files[file].unsafe_changes.push(change);
    }

    fn rename(&mut self, change: NameChange) {
        change.apply(&mut self.now);
        self.unsafe_changes.push(change);
    }

    fn sync_folder(&mut self, folder: &Path) {
        let changes = std::mem::take(&mut self.unsafe_changes);
        for change in changes {
            if change.folder() == Some(folder) {
                change.apply(&mut self.safe);
            } else {
                self.unsafe_changes.push(change);
            }
        }
    }

    /// Makes of the disk what a cut now may leave: at first the worst, then any part of what is not safe.
    pub(crate) fn leave(&self, number: usize, chance: &mut Rng) {
        let luck = match number {
            0 => Luck::Nothing,
            1 => Luck::NamesOnly,
            _ => Luck::Any,
        };
        let mut names = self.safe.clone();
        for change in &self.unsafe_changes {
            let is_left = match luck {
                Luck::Nothing => false,
                Luck::NamesOnly => true,
                Luck::Any => chance.below(2) == 0,
            };
            if is_left {
                change.apply(&mut names);
            }
        }
        fs::remove_dir_all(&self.root).expect("a folder to remove");
        for (path, thing) in names {
            match thing {
                // A name below one that is lost is lost with it.
                _ if path
                    .parent()
                    .is_some_and(|above| path != self.root && !above.exists()) => {}
                Thing::Folder => fs::create_dir(path).expect("a folder"),
                Thing::File(file) => {
                    fs::write(path, left(&self.files[file], luck, chance)).expect("a file");
                }
            }
        }
    }
}

/// The bytes of a file after a cut.
fn left(file: &Stored, luck: Luck, chance: &mut Rng) -> Vec<u8> {
    let mut bytes = file.safe.clone();
    for change in &file.unsafe_changes {
        match (luck, change) {
            (Luck::Nothing | Luck::NamesOnly, _) => {}
            (Luck::Any, Change::Length(_)) => {
                if chance.below(2) == 0 {
                    put(&mut bytes, change);
                }
            }
            (Luck::Any, Change::Write { at, bytes: new }) => {
                let length = u32::try_from(new.len()).expect("a small write");
                let part = match chance.below(3) {
                    0 => 0,
                    1 => length,
                    _ => chance.below(length + 1),
                };
                let bytes_left = new[..part as usize].to_owned();
                if part > 0 {
                    put(
                        &mut bytes,
                        &Change::Write {
                            at: *at,
                            bytes: bytes_left,
                        },
                    );
                }
            }
        }
    }
    bytes
}

fn put(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Length(length) => bytes.resize(*length, 0),
        Change::Write { at, bytes: new } => {
            if bytes.len() < at + new.len() {
                bytes.resize(at + new.len(), 0);
            }
            bytes[*at..at + new.len()].copy_from_slice(new);
        }
    }
}
