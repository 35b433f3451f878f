//! Values of options that several commands share: how they are written, and what they mean.

pub(crate) mod argument_error;
pub(crate) mod board_args;
pub(crate) mod choices;
pub(crate) mod date_value;
pub(crate) mod habit_args;
pub(crate) mod level_words;
pub(crate) mod memory_size;
pub(crate) mod port_args;
pub(crate) mod said_options;
pub(crate) mod teacher_args;
pub(crate) mod thinking_args;
