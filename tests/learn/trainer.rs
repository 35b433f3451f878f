//! The trainer in `training/`, where there is a Python that has PyTorch: `python3`, or the one that the
//! environment names in `SGMP_PYTHON`. Elsewhere the tests say so and pass.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;

use super::common::Folder;

/// A Python with PyTorch, if there is one.
fn python() -> Option<String> {
    let python = std::env::var("SGMP_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let imports = Command::new(&python)
        .args(["-c", "import numpy, torch"])
        .output();
    let works = imports.is_ok_and(|output| output.status.success());
    if !works {
        // Past the harness, which keeps what a test that passes prints to itself.
        let _ = writeln!(
            io::stderr(),
            "skipped: {python} has no PyTorch (training/requirements.txt, SGMP_PYTHON)"
        );
    }
    works.then_some(python)
}

/// Runs a script of `training/` in a folder; its output.
fn trained(python: &str, script: &str, words: &str, folder: &Folder) -> String {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(python);
    command.arg(root.join("training").join(script));
    command.args(words.split_whitespace());
    // Python would leave its compiled files in the project.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    let output = command.current_dir(folder.path("")).output();
    let output = output.expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}: {said}{errors}");
    said
}

#[test]
fn the_trainer_checks_itself() {
    let Some(python) = python() else {
        return;
    };
    let root = env!("CARGO_MANIFEST_DIR");
    let words = format!(
        "--vectors {root}/fixtures/net/student-6x64.net {root}/fixtures/net/vectors-6x64.bin"
    );
    let said = trained(&python, "check.py", &words, &Folder::new());
    assert!(said.contains("test vectors: worst difference"), "{said}");
    assert!(said.trim_end().ends_with("all is well"), "{said}");
}

#[test]
fn labels_planes_training_and_report_fit_together() {
    let Some(python) = python() else {
        return;
    };
    let folder = Folder::new();
    folder.done("label --net own --positions 400 --out a.sgds --quiet");
    folder.done("planes a.sgds a.planes");
    let words = "--data a.sgds a.planes --out net.bin --blocks 1 --channels 16 --device cpu --batch 16 --seconds 1e6 \
                 --max-steps 3 --warm 1";
    let said = trained(&python, "train.py", words, &folder);
    assert!(said.contains("wrote net.bin"), "{said}");
    let words = "--data a.sgds a.planes --init net.bin --report --device cpu --eval-most 10000";
    let said = trained(&python, "train.py", words, &folder);
    let json = folder.done("net-report --data a.sgds --net net.bin --json --quiet");
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let mut compared = 0;
    for (size, word) in [
        ("19x19", "19x19"),
        ("13x13", "13x13"),
        ("9x9", "9x9"),
        ("other sizes", "other"),
    ] {
        let groups = json["nets"][0]["groups"].as_array().expect("groups");
        let group = groups
            .iter()
            .find(|group| group["positions"] == size)
            .expect("a group");
        let line = said
            .lines()
            .find(|line| line.contains(&format!("held out {word} n ")));
        let Some(line) = line else {
            assert_eq!(group["count"], 0, "{said}");
            continue;
        };
        for (key, name) in [
            ("policy_cross_entropy", "policy CE "),
            ("value_cross_entropy", "value CE "),
            ("value_error", "rmse "),
            ("owners_square", "own MSE "),
        ] {
            let (_, rest) = line.split_once(name).expect("a figure");
            let told: f64 = rest
                .split_whitespace()
                .next()
                .expect("a number")
                .parse()
                .expect("a number");
            let found = group[key].as_f64().expect("a number");
            assert!((told - found).abs() < 2e-4, "{size} {key}: {told} {found}");
        }
        compared += 1;
    }
    assert!(compared > 0, "{said}");
}
