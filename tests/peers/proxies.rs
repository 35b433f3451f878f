//! `proxy`: between two GNU Gos.

use std::process::Command;

use serde_json::Value;

use crate::common::{
    Cable, Folder, Program, Signal, Socat, gnugo, gnugo_port, ours, same_moves, sgmp_go,
};
use crate::tools::needs;

fn proxy(folder: &Folder, a: &str, b: &str, size: &str) -> Command {
    let mut command = sgmp_go(&["proxy", "--port", a, "--port", b, "--size", size]);
    command
        .args(["--baud", "115200", "--linger", "500ms"])
        .args(["--sgf", &folder.text("seen.sgf")])
        .args(["--trace", &folder.text("seen.trace")]);
    command
}

#[test]
fn two_gnugos_and_every_move_is_seen() {
    needs!(GnuGo);
    let folder = Folder::new();
    let white = gnugo_port(&folder, "white", "white", 9);
    let black = gnugo_port(&folder, "black", "black", 9);
    let (code, told, errors) =
        Program::run(&folder, "proxy", &mut proxy(&folder, &white, &black, "9"));
    // GNU Go passes a third time where the other's pass ended the game, and does nothing else
    // against the dialect.
    let third_pass = told.contains("violations: 1\n")
        && told.contains("sent after two consecutive passes ended the game");
    assert!(
        code == 0 || (code == 6 && third_pass),
        "{code}: {told}{errors}"
    );
    assert!(told.contains("  1  Black "), "{told}");
    assert!(told.contains("(two consecutive passes)"), "{told}");
    let moves = same_moves(&folder.path("seen.sgf"), &folder.path("black.sgf"));
    assert_eq!(
        moves,
        same_moves(&folder.path("seen.sgf"), &folder.path("white.sgf"))
    );
    assert!(moves > 20, "a whole game, not {moves} moves");

    let trace = folder.text("seen.trace");
    let replayed = folder.text("replayed.sgf");
    let replay = ["replay", "--sgf", &replayed, &trace];
    let (again, told, errors) = Program::run(&folder, "replay", &mut sgmp_go(&replay));
    assert_eq!(again, code, "{told}{errors}");
    assert!(told.contains("side: proxy, size: 9, "), "{told}");
    assert!(told.contains(", two consecutive passes\n"), "{told}");
    same_moves(&folder.path("seen.sgf"), &folder.path("replayed.sgf"));
}

/// Under one name or under two.
#[test]
fn one_port_given_twice_is_refused_as_that() {
    let folder = Folder::new();
    let cable = Cable::new();
    let link = folder.text("link");
    std::os::unix::fs::symlink(cable.a(), &link).expect("a link");
    let listen = "tcp-listen:127.0.0.1:45123";
    for (a, b) in [(cable.a(), cable.a()), (cable.a(), &link), (listen, listen)] {
        let (code, told, errors) = Program::run(&folder, "proxy", &mut proxy(&folder, a, b, "9"));
        assert_eq!(code, 2, "{told}{errors}");
        assert!(errors.contains("is given twice"), "{errors}");
        assert!(!errors.contains("in use"), "{errors}");
    }
    assert!(!folder.path("seen.sgf").exists() && !folder.path("seen.trace").exists());
}

/// Bytes that are no frame go through too, and a side that goes away is told.
#[test]
fn a_line_that_breaks_leaves_a_record_for_the_judge() {
    needs!(GnuGo);
    let folder = Folder::new();
    let (left, right) = (Cable::new(), Cable::new());
    let mut command = proxy(&folder, left.a(), right.a(), "9");
    let mut proxy = Program::start(&folder, "proxy", &mut command);
    let mut white = gnugo(&folder, "white", "white", 9);
    let white = Program::start_on(&folder, "white", &mut white, right.open_b());
    let mut black = gnugo(&folder, "black", "black", 9);
    let black = Program::start_on(&folder, "black", &mut black, left.open_b());
    proxy.says("  8  White");
    drop((white, black));
    proxy.signal(Signal::INT);
    proxy.ends_with(130);
    assert!(folder.read("seen.sgf").contains("RE[?]"));
}

#[test]
fn a_program_that_ends_in_mid_game() {
    needs!(GnuGo);
    let folder = Folder::new();
    let white = gnugo_port(&folder, "white", "white", 9);
    let black = "exec:sh -c 'printf \"\\001\\241\\240\\200\"; sleep 1'";
    let (code, told, errors) =
        Program::run(&folder, "proxy", &mut proxy(&folder, &white, black, "9"));
    assert_eq!(code, 4, "{told}{errors}");
    assert!(told.contains("the line was lost: exec:sh"), "{told}");
    let trace = folder.read("seen.trace");
    assert!(trace.contains(" B->W 01:a1:a0:80 :NEWGAME"), "{trace}");
    assert!(trace.contains(" W->B "), "{trace}");
}

#[test]
fn two_ports_are_needed() {
    let folder = Folder::new();
    for words in [
        &["proxy"][..],
        &["proxy", "--port", "pty"],
        &["proxy", "--port", "pty", "--port", "-"],
        &["proxy", "--port", "pty", "--port", "pty", "--port", "pty"],
    ] {
        let mut command = sgmp_go(words);
        command.current_dir(folder.path(""));
        let (code, _, errors) = Program::run(&folder, "proxy", &mut command);
        assert_eq!(code, 2, "{words:?}: {errors}");
    }
}

/// Either side's cable is pulled and laid again: the proxy waits for it, and nothing is lost.
#[test]
fn a_side_that_goes_away_and_comes_back() {
    needs!(Socat);
    let folder = Folder::new();
    let mut cables = [("A", "B"), ("C", "D")].map(|(a, b)| Socat::lay(&folder, a, b));
    let mut command = proxy(&folder, &folder.text("B"), &folder.text("C"), "9");
    command.arg(format!("--json={}", folder.text("events")));
    let mut proxy = Program::start(&folder, "proxy", &mut command);
    let side = |color: &str, end: &str| {
        let mut command = ours(&folder, color, color, &folder.text(end));
        command.args(["--size", "9", "--resend", "1s"]);
        Program::start(&folder, color, &mut command)
    };
    let mut sides = [side("black", "A"), side("white", "D")];
    for (number, pulled, ends) in [("  4  White", 0, ("A", "B")), (" 12  White", 1, ("C", "D"))] {
        sides[0].says(number);
        let [a, c] = cables;
        let (gone, kept) = if pulled == 0 { (a, c) } else { (c, a) };
        gone.pull();
        sides[pulled].says("the line is down");
        proxy.has_said("which side is down", |told| {
            told.matches(" is down (").count() == pulled + 1
        });
        // The side that is still there sends its frame again and again meanwhile.
        std::thread::sleep(std::time::Duration::from_millis(2500));
        let laid = Socat::lay(&folder, ends.0, ends.1);
        cables = if pulled == 0 {
            [laid, kept]
        } else {
            [kept, laid]
        };
    }
    for side in &mut sides {
        side.ends_with(0);
    }
    // A frame that is sent again after a second is against the letter, and told.
    let code = proxy.end();
    assert!([0, 6].contains(&code), "{code}: {}", proxy.stdout());
    assert_eq!(proxy.stdout().matches(" is back; ").count(), 2);
    accuses_nobody(&proxy.stdout());
    let trace = folder.read("seen.trace");
    for color in ["Black", "White"] {
        for text in [
            format!("line down ({color}): "),
            format!("line up ({color})"),
        ] {
            assert_eq!(trace.matches(&text).count(), 1, "{text}: {trace}");
        }
    }
    let moves = same_moves(&folder.path("black.sgf"), &folder.path("white.sgf"));
    assert_eq!(
        moves,
        same_moves(&folder.path("seen.sgf"), &folder.path("black.sgf"))
    );
    let events = events(&folder.read("events"));
    assert_eq!(count(&events, "link_down"), 2);
    assert_eq!(count(&events, "link_up"), 2);
    assert_eq!(count(&events, "move"), moves);
    cables.into_iter().for_each(Socat::pull);
}

/// Frames are sent again after a second here, which the letter of the call does not allow.
#[track_caller]
fn accuses_nobody(told: &str) {
    let mut violations = told.lines().filter(|line| line.starts_with("violation: "));
    assert!(
        violations.all(|line| line.contains("sent again after")),
        "{told}"
    );
}

/// White says its last OK again when its line is back, before it hears the MOVE that waited: `replay` and the proxy
/// agree on it, also when the proxy was killed and has read its journal.
#[test]
fn a_line_that_was_cut_is_judged_as_replay_judges_it() {
    needs!(Socat);
    let folder = Folder::new();
    let kept = Socat::lay(&folder, "A", "B");
    let mut cable = Socat::lay(&folder, "C", "D");
    let (a, b) = (folder.text("B"), folder.text("C"));
    let mut proxied = Program::start(&folder, "proxy", &mut proxy(&folder, &a, &b, "9"));
    let side = |color: &str, end: &str| {
        let mut command = ours(&folder, color, color, &folder.text(end));
        Program::start(&folder, color, command.args(["--size", "9"]))
    };
    let mut sides = [side("black", "A"), side("white", "D")];
    for (before, after) in [("  4", "  6"), ("  8", " 10"), (" 12", " 14")] {
        sides[0].says(&format!("{before}  White"));
        cable.pull();
        sides[1].says("the line is down");
        std::thread::sleep(std::time::Duration::from_secs(2));
        cable = Socat::lay(&folder, "C", "D");
        sides[0].says(&format!("{after}  White"));
    }
    accuses_nobody(&proxied.stdout());
    proxied.signal(Signal::KILL);
    proxied.end();
    let (code, told, errors) = Program::run(
        &folder,
        "replay",
        &mut sgmp_go(&["replay", &folder.text("seen.trace")]),
    );
    assert!(told.contains("no violation"), "{code}: {told}{errors}");
    let mut command = sgmp_go(&["proxy", "--resume", &folder.text("seen.journal")]);
    command.args([
        "--port", &a, "--port", &b, "--baud", "115200", "--linger", "500ms",
    ]);
    let mut proxied = Program::start(&folder, "resumed", &mut command);
    for side in &mut sides {
        side.ends_with(0);
    }
    proxied.ends_with(0);
    assert!(
        proxied.stdout().contains("violations: 0"),
        "{}",
        proxied.stdout()
    );
    same_moves(&folder.path("seen.sgf"), &folder.path("white.sgf"));
    [kept, cable].into_iter().for_each(Socat::pull);
}

#[test]
fn a_side_that_does_not_come_back() {
    needs!(GnuGo, Socat);
    let folder = Folder::new();
    let cable = Socat::lay(&folder, "A", "B");
    let white = gnugo_port(&folder, "white", "white", 9);
    let mut command = proxy(&folder, &folder.text("B"), &white, "9");
    command.args(["--reconnect", "1s"]);
    let mut proxy = Program::start(&folder, "proxy", &mut command);
    let mut black = ours(&folder, "black", "black", &folder.text("A"));
    let black = Program::start(&folder, "black", black.args(["--size", "9"]));
    proxy.says("  4  White");
    cable.pull();
    proxy.ends_with(10);
    assert!(proxy.stdout().contains("the line was lost: "));
    assert!(folder.read("seen.sgf").contains("RE[?]"));
    drop(black);
}

fn events(text: &str) -> Vec<Value> {
    let mut last = 0;
    let events = text.lines().map(|line| {
        let event: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        let time = event["t"].as_u64().expect("milliseconds");
        assert!(time >= last, "time runs backwards: {line}");
        last = time;
        event
    });
    events.collect()
}

fn count(events: &[Value], name: &str) -> usize {
    events.iter().filter(|event| event["event"] == name).count()
}

/// Standard output has the events and nothing else.
#[test]
fn one_event_a_line_for_programs() {
    needs!(GnuGo);
    let folder = Folder::new();
    let white = gnugo_port(&folder, "white", "white", 5);
    let black = gnugo_port(&folder, "black", "black", 5);
    let mut command = proxy(&folder, &white, &black, "5");
    let (_, told, _) = Program::run(&folder, "proxy", command.arg("--json"));
    let events = events(&told);
    let moves = same_moves(&folder.path("seen.sgf"), &folder.path("black.sgf"));
    assert_eq!(count(&events, "ready"), 1);
    assert_eq!(count(&events, "move"), moves);
    assert_eq!(count(&events, "ended"), 1);
    let result = events.iter().find(|event| event["event"] == "result");
    let result = result.expect("a result")["result"]
        .as_str()
        .expect("a text");
    let record = folder.read("seen.sgf");
    assert!(
        record.contains(&format!("RE[{result}]")),
        "{result}: {record}"
    );
    let last = events.last().expect("an event");
    assert_eq!(
        (&last["event"], &last["moves"]),
        (&"totals".into(), &moves.into())
    );
}
