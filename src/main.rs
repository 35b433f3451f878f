//! Parse, run, print the error, exit code: all of it in the library's `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    sgmp_go::cli::main()
}
