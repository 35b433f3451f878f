//! Habits of the person at the pages, as their scripts read them.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use super::site::Site;
use sgmp_engine::engine::Level;

/// Habits of the person at the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PageHabits {
    /// The level at which a new game begins.
    pub level: Level,
    /// True if games offer hints.
    pub has_hints: bool,
    /// True if boards have letters and numbers at their edges.
    pub has_coordinates: bool,
}

impl Default for PageHabits {
    fn default() -> Self {
        Self {
            level: Level::USUAL,
            has_hints: true,
            has_coordinates: true,
        }
    }
}

impl PageHabits {
    /// The script that tells them.
    pub(super) fn script(self) -> String {
        let Self {
            level,
            has_hints,
            has_coordinates,
        } = self;
        format!(
            "export const HABITS = {{ level: {level}, hints: {has_hints}, coordinates: {has_coordinates} }};\n"
        )
    }
}

/// Gives the habits of a site to its pages.
pub(super) async fn habits(State(site): State<Site>) -> impl IntoResponse {
    script_answer(site.habits)
}

/// The habits as a file of the page.
pub(super) fn script_answer(habits: PageHabits) -> impl IntoResponse {
    let kind = "text/javascript; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], habits.script())
}
