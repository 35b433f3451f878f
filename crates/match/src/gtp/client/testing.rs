//! A program that answers by a script, for tests here and of those who talk to programs.

use std::time::Duration;

use super::peer::{Gone, Peer};
use crate::gtp::Input;

/// An engine by the book: for each line it is sent, what it says then. A millisecond passes
/// with each line, and a wait in vain takes as long as it may.
pub struct Script<F> {
    answer: F,
    says: std::collections::VecDeque<Input>,
    now: Duration,
    is_gone: bool,
    /// All it was sent.
    pub heard: std::sync::Arc<std::sync::Mutex<Vec<String>>>,
}

impl<F: FnMut(&str) -> Option<String> + Send> Script<F> {
    /// `answer` gives the text for a line, with `ID` for the line's number; `None` dies.
    pub fn new(answer: F) -> Self {
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
            return Err(Gone::silently("it ended with exit code 1"));
        }
        self.now += timeout;
        Ok(None)
    }
}
