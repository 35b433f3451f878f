//! Whole matches against GNU Go, and both records of each compared move by move.

use crate::common::{Folder, Program, gnugo_port, ours, ours_thinking, same_moves, sgmp_go};
use crate::tools::{gnugo_program, needs};

/// A 19x19 match; the trace of it is replayed and the records agree.
fn match_against_gnugo(our_color: &str, its_color: &str) {
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", its_color, 19);
    let trace = folder.text("trace.txt");
    // With fewer playouts it does not know when to pass.
    let mut command = ours_thinking(&folder, "ours", our_color, &port, "40");
    command.args(["--trace", &trace]);
    let mut program = Program::start(&folder, "ours", &mut command);
    program.ends_with(0);

    let told = program.stdout();
    assert!(
        told.contains("the game is over: two consecutive passes"),
        "{told}"
    );
    assert!(told.contains("result: "), "{told}");
    let count = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    assert!(count > 100, "a whole game, not {count} moves");

    let replay = [
        "replay",
        "--check",
        &trace,
        "--sgf",
        &folder.text("replayed.sgf"),
    ];
    let (code, told, errors) = Program::run(&folder, "replay", &mut sgmp_go(&replay));
    assert!(
        told.contains(", no other"),
        "our own side, byte for byte: {told}{errors}"
    );
    // All that GNU Go does against the dialect is to pass once more where ours was the last pass.
    let third_pass = "1 violation\n";
    let forgiven = told.contains("sent after two consecutive passes") && told.contains(third_pass);
    assert!(
        code == 0 || (code == 6 && forgiven),
        "{code}: {told}{errors}"
    );
    same_moves(&folder.path("ours.sgf"), &folder.path("replayed.sgf"));
}

#[test]
fn a_whole_match_as_black() {
    needs!(GnuGo);
    match_against_gnugo("black", "white");
}

#[test]
fn a_whole_match_as_white() {
    needs!(GnuGo);
    match_against_gnugo("white", "black");
}

/// A record for today's readers, read by one of them.
#[test]
fn gnugo_reads_back_the_ff4_record_of_a_match() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 9);
    let mut command = ours(&folder, "ours", "black", &port);
    command.args(["--size", "9", "--sgf-format", "ff4", "--name", "黒番 ]\\"]);
    Program::start(&folder, "ours", &mut command).ends_with(0);
    let record = folder.read("ours.sgf");
    assert!(
        record.contains("FF[4]") && record.contains("CA[UTF-8]"),
        "{record}"
    );
    let moves = same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));

    // GNU Go loads ours and writes what it has read.
    let mut reader = std::process::Command::new(gnugo_program());
    reader
        .args([
            "--quiet",
            "--level",
            "0",
            "--infile",
            &folder.text("ours.sgf"),
        ])
        .args(["--printsgf", &folder.text("position.sgf")]);
    let (code, told, errors) = Program::run(&folder, "reader", &mut reader);
    assert_eq!(code, 0, "{told}{errors}");
    assert!(moves > 20, "a whole game, not {moves} moves");
    let position = folder.read("position.sgf");
    let stones = |name: &str| position.matches(name).count();
    assert!(stones("AB") > 0 && stones("AW") > 0, "{position}");
}

/// After our pass has ended the game GNU Go passes once more: acknowledged, and no part of it.
#[test]
fn a_third_pass_is_no_move() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5);
    // Enough thinking to take the whole of the small board; one thread plays the same game always.
    let mut command = ours_thinking(&folder, "ours", "black", &port, "300");
    command.args(["--size", "5", "--json", "--threads", "1"]);
    let (code, events, _) = Program::run(&folder, "ours", &mut command);
    assert_eq!(code, 0);
    assert!(events.contains(r#""verdict":"after_end""#), "{events}");
    same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    both_count_alike(&folder);
}

fn both_count_alike(folder: &Folder) {
    let result = |name: &str| {
        let record = folder.read(name);
        let rest = record.split_once("RE[").expect("a result").1;
        rest.split_once(']').expect("a result").0.to_owned()
    };
    assert_eq!(result("ours.sgf"), result("gnugo.sgf"));
}

#[test]
fn a_match_by_chinese_rules() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 5) + " --chinese-rules";
    let mut command = ours_thinking(&folder, "ours", "black", &port, "300");
    command.args(["--size", "5", "--rules", "chinese"]);
    let (code, told, errors) = Program::run(&folder, "ours", &mut command);
    assert_eq!(code, 0, "{told}{errors}");
    assert!(told.contains("Black: area "), "{told}");
    assert!(folder.read("ours.sgf").contains("RU[Chinese]"));
    same_moves(&folder.path("ours.sgf"), &folder.path("gnugo.sgf"));
    both_count_alike(&folder);
}

/// Date, players and round name the record; a finished match keeps its name.
#[test]
fn records_get_names_of_their_own() {
    needs!(GnuGo);
    let folder = Folder::new();
    let play = |name: &str| {
        let port = gnugo_port(&folder, name, "white", 5);
        let mut command = sgmp_go(&["--port", &port, "--color", "black", "--size", "5"]);
        command
            .args([
                "--baud",
                "115200",
                "--playouts",
                "20",
                "--seed",
                "1",
                "--linger",
                "0s",
            ])
            .args([
                "--name",
                "Kuro/1",
                "--opponent",
                "Shiro",
                "--date",
                "2000-11-03",
            ])
            .args(["--round", "2"])
            .current_dir(folder.path(""));
        Program::start(&folder, name, &mut command).ends_with(0);
    };
    play("first");
    play("second");
    let name = "2000-11-03-Kuro_1-vs-Shiro-round-2";
    for (ours, theirs) in [(name.to_owned(), "first"), (format!("{name}-2"), "second")] {
        assert!(folder.path(&format!("{ours}.journal")).exists(), "{ours}");
        let record = folder.path(&format!("{ours}.sgf"));
        same_moves(&record, &folder.path(&format!("{theirs}.sgf")));
        let text = std::fs::read_to_string(record).expect("a record");
        assert!(
            text.contains("PB[Kuro/1]") && text.contains("PW[Shiro]"),
            "{text}"
        );
    }
}

#[test]
fn our_own_flag_loses() {
    needs!(GnuGo);
    let folder = Folder::new();
    let port = gnugo_port(&folder, "gnugo", "white", 9);
    let mut command = ours(&folder, "ours", "black", &port);
    // The pauses between two frames alone take that long.
    command.args(["--size", "9", "--time", "300ms"]);
    Program::start(&folder, "ours", &mut command).ends_with(0);
    let record = folder.read("ours.sgf");
    assert!(record.contains("RE[W+T]"), "{record}");
}
