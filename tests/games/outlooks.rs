//! Expectations of games that go on, against how the games ended.
//!
//! Three positions of each game of `fixtures/finished`, one of each third. With `OUTLOOKS=FOLDER` the
//! records of another folder, whose results are counted:
//! `OUTLOOKS=games cargo test --release --test games -- outlooks --nocapture` prints the table of
//! `docs/measurements/net.md`.

use std::collections::BTreeMap;
use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use sgmp_board::record::{GameRecord, GameResult, read_sgf, replay};
use sgmp_board::rules::Color;
use sgmp_board::shared_work::map_each;
use sgmp_engine::search::Outlook;

/// One in so many of the finished games is looked at where nothing is said.
const SAMPLE: usize = 6;

/// A game with Black's margin in the end.
struct Ended {
    record: GameRecord,
    margin: f64,
}

/// A position: which board, which third of the game, what was expected, what came.
struct Seen {
    lines: u8,
    third: usize,
    outlook: Outlook,
    margin: f64,
}

/// Black's margin by a counted result.
fn margin(result: GameResult) -> Option<f64> {
    match result {
        GameResult::Draw => Some(0.0),
        GameResult::Score { winner, margin } => {
            let points = f64::from(margin.get()) / 2.0;
            Some(if winner == Color::Black {
                points
            } else {
                -points
            })
        }
        _ => None,
    }
}

fn read(path: &Path) -> GameRecord {
    read_sgf(&fs::read(path).unwrap()).unwrap()
}

/// Finished games with GNU Go's count.
fn fixtures() -> Vec<Ended> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/finished");
    let answers = fs::read_to_string(folder.join("answers.txt")).unwrap();
    let ended = |line: &str| {
        let mut words = line.split(' ');
        let record = read(&folder.join(format!("{}.sgf", words.next()?)));
        let margin = margin(words.next()?.parse().ok()?)?;
        Some(Ended { record, margin })
    };
    answers.lines().step_by(SAMPLE).filter_map(ended).collect()
}

/// The records of a folder, in the order of their names.
fn records(folder: &Path) -> Vec<Ended> {
    let files = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "sgf"));
    paths.sort();
    let ended = |path: &PathBuf| {
        let record = read(path);
        let margin = margin(record.info.result)?;
        Some(Ended { record, margin })
    };
    paths.iter().filter_map(ended).collect()
}

/// A position of each third of a game, elsewhere in each game.
fn look(number: usize, game: &Ended) -> Vec<Seen> {
    let moves = game.record.moves().len();
    let within = (number * 7 % 10) as f64 / 10.0;
    let places = (0..3).map(|third| (third, (third as f64 + within) / 3.0 * moves as f64));
    let seen = places.filter_map(|(third, at)| {
        let position = replay(&game.record, at as usize).ok()?;
        Some(Seen {
            lines: position.size().lines(),
            third,
            outlook: Outlook::from_game(&position)?,
            margin: game.margin,
        })
    });
    seen.collect()
}

/// How well what was expected came true.
#[derive(Clone, Copy, Default)]
struct Tally {
    positions: u32,
    within: u32,
    error: f64,
    spread: f64,
}

impl Tally {
    fn add(&mut self, seen: &Seen) {
        let error = (seen.margin - seen.outlook.lead()).abs();
        self.positions += 1;
        self.within += u32::from(error <= f64::from(seen.outlook.spread()));
        self.error += error;
        self.spread += f64::from(seen.outlook.spread());
    }

    fn share(&self) -> f64 {
        f64::from(self.within) / f64::from(self.positions)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = |sum: f64| sum / f64::from(self.positions);
        write!(
            f,
            "{:4} positions, {:3.0} % within, error {:5.1}, spread {:5.1} points",
            self.positions,
            self.share() * 100.0,
            mean(self.error),
            mean(self.spread)
        )
    }
}

#[test]
fn two_games_of_three_end_within_the_spread() {
    let games = env::var_os("OUTLOOKS").map_or_else(fixtures, |folder| records(Path::new(&folder)));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let seen = map_each(threads, games.iter().enumerate(), |(number, game)| {
        look(number, game)
    });
    let mut parts: BTreeMap<(u8, usize), Tally> = BTreeMap::new();
    let mut chances: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let mut all = Tally::default();
    for position in seen.iter().flatten() {
        parts
            .entry((position.lines, position.third))
            .or_default()
            .add(position);
        all.add(position);
        let (games, won) = chances
            .entry((position.outlook.black_wins() * 5.0) as u32)
            .or_default();
        *games += 1;
        *won += u32::from(position.margin > 0.0);
        if env::var_os("OUTLOOK_LINES").is_some() {
            println!(
                "LINE {} {} {} {} {} {}",
                position.lines,
                position.third,
                position.outlook.lead(),
                position.outlook.spread(),
                position.outlook.black_wins(),
                position.margin
            );
        }
    }
    for ((lines, third), tally) in &parts {
        println!("{lines:2} lines, third {}: {tally}", third + 1);
    }
    for (fifth, (games, won)) in &chances {
        println!(
            "Black wins with {} % and more: {won} of {games}",
            fifth * 20
        );
    }
    println!("{} games, {all}", games.len());
    assert!((0.5..0.9).contains(&all.share()), "{all}");
}
