//! Published tables and events: any text is read or refused, what is read is audited, and any entries are taken or
//! refused, and what they come to is published.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_hall::tournament::audit::{audit, read_table};
use sgmp_hall::tournament::event::{EventPlan, EventState};
use sgmp_hall::tournament::published::published_files;

fuzz_target!(|text: &str| {
    let _ = EventPlan::parse(text);
    if let Ok(Some(state)) = EventState::replay(text.lines().map(str::as_bytes)) {
        let _ = state.next_step();
        let _ = published_files(&state);
    }
    if let Ok(table) = read_table(text) {
        let _ = audit(&table);
    }
});
