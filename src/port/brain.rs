//! The player's own thread: it thinks there while the line is answered here.

use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::driver::Input;
use crate::play::{Decision, Player, PlayerError, Turn};
use crate::rules::{Color, Game, Status};
use crate::search::Halt;

/// Work for the player.
enum Task {
    Choose {
        game: Game,
        color: Color,
        time_left: Duration,
        halt: Halt,
    },
    Count {
        game: Game,
    },
}

/// What the player thought.
#[derive(Debug)]
pub enum Thought {
    /// A decision about the move after so many.
    Decision {
        /// Moves on record when it was asked.
        moves: usize,
        /// Its answer.
        answer: Result<Decision, PlayerError>,
    },
    /// Who is dead on the final board, and whose the points are.
    Status(Result<Box<Status>, PlayerError>),
}

/// A player on a thread.
pub(super) struct Brain {
    tasks: Option<Sender<Task>>,
    thread: Option<JoinHandle<()>>,
    /// The flag of the thought in progress.
    halt: Halt,
}

impl Brain {
    /// Starts the thread; thoughts arrive in `inbox`.
    pub(super) fn start(mut player: Box<dyn Player>, inbox: Sender<Input>) -> Self {
        let (tasks, work) = mpsc::channel();
        let thread = thread::spawn(move || {
            for task in work {
                let thought = think(player.as_mut(), task);
                if inbox.send(Input::Thought(thought)).is_err() {
                    break;
                }
            }
        });
        Self {
            tasks: Some(tasks),
            thread: Some(thread),
            halt: Halt::new(),
        }
    }

    /// Asks for a move; an earlier thought is cut short.
    pub(super) fn choose(&mut self, game: &Game, color: Color, time_left: Duration) {
        self.halt.request();
        self.halt = Halt::new();
        let (game, halt) = (game.clone(), self.halt.clone());
        self.ask(Task::Choose {
            game,
            color,
            time_left,
            halt,
        });
    }

    /// Asks who is dead; a thought in progress is cut short.
    pub(super) fn count(&mut self, game: &Game) {
        self.halt.request();
        self.ask(Task::Count { game: game.clone() });
    }

    /// Time is up: answer now.
    pub(super) fn hurry(&self) {
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

impl Drop for Brain {
    fn drop(&mut self) {
        self.halt.request();
        self.tasks = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            log::error!("the player's thread panicked");
        }
    }
}

/// A player that panics has failed like one that dies: the match goes to the judge.
fn think(player: &mut dyn Player, task: Task) -> Thought {
    let guarded = std::panic::AssertUnwindSafe(|| match task {
        Task::Choose {
            game,
            color,
            time_left,
            halt,
        } => {
            let turn = Turn {
                game: &game,
                color,
                time_left,
                halt: &halt,
            };
            let answer = player.choose(&turn);
            Thought::Decision {
                moves: game.move_count(),
                answer,
            }
        }
        Task::Count { game } => Thought::Status(player.status(&game).map(Box::new)),
    });
    std::panic::catch_unwind(guarded).unwrap_or_else(|_| {
        let failed = || PlayerError("it panicked (a bug: please report it)".to_owned());
        Thought::Status(Err(failed()))
    })
}
