//! The hall of an event: its folder, its games in this process, on lines and under a referee, and what is published.

pub mod entered_players;
pub mod event_backup;
pub mod event_folder;
pub mod event_words;
pub mod game_seats;
pub mod hall_error;
pub mod hall_game;
pub mod hall_outcome;
pub mod judge_view;
pub mod line_game;
pub mod line_table;
pub mod own_command;
pub mod publishing;
pub mod record_course;
pub mod referee_display;
pub mod refereed_game;
pub mod running_board;
pub mod seat_player;
pub mod text_files;
pub mod wait_notice;
pub mod watched_game;
pub mod worker_games;
