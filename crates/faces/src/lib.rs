//! The faces of the program, which a person sees and uses: games at this computer, the tutorial, Igo, study, screens and pages.

pub mod igo;
pub mod local_game;
pub mod study;
pub mod tui;
pub mod tutorial;
pub mod web;
