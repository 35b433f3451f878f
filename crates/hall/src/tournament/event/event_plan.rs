//! The file of an event.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Deserialize;

use super::super::pairing::{ColorRule, HandicapBasis, HandicapRule, PairedGame, Seeding};
use super::super::standings::{Criterion, Points, TieBreaks};
use super::macmahon::MacMahonRule;
use super::plan_file::{PlanFile, value};
use super::rank::Rank;
use super::schedule::schedule;
use sgmp_board::record::{TomlFault, is_date, read_toml};
use sgmp_board::rules::{
    BoardSize, Color, Game, Komi, Move, Point, Rules, fixed_points, max_fixed_stones,
};

/// Longest file of an event, in bytes: it has its place in the journal's first record.
pub const MAX_PLAN_BYTES: usize = 48 << 10;

/// Most players of an event.
const MAX_PLAYERS: usize = 1000;

/// Longest name of a player, in characters.
const MAX_NAME_LENGTH: usize = 60;

/// The form of an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// By the number of players: up to 4 a double round robin, up to 8 a round robin (with the referee of USENIX a double
    /// one), more, or fewer rounds than that takes, a Swiss system.
    #[default]
    Auto,
    /// The call's modified Swiss system.
    Swiss,
    /// Each player meets each other one once.
    RoundRobin,
    /// Everybody meets everybody twice, colors reversed.
    DoubleRoundRobin,
    /// The first player meets each of the others.
    Gauntlet,
    /// The loser of a game is out.
    Knockout,
}

impl Format {
    /// Its name in the file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Swiss => "swiss",
            Self::RoundRobin => "round-robin",
            Self::DoubleRoundRobin => "double-round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Knockout => "knockout",
        }
    }
}

/// The consequence of a crash, of a hung program, or of one that breaks the protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CrashRule {
    /// It loses the game.
    #[default]
    Loses,
    /// The judge decides, as section 15 of the call says; the event waits for it.
    Judge,
}

/// The referee of programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RefereeRule {
    /// The hall: each player speaks as it does, and the time on the wall counts.
    #[default]
    Hall,
    /// The referee of USENIX 1984: programs read and write moves, and their user time counts.
    Usenix,
}

/// The consequence of a move that people enter wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrongInputRule {
    /// They are told why the move is illegal, and asked again.
    #[default]
    Again,
    /// It loses the game, as section 9 of the call says.
    Loses,
}

/// A player of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    /// The name, which no other player has.
    pub name: String,
    /// Its kind: `level:5`, `gtp:COMMAND`, `usenix:COMMAND`, `sgmp:PORT`, `random`, `human`.
    pub plays: String,
    /// The author of the program; empty where none is named.
    pub author: String,
    /// The person who operates the program; empty where none is named.
    pub operator: String,
    /// The person who stands in for the operator; empty where none is named.
    pub substitute: String,
    /// The rank, as the file has it or its rating gives it.
    pub rank: Option<Rank>,
    /// The rating on the scale of the EGF, where the file has one.
    pub rating: Option<i32>,
    /// The club; empty where none is named.
    pub club: String,
    /// The country, as the tables show it; empty where none is named.
    pub country: String,
    /// The number by which the rating list of the EGF knows the player; empty where none is named.
    pub pin: String,
    /// The number by which the rating list of the FFG knows the player; empty where none is named.
    pub licence: String,
    /// The machine that it plays on, in words; empty where none is named.
    pub machine: String,
    /// Score that it begins with, in a MacMahon tournament: as the file has it, else by its rank.
    pub start: Points,
    /// The first round that it plays: later than 1 for a late entry.
    pub from_round: u32,
    /// Words about the program: the questionnaire of section 17, or a sentence.
    pub about: String,
}

/// The handicap of an event's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandicapTerms {
    /// The stones, by the difference between the players.
    pub rule: HandicapRule,
    /// The komi of games with a handicap.
    pub komi: Komi,
}

/// The first rounds, so many, in which players are kept apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ApartRule {
    /// Rounds in which players of one club do not meet where that can be.
    pub clubs: u32,
    /// Rounds in which players of one country do not meet where that can be.
    pub countries: u32,
}

/// An event as it was announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlan {
    /// The name of the event.
    pub name: String,
    /// The place where it is held, in words.
    pub place: String,
    /// The date, as pages and records show it.
    pub date: String,
    /// The board of all its games.
    pub size: BoardSize,
    /// The points that White receives in all its games.
    pub komi: Komi,
    /// The rules by which its games are counted.
    pub rules: Rules,
    /// The rules as the file names them.
    pub rules_named: String,
    /// Time of each side for all its moves.
    pub time: Duration,
    /// The form, by which each round is paired.
    pub format: Format,
    /// Rounds; `None` for what the form and the number of players give.
    pub rounds: Option<u32>,
    /// Criteria that tell players apart.
    pub tie_breaks: TieBreaks,
    /// The scores that ranks begin with.
    pub macmahon: MacMahonRule,
    /// The handicap of games; `None` where all are even.
    pub handicap: Option<HandicapTerms>,
    /// Points of a bye.
    pub bye: Points,
    /// Points of a round in which a player is absent.
    pub absence: Points,
    /// Players who are kept apart.
    pub apart: ApartRule,
    /// The number of the first board's table.
    pub first_table: u32,
    /// The rule by which colors are given.
    pub colors: ColorRule,
    /// Pairs of equal score.
    pub seeding: Seeding,
    /// The seed of lots and games; drawn when the event begins if it is not given.
    pub seed: Option<u64>,
    /// Games at the same time.
    pub concurrency: u32,
    /// Most moves of a game.
    pub max_moves: u32,
    /// True if the same program may enter twice.
    pub allow_copies: bool,
    /// The consequence of a crash.
    pub on_crash: CrashRule,
    /// The consequence of a move that people enter wrongly.
    pub on_wrong_input: WrongInputRule,
    /// The referee of programs.
    pub referee: RefereeRule,
    /// Time for each move after the time is over, under the referee of USENIX.
    pub move_limit: Duration,
    /// True if a game whose players count differently waits for the operator; else our engine's count stands.
    pub counts_must_agree: bool,
    /// Rest between two games of a person or a port.
    pub rest: Duration,
    /// The players in the order of the pairing table.
    pub players: Vec<EventPlayer>,
}

/// The reason why a file is no event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// More bytes than the file of an event may have.
    #[error("an event's file has at most {MAX_PLAN_BYTES} bytes")]
    TooLong,
    /// The text is no TOML, or has values that do not belong there.
    #[error(transparent)]
    Text(#[from] TomlFault),
    /// A value that does not do.
    #[error("{}{key} = {value:?}: {why}", .line.map_or_else(String::new, |line| format!("line {line}: ")))]
    Value {
        /// The line of the file, from 1, where it stands in one.
        line: Option<usize>,
        /// The key of the file, without its table.
        key: &'static str,
        /// The value as it was written.
        value: String,
        /// The mistake in words, and the remedy.
        why: String,
    },
    /// Too few players, or too many.
    #[error("{0} players: an event has 2 to {MAX_PLAYERS}")]
    Players(usize),
    /// Two players with one name.
    #[error("two players are called {0:?}: give each its own name")]
    SameName(String),
    /// Two players with one program.
    #[error(
        "{0:?} and {1:?} are the same program; a single copy may enter (section 7 of the call): allow_copies = true for tests"
    )]
    Copies(String, String),
}

impl EventPlan {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        if text.len() > MAX_PLAN_BYTES {
            return Err(PlanError::TooLong);
        }
        let file: PlanFile = read_toml(text)?;
        let plan = file.plan().and_then(|plan| {
            plan.check_facts()?;
            plan.check_handicap()?;
            plan.check_players()?;
            Ok(plan)
        });
        plan.map_err(|error| error.at_line_of(text))
    }

    fn check_facts(&self) -> Result<(), PlanError> {
        if self.name.trim().is_empty() {
            return Err(value("name", &self.name, "an event has a name"));
        }
        if !self.date.is_empty() && !is_date(&self.date) {
            let why = "that is no day: write YYYY-MM-DD, such as 2000-06-01";
            return Err(value("date", &self.date, why));
        }
        let most = self.size.points();
        if self.komi.half_points().unsigned_abs() > 2 * most {
            let why = format!("a komi on this board lies between -{most} and {most}");
            return Err(value("komi", self.komi, &why));
        }
        if self.time.is_zero() {
            return Err(value(
                "time",
                "0",
                "nobody can move without time: write 50m, 90s",
            ));
        }
        let criteria = self.tie_breaks.criteria();
        let twice = |(at, criterion): &(usize, &Criterion)| criteria[..*at].contains(criterion);
        if let Some((_, criterion)) = criteria.iter().enumerate().find(twice) {
            let why = format!("{} stands there twice", criterion.name());
            return Err(value("tie_breaks", &self.tie_breaks, &why));
        }
        Ok(())
    }

    fn check_handicap(&self) -> Result<(), PlanError> {
        let Some(terms) = self.handicap else {
            return Ok(());
        };
        let most = max_fixed_stones(self.size);
        if usize::from(terms.rule.maximum) > most.max(1) {
            let why = match most {
                0 => format!(
                    "there is no handicap of stones on {}: write 0 or 1",
                    self.size
                ),
                _ => format!("on {} there are at most {most} stones", self.size),
            };
            return Err(value("handicap_maximum", terms.rule.maximum, &why));
        }
        let unknown = self.players.iter().find(|player| player.rank.is_none());
        if let Some(player) = unknown.filter(|_| terms.rule.basis == HandicapBasis::Rank) {
            let why = format!(
                "{:?} has neither rank nor rating, and the handicap goes by ranks",
                player.name
            );
            return Err(value("handicap", "rank", &why));
        }
        Ok(())
    }

    fn check_players(&self) -> Result<(), PlanError> {
        if !(2..=MAX_PLAYERS).contains(&self.players.len()) {
            return Err(PlanError::Players(self.players.len()));
        }
        let mut names = BTreeSet::new();
        for player in &self.players {
            let name = player.name.trim();
            let length = name.chars().count();
            if !(1..=MAX_NAME_LENGTH).contains(&length) || name.chars().any(char::is_control) {
                let why = format!("a name has 1 to {MAX_NAME_LENGTH} characters");
                return Err(value("name", name, &why));
            }
            if !names.insert(name.to_lowercase()) {
                return Err(PlanError::SameName(name.to_owned()));
            }
        }
        if self.players.iter().any(|player| player.from_round == 0) {
            let why = "rounds are counted from 1, in which who has no from_round begins";
            return Err(value("from_round", 0, why));
        }
        let rounds = schedule(self).rounds;
        if let Some(late) = self
            .players
            .iter()
            .find(|player| player.from_round > rounds)
        {
            let (name, from) = (&late.name, late.from_round);
            let why = format!("{name:?} would never play: there are {rounds} rounds");
            return Err(value("from_round", from, &why));
        }
        // People enter twice, and levels differ by their words; a command is a program.
        let is_program =
            |player: &EventPlayer| !matches!(player.plays.as_str(), "human" | "random");
        for (at, player) in self
            .players
            .iter()
            .enumerate()
            .filter(|(_, player)| is_program(player))
        {
            let mut earlier = self.players[..at].iter();
            let same = earlier.find(|other| other.plays == player.plays);
            if let Some(other) = same.filter(|_| !self.allow_copies) {
                return Err(PlanError::Copies(other.name.clone(), player.name.clone()));
            }
        }
        Ok(())
    }

    /// The rules in words: "Japanese rules"; those that others name so where the file has another word for them.
    #[must_use]
    pub fn rules_in_words(&self) -> String {
        let (name, named) = (self.rules.name(), self.rules_named.trim());
        match named.eq_ignore_ascii_case(name) {
            true => format!("{name} rules"),
            false => format!("{name} rules (the nearest to {named:?})"),
        }
    }

    /// The komi of a game.
    #[must_use]
    pub fn komi_of(&self, game: PairedGame) -> Komi {
        match self.handicap {
            Some(terms) if game.handicap > 0 => terms.komi,
            _ => self.komi,
        }
    }

    /// The points on which Black has stones before the first move of a game.
    #[must_use]
    pub fn stones_of(&self, game: PairedGame) -> Vec<Point> {
        fixed_points(self.size, usize::from(game.stones_on_board())).unwrap_or_default()
    }

    /// A game before its first move.
    #[must_use]
    pub fn first_position(&self, pair: PairedGame) -> Game {
        let mut game = Game::new(self.size, self.komi_of(pair)).with_rules(self.rules);
        for point in self.stones_of(pair) {
            // Its points are empty, and apart from each other.
            let _ = game.play(Color::Black, Move::Play(point));
        }
        game
    }

    /// The number of a board's table.
    #[must_use]
    pub const fn table(&self, board: u32) -> u32 {
        self.first_table - 1 + board
    }

    /// Number of a player by name.
    #[must_use]
    pub fn player(&self, name: &str) -> Option<usize> {
        let name = name.trim().to_lowercase();
        let mut players = self.players.iter();
        players.position(|player| player.name.to_lowercase() == name)
    }

    /// Names of the players.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.players
            .iter()
            .map(|player| player.name.clone())
            .collect()
    }
}

impl PlanError {
    /// The same with the line of the file, where a value is to blame that stands in one.
    fn at_line_of(mut self, text: &str) -> Self {
        let Self::Value {
            line, key, value, ..
        } = &mut self
        else {
            return self;
        };
        let is_meant = |line: &&str| {
            let (name, given) = line.split_once('=').unwrap_or_default();
            name.trim() == *key && given.trim().trim_matches(['"', '\'']).trim() == value.trim()
        };
        let is_key = |line: &&str| {
            line.split_once('=')
                .is_some_and(|(name, _)| name.trim() == *key)
        };
        let lines = || text.lines().enumerate();
        let found = lines().find(|(_, line)| is_meant(line));
        let found = found.or_else(|| lines().find(|(_, line)| is_key(line)));
        *line = found.map(|(number, _)| number + 1);
        self
    }
}

/// "50m", "1h30m", "90s".
#[must_use]
pub fn time_text(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let part = |count: u64, unit: &str| {
        if count > 0 {
            format!("{count}{unit}")
        } else {
            String::new()
        }
    };
    let text = part(hours, "h") + &part(minutes, "m") + &part(rest, "s");
    if text.is_empty() {
        "0s".to_owned()
    } else {
        text
    }
}
