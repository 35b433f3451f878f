//! Games on servers: what is the same for all of them, and the protocols of CGOS and NNGS.
//!
//! Lines are read and written in `server_line.rs` and `client_line.rs` of a protocol, which do nothing else. Its client
//! follows them, and [`ServerGame`] keeps a game: each of our moves is in its journal before it is sent, and what the
//! server says counts. Only [`drive`] knows a socket, a clock and threads.

mod account;
pub mod cgos;
mod client_state;
mod event_json;
mod game_folder;
mod game_journal;
mod line_parts;
mod misfit;
pub mod nngs;
mod player_source;
mod record_keeper;
mod server_client;
pub mod server_clock;
mod server_driver;
mod server_event;
mod server_game;
mod server_game_end;
mod server_link;
mod server_setup;
mod typed_words;
mod watched_clocks;

pub use account::{Password, PasswordError};
pub use client_state::ClientState;
pub use event_json::ServerJson;
pub use game_folder::{GameFolder, OpenedGame, ServerKind};
pub use game_journal::{GameEntry, GameJournal, KnownGame, Period, TimedMove, Written};
pub use line_parts::LineError;
pub use server_setup::{Entrant, GameSetup, ServerResult};

pub use misfit::{Forbidden, Misfit};
pub use player_source::{PlayerSource, SeatedPlayer};
pub use server_client::{Finished, Outgoing, ServerClient, Step};
pub use server_driver::{Surroundings, drive};
pub use server_event::{GameBegun, GameOver, ServerEvent, ServerSpectator, Speaker};
pub use server_game::{GameSettings, ServerGame};
pub use server_link::LinkSettings;
pub use typed_words::{TypedLine, TypedLines};
pub use watched_clocks::WatchedClocks;
