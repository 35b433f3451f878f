//! Other programs' engines in our chair: GNU Go by GTP, and scripts that do what engines should
//! not.

use std::process::Command;

use crate::common::{
    Cable, Folder, Program, Signal, detached, gnugo, gnugo_port, same_moves, sgmp_go,
};
use crate::tools::{gnugo_program, needs};

/// GNU Go as an engine.
fn gnugo_engine() -> String {
    format!("{} --mode gtp --level 0 --seed 1", gnugo_program())
}

/// An engine that answers every command with nothing, and does `$genmove` for its moves; `$n` is
/// which one it is, `$id` the number to answer with.
const SCRIPT: &str = "\
n=0
while read -r id verb rest; do
  case $verb in
    list_commands) printf '=%s play\\ngenmove\\ntime_settings\\ntime_left\\n\\n' $id;;
    name) printf '=%s Script\\n\\n' $id;;
    genmove) n=$((n + 1)); eval \"$genmove\";;
    quit) printf '=%s\\n\\n' $id; exit;;
    *) printf '=%s\\n\\n' $id;;
  esac
  echo \"heard $verb $rest\" >&2
done";

/// A match of an engine's against GNU Go on the wire.
fn with_engine(folder: &Folder, engine: &str, color: &str, port: &str) -> Command {
    let mut command = sgmp_go(&["--port", port, "--color", color, "--engine", engine]);
    command
        .args(["--baud", "115200", "--linger", "500ms"])
        .args(["--sgf", &folder.text("ours.sgf")]);
    command
}

fn gnugo_plays(color: &str, its_color: &str) {
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", its_color, 9);
    let mut command = with_engine(&folder, &gnugo_engine(), color, &port);
    command.args(["--size", "9", "-v"]);
    let (code, told, errors) = Program::run(&folder, "ours", &mut command);
    assert_eq!(code, 0, "{told}{errors}");
    assert!(told.contains("over: two consecutive passes"), "{told}");
    assert!(told.contains("GNU Go 3.8"), "{told}");
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
}

#[test]
fn gnugo_plays_black_for_us() {
    needs!(GnuGo);
    gnugo_plays("black", "white");
}

#[test]
fn gnugo_plays_white_for_us() {
    needs!(GnuGo);
    gnugo_plays("white", "black");
}

/// The engine of a match that goes on has heard nothing of it: all moves are played into it.
#[test]
fn a_match_goes_on_with_its_engine() {
    needs!(GnuGo);
    let folder = Folder::new();
    let cable = Cable::new();
    let mut command = gnugo(&folder, "gnugo", "white", 9);
    let mut gnugo = Program::start_on(&folder, "gnugo", &mut command, cable.open_b());
    let mut command = with_engine(&folder, &gnugo_engine(), "black", cable.a());
    command.args(["--size", "9"]);
    let mut ours = Program::start(&folder, "ours", &mut detached(&command));
    ours.says("  6  White");
    ours.signal(Signal::INT);
    ours.ends_with(130);
    let told = ours.stderr();
    let command = told.split_once("To go on: ").expect("the command").1.trim();

    // Without its words nobody plays in its place, and no journal says which program is run.
    let bare = [
        "--resume",
        &folder.text("ours.journal"),
        "--port",
        "exec:cat",
    ];
    let (code, _, errors) = Program::run(&folder, "bare", &mut sgmp_go(&bare));
    assert_eq!(code, 2, "{errors}");
    for word in [
        "--mode gtp --level 0 --seed 1",
        "say it again",
        "--level 20",
    ] {
        assert!(errors.contains(word), "{errors}");
    }
    let words = shlex::split(command).expect("words of a shell");
    let words: Vec<_> = words[1..].iter().map(String::as_str).collect();
    assert!(words.contains(&gnugo_engine().as_str()), "{command}");
    Program::start(&folder, "resumed", &mut sgmp_go(&words)).ends_with(0);
    gnugo.end();
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(moves > 20, "a whole game, not {moves} moves");
}

/// A 5x5 match of a scripted engine as Black; the exit code, everything told, and the record.
fn scripted(genmove: &str) -> (i32, String, String) {
    let folder = Folder::new();
    std::fs::write(folder.path("engine.sh"), SCRIPT).expect("a script");
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let engine = format!("sh {}", folder.text("engine.sh"));
    let mut command = with_engine(&folder, &engine, "black", &port);
    command
        .args(["--size", "5", "--time", "8s", "-v"])
        .env("genmove", genmove);
    let (code, told, errors) = Program::run(&folder, "ours", &mut command);
    (code, told + &errors, folder.read("ours.sgf"))
}

fn goes_to_the_judge(genmove: &str, why: &str) {
    let (code, told, record) = scripted(genmove);
    assert_eq!(code, 10, "{told}");
    let expected = format!("the judge decides: our player failed: {why}");
    assert!(told.contains(&expected), "{told}");
    assert!(record.contains("RE[?]"), "{record}");
    assert!(
        record.contains(why.split('"').next().unwrap_or(why)),
        "{record}"
    );
}

/// It thinks until its flag falls: a loss on time (call, section 11(2)).
fn loses_on_time(genmove: &str) {
    let (code, told, record) = scripted(genmove);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("result: W+T"), "{told}");
    assert!(record.contains("RE[W+T]"), "{record}");
}

/// Its first move is one; then this happens.
fn later(what: &str) -> String {
    format!("if [ $n = 1 ]; then printf '=%s C3\\n\\n' $id; else {what}; fi")
}

#[test]
fn an_engine_that_ends() {
    needs!(GnuGo);
    goes_to_the_judge(
        &later("exit 7"),
        "Script: it was asked `genmove black` and is gone: it ended with exit code 7",
    );
}

/// Its last words are told without `-v`, and stand in the record.
#[test]
fn an_engine_that_says_why_it_ends() {
    needs!(GnuGo);
    let folder = Folder::new();
    let dies = "printf 'out of memory\\n\\033[31mfatal: giving up' >&2; exit 9";
    std::fs::write(folder.path("engine.sh"), SCRIPT).expect("a script");
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    let engine = format!("sh {}", folder.text("engine.sh"));
    let mut command = with_engine(&folder, &engine, "black", &port);
    command.args(["--size", "5"]).env("genmove", later(dies));
    let (code, told, errors) = Program::run(&folder, "ours", &mut command);
    assert_eq!(code, 10, "{told}{errors}");
    let record = folder.read("ours.sgf");
    for text in [&told, &record] {
        assert!(text.contains("exit code 9; its last words: "), "{text}");
        assert!(
            text.contains("out of memory / [31mfatal: giving up"),
            "{text}"
        );
    }
}

#[test]
fn an_engine_that_is_killed() {
    needs!(GnuGo);
    goes_to_the_judge(
        &later("kill -SEGV $$"),
        "Script: it was asked `genmove black` and is gone: it was killed by SIGSEGV",
    );
}

#[test]
fn an_engine_that_hangs() {
    needs!(GnuGo);
    loses_on_time(&later("trap '' HUP TERM; sleep 60"));
}

#[test]
fn an_engine_that_never_stops_talking() {
    needs!(GnuGo);
    loses_on_time(&later("yes || :"));
}

#[test]
fn an_engine_that_plays_against_the_rules() {
    needs!(GnuGo);
    goes_to_the_judge(
        &later("printf '=%s C3\\n\\n' $id"),
        "C3 is illegal: a Black stone is there already; choose an empty point",
    );
}

#[test]
fn an_engine_that_plays_beside_the_board() {
    needs!(GnuGo);
    goes_to_the_judge(
        &later("printf '=%s F6\\n\\n' $id"),
        "F6 is illegal: the point lies outside the board; name a point on it",
    );
}

#[test]
fn an_engine_that_answers_nonsense() {
    needs!(GnuGo);
    goes_to_the_judge(
        &later("printf '=%s tengen\\n\\n' $id"),
        "Script: it answered \"tengen\", which is no move",
    );
}

#[test]
fn an_engine_that_refuses() {
    needs!(GnuGo);
    goes_to_the_judge(
        &later("printf '?%s not now\\n\\n' $id"),
        "Script: it refuses `genmove black`: not now",
    );
}

#[test]
fn an_engine_that_resigns() {
    needs!(GnuGo);
    let (code, told, record) = scripted(&later("printf '=%s resign\\n\\n' $id"));
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("the game is over: Black resigns"), "{told}");
    assert!(record.contains("RE[W+R]"), "{record}");
}

/// Remarks, ends of lines as on Windows, answers without numbers: none of it matters. What the
/// engine says on its standard error is in the log, and it heard its clock.
#[test]
fn an_engine_that_is_untidy() {
    needs!(GnuGo);
    let noise = "printf 'thinking...\\r\\n# = no\\n\\n'; \
                 if [ $n = 1 ]; then printf '= c3\\r\\n\\r\\n'; else printf '=%s PASS\\n\\n' $id; fi";
    let (code, told, _) = scripted(noise);
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("  1  Black C3"), "{told}");
    assert!(told.contains("over: two consecutive passes"), "{told}");
    for heard in [
        "boardsize 5",
        "komi 5.5",
        "time_settings 8 0 0",
        "time_left black 7 0",
        "quit",
    ] {
        let is_last = heard == "quit";
        assert!(
            is_last || told.contains(&format!("heard {heard}")),
            "{heard}: {told}"
        );
    }
}

#[test]
fn what_is_no_engine_is_told_before_the_match() {
    let folder = Folder::new();
    for (engine, code, why) in [
        ("/no/such/engine", 2, "/no/such/engine: no such program"),
        (
            "true",
            2,
            "is gone: it ended with exit code 0; does it speak GTP",
        ),
        (
            "sh -c 'echo loading >&2; echo cannot find my weights >&2; exit 7'",
            2,
            "it ended with exit code 7; its last words: loading / cannot find my weights; does it speak GTP",
        ),
        ("'", 2, "--engine"),
        (
            "sh -c 'while read id verb; do case $verb in boardsize*) echo \"?$id unacceptable size\";; \
             *) echo =$id;; esac; echo; done'",
            2,
            "it refuses `boardsize 3`: unacceptable size; it cannot play this match",
        ),
    ] {
        let mut command = with_engine(&folder, engine, "black", "pty");
        command.args(["--size", "3"]);
        let (ended, told, errors) = Program::run(&folder, "ours", &mut command);
        assert_eq!(ended, code, "{engine}: {told}{errors}");
        assert!(errors.contains(why), "{engine}: {errors}");
        assert!(!folder.path("ours.journal").exists(), "{engine}");
    }
}
