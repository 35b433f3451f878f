//! The referee of the USENIX computer Go tournament of 1984: two programs that read and write moves, the
//! board between them, and the processor time of each with all that it starts.
//!
//! [`RefereeGame`] has the rules: lines and accounts go in with the time, lines and events come out.
//! [`referee`] starts the programs and drives it. What the announcement leaves open stands in
//! `docs/referee.md`.

mod announced_diagram;
mod referee_events;
mod referee_game;
mod referee_run;
mod referee_terms;
mod usenix_words;

pub use announced_diagram::announced_diagram;
pub use referee_events::{RefereeEvent, RefereeOutput, RefereeRuling};
pub use referee_game::RefereeGame;
pub use referee_run::{RefereeError, Refereed, referee};
pub use referee_terms::{MoveClock, RefereeTerms};
pub(crate) use usenix_words::variables;
pub use usenix_words::{COLOR_VARIABLE, KOMI_VARIABLE, SIZE_VARIABLE, Said, TIME, read_line};
