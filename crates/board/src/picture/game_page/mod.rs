//! A whole game on one page: a file of HTML that needs nothing else and asks nothing of anybody.

mod page_data;
mod page_text;
mod page_variations;

use std::fmt::{self, Write};

use super::board_picture::Picture;
use super::markup::{escape_markup, html_page};
use super::svg_board::SvgBoard;
use super::svg_theme::SvgTheme;
use crate::record::{Format, GameRecord, GameTree, ReplayError, replay};
use crate::rules::{Color, Game, Point};
use page_data::steps;
use page_text::{ending, facts, heading, time_left};
use page_variations::{Variation, variations};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// SHA-256 of the script in Base64: the page runs this script and no other.
const SCRIPT_HASH: &str = "/kal6B07WCmQe6+eKZgwFsIziwu+8JSilzjfpQFvOVE=";

/// The tag that the moves stand behind.
const DATA: &str = "<script type=\"application/json\" id=\"game\">";

/// A page of a game: board, moves, comments, the record to take away.
///
/// Without a script it shows the final position, the moves and the comments; with one the moves are walked through
/// by keys, buttons, a mouse or a finger, and print as figures. It works from a file and makes no request.
/// Screen readers hear each move and find the board as a table.
///
/// # Examples
///
/// ```
/// use sgmp_board::picture::GamePage;
/// use sgmp_board::record::read_sgf;
///
/// let record = read_sgf(b"(;SZ[9]PB[Ito]PW[Abe];B[ee];W[ce])")?;
/// let page = GamePage::new(&record).expect("legal moves").to_string();
/// assert!(page.contains("<title>Ito (Black) against Abe (White)</title>"));
/// # Ok::<(), sgmp_board::record::SgfError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GamePage<'a> {
    record: &'a GameRecord,
    game: Game,
    theme: SvgTheme,
    sections: Vec<Section>,
    variations: Vec<Variation>,
    /// The record to take away, where it is more than the game.
    sgf: Option<String>,
}

/// A part that somebody adds.
#[derive(Clone, Debug)]
struct Section {
    heading: String,
    html: String,
}

impl<'a> GamePage<'a> {
    /// The page of a game.
    ///
    /// # Errors
    /// A record that cannot be played over.
    pub fn new(record: &'a GameRecord) -> Result<Self, ReplayError> {
        Ok(Self {
            record,
            game: replay(record, usize::MAX)?,
            theme: SvgTheme::default(),
            sections: Vec::new(),
            variations: Vec::new(),
            sgf: None,
        })
    }

    /// Draws the board with another look.
    #[must_use]
    pub const fn theme(mut self, theme: SvgTheme) -> Self {
        self.theme = theme;
        self
    }

    /// Shows the variations of the game's tree too, and gives the whole of it to take away.
    #[must_use]
    pub fn tree(mut self, tree: &GameTree) -> Self {
        self.variations = variations(tree);
        self.sgf = Some(tree.to_string());
        self
    }

    /// Adds a section before the moves. Its HTML is taken as it is; a link to `#m57` leads to the position after
    /// move 57, `#m0` to the beginning; what has the class `screen` is left out on paper.
    #[must_use]
    pub fn section(mut self, heading: &str, html: String) -> Self {
        let heading = heading.to_owned();
        self.sections.push(Section { heading, html });
        self
    }

    /// Returns whether a file is such a page.
    #[must_use]
    pub fn is_page(bytes: &[u8]) -> bool {
        let text = String::from_utf8_lossy(bytes);
        text.starts_with("<!DOCTYPE html>") && text.contains(DATA)
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let picture = Picture::from_game(&self.game);
        let moves = self.game.move_count();
        let board = SvgBoard::new(&picture)
            .theme(self.theme)
            .title(format!("Position after move {moves}"));
        let last = match self.game.last_move() {
            Some((color, mv)) => format!("Move {moves} of {moves}: {color} {mv}."),
            None => "No moves.".to_owned(),
        };
        write!(
            f,
            "<figure id=\"board\">\n{board}</figure>\n<div>\n<p id=\"said\" aria-live=\"polite\">{last}</p>\n\
             <p id=\"end\">{}</p>\n<p id=\"told\" class=\"remark\" hidden></p>\n<p id=\"caught\"></p>\n<nav id=\"steps\" aria-label=\"Moves\" hidden>\
             <button id=\"first\" title=\"Home\">First</button><button id=\"back\" title=\"Left\">Back</button>\
             <button id=\"next\" title=\"Right\">Next</button><button id=\"last\" title=\"End\">Last</button>\
             <button id=\"play\" title=\"Space\">Play</button>\
             <p>Arrows, Home, End, Page Up and Down; the space bar plays.</p></nav>\n",
            ending(self.record, &self.game)
        )
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<h2>Moves</h2>\n<ol id=\"moves\">\n")?;
        for (number, played) in (1..).zip(self.record.moves()) {
            write!(
                f,
                "<li id=\"m{number}\"><a href=\"#m{number}\">{} {}</a>",
                played.color, played.mv
            )?;
            if let Some(left) = time_left(played) {
                write!(f, " <small>{left}</small>")?;
            }
            if let Some(comment) = &played.comment {
                write!(f, "<p>{}</p>", escape_markup(comment.trim()))?;
            }
            f.write_str("\n")?;
        }
        f.write_str("</ol>\n")
    }

    fn write_variations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.variations.is_empty() {
            return Ok(());
        }
        f.write_str("<h2>Variations</h2>\n<ol id=\"variations\">\n")?;
        for (number, Variation { after, record }) in (1..).zip(&self.variations) {
            let own = record.moves().get(*after..).unwrap_or_default();
            let moves: Vec<String> = own
                .iter()
                .map(|played| format!("{} {}", played.color, played.mv))
                .collect();
            write!(
                f,
                "<li><a href=\"#v{number}\">After move {after}: {}</a>",
                moves.join(", ")
            )?;
            for comment in own.iter().filter_map(|played| played.comment.as_ref()) {
                write!(f, "<p>{}</p>", escape_markup(comment.trim()))?;
            }
            f.write_str("\n")?;
        }
        f.write_str("</ol>\n")
    }

    /// The position for those who go through it cell by cell.
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.game.size();
        let letters = Point::all(size).filter(|point| point.row() == 0);
        let letters: String = letters.fold(String::new(), |mut row, point| {
            let _written = write!(row, "<th>{}", &point.to_string()[..1]);
            row
        });
        write!(
            f,
            "<details><summary>The board as a table: B Black, W White</summary>\n<table id=\"table\">\n<tr><th>{letters}\n"
        )?;
        for row in (0..size.lines()).rev() {
            write!(f, "<tr><th>{}", row + 1)?;
            for point in Point::all(size).filter(|point| point.row() == row) {
                let stone = match self.game.board().color_at(point) {
                    Some(Color::Black) => 'B',
                    Some(Color::White) => 'W',
                    None => '.',
                };
                write!(f, "<td>{stone}")?;
            }
            f.write_str("\n")?;
        }
        f.write_str("</table></details>\n")
    }

    fn write_body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "<main>\n<header><h1>{}</h1>\n<p>{}</p></header>\n",
            escape_markup(&heading(self.record)),
            escape_markup(&facts(self.record))
        )?;
        self.write_board(f)?;
        if let Some(comment) = &self.record.info.comment {
            writeln!(
                f,
                "<p class=\"remark\">{}</p>",
                escape_markup(comment.trim())
            )?;
        }
        for Section { heading, html } in &self.sections {
            writeln!(
                f,
                "<section><h2>{}</h2>\n{html}</section>",
                escape_markup(heading)
            )?;
        }
        self.write_moves(f)?;
        self.write_variations(f)?;
        self.write_table(f)?;
        let own = || self.record.to_sgf(Format::Ff4);
        let record = percent(&self.sgf.clone().unwrap_or_else(own));
        write!(
            f,
            "<p class=\"screen\"><a download=\"game.sgf\" href=\"data:application/x-go-sgf;charset=utf-8,{record}\">The record (SGF)</a></p>\n\
             </div>\n</main>\n<div id=\"figures\" aria-hidden=\"true\"></div>\n\
             {DATA}{}</script>\n<script>{SCRIPT}</script>\n",
            steps(self.record, &self.variations)
        )
    }
}

impl fmt::Display for GamePage<'_> {
    /// The whole file, with styles, script and pictures in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let allowed = format!("; script-src 'sha256-{SCRIPT_HASH}'; img-src data:");
        let body = fmt::from_fn(|f| self.write_body(f));
        f.write_str(&html_page(&heading(self.record), STYLE, &allowed, body))
    }
}

/// Text in an address: bytes that would mean something there, as %XX.
fn percent(text: &str) -> String {
    let mut shown = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => shown.push(byte.into()),
            b';' | b'[' | b']' | b'(' | b')' | b'.' | b'-' | b':' | b'/' | b',' => {
                shown.push(byte.into());
            }
            byte => {
                let _written = write!(shown, "%{byte:02X}");
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests;
