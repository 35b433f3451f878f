//! `duel`: games with GNU Go and with programs that do what players should not.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::tools::{gnugo_program, needs};

/// A program that speaks GTP, answers every command with nothing, and does `$1` for its moves.
const PROGRAM: &str = "\
while read -r id verb rest; do
  case $verb in
    list_commands) printf '=%s play\\ngenmove\\ntime_settings\\ntime_left\\n\\n' $id;;
    genmove) eval \"$1\";;
    quit) printf '=%s\\n\\n' $id; exit;;
    *) printf '=%s\\n\\n' $id;;
  esac
done";

/// The words of such a program; the script stands in the folder.
fn program(folder: &Path, name: &str, genmove: &str) -> String {
    let script = folder.join("program.sh");
    fs::write(&script, PROGRAM).expect("a script");
    format!("{name}=sh {} '{genmove}'", script.display())
}

fn duel(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .arg("duel")
        .args(words)
        .output()
        .expect("the program runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn done(words: &[&str]) -> String {
    let output = duel(words);
    assert!(output.status.success(), "{}", errors(&output));
    out(&output)
}

fn sheets(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("games.jsonl")).expect("lines");
    let mut sheets: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    sheets.sort_by_key(|sheet| sheet["game"].as_u64());
    sheets
}

#[test]
fn gnugo_plays_pairs_from_given_openings_and_both_count() {
    needs!(GnuGo);
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    fs::write(&openings, "E5 C3\nC3 G7 # two corners\n").unwrap();
    let gnugo = format!("gnu={} --mode gtp --level 0 --seed 1", gnugo_program());
    let kept = folder.path().join("kept");
    let words = [
        "level:3",
        &gnugo,
        "--size",
        "9",
        "--games",
        "4",
        "--quiet",
        "--openings",
        openings.to_str().unwrap(),
        "--referee",
        &format!("{} --mode gtp", gnugo_program()),
        "--out",
        kept.to_str().unwrap(),
    ];
    let told = done(&words);
    assert!(told.starts_with("A is level 3, B is gnu\nA won "), "{told}");
    assert!(told.contains("gnu: CPU "), "{told}");
    let sheets = sheets(&kept);
    assert_eq!(sheets.len(), 4);
    for (game, sheet) in sheets.iter().enumerate() {
        assert_eq!(sheet["opening_plies"], 2, "{sheet}");
        let gnu = if game % 2 == 0 { 1 } else { 0 };
        assert_eq!(sheet["names"][gnu], "gnu");
        if sheet["end"] == "passes" {
            assert!(sheet["counts"]["players"][gnu].is_string(), "{sheet}");
            assert_eq!(sheet["counts"]["referee"], sheet["result"], "{sheet}");
        }
    }
    let [first, third] = [0, 2]
        .map(|game| fs::read_to_string(kept.join(format!("game{game:05}.sgf"))).expect("a record"));
    assert!(first.contains(";B[ee];W[cg]"), "{first}");
    assert!(third.contains(";B[cg];W[gc]"), "{third}");

    // All is there: nothing is played again, and the same is said.
    let lines = fs::read_to_string(kept.join("games.jsonl")).unwrap();
    assert_eq!(done(&words), told);
    assert_eq!(fs::read_to_string(kept.join("games.jsonl")).unwrap(), lines);
    assert_eq!(done(&["--merge", kept.to_str().unwrap()]), told);
}

#[test]
fn whoever_crashes_hangs_or_breaks_the_rules_loses_and_the_duel_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for (name, genmove, end, words) in [
        ("dies", "exit 3", "crash", "ended with exit code 3"),
        (
            "leaves-a-child",
            "sleep 1000 & exit 3",
            "crash",
            "ended with exit code 3",
        ),
        ("hangs", ":", "hang", "has not answered"),
        ("floods", "yes | head -c 3000000; sleep 60", "hang", ""),
        (
            "odd",
            "echo \"=$id I5\"; echo",
            "illegal",
            "which is no move",
        ),
        ("refuses", "echo \"?$id no\"; echo", "refused", "refuses"),
    ] {
        let kept = folder.path().join(name);
        let player = program(folder.path(), name, genmove);
        let told = done(&[
            &player,
            "level:0",
            "--size",
            "5",
            "--games",
            "2",
            "--hang-time",
            "1s",
            "--quiet",
            "--out",
            kept.to_str().unwrap(),
        ]);
        assert!(told.contains("A won 0 of 2 games"), "{told}");
        assert!(told.contains(&format!("faults: {end} 2")), "{told}");
        for sheet in sheets(&kept) {
            assert_eq!(sheet["end"], end, "{sheet}");
            let detail = sheet["detail"].as_str().unwrap();
            assert!(
                detail.starts_with(name) && detail.contains(words),
                "{sheet}"
            );
        }
    }
}

#[test]
fn standard_error_and_talk_are_kept_by_game_and_program_and_a_crash_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let dies = "echo \"asked $rest\" >&2; echo fatal: no idea >&2; exit 3";
    let player = program(folder.path(), "new", dies);
    let play = |more: &[&str]| {
        let mut words = vec![player.as_str(), "level:0", "--size", "5", "--games", "2"];
        words.extend(["--random-plies", "2", "--quiet", "--out"]);
        words.push(kept.to_str().unwrap());
        words.extend(more);
        done(&words)
    };
    let told = play(&["--talk"]);
    assert!(
        told.contains("game 0 lost by crash: new: ") && told.contains("/ fatal: no idea"),
        "{told}"
    );
    let read = |name: &str| fs::read_to_string(kept.join(name)).expect(name);
    for (file, color) in [("game00000-black-new", "b"), ("game00001-white-new", "w")] {
        let errors = read(&format!("{file}.stderr"));
        assert_eq!(errors, format!("asked {color}\nfatal: no idea\n"));
        let talk = read(&format!("{file}.gtp"));
        let begin = talk.lines().next().unwrap().trim_start();
        assert!(begin.ends_with(" > 1 list_commands"), "{talk}");
        assert!(talk.contains(&format!(" genmove {color}\n")), "{talk}");
    }
    let files = fs::read_dir(&kept)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let of_engine: Vec<_> = files
        .filter(|name| name.to_string_lossy().contains("level"))
        .collect();
    assert!(
        of_engine.is_empty(),
        "our engine says nothing: {of_engine:?}"
    );
    // Nothing is played again; the words of these games stay.
    assert_eq!(play(&[]), told);
    assert_eq!(read("game00000-black-new.stderr").lines().count(), 2);
}

#[test]
fn several_duels_make_one_rating_list() {
    let folder = tempfile::tempdir().unwrap();
    let text = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, players, more) in [
        ("a", ["level:2", "random"], &[][..]),
        ("b", ["random", "level:0"], &[]),
        ("stones", ["level:2", "random"], &["--handicap", "2"]),
    ] {
        let out = text(name);
        let mut words = players.to_vec();
        words.extend(["--size", "7", "--games", "4", "--quiet", "--out", &out]);
        words.extend(more);
        let told = done(&words);
        let as_black = told.lines().find(|line| line.starts_with("A as Black"));
        let is_even = !as_black
            .unwrap()
            .starts_with("A as Black 0 of 0, as White ");
        assert_eq!(is_even, name != "stones", "{told}");
    }
    let told = done(&["--merge", &text("a"), &text("b")]);
    assert!(told.starts_with("8 games of 2 duels\n"), "{told}");
    assert!(told.contains("  1  level "), "the engine is first: {told}");
    let list = done(&["--ratings", &text("a"), &text("b"), "--json"]);
    let list: Value = serde_json::from_str(&list).expect("JSON");
    assert_eq!(list["lists"][0].as_array().unwrap().len(), 3);
    assert_eq!(list["pairings"].as_array().unwrap().len(), 2);
    for (words, culprit) in [
        (&["--merge", &text("a"), &text("stones")][..], "handicap"),
        (
            &["--merge", &text("a"), &text("b"), "--sprt", "0,20"],
            "folders of several",
        ),
    ] {
        let output = duel(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(errors(&output).contains(culprit), "{}", errors(&output));
    }
}

#[test]
fn players_that_cannot_be_are_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    for (player, words) in [
        (
            "levl:3",
            "no kind of player is called \"levl\"; there are level:0",
        ),
        ("ours:level=21", "\"21\" is not a level: write 0 to 20"),
        (
            "ours:speed=3",
            "no parameter is called \"speed\"; there are rave",
        ),
        (
            "ours:level=20",
            "give a time, or a level below 20, or playouts",
        ),
        ("ours:net=/no/such/net", "/no/such/net"),
        (
            "missing=/no/such/program --gtp",
            "there is no program /no/such/program: give its full path",
        ),
    ] {
        let words_of_duel = [
            "random", player, "--size", "5", "--games", "2", "--quiet", "--out",
        ];
        let mut all = words_of_duel.to_vec();
        all.push(kept.to_str().unwrap());
        let output = duel(&all);
        assert_eq!(output.status.code(), Some(2), "{player}");
        assert!(
            errors(&output).contains(words),
            "{player}: {}",
            errors(&output)
        );
        assert!(!kept.exists(), "{player}");
    }
}

#[test]
fn programs_hear_their_time_and_overruns_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let slow = program(folder.path(), "slow", "sleep 0.3; echo \"=$id pass\"; echo");
    let mut words = vec![
        slow.as_str(),
        "random",
        "--size",
        "5",
        "--games",
        "2",
        "--quiet",
    ];
    words.extend(["--move-time", "100ms"]);
    let counted = done(&words);
    let of_slow = counted.lines().find(|line| line.starts_with("slow: "));
    let of_slow = of_slow.expect("its line");
    assert!(!of_slow.contains("overruns 0"), "{counted}");
    assert!(of_slow.ends_with("faults: none"), "{counted}");
    words.push("--strict-time");
    let strict = done(&words);
    assert!(strict.contains("overruns 2, faults: time 2"), "{strict}");
}

#[test]
fn programs_of_the_usenix_tournament_play_too() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let own = env!("CARGO_BIN_EXE_sgmp-go");
    let player = format!("old=usenix:{own} usenix --size {{size}} --level 1");
    let silent = "silent=usenix:sh -c 'read x; echo thinking; sleep 60'";
    let words = [
        "--size",
        "5",
        "--games",
        "2",
        "--quiet",
        "--hang-time",
        "1m",
        "--out",
    ];
    let mut first = vec![player.as_str(), "level:0"];
    first.extend(words);
    first.push(kept.to_str().unwrap());
    done(&first);
    for sheet in sheets(&kept) {
        assert!(
            sheet["end"] == "passes" || sheet["end"] == "cycle",
            "{sheet}"
        );
        assert_eq!(sheet["opening_plies"], 0);
    }
    let told = done(&[
        silent,
        "random",
        "--size",
        "5",
        "--games",
        "2",
        "--quiet",
        "--hang-time",
        "1s",
    ]);
    assert!(told.contains("faults: hang 2"), "{told}");
}

#[test]
fn workers_play_their_parts_and_what_is_lost_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let text = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let play = |more: &[&str]| {
        let mut words = vec![
            "random", "level:0", "level:1", "--size", "5", "--games", "4", "--quiet",
        ];
        words.extend(more);
        done(&words)
    };
    let whole = play(&["--out", &text("whole")]);
    play(&["--out", &text("shared"), "--worker", "1/2"]);
    play(&["--out", &text("other"), "--worker", "2/2"]);
    let strip_time = |told: &str| -> Vec<String> {
        let lines = told.lines().filter(|line| !line.contains("CPU"));
        lines.map(str::to_owned).collect()
    };
    let merged = done(&["--merge", &text("shared"), &text("other")]);
    assert_eq!(strip_time(&merged), strip_time(&whole));
    assert!(
        whole.contains("player") && whole.contains("level 1"),
        "{whole}"
    );
    // The second worker's games are lost; the whole duel is asked for where the first one's are.
    let again = play(&["--out", &text("shared")]);
    assert_eq!(strip_time(&again), strip_time(&whole));
    let lines = fs::read_to_string(folder.path().join("shared/games.jsonl")).unwrap();
    assert_eq!(lines.lines().count(), 6);
    let summary = fs::read_to_string(folder.path().join("shared/summary.json")).unwrap();
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["games"], 12);
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let kept = kept.to_str().unwrap();
    done(&[
        "random", "level:0", "--size", "5", "--games", "2", "--quiet", "--out", kept,
    ]);
    let other_words = [
        "random", "level:1", "--size", "5", "--games", "2", "--quiet", "--out", kept,
    ];
    for (words, culprit) in [
        (&["level:3"][..], "PLAYER"),
        (&["level:3", "level:3"], "two players are called"),
        (&["level:3", "level:21"], "is not a level"),
        (&["level:3", "level:20"], "thinks as long as it may"),
        (
            &["level:3", "level:4", "--games", "3"],
            "write an even number",
        ),
        (
            &["level:3", "level:4", "level:5", "--sprt", "0,20"],
            "name two",
        ),
        (&["level:3", "level:4", "--sprt", "20,0"], "is no test"),
        (&["level:3", "level:4", "--worker", "1/2"], "--out"),
        (&["level:3", "level:4", "--talk"], "--out"),
        (
            &["level:3", "level:4", "--size", "9", "--handicap", "12"],
            "on 9x9 write 0, or 2 to 9",
        ),
        (&["level:3", "human"], "only our engine"),
        (
            &["--merge", folder.path().to_str().unwrap()],
            "no folder of a duel",
        ),
        (&other_words, "was begun by other words"),
    ] {
        let output = duel(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(
            errors(&output).contains(culprit),
            "{words:?}: {}",
            errors(&output)
        );
    }
}
