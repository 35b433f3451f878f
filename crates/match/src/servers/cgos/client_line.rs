//! The lines that a client sends to a CGOS server.

use std::fmt;
use std::str::FromStr;

use super::server_line::ANALYZE;
use crate::servers::account::{HIDDEN, Password};
use crate::servers::line_parts::read_move;
use crate::servers::server_client::Outgoing;
use sgmp_engine::engine::Decision;

/// A reason why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccountError {
    /// The name is too short or too long.
    #[error("a name on CGOS has 3 to 18 characters")]
    NameLength,
    /// The name has other signs in it.
    #[error("a name on CGOS begins with a letter, and has only letters, digits, `_`, `-` and `.`")]
    NameSigns,
}

/// The name of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountName(String);

impl AccountName {
    /// The name as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for AccountName {
    type Err = AccountError;

    fn from_str(text: &str) -> Result<Self, AccountError> {
        let is_known = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
        if !text.starts_with(|first: char| first.is_ascii_alphabetic())
            || !text.bytes().all(is_known)
        {
            return Err(AccountError::NameSigns);
        }
        match text.len() {
            3..=18 => Ok(Self(text.to_owned())),
            _ => Err(AccountError::NameLength),
        }
    }
}

/// A line of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientLine {
    /// The answer to the greeting: the protocol `e1`, and the program.
    Protocol {
        /// The program, in one word.
        program: String,
        /// True if an analysis will stand behind moves.
        analyze: bool,
    },
    /// The name of the account.
    Username(AccountName),
    /// Its password.
    Password(Password),
    /// The answer to `genmove`.
    Move(SentMove),
    /// The game that is over is understood: another one may begin.
    Ready,
    /// No other game is wanted.
    Quit,
}

/// A move on its way to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentMove {
    /// The move, or the resignation.
    pub decision: Decision,
    /// The player's thoughts about it, as JSON on one line.
    pub analysis: Option<String>,
}

/// A line that is no answer to `genmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither a point, nor pass, nor resign")]
pub struct NoMove;

impl FromStr for SentMove {
    type Err = NoMove;

    fn from_str(line: &str) -> Result<Self, NoMove> {
        let line = line.trim();
        let (word, analysis) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let decision = match word {
            word if word.eq_ignore_ascii_case("resign") => Decision::Resign,
            word => Decision::Move(read_move(word).ok_or(NoMove)?),
        };
        let analysis = (!analysis.is_empty()).then(|| analysis.to_owned());
        Ok(Self { decision, analysis })
    }
}

impl fmt::Display for SentMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.decision {
            Decision::Move(mv) => mv.fmt(f)?,
            Decision::Resign => f.write_str("resign")?,
        }
        match &self.analysis {
            Some(analysis) => write!(f, " {analysis}"),
            None => Ok(()),
        }
    }
}

impl ClientLine {
    /// The line on its way.
    #[must_use]
    pub fn outgoing(&self) -> Outgoing {
        match self {
            Self::Password(password) => password.outgoing(),
            line => Outgoing::line(&line.to_string()),
        }
    }
}

impl fmt::Display for ClientLine {
    /// The line as logs show it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Protocol { program, analyze } => {
                let analyze = if *analyze { ANALYZE } else { "" };
                f.write_str(format!("e1 {program} {analyze}").trim_end())
            }
            Self::Username(name) => f.write_str(name.as_str()),
            Self::Password(_) => f.write_str(HIDDEN),
            Self::Move(sent) => sent.fmt(f),
            Self::Ready => f.write_str("ready"),
            Self::Quit => f.write_str("quit"),
        }
    }
}
