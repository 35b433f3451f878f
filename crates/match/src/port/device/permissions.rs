//! The right to open a device, and how the operator gets it.

use std::fmt;
use std::path::PathBuf;

/// A device that may not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Denied {
    path: PathBuf,
    group: Option<String>,
}

#[cfg(unix)]
impl Denied {
    /// Reads the group that owns `path` from the node itself.
    pub(in crate::port) fn look_up(path: &std::path::Path) -> Self {
        use std::os::unix::fs::MetadataExt;

        let group = std::fs::metadata(path).ok().and_then(|node| {
            let groups = std::fs::read_to_string("/etc/group").unwrap_or_default();
            group_with_access(node.mode(), node.gid(), &groups)
        });
        Self {
            path: path.to_owned(),
            group,
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.group {
            Some(group) => write!(
                f,
                "{path}: permission denied; it belongs to the group {group}: run \
                 `sudo usermod -aG {group} $USER`, then log out and in again"
            ),
            None => write!(
                f,
                "{path}: permission denied, and no group but root's may use it; if it was just \
                 plugged in, try again, otherwise ask whoever administers this machine"
            ),
        }
    }
}

/// The name of the group that may read and write a node, unless that is root's own.
#[cfg(unix)]
fn group_with_access(mode: u32, gid: u32, groups: &str) -> Option<String> {
    const GROUP_READ_WRITE: u32 = 0o060;
    if gid == 0 || mode & GROUP_READ_WRITE != GROUP_READ_WRITE {
        return None;
    }
    let name = groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(gid)).then(|| name.to_owned())
    });
    Some(name.unwrap_or_else(|| gid.to_string()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const GROUPS: &str = "root:x:0:\nbroken\ndialout:x:20:ann,bob\nuucp:x:14:\n";

    #[test]
    fn the_group_is_read_from_the_node() {
        assert_eq!(
            group_with_access(0o20660, 20, GROUPS).as_deref(),
            Some("dialout")
        );
        assert_eq!(
            group_with_access(0o20660, 14, GROUPS).as_deref(),
            Some("uucp")
        );
        assert_eq!(
            group_with_access(0o20660, 77, GROUPS).as_deref(),
            Some("77")
        );
    }

    #[test]
    fn a_node_no_group_may_use_names_none() {
        assert_eq!(group_with_access(0o20600, 20, GROUPS), None);
        assert_eq!(group_with_access(0o20660, 0, GROUPS), None);
    }

    #[test]
    fn the_advice_names_the_group_and_the_command() {
        let denied = Denied {
            path: "/dev/ttyS0".into(),
            group: Some("dialout".to_owned()),
        };
        assert_eq!(
            denied.to_string(),
            "/dev/ttyS0: permission denied; it belongs to the group dialout: run \
             `sudo usermod -aG dialout $USER`, then log out and in again"
        );
    }

    #[test]
    fn without_a_group_the_advice_does_not_invent_one() {
        let denied = Denied {
            path: "/dev/ttyUSB0".into(),
            group: None,
        };
        assert!(!denied.to_string().contains("usermod"));
    }
}
