//! Games on servers: the command `cgos`.

pub(crate) mod cgos_args;
pub(crate) mod cgos_command;
mod cgos_watchers;
mod password_source;
mod server_players;
