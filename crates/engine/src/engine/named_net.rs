//! A net as people name it.

use super::NetChoice;

/// A net by the word that names it: own, none or a file; none of it for playouts.
#[derive(Clone, Copy, Debug)]
pub struct NamedNet {
    choice: Option<NetChoice>,
    word: &'static str,
}

impl NamedNet {
    /// A net, and its word.
    #[must_use]
    pub const fn new(choice: Option<NetChoice>, word: &'static str) -> Self {
        Self { choice, word }
    }

    /// The word as it is given on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        self.word
    }

    /// The net that the word stands for; `None` where it stands for none.
    pub const fn choice(self) -> Option<NetChoice> {
        self.choice
    }

    /// The net that an option names; without the option the one that the program carries.
    pub fn or_own(option: Option<Self>) -> Option<NetChoice> {
        option.map_or_else(|| Some(NetChoice::embedded()), Self::choice)
    }
}
