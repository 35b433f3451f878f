//! The teacher of a command that explains: the experts, and a net that says which moves are good.

use clap::Args;

use super::thinking_args::{NetArg, parse_net};
use crate::engine::{JudgeEffort, NetChoice, SearchJudge};
use crate::experts::Teacher;

/// The net of a command that explains.
#[derive(Clone, Copy, Debug, Args)]
pub struct TeacherArgs {
    /// The net whose search says which moves are good: own, the one that the program carries; none, the
    /// experts say so themselves; or a file [default: own]
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net)]
    pub net: Option<NetArg>,
}

impl TeacherArgs {
    /// The teacher, whose judge takes such an effort.
    pub(crate) fn teacher(self, effort: JudgeEffort) -> Teacher {
        teacher(NetArg::or_own(self.net), effort)
    }
}

/// A teacher with a net or without.
pub(crate) fn teacher(net: Option<NetChoice>, effort: JudgeEffort) -> Teacher {
    Teacher::new(net.map(|net| Box::new(SearchJudge::new(net, effort)) as _))
}
