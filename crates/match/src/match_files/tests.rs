//! A journal, or the record beside it, cut short at any byte or with any byte changed: the match
//! goes on where it stood, or it is refused with a reason. Nothing else, and never a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use sgmp_proto::Instant;
use tempfile::TempDir;

use crate::match_files::SgfFile;
use crate::match_files::resumed_match::open_journal;
use crate::play::journal::{Entry, Journal};
use crate::play::{ClaimPolicy, Match, Stores, WallClock};
use crate::port::pause;
use sgmp_board::failure::Blame;
use sgmp_board::record::read_sgf;
use sgmp_board::rules::{Color, Move};

/// Moves of each fixture.
const MOVES: usize = 6;

type Played = Vec<(Color, Move)>;

/// A match that was killed: what it left, and a folder to leave it in.
struct CrashFixture {
    journal: Vec<u8>,
    record: Vec<u8>,
    /// Moves of the journal.
    moves: Played,
    /// Number of them that the record has.
    on_record: usize,
    folder: TempDir,
}

impl CrashFixture {
    fn load(name: &str) -> Self {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/journals");
        let read = |end: &str| fs::read(fixtures.join(name).with_extension(end)).unwrap();
        let path = fixtures.join(name).with_extension("journal");
        let moves = played(&Journal::read(&path).unwrap().entries);
        assert_eq!(moves.len(), MOVES);
        let record = read("sgf");
        Self {
            journal: read("journal"),
            on_record: read_sgf(&record).unwrap().moves().len(),
            record,
            moves,
            folder: folder(),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Resumes from these two files: the moves to go on from, or the refusal.
    fn resume(&self, journal: &[u8], record: Option<&[u8]>) -> Result<Played, String> {
        fs::write(self.path("match.journal"), journal).unwrap();
        let _ = fs::remove_file(self.path("match.sgf"));
        if let Some(record) = record {
            fs::write(self.path("match.sgf"), record).unwrap();
        }
        let path = self.path("match.journal");
        let mut opened = open_journal(&path);
        // The process has other tests: a child that one of them starts has our locks, too, until
        // it runs a program of its own.
        while matches!(&opened, Err(failure) if failure.to_string().contains("is locked")) {
            pause(Duration::from_millis(1));
            opened = open_journal(&path);
        }
        let resumed = opened.map_err(|failure| {
            assert_eq!(failure.blame, Blame::Record, "{failure}");
            failure.to_string()
        })?;
        let patience = ClaimPolicy {
            opponent_grace: Some(Duration::from_secs(60)),
        };
        let config = sgmp_proto::Config {
            size: resumed.terms.size,
            ..sgmp_proto::Config::tournament(resumed.terms.color)
        };
        let shelf = SgfFile::new(resumed.paths.sgf, resumed.format, resumed.remarks);
        let stores = Stores {
            journal: Box::new(resumed.journal),
            record: Box::new(shelf),
        };
        let entries = resumed.recorded.entries.as_slice();
        let wall = WallClock(entries.last().map_or(Timestamp::UNIX_EPOCH, Entry::at));
        let mut game = Match::builder(resumed.terms, patience, stores, wall)
            .resume(config, entries, Instant::ZERO)
            .map_err(|error| error.to_string())?;
        game.keep_record();
        Ok(game.game().moves().iter().map(|mv| (mv.0, mv.1)).collect())
    }

    /// The same, where it has to be the start of the match or a clear refusal.
    fn resumes_or_refuses(
        &self,
        journal: &[u8],
        record: Option<&[u8]>,
        what: &str,
    ) -> Option<usize> {
        match self.resume(journal, record) {
            Ok(moves) => {
                assert!(self.moves.starts_with(&moves), "{what}: {moves:?}");
                let kept = Journal::read(&self.path("match.journal")).unwrap();
                assert_eq!(played(&kept.entries), moves, "{what}: the journal goes on");
                Some(moves.len())
            }
            Err(why) => {
                assert!(
                    why.contains("match.journal") && !why.contains('\n'),
                    "{what}: {why}"
                );
                None
            }
        }
    }
}

/// In memory where the system has a folder for that: every file is flushed, and they are many.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

fn played(entries: &[Entry]) -> Played {
    let moves = entries.iter().filter_map(|entry| match entry {
        Entry::Move { color, mv, .. } => Some((*color, *mv)),
        _ => None,
    });
    moves.collect()
}

/// Every byte changed: one bit of it, and all of them.
fn changed(good: &[u8]) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..good.len()).flat_map(move |byte| {
        [1 << (byte % 8), 0xFF].map(|flips| {
            let mut bad = good.to_vec();
            bad[byte] ^= flips;
            (byte, bad)
        })
    })
}

fn fixtures() -> [CrashFixture; 2] {
    ["black", "white"].map(CrashFixture::load)
}

#[test]
fn what_is_whole_goes_on() {
    for fixture in fixtures() {
        for record in [Some(fixture.record.as_slice()), None] {
            let resumed = fixture.resume(&fixture.journal, record).unwrap();
            assert_eq!(resumed, fixture.moves);
            let written = fs::read(fixture.path("match.sgf")).unwrap();
            let written = read_sgf(&written).unwrap();
            assert_eq!(written.moves().len(), MOVES, "the record catches up");
        }
    }
}

#[test]
fn a_journal_cut_at_any_byte() {
    for fixture in fixtures() {
        let mut last = 0;
        for len in 0..fixture.journal.len() {
            let cut = &fixture.journal[..len];
            let what = format!("cut at {len}");
            let alone = fixture.resumes_or_refuses(cut, None, &what);
            let beside = fixture.resumes_or_refuses(cut, Some(&fixture.record), &what);
            let moves = alone.unwrap_or(0);
            assert!(moves >= last, "{what}: fewer moves of more bytes");
            last = moves;
            // Else the record says that more was played.
            let agrees = alone.filter(|moves| *moves >= fixture.on_record);
            assert_eq!(beside, agrees, "{what}");
        }
        assert!(last >= MOVES - 1, "{last} moves of all bytes but one");
    }
}

#[test]
fn a_journal_with_any_byte_changed() {
    for fixture in fixtures() {
        let mut dropped = 0;
        for (byte, bad) in changed(&fixture.journal) {
            let what = format!("byte {byte} changed");
            let alone = fixture.resumes_or_refuses(&bad, None, &what);
            let beside = fixture.resumes_or_refuses(&bad, Some(&fixture.record), &what);
            assert!(
                alone.is_none_or(|moves| moves >= MOVES - 1),
                "{what}: {alone:?}"
            );
            let agrees = alone.filter(|moves| *moves >= fixture.on_record);
            assert_eq!(beside, agrees, "{what}");
            dropped += usize::from(alone.is_some());
        }
        // The last entry alone can pass for torn.
        assert!(
            dropped > 0 && dropped < fixture.journal.len() / 2,
            "{dropped}"
        );
    }
}

#[test]
fn a_record_cut_or_changed_at_any_byte() {
    for fixture in fixtures() {
        let cuts = (0..fixture.record.len()).map(|len| (len, fixture.record[..len].to_vec()));
        for (byte, bad) in cuts.chain(changed(&fixture.record)) {
            let what = format!("record, byte {byte}");
            let moves = fixture.resumes_or_refuses(&fixture.journal, Some(&bad), &what);
            assert!(
                moves.is_none_or(|moves| moves == MOVES),
                "{what}: {moves:?}"
            );
        }
    }
}
