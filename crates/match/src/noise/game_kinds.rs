//! The lines and the opponents that `--games` tries where nothing is said.

use sgmp_proto::Color;
use sgmp_proto::sim::{Model, OtherProgram};

use crate::noise::noise_spec::{NoiseError, NoiseSpec};

/// One kind of line each, from good to hopeless, and at the end all at once.
const LINES: [&str; 20] = [
    "none",
    "drop=2%",
    "drop=20%",
    "drop-bytes=1%",
    "flip=1%",
    "flip-frames=5%",
    "junk=2%",
    "talk=20%",
    "dup=20%",
    "dup-bytes=1%",
    "delay=0..3s",
    "delay=0..45s",
    "split",
    "merge",
    "hangup=1%/30s",
    "drop=2%,flip=0.5%,junk=1%,talk=0.2%,dup=1%,delay=0..3s,split,hangup=0.1%/30s",
    "drop=2%,flip=0.5%,junk=1%,talk=0.2%,dup=1%,delay=0..3s,split,merge,hangup=0.1%/30s",
    "drop=2%,flip=0.5%,junk=1%,talk=0.2%,dup=1%,hangup=0.1%/30s,baud=300",
    "reorder=5%",
    "drop=2%,flip=0.5%,junk=1%,dup=1%,delay=0..3s,reorder=5%",
];

/// All of them, or what was said alone.
pub fn lines(said: Option<&NoiseSpec>) -> Result<Vec<NoiseSpec>, NoiseError> {
    match said {
        Some(spec) => Ok(vec![spec.clone()]),
        None => LINES.iter().map(|text| text.parse()).collect(),
    }
}

/// Players at the two ends; a guest takes Black in one game and White in the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairing {
    /// Two sessions of ours.
    Ours,
    /// One of ours against the model of another program.
    Against(Model),
}

impl Pairing {
    pub(super) const ALL: [Self; 4] = [
        Self::Ours,
        Self::Against(Model::GnuGo),
        Self::Against(Model::GoGui),
        Self::Against(Model::Windows),
    ];

    pub(super) fn guest(self, game: u64) -> Option<OtherProgram> {
        let color = Color::BOTH[usize::from(!game.is_multiple_of(2))];
        match self {
            Self::Ours => None,
            Self::Against(model) => Some(OtherProgram { color, model }),
        }
    }

    pub(super) fn name(self) -> String {
        match self {
            Self::Ours => "sgmp-go".to_owned(),
            Self::Against(model) => model.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_read() {
        assert_eq!(lines(None).map(|lines| lines.len()), Ok(LINES.len()));
    }
}
