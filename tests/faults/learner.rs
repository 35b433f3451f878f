//! A learner's files: the place in the tutorial, and the answers to problems.

use std::fs;

use crate::faulty_disk::Stage;
use crate::scenes::{Scene, Scenes, Script};
use crate::trials::try_faults;

struct Learner;

impl Script for Learner {
    fn scenes(&self) -> Vec<Scene> {
        vec![
            Scene::typed("tutorial --plain --ascii", "C3\nnext\nquit\n"),
            Scene::typed("problems first-captures --plain --ascii", "M9\n\nquit\n"),
        ]
    }

    fn lost(&self, stage: &Stage, told: &str) -> Option<String> {
        if told.contains("not kept") || told.contains("cannot write") || told.contains("error") {
            return None;
        }
        let kept = |name: &str, word: &str| {
            let file = stage.disk().join("data/sgmp-go").join(name);
            fs::read_to_string(file).unwrap_or_default().contains(word)
        };
        // Told in the line that follows the one on the answer.
        let is_lost = |sign: &str, name: &str, word: &str| told.contains(sign) && !kept(name, word);
        if is_lost("The board, 2 of 6", "tutorial.txt", "first-stone") {
            return Some("the place in the tutorial".to_owned());
        }
        is_lost(
            "It comes again tomorrow",
            "answers.json",
            "first-captures-001",
        )
        .then(|| "the answer to a problem".to_owned())
    }

    fn missing(&self, _: &Stage) -> Option<String> {
        None
    }
}

#[test]
fn what_a_learner_has_answered_is_kept() {
    try_faults(&Scenes(Learner), 2);
}
