//! The one place that decides about the names of files that are written, before any of them is
//! opened: no file that is read is replaced, no two outputs are one file, and what is there already
//! stays unless `--force` is given.

use std::path::{Path, PathBuf};

use clap::Args;

use sgmp_board::failure::{Blame, Failure};

/// The option that lets an output replace a file.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct ForceArgs {
    /// Replace a file that is there already; one that is read is never replaced
    #[arg(long)]
    pub force: bool,
}

/// The files that a command reads and writes.
#[derive(Default)]
pub(crate) struct OutputNames {
    /// Inputs: files, and folders whose files are read.
    inputs: Vec<PathBuf>,
    /// Outputs so far, as the user knows them and as the system does.
    outputs: Vec<(String, PathBuf)>,
}

impl OutputNames {
    /// The names of a command that reads these files and folders.
    pub(crate) fn reading<'a>(inputs: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        Self {
            inputs: inputs.into_iter().map(|path| real_path(path)).collect(),
            outputs: Vec::new(),
        }
    }

    /// Adds an output, which may be there already; `what` names its option or what it holds.
    ///
    /// # Errors
    /// A file that is an input, or another output.
    pub(crate) fn add(&mut self, what: &str, path: &Path) -> Result<(), Failure> {
        let (shown, real) = (format!("{what} {}", path.display()), real_path(path));
        if self.inputs.contains(&real) {
            return Err(refused(format!(
                "{shown} is read by this command and would be lost: choose another name"
            )));
        }
        if let Some((other, _)) = self.outputs.iter().find(|(_, other)| *other == real) {
            return Err(refused(format!(
                "{other} and {shown} are the same file: give each a name of its own"
            )));
        }
        self.outputs.push((shown, real));
        Ok(())
    }

    /// Adds an output that must not be there yet, unless `force` allows it.
    ///
    /// # Errors
    /// Those of [`OutputNames::add`], and a file that is there.
    pub(crate) fn add_new(
        &mut self,
        what: &str,
        path: &Path,
        force: ForceArgs,
    ) -> Result<(), Failure> {
        self.add(what, path)?;
        let Ok(there) = path.symlink_metadata() else {
            return Ok(());
        };
        let shown = format!("{what} {}", path.display());
        if !force.force {
            return Err(refused(format!(
                "{shown} exists already and is not replaced: choose another name, or give --force"
            )));
        }
        let there = path.metadata().unwrap_or(there);
        if !there.is_file() && !there.is_symlink() {
            return Err(refused(format!("{shown} is no file: choose another name")));
        }
        let real = real_path(path);
        if self.inputs.iter().any(|input| real.starts_with(input)) {
            return Err(refused(format!(
                "{shown} lies among the files that are read, and might be one of them: choose another name"
            )));
        }
        Ok(())
    }
}

fn refused(what: String) -> Failure {
    Failure::new(Blame::Usage, what)
}

/// The name by which the system knows a file, or would know it: two names of one file are equal.
fn real_path(path: &Path) -> PathBuf {
    let folder = || match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let in_its_folder = || Some(folder().canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize()
        .ok()
        .or_else(in_its_folder)
        .unwrap_or_else(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const FORCE: ForceArgs = ForceArgs { force: true };
    const CAREFUL: ForceArgs = ForceArgs { force: false };

    fn why(result: Result<(), Failure>) -> String {
        let failure = result.expect_err("a refusal");
        assert_eq!(failure.blame, Blame::Usage);
        failure.message
    }

    #[test]
    fn an_input_is_never_replaced_whatever_it_is_called() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("own.games");
        fs::write(&input, "dear").unwrap();
        let inputs = [input.clone()];
        let mut names = OutputNames::reading(&inputs);
        let other_name = folder.path().join(".").join("own.games");
        for (path, force) in [(&input, CAREFUL), (&input, FORCE), (&other_name, FORCE)] {
            let why = why(names.add_new("--out", path, force));
            assert!(why.contains("is read by this command"), "{why}");
        }
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&input, &link).unwrap();
            assert!(why(names.add("--out", &link)).contains("is read"));
        }
        assert!(
            names
                .add_new("--out", &folder.path().join("new"), CAREFUL)
                .is_ok()
        );
    }

    #[test]
    fn what_is_there_is_replaced_by_force_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (there, read) = (folder.path().join("there"), folder.path().join("read"));
        fs::write(&there, "dear").unwrap();
        fs::create_dir(&read).unwrap();
        fs::write(read.join("a.txt"), "dear").unwrap();
        let inputs = [read.clone()];
        let add = |path: &Path, force| OutputNames::reading(&inputs).add_new("--out", path, force);
        assert!(why(add(&there, CAREFUL)).contains("--force"));
        assert!(add(&there, FORCE).is_ok());
        assert!(why(add(folder.path(), FORCE)).contains("is no file"));
        assert!(why(add(&read.join("a.txt"), FORCE)).contains("among the files that are read"));
        assert!(add(&read.join("new.bin"), CAREFUL).is_ok());
        #[cfg(unix)]
        assert!(why(add(Path::new("/dev/null"), FORCE)).contains("is no file"));
    }

    #[test]
    fn two_outputs_are_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut names = OutputNames::default();
        names.add("--sgf", &folder.path().join("a")).unwrap();
        let why = why(names.add("--trace", &folder.path().join("./a")));
        assert!(
            why.contains("--sgf ") && why.contains(" and --trace "),
            "{why}"
        );
    }
}
