//! Legal moves, as GNU Go has them on positions of random play.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Move, Point};

use crate::common::{Folder, Program};
use crate::tools::{gnugo_program, needs};

/// Sizes that GNU Go plays on.
const SIZES: std::ops::RangeInclusive<u8> = 5..=19;
const GAMES_A_SIZE: u32 = 36;
const POSITIONS_A_GAME: u32 = 10;

/// Questions for GNU Go, and our own answers.
struct Questions {
    commands: String,
    /// Our legal points, one set for each `all_legal`, and where they were asked.
    ours: Vec<(BTreeSet<String>, String)>,
    positions: u32,
    with_ko: u32,
    with_suicide: u32,
}

impl Questions {
    fn ask(&mut self, board: &Board, color: Color) {
        let legal = |point: &Point| board.legality(color, *point).is_ok();
        let points = Point::all(board.size()).filter(legal);
        self.ours.push((
            points.map(|point| point.to_string()).collect(),
            format!("{color} on {board:?}"),
        ));
        self.tell(format_args!("all_legal {color}"));
    }

    fn tell(&mut self, command: std::fmt::Arguments<'_>) {
        writeln!(self.commands, "{command}").expect("a string takes all");
    }

    /// A game of random moves, all legal, with a position asked about after so many of them or a
    /// ko, again and again.
    fn play(&mut self, size: BoardSize, rng: &mut Rng) {
        let mut board = Board::new(size);
        let mut color = Color::Black;
        self.tell(format_args!("boardsize {}", size.lines()));
        self.tell(format_args!("clear_board"));
        for _ in 0..POSITIONS_A_GAME {
            let moves = 1 + rng.below(u32::from(size.points()) / 3);
            for _ in 0..moves {
                let mv = random_move(&board, color, rng);
                board.play(color, mv).expect("a legal move");
                self.tell(format_args!("play {color} {mv}"));
                color = !color;
                if board.ko_point().is_some() {
                    // Rare enough to be worth asking about each.
                    break;
                }
            }
            self.positions += 1;
            self.with_ko += u32::from(board.ko_point().is_some());
            let full = |color| board.empty_points().len() > legal_points(&board, color).len();
            self.with_suicide += u32::from(board.ko_point().is_none() && full(color));
            for color in Color::BOTH {
                self.ask(&board, color);
            }
        }
    }
}

fn legal_points(board: &Board, color: Color) -> Vec<Point> {
    let points = board.empty_points().iter().copied();
    points
        .filter(|point| board.legality(color, *point).is_ok())
        .collect()
}

/// Any legal point; now and then a pass, and always one where there is none.
fn random_move(board: &Board, color: Color, rng: &mut Rng) -> Move {
    let points = legal_points(board, color);
    if points.is_empty() || rng.below(100) == 0 {
        return Move::Pass;
    }
    Move::Play(points[rng.below(points.len() as u32) as usize])
}

#[test]
fn gnugo_allows_the_same_moves_on_thousands_of_random_positions() {
    needs!(GnuGo);
    let mut rng = Rng::from_seed(20_000_605).split("legal moves");
    let mut questions = Questions {
        commands: String::new(),
        ours: Vec::new(),
        positions: 0,
        with_ko: 0,
        with_suicide: 0,
    };
    for lines in SIZES {
        let size = BoardSize::new(lines).expect("5 to 19 lines");
        for _ in 0..GAMES_A_SIZE {
            questions.play(size, &mut rng);
        }
    }
    questions.tell(format_args!("quit"));
    assert!(questions.positions >= 5000, "{}", questions.positions);
    let (kos, suicides) = (questions.with_ko, questions.with_suicide);
    assert!(kos.min(suicides) >= 100, "{kos} kos, {suicides} suicides");

    let folder = Folder::new();
    let input = folder.path("commands.gtp");
    fs::write(&input, &questions.commands).expect("a file of commands");
    let mut gnugo = std::process::Command::new(gnugo_program());
    gnugo
        .args(["--mode", "gtp", "--quiet", "--gtp-input"])
        .arg(&input);
    let (code, told, errors) = Program::run(&folder, "gnugo", &mut gnugo);
    assert_eq!(code, 0, "{errors}");

    let answers: Vec<&str> = told.split("\n\n").filter(|text| !text.is_empty()).collect();
    let commands: Vec<&str> = questions.commands.lines().collect();
    assert_eq!(answers.len(), commands.len());
    let mut ours = questions.ours.iter();
    for (command, answer) in commands.into_iter().zip(answers) {
        let points = answer.trim_start().strip_prefix('=');
        let points = points.unwrap_or_else(|| panic!("{command}: {answer}"));
        if command.starts_with("all_legal") {
            let (expected, place) = ours.next().expect("an answer of ours to each");
            let theirs = points.split_whitespace().map(str::to_owned).collect();
            assert_eq!(expected, &theirs, "{place}");
        }
    }
    assert_eq!(ours.next(), None);
}
