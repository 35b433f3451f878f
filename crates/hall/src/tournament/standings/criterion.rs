//! Criteria that tell players apart, in their order.

use std::fmt;
use std::str::FromStr;

/// One figure, or one comparison, that tells players apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Criterion {
    /// Number of wins; a draw is half of one.
    Wins,
    /// Wins and what the player began with.
    MacMahon,
    /// Sum of all opponents' scores.
    Sos,
    /// The same without the lowest of them.
    SosLessOne,
    /// The same without the two lowest of them.
    SosLessTwo,
    /// Sum of all opponents' sums of opponents' scores.
    Sosos,
    /// Sum of defeated opponents' scores; it was called SOSB, too.
    Sodos,
    /// Sum of the scores of defeated opponents but the largest and the smallest; 0 with fewer than three.
    SodosTrimmed,
    /// Sum of the scores after each round.
    Cumulative,
    /// The result of the games among those who are equal so far: who has met and beaten all others of them
    /// stands first.
    HeadToHead,
    /// Rounds of a knockout that the player came through, as a game's winner or free of one.
    RoundsPassed,
    /// The order of the pairing table. It says who is listed first; the places stay equal.
    PairingTable,
}

/// The way a criterion orders players who are equal so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieOrder {
    /// By a sum of points, the largest first.
    Sum,
    /// By the games among them.
    Games,
    /// By the pairing table, which leaves places equal.
    Table,
}

impl Criterion {
    const ALL: [Self; 12] = [
        Self::Wins,
        Self::MacMahon,
        Self::Sos,
        Self::SosLessOne,
        Self::SosLessTwo,
        Self::Sosos,
        Self::Sodos,
        Self::SodosTrimmed,
        Self::Cumulative,
        Self::HeadToHead,
        Self::RoundsPassed,
        Self::PairingTable,
    ];

    /// The way it orders those who are equal so far.
    #[must_use]
    pub const fn ordering(self) -> TieOrder {
        match self {
            Self::Wins
            | Self::MacMahon
            | Self::Sos
            | Self::SosLessOne
            | Self::SosLessTwo
            | Self::Sosos
            | Self::Sodos
            | Self::SodosTrimmed
            | Self::Cumulative
            | Self::RoundsPassed => TieOrder::Sum,
            Self::HeadToHead => TieOrder::Games,
            Self::PairingTable => TieOrder::Table,
        }
    }

    /// Returns whether it is a sum, which has a column and terms.
    #[must_use]
    pub const fn is_sum(self) -> bool {
        matches!(self.ordering(), TieOrder::Sum)
    }

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::MacMahon => "macmahon",
            Self::Sos => "sos",
            Self::SosLessOne => "sos-1",
            Self::SosLessTwo => "sos-2",
            Self::Sosos => "sosos",
            Self::Sodos => "sodos",
            Self::SodosTrimmed => "sodos-trimmed",
            Self::Cumulative => "cumulative",
            Self::HeadToHead => "head-to-head",
            Self::RoundsPassed => "rounds-passed",
            Self::PairingTable => "pairing-table",
        }
    }

    /// Its name above a column of `standings.csv`.
    #[must_use]
    pub const fn column(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::MacMahon => "mms",
            Self::Sos => "sos",
            Self::SosLessOne => "sos_1",
            Self::SosLessTwo => "sos_2",
            Self::Sosos => "sosos",
            Self::Sodos => "sodos",
            Self::SodosTrimmed => "sodos_trimmed",
            Self::Cumulative => "cumulative",
            Self::HeadToHead => "head to head",
            Self::RoundsPassed => "rounds_passed",
            Self::PairingTable => "pairing table",
        }
    }

    /// Its name above a column.
    #[must_use]
    pub const fn heading(self) -> &'static str {
        match self {
            Self::Wins => "Wins",
            Self::MacMahon => "MMS",
            Self::Sos => "SOS",
            Self::SosLessOne => "SOS-1",
            Self::SosLessTwo => "SOS-2",
            Self::Sosos => "SOSOS",
            Self::Sodos => "SODOS",
            Self::SodosTrimmed => "SODOS-2",
            Self::Cumulative => "Cum.",
            Self::HeadToHead => "Head to head",
            Self::RoundsPassed => "Rounds",
            Self::PairingTable => "Pairing table",
        }
    }

    /// Its meaning in words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Wins => "number of wins",
            Self::MacMahon => "score at the start and wins",
            Self::Sos => "sum of all opponents' scores",
            Self::SosLessOne => "sum of all opponents' scores but the lowest",
            Self::SosLessTwo => "sum of all opponents' scores but the two lowest",
            Self::Sosos => "sum of all opponents' SOS",
            Self::Sodos => "sum of defeated opponents' scores",
            Self::SodosTrimmed => {
                "sum of defeated opponents' scores but the largest and the smallest"
            }
            Self::Cumulative => "sum of the scores after each round",
            Self::HeadToHead => "result between those who are equal",
            Self::RoundsPassed => "rounds that the player came through",
            Self::PairingTable => "rank on the pairing table",
        }
    }
}

/// A list of criteria, the first to decide first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieBreaks(Vec<Criterion>);

/// A list of criteria that nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no tie-break is called `{0}`: give one of the lists {lists}, or criteria among {criteria}",
    lists = TieBreaks::NAMED.map(|(name, _)| name).join(", "),
    criteria = Criterion::ALL.map(Criterion::name).join(", ")
)]
pub struct UnknownTieBreak(pub String);

impl TieBreaks {
    /// Lists with a name and their use.
    pub const NAMED: [(&'static str, &'static [Criterion]); 6] = [
        ("fjk", Self::FJK),
        (
            "taiwan-1988",
            &[Criterion::Wins, Criterion::Sodos, Criterion::Sos],
        ),
        ("usa-1989", &[Criterion::Wins, Criterion::Sodos]),
        ("kgs", &[Criterion::Wins, Criterion::Sos, Criterion::Sodos]),
        (
            "macmahon",
            &[Criterion::MacMahon, Criterion::Sos, Criterion::Sodos],
        ),
        (
            "cumulative",
            &[Criterion::Wins, Criterion::Sodos, Criterion::Cumulative],
        ),
    ];

    /// Section 12 of the call of FJK 2000.
    const FJK: &[Criterion] = &[
        Criterion::Wins,
        Criterion::Sos,
        Criterion::Sodos,
        Criterion::SodosTrimmed,
        Criterion::HeadToHead,
        Criterion::PairingTable,
    ];

    /// The rule of the call of FJK 2000, section 12.
    #[must_use]
    pub fn fjk() -> Self {
        Self(Self::FJK.to_vec())
    }

    /// A list by its criteria.
    #[must_use]
    pub fn new(criteria: &[Criterion]) -> Self {
        Self(criteria.to_vec())
    }

    /// The criteria in order.
    #[must_use]
    pub fn criteria(&self) -> &[Criterion] {
        &self.0
    }

    /// Returns whether scores are counted from what the players began with.
    #[must_use]
    pub fn is_macmahon(&self) -> bool {
        self.0.contains(&Criterion::MacMahon)
    }
}

impl FromStr for TieBreaks {
    type Err = UnknownTieBreak;

    /// A named list, or names of criteria with commas between them.
    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        let text = text.trim();
        if let Some((_, criteria)) = Self::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(Self::new(criteria));
        }
        let criteria = text.split(',').map(|name| {
            let name = name.trim().to_ascii_lowercase();
            let mut known = Criterion::ALL.into_iter();
            let named = known.find(|criterion| criterion.name() == name);
            named.ok_or(UnknownTieBreak(name))
        });
        criteria.collect::<Result<Vec<_>, _>>().map(Self)
    }
}

impl fmt::Display for TieBreaks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.iter().map(|criterion| criterion.name()).collect();
        f.write_str(&names.join(", "))
    }
}
