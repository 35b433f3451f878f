//! Bytes of a file into a record.

use std::collections::BTreeMap;

use super::charset::Charset;
use super::charset_guess::FileCharset;
use super::error::{Located, MAX_INPUT, MAX_MOVES, MAX_VALUES, SgfError, SgfFault};
use super::info_reader::read_info;
use super::lexer::{Lexer, Mended};
use super::odd_values::OddValues;
use super::raw_node::{Node, Property, Value};
use super::remark::{SgfRemark, shown};
use super::transcoded::Transcoded;
use super::values::{self, Unit};
use crate::record::{GameRecord, RecordedMove, Setup, Territory, replay};
use crate::rules::{BoardSize, Color, Point, fixed_points};

/// A game of a file, and what its reader has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfReading {
    /// The game, along its main line.
    pub record: GameRecord,
    /// Notes on all that was guessed, mended or left out, each to be told once.
    pub remarks: Vec<SgfRemark>,
}

/// Reads the main line of the first game of a file, exactly as it is written.
///
/// Any version of SGF is read, also with the long names of old files, with text around the game,
/// and in UTF-8, UTF-16, the set that CA names, or the one that its letters look like. What is
/// unknown or cannot be understood about the game is left out; what cannot be understood about its
/// moves is an error. Whether the moves are legal is for the rules to say. [`read_game`] takes
/// sloppy files besides, and says what it had to make of them.
///
/// # Errors
/// Bytes that are no game, or a game that is cut off, has moves or stones that are no points of
/// its board, or is too large.
pub fn read_sgf(bytes: &[u8]) -> Result<GameRecord, SgfError> {
    in_utf8(bytes, |bytes, charset| {
        let (mut lexer, root) = Lexer::open(bytes, charset.charset)?;
        let mut remarks = Vec::new();
        read(&mut lexer, root, &mut remarks)
    })
}

/// Reads a game of a file as people write them, numbered from 1: as [`read_sgf`] does, but a lost
/// last ")" ends the game, and stones of a handicap that is only counted stand on the fixed points.
///
/// # Errors
/// As [`read_sgf`], and a number that the file has no game of.
pub fn read_game(bytes: &[u8], number: usize) -> Result<SgfReading, SgfError> {
    in_utf8(bytes, |bytes, found| {
        let (mut lexer, root) = open_game(bytes, found.charset, number)?;
        let mut remarks = Vec::new();
        if found.is_guess {
            remarks.push(SgfRemark::GuessedCharset(found.charset.name()));
        }
        let is_empty = root.properties.is_empty();
        let mut record = read(&mut lexer, root, &mut remarks)?;
        if lexer.is_unclosed() {
            if is_empty && record.moves.is_empty() {
                return Err(SgfFault::Unclosed.at(bytes.len()));
            }
            remarks.push(SgfRemark::Unclosed);
        }
        remark_mended(&lexer, &mut remarks);
        place_handicap(&mut record, &mut remarks);
        lexer.skip_branches();
        let games = number.max(1) + games_ahead(lexer);
        if games > 1 {
            remarks.push(SgfRemark::OtherGames { games, number });
        }
        Ok(SgfReading { record, remarks })
    })
}

/// Finds a game of a file, numbered from 1, as leniently as [`read_game`] does, and reads the root there.
pub(in crate::record) fn open_game(
    bytes: &[u8],
    charset: Charset,
    number: usize,
) -> Result<(Lexer<'_>, Node<'_>), Located> {
    let mut lexer = Lexer::new(bytes, charset)?.lenient();
    let mut root = lexer.first_root()?;
    for before in 1..number.max(1) {
        while lexer.next_node()?.is_some() {}
        lexer.skip_branches();
        let no_game = || {
            let games = before;
            SgfFault::NoSuchGame { number, games }.at(bytes.len())
        };
        root = lexer.next_root().ok_or_else(no_game)??;
    }
    Ok((lexer, root))
}

/// Says what was passed over, in this game and those before it.
fn remark_mended(lexer: &Lexer<'_>, remarks: &mut Vec<SgfRemark>) {
    let Mended { strays, brackets } = lexer.mended().clone();
    remarks.extend(strays.map(|(first, places)| SgfRemark::Stray { first, places }));
    remarks.extend(brackets.map(SgfRemark::Brackets));
}

/// Number of games in a file: 1 in one that holds a single game, or none that can be read.
#[must_use]
pub fn count_games(bytes: &[u8]) -> usize {
    let count = in_utf8(bytes, |bytes, found| {
        let mut lexer = Lexer::new(bytes, found.charset)?.lenient();
        lexer.first_root()?;
        while lexer.next_node()?.is_some() {}
        lexer.skip_branches();
        Ok(1 + games_ahead(lexer))
    });
    count.unwrap_or(1)
}

/// Games that follow; what is no game any more ends the count.
fn games_ahead(mut lexer: Lexer<'_>) -> usize {
    let mut games = 0;
    while let Some(Ok(_)) = lexer.next_root() {
        games += 1;
        while let Ok(Some(_)) = lexer.next_node() {}
        lexer.skip_branches();
    }
    games
}

/// Reads bytes in which ASCII stands for itself; an error's place is that of the file.
pub(super) fn in_utf8<T>(
    bytes: &[u8],
    read: impl FnOnce(&[u8], FileCharset) -> Result<T, Located>,
) -> Result<T, SgfError> {
    if bytes.len() > MAX_INPUT {
        return Err(SgfFault::TooLarge.at(MAX_INPUT).in_file(bytes));
    }
    let Some(transcoded) = Transcoded::from_file(bytes) else {
        let read = read(bytes, FileCharset::of_file(bytes));
        return read.map_err(|located| located.recognized(bytes).in_file(bytes));
    };
    let text = transcoded.text.as_bytes();
    read(text, FileCharset::UTF_8).map_err(|located| {
        let error = located.recognized(text).in_file(text);
        let offset = transcoded.file_offset(error.offset).min(bytes.len());
        SgfError { offset, ..error }
    })
}

/// Lays the stones of a handicap that the file only counts, on the fixed points: where White moves
/// first and no move was made on one of them as if it were empty.
fn place_handicap(record: &mut GameRecord, remarks: &mut Vec<SgfRemark>) {
    let stones = record.info.handicap;
    if stones < 2 || !record.setup.stones.is_empty() {
        return;
    }
    let colors = record.moves.iter().map(|played| played.color);
    match colors.take_while(|color| *color == Color::Black).count() {
        0 => {}
        // The stones were played, as some servers write them.
        played if played >= usize::from(stones) => return,
        _ => {
            remarks.push(SgfRemark::BlackFirst(stones));
            return;
        }
    }
    let Some(points) = fixed_points(record.size, stones.into()) else {
        remarks.push(SgfRemark::MissingHandicap(stones));
        return;
    };
    let mut placed = record.clone();
    placed.setup = Setup::handicap(points.iter().copied());
    placed.setup.to_play = record.setup.to_play.or(placed.setup.to_play);
    let plays = |record: &GameRecord| replay(record, usize::MAX).is_ok();
    if plays(record) && !plays(&placed) {
        remarks.push(SgfRemark::MissingHandicap(stones));
        return;
    }
    *record = placed;
    remarks.push(SgfRemark::PlacedHandicap { stones, points });
}

fn read<'a>(
    lexer: &mut Lexer<'a>,
    root: Node<'a>,
    remarks: &mut Vec<SgfRemark>,
) -> Result<GameRecord, Located> {
    check_game(&root)?;
    let charset = lexer.charset();
    let mut record = GameRecord::new(board_size(&root, charset)?);
    record.info = read_info(&root, charset, remarks);
    let mut reader = Reader {
        charset,
        record,
        counted: None,
        room_for_setup: MAX_VALUES,
        odd: OddValues::default(),
    };
    reader.read_node(root)?;
    while let Some(node) = lexer.next_node()? {
        reader.read_node(node)?;
    }
    let (record, odd) = reader.finish()?;
    odd.remark(remarks);
    let changes = record.changes.iter();
    remarks.extend(changes.map(|change| SgfRemark::NewPosition(change.moves_before)));
    Ok(record)
}

/// Go, unless the root says otherwise.
fn check_game(root: &Node<'_>) -> Result<(), Located> {
    let Some(value) = root.first(b"GM") else {
        return Ok(());
    };
    match value.raw.trim_ascii() {
        b"1" => Ok(()),
        text => match std::str::from_utf8(text).map(str::parse) {
            Ok(Ok(game)) if game != 1 => Err(SgfFault::OtherGame { game }.at(value.start)),
            _ => Ok(()),
        },
    }
}

/// SGF's boards have 19 lines where SZ is missing.
pub(super) fn board_size(root: &Node<'_>, charset: Charset) -> Result<BoardSize, Located> {
    let Some(value) = root.first(b"SZ") else {
        return Ok(BoardSize::NINETEEN);
    };
    values::read_size(charset.decode(value.raw).trim()).map_err(|fault| fault.at(value.start))
}

/// A value of many lines; `None` if there is nothing in it.
fn remark(value: &Value<'_>, charset: Charset) -> Option<String> {
    let text = charset.decode(&charset.unescape(value.raw));
    let text = text
        .replace("\r\n", "\n")
        .replace("\n\r", "\n")
        .replace('\r', "\n")
        .replace(|c: char| c.is_control() && c != '\n', " ");
    let text = text.trim_end();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Adds a remark to what is there.
fn append(to: &mut Option<String>, text: Option<String>) {
    match (to, text) {
        (_, None) => {}
        (Some(before), Some(text)) => {
            before.push('\n');
            before.push_str(&text);
        }
        (nothing, text) => *nothing = text,
    }
}

/// A record in the making.
struct Reader<'a> {
    charset: Charset,
    record: GameRecord,
    /// The last node that marks territory; only the last one counts, so only it is read.
    counted: Option<Node<'a>>,
    /// Values that may still be used for setting up stones.
    room_for_setup: usize,
    odd: OddValues,
}

impl<'a> Reader<'a> {
    /// Stones first, then moves, then what is said about them, in whatever order they stand: old
    /// files mix them.
    fn read_node(&mut self, node: Node<'a>) -> Result<(), Located> {
        let mut laid = BTreeMap::new();
        for property in &node.properties {
            match property.name() {
                b"AB" => self.set_up(property, Some(Color::Black), &mut laid)?,
                b"AW" => self.set_up(property, Some(Color::White), &mut laid)?,
                b"AE" => self.set_up(property, None, &mut laid)?,
                _ => {}
            }
        }
        for property in node.properties.iter().filter(|p| p.name() == b"PL") {
            self.set_turn(property);
        }
        let before = self.record.moves.len();
        for property in &node.properties {
            match property.name() {
                b"B" => self.play(property, Color::Black)?,
                b"W" => self.play(property, Color::White)?,
                _ => {}
            }
        }
        for property in &node.properties {
            match property.name() {
                b"C" | b"GC" => self.add_remark(property),
                b"BL" => self.set_time_left(property, before, Color::Black),
                b"WL" => self.set_time_left(property, before, Color::White),
                _ => {}
            }
        }
        if node
            .properties
            .iter()
            .any(|p| matches!(p.name(), b"TB" | b"TW"))
        {
            self.counted = Some(node);
        }
        Ok(())
    }

    /// Sets up what a property says; `laid` is what the node has set up so far.
    fn set_up(
        &mut self,
        property: &Property<'_>,
        stone: Option<Color>,
        laid: &mut BTreeMap<Point, Option<Color>>,
    ) -> Result<(), Located> {
        let size = self.record.size;
        let mut changed = BTreeMap::new();
        for value in &property.values {
            self.room_for_setup = self
                .room_for_setup
                .checked_sub(1)
                .ok_or_else(|| SgfFault::TooManyValues.at(value.start))?;
            let points = values::read_points(property, value, size);
            for point in points.map_err(|fault| fault.at(value.start))? {
                changed.insert(point, stone);
                if laid
                    .insert(point, stone)
                    .is_some_and(|other| other != stone)
                {
                    self.odd.add_set_up_twice(point);
                }
            }
        }
        if !changed.is_empty() {
            let on_board = self.record.change_position(changed, None);
            debug_assert!(on_board.is_ok(), "points are read for the board");
        }
        Ok(())
    }

    /// Reads the side to move. It matters in a position that was set up; after a move, every move has
    /// its color.
    fn set_turn(&mut self, property: &Property<'_>) {
        let Some(value) = property.values.first() else {
            return;
        };
        let text = self.charset.decode(value.raw);
        let color = values::read_color(&text);
        if color.is_none() {
            self.odd.unknown_turn.get_or_insert_with(|| shown(&text));
        }
        let moves = self.record.moves.len();
        let last = self.record.changes.last_mut();
        match last.filter(|last| last.moves_before == moves) {
            _ if color.is_none() => {}
            Some(change) => change.to_play = color,
            None if moves == 0 => self.record.setup.to_play = color,
            None => {}
        }
    }

    /// Plays the first value of a move, which has one.
    fn play(&mut self, property: &Property<'_>, color: Color) -> Result<(), Located> {
        let Some(value) = property.values.first() else {
            return Ok(());
        };
        if self.record.moves.len() == MAX_MOVES {
            return Err(SgfFault::TooManyMoves.at(value.start));
        }
        let mv = values::read_move(value, color, self.record.size);
        let mv = mv.map_err(|fault| fault.at(value.start))?;
        self.record.moves.push(RecordedMove::new(color, mv));
        if property.values.len() > 1 {
            self.odd.add_further_move(property, value);
        }
        Ok(())
    }

    /// A remark is on the last move, or on the game before there is one.
    fn add_remark(&mut self, property: &Property<'_>) {
        let comment = match self.record.moves.last_mut() {
            Some(last) if property.name() == b"C" => &mut last.comment,
            _ => &mut self.record.info.comment,
        };
        for value in &property.values {
            append(comment, remark(value, self.charset));
        }
    }

    /// The time that the mover had left after a move of this node, one of those from `before` on.
    fn set_time_left(&mut self, property: &Property<'_>, before: usize, color: Color) {
        let time_left = property.values.first().and_then(|value| {
            let text = self.charset.decode(value.raw);
            values::read_duration(&text, Unit::Seconds)
        });
        let of_node = self.record.moves[before..].iter_mut();
        if let Some(played) = of_node.rev().find(|m| m.color == color) {
            played.time_left = time_left;
        }
    }

    fn finish(mut self) -> Result<(GameRecord, OddValues), Located> {
        if let Some(node) = self.counted {
            self.record.end = Some(read_territory(&node, self.record.size)?);
        }
        Ok((self.record, self.odd))
    }
}

fn read_territory(node: &Node<'_>, size: BoardSize) -> Result<Territory, Located> {
    let mut territory = Territory::default();
    for property in &node.properties {
        let color = match property.name() {
            b"TB" => Color::Black,
            b"TW" => Color::White,
            _ => continue,
        };
        for value in &property.values {
            let points = values::read_points(property, value, size);
            for point in points.map_err(|fault| fault.at(value.start))? {
                territory.owner.insert(point, color);
            }
        }
    }
    Ok(territory)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Format;

    /// The record of a text in our own form, without its first line and line breaks.
    fn meaning(bytes: &[u8]) -> String {
        let text = read_sgf(bytes).unwrap().to_sgf(Format::Ff4);
        let (_, rest) = text.split_once('\n').unwrap();
        rest.replace('\n', "")
    }

    fn fault(bytes: &[u8]) -> String {
        read_sgf(bytes).unwrap_err().to_string()
    }

    #[test]
    fn nearly_nothing_is_a_game() {
        assert_eq!(meaning(b"(;)"), "SZ[19]RE[?])");
        assert_eq!(
            meaning(b"\xEF\xBB\xBFSubject: (game)\r\n( \n;B[]W[aa];;)"),
            "SZ[19]RE[?];B[];W[aa])"
        );
    }

    #[test]
    fn old_names_and_forks_are_understood() {
        let text = b"(;GaMe[1]FileFormat[1]SiZe[9]PlayerBlack[me]BlackRank[3d]\
            (;Black[ee]Comment[hm](;White[tt])(;White[aa]))(;Black[aa]))";
        assert_eq!(meaning(text), "SZ[9]PB[me]BR[3d]RE[?];B[ee]C[hm];W[])");
    }

    #[test]
    fn info_that_makes_no_sense_is_unknown() {
        let text = b"(;FF[x]GM[go]KM[3.76]HA[many]TM[long]RE[who knows]PB[ \n ]XY[z]SZ[9:9])";
        assert_eq!(meaning(text), "SZ[9]RE[?])");
    }

    #[test]
    fn small_times_are_minutes_in_old_files() {
        for (text, time) in [
            (&b"(;TM[50])"[..], "TM[3000]"),
            (b"(;FF[1]TM[50])", "TM[3000]"),
            (b"(;TM[3000]FF[2])", "TM[3000]"),
            (b"(;FF[3]TM[50])", "TM[50]"),
            (b"(;FF[4]TM[50 min])", "TM[3000]"),
        ] {
            assert_eq!(meaning(text), format!("SZ[19]{time}RE[?])"));
        }
    }

    #[test]
    fn a_round_is_found_in_either_place() {
        for text in ["GN[round 1]", "RO[1]", "RO[Round 1]"] {
            assert_eq!(
                meaning(format!("(;{text})").as_bytes()),
                "SZ[19]RE[?]RO[1])"
            );
        }
        assert_eq!(
            meaning(b"(;GN[round 1]RO[2])"),
            "SZ[19]RE[?]RO[2]GN[round 1])"
        );
    }

    #[test]
    fn setups_may_come_in_pieces_before_the_first_move() {
        let text = b"(;FF[4]SZ[3]HA[2]PL[white]AB[aa:ca];AE[ba]AW[bb][]KM[0];W[cc])";
        assert_eq!(meaning(text), "SZ[3]HA[2]AB[aa][ca]AW[bb]PL[W]RE[?];W[cc])");
    }

    #[test]
    fn remarks_times_and_territory_find_their_move() {
        let text = b"(;FF[4]SZ[3]C[start]GC[more];C[a\r\nb\tc]B[aa]BL[9.7]WL[8];WL[5]\
            ;W[]WL[0:07]TB[ca:cc];C[end \\]]TB[cc:ba]TW[][ac])";
        assert_eq!(
            meaning(text),
            "SZ[3]RE[?]C[startmore];B[aa]BL[9]C[ab c];W[]WL[7]C[end \\]]\
             TB[bc][cc][bb][cb][ba][ca]TW[ac])"
        );
    }

    #[test]
    fn faults_name_the_place_and_the_remedy() {
        for (text, told) in [
            (
                &b"(;SZ[9];B[ee];W[jj])"[..],
                "line 1 (byte 16): \"jj\" is not on a board of 9x9",
            ),
            (
                b"(;SZ[9]\n;B[ee]\n;W[5e])",
                "line 3 (byte 18): White played \"5e\": a move is two",
            ),
            (
                b"(;SZ[9]TB[a])",
                "line 1 (byte 10): TB has \"a\": a point is",
            ),
            (
                b"(;SZ[9]AddBlack[zz])",
                "line 1 (byte 16): \"zz\" is not on",
            ),
            (b"(;SZ[37])", "line 1 (byte 5): SZ[37] is no board"),
            (b"(;GM[2])", "line 1 (byte 5): GM[2] is another game"),
            (b"(;B[aa]", "line 1 (byte 7): the game has no closing"),
        ] {
            let fault = fault(text);
            assert!(fault.starts_with(told), "{fault}");
        }
    }

    #[test]
    fn games_and_setups_without_end_are_refused() {
        let moves = [b"(;".to_vec(), b"B[]".repeat(MAX_MOVES), b";B[])".to_vec()].concat();
        assert!(fault(&moves).contains("more than 10000 moves"));
        let node = [b";AB".to_vec(), b"[aa:ss]".repeat(MAX_VALUES)].concat();
        let setup = [b"(".to_vec(), node.repeat(2), b")".to_vec()].concat();
        assert!(fault(&setup).contains("is not a position of Go"));
    }

    #[test]
    fn bytes_of_other_sets_lose_no_move() {
        for (text, name) in [
            (&b"(;PB[\x95\x5C]CA[Shift_JIS];B[aa])"[..], "\u{8868}"),
            (b"(;CA[Shift_JIS]PB[x\x81\x5D];B[aa])", "x\u{2010}"),
            (b"(;CA[big5]PB[\xA5\x5C];B[aa])", "\u{529F}"),
            (b"(;CA[EUC-JP]PB[\xC9\xBD];B[aa])", "\u{8868}"),
            (b"(;CA[KOI8-R]PB[\xC9\xD7];B[aa])", "\u{438}\u{432}"),
            (b"(;CA[iso-8859-2]PB[\xB9];B[aa])", "\u{161}"),
            (b"(;PB[Andr\xE9];B[aa])", "Andr\u{E9}"),
            ("(;PB[\u{8868}];B[aa])".as_bytes(), "\u{8868}"),
        ] {
            assert_eq!(meaning(text), format!("SZ[19]PB[{name}]RE[?];B[aa])"));
        }
    }

    #[test]
    fn a_handicap_without_its_stones_has_them_placed() {
        let reading = read_game(b"(;SZ[9]HA[4]KM[0.5];W[ee];B[ce])", 1).unwrap();
        let stones: Vec<String> = reading
            .record
            .setup()
            .stones_of(Color::Black)
            .map(|p| p.to_string())
            .collect();
        assert_eq!(stones, ["C3", "G3", "C7", "G7"]);
        assert_eq!(
            reading.remarks[0].to_string(),
            "HA[4] without AB: Black's stones are placed at C3 G7 C7 G3"
        );
        for text in [
            "(;SZ[9]HA[2];B[cc];B[gg];W[ee])",
            "(;SZ[9]HA[2];W[cg];B[ee])",
        ] {
            let reading = read_game(text.as_bytes(), 1).unwrap();
            assert!(reading.record.setup().stones.is_empty(), "{text}");
        }
    }

    #[test]
    fn every_game_of_a_collection_is_read() {
        let text = b"mail (;-)\n(;PB[one](;B[aa])(;B[bb]))\n(;PB[two];B[cc])\n(;PB[three]";
        for (number, name) in [(1, "one"), (2, "two"), (3, "three")] {
            let reading = read_game(text, number).unwrap();
            assert_eq!(
                reading.record.info.players.black.name.as_deref(),
                Some(name)
            );
            let others = SgfRemark::OtherGames { games: 3, number };
            assert_eq!(reading.remarks.last(), Some(&others));
        }
        assert_eq!(count_games(text), 3);
        let fault = read_game(text, 4).unwrap_err().to_string();
        assert!(fault.contains("no game 4, it holds 3"), "{fault}");
    }
}
