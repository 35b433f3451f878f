//! The thread of the engine: it thinks, the board goes on listening.

use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::local_game::{ChairSettings, EngineChair, EngineWanted};
use crate::tables::table_input::TableInput;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::NamedNet;
use sgmp_match::port::MonotonicClock;

/// The engine behind the board.
pub(super) struct EngineThread {
    tasks: Sender<(EngineWanted, StopFlag)>,
    /// The flag of the latest task.
    halt: StopFlag,
}

impl EngineThread {
    /// Starts the thread; answers come as inputs. The net of the settings is this one, which is read when it is
    /// first asked for: a board is shown before.
    pub(super) fn start(
        settings: ChairSettings,
        net: Option<NamedNet>,
        inputs: Sender<TableInput>,
    ) -> Self {
        let (tasks, received) = mpsc::channel::<(EngineWanted, StopFlag)>();
        thread::spawn(move || {
            let mut chair = None;
            for (wanted, halt) in received {
                let chair = chair.get_or_insert_with(|| {
                    EngineChair::new(ChairSettings {
                        net: NamedNet::or_own(net),
                        ..settings
                    })
                });
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
