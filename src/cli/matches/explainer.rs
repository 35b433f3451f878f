//! Reasons for our moves: told beside the match, and kept for its record.
//!
//! The thread of the wire only hands over the game after each of our moves. What there is to say
//! about it is found on a thread of its own while the opponent thinks.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sgmp_proto::Instant;

use super::match_plan::MatchPlan;
use sgmp_advice::review::AdviceDesk;
use sgmp_board::rules::Game;
use sgmp_engine::engine::{JudgeEffort, Level};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{TextStream, stderr_line};
use sgmp_match::play::{Event, Match};
use sgmp_match::port::{Finish, Spectator, pause};
use sgmp_match::spectators::move_remarks::Remarks;

/// Time until the operator is told what we wait for at the end.
const NOTICE_DELAY: Duration = Duration::from_secs(1);
/// Time between two looks whether all is said.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

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
            let desk = AdviceDesk::new(player.thinking.judge(), JudgeEffort::WHOLE_GAME);
            Self::start(desk.explaining(own), text, remarks)
        })
    }

    /// Explains on a screen, into a record, or both.
    fn start(mut desk: AdviceDesk, text: Option<TextStream>, remarks: Option<Remarks>) -> Self {
        let (tasks, work) = mpsc::channel::<Task>();
        let skip = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&skip);
        let thread = thread::spawn(move || {
            let mut out = text.map(TextStream::open);
            for (game, number) in work {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let Some(explained) = desk.explain(&game, number) else {
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
