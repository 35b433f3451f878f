//! Hints and explanations with the net as the judge, on positions of games: what is said is what the judge thinks.

use std::sync::{Arc, Mutex};

use sgmp_board::record::replay;
use sgmp_board::rules::{Color, Game, Move};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{JudgeEffort, NetChoice, SearchJudge};
use sgmp_engine::search::{NetSearcher, PuctParams};
use sgmp_knowledge::experts::{JudgedMove, Judgment, MoveJudge, Teacher};

use crate::finished;

/// Enough to tell a blunder from a good move, and quick.
const EFFORT: JudgeEffort = JudgeEffort {
    position: 40,
    candidate: 10,
    pass: 2,
    again: 10,
};

/// The search with the net, whose last judgment can be looked at.
struct Overheard {
    judge: SearchJudge,
    last: Arc<Mutex<Option<Judgment>>>,
}

impl MoveJudge for Overheard {
    fn judge(&mut self, game: &Game, color: Color, asked: &[Move]) -> Option<Judgment> {
        let judgment = self.judge.judge(game, color, asked);
        self.last.lock().unwrap().clone_from(&judgment);
        judgment
    }
}

/// A position of a game in which a move was made.
struct Lesson {
    name: String,
    before: Game,
    after: Game,
}

/// Some twenty positions on 9 and 13 lines, from early moves to late ones.
fn lessons() -> Vec<Lesson> {
    let mut lessons = Vec::new();
    let paths = finished::paths();
    for (place, path) in paths.iter().step_by(paths.len() / 20).enumerate() {
        let record = finished::record(path);
        // At 15, 35, 55 and 75 % of the moves.
        let moves = record.moves().len() * (15 + place % 4 * 20) / 100;
        lessons.push(Lesson {
            name: format!("{} after {moves} moves", path.display()),
            before: replay(&record, moves).expect("legal moves"),
            after: replay(&record, moves + 1).expect("legal moves"),
        });
    }
    lessons
}

fn teacher() -> (Teacher, Arc<Mutex<Option<Judgment>>>) {
    let last = Arc::default();
    let judge = SearchJudge::new(NetChoice::embedded(), EFFORT);
    let overheard = Overheard {
        judge,
        last: Arc::clone(&last),
    };
    (Teacher::new(Some(Box::new(overheard))), last)
}

fn judged(last: &Mutex<Option<Judgment>>) -> Judgment {
    last.lock().unwrap().clone().expect("a judgment")
}

/// The move that the search alone would make.
fn searched(game: &Game) -> Move {
    let params = PuctParams::default();
    let mut searcher = NetSearcher::new(NetChoice::embedded(), 8 << 20, 1, params);
    let found = searcher.search(game, game.to_move(), &StopFlag::new(), EFFORT.position);
    found.moves[0].mv
}

#[test]
fn hints_are_the_moves_of_the_search() {
    let (mut teacher, last) = teacher();
    for lesson in lessons() {
        let game = &lesson.before;
        let hints = teacher.hints(game, game.to_move());
        let judgment = judged(&last);
        let context = format!("{}:\n{hints}", lesson.name);
        let first = &hints.moves[0];
        // A pass comes first where the experts see nothing left, and the judge nothing that is worth a point.
        if first.mv != Move::Pass {
            assert_eq!(first.mv, searched(game), "{context}");
        }
        for hint in &hints.moves {
            let known = judgment.find(hint.mv).expect("a judged move");
            assert!(judgment.likes(known), "{context}");
            assert_eq!(hint.judged.as_ref(), Some(known), "{context}");
            let gain = judgment.gain(known);
            assert!(hint.mv == Move::Pass || hint.gain == gain, "{context}");
        }
    }
}

#[test]
fn nothing_good_is_said_of_a_move_that_the_judge_dislikes() {
    let (mut teacher, last) = teacher();
    let (mut liked, mut disliked) = (0, 0);
    for lesson in lessons() {
        let number = lesson.after.moves().len();
        let told = teacher.explain(&lesson.after, number).expect("a move");
        let judgment = judged(&last);
        let text = told.to_string();
        let context = format!("{}:\n{text}", lesson.name);
        let (_, mv) = lesson.after.moves()[number - 1];
        let known = judgment.find(mv).expect("a judged move");
        if judgment.likes(known) {
            liked += 1;
            assert!(!text.contains("This move "), "{context}");
        } else {
            disliked += 1;
            assert!(told.reasons().is_empty(), "{context}");
            assert!(
                ["loses", "risks", "gains nothing"]
                    .into_iter()
                    .any(|verb| text.contains(&format!("This move {verb}"))),
                "{context}"
            );
            assert!(!text.contains(&format!("Why: {mv}")), "{context}");
            assert!(!text.contains("it gains about"), "{context}");
        }
        let is_liked = |known: &JudgedMove| {
            judgment
                .find(known.mv)
                .is_some_and(|known| judgment.likes(known))
        };
        let play = told.judged.as_ref().expect("a judgment");
        for other in &play.others {
            assert!(is_liked(&other.judged), "{context}");
        }
        for refuted in &play.refuted {
            let known = judgment.find(refuted.rejected.mv).expect("a judged move");
            assert!(!judgment.likes(known), "{context}");
        }
    }
    assert!(liked > 2 && disliked > 2, "{liked} {disliked}");
}
