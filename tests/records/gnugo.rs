//! GNU Go 3.8 reads our records back.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use sgmp_board::record::{Format, GameRecord, RecordedMove, Setup};
use sgmp_board::rules::{BoardSize, Color, Move, Point};

use crate::tools::{gnugo_program, needs};

/// GNU Go's answers to some commands, one text each.
fn ask(commands: &str) -> Vec<String> {
    let mut child = Command::new(gnugo_program())
        .args(["--mode", "gtp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("GNU Go starts");
    let mut input = child.stdin.take().unwrap();
    input.write_all(commands.as_bytes()).unwrap();
    input.write_all(b"quit\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let answers = text.split("\n\n").map(|answer| {
        let answer = answer.trim();
        answer.strip_prefix('=').unwrap_or(answer).trim().to_owned()
    });
    answers.filter(|answer| !answer.is_empty()).collect()
}

/// Moves on the points of every third line, which capture nothing, two passes among them.
fn game(lines: u8) -> GameRecord {
    let size = BoardSize::new(lines).unwrap();
    let mut record = GameRecord::new(size);
    record.info.players.black.name = Some("End \\] of [ name \\".to_owned());
    record.info.comment = Some("A bracket ] and\na backslash \\".to_owned());
    let points = Point::all(size).filter(|p| p.column() % 3 == 0 && p.row() % 3 == 1);
    let mut color = Color::Black;
    for (number, point) in points.enumerate() {
        let mv = if number % 5 == 4 {
            Move::Pass
        } else {
            Move::Play(point)
        };
        let mut played = RecordedMove::new(color, mv);
        if number % 4 == 1 {
            played.comment = Some("so ]; and \\ too \\]".to_owned());
        }
        record.push(played).unwrap();
        color = color.other();
    }
    for color in [color, color.other()] {
        record.push(RecordedMove::new(color, Move::Pass)).unwrap();
    }
    record
}

/// GNU Go's own list of the moves, last first.
fn history(record: &GameRecord) -> String {
    let told = record.moves().iter().rev().map(|m| {
        let mv = match m.mv {
            Move::Pass => "PASS".to_owned(),
            Move::Play(point) => point.to_string(),
        };
        format!("{} {mv}", m.color).to_lowercase()
    });
    told.collect::<Vec<_>>().join("\n")
}

fn saved(folder: &Path, record: &GameRecord, format: Format) -> String {
    let path = folder.join(format!("{format:?}.sgf"));
    std::fs::write(&path, record.to_sgf(format)).unwrap();
    path.display().to_string()
}

#[test]
fn gnu_go_reads_the_moves_of_both_forms() {
    needs!(GnuGo);
    let folder = tempfile::tempdir().unwrap();
    for lines in [9, 13, 19] {
        let record = game(lines);
        for format in [Format::Fjk, Format::Ff4] {
            let path = saved(folder.path(), &record, format);
            let answers = ask(&format!("loadsgf {path}\nmove_history\nquery_boardsize\n"));
            assert_eq!(answers[1].to_lowercase(), history(&record), "{format:?}");
            assert_eq!(answers[2], lines.to_string());
        }
    }
}

#[test]
fn gnu_go_reads_a_handicap() {
    needs!(GnuGo);
    let folder = tempfile::tempdir().unwrap();
    let mut record = GameRecord::new(BoardSize::NINETEEN);
    let corners = ["D4", "Q16", "D16"].map(|p| Point::parse(p).unwrap());
    record.info.handicap = 3;
    record.set_setup(Setup::handicap(corners)).unwrap();
    let answer = Move::Play(Point::parse("R3").unwrap());
    record
        .push(RecordedMove::new(Color::White, answer))
        .unwrap();
    for format in [Format::Fjk, Format::Ff4] {
        let path = saved(folder.path(), &record, format);
        let answers = ask(&format!(
            "loadsgf {path}\nlist_stones black\nlist_stones white\n"
        ));
        let mut black: Vec<_> = answers[1].split(' ').collect();
        black.sort_unstable();
        assert_eq!(black, ["D16", "D4", "Q16"], "{format:?}");
        assert_eq!(answers[2], "R3", "{format:?}");
        assert_eq!(answers[0], "black", "whose turn it is");
    }
}
