//! A disk that is full, and a folder that cannot be written to: the match waits, goes on, or is
//! refused; no move is acknowledged that is not on disk.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use rustix::process::{Resource, Rlimit, geteuid, prlimit};

use crate::common::{
    Cable, Folder, Program, Signal, gnugo, ours, resumed, same_moves, sgmp_go, until,
};
use crate::tools::needs;

/// Largest file, in the shell's blocks of 512 bytes: less than the journal of a game.
const BLOCKS: &str = "8";

/// A program whose files cannot grow beyond that; `before` is what the shell does first.
fn limited(before: &str, command: &Command) -> Command {
    with_room(before, BLOCKS, command)
}

/// The same with so many blocks.
fn with_room(before: &str, blocks: &str, command: &Command) -> Command {
    let script = format!("{before} ulimit -S -f {blocks}; exec \"$@\"");
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

/// Two programs of ours play a small game to its end; the record is then as a full disk has left it.
fn ended_without_its_result(folder: &Folder) -> String {
    let cable = Cable::new();
    let side = |name: &str, color: &str, port: &str| {
        let mut command = ours(folder, name, color, port);
        command.args(["--size", "5", "--resend", "1s", "--never-resign"]);
        Program::start(folder, name, &mut command)
    };
    let mut sides = [
        side("ours", "black", cable.a()),
        side("theirs", "white", cable.b()),
    ];
    sides.iter_mut().for_each(|side| side.ends_with(0));
    let whole = folder.read("ours.sgf");
    let (head, rest) = whole.split_once("RE[").expect("a result");
    let (result, rest) = rest.split_once(']').expect("a result");
    let result = result.to_owned();
    fs::write(folder.path("ours.sgf"), format!("{head}RE[?]{rest}")).expect("room");
    result
}

#[test]
fn a_record_that_a_full_disk_has_cut_is_written_from_the_journal() {
    let folder = Folder::new();
    let result = ended_without_its_result(&folder);
    let record = folder.text("ours.sgf");
    let by_hand = ["result", &record, "--result", "B+R"];
    let (code, _, stderr) = Program::run(&folder, "by hand", &mut sgmp_go(&by_hand));
    assert_eq!(code, 5, "{stderr}");
    assert!(
        stderr.contains(&format!("has ended {result}")) && stderr.contains("--resume"),
        "{stderr}"
    );
    let resume = || {
        let words = ["--resume", &record, "--port", "exec:cat"];
        Program::run(&folder, "resumed", &mut sgmp_go(&words))
    };
    for is_missing in [false, true] {
        if is_missing {
            fs::remove_file(&record).expect("a record");
        }
        let (code, stdout, stderr) = resume();
        assert_eq!(code, 0, "{stderr}");
        assert!(stdout.contains("is written anew from"), "{stdout}");
        assert!(folder.read("ours.sgf").contains(&format!("RE[{result}]")));
        same_moves(&folder.path("ours.sgf"), &folder.path("theirs.sgf"));
    }
    let (code, _, stderr) = resume();
    assert_eq!(code, 5, "{stderr}");
    assert!(stderr.contains("nothing to resume"), "{stderr}");
}

/// The disk has room for one of the two files: neither is changed.
#[test]
fn a_result_is_entered_in_record_and_journal_or_in_neither() {
    let folder = Folder::new();
    ended_without_its_result(&folder);
    let (record, journal) = (folder.path("ours.sgf"), folder.path("ours.journal"));
    let word = ["--result", "B+R", "--force", "--why", "judge"];
    let name = folder.text("ours.sgf");
    let words = [&["result", &name], &word[..]].concat();
    let files = || [&record, &journal].map(|path| fs::read(path).expect("a file"));
    let small = fs::read_to_string(&record).expect("a record");
    let large = format!("{small}\n{}", "a remark behind the game\n".repeat(4000));
    // Blocks of 512 bytes: the journal fits and the record does not, and the other way round.
    for (text, blocks) in [(large, "100"), (small, "4")] {
        fs::write(&record, text).expect("room");
        let before = files();
        let mut command = with_room(FAILS, blocks, &sgmp_go(&words));
        let (code, stdout, stderr) = Program::run(&folder, "refused", &mut command);
        assert_eq!((code, stdout.as_str()), (5, ""), "{stderr}");
        assert_eq!(files(), before, "{blocks}: {stderr}");
        let mut left = fs::read_dir(folder.path("")).expect("a folder").flatten();
        assert!(!left.any(|file| file.file_name().to_string_lossy().ends_with(".tmp")));
    }
    let (code, _, stderr) = Program::run(&folder, "entered", &mut sgmp_go(&words));
    assert_eq!(code, 0, "{stderr}");
    assert!(folder.read("ours.sgf").contains("RE[B+R]"));
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
