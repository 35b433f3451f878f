//! Counting a game, by territory as in Japan or by area as in China.
//!
//! The caller says which stones are dead; nothing is played out here.

use std::fmt;

use super::komi::in_points;
use super::{Board, ByColor, Color, Game, Komi, PointSet, Rules, Status, territory, whole_strings};

/// The points of one side in Japanese counting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points surrounded, those under dead enemy stones included.
    pub territory: u16,
    /// Enemy stones captured during the game.
    pub prisoners: u16,
    /// Dead enemy stones taken off at the end.
    pub dead: u16,
}

impl Tally {
    /// Points of territory, prisoners and dead stones; komi is not among them.
    #[must_use]
    pub fn points(&self) -> u32 {
        u32::from(self.territory) + u32::from(self.prisoners) + u32::from(self.dead)
    }
}

/// A game counted by territory and prisoners (rules of the Nihon Ki-in, 1989, article 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Points of each side, without komi.
    pub tally: ByColor<Tally>,
    /// Points that White receives besides.
    pub komi: Komi,
}

impl Score {
    /// By how much the better side wins.
    #[must_use]
    pub fn margin(&self) -> Margin {
        Margin::new(
            self.tally.black.points(),
            self.tally.white.points(),
            self.komi,
        )
    }

    /// The better side; `None` if the game is drawn.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        self.margin().winner()
    }
}

impl fmt::Display for Score {
    /// The margin: "W+3.5".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.margin().fmt(f)
    }
}

/// A position counted by area: living stones and the points they surround.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AreaScore {
    /// Points of each side, komi apart.
    pub points: ByColor<u16>,
    /// Points that White receives besides.
    pub komi: Komi,
}

impl AreaScore {
    /// By how much the better side wins.
    #[must_use]
    pub fn margin(&self) -> Margin {
        Margin::new(
            self.points.black.into(),
            self.points.white.into(),
            self.komi,
        )
    }
}

impl fmt::Display for AreaScore {
    /// The margin: "W+3.5".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.margin().fmt(f)
    }
}

/// A game counted by its own rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FinalScore {
    /// Territory and prisoners, as Japanese rules count.
    Territory(Score),
    /// Stones and territory, as Chinese rules count.
    Area(AreaScore),
}

impl FinalScore {
    /// By how much the better side wins.
    #[must_use]
    pub fn margin(&self) -> Margin {
        match self {
            Self::Territory(score) => score.margin(),
            Self::Area(score) => score.margin(),
        }
    }

    /// Points of one side, komi apart.
    #[must_use]
    pub fn points(&self, color: Color) -> u32 {
        match self {
            Self::Territory(score) => score.tally[color].points(),
            Self::Area(score) => score.points[color].into(),
        }
    }
}

impl fmt::Display for FinalScore {
    /// The margin: "W+3.5".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.margin().fmt(f)
    }
}

/// By how many half points Black is ahead; negative if White is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(i32);

impl Margin {
    /// Black's lead, in half points.
    #[must_use]
    pub const fn from_half_points(lead: i32) -> Self {
        Self(lead)
    }

    /// Black's lead in half points.
    #[must_use]
    pub const fn half_points(self) -> i32 {
        self.0
    }

    /// The side ahead; `None` if neither is.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self.0 {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        }
    }

    /// Half points by which `color` is ahead; negative if it is behind.
    #[must_use]
    pub const fn for_color(self, color: Color) -> i32 {
        match color {
            Color::Black => self.0,
            Color::White => -self.0,
        }
    }

    fn new(black: u32, white: u32, komi: Komi) -> Self {
        let lead = i64::from(black) - i64::from(white);
        // Sides have at most a few times 65,535 points: this fits.
        Self((lead * 2 - i64::from(komi.half_points())) as i32)
    }
}

impl fmt::Display for Margin {
    /// As SGF's RE: "B+12", "W+3.5"; "0" for a drawn game.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.abs();
        match self.winner() {
            None => f.pad("0"),
            Some(Color::Black) => f.pad(&format!("B+{}", in_points(size))),
            Some(Color::White) => f.pad(&format!("W+{}", in_points(size))),
        }
    }
}

/// Counts a game by its rules, with the dead stones and the territory given.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{Color, Game, Komi, PointSet, Status, diagram, score, territory};
///
/// let board = diagram::parse(
///     ". X O .
///      X X O O
///      . X O .
///      X X O O",
/// )?;
/// let dead = PointSet::EMPTY;
/// let status = Status::settled(&board, &dead, &dead, territory(&board, &dead));
/// let game = Game::from_position(board, Color::Black, Komi::FIVE_AND_A_HALF);
/// assert_eq!(score::count(&game, &status).to_string(), "W+5.5");
/// # Ok::<(), sgmp_board::rules::diagram::DiagramError>(())
/// ```
#[must_use]
pub fn count(game: &Game, status: &Status) -> FinalScore {
    match game.rules() {
        Rules::Japanese => FinalScore::Territory(japanese(game, status)),
        Rules::Chinese => FinalScore::Area(area(game.board(), status.dead(), game.komi())),
    }
}

/// Counts a game by territory, prisoners and dead stones.
#[must_use]
pub fn japanese(game: &Game, status: &Status) -> Score {
    let tally = |color: Color| Tally {
        territory: status.territory().points_of(color).len() as u16,
        prisoners: game.prisoners()[color],
        dead: status.dead_of(game.board(), !color) as u16,
    };
    Score {
        tally: ByColor::new(tally(Color::Black), tally(Color::White)),
        komi: game.komi(),
    }
}

/// Counts a position by area, without the dead stones given.
#[must_use]
pub fn area(board: &Board, dead: &PointSet, komi: Komi) -> AreaScore {
    let found = territory(board, dead);
    let dead = whole_strings(board, dead);
    let points = |color: Color| {
        let living = board.stones(color).filter(|stone| !dead.contains(*stone));
        (found.points_of(color).len() + living.count()) as u16
    };
    AreaScore {
        points: ByColor::new(points(Color::Black), points(Color::White)),
        komi,
    }
}

/// Points by which Black is ahead on a board that is counted by area as it stands, komi apart.
#[must_use]
pub fn lead_as_it_stands(board: &Board) -> i32 {
    let territory = territory(board, &PointSet::EMPTY);
    let points = |color| {
        let surrounded = territory.points_of(color).len();
        (board.stones(color).count() + surrounded) as i32
    };
    points(Color::Black) - points(Color::White)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Point, diagram};

    /// Black has A5..A1 less stones; a white stone is dead inside; White has taken one stone.
    fn counted() -> (Game, PointSet) {
        let board = diagram::parse(
            ". X . O .
             . X . O X
             O X X O .
             . X O O .
             . X O . .",
        )
        .unwrap();
        let mut game = Game::from_position(board, Color::White, Komi::FIVE_AND_A_HALF);
        game.play(Color::White, Move::Play(Point::parse("E3").unwrap()))
            .unwrap();
        game.play(Color::White, Move::Play(Point::parse("E5").unwrap()))
            .unwrap();
        (game, PointSet::single(Point::parse("A3").unwrap()))
    }

    #[test]
    fn japanese_counting_adds_territory_prisoners_and_dead() {
        let (game, dead) = counted();
        let score = japanese(&game, &Status::with_dead(game.board(), &dead));
        assert_eq!(
            score.tally.black,
            Tally {
                territory: 5,
                prisoners: 0,
                dead: 1
            }
        );
        assert_eq!(
            score.tally.white,
            Tally {
                territory: 4,
                prisoners: 1,
                dead: 0
            }
        );
        assert_eq!(score.to_string(), "W+4.5");
        assert_eq!(score.winner(), Some(Color::White));
        assert_eq!(score.margin().for_color(Color::White), 9);
    }

    #[test]
    fn area_counting_adds_living_stones() {
        let (game, dead) = counted();
        let score = area(game.board(), &dead, game.komi());
        assert_eq!(score.points, ByColor::new(11, 12));
        assert_eq!(score.to_string(), "W+6.5");
        let status = Status::with_dead(game.board(), &dead);
        let counts = [(Rules::Japanese, "W+4.5", 6), (Rules::Chinese, "W+6.5", 11)];
        for (rules, margin, black) in counts {
            let counted = count(&game.clone().with_rules(rules), &status);
            assert_eq!(counted.to_string(), margin);
            assert_eq!(counted.points(Color::Black), black);
        }
    }

    #[test]
    fn margins_read_as_results() {
        let text = |black, white, komi| {
            Margin::new(black, white, Komi::from_half_points(komi)).to_string()
        };
        assert_eq!(text(10, 0, 11), "B+4.5");
        assert_eq!(text(12, 0, 0), "B+12");
        assert_eq!(text(5, 5, 0), "0");
        assert_eq!(text(0, 0, 1), "W+0.5");
        assert_eq!(Margin::new(5, 5, Komi::default()).winner(), None);
    }
}
