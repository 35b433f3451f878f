//! A game to learn from.

use sgmp_board::record::{ByColor, GameInfo, GameRecord, GameResult, Player, RecordedMove};
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Rules};

/// The mover's own estimate of its chance to win, in percent, 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chance(u8);

impl Chance {
    /// So many percent; `None` beyond 100.
    #[must_use]
    pub const fn new(percent: u8) -> Option<Self> {
        if percent <= 100 {
            Some(Self(percent))
        } else {
            None
        }
    }

    /// The part of playouts won, 0 to 1; what lies outside counts as the nearest.
    #[must_use]
    pub(crate) fn from_share(share: f32) -> Self {
        Self((100.0 * share.clamp(0.0, 1.0)).round() as u8)
    }

    /// In percent.
    #[must_use]
    pub(crate) const fn percent(self) -> u8 {
        self.0
    }
}

/// A move, and what the mover thought of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move as it was made.
    pub mv: Move,
    /// The mover's chance to win; other programs' engines do not tell.
    pub chance: Option<Chance>,
}

/// A game from an empty board, Black and White in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// Its number in its configuration, from 0.
    pub index: u32,
    /// The seed of its chance.
    pub seed: u64,
    /// The board that was played on.
    pub size: BoardSize,
    /// Points White receives in this game.
    pub komi: Komi,
    /// The rules by which the game was counted.
    pub rules: Rules,
    /// The names of the players.
    pub players: ByColor<String>,
    /// Number of first moves drawn at random.
    pub opening: u16,
    /// All moves, the first ones by lot among them.
    pub plies: Vec<Ply>,
    /// The result as a record has it.
    pub result: GameResult,
}

impl TrainingGame {
    /// Longest game, in moves: what play makes is far shorter.
    pub const MAX_MOVES: usize = 2000;

    /// The moves with their colors.
    pub fn moves(&self) -> impl Iterator<Item = (Color, Move)> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        colors.zip(self.plies.iter().map(|ply| ply.mv))
    }

    /// Plays it over; `None` if a move breaks its rules.
    #[must_use]
    pub fn replayed(&self) -> Option<Game> {
        let mut game = Game::new(self.size, self.komi).with_rules(self.rules);
        for (color, mv) in self.moves() {
            game.play(color, mv).ok()?;
        }
        Some(game)
    }

    /// The game on paper.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let mut record = GameRecord::new(self.size);
        let player = |name: &String| Player {
            name: Some(name.clone()),
            rank: None,
        };
        record.info = GameInfo {
            komi: Some(self.komi),
            players: ByColor::new(player(&self.players.black), player(&self.players.white)),
            rules: Some(self.rules.name().to_owned()),
            result: self.result,
            name: Some(format!("training game {}, seed {}", self.index, self.seed)),
            comment: Some(format!("the first {} moves by lot", self.opening)),
            ..GameInfo::default()
        };
        for ((color, mv), ply) in self.moves().zip(&self.plies) {
            let comment = ply.chance.map(|chance| format!("{} %", chance.percent()));
            let on_board = record.push(RecordedMove {
                color,
                mv,
                time_left: None,
                comment,
            });
            debug_assert!(on_board.is_ok(), "a game's moves lie on its board");
        }
        record
    }
}
