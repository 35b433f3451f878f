//! The controller: sends commands and waits for their answers.

use std::collections::VecDeque;
use std::time::Duration;

use super::answer_reader::{Answer, AnswerReader, Endless};
use super::last_words::LastWords;
use super::peer::{Gone, Peer};
use sgmp_board::stop_flag::StopFlag;

/// Time between two looks at the halt flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Most characters of an engine's own words that an error repeats.
const MAX_EXCERPT: usize = 200;

/// The reason there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The engine is not there any more.
    #[error("it was asked `{command}` and is gone: {how}")]
    Gone {
        /// The command that was sent, with its arguments.
        command: String,
        /// The reason it is gone.
        how: Gone,
    },
    /// The time for the answer is over.
    #[error("it has not answered `{command}` in {} s{words}", .waited.as_secs())]
    Silent {
        /// The command that was sent, with its arguments.
        command: String,
        /// The time waited for the answer, which was all that was allowed.
        waited: Duration,
        /// Its last words on its standard error.
        words: LastWords,
    },
    /// The engine refuses the command.
    #[error("it refuses `{command}`: {why}")]
    Refused {
        /// The command that was sent, with its arguments.
        command: String,
        /// The engine's words behind the `?`.
        why: String,
    },
    /// An answer that does not end.
    #[error("its answer to `{command}` does not end")]
    Endless {
        /// The command that was sent, with its arguments.
        command: String,
    },
    /// Nobody wants the answer any more.
    #[error("`{command}` was broken off")]
    Halted {
        /// The command that was sent, with its arguments.
        command: String,
    },
}

/// Limits of the wait for an answer.
#[derive(Clone, Copy)]
pub struct WaitLimit<'a> {
    /// Longest time since the command was sent.
    pub timeout: Duration,
    /// Flag that breaks the wait off.
    pub halt: &'a StopFlag,
}

/// A command that has been sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    id: u32,
    command: String,
    at: Duration,
}

/// A controller of one engine.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use sgmp_match::gtp::{Controller, Gone, Input, Peer, WaitLimit};
/// use sgmp_board::stop_flag::StopFlag;
///
/// /// An engine that answers every command with a move.
/// struct Echo(Vec<&'static str>);
///
/// impl Peer for Echo {
///     fn now(&self) -> Duration {
///         Duration::ZERO
///     }
///     fn send(&mut self, line: &str) -> Result<(), Gone> {
///         assert_eq!(line, "1 genmove b");
///         self.0 = vec!["", "=1 D4", "thinking aloud"];
///         Ok(())
///     }
///     fn receive(&mut self, _: Duration) -> Result<Option<Input>, Gone> {
///         Ok(self.0.pop().map(|line| Input::Line(line.to_owned())))
///     }
/// }
///
/// let mut controller = Controller::new(Echo(Vec::new()));
/// let halt = StopFlag::new();
/// let limit = WaitLimit { timeout: Duration::from_secs(10), halt: &halt };
/// assert_eq!(controller.ask("genmove b", limit).as_deref(), Ok("D4"));
/// ```
pub struct Controller<P> {
    peer: P,
    reader: AnswerReader,
    last_id: u32,
    /// Commands whose answers are yet to come, the oldest first.
    unanswered: VecDeque<u32>,
}

impl<P: Peer> Controller<P> {
    /// A controller of an engine that has been sent no command yet.
    #[must_use]
    pub fn new(peer: P) -> Self {
        Self {
            peer,
            reader: AnswerReader::default(),
            last_id: 0,
            unanswered: VecDeque::new(),
        }
    }

    /// The connection to the engine.
    #[must_use]
    pub const fn peer_mut(&mut self) -> &mut P {
        &mut self.peer
    }

    /// Returns whether every command has been answered.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.unanswered.is_empty()
    }

    /// Sends a command (one line) and waits for its answer: the text after "=", without spaces
    /// around it.
    ///
    /// # Errors
    /// [`AskError`].
    pub fn ask(&mut self, command: &str, limit: WaitLimit<'_>) -> Result<String, AskError> {
        let asked = self.send(command)?;
        self.wait(&asked, limit)
    }

    /// Sends a command (one line).
    ///
    /// # Errors
    /// [`AskError::Gone`].
    pub fn send(&mut self, command: &str) -> Result<Asked, AskError> {
        self.last_id = self.last_id.wrapping_add(1);
        let id = self.last_id;
        let sent = self.peer.send(&format!("{id} {command}"));
        let command = command.to_owned();
        if let Err(how) = sent {
            return Err(AskError::Gone { command, how });
        }
        self.unanswered.push_back(id);
        let at = self.peer.now();
        Ok(Asked { id, command, at })
    }

    /// Waits for the answer to a command. After [`AskError::Silent`] one may wait
    /// again; an answer that nobody waits for is passed over when it comes.
    ///
    /// # Errors
    /// [`AskError`].
    pub fn wait(&mut self, asked: &Asked, limit: WaitLimit<'_>) -> Result<String, AskError> {
        let command = || asked.command.clone();
        loop {
            if limit.halt.is_requested() {
                return Err(AskError::Halted { command: command() });
            }
            let waited = self.peer.now().saturating_sub(asked.at);
            let left = limit.timeout.saturating_sub(waited);
            if left.is_zero() {
                let (command, words) = (command(), self.peer.last_words());
                return Err(AskError::Silent {
                    command,
                    waited,
                    words,
                });
            }
            let line = self.peer.receive(left.min(POLL_INTERVAL));
            let line = line.map_err(|how| AskError::Gone {
                command: command(),
                how,
            })?;
            let Some(line) = line else { continue };
            let answer = self.reader.take(line);
            let answer = answer.map_err(|Endless| AskError::Endless { command: command() })?;
            if let Some(answer) = answer.filter(|answer| self.settles(answer, asked.id)) {
                let text = answer.text.map(|text| text.trim().to_owned());
                return text.map_err(|why| AskError::Refused {
                    command: command(),
                    why: excerpt(&why),
                });
            }
        }
    }

    /// Notes an answer, and returns whether it is the one to the command of that number. An answer
    /// without a number is to the oldest command.
    fn settles(&mut self, answer: &Answer, id: u32) -> bool {
        let settled = answer.id.or_else(|| self.unanswered.front().copied());
        let place = self.unanswered.iter().position(|id| Some(*id) == settled);
        match place {
            // Answers come in order: what was asked before will have none any more.
            Some(place) => drop(self.unanswered.drain(..=place)),
            None => log::debug!(target: "engine", "an answer to nothing: {answer:?}"),
        }
        place.is_some() && settled == Some(id)
    }
}

/// The beginning of an engine's words, on one line.
fn excerpt(text: &str) -> String {
    let text = text.trim().replace('\n', " ");
    text.chars().take(MAX_EXCERPT).collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::Script;
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    fn ask(answer: &'static str) -> Result<String, AskError> {
        let mut controller = Controller::new(Script::new(move |_: &str| Some(answer.to_owned())));
        let halt = StopFlag::new();
        let limit = WaitLimit {
            timeout: MINUTE,
            halt: &halt,
        };
        controller.ask("genmove b", limit)
    }

    #[test]
    fn the_answer_is_told_from_everything_else() {
        for said in [
            "=ID D4\n\n",
            "hello\n=ID  D4 \r\n\r\n",
            "= D4\n\n",
            "=99 A1\n\n=ID D4\n\n",
        ] {
            assert_eq!(ask(said).as_deref(), Ok("D4"), "{said:?}");
        }
        assert_eq!(ask("=ID\na\nb\n\n").as_deref(), Ok("a\nb"));
    }

    #[test]
    fn what_goes_wrong_names_the_command() {
        let refused = ask("?ID cannot\nthink\n\n").unwrap_err();
        let told = "it refuses `genmove b`: cannot think";
        assert_eq!(refused.to_string(), told);
        for said in ["", "D4\n\n", "=ID D4"] {
            let silent = ask(said).unwrap_err();
            let told = "it has not answered `genmove b` in 60 s";
            assert_eq!(silent.to_string(), told, "{said:?}");
        }
        let long = ask(Box::leak("?ID x".repeat(1000).into_boxed_str()));
        assert!(long.unwrap_err().to_string().len() < 300);
        let mut dead = Controller::new(Script::new(|_: &str| None));
        let limit = WaitLimit {
            timeout: MINUTE,
            halt: &StopFlag::new(),
        };
        let told = "it was asked `name` and is gone: it ended with exit code 1";
        let gone = dead.ask("name", limit).unwrap_err();
        assert_eq!(gone.to_string(), told);
    }

    #[test]
    fn an_answer_that_was_not_waited_for_is_passed_over() {
        let mut owed = String::new();
        let mut count = 0;
        let mut controller = Controller::new(Script::new(move |_: &str| {
            count += 1;
            if count == 1 {
                owed = "= D4\n\n".to_owned();
                return Some(String::new());
            }
            Some(format!("{}=ID\n\n", std::mem::take(&mut owed)))
        }));
        let halt = StopFlag::new();
        let limit = WaitLimit {
            timeout: MINUTE,
            halt: &halt,
        };
        let silent = controller.ask("genmove b", limit);
        assert!(matches!(silent, Err(AskError::Silent { .. })));
        assert!(!controller.is_idle());
        assert_eq!(controller.ask("clear_board", limit).as_deref(), Ok(""));
        assert!(controller.is_idle());
        halt.request();
        let halted = controller.ask("genmove w", limit);
        assert!(matches!(halted, Err(AskError::Halted { .. })));
    }
}
