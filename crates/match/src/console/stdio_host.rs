//! Time, standard input and output, and a timer: the world of the GTP server.
//!
//! One thread reads lines and stops what they stop; another stops what takes too long. Neither
//! ends before the program does.

use std::collections::VecDeque;
use std::io::{ErrorKind, IsTerminal, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use sgmp_proto::Instant;

use crate::console::{answer, stderr_line};
use crate::gtp::{Host, Input, MAX_LINE, Splitter, StoppedBy, is_serial_talk};
use crate::port::MonotonicClock;
use sgmp_board::stop_flag::StopFlag;

/// Lines that wait at most, beside the latest that were read; then the controller has to wait.
const MAX_WAITING_LINES: usize = 1000;
const MAX_WAITING_BYTES: usize = 4 * MAX_LINE;
/// Bytes read at once: a whole script through a pipe, so that its lines arrive together.
const CHUNK: usize = 64 << 10;

const SERIAL_HINT: &str = "sgmp-go gtp: these bytes look like the Standard Go Modem Protocol, and \
                           this is the text protocol: use sgmp-go --port - for the other";

const GREETING: &str = "sgmp-go gtp: this is the Go Text Protocol, for other programs to speak; \
                        list_commands tells what there is, quit ends";

/// Host of a server on standard input and output.
pub struct StdioHost {
    shared: Arc<Shared>,
    clock: MonotonicClock,
    by_hand: bool,
    closed: bool,
}

struct Shared {
    state: Mutex<HostState>,
    changed: Condvar,
}

#[derive(Default)]
struct HostState {
    waiting: VecDeque<Input>,
    bytes: usize,
    ended: bool,
    search: Option<Search>,
}

/// A search under way.
struct Search {
    halt: StopFlag,
    by: StoppedBy,
    deadline: Option<Instant>,
}

impl StdioHost {
    /// Starts the threads that read standard input and keep the time.
    pub fn open() -> Self {
        let clock = MonotonicClock::start();
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        let by_hand = std::io::stdin().is_terminal();
        let (ear, timer) = (Arc::clone(&shared), Arc::clone(&shared));
        thread::spawn(move || listen(&ear, std::io::stdin().lock()));
        thread::spawn(move || keep_time(&timer, clock));
        let host = Self {
            shared,
            clock,
            by_hand,
            closed: false,
        };
        if by_hand {
            stderr_line(GREETING);
        }
        host
    }

    /// The next line; `None` at the end of the input.
    pub fn next_line(&mut self) -> Option<Input> {
        let mut state = self.shared.lock();
        state.search = None;
        loop {
            if let Some(input) = state.waiting.pop_front() {
                state.bytes -= length(&input);
                self.shared.changed.notify_all();
                return Some(input);
            }
            if state.ended {
                return None;
            }
            state = self.shared.wait(state);
        }
    }

    /// True if nobody takes our answers any more.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }
}

impl Host for StdioHost {
    fn now(&self) -> Duration {
        self.clock.now().since(Instant::ZERO)
    }

    fn cpu_time(&self) -> Duration {
        cpu_time().unwrap_or_else(|| self.now())
    }

    fn start_search(&mut self, limit: Option<Duration>, by: StoppedBy) -> StopFlag {
        let halt = StopFlag::new();
        let mut state = self.shared.lock();
        let line_waits = !state.waiting.is_empty() || state.ended;
        if self.closed || (by == StoppedBy::AnyLine && line_waits) {
            halt.request();
        }
        state.search = Some(Search {
            halt: halt.clone(),
            by,
            deadline: limit.map(|limit| self.clock.now() + limit),
        });
        self.shared.changed.notify_all();
        halt
    }

    fn say(&mut self, text: &str) {
        if !answer(text) {
            self.closed = true;
            if let Some(search) = &self.shared.lock().search {
                search.halt.request();
            }
        }
    }

    fn hint(&mut self, text: &str) {
        if self.by_hand {
            stderr_line(format_args!("sgmp-go gtp: {text}"));
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, HostState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, HostState>) -> MutexGuard<'a, HostState> {
        let waited = self.changed.wait(state);
        waited.unwrap_or_else(PoisonError::into_inner)
    }

    /// Lines arrive, together: none of them is later than another.
    fn deliver(&self, lines: Vec<Input>) {
        let mut state = self.lock();
        while state.waiting.len() > MAX_WAITING_LINES || state.bytes > MAX_WAITING_BYTES {
            state = self.wait(state);
        }
        if let Some(search) = &state.search
            && lines.iter().any(|line| stops(search.by, line))
        {
            search.halt.request();
        }
        state.bytes += lines.iter().map(length).sum::<usize>();
        state.waiting.extend(lines);
        self.changed.notify_all();
    }

    fn end(&self) {
        let mut state = self.lock();
        state.ended = true;
        if let Some(search) = &state.search
            && search.by == StoppedBy::AnyLine
        {
            search.halt.request();
        }
        self.changed.notify_all();
    }
}

fn length(input: &Input) -> usize {
    match input {
        Input::Line(line) => line.len(),
        Input::TooLong => 0,
    }
}

/// Returns whether a line that arrives during a search stops it.
fn stops(by: StoppedBy, input: &Input) -> bool {
    match (by, input) {
        (StoppedBy::AnyLine | StoppedBy::LaterLine, _) => true,
        (StoppedBy::Interrupt, Input::TooLong) => false,
        (StoppedBy::Interrupt, Input::Line(line)) => {
            let words = line
                .trim()
                .trim_start_matches(|c: char| c.is_ascii_digit())
                .trim_start();
            matches!(
                words,
                "# interrupt" | "#interrupt" | "gogui-interrupt" | "stop"
            )
        }
    }
}

fn listen(shared: &Shared, mut from: impl Read) {
    let mut splitter = Splitter::new();
    let mut buffer = vec![0; CHUNK];
    let mut hinted = false;
    loop {
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                let bytes = &buffer[..count];
                if !hinted && is_serial_talk(bytes) {
                    hinted = true;
                    stderr_line(SERIAL_HINT);
                }
                let lines = splitter.feed(bytes);
                if !lines.is_empty() {
                    shared.deliver(lines);
                }
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                stderr_line(format_args!(
                    "sgmp-go gtp: cannot read standard input: {error}"
                ));
                break;
            }
        }
    }
    shared.deliver(splitter.finish().into_iter().collect());
    shared.end();
}

/// Requests the flag of each search whose time is over.
fn keep_time(shared: &Shared, clock: MonotonicClock) {
    let mut state = shared.lock();
    loop {
        let deadline = state.search.as_ref().and_then(|search| search.deadline);
        let Some(deadline) = deadline else {
            state = shared.wait(state);
            continue;
        };
        let left = deadline - clock.now();
        if left.is_zero() {
            if let Some(search) = &mut state.search {
                search.halt.request();
                search.deadline = None;
            }
        } else {
            let waited = shared.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    Some(Duration::new(seconds, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    fn host(lines: &[&str]) -> StdioHost {
        let shared = Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
        };
        shared.deliver(lines.iter().map(|text| line(text)).collect());
        StdioHost {
            shared: Arc::new(shared),
            clock: MonotonicClock::start(),
            by_hand: false,
            closed: false,
        }
    }

    #[test]
    fn a_line_that_waits_already_ends_an_analysis_and_no_move() {
        let mut host = host(&["quit"]);
        for (by, stopped) in [
            (StoppedBy::AnyLine, true),
            (StoppedBy::LaterLine, false),
            (StoppedBy::Interrupt, false),
        ] {
            let halt = host.start_search(None, by);
            assert_eq!(halt.is_requested(), stopped, "{by:?}");
        }
    }

    #[test]
    fn a_later_line_ends_what_it_may_end() {
        for (by, text, stopped) in [
            (StoppedBy::AnyLine, "", true),
            (StoppedBy::LaterLine, "protocol_version", true),
            (StoppedBy::Interrupt, "time_left b 3 0", false),
            (StoppedBy::Interrupt, "# interrupt", true),
            (StoppedBy::Interrupt, "12 gogui-interrupt\r", true),
            (StoppedBy::Interrupt, "stop", true),
        ] {
            let mut host = host(&[]);
            let halt = host.start_search(None, by);
            host.shared.deliver(vec![line(text)]);
            assert_eq!(halt.is_requested(), stopped, "{by:?} {text:?}");
            assert_eq!(host.next_line(), Some(line(text)));
        }
    }

    #[test]
    fn the_end_of_the_input_ends_an_analysis_but_no_move() {
        for (by, stopped) in [(StoppedBy::AnyLine, true), (StoppedBy::LaterLine, false)] {
            let mut host = host(&[]);
            let halt = host.start_search(None, by);
            listen(&host.shared, &b"quit"[..0]);
            assert_eq!(halt.is_requested(), stopped, "{by:?}");
            assert_eq!(host.next_line(), None);
        }
    }

    #[test]
    fn a_controller_that_does_not_read_has_to_wait() {
        let mut host = host(&[]);
        let shared = Arc::clone(&host.shared);
        let script = "name\n".repeat(100_000);
        let ear = thread::spawn(move || listen(&shared, script.as_bytes()));
        let mut count = 0;
        while host.next_line().is_some() {
            count += 1;
            let chunk = CHUNK / "name\n".len() + 1;
            assert!(host.shared.lock().waiting.len() <= MAX_WAITING_LINES + chunk);
        }
        assert_eq!(count, 100_000);
        ear.join().unwrap();
    }

    #[test]
    fn time_runs_out() {
        let mut host = host(&[]);
        let (shared, clock) = (Arc::clone(&host.shared), host.clock);
        thread::spawn(move || keep_time(&shared, clock));
        let halt = host.start_search(Some(Duration::from_millis(20)), StoppedBy::Interrupt);
        while !halt.is_requested() {
            // However slow the machine: this is a hang.
            assert!(host.now() < Duration::from_secs(600));
            crate::port::pause(Duration::from_millis(1));
        }
        assert!(host.now() >= Duration::from_millis(20));
    }
}
