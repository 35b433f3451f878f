//! Tuning and duels: resumed, interrupted, refused.

use std::fs;
use std::path::Path;

use sgmp_go::learning::tuning::{Step, Tuning, TuningPlan, read_journal};

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
        ("duel --a rave=30 --games 3", 2, "--games 3"),
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
    assert!(told.starts_with("A won "), "{told}");
    assert!(told.contains("of 2 games"), "{told}");
    assert!(told.contains("900 Elo against -900: evidence"), "{told}");
    let first = folder.read("duel");
    folder.done(&duel("8"));
    let longer = folder.read("duel");
    assert!(longer.starts_with(&first), "{longer}");
    folder.refuses(&[(&duel("8 --seed 2"), 2, "other words")]);
}

#[test]
fn journals_of_earlier_versions_are_gone_on_with() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/learned");
    let plan = fs::read_to_string(folder.join("tune.toml")).expect("a plan");
    let bytes = fs::read(folder.join("tune.tuning")).expect("a journal");
    let kept = read_journal::<Step>(&bytes).expect("a journal");
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
