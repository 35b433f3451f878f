//! What a person sees and does: games at this computer, the tutorial, Igo, study, screens and pages.

pub mod igo;
pub mod local_game;
pub mod study;
pub mod tui;
pub mod tutorial;
pub mod web;
