//! Players by their words: `level:5`, `ours:playouts=800,rave=2000`, `gnugo --mode gtp`.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::command_template::{CommandTemplate, TemplateError};
use super::own_player::{InstantPlayer, OwnPlayer};
use super::player_error::{PlayerFileError, PlayerSpecError, PlayerWordsError};
use sgmp_engine::engine::evolved::StaticPlayer;
use sgmp_match::port::PortSpec;

/// Longest name that is made of a player's words, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// A player as the operator names it: `NAME=KIND`, or its kind alone.
///
/// # Examples
///
/// ```
/// use sgmp_hall::tournament::PlayerSpec;
///
/// let five: PlayerSpec = "level:5".parse()?;
/// assert_eq!(five.name(), "level 5");
/// let gnu: PlayerSpec = "GNU=gnugo --mode gtp --level 1".parse()?;
/// assert_eq!((gnu.name(), gnu.to_string().as_str()), ("GNU", "GNU=gnugo --mode gtp --level 1"));
/// # Ok::<(), sgmp_hall::tournament::PlayerSpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerSpec {
    name: String,
    kind: PlayerKind,
    /// All of it as it was written.
    text: String,
}

/// The kinds of players.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerKind {
    /// Our own engine, with these settings.
    Ours(Box<OwnPlayer>),
    /// Legal moves by lot, own eyes left alone.
    Random,
    /// A program that speaks the Go Text Protocol.
    Gtp(CommandTemplate),
    /// A program by the rules of the USENIX tournament of 1984.
    Usenix(CommandTemplate),
    /// A program that speaks the Standard Go Modem Protocol on a port.
    Sgmp(PortSpec),
    /// People, who enter moves or report results.
    Human,
}

impl PlayerSpec {
    /// The name for records and tables: the given one, or one made of the words.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same player under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    /// Returns whether both play alike, whatever they are called.
    #[must_use]
    pub fn is_same_player(&self, other: &Self) -> bool {
        self.kind == other.kind
    }

    /// The kind of player that the words name.
    #[must_use]
    pub const fn kind(&self) -> &PlayerKind {
        &self.kind
    }

    /// Returns whether it can begin on a board with moves: USENIX knows no such game.
    #[must_use]
    pub const fn takes_openings(&self) -> bool {
        !matches!(self.kind, PlayerKind::Usenix(_))
    }

    /// Reads the files that the words name: a net, weights.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else.
    pub fn check_files(&self) -> Result<(), PlayerFileError> {
        match &self.kind {
            PlayerKind::Ours(own) => own.settings(0).map(drop),
            _ => Ok(()),
        }
    }

    /// Looks for the program that the words name; nothing is started.
    ///
    /// # Errors
    /// The program is nowhere, and what else may stand there.
    pub fn find_program(&self) -> Result<(), PlayerWordsError> {
        let command = match &self.kind {
            PlayerKind::Gtp(template) | PlayerKind::Usenix(template) => {
                template.any_game().map_err(TemplateError::from)?
            }
            PlayerKind::Sgmp(PortSpec::Exec(command)) => command.clone(),
            PlayerKind::Ours(_) | PlayerKind::Random | PlayerKind::Sgmp(_) | PlayerKind::Human => {
                return Ok(());
            }
        };
        let program = command.program();
        // What a game's facts complete is known with the game.
        if command.is_there() || program.contains('{') {
            return Ok(());
        }
        Err(PlayerWordsError::NoProgram(program.to_owned()))
    }

    /// The player as it was written, without the name that was given to it.
    #[must_use]
    pub fn words(&self) -> &str {
        split_name(&self.text).1
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let text = text.trim();
        let refused = |source| PlayerSpecError {
            text: text.to_owned(),
            source,
        };
        let (name, words) = split_name(text);
        let kind = kind(words).map_err(refused)?;
        Ok(Self {
            name: name.map_or_else(|| kind.default_name(words), str::to_owned),
            kind,
            text: text.to_owned(),
        })
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Serialize for PlayerSpec {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl<'de> Deserialize<'de> for PlayerSpec {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The given name and the rest: a name holds neither spaces nor colons nor slashes.
fn split_name(text: &str) -> (Option<&str>, &str) {
    let is_name = |name: &str| {
        let is_odd = |c: char| c.is_whitespace() || matches!(c, ':' | '/' | '"' | '\'' | '{');
        !name.is_empty() && !name.contains(is_odd)
    };
    match text.split_once('=') {
        Some((name, rest)) if is_name(name) => (Some(name), rest.trim()),
        _ => (None, text),
    }
}

/// Returns whether this can be the name of a kind, and neither a path nor a drive.
fn is_word(text: &str) -> bool {
    text.len() > 1 && text.chars().all(|c| c.is_ascii_alphanumeric())
}

fn kind(words: &str) -> Result<PlayerKind, PlayerWordsError> {
    let command = |words: &str| Ok(words.parse::<CommandTemplate>()?);
    match words.split_once(':') {
        Some(("level", level)) => {
            let own = OwnPlayer::at_level(level.trim().parse()?);
            Ok(PlayerKind::Ours(Box::new(own)))
        }
        Some(("ours", words)) => Ok(PlayerKind::Ours(Box::new(words.parse()?))),
        Some(("evolved", path)) => Ok(PlayerKind::Ours(Box::new(OwnPlayer::without_thought(
            InstantPlayer::Evolved(PathBuf::from(path.trim())),
        )))),
        Some(("gtp", words)) => command(words).map(PlayerKind::Gtp),
        Some(("usenix", words)) => command(words).map(PlayerKind::Usenix),
        Some(("sgmp", port)) => Ok(PlayerKind::Sgmp(port.trim().parse()?)),
        Some((kind, _)) if is_word(kind) => Err(PlayerWordsError::Kind(kind.to_owned())),
        _ => match words {
            "" => Err(PlayerWordsError::Empty),
            "ours" => Ok(PlayerKind::Ours(Box::default())),
            "random" => Ok(PlayerKind::Random),
            "human" => Ok(PlayerKind::Human),
            words => match StaticPlayer::named(words) {
                Some(player) => Ok(PlayerKind::Ours(Box::new(OwnPlayer::without_thought(
                    InstantPlayer::Static(player),
                )))),
                None => command(words).map(PlayerKind::Gtp),
            },
        },
    }
}

impl PlayerKind {
    fn default_name(&self, words: &str) -> String {
        let name = match self {
            Self::Ours(own) => match own.level_alone() {
                Some(level) => format!("level {level}"),
                None => words.to_owned(),
            },
            Self::Random | Self::Human => words.to_owned(),
            Self::Gtp(command) | Self::Usenix(command) => command.program_name(),
            Self::Sgmp(port) => port.to_string(),
        };
        name.chars().take(MAX_NAME_LENGTH).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::GameFacts;
    use sgmp_board::rules::{BoardSize, Color, Komi};
    use sgmp_engine::engine::PlayMode;

    fn read(text: &str) -> PlayerSpec {
        text.parse().unwrap()
    }

    fn own(text: &str) -> OwnPlayer {
        match read(text).kind {
            PlayerKind::Ours(own) => *own,
            kind => panic!("{text}: {kind:?}"),
        }
    }

    #[test]
    fn players_have_a_name_and_a_kind() {
        for (text, name) in [
            ("level:5", "level 5"),
            ("five=level:5", "five"),
            ("ours", "ours"),
            ("ours:playouts=200,rave=300", "ours:playouts=200,rave=300"),
            ("quick=ours:playouts=200", "quick"),
            ("random", "random"),
            ("human", "human"),
            ("/usr/games/gnugo --mode gtp", "gnugo"),
            ("gtp:gnugo --mode gtp", "gnugo"),
            ("GNU=gnugo --komi=5", "GNU"),
            ("gnugo --mode=gtp", "gnugo"),
            ("usenix:./prog {color}", "prog"),
            ("sgmp:/dev/ttyS0", "/dev/ttyS0"),
        ] {
            let spec = read(text);
            assert_eq!(spec.name(), name, "{text}");
            assert_eq!(spec.to_string().parse(), Ok(spec), "{text}");
        }
        assert_eq!(read("a=level:5").words(), "level:5");
        assert_eq!(read("gnugo --x=1").words(), "gnugo --x=1");
    }

    #[test]
    fn our_own_engine_takes_what_its_words_say() {
        let settings = |text| own(text).settings(7).unwrap();
        let three = settings("level:3");
        assert!(matches!(three.mode, PlayMode::Experts(_)) && three.net.is_none());
        let ten = settings("level:10");
        assert!(ten.net.is_some() && ten.net_skill.is_some());
        assert_eq!(ten, settings("ours:level=10"));
        let alone = settings("ours:playouts=300,rave=300,resign=never,seed=3");
        assert_eq!((alone.net, alone.playouts), (None, Some(300)));
        assert_eq!((alone.seed, alone.resign), (3, None));
        assert_eq!(alone.uct.rave, 300.0);
        let asked = settings("ours:playouts=30,net=own");
        assert!(asked.net.is_some() && asked.net_skill.is_none());
        assert_eq!(settings("level:3").seed, 7);
        assert_eq!(settings("ours:shapes").mode, PlayMode::Shapes);
        assert!(matches!(settings("fighter-1").mode, PlayMode::Static(_)));
        let nowhere = own("evolved:/nowhere.net").settings(7).unwrap_err();
        let nowhere = nowhere.to_string();
        assert!(nowhere.contains("/nowhere.net"), "{nowhere}");
    }

    #[test]
    fn only_who_thinks_without_a_bound_needs_time() {
        for text in ["level:20", "ours", "ours:net=none"] {
            assert!(own(text).needs_time(), "{text}");
        }
        for text in ["level:19", "ours:playouts=1", "ours:shapes", "static-1"] {
            assert!(!own(text).needs_time(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_named() {
        for (text, culprit) in [
            ("", "nobody is named"),
            ("level:21", "\"21\" is not a level"),
            ("ours:playouts=0", "playouts=0: write a number"),
            ("ours:rave", "\"rave\" sets nothing"),
            ("ours:ravel=1", "no parameter is called \"ravel\""),
            ("ours:level=3,playouts=3", "exclude each other"),
            ("ours:resign=no", "yes or never"),
            (
                "levl:3",
                "no kind of player is called \"levl\"; there are level:0",
            ),
            ("gtp:", "no command"),
            ("gnugo 'x", "quot"),
            ("sgmp:", ""),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(culprit), "{text}: {error}");
        }
        let none = read("ours:net=/no/such/net").check_files().unwrap_err();
        let none = none.to_string();
        assert!(none.contains("/no/such/net"), "{none}");
        let nowhere = read("/no/such/program --gtp").find_program().unwrap_err();
        let nowhere = nowhere.to_string();
        assert!(
            nowhere.contains("no program /no/such/program") && nowhere.contains("level:0"),
            "{nowhere}"
        );
        for there in [
            "sh -c true",
            "usenix:/bin/sh",
            "sgmp:exec:sh",
            "./{color}.sh",
            "level:3",
        ] {
            assert_eq!(read(there).find_program(), Ok(()), "{there}");
        }
    }

    #[test]
    fn a_command_names_the_game() {
        let template: CommandTemplate = "prog --as {color} -s {size} '{komi} {time}'"
            .parse()
            .unwrap();
        let facts = GameFacts {
            color: Color::White,
            size: BoardSize::new(9).unwrap(),
            komi: Komi::FIVE_AND_A_HALF,
            seconds: 600,
        };
        let command = template.fill(&facts).unwrap();
        assert_eq!(command.arguments(), ["--as", "white", "-s", "9", "5.5 600"]);
    }
}
