//! The other side's answers about the game, in words.

use sgmp_proto::{Answered, Query};

/// A warning for the operators: a difference that is none of the clocks'. Anything else goes
/// to the log.
pub fn warning(answered: Answered) -> Option<String> {
    let Answered {
        query,
        theirs,
        ours,
    } = answered;
    log::info!("QUERY({query}): the other side answers {theirs}, and we would {ours}");
    let what = match query {
        Query::STONES => format!(
            "the other side has {theirs} stones on its board, and we have {ours}: compare the two \
             boards, and call the judge if they differ"
        ),
        Query::LIMIT => format!(
            "the other side says that the time limit is {theirs} minutes, and ours is {ours} \
             (--time): agree on one"
        ),
        _ => return None,
    };
    answered.differs().then_some(what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(query: Query, theirs: u16, ours: u16) -> Option<String> {
        warning(Answered {
            query,
            theirs,
            ours,
        })
    }

    #[test]
    fn other_stones_and_another_limit_are_for_the_operator() {
        let stones = told(Query::STONES, 41, 42).expect("a warning");
        assert!(stones.contains("has 41") && stones.contains("have 42"));
        let limit = told(Query::LIMIT, 60, 50).expect("a warning");
        assert!(limit.contains("is 60 minutes") && limit.contains("ours is 50"));
    }

    #[test]
    fn clocks_the_same_and_the_unknown_are_not() {
        assert_eq!(told(Query::BLACK_TIME, 3, 4), None);
        assert_eq!(told(Query::BUFFER, 3, 15), None);
        for query in [Query::STONES, Query::LIMIT] {
            assert_eq!(told(query, 50, 50), None);
            assert_eq!(told(query, 0, 50), None);
            assert_eq!(told(query, 50, 0), None);
        }
    }
}
