//! `picture`: a position of a record drawn as text, SVG or PNG, and a whole game as a page.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use crate::cli::records::load_record::{RecordArgs, RecordRulesArgs};
use crate::cli::values::teacher_args::TeacherArgs;
use sgmp_advice::review::PositionLayer;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::{Charset, GamePage, Picture, SvgBoard, SvgTheme, TextBoard};
use sgmp_board::record::{GameRecord, write_atomically};
use sgmp_board::rules::Game;
use sgmp_engine::engine::JudgeEffort;
use sgmp_match::console::stdout_line;

/// The endings of images that this program draws.
const IMAGES: &str = if cfg!(feature = "png") {
    ".svg, .png"
} else {
    ".svg"
};

/// A picture of a position.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// The position after so many moves, or a figure of some moves with their numbers: 57 or 1-50
    /// [default: after the last]
    #[arg(long = "move", value_name = "N|A-B")]
    pub moves: Option<ShownMoves>,

    /// Show what is known of the position, several with commas: territory, life, influence, hints
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    pub show: Vec<PositionLayer>,

    /// The look of what is not text: wood, paper or dark
    #[arg(long, default_value = "wood", value_name = "LOOK")]
    pub theme: SvgTheme,

    /// The width of an image in pixels
    #[arg(long, default_value_t = 640, value_name = "PIXELS",
          value_parser = clap::value_parser!(u32).range(50..=8000))]
    pub size: u32,

    /// Draw text with the letters of ASCII alone
    #[arg(long)]
    pub ascii: bool,

    /// The rules.
    #[command(flatten)]
    pub rules: RecordRulesArgs,

    /// The judge of hints, and the source of the territory that is expected
    #[command(flatten)]
    pub teacher: TeacherArgs,

    /// Write to this file, whose name says how it is drawn
    #[arg(long, value_name = "FILE",
          help = format!("Write to this file, whose name says how it is drawn: {IMAGES} or .txt, or .html for a page of \
                          the whole game [default: text on standard output]"))]
    pub out: Option<PathBuf>,

    /// Replace a file
    #[command(flatten)]
    pub force: ForceArgs,
}

/// The moves that a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShownMoves {
    /// The position after so many.
    After(usize),
    /// A figure of these, from 1.
    Figure(RangeInclusive<usize>),
}

/// A text that names no moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("write a number, or the first and the last: 57 or 1-50")]
pub struct UnknownMoves;

impl FromStr for ShownMoves {
    type Err = UnknownMoves;

    fn from_str(text: &str) -> Result<Self, UnknownMoves> {
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| UnknownMoves);
        let Some((first, last)) = text.split_once('-') else {
            return Ok(Self::After(number(text)?));
        };
        let (first, last) = (number(first)?, number(last)?);
        match first {
            0 => Err(UnknownMoves),
            first if first > last => Err(UnknownMoves),
            first => Ok(Self::Figure(first..=last)),
        }
    }
}

/// A way of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawing {
    Svg,
    Png,
    Text,
    Page,
}

impl Drawing {
    fn from_name(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") if cfg!(feature = "png") => Ok(Self::Png),
            Some("png") => Err(Failure::new(
                Blame::Usage,
                "this program was built without PNG: write .svg, or install with --features png",
            )),
            Some("txt") => Ok(Self::Text),
            Some("html") => Ok(Self::Page),
            _ => Err(Failure::new(
                Blame::Usage,
                format!(
                    "--out {}: write a name with {IMAGES}, .txt or .html",
                    path.display()
                ),
            )),
        }
    }
}

/// Draws, on standard output or into a file.
///
/// # Errors
/// A file that cannot be read or written, a record of no game or of an impossible one, and a move
/// that there is not.
pub(crate) fn run(args: &PictureArgs) -> Result<Exit, Failure> {
    let drawing = args.out.as_deref().map(Drawing::from_name).transpose()?;
    if let Some(out) = &args.out {
        OutputNames::reading([&args.record.file]).add_new("--out", out, args.force)?;
    }
    let record = args.record.read()?;
    if let (Some(out), Some(Drawing::Page)) = (&args.out, drawing) {
        return write_page(args, &record, out);
    }
    let (picture, title) = match &args.moves {
        Some(ShownMoves::Figure(range)) => figure(args, &record, range)?,
        Some(ShownMoves::After(moves)) => position(args, &record, Some(*moves))?,
        None => position(args, &record, None)?,
    };
    let svg = || {
        let svg = SvgBoard::new(&picture).theme(args.theme);
        svg.pixels(args.size).title(title)
    };
    let (Some(out), Some(drawing)) = (&args.out, drawing) else {
        stdout_line(text(args, &picture).to_string().trim_end());
        return Ok(Exit::Done);
    };
    let bytes = match drawing {
        Drawing::Svg => svg().to_string().into_bytes(),
        Drawing::Png => png(&svg().without_print_rules().to_string())?,
        Drawing::Text | Drawing::Page => text(args, &picture).to_string().into_bytes(),
    };
    write_atomically(out, &bytes).map_err(|error| Failure::new(Blame::Record, error))?;
    stdout_line(format_args!("picture: {}", out.display()));
    Ok(Exit::Done)
}

/// The whole game on one page.
fn write_page(args: &PictureArgs, record: &GameRecord, out: &Path) -> Result<Exit, Failure> {
    if args.moves.is_some() || !args.show.is_empty() {
        let why = "a page has the whole game: leave --move and --show away";
        return Err(Failure::new(Blame::Usage, why));
    }
    args.record.play_over(record, None)?;
    let page = GamePage::new(record).map_err(|error| Failure::new(Blame::Record, error))?;
    let tree = args.record.read_tree()?;
    let page = page.theme(args.theme).tree(&tree).to_string();
    write_atomically(out, page.as_bytes()).map_err(|error| Failure::new(Blame::Record, error))?;
    stdout_line(format_args!("page: {}", out.display()));
    Ok(Exit::Done)
}

#[cfg(feature = "png")]
fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    super::png_image::png(svg).map_err(|error| Failure::new(Blame::Record, error))
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::new(
        Blame::Usage,
        "this program was built without PNG",
    ))
}

fn text<'a>(args: &PictureArgs, picture: &'a Picture) -> TextBoard<'a> {
    let charset = match args.ascii || args.out.is_none() {
        true => Charset::Ascii,
        false => Charset::Unicode,
    };
    TextBoard::new(picture).charset(charset)
}

/// A position with its layers, and its title.
fn position(
    args: &PictureArgs,
    record: &GameRecord,
    moves: Option<usize>,
) -> Result<(Picture, String), Failure> {
    let game = args.record.play_over(record, moves)?;
    let game = game.with_rules(args.record.rules(record, &args.rules));
    let mut picture = Picture::from_game(&game);
    if !args.show.is_empty() {
        let mut source = args.teacher.desk(JudgeEffort::ONE_POSITION);
        for layer in &args.show {
            picture = source.add_layer(picture, &game, *layer);
        }
    }
    let title = format!("{}{}", names(record), after(&game));
    Ok((picture, title))
}

/// A figure of some moves, and its title.
fn figure(
    args: &PictureArgs,
    record: &GameRecord,
    range: &RangeInclusive<usize>,
) -> Result<(Picture, String), Failure> {
    if !args.show.is_empty() {
        let why = "--show is for one position: give --move one number";
        return Err(Failure::new(Blame::Usage, why));
    }
    let last = record.moves().len();
    if *range.end() > last {
        return Err(args.record.no_move(*range.end(), 1, last));
    }
    args.record.play_over(record, Some(*range.end()))?;
    let picture = Picture::from_moves(record, range);
    let picture = picture.map_err(|error| Failure::new(Blame::Record, error))?;
    let title = format!(
        "{}moves {} to {}",
        names(record),
        range.start(),
        range.end()
    );
    Ok((picture, title))
}

/// "Honinbo (Black) against Meijin (White), ", as far as the names are known.
fn names(record: &GameRecord) -> String {
    let players = &record.info.players;
    match (&players.black.name, &players.white.name) {
        (Some(black), Some(white)) => format!("{black} (Black) against {white} (White), "),
        _ => String::new(),
    }
}

/// "position after move 57, White H17".
fn after(game: &Game) -> impl fmt::Display {
    match game.last_move() {
        Some((color, mv)) => format!("position after move {}, {color} {mv}", game.move_count()),
        None => "position before the first move".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_a_number_or_a_range() {
        assert_eq!("57".parse(), Ok(ShownMoves::After(57)));
        assert_eq!("1-50".parse(), Ok(ShownMoves::Figure(1..=50)));
        for text in ["", "-", "0-5", "9-8", "x", "1-", "-4"] {
            assert_eq!(text.parse::<ShownMoves>(), Err(UnknownMoves), "{text}");
        }
    }

    #[test]
    fn the_name_says_how_it_is_drawn() {
        let drawing = |name: &str| Drawing::from_name(Path::new(name)).ok();
        assert_eq!(drawing("a.SVG"), Some(Drawing::Svg));
        assert_eq!(drawing("a.b.txt"), Some(Drawing::Text));
        for name in ["a", "a.jpg", ".svg"] {
            assert_eq!(drawing(name), None, "{name}");
        }
    }
}
