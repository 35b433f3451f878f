//! Parse, run, print the error, exit code: all of it in the library's `cli`.

use std::process::ExitCode;

/// The one of musl gives blocks of some KiB back to the system at once, and asks for them anew.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    sgmp_go::cli::main()
}
