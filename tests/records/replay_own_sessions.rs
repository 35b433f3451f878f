//! Two sessions of our own play whole games in virtual time on good and bad lines; each end writes
//! a trace, and each trace is replayed.

use std::io::Write;
use std::time::Duration;

use clap::Parser;
use jiff::Timestamp;
use proptest::prelude::*;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point};
use sgmp_go::cli::replay::{Finding, ReplayArgs, run};
use sgmp_match::port::trace::TraceWriter;
use sgmp_proto::{Config, Event, Instant, Phase, Session, Vertex};

/// The line's deed to a frame on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Arrives,
    Lost,
    /// One bit flips, which the checksum always catches.
    Flipped(usize),
    /// Operators chat inside the frame.
    Talk,
}

/// One end of the line: a session, its board, its trace.
struct End {
    session: Session,
    game: Game,
    trace: TraceWriter<Vec<u8>>,
    color: Color,
}

/// The pace of the two sides.
#[derive(Clone, Copy, Default)]
struct Tempo<'a> {
    /// Silence after which the other side is nudged.
    nudge: Option<Duration>,
    /// Seconds for each move; none behind the last.
    thinking: &'a [u64],
}

impl End {
    fn new(color: Color, size: BoardSize, nudge: Option<Duration>) -> Self {
        let config = Config {
            size,
            nudge,
            ..Config::tournament(color)
        };
        Self {
            session: Session::new(config, Instant::ZERO),
            game: Game::new(size, Komi::FIVE_AND_A_HALF),
            trace: TraceWriter::new(Vec::new()),
            color,
        }
    }

    /// The `choice`-th of the legal moves, or a pass.
    fn chosen(&self, choice: Option<usize>) -> Move {
        let size = self.game.size();
        let legal: Vec<_> = Point::all(size)
            .filter(|point| self.game.board().legality(self.color, *point).is_ok())
            .collect();
        match choice.filter(|_| !legal.is_empty()) {
            Some(choice) => Move::Play(legal[choice % legal.len()]),
            None => Move::Pass,
        }
    }

    fn play(&mut self, mv: Move) {
        let vertex = match mv {
            Move::Pass => Vertex::Pass,
            Move::Play(point) => Vertex::Point {
                column: point.column(),
                row: point.row(),
            },
        };
        self.session.send_move(vertex).unwrap();
        self.game.play(self.color, mv).unwrap();
    }

    fn hear(&mut self, now: Instant, bytes: &[u8]) {
        self.trace.heard(wall(now), bytes).unwrap();
        let mut rest = bytes;
        while !rest.is_empty() {
            rest = &rest[self.session.handle_bytes(now, rest)..];
            self.drain(now);
        }
    }

    fn drain(&mut self, now: Instant) {
        while let Some(event) = self.session.poll_event() {
            if let Event::MoveOffered(color, vertex) = event {
                self.game.play(color, on_board(vertex)).unwrap();
                self.session.accept_move(now).unwrap();
            }
        }
    }
}

fn on_board(vertex: Vertex) -> Move {
    match vertex {
        Vertex::Pass => Move::Pass,
        Vertex::Point { column, row } => Move::Play(Point::new(column, row).unwrap()),
    }
}

fn wall(now: Instant) -> Timestamp {
    let micros = i64::try_from(now.as_micros()).unwrap();
    Timestamp::from_microsecond(1_795_256_130_000_000 + micros).unwrap()
}

/// Plays a game of `stones` moves and two passes; both traces, Black's first.
fn play(size: BoardSize, stones: usize, seed: usize, fates: &[Fate]) -> [Vec<u8>; 2] {
    play_at(Tempo::default(), size, stones, seed, fates)
}

/// As [`play`], with nudges and time to think.
fn play_at(
    tempo: Tempo<'_>,
    size: BoardSize,
    stones: usize,
    seed: usize,
    fates: &[Fate],
) -> [Vec<u8>; 2] {
    let choice =
        |moves| (moves < stones).then_some(seed.wrapping_mul(31_usize).wrapping_add(moves * 7));
    let (traces, moves) = play_by(tempo, size, |end, moves| end.chosen(choice(moves)), fates);
    assert_eq!(moves, stones + 2, "the game came to its end");
    traces
}

/// Plays a game to its end; both traces, Black's first, and the number of moves.
fn play_by(
    tempo: Tempo<'_>,
    size: BoardSize,
    next: impl Fn(&End, usize) -> Move,
    fates: &[Fate],
) -> ([Vec<u8>; 2], usize) {
    let mut ends = Color::BOTH.map(|color| End::new(color, size, tempo.nudge));
    let mut thought_until: Option<Instant> = None;
    let mut on_line: Vec<(Instant, usize, Vec<u8>)> = Vec::new();
    let mut fates = fates
        .iter()
        .copied()
        .chain(std::iter::repeat(Fate::Arrives));
    let (mut now, mut moves) = (Instant::ZERO, 0);
    for _ in 0..100_000 {
        for me in [0, 1] {
            let end = &mut ends[me];
            if end.session.is_our_turn() {
                let thinking = tempo.thinking.get(moves).copied().unwrap_or_default();
                let ready = *thought_until.get_or_insert(now + Duration::from_secs(thinking));
                if now >= ready {
                    thought_until = None;
                    end.play(next(end, moves));
                    moves += 1;
                }
            }
            while let Some(transmit) = end.session.poll_transmit(now) {
                end.trace.sent(wall(now), &transmit.bytes()).unwrap();
                let arrival = now + sgmp_proto::Pace::from_baud(2400).frame;
                // Nobody repeats a last pass for ever: three resends may all be lost.
                let fate = match end.session.phase() {
                    Phase::Over { .. } => Fate::Arrives,
                    _ => fates.next().unwrap(),
                };
                if let Some(bytes) = on_its_way(&transmit.bytes(), fate) {
                    on_line.push((arrival, 1 - me, bytes));
                }
            }
        }
        let deadlines = ends.iter().filter_map(|end| end.session.poll_timeout());
        let deadlines = deadlines.chain(thought_until);
        let Some(next) = on_line.iter().map(|(at, ..)| *at).chain(deadlines).min() else {
            break;
        };
        now = now.max(next);
        let (due, later): (Vec<_>, Vec<_>) = on_line.into_iter().partition(|(at, ..)| *at <= now);
        on_line = later;
        for (_, to, bytes) in due {
            ends[to].hear(now, &bytes);
        }
        for end in &mut ends {
            end.session.handle_timeout(now);
            end.drain(now);
        }
    }
    assert_eq!(ends[0].game.moves(), ends[1].game.moves());
    (ends.map(|end| end.trace.finish(wall(now)).unwrap()), moves)
}

fn on_its_way(bytes: &[u8], fate: Fate) -> Option<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    let len = bytes.len();
    match fate {
        Fate::Arrives => {}
        // What is flipped in several bytes of a nudge may pass the checksum.
        Fate::Flipped(_) if len == 1 => return None,
        Fate::Lost => return None,
        Fate::Flipped(bit) => bytes[bit / 8 % 4] ^= 1 << (bit % 8),
        Fate::Talk => {
            bytes.splice(len / 2..len / 2, *b"hello");
        }
    }
    Some(bytes)
}

#[derive(Parser)]
struct Replay {
    #[command(flatten)]
    args: ReplayArgs,
}

/// Replays a trace with `--check`.
fn replay(trace: &[u8], size: BoardSize) -> (Finding, String) {
    replay_by("japanese", trace, size)
}

fn replay_by(rules: &str, trace: &[u8], size: BoardSize) -> (Finding, String) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(trace).unwrap();
    let lines = size.lines().to_string();
    let path = file.path().to_str().unwrap();
    let words = [
        "replay", path, "--check", "--size", &lines, "--rules", rules,
    ];
    let args = Replay::parse_from(words).args;
    let mut out = Vec::new();
    let finding = run(&args, &mut out).unwrap();
    (finding, String::from_utf8(out).unwrap())
}

#[test]
fn a_good_line_gives_clean_traces_that_both_sides_can_be_checked_against() {
    for (lines, stones) in [(19, 250), (9, 70), (5, 12)] {
        let size = BoardSize::new(lines).unwrap();
        let traces = play(size, stones, usize::from(lines), &[]);
        for (trace, color) in traces.iter().zip(Color::BOTH) {
            let (finding, listing) = replay(trace, size);
            assert_eq!(finding, Finding::Clean, "{listing}");
            assert!(
                listing.contains(&format!("moves: {}, garbled: 0,", stones + 2)),
                "{listing}"
            );
            assert!(
                listing.contains(&format!("check as {color}: frames sent alike")),
                "{listing}"
            );
        }
    }
}

/// Three kos on 7 lines and nothing else to play, once set up and twice round.
const TRIPLE_KO: &str = "
    A1 pass B1 pass C1 pass D1 pass A2 pass B2 pass C2 E1 A3 F1 B3 G1 C3 D2 D3 F2 A4 G2 B4 E3
    C4 F3 A5 G3 B5 D4 C5 F4 D5 G4 A6 E5 B6 F5 C6 G5 E6 F6 A7 G6 B7 E7 C7 F7 D7 G7
    E4 D6 E2 D4 E6 D2 E4 D6 E2 D4 E6 D2";

#[test]
fn a_cycle_is_told() {
    let size = BoardSize::new(7).unwrap();
    let moves: Vec<_> = TRIPLE_KO
        .split_whitespace()
        .map(|name| Point::parse(name).map_or(Move::Pass, Move::Play))
        .collect();
    let next = |_: &End, number: usize| moves.get(number).copied().unwrap_or(Move::Pass);
    let (traces, count) = play_by(Tempo::default(), size, next, &[]);
    assert_eq!(count, moves.len() + 2);
    for trace in traces {
        let (finding, listing) = replay(&trace, size);
        assert_eq!(finding, Finding::Clean, "{listing}");
        let told = "after move 64: no result: the same position for the third time, 6 moves";
        assert!(listing.contains(told), "{listing}");
        let (finding, listing) = replay_by("chinese", &trace, size);
        assert_eq!(finding, Finding::Violations, "{listing}");
        assert!(
            listing.contains("D2 is illegal: the position was there before"),
            "{listing}"
        );
    }
}

/// Noise, on a line that loses no frame as a whole.
fn noise() -> impl Strategy<Value = Fate> {
    prop_oneof![
        6 => Just(Fate::Arrives),
        1 => (0..32_usize).prop_map(Fate::Flipped),
        1 => Just(Fate::Talk),
    ]
}

fn noise_or_loss() -> impl Strategy<Value = Fate> {
    prop_oneof![6 => noise(), 1 => Just(Fate::Lost)]
}

/// The faults that a listing names, but an OK that noise has forged: what is left of two damaged frames
/// may pass the checksum of seven bits.
fn faults(listing: &str) -> Vec<&str> {
    let named = listing
        .lines()
        .filter(|line| line.starts_with("line ") && line.contains(": "));
    named
        .filter(|line| !line.ends_with("OK: an OK that answers nothing"))
        .collect()
}

#[test]
fn noise_may_forge_an_ok_and_the_game_goes_on() {
    let size = BoardSize::new(5).unwrap();
    let mut fates = vec![Fate::Arrives; 46];
    fates.extend([Fate::Flipped(15), Fate::Flipped(2)]);
    let [_, white] = play(size, 20, 0, &fates);
    let (finding, listing) = replay(&white, size);
    assert_eq!(finding, Finding::Violations, "{listing}");
    assert!(
        listing.contains("Black, OK: an OK that answers nothing"),
        "{listing}"
    );
    assert!(
        faults(&listing).is_empty() && listing.contains(", no other"),
        "{listing}"
    );
}

/// Silence after which a side that owes a move is nudged in the tests.
const NUDGE: Duration = Duration::from_secs(30);

/// The rest of an OK that a nudge leaves is no fault, whether a move breaks it off or it ends by itself.
#[test]
fn a_nudge_is_clean_on_both_ends() {
    let size = BoardSize::new(5).unwrap();
    let tempo = Tempo {
        nudge: Some(NUDGE),
        thinking: &[40, 100, 0, 31, 0, 32, 36, 200, 0, 33, 0, 34, 0, 35],
    };
    for (trace, color) in play_at(tempo, size, 20, 3, &[]).iter().zip(Color::BOTH) {
        let (finding, listing) = replay(trace, size);
        assert!(listing.contains(" nudge"), "{listing}");
        assert!(listing.contains("garbled: unfinished"), "{listing}");
        assert_eq!(finding, Finding::Clean, "{listing}");
        let alike = format!("check as {color}: frames sent alike");
        assert!(listing.contains(&alike), "{listing}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn nudges_on_a_bad_line_pass_the_check(
        fates in proptest::collection::vec(noise_or_loss(), 0..120),
        thinking in proptest::collection::vec(prop_oneof![Just(0_u64), 25..200_u64], 0..22),
        seed in 0..1000_usize,
    ) {
        let size = BoardSize::new(5).unwrap();
        let tempo = Tempo { nudge: Some(NUDGE), thinking: &thinking };
        for (trace, color) in play_at(tempo, size, 20, seed, &fates).iter().zip(Color::BOTH) {
            let (_, listing) = replay(trace, size);
            let alike = format!("check as {color}: frames sent alike");
            prop_assert!(listing.contains(&alike), "{}", listing);
        }
    }

    #[test]
    fn on_a_noisy_line_every_trace_is_clean(
        fates in proptest::collection::vec(noise(), 0..60),
        seed in 0..1000_usize,
    ) {
        let size = BoardSize::new(5).unwrap();
        for trace in play(size, 20, seed, &fates) {
            let (_, listing) = replay(&trace, size);
            prop_assert!(faults(&listing).is_empty(), "{}", listing);
        }
    }

    /// All that a trace of our own may lack is an OK that the line swallowed.
    #[test]
    fn on_a_bad_line_only_lost_oks_are_missed_and_the_check_passes(
        fates in proptest::collection::vec(noise_or_loss(), 0..60),
        seed in 0..1000_usize,
    ) {
        let size = BoardSize::new(5).unwrap();
        for trace in play(size, 20, seed, &fates) {
            let (_, listing) = replay(&trace, size);
            let mut faults = faults(&listing).into_iter();
            prop_assert!(faults.all(|line| line.contains("no OK to the move before")), "{}", listing);
            prop_assert!(listing.contains(", no other"), "{}", listing);
        }
    }
}
