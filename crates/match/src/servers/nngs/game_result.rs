//! The server's words for how a game ended.

use crate::servers::server_setup::ServerResult;
use sgmp_board::record::GameResult;
use sgmp_board::rules::score::Margin;
use sgmp_board::rules::{Color, Komi};

/// Reads `White forfeits on time.`, `Black resigns.`, `White resigns. W 23.5 B 35.0` or `W 1.5 B 1.0`. Where points are
/// told the board was counted, whatever stands before them.
pub(super) fn read_result(words: &str) -> ServerResult {
    let result = points(words)
        .or_else(|| given_up(words))
        .unwrap_or(GameResult::Void);
    ServerResult {
        word: match result {
            GameResult::Void => words.to_owned(),
            result => result.to_string(),
        },
        result,
    }
}

fn points(words: &str) -> Option<GameResult> {
    let words: Vec<&str> = words.split_whitespace().collect();
    // A number of points has the form of a komi.
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)?.parse().ok().map(Komi::half_points)
    };
    let (white, black) = (after("W")?, after("B")?);
    Some(Margin::from_half_points(i32::from(black) - i32::from(white)).into())
}

fn given_up(words: &str) -> Option<GameResult> {
    let loser = match words.split_whitespace().next()? {
        "White" => Color::White,
        "Black" => Color::Black,
        _ => return None,
    };
    let winner = loser.other();
    if words.contains("resign") {
        Some(GameResult::Resignation { winner })
    } else if words.contains("time") {
        Some(GameResult::Time { winner })
    } else {
        Some(GameResult::Forfeit { winner })
    }
}
