//! `explain`: why a move of a record was made.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::load_record::RecordArgs;
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{stderr_line, stdout_line};
use crate::experts::{
    Assessment, ConsideredMove, Explanation, GroupChange, MoveSelector, Skill, Suggestion,
};
use crate::record::{Format, GameRecord, check_new, create_new};
use crate::rules::{Diagram, Game, Point, Rules};

/// A move to explain.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// The number of the move to explain, from 1 [default: the last]
    #[arg(long = "move", value_name = "N")]
    pub number: Option<usize>,

    /// Rules by which the score is estimated: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Explain every move instead, in comments of a new record: the main line, in the FF4 form
    #[arg(long, value_name = "OUT.sgf", conflicts_with_all = ["number", "json"])]
    pub sgf_comments: Option<PathBuf>,
}

/// Prints the board after the move, and why it was made; or writes that of all moves.
///
/// # Errors
/// A file that cannot be read or written, a record of no game or of an impossible one, and a move
/// that there is not.
pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Failure> {
    let record = args.record.read()?;
    let game = args.record.play_over(&record, None)?.with_rules(args.rules);
    args.record.remark_other_rules(&record, args.rules);
    match &args.sgf_comments {
        Some(out) => write_all(record, &game, out),
        None => tell_one(args, &game),
    }
}

fn tell_one(args: &ExplainArgs, game: &Game) -> Result<Exit, Failure> {
    let moves = game.move_count();
    let number = args.number.unwrap_or(moves);
    let explained =
        Explanation::for_move_number(&mut MoveSelector::new(), game, number, Skill::teacher());
    let (Some(explained), Some(after)) = (explained, game.after(number)) else {
        let file = args.record.file.display();
        return Err(match moves {
            0 => Failure::new(Exit::Record, format!("{file} has no move to explain")),
            _ => args.record.no_move(number, 1, moves),
        });
    };
    if args.json {
        stdout_line(object(number, &explained));
        return Ok(Exit::Done);
    }
    stdout_line(Diagram::new(after.board()).last_move(after.last_move()));
    stdout_line(format_args!("Move {number}. {explained}"));
    Ok(Exit::Done)
}

/// Writes the record anew, with every move explained.
fn write_all(mut record: GameRecord, game: &Game, out: &Path) -> Result<Exit, Failure> {
    // Before the work: it may take minutes.
    check_new(out).map_err(|error| Failure::new(Exit::Record, error))?;
    stderr_line(format_args!("explaining {} moves ...", game.move_count()));
    let mut selector = MoveSelector::new();
    for number in 1..=game.move_count() {
        let explained = Explanation::for_move_number(&mut selector, game, number, Skill::teacher());
        if let Some(explained) = explained {
            record.remark(number - 1, &explained.to_string());
        }
    }
    let text = record.to_sgf(Format::Ff4);
    create_new(out, text.as_bytes()).map_err(|error| Failure::new(Exit::Record, error))?;
    stdout_line(format_args!("record: {}", out.display()));
    Ok(Exit::Done)
}

fn object(number: usize, explained: &Explanation) -> Value {
    let (assessment, rejection) = match &explained.assessment {
        Assessment::Held(_) => ("held", None),
        Assessment::Rejected(rejected) => ("rejected", Some(rejected.rejection.to_string())),
        Assessment::Unsuggested => ("unsuggested", None),
    };
    let effects: Vec<String> = explained.effects.iter().map(ToString::to_string).collect();
    let rejected = explained
        .rejected
        .iter()
        .map(|known| json!({ "move": known.mv.to_string(), "flaw": known.rejection.to_string() }));
    json!({
        "number": number,
        "color": explained.color.to_string(),
        "move": explained.mv.to_string(),
        "merit": assessment,
        "flaw": rejection,
        "reasons": reasons(explained.reasons()),
        "effects": effects,
        "score": {
            "before": rounded(explained.score.before),
            "after": rounded(explained.score.after),
            "gain": rounded(explained.score.gain),
        },
        "considered": explained.others.iter().map(considered).collect::<Vec<_>>(),
        "rejected": rejected.collect::<Vec<_>>(),
        "groups": explained.groups.iter().map(group).collect::<Vec<_>>(),
    })
}

/// Reasons by their names, with their sentences.
pub(crate) fn reasons(reasons: &[Suggestion]) -> Vec<Value> {
    let told = reasons.iter().map(|known| {
        json!({
            "expert": known.reason.expert.to_string(),
            "reason": known.reason.to_string(),
            "sentence": known.sentence(),
        })
    });
    told.collect()
}

fn considered(other: &ConsideredMove) -> Value {
    json!({
        "move": other.mv.to_string(),
        "value": rounded(other.value),
        "gain": rounded(other.gain),
        "reasons": reasons(&other.reasons),
    })
}

fn group(news: &GroupChange) -> Value {
    let point = |point: Point| point.to_string();
    json!({
        "color": news.group.color.to_string(),
        "stone": point(news.group.stone),
        "stones": news.group.stones,
        "status": news.now.number(),
        "before": news.before.map(|before| before.number()),
        "kills": news.decides.map(|(kills, _)| point(kills)),
        "saves": news.decides.map(|(_, saves)| point(saves)),
        "sentence": news.to_string(),
    })
}

/// Points to one decimal.
pub(crate) fn rounded(points: f32) -> f64 {
    (f64::from(points) * 10.0).round() / 10.0
}
