//! The probability that groups live, and the groups that count as gone.

use super::group_features::{GroupFeatures, Surroundings};
use super::group_info::GroupInfo;
use super::outcome_model::OutcomeModel;
use super::strings::Strings;
use crate::reading::Life;
use sgmp_board::rules::{Board, Color, PointSet};

/// A group with the status of the dead counts as gone if it lives with less than this probability though
/// it moves first.
const MAX_DEAD_SURVIVAL: f32 = 0.2;

/// Share of the doubt about a group that goes to the side expected to move first there, if reading
/// found that its life depends on that. The model hardly knows it, because the players of the games
/// that it was learned from left many such groups alone; but a player is asked for the next move. A
/// look alone finds it wrongly too often to be given any weight
/// (docs/measurements/knowledge-engine.md, "Where the lead goes").
const TURN_BY_READING: f32 = 0.6;

/// The share of a board's points that stones stand on.
pub(super) fn fullness(board: &Board) -> f32 {
    let points = f32::from(board.size().points());
    1.0 - board.empty_points().len() as f32 / points
}

/// The features of each group. `gone` are the stones that were counted as gone.
pub(super) fn features(
    group_infos: &[GroupInfo],
    strings: &Strings,
    gone: PointSet,
    full: f32,
    moves_first: impl Fn(usize) -> bool,
) -> Vec<GroupFeatures> {
    let numbered = group_infos.iter().enumerate();
    numbered
        .map(|(place, info)| {
            let mut surroundings = Surroundings {
                moves_first: moves_first(place),
                is_gone: is_gone(info, gone),
                threatened: threatened(info, strings),
                weak_enemies: 0.0,
                has_living_enemy: false,
                full,
            };
            let (mut weak, mut all) = (0, 0);
            for enemy in &info.neighbors {
                let enemy = &group_infos[enemy.index()];
                let stones = enemy.group.stones.len();
                all += stones;
                if enemy.status.is_alive() {
                    surroundings.has_living_enemy = true;
                } else {
                    weak += stones;
                }
            }
            if all > 0 {
                surroundings.weak_enemies = weak as f32 / all as f32;
            }
            GroupFeatures::new(info, &surroundings)
        })
        .collect()
}

/// The stones of the groups that count as gone. Who was taken for gone stays so, unless reading
/// found that it lives.
pub(super) fn doomed(
    group_infos: &[GroupInfo],
    strings: &Strings,
    gone: PointSet,
    full: f32,
    model: &OutcomeModel,
) -> PointSet {
    let shown = features(group_infos, strings, gone, full, |_| true);
    let dead = group_infos.iter().zip(&shown).filter(|(info, shown)| {
        info.status.is_dead() && (is_gone(info, gone) || model.chance(shown) < MAX_DEAD_SURVIVAL)
    });
    dead.fold(PointSet::EMPTY, |all, (info, _)| all | info.group.stones)
}

/// The share of a group's stones that reading finds threatened.
fn threatened(info: &GroupInfo, strings: &Strings) -> f32 {
    let own = info.group.strings.iter().map(|id| strings.get(*id));
    let threatened = own.filter(|string| string.is_threatened());
    let stones: usize = threatened.map(|string| string.stones.len()).sum();
    stones as f32 / info.group.stones.len() as f32
}

fn is_gone(info: &GroupInfo, gone: PointSet) -> bool {
    (info.group.stones - gone).is_empty()
}

/// Returns for each group whether its owner is expected to move first there. Of the unsettled the
/// largest is that of who is to move, the next the other's, and so on: each takes the largest that
/// is left.
pub(super) fn movers(group_infos: &[GroupInfo], to_move: Color) -> Vec<bool> {
    let own = |info: &GroupInfo, turn: Color| info.group.color == turn;
    let mut moves_first: Vec<bool> = group_infos.iter().map(|info| own(info, to_move)).collect();
    let is_open = |place: &usize| group_infos[*place].is_unsettled();
    let mut open: Vec<usize> = (0..group_infos.len()).filter(is_open).collect();
    // Of two alike the first on the board, whatever the order that the stones came in.
    open.sort_by_key(|place| {
        let stones = group_infos[*place].group.stones;
        (std::cmp::Reverse(stones.len()), stones.first())
    });
    let mut turn = to_move;
    for place in open {
        moves_first[place] = own(&group_infos[place], turn);
        turn = !turn;
    }
    moves_first
}

/// The probability that a group lives, given the side that moves first there.
pub(super) fn by_turn(info: &GroupInfo, chance: f32, moves_first: bool) -> f32 {
    if !matches!(info.read, Some(Life::Unsettled { .. })) {
        return chance;
    }
    let end = f32::from(u8::from(moves_first));
    chance + TURN_BY_READING * (end - chance)
}

#[cfg(test)]
mod tests {
    use super::super::Analysis;
    use sgmp_board::rules::{Color, Point, diagram};

    #[test]
    fn who_hangs_on_the_next_move_lives_by_whose_it_is_and_the_smothered_are_gone() {
        let board = diagram::parse(
            ". . . . . . . . .
             . . . . . . . . X
             . . . . . . . X .
             . . . . . . . X O
             . . . . . . . X O
             X X X X X X . X X
             O O O O O X . . .
             O O O O O X . . .
             . . . O O X . . .",
        )
        .unwrap();
        let at = |name| Point::parse(name).unwrap();
        let of = |turn| Analysis::new(&board, turn, 8);
        let (black, white) = (of(Color::Black), of(Color::White));
        // The estimated owner of a stone's point is its own color as far as it lives.
        let chance = |analysis: &Analysis, name| {
            let value = analysis.territory().at(at(name));
            match board.color_at(at(name)) {
                Some(Color::Black) => (1.0 + value) / 2.0,
                _ => (1.0 - value) / 2.0,
            }
        };
        assert!(chance(&white, "A2") > chance(&black, "A2") + 0.3);
        for analysis in [black, white] {
            assert!(chance(&analysis, "J6") < 0.1);
            assert!(chance(&analysis, "F1") > 0.9);
            assert!(analysis.dead().contains(at("J6")) && !analysis.dead().contains(at("A2")));
        }
    }
}
