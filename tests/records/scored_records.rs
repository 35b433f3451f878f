//! `score` on records: the rules that are asked for, and what is said besides.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use sgmp_board::record::{Format, GameRecord, read_sgf};
use tempfile::TempDir;

fn output(words: &[&str]) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command
        .current_dir(root)
        .env("XDG_CONFIG_HOME", "/dev/null");
    command.args(words).output().unwrap()
}

/// Standard output and standard error of a command that succeeds.
fn run(words: &[&str]) -> (String, String) {
    let output = output(words);
    let [told, said] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{words:?}: {said}");
    (told, said)
}

/// Exit code and standard error of a command.
fn refused(words: &[&str]) -> (Option<i32>, String) {
    let output = output(words);
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn the_result_follows_the_rules_that_are_asked_for() {
    let ours = "fixtures/sgf/found/chinese_match.sgf";
    let finished = "fixtures/finished/001.sgf";
    for (file, rules, result) in [
        (ours, "chinese", "W+12.5"),
        (finished, "chinese", "W+71.5"),
        (finished, "japanese", "W+72.5"),
    ] {
        let (told, _) = run(&["score", file, "--rules", rules]);
        let line = format!("result: {result} (");
        assert!(told.contains(&line), "{file}, {rules}: {told}");
        let (told, _) = run(&["score", file, "--rules", rules, "--json"]);
        let value: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(value["result"], result, "{file}, {rules}");
    }
}

/// Nothing is said where the record's rules are used, be they named or not.
#[test]
fn other_rules_than_the_records_are_remarked() {
    let ours = "fixtures/sgf/found/chinese_match.sgf";
    let remark = "the record says RU[Chinese], and Japanese rules are used";
    for command in ["score", "hint", "explain"] {
        let (_, said) = run(&[command, ours, "--rules", "japanese"]);
        assert!(said.contains(remark), "{command}: {said}");
        for own in [&[][..], &["--rules", "chinese"]] {
            let (_, said) = run(&[&[command, ours], own].concat());
            assert_eq!(said, "", "{command} {own:?}");
        }
    }
    let (told, said) = run(&["score", ours, "--json", "--rules", "japanese"]);
    assert!(said.contains(remark), "{said}");
    let value: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(value["record_rules"], "Chinese");
}

/// A White stone in Black's corner: dead, but for rules that leave it on the board.
#[test]
fn dead_stones_stay_where_the_rules_say_so() {
    let text = "(;GM[1]SZ[5]KM[0.5]RU[Tromp-Taylor];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de];B[];W[aa];B[];W[])";
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.sgf");
    fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    let (told, said) = run(&["score", name]);
    assert!(
        told.contains("result: W+6.5 (Tromp-Taylor rules"),
        "{told}{said}"
    );
    assert_eq!(said, "");
    let (told, said) = run(&["score", name, "--rules", "chinese"]);
    assert!(told.contains("result: B+4.5 (Chinese rules"), "{told}");
    assert!(said.contains("RU[Tromp-Taylor]"), "{said}");
    let (told, _) = run(&["result", name, "--alive", "A5"]);
    assert!(
        told.ends_with("W+6.5 (counted by Tromp-Taylor rules without dead stones)\n"),
        "{told}"
    );
}

/// A judge's result of an opening is no count of its board.
#[test]
fn a_board_that_is_far_from_the_result_is_not_counted() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;GM[1]SZ[19]KM[5.5]RE[B+3.5];B[pd];W[dp])").unwrap();
    let (told, _) = run(&["score", file.to_str().unwrap()]);
    let first = "not finished: after move 2 the record says B+3.5, which is no count of this board";
    assert!(told.starts_with(first), "{told}");
    assert!(!told.contains("result:"), "{told}");
}

/// The program's own count gives way to stones that the operators agree on, and stays in the comment; what people have
/// entered does not.
#[test]
fn agreed_stones_replace_the_programs_count() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.sgf");
    fs::copy("fixtures/finished/001.sgf", &file).unwrap();
    let name = file.to_str().unwrap();
    let counted = || -> Value { serde_json::from_str(&run(&["score", name, "--json"]).0).unwrap() };
    let own = counted()["result"].as_str().unwrap().to_owned();
    let stone = counted()["dead"][0].as_str().unwrap().to_owned();
    run(&["result", name, "--result", &own]);
    run(&["result", name, "--alive", &stone]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(!text.contains(&format!("RE[{own}]")), "{text}");
    assert!(text.contains(&own), "it stays in the comment: {text}");
    let (code, said) = refused(&["result", name, "--dead", &stone]);
    assert_eq!(code, Some(5), "{said}");
    assert!(said.contains("--force"), "{said}");
}

/// The record of a game of fixtures/finished, cut after so many moves and with this result.
fn cut(folder: &Path, name: &str, moves: usize, result: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bytes = fs::read(root.join("fixtures/finished").join(name)).unwrap();
    let mut record = read_sgf(&bytes).unwrap();
    let mut short = GameRecord::new(record.size());
    record.info.result = result.parse().unwrap();
    short.info = record.info.clone();
    for played in record.moves().iter().take(moves) {
        short.push(played.clone()).unwrap();
    }
    let path = folder.join("cut.sgf");
    fs::write(&path, short.to_sgf(Format::Ff4)).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn an_unfinished_game_is_not_counted() {
    let folder = TempDir::new().unwrap();
    let finished = "fixtures/finished/001.sgf";
    for (words, first) in [
        (
            vec![cut(folder.path(), "001.sgf", 26, "?")],
            "after move 26 the game goes on",
        ),
        (
            vec![finished.into(), "--move".into(), "26".into()],
            "after move 26 the game goes on",
        ),
    ] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (told, _) = run(&[&["score"], &words[..]].concat());
        let mut lines = told.lines();
        assert_eq!(
            lines.next(),
            Some(format!("not finished: {first}").as_str())
        );
        let expected = lines.next().unwrap();
        assert!(
            expected.starts_with("expected if it is played on: "),
            "{told}"
        );
        assert!(expected.ends_with(" points of it)"), "{told}");
        for word in ["result", "dead", "territory", "neutral"] {
            assert!(!told.contains(word), "{word}: {told}");
        }
        // The same number on the same position, whatever the rest.
        let (again, _) = run(&["score", finished, "--move", "26"]);
        assert_eq!(again.lines().nth(1), Some(expected));
        let (json, _) = run(&[&["score"], &words[..], &["--json"]].concat());
        let value: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(
            (&value["over"], &value["result"]),
            (&json!(false), &Value::Null)
        );
        assert!(value["expected"]["lead"].is_f64(), "{value}");
    }
    let resigned = cut(folder.path(), "001.sgf", 26, "W+R");
    let (told, _) = run(&["score", &resigned]);
    let first = "not finished: after move 26 the record says W+R, which is no count of this board";
    assert_eq!(told.lines().next(), Some(first));
}

/// The other side may not have it: the records of both machines give the judge one number.
#[test]
fn a_last_move_that_nobody_acknowledged_is_not_expected_from() {
    let folder = TempDir::new().unwrap();
    let theirs = cut(folder.path(), "001.sgf", 25, "?");
    let theirs = fs::rename(theirs, folder.path().join("theirs.sgf"))
        .map(|()| folder.path().join("theirs.sgf"))
        .unwrap();
    let ours = cut(folder.path(), "001.sgf", 26, "?");
    let text = fs::read_to_string(&ours).unwrap();
    let comment = "C[the judge decides: the game was stopped at the judge's word; move 26 was never acknowledged: the \
        other side may not have it]";
    let text = text.replacen("RE[?]", &format!("RE[?]{comment}"), 1);
    assert!(text.contains(comment), "{text}");
    fs::write(&ours, text).unwrap();
    let (theirs, _) = run(&["score", theirs.to_str().unwrap()]);
    let (told, _) = run(&["score", &ours]);
    let (first, rest) = told.split_once('\n').unwrap();
    let what = "move 26 was never acknowledged: the two sides may not both have it";
    assert!(
        first.starts_with(what) && first.contains("--move 26"),
        "{first}"
    );
    assert_eq!(rest, theirs);
    let json = |words: &[&str]| -> Value {
        let words = [&["score", ours.as_str(), "--json"], words].concat();
        serde_json::from_str(&run(&words).0).unwrap()
    };
    assert_eq!(json(&[])["moves"], 25);
    assert_eq!(json(&[])["unacknowledged_move"], 26);
    assert_eq!(json(&["--move", "26"])["moves"], 26);
    assert_eq!(json(&["--move", "26"])["unacknowledged_move"], Value::Null);
}

/// Many printed games have no passes.
#[test]
fn a_counted_result_ends_a_game_without_passes() {
    let folder = TempDir::new().unwrap();
    let counted = cut(folder.path(), "001.sgf", 100, "W+72.5");
    let (told, _) = run(&["score", &counted]);
    assert!(
        !told.contains("not finished") && told.contains("\nresult: "),
        "{told}"
    );
    let (told, _) = run(&["score", &counted, "--move", "99"]);
    assert!(told.starts_with("not finished: after move 99"), "{told}");
}

#[test]
fn people_name_the_dead() {
    let finished = "fixtures/finished/001.sgf";
    let json = |words: &[&str]| -> Value {
        let (told, _) = run(&[&["score", finished, "--json"], words].concat());
        serde_json::from_str(&told).unwrap()
    };
    let judged = json(&[]);
    let dead = judged["dead"].as_array().unwrap();
    let first = dead[0].as_str().unwrap();
    let alive = json(&["--alive", first]);
    let living = alive["dead"].as_array().unwrap();
    assert!(
        living.len() < dead.len() && living.iter().all(|stone| dead.contains(stone)),
        "{alive}"
    );
    assert_ne!(alive["result"], judged["result"]);
    assert_eq!(json(&["--dead", first]), judged);

    // Before the end it is counted as named, and it is said that it is not over.
    let early = json(&["--move", "100", "--dead", "M2"]);
    assert_eq!(
        (&early["over"], &early["result"]),
        (&json!(false), &Value::Null)
    );
    assert!(
        early["counted"].is_string() && early["expected"].is_object(),
        "{early}"
    );
    for (words, told) in [
        (["--dead", "A1", "--alive", "B1"], "A1: there is no stone"),
        (
            ["--dead", "B1", "--alive", "T19"],
            "T19: it is not on a board of 13x13",
        ),
        (
            ["--dead", "B1", "--alive", "B1"],
            "B1: its string is named dead and alive",
        ),
        (["--dead", "B1", "--alive", "I5"], "is no point"),
    ] {
        let (code, said) = refused(&[&["score", finished], &words[..]].concat());
        assert!(code == Some(2) && said.contains(told), "{words:?}: {said}");
    }
}
