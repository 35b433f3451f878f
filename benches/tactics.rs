//! Speed of the tactical reading: `cargo bench --bench tactics`.
//!
//! Every string of four liberties or fewer in the finished games, some moves before their end, is
//! attacked and defended, and every two strings with a liberty in common are joined and cut; "elem/s" is
//! positions a second on one core.

#[path = "../tests/common/finished.rs"]
mod finished;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

use sgmp_board::record::replay;
use sgmp_board::rules::{Board, Point};
use sgmp_knowledge::reading::{Budget, Tactician};

/// Games, from the last: those on 19 lines among them.
const GAMES: usize = 12;
/// Moves after which a game is looked at.
const MOVES: usize = 60;

fn boards() -> Vec<Board> {
    let paths = finished::paths();
    let chosen = paths.iter().rev().step_by(paths.len() / GAMES);
    chosen
        .map(|path| {
            replay(&finished::record(path), MOVES)
                .expect("legal moves")
                .board()
                .clone()
        })
        .collect()
}

/// Asks all there is to ask of a kind about a position; how many positions that took.
type Ask = fn(&mut Tactician, &Board, Budget) -> u64;

/// Reads every string of a position both ways; how many positions that took.
fn read(tactician: &mut Tactician, board: &Board, budget: Budget) -> u64 {
    let is_short = |p: &Point| board.liberties(*p) <= usize::from(budget.liberties);
    Point::all(board.size())
        .filter(|p| board.anchor(*p) == Some(*p) && is_short(p))
        .map(|stone| {
            let attack = tactician.attack(board, stone, budget).positions;
            let defense = tactician.defend(board, stone, budget).positions;
            u64::from(attack) + u64::from(defense)
        })
        .sum()
}

/// Reads every two strings of a color with a liberty in common both ways.
fn link(tactician: &mut Tactician, board: &Board, budget: Budget) -> u64 {
    let anchors: Vec<Point> = Point::all(board.size())
        .filter(|p| board.anchor(*p) == Some(*p))
        .collect();
    let pairs = anchors.iter().enumerate().flat_map(|(place, one)| {
        let others = anchors[place + 1..].iter();
        others.map(move |other| (*one, *other))
    });
    let meet = |(one, other): &(Point, Point)| {
        let common = board.liberty_set(*one) & board.liberty_set(*other);
        board.color_at(*one) == board.color_at(*other) && !common.is_empty()
    };
    pairs
        .filter(meet)
        .map(|(one, other)| {
            let join = tactician.connect(board, one, other, budget).positions;
            let cut = tactician.disconnect(board, one, other, budget).positions;
            u64::from(join) + u64::from(cut)
        })
        .sum()
}

fn reading(criterion: &mut Criterion) {
    let boards = boards();
    let mut tactician = Tactician::new();
    let mut group = criterion.benchmark_group("tactics");
    group.sample_size(10);
    for (what, ask) in [("strings", read as Ask), ("connections", link)] {
        for level in [4, 10] {
            let budget = Budget::for_level(level);
            let mut ask_all = || boards.iter().map(|b| ask(&mut tactician, b, budget)).sum();
            let positions: u64 = ask_all();
            group.throughput(Throughput::Elements(positions));
            group.bench_function(format!("{what}, level {level}"), |bencher| {
                bencher.iter(|| black_box(ask_all()));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
