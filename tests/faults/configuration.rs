//! The configuration file: begun, changed, taken back.

use std::fs;

use crate::faulty_disk::Stage;
use crate::scenes::{Scene, Scenes, Script};
use crate::trials::try_faults;

struct Settings;

impl Script for Settings {
    fn scenes(&self) -> Vec<Scene> {
        vec![
            Scene::new("config init --write").or_refused("exists already"),
            Scene::new("config set play level 7"),
            Scene::new("config set verbose 1"),
            Scene::new("config unset play level"),
        ]
    }

    fn lost(&self, stage: &Stage, told: &str) -> Option<String> {
        let text = text(stage);
        // Of the command that met the fault either is right.
        let is_kept = match told.matches("written: ").count() {
            0 => true,
            1 => is_whole(&text),
            2 => has(&text, "level = 7"),
            3 => has(&text, "verbose = 1"),
            _ => has(&text, "verbose = 1") && !has(&text, "level = 7"),
        };
        (!is_kept).then(|| format!("a setting that was told as written: {text}"))
    }

    fn missing(&self, stage: &Stage) -> Option<String> {
        let text = text(stage);
        let is_done = is_whole(&text) && has(&text, "verbose = 1") && !has(&text, "level = 7");
        (!is_done).then_some(text)
    }
}

fn text(stage: &Stage) -> String {
    let file = stage.disk().join("settings/sgmp-go/config.toml");
    fs::read_to_string(file).unwrap_or_default()
}

fn has(text: &str, line: &str) -> bool {
    text.lines().any(|there| there.trim() == line)
}

/// Returns whether the file has all options of the program, each as a comment at least.
fn is_whole(text: &str) -> bool {
    text.lines().count() > 100
}

#[test]
fn a_setting_is_changed_or_as_it_was() {
    try_faults(&Scenes(Settings), 3);
}
