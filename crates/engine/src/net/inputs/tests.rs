//! The planes of the student's test vectors, and positions of their own.

use serde::Deserialize;

use super::*;
use sgmp_board::rules::{Board, BoardSize, Color, Game, Komi, Move, Rules};

/// A position of one of the JSON files in `fixtures/net`.
#[derive(Deserialize)]
struct Vector {
    size: u8,
    territory: u8,
    komi: f32,
    handicap: Vec<usize>,
    moves: Vec<usize>,
    planes_hex: String,
    #[serde(rename = "globals")]
    globals: Option<Vec<f32>>,
}

fn vectors() -> Vec<Vector> {
    let read = |text| serde_json::from_str::<Vec<Vector>>(text).expect("the vectors are JSON");
    let mut vectors = read(include_str!(
        "../../../../../fixtures/net/student-6x64-vectors.json"
    ));
    vectors.extend(read(include_str!(
        "../../../../../fixtures/net/drawn-positions.json"
    )));
    vectors
}

fn game(vector: &Vector) -> Game {
    let size = BoardSize::new(vector.size).expect("a size");
    let point = |place| Plane::point(place, size).expect("a point");
    let stones = vector
        .handicap
        .iter()
        .map(|place| (Color::Black, point(*place)));
    let board = Board::from_stones(size, stones).expect("handicap stones");
    let first = if vector.handicap.is_empty() {
        Color::Black
    } else {
        Color::White
    };
    let rules = if vector.territory == 1 {
        Rules::Japanese
    } else {
        Rules::Chinese
    };
    let komi = Komi::from_half_points((vector.komi * 2.0) as i16);
    let mut game = Game::from_position(board, first, komi);
    for place in &vector.moves {
        let mv = if *place == 361 {
            Move::Pass
        } else {
            Move::Play(point(*place))
        };
        game.play(game.to_move(), mv).expect("a legal move");
    }
    game.with_rules(rules)
}

#[test]
fn the_planes_are_those_of_the_vectors() {
    let mut reader = InputReader::new();
    for (number, vector) in vectors().iter().enumerate() {
        let game = game(vector);
        let inputs = reader.read(game.board(), &Situation::from_game(&game));
        let hex: Vec<String> = inputs
            .planes
            .iter()
            .map(|plane| {
                plane
                    .bytes()
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect()
            })
            .collect();
        for (plane, ours) in hex.iter().enumerate() {
            let theirs = &vector.planes_hex[plane * 92..(plane + 1) * 92];
            assert_eq!(
                ours,
                theirs,
                "vector {number}, plane {plane}\n{:?}",
                game.board()
            );
        }
        if let Some(globals) = &vector.globals {
            assert_eq!(
                inputs.globals.as_slice(),
                globals.as_slice(),
                "vector {number}"
            );
        }
    }
}
