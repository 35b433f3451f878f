//! A duel whose games are kept in a folder.

use std::fs;

use crate::faulty_disk::Stage;
use crate::scenes::{Scene, Scenes, Script};
use crate::trials::try_faults;

struct Duel;

impl Script for Duel {
    fn scenes(&self) -> Vec<Scene> {
        vec![Scene::new(
            "duel random level:0 --size 5 --games 4 --out games --concurrency 1",
        )]
    }

    fn lost(&self, stage: &Stage, told: &str) -> Option<String> {
        let games = games(stage);
        (told.contains("of 4 games") && games < 4).then(|| format!("4 games, and {games} are kept"))
    }

    fn missing(&self, stage: &Stage) -> Option<String> {
        let records = (0..4).all(|game| {
            let name = format!("games/game{game:05}.sgf");
            fs::read_to_string(stage.disk().join(name)).is_ok_and(|text| text.contains("RE["))
        });
        (games(stage) != 4 || !records).then(|| format!("{} games", games(stage)))
    }
}

fn games(stage: &Stage) -> usize {
    let text = fs::read_to_string(stage.disk().join("games/games.jsonl")).unwrap_or_default();
    text.lines().filter(|line| line.ends_with('}')).count()
}

#[test]
fn a_duel_goes_on_with_the_games_that_it_has() {
    try_faults(&Scenes(Duel), 2);
}
