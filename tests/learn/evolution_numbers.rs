//! The tables of docs/evolution.md, computed again from data/evolution/.
//!
//! `cargo test --test learn -- evolution_numbers --nocapture` prints them.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use sgmp_laboratory::evolution::statistics::{
    Cluster, CrossTable, PairResult, compare, holm, mann_kendall, trend,
};

struct Net {
    setting: String,
    run: String,
    generation: f64,
    /// True if it is another net than the one before.
    is_new: bool,
    result: PairResult,
    /// Mean leads against static-1, fighter-1 and scatter-1.
    leads: [f64; 3],
}

/// Subject of a table.
type Measure = (&'static str, fn(&Net) -> f64);

const MEASURES: [Measure; 3] = [
    ("points against each other", |net| {
        net.result.points().into()
    }),
    ("lead against players never met", |net| {
        (net.leads[1] + net.leads[2]) / 2.0
    }),
    ("lead against static-1, openings never met", |net| {
        net.leads[0]
    }),
];

/// Settings with so many runs are compared.
const MIN_RUNS: usize = 5;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/evolution")
}

fn unpacked(name: &str) -> String {
    let file = fs::File::open(folder().join(name)).expect("a packed table");
    let mut text = String::new();
    let mut packed = GzDecoder::new(file);
    packed.read_to_string(&mut text).expect("text");
    text
}

/// The cells of a line, of which some stand in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => all.push(String::new()),
            c => all.last_mut().expect("a cell").push(c),
        }
    }
    all
}

fn nets() -> Vec<Net> {
    let text = fs::read_to_string(folder().join("nets.csv")).expect("kept nets");
    let net = |line: &str| {
        let cells = cells(line);
        let number = |place: usize| cells[place].parse::<f64>().expect("a number");
        let count = |place: usize| cells[place].parse::<u32>().expect("a count");
        Net {
            setting: cells[0].clone(),
            run: cells[1].clone(),
            generation: number(3),
            is_new: count(4) == 1,
            result: PairResult {
                won: count(5),
                drawn: count(6),
                lost: count(7),
            },
            leads: [number(11), number(12), number(13)],
        }
    };
    text.lines().skip(1).map(net).collect()
}

/// The values in their order, each once.
fn distinct<'a>(values: impl Iterator<Item = &'a String>) -> Vec<&'a String> {
    let mut all = Vec::new();
    for value in values {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// The runs of a setting, with something of each kept net by its generation.
fn clusters(nets: &[Net], setting: &str, of: fn(&Net) -> f64) -> Vec<Cluster> {
    let own = || nets.iter().filter(|net| net.setting == setting);
    let runs = distinct(own().map(|net| &net.run)).into_iter();
    runs.map(|run| {
        let nets = own().filter(|net| net.run == *run);
        nets.map(|net| (net.generation, of(net))).collect()
    })
    .collect()
}

/// A chance: two digits that count, no more than four places.
fn share(p: f64) -> String {
    match p {
        ..0.0001 => "< 0.0001".to_owned(),
        0.1.. => format!("{p:.2}"),
        0.01.. => format!("{p:.3}"),
        _ => format!("{p:.4}"),
    }
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) {
        f64::midpoint(sorted[half - 1], sorted[half])
    } else {
        sorted[half]
    }
}

/// Holds a row against the page, and prints it.
struct Page(String);

impl Page {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/evolution.md");
        Self(fs::read_to_string(path).expect("the page"))
    }

    fn holds(&self, cells: &[String]) -> bool {
        let row = format!("| {} |", cells.join(" | "));
        println!("{row}");
        self.0.contains(&row)
    }
}

#[test]
fn the_trends_are_those_of_the_page() {
    let (page, nets) = (Page::read(), nets());
    let mut missing = 0;
    for setting in distinct(nets.iter().map(|net| &net.setting)) {
        for (name, of) in MEASURES {
            let runs = clusters(&nets, setting, of);
            let found = trend(&runs).expect("a trend");
            let (s, p) = mann_kendall(&runs);
            let interval = found.interval.map_or("-".to_owned(), |(low, high)| {
                format!("{:+.3} to {:+.3}", 1000.0 * low, 1000.0 * high)
            });
            let row = [
                setting.clone(),
                name.to_owned(),
                format!("{:+.3}", 1000.0 * found.slope),
                interval,
                share(found.p),
                s.to_string(),
                share(p),
            ];
            missing += usize::from(!page.holds(&row));
        }
    }
    assert_eq!(missing, 0, "rows are missing in docs/evolution.md");
}

/// The last values of the runs of a setting.
type ValuesOf<'a> = &'a dyn Fn(&str) -> Vec<f64>;

#[test]
fn the_comparisons_are_those_of_the_page() {
    let (page, nets) = (Page::read(), nets());
    let settings = distinct(nets.iter().map(|net| &net.setting));
    let settings: Vec<_> = settings
        .into_iter()
        .filter(|setting| clusters(&nets, setting, |_| 0.0).len() >= MIN_RUNS)
        .collect();
    let mut missing = 0;
    let fitness: &dyn Fn(&str) -> Vec<f64> = &|setting| {
        let own = nets.iter().filter(|net| net.setting == setting);
        let runs = distinct(own.map(|net| &net.run));
        runs.into_iter()
            .map(|run| generations(run).last().expect("a row").best)
            .collect()
    };
    let last = |of: fn(&Net) -> f64| {
        let nets = &nets;
        move |setting: &str| -> Vec<f64> {
            let runs = clusters(nets, setting, of);
            runs.iter()
                .map(|run| run.last().expect("a net").1)
                .collect()
        }
    };
    let (unknown, known) = (last(MEASURES[1].1), last(MEASURES[2].1));
    let all: [(&str, ValuesOf); 3] = [
        ("fitness at the end", fitness),
        (MEASURES[1].0, &unknown),
        (MEASURES[2].0, &known),
    ];
    for (name, of) in all {
        let mut rows = Vec::new();
        for (place, one) in settings.iter().enumerate() {
            for other in &settings[place + 1..] {
                let (first, second) = (of(one), of(other));
                let found = compare(&first, &second).expect("runs");
                let words = [
                    name.to_owned(),
                    format!("{one} against {other}"),
                    format!("{:+.1} and {:+.1}", median(&first), median(&second)),
                    format!("{:.2}", found.a12),
                    share(found.p),
                ];
                rows.push((words, found.p));
            }
        }
        let corrected = holm(&rows.iter().map(|(_, p)| *p).collect::<Vec<_>>());
        for ((words, _), p) in rows.into_iter().zip(corrected) {
            let row: Vec<String> = words.into_iter().chain([share(p)]).collect();
            missing += usize::from(!page.holds(&row));
        }
    }
    assert_eq!(missing, 0, "rows are missing in docs/evolution.md");
}

/// A generation of a run.
struct Generation {
    number: f64,
    best: f64,
    passes: f64,
    games: f64,
}

fn generations(run: &str) -> Vec<Generation> {
    let text = unpacked(&format!("generations/{run}.csv.gz"));
    let mut lines = text.lines();
    let names = cells(lines.next().expect("a head"));
    let place = |name: &str| names.iter().position(|one| one == name).expect("a column");
    let places = ["generation", "best", "passes", "games"].map(place);
    let generation = |line: &str| {
        let cells = cells(line);
        let [number, best, passes, games] =
            places.map(|place| cells[place].parse::<f64>().expect("a number"));
        Generation {
            number,
            best,
            passes,
            games,
        }
    };
    lines.map(generation).collect()
}

/// Triples of kept nets that beat each other in a circle, and all decided ones, of some runs.
fn circles(runs: &[&String]) -> (u64, u64) {
    let text = fs::read_to_string(folder().join("pairs.csv")).expect("pairs");
    let rows: Vec<Vec<String>> = text.lines().skip(1).map(cells).collect();
    let (mut cyclic, mut all) = (0, 0);
    for run in runs {
        let own: Vec<_> = rows.iter().filter(|row| row[0] == **run).collect();
        let numbers = |place: usize| own.iter().map(move |row| &row[place]);
        let nets = distinct(numbers(1).chain(numbers(2)));
        let place = |net: &String| nets.iter().position(|one| *one == net).expect("a net");
        let mut table = CrossTable::new(nets.len());
        for row in &own {
            for (lead, place_of_count) in [(1, 3), (0, 4), (-1, 5)] {
                for _ in 0..row[place_of_count].parse::<u32>().expect("a count") {
                    table.add(place(&row[1]), place(&row[2]), lead);
                }
            }
        }
        let (some, of) = table.cyclic_triples();
        cyclic += some;
        all += of;
    }
    (cyclic, all)
}

#[test]
fn the_control_by_chance_is_that_of_the_page() {
    let [best, by_chance] = ["a-1", "a-random"].map(|run| {
        let rows = generations(run);
        rows.last().expect("a row").best
    });
    let gap = format!("the gap is {best:+.1} against {by_chance:+.1}.");
    assert!(Page::read().0.contains(&gap), "{gap}");
}

#[test]
fn the_runs_are_those_of_the_page() {
    let (page, nets) = (Page::read(), nets());
    let mut missing = 0;
    for setting in distinct(nets.iter().map(|net| &net.setting)) {
        let own = || nets.iter().filter(|net| net.setting == *setting);
        let runs = distinct(own().map(|net| &net.run));
        let tables: Vec<_> = runs.iter().map(|run| generations(run)).collect();
        let of_first: Vec<f64> = tables.iter().map(|rows| rows[0].best).collect();
        let last = |rows: &Vec<Generation>| rows.last().expect("a row").best;
        let of_last: Vec<f64> = tables.iter().map(last).collect();
        let (mut passes, mut games) = (0.0, 0.0);
        for row in tables.iter().flatten() {
            passes += row.passes * row.games;
            games += row.games;
        }
        let (cyclic, all) = circles(&runs);
        let end = tables.iter().map(|rows| rows.last().expect("a row").number);
        let kept = own().count();
        let new = own().filter(|net| net.is_new).count();
        let row = [
            setting.clone(),
            runs.len().to_string(),
            format!("{:.0}", end.fold(f64::INFINITY, f64::min)),
            format!("{games:.0}"),
            format!("{:+.1}", median(&of_first)),
            format!("{:+.1}", median(&of_last)),
            format!("{new} of {kept}"),
            format!("{:.1} %", 100.0 * passes / games),
            format!("{cyclic} of {all}"),
        ];
        missing += usize::from(!page.holds(&row));
    }
    assert_eq!(missing, 0, "rows are missing in docs/evolution.md");
}
