//! The journal as a match uses it: entries that read back, an order that is kept, and damage
//! that is never taken for a game.

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use sgmp_board::rules::{BoardSize, Color, Move, Point, Rules};
use sgmp_match::play::journal::{
    Entry, FORMAT, Journal, JournalError, JournalFile, LinkState, Opened, OrderFault, Recorded,
    UsedTime,
};
use tempfile::TempDir;

/// A folder and the path of a journal in it.
fn place() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.journal");
    (folder, path)
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(952_261_200 + second).unwrap()
}

fn opened() -> Opened {
    Opened {
        format: FORMAT,
        program: "sgmp-go 0.1.0".to_owned(),
        our_color: Color::White,
        size: BoardSize::new(9).unwrap(),
        komi_half_points: 11,
        rules: Rules::Japanese,
        dead_stones_stay: false,
        dialect: sgmp_match::play::journal::WireForm::Fjk,
        handicap: 0,
        main_time_ms: 3_000_000,
        used_ms: 0,
        black: "Ōta \"the wall\"".to_owned(),
        white: "sgmp-go".to_owned(),
        event: "FJK 2000".to_owned(),
        place: String::new(),
        round: "1".to_owned(),
        date: "2000-03-05".to_owned(),
        sgf: "match.sgf".to_owned(),
        sgf_format: "fjk".to_owned(),
        player: vec!["--level".to_owned(), "5".to_owned()],
        at: at(0),
    }
}

fn link() -> LinkState {
    LinkState {
        phase: "playing".to_owned(),
        mine: 0,
        taken: 1,
        pending: None,
        last_ack: Some([0x02, 0x88, 0x87, 0xFF]),
    }
}

fn mover(number: u16) -> Color {
    if number % 2 == 1 {
        Color::Black
    } else {
        Color::White
    }
}

fn played(number: u16, mv: &str) -> Entry {
    Entry::Move {
        number,
        color: mover(number),
        mv: Point::parse(mv).map_or(Move::Pass, Move::Play),
        link: link(),
        clocks: UsedTime::default(),
        at: at(number.into()),
    }
}

fn ended(result: &str) -> Entry {
    Entry::Ended {
        result: result.to_owned(),
        reason: "by the judge".to_owned(),
        at: at(99),
    }
}

fn json(entry: &Entry) -> Vec<u8> {
    serde_json::to_vec(entry).unwrap()
}

fn write(path: &Path, entries: &[Entry]) {
    let mut journal = Journal::create(path, &opened()).unwrap();
    for entry in entries {
        journal.append(entry).unwrap();
    }
}

fn small_match() -> Vec<Entry> {
    let state = link();
    vec![
        Entry::Link { state, at: at(0) },
        played(1, "D4"),
        Entry::LinkDown { at: at(1) },
        Entry::LinkUp { at: at(1) },
        played(2, "pass"),
    ]
}

#[test]
fn a_match_goes_on_where_it_stood() {
    let (_folder, path) = place();
    write(&path, &small_match());

    let (mut journal, recorded) = Journal::open(&path).unwrap();
    assert_eq!(recorded.opened, opened());
    assert_eq!(recorded.entries, small_match());
    assert_eq!(recorded.torn, None);
    assert_eq!(journal.path(), path);
    let again = journal.append(&played(2, "E5")).unwrap_err();
    assert!(again.to_string().contains("entry 7"), "{again}");
    journal.append(&played(3, "E5")).unwrap();

    let mut entries = small_match();
    entries.push(played(3, "E5"));
    assert_eq!(Journal::read(&path).unwrap().entries, entries);
}

#[test]
fn one_process_plays_one_match() {
    let (_folder, path) = place();
    let playing = Journal::create(&path, &opened()).unwrap();
    let second = Journal::open(&path).unwrap_err();
    assert!(matches!(second, JournalError::Locked { .. }), "{second}");
    let other = Journal::create(&path, &opened()).unwrap_err();
    let exists = matches!(other, JournalError::AlreadyExists { .. });
    assert!(exists, "{other}");
    assert_eq!(Journal::read(&path).unwrap().opened, opened());
    drop(playing);
    assert!(Journal::open(&path).is_ok());
}

#[test]
fn a_journal_that_cannot_be_begun_leaves_no_file() {
    let (_folder, path) = place();
    let endless = Opened {
        event: "x".repeat(70_000),
        ..opened()
    };
    let error = Journal::create(&path, &endless).unwrap_err();
    assert!(matches!(error, JournalError::RecordSize { .. }), "{error}");
    assert!(!path.exists());
}

#[test]
fn entries_out_of_order_are_neither_written_nor_read() {
    let expected = |expected, found| OrderFault::Number { expected, found };
    let k10 = Point::parse("K10").map(Move::Play).unwrap();
    let off_board = OrderFault::OffBoard {
        mv: k10,
        size: opened().size,
    };
    let mut black_again = played(2, "E5");
    if let Entry::Move { color, .. } = &mut black_again {
        *color = Color::Black;
    }
    let d4 = || vec![played(1, "D4")];
    let reopened = Entry::Opened(Box::new(opened()));
    for (before, wrong, fault) in [
        (vec![], played(2, "D4"), expected(1, 2)),
        (d4(), played(1, "E5"), expected(2, 1)),
        (d4(), played(3, "E5"), expected(2, 3)),
        (d4(), black_again, OrderFault::Turn(Color::Black)),
        (vec![], played(1, "K10"), off_board),
        (vec![ended("?")], played(1, "D4"), OrderFault::Ended),
        (vec![], reopened, OrderFault::OpenedAgain),
    ] {
        let (_folder, path) = place();
        write(&path, &before);
        let (mut journal, _) = Journal::open(&path).unwrap();
        let end = fs::metadata(&path).unwrap().len();
        check_fault(&journal.append(&wrong).unwrap_err(), fault, end);
        assert_eq!(fs::metadata(&path).unwrap().len(), end);
        drop(journal);

        let (mut file, _) = JournalFile::open(&path).unwrap();
        file.append(&json(&wrong)).unwrap();
        check_fault(&Journal::read(&path).unwrap_err(), fault, end);
    }
}

fn check_fault(error: &JournalError, expected: OrderFault, at: u64) {
    let JournalError::OutOfOrder { fault, offset, .. } = error else {
        panic!("{error}");
    };
    assert_eq!((*fault, *offset), (expected, at));
    assert!(error.to_string().contains(&format!("byte {at}")), "{error}");
}

#[test]
fn after_the_end_the_line_and_the_judge_still_have_their_say() {
    let (_folder, path) = place();
    let state = link();
    let (charged_ms, to) = (5, Color::Black);
    let resumed = Entry::Resumed {
        at: at(2),
        charged_ms,
        given_back_ms: 0,
        to,
    };
    let acknowledged = Entry::Link { state, at: at(1) };
    let entries = [ended("?"), acknowledged, resumed, ended("W+R")];
    write(&path, &entries);
    assert_eq!(Journal::read(&path).unwrap().entries, entries);
}

#[test]
fn what_another_version_wrote_is_named() {
    let (_folder, path) = place();
    let newer = Opened {
        format: FORMAT + 1,
        ..opened()
    };
    let mut file = JournalFile::create(&path).unwrap();
    file.append(&json(&Entry::Opened(Box::new(newer)))).unwrap();
    let error = Journal::read(&path).unwrap_err();
    let format = matches!(error, JournalError::Format { found: 2, .. });
    assert!(format, "{error}");
    drop(file);

    fs::remove_file(&path).unwrap();
    write(&path, &[]);
    let (mut file, _) = JournalFile::open(&path).unwrap();
    let end = file.end();
    file.append(br#"{"kind":"swapped"}"#).unwrap();
    let text = Journal::read(&path).unwrap_err().to_string();
    let place = format!("entry 2 of journal {} (at byte {end})", path.display());
    assert!(text.contains(&place), "{text}");
    assert!(text.contains("`swapped`"), "{text}");
}

#[test]
fn a_first_entry_that_is_missing_or_another_is_an_error() {
    let (_folder, path) = place();
    let mut file = JournalFile::create(&path).unwrap();
    let error = Journal::read(&path).unwrap_err();
    assert!(matches!(error, JournalError::NeverBegun { .. }), "{error}");
    file.append(&json(&played(1, "D4"))).unwrap();
    let error = Journal::read(&path).unwrap_err();
    check_fault(&error, OrderFault::NotOpened, 18);
}

fn is_start_of_match(recorded: &Recorded, keep: usize) -> bool {
    recorded.opened == opened() && recorded.entries == small_match()[..keep]
}

#[test]
fn a_flipped_bit_anywhere_is_an_error_or_drops_only_the_last_entry() {
    let (_folder, path) = place();
    write(&path, &small_match());
    let good = fs::read(&path).unwrap();
    let records = JournalFile::read(&path).unwrap().records;
    let last = records.last().unwrap().offset;
    for byte in 0..good.len() {
        let mut bad = good.clone();
        bad[byte] ^= 1 << (byte % 8);
        fs::write(&path, &bad).unwrap();
        match Journal::read(&path) {
            Ok(recorded) => {
                assert!(byte as u64 >= last, "byte {byte} went unseen");
                assert!(is_start_of_match(&recorded, 4), "byte {byte}");
                assert_eq!(recorded.torn.unwrap().offset, last);
            }
            Err(JournalError::Corrupt { offset, .. }) => assert!(offset <= byte as u64),
            Err(error) => panic!("byte {byte}: {error}"),
        }
    }
}

#[test]
fn a_file_cut_anywhere_resumes_with_its_whole_entries() {
    let (_folder, path) = place();
    write(&path, &small_match());
    let good = fs::read(&path).unwrap();
    let records = JournalFile::read(&path).unwrap().records;
    // Where records end: each where the next begins.
    let starts = records.iter().map(|record| record.offset);
    let edges: Vec<u64> = starts.chain([good.len() as u64]).collect();
    for len in 0..good.len() {
        fs::write(&path, &good[..len]).unwrap();
        let len = len as u64;
        let whole = edges[1..].iter().filter(|end| **end <= len).count();
        if whole == 0 {
            let error = Journal::open(&path).unwrap_err();
            assert!(matches!(error, JournalError::NeverBegun { .. }), "{error}");
            continue;
        }
        let (_, recorded) = Journal::open(&path).unwrap();
        assert!(is_start_of_match(&recorded, whole - 1), "cut to {len}");
        let torn = recorded.torn.map_or(0, |torn| torn.bytes);
        assert_eq!(torn, len - edges[whole], "cut to {len}");
        assert_eq!(fs::metadata(&path).unwrap().len(), edges[whole]);
    }
}

#[test]
fn what_follows_a_torn_entry_reads_back() {
    let (_folder, path) = place();
    write(&path, &small_match());
    let good = fs::read(&path).unwrap();
    fs::write(&path, &good[..good.len() - 1]).unwrap();
    let (mut journal, recorded) = Journal::open(&path).unwrap();
    let text = recorded.torn.unwrap().to_string();
    assert!(text.contains("cut short"), "{text}");
    journal.append(&played(2, "pass")).unwrap();
    drop(journal);
    assert_eq!(fs::read(&path).unwrap(), good);
}

fn frame() -> impl Strategy<Value = Option<[u8; 4]>> {
    any::<Option<[u8; 4]>>()
}

fn link_state() -> impl Strategy<Value = LinkState> {
    let parts = (any::<String>(), 0..2_u8, 0..2_u8, frame(), frame());
    parts.prop_map(|(phase, mine, taken, pending, last_ack)| LinkState {
        phase,
        mine,
        taken,
        pending,
        last_ack,
    })
}

fn timestamp() -> impl Strategy<Value = Timestamp> {
    (-9_999_999_999..99_999_999_999_i64, 0..1_000_000_000_i32)
        .prop_map(|(second, nano)| Timestamp::new(second, nano).unwrap())
}

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn mv() -> impl Strategy<Value = Move> {
    (0..9_u8, 0..10_u8).prop_map(|(column, row)| match Point::new(column, row) {
        Some(point) if row < 9 => Move::Play(point),
        _ => Move::Pass,
    })
}

/// A move, still without its number and side.
fn any_move() -> impl Strategy<Value = Entry> {
    let clocks = (any::<u64>(), any::<u64>()).prop_map(|(black_ms_used, white_ms_used)| UsedTime {
        black_ms_used,
        white_ms_used,
    });
    (mv(), link_state(), clocks, timestamp()).prop_map(|(mv, link, clocks, at)| Entry::Move {
        number: 0,
        color: Color::Black,
        mv,
        link,
        clocks,
        at,
    })
}

/// Any entry between the first and the last.
fn any_entry() -> impl Strategy<Value = Entry> {
    let resumed = (timestamp(), any::<u64>(), any::<u64>(), color());
    let resumed = resumed.prop_map(|(at, charged_ms, given_back_ms, to)| Entry::Resumed {
        at,
        charged_ms,
        given_back_ms,
        to,
    });
    prop_oneof![
        4 => any_move(),
        1 => (link_state(), timestamp()).prop_map(|(state, at)| Entry::Link { state, at }),
        1 => resumed,
        1 => timestamp().prop_map(|at| Entry::LinkDown { at }),
        1 => timestamp().prop_map(|at| Entry::LinkUp { at }),
        1 => timestamp().prop_map(|at| Entry::OverTime { at }),
    ]
}

fn numbered(mut entries: Vec<Entry>) -> Vec<Entry> {
    let mut next = 0;
    for entry in &mut entries {
        if let Entry::Move { number, color, .. } = entry {
            next += 1;
            *number = next;
            *color = mover(next);
        }
    }
    entries
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_match_reads_back(
        mut entries in vec(any_entry(), 0..20).prop_map(numbered),
        texts: [String; 3], komi: i16, times: [u64; 2], at in timestamp(),
    ) {
        let (_folder, path) = place();
        let [black, result, reason] = texts;
        let terms = Opened {
            black,
            komi_half_points: komi,
            rules: Rules::Japanese,
            dialect: sgmp_match::play::journal::WireForm::Fjk,
            handicap: 0,
            main_time_ms: times[0],
            used_ms: times[1],
            at,
            ..opened()
        };
        entries.push(Entry::Ended { result, reason, at });
        let mut journal = Journal::create(&path, &terms).unwrap();
        for entry in &entries {
            journal.append(entry).unwrap();
        }
        drop(journal);
        let (_, recorded) = Journal::open(&path).unwrap();
        prop_assert_eq!(recorded, Recorded { opened: terms, entries, torn: None });
    }

    #[test]
    fn any_bytes_as_a_file_or_an_entry_are_an_error(junk: Vec<u8>) {
        let (_folder, path) = place();
        fs::write(&path, &junk).unwrap();
        prop_assert!(Journal::open(&path).is_err());
        fs::remove_file(&path).unwrap();

        write(&path, &small_match());
        let (mut file, _) = JournalFile::open(&path).unwrap();
        if file.append(&junk).is_ok() {
            prop_assert!(Journal::read(&path).is_err());
        }
    }
}
