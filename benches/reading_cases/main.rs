//! The questions of `fixtures/reading` that the reading once got wrong: `cargo bench --bench
//! reading_cases`.
//!
//! Prints how many are right of each kind, and the time and the positions that they take. With `-- --gnugo
//! PROGRAM` a move that is not listed counts where GNU Go, asked the opposite question after it,
//! finds no answer; with `-- --all` every question is told with its answer; with `-- --effort N` it
//! is read so far; with `-- --net` the net has a say, as in the commands of the Go Text Protocol; `-- --cases 3,17` asks these alone. `--test` asks a few only.

mod cases;
mod gnugo;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cases::{Case, cases};
use gnugo::GnuGo;
use sgmp_board::rules::Color;
use sgmp_engine::net::NetChoice;
use sgmp_engine::search::{LifeQuestion, NetLife};
use sgmp_knowledge::analysis::Analysis;
use sgmp_knowledge::reading::{Answer, QuestionEffort, Tactician};

/// Level of the description that says who lives around a group.
const LEVEL: u8 = 10;
/// Questions of a quick test.
const QUICK: usize = 3;

/// The options behind `--`.
struct Options {
    effort: QuestionEffort,
    gnugo: Option<String>,
    all: bool,
    quick: bool,
    net: bool,
    /// Places of the questions to ask; all if there are none.
    places: Vec<usize>,
}

impl Options {
    fn read() -> Self {
        let words: Vec<String> = std::env::args().collect();
        let has = |name: &str| words.iter().any(|word| word == name);
        let after = |name: &str| {
            let place = words.iter().position(|word| word == name)?;
            words.get(place + 1).cloned()
        };
        let effort = after("--effort").and_then(|text| text.parse().ok());
        Self {
            effort: effort.and_then(QuestionEffort::new).unwrap_or_default(),
            gnugo: after("--gnugo"),
            all: has("--all"),
            quick: has("--test"),
            net: has("--net"),
            places: after("--cases").map_or(Vec::new(), |text| {
                text.split(',')
                    .filter_map(|place| place.parse().ok())
                    .collect()
            }),
        }
    }
}

/// Asks as the commands of the Go Text Protocol do.
fn ask(case: &Case, effort: QuestionEffort) -> Answer {
    let mut tactician = Tactician::new();
    let (board, stones) = (&case.board, &case.stones);
    let (strings, groups) = (effort.strings(), effort.groups());
    let problem = |stone| {
        let owner = board.color_at(stone).unwrap_or(Color::Black);
        let analysis = Analysis::new(board, owner, LEVEL);
        analysis.deep_life_problem(board, stone).expect("a group")
    };
    match (case.verb.as_str(), stones.as_slice()) {
        ("attack", [stone]) => tactician.attack(board, *stone, strings),
        ("defend", [stone]) => tactician.defend(board, *stone, strings),
        ("connect", [a, b]) => tactician.connect(board, *a, *b, strings),
        ("disconnect", [a, b]) => tactician.disconnect(board, *a, *b, strings),
        ("owl_attack", [stone]) => tactician.kill(board, &problem(*stone), groups),
        ("owl_defend", [stone]) => tactician.live(board, &problem(*stone), groups),
        (verb, stones) => panic!("no question: {verb} {stones:?}"),
    }
}

/// Asks reading and the net as those commands do.
fn ask_both(case: &Case, effort: QuestionEffort) -> Answer {
    let stone = case.stones[0];
    let owner = case.board.color_at(stone).unwrap_or(Color::Black);
    let is_owner = case.verb.ends_with("defend");
    let question = LifeQuestion {
        board: &case.board,
        stone,
        to_move: if is_owner { owner } else { !owner },
    };
    let mut life = NetLife::new(NetChoice::embedded());
    match case.verb.as_str() {
        "owl_attack" | "owl_defend" => {
            life.group_answer(question, effort, |effort| ask(case, effort))
        }
        "attack" | "defend" => life.string_answer(question, ask(case, effort)),
        _ => ask(case, effort),
    }
}

#[derive(Default)]
struct Tally {
    asked: usize,
    listed: usize,
    confirmed: usize,
    undecided: usize,
    times: Vec<Duration>,
    positions: u64,
}

fn main() {
    let options = Options::read();
    let mut gnugo = options.gnugo.as_deref().map(|program| {
        GnuGo::start(program).unwrap_or_else(|error| panic!("cannot start {program}: {error}"))
    });
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let most = if options.quick { QUICK } else { usize::MAX };
    for (place, case) in cases().iter().enumerate().take(most) {
        if !options.places.is_empty() && !options.places.contains(&place) {
            continue;
        }
        #[allow(
            clippy::disallowed_methods,
            reason = "a measurement reads the real clock"
        )]
        let start = Instant::now();
        let answer = if options.net {
            ask_both(case, options.effort)
        } else {
            ask(case, options.effort)
        };
        let time = start.elapsed();
        let listed = case.lists(&answer);
        let mut confirm = |gnugo: &mut GnuGo| gnugo.confirms(case, &answer).unwrap_or(false);
        let confirmed = !listed && gnugo.as_mut().is_some_and(&mut confirm);
        let tally = tallies.entry(case.verb.clone()).or_default();
        tally.asked += 1;
        tally.listed += usize::from(listed);
        tally.confirmed += usize::from(confirmed);
        tally.undecided += usize::from(!answer.is_complete);
        tally.positions += u64::from(answer.positions);
        tally.times.push(time);
        if options.all {
            let verdict = if listed || confirmed {
                "right"
            } else {
                "wrong"
            };
            println!("{place:3} {verdict} {case}: {}", cases::told(&answer));
        }
    }
    report(&mut tallies);
}

fn report(tallies: &mut BTreeMap<String, Tally>) {
    println!("question     asked listed confirmed undecided  median ms  longest ms   positions");
    let (mut asked, mut right) = (0, 0);
    for (verb, tally) in tallies {
        tally.times.sort_unstable();
        let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1e3);
        println!(
            "{verb:12} {:5} {:6} {:9} {:9} {:10.1} {:11.1} {:11}",
            tally.asked,
            tally.listed,
            tally.confirmed,
            tally.undecided,
            ms(tally.times.get(tally.times.len() / 2)),
            ms(tally.times.last()),
            tally.positions
        );
        asked += tally.asked;
        right += tally.listed + tally.confirmed;
    }
    println!("{right} of {asked} right");
}
