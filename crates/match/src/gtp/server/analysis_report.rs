//! The options of an analysis, and its report in Leela Zero's form and KataGo's.

use std::fmt::Write;
use std::time::Duration;

use super::drawing::from_the_top;
use crate::gtp::arguments::{Arguments, vertex};
use crate::gtp::reply::Refusal;
use sgmp_board::rules::{BoardSize, Color, Move, Point};
use sgmp_engine::search::{AvoidedMoves, Candidate, Ownership, SearchResult};

/// The form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnalysisFormat {
    /// `lz-analyze`: shares of one in ten-thousandths.
    Leela,
    /// `kata-analyze`: shares of one.
    Kata,
}

/// The options of an analysis command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    /// The side to move; by default the one whose turn it is.
    pub(super) color: Option<Color>,
    /// Time between two reports.
    pub(super) interval: Duration,
    max_moves: usize,
    ownership: bool,
    root: bool,
    pv_visits: bool,
    /// Moves that are left out.
    pub(super) avoided: AvoidedMoves,
}

const USAGE: &str = "[COLOR] [INTERVAL] and pairs such as interval 50, maxmoves 10, \
                     ownership true, rootInfo true, avoid b D4,Q16 1; INTERVAL in hundredths";

/// Shortest time between two reports, in hundredths of a second.
const MIN_INTERVAL: u64 = 1;
/// Longest time between two reports, in hundredths of a second: an hour.
const MAX_INTERVAL: u64 = 360_000;

impl Options {
    /// Reads what follows the command's name.
    pub(super) fn read(args: &Arguments<'_>, size: BoardSize) -> Result<Self, Refusal> {
        let mut options = Self {
            color: None,
            interval: Duration::from_secs(1),
            max_moves: usize::MAX,
            ownership: false,
            root: false,
            pv_visits: false,
            avoided: AvoidedMoves::default(),
        };
        let mut words = args.iter();
        while let Some(word) = words.next() {
            if let Ok(color) = word.parse() {
                options.color = Some(color);
            } else if word.parse::<u64>().is_ok() {
                options.interval = interval(Some(word))?;
            } else {
                options.read_pair(word, &mut words, size)?;
            }
        }
        Ok(options)
    }

    fn read_pair<'a>(
        &mut self,
        key: &str,
        words: &mut impl Iterator<Item = &'a str>,
        size: BoardSize,
    ) -> Result<(), Refusal> {
        match key.to_ascii_lowercase().as_str() {
            "interval" => self.interval = interval(words.next())?,
            "maxmoves" => self.max_moves = number(words.next())?,
            "minmoves" => {
                let _: usize = number(words.next())?;
            }
            "ownership" => self.ownership = truth(words.next())?,
            "rootinfo" => self.root = truth(words.next())?,
            "pvvisits" => self.pv_visits = truth(words.next())?,
            // Known to KataGo; we have no such figures.
            "movesownership"
            | "ownershipstdev"
            | "movesownershipstdev"
            | "pvedgevisits"
            | "noresultvalue" => {
                let _ = truth(words.next())?;
            }
            key @ ("avoid" | "allow") => {
                let word = words.next().ok_or(Refusal::Usage(USAGE))?;
                let color: Color = word.parse().map_err(|_| Refusal::Usage(USAGE))?;
                let listed = moves(words.next(), size)?;
                let until = number(words.next())?;
                let all = Point::all(size).map(Move::Play).chain([Move::Pass]);
                let others = all.filter(|mv| !listed.contains(mv));
                let avoided: Vec<Move> = if key == "avoid" {
                    listed
                } else {
                    others.collect()
                };
                for mv in avoided {
                    self.avoided.insert(color, mv, until);
                }
            }
            _ => return Err(Refusal::Usage(USAGE)),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Result<T, Refusal> {
    word.and_then(|word| word.parse().ok())
        .ok_or(Refusal::Usage(USAGE))
}

fn interval(word: Option<&str>) -> Result<Duration, Refusal> {
    let hundredths: u64 = number(word)?;
    let hundredths = hundredths.clamp(MIN_INTERVAL, MAX_INTERVAL);
    Ok(Duration::from_millis(hundredths * 10))
}

fn truth(word: Option<&str>) -> Result<bool, Refusal> {
    match word.map(str::to_ascii_lowercase).as_deref() {
        Some("true" | "1") => Ok(true),
        Some("false" | "0") => Ok(false),
        _ => Err(Refusal::Usage(USAGE)),
    }
}

/// "D4,Q16,pass".
fn moves(word: Option<&str>, size: BoardSize) -> Result<Vec<Move>, Refusal> {
    let names = word.ok_or(Refusal::Usage(USAGE))?.split(',');
    names
        .map(|name| vertex(name, size).ok_or(Refusal::ColorOrCoordinate))
        .collect()
}

/// A report on one line; `None` if there is nothing to report.
pub(super) fn report(
    thought: &SearchResult,
    format: AnalysisFormat,
    options: &Options,
    color: Color,
    size: BoardSize,
) -> Option<String> {
    let is_wanted = |known: &&Candidate| {
        // A net's search knows many moves that it never tried.
        let is_tried = thought.score.is_none() || known.visits > 0;
        is_tried && !options.avoided.contains(color, known.mv, 0)
    };
    let infos: Vec<String> = thought
        .moves
        .iter()
        .filter(is_wanted)
        .take(options.max_moves)
        .enumerate()
        .map(|(order, known)| info(known, order, format, options.pv_visits))
        .collect();
    let mut text = infos.join(" ");
    if text.is_empty() {
        return None;
    }
    if options.root {
        let visits: u64 = thought.moves.iter().map(|m| u64::from(m.visits)).sum();
        let value = share(thought.value, format);
        let _ = write!(text, " rootInfo visits {visits} winrate {value}");
        if format == AnalysisFormat::Kata {
            text += &score_keys(thought.score, thought.utility);
        }
    }
    if options.ownership {
        text += " ownership";
        for point in from_the_top(size) {
            let _ = write!(text, " {:.3}", balance(&thought.ownership, point, color));
        }
    }
    Some(text)
}

fn info(known: &Candidate, order: usize, format: AnalysisFormat, pv_visits: bool) -> String {
    let score = match format {
        AnalysisFormat::Leela => String::new(),
        AnalysisFormat::Kata => score_keys(known.score, known.utility),
    };
    let mut text = format!(
        "info move {} visits {} winrate {}{score} prior {} lcb {} order {order} pv {}",
        known.mv,
        known.visits,
        share(known.won, format),
        share(known.prior, format),
        share(lower_bound(known), format),
        joined(&known.variation),
    );
    if pv_visits {
        let _ = write!(text, " pvVisits {}", joined(&known.variation_visits));
    }
    text
}

fn joined(words: &[impl ToString]) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// The keys that only a search with a net has.
fn score_keys(score: Option<f32>, utility: Option<f32>) -> String {
    let mut text = String::new();
    if let Some(utility) = utility {
        let _ = write!(text, " utility {utility:.6}");
    }
    if let Some(score) = score {
        let _ = write!(text, " scoreMean {score:.4} scoreLead {score:.4}");
    }
    text
}

/// The lower confidence bound of a move's winning rate at two standard deviations, by Wilson's
/// interval (1927), so that one simulation won is not a sure win. 0 without simulations.
pub(in crate::gtp) fn lower_bound(known: &Candidate) -> f32 {
    const Z: f32 = 2.0;
    if known.visits == 0 {
        return 0.0;
    }
    let (won, n) = (known.won, known.visits as f32);
    let center = won + Z * Z / (2.0 * n);
    let spread = Z
        * (won * (1.0 - won) / n + Z * Z / (4.0 * n * n))
            .max(0.0)
            .sqrt();
    ((center - spread) / (1.0 + Z * Z / n)).max(0.0)
}

fn share(value: f32, format: AnalysisFormat) -> String {
    match format {
        AnalysisFormat::Leela => format!("{:.0}", value * 10_000.0),
        AnalysisFormat::Kata => format!("{value:.6}"),
    }
}

/// The ownership of a point from 1 (this color's) to -1 (the opponent's).
pub(super) fn balance(ownership: &Ownership, point: Point, color: Color) -> f32 {
    ownership.share(point, color) - ownership.share(point, !color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nine() -> BoardSize {
        BoardSize::new(9).unwrap()
    }

    fn read(text: &str) -> Result<Options, Refusal> {
        Options::read(&Arguments::new(text), nine())
    }

    fn thought() -> SearchResult {
        let at = |name| Move::Play(Point::parse(name).unwrap());
        let known = |mv, visits, won| Candidate {
            mv,
            visits,
            value: 0.75,
            won,
            prior: 0.25,
            score: None,
            utility: None,
            variation: vec![mv, Move::Pass],
            variation_visits: vec![visits, visits / 2],
        };
        SearchResult {
            moves: vec![known(at("D4"), 64, 0.5), known(at("E5"), 16, 0.25)],
            value: 0.45,
            playouts: 80,
            expanded: 4,
            ownership: Ownership::default(),
            score: None,
            utility: None,
        }
    }

    #[test]
    fn one_simulation_won_is_no_sure_win() {
        let bound = |visits| {
            let first = thought().moves.remove(0);
            lower_bound(&Candidate {
                visits,
                won: 1.0,
                ..first
            })
        };
        assert!((bound(1) - 0.2).abs() < 1e-6 && bound(0) == 0.0);
        assert!(bound(100) > 0.95 && bound(100) < 1.0);
    }

    #[test]
    fn both_formats_tell_the_same() {
        let text = |format, words| {
            let options = read(words).unwrap();
            report(&thought(), format, &options, Color::Black, nine())
        };
        assert_eq!(
            text(AnalysisFormat::Leela, "b 50").unwrap(),
            "info move D4 visits 64 winrate 5000 prior 2500 lcb 3787 order 0 pv D4 pass \
             info move E5 visits 16 winrate 2500 prior 2500 lcb 1000 order 1 pv E5 pass"
        );
        assert_eq!(
            text(AnalysisFormat::Kata, "maxmoves 1 rootInfo true").unwrap(),
            "info move D4 visits 64 winrate 0.500000 prior 0.250000 lcb 0.378732 order 0 pv D4 pass \
             rootInfo visits 80 winrate 0.450000"
        );
        assert!(
            text(AnalysisFormat::Kata, "avoid b D4 1")
                .unwrap()
                .contains("move E5 visits 16")
        );
        assert!(
            !text(AnalysisFormat::Kata, "allow b D4,e6 1")
                .unwrap()
                .contains("E5")
        );
        assert_eq!(text(AnalysisFormat::Kata, "allow b A1 1"), None);
        assert!(
            text(AnalysisFormat::Kata, "avoid w D4 1")
                .unwrap()
                .contains("move D4")
        );
        let line = text(AnalysisFormat::Kata, "maxmoves 1 pvVisits true").unwrap();
        assert!(line.ends_with("pv D4 pass pvVisits 64 32"), "{line}");
        let owners = text(AnalysisFormat::Kata, "ownership true").unwrap();
        assert_eq!(owners.split(" 0.000").count(), 82);
    }

    #[test]
    fn a_net_tells_points() {
        let mut thought = thought();
        (thought.score, thought.utility) = (Some(-1.5), Some(-0.25));
        thought.moves[0].score = Some(-2.25);
        thought.moves[0].utility = Some(-0.125);
        thought.moves[1].visits = 0;
        let text = |format, words| {
            let options = read(words).unwrap();
            report(&thought, format, &options, Color::Black, nine()).unwrap()
        };
        assert_eq!(
            text(AnalysisFormat::Kata, "rootInfo true"),
            "info move D4 visits 64 winrate 0.500000 utility -0.125000 scoreMean -2.2500 \
             scoreLead -2.2500 prior 0.250000 lcb 0.378732 order 0 pv D4 pass \
             rootInfo visits 64 winrate 0.450000 utility -0.250000 scoreMean -1.5000 \
             scoreLead -1.5000"
        );
        assert!(!text(AnalysisFormat::Leela, "rootInfo true").contains("score"));
    }

    #[test]
    fn options_come_in_any_order_and_case() {
        let options = read("interval 20 W OWNERSHIP true minmoves 3 pvVisits true").unwrap();
        assert_eq!(options.color, Some(Color::White));
        assert_eq!(options.interval, Duration::from_millis(200));
        assert!(options.ownership);
        assert_eq!(read("b 0").unwrap().interval, Duration::from_millis(10));
        assert_eq!(read("").unwrap().interval, Duration::from_secs(1));
        for bad in [
            "interval",
            "interval x",
            "ownership maybe",
            "foo",
            "-5",
            "avoid b",
            "avoid b Z9 1",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
