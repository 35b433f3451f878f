//! Serial devices, with socat's cable of two pseudo terminals in the place of hardware.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use sgmp_match::port::{
    Connection, Input, MonotonicClock, OpenError, Port, PortError, PortSpec, SerialSettings, pause,
};

use crate::tools::needs;

/// No machine is so slow: what takes longer hangs.
const HANG_TIMEOUT: Duration = Duration::from_secs(60);
static GO: AtomicBool = AtomicBool::new(false);

/// A program that ends when the test does, however that ends.
struct Running(Child);

impl Running {
    fn start(command: &mut Command) -> Self {
        let quiet = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let child = quiet.spawn();
        Self(child.unwrap_or_else(|e| panic!("this test needs {:?}: {e}", command.get_program())))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A null-modem cable between `a` and `b` in a folder of its own.
struct Cable {
    folder: PathBuf,
    _socat: Running,
}

impl Cable {
    fn lay(folder: &Path) -> Self {
        let end = |name: &str| format!("PTY,raw,echo=0,link={}", folder.join(name).display());
        let socat = Running::start(Command::new("socat").args([end("a"), end("b")]));
        wait_until("socat links both ends", || {
            folder.join("a").exists() && folder.join("b").exists()
        });
        Self {
            folder: folder.to_owned(),
            _socat: socat,
        }
    }

    fn spec(&self, end: &str) -> PortSpec {
        PortSpec::Device(self.folder.join(end))
    }

    fn open(&self, end: &str) -> Result<Port, OpenError> {
        Port::open(&self.spec(end), &SerialSettings::default())
    }
}

impl Drop for Cable {
    /// The nodes go first, as udev takes them away: another test may get their numbers next.
    fn drop(&mut self) {
        for end in ["a", "b"] {
            let _ = std::fs::remove_file(self.folder.join(end));
        }
    }
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let clock = MonotonicClock::start();
    while !done() {
        assert!(
            clock.now().since(sgmp_proto::Instant::ZERO) < HANG_TIMEOUT,
            "{what}: too late"
        );
        pause(Duration::from_millis(5));
    }
}

fn line(port: &mut Port) -> Connection {
    port.connect(HANG_TIMEOUT, &GO).expect("a line")
}

fn read(line: &mut Connection, wanted: usize) -> Vec<u8> {
    let (mut got, mut buf) = (Vec::new(), [0; 64]);
    while got.len() < wanted {
        match line.reader.read(&mut buf, HANG_TIMEOUT).expect("reads") {
            Input::Bytes(n) => got.extend_from_slice(&buf[..n]),
            Input::Idle => panic!("only {} of {wanted} bytes came", got.len()),
        }
    }
    got
}

#[test]
fn all_byte_values_pass_a_cable_unchanged_both_ways() {
    needs!(Socat);
    let folder = tempfile::tempdir().expect("folder");
    let cable = Cable::lay(folder.path());
    let (mut a, mut b) = (
        cable.open("a").expect("opens"),
        cable.open("b").expect("opens"),
    );
    let (mut a, mut b) = (line(&mut a), line(&mut b));
    let all: Vec<u8> = (0..=255).collect();
    a.writer.write_frame(&all).expect("writes");
    assert_eq!(read(&mut b, 256), all);
    b.writer.write_frame(&all).expect("writes");
    assert_eq!(read(&mut a, 256), all);
}

#[test]
fn a_port_opened_twice_is_given_twice() {
    needs!(Socat);
    let folder = tempfile::tempdir().expect("folder");
    let cable = Cable::lay(folder.path());
    let first = cable.open("a").expect("opens");
    let error = cable.open("a").err().expect("refused").to_string();
    assert!(error.contains("is given twice"), "{error}");
    drop(first);
    cable.open("a").expect("free again");
}

#[test]
fn another_programs_lock_is_respected_and_named() {
    needs!(Socat);
    let folder = tempfile::tempdir().expect("folder");
    let cable = Cable::lay(folder.path());
    let device = folder.path().join("a");
    let holder = Running::start(
        Command::new("flock")
            .arg("--no-fork")
            .arg(device)
            .args(["sleep", "60"]),
    );
    // And nobody else: we, who ask, have it open at that moment, too.
    let named = format!("pid {} (sleep)", holder.0.id());
    let ours = format!("pid {} ", std::process::id());
    wait_until("the holder is named", || {
        let error = cable.open("a").err();
        error.is_some_and(|error| {
            let text = error.to_string();
            assert!(!text.contains(&ours), "{text}");
            text.contains(&named)
        })
    });
    drop(holder);
    cable.open("a").expect("free again");
}

#[test]
fn input_that_waited_is_kept_or_discarded_as_asked() {
    needs!(Socat);
    let folder = tempfile::tempdir().expect("folder");
    let cable = Cable::lay(folder.path());
    let (mut a, mut b) = (
        cable.open("a").expect("opens"),
        cable.open("b").expect("opens"),
    );
    let (mut a, mut b) = (line(&mut a), line(&mut b));
    a.writer.write_frame(&[1, 2, 3, 4]).expect("writes");
    assert_eq!(read(&mut b, 4), [1, 2, 3, 4]);
    a.writer.write_frame(&[5, 6, 7, 8]).expect("writes");
    let mut discarded = 0;
    wait_until("the old frame is discarded", || {
        discarded += b.reader.discard_input().expect("discards");
        discarded == 4
    });
    let nothing = b
        .reader
        .read(&mut [0; 8], Duration::from_millis(10))
        .expect("reads");
    assert_eq!(nothing, Input::Idle);
}

#[test]
fn a_port_that_vanishes_is_opened_again_when_it_is_back() {
    needs!(Socat);
    let folder = tempfile::tempdir().expect("folder");
    let cable = Cable::lay(folder.path());
    let mut port = cable.open("a").expect("opens");
    assert!(port.can_reconnect());
    let mut lost = line(&mut port);
    drop(cable);
    wait_until("the hang-up", || {
        matches!(
            lost.reader.read(&mut [0; 8], Duration::ZERO),
            Err(PortError::HangUp)
        )
    });
    drop(lost);
    let error = port
        .connect(Duration::from_millis(20), &GO)
        .err()
        .expect("gone");
    assert!(matches!(error, OpenError::Missing(_)), "{error}");
    let error = port
        .connect(Duration::MAX, &AtomicBool::new(true))
        .err()
        .expect("stopped");
    assert!(matches!(error, OpenError::Stopped), "{error}");

    let again = std::thread::spawn(move || line(&mut port));
    let cable = Cable::lay(folder.path());
    let mut found = again.join().expect("found again");
    let mut peer = line(&mut cable.open("b").expect("opens"));
    peer.writer.write_frame(&[1, 2, 3, 4]).expect("writes");
    assert_eq!(read(&mut found, 4), [1, 2, 3, 4]);
}
