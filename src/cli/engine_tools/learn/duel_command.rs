//! `learn duel`: which of two settings of the engine wins more games. The games are those of `duel`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::strength::{DuelGamesOptions, play};
use sgmp_board::failure::{Blame, Failure};
use sgmp_engine::engine::parse_settings;
use sgmp_hall::tournament::PlayerSpec;

/// Playouts a move where nothing is said.
const PLAYOUTS: u32 = 500;

const EXAMPLES: &str = "\
Examples:
  sgmp-go learn duel --a priors.learned=300 --size 13 --playouts 800 --games 60
  sgmp-go learn duel --a rave=2000,expand_at=4 --b rave=5000 --games 2000 --sprt 0,20 --out rave

What a side does not set keeps the engine's own value (sgmp-go learn tune --list). This is
sgmp-go duel between two players ours:playouts=500,NAME=NUMBER,..., with all its options. With a
time in place of playouts both think so long without a net.";

/// Two settings of one engine.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("size", |size| size.default_value("13")))]
pub struct DuelArgs {
    /// What A sets: NAME=NUMBER, several with commas
    #[arg(long, default_value = "", value_name = "SETTINGS")]
    pub a: String,

    /// What B sets
    #[arg(long, default_value = "", value_name = "SETTINGS")]
    pub b: String,

    /// Weights of A's playouts, as learn playouts makes them [default: the engine's own]
    #[arg(long, value_name = "FILE")]
    pub a_playouts: Option<PathBuf>,

    /// Weights of B's playouts
    #[arg(long, value_name = "FILE")]
    pub b_playouts: Option<PathBuf>,

    /// Weights of A's patterns, as learn patterns makes them [default: the engine's own]
    #[arg(long, value_name = "FILE")]
    pub a_patterns: Option<PathBuf>,

    /// Weights of B's patterns
    #[arg(long, value_name = "FILE")]
    pub b_patterns: Option<PathBuf>,

    /// Playouts a move [default: 500, or with a time as many as it allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000), conflicts_with_all = ["move_time", "time"])]
    pub playouts: Option<u32>,

    /// The games
    #[command(flatten)]
    pub games: DuelGamesOptions,
}

struct ComparedSide<'a> {
    option: &'static str,
    settings: &'a str,
    playouts: Option<&'a Path>,
    patterns: Option<&'a Path>,
}

/// Plays the duel.
///
/// # Errors
/// Settings that make no sense, files that cannot be read, a folder that cannot be used.
pub(super) fn run(args: &DuelArgs) -> Result<Exit, Failure> {
    if !args.games.merge.is_empty() {
        return play(&[], &args.games);
    }
    let [a, b] = [
        ComparedSide {
            option: "--a",
            settings: &args.a,
            playouts: args.a_playouts.as_deref(),
            patterns: args.a_patterns.as_deref(),
        },
        ComparedSide {
            option: "--b",
            settings: &args.b,
            playouts: args.b_playouts.as_deref(),
            patterns: args.b_patterns.as_deref(),
        },
    ];
    let budget = match args.playouts {
        Some(playouts) => format!("playouts={playouts}"),
        None if args.games.has_time() => "net=none".to_owned(),
        None => format!("playouts={PLAYOUTS}"),
    };
    let players = [a.player(&budget)?, b.player(&budget)?];
    if players[0].is_same_player(&players[1]) {
        let what = "A and B play alike: give --a or --b a setting, such as --a rave=2000";
        return Err(Failure::new(Blame::Usage, what));
    }
    play(&players, &args.games)
}

impl ComparedSide<'_> {
    /// The player that the words describe; it is called by what it sets.
    ///
    /// # Errors
    /// Settings that make no sense.
    fn player(&self, budget: &str) -> Result<PlayerSpec, Failure> {
        let of_side = |what: &dyn std::fmt::Display| {
            Failure::new(Blame::Usage, format!("{}: {what}", self.option))
        };
        // The parameters alone: what else a player may set is the same on both sides.
        parse_settings(self.settings).map_err(|error| of_side(&error))?;
        let settings = self.settings.split([',', ' ']);
        let settings = settings.filter(|setting| !setting.is_empty());
        let mut sets: Vec<String> = settings.map(str::to_owned).collect();
        let files = [
            ("playout_weights", self.playouts),
            ("pattern_weights", self.patterns),
        ];
        for (name, path) in files {
            let Some(path) = path else { continue };
            let path = path.display().to_string();
            if path.contains(',') {
                return Err(of_side(&format!("{path}: name a file without a comma")));
            }
            sets.push(format!("{name}={path}"));
        }
        let name = match sets.is_empty() {
            true => "as it is".to_owned(),
            false => sets.join(","),
        };
        let words = format!("ours:{budget},{}", sets.join(","));
        let player: PlayerSpec = words.parse().map_err(|error| of_side(&error))?;
        Ok(player.named(&name))
    }
}
