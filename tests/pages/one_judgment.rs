//! Twenty positions, asked of every face: each tells the same lead of the territory, and the same chance and lead of the curve.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use sgmp_board::record::{Format, GameRecord, read_sgf, replay};
use sgmp_board::rules::Game;

use crate::browser::Pages;
use crate::served::ask;

/// Games of `fixtures/finished` with a move at every number asked, and other leads each.
const GAMES: [&str; 4] = ["011", "019", "052", "101"];

/// Moves before each position.
const NUMBERS: [usize; 5] = [6, 12, 18, 24, 30];

/// The sentence of a territory that is nobody's more than the other's.
const EVEN: &str = "The game is about even.";

/// A position, and the words of a face about it.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    territory: String,
    curve: String,
}

fn game(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
    let bytes = std::fs::read(folder.join(name).with_extension("sgf")).expect("a game");
    let record = read_sgf(&bytes).expect("a record");
    let most = *NUMBERS.last().expect("numbers");
    replay(&record, most).expect("a legal game")
}

/// The program with these words, and what it says to the lines.
pub(crate) fn said(words: &[&str], lines: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("its input");
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    let output = program.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A game for two in lines, with the territory and the curve asked at each number.
fn in_lines(game: &Game, archive: &Path) -> Vec<Told> {
    let mut lines = String::new();
    for (number, (_, mv)) in (1..).zip(game.moves()) {
        lines += &format!("{mv}\n");
        if NUMBERS.contains(&number) {
            lines += "territory\ncurve\n";
        }
    }
    let komi = format!("--komi={}", game.komi());
    let size = game.size().lines().to_string();
    let archive = archive.to_str().expect("UTF-8");
    let words = ["play", "--no-config", "--plain", "--computer", "none"];
    let words = [&words[..], &["--archive", archive, "--size", &size, &komi]].concat();
    let told = said(&words, &lines);
    let is_lead = |line: &&str| line.ends_with("komi included.") || *line == EVEN;
    let leads = told.lines().filter(is_lead);
    let curves = told.lines().filter_map(|line| line.strip_prefix("Now: "));
    let told = leads.zip(curves).map(|(lead, curve)| Told {
        territory: lead.to_owned(),
        curve: curve.to_owned(),
    });
    told.collect()
}

/// The same game on a page.
fn on_a_page(game: &Game, link: &str) -> Vec<Told> {
    let sgf = GameRecord::played(game, |_, _| {}).to_sgf(Format::Ff4);
    let post = |path: &str| -> Value {
        let answer = ask(link, &format!("POST {path}"), &sgf, |_| false);
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        serde_json::from_str(body).expect("an object")
    };
    let curve = || post("/api/record/curve?from=0")["points"].clone();
    let known = |points: &Value| {
        NUMBERS
            .iter()
            .all(|number| points[number]["win"].is_number())
    };
    let mut points = curve();
    while !known(&points) {
        std::thread::sleep(std::time::Duration::from_millis(50));
        points = curve();
    }
    let told = |number: &usize| {
        let advice = post(&format!("/api/record/ask?what=territory&node={number}"));
        let value = |what: &str| points[number][what].as_f64().expect("a number");
        let chance = format!("Black's chance is {:.0} %", 100.0 * value("win"));
        let ahead = match leader(value("lead")) {
            None => String::new(),
            Some((leader, 1)) => format!(", {leader} is 1 point ahead"),
            Some((leader, points)) => format!(", {leader} is {points} points ahead"),
        };
        Told {
            territory: advice["text"][0].as_str().expect("a sentence").to_owned(),
            curve: format!("{chance}{ahead}."),
        }
    };
    NUMBERS.iter().map(told).collect()
}

/// The leader and its whole points; `None` where less than half a point lies between.
fn leader(lead: f64) -> Option<(&'static str, u32)> {
    let leader = if lead < 0.0 { "White" } else { "Black" };
    let points = lead.abs().round() as u32;
    (points > 0).then_some((leader, points))
}

/// The sentence of a territory with this lead.
fn sentence(lead: f64) -> String {
    match leader(lead) {
        None => EVEN.to_owned(),
        Some((leader, 1)) => format!("{leader} is about 1 point ahead, komi included."),
        Some((leader, points)) => {
            format!("{leader} is about {points} points ahead, komi included.")
        }
    }
}

/// Leads by GTP, in the words of the other faces.
fn by_gtp(game: &Game, folder: &Path) -> Vec<f64> {
    let record = folder.join("game.sgf");
    let sgf = GameRecord::played(game, |_, _| {}).to_sgf(Format::Ff4);
    std::fs::write(&record, sgf).expect("a record");
    let load = |number: &usize| {
        format!(
            "loadsgf {} {}\nestimate_score\n",
            record.display(),
            number + 1
        )
    };
    let lines: String = NUMBERS.iter().map(load).collect();
    let told = said(&["gtp", "--no-config"], &lines);
    let leads = told.lines().filter_map(|line| {
        let (lead, _) = line.strip_prefix("= ")?.split_once(" (upper")?;
        let points: f64 = lead.split_once('+')?.1.parse().ok()?;
        Some(if lead.starts_with('B') {
            points
        } else {
            -points
        })
    });
    leads.collect()
}

#[test]
fn every_face_tells_twenty_positions_alike() {
    // By the effort that every face has where nobody says another one.
    let pages = Pages::serve_with(&[]);
    let archive = tempfile::tempdir().expect("a folder");
    for name in GAMES {
        let game = game(name);
        let lines = in_lines(&game, archive.path());
        assert_eq!(lines.len(), NUMBERS.len(), "{name}: {lines:?}");
        assert_eq!(lines, on_a_page(&game, &pages.link), "{name}");
        for (told, lead) in lines.iter().zip(by_gtp(&game, archive.path())) {
            // GTP tells tenths: half a point may be rounded either way.
            let near = [lead - 0.06, lead, lead + 0.06].map(sentence);
            assert!(near.contains(&told.territory), "{name}: {told:?}, {lead}");
        }
    }
}
