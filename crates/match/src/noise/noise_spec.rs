//! Noise as it is written: `drop=2%,flip=0.5%,delay=0..3s,hangup=0.1%/30s`.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use sgmp_proto::sim::{Noise, Probability};

use crate::play::duration::parse_duration;

/// The grammar, for `--help`.
pub const HELP: &str = "\
Noise is written as words with commas between them; chances are percentages:
  drop=P flip-frames=P dup=P reorder=P   for each frame: it is lost; 2 to 8 of its bits flip; it
                                         comes twice; it is held back for up to a minute
  drop-bytes=P flip=P dup-bytes=P        for each byte: it is lost; one of its bits flips; it comes
                                         twice
  junk=P talk=P                          before each byte: any other byte; a letter
  delay=T or delay=T..T                  for each frame: it comes so much later
  split or split=T                       up to T (200ms) between the bytes of a frame
  merge or merge=T                       reads come up to T (2s) late and take all that is there
  hangup=P/T                             behind each frame: the cable is pulled for T (30s)
  baud=N                                 N bits a second, 50 to 115200; without it 2400, or with
                                         --games 300 to 9600
  none                                   a good line";

/// The longest time of any kind: with more, the game of a seed would not end in a virtual day.
const MAX_TIME: Duration = Duration::from_secs(600);
const DEFAULT_GAP: Duration = Duration::from_millis(200);
const DEFAULT_READ_LAG: Duration = Duration::from_secs(2);
const DEFAULT_HANG_UP: Duration = Duration::from_secs(30);

/// Noise of a line, and its spelling on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoiseSpec {
    /// As it was written.
    pub text: String,
    /// Meaning of the text.
    pub noise: Noise,
}

/// A text that describes no noise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoiseError {
    /// A word that names no kind of noise.
    #[error(
        "{0:?} is no kind of noise: write none, drop, drop-bytes, flip, flip-frames, dup, \
         dup-bytes, junk, talk, delay, split, merge, hangup, baud or reorder"
    )]
    Kind(String),
    /// The same kind twice.
    #[error("{0} is said twice: say it once")]
    Twice(String),
    /// A kind that needs a value.
    #[error("{0} needs a value: write {0}={1}")]
    Bare(String, &'static str),
    /// A value that is no chance: the kind, and the value as given.
    #[error("{0}={1}: a chance is a percentage from 0% to 100%, such as 2% or 0.5%")]
    Chance(String, String),
    /// A value that is no speed in bits a second, as given.
    #[error("baud={0}: a speed is bits a second, 50 to 115200, such as 300")]
    Speed(String),
    /// A value that is no time, or too long a one: the kind, and the value as given.
    #[error("{0}={1}: a time is at most 10m, such as 200ms, 3s, or 0..3s with delay")]
    Time(String, String),
}

impl fmt::Display for NoiseSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for NoiseSpec {
    type Err = NoiseError;

    fn from_str(text: &str) -> Result<Self, NoiseError> {
        let mut noise = Noise::NONE;
        let mut said = Vec::new();
        for word in text.split(',').map(str::trim) {
            let (kind, value) = match word.split_once('=') {
                Some((kind, value)) => (kind.trim(), Some(value.trim())),
                None => (word, None),
            };
            if said.contains(&kind) {
                return Err(NoiseError::Twice(kind.to_owned()));
            }
            said.push(kind);
            add(&mut noise, Word { kind, value })?;
        }
        let text = text.trim().to_owned();
        Ok(Self { text, noise })
    }
}

/// One kind of noise and its value.
#[derive(Clone, Copy)]
struct Word<'a> {
    kind: &'a str,
    value: Option<&'a str>,
}

fn add(noise: &mut Noise, word: Word<'_>) -> Result<(), NoiseError> {
    let chance = match word.kind {
        "drop" => &mut noise.frame_lost,
        "drop-bytes" => &mut noise.byte_lost,
        "flip" => &mut noise.bit_flipped,
        "flip-frames" => &mut noise.frame_struck,
        "dup" => &mut noise.frame_doubled,
        "dup-bytes" => &mut noise.byte_doubled,
        "junk" => &mut noise.junk,
        "talk" => &mut noise.talk,
        "reorder" => &mut noise.frame_held,
        _ => return add_time(noise, word),
    };
    *chance = word.chance(word.needed("2%")?)?;
    Ok(())
}

/// The kinds that have a time or a speed.
fn add_time(noise: &mut Noise, word: Word<'_>) -> Result<(), NoiseError> {
    match word.kind {
        "none" if word.value.is_none() => {}
        "delay" => {
            let value = word.needed("0..3s")?;
            let (least, most) = value.split_once("..").unwrap_or((value, value));
            noise.delay = word.time(least)?;
            let more = word.time(most)?.checked_sub(noise.delay);
            noise.jitter = more.ok_or_else(|| word.no_time())?;
        }
        "split" => {
            noise.gap = word
                .value
                .map_or(Ok(DEFAULT_GAP), |value| word.time(value))?;
        }
        "merge" => {
            noise.read_lag = word
                .value
                .map_or(Ok(DEFAULT_READ_LAG), |value| word.time(value))?;
        }
        "hangup" => {
            let value = word.needed("0.1%/30s")?;
            let (chance, away) = match value.split_once('/') {
                Some((chance, away)) => (chance, word.time(away)?),
                None => (value, DEFAULT_HANG_UP),
            };
            noise.hang_up = word.chance(chance)?;
            noise.away = away;
        }
        "baud" => noise.baud = Some(word.speed(word.needed("300")?)?),
        other => return Err(NoiseError::Kind(other.to_owned())),
    }
    Ok(())
}

impl<'a> Word<'a> {
    fn needed(self, example: &'static str) -> Result<&'a str, NoiseError> {
        let bare = || NoiseError::Bare(self.kind.to_owned(), example);
        self.value
            .filter(|value| !value.is_empty())
            .ok_or_else(bare)
    }

    fn chance(self, text: &str) -> Result<Probability, NoiseError> {
        let percent = text
            .trim()
            .strip_suffix('%')
            .and_then(|number| number.trim().parse::<f64>().ok())
            .filter(|percent| (0.0..=100.0).contains(percent));
        let no_chance = || NoiseError::Chance(self.kind.to_owned(), text.to_owned());
        // 0..=1,000,000: nothing is cut off.
        percent
            .map(|percent| Probability::per_million((percent * 10_000.0).round() as u32))
            .ok_or_else(no_chance)
    }

    fn time(self, text: &str) -> Result<Duration, NoiseError> {
        let time = parse_duration(text).ok();
        time.filter(|time| *time <= MAX_TIME)
            .ok_or_else(|| self.no_time())
    }

    fn speed(self, text: &str) -> Result<NonZeroU32, NoiseError> {
        let speed = text.parse().ok();
        speed
            .filter(|baud: &NonZeroU32| (50..=115_200).contains(&baud.get()))
            .ok_or_else(|| NoiseError::Speed(text.to_owned()))
    }

    fn no_time(self) -> NoiseError {
        let value = self.value.unwrap_or_default();
        NoiseError::Time(self.kind.to_owned(), value.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(text: &str) -> Noise {
        text.parse::<NoiseSpec>().unwrap().noise
    }

    #[test]
    fn every_kind_has_its_word() {
        let all = "drop=2%, drop-bytes=0.1%,flip=0.5%,flip-frames=3%,dup=1%,dup-bytes=4%,junk=1%,\
                   talk=0.2%,delay=100ms..3s,split,merge=1s,hangup=0.1%/45s,reorder=100%,baud=300";
        let expected = Noise {
            byte_lost: Probability::per_thousand(1),
            bit_flipped: Probability::per_thousand(5),
            byte_doubled: Probability::per_thousand(40),
            junk: Probability::per_thousand(10),
            talk: Probability::per_thousand(2),
            frame_lost: Probability::per_thousand(20),
            frame_struck: Probability::per_thousand(30),
            frame_doubled: Probability::per_thousand(10),
            frame_held: Probability::per_thousand(1000),
            hang_up: Probability::per_thousand(1),
            away: Duration::from_secs(45),
            baud: NonZeroU32::new(300),
            delay: Duration::from_millis(100),
            jitter: Duration::from_millis(2900),
            gap: DEFAULT_GAP,
            read_lag: Duration::from_secs(1),
        };
        assert_eq!(noise(all), expected);
    }

    #[test]
    fn short_forms_have_their_defaults() {
        assert_eq!(noise("none"), Noise::NONE);
        assert_eq!(noise("merge").read_lag, DEFAULT_READ_LAG);
        assert_eq!(noise("hangup=1%").away, DEFAULT_HANG_UP);
        assert_eq!(noise("delay=2s").delay, Duration::from_secs(2));
        assert_eq!(noise("delay=2s").jitter, Duration::ZERO);
        assert_eq!(
            noise("flip=0.0001%").bit_flipped,
            Probability::per_million(1)
        );
    }

    #[test]
    fn every_error_says_what_to_write() {
        for (text, told) in [
            ("", "\"\" is no kind of noise: write none, drop"),
            ("drop=2%,dropp=2%", "\"dropp\" is no kind"),
            ("drop=2%,drop=2%", "drop is said twice"),
            ("drop", "drop needs a value: write drop=2%"),
            ("delay=", "delay needs a value: write delay=0..3s"),
            ("drop=2", "drop=2: a chance is a percentage"),
            ("drop=101%", "drop=101%: a chance"),
            ("drop=NaN%", "drop=NaN%: a chance"),
            ("hangup=-1%/3s", "hangup=-1%: a chance"),
            ("hangup=1%/3x", "hangup=1%/3x: a time"),
            ("delay=3s..1s", "delay=3s..1s: a time"),
            ("delay=0..11m", "delay=0..11m: a time is at most 10m"),
            ("split=x", "split=x: a time"),
            ("baud", "baud needs a value: write baud=300"),
            ("baud=0", "baud=0: a speed is bits a second"),
            ("baud=115201", "baud=115201: a speed"),
            ("none=1", "\"none\" is no kind"),
        ] {
            let error = text.parse::<NoiseSpec>().unwrap_err().to_string();
            assert!(error.starts_with(told), "{text:?}: {error}");
        }
    }
}
