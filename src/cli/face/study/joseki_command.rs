//! `joseki tutor`: a walk through the book.

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_faces::practice::joseki_board;
use sgmp_faces::practice::problem_board::StudyLook;
use sgmp_faces::study::JosekiTutor;

/// A walk through the book.
#[derive(Debug, Args)]
pub struct TutorArgs {
    /// Begin with questions
    #[arg(long)]
    pub quiz: bool,

    /// Seed of the questions
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Draw boards with the letters of ASCII alone
    #[arg(long)]
    pub ascii: bool,
}

/// Walks through the book until the person leaves.
///
/// # Errors
/// A terminal that refuses to be a screen.
pub(crate) fn run(args: &TutorArgs, is_plain: bool) -> Result<Exit, Failure> {
    let tutor = JosekiTutor::new(args.seed);
    let look = StudyLook::new(args.ascii, is_plain);
    joseki_board::run(tutor, args.quiz, look).map(Exit::from)
}
