//! An event as one file: its own file and all of its folder, packed, and unpacked elsewhere.

use std::path::{Component, Path, PathBuf};

use crate::hall::event_folder::EventFolder;
use crate::tournament::submission::{unzip, zip};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{create_new, make_folder, read_bytes, write_atomically};

/// The journal, below the event's folder.
const JOURNAL: &str = "event.journal";

/// Most files of an event.
const MAX_FILES: usize = 60_000;

/// Packs an event into an archive, and returns the number of its files. The director may rule meanwhile; while a run is at
/// work, or people enter moves, it is refused: their games would be half there.
///
/// # Errors
/// A run at work, files that cannot be read, an archive that cannot be written.
pub fn pack(folder: &EventFolder, archive: &Path) -> Result<usize, Failure> {
    let state = folder.begun()?;
    let _games = folder.lock_games()?;
    if let Some((round, board)) = folder.entered_game(&state) {
        let what = format!(
            "round {round}, board {board} is being played at a terminal: end that first, then pack"
        );
        return Err(Failure::new(Blame::Usage, what));
    }
    let name = base_name(&folder.folder)?;
    let mut files = vec![(format!("{name}.toml"), read(&folder.plan)?)];
    add_files(&folder.folder, &name, &mut files)?;
    // The journal is read last: it has at least what the pages beside it were made from.
    let journal = format!("{name}/{JOURNAL}");
    files.retain(|(path, _)| *path != journal);
    files.push((journal, read(&folder.folder.join(JOURNAL))?));
    let bytes = zip(&files).map_err(|error| Failure::new(Blame::Record, error))?;
    write_atomically(archive, &bytes).map_err(|error| Failure::new(Blame::Record, error))?;
    Ok(files.len())
}

/// Unpacks an archive below a folder, and returns the event's file. Nothing that is there is overwritten.
///
/// # Errors
/// An archive that is none of an event, an event of that name which is there already, files that cannot be written.
pub fn unpack(archive: &Path, into: &Path) -> Result<PathBuf, Failure> {
    let refused =
        |why: String| Failure::new(Blame::Record, format!("{}: {why}", archive.display()));
    let files = unzip(&read(archive)?).map_err(|error| refused(error.to_string()))?;
    let name = event_name(&files).map_err(|why| refused(why.to_owned()))?;
    let (plan, folder) = (into.join(format!("{name}.toml")), into.join(&name));
    for path in [&plan, &folder] {
        if path.exists() {
            let what = format!(
                "{} is there already: move it away, or unpack elsewhere (sgmp-go tournament unpack {} DIR)",
                path.display(),
                archive.display()
            );
            return Err(Failure::new(Blame::Usage, what));
        }
    }
    // Half of a folder is never taken for an event: it has its name when it is whole.
    let half = into.join(format!("{name}.unpacking"));
    make_folder_of_event(&half)?;
    for (path, bytes) in &files {
        let Ok(below) = Path::new(path).strip_prefix(&name) else {
            continue;
        };
        let path = half.join(below);
        if let Some(parent) = path.parent() {
            make_folder_of_event(parent)?;
        }
        write_atomically(&path, bytes).map_err(|error| Failure::new(Blame::Record, error))?;
    }
    std::fs::rename(&half, &folder).map_err(|error| {
        let what = format!("cannot name {}: {error}", folder.display());
        Failure::new(Blame::Record, what)
    })?;
    let own = files
        .iter()
        .find(|(path, _)| *path == format!("{name}.toml"));
    let text = own.map_or(&[][..], |(_, bytes)| bytes);
    create_new(&plan, text).map_err(|error| Failure::new(Blame::Record, error))?;
    Ok(plan)
}

/// The name of the event in an archive: all its files are `NAME.toml` and what lies below `NAME/`.
fn event_name(files: &[(String, Vec<u8>)]) -> Result<String, &'static str> {
    let journals = files
        .iter()
        .filter_map(|(path, _)| path.strip_suffix("/event.journal"));
    let [name] = journals.collect::<Vec<_>>()[..] else {
        return Err("this is no event that sgmp-go tournament pack has packed");
    };
    let plan = format!("{name}.toml");
    let is_plain = |path: &str| {
        let mut parts = Path::new(path).components();
        parts.all(|part| matches!(part, Component::Normal(_))) && !path.contains(['\\', ':'])
    };
    let is_below = |path: &str| path == plan || path.starts_with(&format!("{name}/"));
    let paths = || files.iter().map(|(path, _)| path.as_str());
    if name.contains('/') || !paths().all(|path| is_plain(path) && is_below(path)) {
        return Err("it has files outside the event's folder: nothing is unpacked");
    }
    match paths().any(|path| path == plan) {
        true => Ok(name.to_owned()),
        false => Err("the event's own file is not in it"),
    }
}

/// The files below a folder, by name, but those that only hold a lock.
fn add_files(folder: &Path, name: &str, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    let failure = |error: std::io::Error| {
        Failure::new(Blame::Record, format!("{}: {error}", folder.display()))
    };
    let entries = std::fs::read_dir(folder).map_err(failure)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let own = base_name(&path)?;
        if path.is_dir() {
            add_files(&path, &format!("{name}/{own}"), files)?;
        } else if !own.ends_with(".lock") {
            files.push((format!("{name}/{own}"), read(&path)?));
        }
        if files.len() > MAX_FILES {
            let what = format!("an event has at most {MAX_FILES} files");
            return Err(Failure::new(Blame::Record, what));
        }
    }
    Ok(())
}

fn base_name(path: &Path) -> Result<String, Failure> {
    let name = path.file_name().and_then(|name| name.to_str());
    name.map(str::to_owned).ok_or_else(|| {
        let what = format!(
            "{}: a name that is no UTF-8 cannot be packed",
            path.display()
        );
        Failure::new(Blame::Usage, what)
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_bytes(path).map_err(|error| Failure::new(Blame::Record, error))
}

fn make_folder_of_event(path: &Path) -> Result<(), Failure> {
    make_folder(path).map_err(|error| {
        Failure::new(
            Blame::Record,
            format!("cannot make {}: {error}", path.display()),
        )
    })
}
