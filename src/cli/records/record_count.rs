//! A position of a record in words and in JSON: its count if the game is over, else how it is expected to end.

use serde_json::{Value, json};

use super::named_stones::names;
use sgmp_board::picture::Picture;
use sgmp_board::record::Unfinished;
use sgmp_board::rules::{Color, FinalScore, Game, Status, score};
use sgmp_engine::search::Outlook;

/// A position of a record with its count.
pub(super) struct RecordCount {
    /// The game up to the position.
    pub(super) game: Game,
    /// The reason why the game is not over there; `None` if it is.
    pub(super) unfinished: Option<Unfinished>,
    /// The dead and the owners, where the position is counted.
    pub(super) status: Option<Status>,
    /// True if the record has a komi that is not understood.
    pub(super) is_komi_lost: bool,
}

impl RecordCount {
    /// The whole in words, the position drawn.
    pub(super) fn text(&self) -> String {
        let mut lines = Vec::new();
        if let Some(unfinished) = &self.unfinished {
            lines.extend([unfinished.to_string(), self.expectation()]);
        }
        let mut picture = Picture::from_game(&self.game);
        if let Some(status) = &self.status {
            picture = picture.dead(status.dead()).territory(status.territory());
        }
        lines.push(picture.to_string());
        if let Some(status) = &self.status {
            lines.extend(self.count_in_words(status));
        }
        lines.join("\n").trim_end().to_owned()
    }

    /// The count of the position, line by line.
    fn count_in_words(&self, status: &Status) -> Vec<String> {
        let score = score::count(&self.game, status);
        let mut lines = Vec::new();
        for (what, points) in [
            ("dead", status.dead()),
            ("seki", status.seki()),
            ("neutral", status.territory().dame()),
        ] {
            if !points.is_empty() {
                lines.push(format!("{what}: {}", names(points).join(" ")));
            }
        }
        let (komi, before) = match self.is_komi_lost {
            true => ("?".to_owned(), " before the komi, which is not known"),
            false => (self.game.komi().to_string(), ""),
        };
        let what = match self.unfinished {
            Some(_) => "counted with the stones that are named",
            None => "result",
        };
        lines.push(format!("Black: {}", side(&score, Color::Black)));
        lines.push(format!(
            "White: {} + komi {komi}",
            side(&score, Color::White)
        ));
        lines.push(format!(
            "{what}: {}{before} ({} rules, after move {})",
            score.margin(),
            self.game.rule_set().name(),
            self.game.move_count()
        ));
        lines
    }

    /// How the game is expected to end, in words.
    fn expectation(&self) -> String {
        let why = match (self.is_komi_lost, self.outlook()) {
            (false, Some(outlook)) => return outlook.to_string(),
            (true, _) => "the komi is not".to_owned(),
            (false, None) => format!("no net knows a board of {}", self.game.size()),
        };
        format!("expected if it is played on: not known ({why})")
    }

    /// How the game is expected to end; `None` if it is over, or nothing is known.
    fn outlook(&self) -> Option<Outlook> {
        self.unfinished?;
        Outlook::from_game(&self.game).filter(|_| !self.is_komi_lost)
    }

    /// The whole as one JSON object.
    pub(super) fn json(&self) -> Value {
        let count = self
            .status
            .map(|status| (status, score::count(&self.game, &status)));
        let margin = count.map(|(_, score)| score.margin().to_string());
        let of = |color: Color| count.map(|(_, score)| side_json(&score, color));
        let listed = |points: fn(&Status) -> &sgmp_board::rules::PointSet| {
            self.status.as_ref().map(|status| names(points(status)))
        };
        let is_over = self.unfinished.is_none();
        let expected = self.outlook().map(|outlook| {
            json!({
                "lead": outlook.lead(),
                "black_wins": outlook.black_wins(),
                "spread": outlook.spread(),
            })
        });
        let mut value = json!({
            "rules": self.game.rule_set().name(),
            "size": self.game.size().lines(),
            "komi": self.game.komi().to_string(),
            "moves": self.game.move_count(),
            "over": is_over,
            "result": margin.clone().filter(|_| is_over),
            "counted": margin,
            "expected": expected,
            "black": of(Color::Black),
            "white": of(Color::White),
            "dead": listed(Status::dead),
            "seki": listed(Status::seki),
            "black_territory": listed(|status| status.territory().points_of(Color::Black)),
            "white_territory": listed(|status| status.territory().points_of(Color::White)),
            "neutral": listed(|status| status.territory().dame()),
        });
        if self.is_komi_lost {
            value["result_before_komi"] = value["counted"].take();
            value["komi"] = Value::Null;
            value["result"] = is_over.then_some("?").into();
        }
        value
    }
}

/// One side's points, in words.
fn side(score: &FinalScore, color: Color) -> String {
    match score {
        FinalScore::Territory(score) => {
            let tally = score.tally[color];
            format!(
                "territory {}, prisoners {}, dead stones {}: {} points",
                tally.territory,
                tally.prisoners,
                tally.dead,
                tally.points()
            )
        }
        FinalScore::Area(score) => format!("area {} points", score.points[color]),
    }
}

fn side_json(score: &FinalScore, color: Color) -> Value {
    match score {
        FinalScore::Territory(score) => {
            let tally = score.tally[color];
            json!({
                "territory": tally.territory,
                "prisoners": tally.prisoners,
                "dead": tally.dead,
                "points": tally.points(),
            })
        }
        FinalScore::Area(score) => json!({ "points": score.points[color] }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, Move, Rules, diagram};
    use sgmp_engine::engine::{Engine, Settings};

    /// A board on which two passes follow.
    fn finished() -> Game {
        let board = diagram::parse(
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X X . O O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        )
        .unwrap();
        let mut game = Game::from_position(board, Color::Black, Komi::from_half_points(1));
        for _ in 0..2 {
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        game
    }

    fn counted(game: Game) -> RecordCount {
        RecordCount {
            status: Some(Engine::new(Settings::default()).status(&game)),
            game,
            unfinished: None,
            is_komi_lost: false,
        }
    }

    /// The same position before the passes.
    fn unfinished() -> RecordCount {
        RecordCount {
            game: finished().after(0).unwrap(),
            unfinished: Some(Unfinished::GoesOn { moves: 0 }),
            status: None,
            is_komi_lost: false,
        }
    }

    #[test]
    fn the_text_shows_the_dead_and_the_count() {
        let game = finished();
        let text = counted(game.clone()).text();
        for line in [
            " 2 o + X . O - - 2",
            "dead: A2 G6",
            "Black: territory 10, prisoners 0, dead stones 1: 11 points",
            "result: W+0.5 (Japanese rules, after move 2)",
        ] {
            assert!(text.lines().any(|l| l == line), "{line:?} in\n{text}");
        }
        let chinese = counted(game.with_rules(Rules::Chinese));
        let text = chinese.text();
        for line in [
            "Black: area 21 points",
            "White: area 21 points + komi 0.5",
            "result: W+0.5 (Chinese rules, after move 2)",
        ] {
            assert!(text.lines().any(|l| l == line), "{line:?} in\n{text}");
        }
        assert_eq!(chinese.json()["white"]["points"], 21);
    }

    #[test]
    fn an_unfinished_game_has_no_count_and_says_so_first() {
        let text = unfinished().text();
        let mut lines = text.lines();
        assert_eq!(
            lines.next(),
            Some("not finished: after move 0 the game goes on")
        );
        assert!(
            lines
                .next()
                .unwrap()
                .starts_with("expected if it is played on: "),
            "{text}"
        );
        for word in ["dead", "result", "territory", "prisoners"] {
            assert!(!text.contains(word), "{text}");
        }
        let value = unfinished().json();
        assert_eq!(
            (&value["over"], &value["result"]),
            (&json!(false), &Value::Null)
        );
        let of = |key: &str| value["expected"][key].as_f64().unwrap();
        assert!(
            of("lead").abs() < 6.0 && of("spread") >= 1.0 && of("black_wins") < 1.0,
            "{value}"
        );
        assert_eq!(
            (&value["dead"], &value["black"]),
            (&Value::Null, &Value::Null)
        );
    }

    #[test]
    fn named_stones_are_counted_though_the_game_goes_on() {
        let mut named = unfinished();
        named.status = counted(finished()).status;
        let text = named.text();
        assert!(text.starts_with("not finished: "), "{text}");
        let count = "counted with the stones that are named: W+0.5 (Japanese rules, after move 0)";
        assert!(text.ends_with(count), "{text}");
        let value = named.json();
        assert_eq!(
            (&value["counted"], &value["result"]),
            (&json!("W+0.5"), &Value::Null)
        );
        assert_eq!(value["dead"], json!(["A2", "G6"]));
    }

    #[test]
    fn where_nothing_can_be_expected_it_is_said_why() {
        let lost = RecordCount {
            is_komi_lost: true,
            ..unfinished()
        };
        assert!(lost.text().contains("not known (the komi is not)"));
        assert_eq!(lost.json()["expected"], Value::Null);
        let board = diagram::parse(". X O .\n. X O .\n. X O .\nO X O .").unwrap();
        let small = RecordCount {
            game: Game::from_position(board, Color::Black, Komi::default()),
            ..unfinished()
        };
        assert!(
            small
                .text()
                .contains("not known (no net knows a board of 4x4)")
        );
        assert_eq!(small.json()["expected"], Value::Null);
    }

    #[test]
    fn the_json_has_a_fixed_form() {
        let value = counted(finished()).json();
        assert_eq!(
            (&value["over"], &value["expected"]),
            (&json!(true), &Value::Null)
        );
        assert_eq!(value["dead"], json!(["A2", "G6"]));
        assert_eq!(
            (&value["result"], &value["counted"]),
            (&json!("W+0.5"), &json!("W+0.5"))
        );
        assert_eq!(value["seki"], json!([]));
        assert_eq!(value["white"]["points"], 11);
    }
}
