//! The library that makes a disk fail (`faulty_disk.c`), and the folders of a trial.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

/// A fault that the n-th operation meets.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Kind {
    /// There is no room: half of what is written fits.
    Full,
    /// As `Full`, and so it stays until there is room again.
    StaysFull,
    /// A write takes a part of its bytes.
    Short,
    /// A signal comes in between.
    Interrupted,
    /// An error of the device; half of what is written is there.
    Broken,
    /// As `Broken`, and so it stays.
    StaysBroken,
    /// The power is cut in place of the operation.
    Cut,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] = [
        Self::Full,
        Self::StaysFull,
        Self::Short,
        Self::Interrupted,
        Self::Broken,
        Self::StaysBroken,
        Self::Cut,
    ];

    const fn word(self) -> &'static str {
        match self {
            Self::Full | Self::StaysFull => "full",
            Self::Short => "short",
            Self::Interrupted => "interrupted",
            Self::Broken | Self::StaysBroken => "broken",
            Self::Cut => "cut",
        }
    }

    /// Returns whether later operations fail too.
    pub(crate) const fn stays(self) -> bool {
        matches!(self, Self::StaysFull | Self::StaysBroken)
    }

    /// The system's words for it; `None` where nobody has to hear of it.
    pub(crate) const fn told_as(self) -> Option<&'static str> {
        match self {
            Self::Full | Self::StaysFull => Some("No space left on device"),
            Self::Broken | Self::StaysBroken => Some("Input/output error"),
            Self::Short | Self::Interrupted | Self::Cut => None,
        }
    }
}

/// A fault at an operation; the first is 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    pub(crate) at: usize,
}

/// A folder on the disk under test, and one beside it for what has no faults.
pub(crate) struct Stage(TempDir);

impl Stage {
    pub(crate) fn new() -> Self {
        let stage = Self(tempfile::tempdir().expect("a folder"));
        for folder in [stage.disk(), stage.beside("")] {
            fs::create_dir(folder).expect("a folder");
        }
        stage
    }

    /// The folder whose disk fails.
    pub(crate) fn disk(&self) -> PathBuf {
        self.0.path().join("disk")
    }

    /// A file whose disk is sound.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join("beside").join(name)
    }

    /// The log of the disk's operations, of all programs on this stage one behind the other.
    pub(crate) fn log(&self) -> Vec<u8> {
        fs::read(self.beside("operations")).unwrap_or_default()
    }

    /// The disk has room again, or is mended.
    pub(crate) fn mend(&self) {
        fs::write(self.beside("mended"), "").expect("a file");
    }

    /// Puts a program on the disk, of which an operation may fail.
    pub(crate) fn put(&self, command: &mut Command, fault: Option<Fault>) {
        command
            .env("LD_PRELOAD", library())
            .env("FAULTY_UNDER", self.disk())
            .env("FAULTY_LOG", self.beside("operations"));
        if let Some(Fault { kind, at }) = fault {
            command
                .env("FAULTY_AT", at.to_string())
                .env("FAULTY_KIND", kind.word());
            if kind.stays() {
                command.env("FAULTY_UNTIL", self.beside("mended"));
            }
        }
    }
}

/// The library, built when it is first asked for.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/faulty_disk.c");
        // Each process its own: another one may have it loaded.
        let name = format!("faulty_disk-{}.so", std::process::id());
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let mut compiler = Command::new("cc");
        compiler.args([
            "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o",
        ]);
        let built = compiler.arg(&library).arg(source).arg("-lpthread").status();
        assert!(built.expect("a C compiler").success(), "it compiles");
        library
    })
}
