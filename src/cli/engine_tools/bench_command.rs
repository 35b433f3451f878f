//! `bench`: the tree search on fixed positions; what it finds as one number, and how fast.
//!
//! The same seed, playouts and one thread give the same signature on every machine: a change that
//! is meant to change nothing in the search keeps it.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::weights_files;
use crate::cli::exit::Exit;
use crate::cli::values::argument_error::ArgumentError;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::memory_size::parse_memory;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::parse_settings;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::search::{SearchResult, UctParams};
use sgmp_knowledge::move_weights::{MoveContext, MovePriors};
use sgmp_match::console::stdout_line;
use sgmp_match::port::MonotonicClock;

/// Games of the program's own, 400 playouts a move: the openings are wild, the fights are real.
const GAMES: [(u8, &str); 3] = [(9, NINE), (13, THIRTEEN), (19, NINETEEN)];

const NINE: &str = "\
    D3 G5 F4 F5 E5 E6 D6 E7 D7 D5 E4 C5 B7 C7 C6 C8 D8 B8 B6 E8 E9 B5 C9 B9 D9 C3 C2 B2 B3 \
    C4 A2 A8 A7 D2 C1 D1 B1 E3 A5 D4";

const THIRTEEN: &str = "\
    C5 C9 D8 L10 G5 F6 G6 G7 F7 E3 C3 B5 G8 H7 J8 H8 H9 C6 B6 F8 E7 C8 C7 K7 J7 H6 J6 H5 H4 \
    J5 K5 J4 J3 K4 L4 K3 K2 L3 M3 G9 L2 G8 F5 H3 J2 L5 G4 M4 L11 M2 E2 M11 M10 M9 K10 B7 L9 \
    A6 G3 K11 J11 N10 K6 B3 D6 C4 D4 D9 K12 D5 E5 L8 L6 M6 M7 M8 L7 N7 N6 N5 N8 K9 N6 J9 L10 \
    N9 M5 K8 L4 H10 N4 H12 H11 G11 F12 G12";

const NINETEEN: &str = "\
    R15 R14 C4 D3 G12 F11 C3 Q15 F7 M9 N10 M11 G17 C9 B10 C7 L9 C14 M17 F2 B8 C8 D2 L5 Q7 F3 \
    G2 G3 G4 J5 K5 K6 S14 B6 C6 H4 H8 R4 Q14 P13 B9 J12 F12 G11 H11 H12 J11 R13 Q16 P16 E12 \
    E11 D11 P15 L12 S13 O12 N12 M4 N6 N7 M7 C15 B7 M6 M5 N3 P8 P7 G5 R2 K11 B5 S7 K10 J10 \
    H10 C17 C16 D10 K2 C11 D12 C12 B14 B13 K4 D4 E5 K3 Q13 Q12 N5 O11 P12 D1 L11 O6 M8 A14 \
    B15 S16 A7 L4 C10 S15 S3 K12 A6 C2 L3 L6 J6 O10 Q11 D6 D14 N8 J3 H9 J9 J8 G9 A8 A5 O7 \
    M10 L13 F1 S2 D7 H2 D5 D15 D16 D17 S1 T1 R1 D13 M12 M13 E14 H17 H18 E13 F13 F14 C13 L17 \
    L16 M16 N11 N13 L18 J18 G18 N17 B18 K17 O9 N9 P9 P10 Q9 P11 R12 S12 C5 Q10 R10 Q8 M14 \
    L15 F4 H7 O3 N4 E17 E18 K13 M3 M2 N2 N1 M1 O2 L8 P14 O13 G16 F16";

/// Positions of a game that are searched: its beginning, and after so many parts of it.
const PARTS: usize = 4;

/// Positions, and the search of them.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Lines of the board: 9, 13 or 19 [default: all of them]
    #[arg(long, value_parser = parse_known_size, value_name = "LINES")]
    pub size: Option<BoardSize>,

    /// Playouts for each position
    #[arg(long, default_value_t = 2000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub playouts: u32,

    /// Threads; the signature needs one
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,

    /// Memory for the tree
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_memory)]
    pub memory: usize,

    /// Seed of the search
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Weights of patterns, as learn patterns makes them [default: the engine's own]
    #[arg(long, value_name = "FILE")]
    pub patterns: Option<PathBuf>,

    /// Other parameters than the engine's own: NAME=NUMBER, several with commas (learn tune --list)
    #[arg(long, default_value = "", value_name = "SETTINGS")]
    pub set: String,
}

fn parse_known_size(text: &str) -> Result<BoardSize, ArgumentError> {
    let known = |size: &BoardSize| GAMES.iter().any(|(lines, _)| *lines == size.lines());
    parse_size(text)
        .ok()
        .filter(known)
        .ok_or_else(|| ArgumentError::BenchBoard(text.to_owned()))
}

/// Searches the positions and prints a line for each.
///
/// # Errors
/// A file of weights that cannot be read, settings that make no sense.
pub(crate) fn run(args: &BenchArgs) -> Result<Exit, Failure> {
    let clock = MonotonicClock::start();
    let (mut total, mut patterns) = (Speed::default(), Duration::ZERO);
    let mut signature = Signature::default();
    let uct = params(args)?;
    let (mut searched, mut shares) = (0, 0.0);
    for game in positions(args.size) {
        let before = clock.now();
        let thought = search(&game, args, &uct);
        let speed = Speed {
            playouts: thought.playouts,
            time: clock.now().since(before),
        };
        total = total.plus(speed);
        patterns += time_of(uct.patterns, &game, &clock) * thought.expanded;
        signature.add(&thought);
        let lines = game.size().lines();
        let (best, value) = best(&thought);
        let percent = 100.0 * value;
        let of_visits = 100.0 * concentration(&thought);
        (searched, shares) = (searched + 1, shares + of_visits);
        let moves = game.move_count();
        stdout_line(format_args!(
            "{lines}x{lines} after {moves:>3} moves: {best:4} {percent:3.0} %, {of_visits:3.0} % of the visits, {speed}"
        ));
    }
    stdout_line(format_args!("all: {total}"));
    let mean = shares / searched.max(1) as f32;
    stdout_line(format_args!(
        "the first moves have {mean:.1} % of the visits"
    ));
    let share = 100.0 * patterns.as_secs_f64() / total.time.as_secs_f64().max(1e-9);
    stdout_line(format_args!("patterns: {share:.1} % of the search's time"));
    if args.threads == 1 {
        stdout_line(format_args!("signature: {signature}"));
    } else {
        stdout_line("signature: none, threads race each other");
    }
    Ok(Exit::Done)
}

/// The engine's own parameters, with what was asked for in their place.
fn params(args: &BenchArgs) -> Result<UctParams, Failure> {
    let mut uct = UctParams::default();
    let settings = parse_settings(&args.set)
        .map_err(|error| Failure::new(Blame::Usage, format!("--set: {error}")))?;
    for setting in settings {
        setting.knob.set(&mut uct, setting.value);
    }
    if let Some(path) = &args.patterns {
        uct.patterns = weights_files::patterns(path)?;
    }
    Ok(uct)
}

/// A search from nothing.
fn search(game: &Game, args: &BenchArgs, uct: &UctParams) -> SearchResult {
    let mut engine = Engine::new(Settings {
        seed: args.seed,
        threads: args.threads.into(),
        memory: args.memory,
        uct: *uct,
        ..Settings::default()
    });
    engine.analyze(game, game.to_move(), &StopFlag::new(), args.playouts)
}

/// Time to look up the learned priors of a position's moves.
fn time_of(patterns: &MovePriors, game: &Game, clock: &MonotonicClock) -> Duration {
    const TIMES: u32 = 20;
    let position = MoveContext::from_game(game, game.to_move());
    let points: Vec<Point> = position.legal_points().collect();
    let before = clock.now();
    for _ in 0..TIMES {
        std::hint::black_box(patterns.probabilities(position, &points));
    }
    clock.now().since(before) / TIMES
}

fn best(thought: &SearchResult) -> (Move, f32) {
    let best = thought.moves.first();
    best.map_or((Move::Pass, 0.5), |best| (best.mv, best.value))
}

/// The share of the visits that the move with the most of them has, 0 to 1.
fn concentration(thought: &SearchResult) -> f32 {
    let all: u32 = thought.moves.iter().map(|known| known.visits).sum();
    let most = thought.moves.first().map_or(0, |first| first.visits);
    most as f32 / all.max(1) as f32
}

/// The positions of boards of this size, or of all.
fn positions(size: Option<BoardSize>) -> impl Iterator<Item = Game> {
    let wanted = move |lines: u8| size.is_none_or(|size| size.lines() == lines);
    GAMES
        .into_iter()
        .filter(move |(lines, _)| wanted(*lines))
        .flat_map(|(lines, moves)| {
            let count = moves.split_whitespace().count();
            (0..=PARTS).filter_map(move |part| after(lines, moves, count * part / PARTS))
        })
}

/// The game after so many moves.
fn after(lines: u8, moves: &str, count: usize) -> Option<Game> {
    let mut game = Game::new(BoardSize::new(lines)?, Komi::FIVE_AND_A_HALF);
    for (place, word) in moves.split_whitespace().take(count).enumerate() {
        let color = if place % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        let point = Point::parse(word)?;
        game.play(color, Move::Play(point)).ok()?;
    }
    Some(game)
}

/// Speed of a search.
#[derive(Clone, Copy, Default)]
struct Speed {
    playouts: u32,
    time: Duration,
}

impl Speed {
    fn plus(self, other: Self) -> Self {
        Self {
            playouts: self.playouts + other.playouts,
            time: self.time + other.time,
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64().max(1e-9);
        let a_second = f64::from(self.playouts) / seconds;
        write!(
            f,
            "{} playouts in {seconds:.2} s, {a_second:.0} a second",
            self.playouts
        )
    }
}

/// Result of a search as one number: FNV-1a over moves, visits and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Signature {
    fn add(&mut self, thought: &SearchResult) {
        for known in &thought.moves {
            self.bytes(known.mv.to_string().as_bytes());
            self.bytes(&known.visits.to_le_bytes());
            self.bytes(&known.value.to_bits().to_le_bytes());
        }
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(seed: u64) -> BenchArgs {
        BenchArgs {
            size: None,
            playouts: 60,
            threads: 1,
            memory: 4 << 20,
            seed,
            patterns: None,
            set: String::new(),
        }
    }

    fn signature(seed: u64) -> Signature {
        let mut signature = Signature::default();
        for game in positions(None) {
            signature.add(&search(&game, &args(seed), &UctParams::default()));
        }
        signature
    }

    #[test]
    fn a_seed_has_one_signature() {
        assert_eq!(signature(1), signature(1));
        assert_ne!(signature(1), signature(2));
    }

    #[test]
    fn what_is_set_is_searched_with() {
        let args = |set: &str| BenchArgs {
            set: set.to_owned(),
            ..args(1)
        };
        assert_eq!(params(&args("")).unwrap(), UctParams::default());
        let uct = params(&args("rave=100,expand_at=3")).unwrap();
        assert_eq!((uct.rave, uct.expand_at), (100.0, 3));
        let failure = params(&args("rave=much")).unwrap_err();
        assert!(failure.message.contains("--set"), "{}", failure.message);
    }

    #[test]
    fn every_position_is_there() {
        let positions: Vec<Game> = positions(None).collect();
        assert_eq!(positions.len(), GAMES.len() * (PARTS + 1));
        assert_eq!(positions.last().unwrap().move_count(), 192);
        assert!(parse_known_size("9").is_ok() && parse_known_size("10").is_err());
    }
}
