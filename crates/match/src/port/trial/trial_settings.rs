//! The settings of a trial of the line.

use std::time::Duration;

use sgmp_proto::{Color, Config};

/// Time beyond a Black's resend interval in which its NEWGAME would be heard.
const LISTEN_MARGIN: Duration = Duration::from_secs(2);
/// A match under way takes NEWGAME for that of a program that begins when it comes again within 25 s.
const LEAST_NEWGAME_INTERVAL: Duration = Duration::from_secs(30);
/// The least time by which NEWGAME comes again later than a program that begins says it.
const NEWGAME_MARGIN: Duration = Duration::from_secs(10);
/// A few lines of checks take as long as so many frames on the line.
const LINE_FRAMES: u32 = 16;

/// The settings of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialSettings {
    /// Our color; `None`: the one that the other side leaves.
    pub color: Option<Color>,
    /// The session's settings; its color is ours. A Black at the other end is expected to say NEWGAME again after
    /// the same time as we would.
    pub config: Config,
    /// Time to look for the other side.
    pub wait: Duration,
}

impl TrialSettings {
    /// Time in which a Black that waits is heard.
    #[must_use]
    pub fn listening(&self) -> Duration {
        self.config.resend.saturating_add(LISTEN_MARGIN)
    }

    /// The settings of a Black that has not heard anything yet: it says NEWGAME again too late for a match that is under
    /// way at the other end to take it for a program that begins.
    pub(super) fn cautious(&self) -> Config {
        let later = self.config.resend.saturating_add(NEWGAME_MARGIN);
        Config {
            resend: later.max(LEAST_NEWGAME_INTERVAL),
            ..self.config
        }
    }

    /// A time on this line: longer by that of a few lines.
    pub(super) fn on_line(&self, time: Duration) -> Duration {
        time.saturating_add(self.config.pace.frame * LINE_FRAMES)
    }
}
