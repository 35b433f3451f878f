//! The analysis behind a move, for a server's spectators.
//!
//! The form is that of the extension `genmove_analyze`: one line of JSON with `winrate`, `score` and `visits` as the
//! player sees them, and `moves`, each with `move`, `visits`, `winrate`, `score`, `prior` and the continuation behind it
//! as `pv` (<https://github.com/zakki/cgos/wiki/GTP-tournament-game-expansion>).

use serde_json::{Map, Value, json};

use crate::play::{MoveInsight, MoveThought};
use sgmp_board::rules::Move;

/// The analysis on one line.
#[must_use]
pub fn analysis(insight: &MoveInsight) -> String {
    let mut fields = Map::new();
    fields.insert("winrate".to_owned(), number(insight.chance));
    if let Some(lead) = insight.lead {
        fields.insert("score".to_owned(), number(lead));
    }
    fields.insert("visits".to_owned(), insight.visits.into());
    let moves: Vec<Value> = insight.moves.iter().map(thought).collect();
    fields.insert("moves".to_owned(), moves.into());
    Value::Object(fields).to_string()
}

fn thought(thought: &MoveThought) -> Value {
    let continuation: Vec<String> = thought.variation.iter().map(Move::to_string).collect();
    let mut fields = json!({
        "move": thought.mv.to_string(),
        "visits": thought.visits,
        "winrate": number(thought.chance),
        "prior": number(thought.prior),
        "pv": continuation.join(" "),
    });
    if let Some(lead) = thought.lead {
        fields["score"] = number(lead);
    }
    fields
}

/// A number with four digits behind the point; 0 for what is none.
fn number(value: f32) -> Value {
    let rounded = (f64::from(value) * 1e4).round() / 1e4;
    json!(if rounded.is_finite() { rounded } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

    #[test]
    fn it_is_one_line_of_plain_json() {
        let point = |name| Move::Play(Point::parse(name).unwrap());
        let insight = MoveInsight {
            chance: 0.123_456,
            lead: Some(-3.25),
            visits: 12,
            moves: vec![MoveThought {
                mv: point("D4"),
                visits: 10,
                chance: f32::NAN,
                lead: None,
                prior: 0.5,
                variation: vec![point("Q16"), Move::Pass],
            }],
        };
        let told = analysis(&insight);
        insta::assert_snapshot!(told, @r#"{"moves":[{"move":"D4","prior":0.5,"pv":"Q16 pass","visits":10,"winrate":0.0}],"score":-3.25,"visits":12,"winrate":0.1235}"#);
        assert!(!told.contains('\n'));
    }
}
