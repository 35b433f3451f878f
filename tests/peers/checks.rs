//! `check` on real lines: two of them, a match that waits and is played afterwards, and what is no program of
//! the protocol.

use std::fs::File;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{
    Cable, Folder, Program, Signal, Socat, cook, detached, gnugo, gnugo_port, open_tty, ours,
    ours_thinking, same_moves, sgmp_go,
};
use crate::tools::needs;

/// A check that hears a Black within three seconds, and looks long enough for any other.
fn check(port: &str, color: Option<&str>) -> Command {
    check_for("40s", port, color)
}

fn check_for(wait: &str, port: &str, color: Option<&str>) -> Command {
    let mut command = sgmp_go(&["check", "--port", port, "--baud", "115200"]);
    command.args(["--resend", "1s", "--wait", wait]);
    command.args(color.map(|color| ["--color", color]).iter().flatten());
    command
}

#[track_caller]
fn ends(folder: &Folder, command: &mut Command, code: i32, words: &[&str]) -> String {
    let (got, stdout, stderr) = Program::run(folder, "check", command);
    let told = stdout + &stderr;
    assert_eq!(got, code, "{told}");
    for word in words {
        assert!(told.contains(word), "{word:?} is missing: {told}");
    }
    told
}

// --- two checks

/// Exit code and words of a check of this color that meets another.
fn finding(ours: Option<&str>, theirs: Option<&str>) -> (i32, &'static str) {
    match (ours, theirs) {
        (None, None) => (
            0,
            "PASS line: another check is at the other end, and each hears",
        ),
        (Some("black"), Some("black")) => (6, "FAIL handshake: both sides are Black"),
        (Some("white"), Some("white")) => (6, "FAIL handshake: both sides are White"),
        (Some("black"), _) | (None, Some("white")) => {
            (0, "PASS handshake: the other side plays White")
        }
        _ => (0, "PASS handshake: the other side plays Black"),
    }
}

fn two_checks(ours: Option<&str>, theirs: Option<&str>, apart: Duration) {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut first = Program::start(&folder, "first", &mut check(cable.a(), ours));
    thread::sleep(apart);
    let mut second = Program::start(&folder, "second", &mut check(cable.b(), theirs));
    for (program, (code, words)) in [
        (&mut first, finding(ours, theirs)),
        (&mut second, finding(theirs, ours)),
    ] {
        program.says(words);
        program.ends_with(code);
        let told = program.stdout();
        assert_eq!(told.contains("not tried"), code == 0, "{told}");
        assert!(!told.contains("disturbed"), "{told}");
    }
}

#[test]
fn two_checks_tell_the_truth_in_every_color_at_any_distance() {
    const COLORS: [Option<&str>; 3] = [None, Some("black"), Some("white")];
    thread::scope(|scope| {
        for (ours, theirs) in COLORS
            .into_iter()
            .flat_map(|ours| COLORS.map(|theirs| (ours, theirs)))
        {
            for millis in [0, 300, 2000, 7000, 12_000] {
                scope.spawn(move || two_checks(ours, theirs, Duration::from_millis(millis)));
            }
        }
    });
}

// --- a match that waits

/// A small board keeps these short.
fn waiting(folder: &Folder, name: &str, color: &str, port: &str) -> Command {
    let mut command = ours(folder, name, color, port);
    command.args(["--size", "5", "--komi", "0.5", "--resend", "2s"]);
    command
}

/// Both play a game to its end, and have the same.
fn play(folder: &Folder, black: &mut Program, white: &mut Program) {
    black.ends_with(0);
    white.ends_with(0);
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert!(moves > 4, "a whole game, not {moves} moves");
}

#[test]
fn a_black_match_plays_on_after_a_check_without_a_color() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut black = Program::start(
        &folder,
        "black",
        &mut waiting(&folder, "black", "black", cable.a()),
    );
    let words = [
        "PASS line: a Black waits there",
        "play --color white",
        "not tried: whether it hears us",
    ];
    ends(&folder, &mut check(cable.b(), None), 0, &words);
    let mut white = Program::start(
        &folder,
        "white",
        &mut waiting(&folder, "white", "white", cable.b()),
    );
    play(&folder, &mut black, &mut white);
}

#[test]
fn a_white_match_plays_on_after_any_check() {
    for color in [None, Some("black")] {
        let folder = Folder::new();
        let cable = Cable::new();
        let mut white = Program::start(
            &folder,
            "white",
            &mut waiting(&folder, "white", "white", cable.a()),
        );
        let words = ["PASS line: a White waits there", "begins anew"];
        ends(&folder, &mut check(cable.b(), color), 0, &words);
        let told = white.stdout();
        assert!(!told.contains("the game begins"), "{told}");
        let mut black = Program::start(
            &folder,
            "black",
            &mut waiting(&folder, "black", "black", cable.b()),
        );
        play(&folder, &mut black, &mut white);
    }
}

#[test]
fn a_black_match_that_was_asked_is_not_begun_and_plays_once_it_is_started_again() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut asked = Program::start(
        &folder,
        "asked",
        &mut waiting(&folder, "asked", "black", cable.a()),
    );
    let words = [
        "PASS handshake: the other side plays Black",
        "has been disturbed",
        "start it again",
    ];
    ends(&folder, &mut check(cable.b(), Some("white")), 0, &words);
    asked.signal(Signal::TERM);
    asked.ends_with(130);
    assert!(
        !asked.stdout().contains("the game begins"),
        "{}",
        asked.stdout()
    );
    let mut white = Program::start(
        &folder,
        "white",
        &mut waiting(&folder, "white", "white", cable.b()),
    );
    let mut black = Program::start(
        &folder,
        "black",
        &mut waiting(&folder, "black", "black", cable.a()),
    );
    play(&folder, &mut black, &mut white);
}

#[test]
fn a_white_gnugo_plays_after_any_check() {
    needs!(GnuGo);
    for color in [None, Some("black")] {
        let folder = Folder::new();
        let cable = Cable::new();
        let line = cable.open_b();
        let mut gnugo = Program::start_on(
            &folder,
            "gnugo",
            &mut gnugo(&folder, "gnugo", "white", 9),
            line,
        );
        ends(
            &folder,
            &mut check(cable.a(), color),
            0,
            &["PASS line: a White waits there"],
        );
        let mut command = ours_thinking(&folder, "ours", "black", cable.a(), "40");
        command.args(["--size", "9"]);
        Program::start(&folder, "ours", &mut command).ends_with(0);
        gnugo.end();
        let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
        assert!(moves > 20, "a whole game, not {moves} moves");
    }
}

#[test]
fn a_black_gnugo_that_was_only_heard_answers_who_asks_it() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let line = cable.open_b();
    let _gnugo = Program::start_on(
        &folder,
        "gnugo",
        &mut gnugo(&folder, "gnugo", "black", 9),
        line,
    );
    ends(
        &folder,
        &mut check(cable.a(), None),
        0,
        &["PASS line: a Black waits there", "GNU Go"],
    );
}

#[test]
fn a_black_gnugo_that_was_asked_has_to_be_started_again() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "black", 19);
    let words = [
        "PASS handshake: the other side plays Black",
        "has been disturbed",
    ];
    ends(&folder, &mut check(&port, Some("white")), 0, &words);
}

// --- a match that is under way

/// A match of Black, left by SIGKILL at its turn, and White's, which waits for it.
fn match_without_black(folder: &Folder, cable: &Cable) -> Program {
    let mut command = waiting(folder, "white", "white", cable.b());
    let white = Program::start(folder, "white", &mut command);
    let mut command = waiting(folder, "black", "black", cable.a());
    let mut black = Program::start(folder, "killed", &mut command);
    black.says("  2  White");
    black.signal(Signal::KILL);
    assert_eq!(black.end(), -9);
    white
}

#[test]
fn a_match_under_way_plays_on_after_one_check_after_the_other() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut white = match_without_black(&folder, &cable);
    for color in [None, Some("black")] {
        let mut command = check_for("6s", cable.a(), color);
        let told = ends(&folder, &mut command, 6, &["--resume FILE.journal"]);
        assert!(told.contains("FAIL handshake: "), "{told}");
    }
    white.says("--resume FILE.journal");
    let mut black = Program::start(&folder, "black", &mut gone_on(&folder, "black", cable.a()));
    play(&folder, &mut black, &mut white);
}

#[test]
fn a_match_whose_other_side_begins_anew_can_be_resumed_on_both_sides() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut white = match_without_black(&folder, &cable);
    let mut command = waiting(&folder, "afresh", "black", cable.a());
    let mut afresh = Program::start(&folder, "afresh", &mut command);
    white.says("started again in mid-game (NEWGAME)");
    white.ends_with(10);
    let told = white.stdout() + &white.stderr();
    assert!(
        told.contains("if the game goes on, by the judge's word: sgmp-go --resume"),
        "{told}"
    );
    afresh.signal(Signal::KILL);
    assert_eq!(afresh.end(), -9);
    let mut black = Program::start(&folder, "black", &mut gone_on(&folder, "black", cable.a()));
    let mut command = sgmp_go(&[
        "--resume",
        &folder.text("white.journal"),
        "--port",
        cable.b(),
    ]);
    command.args(["--baud", "115200", "--linger", "500ms", "--resend", "2s"]);
    let mut white = Program::start(&folder, "resumed", &mut command);
    play(&folder, &mut black, &mut white);
}

#[test]
fn a_white_that_is_started_beside_its_own_game_is_told_to_resume_it() {
    let folder = Folder::new();
    let cable = Cable::new();
    // A Black that says its move again.
    let _line = written(&cable, &[0x00, 0x85, 0xd2, 0xb3]);
    let mut command = ours(&folder, "afresh", "white", cable.a());
    let mut afresh = Program::start(&folder, "afresh", &mut command);
    afresh.says("a game is under way there. If ours was left or killed in it");
    assert!(!afresh.stdout().contains("start it again"));
}

/// Goes on with this side of a match that was left.
fn gone_on(folder: &Folder, name: &str, port: &str) -> Command {
    let journal = folder.text(&format!("{name}.journal"));
    let mut command = sgmp_go(&["--resume", &journal, "--port", port, "--baud", "115200"]);
    command.args(["--linger", "500ms", "--resend", "2s"]);
    command
}

// --- what is no program of the protocol

/// A cable on which whatever is written at one end is heard at the other.
fn written(cable: &Cable, text: &[u8]) -> File {
    let mut line = open_tty(&cable.b);
    line.write_all(text).expect("a line that takes text");
    line
}

#[test]
fn text_of_others_is_counted_shown_and_named() {
    let login = [
        "14 bytes came, none of them a frame; they begin \"host login: \"",
        "serial-getty",
    ];
    let cases: [(&[u8], &[&str]); 9] = [
        (b"\r\nhost login: ", &login),
        (b"user@host:~$ ", &["13 bytes came", "a shell waits there"]),
        (b"\r\nNO CARRIER\r\n", &["14 bytes came", "a modem answers"]),
        (b"AT+GCAP\r", &["8 bytes came", "ModemManager"]),
        (b"+++", &["3 bytes came", "(AT, +++)"]),
        (b"$ $ ", &["4 bytes came", "a shell waits there"]),
        (b"? unknown command\n\n", &["19 bytes came", "GTP"]),
        (b"=1 E5\n\n", &["7 bytes came", "GTP"]),
        (
            b"^A\xa1\xa0\x80",
            &["5 bytes came, none of them a frame", "baud"],
        ),
    ];
    thread::scope(|scope| {
        for (text, words) in cases {
            for color in [None, Some("white")] {
                scope.spawn(move || {
                    let folder = Folder::new();
                    let cable = Cable::new();
                    let _line = written(&cable, text);
                    let mut command = check_for("5s", cable.a(), color);
                    let told = ends(&folder, &mut command, 6, words);
                    assert!(!told.contains("nothing heard"), "{told}");
                });
            }
        }
    });
}

/// A terminal in cooked mode gives back what we send, and writes ^A for byte 1.
#[test]
fn a_terminal_that_echoes_is_no_loopback_plug() {
    let folder = Folder::new();
    let cable = Cable::new();
    let line = cable.open_b();
    cook(&line);
    for color in [None, Some("black"), Some("white")] {
        let mut command = check_for("3s", cable.a(), color);
        let told = ends(&folder, &mut command, 6, &["our own bytes come back"]);
        assert!(!told.contains("take off the loopback plug, or"), "{told}");
    }
}

#[test]
fn the_match_names_a_login_too() {
    let folder = Folder::new();
    let cable = Cable::new();
    let _line = written(&cable, b"\r\nhost login: ");
    let mut white = Program::start(
        &folder,
        "white",
        &mut ours(&folder, "white", "white", cable.a()),
    );
    white.says("14 bytes came, none of them a frame; they begin \"host login: \"");
    white.says("systemctl stop serial-getty");
}

#[test]
fn ctrl_c_tells_what_was_heard_so_far() {
    let folder = Folder::new();
    let cable = Cable::new();
    let _line = written(&cable, b"\r\nhost login: ");
    let mut command = detached(&check(cable.a(), Some("white")));
    let mut stopped = Program::start(&folder, "stopped", &mut command);
    stopped.says("trying a handshake");
    // Heard at the latest when its first line has come through.
    stopped.signal(Signal::INT);
    stopped.ends_with(130);
    let told = stopped.stdout();
    assert!(
        told.contains("     heard: 14 bytes came") || told.contains("     heard: nothing came"),
        "{told}"
    );
    assert!(told.contains("stopped before more was found"), "{told}");
}

// --- others at our own port

#[test]
fn a_program_that_holds_the_port_is_named() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut holder = Command::new("cat");
    holder.stdin(Stdio::from(open_tty(&cable.a)));
    holder.stdout(Stdio::null());
    let mut holder = holder.spawn().expect("cat");
    let named = format!("is open by pid {} (cat) too", holder.id());
    let mut command = check_for("1s", cable.a(), Some("black"));
    ends(
        &folder,
        &mut command,
        6,
        &["FAIL port: ", &named, "systemctl stop"],
    );
    let mut black = Program::start(
        &folder,
        "black",
        &mut waiting(&folder, "black", "black", cable.a()),
    );
    black.says(&format!("warning: {}", cable.a()));
    black.says(&named);
    let _gone = (holder.kill(), holder.wait());
}

#[test]
fn the_cable_of_socat_is_no_other_program() {
    needs!(Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let mut command = check_for("1s", &folder.text("A"), Some("black"));
    let told = ends(
        &folder,
        &mut command,
        6,
        &["PASS port", "FAIL handshake: nothing heard"],
    );
    assert!(!told.contains("FAIL port"), "{told}");
    let looked = ["no other program has it open", "run as root to know"];
    assert!(looked.iter().any(|word| told.contains(word)), "{told}");
    cable.pull();
}
