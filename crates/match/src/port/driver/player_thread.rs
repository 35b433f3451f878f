//! The player's own thread: it thinks there while the connection is answered here.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::driver_input::Input;
use crate::play::{Assessment, Count, Decision, Fault, FaultKind, Player, Turn};
use crate::port::clock::MonotonicClock;
use sgmp_board::rules::{Color, Game};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Timing;
use sgmp_engine::search::Outlook;
use sgmp_engine::time_control::Effort;

/// Work for the player.
enum Task {
    Choose {
        ticket: Ticket,
        game: Game,
        color: Color,
        time_left: Duration,
        halt: StopFlag,
        effort: Effort,
        asked: MonotonicClock,
    },
    Ponder {
        game: Game,
        halt: StopFlag,
    },
    Count {
        game: Game,
    },
    LookAhead {
        game: Game,
    },
}

/// An answer of the player's thread to one of its tasks.
#[derive(Debug)]
pub enum PlayerReply {
    /// A decision about the move after so many.
    Decision {
        /// The question that it answers.
        ticket: Ticket,
        /// The decision, or the failure of the player that kept it from one.
        answer: Result<Decision, Fault>,
    },
    /// The judgment of the final board; `None` where nobody knows.
    Assessment(Result<Option<Assessment>, Fault>),
}

/// A question put to the player; an earlier one than the latest is nobody's any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ticket(u64);

/// A player on a thread.
pub(crate) struct PlayerThread {
    latest: Ticket,
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
    /// The flag of the thought in progress.
    halt: StopFlag,
}

impl PlayerThread {
    /// Starts the thread; thoughts arrive in `inbox`.
    pub(crate) fn start(mut player: Box<dyn Player>, inbox: Sender<Input>) -> Self {
        let (tasks, work) = mpsc::channel();
        let thread = thread::spawn(move || {
            for task in work {
                let Some(reply) = think(player.as_mut(), task) else {
                    continue;
                };
                if inbox.send(Input::PlayerReply(reply)).is_err() {
                    break;
                }
            }
        });
        Self {
            tasks: Some(tasks),
            thread: Some(thread),
            halt: StopFlag::new(),
            latest: Ticket::default(),
        }
    }

    /// Returns whether a thought answers the latest question.
    pub(crate) fn is_latest(&self, ticket: Ticket) -> bool {
        self.latest == ticket
    }

    /// The position is no more what it was: whatever is thought is nobody's any more.
    pub(crate) fn forget(&mut self) {
        self.latest.0 += 1;
        self.halt.request();
    }

    /// Asks for a move; an earlier thought is cut short.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        color: Color,
        time_left: Duration,
        effort: Effort,
    ) {
        let halt = self.another_halt();
        self.latest.0 += 1;
        self.ask(Task::Choose {
            ticket: self.latest,
            game: game.clone(),
            color,
            time_left,
            halt,
            effort,
            asked: MonotonicClock::start(),
        });
    }

    /// Lets the player think while the opponent is to move, until the next task.
    pub(crate) fn ponder(&mut self, game: &Game) {
        let halt = self.another_halt();
        self.ask(Task::Ponder {
            game: game.clone(),
            halt,
        });
    }

    /// The flag of a new thought; that of the earlier one is requested.
    fn another_halt(&mut self) -> StopFlag {
        self.halt.request();
        // A flag for each thought: a request that is meant for the earlier one must not stop this one.
        self.halt = StopFlag::new();
        self.halt.clone()
    }

    /// Asks who is dead; a thought in progress is cut short.
    pub(crate) fn count(&mut self, game: &Game) {
        self.halt.request();
        self.ask(Task::Count { game: game.clone() });
    }

    /// Asks what a game that is not over was coming to; a thought in progress is cut short.
    pub(crate) fn look_ahead(&mut self, game: &Game) {
        self.halt.request();
        self.ask(Task::LookAhead { game: game.clone() });
    }

    /// Time is up: answer now.
    pub(crate) fn hurry(&self) {
        self.halt.request();
    }

    fn ask(&self, task: Task) {
        if let Some(tasks) = &self.tasks
            && tasks.send(task).is_err()
        {
            log::error!("the player's thread has ended");
        }
    }
}

impl Drop for PlayerThread {
    fn drop(&mut self) {
        self.halt.request();
        // Before the join: the thread's loop ends only when the last sender of tasks is gone.
        self.tasks = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the player's thread panicked");
        }
    }
}

/// Does a task; pondering leaves nothing to say. A player that panics has failed like one that
/// dies: the match goes to the judge.
fn think(player: &mut dyn Player, task: Task) -> Option<PlayerReply> {
    let guarded = std::panic::AssertUnwindSafe(|| match task {
        Task::Choose {
            ticket,
            game,
            color,
            time_left,
            halt,
            effort,
            asked,
        } => {
            let elapsed = || asked.now().since(sgmp_proto::Instant::ZERO);
            let timing = Timing {
                effort,
                elapsed: &elapsed,
            };
            let turn = Turn {
                game: &game,
                color,
                time_left,
                halt: &halt,
                timing,
            };
            let answer = player.choose(&turn);
            // Who fails because it was cut short has failed nobody.
            let is_wanted = answer.is_ok() || !halt.is_requested();
            is_wanted.then_some(PlayerReply::Decision { ticket, answer })
        }
        Task::Ponder { game, halt } => {
            player.ponder(&game, &halt);
            None
        }
        Task::Count { game } => {
            Some(PlayerReply::Assessment(player.status(&game).map(
                |status| Some(Assessment::Count(Count::new(&game, status))),
            )))
        }
        Task::LookAhead { game } => Some(PlayerReply::Assessment(Ok(
            Outlook::from_game(&game).map(Assessment::Outlook)
        ))),
    });
    std::panic::catch_unwind(guarded).unwrap_or_else(|_| {
        let failed = || Fault::new(FaultKind::Crash, "it panicked (a bug: please report it)");
        Some(PlayerReply::Assessment(Err(failed())))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::Receiver;

    use super::*;
    use sgmp_board::rules::{BoardSize, Komi, Move, Status};

    /// Passes; what it is asked goes to the test. It ponders until it is halted, or panics.
    struct Thinker {
        asked: Sender<&'static str>,
        ponders: bool,
    }

    impl Player for Thinker {
        fn name(&self) -> String {
            "thinker".to_owned()
        }

        fn choose(&mut self, turn: &Turn<'_>) -> Result<Decision, Fault> {
            assert_eq!(turn.timing.effort, EFFORT);
            let _ = self.asked.send("choose");
            Ok(Decision::Move(Move::Pass))
        }

        fn ponder(&mut self, _: &Game, halt: &StopFlag) {
            let _ = self.asked.send("ponder");
            assert!(self.ponders, "it cannot");
            while !halt.is_requested() {
                thread::yield_now();
            }
        }

        fn status(&mut self, _: &Game) -> Result<Status, Fault> {
            Ok(Status::default())
        }
    }

    const EFFORT: Effort = Effort::Fixed(Duration::from_secs(1));
    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn start(ponders: bool) -> (PlayerThread, Receiver<&'static str>, Receiver<Input>) {
        let (asked, questions) = mpsc::channel();
        let (inbox, replies) = mpsc::channel();
        let player = Box::new(Thinker { asked, ponders });
        (PlayerThread::start(player, inbox), questions, replies)
    }

    fn game() -> Game {
        Game::new(BoardSize::NINETEEN, Komi::default())
    }

    #[test]
    fn pondering_ends_at_once_when_a_move_is_wanted() {
        let (mut player, questions, replies) = start(true);
        player.ponder(&game());
        assert_eq!(questions.recv_timeout(TEST_TIMEOUT), Ok("ponder"));
        assert!(replies.try_recv().is_err());
        player.choose(&game(), Color::Black, TEST_TIMEOUT, EFFORT);
        let reply = replies.recv_timeout(TEST_TIMEOUT);
        let is_move = |input| matches!(input, Input::PlayerReply(PlayerReply::Decision { .. }));
        assert!(reply.is_ok_and(is_move));
        player.ponder(&game());
        drop(player);
        assert_eq!(questions.iter().next(), Some("choose"));
    }

    #[test]
    fn who_panics_while_pondering_has_failed() {
        let (mut player, _questions, replies) = start(false);
        player.ponder(&game());
        let reply = replies.recv_timeout(TEST_TIMEOUT);
        let has_failed =
            |input| matches!(input, Input::PlayerReply(PlayerReply::Assessment(Err(_))));
        assert!(reply.is_ok_and(has_failed));
    }
}
