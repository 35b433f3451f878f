//! Traces of lines that were cut and programs that were away: `replay --check` accuses nobody.

use std::path::Path;

use clap::Parser;
use sgmp_go::cli::replay::{Finding, ReplayArgs, run};

/// The command line of `replay` alone.
#[derive(Parser)]
struct Replay {
    #[command(flatten)]
    args: ReplayArgs,
}

fn replay(trace: &Path, options: &[&str]) -> (Finding, String) {
    let trace = trace.to_str().expect("a plain name");
    let words = ["replay", trace].into_iter().chain(options.iter().copied());
    let args = Replay::parse_from(words).args;
    let mut out = Vec::new();
    let finding = run(&args, &mut out).expect("a trace");
    (finding, String::from_utf8(out).expect("text"))
}

#[test]
fn a_line_that_was_cut_is_nobodys_violation() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/traces/cut_lines");
    let mut traces = 0;
    for entry in std::fs::read_dir(folder).expect("the traces") {
        let trace = entry.expect("a trace").path();
        let name = trace
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // A trace that begins in the middle cannot be checked, and is judged all the same.
        let is_joined = ["proxy_joined", "own_trace_from_a_resume"].contains(&name.as_str());
        let options: &[&str] = if is_joined { &[] } else { &["--check"] };
        let (finding, told) = replay(&trace, options);
        assert_eq!(finding, Finding::Clean, "{name}: {told}");
        assert!(told.contains("no violation"), "{name}: {told}");
        // White's answer to a copy was on its way: from Black's end its order cannot be told.
        let sides = if name == "resumed_long_after_the_other_side" {
            1
        } else {
            2
        };
        let is_checked = told.matches("frames sent alike").count() == sides;
        assert!(is_checked || is_joined, "{name}: {told}");
        traces += 1;
    }
    assert_eq!(traces, 15);
}

/// The same faults, but of a program that makes them again and again.
#[test]
fn a_program_that_never_says_ok_is_blamed_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let original = Path::new(env!("CARGO_MANIFEST_DIR"));
    let original = original.join("fixtures/traces/cut_lines/lost_ok.trace");
    let text = std::fs::read_to_string(original).expect("a trace");
    let is_kept =
        |(at, line): &(usize, &str)| *at < 23 || !line.contains("Read") || !line.ends_with(":OK");
    let lines = text
        .lines()
        .enumerate()
        .filter(is_kept)
        .map(|(_, line)| line);
    let trace = folder.path().join("trace");
    std::fs::write(&trace, lines.collect::<Vec<_>>().join("\n")).expect("a trace");
    let (finding, told) = replay(&trace, &["--check"]);
    assert_eq!(finding, Finding::Violations, "{told}");
    assert!(told.contains("no OK to the move before"), "{told}");
}

#[test]
fn where_frames_passed_unseen_it_is_said() {
    let trace = "fixtures/traces/cut_lines/proxy_away.trace";
    let (_, told) = replay(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join(trace),
        &["--check"],
    );
    assert!(
        told.contains("line 63: frames passed unseen before it"),
        "{told}"
    );
}
