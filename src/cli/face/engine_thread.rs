//! The threads of the engine and of the teacher: they think, the board goes on listening.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::table_input::TableInput;
use crate::cli::values::teacher_args::teacher;
use crate::engine::{JudgeEffort, NetChoice};
use crate::experts::Teacher;
use crate::play::local_game::{ChairSettings, EngineChair, EngineWanted};
use crate::port::MonotonicClock;
use crate::rules::{Color, Game};
use crate::search::StopFlag;

/// The engine behind the board.
pub(super) struct EngineThread {
    tasks: Sender<(EngineWanted, StopFlag)>,
    /// The flag of the latest task.
    halt: StopFlag,
}

impl EngineThread {
    /// Starts the thread; answers come as inputs.
    pub(super) fn start(settings: ChairSettings, inputs: Sender<TableInput>) -> Self {
        let (tasks, received) = mpsc::channel::<(EngineWanted, StopFlag)>();
        thread::spawn(move || {
            let mut chair = EngineChair::new(settings);
            for (wanted, halt) in received {
                let clock = MonotonicClock::start();
                let elapsed = || clock.now().since(sgmp_proto::Instant::ZERO);
                let answer = chair.answer(&wanted, &halt, &elapsed);
                if inputs
                    .send(TableInput::Engine(wanted.ticket, answer))
                    .is_err()
                {
                    break;
                }
            }
        });
        Self {
            tasks,
            halt: StopFlag::new(),
        }
    }

    /// Gives it a task; the one before is broken off.
    pub(super) fn ask(&mut self, wanted: EngineWanted) {
        self.stop();
        self.halt = StopFlag::new();
        // The thread lives as long as the board.
        let _gone = self.tasks.send((wanted, self.halt.clone()));
    }

    /// Breaks the task off.
    pub(super) fn stop(&self) {
        self.halt.request();
    }
}

/// A question to the teacher.
pub(super) enum Question {
    /// Moves that the color might make.
    Hint(Game, Color),
    /// The reasons for the latest move.
    Why(Game),
}

/// The teacher behind the board.
pub(super) struct TeacherThread {
    questions: Sender<Question>,
}

impl TeacherThread {
    /// Starts the thread; answers come as inputs.
    pub(super) fn start(net: Option<NetChoice>, inputs: Sender<TableInput>) -> Self {
        let (questions, received) = mpsc::channel();
        thread::spawn(move || answer_all(&received, net, &inputs));
        Self { questions }
    }

    pub(super) fn ask(&self, question: Question) {
        // The thread lives as long as the board.
        let _gone = self.questions.send(question);
    }
}

fn answer_all(questions: &Receiver<Question>, net: Option<NetChoice>, inputs: &Sender<TableInput>) {
    let mut teacher = teacher(net, JudgeEffort::ONE_POSITION);
    for question in questions {
        let told = answer(&mut teacher, &question);
        if inputs.send(TableInput::Teacher(told)).is_err() {
            break;
        }
    }
}

fn answer(teacher: &mut Teacher, question: &Question) -> String {
    match question {
        Question::Hint(game, color) => {
            let hints = teacher.hints(game, *color);
            format!("{color} might play:\n{hints}")
        }
        Question::Why(game) => {
            let told = teacher.explain(game, game.move_count());
            told.map_or_else(
                || "No move was made yet.".to_owned(),
                |told| told.to_string(),
            )
        }
    }
}
