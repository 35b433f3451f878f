//! The end that a game which is not over is expected to come to: what judges are told of it.
//!
//! Always by the embedded net, without a search and without chance: two machines give one number.

use std::fmt;

use super::net_forecast::{sign, without_last_passes};
use crate::net::Evaluation;
use sgmp_board::rules::{Color, Game};

/// The margin and the chance that a game is expected to end with if it is played on, and how sure that is.
///
/// All numbers are rounded as they are told.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{BoardSize, Game, Komi};
/// use sgmp_engine::search::Outlook;
///
/// let game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
/// let outlook = Outlook::from_game(&game).unwrap();
/// assert!(outlook.lead().abs() < outlook.spread().into(), "nobody knows yet");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Tenths of a point.
    lead: i32,
    /// Hundredths.
    black_wins: u8,
    /// Points.
    spread: u16,
}

impl Outlook {
    /// Judges a game's position; `None` on boards that no net was trained on.
    ///
    /// Last passes count as if they had not been made.
    #[must_use]
    pub fn from_game(game: &Game) -> Option<Self> {
        let turn = game.to_move();
        let judged = without_last_passes(game, turn)?;
        let black_wins = match turn {
            Color::Black => judged.win,
            Color::White => 1.0 - judged.win,
        };
        Some(Self {
            lead: (sign(turn) * judged.score * 10.0).round() as i32,
            black_wins: (black_wins * 100.0).round().clamp(1.0, 99.0) as u8,
            spread: spread(&judged).round().max(1.0) as u16,
        })
    }

    /// Points by which Black is expected to be ahead in the end, komi and prisoners included; negative if
    /// White is.
    #[must_use]
    pub fn lead(&self) -> f64 {
        f64::from(self.lead) / 10.0
    }

    /// Black's chance to win, 0.01 to 0.99: nothing is certain before it is over.
    #[must_use]
    pub fn black_wins(&self) -> f64 {
        f64::from(self.black_wins) / 100.0
    }

    /// Black's chance to win in hundredths, 1 to 99.
    #[must_use]
    pub const fn black_wins_percent(&self) -> u8 {
        self.black_wins
    }

    /// The margin as a result is written: "B+6.1", "W+0.3", "even".
    #[must_use]
    pub fn margin(&self) -> String {
        match self.lead {
            0 => "even".to_owned(),
            1.. => format!("B+{:.1}", self.lead()),
            _ => format!("W+{:.1}", -self.lead()),
        }
    }

    /// Points, 1 at least, within which of the expected margin two games of three end.
    #[must_use]
    pub const fn spread(&self) -> u16 {
        self.spread
    }
}

impl fmt::Display for Outlook {
    /// "expected if it is played on: B+6.1 (Black wins with 71 %, two games of three end within 9 points of it)".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = self.margin();
        let points = if self.spread == 1 { "point" } else { "points" };
        write!(
            f,
            "expected if it is played on: {margin} (Black wins with {} %, two games of three end within {} \
             {points} of it)",
            self.black_wins, self.spread
        )
    }
}

/// Points within which of the expected margin two games of three end: by how much of the board has no sure owner.
/// Fitted to finished games, of weak programs and of stronger ones (`docs/measurements/net.md`).
fn spread(judged: &Evaluation) -> f32 {
    let doubts = judged.ownership().iter().map(|owner| 1.0 - owner * owner);
    let open: f32 = doubts.sum();
    open / (2.5 + open / 100.0)
}

/// Points that Black is expected to lead by at the end of a game, komi and prisoners included, with `turn`
/// to move: as the embedded net sees it, laid all eight ways. `None` on boards that it was not trained on.
///
/// # Examples
///
/// ```
/// use sgmp_board::rules::{BoardSize, Color, Game, Komi};
/// use sgmp_engine::search::expected_lead;
///
/// let game = Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF);
/// let [black, white] = Color::BOTH.map(|turn| expected_lead(&game, turn).unwrap());
/// assert!(black > white, "a move is worth points");
/// ```
#[must_use]
pub fn expected_lead(game: &Game, turn: Color) -> Option<f32> {
    without_last_passes(game, turn).map(|judged| sign(turn) * judged.score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Komi, Move, diagram};

    fn settled(rows: &str, komi: i16) -> Game {
        let board = diagram::parse(rows).unwrap();
        Game::from_position(board, Color::Black, Komi::from_half_points(komi))
    }

    const SPLIT: &str = ". . X . O . .
         . . X . O . X
         . X X . O O .
         X X X . O O O
         . X X . O O .
         O . X . O . .
         . . X . O . .";

    #[test]
    fn a_settled_board_is_surer_than_an_empty_one() {
        let settled = Outlook::from_game(&settled(SPLIT, 1)).unwrap();
        assert!((-4.0..6.0).contains(&settled.lead()), "{settled}");
        let empty = Game::new(BoardSize::new(7).unwrap(), Komi::from_half_points(1));
        let open = Outlook::from_game(&empty).unwrap();
        assert!(settled.spread() < open.spread(), "{settled}, {open}");
    }

    /// The words of the judge's line are the same on every face.
    #[test]
    fn it_is_told_from_blacks_side_whoever_is_to_move() {
        let mut game = settled(SPLIT, -40);
        let before = Outlook::from_game(&game).unwrap();
        assert!(
            before.lead() > 10.0 && before.black_wins() > 0.9,
            "{before}"
        );
        game.play(Color::Black, Move::Pass).unwrap();
        let after = Outlook::from_game(&game).unwrap();
        assert!(after.lead() > 10.0 && after.black_wins() > 0.9, "{after}");
        let told = Outlook {
            lead: 61,
            black_wins: 71,
            spread: 9,
        };
        assert_eq!(
            told.to_string(),
            "expected if it is played on: B+6.1 (Black wins with 71 %, two games of three end within 9 points of it)"
        );
        assert_eq!(
            (told.lead(), told.black_wins(), told.spread()),
            (6.1, 0.71, 9)
        );
        let lost = Outlook {
            lead: -120,
            spread: 1,
            ..told
        };
        assert!(lost.to_string().contains(": W+12.0 (") && lost.to_string().contains("1 point of"));
        let even = Outlook { lead: 0, ..told };
        assert!(even.to_string().contains(": even ("), "{even}");
    }

    #[test]
    fn a_board_that_no_net_knows_has_no_outlook() {
        let game = settled(". X O .\n. X O .\n. X O .\nO X O .", 1);
        assert_eq!(Outlook::from_game(&game), None);
        assert_eq!(expected_lead(&game, Color::Black), None);
    }
}
