//! The judge's word on the time that a match was away, asked for before anything of it is sent or written.

use std::io::IsTerminal;
use std::time::Duration;

use crate::console::signals::Interrupts;
use crate::console::{TextStream, fitted, stderr_line};
use crate::match_files::resumed_match::Resumed;
use crate::play::duration::parse_pause_word;
use crate::play::{Absence, Accounts, LEAST_PAUSE, PauseWord, Terms};
use crate::port::wall_clock;
use crate::spectators::pause_words::{self, Away};
use sgmp_board::failure::{Blame, Failure};

/// Time that the operator has for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

const QUESTION: &str = "What has the judge said?\n  \
    charged  all of it is charged\n  \
    free     nothing is charged: the clocks stood\n  \
    10m      so much is charged (30s, 1h5m)\n\
    Where the other side names another side on move, the judge names one: charged black, 10m white. Every other program at the line is told the same (--away, or Ctrl-C, then 6). Without an answer within a minute all \
    of it is charged.";

/// The time that the match of a journal was away; `None` where its game had not begun or is over.
///
/// # Errors
/// A journal that cannot be gone on with.
pub fn absence(resumed: &Resumed) -> Result<Option<Absence>, Failure> {
    let now = wall_clock().timestamp();
    Absence::from_journal(&resumed.terms, &resumed.recorded.entries, now)
        .map_err(|error| Failure::new(Blame::Record, error))
}

/// A part of a match that was away, and how it may be asked about.
pub struct AbsentPart {
    /// The part.
    pub who: Away,
    /// The judge's word, if it is given.
    pub said: Option<PauseWord>,
    /// True if nothing but the question is to be said.
    pub quiet: bool,
    /// True if an operator may be there.
    pub has_operator: bool,
}

/// Says what was away and what will be charged, and asks for the judge's word where it was not given, the pause was long,
/// and there is somebody to answer.
///
/// # Errors
/// Ctrl-C.
pub fn ask(
    part: &AbsentPart,
    terms: &Terms,
    absence: Option<Absence>,
    interrupts: &Interrupts,
) -> Result<PauseWord, Failure> {
    let word = part.said.unwrap_or_default();
    let Some(Absence { since, accounts }) = absence else {
        return Ok(word);
    };
    let charged = accounts.charged(word);
    let (pause, _) = charged.map_err(|why| Failure::new(Blame::Usage, why))?;
    if accounts.is_length_known && accounts.known.length < LEAST_PAUSE {
        return Ok(word);
    }
    let is_said = part.said.is_some();
    if !part.quiet {
        let told = match accounts.is_length_known {
            true => pause_words::absence(part.who, since, &pause, is_said, terms),
            false => pause_words::unknown_absence(part.who, since, &pause),
        };
        stderr_line(told);
    }
    match !is_said && part.has_operator && is_attended() {
        true => answer(&accounts, interrupts),
        false => Ok(word),
    }
}

/// Returns whether somebody reads the question and can answer it.
fn is_attended() -> bool {
    std::io::stdin().is_terminal() && TextStream::Stderr.is_terminal()
}

/// The outcome of the wait for an answer.
enum Typed {
    Line(String),
    /// Nothing in that time.
    Nothing,
    /// The terminal is gone, and whoever sat at it: that is no answer.
    Gone,
}

fn left_alone() -> Failure {
    let what = "nothing was sent, and nothing was charged: the journal is as it was";
    Failure::new(Blame::Interrupted, what)
}

/// The operator's answer on a pause.
fn answer(accounts: &Accounts, interrupts: &Interrupts) -> Result<PauseWord, Failure> {
    TextStream::Stderr.text(&format!("{}\n> ", fitted(QUESTION)));
    let mut waited = Duration::ZERO;
    loop {
        let typed = typed::line(&mut waited, ANSWER_TIMEOUT, &interrupts.flag);
        let is_stopped = interrupts.flag.load(std::sync::atomic::Ordering::Relaxed);
        let line = match typed {
            _ if is_stopped => return Err(left_alone()),
            Typed::Gone => return Err(left_alone()),
            Typed::Line(line) => line,
            Typed::Nothing => {
                stderr_line("\nno answer: all of it is charged");
                return Ok(PauseWord::default());
            }
        };
        let why = match parse_pause_word(&line) {
            Ok(word) => match accounts.charged(word) {
                Ok(_) => return Ok(word),
                Err(why) => why.to_string(),
            },
            Err(why) => why.to_string(),
        };
        TextStream::Stderr.text(&format!("{why}\n> "));
    }
}

#[cfg(unix)]
mod typed {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use std::io::IsTerminal;

    use super::Typed;
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::time::Timespec;

    /// Time between two looks at the flag.
    const LOOK: Duration = Duration::from_millis(100);

    /// The next line on standard input, a terminal that hands out lines, unless there is none until `waited` has grown to
    /// `most`, or `stop` is raised.
    pub(super) fn line(waited: &mut Duration, most: Duration, stop: &AtomicBool) -> Typed {
        let keyboard = std::io::stdin();
        while *waited < most && !stop.load(Ordering::Relaxed) {
            let Ok(look) = Timespec::try_from(LOOK) else {
                return Typed::Nothing;
            };
            let mut keys = [PollFd::new(&keyboard, PollFlags::IN)];
            match poll(&mut keys, Some(&look)) {
                Ok(1..) => {
                    let mut line = String::new();
                    return match keyboard.read_line(&mut line) {
                        Ok(1..) => Typed::Line(line),
                        // Ctrl-D at a terminal that is still there.
                        Ok(0) if keyboard.is_terminal() => Typed::Line(String::new()),
                        _ => Typed::Gone,
                    };
                }
                Ok(0) => *waited += LOOK,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return Typed::Gone,
            }
        }
        Typed::Nothing
    }
}

/// Elsewhere a thread waits at the keyboard: a line that comes after the time is lost.
#[cfg(not(unix))]
mod typed {
    use std::io::BufRead;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::thread;
    use std::time::Duration;

    use super::Typed;

    /// Time between two looks at the flag.
    const LOOK: Duration = Duration::from_millis(100);

    pub(super) fn line(waited: &mut Duration, most: Duration, stop: &AtomicBool) -> Typed {
        let (sender, typed) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            // Nobody listens any more once the time is up.
            let _ = sender.send(match read {
                Ok(1..) => Typed::Line(line),
                _ => Typed::Gone,
            });
        });
        while *waited < most && !stop.load(Ordering::Relaxed) {
            match typed.recv_timeout(LOOK) {
                Ok(typed) => return typed,
                Err(RecvTimeoutError::Timeout) => *waited += LOOK,
                Err(RecvTimeoutError::Disconnected) => return Typed::Gone,
            }
        }
        Typed::Nothing
    }
}
