//! The records of an event, checked one by one and against each other.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sgmp_board::record::{
    GameRecord, GameResult, SgfReading, compare, compare_headers, read_game, replay,
};
use sgmp_board::rules::Color;

/// A record with what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedRecord {
    /// The name of its file, without the folder.
    pub name: String,
    /// Its game in words: round, players, result, moves.
    pub game: String,
    /// The mistakes in it, a sentence each; none in a good record.
    pub faults: Vec<String>,
}

/// All records of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The records, by name.
    pub records: Vec<CheckedRecord>,
}

impl Submission {
    /// Number of records with a fault.
    #[must_use]
    pub fn faulty(&self) -> usize {
        self.records
            .iter()
            .filter(|record| !record.faults.is_empty())
            .count()
    }

    /// The index that lies beside the records.
    #[must_use]
    pub fn index(&self) -> String {
        let mut text = format!("{} records\n\n", self.records.len());
        for record in &self.records {
            let _ = writeln!(text, "{}: {}", record.name, record.game);
            for fault in &record.faults {
                let _ = writeln!(text, "    {fault}");
            }
        }
        text
    }
}

/// Checks records, given as names and bytes: each is legal to its last move and has its facts; headers are alike; two
/// records of one game, as both sides keep them, agree.
#[must_use]
pub fn check_records(files: &[(String, Vec<u8>)]) -> Submission {
    let mut records = Vec::new();
    let mut read = Vec::new();
    for (name, bytes) in files {
        let mut checked = CheckedRecord {
            name: name.clone(),
            game: "no record".to_owned(),
            faults: Vec::new(),
        };
        match read_game(bytes, 1) {
            Ok(SgfReading { record, remarks }) => {
                checked.game = told(&record);
                // What has to be mended or guessed is no part of a record that is handed in.
                checked.faults = remarks.iter().map(ToString::to_string).collect();
                checked.faults.extend(own_faults(&record));
                read.push((records.len(), record));
            }
            Err(error) => checked.faults.push(error.to_string()),
        }
        records.push(checked);
    }
    add_header_faults(&mut records, &read);
    add_twin_faults(&mut records, &read);
    Submission { records }
}

fn player(record: &GameRecord, color: Color) -> String {
    record.info.players[color].name.clone().unwrap_or_default()
}

fn told(record: &GameRecord) -> String {
    let info = &record.info;
    let round = info
        .round
        .clone()
        .or_else(|| info.name.clone())
        .unwrap_or_default();
    format!(
        "round {round}, {} (Black) - {} (White), {}, {} moves",
        player(record, Color::Black),
        player(record, Color::White),
        info.result,
        record.moves().len()
    )
}

fn own_faults(record: &GameRecord) -> Vec<String> {
    let mut faults = Vec::new();
    if let Err(error) = replay(record, record.moves().len()) {
        faults.push(error.to_string());
    }
    for color in [Color::Black, Color::White] {
        if player(record, color).trim().is_empty() {
            faults.push(format!("{color} has no name"));
        }
    }
    if record.info.result == GameResult::Unknown {
        faults.push("it has no result: sgmp-go result FILE --result RESULT".to_owned());
    }
    faults
}

/// A fact of a header, as text.
type HeaderFact = fn(&GameRecord) -> String;

/// Event, board, komi and rules as in the most records.
fn add_header_faults(records: &mut [CheckedRecord], read: &[(usize, GameRecord)]) {
    let facts: [(&str, HeaderFact); 4] = [
        ("event", |record| {
            record.info.event.clone().unwrap_or_default()
        }),
        ("board", |record| record.size().to_string()),
        ("komi", |record| {
            record
                .info
                .komi
                .map(|komi| komi.to_string())
                .unwrap_or_default()
        }),
        ("rules", |record| {
            record.info.rules.clone().unwrap_or_default().to_lowercase()
        }),
    ];
    for (what, fact) in facts {
        let mut counts = BTreeMap::new();
        for (_, record) in read {
            *counts.entry(fact(record)).or_insert(0_usize) += 1;
        }
        let usual = counts
            .iter()
            .max_by_key(|(_, count)| **count)
            .map(|(fact, _)| fact.clone());
        let Some(usual) = usual else { continue };
        for (at, record) in read {
            let own = fact(record);
            if own != usual {
                let fault = format!("its {what} is {own:?}, that of most records {usual:?}");
                records[*at].faults.push(fault);
            }
        }
    }
}

/// Two records of one game that tell of different ones.
fn add_twin_faults(records: &mut [CheckedRecord], read: &[(usize, GameRecord)]) {
    let mut games: BTreeMap<_, Vec<&(usize, GameRecord)>> = BTreeMap::new();
    for both in read {
        let record = &both.1;
        let names = [Color::Black, Color::White].map(|color| player(record, color).to_lowercase());
        let round = record
            .info
            .round
            .clone()
            .or_else(|| record.info.name.clone());
        games.entry((round, names)).or_default().push(both);
    }
    for twins in games.values() {
        let Some(((first, one), others)) = twins
            .split_first()
            .map(|(first, rest)| ((first.0, &first.1), rest))
        else {
            continue;
        };
        for (at, other) in others.iter().map(|twin| (twin.0, &twin.1)) {
            let of = records[first].name.clone();
            let faults = &mut records[at].faults;
            faults.extend(
                compare(one, other).map(|difference| format!("against {of}: {difference}")),
            );
            let header = compare_headers(one, other);
            let contradictions = header.iter().filter(|fact| fact.is_contradiction());
            faults.extend(contradictions.map(|fact| format!("against {of}: {fact}")));
        }
    }
}
