//! `hint`: what the side to move might play in a record.

use clap::Args;
use serde_json::{Value, json};

use super::explain_command::{reasons, rounded, share};
use super::load_record::{RecordArgs, RecordRulesArgs};
use crate::cli::exit::Exit;
use crate::cli::values::teacher_args::TeacherArgs;
use sgmp_board::failure::Failure;
use sgmp_board::picture::Picture;
use sgmp_board::rules::Color;
use sgmp_engine::engine::JudgeEffort;
use sgmp_knowledge::experts::{Hint, Hints};
use sgmp_match::console::{stdout_line, told_line};

/// A position to think about.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Look at the position after so many moves [default: after the last]
    #[arg(long = "move", value_name = "N")]
    pub moves: Option<usize>,

    /// The side to suggest moves to: black or white [default: whose turn it is]
    #[arg(long)]
    pub color: Option<Color>,

    /// The rules.
    #[command(flatten)]
    pub rules: RecordRulesArgs,

    /// The judge
    #[command(flatten)]
    pub teacher: TeacherArgs,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Prints the board and up to three moves, the best first.
///
/// # Errors
/// A file that cannot be read, or that holds no record or an impossible game.
pub(crate) fn run(args: &HintArgs) -> Result<Exit, Failure> {
    let record = args.record.read()?;
    let game = args.record.play_over(&record, args.moves)?;
    let game = game.with_rules(args.record.rules(&record, &args.rules));
    let color = args.color.unwrap_or(game.to_move());
    let mut desk = args.teacher.desk(JudgeEffort::ONE_POSITION);
    let hints = desk.hints(&game, color);
    if args.json {
        stdout_line(object(game.move_count(), &hints));
        return Ok(Exit::Done);
    }
    told_line(Picture::from_game(&game));
    told_line(format_args!("{color} might play:\n{hints}"));
    Ok(Exit::Done)
}

fn object(moves: usize, hints: &Hints) -> Value {
    json!({
        "moves": moves,
        "color": hints.color.to_string(),
        "hints": hints.moves.iter().map(hint).collect::<Vec<_>>(),
    })
}

fn hint(hint: &Hint) -> Value {
    json!({
        "move": hint.mv.to_string(),
        "gain": rounded(hint.gain),
        "lead": hint.judged.map(|judged| rounded(judged.lead)),
        "winrate": hint.judged.map(|judged| share(judged.win)),
        "reasons": reasons(&hint.reasons),
    })
}
