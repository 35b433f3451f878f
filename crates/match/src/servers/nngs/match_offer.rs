//! A match that is offered: the words of the command `match`, and what we play.

use std::fmt;
use std::str::FromStr;

use crate::servers::line_parts::Parts;
use sgmp_board::rules::{BoardSize, Color, Komi};

/// A name on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NngsName(String);

/// A reason why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NngsNameError {
    /// It is too short or too long.
    #[error("a name on NNGS or IGS has 2 to 20 letters and digits")]
    Length,
    /// It has other signs in it.
    #[error("a name on NNGS or IGS has only letters and digits")]
    Signs,
}

impl NngsName {
    /// The name as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether this is the name; servers go by letters, whatever their case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.0.eq_ignore_ascii_case(name)
    }
}

impl FromStr for NngsName {
    type Err = NngsNameError;

    fn from_str(text: &str) -> Result<Self, NngsNameError> {
        if !text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(NngsNameError::Signs);
        }
        match text.len() {
            2..=20 => Ok(Self(text.to_owned())),
            _ => Err(NngsNameError::Length),
        }
    }
}

impl fmt::Display for NngsName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An offer, as the words after `match` have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOffer {
    /// The other player.
    pub name: NngsName,
    /// The color of whoever gives the command.
    pub color: Color,
    /// The board.
    pub size: BoardSize,
    /// Main time, in minutes.
    pub minutes: u32,
    /// A period of overtime, in minutes.
    pub byoyomi: u32,
}

impl MatchOffer {
    /// The command that accepts it, out of `Use <match NAME W 9 10 5> or <decline NAME> to respond.`
    pub(super) fn in_words(words: &str) -> Option<Self> {
        let (command, _) = words.strip_prefix("Use <match ")?.split_once('>')?;
        let mut parts = Parts::new("match", command);
        let offer = Self {
            name: parts.parsed("a name", |text| text.parse().ok()).ok()?,
            color: parts.color().ok()?,
            size: parts
                .parsed("the size", |text| BoardSize::new(text.parse().ok()?))
                .ok()?,
            minutes: parts.parsed("the time", |text| text.parse().ok()).ok()?,
            byoyomi: parts
                .parsed("the byo-yomi", |text| text.parse().ok())
                .ok()?,
        };
        Some(offer)
    }

    /// The time in words.
    #[must_use]
    pub fn time_words(&self) -> String {
        format!("{} min and {} min for 25 moves", self.minutes, self.byoyomi)
    }
}

impl fmt::Display for MatchOffer {
    /// The command.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.color {
            Color::Black => 'B',
            Color::White => 'W',
        };
        let (size, minutes, byoyomi) = (self.size.lines(), self.minutes, self.byoyomi);
        write!(f, "match {} {color} {size} {minutes} {byoyomi}", self.name)
    }
}

/// The matches that we play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchWishes {
    /// The one opponent, to whom matches are offered; else all who offer one.
    pub opponent: Option<NngsName>,
    /// Our color, if it is not to change.
    pub color: Option<Color>,
    /// The board.
    pub size: BoardSize,
    /// Main time, in minutes.
    pub minutes: u32,
    /// A period of overtime, in minutes.
    pub byoyomi: u32,
    /// White's compensation, if it is not the server's.
    pub komi: Option<Komi>,
}

/// A reason to decline an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwanted {
    /// A game is on, or waits.
    #[error("a game is on")]
    Busy,
    /// No other game is wanted.
    #[error("no more games today")]
    Enough,
    /// The opponent is another one than the one that is wanted.
    #[error("waiting for another opponent")]
    Opponent,
    /// Color, board or time are others.
    #[error("other terms")]
    Terms,
}

impl MatchWishes {
    /// Returns whether we play by an offer.
    ///
    /// # Errors
    /// [`Unwanted`].
    pub fn accept(&self, offer: &MatchOffer) -> Result<(), Unwanted> {
        let other = self.opponent.as_ref();
        if other.is_some_and(|name| !name.is(offer.name.as_str())) {
            return Err(Unwanted::Opponent);
        }
        let is_our_color = self.color.is_none_or(|color| color == offer.color);
        let terms = (self.size, self.minutes, self.byoyomi);
        match is_our_color && terms == (offer.size, offer.minutes, offer.byoyomi) {
            true => Ok(()),
            false => Err(Unwanted::Terms),
        }
    }

    /// Our own offer, with colors in turn from game to game.
    #[must_use]
    pub fn offer(&self, games: u32) -> Option<MatchOffer> {
        let in_turn = match games % 2 {
            0 => Color::Black,
            _ => Color::White,
        };
        Some(MatchOffer {
            name: self.opponent.clone()?,
            color: self.color.unwrap_or(in_turn),
            size: self.size,
            minutes: self.minutes,
            byoyomi: self.byoyomi,
        })
    }

    /// The terms for those who offered others.
    #[must_use]
    pub fn words(&self) -> String {
        let color = self.color.map_or(String::new(), |color| {
            format!(" with {} for me", color.to_string().to_lowercase())
        });
        format!(
            "I play {}, {} min and {} min byo-yomi{color}",
            self.size, self.minutes, self.byoyomi
        )
    }
}
