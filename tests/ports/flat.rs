//! Memory, threads and descriptors stay flat over many matches in one process.

use std::time::Duration;

use clap::Parser;
use jiff::Timestamp;
use sgmp_board::record::GameRecord;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, ByColor, Color, Komi, Move, Point, Rules};
use sgmp_go::cli::{Cli, Exit};
use sgmp_match::play::journal::Entry;
use sgmp_match::play::{
    ClaimPolicy, Decision, Event, JournalSink, Match, RecordSink, StoreError, Stores, Terms,
    WallClock,
};
use sgmp_proto::{Config, Instant};

use crate::alone::is_alone;

/// Matches in virtual time before the first look, and in each round.
const VIRTUAL_WARM_UP: usize = 100;
const VIRTUAL: usize = 250;
/// Matches over real ptys before the first look, and in each round.
const REAL_WARM_UP: usize = 3;
const REAL: usize = 5;
/// Rounds until one of them leaves the memory as it was. What is kept for good is soon there; a
/// leak goes on.
const MAX_ROUNDS: usize = 6;
/// The memory that a round may leave behind, in KiB: half a KiB for each match in virtual time.
const SLACK: u64 = 128;
/// After so many moves both sides pass.
const MOVES: usize = 40;
/// More steps are a match that does not end.
const MAX_STEPS: u32 = 10_000;

/// Descriptors, threads, and resident memory in KiB.
#[derive(Clone, Copy, Debug)]
struct Held {
    descriptors: usize,
    threads: usize,
    memory: u64,
}

impl Held {
    fn now() -> Self {
        let entries = |folder: &str| std::fs::read_dir(folder).expect(folder).count();
        let status = std::fs::read_to_string("/proc/self/status").expect("a status");
        let memory = status.lines().find_map(|line| {
            let words = line.strip_prefix("VmRSS:")?;
            words.split_whitespace().next()?.parse().ok()
        });
        Self {
            descriptors: entries("/proc/self/fd"),
            threads: entries("/proc/self/task"),
            memory: memory.expect("VmRSS"),
        }
    }
}

/// Plays rounds of matches until one leaves no more memory behind than there was, and none a
/// descriptor or a thread.
#[track_caller]
fn stays_flat(round: impl Fn()) {
    let mut looks = vec![Held::now()];
    for _ in 0..MAX_ROUNDS {
        let before = looks[looks.len() - 1];
        round();
        let after = Held::now();
        looks.push(after);
        assert_eq!(after.descriptors, before.descriptors, "{looks:?}");
        assert_eq!(after.threads, before.threads, "{looks:?}");
        if after.memory <= before.memory + SLACK {
            println!("{looks:?}");
            return;
        }
    }
    panic!("every round leaves memory behind: {looks:?}");
}

/// A journal and a record that are written as they would be, and forgotten.
#[derive(Default)]
struct Nowhere(usize);

impl JournalSink for Nowhere {
    fn append(&mut self, entry: &Entry) -> Result<(), StoreError> {
        self.0 += serde_json::to_string(entry).map_err(StoreError::new)?.len();
        Ok(())
    }
}

impl RecordSink for Nowhere {
    fn keep(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        self.0 += record.to_sgf(sgmp_board::record::Format::Fjk).len();
        Ok(())
    }
}

fn terms(color: Color) -> Terms {
    Terms {
        color,
        size: BoardSize::new(9).expect("nine lines"),
        komi: Komi::FIVE_AND_A_HALF,
        rules: Rules::Japanese.into(),
        main_time: Duration::from_secs(3000),
        used: Duration::ZERO,
        names: ByColor::new("Hoshi".to_owned(), "Tengen".to_owned()),
        event: String::new(),
        place: String::new(),
        round: "1".to_owned(),
        date: "2000-06-01".to_owned(),
        handicap: sgmp_proto::Handicap::EVEN,
        dialect: sgmp_match::play::Dialect::Fjk,
    }
}

fn side(color: Color) -> Match {
    let terms = terms(color);
    let config = Config {
        size: terms.size,
        ..Config::tournament(color)
    };
    let patience = ClaimPolicy {
        opponent_grace: Some(Duration::from_secs(60)),
    };
    let stores = Stores {
        journal: Box::<Nowhere>::default(),
        record: Box::<Nowhere>::default(),
    };
    let wall = WallClock(Timestamp::UNIX_EPOCH);
    Match::builder(terms, patience, stores, wall).start(config, Instant::ZERO)
}

/// Any legal move; a pass when there has been enough.
fn choose(game: &Match, chance: &mut Rng) -> Move {
    let game = game.game();
    let count = game.move_count();
    let points: Vec<Point> = Point::all(BoardSize::new(9).expect("nine lines")).collect();
    let start = usize::try_from(chance.below(81)).expect("small");
    let candidates = (0..81).map(|step| Move::Play(points[(start + step) % 81]));
    let mut legal = candidates.filter(|mv| game.legality(game.to_move(), *mv).is_ok());
    legal.next().filter(|_| count < MOVES).unwrap_or(Move::Pass)
}

/// A match of two of ours in virtual time, on a line that loses one frame in nine.
fn virtual_match(seed: u64) {
    let mut sides = Color::BOTH.map(side);
    let (mut now, mut chance) = (Instant::ZERO, Rng::from_seed(seed));
    for _ in 0..MAX_STEPS {
        // Time passes when both have nothing left to do in this moment.
        let black = act(&mut sides, 0, now, &mut chance);
        let white = act(&mut sides, 1, now, &mut chance);
        if black || white {
            continue;
        }
        if sides.iter().all(Match::is_finished) {
            let [black, white] = &sides;
            assert_eq!(black.game().moves(), white.game().moves());
            assert_eq!(black.game().move_count(), MOVES + 2);
            return;
        }
        let deadlines = sides.iter().filter_map(Match::poll_timeout);
        now = deadlines.min().map_or(now, |deadline| deadline.max(now));
        for side in &mut sides {
            side.handle_timeout(now);
        }
    }
    panic!("match {seed} does not end");
}

/// Does all that one side has to do in this moment. Returns whether there was anything.
fn act(sides: &mut [Match; 2], at: usize, now: Instant, chance: &mut Rng) -> bool {
    let mut acted = false;
    while let Some(transmit) = sides[at].poll_transmit(now) {
        acted = true;
        if chance.below(9) > 0 {
            sides[1 - at].handle_bytes(now, &transmit.bytes());
        }
    }
    let side = &mut sides[at];
    while let Some(event) = side.poll_event() {
        if matches!(event, Event::Ended(end) if end.wants_assessment()) {
            side.settle(None, now);
        }
    }
    if side.is_our_turn() {
        acted = true;
        let mv = choose(side, chance);
        side.play(Decision::Move(mv), now).expect("legal");
    }
    side.keep_record();
    acted
}

/// A match of two of ours over a real pty pair, journals and records on disk.
fn real_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("a plain name");
    let words = [
        "sgmp-go", "loopback", "--quiet", "--size", "7", "--dir", dir,
    ];
    let thinking = ["--playouts", "40", "--threads", "1", "--memory", "16M"];
    let cli = Cli::try_parse_from(words.into_iter().chain(thinking)).expect("words");
    let exit = sgmp_go::cli::run(cli).expect("a match");
    assert_eq!(exit, Exit::Done);
}

/// One pool of memory for all threads: else each new one may open another, up to eight a core, and
/// keep it, which would look like a leak for the first hundred matches.
const POOLS: (&str, &str) = ("MALLOC_ARENA_MAX", "1");

/// Large blocks go back to the system when they are given up: else the allocator raises this bound
/// by itself and keeps what trees and readings needed, in ever larger pieces.
const BLOCKS: (&str, &str) = ("MALLOC_MMAP_THRESHOLD_", "131072");

#[test]
fn matches_leave_nothing_behind() {
    // The allocator reads these when the process starts.
    if !is_alone("flat::matches_leave_nothing_behind", &[POOLS, BLOCKS]) {
        return;
    }
    let play_virtual = |from: usize, count: usize| {
        (from..from + count).for_each(|seed| virtual_match(seed as u64));
    };
    play_virtual(0, VIRTUAL_WARM_UP);
    stays_flat(|| play_virtual(VIRTUAL_WARM_UP, VIRTUAL));

    (0..REAL_WARM_UP).for_each(|_| real_match());
    stays_flat(|| (0..REAL).for_each(|_| real_match()));
}
