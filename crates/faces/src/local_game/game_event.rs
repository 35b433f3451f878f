//! Events of a game at this computer, and what is said of them.

use sgmp_board::record::GameResult;
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};
use sgmp_match::play::Count;

/// A string with a single liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atari {
    /// The color of the string.
    pub color: Color,
    /// One of its stones: the first one from A1 up.
    pub stone: Point,
    /// Number of its stones.
    pub stones: usize,
}

impl Atari {
    /// The strings in atari on a board.
    #[must_use]
    pub(super) fn all_on(board: &Board) -> Vec<Self> {
        let mut seen = PointSet::EMPTY;
        let mut found = Vec::new();
        for stone in Point::all(board.size()) {
            let Some(color) = board.color_at(stone) else {
                continue;
            };
            if board.liberties(stone) != 1 || seen.contains(stone) {
                continue;
            }
            for other in board.string(stone) {
                seen.insert(other);
            }
            let stones = board.string_size(stone);
            found.push(Self {
                color,
                stone,
                stones,
            });
        }
        found
    }

    /// Those that the change from one board to the next brought about.
    #[must_use]
    pub fn new_on(board: &Board, before: &Board) -> Vec<Self> {
        let is_new = |atari: &Self| {
            let mut stones = board.string(atari.stone);
            !stones.any(|s| before.color_at(s).is_some() && before.liberties(s) == 1)
        };
        Self::all_on(board).into_iter().filter(is_new).collect()
    }

    /// "Your 3 stones at C2 are in atari."; `you` is the person who is spoken to.
    #[must_use]
    pub fn sentence(&self, you: Option<Color>) -> String {
        let whose = match you {
            Some(color) if color == self.color => "Your".to_owned(),
            _ => format!("{}'s", self.color),
        };
        match self.stones {
            1 => format!("{whose} stone at {} is in atari.", self.stone),
            stones => format!("{whose} {stones} stones at {} are in atari.", self.stone),
        }
    }
}

/// The end of a game at this computer.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalEnd {
    /// The result for the record.
    pub result: GameResult,
    /// The count with the owners of the points, where the game was counted.
    pub count: Option<Count>,
}

impl LocalEnd {
    /// An end without a count.
    #[must_use]
    pub(super) const fn uncounted(result: GameResult) -> Self {
        Self {
            result,
            count: None,
        }
    }

    /// "White wins by 3.5 points (W+3.5)."
    #[must_use]
    pub fn sentence(&self) -> String {
        result_in_words(self.result)
    }
}

/// A result in a sentence: "White wins by 3.5 points (W+3.5)."
#[must_use]
pub fn result_in_words(result: GameResult) -> String {
    match result {
        GameResult::Score { winner, margin } => {
            let half = if margin.get() % 2 == 1 { ".5" } else { "" };
            let points = format!("{}{half}", margin.get() / 2);
            let word = if points == "1" { "point" } else { "points" };
            format!("{winner} wins by {points} {word} ({result}).")
        }
        GameResult::Resignation { winner } => {
            format!("{} resigns: {winner} wins ({result}).", !winner)
        }
        GameResult::Time { winner } => {
            format!("{}'s time is up: {winner} wins ({result}).", !winner)
        }
        GameResult::Forfeit { winner } | GameResult::Win { winner } => {
            format!("{winner} wins ({result}).")
        }
        GameResult::Draw => "The game is drawn: both have the same points.".to_owned(),
        GameResult::Void => "The same position came back twice: the game has no result.".to_owned(),
        GameResult::Unknown => "The game has no result.".to_owned(),
    }
}

/// An event of a game at this computer.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEvent {
    /// A move was made.
    Played {
        /// The color that made it.
        color: Color,
        /// The move, which is on the board.
        mv: Move,
        /// Number of stones that it took.
        captured: u16,
        /// Strings that it put into atari, the mover's own included.
        ataris: Vec<Atari>,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of moves that were taken back.
        moves: usize,
        /// The side to move now.
        turn: Color,
    },
    /// Both have passed: the count begins.
    CountBegins,
    /// The engine has proposed which stones are dead.
    DeadProposed {
        /// A stone of each dead string.
        strings: Vec<Point>,
    },
    /// A player has corrected the count.
    Toggled {
        /// The string, by a stone of it and their number.
        string: Atari,
        /// True if it is dead now.
        is_dead: bool,
    },
    /// The count was broken off: the game goes on.
    PlayedOn {
        /// The side to move.
        turn: Color,
    },
    /// The game is over.
    Over(LocalEnd),
}

impl GameEvent {
    /// The event in a sentence or two; `you` is the person who is spoken to.
    #[must_use]
    pub fn sentence(&self, you: Option<Color>) -> String {
        match self {
            Self::Played {
                color,
                mv,
                captured,
                ataris,
            } => {
                let mut told = vec![match mv {
                    Move::Pass => format!("{color} passes."),
                    Move::Play(point) => format!("{color} plays {point}."),
                }];
                match captured {
                    0 => {}
                    1 => told.push("It takes 1 stone.".to_owned()),
                    stones => told.push(format!("It takes {stones} stones.")),
                }
                told.extend(ataris.iter().map(|atari| atari.sentence(you)));
                told.join(" ")
            }
            Self::TakenBack { moves, turn } => match moves {
                0 => format!("The game goes on; {turn} is to move."),
                1 => format!("1 move is taken back; {turn} is to move."),
                moves => format!("{moves} moves are taken back; {turn} is to move."),
            },
            Self::CountBegins => "Both have passed: the game is counted.".to_owned(),
            Self::DeadProposed { strings } if strings.is_empty() => {
                "No stones are dead.".to_owned()
            }
            Self::DeadProposed { strings } => {
                let names: Vec<String> = strings.iter().map(Point::to_string).collect();
                let word = if names.len() == 1 {
                    "string"
                } else {
                    "strings"
                };
                format!("Dead: the {word} at {}.", names.join(", "))
            }
            Self::Toggled { string, is_dead } => {
                let state = if *is_dead { "dead" } else { "alive" };
                let (color, stone) = (string.color, string.stone);
                match string.stones {
                    1 => format!("{color}'s stone at {stone} is {state}."),
                    stones => format!("{color}'s {stones} stones at {stone} are {state}."),
                }
            }
            Self::PlayedOn { turn } => format!("The game goes on; {turn} is to move."),
            Self::Over(end) => end.sentence(),
        }
    }
}
