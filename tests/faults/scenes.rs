//! Programs run one behind the other on a disk, of which one meets a fault; then it is started again.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use sgmp_board::rng::Rng;

use crate::disk_log::{Operation, read_log, told};
use crate::faulty_disk::{Fault, Kind, Stage};
use crate::power_cut::Folder;
use crate::trials::Subject;

/// A longer wait is a hang, however slow the machine.
const HANG: Duration = Duration::from_secs(300);

/// Looks at a disk after a cut: the worst, then by chance.
const CUTS: usize = 4;

/// A command and the lines that are typed into it.
#[derive(Clone, Copy)]
pub(crate) struct Scene {
    pub(crate) words: &'static str,
    pub(crate) typed: &'static str,
    /// The refusal that is right where the first start came through after all.
    pub(crate) done_already: Option<&'static str>,
}

impl Scene {
    pub(crate) const fn new(words: &'static str) -> Self {
        Self::typed(words, "")
    }

    pub(crate) const fn typed(words: &'static str, typed: &'static str) -> Self {
        Self {
            words,
            typed,
            done_already: None,
        }
    }

    pub(crate) const fn or_refused(mut self, refusal: &'static str) -> Self {
        self.done_already = Some(refusal);
        self
    }
}

/// Commands to carry out, and all that has to be there afterwards.
pub(crate) trait Script {
    /// Puts on the disk all that lies there at first.
    fn prepare(&self, _stage: &Stage) {}

    fn scenes(&self) -> Vec<Scene>;

    /// The commands of the next start after a fault in a scene.
    fn again(&self, scene: usize) -> Vec<Scene> {
        self.scenes().split_off(scene)
    }

    /// Returns whether nobody has to hear that an operation on this file failed: it is a probe, and all went well without it.
    fn is_probe(&self, _operation: &str) -> bool {
        false
    }

    /// Things that were told as done and are not there, right after the fault.
    fn lost(&self, stage: &Stage, told: &str) -> Option<String>;

    /// Things that are missing once the next start has gone on to the end.
    fn missing(&self, stage: &Stage) -> Option<String>;
}

/// The end of a program and its words.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) told: String,
}

/// Our program on a stage; all that it keeps by itself lies there too.
pub(crate) fn program(stage: &Stage, words: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    command
        .args(shlex::split(words).expect("words"))
        .env("HOME", stage.disk())
        .env("XDG_CONFIG_HOME", stage.disk().join("settings"))
        .env("XDG_DATA_HOME", stage.disk().join("data"))
        .current_dir(stage.disk());
    command
}

/// Waits for a program's end; one that hangs is killed.
pub(crate) fn end_of(child: &mut Child) -> Option<ExitStatus> {
    let deadline = Instant::now() + HANG;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().expect("a child") {
            return Some(status);
        }
        sleep(Duration::from_millis(5));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// Runs a scene to its end.
fn play(stage: &Stage, scene: Scene, command: &mut Command) -> Result<Ended, String> {
    let file = |name: &str| File::create(stage.beside(name)).expect("a file");
    fs::write(stage.beside("typed"), scene.typed).expect("a file");
    let mut child = command
        .stdin(File::open(stage.beside("typed")).expect("a file"))
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .expect("it starts");
    let status = end_of(&mut child);
    let read = |name: &str| {
        let bytes = fs::read(stage.beside(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let told = read("stdout") + &read("stderr");
    match status {
        Some(status) => Ok(Ended { status, told }),
        None => Err(format!("{:?} hangs\n{told}", scene.words)),
    }
}

/// A script as a subject of trials.
pub(crate) struct Scenes<S>(pub(crate) S);

impl<S: Script> Scenes<S> {
    fn begin(&self) -> (Stage, Folder) {
        let stage = Stage::new();
        self.0.prepare(&stage);
        let folder = Folder::read(&stage.disk());
        (stage, folder)
    }

    /// Runs a scene that has to succeed.
    fn succeed(stage: &Stage, scene: Scene, command: &mut Command) -> Result<(), String> {
        let Ended { status, told } = play(stage, scene, command)?;
        let is_refused = scene
            .done_already
            .is_some_and(|refusal| told.contains(refusal));
        if status.success() || is_refused {
            return Ok(());
        }
        Err(format!("{:?} ends by {status}\n{told}", scene.words))
    }

    /// The next start, and whether all that was told is there then.
    fn start_again(&self, stage: &Stage, scene: usize, told: &str) -> Result<(), String> {
        if let Some(lost) = self.0.lost(stage, told) {
            return Err(format!("lost: {lost}"));
        }
        for scene in self.0.again(scene) {
            Self::succeed(stage, scene, &mut program(stage, scene.words))
                .map_err(|why| format!("the next start: {why}"))?;
        }
        match self.0.missing(stage) {
            Some(missing) => Err(format!("missing at the end: {missing}")),
            None => Ok(()),
        }
    }

    fn judge(
        &self,
        stage: &Stage,
        scene: usize,
        fault: Fault,
        ended: &Ended,
    ) -> Result<bool, String> {
        let operations = read_log(&stage.log());
        let Some(met) = operations.iter().find(|operation| operation.is_fault) else {
            return Ok(false);
        };
        let told_in_all = told(&operations);
        let failed = |what: String| format!("{}: {what}\n{}", met.words, ended.told);
        if !self.0.is_probe(&met.words) {
            judge_words(fault.kind, met, ended).map_err(failed)?;
        }
        stage.mend();
        self.start_again(stage, scene, &told_in_all)
            .map_err(failed)?;
        Ok(true)
    }
}

/// Judges whether the fault was told, or gone over, as it should.
pub(crate) fn judge_words(kind: Kind, met: &Operation, ended: &Ended) -> Result<(), String> {
    if ended.status.signal().is_some() || ended.status.code() == Some(101) {
        return Err(format!("ends by {}", ended.status));
    }
    // What is only taken away again is litter.
    let is_litter = met.words.starts_with("unlink");
    match kind.told_as() {
        None if !ended.status.success() => Err(format!("ends by {}", ended.status)),
        Some(words) if !is_litter && !ended.told.contains(words) => {
            Err("it is not told".to_owned())
        }
        _ => Ok(()),
    }
}

impl<S: Script> Subject for Scenes<S> {
    fn operations(&self) -> Vec<usize> {
        let (stage, _) = self.begin();
        let mut counts = Vec::new();
        let mut before = 0;
        for scene in self.0.scenes() {
            let mut command = program(&stage, scene.words);
            stage.put(&mut command, None);
            Self::succeed(&stage, scene, &mut command).expect("a sound disk");
            let all = read_log(&stage.log());
            let counted = all
                .iter()
                .filter(|operation| operation.is_counted())
                .count();
            counts.push(counted - before);
            before = counted;
        }
        let told = told(&read_log(&stage.log()));
        assert_eq!(self.0.lost(&stage, &told), None, "{told}");
        assert_eq!(self.0.missing(&stage), None, "{told}");
        counts
    }

    fn meet(&self, number: usize, fault: Fault, chance: &mut Rng) -> Result<bool, String> {
        let (stage, mut folder) = self.begin();
        let scenes = self.0.scenes();
        for scene in &scenes[..number] {
            let mut command = program(&stage, scene.words);
            stage.put(&mut command, None);
            Self::succeed(&stage, *scene, &mut command).expect("a sound disk");
        }
        let mut command = program(&stage, scenes[number].words);
        stage.put(&mut command, Some(fault));
        let ended = play(&stage, scenes[number], &mut command)?;
        if fault.kind != Kind::Cut {
            return self.judge(&stage, number, fault, &ended);
        }
        if ended.status.signal().is_none() {
            return Ok(false);
        }
        let operations = read_log(&stage.log());
        folder.follow(&operations);
        for cut in 0..CUTS {
            folder.leave(cut, chance);
            let found = found(&stage);
            self.start_again(&stage, number, &told(&operations))
                .map_err(|why| format!("cut {cut}: {why}\n{}\n{found}", ended.told))?;
        }
        Ok(true)
    }
}

/// The files of a disk and their lengths, for people.
pub(crate) fn found(stage: &Stage) -> String {
    fn look(folder: &std::path::Path, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let length = entry.metadata().map_or(0, |data| data.len());
            names.push(format!("{} {length}", entry.path().display()));
            look(&entry.path(), names);
        }
    }
    let mut names = Vec::new();
    look(&stage.disk(), &mut names);
    names.join("\n")
}
