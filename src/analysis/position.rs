//! All that the floor says of one position.

use super::beliefs::Beliefs;
use super::chances::{by_turn, doomed, features, fullness, movers};
use super::connections::Connection;
use super::effort::Effort;
use super::finder::Finder;
use super::groups::{Group, GroupId, Groups};
use super::influence::Influence;
use super::judge::{Army, Judgment, judge};
use super::life::LifeStatus;
use super::living::Living;
use super::point_features::Ground;
use super::reading::{besiege, read_out};
use super::score::Estimate;
use super::strings::{StoneString, StringId, Strings};
use super::study::Study;
use super::territory::Outlook;
use crate::reading::{Fate, Life, Tactician};
use crate::rules::{Board, Color, Point, PointSet};

/// Looks at a position at most: each with those taken for gone that the last found dead.
const LOOKS: usize = 3;

/// A position, described.
#[derive(Clone, Debug)]
pub struct Analysis {
    to_move: Color,
    strings: Strings,
    connections: Vec<Connection>,
    groups: Groups,
    armies: Vec<Army>,
    chances: Vec<f32>,
    dead: PointSet,
    influence: Influence,
    outlook: Outlook,
    estimate: Estimate,
}

impl Analysis {
    /// Describes a position. `level` (0 to 20) bounds what is read; the same position, turn and
    /// level always give the same.
    #[must_use]
    pub fn of(board: &Board, to_move: Color, level: u8) -> Self {
        Self::read_by(&mut Tactician::new(), board, to_move, level)
    }

    /// The same with a tactician at hand, whose memory is used again.
    #[must_use]
    pub fn read_by(tactician: &mut Tactician, board: &Board, to_move: Color, level: u8) -> Self {
        describe(Beliefs::shipped(), tactician, board, to_move, level, None)
    }

    /// The same, and the score after a pass by the side to move, which is cheap to tell with it; `None`
    /// where a pass lifts the ban of a ko, so that other things are to be read.
    #[must_use]
    pub fn read_with_pass(
        tactician: &mut Tactician,
        board: &Board,
        to_move: Color,
        level: u8,
    ) -> (Self, Option<Estimate>) {
        let beliefs = Beliefs::shipped();
        let findings = Findings::of(beliefs, tactician, board, level);
        let is_same = board.ko_point().is_none();
        let passed = is_same.then(|| findings.weigh(beliefs, board, !to_move, None).estimate);
        let weighed = findings.weigh(beliefs, board, to_move, None);
        (findings.told(to_move, weighed), passed)
    }

    /// The same by other beliefs, and what groups and points showed: what beliefs are learned from.
    #[must_use]
    pub fn studied(
        beliefs: &Beliefs,
        tactician: &mut Tactician,
        board: &Board,
        to_move: Color,
        level: u8,
    ) -> (Self, Study) {
        let mut study = Study::default();
        let noted = Some(&mut study);
        let analysis = describe(beliefs, tactician, board, to_move, level, noted);
        (analysis, study)
    }

    /// Whose move it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The strings.
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
    pub fn connections_of(&self, string: StringId) -> impl Iterator<Item = &Connection> {
        let ends = move |c: &&Connection| c.strings.0 == string || c.strings.1 == string;
        self.connections.iter().filter(ends)
    }

    /// The groups with all that is known of them, by [`GroupId::index`].
    #[must_use]
    pub fn armies(&self) -> &[Army] {
        &self.armies
    }

    /// The group of a stone.
    #[must_use]
    pub fn group_at(&self, stone: Point) -> Option<GroupId> {
        self.groups.at(&self.strings, stone)
    }

    /// How likely the stones there live, 0 to 1.
    #[must_use]
    pub fn chance_at(&self, stone: Point) -> Option<f32> {
        self.group_at(stone).map(|id| self.chances[id.index()])
    }

    /// What is known of the group of a stone.
    #[must_use]
    pub fn army_at(&self, stone: Point) -> Option<&Army> {
        self.group_at(stone).map(|id| &self.armies[id.index()])
    }

    /// How alive the group of a stone is.
    #[must_use]
    pub fn status_at(&self, stone: Point) -> Option<LifeStatus> {
        self.army_at(stone).map(|army| army.status)
    }

    /// Where the opponent kills an unsettled group, and where its owner saves it, if that is known.
    #[must_use]
    pub fn turning_points(&self, army: &Army) -> Option<(Point, Point)> {
        if !army.is_unsettled() {
            return None;
        }
        if let Some(Life::Unsettled { kills, saves }) = army.read {
            return kills.first().zip(saves.first());
        }
        let threatened = army
            .group
            .strings
            .iter()
            .map(|id| self.strings.get(*id))
            .filter(|string| string.is_threatened())
            .max_by_key(|string| string.stones.len());
        if army.status == LifeStatus::WouldLive
            && let Some(string) = threatened
            && let Fate::Threatened {
                capture: Some(capture),
                rescue: Some(rescue),
                ..
            } = string.fate
        {
            return Some((capture, rescue));
        }
        let best = army.potentials.iter().max_by_key(|way| way.amount)?;
        let point = best.points.first()?;
        Some((point, point))
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

    /// Whose each point is.
    #[must_use]
    pub const fn outlook(&self) -> &Outlook {
        &self.outlook
    }

    /// The score as it stands.
    #[must_use]
    pub const fn estimate(&self) -> Estimate {
        self.estimate
    }
}

fn describe(
    beliefs: &Beliefs,
    tactician: &mut Tactician,
    board: &Board,
    to_move: Color,
    level: u8,
    study: Option<&mut Study>,
) -> Analysis {
    let findings = Findings::of(beliefs, tactician, board, level);
    let weighed = findings.weigh(beliefs, board, to_move, study);
    findings.told(to_move, weighed)
}

/// What is found in a position, whoever is to move.
struct Findings {
    strings: Strings,
    connections: Vec<Connection>,
    judgment: Judgment,
    dead: PointSet,
    /// The share of the board's points that stones stand on.
    full: f32,
}

/// What that comes to if so and so moves.
struct Weighed {
    chances: Vec<f32>,
    influence: Influence,
    outlook: Outlook,
    estimate: Estimate,
}

impl Findings {
    fn of(beliefs: &Beliefs, tactician: &mut Tactician, board: &Board, level: u8) -> Self {
        let effort = Effort::for_level(level);
        let full = fullness(board);
        let strings = Strings::survey(board, tactician, effort);
        let connections = Finder::find(board, &strings, tactician, effort);
        let doomed = |armies: &[Army], gone| doomed(armies, &strings, gone, full, beliefs);
        let (judgment, dead) = look(board, &strings, &connections, tactician, effort, &doomed);
        Self {
            strings,
            connections,
            judgment,
            dead,
            full,
        }
    }

    fn weigh(
        &self,
        beliefs: &Beliefs,
        board: &Board,
        to_move: Color,
        mut study: Option<&mut Study>,
    ) -> Weighed {
        let Judgment {
            groups,
            armies,
            spaces,
            walls,
            distances,
            ..
        } = &self.judgment;
        let (strings, dead, full) = (&self.strings, self.dead, self.full);
        let first = movers(armies, to_move);
        let shown = features(armies, strings, dead, full, |place| first[place]);
        let told = armies.iter().zip(&shown).zip(first);
        let chances: Vec<f32> = told
            .map(|((army, shown), first)| by_turn(army, beliefs.chance(shown), first))
            .collect();
        if let Some(study) = &mut study {
            study.groups = shown;
        }
        let living = Living { board, dead };
        let life = |stone: Point| {
            let group = groups.at(strings, stone);
            group.map_or(0.0, |id| chances[id.index()])
        };
        let sources = armies.iter().zip(&chances).flat_map(|(army, life)| {
            let (color, strength) = (army.group.color, strength(*life));
            let stones = army.group.stones.iter();
            stones.map(move |stone| (stone, color, strength))
        });
        let influence = Influence::radiate(&living, sources, walls);
        let ground = Ground {
            living: &living,
            spaces,
            distances,
            influence: &influence,
            life: &life,
            full,
        };
        let outlook = Outlook::of(&ground, beliefs, study);
        let estimate = Estimate::of(board, &outlook, &life);
        Weighed {
            chances,
            influence,
            outlook,
            estimate,
        }
    }

    fn told(self, to_move: Color, weighed: Weighed) -> Analysis {
        let joined = self.judgment.joined.into_iter();
        Analysis {
            to_move,
            strings: self.strings,
            connections: self.connections.into_iter().chain(joined).collect(),
            groups: self.judgment.groups,
            armies: self.judgment.armies,
            chances: weighed.chances,
            dead: self.dead,
            influence: weighed.influence,
            outlook: weighed.outlook,
            estimate: weighed.estimate,
        }
    }
}

/// Judges until the dead are the same as before; with the dead that the last look took for gone.
fn look(
    board: &Board,
    strings: &Strings,
    connections: &[Connection],
    tactician: &mut Tactician,
    effort: Effort,
    doomed: &dyn Fn(&[Army], PointSet) -> PointSet,
) -> (Judgment, PointSet) {
    let mut dead = strings.dead();
    let mut found = judge(board, strings, connections, dead, &|_| LifeStatus::Captured);
    read_out(board, strings, &mut found.armies, tactician, effort.lives);
    besiege(board, &mut found.armies, tactician, effort);
    for _ in 1..LOOKS {
        let now = doomed(&found.armies, dead);
        if now == dead {
            break;
        }
        let before = |group: &Group| {
            let worst = overlapping(&found.armies, group).max();
            worst.unwrap_or(LifeStatus::NoRoom)
        };
        let mut next = judge(board, strings, connections, now, &before);
        // Who lives by winning a race lives by that, not by the eyes that its end will leave.
        for army in &mut next.armies {
            let best = overlapping(&found.armies, &army.group).min();
            if army.status.is_alive() && best == Some(LifeStatus::WinsRace) {
                army.status = LifeStatus::WinsRace;
            }
        }
        read_out(board, strings, &mut next.armies, tactician, effort.lives);
        besiege(board, &mut next.armies, tactician, effort);
        dead = now;
        found = next;
    }
    (found, dead)
}

/// The statuses of the groups that have stones in common with one.
fn overlapping(armies: &[Army], group: &Group) -> impl Iterator<Item = LifeStatus> {
    let stones = group.stones;
    armies
        .iter()
        .filter(move |army| !(army.group.stones & stones).is_empty())
        .map(|army| army.status)
}

/// What a group radiates, as a share of what one does that lives for sure: the dead take away.
const fn strength(life: f32) -> f32 {
    1.2 * life - 0.2
}

#[cfg(test)]
mod tests {
    use super::super::testing::points;
    use super::*;
    use crate::rng::Rng;
    use crate::rules::{BoardSize, Move, diagram};

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
            let analysis = Analysis::read_by(&mut tactician, &board, Color::Black, 6);
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
            let (analysis, passed) = Analysis::read_with_pass(&mut tactician, &board, to_move, 4);
            let twin = Analysis::of(&board, to_move, 4);
            assert_eq!(format!("{analysis:?}"), format!("{twin:?}"), "{seed}");
            assert_eq!(passed.is_none(), board.ko_point().is_some());
            board.play(to_move, Move::Pass).unwrap();
            let after = Analysis::of(&board, !to_move, 4).estimate();
            assert!(passed.is_none_or(|passed| passed == after), "{seed}");
            told += usize::from(passed.is_some());
        }
        assert!(told > 20, "{told}");
    }

    #[test]
    fn it_tells_of_stones_and_points() {
        let board = diagram::parse(TEXT).unwrap();
        let analysis = Analysis::of(&board, Color::White, 6);
        let at = |name| Point::parse(name).unwrap();
        let corner = analysis.army_at(at("A2")).unwrap();
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

    /// What reading found of a stone's group and string.
    fn read(analysis: &Analysis, stone: Point) -> Option<(bool, Option<f32>, bool)> {
        let army = analysis.army_at(stone)?;
        let string = analysis.string_at(stone)?;
        Some((army.read.is_some(), army.leaning, string.is_threatened()))
    }

    #[test]
    fn any_position_is_described_and_both_colors_alike() {
        for seed in 0..40 {
            let board = random(seed);
            let stones = |color: Color| board.stones(color).map(move |stone| (!color, stone));
            let stones = stones(Color::Black).chain(stones(Color::White));
            let swapped = Board::from_stones(board.size(), stones).unwrap();
            let analysis = Analysis::of(&board, Color::Black, 4);
            let other = Analysis::of(&swapped, Color::White, 4);
            for point in Point::all(board.size()) {
                assert!(analysis.outlook().at(point).abs() <= 1.0);
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
            let analysis = Analysis::of(&board, Color::Black, 20);
            assert!(analysis.strings().is_empty() && analysis.armies().is_empty());
            let estimate = analysis.estimate();
            assert_eq!((estimate.territory, estimate.area), (0.0, 0.0));
        }
    }
}
