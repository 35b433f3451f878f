//! The facts and moves of one game.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{ByColor, GameResult};
use crate::rules::{BoardSize, Color, Komi, Move, Point, RuleSet};

/// A player, as far as known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Name of the person or program.
    pub name: Option<String>,
    /// Strength in the game's own words: "3d", "10k".
    pub rank: Option<String>,
}

/// The facts of a game besides its moves. Texts are one line each, the comment may be more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// Points White receives; `None` where the record does not say.
    pub komi: Option<Komi>,
    /// Stones Black has ahead; 0 is an even game. Where they stand is the record's [`Setup`].
    pub handicap: u8,
    /// The two players, with all that is known of each.
    pub players: ByColor<Player>,
    /// Day of the game: YYYY-MM-DD.
    pub date: Option<String>,
    /// The place of the game.
    pub place: Option<String>,
    /// The name of the tournament.
    pub event: Option<String>,
    /// The round, without the word itself: "1", "3 (final)".
    pub round: Option<String>,
    /// Name of the game. The FJK form has room for it only where there is no round.
    pub name: Option<String>,
    /// Rules in SGF's words: "Japanese", "Chinese", "AGA", "GOE", "NZ".
    pub rules: Option<String>,
    /// Main time of each player, in whole seconds; fractions are not written.
    pub time_limit: Option<Duration>,
    /// The result as recorded, counted or not.
    pub result: GameResult,
    /// Remarks on the whole game.
    pub comment: Option<String>,
}

impl GameInfo {
    /// The nearest rules here to those that the record names, with or without more behind the name; `None` where they
    /// are not known.
    #[must_use]
    pub fn rule_set(&self) -> Option<RuleSet> {
        let text = self.rules.as_deref()?.trim();
        let word = text.split(|c: char| !c.is_alphanumeric()).next()?;
        text.parse().or_else(|_| word.parse()).ok()
    }
}

/// The position before the first move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Stones on the board.
    pub stones: BTreeMap<Point, Color>,
    /// The side that moves first, if the file says so.
    pub to_play: Option<Color>,
}

impl Setup {
    /// A handicap game: Black's stones stand, White moves.
    #[must_use]
    pub fn handicap(stones: impl IntoIterator<Item = Point>) -> Self {
        Self {
            stones: stones.into_iter().map(|p| (p, Color::Black)).collect(),
            to_play: Some(Color::White),
        }
    }

    /// Points of one color's stones, from A1 up row by row.
    pub fn stones_of(&self, color: Color) -> impl Iterator<Item = Point> {
        owned_by(&self.stones, color)
    }
}

/// Stones set up in the middle of a game: a new position, from which the moves are numbered on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionChange {
    /// Moves before it, which count from the start of the game.
    pub moves_before: usize,
    /// The points that change and the stones that stand there then; `None` empties a point.
    pub points: BTreeMap<Point, Option<Color>>,
    /// The side that moves next, if the file says so.
    pub to_play: Option<Color>,
}

/// The owner of each counted point at the end of the game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Territory {
    /// The owner of each point; a neutral point is absent.
    pub owner: BTreeMap<Point, Color>,
}

impl Territory {
    /// Points of one color, from A1 up row by row.
    pub fn points_of(&self, color: Color) -> impl Iterator<Item = Point> {
        owned_by(&self.owner, color)
    }
}

fn owned_by(points: &BTreeMap<Point, Color>, color: Color) -> impl Iterator<Item = Point> {
    points
        .iter()
        .filter(move |(_, owner)| **owner == color)
        .map(|(point, _)| *point)
}

/// A move as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// The color of the mover.
    pub color: Color,
    /// The move; it was not checked against the rules.
    pub mv: Move,
    /// Time that the mover had left afterwards, in whole seconds; fractions are not written.
    pub time_left: Option<Duration>,
    /// Remarks on the move.
    pub comment: Option<String>,
}

impl RecordedMove {
    /// A move without time or remarks.
    #[must_use]
    pub const fn new(color: Color, mv: Move) -> Self {
        Self {
            color,
            mv,
            time_left: None,
            comment: None,
        }
    }
}

/// A point beyond the record's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{point} is not on a board of {size}: the move or the size is wrong")]
pub struct OffBoard {
    /// The point of the move or stone.
    pub point: Point,
    /// The board that it is not on.
    pub size: BoardSize,
}

/// A game on paper: all its points lie on its board. Whether a move was legal is for the rules.
///
/// # Examples
///
/// ```
/// use sgmp_board::record::{Format, GameRecord, RecordedMove};
/// use sgmp_board::rules::{BoardSize, Color, Komi, Move, Point};
///
/// let mut record = GameRecord::new(BoardSize::NINETEEN);
/// record.info.komi = Some(Komi::FIVE_AND_A_HALF);
/// let star = Point::parse("Q16").expect("a point");
/// record.push(RecordedMove::new(Color::Black, Move::Play(star)))?;
/// let text = record.to_sgf(Format::Ff4);
/// assert!(text.contains("KM[5.5]"));
/// assert!(text.ends_with(";B[pd])\n"));
/// # Ok::<(), sgmp_board::record::OffBoard>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The facts besides the moves.
    pub info: GameInfo,
    pub(super) size: BoardSize,
    pub(super) setup: Setup,
    pub(super) moves: Vec<RecordedMove>,
    pub(super) changes: Vec<PositionChange>,
    pub(super) end: Option<Territory>,
}

impl GameRecord {
    /// A game without moves, of which nothing is known but the board.
    #[must_use]
    pub fn new(size: BoardSize) -> Self {
        Self {
            info: GameInfo::default(),
            size,
            setup: Setup::default(),
            moves: Vec::new(),
            changes: Vec::new(),
            end: None,
        }
    }

    /// The size of the board, for all of the record.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The position before the first move.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The moves in order, passes included.
    #[must_use]
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// New positions after the first move, in order; at most one between two moves.
    #[must_use]
    pub fn changes(&self) -> &[PositionChange] {
        &self.changes
    }

    /// The owners of the points, if the game was counted.
    #[must_use]
    pub const fn end(&self) -> Option<&Territory> {
        self.end.as_ref()
    }

    /// Lays the position before the first move.
    ///
    /// # Errors
    /// A stone off the board.
    pub fn set_setup(&mut self, setup: Setup) -> Result<(), OffBoard> {
        setup.stones.keys().try_for_each(|p| self.check(*p))?;
        self.setup = setup;
        Ok(())
    }

    /// Adds the next move.
    ///
    /// # Errors
    /// A point off the board.
    pub fn push(&mut self, played: RecordedMove) -> Result<(), OffBoard> {
        if let Move::Play(point) = played.mv {
            self.check(point)?;
        }
        self.moves.push(played);
        Ok(())
    }

    /// Changes the position after the moves so far. Before the first move that is the setup's.
    ///
    /// # Errors
    /// A point off the board.
    pub fn change_position(
        &mut self,
        points: BTreeMap<Point, Option<Color>>,
        to_play: Option<Color>,
    ) -> Result<(), OffBoard> {
        points.keys().try_for_each(|p| self.check(*p))?;
        if self.moves.is_empty() {
            for (point, stone) in points {
                match stone {
                    Some(color) => self.setup.stones.insert(point, color),
                    None => self.setup.stones.remove(&point),
                };
            }
            self.setup.to_play = to_play.or(self.setup.to_play);
            return Ok(());
        }
        let moves_before = self.moves.len();
        if self
            .changes
            .last()
            .is_none_or(|last| last.moves_before < moves_before)
        {
            self.changes.push(PositionChange {
                moves_before,
                ..PositionChange::default()
            });
        }
        if let Some(change) = self.changes.last_mut() {
            change.points.extend(points);
            change.to_play = to_play.or(change.to_play);
        }
        Ok(())
    }

    /// Adds a remark to a move, counted from 0, behind those that are there. Where there is no such
    /// move nothing is remarked.
    pub fn remark(&mut self, place: usize, text: &str) {
        if let Some(played) = self.moves.get_mut(place) {
            let comment = played.comment.get_or_insert_default();
            if !comment.is_empty() {
                comment.push_str("\n\n");
            }
            comment.push_str(text);
        }
    }

    /// Notes whose the points are.
    ///
    /// # Errors
    /// A point off the board.
    pub fn set_end(&mut self, territory: Territory) -> Result<(), OffBoard> {
        territory.owner.keys().try_for_each(|p| self.check(*p))?;
        self.end = Some(territory);
        Ok(())
    }

    fn check(&self, point: Point) -> Result<(), OffBoard> {
        if point.is_on(self.size) {
            return Ok(());
        }
        let size = self.size;
        Err(OffBoard { point, size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_off_the_board_are_refused_everywhere() {
        let mut record = GameRecord::new(BoardSize::new(9).unwrap());
        let beyond = Point::parse("K1").unwrap();
        let played = RecordedMove::new(Color::Black, Move::Play(beyond));
        let owner = BTreeMap::from([(beyond, Color::White)]);

        let refusal = record.push(played).unwrap_err();
        assert!(
            refusal
                .to_string()
                .starts_with("K1 is not on a board of 9x9")
        );
        assert_eq!(record.set_setup(Setup::handicap([beyond])), Err(refusal));
        assert_eq!(record.set_end(Territory { owner }), Err(refusal));
        assert_eq!(record, GameRecord::new(record.size()));
    }

    #[test]
    fn rules_are_known_by_their_names() {
        let known = |rules: &str| {
            let rules = Some(rules.to_owned());
            let info = GameInfo {
                rules,
                ..GameInfo::default()
            };
            info.rule_set()
        };
        for name in ["Japanese", "japanese:6", "Korean", "JP"] {
            assert_eq!(
                known(name),
                Some(crate::rules::Rules::Japanese.into()),
                "{name}"
            );
        }
        for name in [
            "Chinese",
            "chinese (7.5)",
            "AGA",
            "GOE",
            "NZ",
            "New Zealand",
        ] {
            assert_eq!(
                known(name),
                Some(crate::rules::Rules::Chinese.into()),
                "{name}"
            );
        }
        for name in ["", "home made", "newt"] {
            assert_eq!(known(name), None, "{name}");
        }
        for name in ["Tromp-Taylor", "tromp taylor", "tt"] {
            assert_eq!(known(name), Some(RuleSet::TROMP_TAYLOR), "{name}");
        }
        assert_eq!(GameInfo::default().rule_set(), None);
    }

    #[test]
    fn a_remark_goes_behind_those_that_are_there() {
        let mut record = GameRecord::new(BoardSize::NINETEEN);
        record
            .push(RecordedMove::new(Color::Black, Move::Pass))
            .unwrap();
        for text in ["one", "two"] {
            record.remark(0, text);
            record.remark(1, text);
        }
        assert_eq!(record.moves()[0].comment.as_deref(), Some("one\n\ntwo"));
        assert_eq!(record.moves().len(), 1);
    }

    #[test]
    fn a_handicap_is_black_stones_and_white_to_move() {
        let corners = ["D4", "Q16"].map(|p| Point::parse(p).unwrap());
        let setup = Setup::handicap(corners);
        assert_eq!(setup.stones_of(Color::Black).collect::<Vec<_>>(), corners);
        assert_eq!(setup.stones_of(Color::White).count(), 0);
        assert_eq!(setup.to_play, Some(Color::White));
    }
}
