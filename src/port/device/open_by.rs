//! The programs that have a device open, where `/proc` lets us see them.

use std::fmt;
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;

/// More than these are not named.
const MAX_NAMED: usize = 4;

/// The programs that hold a device open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holders(Vec<Holder>);

/// One program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its process number.
    pub pid: u32,
    /// Its name as the kernel knows it.
    pub name: String,
}

#[cfg(unix)]
impl Holders {
    /// Looks for the device in every process that may be looked into.
    ///
    /// Links are compared by name, not followed: a file on a dead network disk in some other
    /// process must not hold us up.
    pub(in crate::port) fn find_for(device: &Path) -> Self {
        let device = fs::canonicalize(device).unwrap_or_else(|_| device.to_owned());
        let Ok(processes) = fs::read_dir("/proc") else {
            return Self::default();
        };
        let mut found: Vec<Holder> = processes
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
            .filter(|&pid| open_files(pid, &device) > 0)
            .map(|pid| Holder {
                pid,
                name: name_of(pid),
            })
            .collect();
        found.sort_by_key(|holder| holder.pid);
        Self(found)
    }

    /// The same without this program itself.
    pub(in crate::port) fn others(mut self) -> Self {
        self.0.retain(|holder| holder.pid != std::process::id());
        self
    }
}

/// Number of times that this program itself has a device open.
#[cfg(unix)]
pub(in crate::port) fn open_here(device: &Path) -> usize {
    let device = fs::canonicalize(device).unwrap_or_else(|_| device.to_owned());
    open_files(std::process::id(), &device)
}

impl Holders {
    /// No program was found; it may still be one we may not look into.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The programs, by process number.
    #[must_use]
    pub fn as_slice(&self) -> &[Holder] {
        &self.0
    }
}

impl fmt::Display for Holders {
    /// Nothing, or ` by pid 42 (minicom), pid 43 (getty)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, holder) in self.0.iter().take(MAX_NAMED).enumerate() {
            f.write_str(if i == 0 { " by " } else { ", " })?;
            write!(f, "pid {} ({})", holder.pid, holder.name)?;
        }
        if self.0.len() > MAX_NAMED {
            write!(f, " and {} more", self.0.len() - MAX_NAMED)?;
        }
        Ok(())
    }
}

#[cfg(unix)]
fn open_files(pid: u32, device: &Path) -> usize {
    let Ok(files) = fs::read_dir(format!("/proc/{pid}/fd")) else {
        return 0;
    };
    let targets = files.flatten().map(|file| fs::read_link(file.path()));
    targets
        .filter(|target| target.as_ref().is_ok_and(|target| target == device))
        .count()
}

#[cfg(unix)]
fn name_of(pid: u32) -> String {
    let name = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    let name = name.trim_end();
    if name.is_empty() {
        "unknown".to_owned()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_no_words_and_many_are_cut_short() {
        assert_eq!(Holders::default().to_string(), "");
        let holder = |pid| Holder {
            pid,
            name: "getty".to_owned(),
        };
        assert_eq!(Holders(vec![holder(7)]).to_string(), " by pid 7 (getty)");
        let many = Holders((1..=6).map(holder).collect()).to_string();
        assert!(many.ends_with("pid 4 (getty) and 2 more"), "{many}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_file_is_found_in_this_process() {
        let file = tempfile::NamedTempFile::new().expect("file");
        let holders = Holders::find_for(file.path());
        assert_eq!(
            holders.as_slice().first().map(|h| h.pid),
            Some(std::process::id())
        );
        assert!(holders.others().is_empty());
        assert_eq!(open_here(file.path()), 1);
        let _again = file.reopen().expect("opens again");
        assert_eq!(open_here(file.path()), 2);
        assert!(Holders::find_for(Path::new("/nowhere/at/all")).is_empty());
    }
}
