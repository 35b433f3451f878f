//! Properties of every record and of every file.

use std::collections::BTreeMap;
use std::time::Duration;

use jiff::Timestamp;
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use sgmp_board::record::{
    ByColor, Format, GameInfo, GameRecord, GameResult, Player, RecordedMove, ResultEntry,
    ResultNote, Setup, SgfReading, Territory, compare, count_games, read_game, read_sgf,
    replace_result, replay,
};
use sgmp_board::rules::{BoardSize, Color, Komi, Margin, Move, Point};

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn point(size: BoardSize) -> impl Strategy<Value = Point> {
    let line = 0..size.lines();
    (line.clone(), line).prop_map(|(column, row)| Point::new(column, row).unwrap())
}

fn stones(size: BoardSize) -> impl Strategy<Value = BTreeMap<Point, Color>> {
    btree_map(point(size), color(), 0..40)
}

/// One line of printable text with something in it; ASCII, or any letters.
fn line(format: Format) -> BoxedStrategy<String> {
    match format {
        Format::Fjk => "[!-~]([ -~]{0,30}[!-~])?".boxed(),
        Format::Ff4 => "[\\]\\\\:;()\\[a-z表ソé\u{1F600}]{1,12}|\\PC{1,20}"
            .prop_map(|text| text.trim().to_owned())
            .prop_filter("something in it", |text| !text.is_empty())
            .boxed(),
    }
}

fn remark(format: Format) -> impl Strategy<Value = String> {
    vec(line(format), 1..4).prop_map(|lines| lines.join("\n"))
}

fn result() -> impl Strategy<Value = GameResult> {
    prop_oneof![
        (-999..999).prop_map(|lead| GameResult::from(Margin::from_half_points(lead))),
        color().prop_map(|winner| GameResult::Resignation { winner }),
        color().prop_map(|winner| GameResult::Time { winner }),
        color().prop_map(|winner| GameResult::Forfeit { winner }),
        color().prop_map(|winner| GameResult::Win { winner }),
        Just(GameResult::Void),
        Just(GameResult::Unknown),
    ]
}

fn seconds() -> impl Strategy<Value = Duration> {
    (0..1_000_000_u64).prop_map(Duration::from_secs)
}

fn player(format: Format) -> impl Strategy<Value = Player> {
    (option::of(line(format)), option::of(line(format)))
        .prop_map(|(name, rank)| Player { name, rank })
}

fn info(format: Format) -> impl Strategy<Value = GameInfo> {
    let text = || option::of(line(format));
    let terms = (
        option::of((-1000..1000_i16).prop_map(Komi::from_half_points)),
        0..10_u8,
        option::of(seconds()),
        result(),
        option::of(remark(format)),
    );
    let players = (player(format), player(format));
    let texts = (text(), text(), text(), text(), text(), text());
    (terms, players, texts).prop_map(|(terms, (black, white), texts)| {
        let (komi, handicap, time_limit, result, comment) = terms;
        let (date, place, event, round, name, rules) = texts;
        GameInfo {
            komi,
            handicap,
            players: ByColor { black, white },
            date,
            place,
            event,
            round,
            name,
            rules,
            time_limit,
            result,
            comment,
        }
    })
}

fn played(size: BoardSize, format: Format) -> impl Strategy<Value = RecordedMove> {
    let mv = prop_oneof![9 => point(size).prop_map(Move::Play), 1 => Just(Move::Pass)];
    let comment = prop_oneof![5 => Just(None), 1 => remark(format).prop_map(Some)];
    (color(), mv, option::of(seconds()), comment).prop_map(|(color, mv, time_left, comment)| {
        RecordedMove {
            color,
            mv,
            time_left,
            comment,
        }
    })
}

fn record(format: Format) -> impl Strategy<Value = GameRecord> {
    (BoardSize::MIN..=BoardSize::MAX)
        .prop_map(|lines| BoardSize::new(lines).unwrap())
        .prop_flat_map(move |size| {
            let setup = (stones(size), option::of(color()));
            let end = option::of(stones(size));
            let moves = vec(played(size, format), 0..60);
            (Just(size), info(format), setup, moves, end)
        })
        .prop_map(|(size, info, (stones, to_play), moves, end)| {
            let mut record = GameRecord::new(size);
            record.info = info;
            record.set_setup(Setup { stones, to_play }).unwrap();
            for played in moves {
                record.push(played).unwrap();
            }
            if let Some(owner) = end {
                record.set_end(Territory { owner }).unwrap();
            }
            record
        })
}

/// Records that the FJK form has room for.
fn fit_for_fjk(record: &GameRecord) -> GameRecord {
    let mut fit = GameRecord::new(record.size());
    fit.info = record.info.clone();
    if fit.info.round.is_some() {
        fit.info.name = None;
    }
    fit.set_setup(record.setup().clone()).unwrap();
    for played in record.moves() {
        let time_left = None;
        fit.push(RecordedMove {
            time_left,
            ..played.clone()
        })
        .unwrap();
    }
    fit
}

/// A change to a file: at a place (of 65,536), so many bytes go and these come.
type Edit = (u16, usize, Vec<u8>);

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let byte = prop_oneof![
        any::<u8>(),
        proptest::sample::select(b"()[];\\:BWt \n".to_vec())
    ];
    vec((any::<u16>(), 0..6_usize, vec(byte, 0..6)), 1..8)
}

fn edit(mut bytes: Vec<u8>, edits: &[Edit]) -> Vec<u8> {
    for (place, gone, come) in edits {
        let start = usize::from(*place) * bytes.len() / 65_536;
        let end = bytes.len().min(start + gone);
        bytes.splice(start..end, come.iter().copied());
    }
    bytes
}

/// Whatever is read can be written and read again as the same game.
fn check_file(bytes: &[u8]) {
    for number in 1..=count_games(bytes).min(3) {
        if let Ok(reading) = read_game(bytes, number) {
            let _ = replay(&reading.record, usize::MAX);
            assert!(
                reading
                    .remarks
                    .iter()
                    .all(|remark| remark.to_string().len() < 3000)
            );
        }
    }
    check_results(bytes);
    let record = match read_sgf(bytes) {
        Ok(record) => record,
        Err(error) => {
            assert!(error.offset <= bytes.len() && error.line >= 1, "{error}");
            assert!(error.to_string().len() < 300, "{error}");
            return;
        }
    };
    for format in [Format::Fjk, Format::Ff4] {
        let text = record.to_sgf(format);
        let again = read_sgf(text.as_bytes()).unwrap();
        assert_eq!(compare(&record, &again), None, "{text}");
    }
}

/// A result goes into whatever every command reads, and changes nothing else.
fn check_results(bytes: &[u8]) {
    let Ok(SgfReading { record, .. }) = read_game(bytes, 1) else {
        return;
    };
    if let Ok(finished) = replace_result(bytes, 1, "B+R".parse().unwrap(), ResultEntry::Plain) {
        let finished = read_game(&finished, 1).unwrap().record;
        assert_eq!(compare(&record, &finished), None);
        assert_eq!(finished.info.result.to_string(), "B+R");
    }
    let note = ResultNote {
        why: "judge: [a\\]",
        at: Timestamp::UNIX_EPOCH,
    };
    let ruling = ResultEntry::Ruling(note);
    if let Ok(ruled) = replace_result(bytes, 1, "W+2.5".parse().unwrap(), ruling) {
        let ruled = read_game(&ruled, 1).unwrap().record;
        assert_eq!(compare(&record, &ruled), None);
        assert_eq!(ruled.info.result.to_string(), "W+2.5");
        let comment = ruled.info.comment.unwrap();
        assert!(
            comment.contains("W+2.5: judge: [a\\] (1970-01-01T00:00:00Z)"),
            "{comment}"
        );
    }
}

proptest! {
    #[test]
    fn the_current_form_keeps_everything(record in record(Format::Ff4)) {
        let text = record.to_sgf(Format::Ff4);
        prop_assert_eq!(read_sgf(text.as_bytes()).unwrap(), record);
    }

    #[test]
    fn the_fjk_form_keeps_what_it_has_room_for(record in record(Format::Fjk)) {
        let text = record.to_sgf(Format::Fjk);
        prop_assert!(text.is_ascii());
        prop_assert_eq!(read_sgf(text.as_bytes()).unwrap(), fit_for_fjk(&record));
    }

    #[test]
    fn the_fjk_form_of_any_text_keeps_the_moves(record in record(Format::Ff4)) {
        let text = record.to_sgf(Format::Fjk);
        prop_assert!(text.is_ascii() || text.contains("FF[1]CA[UTF-8]"));
        prop_assert_eq!(compare(&read_sgf(text.as_bytes()).unwrap(), &record), None);
    }

    #[test]
    fn a_record_differs_from_its_beginning(record in record(Format::Fjk), keep in any::<prop::sample::Index>()) {
        prop_assume!(!record.moves().is_empty());
        let keep = keep.index(record.moves().len());
        let mut start = GameRecord::new(record.size());
        start.set_setup(record.setup().clone()).unwrap();
        for played in &record.moves()[..keep] {
            start.push(played.clone()).unwrap();
        }
        let told = compare(&start, &record).unwrap().to_string();
        prop_assert!(told.starts_with(&format!("move {} is missing here", keep + 1)), "{}", told);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        check_file(&bytes);
        check_file(&[b"(;FF[4]", &bytes[..], b")"].concat());
        check_file(&[b"(;CA[Shift_JIS]C[", &bytes[..], b"];B[aa])"].concat());
    }

    #[test]
    fn damaged_records_are_read_or_refused(
        record in record(Format::Ff4),
        current in any::<bool>(),
        edits in edits(),
    ) {
        let format = if current { Format::Ff4 } else { Format::Fjk };
        check_file(&edit(record.to_sgf(format).into_bytes(), &edits));
    }

    #[test]
    fn damaged_old_files_are_read_or_refused(old in any::<bool>(), edits in edits()) {
        let file: &[u8] = if old {
            include_bytes!("../../fixtures/sgf/old.sgf")
        } else {
            include_bytes!("../../fixtures/sgf/shift_jis.sgf")
        };
        check_file(&edit(file.to_vec(), &edits));
    }
}
