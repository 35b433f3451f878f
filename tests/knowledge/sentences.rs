//! Explanations of positions that are drawn by lot, every sentence held against the board.

use std::collections::BTreeMap;

use sgmp_board::record::replay;
use sgmp_board::rng::Rng;
use sgmp_engine::engine::{JudgeEffort, NetChoice, SearchJudge};
use sgmp_knowledge::experts::Teacher;

use crate::finished;
use crate::sentence_judge::{Judge, Word};

/// Positions of a run of the tests; more by `SGMP_SENTENCES=10000`.
const POSITIONS: usize = 300;

/// A quick look: the sentences are those of a long one.
const EFFORT: JudgeEffort = JudgeEffort {
    position: 8,
    candidate: 3,
    pass: 3,
    again: 8,
};

/// A sentence without its points and numbers.
fn kind(sentence: &str) -> String {
    let mut told = String::new();
    for word in sentence.split(' ') {
        let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let is_point = bare.len() >= 2
            && bare.starts_with(|c: char| c.is_ascii_uppercase())
            && bare[1..].bytes().all(|byte| byte.is_ascii_digit());
        let shown = match bare {
            _ if is_point => word.replace(bare, "P"),
            bare if !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_digit()) => {
                word.replace(bare, "N")
            }
            _ => word.replace("Black", "C").replace("White", "C"),
        };
        told.push_str(&shown);
        told.push(' ');
    }
    told.trim_end().to_owned()
}

#[test]
fn what_is_said_of_moves_drawn_by_lot_stands_on_the_board() {
    let asked = std::env::var("SGMP_SENTENCES")
        .ok()
        .and_then(|text| text.parse().ok());
    let positions = asked.unwrap_or(POSITIONS);
    let paths = finished::paths();
    let mut rng = Rng::from_seed(2026).split("sentences");
    let judge = SearchJudge::new(NetChoice::embedded(), EFFORT);
    let mut teacher = Teacher::new(Some(Box::new(judge)));
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unchecked: BTreeMap<String, usize> = BTreeMap::new();
    let mut checked = 0;
    for _ in 0..positions {
        let path = &paths[rng.below(paths.len() as u32) as usize];
        let record = finished::record(path);
        let last = record.moves().len() as u32;
        let number = 1 + rng.below(last) as usize;
        let game = replay(&record, number).expect("legal moves");
        let Some(explained) = teacher.explain(&game, number) else {
            continue;
        };
        let judge = Judge::new(&game).expect("a move");
        for (sentence, word) in judge.read(&explained.to_string()) {
            match word {
                Word::True => checked += 1,
                Word::Unchecked => *unchecked.entry(kind(&sentence)).or_default() += 1,
                Word::False(why) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    let place = format!("{name} move {number}: {sentence} ({why})");
                    wrong.entry(kind(&sentence)).or_default().push(place);
                }
            }
        }
    }
    if asked.is_some() {
        let mut kinds: Vec<(&String, &usize)> = unchecked.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        println!("{checked} sentences are seen on the board; of these only the stones:");
        for (kind, count) in kinds {
            println!("{count:6}  {kind}");
        }
    }
    let told: Vec<String> = wrong.values().flatten().cloned().collect();
    assert!(
        told.is_empty(),
        "{} wrong:\n{}",
        told.len(),
        told.join("\n")
    );
    assert!(
        checked >= positions / 2,
        "{checked} sentences of {positions} positions are seen"
    );
}
