//! Nets found by shape, read again by the tactician.

use super::{Budget, Fate, Tactician};
use crate::rng::Rng;
use crate::rules::{Board, BoardSize, Color, Move, Point};
use crate::tactics::{Capture, captures_in_ladder, nets};

#[test]
fn the_tactician_says_so_too() {
    let mut rng = Rng::from_seed(1);
    let mut tactician = Tactician::new();
    let (mut seen, mut dead) = (0, 0);
    for _ in 0..1200 {
        let mut board = Board::new(BoardSize::new(9).unwrap());
        let mut color = Color::Black;
        for _ in 0..30 {
            let points = board.empty_points();
            let point = points[rng.below(points.len() as u32) as usize];
            if board.play(color, Move::Play(point)).is_ok() {
                color = !color;
            }
        }
        for stone in Point::all(board.size()) {
            if board.anchor(stone) != Some(stone)
                || captures_in_ladder(&board, stone) != Capture::Escapes
            {
                continue;
            }
            for net in nets(&board, stone).iter() {
                let mut shut = board.clone();
                let hunter = !board.color_at(stone).unwrap();
                shut.play(hunter, Move::Play(net)).unwrap();
                let fate = tactician.fate(&shut, stone, Budget::for_level(8));
                seen += 1;
                dead += u32::from(fate == Fate::Dead);
            }
        }
    }
    // What the one leaves out the other reads, and neither reads everything.
    assert!(seen > 30 && dead * 4 > seen * 3, "{dead} of {seen}");
}
