//! Thousands of whole games between two sessions on bad lines, in virtual time.
//!
//! Every game has to show this: it ends, both sides have the same moves, and those are the moves
//! of the script, each once. Two things no protocol of this kind can promise are told apart and
//! not demanded: a game in which noise passed the checksum (the line knows), and the final pass
//! lost at its first sending and all its three resends.

use core::fmt::Write as _;
use core::time::Duration;

use sgmp_proto::sim::{End, Noise, Pair, Probability, Report, Setup, random_game};
use sgmp_proto::{BoardSize, Color, Config, Pace, Phase, Vertex, WireMove};

const STONES: usize = 22;
/// Stones and the two passes.
const MOVES: usize = STONES + 2;

fn setup(noise: Noise, seed: u64) -> Setup {
    // A side whose peer has stopped would go on resending until its operator stops it.
    let config = |color| Config {
        max_resends: Some(50),
        ..Config::tournament(color)
    };
    Setup {
        black: config(Color::Black),
        white: config(Color::White),
        other: None,
        noise,
        think: Duration::from_secs(3),
        crash: Probability::NEVER,
        seed,
    }
}

fn script(seed: u64) -> Vec<Vertex> {
    random_game(seed, STONES, BoardSize::NINETEEN)
}

fn play(setup: Setup) -> Report {
    Pair::new(setup, script(setup.seed)).drive()
}

/// The record that is due.
fn expected(seed: u64) -> Vec<WireMove> {
    Color::BOTH
        .into_iter()
        .cycle()
        .zip(script(seed))
        .map(|(color, vertex)| WireMove::new(color, vertex, BoardSize::NINETEEN))
        .collect()
}

/// Outcome of the games on one kind of line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    whole: u32,
    /// Noise passed the checksum: nothing is demanded but an end.
    forged: u32,
    /// The final pass never arrived: its sender ends, the other has all but that pass.
    last_word_lost: u32,
    resends: u64,
    crashes: u64,
    time: Duration,
}

impl Tally {
    /// # Panics
    /// If the game is none of those that may happen.
    fn count(&mut self, seed: u64, report: &Report) {
        assert_ne!(report.end, End::Spinning, "seed {seed}");
        assert_ne!(report.end, End::OutOfTime, "seed {seed}: {report:?}");
        self.resends += report.resends;
        self.crashes += report.crashes;
        self.time += report.time;
        if report.forged > 0 {
            self.forged += 1;
            return;
        }
        let expected = expected(seed);
        if report.black_record == expected && report.white_record == expected {
            assert_eq!(report.end, End::Ended, "seed {seed}");
            let phases = (report.black, report.white);
            assert_eq!(phases, (Phase::Finished, Phase::Finished), "seed {seed}");
            self.whole += 1;
            return;
        }
        // Both passes belong to different sides: the last is White's in a script of even length.
        assert_eq!(report.white_record, expected, "seed {seed}");
        assert_eq!(report.black_record, expected[..MOVES - 1], "seed {seed}");
        assert_eq!(report.white, Phase::Finished, "seed {seed}");
        self.last_word_lost += 1;
    }
}

fn tally(games: u64, setup: impl Fn(u64) -> Setup) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        tally.count(seed, &play(setup(seed)));
    }
    tally
}

/// A little of everything that a line without reordering can do.
fn every_kind_of_noise() -> Noise {
    Noise {
        byte_lost: Probability::per_thousand(3),
        bit_flipped: Probability::per_thousand(3),
        junk: Probability::per_thousand(3),
        talk: Probability::per_thousand(10),
        frame_lost: Probability::per_thousand(20),
        frame_doubled: Probability::per_thousand(50),
        delay: Duration::from_millis(5),
        jitter: Duration::from_millis(200),
        read_lag: Duration::from_millis(40),
        ..Noise::NONE
    }
}

#[test]
fn on_a_good_line_nothing_is_resent() {
    let tally = tally(50, |seed| setup(Noise::NONE, seed));
    assert_eq!(tally.whole, 50);
    assert_eq!(tally.resends, 0);
}

#[test]
fn every_game_on_a_bad_line_ends_with_both_records_alike() {
    let tally = tally(5000, |seed| setup(every_kind_of_noise(), seed));
    assert!(tally.whole > 4950, "{tally:?}");
    assert!(tally.resends > 5000, "the line was bad: {tally:?}");
}

#[test]
fn every_game_on_a_line_that_loses_a_fifth_of_the_frames_ends() {
    let noise = Noise {
        frame_lost: Probability::per_thousand(200),
        ..Noise::NONE
    };
    let tally = tally(1000, |seed| setup(noise, seed));
    assert_eq!(tally.forged, 0, "nothing is changed on this line");
    assert!(tally.last_word_lost < 20, "{tally:?}");
}

#[test]
fn every_game_on_a_line_that_doubles_every_frame_ends() {
    let noise = Noise {
        frame_doubled: Probability::per_thousand(1000),
        ..Noise::NONE
    };
    assert_eq!(tally(200, |seed| setup(noise, seed)).whole, 200);
}

#[test]
fn a_chatting_line_changes_nothing() {
    let noise = Noise {
        talk: Probability::per_thousand(500),
        ..Noise::NONE
    };
    let tally = tally(100, |seed| setup(noise, seed));
    assert_eq!((tally.whole, tally.resends), (100, 0));
}

#[test]
fn a_reader_that_takes_several_frames_at_once_misses_none() {
    let noise = Noise {
        read_lag: Duration::from_secs(5),
        frame_doubled: Probability::per_thousand(300),
        ..Noise::NONE
    };
    let tally = tally(200, |seed| setup(noise, seed));
    assert_eq!(tally.whole, 200);
}

#[test]
fn a_line_slower_than_the_resends_still_carries_every_move_once() {
    // Every frame is sent again before its acknowledgement can be there.
    let noise = Noise {
        delay: Duration::from_secs(15),
        jitter: Duration::from_secs(30),
        ..Noise::NONE
    };
    let tally = tally(100, |seed| setup(noise, seed));
    assert_eq!(tally.last_word_lost, 0, "nothing is lost on this line");
    assert_eq!(tally.whole, 100);
    assert!(tally.resends > 1000, "{tally:?}");
}

#[test]
fn without_pacing_and_thinking_the_games_are_the_same() {
    let tally = tally(300, |seed| {
        let mut setup = setup(every_kind_of_noise(), seed);
        setup.black.pace = Pace::UNLIMITED;
        setup.white.pace = Pace::UNLIMITED;
        setup.think = Duration::ZERO;
        setup
    });
    assert!(tally.whole > 290, "{tally:?}");
}

#[test]
fn programs_that_die_at_any_moment_and_resume_finish_the_game() {
    let tally = tally(1000, |seed| {
        let mut setup = setup(every_kind_of_noise(), seed);
        setup.crash = Probability::per_thousand(100);
        setup
    });
    assert!(tally.whole > 980, "{tally:?}");
    assert!(tally.crashes > 20_000, "{tally:?}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for seed in 0..20 {
        let setup = setup(every_kind_of_noise(), seed);
        assert_eq!(play(setup), play(setup));
    }
}

#[test]
fn black_alone_on_a_dead_line_gives_up_after_its_resends() {
    let noise = Noise {
        frame_lost: Probability::per_thousand(1000),
        ..Noise::NONE
    };
    let mut setup = setup(noise, 1);
    setup.black.max_resends = Some(5);
    let report = play(setup);
    assert_eq!(report.end, End::Quiet);
    assert!(matches!(report.black, Phase::Stopped(_)));
    assert_eq!((report.white, report.resends), (Phase::Waiting, 5));
}

#[test]
fn a_dead_line_without_a_limit_is_tried_for_as_long_as_it_is_watched() {
    let noise = Noise {
        frame_lost: Probability::per_thousand(1000),
        ..Noise::NONE
    };
    let mut setup = setup(noise, 1);
    setup.black.max_resends = None;
    let mut pair = Pair::new(setup, script(1));
    let report = pair.drive_bounded(Duration::from_secs(3600));
    assert_eq!(report.end, End::OutOfTime);
    assert_eq!(report.resends, 180);
}

#[test]
fn a_line_that_reorders_may_deceive_but_never_hangs_us() {
    // Rule 8: one bit cannot tell a frame from one two frames older.
    for seed in 0..1000 {
        let noise = Noise {
            frame_held: Probability::per_thousand(100),
            ..every_kind_of_noise()
        };
        let report = play(setup(noise, seed));
        assert!(
            matches!(report.end, End::Ended | End::Quiet),
            "seed {seed}: {report:?}"
        );
        let longest = report.black_record.len().max(report.white_record.len());
        assert!(longest <= MOVES, "seed {seed}: nothing is played twice");
    }
}

/// Loss of frames x flips of bits: what they cost.
fn table() -> String {
    const GAMES: u64 = 100;
    let mut table = String::from(
        "# 100 games of 22 stones and two passes at 2400 baud, thinking up to 3 s, resends after 20 s.\n\
         # loss: frames in 1000; flips: bytes in 1000 with a flipped bit; resends and virtual seconds: a game.\n\
         loss flips whole forged last-word-lost resends seconds\n",
    );
    for loss in [0, 10, 50, 100, 200] {
        for flips in [0, 1, 5, 20, 50] {
            let noise = Noise {
                frame_lost: Probability::per_thousand(loss),
                bit_flipped: Probability::per_thousand(flips),
                ..Noise::NONE
            };
            let tally = tally(GAMES, |seed| setup(noise, seed));
            let resends = tally.resends as f64 / GAMES as f64;
            let seconds = tally.time.as_secs_f64() / GAMES as f64;
            let Tally {
                whole,
                forged,
                last_word_lost,
                ..
            } = tally;
            writeln!(
                table,
                "{loss:4} {flips:5} {whole:5} {forged:6} {last_word_lost:14} {resends:7.2} {seconds:7.1}"
            )
            .expect("a string takes it");
        }
    }
    table
}

#[test]
fn the_cost_of_noise_is_that_of_the_table() {
    let table = table();
    let golden = include_str!("../fixtures/bad_line.txt");
    assert_eq!(table, golden, "the table is now:\n{table}");
}
