//! Games at this computer: what was played is in the archive, and goes on.

use std::fs;

use sgmp_board::record::read_sgf;

use crate::faulty_disk::Stage;
use crate::scenes::{Scene, Scenes, Script};
use crate::trials::try_faults;

/// Two persons at one board, and the same game taken up again.
struct AtHome;

const RESUME: Scene = Scene::typed("play --plain --ascii --resume", "G7\nC7\nquit\n");

impl Script for AtHome {
    fn scenes(&self) -> Vec<Scene> {
        let begin = "play --plain --ascii --size 9 --computer none";
        vec![Scene::typed(begin, "E5\nC3\nquit\n"), RESUME]
    }

    fn again(&self, _: usize) -> Vec<Scene> {
        vec![RESUME.or_refused("no unfinished game"), self.scenes()[0]]
    }

    /// The probe of whether a new record could be made, of which a game with a record of its own has no need.
    fn is_probe(&self, operation: &str) -> bool {
        operation.contains("/.game.sgf.")
    }

    fn lost(&self, stage: &Stage, told: &str) -> Option<String> {
        // Said at once, and of this program's last words: what is not kept is not acknowledged.
        if told.contains("not kept") {
            return None;
        }
        let played: Vec<&str> = told.split(" plays ").skip(1).collect();
        // The last move may be told before it is kept: the next line says that it is.
        let kept = told.contains("is kept");
        let moves = if kept {
            played.len()
        } else {
            played.len().saturating_sub(1)
        };
        let most = longest(stage);
        (most < moves).then(|| format!("{moves} moves were told, the longest record has {most}"))
    }

    fn missing(&self, stage: &Stage) -> Option<String> {
        (longest(stage) < 2).then(|| "a game of two moves".to_owned())
    }
}

/// The moves of the longest record in the archive.
fn longest(stage: &Stage) -> usize {
    let games = fs::read_dir(stage.disk().join("data/sgmp-go/games"));
    let games = games.into_iter().flatten().flatten();
    let moves = games.filter_map(|game| {
        let record = read_sgf(&fs::read(game.path()).ok()?).ok()?;
        Some(record.moves().len())
    });
    moves.max().unwrap_or(0)
}

#[test]
fn a_game_is_kept_move_by_move() {
    try_faults(&Scenes(AtHome), 2);
}
