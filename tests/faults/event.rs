//! An event: what was told of a game stands in its journal, and the same command goes on.

use std::fs;

use crate::faulty_disk::Stage;
use crate::scenes::{Scene, Scenes, Script};
use crate::trials::try_faults;

const PLAN: &str = "name = \"Cup\"\nsize = 5\ntime = \"1m\"\nseed = 7\nformat = \"double-round-robin\"\n\
    [[player]]\nname = \"A\"\nplays = 'random'\n[[player]]\nname = \"B\"\nplays = 'random'\n";

struct Event;

impl Script for Event {
    fn prepare(&self, stage: &Stage) {
        fs::write(stage.disk().join("cup.toml"), PLAN).expect("a file");
    }

    fn scenes(&self) -> Vec<Scene> {
        vec![Scene::new("tournament run cup.toml")]
    }

    fn lost(&self, stage: &Stage, told: &str) -> Option<String> {
        let results: Vec<&str> = told
            .lines()
            .filter(|line| line.starts_with("round "))
            .collect();
        let journal = fs::read(stage.disk().join("cup/event.journal")).unwrap_or_default();
        let journal = String::from_utf8_lossy(&journal);
        let ended = journal.matches("game-ended").count();
        (ended < results.len()).then(|| format!("{results:?}, and {ended} in the journal"))
    }

    fn missing(&self, stage: &Stage) -> Option<String> {
        let read = |name: &str| fs::read_to_string(stage.disk().join(name)).unwrap_or_default();
        let has_games = (1..=2).all(|round| {
            let name = format!("cup/records/round{round}-board1.sgf");
            read(&name).contains("RE[W+")
        });
        let is_over = read("cup/standings.json").contains("\"is_over\": true")
            || read("cup/standings.json").contains("\"is_over\":true");
        (!has_games || !is_over).then(|| read("cup/standings.json"))
    }
}

#[test]
fn an_event_goes_on_and_has_what_it_told() {
    try_faults(&Scenes(Event), 2);
}
