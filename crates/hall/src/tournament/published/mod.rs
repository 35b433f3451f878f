//! Published files of an event: pages that open without a server, tables as text, the event told in sentences.

mod cross_table;
mod data_files;
mod event_report;
mod game_pages;
mod game_stories;
mod game_words;
mod html_parts;
mod pages;
mod print_pages;

pub use cross_table::cross_table_text;
pub use data_files::{JournalMark, standings_csv, standings_json};
pub use event_report::report_text;
pub use game_pages::{game_page, game_page_name, running_page, running_page_name};

use super::event::EventState;

/// All files that an event's folder shows, by name, the front page first.
#[must_use]
pub fn published_files(state: &EventState) -> Vec<(&'static str, String)> {
    let mut files = vec![
        ("index.html", pages::front_page(state)),
        ("pairings.html", pages::pairings_page(state)),
        ("crosstable.html", pages::cross_table_page(state)),
        ("report.html", pages::report_page(state)),
        ("standings.csv", standings_csv(state)),
        ("standings.json", standings_json(state)),
        ("crosstable.txt", cross_table_text(state)),
        ("report.txt", report_text(state)),
    ];
    if html_parts::has_people(state) {
        files.push(("wall.html", print_pages::wall_page(state)));
        files.push(("slips.html", print_pages::slips_page(state)));
    }
    files
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod random_events;
