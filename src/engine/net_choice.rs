//! The net that an engine plays with.

use std::fmt;

use crate::net::Network;

/// A net for a search, which lives as long as the program.
#[derive(Clone, Copy)]
pub struct NetChoice(&'static Network);

impl NetChoice {
    /// Boards of fewer lines are played without a net: none was trained on them.
    pub const MIN_LINES: u8 = Network::MIN_LINES;

    /// The net that the program carries.
    #[must_use]
    pub fn embedded() -> Self {
        Self(Network::embedded())
    }

    /// Another net. It is never given back: a program reads one at its start.
    #[must_use]
    pub fn keep(network: Network) -> Self {
        Self(Box::leak(Box::new(network)))
    }

    /// The net.
    #[must_use]
    pub const fn network(self) -> &'static Network {
        self.0
    }
}

impl PartialEq for NetChoice {
    /// True for the very same net.
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl fmt::Debug for NetChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("NetChoice").field(&self.0.note()).finish()
    }
}
