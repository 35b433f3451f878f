//! The analysis of one position.

use super::connection_finder::Finder;
use super::connections::Connection;
use super::effort::Effort;
use super::group_info::GroupInfo;
use super::group_judgment::{Judgment, judge};
use super::group_reading::{self, read_out, search_life};
use super::groups::{Group, GroupId, Groups};
use super::influence::Influence;
use super::life_status::LifeStatus;
use super::living_board::LivingBoard;
use super::outcome_model::FeatureSample;
use super::outcome_model::OutcomeModel;
use super::point_features::PointContext;
use super::score_estimate::ScoreEstimate;
use super::strings::{StoneString, StringId, Strings};
use super::survival::{by_turn, doomed, features, fullness, movers};
use super::territory_estimate::TerritoryEstimate;
use crate::reading::{Life, LifeProblem, StringStatus, Tactician};
use sgmp_board::rules::{Board, Color, Point, PointSet};

/// Lines from a group within which a point is told to kill or to save it.
const NEAR: u8 = 3;

/// Most looks at a position: each counts as gone the stones that the one before found dead.
const MAX_LOOKS: usize = 3;

/// A position, described.
///
/// # Examples
///
/// ```
/// use sgmp_knowledge::analysis::Analysis;
/// use sgmp_board::rules::{Color, Point, diagram};
///
/// let board = diagram::parse(
///     ". X . X O . O
///      X X X X O O O
///      X X X X O O O
///      X X X X O O O
///      X X X X O O O
///      X X X X O O O
///      . X . X O . O",
/// )?;
/// let analysis = Analysis::new(&board, Color::Black, 4);
/// let stone = Point::parse("B1").expect("a point");
/// assert!(analysis.status_at(stone).is_some_and(|status| status.is_alive()));
/// assert!(analysis.estimate().territory > 1.0);
/// # Ok::<(), sgmp_board::rules::diagram::DiagramError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    to_move: Color,
    strings: Strings,
    connections: Vec<Connection>,
    groups: Groups,
    group_infos: Vec<GroupInfo>,
    dead: PointSet,
    influence: Influence,
    territory: TerritoryEstimate,
    estimate: ScoreEstimate,
}

impl Analysis {
    /// Describes a position. `level` (0 to 20) bounds what is read; the same position, turn and
    /// level always give the same.
    #[must_use]
    pub fn new(board: &Board, to_move: Color, level: u8) -> Self {
        let effort = Effort::for_level(level);
        Self::with_tactician(&mut Tactician::new(), board, to_move, effort)
    }

    /// Analyzes a position with a tactician whose memory is used again.
    #[must_use]
    pub fn with_tactician(
        tactician: &mut Tactician,
        board: &Board,
        to_move: Color,
        effort: Effort,
    ) -> Self {
        describe(
            OutcomeModel::shipped(),
            tactician,
            board,
            to_move,
            effort,
            None,
        )
    }

    /// Analyzes a position and estimates the score after a pass by the side to move, which costs
    /// little more; `None` where a pass lifts the ban of a ko, so that the reading would differ.
    #[must_use]
    pub(crate) fn with_pass(
        tactician: &mut Tactician,
        board: &Board,
        to_move: Color,
        effort: Effort,
    ) -> (Self, Option<ScoreEstimate>) {
        let model = OutcomeModel::shipped();
        let findings = Findings::new(model, tactician, board, effort);
        let is_same = board.ko_point().is_none();
        let passed = is_same.then(|| findings.value(model, board, !to_move, None).estimate);
        let valuation = findings.value(model, board, to_move, None);
        (findings.into_analysis(to_move, valuation), passed)
    }

    /// Analyzes a position with a given model; returns the features of groups and points, too, for
    /// learning.
    #[must_use]
    pub fn with_features(
        model: &OutcomeModel,
        tactician: &mut Tactician,
        board: &Board,
        to_move: Color,
        level: u8,
    ) -> (Self, FeatureSample) {
        let mut sample = FeatureSample::default();
        let noted = Some(&mut sample);
        let effort = Effort::for_level(level);
        let analysis = describe(model, tactician, board, to_move, effort, noted);
        (analysis, sample)
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The strings of both colors.
    #[must_use]
    pub const fn strings(&self) -> &Strings {
        &self.strings
    }

    /// The string of a stone.
    #[must_use]
    pub fn string_at(&self, stone: Point) -> Option<&StoneString> {
        self.strings.at(stone).map(|id| self.strings.get(id))
    }

    /// The connections, those through common territory last.
    #[must_use]
    pub fn connections(&self) -> &[Connection] {
        &self.connections
    }

    /// The connections of a string.
    pub(crate) fn connections_of(&self, string: StringId) -> impl Iterator<Item = &Connection> {
        let ends = move |c: &&Connection| c.strings.0 == string || c.strings.1 == string;
        self.connections.iter().filter(ends)
    }

    /// The groups with all that is known of them, by `GroupId::index`.
    #[must_use]
    pub fn group_infos(&self) -> &[GroupInfo] {
        &self.group_infos
    }

    /// The group of a stone.
    #[must_use]
    pub fn group_at(&self, stone: Point) -> Option<GroupId> {
        self.groups.at(&self.strings, stone)
    }

    /// The group of a stone, with everything known about it.
    #[must_use]
    pub fn group_info_at(&self, stone: Point) -> Option<&GroupInfo> {
        self.group_at(stone).map(|id| &self.group_infos[id.index()])
    }

    /// The status of the group of a stone.
    #[must_use]
    pub fn status_at(&self, stone: Point) -> Option<LifeStatus> {
        self.group_info_at(stone).map(|info| info.status)
    }

    /// The point where the opponent kills an unsettled group and the one where its owner saves it, as reading has proved, each
    /// the nearest of those that are known; `None` where one of them lies more than three lines away, where other things decide too.
    #[must_use]
    pub fn turning_points(&self, info: &GroupInfo) -> Option<(Point, Point)> {
        if !info.is_unsettled() {
            return None;
        }
        if let Some(Life::Unsettled { kills, saves }) = info.read {
            let nearest = |points: &PointSet| {
                let afar = points.iter().map(|point| (info.steps_to(point), point));
                afar.min()
                    .filter(|(steps, _)| *steps <= NEAR)
                    .map(|(_, point)| point)
            };
            return nearest(&kills).zip(nearest(&saves));
        }
        let threatened = info
            .group
            .strings
            .iter()
            .map(|id| self.strings.get(*id))
            .filter(|string| string.is_threatened())
            .max_by_key(|string| string.stones.len());
        if info.status == LifeStatus::WouldLive
            && let Some(string) = threatened
            && let StringStatus::Threatened {
                capture: Some(capture),
                rescue: Some(rescue),
                ..
            } = string.status
        {
            return Some((capture, rescue));
        }
        None
    }

    /// The life problem of the group of a stone, on the board that was described.
    #[must_use]
    pub fn life_problem(&self, board: &Board, stone: Point) -> Option<LifeProblem> {
        group_reading::life_problem(board, self.group_infos(), self.group_at(stone)?)
    }

    /// The same for a question that is read deep, see [`crate::reading::Budget::for_question`].
    #[must_use]
    pub fn deep_life_problem(&self, board: &Board, stone: Point) -> Option<LifeProblem> {
        group_reading::deep_life_problem(board, self.group_infos(), self.group_at(stone)?)
    }

    /// The stones of all groups that count as gone.
    #[must_use]
    pub const fn dead(&self) -> PointSet {
        self.dead
    }

    /// The influence of both colors.
    #[must_use]
    pub const fn influence(&self) -> &Influence {
        &self.influence
    }

    /// The estimated owner of each point.
    #[must_use]
    pub const fn territory(&self) -> &TerritoryEstimate {
        &self.territory
    }

    /// The score as it stands.
    #[must_use]
    pub const fn estimate(&self) -> ScoreEstimate {
        self.estimate
    }
}

fn describe(
    model: &OutcomeModel,
    tactician: &mut Tactician,
    board: &Board,
    to_move: Color,
    effort: Effort,
    sample: Option<&mut FeatureSample>,
) -> Analysis {
    let findings = Findings::new(model, tactician, board, effort);
    let valuation = findings.value(model, board, to_move, sample);
    findings.into_analysis(to_move, valuation)
}

/// The findings about a position that do not depend on the side to move.
struct Findings {
    strings: Strings,
    connections: Vec<Connection>,
    judgment: Judgment,
    dead: PointSet,
    /// The share of the board's points that stones stand on.
    full: f32,
}

/// The values that depend on the side to move.
struct Valuation {
    influence: Influence,
    territory: TerritoryEstimate,
    estimate: ScoreEstimate,
}

impl Findings {
    fn new(model: &OutcomeModel, tactician: &mut Tactician, board: &Board, effort: Effort) -> Self {
        let full = fullness(board);
        let strings = Strings::survey(board, tactician, effort);
        let connections = Finder::find(board, &strings, tactician, effort);
        let doomed =
            |group_infos: &[GroupInfo], gone| doomed(group_infos, &strings, gone, full, model);
        let (judgment, dead) = look(board, &strings, &connections, tactician, effort, &doomed);
        Self {
            strings,
            connections,
            judgment,
            dead,
            full,
        }
    }

    fn value(
        &self,
        model: &OutcomeModel,
        board: &Board,
        to_move: Color,
        mut sample: Option<&mut FeatureSample>,
    ) -> Valuation {
        let Judgment {
            groups,
            group_infos,
            spaces,
            walls,
            distances,
            ..
        } = &self.judgment;
        let (strings, dead, full) = (&self.strings, self.dead, self.full);
        let first = movers(group_infos, to_move);
        let shown = features(group_infos, strings, dead, full, |place| first[place]);
        let told = group_infos.iter().zip(&shown).zip(first);
        let survival: Vec<f32> = told
            .map(|((info, shown), first)| by_turn(info, model.chance(shown), first))
            .collect();
        if let Some(sample) = &mut sample {
            sample.groups = shown;
        }
        let living = LivingBoard { board, dead };
        let life = |stone: Point| {
            let group = groups.at(strings, stone);
            group.map_or(0.0, |id| survival[id.index()])
        };
        let sources = group_infos.iter().zip(&survival).flat_map(|(info, life)| {
            let (color, strength) = (info.group.color, strength(*life));
            let stones = info.group.stones.iter();
            stones.map(move |stone| (stone, color, strength))
        });
        let influence = Influence::radiate(&living, sources, walls, distances);
        let context = PointContext {
            living: &living,
            spaces,
            distances,
            influence: &influence,
            life: &life,
            full,
        };
        let territory = TerritoryEstimate::new(&context, model, sample);
        let estimate = ScoreEstimate::new(board, &territory, &life);
        Valuation {
            influence,
            territory,
            estimate,
        }
    }

    fn into_analysis(self, to_move: Color, valuation: Valuation) -> Analysis {
        let joined = self.judgment.joined.into_iter();
        Analysis {
            to_move,
            strings: self.strings,
            connections: self.connections.into_iter().chain(joined).collect(),
            groups: self.judgment.groups,
            group_infos: self.judgment.group_infos,
            dead: self.dead,
            influence: valuation.influence,
            territory: valuation.territory,
            estimate: valuation.estimate,
        }
    }
}

/// Judges until the set of dead stones does not change; returns it, too.
fn look(
    board: &Board,
    strings: &Strings,
    connections: &[Connection],
    tactician: &mut Tactician,
    effort: Effort,
    doomed: &dyn Fn(&[GroupInfo], PointSet) -> PointSet,
) -> (Judgment, PointSet) {
    let mut dead = strings.dead();
    let mut found = judge(board, strings, connections, dead, &|_| LifeStatus::Captured);
    read_out(
        board,
        strings,
        &mut found.group_infos,
        tactician,
        effort.lives,
    );
    search_life(board, &mut found.group_infos, tactician, effort);
    for _ in 1..MAX_LOOKS {
        let now = doomed(&found.group_infos, dead);
        if now == dead {
            break;
        }
        let before = |group: &Group| {
            let worst = overlapping(&found.group_infos, group).max();
            worst.unwrap_or(LifeStatus::NoRoom)
        };
        let mut next = judge(board, strings, connections, now, &before);
        // Who lives by winning a race lives by that, not by the eyes that its end will leave.
        for info in &mut next.group_infos {
            let best = overlapping(&found.group_infos, &info.group).min();
            if info.status.is_alive() && best == Some(LifeStatus::WinsRace) {
                info.status = LifeStatus::WinsRace;
            }
        }
        read_out(
            board,
            strings,
            &mut next.group_infos,
            tactician,
            effort.lives,
        );
        search_life(board, &mut next.group_infos, tactician, effort);
        dead = now;
        found = next;
    }
    (found, dead)
}

/// The statuses of the groups that have stones in common with one.
fn overlapping(group_infos: &[GroupInfo], group: &Group) -> impl Iterator<Item = LifeStatus> {
    let stones = group.stones;
    group_infos
        .iter()
        .filter(move |info| !(info.group.stones & stones).is_empty())
        .map(|info| info.status)
}

/// Strength of a group's influence as a share of a surely living group's: dead stones take
/// influence away.
const fn strength(life: f32) -> f32 {
    1.2 * life - 0.2
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, Move, diagram};

    const TEXT: &str = "
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X X . . .
        O O O O O X . . .
        O O O O O X . . .
        . . . O O X . O .";

    #[test]
    fn the_same_position_is_described_the_same() {
        let board = diagram::parse(TEXT).unwrap();
        let mut tactician = Tactician::new();
        let mut told = || {
            let analysis = Analysis::with_tactician(
                &mut tactician,
                &board,
                Color::Black,
                Effort::for_level(6),
            );
            format!("{analysis:?}")
        };
        assert_eq!(told(), told());
    }

    #[test]
    fn the_score_after_a_pass_is_that_of_the_position_after_it() {
        let mut told = 0;
        for seed in 0..40 {
            let mut board = random(seed);
            let to_move = if seed % 2 == 0 {
                Color::Black
            } else {
                Color::White
            };
            let mut tactician = Tactician::new();
            let (analysis, passed) =
                Analysis::with_pass(&mut tactician, &board, to_move, Effort::for_level(4));
            let twin = Analysis::new(&board, to_move, 4);
            assert_eq!(format!("{analysis:?}"), format!("{twin:?}"), "{seed}");
            assert_eq!(passed.is_none(), board.ko_point().is_some());
            board.play(to_move, Move::Pass).unwrap();
            let after = Analysis::new(&board, !to_move, 4).estimate();
            assert!(passed.is_none_or(|passed| passed == after), "{seed}");
            told += usize::from(passed.is_some());
        }
        assert!(told > 20, "{told}");
    }

    #[test]
    fn it_tells_of_stones_and_points() {
        let board = diagram::parse(TEXT).unwrap();
        let analysis = Analysis::new(&board, Color::White, 6);
        let at = |name| Point::parse(name).unwrap();
        let corner = analysis.group_info_at(at("A2")).unwrap();
        assert_eq!(analysis.turning_points(corner), Some((at("B1"), at("B1"))));
        assert_eq!(corner.vital_points(), points("B1"));
        assert_eq!(corner.eye_space(), points("A1 B1 C1"));
        assert_eq!(corner.sure_half_eyes(), 2);
        assert!(analysis.dead().contains(at("H1")));
        assert_eq!(analysis.status_at(at("A1")), None);
        assert_eq!(analysis.string_at(at("A2")).unwrap().stones.len(), 12);
        assert_eq!(analysis.to_move(), Color::White);
    }

    /// A board after some moves that mean nothing.
    fn random(seed: u64) -> Board {
        let mut chance = Rng::from_seed(seed);
        let mut board = Board::new(BoardSize::new(9).unwrap());
        let mut color = Color::Black;
        for _ in 0..20 + 2 * seed {
            let free = board.empty_points();
            let point = free[chance.below(free.len() as u32) as usize];
            if !board.is_small_eye(color, point) && board.play(color, Move::Play(point)).is_ok() {
                color = !color;
            }
        }
        board.play(color, Move::Pass).unwrap();
        board
    }

    /// The result of reading a stone's group and string.
    fn read(analysis: &Analysis, stone: Point) -> Option<(bool, Option<f32>, bool)> {
        let info = analysis.group_info_at(stone)?;
        let string = analysis.string_at(stone)?;
        Some((info.read.is_some(), info.leaning, string.is_threatened()))
    }

    #[test]
    fn any_position_is_described_and_both_colors_alike() {
        for seed in 0..40 {
            let board = random(seed);
            let stones = |color: Color| board.stones(color).map(move |stone| (!color, stone));
            let stones = stones(Color::Black).chain(stones(Color::White));
            let swapped = Board::from_stones(board.size(), stones).unwrap();
            let analysis = Analysis::new(&board, Color::Black, 4);
            let other = Analysis::new(&swapped, Color::White, 4);
            for point in Point::all(board.size()) {
                assert!(analysis.territory().at(point).abs() <= 1.0);
                assert_ne!(analysis.status_at(point), Some(LifeStatus::Undecided));
                let (ours, theirs) = (analysis.status_at(point), other.status_at(point));
                assert_eq!(ours, theirs, "{seed} {point}{board:?}");
            }
            // Where reading ends at its budget it may have found more for one color.
            let alike = Point::all(board.size()).all(|p| read(&analysis, p) == read(&other, p));
            let sum = analysis.estimate().territory + other.estimate().territory;
            let most = if alike { 0.01 } else { 2.0 };
            assert!(sum.abs() < most, "{seed}: {sum}{board:?}");
        }
    }

    #[test]
    fn an_empty_board_is_nobodys() {
        for lines in [2, 9, 19] {
            let board = Board::new(BoardSize::new(lines).unwrap());
            let analysis = Analysis::new(&board, Color::Black, 20);
            assert!(analysis.strings().is_empty() && analysis.group_infos().is_empty());
            let estimate = analysis.estimate();
            assert_eq!((estimate.territory, estimate.area), (0.0, 0.0));
        }
    }
}
