//! `learn net-report`: how well nets foretell labelled games, side by side.

use std::num::NonZeroU16;
use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use super::fitting::{of_file, stage, threads};
use crate::cli::exit::Exit;
use crate::cli::values::thinking_args::{NamedPlayerError, parse_some_net};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;
use sgmp_engine::net::NetChoice;
use sgmp_laboratory::learning::labels::{
    LabelledGame, NetFigures, ReportGroup, is_held_out, net_report, read_labels,
};
use sgmp_match::console::stdout_line;

const NOTES: &str = "\
Columns: share of positions in which the label's likeliest move is the net's (top-1) or among its
first five (top-5); cross entropy of moves and of winning; root of the mean square of the error in
the probability to win; mean error of the score in points; mean square of the error in owners. The
row \"labels\" has the least cross entropies that are possible. Opening: moves up to a sixth of the
points; middle: up to half of them; end: the others.

Example:
  sgmp-go learn net-report --data labels.sgds --net own --net student-4x48.bin";

/// Labelled games and nets.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct NetReportArgs {
    /// The file of labels
    #[arg(long, value_name = "FILE.sgds")]
    pub data: PathBuf,

    /// A net: own, the one that the program carries, or a file of our own form or of KataGo's; may be given
    /// more than once [default: own]
    #[arg(long = "net", value_name = "own|FILE", value_parser = parse_named)]
    pub nets: Vec<NamedNet>,

    /// Take all games, not only those that are held out from training (the flagged ones, and each 64th
    /// of the file)
    #[arg(long)]
    pub all: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroU16>,

    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// A net with the name that the user gives it.
#[derive(Clone, Debug)]
pub struct NamedNet {
    name: String,
    net: NetChoice,
}

fn parse_named(text: &str) -> Result<NamedNet, NamedPlayerError> {
    let net = parse_some_net(text)?;
    let file = PathBuf::from(text);
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    Ok(NamedNet {
        name: name.into_owned(),
        net,
    })
}

/// A net's figures by group.
type Report = [NetFigures; ReportGroup::ALL.len()];

/// Measures the nets.
///
/// # Errors
/// A file that cannot be read, a game that cannot be played over.
pub(super) fn run(args: &NetReportArgs) -> Result<Exit, Failure> {
    let games = games(args)?;
    let nets = if args.nets.is_empty() {
        vec![NamedNet {
            name: "own".to_owned(),
            net: NetChoice::embedded(),
        }]
    } else {
        args.nets.clone()
    };
    let work = (games.len() * nets.len()) as u64;
    let reports = stage("games", work, args.quiet, |tick| {
        let report = |net: &NamedNet| net_report(&games, net.net, threads(args.jobs), tick);
        nets.iter().map(report).collect::<Result<Vec<Report>, _>>()
    });
    let reports = reports.map_err(|(number, why)| {
        let name = args.data.display();
        Failure::new(Blame::Record, format!("{name}: game {}: {why}", number + 1))
    })?;
    if args.json {
        stdout_line(object(args, games.len(), &nets, &reports));
    } else {
        print(&nets, &reports);
    }
    Ok(Exit::Done)
}

/// The games that are asked for.
fn games(args: &NetReportArgs) -> Result<Vec<LabelledGame>, Failure> {
    let bytes = read_bytes(&args.data).map_err(of_file)?;
    let failed = |why: &dyn std::fmt::Display| {
        Failure::new(Blame::Record, format!("{}: {why}", args.data.display()))
    };
    let games = read_labels(&bytes).map_err(|error| failed(&error))?;
    let asked = |(number, game): &(usize, LabelledGame)| args.all || is_held_out(*number, game);
    let asked = games.into_iter().enumerate().filter(asked);
    let games: Vec<LabelledGame> = asked.map(|(_, game)| game).collect();
    if games.is_empty() {
        return Err(failed(&"there are no games in it"));
    }
    Ok(games)
}

/// One table: the nets side by side, group by group.
fn print(nets: &[NamedNet], reports: &[Report]) {
    stdout_line(
        "| positions | net | top-1 | top-5 | moves | winning | win error | score | owners |",
    );
    stdout_line("|---|---|---|---|---|---|---|---|---|");
    for (place, group) in ReportGroup::ALL.into_iter().enumerate() {
        let Some(first) = reports.first().map(|report| report[place]) else {
            continue;
        };
        if first.positions == 0 {
            continue;
        }
        stdout_line(format_args!(
            "| {}, {} | labels | | | {:.4} | {:.4} | | | |",
            group.name(),
            first.positions,
            first.policy_entropy,
            first.value_entropy
        ));
        for (net, report) in nets.iter().zip(reports) {
            stdout_line(row(&net.name, &report[place]));
        }
    }
}

fn row(name: &str, figures: &NetFigures) -> String {
    let NetFigures {
        first,
        among_first,
        policy_loss,
        value_loss,
        value_error,
        score_error,
        owners_square,
        ..
    } = figures;
    format!(
        "| | {name} | {first:.4} | {among_first:.4} | {policy_loss:.4} | {value_loss:.4} | {value_error:.4} | {score_error:.2} | {owners_square:.4} |"
    )
}

fn object(args: &NetReportArgs, games: usize, nets: &[NamedNet], reports: &[Report]) -> Value {
    let of_nets = nets.iter().zip(reports).map(|(net, report)| {
        let groups = ReportGroup::ALL.into_iter().zip(report);
        let groups = groups.map(|(group, figures)| {
            json!({
                "positions": group.name(),
                "count": figures.positions,
                "top1": figures.first,
                "top5": figures.among_first,
                "policy_cross_entropy": figures.policy_loss,
                "policy_entropy": figures.policy_entropy,
                "value_cross_entropy": figures.value_loss,
                "value_entropy": figures.value_entropy,
                "value_error": figures.value_error,
                "score_error": figures.score_error,
                "owners_square": figures.owners_square,
            })
        });
        json!({"net": net.name, "note": net.net.note(), "groups": groups.collect::<Vec<_>>()})
    });
    json!({
        "data": args.data.display().to_string(),
        "held_out": !args.all,
        "games": games,
        "nets": of_nets.collect::<Vec<_>>(),
    })
}
