//! Inputs of any size and any depth, and real files with damage in them: every reader answers with
//! a value or an error, in bounded time. The fuzz targets (`fuzz/`) go on where this stops.

#![allow(
    clippy::disallowed_methods,
    reason = "what is asserted is that real time is bounded"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use sgmp_board::record::{SgfFault, read_sgf};
use sgmp_match::gtp::{Input, MAX_LINE, Splitter};
use sgmp_match::play::journal::{Journal, JournalFile};
use sgmp_match::port::trace::{TraceError, read_trace};
use sgmp_proto::{Color, Config, Session};

/// Nesting, repetitions: far beyond any recursion that a stack of 2 MiB would survive.
const DEEP: usize = 100_000;
/// A reader needs less than a second for some MiB. On a slow machine it may take longer; a reader
/// that looks at its input once for each byte of it takes days.
const HANG_TIMEOUT: Duration = Duration::from_secs(600);

/// The answer of a reader that does not hang.
#[track_caller]
fn answers<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let answer = work();
    let taken = begun.elapsed();
    assert!(taken < HANG_TIMEOUT, "{what} took {taken:?}");
    answer
}

/// Every file below a folder of fixtures whose name ends like this.
fn fixtures(folder: &str, end: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures")
        .join(folder);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == end))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} has no .{end}", folder.display());
    paths
        .iter()
        .map(|path| fs::read(path).expect("a file"))
        .collect()
}

/// Damage to a file, as bad disks and bad editors do it.
#[derive(Clone, Debug)]
enum Damage {
    Flip(Index, u8),
    Cut(Index),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        (any::<Index>(), 1..=u8::MAX).prop_map(|(at, flips)| Damage::Flip(at, flips)),
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), vec(any::<u8>(), 1..20)).prop_map(|(at, junk)| Damage::Insert(at, junk)),
        (any::<Index>(), 1..60_usize).prop_map(|(at, len)| Damage::Remove(at, len)),
        (any::<Index>(), 1..60_usize).prop_map(|(at, len)| Damage::Repeat(at, len)),
    ]
}

fn damaged(mut file: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        if file.is_empty() {
            break;
        }
        let len = file.len();
        let piece = |at: &Index, count: &usize| at.index(len)..(at.index(len) + count).min(len);
        match damage {
            Damage::Flip(at, flips) => file[at.index(len)] ^= flips,
            Damage::Cut(at) => file.truncate(at.index(len)),
            Damage::Insert(at, junk) => {
                let at = at.index(len);
                file.splice(at..at, junk.iter().copied());
            }
            Damage::Remove(at, count) => {
                file.drain(piece(at, count));
            }
            Damage::Repeat(at, count) => {
                let again = file[piece(at, count)].to_vec();
                let at = at.index(len);
                file.splice(at..at, again);
            }
        }
    }
    file
}

/// One of these files with up to eight damages.
fn any_damaged(files: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    (prop::sample::select(files), vec(damage(), 1..8))
        .prop_map(|(file, damages)| damaged(file, &damages))
}

fn journal_of(bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.journal");
    fs::write(&path, bytes).expect("a journal");
    (folder, path)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn damaged_records(bytes in any_damaged(fixtures("sgf", "sgf"))) {
        if let Err(error) = read_sgf(&bytes) {
            prop_assert!(error.offset <= bytes.len());
            prop_assert!(!error.to_string().contains('\n'), "{}", error);
        }
    }

    #[test]
    fn damaged_traces(bytes in any_damaged([fixtures("traces", "txt"), fixtures("traces/handmade", "txt")].concat())) {
        if let Ok(trace) = read_trace(&bytes) {
            // What is damaged may be raw bytes, which are put into lines here.
            prop_assert!(trace.lines.len() + trace.notes.len() + trace.skipped <= bytes.len() + 1);
            let (all, games) = (trace.lines.len(), trace.into_games());
            prop_assert_eq!(games.iter().map(|game| game.lines.len()).sum::<usize>(), all);
        }
    }

    #[test]
    fn damaged_journals(bytes in any_damaged(fixtures("journals", "journal"))) {
        let (_folder, path) = journal_of(&bytes);
        if let Err(error) = Journal::read(&path) {
            prop_assert!(error.to_string().contains("match.journal"), "{}", error);
        }
    }

    #[test]
    fn a_session_hears_damaged_matches(
        bytes in any_damaged(fixtures("matches", "txt")), waits in vec(0..30_000_000_u64, 1..20),
    ) {
        // The bytes of a trace as they were on the line, both directions into one ear.
        let Ok(trace) = read_trace(&bytes) else { return Ok(()) };
        let heard: Vec<u8> = trace.lines.iter().flat_map(|line| line.bytes.clone()).collect();
        for color in Color::BOTH {
            hear(color, &heard, &waits);
        }
    }
}

/// A session with a caller that accepts every move: it takes all bytes, and it never spins.
fn hear(color: Color, mut bytes: &[u8], waits: &[u64]) {
    let mut micros = 0;
    let mut session = Session::new(Config::tournament(color), sgmp_proto::Instant::ZERO);
    let mut waits = waits.iter().cycle();
    while !bytes.is_empty() {
        let now = sgmp_proto::Instant::from_micros(micros);
        let taken = session.handle_bytes(now, bytes);
        // What a timeout brought about has to be heard of first.
        assert!(taken > 0 || session.poll_event().is_some(), "no progress");
        bytes = &bytes[taken..];
        while let Some(event) = session.poll_event() {
            if matches!(event, sgmp_proto::Event::MoveOffered(..)) {
                session.accept_move(now).expect("offered");
            }
        }
        let sent = std::iter::from_fn(|| session.poll_transmit(now)).count();
        assert!(sent <= 9, "{sent} frames at once");
        micros += waits.next().expect("some waits");
        session.handle_timeout(sgmp_proto::Instant::from_micros(micros));
    }
}

#[test]
fn records_of_any_depth_and_size() {
    let deep = [
        "(".repeat(DEEP),
        "(;".repeat(DEEP),
        format!("(;SZ[9]{}{}", "(;B[aa]".repeat(DEEP), ")".repeat(DEEP + 1)),
        format!("{}{}", "(".repeat(DEEP), ")".repeat(DEEP)),
        format!("(;C[{}", "[".repeat(DEEP)),
        format!("(;C[{}])", "\\]".repeat(DEEP)),
        format!("(;{})", "A".repeat(DEEP)),
        format!("(;AB{})", "[aa]".repeat(DEEP)),
        format!("(;SZ[19]{})", ";B[aa]".repeat(DEEP)),
        format!("(;SZ[{}])", "9".repeat(DEEP)),
    ];
    for text in deep {
        let shown: String = text.chars().take(20).collect();
        if let Err(error) = answers(&shown, || read_sgf(text.as_bytes())) {
            let words = error.to_string();
            assert!(words.len() < 400, "{shown}: {} bytes of error", words.len());
        }
    }
    let huge = vec![b'('; sgmp_board::record::MAX_INPUT];
    assert!(answers("16 MiB", || read_sgf(&huge)).is_err());
    let more = [huge, vec![b' ']].concat();
    let error = read_sgf(&more).expect_err("too large");
    assert_eq!(error.fault, SgfFault::TooLarge);
}

#[test]
fn traces_of_any_size() {
    let size = sgmp_match::port::trace::MAX_INPUT;
    for pattern in [
        "\n",
        "01:a1:a0:80\n",
        "01:",
        "0",
        "Send --> ",
        "\u{feff}",
        "<-- -->\n",
    ] {
        let text = pattern.repeat(size / pattern.len());
        let trace = answers(pattern, || read_trace(text.as_bytes()));
        assert!(trace.is_ok() || trace == Err(TraceError::NoFrames));
    }
}

/// Entries nested far deeper than any entry of ours, with a good checksum.
#[test]
fn journals_of_any_depth_and_size() {
    let longest = sgmp_match::play::journal::MAX_PAYLOAD;
    for (open, close) in [
        ("[", "]"),
        ("{\"kind\":", "}"),
        ("{\"kind\":\"move\",\"link\":", "}"),
    ] {
        let depth = longest / (open.len() + close.len());
        let entry = open.repeat(depth) + &close.repeat(depth);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("match.journal");
        let mut file = JournalFile::create(&path).expect("a journal");
        for _ in 0..20 {
            file.append(entry.as_bytes()).expect("room");
        }
        drop(file);
        assert!(answers(open, || Journal::open(&path)).is_err());
    }
    let zeros = vec![0; 8 << 20];
    let (_folder, path) = journal_of(&zeros);
    assert!(answers("zeros", || Journal::open(&path)).is_err());
}

/// A controller that never ends its line costs no more memory than the longest line.
#[test]
fn lines_of_any_length() {
    let mut splitter = Splitter::new();
    let piece = vec![b'x'; MAX_LINE / 3];
    for _ in 0..300 {
        assert_eq!(splitter.feed(&piece), []);
    }
    assert_eq!(
        splitter.feed(b"\nname\n"),
        [Input::TooLong, Input::Line("name".to_owned())]
    );
    let lines = answers("empty lines", || splitter.feed(&vec![b'\n'; 1 << 20]));
    assert_eq!(lines.len(), 1 << 20);
}

#[test]
fn a_line_that_talks_for_ever() {
    for byte in [0x00, 0x03, b'~', 0x80, 0xFF] {
        let bytes = vec![byte; 1 << 20];
        answers("a MiB", || hear(Color::White, &bytes, &[1000]));
    }
}
