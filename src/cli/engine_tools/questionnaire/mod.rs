//! `questionnaire`: Appendix C of the call, answered with figures of this program.

mod answers;
mod call_figure;
mod measures;
mod own_answer;

use clap::Args;

use answers::Questionnaire;
use measures::Measures;
use own_answer::OwnAnswer;

use crate::cli::exit::Exit;
use sgmp_engine::engine::Level;
use sgmp_match::console::TextStream;

/// The questionnaire.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sgmp-go questionnaire --developer 'A. Ito' --achievements '2nd of 16, UEC Cup 2027'
  sgmp-go questionnaire --level 12 --answer 6='[x] For sale' --answer 18='a larger net'")]
pub struct QuestionnaireArgs {
    /// The developer's name
    #[arg(long, value_name = "NAME", default_value = "the authors of sgmp-go")]
    pub developer: String,

    /// Achievements in the past three years
    #[arg(long, value_name = "TEXT", default_value = "none yet")]
    pub achievements: String,

    /// The level that takes part, whose rank is told
    #[arg(long, value_name = "0..20", default_value_t = Level::MAX)]
    pub level: Level,

    /// An answer in your own words in place of the program's, by the number of its question; may be given again
    #[arg(long = "answer", value_name = "N=TEXT")]
    pub answers: Vec<OwnAnswer>,
}

/// Prints the answers to standard output, question by question.
pub(crate) fn run(args: &QuestionnaireArgs) -> Exit {
    let questionnaire = Questionnaire {
        args,
        measures: Measures::count(),
        findings: call_figure::findings(),
    };
    TextStream::Stdout.text(&questionnaire.text());
    Exit::Done
}
