//! The open files of other processes, by `/proc`.

use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

/// A device that is looked for, known by its number: its node may have several names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SoughtDevice {
    number: u64,
    /// The file system of a pseudo terminal: each container may have one with terminals of the same numbers.
    mount: Option<u64>,
    /// The index of a pseudo terminal.
    index: Option<u32>,
}

impl SoughtDevice {
    /// The device with this name.
    pub(super) fn at(path: &Path) -> Option<Self> {
        Self::known_by(&fs::metadata(path).ok()?)
    }

    fn known_by(node: &Metadata) -> Option<Self> {
        if !node.file_type().is_char_device() {
            return None;
        }
        let index = pseudo_terminal_index(node.rdev());
        Some(Self {
            number: node.rdev(),
            mount: index.map(|_| node.dev()),
            index,
        })
    }

    /// Number of times that a process has it open.
    ///
    /// Links are followed only below `/dev`: a file on a dead network disk in some process must not hold us
    /// up.
    ///
    /// # Errors
    /// A process that may not be looked into, or that has ended.
    pub(super) fn opened_by(&self, pid: u32) -> io::Result<usize> {
        let is_it = |file: &Path| {
            let is_device = fs::read_link(file).is_ok_and(|target| target.starts_with("/dev"));
            let node = is_device.then(|| fs::metadata(file).ok()).flatten();
            node.and_then(|node| Self::known_by(&node)).as_ref() == Some(self)
        };
        let files = fs::read_dir(format!("/proc/{pid}/fd"))?.flatten();
        Ok(files.filter(|file| is_it(&file.path())).count())
    }

    /// Returns whether a process has the other end of this pseudo terminal open.
    pub(super) fn is_other_end(&self, pid: u32) -> bool {
        let (Some(index), Ok(files)) = (self.index, fs::read_dir(format!("/proc/{pid}/fdinfo")))
        else {
            return false;
        };
        let is_it = |info: &str| {
            let mut lines = info.lines();
            lines.any(|line| {
                let number = line.strip_prefix("tty-index:").map(str::trim);
                number.and_then(|number| number.parse().ok()) == Some(index)
            })
        };
        files
            .flatten()
            .any(|file| fs::read_to_string(file.path()).is_ok_and(|info| is_it(&info)))
    }
}

/// The index of a pseudo terminal's slave by its device number.
#[cfg(target_os = "linux")]
pub(super) fn pseudo_terminal_index(number: u64) -> Option<u32> {
    /// Linux, Documentation/admin-guide/devices.txt: Unix98 pty slaves.
    const SLAVES: std::ops::RangeInclusive<u32> = 136..=143;
    let (major, minor) = (rustix::fs::major(number), rustix::fs::minor(number));
    SLAVES
        .contains(&major)
        .then(|| (major - SLAVES.start()) * 256 + minor)
}

#[cfg(not(target_os = "linux"))]
pub(super) const fn pseudo_terminal_index(_number: u64) -> Option<u32> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::port::device::pty::Master;

    #[test]
    fn a_pseudo_terminal_is_known_by_its_number() {
        let master = Master::open().expect("pty");
        let name = master.path().file_name().expect("a number");
        let device = SoughtDevice::at(master.path()).expect("a device");
        let index = name.to_str().and_then(|name| name.parse().ok());
        assert_eq!(device.index, index);
        assert!(device.is_other_end(std::process::id()));
        let null = SoughtDevice::at(Path::new("/dev/null")).expect("a device");
        assert_eq!((null.index, null.mount), (None, None));
        assert!(SoughtDevice::at(Path::new("/etc/passwd")).is_none());
    }
}
