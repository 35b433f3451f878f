//! A disk that is full, and a folder that cannot be written to: the match waits, goes on, or is
//! refused; no move is acknowledged that is not on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use rustix::process::{Resource, Rlimit, geteuid, prlimit};

use crate::common::{Cable, Folder, Program, Signal, gnugo, ours, resumed, same_moves, until};
use crate::tools::needs;

/// Largest file, in the shell's blocks of 512 bytes: less than the journal of a game.
const BLOCKS: &str = "8";

/// A program whose files cannot grow beyond that; `before` is what the shell does first.
fn limited(before: &str, command: &Command) -> Command {
    let script = format!("{before} ulimit -S -f {BLOCKS}; exec \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, "sh"]).arg(command.get_program());
    shell.args(command.get_args());
    shell
}

/// The same, so that a write fails as on a full disk; without it the process is killed by it.
const FAILS: &str = "trap '' XFSZ;";

fn start(folder: &Folder, cable: &Cable) -> (Program, Command) {
    let mut opponent = gnugo(folder, "gnugo", "white", 9);
    let opponent = Program::start_on(folder, "gnugo", &mut opponent, cable.open_b());
    let mut command = ours(folder, "ours", "black", cable.a());
    command.args(["--size", "9", "--resend", "1s"]);
    (opponent, command)
}

#[track_caller]
fn is_whole(folder: &Folder, ours: &mut Program, opponent: &mut Program) {
    ours.ends_with(0);
    opponent.end();
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
}

#[test]
fn a_match_waits_for_room_on_the_disk_and_goes_on() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let (mut opponent, command) = start(&folder, &cable);
    let mut ours = Program::start(&folder, "ours", &mut limited(FAILS, &command));
    ours.says("cannot write journal");
    let size = || fs::metadata(folder.path("ours.journal")).map_or(0, |file| file.len());
    assert!(size() > 0 && size() <= 4096, "{}", size());
    let limit = Rlimit {
        current: None,
        maximum: None,
    };
    prlimit(Some(ours.pid()), Resource::Fsize, limit).expect("room");
    ours.says("the journal is written again");
    is_whole(&folder, &mut ours, &mut opponent);
}

#[test]
fn a_match_that_a_full_disk_has_killed_is_resumed() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::repeating(std::time::Duration::from_secs(2));
    let (mut opponent, command) = start(&folder, &cable);
    let mut ours = Program::start(&folder, "killed", &mut limited("", &command));
    let code = ours.end();
    assert_eq!(code, -Signal::XFSZ.as_raw(), "by the signal of the limit");

    let mut ours = Program::start(&folder, "ours", &mut resumed(&folder, cable.a()));
    is_whole(&folder, &mut ours, &mut opponent);
}

/// A program started as somebody who may write nowhere; root may write everywhere.
fn powerless(folder: &Folder, words: &[&str]) -> Command {
    let program = folder.path("sgmp-go");
    fs::copy(env!("CARGO_BIN_EXE_sgmp-go"), &program).expect("a copy that anybody may start");
    fs::set_permissions(folder.path(""), fs::Permissions::from_mode(0o755)).expect("a folder");
    let mut command = Command::new("setpriv");
    if geteuid().is_root() {
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
    }
    command.arg(program).args(words);
    command.env("XDG_CONFIG_HOME", "/dev/null");
    command
}

#[test]
fn a_folder_that_is_read_only_is_refused_before_anything_is_sent() {
    let folder = Folder::new();
    let sealed = folder.path("sealed");
    fs::create_dir(&sealed).expect("a folder");
    fs::set_permissions(&sealed, fs::Permissions::from_mode(0o555)).expect("read-only");
    let record = folder.text("sealed/ours.sgf");
    let words = ["--port", "exec:cat", "--color", "black", "--sgf", &record];
    let (code, stdout, stderr) = Program::run(&folder, "refused", &mut powerless(&folder, &words));
    assert_eq!((code, stdout.as_str()), (5, ""), "{stderr}");
    assert!(stderr.contains("ours.journal"), "{stderr}");
    assert_eq!(fs::read_dir(&sealed).expect("a folder").count(), 0);
}

/// A file where a folder should be stops even root.
#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let folder = Folder::new();
    fs::write(folder.path("a-file"), "dear").expect("a file");
    let mut command = ours(&folder, "a-file/ours", "black", "exec:cat");
    let (code, _, stderr) = Program::run(&folder, "refused", &mut command);
    assert_eq!(code, 5, "{stderr}");
    assert!(stderr.contains("a-file/ours.journal"), "{stderr}");
    assert_eq!(folder.read("a-file"), "dear");
}

/// The journal cannot be opened for writing any more: the record and it stay as they were.
#[test]
fn a_journal_that_is_read_only_is_not_resumed() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let (_opponent, mut command) = start(&folder, &cable);
    let mut ours = Program::start(&folder, "ours", &mut command);
    ours.says("  2  White");
    until("a record", || {
        folder.path("ours.sgf").exists().then_some(())
    });
    ours.signal(Signal::KILL);
    ours.end();
    let journal = folder.path("ours.journal");
    let before = fs::read(&journal).expect("a journal");
    fs::set_permissions(&journal, fs::Permissions::from_mode(0o444)).expect("read-only");
    let words = [
        "--resume",
        &folder.text("ours.journal"),
        "--port",
        "exec:cat",
    ];
    let (code, _, stderr) = Program::run(&folder, "refused", &mut powerless(&folder, &words));
    assert_eq!(code, 5, "{stderr}");
    assert!(stderr.contains("ours.journal"), "{stderr}");
    assert_eq!(fs::read(&journal).expect("a journal"), before);
}
