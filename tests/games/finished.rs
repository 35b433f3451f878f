//! Finished games: our judgment of the dead and our count against GNU Go's.
//!
//! `cargo test --test games -- finished --nocapture` prints the figures and every disagreement;
//! `fixtures/finished/README.md` says of each who is right. With `FINISHED=FOLDER` the games of
//! another folder that `make.py` filled are judged instead. A run judges a part of them, with `SGMP_WHOLE=1` all.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::whole_run::sample;
use sgmp_board::record::{read_sgf, replay};
use sgmp_board::rules::{Diagram, Point, PointSet, score, territory};
use sgmp_board::shared_work::map_each;
use sgmp_engine::engine::{Engine, Settings};

/// Steps between the games that are judged in a run of the tests.
const SAMPLED: usize = 4;
/// Games of a hundred on which we must agree.
const MIN_AGREEING_PERCENT: usize = 98;

/// GNU Go's judgment of a game.
struct Answer {
    name: String,
    score: String,
    dead: PointSet,
    seki: PointSet,
}

impl Answer {
    /// Reads "001 W+3.5 dead A1 B1 seki".
    fn read(line: &str) -> Self {
        let (head, points) = line.split_once(" dead").unwrap();
        let (name, score) = head.split_once(' ').unwrap();
        let (dead, seki) = points.split_once("seki").unwrap();
        Self {
            name: name.to_owned(),
            score: score.to_owned(),
            dead: read_points(dead),
            seki: read_points(seki),
        }
    }

    /// A disagreement, in words and as a board; `None` where the dead and the score are the same.
    fn disagreement(&self) -> Option<String> {
        let bytes = fs::read(folder().join(format!("{}.sgf", self.name))).unwrap();
        let game = replay(&read_sgf(&bytes).unwrap(), usize::MAX).unwrap();
        let status = Engine::new(Settings::default()).status(&game);
        let count = score::japanese(&game, &status).margin().to_string();
        let dead = *status.dead();
        if dead == self.dead && count == self.score {
            return None;
        }
        let board = Diagram::new(game.board())
            .dead(&self.dead)
            .territory(&territory(game.board(), &self.dead))
            .last_move(game.last_move())
            .to_string();
        Some(format!(
            "{}: we {count}, GNU Go {}; dead for us alone {:?}, for GNU Go alone {:?}; in seki {:?}, \
             for GNU Go {:?}; as GNU Go sees it:\n{board}",
            self.name,
            self.score,
            dead - self.dead,
            self.dead - dead,
            status.seki(),
            self.seki,
        ))
    }
}

fn folder() -> PathBuf {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
    env::var_os("FINISHED").map_or_else(own, PathBuf::from)
}

fn read_points(text: &str) -> PointSet {
    let names = text.split_whitespace();
    names.map(|name| Point::parse(name).unwrap()).collect()
}

#[test]
fn we_agree_with_gnu_go() {
    let text = fs::read_to_string(folder().join("answers.txt")).unwrap();
    let answers: Vec<Answer> = text.lines().map(Answer::read).collect();
    assert!(env::var_os("FINISHED").is_some() || answers.len() == 300);
    let answers = sample(answers, SAMPLED);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let disagreements = map_each(threads, &answers, Answer::disagreement);
    let disagreements: Vec<String> = disagreements.into_iter().flatten().collect();
    for text in &disagreements {
        println!("{text}");
    }
    let agreed = answers.len() - disagreements.len();
    println!("{agreed} of {} agree", answers.len());
    assert!(
        agreed * 100 >= MIN_AGREEING_PERCENT * answers.len(),
        "{agreed} agree"
    );
}
