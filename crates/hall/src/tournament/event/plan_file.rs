//! The text of an event's file, value by value.

use std::time::Duration;

use serde::Deserialize;

use super::super::pairing::{ColorRule, HandicapBasis, HandicapRule, MAX_HANDICAP, Seeding};
use super::super::standings::{Points, TieBreaks};
use super::event_choices::{CrashRule, Format, RefereeRule, WrongInputRule};
use super::event_plan::{ApartRule, EventPlan, HandicapTerms};
use super::event_player::{EventPlayer, PlayerFacts};
use super::macmahon::{MacMahonRule, RankGroup};
use super::plan_error::PlanError;
use super::rank::{MAX_RATING, MIN_RATING, Rank};
use sgmp_board::record::read_lines_if_any;
use sgmp_board::rules::{BoardSize, Komi};

/// Most rounds of an event.
const MAX_ROUNDS: u32 = 400;

/// Longest time of a side.
const MAX_TIME: Duration = Duration::from_secs(100 * 3600);

/// Highest score that a player may begin with.
const MAX_START: u32 = 1000;

/// Highest number of a table.
const MAX_TABLE: u32 = 9000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanFile {
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
    bar: Option<String>,
    floor: Option<String>,
    #[serde(default)]
    groups: Vec<String>,
    handicap: Option<HandicapWord>,
    handicap_correction: Option<i8>,
    handicap_maximum: Option<u8>,
    handicap_bar: Option<String>,
    handicap_komi: Option<KomiValue>,
    bye: Option<f64>,
    absence: Option<f64>,
    clubs_apart: Option<u32>,
    countries_apart: Option<u32>,
    first_table: Option<u32>,
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
#[derive(Clone, Deserialize)]
#[serde(untagged, expecting = "write a komi: a number such as 5.5")]
enum KomiValue {
    Text(String),
    Whole(i32),
    Number(f64),
}

/// The words of `handicap`.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum HandicapWord {
    None,
    Rank,
    Mms,
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
    rank: Option<String>,
    rating: Option<i32>,
    #[serde(default)]
    club: String,
    #[serde(default)]
    country: String,
    #[serde(default)]
    pin: String,
    #[serde(default)]
    licence: String,
    #[serde(default)]
    machine: String,
    start: Option<u32>,
    from_round: Option<u32>,
    #[serde(default)]
    about: String,
}

impl PlanFile {
    /// The event that it describes.
    ///
    /// # Errors
    /// [`PlanError::Value`].
    pub(super) fn plan(self) -> Result<EventPlan, PlanError> {
        let macmahon = self.macmahon()?;
        let lines = self.size.unwrap_or(19);
        let size = BoardSize::new(lines)
            .ok_or_else(|| value("size", lines, "a board has 2 to 19 lines"))?;
        let handicap = self.handicap_terms()?;
        let tie_breaks = self.tie_breaks(&macmahon)?;
        let rules = self.rules.unwrap_or_else(|| "japanese".to_owned());
        let rounds = self
            .rounds
            .map(|rounds| bounded("rounds", Some(rounds), 1, MAX_ROUNDS));
        let begins_by_rank = tie_breaks.is_macmahon() || !macmahon.is_plain();
        let has_ranks = self.player.iter().any(PlayerFile::has_rank) || !macmahon.is_plain();
        let rule = (begins_by_rank && has_ranks).then_some(&macmahon);
        let players = self.player.into_iter().map(|player| player.player(rule));
        Ok(EventPlan {
            players: players.collect::<Result<_, _>>()?,
            size,
            komi: komi("komi", self.komi, "5.5")?,
            rules: rules
                .parse()
                .map_err(|_| value("rules", &rules, "write japanese or chinese"))?,
            rules_named: rules,
            time: duration("time", self.time.as_deref().unwrap_or("50m"))?,
            rounds: rounds.transpose()?,
            tie_breaks,
            macmahon,
            handicap,
            bye: unplayed_points("bye", self.bye, Points::ONE)?,
            absence: unplayed_points("absence", self.absence, Points::ZERO)?,
            apart: ApartRule {
                clubs: self.clubs_apart.unwrap_or(0),
                countries: self.countries_apart.unwrap_or(0),
            },
            first_table: bounded("first_table", self.first_table, 1, MAX_TABLE)?,
            concurrency: bounded("concurrency", self.concurrency, 1, 256)?,
            max_moves: bounded("max_moves", self.max_moves, 400, 2000)?,
            rest: duration("rest", self.rest.as_deref().unwrap_or("10m"))?,
            name: self.name,
            place: self.place,
            date: self.date,
            format: self.format,
            colors: self.colors,
            seeding: self.seeding,
            seed: self.seed,
            allow_copies: self.allow_copies,
            on_crash: self.on_crash,
            on_wrong_input: self.on_wrong_input,
            referee: self.referee,
            move_limit: duration("move_limit", self.move_limit.as_deref().unwrap_or("15s"))?,
            counts_must_agree: self.counts_must_agree,
        })
    }

    fn macmahon(&self) -> Result<MacMahonRule, PlanError> {
        let groups = self.groups.iter().map(|words| {
            let group: Result<RankGroup, _> = words.parse();
            group.map_err(|error| value("groups", words, &error.to_string()))
        });
        let groups = groups.collect::<Result<_, _>>()?;
        let (bar, floor) = (rank("bar", &self.bar)?, rank("floor", &self.floor)?);
        MacMahonRule::new(bar, floor, groups).map_err(|error| {
            let (key, words) = match &self.floor {
                Some(floor) if self.groups.is_empty() => ("floor", floor.clone()),
                _ => ("groups", self.groups.join(", ")),
            };
            value(key, words, &error.to_string())
        })
    }

    /// The list that the file names; without one that of a MacMahon tournament where there is a bar, a floor or groups.
    fn tie_breaks(&self, macmahon: &MacMahonRule) -> Result<TieBreaks, PlanError> {
        let default = match macmahon.is_plain() {
            true => "fjk",
            false => "macmahon",
        };
        let list = self.tie_breaks.as_deref().unwrap_or(default);
        list.parse()
            .map_err(|error| value("tie_breaks", list, &format!("{error}")))
    }

    fn handicap_terms(&self) -> Result<Option<HandicapTerms>, PlanError> {
        let basis = match self.handicap {
            Some(HandicapWord::Rank) => HandicapBasis::Rank,
            Some(HandicapWord::Mms) => HandicapBasis::Mms,
            None | Some(HandicapWord::None) => {
                let said = [
                    ("handicap_correction", self.handicap_correction.is_some()),
                    ("handicap_maximum", self.handicap_maximum.is_some()),
                    ("handicap_bar", self.handicap_bar.is_some()),
                    ("handicap_komi", self.handicap_komi.is_some()),
                ];
                let said = said.iter().find(|(_, is_said)| *is_said);
                return match (self.handicap, said) {
                    (None, Some((key, _))) => {
                        let why = "there is no handicap: write handicap = \"rank\" or \"mms\", too";
                        Err(value(key, "", why))
                    }
                    _ => Ok(None),
                };
            }
        };
        let correction = self.handicap_correction.unwrap_or(0);
        if !(-9..=9).contains(&correction) {
            let why = "write -9 to 9: stones more or, with a minus, fewer than the difference";
            return Err(value("handicap_correction", correction, why));
        }
        let maximum = self.handicap_maximum.unwrap_or(MAX_HANDICAP);
        if maximum > MAX_HANDICAP {
            let why = format!("write 0 to {MAX_HANDICAP}");
            return Err(value("handicap_maximum", maximum, &why));
        }
        Ok(Some(HandicapTerms {
            rule: HandicapRule {
                basis,
                correction,
                maximum,
                bar: rank("handicap_bar", &self.handicap_bar)?,
            },
            komi: komi("handicap_komi", self.handicap_komi.clone(), "0.5")?,
        }))
    }
}

impl PlayerFile {
    const fn has_rank(&self) -> bool {
        self.rank.is_some() || self.rating.is_some()
    }

    /// The player; the rule gives those their start who have none of their own.
    fn player(self, rule: Option<&MacMahonRule>) -> Result<EventPlayer, PlanError> {
        if let Some(rating) = self
            .rating
            .filter(|rating| !(MIN_RATING..=MAX_RATING).contains(rating))
        {
            let why = format!("a rating of the EGF lies between {MIN_RATING} and {MAX_RATING}");
            return Err(value("rating", rating, &why));
        }
        let rank = rank("rank", &self.rank)?.or(self.rating.map(Rank::from_rating));
        let start = match (self.start, rule, rank) {
            (Some(start), _, _) => Points::whole(i64::from(start.min(MAX_START))),
            (None, None, _) => Points::ZERO,
            (None, Some(rule), Some(rank)) => rule.start(rank),
            (None, Some(_), None) => {
                let why = "this player has neither rank, rating nor start, by which a MacMahon tournament begins";
                return Err(value("name", &self.name, why));
            }
        };
        Ok(EventPlayer {
            name: self.name.trim().to_owned(),
            plays: self.plays.trim().to_owned(),
            author: self.author,
            operator: self.operator,
            substitute: self.substitute,
            rank,
            facts: PlayerFacts {
                rating: self.rating,
                club: self.club.trim().to_owned(),
                country: self.country.trim().to_owned(),
                pin: self.pin.trim().to_owned(),
                licence: self.licence.trim().to_owned(),
            },
            machine: self.machine,
            start,
            from_round: self.from_round.unwrap_or(1),
            about: self.about,
        })
    }
}

/// A value that does not do, and why.
pub(super) fn value(key: &'static str, value: impl ToString, why: &str) -> PlanError {
    let value = value.to_string().chars().take(60).collect();
    let why = why.to_owned();
    PlanError::Value {
        line: None,
        key,
        value,
        why,
    }
}

fn bounded(
    key: &'static str,
    number: Option<u32>,
    default: u32,
    most: u32,
) -> Result<u32, PlanError> {
    match number {
        Some(number) if number == 0 || number > most => {
            Err(value(key, number, &format!("write 1 to {most}")))
        }
        number => Ok(number.unwrap_or(default)),
    }
}

fn rank(key: &'static str, words: &Option<String>) -> Result<Option<Rank>, PlanError> {
    let words = words.as_ref();
    let read = words.map(|words| {
        let rank: Result<Rank, _> = words.parse();
        rank.map_err(|error| value(key, words, &error.to_string()))
    });
    read.transpose()
}

fn komi(key: &'static str, komi: Option<KomiValue>, default: &str) -> Result<Komi, PlanError> {
    let words = match komi {
        None => default.to_owned(),
        Some(KomiValue::Text(komi)) => komi,
        Some(KomiValue::Whole(komi)) => komi.to_string(),
        Some(KomiValue::Number(komi)) => komi.to_string(),
    };
    words
        .parse()
        .map_err(|error| value(key, &words, &format!("{error}")))
}

/// Points of a round without a game: 0, 0.5 or 1.
fn unplayed_points(
    key: &'static str,
    number: Option<f64>,
    default: Points,
) -> Result<Points, PlanError> {
    let Some(number) = number else {
        return Ok(default);
    };
    match (number * 2.0).to_string().as_str() {
        "0" => Ok(Points::ZERO),
        "1" => Ok(Points::HALF),
        "2" => Ok(Points::ONE),
        _ => Err(value(key, number, "write 0, 0.5 or 1: the points of it")),
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
