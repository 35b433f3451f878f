//! `tournament new`: an example of an event's file.

use std::path::PathBuf;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::values::date_value::parse_date;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::create_new;
use sgmp_hall::tournament::event::{example_evening, example_event};
use sgmp_match::console::{TextStream, stdout_line};
use sgmp_match::port::wall_clock;

/// An example of an event's file.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// A new file to write it to [default: standard output]
    #[arg(value_name = "EVENT.toml")]
    pub event: Option<PathBuf>,

    /// The file of an evening of people, with ranks and handicaps; players come by `tournament import`
    #[arg(long)]
    pub people: bool,

    /// The day of the event, as YYYY-MM-DD [default: today]
    #[arg(long, value_parser = parse_date)]
    pub date: Option<String>,
}

/// Prints an example of an event's file, or writes it.
///
/// # Errors
/// A file that is there already or cannot be written.
pub(super) fn new_event(args: &NewArgs) -> Result<Exit, Failure> {
    let date = args.date.clone().unwrap_or_else(today);
    let text = match args.people {
        true => example_evening(&date),
        false => example_event(&date),
    };
    let Some(event) = &args.event else {
        TextStream::Stdout.text(&text);
        return Ok(Exit::Done);
    };
    let written = create_new(event, text.as_bytes());
    written.map_err(|error| Failure::new(Blame::Usage, error))?;
    stdout_line(format_args!(
        "Written: {}. Say in it who plays and how{}.",
        event.display(),
        match args.people {
            true => format!(
                ", or take players of a list: sgmp-go tournament import {} LIST",
                event.display()
            ),
            false => String::new(),
        }
    ));
    Ok(Exit::Done)
}

fn today() -> String {
    wall_clock().strftime("%Y-%m-%d").to_string()
}
