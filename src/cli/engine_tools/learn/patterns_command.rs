//! `learn patterns`: weights of shapes and tactical features from games.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use super::fitting::{
    check_names, command_in_note, command_line, digest_of, lessons, of_file, partial, stage,
    threads,
};
use crate::cli::exit::Exit;
use crate::cli::output_names::ForceArgs;
use crate::cli::values::memory_size::parse_memory;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::write_atomically;
use sgmp_knowledge::move_weights::{
    FamilySet, FeatureFamily, MovePriors, MoveWeights, ShapeDictionary,
};
use sgmp_laboratory::learning::patterns::{
    Corpus, CorpusSettings, Fit, Prediction, SampleGame, count_shapes, fit_pass_weight,
};
use sgmp_match::console::work_progress::WorkProgress;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::port::now_rfc3339;

/// Games, and how they are learned from.
#[derive(Debug, Args)]
pub struct PatternsArgs {
    /// Files of training games, SGF records, and folders of such
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,

    /// The file of weights; FILE.partial lies beside it until it is done, and the same words go on
    /// from there
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    /// The name of the output
    #[command(flatten)]
    pub force: ForceArgs,

    /// A shape has a weight of its own once it was played so often
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    pub least: u32,

    /// How often all weights are fitted in turn
    #[arg(long, default_value_t = 30, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub sweeps: u32,

    /// Memory for the moves of all positions; what is too much is left out by lot
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = parse_memory)]
    pub memory: usize,

    /// Keep one game of so many from the learner and foretell it; 0 keeps none
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub held_out: u32,

    /// Pass over moves of a side with a chance to win, or to lose, of less than so many percent
    #[arg(long, default_value_t = 3, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=50))]
    pub decided: u8,

    /// Groups of tactical features that are left out, to see what they are worth
    #[arg(long, value_name = "GROUPS", value_delimiter = ',', value_parser = group_names())]
    pub without: Vec<FeatureFamily>,

    /// Seed of what is drawn by lot
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,

    /// Threads; they do not change the outcome [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Takes the name of a group of features.
fn group_names() -> impl TypedValueParser<Value = FeatureFamily> {
    let names = PossibleValuesParser::new(FeatureFamily::ALL.map(FeatureFamily::name));
    names.try_map(|name| {
        let mut all = FeatureFamily::ALL.into_iter();
        all.find(|group| group.name() == name)
            .ok_or("no such group")
    })
}

/// Learns, and tells how well other games are foretold.
///
/// # Errors
/// Files that cannot be read or written or would be lost, and games that teach nothing.
pub(super) fn run(args: &PatternsArgs) -> Result<Exit, Failure> {
    check_names(&args.games, &args.out, args.force, |bytes| {
        command_in_note(&MoveWeights::from_bytes(bytes).ok()?.note)
    })?;
    let (held_out, taught): (Vec<SampleGame>, Vec<SampleGame>) =
        lessons(&args.games, args.decided)?
            .into_iter()
            .partition(|lesson| lesson.is_held_out(args.held_out));
    let (mut weights, stones) = learn(&taught, args)?;
    let foretold: Vec<&SampleGame> = held_out.iter().collect();
    let priors = MovePriors::from(&weights);
    let prediction = Prediction::new(&priors, &foretold, threads(args.jobs));
    let note = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "command": command_line(),
        "made": now_rfc3339(),
        "games": taught.len(),
        "moves": stones,
        "held_out": held_out.len(),
        "prediction": prediction,
    });
    weights.note = note.to_string();
    let bytes = weights.to_bytes();
    write_atomically(&args.out, &bytes).map_err(of_file)?;
    // It has done its work; should it stay, the next fit of other games overwrites it.
    let _ = std::fs::remove_file(partial(&args.out));
    stdout_line(prediction);
    let (shapes, size, out) = (weights.shapes.len(), bytes.len(), args.out.display());
    stdout_line(format_args!("{shapes} shapes in {size} bytes: {out}"));
    Ok(Exit::Done)
}

/// The weights of these games as a file holds them, and how many moves they rest on.
fn learn(taught: &[SampleGame], args: &PatternsArgs) -> Result<(MoveWeights, u64), Failure> {
    let (jobs, games) = (threads(args.jobs), taught.len() as u64);
    let (shapes, stones) = stage("games looked through", games, args.quiet, |tick| {
        count_shapes(taught, args.least, jobs, tick)
    });
    if stones == 0 {
        return Err(Failure::new(Blame::Usage, "these games teach nothing"));
    }
    let dictionary = ShapeDictionary::new(&shapes);
    let settings = CorpusSettings {
        memory: args.memory as u64,
        seed: args.seed,
        jobs,
        without: without(args),
    };
    let corpus = stage("games read", games, args.quiet, |tick| {
        Corpus::new(taught, stones, &dictionary, &settings, tick)
    });
    if !args.quiet {
        let (known, each) = (shapes.len(), corpus.moves() / corpus.positions().max(1));
        stderr_line(format_args!(
            "{games} games teach {stones} moves, {known} shapes; {each} moves a position are compared"
        ));
    }
    let mut fit = Fit::new(&corpus, dictionary.len(), jobs);
    sweep(&mut fit, &corpus, args, digest(taught, args))?;
    let weights = MoveWeights::from_bytes(&fit.weights(shapes).to_bytes());
    let mut weights = weights.map_err(|error| Failure::new(Blame::Record, error))?;
    let priors = MovePriors::from(&weights);
    weights.pass = stage(
        "games looked through for passes",
        games,
        args.quiet,
        |tick| fit_pass_weight(&priors, taught, jobs, tick),
    );
    Ok((weights, stones))
}

/// Fits until enough was done; every sweep is on disk before the next.
fn sweep(fit: &mut Fit, corpus: &Corpus, args: &PatternsArgs, digest: u64) -> Result<(), Failure> {
    let path = partial(&args.out);
    if let Ok(bytes) = std::fs::read(&path) {
        match fit.go_on(corpus, &bytes, digest) {
            Ok(()) => stderr_line(format_args!("goes on after sweep {}", fit.sweeps())),
            Err(error) => stderr_line(format_args!("{}: {error}: begins anew", path.display())),
        }
    }
    let (before, all) = (u64::from(fit.sweeps()), u64::from(args.sweeps));
    let mut progress = WorkProgress::new("sweeps", before, all, args.quiet);
    while fit.sweeps() < args.sweeps {
        let evidence = fit.sweep(corpus);
        log::info!(
            "before sweep {}: mean log-evidence {evidence:.4}",
            fit.sweeps()
        );
        write_atomically(&path, &fit.to_bytes(digest)).map_err(of_file)?;
        progress.step();
    }
    progress.finish();
    Ok(())
}

fn without(args: &PatternsArgs) -> FamilySet {
    args.without.iter().copied().collect()
}

/// Stands for the games and all words that change the outcome but the number of sweeps.
fn digest(taught: &[SampleGame], args: &PatternsArgs) -> u64 {
    let settings = [
        u64::from(args.least),
        args.memory as u64,
        u64::from(args.held_out),
        u64::from(args.decided),
        args.seed,
        u64::from(without(args).bits()),
    ];
    let games = taught.iter().map(SampleGame::digest);
    digest_of(settings.into_iter().chain(games))
}
