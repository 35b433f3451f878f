//! Records as people and servers write them: read as they were meant, with a word on what was made of
//! them, by the commands that look at records.

use std::fs;
use std::path::Path;
use std::process::Command;

use sgmp_board::record::{read_game, read_sgf, replay};
use tempfile::TempDir;

/// Exit code, standard output and standard error.
fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command
        .current_dir(root)
        .env("XDG_CONFIG_HOME", "/dev/null");
    let output = command.args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

fn found(name: &str) -> String {
    format!("fixtures/sgf/found/{name}.sgf")
}

/// Answer of `score --json` to a file, and the lines on standard error.
fn score(name: &str, words: &[&str]) -> (serde_json::Value, String) {
    let file = found(name);
    let (code, told, said) = run(&[&["score", &file, "--json"], words].concat());
    assert_eq!(code, Some(0), "{name}: {said}");
    (serde_json::from_str(&told).unwrap(), said)
}

#[test]
fn records_of_servers_and_old_programs_are_scored_as_they_were_meant() {
    for (name, moves, komi, said) in [
        ("big5_noca_nl", 8, "6.5", "read as Big5"),
        ("sjis_noca", 8, "6.5", "read as Shift_JIS"),
        ("utf16le_bom", 8, "6.5", ""),
        ("fox375", 8, "7.5", "KM[375] is read as 7.5 points"),
        ("fox650", 8, "6.5", "KM[650] is read as 6.5 points"),
        (
            "ha_noab",
            3,
            "0.5",
            "HA[4] without AB: Black's stones are placed at C3 G7 C7 G3",
        ),
        (
            "setup_after",
            3,
            "0",
            "stones are set up after move 2: a new position",
        ),
        ("sina_nosemi_var", 6, "7.5", ""),
        ("smiley", 8, "5.5", ""),
        ("underscore", 3, "6.5", ""),
        ("collection", 2, "0", "2 games in the file: this is game 1"),
    ] {
        let (value, told) = score(name, &[]);
        assert_eq!(value["size"], 9, "{name}");
        assert_eq!(value["moves"], moves, "{name}");
        assert_eq!(value["komi"], komi, "{name}");
        assert!(told.contains(said), "{name}: {told}");
        if said.is_empty() {
            assert_eq!(told, "", "{name}");
        }
    }
    let expected = |name| score(name, &[]).0["expected"].clone();
    assert!(expected("sjis_noca")["lead"].is_f64());
    assert_eq!(expected("sjis_noca"), expected("big5_noca_nl"));
}

#[test]
fn names_in_other_sets_are_decoded() {
    for (name, black) in [("big5_noca_nl", "許功蓋"), ("utf16le_bom", "王")] {
        let bytes = fs::read(found(name)).unwrap();
        let record = read_game(&bytes, 1).unwrap().record;
        let name = record.info.players.black.name.unwrap();
        assert!(!name.contains('\u{FFFD}'), "{name}");
        assert_eq!(name.chars().count() > 0, !black.is_empty());
    }
}

#[test]
fn the_game_of_a_collection_is_chosen() {
    let (value, said) = score("collection", &["--game", "2"]);
    assert_eq!(value["moves"], 3);
    assert!(said.contains("this is game 2"), "{said}");
    let (code, _, said) = run(&["score", &found("collection"), "--game", "3"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("no game 3, it holds 2"), "{said}");
}

#[test]
fn white_moves_after_a_handicap() {
    let file = found("ha_nomoves");
    let (_, told, _) = run(&["hint", &file]);
    assert!(told.contains("White might play"), "{told}");
    let (_, told, _) = run(&["patterns", "at", &file]);
    assert!(told.contains("White to move"), "{told}");
}

#[test]
fn a_move_past_the_end_is_refused_alike() {
    let file = found("underscore");
    for words in [&["score"][..], &["hint"], &["explain"], &["patterns", "at"]] {
        let (code, _, said) = run(&[words, &[&file, "--move", "4"]].concat());
        assert_eq!(code, Some(2), "{words:?}: {said}");
        assert!(said.contains("has no move 4: give --move "), "{said}");
    }
}

#[test]
fn a_position_before_stones_are_set_up_is_that_of_the_moves() {
    let (value, _) = score("setup_after", &["--move", "1"]);
    assert_eq!(value["moves"], 1);
    let record = read_sgf(&fs::read(found("setup_after")).unwrap()).unwrap();
    let game = replay(&record, usize::MAX).unwrap();
    assert_eq!(game.move_count(), 3);
}

#[test]
fn a_date_is_a_day_of_the_calendar() {
    for date in ["foo", "2024-02-30", ""] {
        let words = ["--port", "pty", "--color", "black", "--date", date];
        let (code, _, said) = run(&words);
        assert_eq!(code, Some(2), "{date}: {said}");
        assert!(said.contains("is no date"), "{said}");
    }
}

#[test]
fn learning_takes_all_games_and_passes_over_what_it_cannot_read() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(at("a.sgf"), "(;SZ[9];B[zz])").unwrap();
    fs::copy(found("collection"), at("b.sgf")).unwrap();
    let (out, place) = (at("out"), at(""));
    let learn = |games: &str| {
        let words = [
            "learn",
            "patterns",
            games,
            "--out",
            &out,
            "--held-out",
            "0",
            "--sweeps",
            "1",
            "--least",
            "2",
            "--force",
        ];
        run(&words)
    };
    let (code, told, said) = learn(&place);
    assert_eq!(code, Some(0), "{told}{said}");
    assert!(
        said.contains("passed over: ") && said.contains("a.sgf"),
        "{said}"
    );
    assert!(said.contains("2 games teach 5 moves"), "{said}");
    let (code, _, said) = learn(&at("a.sgf"));
    assert_eq!(code, Some(5), "{said}");
}

#[test]
fn faults_of_form_are_passed_over_and_said() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("faults.sgf");
    let place = file.to_str().unwrap();
    for (text, moves, said) in [
        (
            "(;SZ[9]US[Matsuyama[3d]]KM[6.5];B[ee];W[cc])",
            2,
            "US has brackets without",
        ),
        (
            "(;SZ[9]\n---\nKM[6.5];B[ee];W[cc])",
            2,
            "passed over: \"---\"",
        ),
        (
            "(;SZ[9]KM[6.5];B[ee];W[cc];AB[ee][cc];B[gc])",
            3,
            "set up after move 2",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let (code, told, error) = run(&["score", place, "--json"]);
        assert_eq!(code, Some(0), "{text}: {error}");
        let value: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(
            (&value["moves"], &value["komi"]),
            (&moves.into(), &"6.5".into()),
            "{text}"
        );
        assert!(error.contains(said), "{text}: {error}");
    }
}

#[test]
fn a_komi_that_is_not_understood_is_not_counted_as_none() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("komi.sgf");
    let place = file.to_str().unwrap();
    fs::write(&file, "(;SZ[9]KM[some];B[ee];W[cc];B[];W[])").unwrap();
    let (code, told, said) = run(&["score", place, "--json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("KM[some] is not understood"), "{said}");
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert!(value["komi"].is_null() && value["result"] == "?", "{value}");
    let (_, told, _) = run(&["score", place]);
    assert!(
        told.contains("before the komi, which is not known"),
        "{told}"
    );
}

/// From public reports: a file that `review` reads with a word was refused by others.
#[test]
fn every_command_reads_a_broken_file_with_the_same_word() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (file, archive, deck, log) = (at("x.sgf"), at("games"), at("deck.sgf"), at("log.json"));
    let bracket = fs::read_to_string("fixtures/sgf/resume_bracket.sgf").unwrap();
    for (text, said) in [
        (bracket.as_str(), "text that is no part of a game"),
        ("(;SZ[9]KM[6.5];B[ee];W[cc]", "no closing \")\""),
        ("(;SZ[9]KM[6.5];B[ee][cc];W[gc])", "B[ee] has more values"),
        ("(;SZ[9]PL[X]AB[ee];B[cc];W[gc])", "PL[X] is not understood"),
        ("(;SZ[9]AB[ee]AW[ee];B[cc])", "E5 is set up twice"),
        ("(;SZ[9];B[ee])(;SZ[9];B[cc])", "2 games in the file"),
    ] {
        for words in [
            &["score", &file][..],
            &["compare", &file, &file],
            &["review", &file, "--plain"],
            &[
                "problems", "mistakes", &file, "--deck", &deck, "--log", &log,
            ],
            &["play", "--plain", "--archive", &archive, "--resume", &file],
            &["result", &file, "--result", "W+R"],
        ] {
            fs::write(&file, text).unwrap();
            let (code, told, error) = run(words);
            assert_eq!(code, Some(0), "{words:?}, {text}: {told}{error}");
            assert!(error.contains(said), "{words:?}, {text}: {error}");
        }
        let after = fs::read_to_string(&file).unwrap();
        assert_eq!(after.replacen("RE[W+R]", "", 1), text, "nothing is lost");
    }
}

#[test]
fn the_result_of_a_further_game_is_entered() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("two.sgf");
    let name = file.to_str().unwrap();
    fs::write(&file, "(;SZ[9];B[ee])(;SZ[9];B[cc])").unwrap();
    let (code, _, said) = run(&["result", name, "--result", "B+R", "--game", "2"]);
    assert_eq!(code, Some(0), "{said}");
    let after = fs::read_to_string(&file).unwrap();
    assert_eq!(after, "(;SZ[9];B[ee])(;SZ[9]RE[B+R];B[cc])");
}

#[test]
fn files_of_other_programs_are_refused_by_their_name() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.ngf");
    fs::write(&file, "Rated game\n19\nwhite\nblack\nPMABBQDDQ\n").unwrap();
    for words in [
        &["score"][..],
        &["review", "--plain"],
        &["play", "--plain", "--resume"],
    ] {
        let (code, _, said) = run(&[words, &[file.to_str().unwrap()]].concat());
        assert_eq!(code, Some(5), "{said}");
        assert!(
            said.contains("an NGF file, as WBaduk writes them, not SGF"),
            "{said}"
        );
    }
}
