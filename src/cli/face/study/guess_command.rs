//! `guess`: the moves of a game of a file, guessed one after the other.

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::records::load_record::RecordArgs;
use crate::cli::values::teacher_args::TeacherArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::replay;
use sgmp_board::rules::Color;
use sgmp_engine::engine::NamedNet;
use sgmp_faces::practice::guess_board::GuessBoard;
use sgmp_faces::practice::problem_board::StudyLook;
use sgmp_faces::study::GuessGame;

/// A game whose moves are guessed.
#[derive(Debug, Args)]
pub struct GuessArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Guess the moves of this color alone: black or white [default: both]
    #[arg(long)]
    pub color: Option<Color>,

    /// The first move to guess
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub from: usize,

    /// The net that gives points to other good moves
    #[command(flatten)]
    pub teacher: TeacherArgs,

    /// Draw boards with the letters of ASCII alone
    #[arg(long)]
    pub ascii: bool,
}

/// Asks until the game ends or the person leaves.
///
/// # Errors
/// A record that cannot be read, and one without such moves.
pub(crate) fn run(args: &GuessArgs, is_plain: bool) -> Result<Exit, Failure> {
    let record = args.record.read()?;
    let damaged = |error: &dyn std::fmt::Display| {
        let file = args.record.file.display();
        Failure::new(Blame::Record, format!("{file}: {error}"))
    };
    let game = replay(&record, usize::MAX).map_err(|error| damaged(&error))?;
    let net = NamedNet::or_own(args.teacher.net);
    let guess = GuessGame::new(game, args.color, args.from, net);
    let guess = guess.ok_or_else(|| damaged(&"no move to guess"))?;
    GuessBoard::new(guess)
        .run(StudyLook::new(args.ascii, is_plain))
        .map(Exit::from)
}
