//! Simulated games as tables that a document can hold.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::noise::game_kinds::Pairing;
use crate::noise::game_tally::{Row, Tally};

const HEAD: [&str; 11] = [
    "line",
    "other side",
    "games",
    "whole",
    "last word lost",
    "named verdict",
    "forged",
    "forged, whole",
    "faults",
    "resends a game",
    "minutes a game",
];

/// The table of all rows, and lists of what became of the games that are not whole.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!("| {} |\n", HEAD.join(" | "));
    text += &format!("|{}\n", "---|".repeat(HEAD.len()));
    let mut before = "";
    for row in rows {
        let line = if row.line.text == before {
            ""
        } else {
            &row.line.text
        };
        before = &row.line.text;
        let quoted = if line.is_empty() {
            String::new()
        } else {
            format!("`{line}`")
        };
        text += &cells(&quoted, &row.pairing.name(), &row.tally);
    }
    text += &list("Named verdicts", rows, |tally| tally.verdicts.clone());
    text += &list("What frames that passed the checksum did", rows, |tally| {
        tally.forged.clone()
    });
    text += &list("Faults", rows, |tally| {
        let count = |(name, (count, _)): (&String, &(u64, u64))| (name.clone(), *count);
        tally.faults.iter().map(count).collect()
    });
    text + &seeds(rows)
}

fn cells(line: &str, other: &str, tally: &Tally) -> String {
    let sum = |counts: &BTreeMap<String, u64>| counts.values().sum::<u64>();
    let forged_whole = tally.forged.get("whole").copied().unwrap_or_default();
    let faults: u64 = tally.faults.values().map(|(count, _)| count).sum();
    let games = tally.games.max(1) as f64;
    let resends = tally.resends as f64 / games;
    let minutes = tally.time.as_secs_f64() / 60.0 / games;
    format!(
        "| {line} | {other} | {} | {} | {} | {} | {} | {forged_whole} | {faults} | {resends:.1} | {minutes:.1} |\n",
        tally.games,
        tally.whole,
        tally.last_word_lost,
        sum(&tally.verdicts),
        sum(&tally.forged),
    )
}

/// Counts by name and pairing, over all lines.
fn list(title: &str, rows: &[Row], counts: impl Fn(&Tally) -> BTreeMap<String, u64>) -> String {
    let mut sums: BTreeMap<String, [u64; Pairing::ALL.len()]> = BTreeMap::new();
    for row in rows {
        let column = Pairing::ALL
            .iter()
            .position(|pairing| *pairing == row.pairing);
        for (name, count) in counts(&row.tally) {
            sums.entry(name).or_default()[column.unwrap_or_default()] += count;
        }
    }
    if sums.is_empty() {
        return String::new();
    }
    let names = Pairing::ALL.map(Pairing::name);
    let mut text = format!("\n| {title} | {} |\n", names.join(" | "));
    text += &format!("|{}\n", "---|".repeat(names.len() + 1));
    for (name, counts) in sums {
        let counts = counts.map(|count| count.to_string()).join(" | ");
        text += &format!("| {name} | {counts} |\n");
    }
    text
}

/// Lists the faults, each with its first seed.
fn seeds(rows: &[Row]) -> String {
    let mut text = String::new();
    for row in rows {
        for (name, (count, seed)) in &row.tally.faults {
            let (line, other) = (&row.line, row.pairing.name());
            let _never_fails = writeln!(
                text,
                "FAIL {name}: {count} times on {line} against {other}, first with seed {seed}"
            );
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_table_names_every_end() {
        let tally = Tally {
            games: 10,
            whole: 7,
            last_word_lost: 1,
            verdicts: BTreeMap::from([("GMP Timeout".to_owned(), 1)]),
            forged: BTreeMap::new(),
            faults: BTreeMap::from([("both wait for ever".to_owned(), (1, 42))]),
            resends: 25,
            time: Duration::from_secs(1200),
        };
        let row = Row {
            line: "drop=2%".parse().unwrap(),
            pairing: Pairing::ALL[1],
            tally,
        };
        let text = table(&[row]);
        for line in [
            "| `drop=2%` | GNU Go | 10 | 7 | 1 | 1 | 0 | 0 | 1 | 2.5 | 2.0 |",
            "| Named verdicts | sgmp-go | GNU Go | GoGui | Windows sample |",
            "| GMP Timeout | 0 | 1 | 0 | 0 |",
            "FAIL both wait for ever: 1 times on drop=2% against GNU Go, first with seed 42",
        ] {
            assert!(text.lines().any(|l| l == line), "{line:?} in\n{text}");
        }
    }
}
