//! Programs of others that some tests use. A test whose program is missing is left out and says so;
//! where nothing may be left out (`SGMP_NO_SKIP` is set, or `CI`), it fails.

#![allow(dead_code, reason = "no binary of tests uses all of them")]

use std::env;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

/// Leaves the test unless these programs are here.
macro_rules! needs {
    ($($tool:ident),+) => {
        if $crate::tools::is_left_out(&[$($crate::tools::Tool::$tool),+]) {
            return;
        }
    };
}
pub(crate) use needs;

/// A program, each in a package of Debian's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Tool {
    GnuGo,
    Socat,
    Tmux,
    Valgrind,
    Chromium,
    ChromeDriver,
    Python,
}

impl Tool {
    fn find(self) -> Option<PathBuf> {
        match self {
            Self::GnuGo => gnugo_path(),
            Self::Socat => in_path("socat"),
            Self::Tmux => in_path("tmux"),
            Self::Valgrind => in_path("valgrind"),
            Self::Chromium => in_path("chromium"),
            Self::ChromeDriver => in_path("chromedriver"),
            Self::Python => in_path("python3"),
        }
    }

    /// Its path, in a test that [`needs`] it.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub(crate) fn path(self) -> PathBuf {
        self.find().unwrap_or_else(|| panic!("{}", self.remedy()))
    }

    /// The complaint that it is missing, and the cure.
    fn remedy(self) -> &'static str {
        match self {
            Self::GnuGo => "no GNU Go here (apt-get install gnugo, or GNUGO=/path/to/gnugo)",
            Self::Socat => "no socat here (apt-get install socat)",
            Self::Tmux => "no tmux here (apt-get install tmux)",
            Self::Valgrind => "no valgrind here (apt-get install valgrind)",
            Self::Chromium => "no Chromium here (apt-get install chromium)",
            Self::ChromeDriver => "no chromedriver here (apt-get install chromium-driver)",
            Self::Python => "no Python here (apt-get install python3)",
        }
    }
}

/// Returns true if one of these is missing, and says so past the harness, which keeps what a test
/// that passes prints to itself.
pub(crate) fn is_left_out(tools: &[Tool]) -> bool {
    let Some(missing) = tools.iter().find(|tool| tool.find().is_none()) else {
        return false;
    };
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let remedy = missing.remedy();
    assert!(
        !nothing_may_be_left_out(),
        "no test may be left out, for CI or SGMP_NO_SKIP is set: {remedy}"
    );
    // Without anywhere to say it the test is left out all the same.
    let _ = writeln!(io::stderr().lock(), "skipped {test}: {remedy}");
    true
}

fn nothing_may_be_left_out() -> bool {
    let is_set =
        |name| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "false");
    is_set("SGMP_NO_SKIP") || is_set("CI")
}

/// GNU Go's program, in a test that [`needs`] it.
///
/// # Panics
///
/// If there is none.
pub(crate) fn gnugo_program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let path = gnugo_path().unwrap_or_else(|| panic!("{}", Tool::GnuGo.remedy()));
        path.into_os_string().into_string().expect("a plain name")
    })
}

/// The program that `GNUGO` names (none if it is empty), or else the first in `PATH`, or else
/// Debian's, whose folder is not in every `PATH`.
fn gnugo_path() -> Option<PathBuf> {
    if let Some(path) = env::var_os("GNUGO") {
        assert!(
            path.is_empty() || is_program(Path::new(&path)),
            "GNUGO is {path:?}, no program"
        );
        return Some(path)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from);
    }
    let debian = PathBuf::from("/usr/games/gnugo");
    in_path("gnugo").or_else(|| Some(debian).filter(|path| is_program(path)))
}

fn in_path(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let candidates = env::split_paths(&folders).map(|folder| folder.join(name));
    candidates.into_iter().find(|path| is_program(path))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}
