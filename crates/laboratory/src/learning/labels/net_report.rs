//! How well a net foretells labels: figures by board size and by phase of the game.
//!
//! The figures are those of `training/report.py`: probabilities of moves are shares among all points and the pass,
//! legal or not, and only the label's moves are asked for.

use super::labelled_game::{Label, LabelledGame, ReplayError};
use super::net_labels::place;
use super::self_playing_game::HELD_OUT_EVERY;
use crate::learning::Tick;
use sgmp_board::shared_work::map_each;
use sgmp_engine::net::{Evaluation, NetChoice, NetPast, NetReader};

/// Moves among which the label's first one is looked for.
const FIRST_MOVES: usize = 5;

/// The least probability of a win or a loss: a net that is certain and wrong counts as this.
const MIN_CHANCE: f64 = 1e-7;

/// Positions that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportGroup {
    /// Every position, of all sizes and phases.
    All,
    /// Those of 19 lines.
    Nineteen,
    /// Those of 13 lines.
    Thirteen,
    /// Those of 9 lines.
    Nine,
    /// Those of other boards.
    OtherSizes,
    /// Moves up to a sixth of the points.
    Opening,
    /// Moves up to half of the points.
    Middle,
    /// Moves after those of the middle.
    End,
}

impl ReportGroup {
    /// All of them, in the order of a report.
    pub const ALL: [Self; 8] = [
        Self::All,
        Self::Nineteen,
        Self::Thirteen,
        Self::Nine,
        Self::OtherSizes,
        Self::Opening,
        Self::Middle,
        Self::End,
    ];

    /// Its name in a report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Nineteen => "19x19",
            Self::Thirteen => "13x13",
            Self::Nine => "9x9",
            Self::OtherSizes => "other sizes",
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }

    /// The groups of a position after so many moves.
    const fn of_position(lines: u8, moves: usize) -> [Self; 3] {
        let points = lines as usize * lines as usize;
        let size = match lines {
            19 => Self::Nineteen,
            13 => Self::Thirteen,
            9 => Self::Nine,
            _ => Self::OtherSizes,
        };
        let phase = if moves * 6 < points {
            Self::Opening
        } else if moves * 2 < points {
            Self::Middle
        } else {
            Self::End
        };
        [Self::All, size, phase]
    }
}

/// Sums over the positions of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    positions: f64,
    /// Positions whose label has moves, and their sums.
    with_moves: f64,
    first: f64,
    among_first: f64,
    policy_loss: f64,
    policy_entropy: f64,
    value_loss: f64,
    value_entropy: f64,
    value_square: f64,
    score_error: f64,
    /// Positions whose label has owners, and their sum.
    with_owners: f64,
    owners_square: f64,
}

/// Means over the positions of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NetFigures {
    /// Number of positions of the group.
    pub positions: u64,
    /// Share of positions in which the label's likeliest move is the net's.
    pub first: f64,
    /// Share in which it is among the net's first five.
    pub among_first: f64,
    /// Cross entropy of moves.
    pub policy_loss: f64,
    /// The least that it can be: the entropy of the labels.
    pub policy_entropy: f64,
    /// Cross entropy of winning.
    pub value_loss: f64,
    /// The least that it can be: the entropy of the labels.
    pub value_entropy: f64,
    /// Root of the mean square of the error in the probability to win.
    pub value_error: f64,
    /// Mean error of the score in points.
    pub score_error: f64,
    /// Mean square of the error in owners, which are -1 to 1.
    pub owners_square: f64,
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.with_moves += other.with_moves;
        self.first += other.first;
        self.among_first += other.among_first;
        self.policy_loss += other.policy_loss;
        self.policy_entropy += other.policy_entropy;
        self.value_loss += other.value_loss;
        self.value_entropy += other.value_entropy;
        self.value_square += other.value_square;
        self.score_error += other.score_error;
        self.with_owners += other.with_owners;
        self.owners_square += other.owners_square;
    }

    /// The figures of one position.
    fn of_judgment(judgment: &Evaluation, label: &Label) -> Self {
        let mut sums = Self {
            positions: 1.0,
            ..Self::default()
        };
        sums.add_moves(judgment, label);
        let chance = f64::from(label.win) / f64::from(u16::MAX);
        let found = f64::from(judgment.win);
        sums.value_loss = cross_entropy(chance, found);
        sums.value_entropy = cross_entropy(chance, chance);
        sums.value_square = (found - chance).powi(2);
        sums.score_error = (f64::from(judgment.score) - f64::from(label.score) / 16.0).abs();
        if let Some(owners) = &label.ownership {
            let pairs = owners.iter().zip(judgment.ownership());
            let squares =
                pairs.map(|(label, found)| (f64::from(*label) / 127.0 - f64::from(*found)).powi(2));
            sums.with_owners = 1.0;
            sums.owners_square = squares.sum::<f64>() / owners.len().max(1) as f64;
        }
        sums
    }

    fn add_moves(&mut self, judgment: &Evaluation, label: &Label) {
        let squares = label
            .policy
            .iter()
            .map(|(_, root)| f64::from(*root).powi(2));
        let all: f64 = squares.clone().sum();
        let Some((best, _)) = label.policy.first().filter(|_| all > 0.0) else {
            return;
        };
        let lines = usize::from(judgment.size);
        let logits = judgment.policy();
        let logit = |wanted: u16| {
            let index = (0..logits.len()).find(|index| place(*index, lines) == wanted);
            f64::from(index.map_or(f32::MIN, |index| logits[index]))
        };
        let greatest = logits.iter().copied().fold(f32::MIN, f32::max);
        let parts = logits.iter().map(|logit| f64::from(logit - greatest).exp());
        let log_all = parts.sum::<f64>().ln() + f64::from(greatest);
        for ((place, _), square) in label.policy.iter().zip(squares) {
            let share = square / all;
            self.policy_loss -= share * (logit(*place) - log_all);
            self.policy_entropy -= share * share.ln();
        }
        let best = logit(*best);
        let better = logits.iter().filter(|logit| f64::from(**logit) > best);
        let better = better.count();
        self.with_moves = 1.0;
        self.first = f64::from(u8::from(better == 0));
        self.among_first = f64::from(u8::from(better < FIRST_MOVES));
    }

    fn means(&self) -> NetFigures {
        let over = |sum: f64, count: f64| sum / count.max(1.0);
        let each = |sum| over(sum, self.positions);
        let of_moves = |sum| over(sum, self.with_moves);
        NetFigures {
            positions: self.positions as u64,
            first: of_moves(self.first),
            among_first: of_moves(self.among_first),
            policy_loss: of_moves(self.policy_loss),
            policy_entropy: of_moves(self.policy_entropy),
            value_loss: each(self.value_loss),
            value_entropy: each(self.value_entropy),
            value_error: each(self.value_square).sqrt(),
            score_error: each(self.score_error),
            owners_square: over(self.owners_square, self.with_owners),
        }
    }
}

/// The cross entropy of a win that has one probability and is given another.
fn cross_entropy(chance: f64, found: f64) -> f64 {
    let found = found.clamp(MIN_CHANCE, 1.0 - MIN_CHANCE);
    -(chance * found.ln() + (1.0 - chance) * (1.0 - found).ln())
}

/// True if a trainer keeps the game of this number in its file apart.
pub const fn is_held_out(number: usize, game: &LabelledGame) -> bool {
    game.held_out || (number as u64).is_multiple_of(HELD_OUT_EVERY)
}

/// Has a net judge all positions of some games, and compares it with their labels. The figures do not depend on
/// the number of threads.
///
/// # Errors
/// The index of a game that cannot be played over, and why.
pub fn net_report(
    games: &[LabelledGame],
    net: NetChoice,
    jobs: usize,
    tick: Tick<'_>,
) -> Result<[NetFigures; ReportGroup::ALL.len()], (usize, ReplayError)> {
    let of_games = map_each(jobs, games, |game| {
        let sums = of_game(game, net);
        tick();
        sums
    });
    let mut sums = [Sums::default(); ReportGroup::ALL.len()];
    for (number, of_game) in of_games.into_iter().enumerate() {
        let of_game = of_game.map_err(|why| (number, why))?;
        for (sum, more) in sums.iter_mut().zip(&of_game) {
            sum.add(more);
        }
    }
    Ok(sums.map(|sums| sums.means()))
}

fn of_game(
    game: &LabelledGame,
    net: NetChoice,
) -> Result<[Sums; ReportGroup::ALL.len()], ReplayError> {
    let mut net = NetReader::new(net);
    let mut past = NetPast::default();
    let mut sums = [Sums::default(); ReportGroup::ALL.len()];
    game.replay(|board, situation, number| {
        let judgment = net.evaluate(board, situation, &past);
        let found = Sums::of_judgment(&judgment, &game.labels[number]);
        for group in ReportGroup::of_position(game.size.lines(), number) {
            sums[group as usize].add(&found);
        }
        if let Ok(mv) = game.move_at(game.moves[number]) {
            net.leave(&mut past, board, situation, mv, 0);
        }
    })?;
    Ok(sums)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learning::labels::LabelPlan;
    use crate::learning::labels::net_label_run::{LabelSource, label_by_net};
    use sgmp_board::stop_flag::StopFlag;

    fn own_games(positions: u64) -> Vec<LabelledGame> {
        let plan = LabelPlan {
            positions,
            shard: positions,
            seed: 8,
            jobs: 1,
        };
        let mut games = Vec::new();
        let net = NetChoice::embedded();
        let sink = |some| games.extend(some);
        label_by_net(
            &plan,
            net,
            &LabelSource::SelfPlay,
            &StopFlag::new(),
            sink,
            |_| {},
        );
        games
    }

    #[test]
    fn a_net_foretells_its_own_labels_as_well_as_can_be() {
        let games = own_games(60);
        let figures = net_report(&games, NetChoice::embedded(), 1, &|| ()).expect("legal games");
        let [all, ..] = figures;
        assert_eq!(all.positions, 60);
        assert!(all.first > 0.98 && all.among_first > 0.999, "{all:?}");
        assert!(all.policy_loss - all.policy_entropy < 0.06, "{all:?}");
        assert!(all.value_loss - all.value_entropy < 1e-4, "{all:?}");
        assert!(all.value_error < 1e-4 && all.score_error < 0.04, "{all:?}");
        assert!(all.owners_square < 1e-4, "{all:?}");
        let again = net_report(&games, NetChoice::embedded(), 3, &|| ()).expect("legal games");
        assert_eq!(figures, again);
        let of_sizes = &figures[ReportGroup::Nineteen as usize..=ReportGroup::OtherSizes as usize];
        assert_eq!(
            of_sizes.iter().map(|group| group.positions).sum::<u64>(),
            60
        );
    }

    #[test]
    fn errors_are_counted_by_hand() {
        let mut judgment = own_judgment();
        judgment.win = 0.75;
        judgment.score = 3.0;
        let label = Label {
            policy: vec![(0, 255)],
            win: u16::MAX,
            score: -16,
            lead: 0,
            ownership: Some(vec![127; 49]),
        };
        let sums = Sums::of_judgment(&judgment, &label).means();
        assert!((sums.value_loss + 0.75_f64.ln()).abs() < 1e-9);
        assert!((sums.value_error - 0.25).abs() < 1e-9);
        assert!((sums.score_error - 4.0).abs() < 1e-9);
        assert!(sums.owners_square > 0.0 && sums.owners_square < 4.0);
        assert!(sums.policy_loss > sums.policy_entropy);
        let phases = [0, 8, 9, 24, 25].map(|moves| ReportGroup::of_position(7, moves)[2]);
        use ReportGroup::{End, Middle, Opening};
        assert_eq!(phases, [Opening, Opening, Middle, Middle, End]);
    }

    fn own_judgment() -> Evaluation {
        use sgmp_board::rules::{Board, BoardSize, Color, Komi, Rules};
        use sgmp_engine::net::inputs::Situation;

        let board = Board::new(BoardSize::new(7).expect("a size"));
        let komi = Komi::FIVE_AND_A_HALF;
        let situation = Situation::at_start(&board, Color::Black, komi, Rules::Japanese);
        let mut net = NetReader::new(NetChoice::embedded());
        net.evaluate(&board, &situation, &NetPast::default())
    }
}
