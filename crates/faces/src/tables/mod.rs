//! Tables at which a person plays at this computer: the room of a game, its threads, its lines and its screen.

pub mod engine_thread;
pub mod game_room;
pub mod plain_answers;
pub mod plain_table;
pub mod screen_table;
pub mod shown_line;
pub mod table_habits;
pub mod table_input;
pub mod table_state;
pub mod teacher_thread;
pub mod typed_line_error;
pub mod typed_lines;
