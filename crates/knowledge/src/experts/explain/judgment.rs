//! The view of a better player: how good moves are, though not why.

use super::owners::Owners;
use sgmp_board::rules::{Color, Game, Move};

/// Points that a good move may lose against the best.
const GOOD_POINTS: f32 = 1.5;
/// The same where the chance to win stays.
const GOOD_POINTS_IF_AS_LIKELY: f32 = 3.0;
/// Points below which a loss is not sure after two looks.
const SURE_POINTS: f32 = 2.5;
/// Part of the chance to win that stays "as likely".
const AS_LIKELY: f32 = 0.04;
/// Part of the chance to win that no good move gives away, however few the points.
const MAX_GOOD_RISK: f32 = 0.1;
/// Points that count as much as the whole chance to win, where moves are put in order.
const POINTS_FOR_A_WIN: f32 = 20.0;

/// A player whose word on a move is taken: better than the experts, and mute.
pub trait MoveJudge {
    /// Judges a position with `color` to move: the moves that the judge likes, and each of `asked`.
    /// `None` where it knows nothing of such a position.
    fn judge(&mut self, game: &Game, color: Color, asked: &[Move]) -> Option<Judgment>;

    /// Looks again, and longer, at a judged move and at what it is compared with: a pass, the best move where it is not
    /// liked, and what its player would gain if it stayed without an answer.
    fn look_longer(&mut self, game: &Game, color: Color, judgment: Judgment, mv: Move) -> Judgment {
        let _ = (game, color, mv);
        judgment
    }
}

/// A position after a move, as a judge finds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The move with its figures.
    pub judged: JudgedMove,
    /// The owners that are expected after it.
    pub owners: Owners,
    /// The other side's best answer; `None` where the judge sees none.
    pub answer: Option<Move>,
}

/// The next move of the same side, where the other side plays elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct FollowUp {
    /// The best one.
    pub mv: Move,
    /// Points by which its side leads then.
    pub lead: f32,
    /// The owners that are expected then.
    pub owners: Owners,
}

/// A move as the judge sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedMove {
    /// The move that the figures are of.
    pub mv: Move,
    /// Chance of its player to win after it, 0 to 1.
    pub win: f32,
    /// Points by which its player leads after it.
    pub lead: f32,
}

impl JudgedMove {
    /// Its place among others.
    fn rank(&self) -> f32 {
        self.lead + POINTS_FOR_A_WIN * self.win
    }
}

/// The judge's view of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgment {
    best: JudgedMove,
    /// All but the best, the better first.
    others: Vec<JudgedMove>,
    /// Points by which the side to move would lead after a pass.
    passed: f32,
    /// The owners expected after some of the moves, a pass among them.
    owners: Vec<(Move, Owners)>,
    /// The other side's best answers to some of them.
    answers: Vec<(Move, Move)>,
    /// The follow-ups of some of them, if the other side plays elsewhere.
    follow_ups: Vec<(Move, FollowUp)>,
}

impl Judgment {
    /// A judgment of some moves; `passed` is the lead after a pass. `None` without a move.
    #[must_use]
    pub fn new(mut moves: Vec<JudgedMove>, passed: f32) -> Option<Self> {
        moves.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        let others = moves.split_off(1.min(moves.len()));
        let best = moves.pop()?;
        Some(Self {
            best,
            others,
            passed,
            owners: Vec::new(),
            answers: Vec::new(),
            follow_ups: Vec::new(),
        })
    }

    /// The same with the owners that are expected after moves, judged or not.
    #[must_use]
    pub fn with_owners(mut self, owners: Vec<(Move, Owners)>) -> Self {
        self.owners = owners;
        self
    }

    /// The same with the other side's best answers to moves.
    #[must_use]
    pub fn with_answers(mut self, answers: Vec<(Move, Move)>) -> Self {
        self.answers = answers;
        self
    }

    /// The same with what comes of a move that stays without an answer.
    #[must_use]
    pub fn with_follow_up(mut self, mv: Move, next: FollowUp) -> Self {
        self.follow_ups.push((mv, next));
        self
    }

    /// The same after a second look at the pass, a move and perhaps the best one: what the move loses is the lower of what
    /// both looks found, so that nothing is called better that only one of them takes for it.
    #[must_use]
    pub fn seen_again(mut self, pass: Outlook, played: Outlook, best: Option<Outlook>) -> Self {
        self.passed = pass.judged.lead;
        for known in self.others.iter_mut().chain([&mut self.best]) {
            if known.mv == Move::Pass {
                *known = pass.judged;
            }
        }
        let mv = played.judged.mv;
        if let (Some(best), Some(first)) = (&best, self.find(mv).copied()) {
            let (was, now) = (self.best, best.judged);
            let lower = |was: f32, now: f32| was.min(now).max(0.0);
            let mut loss = lower(was.lead - first.lead, now.lead - played.judged.lead);
            let risk = lower(was.win - first.win, now.win - played.judged.win);
            // Two looks may be wrong by a point or two together.
            if loss < SURE_POINTS && risk <= MAX_GOOD_RISK {
                loss = loss.min(GOOD_POINTS);
            }
            self.best = now;
            for known in &mut self.others {
                *known = JudgedMove {
                    mv: known.mv,
                    win: known.win.min(now.win),
                    lead: known.lead.min(now.lead),
                };
                if known.mv == mv {
                    known.win = now.win - risk;
                    known.lead = now.lead - loss;
                }
            }
            self.others.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        }
        for seen in [Some(pass), Some(played), best].into_iter().flatten() {
            let mv = seen.judged.mv;
            self.owners.retain(|(known, _)| *known != mv);
            self.owners.push((mv, seen.owners));
            self.answers.retain(|(known, _)| *known != mv);
            self.answers.extend(seen.answer.map(|answer| (mv, answer)));
        }
        self
    }

    /// The other side's best answer to a move, where the judge knows.
    pub(super) fn answer_to(&self, mv: Move) -> Option<Move> {
        let known = self.answers.iter().find(|(other, _)| *other == mv);
        known.map(|(_, answer)| *answer)
    }

    /// The follow-up of a move if the other side plays elsewhere, where the judge knows.
    pub(super) fn follow_up(&self, mv: Move) -> Option<&FollowUp> {
        let known = self.follow_ups.iter().find(|(other, _)| *other == mv);
        known.map(|(_, next)| next)
    }

    /// The owners that are expected after a move, where the judge knows.
    #[must_use]
    pub(crate) fn owners_after(&self, mv: Move) -> Option<&Owners> {
        let known = self.owners.iter().find(|(other, _)| *other == mv);
        known.map(|(_, owners)| owners)
    }

    /// The move that the judge likes best.
    #[must_use]
    pub const fn best(&self) -> &JudgedMove {
        &self.best
    }

    /// All moves that were judged, the best first.
    pub fn moves(&self) -> impl Iterator<Item = &JudgedMove> {
        std::iter::once(&self.best).chain(&self.others)
    }

    /// A move, if it was judged.
    #[must_use]
    pub fn find(&self, mv: Move) -> Option<&JudgedMove> {
        self.moves().find(|known| known.mv == mv)
    }

    /// Points that a move loses against the best.
    #[must_use]
    pub fn loss(&self, known: &JudgedMove) -> f32 {
        (self.best.lead - known.lead).max(0.0)
    }

    /// Points that a move gains against a pass.
    #[must_use]
    pub fn gain(&self, known: &JudgedMove) -> f32 {
        known.lead - self.passed
    }

    /// Returns whether a move is about as good as the best.
    #[must_use]
    pub fn likes(&self, known: &JudgedMove) -> bool {
        let risk = self.best.win - known.win;
        let loss = self.loss(known);
        (loss <= GOOD_POINTS && risk <= MAX_GOOD_RISK)
            || (loss <= GOOD_POINTS_IF_AS_LIKELY && risk <= AS_LIKELY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Point;

    fn judged(name: &str, win: f32, lead: f32) -> JudgedMove {
        let mv = Move::Play(Point::parse(name).unwrap());
        JudgedMove { mv, win, lead }
    }

    #[test]
    fn points_and_the_chance_to_win_make_a_good_move() {
        let moves = vec![
            judged("A1", 0.5, 0.0),
            judged("B1", 0.6, 2.0),
            judged("C1", 0.55, 0.8),
            judged("D1", 0.58, -0.5),
            judged("E1", 0.4, 1.5),
            judged("F1", 0.6, -2.0),
        ];
        let judgment = Judgment::new(moves, -8.0).unwrap();
        let liked = judgment.moves().filter(|known| judgment.likes(known));
        let liked: Vec<String> = liked.map(|known| known.mv.to_string()).collect();
        assert_eq!(liked, ["B1", "C1", "D1"]);
        let a1 = judgment.find(judged("A1", 0.0, 0.0).mv).unwrap();
        assert_eq!((judgment.loss(a1), judgment.gain(a1)), (2.0, 8.0));
        assert!(judgment.find(Move::Pass).is_none());
    }

    #[test]
    fn a_move_loses_the_lower_of_what_two_looks_find() {
        let size = sgmp_board::rules::BoardSize::new(9).unwrap();
        let seen = |judged: JudgedMove| Outlook {
            judged,
            owners: Owners::new(size, |_| 0.0),
            answer: None,
        };
        let pass = || {
            seen(JudgedMove {
                mv: Move::Pass,
                win: 0.1,
                lead: -7.0,
            })
        };
        let loss = |again: f32| {
            let moves = vec![judged("A1", 0.6, 5.0), judged("B1", 0.5, 1.0)];
            let judgment = Judgment::new(moves, -8.0).unwrap();
            let (played, best) = (judged("B1", 0.5, 1.0), judged("A1", 0.5, 1.0 + again));
            let judgment = judgment.seen_again(pass(), seen(played), Some(seen(best)));
            let played = *judgment.find(played.mv).unwrap();
            (judgment.loss(&played), judgment.likes(&played))
        };
        assert_eq!(loss(0.5), (0.5, true), "the second look sees no difference");
        assert_eq!(loss(6.0), (4.0, false));
    }

    #[test]
    fn a_judgment_needs_a_move() {
        assert!(Judgment::new(Vec::new(), 0.0).is_none());
    }
}
