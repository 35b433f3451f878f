//! One game of a net: its turns against an opponent, the rest by the static player with both colors, the
//! count.

use super::evolution_config::EvolutionConfig;
use super::named_opponent::{OpponentFault, OpponentPlace, SeatedOpponent};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Move, fixed_points};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::evolved::{ChoiceRule, EvolvedNet, OpenRegions, StaticPlayer};
use sgmp_hall::tournament::ReadyPlayer;

/// An opponent of a net's turns.
#[derive(Clone, Copy, Debug)]
pub(super) enum Opponent<'a> {
    Static(StaticPlayer),
    /// Another net, which chooses by the same rule.
    Net(&'a EvolvedNet),
    /// A player that takes a seat, until it is asked to stop.
    Seated(&'a ReadyPlayer, &'a StopFlag),
}

/// The terms of games.
#[derive(Clone, Debug)]
pub(super) struct TrialTerms {
    pub(super) size: BoardSize,
    pub(super) rule: ChoiceRule,
    pub(super) start_ply: u32,
    pub(super) turns: u32,
    pub(super) finisher: StaticPlayer,
    /// Points that White receives, twice.
    pub(super) komi: i32,
    pub(super) max_moves: u32,
    /// Stones that Black is given; White begins then.
    pub(super) handicap: usize,
    /// Moves by chance at the beginning, which make games of the same players differ.
    pub(super) random_plies: u32,
}

impl TrialTerms {
    /// The terms of a run's games, without a handicap.
    pub(super) fn new(config: &EvolutionConfig) -> Self {
        let size = config.size().unwrap_or(BoardSize::NINETEEN);
        let finisher = StaticPlayer::named(&config.play.finisher);
        Self {
            size,
            rule: config.rule(),
            start_ply: config.play.start_ply,
            turns: config.play.turns,
            finisher: finisher.unwrap_or(StaticPlayer::ALL[0]),
            komi: (config.board.komi * 2.0) as i32,
            max_moves: config.board.max_moves_per_point * u32::from(size.points()),
            handicap: 0,
            random_plies: config.fitness.random_plies,
        }
    }
}

/// The result of a game for a net.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TrialResult {
    /// Its lead in half points.
    pub(super) lead: i32,
    /// Its turns, and those in which it passed.
    pub(super) turns: u32,
    pub(super) passes: u32,
    /// Positions that it judged.
    pub(super) leaves: u64,
    /// Moves of the game, passes included.
    pub(super) moves: u32,
}

impl TrialResult {
    /// Numbers that say all of it.
    pub(super) const NUMBERS: usize = 5;

    /// The result in numbers, for another process.
    pub(super) fn numbers(&self) -> [i64; Self::NUMBERS] {
        [
            self.lead.into(),
            self.turns.into(),
            self.passes.into(),
            self.leaves as i64,
            self.moves.into(),
        ]
    }

    /// The result of such numbers.
    pub(super) fn from_numbers(numbers: &[i64]) -> Self {
        let number = |place: usize| numbers.get(place).copied().unwrap_or_default();
        Self {
            lead: number(0) as i32,
            turns: number(1) as u32,
            passes: number(2) as u32,
            leaves: number(3) as u64,
            moves: number(4) as u32,
        }
    }
}

/// A game on its way.
struct Trial<'a> {
    terms: &'a TrialTerms,
    board: Board,
    to_move: Color,
    /// Black's prisoners less White's.
    prisoners: i32,
    moves: u32,
    /// Passes in a row.
    passes: u32,
    /// All moves, stones that were given among them.
    history: Vec<(Color, Move)>,
    regions: OpenRegions,
}

impl Trial<'_> {
    /// Makes a move of the side to move; one that is not legal is a pass.
    fn make(&mut self, mv: Move) {
        let color = self.to_move;
        let mv = match self.board.play(color, mv) {
            Ok(captured) => {
                let captured = i32::from(captured);
                self.prisoners += if color == Color::Black {
                    captured
                } else {
                    -captured
                };
                mv
            }
            Err(_) => {
                let _ = self.board.play(color, Move::Pass);
                Move::Pass
            }
        };
        self.passes = if mv == Move::Pass { self.passes + 1 } else { 0 };
        self.history.push((color, mv));
        self.moves += 1;
        self.to_move = !color;
    }

    fn is_over(&self) -> bool {
        self.passes >= 2 || self.moves >= self.terms.max_moves
    }

    fn play_static(&mut self, player: StaticPlayer) {
        let mv = player.choose_with(&self.board, self.to_move, &mut self.regions);
        self.make(mv);
    }

    /// Moves by chance, none into an own eye.
    fn play_random(&mut self, rng: &mut Rng) {
        let color = self.to_move;
        let is_open = |point: &&sgmp_board::rules::Point| {
            self.board.legality(color, **point).is_ok() && !self.board.is_small_eye(color, **point)
        };
        let mut points: Vec<_> = self.board.empty_points().iter().filter(is_open).collect();
        points.sort_unstable();
        let mv = match points.len() {
            0 => Move::Pass,
            count => Move::Play(*points[rng.below(count as u32) as usize]),
        };
        self.make(mv);
    }

    /// Black's lead in half points.
    fn lead(&mut self) -> i32 {
        self.regions.find(&self.board);
        2 * (self.regions.lead() + self.prisoners) - self.terms.komi
    }
}

/// The chance of a game.
pub(super) struct Streams<'a> {
    /// Of the moves by chance at its beginning.
    pub(super) opening: &'a mut Rng,
    /// Of the choice among equal moves.
    pub(super) ties: &'a mut Rng,
}

/// Plays a game of a net with a color.
///
/// # Errors
/// [`OpponentFault`], from an opponent in a seat alone.
pub(super) fn play(
    terms: &TrialTerms,
    net: &EvolvedNet,
    color: Color,
    opponent: Opponent<'_>,
    streams: Streams<'_>,
) -> Result<TrialResult, OpponentFault> {
    let mut history = Vec::new();
    let mut board = Board::new(terms.size);
    for point in fixed_points(terms.size, terms.handicap)
        .into_iter()
        .flatten()
    {
        let mv = Move::Play(point);
        let _ = board.play(Color::Black, mv);
        history.push((Color::Black, mv));
    }
    let mut trial = Trial {
        terms,
        board,
        to_move: if terms.handicap > 0 {
            Color::White
        } else {
            Color::Black
        },
        prisoners: 0,
        moves: 0,
        passes: 0,
        history,
        regions: OpenRegions::default(),
    };
    let mut result = TrialResult::default();
    while trial.moves < terms.random_plies {
        trial.play_random(streams.opening);
    }
    while trial.moves < terms.start_ply && !trial.is_over() {
        trial.play_static(terms.finisher);
    }
    let mut seated = match opponent {
        Opponent::Seated(player, halt) => {
            let place = OpponentPlace {
                color: !color,
                seed: u64::from(streams.ties.below(u32::MAX)),
                opening: &trial.history,
            };
            Some(SeatedOpponent::sit_down(player, terms, place, halt)?)
        }
        Opponent::Static(_) | Opponent::Net(_) => None,
    };
    let end = trial.moves.saturating_add(terms.turns.saturating_mul(2));
    while trial.moves < end && !trial.is_over() {
        if trial.to_move == color {
            let chosen = net.choose(&trial.board, color, terms.rule, streams.ties);
            trial.make(chosen.mv);
            if let Some(seated) = &mut seated {
                seated.hear(chosen.mv)?;
            }
            result.turns += 1;
            result.passes += u32::from(chosen.mv == Move::Pass);
            result.leaves += chosen.leaves;
        } else {
            match (opponent, &mut seated) {
                (Opponent::Static(player), _) => trial.play_static(player),
                (Opponent::Net(other), _) => {
                    let mv = other
                        .choose(&trial.board, !color, terms.rule, streams.ties)
                        .mv;
                    trial.make(mv);
                }
                (Opponent::Seated(..), Some(seated)) => trial.make(seated.choose()?),
                (Opponent::Seated(..), None) => trial.make(Move::Pass),
            }
        }
    }
    drop(seated);
    // Two passes end the net's part of a game, not the game.
    trial.passes = 0;
    while !trial.is_over() {
        trial.play_static(terms.finisher);
    }
    let lead = trial.lead();
    result.lead = if color == Color::Black { lead } else { -lead };
    result.moves = trial.moves;
    Ok(result)
}
