//! A game at this computer as a record, and back.

use sgmp_proto::Instant;

use super::game_event::LocalEnd;
use super::game_state::{LocalGame, MoveNote, Phase};
use super::local_terms::{Lead, LocalHandicap, LocalTerms, Seat};
use sgmp_board::record::{
    GameInfo, GameRecord, GameResult, Player, RecordedMove, ReplayError, replay,
};
use sgmp_board::rules::{ByColor, Color, Handicap};

/// The word before the seed in the name of a game; older records have both in their comment.
const SEED: &str = "seed ";

/// The highest level whose moves are written down without their reasons.
const MAX_UNCOMMENTED: u8 = 3;

/// A reason why a record cannot be gone on with.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// It cannot be played over.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// Stones are set up in the middle of it.
    #[error("stones are set up after move {0}: such a game cannot be gone on with")]
    PositionChange(usize),
}

impl LocalGame {
    /// The record of the game as it stands: every move with the mover's time and the reasons, and the result
    /// once there is one.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let mut record = GameRecord::played(&self.game, |index, played| {
            if let Some(note) = self.notes.get(index) {
                let reasons = note.reasons.clone();
                played.time_left = note.time_left;
                played.comment = reasons.filter(|_| self.is_commented(played.color));
            }
        });
        record.info = self.info();
        if let Phase::Over(LocalEnd {
            count: Some(count), ..
        }) = &self.phase
        {
            record.set_count(&count.status);
        }
        record
    }

    /// Returns whether the record has reasons for the moves of a color: those of a beginner's opponent help no beginner.
    fn is_commented(&self, color: Color) -> bool {
        match self.terms.seats[color] {
            Seat::Engine(level) => level.number() > MAX_UNCOMMENTED,
            Seat::Person => true,
        }
    }

    fn info(&self) -> GameInfo {
        let terms = &self.terms;
        let player = |color| Player {
            name: Some(terms.name(color)),
            rank: None,
        };
        let has_engine = terms.seats.black != Seat::Person || terms.seats.white != Seat::Person;
        GameInfo {
            komi: Some(terms.komi),
            handicap: terms.handicap.stones(),
            players: ByColor::new(player(Color::Black), player(Color::White)),
            date: (!terms.date.is_empty()).then(|| terms.date.clone()),
            rules: Some(terms.rules.name().to_owned()),
            time_limit: terms.main_time,
            result: match &self.phase {
                Phase::Over(end) => end.result,
                Phase::Playing | Phase::Counting(_) => GameResult::Unknown,
            },
            name: has_engine.then(|| format!("{SEED}{}", terms.seed)),
            ..GameInfo::default()
        }
    }

    /// The game of a record, to go on with. The seats are those that its players' names tell, the clocks
    /// those of the last moves. A game with a result is over.
    ///
    /// # Errors
    /// A record that cannot be played over, or with stones set up after its first move.
    pub fn from_record(record: &GameRecord, now: Instant) -> Result<Self, LoadError> {
        Self::from_record_with(record, None, now)
    }

    /// The same with other players.
    ///
    /// # Errors
    /// Those of [`Self::from_record`].
    pub fn from_record_with(
        record: &GameRecord,
        seats: Option<ByColor<Seat>>,
        now: Instant,
    ) -> Result<Self, LoadError> {
        if let Some(change) = record.changes().first() {
            return Err(LoadError::PositionChange(change.moves_before));
        }
        let terms = terms_of(record, seats);
        let game = replay(record, usize::MAX)?.with_rules(terms.rules);
        let note = |played: &RecordedMove| MoveNote {
            time_left: played.time_left.filter(|_| terms.main_time.is_some()),
            reasons: played.comment.clone(),
            black_wins: None,
        };
        let notes = record.moves().iter().map(note).collect();
        let resumed = Self::resumed(terms, game, notes, now);
        Ok(match record.info.result {
            GameResult::Unknown => resumed,
            result => resumed.closed(LocalEnd::uncounted(result), now),
        })
    }
}

fn terms_of(record: &GameRecord, seats: Option<ByColor<Seat>>) -> LocalTerms {
    let info = &record.info;
    let name = |color: Color| info.players[color].name.clone().unwrap_or_default();
    let names = ByColor::new(name(Color::Black), name(Color::White));
    let seat = |color: Color| Seat::from_name(&names[color]);
    let told = ByColor::new(seat(Color::Black), seat(Color::White));
    LocalTerms {
        size: record.size(),
        komi: info.komi.unwrap_or_default(),
        rules: info.rule_set().unwrap_or_default(),
        handicap: handicap_of(record),
        seats: seats.unwrap_or(told),
        names,
        main_time: info.time_limit,
        seed: [&info.name, &info.comment]
            .into_iter()
            .find_map(|words| seed_in(words.as_deref()?))
            .unwrap_or(0),
        date: info.date.clone().unwrap_or_default(),
    }
}

/// The handicap of a record: stones that it sets up, or else plays of Black's.
fn handicap_of(record: &GameRecord) -> LocalHandicap {
    let Some(lead) = Lead::new(record.info.handicap) else {
        return LocalHandicap::NONE;
    };
    if record.setup().stones.is_empty() {
        return LocalHandicap::Plays(lead);
    }
    let fixed = Handicap::new(record.info.handicap.into());
    fixed.map_or(LocalHandicap::Placed(lead), LocalHandicap::Fixed)
}

fn seed_in(words: &str) -> Option<u64> {
    let seed = |line: &str| line.rsplit_once(SEED)?.1.trim().parse().ok();
    words.lines().find_map(seed)
}
