//! A net of either form, and the bytes that it is read from.

use std::fmt;

use super::katago::{KatagoError, KatagoNetwork};
use super::net_error::NetError;
use super::network::Network;

/// First bytes of a file that gzip has made.
const GZIP: &[u8] = &[0x1F, 0x8B];

/// First bytes of a net in our own form.
const OWN: &[u8] = b"SGMPNET";

/// A net for a search, which lives as long as the program.
#[derive(Clone, Copy)]
pub enum NetChoice {
    /// One in our own form.
    Own(&'static Network),
    /// One in KataGo's form.
    Katago(&'static KatagoNetwork),
}

/// The reason why bytes are no net of either form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetChoiceError {
    /// They begin as a net in our own form.
    #[error(transparent)]
    Own(#[from] NetError),
    /// They begin as a net in KataGo's form.
    #[error(transparent)]
    Katago(#[from] KatagoError),
    /// They begin as neither form of net does.
    #[error(
        "this is no net that this program reads: neither its own form, which begins with SGMPNET, nor KataGo's \
         .bin.gz or .bin; checkpoints of PyTorch, ONNX and Leela Zero's text are not read"
    )]
    Unknown,
}

impl NetChoice {
    /// Boards of fewer lines are played without a net: none was trained on them.
    pub const MIN_LINES: u8 = Network::MIN_LINES;

    /// Bytes of a file that are worth reading: longer ones are refused.
    pub const MAX_BYTES: u64 = super::katago::MAX_BYTES as u64;

    /// The net that the program carries.
    #[must_use]
    pub fn embedded() -> Self {
        Self::Own(Network::embedded())
    }

    /// Reads a net of either form. It is never given back: a program reads one at its start.
    ///
    /// # Errors
    /// [`NetChoiceError`] where the bytes are no such net.
    pub fn read(bytes: &[u8]) -> Result<Self, NetChoiceError> {
        if bytes.starts_with(OWN) {
            let network = Network::read(bytes)?;
            Ok(Self::Own(Box::leak(Box::new(network))))
        } else if bytes.starts_with(GZIP) || KatagoNetwork::is_plain(bytes) {
            let network = KatagoNetwork::read(bytes)?;
            Ok(Self::Katago(Box::leak(Box::new(network))))
        } else {
            Err(NetChoiceError::Unknown)
        }
    }

    /// The net's origin, or its name where it tells no more.
    #[must_use]
    pub fn note(self) -> &'static str {
        match self {
            Self::Own(network) => network.note(),
            Self::Katago(network) => network.name(),
        }
    }

    /// Number of evaluations after which the clock is read for the first time, and at least from one reading
    /// to the next: a net that a user brings may be slow.
    pub(crate) const fn evaluations_per_clock_read(self) -> u32 {
        match self {
            Self::Own(_) => 8,
            Self::Katago(_) => 1,
        }
    }
}

impl PartialEq for NetChoice {
    /// True for the very same net.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Own(one), Self::Own(other)) => std::ptr::eq(*one, *other),
            (Self::Katago(one), Self::Katago(other)) => std::ptr::eq(*one, *other),
            (Self::Own(_), Self::Katago(_)) | (Self::Katago(_), Self::Own(_)) => false,
        }
    }
}

impl fmt::Debug for NetChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NetChoice").field(&self.note()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(bytes: &[u8]) -> String {
        NetChoice::read(bytes).expect_err("a refusal").to_string()
    }

    #[test]
    fn refusals_say_which_form_was_seen() {
        assert!(refusal(b"PK\x03\x04checkpoint").contains("neither its own form"));
        assert!(refusal(b"").contains("neither its own form"));
        assert!(refusal(b"SGMPNET1").contains("the net"));
        assert!(refusal(b"\x1F\x8B\x08").contains("decompressed"));
        assert!(refusal(b"b18c384nbt 14\n22 19\n").contains("version 14"));
    }
}
