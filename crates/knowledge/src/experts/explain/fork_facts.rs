//! Facts about a point by what either side's stone there would do.

use super::group_changes::Forecast;
use super::owners::LIVING;
use super::play_facts::PlayFact;
use super::string_facts::{named_near, near};
use super::threats::{READING_LEVEL, UNTOUCHED, works};
use crate::analysis::{Analysis, LifeClass};
use crate::experts::expert_context::distance;
use crate::experts::group_ref::GroupRef;
use crate::experts::group_words::short;
use crate::reading::{Budget, ResultCode, Tactician};
use sgmp_board::rules::{Board, Color, Move, Point, PointSet};

/// Lines from the edge from which on a point is large.
const LEAST_LINE: u8 = 3;
/// Level of the analyses that are compared.
const ANALYSIS_LEVEL: u8 = 6;
/// Steps within which the groups are compared.
const AROUND: u8 = 4;
/// The part of a point that makes it lean to a side.
const LEANS: f32 = 0.3;
/// Points that a large move makes lean another way, at least.
const LARGE_MOVE_POINTS: usize = 4;

/// The board with a move, and with the other side's at the same point.
pub(super) struct Fork<'a> {
    pub(super) mv: Move,
    pub(super) point: Point,
    pub(super) color: Color,
    pub(super) mine: &'a Board,
    pub(super) theirs: &'a Board,
}

impl Fork<'_> {
    /// Strings that are joined or parted by who plays there, as the reader proves.
    pub(super) fn connection(
        &self,
        before: &Board,
        forecast: Option<Forecast<'_>>,
    ) -> Option<PlayFact> {
        let mut reader = Tactician::new();
        let budget = Budget::for_level(READING_LEVEL);
        for owner in [self.color, !self.color] {
            let (joined, parted) = match owner == self.color {
                true => (self.mine, self.theirs),
                false => (self.theirs, self.mine),
            };
            // Stones whose cutter is taken are not apart.
            let is_cutter_lost = works(&reader.attack(parted, self.point, budget));
            if owner != self.color && is_cutter_lost {
                continue;
            }
            let mut strings = near(before, self.point, owner);
            let is_settled = |stone: Point, is_safe: bool| {
                let stones: PointSet = before.string(stone).collect();
                forecast.is_some_and(|known| {
                    let now = known.with.mean(&stones, owner);
                    let otherwise = known.without.mean(&stones, owner);
                    match is_safe {
                        true => now.min(otherwise) >= UNTOUCHED,
                        false => now.max(otherwise) <= -LIVING,
                    }
                })
            };
            strings.retain(|stone| !is_settled(*stone, false));
            for (index, a) in strings.iter().enumerate() {
                for b in &strings[index + 1..] {
                    // What is safe in any case need not be joined, and is not hurt by a cut.
                    if is_settled(*a, true) && is_settled(*b, true) {
                        continue;
                    }
                    let apart = reader.connect(parted, *a, *b, budget);
                    let is_cut = apart.result == ResultCode::Fails && apart.is_complete;
                    if !is_cut || parted.color_at(*a).is_none() || parted.color_at(*b).is_none() {
                        continue;
                    }
                    let is_one = joined.anchor(*a) == joined.anchor(*b);
                    let mut holds = || {
                        let kept = reader.disconnect(joined, *a, *b, budget);
                        kept.result == ResultCode::Fails && kept.is_complete
                    };
                    if is_one || holds() {
                        let name = |stone| named_near(before, stone, owner, self.point);
                        let (a, b) = (name(*a), name(*b));
                        return Some(match owner == self.color {
                            true => PlayFact::Joins(self.mv, a, b),
                            false => PlayFact::Parts(self.mv, a, b),
                        });
                    }
                }
            }
        }
        None
    }

    /// Groups and points as they are with either side's stone there.
    pub(super) fn compared(&self, before: &Board) -> Option<PlayFact> {
        let with = Analysis::new(self.mine, !self.color, ANALYSIS_LEVEL);
        let without = Analysis::new(self.theirs, self.color, ANALYSIS_LEVEL);
        self.group(before, &with, &without)
            .or_else(|| self.leaning(&with, &without))
    }

    fn group(&self, before: &Board, with: &Analysis, without: &Analysis) -> Option<PlayFact> {
        for color in [self.color, !self.color] {
            let mut stones = before.stones(color).filter(|stone| {
                distance(*stone, self.point) <= AROUND && before.anchor(*stone) == Some(*stone)
            });
            let found = stones.find_map(|stone| {
                let (good, bad) = match color == self.color {
                    true => (with, without),
                    false => (without, with),
                };
                let good = good.group_info_at(stone)?;
                let info = bad.group_info_at(stone)?;
                let is_safe = good.status.class() <= LifeClass::Alive;
                let is_weak = info.status.class() >= LifeClass::Weak;
                let group = GroupRef::from_group(info)?;
                (is_safe && is_weak && group.stones > 1).then_some((group, short(info.status)))
            });
            if let Some((group, how)) = found {
                return Some(match color == self.color {
                    true => PlayFact::Steadies(self.mv, group, how),
                    false => PlayFact::Unsettles(self.mv, group, how),
                });
            }
        }
        None
    }

    fn leaning(&self, with: &Analysis, without: &Analysis) -> Option<PlayFact> {
        // On the low lines the turn alone makes as much of a difference.
        if self.point.line(self.mine.size()) < LEAST_LINE {
            return None;
        }
        let sign = |color| if color == Color::Black { 1.0 } else { -1.0 };
        let count = |analysis: &Analysis, color: Color| {
            let points = Point::all(self.mine.size());
            let points = points.filter(|point| distance(*point, self.point) <= AROUND);
            let leaning = |point: &Point| analysis.territory().at(*point) * sign(color) >= LEANS;
            points.filter(leaning).count()
        };
        let (me, them) = (self.color, !self.color);
        let (mine, their_loss) = (count(with, me), count(with, them));
        let (my_loss, theirs) = (count(without, me), count(without, them));
        let more = mine.saturating_sub(my_loss);
        let fewer = theirs.saturating_sub(their_loss);
        (more + fewer >= LARGE_MOVE_POINTS).then_some(PlayFact::Leans {
            mv: self.mv,
            color: me,
            more,
            fewer,
            swings: mine > their_loss && theirs > my_loss,
        })
    }
}
