//! A problem played out: moves are tried, the reader or the file answers.

use super::problem::Problem;
use super::stored_answer::{
    StoredVerdict, has_answers, knows_right, shown_comment, stored_verdict,
};
use sgmp_advice::review::{AimReader, AimedPosition, Refutation};
use sgmp_board::record::NodeId;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Move, Point};

/// Level of the reading that answers.
const LEVEL: u8 = 10;

/// The verdict on a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The problem is solved.
    Solved(String),
    /// It is right so far: the other side answers.
    GoOn {
        /// The move that the other side answers with.
        answer: Move,
        /// The file's words on it.
        words: Option<String>,
    },
    /// It is wrong: why, and the line that shows it. The position is as it was before the move.
    Wrong {
        /// The reason in words.
        reason: String,
        /// The other side's moves and ours in turn.
        line: Vec<Move>,
    },
    /// It counts neither as right nor as wrong.
    NotConsidered(String),
}

/// A visit to a problem.
#[derive(Debug)]
pub struct ProblemSession {
    problem: Problem,
    reader: AimReader,
    /// The fight as the reader sees it; `None` where it sees none.
    position: Option<AimedPosition>,
    board: Board,
    /// Place in the file, as long as its lines are followed.
    node: Option<NodeId>,
    moves: Vec<(Color, Move)>,
    wrong_tries: u32,
    is_solved: bool,
    /// Chooses among answers of the file.
    chance: Rng,
}

impl ProblemSession {
    /// Begins with a problem.
    #[must_use]
    pub fn new(problem: Problem, seed: u64) -> Self {
        let mut reader = AimReader::for_level(LEVEL);
        let board = problem.board();
        let position = match problem.aim() {
            Some(aim) => reader.pose(&board, aim),
            None => None,
        };
        let is_told = has_answers(problem.tree(), problem.start());
        let position = position.or_else(|| {
            let open = reader.open_aims(&board, problem.to_move());
            open.into_iter().next().map(|open| open.position)
        });
        Self {
            node: is_told.then(|| problem.start()),
            reader,
            position,
            board,
            problem,
            moves: Vec::new(),
            wrong_tries: 0,
            is_solved: false,
            chance: Rng::from_seed(seed),
        }
    }

    /// The problem that is tried.
    #[must_use]
    pub const fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The position after the moves that were tried so far.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The moves since the beginning.
    #[must_use]
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// Wrong moves so far.
    #[must_use]
    pub const fn wrong_tries(&self) -> u32 {
        self.wrong_tries
    }

    /// True once it is solved.
    #[must_use]
    pub const fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// Returns whether anything is known of right and wrong here.
    #[must_use]
    pub const fn has_answer(&self) -> bool {
        self.position.is_some() || self.node.is_some()
    }

    /// The task: the file's words, or what the reader makes of the position.
    #[must_use]
    pub fn task(&self) -> String {
        let is_bare = self.problem.aim().is_none() && self.problem.task.ends_with("to play.");
        match &self.position {
            Some(position) if is_bare => format!(
                "{} {}.",
                self.problem.task.trim_end_matches('.'),
                format_args!("and {}", position.aim().in_words(&self.problem.board()))
            ),
            _ => self.problem.task.clone(),
        }
    }

    /// The stones that the problem is about, as they stand now; none where nothing is known of its aim.
    #[must_use]
    pub fn targets(&self) -> Vec<Point> {
        let aim = self.problem.aim();
        let stones = aim.map(|aim| [Some(aim.stone()), aim.second_stone()]);
        let named = stones.into_iter().flatten().flatten();
        let standing = named.filter(|stone| !self.board.is_empty(*stone));
        standing
            .flat_map(|stone| self.board.string(stone))
            .collect()
    }

    /// Back to the beginning.
    pub fn restart(&mut self) {
        self.board = self.problem.board();
        self.moves.clear();
        // Who solved it begins anew; who gave up at a wrong move has made it all the same.
        if self.is_solved {
            self.wrong_tries = 0;
        }
        self.is_solved = false;
        self.node =
            has_answers(self.problem.tree(), self.problem.start()).then(|| self.problem.start());
    }

    /// Tries a move of the side that has to find one.
    pub fn play(&mut self, point: Point) -> Verdict {
        let mv = Move::Play(point);
        let mut after = self.board.clone();
        if self.is_solved {
            return Verdict::NotConsidered("The problem is solved.".to_owned());
        }
        if let Err(error) = after.play(self.problem.to_move(), mv) {
            return Verdict::NotConsidered(format!("{mv} is against the rules: {error}."));
        }
        let verdict = match self.node {
            Some(node) => stored_verdict(self.problem.tree(), node, mv),
            None => StoredVerdict::Unknown,
        };
        match verdict {
            StoredVerdict::Right { node, answers } => self.follow(after, mv, node, &answers),
            StoredVerdict::NotThis(node) => {
                let words = shown_comment(self.problem.tree(), node);
                let words =
                    words.unwrap_or_else(|| format!("Not {mv}: another move is asked for here."));
                Verdict::NotConsidered(words)
            }
            StoredVerdict::Forced => Verdict::NotConsidered(format!(
                "Nothing is said of {mv} here: it counts neither as right nor as wrong. Try another move."
            )),
            StoredVerdict::Wrong(node) => self.refuse(mv, Some(node)),
            StoredVerdict::Unknown => self.read(after, mv),
        }
    }

    /// A move that the file calls right.
    fn follow(&mut self, after: Board, mv: Move, node: NodeId, answers: &[NodeId]) -> Verdict {
        let tree = self.problem.tree();
        let chosen = match answers {
            [] => None,
            several => several.get(self.chance.below(several.len() as u32) as usize),
        };
        let answer = chosen.and_then(|next| Some((*next, tree.move_at(*next)?.1)));
        let words = shown_comment(tree, chosen.copied().unwrap_or(node));
        self.accept(after, mv);
        let Some((next, answer)) = answer else {
            self.is_solved = true;
            return Verdict::Solved(words.unwrap_or_else(|| "Right.".to_owned()));
        };
        if self.board.play(!self.problem.to_move(), answer).is_err() {
            self.is_solved = true;
            return Verdict::Solved("Right.".to_owned());
        }
        self.moves.push((!self.problem.to_move(), answer));
        self.node = Some(next);
        if self.problem.tree().children(next).is_empty() {
            self.is_solved = true;
            return Verdict::Solved(
                words.unwrap_or_else(|| format!("Right, and {answer} does not help.")),
            );
        }
        Verdict::GoOn { answer, words }
    }

    /// A move of which the file says nothing, or bad things: the reader shows why.
    fn refuse(&mut self, mv: Move, node: Option<NodeId>) -> Verdict {
        self.wrong_tries += 1;
        let read = self.position.clone().and_then(|position| {
            let trial = self.reader.try_move(&position, &self.board, mv).ok()?;
            let is_refuted = !position.accepts(&trial);
            is_refuted.then(|| Refutation::new(&mut self.reader, &position, &self.board, &trial))
        });
        let tree = self.problem.tree();
        let words = node.and_then(|node| shown_comment(tree, node));
        let stored: Vec<Move> = node.map_or_else(Vec::new, |node| {
            let line = tree.path(tree.line_end(node));
            let line = line.into_iter().skip_while(|at| *at != node).skip(1);
            line.filter_map(|at| Some(tree.move_at(at)?.1)).collect()
        });
        let end = tree.line_end(node.unwrap_or(NodeId::ROOT));
        let last = node
            .filter(|node| *node != end)
            .and_then(|_| shown_comment(tree, end));
        match (read, words.or(last)) {
            (Some(read), None) => Verdict::Wrong {
                reason: read.sentence(),
                line: read.line,
            },
            (_, words) => Verdict::Wrong {
                reason: words.unwrap_or_else(|| match stored.first() {
                    Some(answer) => format!("{mv} is wrong: the answer is {answer}."),
                    None => format!("{mv} is not the move."),
                }),
                line: stored,
            },
        }
    }

    /// A move that the reader judges.
    fn read(&mut self, after: Board, mv: Move) -> Verdict {
        let Some(position) = self.position.clone() else {
            return match self.node {
                Some(node) if knows_right(self.problem.tree(), node) => self.refuse(mv, None),
                _ => Verdict::NotConsidered("Nobody knows the answer here.".to_owned()),
            };
        };
        let Ok(trial) = self.reader.try_move(&position, &self.board, mv) else {
            return Verdict::NotConsidered(format!("{mv} is against the rules."));
        };
        if !position.accepts(&trial) {
            return self.refuse(mv, None);
        }
        self.accept(after, mv);
        self.node = None;
        let board = self.board.clone();
        let hoped = trial.line.first().copied();
        let other = !position.side();
        let answer = self.reader.resistance(&position, &board, other, hoped);
        let answer = answer.filter(|answer| self.board.play(other, *answer).is_ok());
        let Some(answer) = answer else {
            self.is_solved = true;
            return Verdict::Solved(format!("Right: after {mv} nothing helps the other side."));
        };
        self.moves.push((other, answer));
        Verdict::GoOn {
            answer,
            words: None,
        }
    }

    fn accept(&mut self, after: Board, mv: Move) {
        self.board = after;
        self.moves.push((self.problem.to_move(), mv));
    }

    /// The next right move, if it is known.
    #[must_use]
    pub fn right_move(&mut self) -> Option<Move> {
        let tree = self.problem.tree();
        let stored = self.node.and_then(|node| {
            let right = tree.children(node).iter().find_map(|child| {
                let mv = tree.move_at(*child)?.1;
                matches!(stored_verdict(tree, node, mv), StoredVerdict::Right { .. }).then_some(mv)
            });
            right.filter(|mv| *mv != Move::Pass)
        });
        if stored.is_some() {
            return stored;
        }
        let position = self.position.clone()?;
        self.reader
            .side_first(&position, &self.board)
            .mv
            .filter(|mv| *mv != Move::Pass)
    }

    /// The part of the board in which the next right move lies, in words.
    #[must_use]
    pub fn hint(&mut self) -> Option<String> {
        match self.right_move()? {
            Move::Play(point) => Some(super::region::region(point, self.board.size())),
            Move::Pass => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::record::GameTree;

    fn session(text: &str) -> ProblemSession {
        let tree = GameTree::read(text.as_bytes(), 1).unwrap();
        ProblemSession::new(Problem::from_tree(tree, "test").unwrap(), 1)
    }

    fn at(name: &str) -> Point {
        Point::parse(name).unwrap()
    }

    /// White's corner of three in a row.
    const CORNER: &str =
        "(;SZ[7]AB[ad][bd][cd][dd][ed][ee][ef][eg]AW[ae][be][ce][de][af][bf][cf][df][dg]PL[B]";

    #[test]
    fn the_reader_answers_where_nothing_is_stored() {
        let mut session = session(&format!("{CORNER})"));
        assert!(
            session.task().starts_with("Black to play and "),
            "{}",
            session.task()
        );
        let Verdict::Wrong { reason, line } = session.play(at("A1")) else {
            panic!("wrong");
        };
        assert!(reason.contains("White plays B1"), "{reason}");
        assert_eq!(line.first(), Some(&Move::Play(at("B1"))));
        assert_eq!(session.hint().as_deref(), Some("in the lower left corner"));
        assert!(matches!(session.play(at("B1")), Verdict::Solved(_)));
        assert_eq!((session.wrong_tries(), session.is_solved()), (1, true));
        session.restart();
        assert!(session.moves().is_empty() && !session.is_solved());
    }

    #[test]
    fn a_mark_of_wrong_makes_no_other_move_wrong() {
        for wrong in [
            "B[aa]BM[1]",
            "B[aa]WV[]",
            "B[aa]C[Wrong]",
            "B[aa];W[bb];B[ab]BM[1]",
        ] {
            let text = format!("(;GM[1]FF[4]SZ[9]AB[cc]AW[gg](;B[gc];W[cg])(;{wrong}))");
            let mut session = session(&text);
            for name in ["G7", "C3"] {
                let verdict = session.play(at(name));
                let nobody = Verdict::NotConsidered("Nobody knows the answer here.".to_owned());
                assert_eq!(verdict, nobody, "{wrong} {name}");
            }
            let is_first = !wrong.contains("W[");
            let refused = matches!(session.play(at("A9")), Verdict::Wrong { .. });
            assert_eq!(refused, is_first, "{wrong}");
            assert_eq!(session.wrong_tries(), u32::from(is_first), "{wrong}");
        }
        // Of a file that marks what is right every other move is wrong.
        let text = "(;GM[1]FF[4]SZ[9]AB[cc]AW[gg](;B[gc]C[Right.])(;B[aa]BM[1]))";
        assert!(matches!(
            session(text).play(at("C3")),
            Verdict::Wrong { .. }
        ));
        assert!(matches!(session(text).play(at("G7")), Verdict::Solved(_)));
    }

    #[test]
    fn the_file_answers_where_it_knows_and_the_reader_accepts_what_works() {
        let text = format!("{CORNER}C[Kill it.](;B[ag]C[No.];W[bg])(;B[bg]C[RIGHT]))");
        let mut session = session(&text);
        assert_eq!(session.task(), "Kill it.");
        let Verdict::Wrong { reason, .. } = session.play(at("A1")) else {
            panic!("wrong");
        };
        assert_eq!(reason, "No.");
        assert!(matches!(session.play(at("G7")), Verdict::Wrong { .. }));
        assert!(matches!(session.play(at("B1")), Verdict::Solved(_)));
        let stored_elsewhere = format!("{CORNER}C[Kill it.];B[ag]C[RIGHT])");
        let mut session = self::session(&stored_elsewhere);
        assert!(
            matches!(session.play(at("B1")), Verdict::Solved(_)),
            "it works, stored or not"
        );
    }
}
