//! Ranks of players, from 30 kyu to 9 dan and of professionals, and the ratings that stand for them.

use std::fmt;
use std::str::FromStr;

use super::super::standings::Points;

/// Steps from 30 kyu to 9 dan.
const MAX_STEPS: u8 = 38;

/// Steps from 30 kyu to 1 dan.
const FIRST_DAN: u8 = 30;

/// Lowest rating of a player: that of 30 kyu.
pub const MIN_RATING: i32 = -900;

/// Highest rating that a file may have.
pub const MAX_RATING: i32 = 3500;

/// Highest dan, of amateurs and of professionals.
const MAX_DAN: u8 = 9;

/// Rating of a professional of the first dan, and points from one of their ranks to the next. EGF: 2700, and 30 a dan.
const FIRST_PROFESSIONAL: i32 = 2700;
const PROFESSIONAL_POINTS: i32 = 30;

/// A rank, ordered by strength. A professional stands on the scale of amateurs where the rating does, so that 1p counts as
/// 7d and 9p as 9d.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// Steps above 30 kyu.
    steps: u8,
    /// The dan of a professional; 0 of an amateur.
    professional: u8,
}

/// A word that is no rank.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a rank is 30k to 1k, 1d to 9d or 1p to 9p")]
pub struct NoRank;

impl Rank {
    /// 30 kyu.
    pub const LOWEST: Self = Self::amateur(0);
    /// 9 dan.
    pub const HIGHEST: Self = Self::amateur(MAX_STEPS);

    const fn amateur(steps: u8) -> Self {
        Self {
            steps,
            professional: 0,
        }
    }

    fn professional(dan: u8) -> Self {
        let rating = FIRST_PROFESSIONAL + PROFESSIONAL_POINTS * i32::from(dan - 1);
        Self {
            professional: dan,
            ..Self::from_rating(rating)
        }
    }

    /// The rank of an amateur that a rating stands for. EGF: 2100 is 1 dan and a rank has 100 points, so that 1 dan is 2050 to 2149;
    /// what is lower than 30 kyu or higher than 9 dan counts as those.
    #[must_use]
    pub fn from_rating(rating: i32) -> Self {
        let steps = (rating.clamp(MIN_RATING, MAX_RATING) + 950) / 100;
        Self::amateur((steps as u8).min(MAX_STEPS))
    }

    /// The rating in the middle of the rank: 2100 for 1 dan, 100 for 20 kyu, 2700 for a professional of the first dan.
    #[must_use]
    pub const fn rating(self) -> i32 {
        match self.professional {
            0 => 100 * self.steps as i32 + MIN_RATING,
            dan => FIRST_PROFESSIONAL + PROFESSIONAL_POINTS * (dan as i32 - 1),
        }
    }

    /// Steps above 30 kyu: 10 for 20 kyu, 30 for 1 dan.
    #[must_use]
    pub const fn steps(self) -> u8 {
        self.steps
    }

    /// The steps above 30 kyu as points, a point a rank.
    #[must_use]
    pub const fn points(self) -> Points {
        Points::whole(self.steps as i64)
    }
}

impl FromStr for Rank {
    type Err = NoRank;

    /// Reads "4k", "4 kyu", "1D", "1 dan", "3p".
    fn from_str(text: &str) -> Result<Self, NoRank> {
        let text = text.trim().to_ascii_lowercase();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let number: u8 = text[..digits].parse().map_err(|_| NoRank)?;
        match (text[digits..].trim(), number) {
            ("k" | "kyu", 1..=FIRST_DAN) => Ok(Self::amateur(FIRST_DAN - number)),
            ("d" | "dan", 1..=MAX_DAN) => Ok(Self::amateur(FIRST_DAN - 1 + number)),
            ("p" | "pro", 1..=MAX_DAN) => Ok(Self::professional(number)),
            _ => Err(NoRank),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.professional, self.steps.checked_sub(FIRST_DAN)) {
            (1.., _) => write!(f, "{}p", self.professional),
            (0, Some(dan)) => write!(f, "{}d", dan + 1),
            (0, None) => write!(f, "{}k", FIRST_DAN - self.steps),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_read_as_it_is_written() {
        for steps in 0..=MAX_STEPS {
            let rank = Rank::amateur(steps);
            assert_eq!(rank.to_string().parse(), Ok(rank));
            assert_eq!(Rank::from_rating(rank.rating()), rank);
        }
        for (text, rank) in [
            ("30K", "30k"),
            (" 1 kyu", "1k"),
            ("1 Dan", "1d"),
            ("9D ", "9d"),
        ] {
            assert_eq!(text.parse::<Rank>().unwrap().to_string(), rank);
        }
        for text in [
            "", "k", "0k", "31k", "10d", "0p", "10p", "d1", "1kk", "999d",
        ] {
            assert_eq!(text.parse::<Rank>(), Err(NoRank), "{text}");
        }
    }

    #[test]
    fn professionals_stand_among_the_amateurs_by_their_ratings() {
        for (text, rating, steps_of) in [
            ("1p", 2700, "7d"),
            ("3P", 2760, "8d"),
            ("9 pro", 2940, "9d"),
        ] {
            let rank: Rank = text.parse().unwrap();
            let amateur: Rank = steps_of.parse().unwrap();
            assert_eq!(rank.rating(), rating, "{text}");
            assert_eq!(rank.steps(), amateur.steps(), "{text}");
            assert!(rank > amateur && rank.to_string().ends_with('p'), "{text}");
        }
        let ranks: Vec<Rank> = (1..=9)
            .map(|dan| format!("{dan}p").parse().unwrap())
            .collect();
        assert!(ranks.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!(ranks[2].to_string().parse(), Ok(ranks[2]));
    }

    #[test]
    fn ratings_are_those_of_the_egf() {
        for (rating, rank) in [
            (50, "20k"),
            (149, "20k"),
            (2049, "1k"),
            (2050, "1d"),
            (2100, "1d"),
            (2149, "1d"),
            (2850, "9d"),
            (3500, "9d"),
            (-900, "30k"),
            (-5000, "30k"),
        ] {
            assert_eq!(Rank::from_rating(rating).to_string(), rank, "{rating}");
        }
        assert_eq!("1d".parse::<Rank>().unwrap().points(), Points::whole(30));
    }
}
