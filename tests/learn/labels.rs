//! Labels by a net.

use std::fs;

use super::common::Folder;

const RECORD: &str = "(;GM[1]SZ[9]KM[7]RU[Chinese];B[ee];W[cc];B[gc];W[cg];B[gg];W[ec];B[ce])";

#[test]
fn a_net_labels_its_own_games_and_the_same_words_give_the_same_file() {
    let folder = Folder::new();
    let words = "label --net own --positions 60 --quiet";
    let done = folder.done(&format!("{words} --jobs 1 --out one.sgds"));
    assert!(
        done.out.starts_with("60 positions in 1 file"),
        "{}",
        done.out
    );
    folder.done(&format!("{words} --jobs 2 --out two.sgds"));
    let read = |name| fs::read(folder.path(name)).expect("a file");
    assert_eq!(read("one.sgds"), read("two.sgds"));
    folder.done(&format!("{words} --seed 2 --shard 20 --out other.sgds"));
    assert!(folder.path("other-000.sgds").exists());
}

#[test]
fn given_games_are_labelled_and_what_does_not_fit_is_told() {
    let folder = Folder::new();
    folder.write("a.sgf", RECORD);
    folder.write("small.sgf", "(;SZ[5];B[aa])");
    let done = folder.done("label --net own a.sgf small.sgf --quiet --out a.sgds");
    assert!(done.out.starts_with("7 positions"), "{}", done.out);
    assert!(done.errors.contains("1 games left out"), "{}", done.errors);
    folder.refuses(&[
        ("label --net own a.sgf --out a.sgds", 2, "exists already"),
        ("label --net own a.sgf --out a.sgf", 2, "is read"),
        ("label --net own small.sgf --out b.sgds", 5, "no game"),
        ("label --net none --out b.sgds", 2, "a net is needed"),
        ("label --net a.sgf --out b.sgds", 2, "no net"),
        ("label --out b.sgds", 2, "--net"),
        (
            "label --teacher x a.sgf --out b.sgds",
            2,
            "cannot be used with",
        ),
    ]);
}

#[test]
fn an_interrupted_run_keeps_what_it_has() {
    let folder = Folder::new();
    let words = "label --net own --positions 1000000 --shard 30 --out a.sgds --quiet";
    let written = || folder.path("a-000.sgds").exists();
    folder.interrupted_when(words, written);
    let planes = folder.done("planes a-000.sgds a.planes");
    assert!(planes.out.contains(" positions of "), "{}", planes.out);
    assert!(
        folder.path("a-001.sgds").exists(),
        "the games under way, too"
    );
}

#[test]
fn nets_are_compared_side_by_side() {
    let folder = Folder::new();
    folder.write("a.sgf", RECORD);
    folder.done("label --net own a.sgf --quiet --out a.sgds");
    let net = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/crates/engine/data/student-6x96.net"
    );
    let words = format!("net-report --data a.sgds --net own --net {net} --quiet");
    let table = folder.done(&words).out;
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[2].starts_with("| all, 7 | labels |"), "{table}");
    assert!(
        rows[3].starts_with("| | own | 1.0000 | 1.0000 |"),
        "{table}"
    );
    // The same net from a file.
    assert_eq!(rows[3].replace("own", "student-6x96.net"), rows[4]);
    let json = folder.done(&format!("{words} --json")).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let all = &json["nets"][1]["groups"][0];
    assert_eq!(
        (&all["positions"], &all["count"]),
        (&"all".into(), &7.into())
    );
    folder.refuses(&[
        ("net-report --data a.sgf", 5, "no file of labelled games"),
        ("net-report --data a.sgds --net none", 2, "a net is needed"),
    ]);
}
