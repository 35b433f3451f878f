//! The settings of a run: a file in TOML in which every point that the paper leaves open is a key.

use serde::{Deserialize, Serialize};

use super::named_opponent::{NamedOpponent, OpponentError};
use sgmp_board::record::{TomlFault, plain_fault, read_toml, read_toml_table, toml_fault};
use sgmp_board::rules::{BoardSize, Color};
use sgmp_engine::engine::evolved::{
    ChoiceRule, EvolvedHeader, IllegalChoice, MAX_PLIES, NetForm, NetFormError, NetKind, NetLayout,
    Perspective, StaticPlayer, Ties,
};

/// Settings of a run of evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionConfig {
    /// Name of the setting, in reports.
    pub name: String,
    /// Last generation; the first is 0.
    pub generations: u64,
    /// Seed of all chance.
    #[serde(default = "one")]
    pub seed: u64,
    /// Nets of a generation.
    pub population: usize,
    /// Nets that survive it.
    pub survivors: usize,
    /// The best net of every so many generations is kept.
    pub keep_every: u64,
    /// The board that is played on.
    pub board: BoardConfig,
    /// The form of the nets and their first weights.
    pub net: NetConfig,
    /// The net's part of a game.
    pub play: PlayConfig,
    /// The measure of fitness.
    #[serde(default)]
    pub fitness: FitnessConfig,
    /// The making of new nets.
    #[serde(default)]
    pub variation: VariationConfig,
    /// Stones that the net is given; none if missing.
    #[serde(default)]
    pub handicap: Option<HandicapConfig>,
    /// Games against earlier nets of the run; none if missing.
    #[serde(default)]
    pub coevolution: Option<CoevolutionConfig>,
}

const fn one() -> u64 {
    1
}

/// The board and its rules: simple ko, no suicide, Japanese count with prisoners.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardConfig {
    /// Lines, 5 to 19.
    pub lines: u8,
    /// Points that White receives: whole or half.
    #[serde(default)]
    pub komi: f64,
    /// A game is counted as it stands after so many moves for each point.
    #[serde(default = "three")]
    pub max_moves_per_point: u32,
}

const fn three() -> u32 {
    3
}

/// The distribution of the first weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distribution {
    /// Normal, with the mean 0.
    Gaussian,
    /// All of a range equally likely.
    Uniform,
}

/// The form of the nets and their first weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetConfig {
    /// Nodes and what feeds them.
    pub nodes: NetKind,
    /// True if nodes have biases.
    #[serde(default)]
    pub biases: bool,
    /// True if weights are shared over the board's eight symmetries.
    #[serde(default)]
    pub symmetric: bool,
    /// Distribution of the first weights.
    #[serde(default = "gaussian")]
    pub initial_weights: Distribution,
    /// The standard deviation of the first weights.
    #[serde(default = "initial_spread")]
    pub initial_spread: f64,
}

const fn gaussian() -> Distribution {
    Distribution::Gaussian
}

/// The variance of a range of ±0.2, which Blondie24 began with.
const fn initial_spread() -> f64 {
    0.115
}

/// The colors that a net plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColorChoice {
    /// The net has Black in all its games.
    Black,
    /// The net has White in all its games.
    White,
    /// The net plays from each opening with either color.
    Both,
}

impl ColorChoice {
    pub(super) const fn colors(self) -> &'static [Color] {
        match self {
            Self::Black => &[Color::Black],
            Self::White => &[Color::White],
            Self::Both => &Color::BOTH,
        }
    }
}

/// The net's part of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayConfig {
    /// Plies of the search: 1 tries each point, 2 is the paper's minimax.
    pub plies: u8,
    /// Turns that the net plays.
    pub turns: u32,
    /// Plies before its first turn, which the finisher plays with both colors.
    #[serde(default)]
    pub start_ply: u32,
    /// Choice among moves of equal value.
    pub ties: Ties,
    /// The fate of points where no stone may lie.
    pub illegal: IllegalChoice,
    /// The sign of the net's output.
    #[serde(default = "mover")]
    pub perspective: Perspective,
    /// The color that the net plays.
    #[serde(default = "both")]
    pub color: ColorChoice,
    /// The static player that plays both sides to the end.
    #[serde(default = "static_one")]
    pub finisher: String,
}

const fn mover() -> Perspective {
    Perspective::Mover
}

const fn both() -> ColorChoice {
    ColorChoice::Both
}

fn static_one() -> String {
    StaticPlayer::ALL[0].name().to_owned()
}

/// The measure of fitness: the mean lead of a net's games, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FitnessConfig {
    /// The opponents: static players by name, `random`, `level:N` for our engine, `evolved:FILE`,
    /// `gtp:COMMAND` for a program, started anew for each game.
    pub opponents: Vec<String>,
    /// True if survivors play again in every generation.
    pub reevaluate: bool,
    /// Moves by chance at the beginning of each game, the same for all nets of a generation and others in
    /// the next; with any, survivors play again.
    pub random_plies: u32,
    /// Games with each color against each opponent, each from an opening of its own.
    pub openings: u32,
}

impl Default for FitnessConfig {
    fn default() -> Self {
        Self {
            opponents: vec![static_one()],
            reevaluate: false,
            random_plies: 0,
            openings: 1,
        }
    }
}

/// The way new nets are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariationKind {
    /// Mutated copies of survivors.
    Mutation,
    /// New nets by chance: the control that learns nothing.
    Random,
}

/// The making of new nets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VariationConfig {
    /// The way in which new nets are made.
    pub kind: VariationKind,
    /// First size of mutations.
    pub initial_sigma: f64,
    /// Least size of mutations.
    pub sigma_min: f64,
    /// Greatest size of mutations.
    pub sigma_max: f64,
    /// True if one deviate serves both for a size and for the move of its weight.
    pub one_deviate: bool,
}

impl Default for VariationConfig {
    fn default() -> Self {
        Self {
            kind: VariationKind::Mutation,
            initial_sigma: 0.05,
            sigma_min: 0.0,
            sigma_max: f64::INFINITY,
            one_deviate: false,
        }
    }
}

/// Stones that the net, with Black, is given at first; one less whenever the best net of a generation
/// wins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HandicapConfig {
    /// Stones that the net is given in the first generation.
    pub stones: usize,
}

/// Games against earlier nets of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoevolutionConfig {
    /// The best net of every so many generations enters the hall of fame.
    pub every: u64,
    /// Nets that the hall holds; a new one takes the place of one drawn by chance when it is full.
    pub hall: usize,
    /// Nets of the hall, drawn by chance, that each net of a generation meets.
    pub opponents: usize,
}

/// The reason why settings make no run.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The text cannot be read.
    #[error(transparent)]
    Text(#[from] TomlFault),
    /// A value beside the text cannot be read.
    #[error("{given}: {told}")]
    Given {
        /// The key and the value, as they were given.
        given: String,
        /// The message of the parser, in plain words.
        told: String,
    },
    /// The net cannot be.
    #[error("net: {0}")]
    Net(#[from] NetFormError),
    /// An opponent that is none.
    #[error("fitness.opponents: {0}")]
    Opponent(#[from] OpponentError),
    /// A value that makes no sense.
    #[error("{key}: {reason}")]
    Value {
        /// The key of the setting, with its table.
        key: &'static str,
        /// The reason in words, with the remedy.
        reason: String,
    },
}

/// Nets of a generation, at most.
const MAX_POPULATION: usize = 10_000;

impl EvolutionConfig {
    /// Reads settings.
    ///
    /// # Errors
    /// [`ConfigError`], with the key.
    pub fn read(text: &str) -> Result<Self, ConfigError> {
        let config: Self = read_toml(text)?;
        config.check()?;
        Ok(config)
    }

    /// Reads settings with some values in place of those of the text, each `key = value` in TOML, a key of a
    /// section with its name and a dot before it; words need no quotes.
    ///
    /// # Errors
    /// [`ConfigError`], with the key.
    pub fn read_with(text: &str, values: &[String]) -> Result<Self, ConfigError> {
        let table: Result<toml::Table, _> = toml::from_str(text);
        let mut table = table.map_err(|error| toml_fault(text, &error))?;
        for value in values {
            let quoted = || {
                let (key, word) = value.split_once('=')?;
                toml::from_str(&format!("{key} = {:?}", word.trim())).ok()
            };
            let given: toml::Table = toml::from_str(value)
                .or_else(|error| quoted().ok_or(error))
                .map_err(|error: toml::de::Error| ConfigError::Given {
                    given: value.clone(),
                    told: plain_fault(error.message()),
                })?;
            merge(&mut table, given);
        }
        if values.is_empty() {
            return Self::read(text);
        }
        let config: Self = read_toml_table(&table)?;
        config.check()?;
        Ok(config)
    }

    /// The settings as text that [`Self::read`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        // Settings that were read are numbers and words, for which TOML has forms.
        toml::to_string(self).unwrap_or_default()
    }

    fn check(&self) -> Result<(), ConfigError> {
        let value = |key, reason: &str| {
            let reason = reason.to_owned();
            Err(ConfigError::Value { key, reason })
        };
        NetLayout::new(&self.form())?;
        if !(2..=MAX_POPULATION).contains(&self.population) {
            return value("population", "2 to 10000 nets");
        }
        if !(1..self.population).contains(&self.survivors) {
            return value("survivors", "at least 1, and fewer than the population");
        }
        if self.keep_every == 0 {
            return value("keep_every", "at least 1");
        }
        let half_points = self.board.komi * 2.0;
        if half_points.fract() != 0.0 || half_points.abs() > 1000.0 {
            return value("board.komi", "whole or half points, at most 500");
        }
        if !(1..=100).contains(&self.board.max_moves_per_point) {
            return value("board.max_moves_per_point", "1 to 100");
        }
        if !(1..=MAX_PLIES).contains(&self.play.plies) {
            return value("play.plies", "1 to 6");
        }
        if StaticPlayer::named(&self.play.finisher).is_none() {
            return value("play.finisher", &unknown_player(&self.play.finisher));
        }
        let opponents = &self.fitness.opponents;
        for words in opponents {
            NamedOpponent::check(words)?;
        }
        if opponents.is_empty() && self.coevolution.is_none() {
            return value("fitness.opponents", "at least one");
        }
        if !(1..=1000).contains(&self.fitness.openings) {
            return value("fitness.openings", "1 to 1000");
        }
        if !(self.net.initial_spread > 0.0 && self.net.initial_spread.is_finite()) {
            return value("net.initial_spread", "above 0");
        }
        let variation = &self.variation;
        if !(variation.initial_sigma > 0.0 && variation.initial_sigma.is_finite()) {
            return value("variation.initial_sigma", "above 0");
        }
        if !(variation.sigma_min >= 0.0 && variation.sigma_min <= variation.sigma_max) {
            return value("variation.sigma_min", "from 0 to sigma_max");
        }
        if let Some(handicap) = &self.handicap
            && !(2..=self.max_handicap()).contains(&handicap.stones)
        {
            return value("handicap.stones", "from 2 to what the board has places for");
        }
        if let Some(hall) = &self.coevolution
            && (hall.every == 0 || hall.hall == 0 || hall.opponents == 0)
        {
            return value("coevolution", "every, hall and opponents are at least 1");
        }
        Ok(())
    }

    fn max_handicap(&self) -> usize {
        self.size().map_or(0, sgmp_board::rules::max_fixed_stones)
    }

    pub(super) const fn size(&self) -> Option<BoardSize> {
        BoardSize::new(self.board.lines)
    }

    /// The form of the nets.
    #[must_use]
    pub fn form(&self) -> NetForm {
        NetForm {
            lines: self.board.lines,
            kind: self.net.nodes.clone(),
            biases: self.net.biases,
            symmetric: self.net.symmetric,
        }
    }

    /// The way nets choose.
    #[must_use]
    pub const fn rule(&self) -> ChoiceRule {
        ChoiceRule {
            plies: self.play.plies,
            ties: self.play.ties,
            perspective: self.play.perspective,
            illegal: self.play.illegal,
        }
    }

    /// Returns whether a net's fitness may differ from one generation to the next.
    pub(super) const fn replays_survivors(&self) -> bool {
        self.fitness.reevaluate || self.fitness.random_plies > 0 || self.coevolution.is_some()
    }

    /// The header of the best player of a generation.
    #[must_use]
    pub fn header(&self, generation: u64) -> EvolvedHeader {
        EvolvedHeader {
            setting: self.name.clone(),
            seed: self.seed,
            generation,
            lines: self.board.lines,
            net: self.net.nodes.clone(),
            biases: self.net.biases,
            symmetric: self.net.symmetric,
            plies: self.play.plies,
            ties: self.play.ties,
            perspective: self.play.perspective,
            illegal: self.play.illegal,
            start_ply: self.play.start_ply,
            turns: self.play.turns,
            finisher: self.play.finisher.clone(),
        }
    }
}

/// Puts values into a table, section by section.
fn merge(table: &mut toml::Table, given: toml::Table) {
    for (key, value) in given {
        match (table.get_mut(&key), value) {
            (Some(toml::Value::Table(section)), toml::Value::Table(given)) => merge(section, given),
            (_, value) => _ = table.insert(key, value),
        }
    }
}

fn unknown_player(name: &str) -> String {
    let names = StaticPlayer::ALL.map(StaticPlayer::name).join(", ");
    format!("{name:?} is none of {names}")
}

#[cfg(test)]
impl EvolutionConfig {
    /// The paper's experiment A.
    pub(super) fn paper_a() -> Self {
        Self::read(include_str!("../../../../configs/paper-a.toml")).expect("settings")
    }

    pub(super) fn toy() -> Self {
        Self::read(include_str!("../../../../configs/toy-5x5.toml")).expect("settings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_that_ship_are_the_papers() {
        let a = EvolutionConfig::paper_a();
        assert_eq!((a.generations, a.population, a.survivors), (20_000, 10, 5));
        assert_eq!((a.play.plies, a.play.turns, a.keep_every), (2, 15, 1000));
        assert_eq!(NetLayout::new(&a.form()).unwrap().genes, 9_350);
        let b = EvolutionConfig::read(include_str!("../../../../configs/paper-b.toml")).unwrap();
        assert_eq!((b.generations, b.population, b.survivors), (60_000, 20, 10));
        assert_eq!((b.play.plies, b.play.turns, b.keep_every), (1, 15, 10_000));
        assert_eq!(NetLayout::new(&b.form()).unwrap().genes, 36_063);
        let c = include_str!("../../../../configs/paper-b-look-ahead.toml");
        let c = EvolutionConfig::read(c).unwrap();
        assert_eq!((c.population, c.play.plies), (10, 2));
        assert_eq!(c.net, b.net);
    }

    #[test]
    fn settings_are_read_as_they_are_written() {
        let mut config = EvolutionConfig::toy();
        assert_eq!(EvolutionConfig::read(&config.text()).unwrap(), config);
        config.variation.sigma_max = 1.0 / 3.0;
        config.handicap = Some(HandicapConfig { stones: 2 });
        config.board.lines = 13;
        assert_eq!(EvolutionConfig::read(&config.text()).unwrap(), config);
    }

    #[test]
    fn single_values_take_the_place_of_others() {
        let text = include_str!("../../../../configs/toy-5x5.toml");
        let with = |values: &[&str]| {
            let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
            EvolutionConfig::read_with(text, &values)
        };
        assert_eq!(with(&[]).unwrap(), EvolutionConfig::toy());
        let changed = with(&[
            "play.illegal=pass",
            "population = 12",
            "handicap.stones=4",
            "board.lines=9",
        ]);
        let changed = changed.unwrap();
        assert_eq!(changed.play.illegal, IllegalChoice::Pass);
        assert_eq!((changed.population, changed.board.lines), (12, 9));
        assert_eq!(changed.handicap, Some(HandicapConfig { stones: 4 }));
        assert_eq!(changed.play.plies, 2);
        for (value, word) in [
            ("play.plies=9", "play.plies"),
            ("depth=2", "depth"),
            ("nothing", "nothing"),
        ] {
            assert!(
                with(&[value]).unwrap_err().to_string().contains(word),
                "{value}"
            );
        }
    }

    #[test]
    fn mistakes_are_named_by_their_key() {
        let text = include_str!("../../../../configs/toy-5x5.toml");
        let refusal = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            EvolutionConfig::read(&text.replacen(from, to, 1))
                .unwrap_err()
                .to_string()
        };
        assert!(refusal("survivors = 5", "survivors = 10").starts_with("survivors"));
        assert!(refusal("lines = 5", "lines = 4").starts_with("net"));
        assert!(refusal("plies = 2", "plies = 7").starts_with("play.plies"));
        assert!(refusal("\"static-1\"", "\"gondo\"").contains("gondo"));
        assert!(refusal("plies = 2", "depth = 2").contains("depth"));
        let ties = |number| format!("line {number}: ties = 1: write one of \"first\", \"random\"");
        let at = text
            .lines()
            .position(|line| line.starts_with("ties"))
            .unwrap();
        let words = text.lines().nth(at).unwrap();
        assert_eq!(refusal(words, "ties = 1"), ties(at + 1));
        let told = EvolutionConfig::read_with(text, &["play.ties = 1".to_owned()]);
        let told = told.unwrap_err().to_string();
        assert_eq!(told, "play.ties = 1: write one of \"first\", \"random\"");
    }
}
