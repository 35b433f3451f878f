//! The teacher of a command that explains: the experts, and a net that says which moves are good.

use clap::Args;

use super::thinking_args::parse_net;
use sgmp_advice::review::AdviceDesk;
use sgmp_engine::engine::JudgeEffort;
use sgmp_engine::engine::NamedNet;

/// The net of a command that explains.
#[derive(Clone, Copy, Debug, Args)]
pub struct TeacherArgs {
    /// The net whose search says which moves are good: own, the one that the program carries; none, the
    /// experts say so themselves; or a file [default: own]
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net)]
    pub net: Option<NamedNet>,
}

impl TeacherArgs {
    /// The desk of advice, which takes such an effort for a position.
    pub(crate) fn desk(self, effort: JudgeEffort) -> AdviceDesk {
        AdviceDesk::new(NamedNet::or_own(self.net), effort)
    }
}
