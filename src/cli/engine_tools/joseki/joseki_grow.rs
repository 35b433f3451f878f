//! `joseki grow`: the engine's long searches where the book's lines end.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::book_files;
use super::joseki_browse::{read_moves, written};
use crate::cli::exit::{Exit, Failure};
use crate::cli::matches::signals::Interrupts;
use crate::cli::output::stdout_line;
use crate::cli::values::memory_size::parse_memory;
use crate::cli::values::thinking_args::{NetArg, parse_net};
use crate::engine::{Engine, Settings};
use crate::joseki::Book;
use crate::learning::{Growth, GrowthBounds, grow, growing_places};
use crate::record::write_atomically;
use crate::rules::Move;
use crate::search::StopFlag;

/// Beginning of a line that the search left as it was.
const AT_REST: &str = "# at rest:";

/// Corners to search, and the effort.
#[derive(Debug, Args)]
pub struct GrowArgs {
    /// Text files, or folders of them, whose lines go on [default: the book that the program carries]
    pub files: Vec<PathBuf>,

    /// The text file that lines are added to; it is part of the book
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// Go on behind these moves alone, such as "Q16 R14"
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub at: String,

    /// Playouts of each search
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub playouts: u32,

    /// Ends of lines to search
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub lines: usize,

    /// How much less often than the best move of the board a move of the corner may win, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    pub margin: f32,

    /// The net that the search asks: own, none (playouts), or a file [default: none]
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net)]
    pub net: Option<NetArg>,

    /// Moves in a row that searches add at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub depth: u32,

    /// Look for other moves inside the lines too
    #[arg(long)]
    pub alternatives: bool,

    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,

    /// Memory for the tree
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_memory)]
    pub memory: usize,

    /// Seed of the search
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

/// Searches, and writes the file anew after each search.
///
/// # Errors
/// Files that cannot be read or written, and texts with errors.
pub(super) fn run(args: &GrowArgs) -> Result<Exit, Failure> {
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let start = read_moves(&args.at)?;
    let (book, _) = book_files::book(&args.files)?;
    let mut book = book.into_owned();
    let mut file = GrowFile::open(&args.out, &mut book)?;
    let mut engine = Engine::new(Settings {
        seed: args.seed,
        threads: args.threads.into(),
        memory: args.memory,
        net: args.net.and_then(NetArg::choice),
        ..Settings::default()
    });
    let bounds = GrowthBounds {
        depth: args.depth,
        with_alternatives: args.alternatives,
    };
    let mut searched = 0;
    while searched < args.lines {
        let places = growing_places(book.corner(), bounds).into_iter();
        let mut open = places.filter(|line| line.starts_with(&start) && !file.rests(line));
        let Some(line) = open.next() else {
            stdout_line("every line has been searched");
            break;
        };
        let growth = grow(
            &mut engine,
            book.corner(),
            &line,
            args.playouts,
            args.margin / 100.0,
            &halt,
        );
        if growth == Growth::Stopped {
            return Ok(Exit::Interrupted);
        }
        file.note(&line, growth, &mut book)?;
        searched += 1;
    }
    Ok(Exit::Done)
}

/// The file that grows.
struct GrowFile {
    path: PathBuf,
    text: String,
    /// Lines that stay as they are.
    at_rest: BTreeSet<String>,
}

impl GrowFile {
    /// Reads what is there already.
    fn open(path: &Path, book: &mut Book) -> Result<Self, Failure> {
        let text = if path.exists() {
            let report = book_files::read_into(book, &[path.to_owned()])?;
            book_files::refuse_errors(&report)?;
            crate::cli::engine_tools::input_files::read(path)?
        } else {
            "# Grown by searches: sgmp-go joseki grow\n".to_owned()
        };
        let at_rest = text.lines().filter_map(|line| line.strip_prefix(AT_REST));
        let at_rest = at_rest.map(|line| line.trim().to_owned()).collect();
        Ok(Self {
            path: path.to_owned(),
            text,
            at_rest,
        })
    }

    fn rests(&self, line: &[Move]) -> bool {
        self.at_rest.contains(&text_of(line))
    }

    /// Adds what was found to the file and to the book.
    fn note(&mut self, line: &[Move], growth: Growth, book: &mut Book) -> Result<(), Failure> {
        let line = text_of(line);
        let added = match growth {
            Growth::Move { point, value } => {
                stdout_line(format_args!("{line} {point}: {:.0} %", 100.0 * value));
                format!("{line} {point}*")
            }
            Growth::AtRest | Growth::Stopped => {
                stdout_line(format_args!("{line}: at rest"));
                self.at_rest.insert(line.clone());
                format!("{AT_REST} {line}")
            }
        };
        let report = book.read_text(&self.path.display().to_string(), &added);
        book_files::refuse_errors(&report)?;
        self.text += &added;
        self.text.push('\n');
        write_atomically(&self.path, self.text.as_bytes())
            .map_err(|error| Failure::new(Exit::Record, error))
    }
}

fn text_of(line: &[Move]) -> String {
    let words: Vec<String> = line.iter().map(|mv| written(*mv)).collect();
    words.join(" ")
}
