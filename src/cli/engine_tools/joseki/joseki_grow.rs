//! `joseki grow`: the engine's long searches where the book's lines end.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::book_files;
use super::joseki_browse::{read_moves, written};
use crate::cli::exit::Exit;
use crate::cli::values::memory_size::parse_memory;
use crate::cli::values::thinking_args::parse_net;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_board::rules::Move;
use sgmp_board::shared_work::map_each;
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::NamedNet;
use sgmp_engine::engine::{Engine, Settings};
use sgmp_knowledge::joseki::{Book, BookPosition};
use sgmp_laboratory::learning::{
    GrowingPlace, GrownMove, Growth, GrowthBounds, GrowthSearch, grow, growing_places,
};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stdout_line;

/// Beginning of a line that is not to be searched again.
const AT_REST: &str = "# searched:";

/// Searches after which the file is written: a kill loses so many at most.
const SEARCHES_UNSAVED: usize = 20;

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

    /// Positions to search
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub lines: usize,

    /// How much less often than the best move of the board a move of the corner may win, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 2.0)]
    pub margin: f32,

    /// The net that the search asks: own, none (playouts), or a file [default: none]
    #[arg(long, value_name = "own|none|FILE", value_parser = parse_net)]
    pub net: Option<NamedNet>,

    /// Moves in a row that searches add at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub depth: u32,

    /// Look for other moves inside the lines too, up to three in a position
    #[arg(long)]
    pub alternatives: bool,

    /// Searches side by side, each on a thread of its own
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub threads: u16,

    /// Memory for the tree of each search
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = parse_memory)]
    pub memory: usize,

    /// Seed of the search
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
}

/// Searches, one line after the other to its end, and writes the file anew after every twenty searches.
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
    let mut engines: Vec<Engine> = (0..args.threads).map(|_| engine(args)).collect();
    let mut searched = 0;
    // The last one is the next, so that a line is played to its end before another is begun.
    let mut open: Vec<GrowingPlace> = Vec::new();
    while searched < args.lines {
        if open.is_empty() {
            let places = growing_places(book.corner(), args.bounds()).into_iter();
            let begun = places.filter(|place| place.line.starts_with(&start));
            open.extend(begun.filter(|place| !file.rests(&place.line)));
            open.reverse();
        }
        if open.is_empty() {
            stdout_line("every line has been searched");
            break;
        }
        let most = engines.len().min(args.lines - searched);
        let round = open.split_off(open.len().saturating_sub(most));
        let found = searches(args, &mut engines, &book, &round, &halt);
        searched += round.len();
        for (place, growth) in round.iter().zip(found) {
            let longer = file.note(place, &growth, &mut book)?;
            open.extend(longer.into_iter().filter(|next| {
                next.grown < args.depth && is_end(&book, next) && !file.rests(&next.line)
            }));
        }
        if halt.is_requested() {
            file.save()?;
            return Ok(Exit::Interrupted);
        }
        if searched % SEARCHES_UNSAVED < round.len() {
            file.save()?;
        }
    }
    file.save()?;
    Ok(Exit::Done)
}

/// Returns whether the book has no move behind a line.
fn is_end(book: &Book, place: &GrowingPlace) -> bool {
    let graph = book.corner();
    let position = BookPosition::after_moves(graph.size(), &place.line).ok();
    let node = position.and_then(|position| graph.find(&position.canonical(graph.symmetries())));
    node.is_some_and(|node| graph.node(node).edges.is_empty())
}

/// An engine for searches on one thread.
fn engine(args: &GrowArgs) -> Engine {
    Engine::new(Settings {
        seed: args.seed,
        memory: args.memory,
        net: args.net.and_then(NamedNet::choice),
        ..Settings::default()
    })
}

/// Searches these positions side by side, one with each engine.
fn searches(
    args: &GrowArgs,
    engines: &mut [Engine],
    book: &Book,
    places: &[GrowingPlace],
    halt: &StopFlag,
) -> Vec<Growth> {
    let search = args.search();
    map_each(
        places.len(),
        engines.iter_mut().zip(places),
        |(engine, place)| grow(engine, book.corner(), &place.line, search, halt),
    )
}

impl GrowArgs {
    /// Moves taken from a search at most, where others than the best are wanted.
    const ALTERNATIVES: usize = 3;

    const fn bounds(&self) -> GrowthBounds {
        GrowthBounds {
            depth: self.depth,
            with_alternatives: self.alternatives,
        }
    }

    fn search(&self) -> GrowthSearch {
        GrowthSearch {
            playouts: self.playouts,
            margin: self.margin / 100.0,
            most: if self.alternatives {
                Self::ALTERNATIVES
            } else {
                1
            },
        }
    }
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
        self.at_rest.contains(&text_of(line, 0))
    }

    /// Adds what was found to the text and to the book, and gives the lines that are longer by it.
    ///
    /// A move that would lead the book in a circle is left out.
    fn note(
        &mut self,
        place: &GrowingPlace,
        growth: &Growth,
        book: &mut Book,
    ) -> Result<Vec<GrowingPlace>, Failure> {
        let line = text_of(&place.line, 0);
        let marked = text_of(&place.line, place.grown as usize);
        let added: Vec<Move> = match growth {
            Growth::Stopped => return Ok(Vec::new()),
            Growth::Moves(moves) => {
                let told = |found: &GrownMove| {
                    let percent = 100.0 * found.value;
                    stdout_line(format_args!("{line} {}: {percent:.0} %", found.point));
                    Move::Play(found.point)
                };
                moves.iter().map(told).collect()
            }
            Growth::Left => vec![Move::Pass],
            Growth::AtRest => {
                stdout_line(format_args!("{line}: at rest"));
                Vec::new()
            }
        };
        let mut longer = Vec::new();
        for mv in added {
            let text = format!("{marked} {}*", written(mv));
            let report = book.read_text(&self.path.display().to_string(), &text);
            if report.errors.is_empty() {
                self.text += &text;
                self.text.push('\n');
                longer.push(GrowingPlace {
                    line: place.line.iter().copied().chain([mv]).collect(),
                    grown: place.grown + 1,
                });
            } else {
                report.errors.iter().for_each(stdout_line);
            }
        }
        self.text += &format!("{AT_REST} {line}\n");
        self.at_rest.insert(line);
        Ok(longer)
    }

    fn save(&self) -> Result<(), Failure> {
        write_atomically(&self.path, self.text.as_bytes())
            .map_err(|error| Failure::new(Blame::Record, error))
    }
}

/// The line as the book's text has it, the last `grown` moves marked as grown.
fn text_of(line: &[Move], grown: usize) -> String {
    let written_moves = line.len() - grown;
    let words = line.iter().enumerate().map(|(index, mv)| {
        let mark = if index < written_moves { "" } else { "*" };
        format!("{}{mark}", written(*mv))
    });
    words.collect::<Vec<_>>().join(" ")
}
