//! The file of an event.

use std::time::Duration;

use super::super::pairing::{ColorRule, HandicapRule, PairedGame, Seeding};
use super::super::standings::{Points, TieBreaks};
use super::event_choices::{CrashRule, Format, RefereeRule, WrongInputRule};
use super::event_player::EventPlayer;
use super::macmahon::MacMahonRule;
use super::plan_error::PlanError;
use super::plan_file::PlanFile;
use sgmp_board::record::read_toml;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point, Rules, fixed_points};

/// Longest file of an event, in bytes: it has its place in the journal's first record.
pub const MAX_PLAN_BYTES: usize = 48 << 10;

/// Most players of an event.
pub(super) const MAX_PLAYERS: usize = 1000;

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
        let plan = file.plan().and_then(Self::checked);
        plan.map_err(|error| error.at_line_of(text))
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

    /// Returns whether people alone play.
    #[must_use]
    pub fn is_of_people(&self) -> bool {
        self.players.iter().all(|player| player.plays == "human")
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
