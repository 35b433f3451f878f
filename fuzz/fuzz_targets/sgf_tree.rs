//! Any bytes as games with all their variations: what is read is written and read again, and nothing is lost.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgmp_advice::review::{CurveSearch, GameCurve, ReviewedGame};
use sgmp_board::record::{GameTree, NodeId};
use sgmp_board::rules::{BoardSize, Game, Komi, Rules};
use sgmp_engine::engine::NetChoice;
use sgmp_faces::study::{StudyLog, read_problems};

fuzz_target!(|bytes: &[u8]| {
    // The file that keeps a curve is read with the same care.
    let game = Game::new(BoardSize::NINETEEN, Komi::default());
    let search = CurveSearch {
        net: None::<NetChoice>,
        effort: 1,
    };
    drop(GameCurve::from_json(bytes, &game, search));
    drop(StudyLog::from_json(bytes));
    drop(read_problems(bytes, "problem"));
    let Ok(trees) = GameTree::read_all(bytes) else {
        return;
    };
    for tree in trees {
        let again = GameTree::read(tree.to_string().as_bytes(), 1).expect("what we write we read");
        assert_eq!(again, tree);
        let end = tree.line_end(NodeId::ROOT);
        let moves = tree
            .path(end)
            .iter()
            .filter(|node| tree.move_at(**node).is_some())
            .count();
        if moves > 400 {
            continue;
        }
        if let Ok(mut game) = ReviewedGame::new(tree, Rules::Japanese) {
            while let Some(next) = game.next_node() {
                if game.go_to(next).is_err() {
                    break;
                }
            }
        }
    }
});
