//! `analysis`: KataGo's analysis protocol on standard input and output.
//!
//! One thread reads lines, some analyze positions; the thread that began waits for the end of all of it.

use std::io::Read;
use std::num::NonZeroU16;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;
use sgmp_proto::Instant;

use crate::cli::exit::Exit;
use crate::cli::values::memory_size::{default_memory, parse_memory};
use crate::cli::values::thinking_args::parse_net;
use sgmp_board::failure::{Blame, Failure};
use sgmp_engine::engine::NamedNet;
use sgmp_engine::engine::Settings;
use sgmp_match::console::operator::{CtrlZ, Signals};
use sgmp_match::console::{answer, stderr_line};
use sgmp_match::gtp::{AnalysisConfig, AnalysisQueue, Input, PositionTask, Splitter};
use sgmp_match::play::duration::parse_wait;
use sgmp_match::port::MonotonicClock;

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// How positions are analyzed where a query does not say it.
#[derive(Debug, Args)]
pub struct AnalysisArgs {
    /// Visits of a position where a query does not name them (maxVisits)
    #[arg(long, value_name = "N", default_value = "500", value_parser = clap::value_parser!(u32).range(1..))]
    pub visits: u32,

    /// Longest time for a position where a query does not name it (maxTime) [default: none]
    #[arg(long, value_parser = parse_wait, value_name = "TIME")]
    pub move_time: Option<Duration>,

    /// Positions that are analyzed at the same time [default: two, or one on a single core]
    #[arg(long, value_name = "N")]
    pub positions: Option<NonZeroU16>,

    /// Threads for each of them [default: the cores shared out]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroU16>,

    /// The net to think with: own, the one that the program carries; none, playouts instead; or a file
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net, default_value = "own")]
    pub net: NamedNet,

    /// Memory for what is thought, of all positions together [default: a quarter of the machine's,
    /// 4G at most]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,
}

impl AnalysisArgs {
    /// Number of positions at the same time.
    fn positions(&self) -> usize {
        self.positions
            .map_or_else(|| cores().min(2), |n| n.get().into())
    }

    fn config(&self) -> AnalysisConfig {
        let positions = self.positions();
        let shared = || (cores() / positions).max(1);
        AnalysisConfig {
            engine: Settings {
                net: self.net.choice(),
                threads: self.threads.map_or_else(shared, |n| n.get().into()),
                memory: self.memory.unwrap_or_else(default_memory) / positions,
                ..Settings::default()
            },
            max_visits: self.visits,
            max_time: self.move_time,
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// The common ground of all threads.
struct Desk {
    state: Mutex<DeskState>,
    /// Held while lines are said. Whoever holds it may have to wait for a reader, so that a signal does
    /// not ask for it.
    voice: Mutex<()>,
    changed: Condvar,
    clock: MonotonicClock,
}

struct DeskState {
    queue: AnalysisQueue,
    /// No line comes any more.
    has_ended: bool,
    /// A signal came, or nobody takes the answers any more.
    stopped: Option<Exit>,
}

/// Serves until the end of the input, and finishes what was asked until then.
///
/// # Errors
/// The system's, where signals cannot be heard.
pub(crate) fn run(args: &AnalysisArgs) -> Result<Exit, Failure> {
    let desk = Arc::new(Desk {
        state: Mutex::new(DeskState {
            queue: AnalysisQueue::new(args.config()),
            has_ended: false,
            stopped: None,
        }),
        voice: Mutex::new(()),
        changed: Condvar::new(),
        clock: MonotonicClock::start(),
    });
    let stopped = Arc::clone(&desk);
    let signals = Signals::listen(CtrlZ::Stops, move |_| stopped.stop(Exit::Interrupted));
    let _signals = signals.map_err(|error| Failure::new(Blame::Port, error))?;
    let reader = Arc::clone(&desk);
    thread::spawn(move || reader.listen(std::io::stdin().lock()));
    for _ in 0..args.positions() {
        let desk = Arc::clone(&desk);
        thread::spawn(move || desk.work());
    }
    Ok(desk.wait_for_the_end())
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, DeskState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads lines to the end of the input.
    fn listen(&self, mut from: impl Read) {
        let mut splitter = Splitter::new();
        let mut buffer = vec![0; CHUNK];
        loop {
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => self.take(splitter.feed(&buffer[..count])),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => {
                    stderr_line(format_args!(
                        "sgmp-go analysis: cannot read standard input: {error}"
                    ));
                    break;
                }
            }
        }
        self.take(splitter.finish());
        self.lock().has_ended = true;
        self.changed.notify_all();
    }

    /// Takes lines, and answers what is answered at once.
    fn take(&self, lines: impl IntoIterator<Item = Input>) {
        for line in lines {
            let voice = self.voice();
            let answers = self.lock().queue.take_line(&line);
            self.changed.notify_all();
            for line in answers {
                self.say(&voice, &line);
            }
        }
    }

    /// Analyzes one position after another.
    fn work(&self) {
        while let Some(task) = self.next_task() {
            let begun = BegunTask { desk: self, task };
            let now = || self.clock.now().since(Instant::ZERO);
            let mut say = |line: &str| self.say(&self.voice(), line);
            begun.task.run(&now, &mut say);
        }
    }

    /// The next position; `None` at the end of all.
    fn next_task(&self) -> Option<PositionTask> {
        let mut state = self.lock();
        loop {
            if state.stopped.is_some() {
                return None;
            }
            if let Some(task) = state.queue.start_next() {
                return Some(task);
            }
            if state.has_ended {
                return None;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits until all is answered, or given up.
    fn wait_for_the_end(&self) -> Exit {
        let mut state = self.lock();
        loop {
            if let Some(exit) = state.stopped {
                return exit;
            }
            if state.has_ended && state.queue.is_idle() {
                return Exit::Done;
            }
            let waited = self.changed.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The right to say lines.
    fn voice(&self) -> MutexGuard<'_, ()> {
        self.voice.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says a line; where nobody takes it, all is given up.
    fn say(&self, _voice: &MutexGuard<'_, ()>, line: &str) {
        if !answer(&format!("{line}\n")) {
            self.stop(Exit::Done);
        }
    }

    fn stop(&self, exit: Exit) {
        let mut state = self.lock();
        state.stopped.get_or_insert(exit);
        state.queue.stop();
        self.changed.notify_all();
    }
}

/// A task under way. Its end is noted even where its thread breaks off.
struct BegunTask<'a> {
    desk: &'a Desk,
    task: PositionTask,
}

impl Drop for BegunTask<'_> {
    fn drop(&mut self) {
        let mut state = self.desk.lock();
        state.queue.finish(&self.task);
        if thread::panicking() {
            state.stopped = Some(Exit::Check);
        }
        self.desk.changed.notify_all();
    }
}
