//! The numbers of the sentences of docs/evolution.md that rest on the data, each with the words around it.

use super::published_tables::{median, passes, share};
use super::run_data::{PublishedRun, PublishedRuns, against_teacher, points};
use crate::evolution::paper_tables::{TABLE_I, TABLE_II};
use crate::evolution::statistics::{Cluster, Line, mann_kendall, trend};

/// Parts of sentences, in the page's order.
pub(super) fn sentences(data: &PublishedRuns) -> Vec<String> {
    let of = |setting: &str| -> Vec<&PublishedRun> { data.of_setting(setting).collect() };
    let mut all = fitness(&of);
    all.extend(leads(&of));
    all.extend(papers_trends());
    all.extend(kept_nets(data, &of));
    all.extend(drift(&of("A, openings")));
    all
}

type Runs<'a> = dyn Fn(&str) -> Vec<&'a PublishedRun> + 'a;

/// Median over runs of the best net's fitness at the end.
fn best(runs: &[&PublishedRun]) -> f64 {
    let last = runs.iter().filter_map(|run| run.rows.last());
    median(&last.map(|row| row.best).collect::<Vec<_>>())
}

fn fitness<'a>(of: &Runs<'a>) -> Vec<String> {
    let short = best(&of("A, 1,000"));
    let (long, by_chance) = (best(&of("A")), best(&of("A, by chance")));
    let chance = best(&of("A, by chance, 1,000"));
    let [found_by_a, found] = ["A", "B"].map(|setting| {
        let runs = of(setting);
        runs.first()
            .map_or_else(String::new, |run| thousands(last_better(run)))
    });
    vec![
        format!(
            "in 20,000 to {long:+.0} (A), in 60,000 to {:+.0} (B).",
            best(&of("B"))
        ),
        format!("comes close to the same fitness ({chance:+.0} against A's {short:+.1})"),
        format!("A found its last better net in generation {found_by_a}, B in generation {found}."),
        format!(
            "find a game won by {chance:+.0} points where 5,000 mutated ones find {short:+.1}."
        ),
        format!("Over 20,000 generations the gap is {long:+.1} against {by_chance:+.1}."),
    ]
}

/// The generation in which the best fitness of a run was reached.
fn last_better(run: &PublishedRun) -> f64 {
    let end = run.rows.last().map(|row| row.best);
    let first = run.rows.iter().find(|row| Some(row.best) == end);
    first.map_or(0.0, |row| row.generation)
}

/// A whole number with a comma before each three digits.
fn thousands(number: f64) -> String {
    let number = number as u64;
    match number {
        ..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

fn leads<'a>(of: &Runs<'a>) -> Vec<String> {
    let [[a_first, a_last], [b_first, b_last]] = ["A, 1,000", "B, 1,000"].map(|setting| {
        let runs = of(setting);
        let first = runs.iter().filter_map(|run| run.nets.first());
        let last = runs.iter().filter_map(|run| run.nets.last());
        let [first, last]: [Vec<f64>; 2] = [
            first.map(against_teacher).collect(),
            last.map(against_teacher).collect(),
        ];
        [-median(&first), -median(&last)]
    });
    vec![format!(
        "A by {a_first:.0} points at first and {a_last:.0} after 1,000 generations, B by {b_first:.0} and {b_last:.0}"
    )]
}

/// The paper's tables as points by their generations.
fn papers(table: &[i32], every: f64) -> Cluster {
    let points = table.iter().enumerate();
    points
        .map(|(place, points)| (place as f64 * every, f64::from(*points)))
        .collect()
}

fn papers_trends() -> Vec<String> {
    let told = |table: &[i32], every: f64, all: usize| {
        let points = papers(table, every);
        let line = Line::through(&points)?;
        let (s, _) = mann_kendall(&[points]);
        Some((line, s, all))
    };
    let (Some((one, s, of)), Some((two, s2, of2))) = (
        told(&TABLE_I, 1.0, TABLE_I.len() * (TABLE_I.len() - 1) / 2),
        told(&TABLE_II, 1.0, TABLE_II.len() * (TABLE_II.len() - 1) / 2),
    ) else {
        return Vec::new();
    };
    let mut different = TABLE_I.to_vec();
    different.sort_unstable();
    different.dedup();
    let steps = TABLE_I.windows(2).filter(|pair| pair[0] != pair[1]).count();
    vec![
        format!(
            "Table I rises by {:.3} points (standard error {:.3}, p {}, S = {s} of {of}) in 1,000",
            one.slope,
            one.error,
            share(one.p)
        ),
        format!(
            "Table II by {:.2} points ({:.2}, p {}, S = {s2} of {of2}) in 10,000.",
            two.slope,
            two.error,
            share(two.p)
        ),
        format!(
            "In the paper's Table I, {} different values",
            different.len()
        ),
        format!("differ at {steps} of {} steps", TABLE_I.len() - 1),
    ]
}

fn kept_nets<'a>(data: &'a PublishedRuns, of: &Runs<'a>) -> Vec<String> {
    let mut all = Vec::new();
    if let [run] = &of("A")[..] {
        let new = run.nets.iter().filter(|net| net.is_new).count();
        let words = ["no", "one", "two", "three", "four", "five"];
        let word = words
            .get(new)
            .map_or(new.to_string(), |word| (*word).to_owned());
        all.push(format!(
            "Of A's {} kept nets only {word} differ.",
            run.nets.len()
        ));
        if let Some(found) = trend(&[run.course(points)]) {
            all.push(format!("it rises \"significantly\" (p {})", share(found.p)));
        }
    }
    let [drawn, games] = data.runs.iter().fold([0, 0], |sum, run| {
        [sum[0] + run.drawn[0], sum[1] + run.drawn[1]]
    });
    all.push(format!(
        "here {drawn} of {} games among kept nets are drawn.",
        thousands(games.into())
    ));
    let share_of = |settings: [&str; 2]| {
        let runs: Vec<&PublishedRun> = settings.iter().flat_map(|setting| of(setting)).collect();
        let shares = runs.iter().map(|run| 100.0 * passes([*run].into_iter()).0);
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        shares.fold(none, |(low, high), share| (low.min(share), high.max(share)))
    };
    let (low, high) = share_of(["A", "A, 1,000"]);
    let (_, chance) = share_of(["A, by chance", "A, by chance, 1,000"]);
    all.push(format!(
        "A passes in {low:.0} to {high:.0} % of its turns, nets by chance in {chance:.0} %"
    ));
    let short = ["A, 1,000", "B, 1,000"].map(|setting| of(setting).len());
    all.push(format!("nor {} runs here", short[0] + short[1]));
    all
}

/// Sizes of mutations and weights where fitness has noise.
fn drift(runs: &[&PublishedRun]) -> Vec<String> {
    let last = runs.iter().filter_map(|run| run.rows.last());
    let least =
        |of: fn(f64, f64) -> f64, start: f64, values: Vec<f64>| values.into_iter().fold(start, of);
    let weights: Vec<f64> = last.clone().map(|row| row.weights).collect();
    let sigma: Vec<f64> = last.map(|row| row.sigma[2]).collect();
    let first = runs.iter().filter_map(|run| run.rows.first());
    let at_first: Vec<f64> = first.map(|row| row.weights).collect();
    let low = least(f64::min, f64::INFINITY, sigma);
    vec![
        format!("a tenth of its σ is above {low:.2}"),
        format!(
            "{:.0} to {:.0} in root mean square ({:.3} at first)",
            least(f64::min, f64::INFINITY, weights.clone()),
            least(f64::max, f64::NEG_INFINITY, weights),
            median(&at_first)
        ),
    ]
}
