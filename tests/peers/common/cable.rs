//! Cables: one that the test holds, and socat's.

use std::fs::File;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{ioctl_fionbio, read, write};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use sgmp_proto::{Frame, Message};

use super::program::{Program, until};
use super::words::Folder;

/// Interval at which the cable looks for bytes.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// A null-modem cable that nobody hangs up: two pseudo terminals whose masters the test holds,
/// and a thread that carries bytes between them. What is sent to an end that nobody has open
/// waits there, as in a driver's buffer.
pub(crate) struct Cable {
    pub(crate) a: PathBuf,
    pub(crate) b: PathBuf,
    cut: Arc<AtomicBool>,
    carrier: Option<JoinHandle<()>>,
}

impl Cable {
    pub(crate) fn new() -> Self {
        Self::carrying(None)
    }

    /// A cable that says again what came from `b` and was not acknowledged within this time. GNU
    /// Go never sends a frame again on a silent line, as the protocol wants it; the cable does it
    /// in its place.
    pub(crate) fn repeating(after: Duration) -> Self {
        Self::carrying(Some(after))
    }

    fn carrying(repeat: Option<Duration>) -> Self {
        let (master_a, a) = pty();
        let (master_b, b) = pty();
        let cut = Arc::new(AtomicBool::new(false));
        let is_cut = Arc::clone(&cut);
        let carrier = thread::spawn(move || carry(&master_a, &master_b, repeat, &is_cut));
        Self {
            a,
            b,
            cut,
            carrier: Some(carrier),
        }
    }

    /// End `a` as `--port` takes it.
    pub(crate) fn a(&self) -> &str {
        self.a.to_str().expect("a plain name")
    }

    /// End `b` as `--port` takes it.
    pub(crate) fn b(&self) -> &str {
        self.b.to_str().expect("a plain name")
    }

    /// End `b`, open, for a program that speaks on its standard input and output.
    pub(crate) fn open_b(&self) -> File {
        open_tty(&self.b)
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        self.cut.store(true, Ordering::Relaxed);
        if let Some(carrier) = self.carrier.take() {
            let _ = carrier.join();
        }
    }
}

/// A pseudo terminal whose slave side is raw: its master, and the slave's path.
pub(crate) fn pty() -> (OwnedFd, PathBuf) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
        .expect("a pseudo terminal");
    grantpt(&master).expect("grantpt");
    unlockpt(&master).expect("unlockpt");
    ioctl_fionbio(&master, true).expect("a master that does not block");
    let name = ptsname(&master, Vec::new()).expect("a slave");
    let path = PathBuf::from(name.into_string().expect("a plain name"));
    let slave = open_tty(&path);
    let mut settings = tcgetattr(&slave).expect("settings");
    settings.make_raw();
    tcsetattr(&slave, OptionalActions::Now, &settings).expect("raw settings");
    (master, path)
}

/// Opens a terminal without making it ours.
pub(crate) fn open_tty(path: &PathBuf) -> File {
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    open(path, flags, Mode::empty())
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        .into()
}

fn carry(a: &OwnedFd, b: &OwnedFd, repeat: Option<Duration>, cut: &AtomicBool) {
    let mut memory = Memory::default();
    while !cut.load(Ordering::Relaxed) {
        let from_a = pass_on(a, b);
        let from_b = pass_on(b, a);
        memory.heard_a(from_a.as_deref().unwrap_or_default());
        memory.heard_b(from_b.as_deref().unwrap_or_default());
        if let Some(frame) = repeat.and_then(|after| memory.overdue(after)) {
            let _ = write(a, &frame.to_bytes());
        }
        if from_a.is_none() && from_b.is_none() {
            thread::sleep(LOOK_EVERY);
        }
    }
}

/// The frame that a program at end `b` would have to send again.
#[derive(Default)]
struct Memory {
    /// Bytes of frames that are not whole yet.
    a: Vec<u8>,
    b: Vec<u8>,
    /// The last frame from `b` that nothing from `a` has acknowledged, and when it went by last.
    pending: Option<(Frame, Instant)>,
}

impl Memory {
    fn heard_a(&mut self, bytes: &[u8]) {
        for frame in frames(&mut self.a, bytes) {
            // An older OK, said again, acknowledges nothing new.
            self.pending = self
                .pending
                .filter(|(sent, _)| frame.acknowledged() != sent.sequence());
        }
    }

    fn heard_b(&mut self, bytes: &[u8]) {
        for frame in frames(&mut self.b, bytes) {
            if frame.message() != Message::Ok {
                self.pending = Some((frame, Instant::now()));
            }
        }
    }

    fn overdue(&mut self, after: Duration) -> Option<Frame> {
        let (frame, since) = self.pending.as_mut()?;
        if since.elapsed() < after {
            return None;
        }
        *since = Instant::now();
        Some(*frame)
    }
}

/// The whole frames of a clean line.
fn frames(waiting: &mut Vec<u8>, bytes: &[u8]) -> Vec<Frame> {
    waiting.extend_from_slice(bytes);
    let whole = waiting.len() / 4 * 4;
    let frames = waiting.drain(..whole).collect::<Vec<_>>();
    let frame = |bytes: &[u8]| Frame::from_bytes(bytes.try_into().ok()?).ok();
    frames.chunks(4).filter_map(frame).collect()
}

/// The bytes that came, if any did; an end that nobody has open is silent.
fn pass_on(from: &OwnedFd, to: &OwnedFd) -> Option<Vec<u8>> {
    let mut buffer = [0; 256];
    let count = read(from, &mut buffer).ok().filter(|count| *count > 0)?;
    // A full queue loses bytes, as a line does.
    let _ = write(to, &buffer[..count]);
    Some(buffer[..count].to_vec())
}

/// `socat` as a cable between two names in a folder.
pub(crate) struct Socat {
    program: Program,
    ends: [PathBuf; 2],
}

impl Socat {
    /// Lays a cable between the names `a` and `b`.
    pub(crate) fn lay(folder: &Folder, a: &str, b: &str) -> Self {
        let end = |name: &str| format!("PTY,raw,echo=0,link={}", folder.text(name));
        let mut command = Command::new("socat");
        command.args([end(a), end(b)]);
        let name = format!("socat-{a}-{b}");
        let program = Program::start(folder, &name, &mut command);
        let ends = [folder.path(a), folder.path(b)];
        until("socat's cable", || {
            ends.iter().all(|end| end.exists()).then_some(())
        });
        Self { program, ends }
    }

    /// Pulls the cable out.
    pub(crate) fn pull(mut self) {
        self.program.signal(super::Signal::TERM);
        self.program.end();
        let ends = &self.ends;
        until("the cable's end", || {
            ends.iter().all(|end| !end.exists()).then_some(())
        });
    }
}
