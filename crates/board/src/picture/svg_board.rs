//! The board as SVG.

use std::fmt::{self, Write};

use super::board_look::BoardSizes;
use super::board_picture::Picture;
use super::markup::escape_markup;
use super::point_values::{Candidate, Life, Mark};
use super::signs::{StoneSign, is_dead, label};
use super::svg_theme::{PRINT_RULES, SvgTheme};
use crate::rules::{Color, Point};

const STEP: f32 = BoardSizes::STEP;
const MARGIN: f32 = BoardSizes::MARGIN;
const STONE: f32 = BoardSizes::STONE;
/// Height of a line of notes.
const NOTE_HEIGHT: f32 = 16.0;
/// Size of the letters of notes.
const NOTE_SIZE: f32 = 11.0;

/// A picture as a drawing in SVG, one file or part of a page.
///
/// It needs nothing besides itself, prints black on white whatever its look, and says in `<title>` and `<desc>`
/// what is seen. No sign is a color alone.
///
/// # Examples
///
/// ```
/// use sgmp_board::picture::{Picture, SvgBoard, SvgTheme};
/// use sgmp_board::rules::{Board, BoardSize};
///
/// let picture = Picture::new(&Board::new(BoardSize::NINETEEN));
/// let svg = SvgBoard::new(&picture).theme(SvgTheme::Paper).pixels(400).to_string();
/// assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
/// ```
#[derive(Clone, Debug)]
pub struct SvgBoard<'a> {
    picture: &'a Picture,
    theme: SvgTheme,
    pixels: Option<u32>,
    prints: bool,
    title: String,
    id: String,
}

impl<'a> SvgBoard<'a> {
    /// A drawing on wood that is as large as its place.
    #[must_use]
    pub fn new(picture: &'a Picture) -> Self {
        Self {
            picture,
            theme: SvgTheme::default(),
            pixels: None,
            prints: true,
            title: "A Go board".to_owned(),
            id: "board".to_owned(),
        }
    }

    /// Draws with another look.
    #[must_use]
    pub const fn theme(mut self, theme: SvgTheme) -> Self {
        self.theme = theme;
        self
    }

    /// Gives the drawing a width in pixels.
    #[must_use]
    pub const fn pixels(mut self, width: u32) -> Self {
        self.pixels = Some(width);
        self
    }

    /// Leaves the rules for print away, which only browsers and printers need.
    #[must_use]
    pub const fn without_print_rules(mut self) -> Self {
        self.prints = false;
        self
    }

    /// Gives the drawing a title, which browsers show and screen readers read first.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Gives the drawing a name of letters, digits and hyphens: boards on one page need different ones.
    #[must_use]
    pub fn id(mut self, id: &str) -> Self {
        self.id = id
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
            .collect();
        self
    }

    /// Width, and height with the lines of notes.
    fn extent(&self, notes: usize) -> (f32, f32) {
        let side = 2.0 * MARGIN + STEP * f32::from(self.picture.size().lines() - 1);
        let below = match notes {
            0 => 0.0,
            notes => notes as f32 * NOTE_HEIGHT + 6.0,
        };
        (side, side + below)
    }

    /// The notes, broken into lines that fit below the board.
    fn note_lines(&self) -> Vec<String> {
        let width = self.extent(0).0 - MARGIN;
        let letters = (width / (NOTE_SIZE * 0.5)) as usize;
        let mut lines: Vec<String> = Vec::new();
        for note in self.picture.notes() {
            let mut line = String::new();
            for word in note.split_whitespace() {
                if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > letters {
                    lines.push(std::mem::take(&mut line));
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(word);
            }
            if !line.is_empty() {
                lines.push(line);
            }
        }
        lines
    }

    /// The center of a point.
    fn place(&self, point: Point) -> (f32, f32) {
        let rows = self.picture.size().lines() - 1;
        (
            MARGIN + STEP * f32::from(point.column()),
            MARGIN + STEP * f32::from(rows - point.row()),
        )
    }

    fn write_head(&self, f: &mut fmt::Formatter<'_>, (width, height): (f32, f32)) -> fmt::Result {
        let id = &self.id;
        f.write_str("<svg xmlns=\"http://www.w3.org/2000/svg\"")?;
        if let Some(pixels) = self.pixels {
            let high = (pixels as f32 * height / width).round();
            write!(f, " width=\"{pixels}\" height=\"{high}\"")?;
        }
        write!(
            f,
            " viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{id}-t {id}-d\">\n\
             <title id=\"{id}-t\">{}</title>\n<desc id=\"{id}-d\">{}</desc>\n",
            escape_markup(&self.title),
            escape_markup(&self.picture.description())
        )?;
        let rules = self.theme.rules(id);
        let print_rules = if self.prints { PRINT_RULES } else { "" };
        writeln!(f, "<style>{rules}{print_rules}</style>")?;
        f.write_str("<defs>")?;
        if self.theme == SvgTheme::Wood {
            for (name, light, dark) in [("b", "#777", "#0d0d0d"), ("w", "#fff", "#cfcbc0")] {
                write!(
                    f,
                    "<radialGradient id=\"{id}-{name}\" cx=\".36\" cy=\".32\" r=\".7\"><stop offset=\"0\" \
                     stop-color=\"{light}\"/><stop offset=\"1\" stop-color=\"{dark}\"/></radialGradient>"
                )?;
            }
        }
        for (name, class) in [("sb", "go-b"), ("sw", "go-w")] {
            write!(
                f,
                "<circle id=\"{id}-{name}\" class=\"{class}\" r=\"{STONE}\"/>"
            )?;
        }
        writeln!(f, "</defs>")?;
        writeln!(
            f,
            "<rect class=\"go-f\" width=\"{width}\" height=\"{height}\"/>"
        )
    }

    fn write_lines(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.picture.size().lines();
        let length = STEP * f32::from(lines - 1);
        let mut path = String::new();
        for line in 0..lines {
            let at = MARGIN + STEP * f32::from(line);
            write!(path, "M{MARGIN} {at}h{length}M{at} {MARGIN}v{length}")?;
        }
        writeln!(f, "<path class=\"go-l\" d=\"{path}\"/>")?;
        f.write_str("<g class=\"go-s\">")?;
        for point in Point::all(self.picture.size()).filter(|point| self.picture.is_star(*point)) {
            let (x, y) = self.place(point);
            let radius = BoardSizes::STAR;
            write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")?;
        }
        f.write_str("</g>\n<g class=\"go-t\" font-size=\"11\" aria-hidden=\"true\">")?;
        let far = MARGIN + length;
        let has_coordinates = self.picture.has_coordinates();
        let labeled = Point::all(self.picture.size()).filter(|_| has_coordinates);
        for point in labeled {
            let (x, y) = self.place(point);
            if point.row() == 0 {
                let letter = &point.to_string()[..1];
                for y in [MARGIN - 18.0, far + 26.0] {
                    write!(f, "<text x=\"{x}\" y=\"{y}\">{letter}</text>")?;
                }
            }
            if point.column() == 0 {
                let row = point.row() + 1;
                for x in [MARGIN - 22.0, far + 22.0] {
                    write!(f, "<text x=\"{x}\" y=\"{}\">{row}</text>", y + 4.0)?;
                }
            }
        }
        f.write_str("</g>\n")
    }

    /// Owners of an empty point, as a square that is the larger the surer it is.
    fn write_owner(&self, f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
        let Some((color, is_sure)) = self.picture.share_of(point) else {
            return Ok(());
        };
        let size = match is_sure {
            true => BoardSizes::SURE,
            false => BoardSizes::LIKELY,
        };
        self.write_square(f, point, color, size)
    }

    fn write_square(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        color: Color,
        size: f32,
    ) -> fmt::Result {
        let (x, y) = self.place(point);
        let (x, y) = (x - size / 2.0, y - size / 2.0);
        let class = match color {
            Color::Black => "go-ob",
            Color::White => "go-ow",
        };
        writeln!(
            f,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{size}\" height=\"{size}\"/>"
        )
    }

    fn write_stone(&self, f: &mut fmt::Formatter<'_>, point: Point, color: Color) -> fmt::Result {
        let (x, y) = self.place(point);
        let (name, id) = (letter(color), &self.id);
        let is_dead = is_dead(self.picture, point, color);
        let is_dim = self.picture.mark_at(point) == Some(Mark::Dim);
        let class = if is_dead || is_dim {
            " class=\"go-dead\""
        } else {
            ""
        };
        writeln!(
            f,
            "<use href=\"#{id}-s{name}\" x=\"{x}\" y=\"{y}\"{class}/>"
        )?;
        if is_dead {
            self.write_square(f, point, !color, 7.0)?;
        }
        Ok(())
    }

    /// All that stands on a stone or on an empty point.
    fn write_signs(&self, f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
        let picture = self.picture;
        let stone = picture.stone(point);
        let class = stone.map_or("go-t", |color| match color {
            Color::Black => "go-n go-xb",
            Color::White => "go-n go-xw",
        });
        let is_last = picture.last() == Some(point);
        match (label(picture, point), picture.candidate_at(point)) {
            (None, Some(candidate)) if stone.is_none() => {
                return self.write_candidate(f, point, candidate);
            }
            (Some(text), _) => {
                if stone.is_none() {
                    self.write_clearing(f, point)?;
                }
                self.write_text(f, point, class, &text)?;
                if let Some(color) = stone.filter(|_| is_last) {
                    self.write_ring(f, point, color, STONE - 1.6)?;
                }
            }
            (None, _) => {
                if let Some(color) = stone.filter(|_| is_last) {
                    self.write_ring(f, point, color, BoardSizes::LAST)?;
                }
            }
        }
        if let Some(mark) = picture.mark_at(point) {
            self.write_mark(f, point, class, mark)?;
        }
        match StoneSign::new(picture, point) {
            Some(StoneSign::Atari) => self.write_badge(f, point, "!"),
            Some(StoneSign::Life(Life::Seki)) => self.write_badge(f, point, "="),
            Some(StoneSign::Life(_)) => self.write_badge(f, point, "?"),
            Some(StoneSign::Mark(_)) | None => Ok(()),
        }
    }

    /// Hides the lines behind a label.
    fn write_clearing(&self, f: &mut fmt::Formatter<'_>, point: Point) -> fmt::Result {
        let (x, y) = self.place(point);
        write!(
            f,
            "<circle class=\"go-f\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
            BoardSizes::CLEARING
        )
    }

    fn write_text(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        class: &str,
        text: &str,
    ) -> fmt::Result {
        let (x, y) = self.place(point);
        let size = match text.chars().count() {
            1 => 14.0,
            2 => 12.5,
            3 => 10.0,
            _ => 7.5,
        };
        writeln!(
            f,
            "<text class=\"{class}\" x=\"{x}\" y=\"{:.1}\" font-size=\"{size}\">{}</text>",
            y + size * 0.36,
            escape_markup(text)
        )
    }

    fn write_ring(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        color: Color,
        radius: f32,
    ) -> fmt::Result {
        let (x, y) = self.place(point);
        writeln!(
            f,
            "<circle class=\"go-r{}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" stroke-width=\"{}\"/>",
            letter(color),
            BoardSizes::MARK_WIDTH
        )
    }

    fn write_mark(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        class: &str,
        mark: Mark,
    ) -> fmt::Result {
        let (x, y) = self.place(point);
        let path = match mark {
            Mark::Triangle => "M0 -7.2L6.4 4.4H-6.4Z",
            Mark::Square => "M-5 -5H5V5H-5Z",
            Mark::Circle => "M-5.6 0a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0Z",
            Mark::Cross => "M-5 -5L5 5M5 -5L-5 5",
            // Shown by the stone; on an empty point there is nothing to dim.
            Mark::Dim => return Ok(()),
        };
        let class = match class {
            "go-t" => "go-l",
            class => class.trim_start_matches("go-n "),
        };
        writeln!(
            f,
            "<path class=\"{class}\" style=\"fill:none;stroke-width:{}\" transform=\"translate({x} {y})\" \
             d=\"{path}\"/>",
            BoardSizes::MARK_WIDTH
        )
    }

    /// A sign at the upper right of a stone.
    fn write_badge(&self, f: &mut fmt::Formatter<'_>, point: Point, sign: &str) -> fmt::Result {
        let (x, y) = self.place(point);
        let (x, y) = (x + 7.6, y - 7.6);
        writeln!(
            f,
            "<circle class=\"go-a\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5.2\"/><text class=\"go-n\" fill=\"#fff\" \
             font-size=\"8.5\" font-weight=\"bold\" x=\"{x:.1}\" y=\"{:.1}\">{sign}</text>",
            y + 3.0
        )
    }

    fn write_candidate(
        &self,
        f: &mut fmt::Formatter<'_>,
        point: Point,
        candidate: &Candidate,
    ) -> fmt::Result {
        let (x, y) = self.place(point);
        writeln!(
            f,
            "<circle class=\"go-c\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\"/>"
        )?;
        let (rank, value) = (candidate.rank, candidate.winrate);
        let (high, size) = match value {
            Some(_) => (y - 0.4, 10.5),
            None => (y + 5.0, 14.0),
        };
        write!(
            f,
            "<text class=\"go-n go-ct\" font-weight=\"bold\" font-size=\"{size}\" x=\"{x}\" y=\"{high:.1}\">{rank}</text>"
        )?;
        if let Some(value) = value {
            let percent = (f64::from(value) * 100.0).round();
            write!(
                f,
                "<text class=\"go-n go-ct\" font-size=\"7\" x=\"{x}\" y=\"{:.1}\">{percent}%</text>",
                y + 7.2
            )?;
        }
        f.write_str("\n")
    }

    fn write_cursor(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(cursor) = self.picture.cursor_point() else {
            return Ok(());
        };
        let (x, y) = self.place(cursor);
        let (x, y, side) = (x - STONE, y - STONE, 2.0 * STONE);
        writeln!(
            f,
            "<rect class=\"go-k\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side}\" height=\"{side}\" \
             stroke-width=\"2\" stroke-dasharray=\"5 3\"/>"
        )
    }

    fn write_notes(&self, f: &mut fmt::Formatter<'_>, lines: &[String]) -> fmt::Result {
        let top = self.extent(0).1 + NOTE_SIZE - 4.0;
        for (number, line) in lines.iter().enumerate() {
            writeln!(
                f,
                "<text class=\"go-t\" style=\"text-anchor:start\" font-size=\"{NOTE_SIZE}\" x=\"{}\" y=\"{}\">{}</text>",
                MARGIN / 2.0,
                top + number as f32 * NOTE_HEIGHT,
                escape_markup(line)
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for SvgBoard<'_> {
    /// The whole element, from `<svg` to its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let notes = self.note_lines();
        self.write_head(f, self.extent(notes.len()))?;
        self.write_lines(f)?;
        let all = || Point::all(self.picture.size());
        // A page's script draws what is in here anew.
        f.write_str("<g class=\"go-m\">\n")?;
        for point in all() {
            self.write_owner(f, point)?;
        }
        for point in all() {
            if let Some(color) = self.picture.stone(point) {
                self.write_stone(f, point, color)?;
            }
        }
        for point in all() {
            self.write_signs(f, point)?;
        }
        f.write_str("</g>\n")?;
        self.write_cursor(f)?;
        self.write_notes(f, &notes)?;
        f.write_str("</svg>\n")
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::{Board, BoardSize, Move, PointSet, diagram, territory};

    fn point(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    #[test]
    fn everything_it_was_told_is_drawn() {
        let board = diagram::parse(
            ". X . O .
             X X . O O
             O X . O .
             . X . O .
             . X O O O",
        )
        .unwrap();
        let dead = PointSet::single(point("A3"));
        let picture = Picture::new(&board)
            .last_move(Some((Color::White, Move::Play(point("E1")))))
            .dead(&dead)
            .territory(&territory(&board, &dead))
            .life(&PointSet::single(point("B1")), Life::Unsettled)
            .mark(point("E4"), Mark::Triangle)
            .label(point("C4"), "<A>")
            .candidate(
                point("C2"),
                Candidate {
                    winrate: Some(0.54),
                    ..Candidate::ranked(1)
                },
            )
            .cursor(Some(point("C5")))
            .note("a note & a long one that does not fit below so small a board at all");
        let svg = SvgBoard::new(&picture)
            .title("a \"b\" <c>")
            .pixels(300)
            .to_string();
        for part in [
            "<title id=\"board-t\">a &quot;b&quot; &lt;c&gt;</title>",
            "Dead: A3. Black&apos;s",
            ">&lt;A&gt;</text>",
            ">54%</text>",
            ">?</text>",
            "class=\"go-dead\"",
            "stroke-dasharray",
            "a note &amp; a long",
            "width=\"300\"",
        ] {
            let part = part
                .replace("&apos;", "'")
                .replace("Black's", "Black's points");
            assert!(svg.contains(&part), "{part} in\n{svg}");
        }
        assert_eq!(svg.matches("<use ").count(), 15);
        assert_eq!(
            svg.matches("class=\"go-ob\"").count(),
            4,
            "three points and a dead stone"
        );
        for theme in SvgTheme::ALL {
            let svg = SvgBoard::new(&picture).theme(theme).id("x y").to_string();
            assert!(svg.contains("@media print") && svg.contains("id=\"xy-t\""));
        }
    }

    #[test]
    fn a_full_board_stays_small() {
        let mut picture = Picture::new(&Board::new(BoardSize::NINETEEN));
        assert!(SvgBoard::new(&picture).to_string().len() < 8000);
        for point in Point::all(BoardSize::NINETEEN) {
            picture = picture.number(point, 123);
        }
        let svg = SvgBoard::new(&picture).to_string();
        assert!(svg.len() < 80_000, "{}", svg.len());
    }

    proptest! {
        #[test]
        fn no_text_breaks_out(text in "\\PC{0,20}|[<>&\"'\\x00-\\x1f]{0,9}") {
            let board = Board::new(BoardSize::new(5).unwrap());
            let picture = Picture::new(&board).label(point("C3"), text.clone()).note(text.clone());
            let svg = SvgBoard::new(&picture).title(text).to_string();
            // As many tags open as close.
            let opened = svg.matches('<').count();
            prop_assert_eq!(opened, svg.matches('>').count());
            prop_assert!(svg.chars().all(|c| !c.is_control() || c == '\n' || c == '\t'));
            let ended = svg.matches("</").count() + svg.matches("/>").count();
            prop_assert_eq!(opened, svg.matches("</").count() + ended);
        }
    }
}
