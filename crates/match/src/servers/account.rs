//! The password of an account on a server.

use std::fmt;

use super::server_client::Outgoing;

/// The words that logs show in place of a password.
pub(super) const HIDDEN: &str = "(the password)";

/// A password, which neither a log nor an error shows.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

/// A reason why a text is no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// It is empty.
    #[error("the password is empty: its line holds nothing")]
    Empty,
    /// It has a space, a sign of control or a letter beyond ASCII in it.
    #[error("the password has a space or a sign in it that servers do not take")]
    Signs,
}

impl Password {
    /// Reads a password: one word of visible ASCII.
    ///
    /// # Errors
    /// [`PasswordError`], which does not repeat it.
    pub fn read(text: &str) -> Result<Self, PasswordError> {
        if text.is_empty() {
            return Err(PasswordError::Empty);
        }
        match text.bytes().all(|byte| byte.is_ascii_graphic()) {
            true => Ok(Self(text.to_owned())),
            false => Err(PasswordError::Signs),
        }
    }

    /// The line that says it: the only place where a password is told.
    pub(super) fn outgoing(&self) -> Outgoing {
        Outgoing {
            bytes: format!("{}\n", self.0).into_bytes(),
            shown: HIDDEN.to_owned(),
        }
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}
