//! The search with a net as a judge of moves.

use super::NetChoice;
use crate::search::{NetSearcher, PuctParams, SearchResult};
use sgmp_board::rules::{Color, Game, Move, score};
use sgmp_board::stop_flag::StopFlag;
use sgmp_knowledge::experts::{FollowUp, JudgedMove, Judgment, MoveJudge, Outlook, Owners};

/// Bytes for a search of a few hundred evaluations.
const MEMORY: usize = 8 << 20;

/// Moves of a search that are judged, beside those that were asked for.
const MAX_MOVES: usize = 5;

/// Evaluations for a judgment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeEffort {
    /// For the position itself.
    pub position: u32,
    /// For each move that this search hardly looked into.
    pub candidate: u32,
    /// For the position after a pass.
    pub pass: u32,
    /// For a second look at each of the positions that an explanation rests on.
    pub again: u32,
}

impl JudgeEffort {
    /// For one position: about half a second on a core of a machine of 2024.
    pub const ONE_POSITION: Self = Self {
        position: 240,
        candidate: 40,
        pass: 24,
        again: 160,
    };

    /// For each move of a game: a third of that.
    pub const WHOLE_GAME: Self = Self {
        position: 64,
        candidate: 20,
        pass: 6,
        again: 40,
    };
}

/// Judges moves by a search with a net. No answer depends on those before it, nor on a clock.
#[derive(Clone, Copy, Debug)]
pub struct SearchJudge {
    net: NetChoice,
    effort: JudgeEffort,
}

impl SearchJudge {
    /// A judge with a net.
    #[must_use]
    pub const fn new(net: NetChoice, effort: JudgeEffort) -> Self {
        Self { net, effort }
    }

    fn searcher(&self) -> NetSearcher {
        NetSearcher::new(self.net, MEMORY, 1, PuctParams::default())
    }

    /// The moves that a search of the position looked into closely.
    fn search(&self, game: &Game, color: Color) -> Vec<JudgedMove> {
        let mut searcher = self.searcher();
        let result = searcher.search(game, color, &StopFlag::new(), self.effort.position);
        let closely = self.effort.candidate / 2;
        let known = result.moves.iter().take(MAX_MOVES);
        let known = known
            .enumerate()
            .filter(|(place, known)| *place == 0 || known.visits >= closely);
        known
            .filter_map(|(_, known)| {
                if known.mv == Move::Pass
                    && let Some(ended) = ended_by_pass(game, color, known.variation.get(1))
                {
                    return Some(counted(&ended, color).0);
                }
                Some(JudgedMove {
                    mv: known.mv,
                    win: known.value,
                    lead: searcher.lead_after(known.mv)?,
                })
            })
            .collect()
    }

    /// A move by a search of the position after it; `None` if it is not legal.
    fn look_after(&self, game: &Game, color: Color, mv: Move, evaluations: u32) -> Option<Outlook> {
        let mut after = game.clone();
        after.play(color, mv).ok()?;
        let mut searcher = self.searcher();
        let result = searcher.search(&after, !color, &StopFlag::new(), evaluations);
        let answer = result.moves.first().map(|best| &best.mv);
        if mv == Move::Pass
            && let Some(ended) = ended_by_pass(game, color, answer)
        {
            let (judged, owners) = counted(&ended, color);
            return Some(Outlook {
                judged,
                owners,
                answer: None,
            });
        }
        let answer = answer.copied().filter(|answer| *answer != Move::Pass);
        let judged = JudgedMove {
            mv,
            win: 1.0 - result.value,
            lead: -result.score?,
        };
        let owners = owners_of(&result, game);
        Some(Outlook {
            judged,
            owners,
            answer,
        })
    }

    /// The next move of a side, where the other side passes after a move.
    fn next_if_unanswered(&self, game: &Game, color: Color, mv: Move) -> Option<FollowUp> {
        let mut after = game.clone();
        after.play(color, mv).ok()?;
        after.play(!color, Move::Pass).ok()?;
        if after.consecutive_passes() > 1 {
            return None;
        }
        let mut searcher = self.searcher();
        let evaluations = self.effort.again / 2;
        let result = searcher.search(&after, color, &StopFlag::new(), evaluations);
        Some(FollowUp {
            mv: result.moves.first()?.mv,
            lead: result.score?,
            owners: owners_of(&result, game),
        })
    }
}

/// The owners that a search expects.
fn owners_of(result: &SearchResult, game: &Game) -> Owners {
    Owners::new(game.size(), |point| {
        2.0 * result.ownership.share(point, Color::Black) - 1.0
    })
}

/// The game after a pass of `color` if that ends it, or if the other side's best answer does.
fn ended_by_pass(game: &Game, color: Color, answer: Option<&Move>) -> Option<Game> {
    let mut ended = game.clone();
    ended.play(color, Move::Pass).ok()?;
    if ended.consecutive_passes() < 2 {
        let _ = answer.filter(|answer| **answer == Move::Pass)?;
        ended.play(!color, Move::Pass).ok()?;
    }
    Some(ended)
}

/// The pass of `color` after which a game ends, by the count, and the owners in it.
fn counted(ended: &Game, color: Color) -> (JudgedMove, Owners) {
    let status = super::ended_status(ended);
    let margin = score::count(ended, &status).margin();
    let judged = JudgedMove {
        mv: Move::Pass,
        win: match margin.winner() {
            Some(winner) => f32::from(winner == color),
            None => 0.5,
        },
        lead: margin.for_color(color) as f32 / 2.0,
    };
    let owner = |point| match ended.board().color_at(point) {
        Some(color) if status.dead().contains(point) => Some(!color),
        Some(color) => Some(color),
        None => status.territory().owner(point),
    };
    let owners = Owners::new(ended.size(), |point| match owner(point) {
        Some(Color::Black) => 1.0,
        Some(Color::White) => -1.0,
        None => 0.0,
    });
    (judged, owners)
}

/// Lets no move be better than the search's choice, which is the first. The others were looked at by fewer
/// evaluations: where they look better, that is chance more often than not, and the search, which knew of them,
/// took its choice nevertheless. A move that is counted is no estimate.
fn hold_back(moves: &mut [JudgedMove], is_counted: impl Fn(Move) -> bool) {
    let Some((best, others)) = moves.split_first_mut() else {
        return;
    };
    for known in others.iter_mut().filter(|known| !is_counted(known.mv)) {
        known.win = known.win.min(best.win);
        known.lead = known.lead.min(best.lead);
    }
}

impl SearchJudge {
    /// The moves that the judge likes, and each of `asked`, with the owners that were found on the way. `None` on boards that
    /// the net does not know.
    pub(super) fn weigh(
        &self,
        game: &Game,
        color: Color,
        asked: &[Move],
    ) -> Option<(Judgment, Vec<Outlook>)> {
        if game.size().lines() < NetChoice::MIN_LINES {
            return None;
        }
        let mut moves = self.search(game, color);
        let mut seen: Vec<Outlook> = Vec::new();
        let mut look = |mv, evaluations| {
            let outlook = self.look_after(game, color, mv, evaluations)?;
            let judged = outlook.judged;
            seen.push(outlook);
            Some(judged)
        };
        for mv in asked {
            if moves.iter().all(|known| known.mv != *mv) {
                moves.extend(look(*mv, self.effort.candidate));
            }
        }
        let is_counted = |mv| mv == Move::Pass && game.consecutive_passes() > 0;
        hold_back(&mut moves, is_counted);
        let known = moves.iter().find(|known| known.mv == Move::Pass).copied();
        let passed = match known {
            Some(known) => known,
            None => look(Move::Pass, self.effort.pass)?,
        };
        Some((Judgment::new(moves, passed.lead)?, seen))
    }
}

impl MoveJudge for SearchJudge {
    fn judge(&mut self, game: &Game, color: Color, asked: &[Move]) -> Option<Judgment> {
        let (judgment, mut seen) = self.weigh(game, color, asked)?;
        // What is told of a move rests on the owners after it.
        let told = judgment.moves().filter(|known| {
            judgment.likes(known) || asked.contains(&known.mv) || known.mv == Move::Pass
        });
        for known in told {
            if seen.iter().all(|other| other.judged.mv != known.mv) {
                seen.extend(self.look_after(game, color, known.mv, self.effort.candidate));
            }
        }
        let answers = seen.iter();
        let answers = answers.filter_map(|known| Some((known.judged.mv, known.answer?)));
        let answers = answers.collect();
        let owners = seen
            .into_iter()
            .map(|known| (known.judged.mv, known.owners));
        Some(judgment.with_owners(owners.collect()).with_answers(answers))
    }

    fn look_longer(&mut self, game: &Game, color: Color, judgment: Judgment, mv: Move) -> Judgment {
        let again = |mv| self.look_after(game, color, mv, self.effort.again);
        let is_liked = |judgment: &Judgment| {
            let known = judgment.find(mv);
            known.is_some_and(|known| judgment.likes(known))
        };
        let best = judgment.best().mv;
        let other = match is_liked(&judgment) {
            true => None,
            false => again(best),
        };
        let (Some(pass), Some(played)) = (again(Move::Pass), again(mv)) else {
            return judgment;
        };
        let judgment = judgment.seen_again(pass, played, other);
        let told = if is_liked(&judgment) { mv } else { best };
        match self.next_if_unanswered(game, color, told) {
            Some(next) if told != Move::Pass => judgment.with_follow_up(told, next),
            _ => judgment,
        }
    }
}
