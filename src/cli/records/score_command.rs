//! `score`: who is dead in a record, whose the points are, and the count.

use clap::Args;
use serde_json::{Value, json};

use super::load_record::RecordArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::stdout_line;
use crate::engine::{Engine, Settings};
use crate::picture::Picture;
use crate::record::SgfRemark;
use crate::rules::{Color, FinalScore, Game, Point, PointSet, Rules, Status, score};
use crate::search::expected_lead;

/// A count of a record.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Count the position after so many moves [default: after the last]
    #[arg(long = "move", value_name = "N")]
    pub moves: Option<usize>,

    /// Rules to count by: japanese (territory, prisoners and dead stones) or chinese (area)
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the board with the dead marked, and the count.
///
/// # Errors
/// A file that cannot be read, or that holds no record or an impossible game.
pub(crate) fn run(args: &ScoreArgs) -> Result<Exit, Failure> {
    let reading = args.record.read_with_remarks()?;
    let record = reading.record;
    let game = args.record.play_over(&record, args.moves)?;
    args.record.remark_other_rules(&record, args.rules);
    let mut count = Count::new(game.with_rules(args.rules));
    count.is_komi_lost = reading.remarks.iter().any(is_lost_komi);
    if args.json {
        let mut value = count.json();
        value["record_rules"] = json!(record.info.rules);
        stdout_line(value);
    } else {
        stdout_line(count.text());
    }
    Ok(Exit::Done)
}

/// Returns whether a record names a komi that nobody understands, so that who won is not known.
const fn is_lost_komi(remark: &SgfRemark) -> bool {
    matches!(remark, SgfRemark::UnknownKomi(_))
}

/// A position as it is counted if the game ends there, by the rules of the game.
struct Count {
    game: Game,
    status: Status,
    score: FinalScore,
    /// Points by which Black is expected to lead in the end, where the game goes on; `None` without a net.
    expected: Option<f32>,
    /// True if the record has a komi that is not understood.
    is_komi_lost: bool,
}

impl Count {
    fn new(game: Game) -> Self {
        let status = Engine::new(Settings::default()).status(&game);
        let score = score::count(&game, &status);
        let goes_on = game.consecutive_passes() < 2;
        let expected = goes_on.then(|| expected_lead(&game, game.to_move()));
        Self {
            expected: expected.flatten(),
            game,
            status,
            score,
            is_komi_lost: false,
        }
    }

    fn text(&self) -> String {
        let board = Picture::from_game(&self.game)
            .dead(self.status.dead())
            .territory(self.status.territory());
        let mut text = format!("{board}\n");
        for (what, points) in [
            ("dead", self.status.dead()),
            ("seki", self.status.seki()),
            ("neutral", self.status.territory().dame()),
        ] {
            if !points.is_empty() {
                text += &format!("{what}: {}\n", names(points).join(" "));
            }
        }
        let sides = Color::BOTH.map(|color| format!("{color}: {}", self.side(color)));
        let (komi, before) = match self.is_komi_lost {
            true => ("?".to_owned(), " before the komi, which is not known"),
            false => (self.game.komi().to_string(), ""),
        };
        text += &format!(
            "{}\n{} + komi {komi}\nresult: {}{before} ({} rules, after move {})",
            sides[0],
            sides[1],
            self.score.margin(),
            self.game.rules().name(),
            self.game.move_count()
        );
        if let Some(expected) = self.expected() {
            text += &format!("\nexpected if it is played on: {expected}");
        }
        text
    }

    /// The margin that is expected if the game goes on; `None` where the komi is not known.
    fn expected(&self) -> Option<String> {
        let lead = self.expected.filter(|_| !self.is_komi_lost)?;
        let leader = if lead < 0.0 { 'W' } else { 'B' };
        Some(format!("{leader}+{:.1}", lead.abs()))
    }

    /// One side's points, in words.
    fn side(&self, color: Color) -> String {
        match &self.score {
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

    fn json(&self) -> Value {
        let side = |color: Color| match &self.score {
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
        };
        let territory = self.status.territory();
        let mut value = json!({
            "rules": self.game.rules().name(),
            "size": self.game.size().lines(),
            "komi": self.game.komi().to_string(),
            "moves": self.game.move_count(),
            "result": self.score.margin().to_string(),
            "expected": self.expected(),
            "black": side(Color::Black),
            "white": side(Color::White),
            "dead": names(self.status.dead()),
            "seki": names(self.status.seki()),
            "black_territory": names(territory.points_of(Color::Black)),
            "white_territory": names(territory.points_of(Color::White)),
            "neutral": names(territory.dame()),
        });
        if self.is_komi_lost {
            value["result_before_komi"] = value["result"].take();
            value["komi"] = Value::Null;
            value["result"] = json!("?");
        }
        value
    }
}

fn names(points: &PointSet) -> Vec<String> {
    points
        .iter()
        .map(|point: Point| point.to_string())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Komi, Move, diagram};

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
        Game::from_position(board, Color::Black, Komi::from_half_points(1))
    }

    #[test]
    fn the_text_shows_the_dead_and_the_count() {
        let game = finished();
        let text = Count::new(game.clone()).text();
        for line in [
            " 2 o + X . O - - 2",
            "dead: A2 G6",
            "Black: territory 10, prisoners 0, dead stones 1: 11 points",
            "result: W+0.5 (Japanese rules, after move 0)",
        ] {
            assert!(text.lines().any(|l| l == line), "{line:?} in\n{text}");
        }
        let chinese = Count::new(game.with_rules(Rules::Chinese));
        let text = chinese.text();
        for line in [
            "Black: area 21 points",
            "White: area 21 points + komi 0.5",
            "result: W+0.5 (Chinese rules, after move 0)",
        ] {
            assert!(text.lines().any(|l| l == line), "{line:?} in\n{text}");
        }
        assert_eq!(chinese.json()["white"]["points"], 21);
    }

    #[test]
    fn the_json_has_a_fixed_form() {
        let mut game = finished();
        assert!(Count::new(game.clone()).json()["expected"].is_string());
        for _ in 0..2 {
            game.play(game.to_move(), Move::Pass).unwrap();
        }
        let value = Count::new(game).json();
        assert_eq!(value["expected"], Value::Null);
        assert_eq!(value["dead"], json!(["A2", "G6"]));
        assert_eq!(value["result"], "W+0.5");
        assert_eq!(value["seki"], json!([]));
        assert_eq!(value["white"]["points"], 11);
    }
}
