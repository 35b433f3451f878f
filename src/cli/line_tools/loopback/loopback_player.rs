//! Equipment of the two players in both self-tests: terms, a player, a journal and a record.

use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;

use super::loopback_args::LoopbackArgs;
use crate::cli::output_names::OutputNames;
use crate::cli::values::thinking_args::ThinkingArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::{Format, make_folder};
use sgmp_board::rules::{Color, Komi};
use sgmp_engine::engine::{Engine, Settings};
use sgmp_engine::time_control::Thinking;
use sgmp_match::match_files;
use sgmp_match::match_files::{Paths, SgfFile};
use sgmp_match::play::journal::Journal;
use sgmp_match::play::{EnginePlayer, Stores, Terms};
use sgmp_match::port::wall_clock;
use sgmp_match::spectators::move_remarks::Remarks;

/// A line that stays dead ends the test.
pub(super) const MAX_RESENDS: u32 = 100;
/// Playouts a move, if nothing is said: enough for a game that ends by itself.
const PLAYOUTS: u32 = 100;
/// Memory of each player.
const MEMORY: usize = 64 << 20;
/// Seed of both players.
pub(super) const SEED: u64 = 1;

/// The side's name, for files and messages.
pub(super) const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Opens a match on disk.
///
/// # Errors
/// A journal that cannot be created.
pub(super) fn open_match(
    color: Color,
    args: &LoopbackArgs,
    main_time: Duration,
    dir: &Path,
    at: Timestamp,
) -> Result<(Paths, Terms, Stores), Failure> {
    let paths = paths(dir, color);
    let terms = terms(color, args, main_time);
    let opened = match_files::opened(&terms, &paths, Format::Fjk, at);
    let journal = Journal::create(&paths.journal, &opened)
        .map_err(|error| Failure::new(Blame::Record, error))?;
    let shelf = SgfFile::new(paths.sgf.clone(), Format::Fjk, Remarks::default());
    let stores = Stores {
        journal: Box::new(journal),
        record: Box::new(shelf),
    };
    Ok((paths, terms, stores))
}

fn paths(dir: &Path, color: Color) -> Paths {
    Paths::for_sgf(dir.join(format!("{}.sgf", name(color))))
}

fn terms(color: Color, args: &LoopbackArgs, main_time: Duration) -> Terms {
    Terms {
        color,
        size: args.size,
        komi: Komi::from_half_points(11),
        rules: args.rules,
        main_time,
        used: Duration::ZERO,
        names: sgmp_board::rules::ByColor::new("loopback Black".into(), "loopback White".into()),
        event: "Self-test".to_owned(),
        place: String::new(),
        round: "1".to_owned(),
        date: wall_clock().date().to_string(),
        handicap: sgmp_proto::Handicap::EVEN,
        dialect: sgmp_match::play::Dialect::Fjk,
    }
}

pub(super) fn player(color: Color, args: &LoopbackArgs) -> Box<EnginePlayer> {
    let name = format!("loopback {color}");
    Box::new(EnginePlayer::new(engine(color, args), name))
}

/// Engine of the player of this color.
pub(super) fn engine(color: Color, args: &LoopbackArgs) -> Engine {
    let ThinkingArgs {
        seed,
        threads,
        memory,
        ..
    } = args.thinking;
    let seed = seed
        .unwrap_or(SEED)
        .wrapping_mul(2)
        .wrapping_add(u64::from(color == Color::White));
    let asked = args.thinking.settings();
    Engine::new(Settings {
        seed,
        playouts: match args.thinking.thinking() {
            Thinking::ByTheClock => Some(PLAYOUTS),
            Thinking::Fixed(_) | Thinking::Counted | Thinking::ByItself => asked.playouts,
        },
        threads: threads.map_or(1, |_| asked.threads),
        memory: memory.unwrap_or(MEMORY),
        resign: None,
        ..asked
    })
}

/// Folder of journals and records, with room for them.
///
/// # Errors
/// A folder that cannot be made, and one that holds such files already.
pub(super) fn folder(args: &LoopbackArgs) -> Result<PathBuf, Failure> {
    let dir = args.dir.clone().unwrap_or_else(|| {
        let stamp = wall_clock().strftime("%Y%m%d-%H%M%S%.3f").to_string();
        std::env::temp_dir().join(format!("sgmp-go-loopback-{stamp}-{}", std::process::id()))
    });
    let refused =
        |error: std::io::Error| Failure::new(Blame::Record, format!("{}: {error}", dir.display()));
    make_folder(&dir).map_err(refused)?;
    let files = Color::BOTH.map(|color| paths(&dir, color));
    let mut names = OutputNames::default();
    for Paths { sgf, journal, .. } in &files {
        names.add_new("the record", sgf, args.force)?;
        names.add_new("the journal", journal, args.force)?;
    }
    // What is left is there by leave of --force.
    files.iter().for_each(Paths::remove);
    Ok(dir)
}
