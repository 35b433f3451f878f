//! Goals of exercises: what a right answer does.

use super::chapter_text::parse_color;
use sgmp_board::rules::{Board, Color, Game, Move, Point, PointSet, territory};
use sgmp_knowledge::reading::{Answer, Budget, Life, Tactician};

/// Reading for one question: boards are small.
const LEVEL: u8 = 12;

/// The goal of an exercise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Any move that the rules allow.
    Play,
    /// Takes the string off the board, now.
    Take(Point),
    /// The string is captured, whatever its owner does.
    Capture(Point),
    /// The string is not captured.
    Save(Point),
    /// The two stones can no longer be kept apart.
    Connect(Point, Point),
    /// The two stones can no longer be joined.
    Cut(Point, Point),
    /// The group of this stone lives.
    Live(Point),
    /// The group dies, or is gone.
    Kill(Point),
    /// All these strings are left with one liberty.
    Atari(Vec<Point>),
    /// The mover surrounds so many points at least.
    Surround(usize),
    /// Nothing is left to play.
    Pass,
    /// A number is told.
    Count(Quantity),
    /// A point is named, not played.
    Name(Named),
    /// One of the stored answers is chosen.
    Choose,
}

/// A number to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    Liberties(Point),
    Stones(Point),
    Lines,
    Territory(Color),
    Area(Color),
    /// Territory of Black less that of White.
    Margin,
    /// Strings of a color.
    Strings(Color),
    /// Points that nobody surrounds.
    Neutral,
}

/// A kind of point to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// Empty, and the rules forbid the move.
    Forbidden,
    /// An empty point beside the string.
    Liberty(Point),
    /// A stone with one liberty.
    InAtari,
    /// A stone of the color.
    Stone(Color),
    /// An eye of the color that cannot be taken away.
    Eye(Color),
    /// A point with stones of the color on all sides that is no eye.
    FalseEye(Color),
    /// An empty point that nobody surrounds.
    Neutral,
    /// A stone that cannot be saved.
    Dead,
    /// An empty point surrounded by the color.
    Territory(Color),
    /// An empty point on this line from the edge.
    OnLine(u8),
}

impl Named {
    /// Returns whether a stone is looked for.
    pub(super) const fn is_stone(self) -> bool {
        match self {
            Self::InAtari | Self::Stone(_) | Self::Dead => true,
            Self::Forbidden
            | Self::Liberty(_)
            | Self::Eye(_)
            | Self::FalseEye(_)
            | Self::Neutral
            | Self::Territory(_)
            | Self::OnLine(_) => false,
        }
    }
}

impl Goal {
    /// Reads a goal: its word and its operands.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let point = |index: usize| Point::parse(words.get(index)?);
        Some(match *words.first()? {
            "play" => Self::Play,
            "take" => Self::Take(point(1)?),
            "capture" => Self::Capture(point(1)?),
            "save" => Self::Save(point(1)?),
            "connect" => Self::Connect(point(1)?, point(2)?),
            "cut" => Self::Cut(point(1)?, point(2)?),
            "live" => Self::Live(point(1)?),
            "kill" => Self::Kill(point(1)?),
            "atari" => {
                let strings = words[1..].iter().map(|word| Point::parse(word));
                Self::Atari(strings.collect::<Option<_>>()?)
            }
            "surround" => Self::Surround(words.get(1)?.parse().ok()?),
            "pass" => Self::Pass,
            "count" => Self::Count(Quantity::parse(&words[1..])?),
            "name" => Self::Name(Named::parse(&words[1..])?),
            "choose" => Self::Choose,
            _ => return None,
        })
    }

    /// True if the answer is a move that is played on the board.
    pub(super) const fn is_played(&self) -> bool {
        !matches!(self, Self::Count(_) | Self::Name(_) | Self::Choose)
    }
}

impl Quantity {
    fn parse(words: &[&str]) -> Option<Self> {
        let color = || parse_color(words.get(1)?);
        let point = || Point::parse(words.get(1)?);
        Some(match *words.first()? {
            "liberties" => Self::Liberties(point()?),
            "stones" => Self::Stones(point()?),
            "lines" => Self::Lines,
            "territory" => Self::Territory(color()?),
            "area" => Self::Area(color()?),
            "margin" => Self::Margin,
            "strings" => Self::Strings(color()?),
            "neutral" => Self::Neutral,
            _ => return None,
        })
    }

    /// The number on a board.
    pub(super) fn value(self, board: &Board) -> i32 {
        let found = territory(board, &PointSet::EMPTY);
        let owned = |color| found.points_of(color).len();
        let number = match self {
            Self::Liberties(stone) => board.liberties(stone),
            Self::Stones(stone) => board.string_size(stone),
            Self::Lines => usize::from(board.size().lines()),
            Self::Territory(color) => owned(color),
            Self::Area(color) => owned(color) + board.stones(color).count(),
            Self::Margin => return owned(Color::Black) as i32 - owned(Color::White) as i32,
            Self::Strings(color) => board
                .stones(color)
                .filter(|stone| board.anchor(*stone) == Some(*stone))
                .count(),
            Self::Neutral => board.empty_points().len() - owned(Color::Black) - owned(Color::White),
        };
        number as i32
    }
}

impl Named {
    fn parse(words: &[&str]) -> Option<Self> {
        let color = || parse_color(words.get(1)?);
        Some(match *words.first()? {
            "forbidden" => Self::Forbidden,
            "liberty" => Self::Liberty(Point::parse(words.get(1)?)?),
            "atari" => Self::InAtari,
            "stone" => Self::Stone(color()?),
            "eye" => Self::Eye(color()?),
            "false-eye" => Self::FalseEye(color()?),
            "neutral" => Self::Neutral,
            "dead" => Self::Dead,
            "territory" => Self::Territory(color()?),
            "line" => Self::OnLine(words.get(1)?.parse().ok()?),
            _ => return None,
        })
    }

    /// Returns whether the point is of the kind.
    pub(super) fn is(
        self,
        game: &Game,
        color: Color,
        point: Point,
        tactician: &mut Tactician,
    ) -> bool {
        let board = game.board();
        let is_empty = board.is_empty(point);
        let shut_in = |by: Color| {
            board
                .neighbors(point)
                .all(|next| board.color_at(next) == Some(by))
        };
        let found = || territory(board, &PointSet::EMPTY);
        match self {
            Self::Forbidden => is_empty && game.legality(color, Move::Play(point)).is_err(),
            Self::Liberty(stone) => board.liberty_set(stone).contains(point),
            Self::InAtari => !is_empty && board.liberties(point) == 1,
            Self::Stone(color) => board.color_at(point) == Some(color),
            Self::Eye(color) => is_empty && shut_in(color) && board.is_small_eye(color, point),
            Self::FalseEye(color) => {
                is_empty && shut_in(color) && !board.is_small_eye(color, point)
            }
            Self::Neutral => is_empty && found().owner(point).is_none(),
            Self::Dead => !is_empty && tactician.life(board, point) == Some(Life::Dead),
            Self::Territory(color) => is_empty && found().owner(point) == Some(color),
            Self::OnLine(line) => is_empty && point.line(board.size()) == line,
        }
    }
}

/// The state of a goal after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// The goal is reached.
    Yes,
    /// It is not, and each of these answers shows it; none where it cannot be reached any more.
    No(Vec<Point>),
    /// It was too much to read.
    Unread,
}

/// Judges a position after the learner's move; the opponent moves next.
pub(super) fn reached(
    goal: &Goal,
    game: &Game,
    color: Color,
    tactician: &mut Tactician,
) -> Reached {
    let board = game.board();
    let budget = Budget::for_level(LEVEL);
    let is_there = |stone: &Point| board.color_at(*stone).is_some();
    let fails = |answer: &Answer| {
        if answer.result.works() {
            Reached::No(answer.point().into_iter().collect())
        } else if answer.is_complete {
            Reached::Yes
        } else {
            Reached::Unread
        }
    };
    let when = |is_reached: bool| {
        if is_reached {
            Reached::Yes
        } else {
            Reached::No(Vec::new())
        }
    };
    match goal {
        Goal::Play => Reached::Yes,
        Goal::Take(stone) => when(board.color_at(*stone) != Some(!color)),
        Goal::Capture(stone) | Goal::Kill(stone) if board.color_at(*stone) != Some(!color) => {
            Reached::Yes
        }
        Goal::Capture(stone) => fails(&tactician.defend(board, *stone, budget)),
        Goal::Save(stone) if !is_there(stone) => Reached::No(Vec::new()),
        Goal::Save(stone) => fails(&tactician.attack(board, *stone, budget)),
        Goal::Connect(a, b) if !is_there(a) || !is_there(b) => Reached::No(Vec::new()),
        Goal::Connect(a, b) if board.anchor(*a) == board.anchor(*b) => Reached::Yes,
        Goal::Connect(a, b) => fails(&tactician.disconnect(board, *a, *b, budget)),
        Goal::Cut(a, b) if !is_there(a) || !is_there(b) => Reached::Yes,
        Goal::Cut(a, b) => fails(&tactician.connect(board, *a, *b, budget)),
        Goal::Live(stone) => match tactician.life(board, *stone) {
            Some(Life::Alive) => Reached::Yes,
            Some(Life::Dead) => Reached::No(Vec::new()),
            Some(Life::Unsettled { kills, .. }) => Reached::No(kills.iter().collect()),
            None => Reached::Unread,
        },
        Goal::Kill(stone) => match tactician.life(board, *stone) {
            Some(Life::Dead) => Reached::Yes,
            Some(Life::Alive) => Reached::No(Vec::new()),
            Some(Life::Unsettled { saves, .. }) => Reached::No(saves.iter().collect()),
            None => Reached::Unread,
        },
        Goal::Atari(strings) => {
            let is_short = |stone: &Point| {
                board.color_at(*stone) == Some(!color) && board.liberties(*stone) == 1
            };
            when(strings.iter().all(is_short))
        }
        Goal::Surround(points) => {
            when(territory(board, &PointSet::EMPTY).points_of(color).len() >= *points)
        }
        Goal::Pass => when(game.last_move() == Some((color, Move::Pass))),
        Goal::Count(_) | Goal::Name(_) | Goal::Choose => Reached::No(Vec::new()),
    }
}
