//! Tests that ask the system about their whole process run in one of their own.

use std::env;
use std::process::Command;

/// Set in a process that runs one test only.
const ALONE: &str = "SGMP_GO_TEST_ALONE";

/// Returns true in a process that runs this test only. Elsewhere starts such a process with these
/// variables, panics if the test fails there, and returns false.
///
/// `test` is the full name, `module::function`.
pub(crate) fn is_alone(test: &str, environment: &[(&str, &str)]) -> bool {
    if env::var_os(ALONE).is_some() {
        return true;
    }
    let program = env::current_exe().expect("this program has a name");
    let output = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env(ALONE, "1")
        .envs(environment.iter().copied())
        .output()
        .expect("this program runs once more");
    let told = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    // A name that no test has would be a success, too.
    let has_passed = output.status.success() && told.contains("1 passed");
    assert!(has_passed, "{test}, alone:\n{told}\n{errors}");
    false
}
