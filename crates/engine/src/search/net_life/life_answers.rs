//! Answers of reading and the net together about a group or a string.

use super::group_searcher::{LifeVerdict, NetLife};
use super::life_walk::{Kos, LifeQuestion};
use crate::net::NetChoice;
use sgmp_board::rules::{Board, Move};
use sgmp_knowledge::reading::{Answer, QuestionEffort, ResultCode};

/// A group that reading settles within so many positions is a small problem, in which every move was tried.
const FEW_POSITIONS: u32 = 1_000;
/// The net is believed about a string that reading leaves open from this value on.
const SURE_OF_STRINGS: f32 = 0.5;
/// A proof that nothing has to be played is believed if the other side, moving first, gets so little at most.
const NOTHING_UP_TO: f32 = -0.3;
/// A group that gets so much at least, whoever moves first, needs no move, proved or not.
const SAFE_FROM: f32 = 0.8;
/// Below this value the whole effort of reading is asked too.
const IN_DOUBT: f32 = 0.3;
/// A move that reading likes too works from this value on.
const LIKED_FROM: f32 = -0.5;
/// Where a ko was met on such a part of the ways, a second search tells whether all hangs on it.
const MANY_KOS: f32 = 0.2;

/// The net's answer to a question.
struct NetAnswer {
    value: f32,
    result: ResultCode,
    line: Vec<Move>,
}

impl NetAnswer {
    /// Nothing has to be played.
    fn nothing() -> Self {
        Self {
            value: 1.0,
            result: ResultCode::Succeeds,
            line: vec![Move::Pass],
        }
    }

    fn is_clean(&self) -> bool {
        self.result == ResultCode::Succeeds
    }

    /// The answer in place of that of reading. It is never called proved.
    fn instead_of(self, read: Answer) -> Answer {
        let line = match self.result.works() {
            true => self.line,
            false => Vec::new(),
        };
        Answer {
            result: self.result,
            mv: line.first().copied(),
            line,
            is_complete: false,
            ..read
        }
    }
}

impl NetLife {
    /// The answer about a group: reading's where it tries every move of a small problem or finds a ko, the net's
    /// elsewhere. `read` reads with an effort: a tenth at first, all of it where the net is in doubt. On a board too
    /// small for a net, reading answers alone.
    pub fn group_answer(
        &mut self,
        question: LifeQuestion<'_>,
        effort: QuestionEffort,
        mut read: impl FnMut(QuestionEffort) -> Answer,
    ) -> Answer {
        if is_small(question.board) {
            return read(effort);
        }
        self.forget();
        let soon = self.judge_beside(question, || read(effort.tenth()));
        let is_small_problem = soon.is_complete && soon.positions <= FEW_POSITIONS;
        if has_ko(&soon) || is_small_problem {
            return soon;
        }
        let Some(net) = self.net_answer(question) else {
            return soon;
        };
        let read = match soon.is_complete || net.value.abs() >= IN_DOUBT {
            true => soon,
            false => read(effort),
        };
        self.weigh(question, read, net)
    }

    /// The answer where reading and the net differ.
    fn weigh(&mut self, question: LifeQuestion<'_>, read: Answer, net: NetAnswer) -> Answer {
        let is_same_move = read.result.works() && read.mv == net.line.first().copied();
        if has_ko(&read) || read.is_complete && is_same_move && net.result == read.result {
            return read;
        }
        let is_pass_read = read.is_complete && read.mv == Some(Move::Pass);
        let is_safe = is_owner(question) && net.is_clean() && net.value >= SAFE_FROM;
        if is_pass_read || is_safe {
            let left = self.left_to_other(question);
            if is_pass_read && left <= NOTHING_UP_TO {
                return read;
            }
            if is_safe && left <= -SAFE_FROM {
                return NetAnswer::nothing().instead_of(read);
            }
        }
        let is_liked = !read.is_complete && is_same_move && net.value > LIKED_FROM;
        let result = match net.result {
            ResultCode::Fails if is_liked => ResultCode::Succeeds,
            result => result,
        };
        NetAnswer { result, ..net }.instead_of(read)
    }

    /// The answer about a string: reading's, if it is proved; otherwise the net's where it is sure. That a string
    /// cannot be saved is left to reading, which knows ladders better.
    pub fn string_answer(&mut self, question: LifeQuestion<'_>, read: Answer) -> Answer {
        if read.is_complete || has_ko(&read) || is_small(question.board) {
            return read;
        }
        self.forget();
        let Some(net) = self.net_answer(question) else {
            return read;
        };
        let is_against = net.result.works() != read.result.works();
        let may_tell = !is_owner(question) || net.result.works();
        if is_against && may_tell && net.value.abs() >= SURE_OF_STRINGS {
            return net.instead_of(read);
        }
        read
    }

    /// How far the other side gets what it wants if it moves first, -1 to 1.
    fn left_to_other(&mut self, question: LifeQuestion<'_>) -> f32 {
        let other = LifeQuestion {
            to_move: !question.to_move,
            ..question
        };
        let verdict = self.search(other, Kos::Plain);
        verdict.map_or(1.0, |verdict| verdict.value)
    }

    /// The net's answer, by a ko where all hangs on one.
    fn net_answer(&mut self, question: LifeQuestion<'_>) -> Option<NetAnswer> {
        let plain = self.search(question, Kos::Plain)?;
        let works = plain.value > 0.0;
        let loser = if works {
            !question.to_move
        } else {
            question.to_move
        };
        let second = (plain.kos >= MANY_KOS)
            .then(|| self.search(question, Kos::TakenBackBy(loser)))
            .flatten();
        Some(combine(plain, second))
    }
}

/// The answer by a search, and by a second one in which its loser takes back every ko.
fn combine(plain: LifeVerdict, second: Option<LifeVerdict>) -> NetAnswer {
    let value = plain.value;
    let works = value > 0.0;
    let (result, line) = match second {
        Some(second) if (second.value > 0.0) != works => {
            let result = match works {
                true => ResultCode::KoIgnoresThreat,
                false => ResultCode::KoNeedsThreat,
            };
            (result, second.line)
        }
        // What works without winning a ko is better.
        Some(second) if works => (ResultCode::Succeeds, second.line),
        _ if works => (ResultCode::Succeeds, plain.line),
        _ => (ResultCode::Fails, plain.line),
    };
    NetAnswer {
        value,
        result,
        line,
    }
}

fn is_owner(question: LifeQuestion<'_>) -> bool {
    question.board.color_at(question.stone) == Some(question.to_move)
}

fn has_ko(answer: &Answer) -> bool {
    answer.result.works() && answer.result != ResultCode::Succeeds
}

fn is_small(board: &Board) -> bool {
    board.size().lines() < NetChoice::MIN_LINES
}

#[cfg(test)]
mod tests {
    use super::super::CORNER;
    use super::*;
    use sgmp_board::rules::{Color, Point, diagram};

    fn open(mv: &str) -> Answer {
        Answer {
            result: ResultCode::Succeeds,
            mv: Point::parse(mv).map(Move::Play),
            line: Vec::new(),
            is_complete: false,
            leaning: 0.0,
            positions: 9,
        }
    }

    fn proved(mv: &str, positions: u32) -> Answer {
        Answer {
            is_complete: true,
            positions,
            ..open(mv)
        }
    }

    fn question(board: &Board, to_move: Color) -> LifeQuestion<'_> {
        LifeQuestion {
            board,
            stone: Point::parse("D3").expect("a point"),
            to_move,
        }
    }

    fn group_answer(question: LifeQuestion<'_>, read: &Answer) -> Answer {
        let mut life = NetLife::new(NetChoice::embedded());
        life.group_answer(question, QuestionEffort::USUAL, |_| read.clone())
    }

    #[test]
    fn the_net_answers_where_reading_proves_nothing() {
        let board = diagram::parse(CORNER).expect("a diagram");
        for to_move in Color::BOTH {
            let answer = group_answer(question(&board, to_move), &open("A9"));
            assert_eq!(answer.result, ResultCode::Succeeds);
            assert_eq!(answer.mv, answer.line.first().copied());
            assert_ne!(answer.mv, open("A9").mv);
            assert!(!answer.is_complete, "the net proves nothing");
        }
    }

    #[test]
    fn a_group_with_two_eyes_is_not_caught() {
        let mut board = diagram::parse(CORNER).expect("a diagram");
        for name in ["D2", "D1"] {
            let point = Point::parse(name).expect("a point");
            board.play(Color::Black, Move::Play(point)).expect("legal");
        }
        for read in [open("A9"), proved("A9", FEW_POSITIONS + 1)] {
            let answer = group_answer(question(&board, Color::White), &read);
            assert_eq!((answer.result, answer.mv), (ResultCode::Fails, None));
            assert!(answer.line.is_empty());
        }
    }

    #[test]
    fn the_proof_of_a_small_problem_and_a_ko_stand() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let ko = Answer {
            result: ResultCode::KoIgnoresThreat,
            ..proved("A9", 90_000)
        };
        for read in [proved("A9", FEW_POSITIONS), ko] {
            let answer = group_answer(question(&board, Color::White), &read);
            assert_eq!(answer, read);
        }
    }

    #[test]
    fn a_pass_stands_only_if_the_other_side_finds_nothing() {
        let mut board = diagram::parse(CORNER).expect("a diagram");
        let pass = Answer {
            mv: Some(Move::Pass),
            ..proved("A9", 90_000)
        };
        let answer = group_answer(question(&board, Color::Black), &pass);
        assert_ne!(answer.mv, Some(Move::Pass));
        assert_eq!(answer.result, ResultCode::Succeeds);
        for name in ["D2", "D1"] {
            let point = Point::parse(name).expect("a point");
            board.play(Color::Black, Move::Play(point)).expect("legal");
        }
        assert_eq!(group_answer(question(&board, Color::Black), &pass), pass);
    }

    #[test]
    fn all_of_the_effort_is_spent_where_the_net_is_in_doubt_alone() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let mut efforts = Vec::new();
        let mut life = NetLife::new(NetChoice::embedded());
        life.group_answer(
            question(&board, Color::White),
            QuestionEffort::USUAL,
            |effort| {
                efforts.push(effort.positions());
                open("A9")
            },
        );
        assert_eq!(efforts, [20_000], "a bulky five is clear");
    }

    #[test]
    fn the_net_tells_what_catches_a_string_and_not_that_one_is_lost() {
        let board = diagram::parse(CORNER).expect("a diagram");
        let mut life = NetLife::new(NetChoice::embedded());
        let fails = Answer {
            result: ResultCode::Fails,
            mv: None,
            ..open("A9")
        };
        let catch = question(&board, Color::White);
        let answer = life.string_answer(catch, fails.clone());
        assert_eq!(answer.result, ResultCode::Succeeds);
        assert_eq!(life.string_answer(catch, open("A9")), open("A9"));
        let complete = Answer {
            is_complete: true,
            ..fails
        };
        assert_eq!(life.string_answer(catch, complete.clone()), complete);
        let mut dead = board.clone();
        let center = Move::Play(Point::parse("D2").expect("a point"));
        dead.play(Color::White, center).expect("legal");
        let save = question(&dead, Color::Black);
        assert_eq!(life.string_answer(save, open("A9")), open("A9"));
    }

    #[test]
    fn what_is_too_small_for_the_net_is_read() {
        let small = diagram::parse(". . .\n. X .\n. . .").expect("a diagram");
        let question = LifeQuestion {
            board: &small,
            stone: Point::parse("B2").expect("a point"),
            to_move: Color::White,
        };
        assert_eq!(group_answer(question, &open("A1")), open("A1"));
        let mut life = NetLife::new(NetChoice::embedded());
        assert_eq!(life.string_answer(question, open("A1")), open("A1"));
    }

    fn verdict(value: f32, mv: &str) -> LifeVerdict {
        LifeVerdict {
            value,
            line: Point::parse(mv).map(Move::Play).into_iter().collect(),
            kos: 0.5,
        }
    }

    #[test]
    fn what_changes_with_the_kos_is_a_ko() {
        let told = |value, second: Option<f32>| {
            let second = second.map(|value| verdict(value, "B1"));
            let answer = combine(verdict(value, "A1"), second);
            (answer.result.code(), answer.line[0].to_string())
        };
        assert_eq!(told(0.5, None), (1, "A1".to_owned()));
        assert_eq!(told(0.5, Some(0.2)), (1, "B1".to_owned()));
        assert_eq!(told(0.5, Some(-0.2)), (2, "B1".to_owned()));
        assert_eq!(told(-0.5, Some(0.2)), (3, "B1".to_owned()));
        assert_eq!(told(-0.5, Some(-0.2)), (0, "A1".to_owned()));
    }
}
