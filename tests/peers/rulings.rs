//! The word of people in the record of a match: not while it runs, alike on both sides, known to the journal.

use std::process::Command;

use sgmp_board::record::{read_sgf, replay};
use sgmp_board::rules::Color;

use crate::common::{Cable, Folder, Program, Signal, ours, resumed, sgmp_go, until};

/// Exit code, standard output and standard error of `result` on a record of the folder.
fn result(folder: &Folder, name: &str, words: &[&str]) -> (i32, String, String) {
    let file = folder.text(name);
    let mut command = sgmp_go(&[&["result", &file], words].concat());
    Program::run(folder, "result", &mut command)
}

/// Both sides of a match on a cable.
fn both_sides(folder: &Folder, cable: &Cable) -> [Program; 2] {
    let side = |name: &str, color: &str, port: &str| -> Command {
        let mut command = ours(folder, name, color, port);
        command.args(["--size", "9", "--resend", "1s"]);
        command
    };
    [
        Program::start(folder, "ours", &mut side("ours", "black", cable.a())),
        Program::start(folder, "white", &mut side("white", "white", cable.b())),
    ]
}

#[test]
fn a_running_match_keeps_its_record_and_a_killed_one_gives_it_up() {
    let folder = Folder::new();
    let cable = Cable::new();
    let [mut black, mut white] = both_sides(&folder, &cable);
    black.says("  4  White");
    for words in [
        &["--result", "B+R"][..],
        &["--result", "B+R", "--force", "--why", "judge"],
        &["--dead", "A1"],
    ] {
        let (code, told, said) = result(&folder, "ours.sgf", words);
        assert_eq!((code, told.as_str()), (5, ""), "{said}");
        let running = format!(
            "{} belongs to a match that is running ({} is in use): wait for its end",
            folder.text("ours.sgf"),
            folder.text("ours.journal")
        );
        assert!(said.contains(&running), "{said}");
    }
    black.signal(Signal::KILL);
    assert_eq!(black.end(), -9);
    white.signal(Signal::TERM);
    white.ends_with(130);

    let (code, told, said) = result(&folder, "ours.sgf", &["--result", "W+R"]);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(
        told.contains("ours.sgf: W+R") && told.contains("is ended by this"),
        "{told}"
    );
    assert!(folder.read("ours.sgf").contains("RE[W+R]"));
    let over = |what: &str| {
        let mut again = Program::start(&folder, "again", &mut resumed(&folder, cable.a()));
        assert_ne!(again.end(), 0);
        let said = again.stderr();
        assert!(
            said.contains(what) && said.contains("nothing to resume"),
            "{said}"
        );
    };
    over("the result was entered by hand (result W+R)");

    let ruling = [
        "--result",
        "B+3.5",
        "--force",
        "--why",
        "judge: both played on",
    ];
    let (code, told, said) = result(&folder, "ours.sgf", &ruling);
    assert_eq!((code, said.as_str()), (0, ""));
    assert!(!told.contains("is ended by this"), "it was before: {told}");
    let record = folder.read("ours.sgf");
    assert!(record.contains("RE[B+3.5]"), "{record}");
    assert!(
        record.contains("result W+R replaced by B+3.5: judge: both played on ("),
        "{record}"
    );
    over("the result was entered by hand: judge: both played on (result B+3.5)");
}

/// A side that did not appear has lost: the record of no moves is no false start to be cleared away.
#[test]
fn a_result_without_a_game_stays() {
    let folder = Folder::new();
    let cable = Cable::new();
    let mut white = ours(&folder, "white", "white", cable.b());
    let mut waiting = Program::start(&folder, "waiting", &mut white);
    until("its record", || {
        folder.path("white.sgf").exists().then_some(())
    });
    waiting.signal(Signal::KILL);
    waiting.end();
    let (code, _, said) = result(&folder, "white.sgf", &["--result", "W+F"]);
    assert_eq!((code, said.as_str()), (0, ""));
    let mut again = Program::start(&folder, "again", &mut white);
    again.ends_with(5);
    assert!(
        again.stderr().contains("exists already"),
        "{}",
        again.stderr()
    );
    assert!(folder.read("white.sgf").contains("RE[W+F]"));
}

#[test]
fn an_agreed_count_is_entered_alike_on_both_sides() {
    let folder = Folder::new();
    let cable = Cable::new();
    for mut side in both_sides(&folder, &cable) {
        side.ends_with(0);
    }
    let played = read_sgf(folder.read("ours.sgf").as_bytes()).unwrap();
    let game = replay(&played, usize::MAX).unwrap();
    let stone = game.board().stones(Color::Black).next().expect("a stone");
    let dead = stone.to_string();
    let agreed = ["--dead", &dead];
    for record in ["ours.sgf", "white.sgf"] {
        let (code, _, said) = result(&folder, record, &agreed);
        assert_eq!((code, said.as_str()), (0, ""));
        let text = folder.read(record);
        let kept = format!("result {} replaced by ", played.info.result);
        assert!(
            text.contains(&kept) && text.contains("with the dead stones "),
            "{text}"
        );
    }
    let records = [folder.text("ours.sgf"), folder.text("white.sgf")];
    let mut compared = sgmp_go(&["compare", &records[0], &records[1]]);
    let (code, told, _) = Program::run(&folder, "compare", &mut compared);
    assert_eq!(code, 0, "{told}");
}
