//! Questions that are read for their own sake: step by step deeper, each side in turn content with
//! the likeliest moves while the other tries all.
//!
//! Who wins with few moves against all has won, so that two small searches decide what one large
//! search would have to: that of the side that moves first, and that of its opponent. Only where
//! neither wins this way both try everything.

use super::answer::{Answer, ResultCode};
use super::budget::Budget;
use super::df_pn::Outcome;
use super::proof_numbers::{Proof, ProofSide};
use super::search_goal::{Goal, Threats, Width};
use super::tactician::{Tactician, leaning};
use sgmp_board::rules::{Board, Move};

/// The parts of a budget that the rounds of reading get for each of their two searches.
const ROUNDS: [u32; 3] = [32, 10, 4];
/// The part of it for the search by rules of thumb, or by few moves, where nothing is decided.
const HASTY_SHARE: u32 = 3;
/// The same about a group.
const HASTY_SHARE_OF_GROUPS: u32 = 5;
/// The least budget with which a look ahead is worth its time.
const LEAST_FOR_OUTLOOK: u32 = 10_000;
/// Positions that a decision among few moves comes to, roughly.
const DECISION: u32 = 32;
/// The part of it for a ko, twice.
const KO_SHARE: u32 = 8;

/// The state of a question after reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadingVerdict {
    Decided(ProofSide),
    /// A side has won if the rules of thumb are right.
    Likely(ProofSide),
    /// The side that is nearer to its goal.
    Open(ProofSide),
}

impl ReadingVerdict {
    const fn side(self) -> ProofSide {
        match self {
            Self::Decided(side) | Self::Likely(side) | Self::Open(side) => side,
        }
    }
}

/// The side that has won, if one has.
const fn decided(proof: Proof) -> Option<ProofSide> {
    match proof {
        Proof { pn: 0, .. } => Some(ProofSide::Prover),
        Proof { dn: 0, .. } => Some(ProofSide::Refuter),
        _ => None,
    }
}

/// Positions for a ko: where the life of a group is decided, the whole budget again.
fn ko_positions(goal: &impl Goal, verdict: ReadingVerdict, budget: Budget) -> u32 {
    match verdict {
        ReadingVerdict::Decided(_) if !goal.has_more_moves() => budget.decisions,
        _ => budget.decisions / KO_SHARE,
    }
}

impl Tactician {
    /// Reads a question until it is decided, or the budget is spent.
    pub(super) fn read_deep(
        &mut self,
        board: &Board,
        goal: &impl Goal,
        first: ProofSide,
        budget: Budget,
    ) -> Answer {
        self.df_pn.start(board, budget);
        let (outcome, mut verdict) = self.decide(goal, first, budget.decisions);
        // The likeliest move, before another search begins.
        let mut likeliest = self.likeliest(goal, first, verdict, budget);
        if !goal.has_more_moves() {
            self.ranked = self.df_pn.ranked(goal, first);
        }
        if let Some(hasty) = goal.hasty()
            && let ReadingVerdict::Open(_) = verdict
            && (first == ProofSide::Refuter || !goal.has_more_moves())
        {
            if goal.has_more_moves() {
                let answer = self.read_hastily(board, &hasty, first, budget);
                return Answer {
                    mv: answer
                        .point()
                        .map(Move::Play)
                        .or(likeliest)
                        .filter(|_| answer.result.works()),
                    ..answer
                };
            }
            let within = budget.decisions / HASTY_SHARE_OF_GROUPS;
            let (nobody, narrow) = (Threats::Nobody, Width::Narrow);
            let soon = self
                .df_pn
                .prove_within(&hasty, first, nobody, narrow, within);
            if let Some(side) = decided(soon.proof) {
                let line = self.line_of(&hasty, first, side, budget);
                likeliest = line.first().copied().or(likeliest);
                verdict = match goal.is_closed() {
                    true => ReadingVerdict::Decided(side),
                    false => ReadingVerdict::Likely(side),
                };
            }
        }
        let winner = verdict.side();
        let mut result = match winner == first {
            true => ResultCode::Succeeds,
            false => ResultCode::Fails,
        };
        let mut line = match verdict {
            ReadingVerdict::Open(side) if side == first => likeliest.into_iter().collect(),
            _ => self.line_of(goal, first, winner, budget),
        };
        if outcome.ko_met {
            let loser = winner.other();
            let favored = self.favored(goal, first, loser, ko_positions(goal, verdict, budget));
            if favored == Some(loser) {
                result = match result {
                    ResultCode::Succeeds => ResultCode::KoIgnoresThreat,
                    _ => ResultCode::KoNeedsThreat,
                };
            }
            // What works even without the ko is the better move.
            if favored == Some(first) {
                line = self.line_of(goal, first, first, budget);
            }
        }
        let mv = line.first().copied().unwrap_or(Move::Pass);
        Answer {
            result,
            mv: result.works().then_some(mv),
            line,
            is_complete: matches!(verdict, ReadingVerdict::Decided(_)),
            leaning: leaning(outcome.proof, first),
            positions: self.df_pn.positions,
        }
    }

    /// The likeliest first move: of a question that is open by what a look ahead tells, or the one that was
    /// looked into most.
    fn likeliest(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        verdict: ReadingVerdict,
        budget: Budget,
    ) -> Option<Move> {
        let foreseen = match verdict {
            ReadingVerdict::Open(_) if budget.decisions >= LEAST_FOR_OUTLOOK => {
                self.df_pn.foreseen(goal, first)
            }
            ReadingVerdict::Open(_) | ReadingVerdict::Decided(_) | ReadingVerdict::Likely(_) => {
                None
            }
        };
        let point = foreseen.or_else(|| self.df_pn.likeliest(goal, first));
        point.map(Move::Play)
    }

    /// Asks as the levels do, with the likeliest moves alone: what that tells is no proof.
    fn read_hastily(
        &mut self,
        board: &Board,
        goal: &impl Goal,
        first: ProofSide,
        budget: Budget,
    ) -> Answer {
        let before = self.df_pn.positions;
        let soon = Budget {
            decisions: budget.decisions / DECISION,
            is_deep: false,
            ..budget
        };
        let answer = self.read(board, goal, first, soon);
        Answer {
            is_complete: false,
            positions: before + answer.positions,
            ..answer
        }
    }

    /// The winner if a side wins every ko.
    fn favored(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        side: ProofSide,
        positions: u32,
    ) -> Option<ProofSide> {
        let threats = Threats::for_side(side);
        let mut within = |width| {
            let outcome = self
                .df_pn
                .prove_within(goal, first, threats, width, positions);
            decided(outcome.proof)
        };
        // A winner who tries all moves would find some that have nothing to do with the fight, each as
        // good as a threat for the ko.
        if side != first {
            return within(Width::Narrow);
        }
        if !goal.has_more_moves() {
            return within(Width::Narrow);
        }
        within(Width::WideFor(side.other())).or_else(|| within(Width::Narrow))
    }

    fn line_of(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        winner: ProofSide,
        budget: Budget,
    ) -> Vec<Move> {
        let longest = match self.keeps_lines {
            true => usize::from(budget.depth),
            false => 1,
        };
        self.df_pn.line(goal, first, winner, longest)
    }

    fn decide(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        positions: u32,
    ) -> (Outcome, ReadingVerdict) {
        if !goal.has_more_moves() {
            return self.decide_wide(goal, first, positions / 5 * 2);
        }
        let sides = [first, first.other()];
        // The sides that do not win with few moves.
        let mut failed = [false; 2];
        let mut latest = None;
        for (round, part) in ROUNDS.into_iter().enumerate() {
            if round == 1 {
                // There are more first moves to try.
                failed = [false; 2];
            }
            for (side, failed) in sides.into_iter().zip(&mut failed) {
                if *failed {
                    continue;
                }
                let width = match round {
                    0 => Width::WideFor(side.other()),
                    _ => Width::WideFirst(side.other()),
                };
                let outcome =
                    self.df_pn
                        .prove_within(goal, first, Threats::Nobody, width, positions / part);
                match decided(outcome.proof) {
                    Some(winner) if winner == side => {
                        return (outcome, ReadingVerdict::Decided(side));
                    }
                    Some(_) => *failed = true,
                    None => latest = Some(outcome),
                }
            }
            if failed == [true; 2] {
                break;
            }
        }
        if let Some(outcome) = latest
            && failed != [true; 2]
        {
            let nearer = match failed {
                [true, false] => first.other(),
                [false, true] => first,
                _ => goal.in_doubt(first, outcome.proof),
            };
            return (outcome, ReadingVerdict::Open(nearer));
        }
        let within = positions / HASTY_SHARE;
        self.decide_wide(goal, first, within)
    }

    /// Both sides try everything.
    fn decide_wide(
        &mut self,
        goal: &impl Goal,
        first: ProofSide,
        positions: u32,
    ) -> (Outcome, ReadingVerdict) {
        let nobody = Threats::Nobody;
        let outcome = self
            .df_pn
            .prove_within(goal, first, nobody, Width::Wide, positions);
        if let Some(side) = decided(outcome.proof) {
            return (outcome, ReadingVerdict::Decided(side));
        }
        (
            outcome,
            ReadingVerdict::Open(goal.in_doubt(first, outcome.proof)),
        )
    }
}
