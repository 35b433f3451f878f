//! Attacks on two strings at once: by a move that threatens both, where neither could be captured alone.

use super::ko_question::{Asker, opposite};
use super::question_reader::{QuestionReader, Subject, played};
use sgmp_board::rules::{Board, Color, Point};
use sgmp_knowledge::reading::ResultCode;

/// Liberties up to which strings are looked at for a combined attack.
const MAX_LIBERTIES: usize = 4;

impl QuestionReader<'_> {
    /// The result of attacking two strings at once: one of them, or by a move that threatens both.
    pub(super) fn attack_either(&mut self, board: &Board, a: Point, b: Point) -> ResultCode {
        let [first, second] = [a, b].map(Subject::String);
        let alone = [&first, &second].map(|it| self.ask(board, it, Asker::Opponent).result);
        let mut best = alone[0].max(alone[1]);
        let Some(owner) = board.color_at(a).filter(|_| best < ResultCode::Succeeds) else {
            return best;
        };
        for point in around(board, &[a, b]) {
            let Some(after) = played(board, owner.other(), point) else {
                continue;
            };
            let threatened = [&first, &second].iter().all(|it| {
                after.color_at(it.stone()).is_some()
                    && self.ask(&after, it, Asker::Opponent).result.works()
            });
            if threatened {
                best = best.max(opposite(self.defend_both(&after, a, b)));
            }
        }
        best
    }

    /// The result of saving two strings at once.
    pub(super) fn defend_both(&mut self, board: &Board, a: Point, b: Point) -> ResultCode {
        let subjects = [a, b].map(Subject::String);
        let attacks = [0, 1].map(|place| self.ask(board, &subjects[place], Asker::Opponent));
        let mut best = opposite(attacks[0].result.max(attacks[1].result));
        let Some(owner) = board.color_at(a).filter(|_| best < ResultCode::Succeeds) else {
            return best;
        };
        // Who can be saved alone at best is not saved with another.
        let alone = [0, 1].map(|place| self.ask(board, &subjects[place], Asker::Owner).result);
        let most = alone[0].min(alone[1]);
        for point in around(board, &[a, b]) {
            if best >= most {
                break;
            }
            let Some(after) = played(board, owner, point) else {
                continue;
            };
            let results =
                [0, 1].map(|place| self.result_on(&after, &subjects[place], Asker::Owner));
            best = best.max(results[0].min(results[1]));
        }
        best
    }

    /// A move that threatens two strings of which the opponent can save only one.
    pub(super) fn combination(&mut self, board: &Board, color: Color) -> Option<Point> {
        let prey: Vec<Point> = board
            .stones(color.other())
            .filter(|stone| board.anchor(*stone) == Some(*stone))
            .filter(|stone| board.liberties(*stone) <= MAX_LIBERTIES)
            .collect();
        let safe: Vec<Point> = prey
            .into_iter()
            .filter(|stone| {
                let subject = Subject::String(*stone);
                !self.ask(board, &subject, Asker::Opponent).result.works()
            })
            .collect();
        for point in around(board, &safe) {
            let Some(after) = played(board, color, point) else {
                continue;
            };
            let is_near = |stone: &Point| near(board, &[*stone]).contains(&point);
            let mut threatened = Vec::new();
            for stone in safe.iter().copied().filter(|stone| is_near(stone)) {
                let subject = Subject::String(stone);
                if self.ask(&after, &subject, Asker::Opponent).result == ResultCode::Succeeds {
                    threatened.push(stone);
                }
            }
            for (place, a) in threatened.iter().enumerate() {
                for b in &threatened[place + 1..] {
                    if !self.defend_both(&after, *a, *b).works() {
                        return Some(point);
                    }
                }
            }
        }
        None
    }
}

/// The liberties of strings and of the enemies next to them that have few, and the empty points next
/// to the strings' own.
fn around(board: &Board, strings: &[Point]) -> Vec<Point> {
    let mut points = near(board, strings);
    for stone in strings {
        let owner = board.color_at(*stone);
        for beside in board.string(*stone).flat_map(|own| board.neighbors(own)) {
            if board.color_at(beside) == owner.map(Color::other)
                && board.liberties(beside) <= MAX_LIBERTIES
            {
                points.extend(board.liberty_set(beside).iter());
            }
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

/// The liberties of strings, and the empty points next to them.
fn near(board: &Board, strings: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    for stone in strings {
        for liberty in board.liberty_set(*stone).iter() {
            points.push(liberty);
            points.extend(board.neighbors(liberty).filter(|n| board.is_empty(*n)));
        }
    }
    points.sort_unstable();
    points.dedup();
    points
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    #[test]
    fn two_strings_are_attacked_at_once() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . . . . . . .
             O O . . . . .
             X X O . O O O
             X . O . . X X",
        );
        for (question, answer) in [
            ("sgmp_go-effort 1000", "="),
            ("attack_either A1 F1", "= 1"),
            ("defend_both A1 F1", "= 0"),
            ("attack_either A1 C1", "? vertices must have same color"),
            ("combination_attack", "? invalid color or coordinate"),
        ] {
            assert_eq!(ask(&mut server, question).trim(), answer, "{question}");
        }
    }
}
