//! The faces of the program, which a person sees and uses: games at this computer, the tutorial, Igo, study, screens and pages.

pub mod igo;
pub mod lessons;
pub mod local_game;
pub mod match_view;
pub mod menus;
pub mod page_server;
pub mod practice;
pub mod reviews;
pub mod study;
pub mod tables;
pub mod terminal;
pub mod tui;
pub mod tutorial;
pub mod web;
