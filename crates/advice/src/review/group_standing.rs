//! How the groups of a position stand: the one answer for lines, screens, pages and pictures.

use std::cmp::Reverse;
use std::fmt;

use super::advice_desk::{ExpectedTerritory, analysis};
use sgmp_board::picture::Life;
use sgmp_board::rules::{Board, Color, PointSet};
use sgmp_knowledge::analysis::{Analysis, GroupInfo, LifeStatus};
use sgmp_knowledge::experts::{Fate, Fates, GroupChange, GroupRef};

/// A group and how it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupStanding {
    /// Its stones.
    pub stones: PointSet,
    /// Its name, its place on the scale of life, and its fate where a net tells it.
    pub state: GroupChange,
}

impl GroupStanding {
    /// The groups of a board with this side to move, the weakest first. Where the owners of the points are expected by a net,
    /// that decides who lives, so that groups and territory never contradict each other; the analysis has the words for it.
    #[must_use]
    pub fn all(board: &Board, to_move: Color, expected: Option<&ExpectedTerritory>) -> Vec<Self> {
        let analysis = analysis(board, to_move);
        let infos = analysis.group_infos().iter();
        let mut all: Vec<Self> = infos
            .filter_map(|info| Self::new(&analysis, info, expected))
            .collect();
        all.sort_by_key(|group| {
            let fate = group.state.fates.map(|fates| fates.now);
            let weakness = (fate, group.state.now.number());
            Reverse((weakness, group.state.group.stones))
        });
        all
    }

    fn new(
        analysis: &Analysis,
        info: &GroupInfo,
        expected: Option<&ExpectedTerritory>,
    ) -> Option<Self> {
        let stones = info.group.stones;
        let fate = expected.map(|expected| expected.owners().fate(&stones, info.group.color));
        Some(Self {
            stones,
            state: GroupChange {
                group: GroupRef::from_group(info)?,
                stones,
                before: None,
                now: info.status,
                decides: analysis.turning_points(info),
                is_in_atari: info.group.liberties.len() == 1,
                fates: fate.map(|now| Fates { now, without: now }),
            },
        })
    }

    /// Its life as a board shows it.
    #[must_use]
    pub fn life(&self) -> Life {
        match (self.state.fates.map(|fates| fates.now), self.state.now) {
            (Some(Fate::Lost), _) => Life::ProbablyDead,
            (Some(Fate::Lives) | None, LifeStatus::Seki) => Life::Seki,
            (Some(Fate::Lives), _) => Life::Alive,
            (Some(Fate::Open), _) => Life::Unsettled,
            (None, status) if status.is_alive() => Life::Alive,
            (None, status) if status.is_dead() => Life::ProbablyDead,
            (None, _) => Life::Unsettled,
        }
    }
}

impl fmt::Display for GroupStanding {
    /// "Black's 3 stones at C2 are alive for good."
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::AdviceDesk;
    use sgmp_board::record::{read_sgf, replay};
    use sgmp_board::rules::Point;

    /// A game in which the analysis gives two stones up that the net sees alive in their own territory.
    const GAME: &[u8] = b"(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese];B[ed];W[ef];B[ge];W[gf];B[hf];W[gg];B[df];W[dg]\
        ;B[ee];W[de];B[cf];W[cg];B[ff];W[eg];B[dd];W[ce];B[cd];W[bf];B[bd];W[hg];B[he];W[fg];B[fe];W[eb];B[gb]\
        ;W[hc];B[gc];W[if];B[ie];W[ig];B[ae];W[gd];B[af];W[hd];B[fc];W[ag];B[be];W[cb];B[bb];W[ba];B[ab];W[dc])";

    #[test]
    fn groups_and_territory_never_contradict_each_other() {
        let desk = AdviceDesk::own();
        let record = read_sgf(GAME).unwrap();
        for moves in [20, 30, 36, 42] {
            let game = replay(&record, moves).unwrap();
            let to_move = game.to_move();
            let expected = desk.territory(&game, to_move);
            for group in desk.groups(&game, to_move) {
                let color = group.state.group.color;
                let sign = if color == Color::Black { 1.0 } else { -1.0 };
                let shares = group.stones.iter().map(|stone| expected.share(stone));
                let mean = sign * shares.sum::<f32>() / group.stones.len() as f32;
                match group.life() {
                    Life::ProbablyDead => assert!(mean < -0.4, "{group} {mean}"),
                    Life::Alive | Life::Seki => assert!(mean > 0.4, "{group} {mean}"),
                    Life::Unsettled | Life::Dead => assert!(mean.abs() < 0.6, "{group} {mean}"),
                }
                let is_called_dead = group.to_string().contains("dead");
                assert!(!is_called_dead || group.life() == Life::ProbablyDead);
            }
        }
    }

    #[test]
    fn the_net_has_the_word_over_the_analysis() {
        let game = replay(&read_sgf(GAME).unwrap(), 42).unwrap();
        let corner = Point::parse("A8").unwrap();
        let life = |groups: Vec<GroupStanding>| {
            let group = groups
                .into_iter()
                .find(|group| group.stones.contains(corner));
            group.unwrap().life()
        };
        let turn = game.to_move();
        let by_net = AdviceDesk::own().groups(&game, turn);
        let alone = GroupStanding::all(game.board(), turn, None);
        assert_ne!(life(by_net), Life::ProbablyDead);
        assert_eq!(life(alone), Life::ProbablyDead);
    }
}
