//! The records of `fixtures/sgf`, read and written.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sgmp_board::record::{Format, GameRecord, ResultEntry, read_sgf, replace_result};
use sgmp_board::rules::{Color, Komi};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/sgf")
        .join(name)
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(fixture(name)).unwrap()
}

fn read(name: &str) -> GameRecord {
    read_sgf(&bytes(name)).unwrap()
}

fn moves(record: &GameRecord) -> String {
    let told = record
        .moves()
        .iter()
        .map(|m| format!("{} {}", &m.color.to_string()[..1], m.mv));
    told.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_example_of_the_call_is_read_and_written_byte_for_byte() {
    let record = read("fjk.sgf");
    let info = &record.info;
    assert_eq!(info.players.black.name.as_deref(), Some("Black Program"));
    assert_eq!(info.komi, Some(Komi::from_half_points(11)));
    assert_eq!(info.time_limit, Some(Duration::from_secs(3000)));
    assert_eq!(info.result.to_string(), "B+0.5");
    assert_eq!(info.round.as_deref(), Some("1"));
    assert_eq!(record.moves().len(), 34);
    assert!(moves(&record).starts_with("B D16, W Q3, "));
    assert!(moves(&record).ends_with(", B pass, W pass"));
    assert_eq!(record.to_sgf(Format::Fjk).as_bytes(), bytes("fjk.sgf"));
}

#[test]
fn the_current_form_is_read_and_written_byte_for_byte() {
    let record = read("ff4.sgf");
    assert_eq!(record.info.handicap, 2);
    assert_eq!(record.setup().to_play, Some(Color::White));
    assert_eq!(
        moves(&record),
        "W G7, B C3, W E5, B E3, W pass, B pass",
        "and the handicap stones are no moves"
    );
    assert_eq!(record.moves()[1].comment.as_deref(), Some("A corner :-]"));
    assert_eq!(record.end().unwrap().points_of(Color::Black).count(), 3);
    let version = format!("sgmp-go:{}", env!("CARGO_PKG_VERSION"));
    let ours = record
        .to_sgf(Format::Ff4)
        .replace(&version, "sgmp-go:0.1.0");
    assert_eq!(ours, String::from_utf8(bytes("ff4.sgf")).unwrap());
}

#[test]
fn habits_of_old_files_are_understood() {
    let record = read("old.sgf");
    let info = &record.info;
    assert_eq!(info.players.black.name.as_deref(), Some("Andr\u{e9}"));
    assert_eq!(info.players.black.rank.as_deref(), Some("2d"));
    assert_eq!(info.players.white.name.as_deref(), Some("M\u{fc}ller & Co"));
    assert_eq!(info.komi, Some(Komi::from_half_points(11)));
    assert_eq!(info.time_limit, Some(Duration::from_secs(5400)));
    assert_eq!(info.result.to_string(), "W+T");
    assert_eq!(info.comment.as_deref(), Some("Played by mail."));
    assert_eq!(
        moves(&record),
        "B Q16, W D4, B Q4, W D16, B pass, W pass, B pass, W R14"
    );
    let remark = record.moves()[2].comment.as_deref();
    assert_eq!(remark, Some("A fork comes ]next."));
    assert_eq!(record.moves()[6].time_left, Some(Duration::from_secs(12)));
}

#[test]
fn hidden_brackets_lose_no_move() {
    let record = read("shift_jis.sgf");
    assert_eq!(moves(&record), "B Q16, W D4, B Q4, W D16");
    assert_eq!(record.info.komi, Some(Komi::from_half_points(13)));
    assert_eq!(record.info.players.white.name.as_deref(), Some("ソ‐"));
}

#[test]
fn a_result_is_added_without_touching_anything_else() {
    let before = bytes("shift_jis.sgf");
    let after = replace_result(&before, 1, "W+R".parse().unwrap(), ResultEntry::Plain).unwrap();
    let added = b"\nRE[W+R]";
    assert_eq!(after.len(), before.len() + added.len());
    let at = after.windows(added.len()).position(|w| w == added).unwrap();
    assert_eq!([&after[..at], &after[at + added.len()..]].concat(), before);
    assert!(
        replace_result(
            &bytes("fjk.sgf"),
            1,
            "W+R".parse().unwrap(),
            ResultEntry::Plain
        )
        .is_err()
    );
}
