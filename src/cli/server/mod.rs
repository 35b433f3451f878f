//! Games on servers: the commands `cgos`, `nngs` and `bridge`.

pub(crate) mod bridge_args;
pub(crate) mod bridge_command;
pub(crate) mod cgos_args;
pub(crate) mod cgos_command;
mod line_seat;
pub(crate) mod nngs_args;
pub(crate) mod nngs_command;
mod password_source;
mod server_args;
mod server_players;
mod server_session;
mod server_watchers;
