//! The connection to an engine, as the controller uses it.

use std::time::Duration;

use crate::gtp::Input;

/// The engine is not there any more.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Gone(
    /// The reason: "it ended with exit code 1".
    pub String,
);

/// Lines to an engine and from it, and a clock.
pub trait Peer: Send {
    /// Time since a fixed moment; never goes back.
    fn now(&self) -> Duration;

    /// Hands the engine a line; its end is added here.
    ///
    /// # Errors
    /// [`Gone`] where nobody takes it, or not in bounded time.
    fn send(&mut self, line: &str) -> Result<(), Gone>;

    /// Waits up to `timeout` for the engine's next line; `None` if no whole one came. It may return
    /// earlier.
    ///
    /// # Errors
    /// [`Gone`] once everything it said has been handed out.
    fn receive(&mut self, timeout: Duration) -> Result<Option<Input>, Gone>;
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;

    /// An engine by the book: for each line it is sent, what it says then. A millisecond passes
    /// with each line, and a wait in vain takes as long as it may.
    pub(crate) struct Script<F> {
        answer: F,
        says: std::collections::VecDeque<Input>,
        now: Duration,
        is_gone: bool,
        /// All it was sent.
        pub(crate) heard: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
    }

    impl<F: FnMut(&str) -> Option<String> + Send> Script<F> {
        /// `answer` gives the text for a line, with `ID` for the line's number; `None` dies.
        pub(crate) fn new(answer: F) -> Self {
            Self {
                answer,
                says: std::collections::VecDeque::new(),
                now: Duration::ZERO,
                is_gone: false,
                heard: std::sync::Arc::default(),
            }
        }
    }

    impl<F: FnMut(&str) -> Option<String> + Send> Peer for Script<F> {
        fn now(&self) -> Duration {
            self.now
        }

        fn send(&mut self, line: &str) -> Result<(), Gone> {
            let (id, command) = line.split_once(' ').expect("a number");
            self.heard.lock().unwrap().push(command.to_owned());
            match (self.answer)(command) {
                None => self.is_gone = true,
                Some(text) => {
                    let text = text.replace("ID", id);
                    let lines = text.split('\n').map(|line| Input::Line(line.to_owned()));
                    self.says.extend(lines);
                }
            }
            Ok(())
        }

        fn receive(&mut self, timeout: Duration) -> Result<Option<Input>, Gone> {
            if let Some(input) = self.says.pop_front() {
                self.now += Duration::from_millis(1);
                return Ok(Some(input));
            }
            if self.is_gone {
                return Err(Gone("it ended with exit code 1".to_owned()));
            }
            self.now += timeout;
            Ok(None)
        }
    }
}
