//! Tuning and duels as a user runs them: resumed, interrupted, refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use sgmp_go::learning::tuning::{Step, Tuning, TuningPlan, kept};

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

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("a file");
        path
    }
}

fn learn(part: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command.args(["learn", part]).stdin(Stdio::null());
    command
}

fn tune(plan: &Path) -> Command {
    let mut command = learn("tune");
    command.arg(plan).arg("--quiet");
    command
}

/// What it says, with its exit code.
fn heard(command: &mut Command) -> (i32, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the program runs");
    let text = [stdout, stderr].concat();
    (
        status.code().expect("a code"),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn a_run_of_tuning_goes_on_from_its_journal_to_the_same_end() {
    let folder = Folder::new();
    let plan = folder.with("first.toml", PARAMS);
    let (picture, journal) = (folder.path("first.svg"), folder.path("first.tuning"));
    let (code, whole) = heard(tune(&plan).args(["--jobs", "1", "--plot"]).arg(&picture));
    assert_eq!(code, 0, "{whole}");
    assert!(whole.contains("after 2 of 2 iterations"), "{whole}");
    assert!(whole.contains("learn duel --size 7 --komi 6.5"), "{whole}");
    let drawn = fs::read_to_string(&picture).expect("a picture");
    assert!(drawn.contains("priors.even: 20 to "), "{drawn}");
    let kept = fs::read_to_string(&journal).expect("a journal");
    assert_eq!(kept.lines().count(), 4, "{kept}");

    // Killed in the midst of its last line.
    fs::write(&journal, &kept[..kept.len() - 5]).expect("cut");
    let (code, again) = heard(tune(&plan).args(["--jobs", "3"]));
    assert_eq!(code, 0, "{again}");
    assert!(again.contains("no whole line: cut off"), "{again}");
    assert!(again.starts_with(&whole), "{again}\nand\n{whole}");
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), kept);
    let (code, once_more) = heard(&mut tune(&plan));
    assert_eq!((code, once_more), (0, whole));

    let other = folder.with("first.toml", &PARAMS.replace("step = 10", "step = 11"));
    let (code, text) = heard(&mut tune(&other));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("was begun by other words"), "{text}");
    assert_eq!(fs::read_to_string(&journal).expect("a journal"), kept);
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = Folder::new();
    let plan = folder.with("odd.toml", &PARAMS.replace("\"rave\"", "\"raven\""));
    let (code, text) = heard(&mut tune(&plan));
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("odd.toml: no parameter is called \"raven\""),
        "{text}"
    );
    assert!(!folder.path("odd.tuning").exists());
    let (code, text) = heard(learn("tune").arg("--list"));
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("rave                       3500   10 to 1000000"),
        "{text}"
    );
    for (words, culprit) in [
        (&["--a", "rave=1"][..], "--a: rave = 1 is out of bounds"),
        (&["--b", "x=1"], "--b: no parameter is called \"x\""),
        (&["--a", "rave=3500"], "play alike"),
        (&["--a", "rave=30", "--games", "3"], "--games 3"),
        (&["--a", "rave=30", "--sprt", "20,0"], "\"20,0\" is no test"),
    ] {
        let (code, text) = heard(learn("duel").args(words));
        assert_eq!(code, 2, "{text}");
        assert!(text.contains(culprit), "{words:?}: {text}");
    }
}

#[test]
fn a_duel_counts_its_games_and_goes_on_with_more() {
    let folder = Folder::new();
    let out = folder.path("duel");
    let duel = |games: &str| {
        let mut command = learn("duel");
        command.args(["--a", "expand_at=1", "--b", "rave=10", "--size", "7"]);
        command.args(["--playouts", "10", "--quiet", "--games", games]);
        command.args(["--sprt", "-900,900", "--out"]).arg(&out);
        command
    };
    let (code, text) = heard(&mut duel("2"));
    assert_eq!(code, 0, "{text}");
    assert!(text.starts_with("A won "), "{text}");
    assert!(text.contains("of 2 games"), "{text}");
    assert!(text.contains("900 Elo against -900: evidence"), "{text}");
    let first = fs::read_to_string(&out).expect("a journal");
    let (code, text) = heard(&mut duel("8"));
    assert_eq!(code, 0, "{text}");
    let longer = fs::read_to_string(&out).expect("a journal");
    assert!(longer.starts_with(&first), "{longer}");
    let (code, text) = heard(duel("8").args(["--seed", "2"]));
    assert_eq!(code, 2, "{text}");
    assert!(text.contains("other words"), "{text}");
}

#[test]
fn journals_of_earlier_versions_are_gone_on_with() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/learned");
    let plan = fs::read_to_string(folder.join("tune.toml")).expect("a plan");
    let bytes = fs::read(folder.join("tune.tuning")).expect("a journal");
    let kept = kept::<Step>(&bytes).expect("a journal");
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
    let plan = folder.with("long.toml", &PARAMS.replace("pairs = 4", "pairs = 100000"));
    let journal = folder.path("long.tuning");
    let mut command = tune(&plan);
    let mut child = command.stdout(Stdio::null()).spawn().expect("it starts");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    for _ in 0..500 {
        sgmp_go::port::pause(std::time::Duration::from_millis(100));
        if lines() >= 4 {
            break;
        }
    }
    let id = i32::try_from(child.id()).expect("an id");
    let id = rustix::process::Pid::from_raw(id).expect("an id");
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("Ctrl-C");
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    let text = fs::read_to_string(&journal).expect("a journal");
    assert!(text.lines().count() >= 4 && text.ends_with('\n'), "{text}");
}
