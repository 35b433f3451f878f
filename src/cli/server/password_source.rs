//! The password of an account: from a file of one's own, or from standard input; never from the command line, which all
//! users of a machine can read.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::Path;

use sgmp_board::failure::{Blame, Failure};
use sgmp_match::console::hidden_line;
use sgmp_match::servers::Password;

/// More than any password.
const MAX_BYTES: u64 = 4096;

/// Reads the password.
///
/// # Errors
/// A file that is not there or that others can read, or a line that is no password.
pub(super) fn password(file: Option<&Path>) -> Result<Password, Failure> {
    let usage = |what: String| Failure::new(Blame::Usage, what);
    let (line, from) = match file {
        Some(path) => {
            let from = format!("--password-file {}", path.display());
            let line = line_of_file(path).map_err(|what| usage(format!("{from}: {what}")))?;
            (line, from)
        }
        None => {
            let line = line_of_input().map_err(|error| usage(format!("no password: {error}")))?;
            (line, "standard input".to_owned())
        }
    };
    let word = line.trim_end_matches(['\r', '\n']);
    Password::read(word).map_err(|error| usage(format!("{from}: {error}")))
}

/// A reason why a file gives no password.
#[derive(Debug, thiserror::Error)]
enum PasswordFileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("others can read it: `chmod 600` it first")]
    Open,
}

fn line_of_file(path: &Path) -> Result<String, PasswordFileError> {
    let file = File::open(path)?;
    if is_open_to_others(&file)? {
        return Err(PasswordFileError::Open);
    }
    let mut line = String::new();
    BufReader::new(file.take(MAX_BYTES)).read_line(&mut line)?;
    Ok(line)
}

#[cfg(unix)]
fn is_open_to_others(file: &File) -> io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

/// Elsewhere a file's owner sees to that.
#[cfg(not(unix))]
fn is_open_to_others(_: &File) -> io::Result<bool> {
    Ok(false)
}

fn line_of_input() -> io::Result<String> {
    if io::stdin().is_terminal() {
        return hidden_line("Password: ");
    }
    // Byte by byte: what follows on standard input is for others.
    let mut line = Vec::new();
    let input = io::stdin().lock();
    for byte in input.bytes().take(MAX_BYTES as usize) {
        match byte? {
            b'\n' => break,
            byte => line.push(byte),
        }
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        std::fs::write(&path, "secret1\nmore\n").unwrap();
        let set = |mode| {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        };
        set(0o644);
        let refused = password(Some(&path)).unwrap_err().to_string();
        assert!(
            refused.contains("chmod 600") && !refused.contains("secret1"),
            "{refused}"
        );
        set(0o600);
        assert_eq!(
            password(Some(&path)).unwrap(),
            Password::read("secret1").unwrap()
        );
        std::fs::write(&path, "\n").unwrap();
        let refused = password(Some(&path)).unwrap_err().to_string();
        assert!(refused.ends_with("its line holds nothing"), "{refused}");
        let missing = password(Some(&folder.path().join("none"))).unwrap_err();
        assert_eq!(missing.blame, Blame::Usage);
    }
}
