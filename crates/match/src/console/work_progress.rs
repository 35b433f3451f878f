//! Progress of a long work, and the time that it still takes.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::console::stderr_line;
use crate::port::MonotonicClock;

/// A bar on a terminal; elsewhere a line now and then.
pub struct WorkProgress {
    bar: ProgressBar,
    /// True if somebody wants to see it.
    shown: bool,
    clock: MonotonicClock,
    what: &'static str,
    /// Work done before this run.
    before: u64,
    done: u64,
    all: u64,
    /// Time of the last line.
    told: Duration,
    /// Words behind the progress; empty for none.
    note: String,
}

impl WorkProgress {
    /// Time between two lines.
    const LINE_INTERVAL: Duration = Duration::from_secs(60);

    /// `before` of `all` are done already.
    pub fn new(what: &'static str, before: u64, all: u64, is_quiet: bool) -> Self {
        let bar = if is_quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(all)
        };
        let style = ProgressStyle::with_template("{bar:30} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_position(before);
        Self {
            shown: !is_quiet,
            bar,
            clock: MonotonicClock::start(),
            what,
            before,
            done: before,
            all,
            told: Duration::ZERO,
            note: String::new(),
        }
    }

    /// So much is done now.
    pub fn reach(&mut self, done: u64) {
        self.done = done;
        let elapsed = self.elapsed();
        let line = self.line();
        self.bar.set_position(done);
        self.bar.set_message(line.clone());
        if self.shown && self.bar.is_hidden() && elapsed >= self.told + Self::LINE_INTERVAL {
            self.told = elapsed;
            stderr_line(line);
        }
    }

    /// The progress in words.
    pub fn line(&self) -> String {
        let told = told(self.what, self.before, self.done, self.all, self.elapsed());
        match self.note.as_str() {
            "" => told,
            note => format!("{told}; {note}"),
        }
    }

    /// Says this behind the progress from the next step on.
    pub fn note(&mut self, note: impl Into<String>) {
        self.note = note.into();
    }

    /// Work that is done, and all of it.
    pub const fn share(&self) -> (u64, u64) {
        (self.done, self.all)
    }

    /// One more is done.
    pub fn step(&mut self) {
        self.reach(self.done + 1);
    }

    /// Time since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().since(sgmp_proto::Instant::ZERO)
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn told(what: &str, before: u64, done: u64, all: u64, elapsed: Duration) -> String {
    let here = done.saturating_sub(before);
    if here == 0 || elapsed.is_zero() {
        return format!("{done} of {all} {what}");
    }
    let each = elapsed.as_secs_f64() / here as f64;
    let left = each * all.saturating_sub(done) as f64;
    // A number that somebody can picture.
    let (rate, time) = match each {
        each if each < 0.1 => (1.0 / each, "second"),
        each if each < 6.0 => (60.0 / each, "minute"),
        _ => (3600.0 / each, "hour"),
    };
    let a = if time == "hour" { "an" } else { "a" };
    format!(
        "{done} of {all} {what}, {rate:.0} {a} {time}, {} left",
        words(left as u64)
    )
}

/// "2 h 05 min", "12 min", "40 s".
fn words(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds} s"),
        (0, _) => format!("{minutes} min"),
        _ => format!("{hours} h {minutes:02} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_told_by_what_this_run_took() {
        let told = |done, seconds| told("games", 100, done, 1000, Duration::from_secs(seconds));
        assert_eq!(told(100, 5), "100 of 1000 games");
        assert_eq!(
            told(110, 60),
            "110 of 1000 games, 600 an hour, 1 h 29 min left"
        );
        assert_eq!(told(990, 890), "990 of 1000 games, 60 a minute, 10 s left");
        assert_eq!(told(1000, 900), "1000 of 1000 games, 60 a minute, 0 s left");
        assert_eq!(words(3540), "59 min");
    }
}
