//! A record into text.

use std::time::Duration;

use super::ascii;
use super::values::{MINUTES_BELOW, write_point};
use crate::record::{GameInfo, GameRecord, PositionChange, RecordedMove};
use crate::rules::{BoardSize, Color, Komi, Move, Point, read_komi};

/// Lines of the FF\[4\] form are not longer than this, texts aside.
const WIDTH: usize = 78;

/// Moves on a line of the FJK form.
const MOVES_A_LINE: usize = 10;

/// A form of SGF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// The form of Appendix B of the FJK 2000 call for participation: FF\[1\], ASCII (UTF-8 with CA
    /// where a letter has no like in ASCII), `tt` for a pass, minutes, ten moves a line. Times of single moves and territory have no place.
    #[default]
    Fjk,
    /// FF\[4\], as today's programs like it: UTF-8, seconds, time left after each move, territory.
    Ff4,
}

impl GameRecord {
    /// The record as a file's text.
    ///
    /// The record as SGF. Unknown facts have no property, except for the result: "?". In the FJK
    /// form letters beyond ASCII become their nearest ("é" is "e"); where one has none the whole record
    /// is in UTF-8, and says so.
    #[must_use]
    pub fn to_sgf(&self, format: Format) -> String {
        let is_folded = format == Format::Fjk && texts(self).all(ascii::can_fold);
        let mut page = Page::new(format, self.size, is_folded);
        page.write_players(&self.info);
        page.write_terms(self);
        page.write_occasion(&self.info);
        page.write_moves(self);
        if let (Format::Ff4, Some(territory)) = (format, &self.end) {
            page.points("TB", territory.points_of(Color::Black));
            page.points("TW", territory.points_of(Color::White));
        }
        page.text.push_str(")\n");
        page.text
    }
}

/// Text in one form, and the width of its last line in letters.
struct Page {
    text: String,
    column: usize,
    format: Format,
    size: BoardSize,
    /// True if letters beyond ASCII become their nearest.
    is_folded: bool,
}

/// All texts of a record that people wrote.
fn texts(record: &GameRecord) -> impl Iterator<Item = &str> {
    let GameInfo {
        players,
        date,
        place,
        event,
        round,
        name,
        rules,
        comment,
        ..
    } = &record.info;
    let (black, white) = (&players.black, &players.white);
    let of_players = [&black.name, &black.rank, &white.name, &white.rank];
    let of_game = [date, place, event, round, name, rules, comment];
    let of_moves = record.moves.iter().map(|played| &played.comment);
    let all = of_players.into_iter().chain(of_game).chain(of_moves);
    all.filter_map(|text| text.as_deref())
}

impl Page {
    fn new(format: Format, size: BoardSize, is_folded: bool) -> Self {
        let start = match format {
            Format::Fjk if is_folded => "(;\nGM[1]FF[1]",
            Format::Fjk => "(;\nGM[1]FF[1]CA[UTF-8]",
            Format::Ff4 => concat!(
                "(;GM[1]FF[4]CA[UTF-8]AP[sgmp-go:",
                env!("CARGO_PKG_VERSION"),
                "]"
            ),
        };
        let mut page = Self {
            text: start.to_owned(),
            column: start.len(),
            format,
            size,
            is_folded,
        };
        page.property("SZ", &size.lines().to_string());
        page
    }

    fn write_players(&mut self, info: &GameInfo) {
        self.known("PB", info.players.black.name.as_deref());
        self.known("BR", info.players.black.rank.as_deref());
        self.known("PW", info.players.white.name.as_deref());
        self.known("WR", info.players.white.rank.as_deref());
        self.known("DT", info.date.as_deref());
        self.known("PC", info.place.as_deref());
    }

    fn write_terms(&mut self, record: &GameRecord) {
        let GameRecord { info, setup, .. } = record;
        if let Some(komi) = info.komi {
            self.property("KM", &write_komi(komi));
        }
        if info.handicap > 0 {
            self.property("HA", &info.handicap.to_string());
        }
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            if setup.stones_of(color).next().is_some() {
                self.points(name, setup.stones_of(color));
            }
        }
        self.known("PL", setup.to_play.map(letter));
        if let Some(limit) = info.time_limit {
            self.property("TM", &write_limit(limit, self.format));
        }
        self.known("RU", info.rules.as_deref());
    }

    fn write_occasion(&mut self, info: &GameInfo) {
        self.property("RE", &info.result.to_string());
        self.known("EV", info.event.as_deref());
        match (self.format, &info.round) {
            (Format::Fjk, Some(round)) => self.property("GN", &format!("round {round}")),
            (_, round) => {
                self.known("RO", round.as_deref());
                self.known("GN", info.name.as_deref());
            }
        }
        if let Some(comment) = &info.comment {
            self.new_line();
            let node = format!("C[{}]", self.escape(comment));
            self.push(&node);
        }
    }

    fn write_moves(&mut self, record: &GameRecord) {
        let mut changes = record.changes.iter().peekable();
        for (number, played) in record.moves.iter().enumerate() {
            if let Some(change) = changes.next_if(|change| change.moves_before == number) {
                self.write_change(change);
                self.new_line();
            }
            let node = self.node(played);
            let starts_line = match self.format {
                Format::Fjk => number % MOVES_A_LINE == 0,
                Format::Ff4 => number == 0 || !self.has_room(&node),
            };
            if starts_line {
                self.new_line();
            }
            self.push(&node);
        }
        if let Some(change) = changes.next() {
            self.write_change(change);
        }
    }

    fn write_change(&mut self, change: &PositionChange) {
        self.new_line();
        self.push(";");
        for (name, stone) in [
            ("AB", Some(Color::Black)),
            ("AW", Some(Color::White)),
            ("AE", None),
        ] {
            let points = || change.points.iter().filter(|(_, to)| **to == stone);
            if points().next().is_some() {
                self.points(name, points().map(|(point, _)| *point));
            }
        }
        self.known("PL", change.to_play.map(letter));
    }

    fn node(&self, played: &RecordedMove) -> String {
        let color = letter(played.color);
        let point = match (played.mv, self.format) {
            (Move::Play(point), _) => write_point(point, self.size),
            (Move::Pass, Format::Fjk) => "tt".to_owned(),
            (Move::Pass, Format::Ff4) => String::new(),
        };
        let mut node = format!(";{color}[{point}]");
        if let (Format::Ff4, Some(left)) = (self.format, played.time_left) {
            node += &format!("{color}L[{}]", left.as_secs());
        }
        if let Some(comment) = &played.comment {
            node += &format!("C[{}]", self.escape(comment));
        }
        node
    }

    /// A list on lines of its own; without points it says so: `TB[]`.
    fn points(&mut self, name: &str, points: impl Iterator<Item = Point>) {
        self.new_line();
        self.push(name);
        let mut values: Vec<_> = points
            .map(|p| format!("[{}]", write_point(p, self.size)))
            .collect();
        if values.is_empty() {
            values.push("[]".to_owned());
        }
        for value in &values {
            if !self.has_room(value) {
                self.new_line();
            }
            self.push(value);
        }
    }

    fn known(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.property(name, value);
        }
    }

    /// A property of one line, on its own.
    fn property(&mut self, name: &str, value: &str) {
        let value = self.escape(&value.replace(char::is_control, " "));
        self.new_line();
        self.push(&format!("{name}[{value}]"));
    }

    fn escape(&self, text: &str) -> String {
        let text = if self.is_folded {
            ascii::fold(text)
        } else {
            text.to_owned()
        };
        text.replace("\r\n", "\n")
            .replace('\r', "\n")
            .replace(|c: char| c.is_control() && c != '\n', " ")
            .replace('\\', "\\\\")
            .replace(']', "\\]")
    }

    fn has_room(&self, text: &str) -> bool {
        self.column + text.len() <= WIDTH
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column = match text.rsplit_once('\n') {
            Some((_, last)) => last.len(),
            None => self.column + text.len(),
        };
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }
}

/// SGF's letter of a color.
const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// KM: a whole number that could be taken for hundredths has a fraction.
fn write_komi(komi: Komi) -> String {
    let text = komi.to_string();
    match read_komi(&text) {
        Some(read) if read.is_converted => text + ".0",
        _ => text,
    }
}

/// TM: seconds in FF\[4\]; minutes in the FJK form, or "m:ss" where a number of minutes would not
/// tell all or could be taken for seconds.
fn write_limit(limit: Duration, format: Format) -> String {
    let seconds = limit.as_secs();
    let (minutes, rest) = (seconds / 60, seconds % 60);
    match format {
        Format::Ff4 => seconds.to_string(),
        Format::Fjk if rest == 0 && minutes < MINUTES_BELOW => minutes.to_string(),
        Format::Fjk if minutes < 60 => format!("{minutes}:{rest:02}"),
        Format::Fjk => format!("{}:{:02}:{rest:02}", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Setup, Territory, read_sgf};
    use crate::rules::Komi;

    fn nine_stones() -> GameRecord {
        let mut record = GameRecord::new(BoardSize::new(9).unwrap());
        for (number, point) in Point::all(record.size()).enumerate().take(23) {
            let color = Color::BOTH[number % 2];
            let mut played = RecordedMove::new(color, Move::Play(point));
            played.time_left = Some(Duration::from_secs(3000 - number as u64));
            record.push(played).unwrap();
        }
        record
            .push(RecordedMove::new(Color::White, Move::Pass))
            .unwrap();
        record
    }

    #[test]
    fn the_fjk_form_has_ten_moves_a_line_and_no_times() {
        let text = nine_stones().to_sgf(Format::Fjk);
        let lines: Vec<_> = text.lines().skip(4).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[..2].iter().all(|line| line.len() == 60), "{text}");
        assert_eq!(lines[2], ";B[cg];W[dg];B[eg];W[tt])");
    }

    #[test]
    fn the_current_form_has_times_and_short_lines() {
        let mut record = nine_stones();
        let owner = Point::all(record.size())
            .map(|p| (p, Color::White))
            .collect();
        record.set_end(Territory { owner }).unwrap();
        record.info.handicap = 2;
        let corners = ["G3", "C7"].map(|p| Point::parse(p).unwrap());
        record.set_setup(Setup::handicap(corners)).unwrap();
        let text = record.to_sgf(Format::Ff4);
        assert!(
            text.contains("\nHA[2]\nAB[gg][cc]\nPL[W]\nRE[?]\n;B[ai]BL[3000];"),
            "{text}"
        );
        assert!(text.contains(";W[]\nTB[]\nTW[ai]"), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(read_sgf(text.as_bytes()).unwrap(), record);
    }

    #[test]
    fn texts_are_escaped_and_kept_to_their_lines() {
        let mut record = GameRecord::new(BoardSize::NINETEEN);
        record.info.players.black.name = Some("a]b\\c\nd".to_owned());
        record.info.place = Some("K\u{F8}benhavn, \u{8868}".to_owned());
        record.info.comment = Some("one [1]\r\ntwo\u{7}".to_owned());
        assert_eq!(
            record.to_sgf(Format::Fjk),
            "(;\nGM[1]FF[1]CA[UTF-8]\nSZ[19]\nPB[a\\]b\\\\c d]\nPC[K\u{F8}benhavn, \u{8868}]\nRE[?]\nC[one [1\\]\ntwo ])\n"
        );
        assert!(
            record
                .to_sgf(Format::Ff4)
                .contains("PC[K\u{F8}benhavn, \u{8868}]")
        );
        record.info.place = Some("K\u{F8}benhavn".to_owned());
        let text = record.to_sgf(Format::Fjk);
        assert!(text.is_ascii() && text.contains("PC[Kobenhavn]"), "{text}");
    }

    #[test]
    fn limits_that_are_no_small_number_of_minutes_are_written_as_a_clock() {
        for (seconds, fjk) in [
            (3000, "50"),
            (0, "0"),
            (45, "0:45"),
            (100, "1:40"),
            (3661, "1:01:01"),
            (35_940, "599"),
            (36_000, "10:00:00"),
        ] {
            let limit = Duration::from_secs(seconds);
            assert_eq!(write_limit(limit, Format::Fjk), fjk);
            assert_eq!(write_limit(limit, Format::Ff4), seconds.to_string());
        }
    }

    #[test]
    fn new_positions_and_large_komi_read_back() {
        let text = b"(;SZ[9]KM[375.0];B[ee];W[cc];AB[aa][bb]AE[ee]PL[B];B[gc];AW[ba])";
        let record = read_sgf(text).unwrap();
        assert_eq!(record.changes().len(), 2);
        for format in [Format::Fjk, Format::Ff4] {
            let written = record.to_sgf(format);
            assert_eq!(read_sgf(written.as_bytes()).unwrap(), record, "{written}");
        }
    }

    #[test]
    fn the_round_takes_the_place_of_the_name_in_the_fjk_form() {
        let mut record = GameRecord::new(BoardSize::NINETEEN);
        record.info.name = Some("Final".to_owned());
        record.info.komi = Some(Komi::from_half_points(11));
        assert!(
            record
                .to_sgf(Format::Fjk)
                .contains("\nKM[5.5]\nRE[?]\nGN[Final])")
        );
        record.info.round = Some("4".to_owned());
        assert!(record.to_sgf(Format::Fjk).contains("\nRE[?]\nGN[round 4])"));
        assert!(
            record
                .to_sgf(Format::Ff4)
                .contains("\nRE[?]\nRO[4]\nGN[Final])")
        );
    }
}
