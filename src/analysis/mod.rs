//! The position as a player describes it: strings, connections, groups, eyes, life status,
//! influence, territory, the score.
mod connections;
mod effort;
mod groups;
mod living;
mod shape;
mod strings;
#[cfg(test)]
mod testing;

pub use connections::{Connection, ConnectionKind, ConnectionStatus};
pub use effort::Effort;
pub use groups::{Group, GroupId, Groups};
pub use strings::{StoneString, StringId, Strings};
