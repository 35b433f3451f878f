//! `tournament pack`, `unpack`: an event as one file, to keep or to move to another machine.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use sgmp_board::failure::Failure;
use sgmp_hall::hall::event_backup;
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_match::console::stdout_line;

/// An event to pack.
#[derive(Debug, Args)]
pub struct PackArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The archive to write [default: EVENT.zip]
    #[arg(value_name = "FILE.zip")]
    pub archive: Option<PathBuf>,

    #[command(flatten)]
    pub force: ForceArgs,
}

/// An event to unpack.
#[derive(Debug, Args)]
pub struct UnpackArgs {
    /// The archive
    #[arg(value_name = "FILE.zip")]
    pub archive: PathBuf,

    /// The folder to unpack it in
    #[arg(value_name = "DIR", default_value = ".")]
    pub into: PathBuf,
}

/// Packs the event's file and its folder.
///
/// # Errors
/// A run at work, an event that has not begun, an archive of that name that is there, files that cannot be read or written.
pub(super) fn pack(args: &PackArgs) -> Result<Exit, Failure> {
    let archive = args.archive.clone();
    let archive = archive.unwrap_or_else(|| args.event.with_extension("zip"));
    let folder = args.event.with_extension("");
    OutputNames::reading([&args.event, &folder]).add_new("the archive", &archive, args.force)?;
    let files = event_backup::pack(&EventFolder::new(&args.event), &archive)?;
    stdout_line(format_args!(
        "Written: {}, {files} files",
        archive.display()
    ));
    Ok(Exit::Done)
}

/// Unpacks an event beside nothing of the same name.
///
/// # Errors
/// An archive of something else, an event of that name that is there, files that cannot be written.
pub(super) fn unpack(args: &UnpackArgs) -> Result<Exit, Failure> {
    let event = event_backup::unpack(&args.archive, &args.into)?;
    EventFolder::new(&event).begun()?;
    stdout_line(format_args!(
        "Unpacked: {0}. It goes on with sgmp-go tournament status {0}",
        event.display()
    ));
    Ok(Exit::Done)
}
