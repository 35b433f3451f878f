//! The file of an event.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Deserialize;

use super::super::pairing::{ColorRule, Seeding};
use super::super::standings::{Criterion, Points, TieBreaks};
use super::schedule::schedule;
use sgmp_board::record::{TomlFault, is_date, read_lines_if_any, read_toml};
use sgmp_board::rules::{BoardSize, Komi, Rules};

/// Longest file of an event, in bytes: it has its place in the journal's first record.
pub const MAX_PLAN_BYTES: usize = 48 << 10;

/// Most players of an event.
const MAX_PLAYERS: usize = 1000;

/// Most rounds of an event.
const MAX_ROUNDS: u32 = 400;

/// Longest time of a side.
const MAX_TIME: Duration = Duration::from_secs(100 * 3600);

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
    /// Country or club, as the tables show it; empty where none is named.
    pub country: String,
    /// The machine that it plays on, in words; empty where none is named.
    pub machine: String,
    /// Score that it begins with, in a MacMahon tournament.
    pub start: Points,
    /// The first round that it plays: later than 1 for a late entry.
    pub from_round: u32,
    /// Words about the program: the questionnaire of section 17, or a sentence.
    pub about: String,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanFile {
    name: String,
    #[serde(default)]
    place: String,
    #[serde(default)]
    date: String,
    #[serde(default, deserialize_with = "read_lines_if_any::<2, _>")]
    size: Option<u8>,
    komi: Option<KomiValue>,
    rules: Option<String>,
    time: Option<String>,
    #[serde(default)]
    format: Format,
    rounds: Option<u32>,
    tie_breaks: Option<String>,
    #[serde(default)]
    colors: ColorRule,
    #[serde(default)]
    seeding: Seeding,
    seed: Option<u64>,
    concurrency: Option<u32>,
    max_moves: Option<u32>,
    #[serde(default)]
    allow_copies: bool,
    #[serde(default)]
    on_crash: CrashRule,
    #[serde(default)]
    on_wrong_input: WrongInputRule,
    #[serde(default)]
    referee: RefereeRule,
    move_limit: Option<String>,
    #[serde(default)]
    counts_must_agree: bool,
    rest: Option<String>,
    #[serde(default)]
    player: Vec<PlayerFile>,
}

/// Komi with quotation marks or without.
#[derive(Deserialize)]
#[serde(untagged, expecting = "write a komi: a number such as 5.5")]
enum KomiValue {
    Text(String),
    Whole(i32),
    Number(f64),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerFile {
    name: String,
    plays: String,
    #[serde(default)]
    author: String,
    #[serde(default)]
    operator: String,
    #[serde(default)]
    substitute: String,
    #[serde(default)]
    country: String,
    #[serde(default)]
    machine: String,
    start: Option<u32>,
    from_round: Option<u32>,
    #[serde(default)]
    about: String,
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
        let plan = Self::from_file(file).and_then(|plan| {
            plan.check_facts()?;
            plan.check_players()?;
            Ok(plan)
        });
        plan.map_err(|error| error.at_line_of(text))
    }

    fn from_file(file: PlanFile) -> Result<Self, PlanError> {
        let komi = match &file.komi {
            None => "5.5".to_owned(),
            Some(KomiValue::Text(komi)) => komi.clone(),
            Some(KomiValue::Whole(komi)) => komi.to_string(),
            Some(KomiValue::Number(komi)) => komi.to_string(),
        };
        let lines = file.size.unwrap_or(19);
        let size = BoardSize::new(lines)
            .ok_or_else(|| value("size", lines, "a board has 2 to 19 lines"))?;
        let rules = file.rules.unwrap_or_else(|| "japanese".to_owned());
        let list = file.tie_breaks.unwrap_or_else(|| "fjk".to_owned());
        let bounded = |key, number: Option<u32>, default, most: u32| match number {
            Some(number) if number == 0 || number > most => {
                Err(value(key, number, &format!("write 1 to {most}")))
            }
            number => Ok(number.unwrap_or(default)),
        };
        let rounds = file
            .rounds
            .map(|rounds| bounded("rounds", Some(rounds), 1, MAX_ROUNDS));
        let players = file.player.into_iter().map(EventPlayer::from);
        Ok(Self {
            size,
            komi: komi
                .parse()
                .map_err(|error| value("komi", &komi, &format!("{error}")))?,
            rules: rules
                .parse()
                .map_err(|_| value("rules", &rules, "write japanese or chinese"))?,
            rules_named: rules,
            time: duration("time", file.time.as_deref().unwrap_or("50m"))?,
            rounds: rounds.transpose()?,
            tie_breaks: list
                .parse()
                .map_err(|error| value("tie_breaks", &list, &format!("{error}")))?,
            concurrency: bounded("concurrency", file.concurrency, 1, 256)?,
            max_moves: bounded("max_moves", file.max_moves, 400, 2000)?,
            rest: duration("rest", file.rest.as_deref().unwrap_or("10m"))?,
            players: players.collect(),
            name: file.name,
            place: file.place,
            date: file.date,
            format: file.format,
            colors: file.colors,
            seeding: file.seeding,
            seed: file.seed,
            allow_copies: file.allow_copies,
            on_crash: file.on_crash,
            on_wrong_input: file.on_wrong_input,
            referee: file.referee,
            move_limit: duration("move_limit", file.move_limit.as_deref().unwrap_or("15s"))?,
            counts_must_agree: file.counts_must_agree,
        })
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

impl From<PlayerFile> for EventPlayer {
    fn from(file: PlayerFile) -> Self {
        Self {
            name: file.name.trim().to_owned(),
            plays: file.plays.trim().to_owned(),
            author: file.author,
            operator: file.operator,
            substitute: file.substitute,
            country: file.country,
            machine: file.machine,
            start: Points::whole(i64::from(file.start.unwrap_or(0).min(1000))),
            from_round: file.from_round.unwrap_or(1),
            about: file.about,
        }
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

fn value(key: &'static str, value: impl ToString, why: &str) -> PlanError {
    let value = value.to_string().chars().take(60).collect();
    let why = why.to_owned();
    PlanError::Value {
        line: None,
        key,
        value,
        why,
    }
}

/// Reads "50m", "1h30m", "90s", "20".
fn duration(key: &'static str, text: &str) -> Result<Duration, PlanError> {
    let refused = || value(key, text, "write a time such as 50m, 90s or 1h30m");
    let mut total: u64 = 0;
    let mut number = String::new();
    for c in text.trim().chars().chain(
        "s".chars()
            .filter(|_| text.trim().ends_with(|c: char| c.is_ascii_digit())),
    ) {
        let unit = match c {
            '0'..='9' if number.len() < 7 => {
                number.push(c);
                continue;
            }
            'h' => 3600,
            'm' => 60,
            's' => 1,
            _ => return Err(refused()),
        };
        let count: u64 = number.parse().map_err(|_| refused())?;
        number.clear();
        total += count * unit;
    }
    let time = Duration::from_secs(total);
    if text.trim().is_empty() || time > MAX_TIME {
        return Err(refused());
    }
    Ok(time)
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
