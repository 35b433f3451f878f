//! `explain`: why a move of a record was made.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use serde_json::{Value, json};

use super::load_record::{RecordArgs, RecordRulesArgs};
use crate::cli::exit::Exit;
use crate::cli::values::teacher_args::TeacherArgs;
use sgmp_advice::review::AdviceDesk;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::Picture;
use sgmp_board::record::{Format, GameRecord, check_new, create_new};
use sgmp_board::rules::{Game, Point};
use sgmp_engine::engine::JudgeEffort;
use sgmp_knowledge::experts::{
    Assessment, ConsideredMove, Explanation, GoodMove, GroupChange, JudgedPlay, RefutedMove,
    RejectedMove, Suggestion,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line, told_line};

/// A move to explain.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// The number of the move to explain, from 1 [default: the last]
    #[arg(long = "move", value_name = "N")]
    pub number: Option<usize>,

    /// The rules.
    #[command(flatten)]
    pub rules: RecordRulesArgs,

    /// The judge
    #[command(flatten)]
    pub teacher: TeacherArgs,

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
    let rules = args.record.rules(&record, &args.rules);
    let game = args.record.play_over(&record, None)?.with_rules(rules);
    match &args.sgf_comments {
        Some(out) => {
            let desk = args.teacher.desk(JudgeEffort::WHOLE_GAME);
            write_all(record, &game, desk, out)
        }
        None => tell_one(args, &game),
    }
}

fn tell_one(args: &ExplainArgs, game: &Game) -> Result<Exit, Failure> {
    let moves = game.move_count();
    let number = args.number.unwrap_or(moves);
    let mut desk = args.teacher.desk(JudgeEffort::ONE_POSITION);
    let explained = desk.explain(game, number);
    let (Some(explained), Some(after)) = (explained, game.after(number)) else {
        let file = args.record.file.display();
        return Err(match moves {
            0 => Failure::new(Blame::Record, format!("{file} has no move to explain")),
            _ => args.record.no_move(number, 1, moves),
        });
    };
    if args.json {
        stdout_line(object(number, &explained));
        return Ok(Exit::Done);
    }
    told_line(Picture::from_game(&after));
    told_line(format_args!("Move {number}. {explained}"));
    Ok(Exit::Done)
}

/// Writes the record anew, with every move explained; after Ctrl-C with those that were explained so far.
fn write_all(
    mut record: GameRecord,
    game: &Game,
    mut desk: AdviceDesk,
    out: &Path,
) -> Result<Exit, Failure> {
    // Before the work: it may take minutes.
    check_new(out).map_err(|error| Failure::new(Blame::Record, error))?;
    let interrupts = Interrupts::listen()?;
    let moves = game.move_count();
    stderr_line(format_args!(
        "explaining {moves} moves ... (Ctrl-C: write what is explained so far)"
    ));
    let mut progress = WorkProgress::new("moves", 0, moves as u64, false);
    let mut exit = Exit::Done;
    for number in 1..=moves {
        if interrupts.flag.load(Ordering::Relaxed) {
            exit = Exit::Interrupted;
            break;
        }
        if let Some(explained) = desk.explain(game, number) {
            record.remark(number - 1, &explained.to_string());
        }
        progress.reach(number as u64);
    }
    progress.finish();
    let text = record.to_sgf(Format::Ff4);
    create_new(out, text.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))?;
    told_line(format_args!("record: {}", out.display()));
    Ok(exit)
}

fn object(number: usize, explained: &Explanation) -> Value {
    let (assessment, rejection) = match &explained.assessment {
        Assessment::Held(_) => ("held", None),
        Assessment::Rejected(rejected) => ("rejected", Some(rejected.rejection.to_string())),
        Assessment::Unsuggested => ("unsuggested", None),
    };
    let judged = explained.judged.as_ref();
    let (before, after, gain) = match judged {
        Some(judged) => (judged.best.lead, judged.played.lead, judged.gain),
        None => {
            let score = &explained.score;
            (score.before, score.after, score.gain)
        }
    };
    let effects: Vec<String> = explained.effects.iter().map(ToString::to_string).collect();
    json!({
        "number": number,
        "color": explained.color.to_string(),
        "move": explained.mv.to_string(),
        "merit": assessment,
        "flaw": rejection,
        "reasons": reasons(explained.reasons()),
        "effects": effects,
        "score": {
            "before": rounded(before),
            "after": rounded(after),
            "gain": rounded(gain),
        },
        "judge": judged.map(verdict),
        "considered": match judged {
            Some(judged) => judged.others.iter().map(good).collect::<Vec<_>>(),
            None => explained.others.iter().map(considered).collect(),
        },
        "rejected": match judged {
            Some(judged) => judged.refuted.iter().map(refuted).collect::<Vec<_>>(),
            None => explained.rejected.iter().map(rejected).collect(),
        },
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

fn rejected(known: &RejectedMove) -> Value {
    json!({ "move": known.mv.to_string(), "flaw": known.rejection.to_string() })
}

/// The judge's view of the move.
fn verdict(judged: &JudgedPlay) -> Value {
    json!({
        "good": judged.is_good,
        "loss": rounded(judged.loss),
        "winrate": share(judged.played.win),
        "best": {
            "move": judged.best.mv.to_string(),
            "lead": rounded(judged.best.lead),
            "winrate": share(judged.best.win),
        },
    })
}

/// Another move that the judge likes.
fn good(other: &GoodMove) -> Value {
    json!({
        "move": other.judged.mv.to_string(),
        "loss": rounded(other.loss),
        "lead": rounded(other.judged.lead),
        "winrate": share(other.judged.win),
        "reasons": reasons(&other.reasons),
    })
}

/// A move that the experts and the judge reject.
fn refuted(known: &RefutedMove) -> Value {
    json!({
        "move": known.rejected.mv.to_string(),
        "flaw": known.rejected.rejection.to_string(),
        "loss": rounded(known.loss),
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

/// A chance to three decimals.
pub(crate) fn share(chance: f32) -> f64 {
    (f64::from(chance) * 1000.0).round() / 1000.0
}
