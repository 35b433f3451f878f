//! `about`: the program and how it was made; for a report of a fault the machine, too.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::thread;

use clap::Args;

use super::config::config_location::config_path;
use super::exit::Exit;
use sgmp_board::failure::Failure;
use sgmp_faces::terminal::screen_terminal::has_screen;
use sgmp_match::console::TextStream;
use sgmp_match::port::list_ports;

/// Tell what a report of a fault needs.
#[derive(Debug, Args)]
pub struct AboutArgs {
    /// Tell the system, the terminal, the ports and the programs beside, too: what a report of a fault needs. No
    /// name of a person, a folder, a machine or a record is in it
    #[arg(long)]
    pub report: bool,
}

/// The commit that the program was built from, if the variable `SGMP_COMMIT` named it at build time.
const COMMIT: &str = match option_env!("SGMP_COMMIT") {
    Some(commit) => commit,
    None => "unknown",
};

/// Features that the program was built with.
const FEATURES: [(&str, bool); 2] = [
    ("png", cfg!(feature = "png")),
    ("mpi", cfg!(feature = "mpi")),
];

/// The version with commit, features, and the origin of the net that the program carries.
pub(super) static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let built = FEATURES.iter().filter(|(_, is_built)| *is_built);
    let features: Vec<&str> = built.map(|(name, _)| *name).collect();
    let features = match features.is_empty() {
        true => "none".to_owned(),
        false => features.join(", "),
    };
    format!(
        "{}\ncommit: {COMMIT}\nfeatures: {features}\n\n\
         The net in this program was taught by the public KataGo network g170-b6c96 (licence notice:\n\
         crates/engine/data/TEACHER-NOTICE.txt); its architecture, training, code and weights are our own.",
        env!("CARGO_PKG_VERSION"),
    )
});

/// Prints it.
///
/// # Errors
/// None: output that cannot be written is told at the end.
pub(super) fn run(args: &AboutArgs) -> Result<Exit, Failure> {
    let mut text = format!("sgmp-go {}\n", *LONG_VERSION);
    if args.report {
        text += "\n";
        for (name, value) in facts() {
            let _ = writeln!(text, "{name}: {value}");
        }
    }
    TextStream::Stdout.text(&text);
    Ok(Exit::Done)
}

/// The facts of the machine, by name.
fn facts() -> Vec<(&'static str, String)> {
    let mut facts = vec![
        ("system", system()),
        ("processor", processor()),
        ("terminal", terminal()),
        ("configuration", configuration()),
    ];
    let ports = list_ports();
    if ports.is_empty() {
        facts.push(("port", "none".to_owned()));
    }
    // The lasting name of an adapter has its serial number; opening a port would move its modem lines.
    let told = |name: &str| format!("{name}, {}", access(Path::new(name)));
    facts.extend(ports.iter().map(|port| ("port", told(&port.name))));
    facts.extend(
        [("gnugo", "--version"), ("socat", "-V"), ("tmux", "-V")]
            .map(|(program, word)| (program, version_of(program, word))),
    );
    facts
}

/// The answer to the question whether this user may open a port.
#[cfg(unix)]
fn access(port: &Path) -> String {
    use rustix::fs::{Access, access};
    match access(port, Access::READ_OK | Access::WRITE_OK) {
        Ok(()) => "may be opened".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[cfg(not(unix))]
fn access(_: &Path) -> String {
    "not asked".to_owned()
}

/// The system's name and version.
fn system() -> String {
    let name = std::fs::read_to_string("/etc/os-release")
        .ok()
        .and_then(|text| {
            let line = text
                .lines()
                .find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
            Some(line.trim_matches('"').to_owned())
        });
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease");
    let kernel = kernel.map(|text| format!(", kernel {}", text.trim()));
    format!(
        "{}{} ({}, {})",
        name.unwrap_or_else(|| std::env::consts::OS.to_owned()),
        kernel.unwrap_or_default(),
        std::env::consts::OS,
        std::env::consts::ARCH
    )
}

fn processor() -> String {
    let cores = thread::available_parallelism().map_or_else(|_| "?".to_owned(), |n| n.to_string());
    #[cfg(target_arch = "x86_64")]
    let fast = match is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
        true => "AVX2 and FMA: the net's fast kernels",
        false => "no AVX2 and FMA: the net's portable kernels",
    };
    #[cfg(not(target_arch = "x86_64"))]
    let fast = "the net's portable kernels";
    format!("{cores} cores, {fast}")
}

fn terminal() -> String {
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| "not set".to_owned());
    format!(
        "TERM {}, COLORTERM {}, LANG {}, standard output is {}, {}",
        variable("TERM"),
        variable("COLORTERM"),
        variable("LANG"),
        match std::io::stdout().is_terminal() {
            true => "a terminal",
            false => "no terminal",
        },
        match has_screen() {
            true => "a screen can be drawn",
            false => "lines only",
        }
    )
}

fn configuration() -> String {
    let Some(path) = config_path() else {
        return "no place for one".to_owned();
    };
    match std::fs::read_to_string(path) {
        Ok(text) => format!("{} lines", text.lines().count()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => "none".to_owned(),
        Err(error) => error.kind().to_string(),
    }
}

/// The first line that a program says of its version.
fn version_of(program: &str, word: &str) -> String {
    let places = [program.to_owned(), format!("/usr/games/{program}")];
    let asked = places.iter().find_map(|place| {
        let mut command = Command::new(place);
        command.arg(word).stdin(Stdio::null());
        command.output().ok()
    });
    let Some(output) = asked else {
        return "not here".to_owned();
    };
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text
        .lines()
        .find(|line| line.contains(|c: char| c.is_ascii_digit()));
    line.unwrap_or("it says nothing").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_no_person_and_no_folder() {
        let told: Vec<String> = facts().into_iter().map(|(_, value)| value).collect();
        let told = told.join("\n");
        for name in ["HOME", "USER", "LOGNAME", "HOSTNAME", "XDG_CONFIG_HOME"] {
            // "root" is a word of its own.
            let value = std::env::var(name).unwrap_or_default();
            if value.len() > 4 {
                assert!(!told.contains(&value), "{name} in {told}");
            }
        }
        assert!(
            !told.contains("/home/") && !told.contains(".config"),
            "{told}"
        );
    }
}
