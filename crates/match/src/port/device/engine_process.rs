//! An engine of another program behind two pipes, for the Go Text Protocol.

use std::collections::VecDeque;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::child::{ChildGuard, Ended};
use super::connection::{Connection, Input, ReadHalf, WriteHalf};
use super::pipe_io;
use super::port_error::{OpenError, PortError};
use super::port_spec::CommandLine;
use super::process_tree::{CpuTimes, MARK, ProcessTree, inherited_marks, new_mark};
use super::program_words::ProgramWords;
use crate::gtp::{self, Gone, LastWords, Peer, Splitter};
use crate::port::clock::{Deadline, MonotonicClock, pause};

/// Time that an engine has to end by itself once its input has ended.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A program's pipe closes a moment before the program is gone.
const EXIT_NOTICE_TIMEOUT: Duration = Duration::from_millis(200);
const HALT_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Longest wait for bytes before the program itself is looked at again.
const MAX_LISTENING: Duration = Duration::from_millis(100);

/// Bytes read at once.
const CHUNK_SIZE: usize = 4096;

/// A program that is spoken to in lines; what it says on its standard error goes to the log, as
/// `engine`, and its last words are told where it has failed. Dropped it gets the end of its input, two seconds, and then signals; whatever it started is
/// killed with it.
pub struct EngineProcess {
    /// `None` once the program has to end.
    writer: Option<Box<dyn WriteHalf>>,
    reader: Box<dyn ReadHalf>,
    splitter: Splitter,
    lines: VecDeque<gtp::Input>,
    words: ProgramWords,
    has_ended: bool,
    /// True once it was ended and reaped.
    is_over: bool,
    clock: MonotonicClock,
    child: ChildGuard,
    tree: ProcessTree,
}

impl EngineProcess {
    /// Starts the program in a group of its own: a Ctrl-C at our terminal does not reach it.
    ///
    /// # Errors
    /// [`OpenError`]: no such program, or none that can be run.
    pub fn start(command: &CommandLine) -> Result<Self, OpenError> {
        Self::start_with(command, &[], &ProgramWords::default())
    }

    /// Starts it with these variables in its environment besides ours, and with a keeper of its words.
    ///
    /// # Errors
    /// [`OpenError`]: no such program, or none that can be run.
    pub fn start_with(
        command: &CommandLine,
        variables: &[(&str, String)],
        words: &ProgramWords,
    ) -> Result<Self, OpenError> {
        let mark = new_mark();
        let set_up = |started: &mut Command| {
            started
                .envs(variables.iter().map(|(name, value)| (*name, value)))
                .env(MARK, inherited_marks(&mark))
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped());
        };
        let (child, pipes) = ChildGuard::start(command, set_up, "engine", words)?;
        let Connection { reader, writer } = pipe_io::connection_on(pipes)
            .map_err(|error| OpenError::program(command.program(), error))?;
        Ok(Self {
            writer: Some(writer),
            reader,
            splitter: Splitter::new(),
            lines: VecDeque::new(),
            words: words.clone(),
            has_ended: false,
            is_over: false,
            clock: MonotonicClock::start(),
            tree: ProcessTree::new(child.id(), mark),
            child,
        })
    }

    /// Processor time of the program and all its descendants until now; `None` where the system does not
    /// tell. Descendants that live shorter than two calls are apart may be missed if nobody waits for
    /// them.
    pub fn cpu_times(&mut self) -> Option<CpuTimes> {
        self.tree.look()
    }

    /// Ends the program: its input ends, then it has `grace`, and then signals. Returns the processor
    /// time of its whole life.
    pub fn end(&mut self, grace: Duration) -> Option<CpuTimes> {
        self.writer = None;
        let deadline = Deadline::after(grace);
        while self.child.ended().is_none() && !deadline.has_passed() {
            pause(HALT_POLL_INTERVAL.min(deadline.left()));
        }
        // The account is the program's until it is reaped.
        let times = self.tree.look();
        let (ended, _) = self.child.finish(Duration::ZERO);
        log::debug!("the engine {ended}");
        self.tree.kill_rest();
        self.is_over = true;
        times
    }

    fn take_lines(&mut self, heard: Vec<gtp::Input>) {
        let now = self.now();
        for line in &heard {
            match line {
                gtp::Input::Line(line) => self.words.take_heard(now, line),
                gtp::Input::TooLong => self.words.take_heard(now, "(a line without end)"),
            }
        }
        self.lines.extend(heard);
    }

    /// Nothing more comes: a line that was begun is the last one.
    fn take_end(&mut self) {
        self.has_ended = true;
        let heard = self.splitter.finish();
        self.take_lines(heard.into_iter().collect());
    }

    fn gone(&self, error: &PortError) -> Gone {
        if !matches!(error, PortError::HangUp | PortError::Failed(_)) {
            return Gone::silently(error.to_string());
        }
        let deadline = Deadline::after(EXIT_NOTICE_TIMEOUT);
        while self.child.ended().is_none() && !deadline.has_passed() {
            pause(HALT_POLL_INTERVAL);
        }
        let ended = self.child.ended();
        Gone {
            how: ended.map_or_else(
                || "it has closed its output".to_owned(),
                |ended| format!("it {ended}"),
            ),
            words: self.child.last_words(),
        }
    }
}

impl Peer for EngineProcess {
    fn now(&self) -> Duration {
        self.clock.now().since(sgmp_proto::Instant::ZERO)
    }

    fn send(&mut self, line: &str) -> Result<(), Gone> {
        // A process being started holds its neighbors' pipes for a moment: writing alone would not tell.
        if self.has_ended {
            return Err(self.gone(&PortError::HangUp));
        }
        self.words.take_sent(self.now(), line);
        let Some(writer) = &mut self.writer else {
            return Err(Gone::silently("it has been told to end"));
        };
        let sent = writer.write_frame(format!("{line}\n").as_bytes());
        sent.map_err(|error| self.gone(&error))
    }

    fn receive(&mut self, patience: Duration) -> Result<Option<gtp::Input>, Gone> {
        if let Some(line) = self.lines.pop_front() {
            return Ok(Some(line));
        }
        if self.has_ended {
            return Err(self.gone(&PortError::HangUp));
        }
        let had_failed = self.child.ended().is_some_and(Ended::is_failure);
        let patience = match had_failed {
            true => Duration::ZERO,
            false => patience.min(MAX_LISTENING),
        };
        let mut buffer = [0; CHUNK_SIZE];
        match self.reader.read(&mut buffer, patience) {
            Ok(Input::Bytes(count)) => {
                let heard = self.splitter.feed(&buffer[..count]);
                self.take_lines(heard);
            }
            // A child of its own holds the pipe open: whatever the program said before its end has been read. One that ended
            // well may have left the engine itself running behind it.
            Ok(Input::Idle) if had_failed => self.take_end(),
            Ok(Input::Idle) => {}
            Err(PortError::HangUp) => self.take_end(),
            Err(error) => return Err(self.gone(&error)),
        }
        Ok(self.lines.pop_front())
    }

    fn last_words(&self) -> LastWords {
        self.child.last_words()
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if !self.is_over {
            self.end(EXIT_TIMEOUT);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const TEST_TIMEOUT: Duration = Duration::from_secs(60);

    fn start(script: &str) -> EngineProcess {
        let words = shlex::try_quote(script).expect("a script");
        let command = format!("sh -c {words}").parse().expect("words");
        EngineProcess::start(&command).expect("sh")
    }

    fn line(text: &str) -> gtp::Input {
        gtp::Input::Line(text.to_owned())
    }

    /// Returns its next word, once all of it is there.
    fn hear(engine: &mut EngineProcess) -> Result<gtp::Input, Gone> {
        loop {
            if let Some(line) = engine.receive(TEST_TIMEOUT)? {
                return Ok(line);
            }
        }
    }

    #[test]
    fn lines_go_both_ways_and_the_last_word_is_heard() {
        let mut engine = start("read line; echo \"<$line>\"; printf bye; exit 3");
        engine.send("1 name").expect("sent");
        assert_eq!(hear(&mut engine), Ok(line("<1 name>")));
        assert_eq!(hear(&mut engine), Ok(line("bye")));
        let gone = Gone::silently("it ended with exit code 3");
        assert_eq!(hear(&mut engine), Err(gone.clone()));
        assert_eq!(engine.send("2 name"), Err(gone));
    }

    #[test]
    fn its_last_words_are_told_with_its_end() {
        let mut engine = start("read line; echo 'fatal: giving up' >&2; exit 9");
        engine.send("1 name").expect("sent");
        let gone = hear(&mut engine).unwrap_err();
        let told = "it ended with exit code 9; its last words: fatal: giving up";
        assert_eq!(gone.to_string(), told);
    }

    #[test]
    fn a_program_that_neither_reads_nor_ends_does_not_hold_us_up() {
        let mut engine = start("trap '' HUP TERM; exec sleep 60");
        let deadline = Deadline::after(TEST_TIMEOUT);
        let long = "x".repeat(1 << 20);
        assert!(engine.send(&long).is_err());
        assert_eq!(engine.receive(Duration::ZERO), Ok(None));
        drop(engine);
        assert!(!deadline.has_passed());
    }

    #[test]
    fn a_child_that_holds_the_pipes_does_not_hide_its_end() {
        let mut engine = start("sleep 600 & read line; echo bye; echo 'out of memory' >&2; exit 3");
        engine.send("1 name").expect("sent");
        assert_eq!(hear(&mut engine), Ok(line("bye")));
        let gone = hear(&mut engine).unwrap_err();
        let told = "it ended with exit code 3; its last words: out of memory";
        assert_eq!(gone.to_string(), told);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_of_descendants_counts_and_none_of_them_survives() {
        // A child that is waited for, one that nobody waits for, and one that leaves the group.
        let burn = "i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done";
        let script = format!(
            "({burn}); trap '' CHLD; ({burn}) & wait; setsid sh -c 'echo $$; exec sleep 600' & read line"
        );
        let mut engine = start(&script);
        let gtp::Input::Line(number) = hear(&mut engine).expect("a number") else {
            panic!("no line");
        };
        let used = engine.cpu_times().expect("an account");
        assert!(used.user > Duration::ZERO, "{used:?}");
        let at_end = engine.end(Duration::ZERO).expect("an account");
        assert!(at_end.user >= used.user && at_end.total() >= used.total());
        let daemon = number
            .trim()
            .parse()
            .ok()
            .and_then(rustix::process::Pid::from_raw)
            .expect("a number");
        let deadline = Deadline::after(TEST_TIMEOUT);
        while rustix::process::test_kill_process(daemon).is_ok() && !deadline.has_passed() {
            // It may be a zombie that init reaps in its own time.
            let status =
                std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            if status.contains(") Z ") {
                break;
            }
            pause(HALT_POLL_INTERVAL);
        }
        assert!(!deadline.has_passed(), "the daemon lives on");
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let command = "/no/such/engine --gtp".parse().expect("words");
        let error = EngineProcess::start(&command).err().expect("no engine");
        assert!(
            error
                .to_string()
                .starts_with("/no/such/engine: no such program")
        );
    }
}
