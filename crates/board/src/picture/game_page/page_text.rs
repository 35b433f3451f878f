//! Words of a game's page.

use crate::record::{GameRecord, RecordedMove};
use crate::rules::Color;

/// "Ito 5d (Black) against Abe (White)".
pub(super) fn heading(record: &GameRecord) -> String {
    let [black, white] = Color::BOTH.map(|color| {
        let player = &record.info.players[color];
        let name = player.name.as_deref().map(one_line);
        let rank = player.rank.as_deref().map(one_line);
        match (name, rank) {
            (Some(name), Some(rank)) => format!("{name} {rank} ({color})"),
            (Some(name), None) => format!("{name} ({color})"),
            (None, _) => color.to_string(),
        }
    });
    format!("{black} against {white}")
}

/// The facts of the game in a line: board, komi, handicap, rules, date, result.
pub(super) fn facts(record: &GameRecord) -> String {
    let info = &record.info;
    let mut facts = vec![record.size().to_string()];
    facts.extend(info.komi.map(|komi| format!("komi {komi}")));
    if info.handicap > 0 {
        facts.push(format!("handicap {}", info.handicap));
    }
    facts.extend(
        info.rules
            .as_deref()
            .map(|rules| format!("{} rules", one_line(rules))),
    );
    let texts = [&info.event, &info.round, &info.place, &info.date];
    facts.extend(texts.into_iter().flatten().map(|text| one_line(text)));
    facts.push(format!("{} moves", record.moves().len()));
    facts.push(format!("result {}", info.result));
    facts.join(", ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The time that was left after a move: "49:05".
pub(super) fn time_left(played: &RecordedMove) -> Option<String> {
    let seconds = played.time_left?.as_secs();
    Some(format!("{}:{:02}", seconds / 60, seconds % 60))
}
