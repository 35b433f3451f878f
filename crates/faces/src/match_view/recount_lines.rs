//! Dead stones named at a prompt after a match, as both operators agree.

use std::sync::{Arc, Mutex, PoisonError};

use crate::local_game::Counting;
use sgmp_board::rules::Point;
use sgmp_match::play::Outcome;
use sgmp_match::port::Operator;
use sgmp_match::spectators::shared_match::MatchState;

/// The words for it.
pub const HELP: &str = "if the operators agree on other dead stones: a point (C3) turns its string dead or alive, accept \
    enters the count, stands leaves it as it was; the other side names the same";

/// The dead stones as they are being named; clones share them.
#[derive(Clone, Default)]
pub struct RecountLines(Arc<Mutex<Option<Counting>>>);

impl RecountLines {
    /// Takes a line typed after the count of a match: what to tell, and the word for the match. `None` where nothing was
    /// counted.
    pub fn take(&self, line: &str, state: &MatchState) -> Option<(String, Option<Operator>)> {
        let count = state.outcome.as_ref().and_then(Outcome::count)?;
        let mut named = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let told = match line.to_ascii_lowercase().as_str() {
            "" if named.is_none() => {
                let told = "the count stands".to_owned();
                return Some((told, Some(Operator::Leaves)));
            }
            "accept" => {
                let named = named.take();
                return Some(match named.as_ref().and_then(Counting::status) {
                    Some(status) => (
                        "entered".to_owned(),
                        Some(Operator::Counted(Box::new(*status))),
                    ),
                    None => (
                        "no other stones were named: the count stands".to_owned(),
                        None,
                    ),
                });
            }
            "stands" => {
                *named = None;
                return Some(("the count stands".to_owned(), Some(Operator::CountStands)));
            }
            point => {
                let Some(point) =
                    Point::parse(point).filter(|point| point.is_on(state.game.size()))
                else {
                    return Some((HELP.to_owned(), None));
                };
                let counting = named.get_or_insert_with(|| Counting::made(*count.status));
                let Some(is_dead) = counting.toggle(state.game.board(), point) else {
                    return Some((format!("there is no stone at {point}"), None));
                };
                let how = if is_dead { "dead" } else { "alive" };
                let score = counting.score(&state.game);
                let score = score.map_or_else(String::new, |score| score.to_string());
                format!("{point} {how}: {score} (accept enters it)")
            }
        };
        Some((told, Some(Operator::Counts)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Color, Game, Komi, PointSet, Status, diagram};
    use sgmp_match::play::{Assessment, Count, End};

    fn counted() -> MatchState {
        let board = diagram::parse(
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X X . O O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        )
        .unwrap();
        let game = Game::from_position(board, Color::Black, Komi::from_half_points(1));
        let count = Count::new(&game, Status::with_dead(game.board(), &PointSet::EMPTY));
        MatchState {
            game,
            is_our_turn: false,
            over: Some("two consecutive passes".to_owned()),
            outcome: Some(Outcome {
                assessment: Some(Assessment::Count(count)),
                ..Outcome::new(End::TwoPasses)
            }),
        }
    }

    #[test]
    fn strings_are_turned_and_the_count_is_entered() {
        let (state, lines) = (counted(), RecountLines::default());
        let say = |line| lines.take(line, &state).unwrap();
        assert_eq!(say("").1, Some(Operator::Leaves));
        assert_eq!(say("accept").1, None);
        assert!(say("a9").0.contains("a point"), "off the board");
        assert_eq!(say("b1"), ("there is no stone at B1".to_owned(), None));
        let (told, said) = say("a2");
        assert!(told.starts_with("A2 dead: "), "{told}");
        assert_eq!(said, Some(Operator::Counts));
        assert!(say("G6").0.starts_with("G6 dead: "));
        assert!(say("G6").0.starts_with("G6 alive: "));
        let Some(Operator::Counted(status)) = say("accept").1 else {
            panic!("nothing was entered");
        };
        let mut dead = PointSet::EMPTY;
        dead.insert(Point::parse("A2").unwrap());
        assert_eq!(*status.dead(), dead);
        say("a2");
        assert!(
            say("").0.contains("a point"),
            "a slip while stones are named"
        );
        assert_eq!(say("stands").1, Some(Operator::CountStands));
        assert_eq!(say("accept").1, None);
    }

    #[test]
    fn where_nothing_was_counted_nobody_is_dead() {
        let state = MatchState {
            outcome: None,
            ..counted()
        };
        assert_eq!(RecountLines::default().take("a2", &state), None);
    }
}
