//! The head of a trace: what its writer knew of the match, in comment lines before the frames.

use std::fmt;
use std::time::Duration;

use sgmp_proto::Numbering;

use super::one_line;
use crate::play::{Dialect, Terms};
use sgmp_board::rules::{BoardSize, ByColor, Color, Handicap, Komi, RuleSet};

/// The beginning of a head's first line; the program follows.
const OPENING: &str = "trace by ";
/// The version of a head that this program writes.
const PROGRAM: &str = concat!("sgmp-go ", env!("CARGO_PKG_VERSION"));

/// The place from which a trace was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewpoint {
    /// One of the two that play.
    Side(Color),
    /// Somebody between the two.
    Proxy,
}

/// The part of the game that the lines behind a head begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TraceBegin {
    /// The handshake; in the full protocol it may stand before the head.
    #[default]
    Handshake,
    /// A match that was taken up again: so many moves were on its record.
    After(usize),
    /// Some moment of a game whose beginning its writer did not see.
    MidGame,
}

/// All that a trace says of its match; `None` is what it does not say.
///
/// ```
/// use sgmp_match::port::trace::{NoteKind, TraceHead, read_trace};
/// use sgmp_board::rules::{BoardSize, ByColor};
///
/// let head = TraceHead {
///     size: BoardSize::new(9),
///     names: ByColor::new(Some("Kuro".to_owned()), None),
///     ..TraceHead::default()
/// };
/// assert_eq!(head.to_string(), "# trace by another program\n# size: 9\n# black: Kuro\n");
///
/// let trace = read_trace(format!("{head}Send --> 01:a1:a0:80\n").as_bytes())?;
/// assert_eq!(trace.notes[0].kind, NoteKind::Head(Box::new(head)));
/// # Ok::<(), sgmp_match::port::trace::TraceError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceHead {
    /// The program that wrote it, with its version.
    pub program: Option<String>,
    /// The place from which it was written.
    pub viewpoint: Option<Viewpoint>,
    /// The part of the game that follows.
    pub begin: TraceBegin,
    /// The board; `None` where the writer did not know it.
    pub size: Option<BoardSize>,
    /// The numbers of its points.
    pub numbering: Option<Numbering>,
    /// The rules of Go.
    pub rules: Option<RuleSet>,
    /// The points that White receives; `None` where the writer did not know.
    pub komi: Option<Komi>,
    /// Black's stones before the first move.
    pub handicap: Option<Handicap>,
    /// The players' names, of those whom the writer knew.
    pub names: ByColor<Option<String>>,
    /// The form of the protocol.
    pub dialect: Option<Dialect>,
    /// Speed of the line in bits a second.
    pub baud: Option<u32>,
    /// Each side's time for the whole game.
    pub main_time: Option<Duration>,
    /// The day of the game, YYYY-MM-DD.
    pub date: Option<String>,
}

impl TraceHead {
    /// The head of a match by these terms.
    #[must_use]
    pub fn of_match(
        terms: &Terms,
        viewpoint: Viewpoint,
        (baud, numbering): (u32, Numbering),
        begin: TraceBegin,
    ) -> Self {
        let text = |text: &str| Some(one_line(text)).filter(|text| !text.is_empty());
        Self {
            program: Some(PROGRAM.to_owned()),
            viewpoint: Some(viewpoint),
            begin,
            size: Some(terms.size),
            numbering: Some(numbering),
            rules: Some(terms.rules),
            komi: Some(terms.komi),
            handicap: Some(terms.handicap),
            names: ByColor::new(text(&terms.names.black), text(&terms.names.white)),
            dialect: Some(terms.dialect),
            baud: Some(baud),
            main_time: Some(terms.main_time),
            date: text(&terms.date),
        }
    }

    /// The head that a comment without its `#` begins, if it begins one.
    pub(super) fn open(comment: &str) -> Option<Self> {
        let program = comment.strip_prefix(OPENING)?;
        Some(Self {
            program: Some(program.to_owned()).filter(|program| program != UNKNOWN_PROGRAM),
            ..Self::default()
        })
    }

    /// Takes a further comment without its `#`; `false` where it is no line of a head.
    ///
    /// A word that is not known, or a value that is not understood, says nothing.
    pub(super) fn take(&mut self, comment: &str) -> bool {
        let Some((key, value)) = comment.split_once(": ") else {
            return false;
        };
        let is_key = |c: char| c.is_ascii_lowercase() || c == '-';
        if key.is_empty() || !key.chars().all(is_key) {
            return false;
        }
        let text = || Some(value.to_owned());
        match key {
            "side" => self.viewpoint = viewpoint(value),
            "begins" => self.begin = begin(value),
            "size" => self.size = value.parse().ok().and_then(BoardSize::new),
            "points" => self.numbering = numbering(value),
            "rules" => self.rules = value.parse().ok(),
            "komi" => self.komi = value.parse().ok(),
            "handicap" => self.handicap = value.parse().ok().and_then(handicap),
            "black" => self.names.black = text(),
            "white" => self.names.white = text(),
            "dialect" => self.dialect = dialect(value),
            "baud" => self.baud = value.parse().ok(),
            "time" => self.main_time = main_time(value),
            "date" => self.date = text(),
            _ => {}
        }
        true
    }
}

const UNKNOWN_PROGRAM: &str = "another program";
const PROXY: &str = "proxy";
const MID_GAME: &str = "in mid-game";
const AFTER_MOVE: &str = "after move ";
const USUAL: &str = "usual";
const LEGACY: &str = "legacy-9x9";
const FJK: &str = "fjk";
const GMP: &str = "gmp";

impl fmt::Display for TraceHead {
    /// The lines of the head, each with its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let program = self.program.as_deref().unwrap_or(UNKNOWN_PROGRAM);
        writeln!(f, "# {OPENING}{}", one_line(program))?;
        let viewpoint = self.viewpoint.map(|viewpoint| match viewpoint {
            Viewpoint::Side(color) => color.to_string().to_lowercase(),
            Viewpoint::Proxy => PROXY.to_owned(),
        });
        let begin = match self.begin {
            TraceBegin::Handshake => None,
            TraceBegin::After(moves) => Some(format!("{AFTER_MOVE}{moves}")),
            TraceBegin::MidGame => Some(MID_GAME.to_owned()),
        };
        let numbering = self.numbering.map(|numbering| match numbering {
            Numbering::ByBoard => USUAL,
            Numbering::ByNineteen => LEGACY,
        });
        let dialect = self.dialect.map(|dialect| match dialect {
            Dialect::Fjk => FJK,
            Dialect::Gmp => GMP,
        });
        let main_time = self.main_time.map(|time| match time.subsec_millis() {
            0 => format!("{} s", time.as_secs()),
            _ => format!("{} ms", time.as_millis()),
        });
        let handicap = self.handicap.map(Handicap::stones);
        line(f, "side", viewpoint)?;
        line(f, "begins", begin)?;
        line(f, "size", self.size.map(BoardSize::lines))?;
        line(f, "points", numbering)?;
        line(f, "rules", self.rules)?;
        line(f, "komi", self.komi)?;
        line(f, "handicap", handicap)?;
        line(f, "black", self.names.black.as_ref())?;
        line(f, "white", self.names.white.as_ref())?;
        line(f, "dialect", dialect)?;
        line(f, "baud", self.baud)?;
        line(f, "time", main_time)?;
        line(f, "date", self.date.as_ref())
    }
}

fn line(f: &mut fmt::Formatter<'_>, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => writeln!(f, "# {key}: {}", one_line(&value.to_string())),
        None => Ok(()),
    }
}

fn viewpoint(text: &str) -> Option<Viewpoint> {
    match text {
        PROXY => Some(Viewpoint::Proxy),
        color => color.parse().ok().map(Viewpoint::Side),
    }
}

fn begin(text: &str) -> TraceBegin {
    let moves = text.strip_prefix(AFTER_MOVE).map(str::parse);
    match (text, moves) {
        (_, Some(Ok(moves))) => TraceBegin::After(moves),
        (MID_GAME, _) => TraceBegin::MidGame,
        _ => TraceBegin::Handshake,
    }
}

fn numbering(text: &str) -> Option<Numbering> {
    match text {
        USUAL => Some(Numbering::ByBoard),
        LEGACY => Some(Numbering::ByNineteen),
        _ => None,
    }
}

fn dialect(text: &str) -> Option<Dialect> {
    match text {
        FJK => Some(Dialect::Fjk),
        GMP => Some(Dialect::Gmp),
        _ => None,
    }
}

fn handicap(stones: u16) -> Option<Handicap> {
    match stones {
        0 => Some(Handicap::EVEN),
        stones => Handicap::new(stones),
    }
}

fn main_time(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_once(' ')?;
    let number = number.parse().ok()?;
    match unit {
        "s" => Some(Duration::from_secs(number)),
        "ms" => Some(Duration::from_millis(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::*;
    use crate::port::trace::{NoteKind, read_trace};
    use sgmp_board::rules::Rules;

    fn parsed(text: &str) -> TraceHead {
        let trace = read_trace(format!("{text}Send --> 01:a1:a0:80\n").as_bytes()).unwrap();
        assert_eq!((trace.notes.len(), trace.skipped), (1, 0), "{text}");
        match trace.notes[0].kind.clone() {
            NoteKind::Head(head) => *head,
            NoteKind::Mark(mark) => panic!("{mark}"),
        }
    }

    #[test]
    fn a_head_is_read_as_it_is_written() {
        let terms = Terms {
            color: Color::White,
            size: BoardSize::new(9).unwrap(),
            komi: Komi::from_half_points(-1),
            rules: Rules::Chinese.into(),
            main_time: Duration::from_millis(1500),
            used: Duration::ZERO,
            names: ByColor::new("Kuro\n# size: 19".to_owned(), String::new()),
            event: String::new(),
            place: String::new(),
            round: String::new(),
            date: "2026-11-28".to_owned(),
            handicap: Handicap::EVEN,
            dialect: Dialect::Fjk,
        };
        let head = TraceHead::of_match(
            &terms,
            Viewpoint::Side(Color::White),
            (2400, Numbering::ByNineteen),
            TraceBegin::After(12),
        );
        let expected = "\
# trace by sgmp-go VERSION
# side: white
# begins: after move 12
# size: 9
# points: legacy-9x9
# rules: chinese
# komi: -0.5
# handicap: 0
# black: Kuro # size: 19
# dialect: fjk
# baud: 2400
# time: 1500 ms
# date: 2026-11-28
";
        let expected = expected.replace("VERSION", env!("CARGO_PKG_VERSION"));
        assert_eq!(head.to_string(), expected);
        assert_eq!(parsed(&expected), head);
    }

    #[test]
    fn what_is_not_understood_says_nothing() {
        let text = "# trace by sgmp-go 99\n# size: 0\n# rules: of chess\n# begins: with tea\n\
                    # parity: even\n# baud: fast\n# time: 3 h\n# komi: 5.5\n";
        let head = TraceHead {
            program: Some("sgmp-go 99".to_owned()),
            komi: Some(Komi::FIVE_AND_A_HALF),
            ..TraceHead::default()
        };
        assert_eq!(parsed(text), head);
    }

    fn text() -> impl Strategy<Value = Option<String>> {
        option::of("[!-~é]([ -~é]{0,20}[!-~é])?")
    }

    proptest! {
        #[test]
        fn every_head_is_read_back(
            program in text(),
            names in (text(), text()),
            date in text(),
            viewpoint in option::of(prop_oneof![
                Just(Viewpoint::Side(Color::Black)),
                Just(Viewpoint::Side(Color::White)),
                Just(Viewpoint::Proxy),
            ]),
            begin in prop_oneof![
                Just(TraceBegin::Handshake),
                any::<usize>().prop_map(TraceBegin::After),
                Just(TraceBegin::MidGame),
            ],
            size in option::of(2..=19_u8),
            komi in option::of(any::<i8>()),
            handicap in option::of(0..=9_u16),
            baud in option::of(any::<u32>()),
            millis in option::of(any::<u32>()),
        ) {
            let head = TraceHead {
                program,
                viewpoint,
                begin,
                size: size.and_then(BoardSize::new),
                numbering: size.map(|_| Numbering::ByBoard),
                rules: komi.map(|_| Rules::Japanese.into()),
                komi: komi.map(|half| Komi::from_half_points(half.into())),
                handicap: handicap.and_then(super::handicap),
                names: ByColor::new(names.0, names.1),
                dialect: baud.map(|_| Dialect::Gmp),
                baud,
                main_time: millis.map(|millis| Duration::from_millis(millis.into())),
                date,
            };
            prop_assert_eq!(parsed(&head.to_string()), head);
        }
    }
}
