//! The log of a faulty disk, read back.

use std::path::PathBuf;

/// An operation that was carried out, or a word that went out of the program.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Done {
    Opened {
        inode: u64,
        path: PathBuf,
        is_new: bool,
        is_emptied: bool,
    },
    Written {
        inode: u64,
        at: usize,
        bytes: Vec<u8>,
    },
    Synced {
        inode: u64,
    },
    FolderSynced(PathBuf),
    CutTo {
        inode: u64,
        length: usize,
    },
    Renamed(PathBuf, PathBuf),
    /// The second name stands for the file of the first, too.
    Linked(PathBuf, PathBuf),
    Removed(PathBuf),
    FolderMade(PathBuf),
    /// Bytes to a terminal, a pipe, or a file on another disk.
    Told(Vec<u8>),
    /// Nothing came of it.
    Failed,
}

/// A line of the log.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) done: Done,
    /// True if it was made to fail.
    pub(crate) is_fault: bool,
    /// The word of the log and the path, for people.
    pub(crate) words: String,
}

impl Operation {
    /// Returns whether it is counted: words are not.
    pub(crate) const fn is_counted(&self) -> bool {
        !matches!(self.done, Done::Told(_))
    }
}

/// The operations of a log. One that a cut came upon is left out.
pub(crate) fn read_log(mut log: &[u8]) -> Vec<Operation> {
    let mut operations = Vec::new();
    while let Some(end) = log.iter().position(|byte| *byte == b'\n') {
        let line = std::str::from_utf8(&log[..end]).expect("a line of the log");
        let length: usize = line
            .split(' ')
            .nth(7)
            .and_then(|word| word.parse().ok())
            .unwrap_or_else(|| panic!("a line of the log, not {line:?}"));
        let rest = &log[end + 1..];
        let Some(data) = rest.get(..length) else {
            break;
        };
        operations.push(operation(line, data));
        log = &rest[length..];
    }
    operations
}

fn operation(line: &str, data: &[u8]) -> Operation {
    let words: Vec<&str> = line.splitn(9, ' ').collect();
    let number = |at: usize| words[at].parse::<i64>().expect("a number");
    let (path, other) = words[8].split_once('\t').expect("two paths");
    let (path, other) = (PathBuf::from(path), PathBuf::from(other));
    let (result, inode) = (number(3), words[4].parse().expect("a number"));
    let size = |at: usize| usize::try_from(number(at)).unwrap_or(0);
    let done = match words[0] {
        "tell" => Done::Told(data.to_owned()),
        _ if result < 0 => Done::Failed,
        "open" => Done::Opened {
            inode,
            path: path.clone(),
            is_new: number(5) != 0,
            is_emptied: number(6) != 0,
        },
        "write" => Done::Written {
            inode,
            at: size(5),
            bytes: data[..data.len().min(size(3))].to_owned(),
        },
        "sync" => Done::Synced { inode },
        "syncdir" => Done::FolderSynced(path.clone()),
        "trunc" => Done::CutTo {
            inode,
            length: size(5),
        },
        "rename" => Done::Renamed(path.clone(), other),
        "link" => Done::Linked(path.clone(), other),
        "unlink" => Done::Removed(path.clone()),
        "mkdir" => Done::FolderMade(path.clone()),
        word => panic!("an operation, not {word:?}"),
    };
    Operation {
        done,
        is_fault: number(2) != 0,
        words: format!("{} {}", words[0], path.display()),
    }
}

/// All that the program has told, up to the end of these operations.
pub(crate) fn told(operations: &[Operation]) -> String {
    let words = operations
        .iter()
        .filter_map(|operation| match &operation.done {
            Done::Told(bytes) => Some(&bytes[..]),
            _ => None,
        });
    String::from_utf8_lossy(&words.collect::<Vec<_>>().concat()).into_owned()
}
