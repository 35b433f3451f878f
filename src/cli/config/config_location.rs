//! The place of the configuration file, and what is read of it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Command;

use super::checked_config::CheckedConfig;
use super::config_error::{ConfigError, Mistake, SettingError};
use super::config_file::ConfigText;

/// A file that somebody wrote by hand is shorter.
const MAX_BYTES: u64 = 1 << 20;

/// The place of the configuration file: below `$XDG_CONFIG_HOME` (as the XDG base directory
/// specification has it, only where that is an absolute path), else below `.config` in the home
/// directory; on Windows below `%APPDATA%`. None where the environment names no such place.
pub(in crate::cli) fn config_path() -> Option<PathBuf> {
    path_from(|name| std::env::var_os(name))
}

fn path_from(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let directory = |name| {
        variable(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let base = if cfg!(windows) {
        directory("APPDATA")
    } else {
        directory("XDG_CONFIG_HOME").or_else(|| Some(directory("HOME")?.join(".config")))
    };
    Some(base?.join("sgmp-go").join("config.toml"))
}

/// Reads the configuration file, if there is one, and checks it against the commands.
///
/// # Errors
/// [`ConfigError`] where it cannot be read, is no TOML, or has settings that no command takes.
pub(super) fn load(root: &Command) -> Result<Option<(PathBuf, CheckedConfig)>, ConfigError> {
    let Some(path) = config_path() else {
        return Ok(None);
    };
    let Some(text) = read_text(&path)? else {
        return Ok(None);
    };
    let read = read_config(root, &text);
    let config = read.map_err(|mistakes| ConfigError::wrong(&path, mistakes))?;
    Ok(Some((path, config)))
}

/// Reads a configuration from its text.
///
/// # Errors
/// All mistakes; only the first one where the text is no TOML.
pub(super) fn read_config(root: &Command, text: &str) -> Result<CheckedConfig, Vec<Mistake>> {
    let text = ConfigText::read(text).map_err(|error| {
        vec![Mistake {
            line: error.line,
            source: error.into(),
        }]
    })?;
    CheckedConfig::new(root, &text)
}

/// The text of a file; none where there is no file.
///
/// # Errors
/// [`ConfigError`] where it cannot be read.
pub(super) fn read_text(path: &Path) -> Result<Option<String>, ConfigError> {
    let unreadable = |reason: String| ConfigError::Unreadable {
        path: path.to_owned(),
        reason,
    };
    // A home that is closed to us is another's: its settings are not ours.
    let is_missing = |error: &io::Error| {
        use io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};
        matches!(error.kind(), NotFound | NotADirectory | PermissionDenied)
    };
    match std::fs::metadata(path) {
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(unreadable(error.to_string())),
        // A pipe would keep us waiting.
        Ok(metadata) if !metadata.is_file() => {
            return Err(unreadable("this is no file".to_owned()));
        }
        Ok(_) => {}
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(unreadable(format!("longer than {MAX_BYTES} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        let source = SettingError::NoText;
        ConfigError::wrong(path, vec![Mistake { line, source }])
    })?;
    Ok(Some(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn the_file_lies_where_xdg_says() {
        let path = |xdg: Option<&str>, home: Option<&str>| {
            path_from(|name| match name {
                "XDG_CONFIG_HOME" => xdg.map(OsString::from),
                "HOME" => home.map(OsString::from),
                _ => None,
            })
        };
        let below = |base: &str| Some(PathBuf::from(base).join("sgmp-go/config.toml"));
        assert_eq!(path(Some("/x"), Some("/h")), below("/x"));
        assert_eq!(path(None, Some("/h")), below("/h/.config"));
        assert_eq!(path(Some("relative"), Some("/h")), below("/h/.config"));
        assert_eq!(path(Some(""), Some("/h")), below("/h/.config"));
        assert_eq!(path(None, None), None);
    }
}
