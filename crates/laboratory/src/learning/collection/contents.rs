//! The contents of a collection: sessions and games.

use serde::{Deserialize, Serialize};

use super::framing::{self, HEADER, SESSION};
use super::game_codec;
use crate::learning::{GamesConfig, TrainingGame};

/// The first line of every collection; its number changes with the layout.
pub(super) const MAGIC: &[u8] = b"SGMP-GO GAMES 1\n";

/// One run of the program that made games: where they come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The version of the program that made them.
    pub version: String,
    /// The command that was given, its words quoted for a shell.
    pub command: String,
    /// Time of its beginning, RFC 3339.
    pub began: String,
    /// A note of the operator, such as a commit.
    pub note: String,
    /// The players by number, as the games name them.
    pub players: Vec<String>,
    /// The games to be made.
    #[serde(rename = "recipe")]
    pub config: GamesConfig,
}

/// All that the bytes of a collection hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Runs of the program, the first one first.
    pub sessions: Vec<Session>,
    /// The games in the order in which they ended.
    pub games: Vec<TrainingGame>,
    /// Bytes that belong to no whole record, with whole ones after them.
    pub damaged: u64,
    /// Bytes after the last whole record: what a crash cut short.
    pub torn: u64,
}

/// Bytes whose checksum may be asked for in damage, besides as many as the file has: no file takes
/// for ever.
const MAX_RESCAN_BYTES: usize = 64 << 20;

/// Reads bytes that begin with [`MAGIC`]; `None` for others.
pub(super) fn scan(bytes: &[u8]) -> Option<Contents> {
    let mut rest = bytes.strip_prefix(MAGIC)?;
    let mut contents = Contents::default();
    let mut allowance = MAX_RESCAN_BYTES + bytes.len();
    let mut lost = 0;
    while !rest.is_empty() {
        let Some(left) = allowance.checked_sub(framing::cost(rest)) else {
            contents.damaged += lost + rest.len() as u64;
            return Some(contents);
        };
        allowance = left;
        let taken = framing::first(rest).filter(|payload| contents.take(payload));
        if let Some(payload) = taken {
            contents.damaged += lost;
            lost = 0;
            rest = &rest[HEADER + payload.len()..];
        } else {
            lost += 1;
            rest = &rest[1..];
        }
    }
    contents.torn = lost;
    Some(contents)
}

impl Contents {
    /// Reads the bytes of a collection, past any damage; `None` for the bytes of
    /// anything else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        scan(bytes)
    }

    /// Adds what a payload holds, if it can be read.
    fn take(&mut self, payload: &[u8]) -> bool {
        if let Some((&SESSION, text)) = payload.split_first() {
            let session = serde_json::from_slice(text);
            let is_read = session.is_ok();
            self.sessions.extend(session);
            return is_read;
        }
        let players = self.sessions.last().map(|session| &session.players[..]);
        let game = players.and_then(|players| game_codec::decode(payload, players));
        let is_read = game.is_some();
        self.games.extend(game);
        is_read
    }
}

impl Session {
    /// The session as a payload; `None` if it is too long.
    pub(super) fn payload(&self) -> Option<Vec<u8>> {
        let text = serde_json::to_vec(self).ok()?;
        Some([&[SESSION][..], &text].concat())
    }
}
