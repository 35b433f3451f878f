//! Facts that a session cannot know by itself, and tells a peer that asks: stones and clocks.
//!
//! The value of an ANSWER has ten bits. A time is told in whole minutes: in seconds fifty of them
//! do not fit. No description of the protocol that we have names the unit, so that an answer is
//! compared and shown, and never acted on.

use core::time::Duration;

use crate::message::Query;

/// The largest value of an ANSWER.
const MAX_ANSWER: u16 = 0x3FF;
/// ANSWER to QUERY(1): whoever reads for us takes 4 + 16 * 15 = 244 bytes at once, or more.
const BUFFER: u16 = 15;
/// ANSWER to QUERY(2): revision 1.0.
const REVISION: u16 = 1;

/// The present state of the game. By default nothing is known, and each answer is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// Stones on the board, of both colors.
    pub stones: u16,
    /// Time that Black has used.
    pub black_used: Duration,
    /// Time that White has used.
    pub white_used: Duration,
    /// Time of each side for the whole game.
    pub limit: Option<Duration>,
}

impl GameFacts {
    /// The answer to a question that no term of the game answers; 0 where there is none.
    ///
    /// Stones are 0..=361. Of time used the minutes that are full count, of the limit those that
    /// are begun; from 1023 minutes on it is 1023.
    #[must_use]
    pub fn answer(&self, query: Query) -> u16 {
        match query {
            Query::BUFFER => BUFFER,
            Query::REVISION => REVISION,
            Query::STONES => self.stones.min(MAX_ANSWER),
            Query::BLACK_TIME => minutes(self.black_used),
            Query::WHITE_TIME => minutes(self.white_used),
            Query::LIMIT => self.limit.map_or(0, |limit| {
                minutes(limit.saturating_add(Duration::from_nanos(59_999_999_999)))
            }),
            _ => 0,
        }
    }
}

fn minutes(time: Duration) -> u16 {
    u16::try_from(time.as_secs() / 60).map_or(MAX_ANSWER, |minutes| minutes.min(MAX_ANSWER))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn times_are_told_in_minutes_up_to_1023() {
        for (used, answer) in [
            (secs(0), 0),
            (secs(59), 0),
            (secs(60), 1),
            (secs(50 * 60 - 1), 49),
            (secs(1023 * 60), 1023),
            (secs(1024 * 60), 1023),
            (Duration::MAX, 1023),
        ] {
            let black = GameFacts {
                black_used: used,
                ..GameFacts::default()
            };
            let white = GameFacts {
                white_used: used,
                ..GameFacts::default()
            };
            assert_eq!(black.answer(Query::BLACK_TIME), answer, "{used:?}");
            assert_eq!(black.answer(Query::WHITE_TIME), 0);
            assert_eq!(white.answer(Query::WHITE_TIME), answer, "{used:?}");
            assert_eq!(white.answer(Query::BLACK_TIME), 0);
        }
    }

    #[test]
    fn a_limit_is_told_in_minutes_begun_so_that_none_reads_as_unknown() {
        for (limit, answer) in [
            (None, 0),
            (Some(secs(0)), 0),
            (Some(secs(1)), 1),
            (Some(secs(60)), 1),
            (Some(secs(61)), 2),
            (Some(secs(50 * 60)), 50),
            (Some(Duration::MAX), 1023),
        ] {
            let facts = GameFacts {
                limit,
                ..GameFacts::default()
            };
            assert_eq!(facts.answer(Query::LIMIT), answer, "{limit:?}");
        }
    }

    #[test]
    fn stones_are_counted_and_the_rest_is_always_true() {
        for (stones, answer) in [(0, 0), (1, 1), (361, 361), (u16::MAX, 1023)] {
            let facts = GameFacts {
                stones,
                ..GameFacts::default()
            };
            assert_eq!(facts.answer(Query::STONES), answer);
        }
        assert_eq!(GameFacts::default().answer(Query::BUFFER), 15);
        assert_eq!(GameFacts::default().answer(Query::REVISION), 1);
        assert_eq!(GameFacts::default().answer(Query(13)), 0);
    }
}
