//! Words of a game's page.

use crate::record::{GameRecord, GameResult, RecordedMove};
use crate::rules::{Color, Game};

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

/// The end of the game, told with its last position: "Black won by 10.5 points. Territory: Black 30, White 19. White's dead stones: A3. Komi
/// 5.5."; nothing of a game whose end the record does not tell.
pub(super) fn ending(record: &GameRecord, game: &Game) -> String {
    let result = record.info.result;
    let won = match result {
        GameResult::Unknown => None,
        GameResult::Score { winner, .. } => {
            let text = result.to_string();
            let points = text.split_once('+').map_or("", |(_, points)| points);
            let word = if points == "1" { "point" } else { "points" };
            Some(format!("{winner} won by {points} {word}."))
        }
        GameResult::Resignation { winner } => Some(format!("{winner} won: {} gave up.", !winner)),
        GameResult::Time { winner } => Some(format!("{winner} won on time.")),
        GameResult::Forfeit { winner } => Some(format!("{winner} won by forfeit.")),
        GameResult::Win { winner } => Some(format!("{winner} won.")),
        GameResult::Draw => Some("A draw.".to_owned()),
        GameResult::Void => Some("No result.".to_owned()),
    };
    let counted = record.end().map(|territory| {
        let [black, white] = Color::BOTH.map(|color| territory.points_of(color).count());
        format!("Territory: Black {black}, White {white}.")
    });
    let komi = counted.as_ref().and(record.info.komi);
    let komi = komi.map(|komi| format!("Komi {komi}."));
    let dead = Color::BOTH.map(|color| dead_stones(record, game, color));
    let told: Vec<String> = [won, counted]
        .into_iter()
        .chain(dead)
        .chain([komi])
        .flatten()
        .collect();
    told.join(" ")
}

/// "Black's dead stones: C4, D4.": those that stand where the count gives the point to the other side.
fn dead_stones(record: &GameRecord, game: &Game, color: Color) -> Option<String> {
    let owned = record.end()?.points_of(!color);
    let dead = owned.filter(|point| game.board().color_at(*point) == Some(color));
    let names: Vec<String> = dead.map(|point| point.to_string()).collect();
    (!names.is_empty()).then(|| format!("{color}'s dead stones: {}.", names.join(", ")))
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The time that was left after a move: "49:05".
pub(super) fn time_left(played: &RecordedMove) -> Option<String> {
    let seconds = played.time_left?.as_secs();
    Some(format!("{}:{:02}", seconds / 60, seconds % 60))
}
