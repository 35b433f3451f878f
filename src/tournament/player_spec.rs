//! Players by their words: `level:5`, `ours:playouts=800,rave=2000`, `gnugo --mode gtp`.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine::evolved::{EvolvedChoice, EvolvedPlayer, StaticPlayer};
use crate::engine::{Level, NetChoice, PlayMode, Settings, parse_settings};
use crate::move_weights::{MovePriors, MoveWeights};
use crate::port::{CommandLine, PortSpec};
use crate::record::read_bytes;
use crate::rules::{BoardSize, Color, Komi};
use crate::search::{PlayoutPolicy, PlayoutWeights, PlayoutWeightsError, UctParams};

/// The forms of a player, for errors and help.
const FORMS: &str = "level:0 to level:20, ours:NAME=VALUE,..., static-1, fighter-1, \
                     scatter-1, evolved:FILE, random, gtp:COMMAND or a bare COMMAND, \
                     usenix:COMMAND, sgmp:PORT, human";

/// Longest name that is made of a player's words, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// A player as the operator names it: `NAME=KIND`, or its kind alone.
///
/// # Examples
///
/// ```
/// use sgmp_go::tournament::PlayerSpec;
///
/// let five: PlayerSpec = "level:5".parse()?;
/// assert_eq!(five.name(), "level 5");
/// let gnu: PlayerSpec = "GNU=gnugo --mode gtp --level 1".parse()?;
/// assert_eq!((gnu.name(), gnu.to_string().as_str()), ("GNU", "GNU=gnugo --mode gtp --level 1"));
/// # Ok::<(), sgmp_go::tournament::PlayerSpecError>(())
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
pub(crate) enum PlayerKind {
    /// Our own engine.
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

/// The reason why words name no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("player {text:?}: {why}")]
pub struct PlayerSpecError {
    /// The words.
    pub text: String,
    /// The mistake and its remedy.
    pub why: String,
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
    pub(crate) fn is_same_player(&self, other: &Self) -> bool {
        self.kind == other.kind
    }

    /// Its kind.
    #[must_use]
    pub(crate) const fn kind(&self) -> &PlayerKind {
        &self.kind
    }

    /// Returns whether it can begin on a board with moves: USENIX knows no such game.
    #[must_use]
    pub const fn takes_openings(&self) -> bool {
        !matches!(self.kind, PlayerKind::Usenix(_))
    }

    /// The player as it was written, without the name that was given to it.
    #[must_use]
    pub(crate) fn words(&self) -> &str {
        split_name(&self.text).1
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let text = text.trim();
        let refused = |why: String| PlayerSpecError {
            text: text.to_owned(),
            why,
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

fn kind(words: &str) -> Result<PlayerKind, String> {
    let command = |words: &str| words.parse::<CommandTemplate>();
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
        Some(("sgmp", port)) => {
            let port: Result<PortSpec, _> = port.trim().parse();
            port.map(PlayerKind::Sgmp)
                .map_err(|error| error.to_string())
        }
        _ => match words {
            "" => Err(format!("nobody is named; there are {FORMS}")),
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
            Self::Ours(own) => match (own.level, own.is_level_alone()) {
                (Some(level), true) => format!("level {level}"),
                _ => words.to_owned(),
            },
            Self::Random | Self::Human => words.to_owned(),
            Self::Gtp(command) | Self::Usenix(command) => command.program_name(),
            Self::Sgmp(port) => port.to_string(),
        };
        name.chars().take(MAX_NAME_LENGTH).collect()
    }
}

/// Our own engine as a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OwnPlayer {
    /// Its level.
    level: Option<Level>,
    /// Playouts, or evaluations of the net, for a move.
    playouts: Option<u32>,
    /// The net it thinks with.
    net: NetWords,
    /// The likeliest move by the learned shapes alone.
    shapes: bool,
    /// One that does not think, in the engine's place.
    instant: Option<InstantPlayer>,
    /// Its own seed; else one for each game.
    seed: Option<u64>,
    /// False if it plays every game to its end.
    never_resigns: bool,
    /// Parameters of a search without a net.
    uct: UctParams,
    /// Weights of its playouts in a file, as `learn playouts` makes them.
    playout_weights: Option<PathBuf>,
    /// Weights of its patterns in a file, as `learn patterns` makes them.
    pattern_weights: Option<PathBuf>,
}

/// A player that chooses without thinking.
#[derive(Clone, Debug, PartialEq)]
enum InstantPlayer {
    /// By a look at each point.
    Static(StaticPlayer),
    /// By an evolved net in a file.
    Evolved(PathBuf),
}

impl InstantPlayer {
    fn mode(&self) -> Result<PlayMode, String> {
        match self {
            Self::Static(player) => Ok(PlayMode::Static(*player)),
            Self::Evolved(path) => {
                let of_file = |error: String| format!("{}: {error}", path.display());
                let bytes = read_bytes(path).map_err(|error| error.to_string())?;
                let player =
                    EvolvedPlayer::read(&bytes).map_err(|error| of_file(error.to_string()))?;
                Ok(PlayMode::Evolved(EvolvedChoice::keep(player)))
            }
        }
    }
}

/// The net that a player of ours thinks with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum NetWords {
    /// The default of such a player: our own, and none with a number of playouts.
    #[default]
    Unsaid,
    /// The one that the program carries.
    Own,
    /// None.
    None,
    /// A file.
    File(PathBuf),
}

/// Bytes of tree for a playout a move, what is kept from move to move included.
const MEMORY_A_PLAYOUT: usize = 64 << 10;

impl OwnPlayer {
    fn at_level(level: Level) -> Self {
        Self {
            level: Some(level),
            ..Self::default()
        }
    }

    fn without_thought(player: InstantPlayer) -> Self {
        Self {
            instant: Some(player),
            ..Self::default()
        }
    }

    fn is_level_alone(&self) -> bool {
        self.level
            .is_some_and(|level| *self == Self::at_level(level))
    }

    /// Returns whether it thinks as long as it may: it needs a clock.
    #[must_use]
    pub fn needs_time(&self) -> bool {
        let is_bounded = self.level.is_some_and(|level| level < Level::MAX);
        !self.shapes && self.instant.is_none() && self.playouts.is_none() && !is_bounded
    }

    /// Returns whether the words name its seed.
    pub(crate) const fn has_own_seed(&self) -> bool {
        self.seed.is_some()
    }

    /// The engine's settings; the seed is the game's where the words name none.
    ///
    /// # Errors
    /// A file of a net or of weights that cannot be read.
    pub fn settings(&self, seed: u64) -> Result<Settings, String> {
        let skill = self.level.and_then(Level::skill);
        let mode = match (&self.instant, skill) {
            (Some(player), _) => player.mode()?,
            _ if self.shapes => PlayMode::Shapes,
            (None, Some(skill)) => PlayMode::Experts(skill),
            (None, None) => PlayMode::Search,
        };
        let net = self.net.choice(mode, self.playouts.is_some())?;
        let uct = self.search_params()?;
        let net_skill = self.level.and_then(Level::net_skill);
        let playouts = self
            .playouts
            .or_else(|| self.level.and_then(Level::playouts));
        let defaults = Settings::default();
        Ok(Settings {
            seed: self.seed.unwrap_or(seed),
            mode,
            net,
            net_skill: net_skill.filter(|_| net.is_some()),
            playouts,
            resign: defaults.resign.filter(|_| !self.never_resigns),
            uct,
            memory: playouts.map_or(256 << 20, |playouts| {
                let memory = (playouts as usize).saturating_mul(MEMORY_A_PLAYOUT);
                memory.clamp(8 << 20, 512 << 20)
            }),
            ..defaults
        })
    }

    /// The parameters of a search without a net, with the weights of files, which stay for as long as the
    /// program runs.
    fn search_params(&self) -> Result<UctParams, String> {
        let mut uct = self.uct;
        if let Some(path) = &self.playout_weights {
            let of_file = |error: PlayoutWeightsError| format!("{}: {error}", path.display());
            let bytes = read_bytes(path).map_err(|error| error.to_string())?;
            let file = PlayoutWeights::from_bytes(&bytes).map_err(of_file)?;
            let policy = PlayoutPolicy::new(&file.weights).ok_or_else(|| {
                let (found, known) = (file.weights.len(), PlayoutPolicy::features());
                of_file(PlayoutWeightsError::Features { found, known })
            })?;
            uct.policy = Box::leak(Box::new(policy));
        }
        if let Some(path) = &self.pattern_weights {
            let bytes = read_bytes(path).map_err(|error| error.to_string())?;
            let weights = MoveWeights::from_bytes(&bytes)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            uct.patterns = Box::leak(Box::new(MovePriors::for_search(&weights)));
        }
        Ok(uct)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let odd = |what: &str| format!("{name}={value}: write {what}");
        match name {
            "level" => self.level = Some(value.parse()?),
            "playouts" => {
                let playouts: Option<u32> = value.parse().ok().filter(|n| *n > 0);
                self.playouts = Some(playouts.ok_or_else(|| odd("a number from 1 on"))?);
            }
            "seed" => self.seed = Some(value.parse().map_err(|_| odd("a whole number"))?),
            "net" => {
                self.net = match value {
                    "own" => NetWords::Own,
                    "none" => NetWords::None,
                    "" => return Err(odd("own, none or a file")),
                    path => NetWords::File(path.into()),
                }
            }
            "playout_weights" | "pattern_weights" if value.is_empty() => return Err(odd("a file")),
            "playout_weights" => self.playout_weights = Some(value.into()),
            "pattern_weights" => self.pattern_weights = Some(value.into()),
            "resign" => {
                self.never_resigns = match value {
                    "yes" => false,
                    "never" => true,
                    _ => return Err(odd("yes or never")),
                }
            }
            _ => {
                let settings = parse_settings(&format!("{name}={value}"));
                for setting in settings.map_err(|error| own_error(&error.to_string()))? {
                    setting.knob.set(&mut self.uct, setting.value);
                }
            }
        }
        Ok(())
    }
}

/// The parameters are many: what else can be set stands before them.
fn own_error(of_parameter: &str) -> String {
    format!(
        "{of_parameter}; besides level, playouts, net, seed, resign, shapes, playout_weights and pattern_weights"
    )
}

impl FromStr for OwnPlayer {
    type Err = String;

    /// Reads `level=5,resign=never`.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut own = Self::default();
        for part in text.split(',').map(str::trim) {
            match part.split_once('=') {
                Some((name, value)) => own.set(name.trim(), value.trim())?,
                None if part.is_empty() => {}
                None if part == "shapes" => own.shapes = true,
                None => {
                    return Err(format!("{part:?} sets nothing: write NAME=VALUE or shapes"));
                }
            }
        }
        let ways = [own.level.is_some(), own.playouts.is_some(), own.shapes];
        if ways.iter().filter(|is_set| **is_set).count() > 1 {
            return Err("level, playouts and shapes exclude each other: keep one".to_owned());
        }
        Ok(own)
    }
}

impl NetWords {
    fn choice(&self, mode: PlayMode, counts_playouts: bool) -> Result<Option<NetChoice>, String> {
        if mode != PlayMode::Search {
            return Ok(None);
        }
        match self {
            Self::None => Ok(None),
            Self::Unsaid if counts_playouts => Ok(None),
            Self::Unsaid | Self::Own => Ok(Some(NetChoice::embedded())),
            Self::File(path) => {
                let of_file = |error: String| format!("{}: {error}", path.display());
                let mut bytes = Vec::new();
                // A longer file is cut off here, and refused when it is read.
                File::open(path)
                    .and_then(|file| file.take(NetChoice::MAX_BYTES + 1).read_to_end(&mut bytes))
                    .map_err(|error| of_file(error.to_string()))?;
                let net = NetChoice::read(&bytes);
                net.map(Some).map_err(|error| of_file(error.to_string()))
            }
        }
    }
}

/// A command line in which `{color}`, `{size}`, `{komi}` and `{time}` stand for the game's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandTemplate(String);

/// The facts of a game that a command line may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The program's color: `black` or `white`.
    pub color: Color,
    /// Lines of the board.
    pub size: BoardSize,
    /// Komi.
    pub komi: Komi,
    /// Its time, in whole seconds; 0 without a limit.
    pub seconds: u64,
}

impl CommandTemplate {
    /// The command for a game.
    ///
    /// # Errors
    /// Words that are no command.
    pub fn fill(&self, facts: &GameFacts) -> Result<CommandLine, String> {
        let color = match facts.color {
            Color::Black => "black",
            Color::White => "white",
        };
        let filled = self
            .0
            .replace("{color}", color)
            .replace("{size}", &facts.size.lines().to_string())
            .replace("{komi}", &facts.komi.to_string())
            .replace("{time}", &facts.seconds.to_string());
        filled.parse().map_err(|error| format!("{error}"))
    }

    /// The last part of the program's path.
    fn program_name(&self) -> String {
        let program = shlex::split(&self.0).and_then(|words| words.into_iter().next());
        let program = program.unwrap_or_default();
        let name = program.rsplit('/').next().unwrap_or_default();
        name.to_owned()
    }
}

impl FromStr for CommandTemplate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let template = Self(text.trim().to_owned());
        if template.0.is_empty() {
            return Err("no command is named".to_owned());
        }
        let any = GameFacts {
            color: Color::Black,
            size: BoardSize::NINETEEN,
            komi: Komi::default(),
            seconds: 0,
        };
        template.fill(&any).map(|_| template)
    }
}

impl fmt::Display for CommandTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("gtp:", "no command"),
            ("gnugo 'x", "quot"),
            ("sgmp:", ""),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(culprit), "{text}: {error}");
        }
        let none = own("ours:net=/no/such/net").settings(0).unwrap_err();
        assert!(none.contains("/no/such/net"), "{none}");
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
