//! `score` on records: the rules that are asked for, and what is said besides.

use std::path::Path;
use std::process::Command;

/// Standard output and standard error of a command that succeeds.
fn run(words: &[&str]) -> (String, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command
        .current_dir(root)
        .env("XDG_CONFIG_HOME", "/dev/null");
    let output = command.args(words).output().unwrap();
    let [told, said] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{words:?}: {said}");
    (told, said)
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
        let value: serde_json::Value = serde_json::from_str(&told).unwrap();
        assert_eq!(value["result"], result, "{file}, {rules}");
    }
}

#[test]
fn other_rules_in_the_record_are_remarked() {
    let ours = "fixtures/sgf/found/chinese_match.sgf";
    let remark = "the record says RU[Chinese], and Japanese rules are used";
    for command in ["score", "hint", "explain"] {
        let (_, said) = run(&[command, ours]);
        assert!(said.contains(remark), "{command}: {said}");
        let (_, said) = run(&[command, ours, "--rules", "chinese"]);
        assert_eq!(said, "", "{command}");
    }
    let (told, said) = run(&["score", ours, "--json"]);
    assert!(said.contains(remark), "{said}");
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(value["record_rules"], "Chinese");
}
