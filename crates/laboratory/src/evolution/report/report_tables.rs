//! The numbers of a report as tables of their own, from which its statistics can be computed again.

use std::fmt::Write;

use super::run_summary::{RunSummary, SettingSummary};
use sgmp_engine::engine::evolved::StaticPlayer;

/// The kept nets: their games against each other, their ratings, their leads.
pub(super) fn nets_csv(settings: &[SettingSummary]) -> String {
    let players = StaticPlayer::ALL.map(|player| format!("lead_{}", player.name()));
    let mut text = format!(
        "setting,run,seed,generation,new,won,drawn,lost,elo,elo_low,elo_high,{}\n",
        players.join(",")
    );
    for (setting, run) in runs(settings) {
        let nets = &run.run.nets;
        for (place, net) in nets.iter().enumerate() {
            let is_new = place == 0 || !net.is_same_net(&nets[place - 1]);
            let record = run.cross.record(place);
            let rating = run.ratings[place];
            let _ = write!(
                text,
                "{},{},{},{},{},{},{},{},{:.1},{:.1},{:.1}",
                cell(&setting.name),
                cell(&run.run.name),
                run.run.config.seed,
                net.header().generation,
                u8::from(is_new),
                record.won,
                record.drawn,
                record.lost,
                rating.elo,
                rating.low,
                rating.high,
            );
            for (_, leads) in &run.leads {
                let _ = write!(text, ",{}", leads[place]);
            }
            text.push('\n');
        }
    }
    text
}

/// The games of each pair of kept nets of a run, from the side of the earlier one.
pub(super) fn pairs_csv(settings: &[SettingSummary]) -> String {
    let mut text = "run,generation,other,won,drawn,lost\n".to_owned();
    for (_, run) in runs(settings) {
        let nets = &run.run.nets;
        for (place, net) in nets.iter().enumerate() {
            for (later, other) in nets.iter().enumerate().skip(place + 1) {
                let pair = run.cross.pair(place, later);
                let _ = writeln!(
                    text,
                    "{},{},{},{},{},{}",
                    cell(&run.run.name),
                    net.header().generation,
                    other.header().generation,
                    pair.won,
                    pair.drawn,
                    pair.lost
                );
            }
        }
    }
    text
}

fn runs(settings: &[SettingSummary]) -> impl Iterator<Item = (&SettingSummary, &RunSummary)> {
    settings
        .iter()
        .flat_map(|setting| setting.runs.iter().map(move |run| (setting, run)))
}

/// A cell of words: with quotes where they hold a comma.
fn cell(words: &str) -> String {
    if words.contains([',', '"', '\n']) {
        format!("\"{}\"", words.replace('"', "\"\""))
    } else {
        words.to_owned()
    }
}
