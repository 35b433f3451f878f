//! Tuning and duels: resumed, interrupted, shared, refused.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use sgmp_laboratory::learning::tuning::{Tuning, TuningPlan, TuningStep, read_journal};

use super::common::Folder;

const PARAMS: &str = "\
size = 7
playouts = 10
pairs = 4
batch = 2
[[parameter]]
name = \"rave\"
from = 500
to = 20000
step = 2.0
scale = \"log\"
[[parameter]]
name = \"priors.even\"
from = 0
to = 100
step = 10
";

#[test]
fn a_run_of_tuning_goes_on_from_its_journal_to_the_same_end() {
    let folder = Folder::new();
    folder.write("first.toml", PARAMS);
    let whole = folder.done("tune first.toml --quiet --jobs 1 --plot first.svg");
    let told = &whole.out;
    assert!(told.contains("after 2 of 2 iterations"), "{told}");
    assert!(told.contains("learn duel --size 7 --komi 6.5"), "{told}");
    let drawn = folder.read("first.svg");
    assert!(drawn.contains("priors.even: 20 to "), "{drawn}");
    let kept = folder.read("first.tuning");
    assert_eq!(kept.lines().count(), 4, "{kept}");

    // Killed in the midst of its last line.
    folder.write("first.tuning", &kept[..kept.len() - 5]);
    let again = folder.done("tune first.toml --quiet --jobs 3");
    let errors = &again.errors;
    assert!(errors.contains("no whole line: cut off"), "{errors}");
    assert_eq!(again.out, whole.out);
    assert_eq!(folder.read("first.tuning"), kept);
    let once_more = folder.done("tune first.toml --quiet");
    assert_eq!(once_more.out, whole.out);

    folder.write("first.toml", &PARAMS.replace("step = 10", "step = 11"));
    folder.refuses(&[("tune first.toml --quiet", 2, "was begun by other words")]);
    assert_eq!(folder.read("first.tuning"), kept);
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    folder.write("odd.toml", &PARAMS.replace("\"rave\"", "\"raven\""));
    let unknown = "odd.toml: no parameter is called \"raven\"";
    folder.refuses(&[
        ("tune odd.toml", 2, unknown),
        ("duel --a rave=1", 2, "--a: rave = 1 is out of bounds"),
        ("duel --b x=1", 2, "--b: no parameter is called \"x\""),
        ("duel --a rave=3500", 2, "play alike"),
        (
            "duel --a rave=30 --games 3",
            2,
            "3 games: write an even number",
        ),
        ("duel --a rave=30 --sprt 20,0", 2, "\"20,0\" is no test"),
    ]);
    assert!(!folder.path("odd.tuning").exists());
    let list = folder.done("tune --list").out;
    let rave = "rave                       3500   10 to 1000000";
    assert!(list.contains(rave), "{list}");
}

#[test]
fn a_duel_counts_its_games_and_goes_on_with_more() {
    let folder = Folder::new();
    let duel = |games| {
        format!(
            "duel --a expand_at=1 --b rave=10 --size 7 --playouts 10 --quiet --sprt -900,900 \
             --out duel --games {games}"
        )
    };
    let told = folder.done(&duel("2")).out;
    let names = "A is expand_at=1, B is rave=10\nA won ";
    assert!(told.starts_with(names), "{told}");
    assert!(told.contains("of 2 games"), "{told}");
    assert!(told.contains("900 Elo against -900: evidence"), "{told}");
    let first = folder.read("duel/games.jsonl");
    folder.done(&duel("8"));
    let longer = folder.read("duel/games.jsonl");
    assert!(longer.starts_with(&first), "{longer}");
    folder.refuses(&[(&duel("8 --seed 2"), 2, "other words")]);
    let merged = folder.done("duel --merge duel").out;
    assert!(merged.starts_with(names), "{merged}");
}

#[test]
fn a_duel_of_settings_is_a_duel_of_players_with_them() {
    let folder = Folder::new();
    let words = "--size 7 --games 2 --quiet --seed 3 --out";
    folder.done(&format!("duel --a expand_at=1 --playouts 10 {words} learn"));
    let mut duel = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    duel.current_dir(folder.path(".")).arg("duel");
    duel.args(["a=ours:playouts=10,expand_at=1", "b=ours:playouts=10"]);
    let output = duel.args(words.split(' ')).arg("plain").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    for game in 0..2 {
        let moves = |of: &str| {
            let record = folder.read(&format!("{of}/game{game:05}.sgf"));
            record[record.find(";B[").expect("a move")..].to_owned()
        };
        assert_eq!(moves("learn"), moves("plain"));
    }
}

#[test]
fn weights_of_files_are_those_of_the_side_that_names_them() {
    let folder = Folder::new();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/learned/own.bin");
    let words = "--size 7 --playouts 10 --games 2 --quiet";
    let told = folder.done(&format!("duel --a-patterns {} {words}", own.display()));
    let name = format!("A is pattern_weights={}, B is as it is\n", own.display());
    assert!(told.out.starts_with(&name), "{}", told.out);
    let nowhere = format!("duel --b-playouts nowhere.bin {words}");
    folder.refuses(&[(&nowhere, 2, "nowhere.bin")]);
}

#[test]
fn workers_share_the_games_of_a_tuning_and_come_to_the_same_end() {
    let folder = Folder::new();
    let plan = PARAMS
        .replace("size = 7", "size = 4")
        .replace("playouts = 10", "playouts = 2");
    folder.write("whole.toml", &plan);
    folder.write("part.toml", &plan);
    let whole = folder.done("tune whole.toml --quiet").out;

    // Two side by side; the third is lost.
    let mut first = folder.learn("tune part.toml --quiet --jobs 1 --worker 1/3");
    let first = first.stdout(Stdio::piped()).spawn().expect("it starts");
    let second = folder
        .done("tune part.toml --quiet --jobs 1 --worker 2/3")
        .out;
    let first = first.wait_with_output().expect("its end");
    assert_eq!(second, whole);
    assert_eq!(String::from_utf8_lossy(&first.stdout), whole);
    let games = folder.read("part.tuning.games-1-of-3");
    assert!(games.contains("\"game\":0,"), "{games}");
    assert!(!folder.path("part.tuning").exists());

    // What they have played is not played again, here or in another folder.
    let taken = folder.done("tune part.toml --quiet --out other.tuning --merge part.tuning.games-1-of-3 part.tuning.games-2-of-3");
    assert_eq!(taken.out, whole);
    assert_eq!(folder.done("tune part.toml --quiet").out, whole);
    let steps = |name: &str| {
        folder
            .read(name)
            .lines()
            .skip(2)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(steps("part.tuning"), steps("whole.tuning"));
    assert_eq!(steps("other.tuning"), steps("whole.tuning"));

    folder.write("part.toml", &plan.replace("step = 10", "step = 11"));
    let timed = plan.replace("playouts = 2", "move_time = 0.01");
    folder.write("timed.toml", &timed);
    folder.refuses(&[
        ("tune part.toml --quiet --worker 1/3", 2, "other words"),
        ("tune timed.toml --quiet --worker 1/3", 2, "write playouts"),
    ]);
}

#[test]
fn journals_of_earlier_versions_are_gone_on_with() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/learned");
    let plan = fs::read_to_string(folder.join("tune.toml")).expect("a plan");
    let bytes = fs::read(folder.join("tune.tuning")).expect("a journal");
    let kept = read_journal::<TuningStep>(&bytes).expect("a journal");
    assert_eq!((kept.steps.len(), kept.torn), (8, 0));
    let mut tuning = Tuning::new(TuningPlan::from_toml(&plan).expect("a plan"));
    assert!(tuning.recall(&kept.steps) && tuning.is_done());
    for (i, axis) in tuning.plan().axes.iter().enumerate() {
        let name = axis.knob.name;
        for (step, at) in kept.steps.iter().zip(&tuning.path()[1..]) {
            let noted = step.values[name];
            assert!((noted / at[i] - 1.0).abs() < 1e-9, "{name}: {noted}");
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_good_journal() {
    let folder = Folder::new();
    folder.write("long.toml", &PARAMS.replace("pairs = 4", "pairs = 100000"));
    let journal = folder.path("long.tuning");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    folder.interrupted_when("tune long.toml --quiet", || lines() >= 4);
    let text = folder.read("long.tuning");
    assert!(text.lines().count() >= 4 && text.ends_with('\n'), "{text}");
}
