//! The terms that both sides agreed on before the game, with what goes into its record.

use std::time::Duration;

use sgmp_proto::{Agreement, ProposedTerms};

use sgmp_board::rules::{
    Board, BoardSize, ByColor, Color, Game, Handicap, Komi, RuleSet, fixed_points,
};

/// The form of the protocol that a match is played in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// FJK 2000: the terms are agreed on by people.
    #[default]
    Fjk,
    /// The full Go Modem Protocol: color, board, handicap and rules are agreed on by the wire.
    Gmp,
}

/// A handicap that has no fixed points on its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no fixed handicap of {stones} stones on {size}: 2 to 9 stones stand on odd boards from 9x9, \
     2 to 4 on 7x7 and on even ones from 8x8"
)]
pub struct NoSuchHandicap {
    /// The stones that were asked for.
    pub stones: u8,
    /// The board, which has no fixed points for that number.
    pub size: BoardSize,
}

/// The terms of one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The color we play.
    pub color: Color,
    /// The board; the tournament plays on 19 lines.
    pub size: BoardSize,
    /// White's compensation (call, section 11(1): 5 1/2).
    pub komi: Komi,
    /// The rules of Go (the call's are Japanese).
    /// After two passes dead stones are taken off (call, section 14(2)), unless these say otherwise.
    pub rules: RuleSet,
    /// Each side's time for the whole game (call, section 11(2): 50 minutes).
    pub main_time: Duration,
    /// Time taken off ours before the first move (call, section 11(3): tardiness).
    pub used: Duration,
    /// The players' names, as the record shows them.
    pub names: ByColor<String>,
    /// The tournament's name; empty where there is none.
    pub event: String,
    /// The place where the game is played; empty where none was given.
    pub place: String,
    /// The round: "1"; the word itself may stand before it.
    pub round: String,
    /// The day of the game, YYYY-MM-DD.
    pub date: String,
    /// Black's stones before the first move, on the fixed points; none in the FJK dialect.
    pub handicap: Handicap,
    /// The form of the protocol.
    pub dialect: Dialect,
}

/// A game before its first move, with Black's handicap on its fixed points.
///
/// # Errors
/// [`NoSuchHandicap`].
pub fn opening(
    size: BoardSize,
    handicap: Handicap,
    komi: Komi,
    rules: RuleSet,
) -> Result<Game, NoSuchHandicap> {
    if handicap == Handicap::EVEN {
        return Ok(Game::new(size, komi).with_rules(rules));
    }
    let stones = handicap.stones();
    let error = NoSuchHandicap { stones, size };
    let points = fixed_points(size, stones.into()).ok_or(error)?;
    let stones = points.into_iter().map(|point| (Color::Black, point));
    let board = Board::from_stones(size, stones).map_err(|_| error)?;
    let game = Game::from_position(board, handicap.first(), komi);
    Ok(game.with_rules(rules))
}

impl Terms {
    /// The game before its first move, with Black's handicap on its fixed points.
    ///
    /// # Errors
    /// [`NoSuchHandicap`].
    pub fn opening(&self) -> Result<Game, NoSuchHandicap> {
        opening(self.size, self.handicap, self.komi, self.rules)
    }

    /// The terms as the wire says them.
    #[must_use]
    pub fn wire_dialect(&self) -> sgmp_proto::Dialect {
        match self.dialect {
            Dialect::Fjk => sgmp_proto::Dialect::Fjk,
            Dialect::Gmp => sgmp_proto::Dialect::Gmp(ProposedTerms::from(Agreement {
                color: self.color,
                size: self.size,
                handicap: self.handicap,
                rules: self.rules.rules,
            })),
        }
    }
}

/// The numbers of moves at which the tournament's rules change or end a game (call, section 11(2)).
pub mod limits {
    /// Below so many moves on record, a fallen flag loses.
    pub const FLAG_LOSES_BEFORE: usize = 300;
    /// With so many moves on record the game stops, whatever the clocks say.
    pub const MOVES: usize = 400;
}
