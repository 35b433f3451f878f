//! Twenty positions drawn by a seed, asked of every face: a hint, the reasons for the move that was made and the case against it
//! name one better move, in lines, on pages and by GTP. The teacher behind the reasons is that of the case: a page is asked for the case.

use std::path::Path;

use serde_json::Value;
use sgmp_board::record::{Format, GameRecord, read_sgf, replay};
use sgmp_board::rng::Rng;
use sgmp_board::rules::Game;

use crate::browser::Pages;
use crate::one_judgment::said;
use crate::served::ask;

/// Games of `fixtures/finished`.
const GAMES: [&str; 4] = ["011", "019", "052", "101"];
/// Positions of each.
const POSITIONS: usize = 5;
/// Moves of all positions that lose so much that a better one has to be named, at least.
const WITH_BETTER: usize = 6;

/// The answers of a face about a move: the best move in the position before it, and the better one that is named where reasons
/// are asked for, and the case against it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Named {
    hint: String,
    why: Option<String>,
    why_not: Option<String>,
}

fn game(name: &str) -> Game {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
    let bytes = std::fs::read(folder.join(name).with_extension("sgf")).expect("a game");
    let record = read_sgf(&bytes).expect("a record");
    replay(&record, usize::MAX).expect("a legal game")
}

/// Numbers of moves of a game, in its order.
fn drawn(rng: &mut Rng, game: &Game) -> Vec<usize> {
    let most = u32::try_from(game.move_count()).expect("a game of some moves");
    let mut numbers: Vec<usize> = Vec::new();
    while numbers.len() < POSITIONS {
        let number = 1 + rng.below(most) as usize;
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    numbers
}

/// The better move that a sentence names.
fn better(line: &str) -> Option<String> {
    let before = |text: &str| text.rsplit(' ').next().map(str::to_owned);
    if let Some(named) = line.strip_prefix("Better: ") {
        let word = named.trim_start_matches("a ").split(['.', ',']).next();
        return word.map(str::to_owned);
    }
    let (first, _) = line
        .split_once(" was better")
        .or_else(|| line.split_once(" was worth"))?;
    before(first)
}

fn in_lines(game: &Game, numbers: &[usize], archive: &Path) -> Vec<Named> {
    let mut lines = String::new();
    for (number, (_, mv)) in (1..).zip(game.moves()) {
        match numbers.contains(&number) {
            true => lines += &format!("hint\n{mv}\nwhy\nwhy not\n"),
            false => lines += &format!("{mv}\n"),
        }
    }
    let komi = format!("--komi={}", game.komi());
    let size = game.size().lines().to_string();
    let archive = archive.to_str().expect("UTF-8");
    let words = ["play", "--no-config", "--plain", "--computer", "none"];
    let words = [&words[..], &["--archive", archive, "--size", &size, &komi]].concat();
    let told = said(&words, &lines);
    let mut named: Vec<Named> = Vec::new();
    let mut is_why_not = false;
    for line in told.lines() {
        if let Some(hint) = line.strip_prefix("1. ") {
            let hint = hint.split([':', ' ']).next().unwrap_or_default();
            named.push(Named {
                hint: hint.to_owned(),
                ..Named::default()
            });
        }
        is_why_not = match line {
            line if line.starts_with("Why not ") => true,
            line if line.ends_with("'s side:") => false,
            _ => is_why_not,
        };
        let Some(last) = named.last_mut() else {
            continue;
        };
        let place = match is_why_not {
            true => &mut last.why_not,
            false => &mut last.why,
        };
        let text = line.split_once("? ").map_or(line, |(_, text)| text);
        if place.is_none() {
            *place = better(text);
        }
    }
    named
}

/// A hint and the better move of a case against a move, on a page.
fn on_a_page(game: &Game, numbers: &[usize], link: &str) -> Vec<(String, Option<String>)> {
    let sgf = GameRecord::played(game, |_, _| {}).to_sgf(Format::Ff4);
    let post = |what: &str, node: usize| -> Value {
        let line = format!("POST /api/record/ask?what={what}&node={node}");
        let answer = ask(link, &line, &sgf, |_| false);
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        serde_json::from_str(body).expect("an object")
    };
    let told = |what: &str, number: usize| {
        let answer = post(what, number);
        let lines = answer["text"].as_array().expect("lines").clone();
        lines.iter().find_map(|line| better(line.as_str()?))
    };
    let named = |number: &usize| {
        let hint = post("hint", number - 1)["labels"][0][0].clone();
        let hint = hint.as_str().expect("a move").to_owned();
        (hint, told("whynot", *number))
    };
    numbers.iter().map(named).collect()
}

/// The first moves of hints by GTP.
fn by_gtp(game: &Game, numbers: &[usize], folder: &Path) -> Vec<String> {
    let record = folder.join("game.sgf");
    let sgf = GameRecord::played(game, |_, _| {}).to_sgf(Format::Ff4);
    std::fs::write(&record, sgf).expect("a record");
    let hint = |number: &usize| format!("loadsgf {} {number}\nsgmp_go-hint\n", record.display());
    let lines: String = numbers.iter().map(hint).collect();
    let told = said(&["gtp", "--no-config"], &lines);
    let first = |line: &str| {
        let word = line.strip_prefix("= 1. ")?.split([':', ' ']).next()?;
        Some(word.to_owned())
    };
    told.lines().filter_map(first).collect()
}

#[test]
fn every_face_names_one_better_move() {
    let pages = Pages::serve_with(&[]);
    let archive = tempfile::tempdir().expect("a folder");
    let mut rng = Rng::from_seed(59);
    let mut with_better = 0;
    for name in GAMES {
        let game = game(name);
        let numbers = drawn(&mut rng, &game);
        let lines = in_lines(&game, &numbers, archive.path());
        assert_eq!(lines.len(), POSITIONS, "{name}: {lines:?}");
        let told = lines.iter();
        let told: Vec<_> = told
            .map(|named| (named.hint.clone(), named.why_not.clone()))
            .collect();
        assert_eq!(told, on_a_page(&game, &numbers, &pages.link), "{name}");
        let hints: Vec<String> = lines.iter().map(|named| named.hint.clone()).collect();
        assert_eq!(by_gtp(&game, &numbers, archive.path()), hints, "{name}");
        for (number, told) in numbers.iter().zip(&lines) {
            for better in [&told.why, &told.why_not].into_iter().flatten() {
                assert_eq!(better, &told.hint, "{name}, move {number}: {told:?}");
            }
            with_better += usize::from(told.why.is_some() && told.why_not.is_some());
        }
    }
    assert!(with_better >= WITH_BETTER, "{with_better}");
}
