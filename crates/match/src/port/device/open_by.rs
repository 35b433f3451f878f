//! The programs that have a device open, where `/proc` lets us see them.

use std::fmt;
#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;

#[cfg(unix)]
use super::open_files::SoughtDevice;

/// More than these are not named.
const MAX_NAMED: usize = 4;

/// The programs that hold a device open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holders {
    found: Vec<Holder>,
    is_complete: bool,
}

/// A program that has the device open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its process number, as `ps` shows it.
    pub pid: u32,
    /// Its name as the kernel knows it.
    pub name: String,
}

#[cfg(unix)]
impl Holders {
    /// Looks for the device in every process that may be looked into. The program at the other end of a
    /// pseudo terminal, which is the cable itself, may have both ends open and is left out.
    pub(in crate::port) fn find_for(device: &Path) -> Self {
        let (Some(sought), Ok(processes)) = (SoughtDevice::at(device), fs::read_dir("/proc"))
        else {
            return Self::default();
        };
        let mut found = Vec::new();
        // Where processes of others are hidden, the first one is.
        let mut is_complete = Path::new("/proc/1").exists();
        for entry in processes.flatten() {
            let Some(pid) = entry
                .file_name()
                .to_str()
                .and_then(|name| name.parse().ok())
            else {
                continue;
            };
            match sought.opened_by(pid) {
                Ok(0) => {}
                Ok(_) if sought.is_other_end(pid) => {}
                Ok(_) => found.push(Holder {
                    pid,
                    name: name_of(pid),
                }),
                // A process that has ended meanwhile holds nothing.
                Err(error) => is_complete &= error.kind() != std::io::ErrorKind::PermissionDenied,
            }
        }
        found.sort_by_key(|holder| holder.pid);
        Self { found, is_complete }
    }

    /// The same without this program itself.
    pub(in crate::port) fn others(mut self) -> Self {
        self.found.retain(|holder| holder.pid != std::process::id());
        self
    }
}

/// Number of times that this program itself has a device open.
#[cfg(unix)]
pub(in crate::port) fn open_here(device: &Path) -> usize {
    let sought = SoughtDevice::at(device);
    sought.map_or(0, |sought| {
        sought.opened_by(std::process::id()).unwrap_or_default()
    })
}

impl Holders {
    /// No program was found; it may still be one we may not look into.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns whether every process could be looked into.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The programs, by process number.
    #[must_use]
    pub fn as_slice(&self) -> &[Holder] {
        &self.found
    }
}

impl fmt::Display for Holders {
    /// Nothing, or ` by pid 42 (minicom), pid 43 (getty)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, holder) in self.found.iter().take(MAX_NAMED).enumerate() {
            f.write_str(if i == 0 { " by " } else { ", " })?;
            write!(f, "pid {} ({})", holder.pid, holder.name)?;
        }
        if self.found.len() > MAX_NAMED {
            write!(f, " and {} more", self.found.len() - MAX_NAMED)?;
        }
        Ok(())
    }
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
        let named = |found: Vec<Holder>| {
            let is_complete = true;
            Holders { found, is_complete }.to_string()
        };
        assert_eq!(named(vec![holder(7)]), " by pid 7 (getty)");
        let many = named((1..=6).map(holder).collect());
        assert!(many.ends_with("pid 4 (getty) and 2 more"), "{many}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_terminal_is_found_in_this_process_by_its_number() {
        use crate::port::device::pty::Master;
        let master = Master::open().expect("pty");
        let slave = master.open_slave().expect("slave");
        // This process has the other end, too: that is the cable.
        assert!(Holders::find_for(master.path()).is_empty());
        assert_eq!(open_here(master.path()), 1);
        let again = slave.try_clone().expect("again");
        assert_eq!(open_here(master.path()), 2);
        drop((slave, again));
        assert_eq!(open_here(master.path()), 0);
        assert!(Holders::find_for(Path::new("/nowhere/at/all")).is_empty());
        assert!(!Holders::find_for(Path::new("/nowhere/at/all")).is_complete());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_that_only_holds_a_terminal_is_found() {
        use crate::port::device::pty::Master;
        use std::process::{Command, Stdio};
        let master = Master::open().expect("pty");
        let slave = master.open_slave().expect("slave");
        let mut sleeper = Command::new("sleep")
            .arg("600")
            .stdin(Stdio::from(slave))
            .spawn()
            .expect("sleep");
        let holders = Holders::find_for(master.path());
        let pids: Vec<u32> = holders.as_slice().iter().map(|holder| holder.pid).collect();
        let _gone = (sleeper.kill(), sleeper.wait());
        assert_eq!(pids, [sleeper.id()]);
    }
}
