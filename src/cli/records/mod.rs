//! Commands that read game records.

pub(crate) mod compare_command;
pub(crate) mod explain_command;
pub(crate) mod hint_command;
pub(crate) mod load_record;
mod named_stones;
mod record_count;
pub(crate) mod result_command;
pub(crate) mod score_command;
