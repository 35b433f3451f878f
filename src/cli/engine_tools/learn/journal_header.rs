//! The first entry of the journal of `learn tune`, and the failures of that journal.

use std::path::Path;

use serde_json::Value;

use super::fitting::command_line;
use sgmp_board::failure::{Blame, Failure};
use sgmp_laboratory::learning::tuning::{Header, JournalContents, JournalError};
use sgmp_match::console::stderr_line;
use sgmp_match::port::now_rfc3339;

/// Says what a crash cut short.
pub(super) fn tell_torn<T>(kept: &JournalContents<T>, out: &Path) {
    if kept.torn > 0 {
        let (out, torn) = (out.display(), kept.torn);
        stderr_line(format_args!(
            "{out}: the last {torn} bytes are no whole line: cut off"
        ));
    }
}

/// The first entry of a journal that these settings begin.
pub(super) fn header(words: Value) -> Header {
    Header {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        command: command_line(),
        began: now_rfc3339(),
        words,
    }
}

/// The failure of a journal.
pub(super) fn journal_failure(error: JournalError) -> Failure {
    let blame = match error {
        JournalError::OtherWords { .. } => Blame::Usage,
        _ => Blame::Record,
    };
    Failure::new(blame, error)
}
