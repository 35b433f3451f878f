//! Reasons for our moves: told beside the match, and kept for its record.
//!
//! The thread of the wire only hands over the game after each of our moves. What there is to say
//! about it is found on a thread of its own while the opponent thinks.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sgmp_proto::Instant;

use super::match_plan::MatchPlan;
use super::signals::Interrupts;
use crate::cli::output::{TextStream, stderr_line};
use crate::cli::values::teacher_args::teacher;
use crate::engine::{JudgeEffort, Level};
use crate::experts::Teacher;
use crate::play::{Event, Match};
use crate::port::{Finish, Spectator, pause};
use crate::record::GameRecord;
use crate::rules::{Color, Game, Move};

/// Time until the operator is told what we wait for at the end.
const NOTICE_DELAY: Duration = Duration::from_secs(1);
/// Time between two looks whether all is said.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Remarks on the moves of one game; clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remarks(Arc<Mutex<BTreeMap<usize, Remark>>>);

/// A text about a move, which may have been taken back since.
#[derive(Clone, Debug)]
struct Remark {
    played: (Color, Move),
    text: String,
}

impl Remarks {
    /// The remarks that a record has.
    pub(crate) fn from_record(record: &GameRecord) -> Self {
        let remarks = Self::default();
        for (place, known) in record.moves().iter().enumerate() {
            if let Some(text) = &known.comment {
                remarks.put(place, (known.color, known.mv), text.clone());
            }
        }
        remarks
    }

    /// True if nothing is said yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.lock().is_empty()
    }

    /// Writes them behind the moves of a record that they are about.
    pub(crate) fn onto(&self, record: &mut GameRecord) {
        for (place, remark) in &*self.lock() {
            let known = record.moves().get(*place);
            if known.is_some_and(|known| (known.color, known.mv) == remark.played) {
                record.remark(*place, &remark.text);
            }
        }
    }

    fn put(&self, place: usize, played: (Color, Move), text: String) {
        self.lock().insert(place, Remark { played, text });
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<usize, Remark>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A game, and the number of the move of ours in it to explain, from 1.
type Task = (Game, usize);

/// Watches a match and explains our moves.
pub(crate) struct Explainer {
    tasks: Sender<Task>,
    thread: JoinHandle<()>,
    /// Raised when nobody waits for the rest.
    skip: Arc<AtomicBool>,
}

impl Explainer {
    /// Explains as the plan asks; `None` where it does not.
    pub(crate) fn wanted(plan: &MatchPlan<'_>, remarks: Remarks) -> Option<Self> {
        let output = &plan.output;
        let text = output.why.then_some(output.text);
        let remarks = output.sgf_comments.then_some(remarks);
        (text.is_some() || remarks.is_some()).then(|| {
            let player = plan.player();
            let level = player.engine.is_none().then_some(player.thinking.level);
            let own = level.flatten().and_then(Level::skill);
            let teacher = teacher(player.thinking.judge(), JudgeEffort::WHOLE_GAME);
            Self::start(teacher.explaining(own), text, remarks)
        })
    }

    /// Explains on a screen, into a record, or both.
    fn start(mut teacher: Teacher, text: Option<TextStream>, remarks: Option<Remarks>) -> Self {
        let (tasks, work) = mpsc::channel::<Task>();
        let skip = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&skip);
        let thread = thread::spawn(move || {
            let mut out = text.map(TextStream::open);
            for (game, number) in work {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let Some(explained) = teacher.explain(&game, number) else {
                    continue;
                };
                let text = explained.to_string();
                if let Some(out) = &mut out {
                    tell(out, number, &text);
                }
                if let Some(remarks) = &remarks {
                    remarks.put(number - 1, (explained.color, explained.mv), text);
                }
            }
        });
        Self {
            tasks,
            thread,
            skip,
        }
    }

    /// Says what is still to be said of a match that is over; nothing more of one that was left, nor
    /// after Ctrl-C.
    pub(crate) fn finish(self, finish: &Finish, interrupts: &Interrupts, quiet: bool) {
        let Self {
            tasks,
            thread,
            skip,
        } = self;
        drop(tasks);
        let cut_short = interrupts.take_back();
        let mut waited = Duration::ZERO;
        while !thread.is_finished() {
            if *finish == Finish::Left || cut_short.load(Ordering::Relaxed) {
                skip.store(true, Ordering::Relaxed);
            }
            if waited == NOTICE_DELAY && !quiet {
                stderr_line("the last moves are still being explained (Ctrl-C: leave them)");
            }
            pause(POLL_INTERVAL);
            waited += POLL_INTERVAL;
        }
        if thread.join().is_err() {
            log::error!("a move could not be explained (a bug: please report it)");
        }
    }
}

impl Spectator for Explainer {
    fn event(&mut self, _: Instant, game: &Match, event: &Event) {
        let Event::Moved { number, color, .. } = event else {
            return;
        };
        if *color != game.terms().color {
            return;
        }
        // A thread that has ended is told of at the end.
        let _ = self.tasks.send((game.game().clone(), *number));
    }
}

/// All of it at once: others write to the same screen.
fn tell(out: &mut dyn Write, number: usize, text: &str) {
    let told = out
        .write_all(format!("Move {number}. {text}\n").as_bytes())
        .and_then(|()| out.flush());
    if let Err(error) = told {
        log::debug!("nobody reads why: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RecordedMove;
    use crate::rules::{BoardSize, Point};

    #[test]
    fn remarks_stay_with_the_moves_that_they_are_about() {
        let d4 = Move::Play(Point::parse("D4").unwrap());
        let played = [(Color::Black, d4), (Color::White, Move::Pass)];
        let mut record = GameRecord::new(BoardSize::NINETEEN);
        for (color, mv) in played {
            record.push(RecordedMove::new(color, mv)).unwrap();
        }
        let remarks = Remarks::default();
        assert!(remarks.is_empty());
        remarks.put(0, played[0], "a corner".to_owned());
        // Taken back since.
        remarks.put(1, (Color::White, d4), "a mistake".to_owned());
        remarks.put(2, played[0], "again".to_owned());
        remarks.onto(&mut record);
        let comments: Vec<_> = record
            .moves()
            .iter()
            .map(|m| m.comment.as_deref())
            .collect();
        assert_eq!(comments, [Some("a corner"), None]);

        let mut fresh = GameRecord::new(record.size());
        fresh.push(RecordedMove::new(Color::Black, d4)).unwrap();
        Remarks::from_record(&record).onto(&mut fresh);
        assert_eq!(
            fresh.moves()[0],
            record.moves()[0],
            "as a resumed match does"
        );
    }
}
