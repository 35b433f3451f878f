//! The experts over whole games: which reasons are reached, and knowledge against itself. What each
//! expert suggests on written positions is in `written`.
//!
//! `cargo test --test knowledge -- experts --nocapture` prints the figures.

use std::collections::{BTreeMap, BTreeSet};

use sgmp_board::record::replay;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move};
use sgmp_knowledge::experts::{MoveSelector, Skill, all_reasons};

use crate::finished;

/// Moves between two positions of a game that are looked at.
const EVERY: usize = 9;
/// Games that are looked at.
const GAMES: usize = 48;

fn games() -> impl Iterator<Item = sgmp_board::record::GameRecord> {
    let paths = finished::paths();
    let step = paths.len() / GAMES;
    let paths = paths.into_iter().step_by(step.max(1));
    paths.map(|path| finished::record(&path))
}

#[test]
fn most_reasons_are_reached_in_games() {
    let mut selector = MoveSelector::new();
    let mut reached: BTreeMap<String, usize> = BTreeMap::new();
    let mut positions = 0;
    for record in games() {
        let total = record.moves().len();
        for moves in (3..total).step_by(EVERY) {
            let game = replay(&record, moves).expect("legal moves");
            positions += 1;
            let found: BTreeSet<String> = selector
                .suggest(&game, game.to_move(), 1)
                .iter()
                .map(|known| known.reason.id())
                .collect();
            for id in found {
                *reached.entry(id).or_default() += 1;
            }
        }
    }
    let never: Vec<String> = all_reasons()
        .iter()
        .map(|reason| reason.id())
        .filter(|id| !reached.contains_key(id))
        .collect();
    println!("{positions} positions, {} reasons reached", reached.len());
    println!("never: {}", never.join(" "));
    let mut rows: Vec<_> = reached.iter().collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    for (id, count) in rows {
        println!("{count:6} {id}");
    }
    assert!(reached.len() >= 280, "{} reasons", reached.len());
}

/// A game of knowledge against itself; its moves and how many passes ended it.
fn play_out(size: u8, level: u8, seed: u64) -> Game {
    let size = BoardSize::new(size).expect("a size");
    let mut game = Game::new(size, Komi::FIVE_AND_A_HALF);
    let mut selector = MoveSelector::new();
    let skill = Skill::for_level(level);
    let most = 3 * usize::from(size.points());
    let chance = Rng::from_seed(seed);
    while game.consecutive_passes() < 2 && game.move_count() < most {
        let color = game.to_move();
        let mut rng = chance.split(&game.move_count().to_string());
        let selection = selector.choose(&game, color, skill, &mut rng);
        if let Move::Play(point) = selection.mv {
            let board = game.board();
            let saves = board.neighbors(point).any(|n| board.liberties(n) == 1);
            let fills = board.is_small_eye(color, point) && !saves;
            assert!(!fills, "{selection}");
        }
        assert!(!selection.sentence().is_empty(), "{selection}");
        game.play(color, selection.mv).expect("a legal move");
    }
    game
}

#[test]
fn whole_games_end_with_passes_and_depend_on_the_seed_alone() {
    let mut lengths = Vec::new();
    for (size, level, seed) in [(9, 0, 1), (9, 2, 2), (13, 1, 3), (19, 0, 4)] {
        let game = play_out(size, level, seed);
        assert_eq!(game.consecutive_passes(), 2, "{size} {level}");
        lengths.push((size, level, game.move_count()));
    }
    println!("{lengths:?}");
    assert_eq!(play_out(9, 2, 2).moves(), play_out(9, 2, 2).moves());
    assert!(game_has_stones(&play_out(9, 2, 2)));
}

/// Readings for one move serve the next where they still hold, and change nothing.
#[test]
fn who_has_followed_a_game_chooses_as_who_sees_it_for_the_first_time() {
    let skill = Skill::for_level(Skill::MAX_LEVEL);
    for record in games().step_by(GAMES / 3) {
        let mut selector = MoveSelector::new();
        for moves in 80..92.min(record.moves().len()) {
            let game = replay(&record, moves).expect("legal moves");
            let choose = |selector: &mut MoveSelector| {
                selector.choose(&game, game.to_move(), skill, &mut Rng::from_seed(1))
            };
            assert_eq!(choose(&mut selector), choose(&mut MoveSelector::new()));
        }
    }
}

#[test]
fn who_may_read_nothing_more_takes_the_first_move_that_holds() {
    let skill = Skill {
        max_work: 0,
        ..Skill::for_level(Skill::MAX_LEVEL)
    };
    for record in games().step_by(GAMES / 3) {
        let game = replay(&record, 80).expect("legal moves");
        let selection =
            MoveSelector::new().choose(&game, game.to_move(), skill, &mut Rng::from_seed(1));
        assert_eq!(selection.considered.len(), 1, "{selection}");
        assert!(matches!(selection.mv, Move::Play(_)), "{selection}");
    }
}

fn game_has_stones(game: &Game) -> bool {
    Color::BOTH
        .into_iter()
        .all(|color| game.board().stones(color).count() > 8)
}

#[test]
fn the_documents_say_how_many_reasons_there_are() {
    let told = std::fs::read_to_string("docs/experts.md").expect("a document");
    let count = format!("There are {} reasons.", all_reasons().len());
    assert!(told.contains(&count), "docs/experts.md: {count}");
}
