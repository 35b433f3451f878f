//! An evolution: whatever happens, the run comes to the same end.

use std::fs;
use std::sync::OnceLock;

use crate::faulty_disk::Stage;
use crate::scenes::{Scene, Scenes, Script};
use crate::trials::try_faults;

/// The run of a sound disk.
#[derive(Default)]
struct Evolution(OnceLock<String>);

impl Script for Evolution {
    fn prepare(&self, stage: &Stage) {
        let settings = include_str!("../../configs/toy-5x5.toml");
        fs::write(stage.disk().join("toy.toml"), settings).expect("a file");
    }

    fn scenes(&self) -> Vec<Scene> {
        vec![
            Scene::new("evolve toy.toml --generations 2 --out run --threads 1"),
            Scene::new("evolve toy.toml --generations 4 --out run --threads 1"),
        ]
    }

    fn lost(&self, stage: &Stage, told: &str) -> Option<String> {
        let rows = table(stage).lines().count();
        let ends = [("generations 0 to 4", 6), ("generations 0 to 2", 4)];
        let (_, least) = ends.into_iter().find(|(end, _)| told.contains(end))?;
        (rows < least).then(|| format!("{rows} rows of {least}"))
    }

    fn missing(&self, stage: &Stage) -> Option<String> {
        let found = table(stage);
        let sound = self.0.get_or_init(|| found.clone());
        (found != *sound).then(|| format!("another run: {found}\n{sound}"))
    }
}

/// The table without the seconds, which no two runs share.
fn table(stage: &Stage) -> String {
    let text = fs::read_to_string(stage.disk().join("run/generations.csv")).unwrap_or_default();
    let cells = |line: &str| line.rsplit_once(',').map(|(cells, _)| format!("{cells}\n"));
    text.lines().filter_map(cells).collect()
}

#[test]
fn an_evolution_comes_to_the_same_end() {
    try_faults(&Scenes(Evolution::default()), 2);
}
