//! Bytes of a file into a record.

use super::charset::Charset;
use super::error::{Located, MAX_MOVES, MAX_VALUES, SgfError, SgfFault};
use super::lexer::{Lexer, Node, Property, Value};
use super::values::{self, Unit};
use crate::record::{GameInfo, GameRecord, GameResult, RecordedMove, Setup, Territory};
use crate::rules::{BoardSize, Color, Komi, half_points_of_text};

/// Reads the main line of the first game of a file.
///
/// Any version of SGF is read, also with the long names of old files, with text around the game,
/// and in UTF-8, Latin-1 or the set that CA names (of which two-byte sets and others are cut
/// rightly, but not decoded: such letters become U+FFFD). What is unknown or cannot be understood
/// about the game is left out; what cannot be understood about its moves is an error. Whether the
/// moves are legal is for the rules to say.
///
/// # Errors
/// Bytes that are no game, or a game that is cut off, has moves or stones that are no points of
/// its board, is set up anew after its first move, or is too large.
pub fn read_sgf(bytes: &[u8]) -> Result<GameRecord, SgfError> {
    read(bytes).map_err(|located| located.in_file(bytes))
}

/// The root node of a file's first game.
pub(in crate::record) fn root_node(bytes: &[u8]) -> Result<Node<'_>, SgfError> {
    match Lexer::open(bytes) {
        Ok((_, root)) => Ok(root),
        Err(located) => Err(located.in_file(bytes)),
    }
}

fn read(bytes: &[u8]) -> Result<GameRecord, Located> {
    let (mut lexer, root) = Lexer::open(bytes)?;
    check_game(&root)?;
    let charset = lexer.charset();
    let mut record = GameRecord::new(board_size(&root, charset)?);
    record.info = read_info(&root, charset);
    let mut reader = Reader {
        charset,
        record,
        counted: None,
        room_for_setup: MAX_VALUES,
    };
    reader.read_node(root)?;
    while let Some(node) = lexer.next_node()? {
        reader.read_node(node)?;
    }
    reader.finish()
}

/// Go, unless the root says otherwise.
fn check_game(root: &Node<'_>) -> Result<(), Located> {
    let Some(value) = first(root, b"GM") else {
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
fn board_size(root: &Node<'_>, charset: Charset) -> Result<BoardSize, Located> {
    let Some(value) = first(root, b"SZ") else {
        return Ok(BoardSize::NINETEEN);
    };
    values::read_size(charset.decode(value.raw).trim()).map_err(|fault| fault.at(value.start))
}

fn first<'n, 'a>(node: &'n Node<'a>, name: &[u8]) -> Option<&'n Value<'a>> {
    let property = node.properties.iter().find(|p| p.name() == name)?;
    property.values.first()
}

/// All of the root that is no position; what cannot be understood stays unknown.
fn read_info(root: &Node<'_>, charset: Charset) -> GameInfo {
    let version = first(root, b"FF").map_or(1, |value| match value.raw.trim_ascii() {
        b"3" => 3,
        b"4" => 4,
        _ => 1,
    });
    let unit = if version < 3 {
        Unit::MinutesIfSmall
    } else {
        Unit::Seconds
    };
    let mut info = GameInfo::default();
    for property in &root.properties {
        for value in &property.values {
            if let Some(text) = line(value, charset) {
                set_info(&mut info, property.name(), text, unit);
            }
        }
    }
    if info.round.is_none()
        && let Some(round) = info.name.as_deref().and_then(strip_round)
    {
        info.round = Some(round.to_owned());
        info.name = None;
    }
    info
}

fn set_info(info: &mut GameInfo, name: &[u8], text: String, unit: Unit) {
    match name {
        b"PB" => info.players.black.name = Some(text),
        b"PW" => info.players.white.name = Some(text),
        b"BR" => info.players.black.rank = Some(text),
        b"WR" => info.players.white.rank = Some(text),
        b"DT" => info.date = Some(text),
        b"PC" => info.place = Some(text),
        b"EV" => info.event = Some(text),
        b"GN" => info.name = Some(text),
        b"RO" => info.round = Some(strip_round(&text).unwrap_or(&text).to_owned()),
        b"RU" => info.rules = Some(text),
        b"KM" => info.komi = half_points_of_text(&text).map(Komi::from_half_points),
        b"HA" => info.handicap = text.parse().unwrap_or(0),
        b"TM" => info.time_limit = values::read_duration(&text, unit),
        b"RE" => info.result = GameResult::read_leniently(&text),
        _ => {}
    }
}

/// "1" of "round 1", as the FJK form names its games.
fn strip_round(text: &str) -> Option<&str> {
    let (word, round) = text.split_once(' ')?;
    word.eq_ignore_ascii_case("round").then(|| round.trim())
}

/// A value of one line; `None` if there is nothing in it.
fn line(value: &Value<'_>, charset: Charset) -> Option<String> {
    let text = charset.decode(&charset.unescape(value.raw));
    let text = text.replace("\r\n", "\n").replace(char::is_control, " ");
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
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
}

impl<'a> Reader<'a> {
    /// Stones first, then moves, then what is said about them, in whatever order they stand: old
    /// files mix them.
    fn read_node(&mut self, node: Node<'a>) -> Result<(), Located> {
        for property in &node.properties {
            match property.name() {
                b"AB" => self.set_up(property, Some(Color::Black))?,
                b"AW" => self.set_up(property, Some(Color::White))?,
                b"AE" => self.set_up(property, None)?,
                b"PL" => self.set_turn(property),
                _ => {}
            }
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

    fn set_up(&mut self, property: &Property<'_>, color: Option<Color>) -> Result<(), Located> {
        let size = self.record.size;
        let Setup { stones, .. } = &mut self.record.setup;
        for value in &property.values {
            if !self.record.moves.is_empty() {
                return Err(SgfFault::SetupAfterMove.at(value.start));
            }
            self.room_for_setup = self
                .room_for_setup
                .checked_sub(1)
                .ok_or_else(|| SgfFault::TooManyValues.at(value.start))?;
            let points = values::read_points(property, value, size);
            for point in points.map_err(|fault| fault.at(value.start))? {
                match color {
                    Some(color) => stones.insert(point, color),
                    None => stones.remove(&point),
                };
            }
        }
        Ok(())
    }

    /// Reads the side to move. It matters at the start only: after that, every move has its color.
    fn set_turn(&mut self, property: &Property<'_>) {
        let color = property.values.first().and_then(|value| {
            let text = self.charset.decode(value.raw);
            values::read_color(&text)
        });
        if self.record.moves.is_empty() && color.is_some() {
            self.record.setup.to_play = color;
        }
    }

    fn play(&mut self, property: &Property<'_>, color: Color) -> Result<(), Located> {
        for value in &property.values {
            if self.record.moves.len() == MAX_MOVES {
                return Err(SgfFault::TooManyMoves.at(value.start));
            }
            let mv = values::read_move(value, color, self.record.size);
            let mv = mv.map_err(|fault| fault.at(value.start))?;
            self.record.moves.push(RecordedMove::new(color, mv));
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

    fn finish(mut self) -> Result<GameRecord, Located> {
        if let Some(node) = self.counted {
            self.record.end = Some(read_territory(&node, self.record.size)?);
        }
        Ok(self.record)
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
        let text = b"(;FF[x]GM[go]KM[3.75]HA[many]TM[long]RE[who knows]PB[ \n ]XY[z]SZ[9:9])";
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
        let late = fault(b"(;SZ[3];B[aa]\n;AW[bb])");
        assert!(
            late.starts_with("line 2 (byte 18): stones are set up after"),
            "{late}"
        );
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
            (&b"(;PB[\x95\x5C]CA[Shift_JIS];B[aa])"[..], "\u{FFFD}"),
            (b"(;CA[Shift_JIS]PB[x\x81\x5D];B[aa])", "x\u{FFFD}"),
            (
                b"(;CA[GBK]PB[\x81\x5D\x81\x5C\\]];B[aa])",
                "\u{FFFD}\u{FFFD}\\]",
            ),
            (b"(;CA[big5]PB[\xA5\x5C];B[aa])", "\u{FFFD}"),
            (b"(;CA[EUC-JP]PB[\xC9\xBD];B[aa])", "\u{FFFD}\u{FFFD}"),
            (b"(;PB[Andr\xE9];B[aa])", "Andr\u{E9}"),
            ("(;PB[\u{8868}];B[aa])".as_bytes(), "\u{8868}"),
        ] {
            assert_eq!(meaning(text), format!("SZ[19]PB[{name}]RE[?];B[aa])"));
        }
    }
}
