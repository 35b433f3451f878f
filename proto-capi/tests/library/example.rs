//! The example in C plays whole games against GNU Go over a pty, and leaks nothing.
//!
//! Needs a C compiler; games need GNU Go, and one of them valgrind.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use tempfile::TempDir;

use crate::tools::{gnugo_program, needs};

/// Seconds after which the example hangs, however slow the machine: it runs under valgrind, too.
const HANG_SECONDS: &str = "600";

fn root() -> &'static Path {
    let member = Path::new(env!("CARGO_MANIFEST_DIR"));
    member.parent().expect("the workspace")
}

/// Cargo leaves the libraries beside the tests that were built with them.
fn library(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a name");
    let path = test.parent().expect("a folder").join(name);
    assert!(path.exists(), "{} is not there", path.display());
    path
}

/// The example as a program, built as its first comment says.
fn compiled(folder: &TempDir) -> PathBuf {
    let program = folder.path().join("against_gnugo");
    let output = Command::new("cc")
        .args([
            "-std=c11",
            "-g",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
        ])
        .arg("-I")
        .arg(root().join("proto-capi/include"))
        .arg("-o")
        .arg(&program)
        .arg(root().join("proto/examples/against_gnugo.c"))
        .arg(library("libsgmp.a"))
        .args(["-lpthread", "-ldl", "-lm"])
        .output()
        .expect("a C compiler");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaints}");
    program
}

/// One end of a cable as a pseudo terminal: its master, and the name of its raw slave.
fn pty() -> (File, String) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let master = openpt(flags).expect("a pseudo terminal");
    grantpt(&master).expect("grantpt");
    unlockpt(&master).expect("unlockpt");
    let name = ptsname(&master, Vec::new()).expect("a slave");
    (master.into(), name.into_string().expect("a plain name"))
}

fn open_raw(name: &str) -> File {
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let slave = open(name, flags, Mode::empty()).expect("a terminal");
    let mut settings = tcgetattr(&slave).expect("settings");
    settings.make_raw();
    tcsetattr(&slave, OptionalActions::Now, &settings).expect("raw settings");
    slave.into()
}

/// Carries what comes at one end to the other, until that is hung up.
fn carry(from: &Arc<File>, to: &Arc<File>) {
    let (from, to) = (Arc::clone(from), Arc::clone(to));
    thread::spawn(move || {
        let (mut from, mut to, mut buffer) = (&*from, &*to, [0; 256]);
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            if to.write_all(&buffer[..count]).is_err() {
                break;
            }
        }
    });
}

/// GNU Go at one end of a cable; the name of the other.
struct Opponent {
    gnugo: Child,
    device: String,
    /// Open as long as the game, so that the cable is not hung up before our side opens it.
    _kept: File,
}

impl Opponent {
    fn start(color: &str) -> Self {
        let (our_end, device) = pty();
        let (its_end, its_device) = pty();
        let (kept, line) = (open_raw(&device), open_raw(&its_device));
        let (our_end, its_end) = (Arc::new(our_end), Arc::new(its_end));
        carry(&our_end, &its_end);
        carry(&its_end, &our_end);
        let gnugo = Command::new(gnugo_program())
            .args([
                "--mode",
                "sgmp",
                "--boardsize",
                "9",
                "--komi",
                "5.5",
                "--quiet",
            ])
            .args(["--level", "0", "--seed", "1", "--color", color])
            .stdin(line.try_clone().expect("a second descriptor"))
            .stdout(line)
            .stderr(Stdio::null())
            .spawn()
            .expect("GNU Go");
        Self {
            gnugo,
            device,
            _kept: kept,
        }
    }
}

impl Drop for Opponent {
    fn drop(&mut self) {
        // An error is a program that has ended already.
        let _ = self.gnugo.kill();
        let _ = self.gnugo.wait();
    }
}

/// A game of the example in this color; `before` are the words before its name.
fn game(before: &[&str], color: &str, its_color: &str) -> (ExitStatus, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = compiled(&folder);
    let opponent = Opponent::start(its_color);
    let output = Command::new("timeout")
        .arg(HANG_SECONDS)
        .args(before)
        .arg(program)
        .args([&opponent.device, color])
        .output()
        .expect("the example");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (output.status, text(output.stdout), text(output.stderr))
}

#[track_caller]
fn is_a_game((status, told, errors): &(ExitStatus, String, String)) {
    assert!(status.success(), "{status}\n{told}\n{errors}");
    let passes = told.lines().filter(|line| line.ends_with(" pass")).count();
    assert!(told.contains("the game is over") && passes >= 2, "{told}");
    let moves = told.lines().filter(|line| line.contains(" Black ")).count();
    assert!(moves > 5, "{told}");
}

#[test]
fn a_game_as_black() {
    needs!(GnuGo);
    is_a_game(&game(&[], "black", "white"));
}

#[test]
fn a_game_as_white() {
    needs!(GnuGo);
    is_a_game(&game(&[], "white", "black"));
}

#[test]
fn valgrind_finds_no_error_and_no_leak() {
    needs!(GnuGo, Valgrind);
    let valgrind = [
        "valgrind",
        "--error-exitcode=99",
        "--leak-check=full",
        "--show-leak-kinds=all",
        "--errors-for-leak-kinds=all",
    ];
    let result = game(&valgrind, "black", "white");
    is_a_game(&result);
    let errors = &result.2;
    assert!(errors.contains("ERROR SUMMARY: 0 errors"), "{errors}");
    assert!(errors.contains("no leaks are possible"), "{errors}");
}

#[test]
fn the_shared_library_exports_what_the_header_declares() {
    let header = std::fs::read_to_string(root().join("proto-capi/include/sgmp.h"));
    let header = header.expect("the header");
    let output = Command::new("nm")
        .args(["--dynamic", "--defined-only"])
        .arg(library("libsgmp.so"))
        .output()
        .expect("nm, which comes with the C compiler");
    let symbols = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut exported: Vec<_> = symbols
        .lines()
        .filter_map(|line| line.split_once(" T sgmp_").map(|(_, name)| name))
        .collect();
    let mut declared: Vec<_> = header
        .lines()
        .filter(|line| !line.starts_with("//"))
        .filter_map(|line| line.split_once("sgmp_")?.1.split_once('('))
        .map(|(name, _)| name)
        .collect();
    exported.sort_unstable();
    declared.sort_unstable();
    assert_eq!(exported, declared);
    assert!(exported.len() > 15, "{exported:?}");
}
