//! Options of thinking, for every command that plays.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroU16;
use std::path::Path;
use std::time::Duration;

use clap::Args;

use super::level_words::ranks_of_levels;
use super::memory_size::{default_memory, parse_memory};
use sgmp_board::record::{FileError, read_bytes};
use sgmp_engine::engine::evolved::{
    EvolvedChoice, EvolvedPlayer, EvolvedPlayerError, StaticPlayer,
};
use sgmp_engine::engine::{Level, NamedNet, NetChoice, PlayMode, Settings};
use sgmp_engine::net::NetChoiceError;
use sgmp_engine::time_control::Thinking;
use sgmp_match::play::duration::parse_wait;
use sgmp_match::port::{OpponentsTime, wall_clock};

/// Effort and resources of a player that thinks.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Player")]
pub struct ThinkingArgs {
    /// Think so long for each move, or less where that cannot change it [default: as the clock
    /// allows]
    #[arg(long, value_parser = parse_wait, value_name = "TIME")]
    pub move_time: Option<Duration>,

    /// Think so many playouts a move
    #[arg(long, value_name = "N")]
    pub playouts: Option<u32>,

    /// Play so well, 0 to 20
    #[arg(long, value_name = "0..20", conflicts_with = "playouts",
          help = format!("Play so well, 0 to 20, by rank: {} [default: 20]", ranks_of_levels()))]
    pub level: Option<Level>,

    /// Play the likeliest move by the learned shapes alone, at once: an opponent to compare with
    #[arg(long, conflicts_with_all = ["move_time", "playouts", "level"])]
    pub shapes: bool,

    /// Play as one that does not think: static-1, fighter-1 or scatter-1, which look at each point once, or
    /// evolved:FILE, a net that `evolve` has kept
    #[arg(long, value_name = "NAME", value_parser = parse_player,
          conflicts_with_all = ["move_time", "playouts", "level", "shapes", "net"])]
    pub player: Option<PlayerArg>,

    /// The net to think with: own, the one that the program carries; none, playouts instead; or a file, of our
    /// own form or one of KataGo's plain residual nets (.bin.gz, model version 8).
    /// With --playouts there is none if nothing is said [default: own]
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net, conflicts_with = "shapes")]
    pub net: Option<NamedNet>,

    /// Threads that think [default: one for each core; at levels 7 to 19 with the net one]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroU16>,

    /// Memory for what is thought: 300M, 2G [default: a quarter of the machine's, 4G at most]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,

    /// Seed of the player's chance [default: from the clock]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

impl ThinkingArgs {
    /// The player they describe, with the machine's cores and memory where nothing is said.
    pub(crate) fn settings(&self) -> Settings {
        let net = self.net();
        let net_skill = self
            .level
            .and_then(Level::net_skill)
            .filter(|_| net.is_some());
        let cores = || std::thread::available_parallelism().map_or(1, Into::into);
        let now = || wall_clock().timestamp().as_nanosecond() as u64;
        Settings {
            seed: self.seed.unwrap_or_else(now),
            mode: self.mode(),
            net,
            net_skill,
            playouts: self.playouts_a_move(),
            threads: match (self.threads, net_skill) {
                (Some(n), _) => n.get().into(),
                // The seed decides on one thread only, and there is little to share.
                (None, Some(_)) => 1,
                (None, None) => cores(),
            },
            memory: self.memory.unwrap_or_else(default_memory),
            ..Settings::default()
        }
    }

    /// Returns whether they say who plays, not only with what resources.
    pub(crate) const fn names_player(&self) -> bool {
        self.level.is_some()
            || self.playouts.is_some()
            || self.move_time.is_some()
            || self.plays_at_once()
            || self.net.is_some()
    }

    /// The words that say the same, as far as anything is said.
    pub(crate) fn words(&self) -> Vec<String> {
        let time = |time: Duration| format!("{}ms", time.as_millis());
        let values = [
            ("--level", self.level.map(|level| level.to_string())),
            ("--playouts", self.playouts.map(|number| number.to_string())),
            ("--move-time", self.move_time.map(time)),
            ("--player", self.player.map(|player| player.word.to_owned())),
            ("--net", self.net.map(|net| net.word().to_owned())),
            ("--threads", self.threads.map(|number| number.to_string())),
            ("--memory", self.memory.map(|bytes| bytes.to_string())),
            ("--seed", self.seed.map(|seed| seed.to_string())),
        ];
        let said = values
            .into_iter()
            .filter_map(|(word, value)| Some([word.to_owned(), value?]));
        let shapes = self.shapes.then(|| "--shapes".to_owned());
        shapes.into_iter().chain(said.flatten()).collect()
    }

    /// Takes over what is said of threads, memory and chance.
    pub(crate) fn take_resources(&mut self, said: &Self) {
        self.threads = said.threads.or(self.threads);
        self.memory = said.memory.or(self.memory);
        self.seed = said.seed.or(self.seed);
    }

    /// Measure of the time for a move.
    pub(crate) fn thinking(&self) -> Thinking {
        match (self.move_time, self.playouts_a_move()) {
            (Some(time), _) => Thinking::Fixed(time),
            (None, Some(_)) => Thinking::Counted,
            (None, None) => Thinking::ByTheClock,
        }
    }

    /// Use of the opponent's time: a player with a fixed effort does not add to it.
    pub(crate) fn opponents_time(&self) -> OpponentsTime {
        match self.thinking() {
            Thinking::ByTheClock => OpponentsTime::Ponder,
            Thinking::Fixed(_) | Thinking::Counted | Thinking::ByItself => OpponentsTime::Rest,
        }
    }

    fn mode(&self) -> PlayMode {
        let skill = self.level.and_then(Level::skill);
        match (self.player, skill) {
            (Some(player), _) => player.mode,
            _ if self.shapes => PlayMode::Shapes,
            (None, Some(skill)) => PlayMode::Experts(skill),
            (None, None) => PlayMode::Search,
        }
    }

    /// Returns whether the player chooses without a search, whatever the time.
    const fn plays_at_once(&self) -> bool {
        self.shapes || self.player.is_some()
    }

    fn net(&self) -> Option<NetChoice> {
        let is_asked = !self.plays_at_once() && self.playouts.is_none();
        let is_search = self.mode() == PlayMode::Search;
        match self.net {
            Some(net) => net.choice(),
            None => (is_asked && is_search).then(NetChoice::embedded),
        }
    }

    /// The net that judges moves which are explained, whoever plays them; `None` if there shall be none.
    pub(crate) fn judge(&self) -> Option<NetChoice> {
        NamedNet::or_own(self.net)
    }

    fn playouts_a_move(&self) -> Option<u32> {
        let of_level = || self.level?.playouts();
        // Who does not think needs none, and does not begin to with more time.
        let none = self.plays_at_once().then_some(1);
        self.playouts.or_else(of_level).or(none)
    }
}

/// A player of the command line that does not think.
#[derive(Clone, Copy, Debug)]
pub struct PlayerArg {
    mode: PlayMode,
    word: &'static str,
}

/// The reason why a word names no player that chooses without thinking, or no net.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NamedPlayerError {
    /// A file of a player that cannot be read.
    #[error(transparent)]
    UnreadPlayer(#[from] FileError),
    /// A file that holds no evolved player.
    #[error(transparent)]
    Evolved(#[from] EvolvedPlayerError),
    /// A word that is no player.
    #[error(
        "{names} or evolved:FILE",
        names = StaticPlayer::ALL.map(StaticPlayer::name).join(", ")
    )]
    NoPlayer,
    /// A file of a net that cannot be read.
    #[error(transparent)]
    UnreadNet(#[from] io::Error),
    /// A file that holds no net.
    #[error(transparent)]
    Net(#[from] NetChoiceError),
    /// None, where there has to be a net.
    #[error("a net is needed here: own or a file")]
    NoNet,
}

/// Reads a player of the command line.
fn parse_player(text: &str) -> Result<PlayerArg, NamedPlayerError> {
    if let Some(path) = text.strip_prefix("evolved:") {
        let player = EvolvedPlayer::read(&read_bytes(Path::new(path))?)?;
        let mode = PlayMode::Evolved(EvolvedChoice::keep(player));
        let word = kept(text);
        return Ok(PlayerArg { mode, word });
    }
    let player = StaticPlayer::named(text).ok_or(NamedPlayerError::NoPlayer)?;
    Ok(PlayerArg {
        mode: PlayMode::Static(player),
        word: player.name(),
    })
}

/// The name of a file that is read at the start, as long-lived as what was read.
fn kept(text: &str) -> &'static str {
    Box::leak(text.into())
}

/// Reads a net of the command line.
pub(crate) fn parse_net(text: &str) -> Result<NamedNet, NamedPlayerError> {
    let (choice, word) = match text {
        "none" => (None, "none"),
        "own" => (Some(NetChoice::embedded()), "own"),
        path => {
            let mut bytes = Vec::new();
            // A longer file is cut off here, and refused when it is read.
            File::open(path)
                .and_then(|file| file.take(NetChoice::MAX_BYTES + 1).read_to_end(&mut bytes))?;
            (Some(NetChoice::read(&bytes)?), kept(path))
        }
    };
    Ok(NamedNet::new(choice, word))
}

/// Reads a net of the command line where one is needed.
pub(crate) fn parse_some_net(text: &str) -> Result<NetChoice, NamedPlayerError> {
    let net = parse_net(text)?.choice();
    net.ok_or(NamedPlayerError::NoNet)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        thinking: ThinkingArgs,
    }

    fn read(words: &str) -> ThinkingArgs {
        let words = ["player"].into_iter().chain(words.split_whitespace());
        Words::try_parse_from(words).unwrap().thinking
    }

    #[test]
    fn what_is_fixed_decides() {
        assert_eq!(read("").thinking(), Thinking::ByTheClock);
        assert_eq!(read("--level 20").thinking(), Thinking::ByTheClock);
        assert_eq!(read("--level 3").thinking(), Thinking::Counted);
        assert_eq!(read("--playouts 9").thinking(), Thinking::Counted);
        let second = Thinking::Fixed(Duration::from_secs(1));
        assert_eq!(read("--move-time 1s --level 3").thinking(), second);
        assert_eq!(read("--level 0").settings().playouts, Some(1));
        assert_eq!(read("--level 20").settings().playouts, None);
        let by_experts = |words| matches!(read(words).settings().mode, PlayMode::Experts(_));
        assert!(by_experts("--level 6") && !by_experts("--level 7"));
        assert_eq!(read("--playouts 1").settings().mode, PlayMode::Search);
        assert_eq!(read("--shapes").settings().mode, PlayMode::Shapes);
        assert_eq!(read("--shapes").thinking(), Thinking::Counted);
        let by_look = read("--player fighter-1");
        assert!(
            matches!(by_look.settings().mode, PlayMode::Static(player) if player.name() == "fighter-1")
        );
        assert_eq!(by_look.thinking(), Thinking::Counted);
    }

    #[test]
    fn levels_from_7_on_ask_the_net_unless_it_is_refused() {
        let ten = read("--level 10").settings();
        assert_eq!(ten.net, Some(NetChoice::embedded()));
        assert_eq!(
            ten.net_skill,
            Level::new(10).and_then(Level::net_skill),
            "at its own strength"
        );
        assert_eq!((ten.threads, ten.playouts), (1, Some(470)));
        let alone = read("--net none --level 10 --threads 2").settings();
        assert_eq!((alone.net, alone.net_skill), (None, None));
        assert_eq!((alone.threads, alone.playouts), (2, Some(470)));
        for words in ["--level 6", "--playouts 9", "--shapes", "--player static-1"] {
            let settings = read(words).settings();
            assert_eq!((settings.net, settings.net_skill), (None, None), "{words}");
        }
        let full = read("--level 20").settings();
        assert_eq!(
            (full.net, full.net_skill),
            (Some(NetChoice::embedded()), None)
        );
    }

    #[test]
    fn only_a_player_by_the_clock_ponders() {
        assert_eq!(read("").opponents_time(), OpponentsTime::Ponder);
        for words in ["--level 3", "--playouts 9", "--move-time 1s"] {
            assert_eq!(read(words).opponents_time(), OpponentsTime::Rest);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for words in [
            "--level 21",
            "--threads 0",
            "--memory 1",
            "--level 3 --playouts 3",
            "--level 3 --shapes",
            "--level 3 --player static-1",
            "--player gondo",
            "--player evolved:/nowhere",
        ] {
            let words = ["player"].into_iter().chain(words.split_whitespace());
            assert!(Words::try_parse_from(words).is_err());
        }
    }
}
