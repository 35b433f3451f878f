//! `gtp --port`: the program on the wire as an engine, for a controller that is a script.

use std::process::Command;

use crate::common::{Cable, Dialogue, Folder, Program, THINKING, gnugo_port, same_moves, sgmp_go};
use crate::tools::needs;

fn bridge(folder: &Folder, color: &str, size: &str, port: &str) -> Command {
    let mut command = sgmp_go(&["gtp", "--port", port, "--color", color, "--size", size]);
    command
        .args(["--baud", "115200", "--linger", "500ms"])
        .args(["--sgf", &folder.text("ours.sgf")]);
    command
}

/// A few moves of ours, then passes; the other program's answers are waited for. Its last one.
fn play_to_the_end(engine: &mut Dialogue, (ours, theirs): (&str, &str), moves: &[&str]) -> String {
    let passes = std::iter::repeat_n("pass", 100);
    for mv in moves.iter().copied().chain(passes) {
        let answer = engine.ask(&format!("play {ours} {mv}"));
        if answer.starts_with("? the game is over: ") {
            return answer;
        }
        assert!(
            answer == "=" || answer.starts_with("? illegal move: "),
            "{mv}: {answer}"
        );
        if answer != "=" {
            continue;
        }
        let answer = engine.ask(&format!("genmove {theirs}"));
        if answer.starts_with("? the game is over: ") {
            return answer;
        }
        assert!(answer.starts_with("= "), "{answer}");
    }
    panic!("the game does not end");
}

fn whole_game(ours: &str, theirs: &str) {
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", theirs, 9);
    let mut engine = Dialogue::start(&folder, "ours", &mut bridge(&folder, ours, "9", &port));
    for line in ["boardsize 9", "clear_board", "komi 5.5", "protocol_version"] {
        engine.gets(line);
    }
    if ours == "white" {
        assert_ne!(engine.gets("genmove black"), "pass");
    }
    let end = play_to_the_end(
        &mut engine,
        (ours, theirs),
        &["E3", "E7", "C5", "G5", "C3", "G7"],
    );
    assert_eq!(end, "? the game is over: two consecutive passes");
    let score = engine.gets("final_score");
    engine.gets("final_status_list dead");
    assert!(engine.gets("showboard").contains("A B C D E F G H J"));
    assert_eq!(engine.quit(), 0);
    let record = folder.read("ours.sgf");
    assert!(
        record.contains(&format!("RE[{score}]")),
        "{score}: {record}"
    );
    same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
}

#[test]
fn gnugo_as_an_engine_that_plays_white() {
    needs!(GnuGo);
    whole_game("black", "white");
}

#[test]
fn gnugo_as_an_engine_that_plays_black() {
    needs!(GnuGo);
    whole_game("white", "black");
}

#[test]
fn contradictions_are_told() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let mut engine = Dialogue::start(&folder, "ours", &mut bridge(&folder, "black", "5", &port));
    for (line, refusal) in [
        ("boardsize 19", "? unacceptable size: this match is on 5x5"),
        ("komi 6.5", "? the wire carries no komi: this match has 5.5"),
        (
            "fixed_handicap 2",
            "? invalid handicap: the wire carries even games only",
        ),
        ("genmove b", "? Black is played by you"),
        ("genmove w", "? it is Black's turn"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(refusal), "{line}: {answer}");
    }
    engine.gets("play b C3");
    engine.gets("genmove w");
    for (line, refusal) in [
        ("undo", "? cannot undo: "),
        ("clear_board", "? the wire carries one game"),
        (
            "play b C3",
            "? illegal move: a Black stone is there already",
        ),
        ("final_score", "? cannot score: the game is not over"),
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with(refusal), "{line}: {answer}");
    }
    engine.gets("play b resign");
    assert!(
        engine
            .ask("genmove w")
            .contains("the game is over: Black resigns")
    );
    assert_eq!(engine.gets("final_score"), "W+R");
    assert_eq!(engine.quit(), 0);
    assert!(folder.read("ours.sgf").contains("RE[W+R]"));
}

/// Nobody is on the line: what waits for the other program is interrupted by any further line.
#[test]
fn waiting_is_interrupted() {
    for (color, waits) in [("white", "genmove b"), ("black", "play b C3")] {
        let folder = Folder::new();
        let cable = Cable::new();
        let mut command = bridge(&folder, color, "9", cable.a());
        let mut engine = Dialogue::start(&folder, "ours", &mut command);
        engine.gets("name");
        for interruption in ["3 version", "# interrupt"] {
            engine.send(&format!("2 {waits}"));
            std::thread::sleep(std::time::Duration::from_millis(300));
            engine.send(interruption);
            assert!(engine.answer().starts_with("?2 interrupted: "));
            if !interruption.starts_with('#') {
                assert!(engine.answer().starts_with("=3 "));
            }
        }
        assert_eq!(engine.quit(), 130);
    }
}

/// A controller that goes leaves a match that can be resumed; the next one tells what it knows.
#[test]
fn a_match_goes_on_with_another_controller() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut command = crate::common::gnugo(&folder, "gnugo", "white", 9);
    let line = cable.open_b();
    let mut gnugo = Program::start_on(&folder, "gnugo", &mut command, line);
    let mut command = bridge(&folder, "black", "9", cable.a());
    let mut engine = Dialogue::start(&folder, "ours", &mut command);
    engine.gets("play b E5");
    let answer = engine.gets("genmove w");
    assert_eq!(engine.hang_up(), 130);

    let journal = folder.text("ours.journal");
    let mut command = sgmp_go(&["gtp", "--resume", &journal, "--port", cable.a()]);
    command.args(["--baud", "115200", "--linger", "500ms"]);
    let mut engine = Dialogue::start(&folder, "again", &mut command);
    assert!(
        engine
            .ask("play b C3")
            .contains("move 1 of this match is Black E5")
    );
    engine.gets("play b E5");
    assert_eq!(engine.gets("genmove w"), answer);
    play_to_the_end(&mut engine, ("b", "w"), &[]);
    assert_eq!(engine.quit(), 0);
    gnugo.end();
    same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
}

#[test]
fn the_options_of_a_match_need_a_line() {
    let folder = Folder::new();
    for words in [
        &["gtp", "--size", "9"][..],
        &["gtp", "--color", "black"],
        &["gtp", "--port", "-", "--color", "black"],
        &["gtp", "--port", "pty", "--color", "black", "--json"],
        &[
            "gtp", "--port", "pty", "--color", "black", "--engine", "gnugo",
        ],
        &["gtp", "--port", "pty", "--ponder"],
        &["gtp", "--engine", "gnugo"],
    ] {
        let mut command = sgmp_go(words);
        command.current_dir(folder.path(""));
        let (code, _, errors) = Program::run(&folder, "ours", &mut command);
        assert_eq!(code, 2, "{words:?}: {errors}");
    }
}

#[test]
fn nobody_thinks_where_a_controller_plays_on_a_line() {
    let folder = Folder::new();
    for option in THINKING {
        let words = ["gtp", "--port", "pty", "--color", "black"];
        let mut command = sgmp_go(&words);
        command.args(option.split(' ')).current_dir(folder.path(""));
        let (code, _, errors) = Program::run(&folder, "ours", &mut command);
        assert_eq!(code, 2, "{option}: {errors}");
        assert!(errors.contains("cannot be used with"), "{option}: {errors}");
    }
}
