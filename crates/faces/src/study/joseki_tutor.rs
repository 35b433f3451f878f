//! The joseki tutor: the book walked through on a board, bad moves refuted, questions asked.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, Game, Komi, Move, Point};
use sgmp_knowledge::experts::Teacher;
use sgmp_knowledge::joseki::{
    Book, BookPosition, Corner, Graph, Joseki, Mark, NodeId, Source, Suggestion,
};

/// Moves of a refutation.
const MAX_REFUTATION: usize = 10;

/// Most moves before the first question of a line.
const MAX_LEAD: u32 = 4;

/// Right answers after which the questions have one more move, and one more that is less usual.
const RIGHT_FOR_MORE: u32 = 2;

/// Moves of a suggestion's line that are told.
const MAX_TOLD: usize = 6;

/// A move of the book in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move; a pass is one elsewhere.
    pub mv: Move,
    /// The quality that the book gives the move.
    pub mark: Mark,
    /// The origin of the move in the book.
    pub source: Source,
    /// The name of the position after it.
    pub name: Option<String>,
}

/// The book's word on a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookVerdict {
    /// It is a move of the book.
    Known {
        /// The quality that the book gives the move.
        mark: Mark,
        /// The book's words on the position after it.
        words: String,
        /// The moves that punish a bad one.
        refutation: Vec<Move>,
    },
    /// The position after it is in the book, though the move is not told here: by another order of moves.
    Transposed(String),
    /// The book does not know it.
    Unknown,
    /// The rules forbid it.
    Illegal(String),
}

/// A walk through the book's corners.
#[derive(Debug)]
pub struct JosekiTutor {
    graph: &'static Graph,
    moves: Vec<Move>,
    position: BookPosition,
    /// Tells of a position that the book has no words for.
    teacher: Teacher,
    /// The experts' words on the latest move.
    told: String,
    chance: Rng,
    is_quiz: bool,
    right: u32,
    asked: u32,
}

impl JosekiTutor {
    /// A tutor at the empty corner.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let graph = Book::embedded().corner();
        Self {
            position: BookPosition::new(graph.size()),
            graph,
            moves: Vec::new(),
            teacher: Teacher::new(None),
            told: String::new(),
            chance: Rng::from_seed(seed),
            is_quiz: false,
            right: 0,
            asked: 0,
        }
    }

    /// The board; the corner is the upper right one.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.position.to_move()
    }

    /// The moves so far, Black's and White's in turn.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// True while questions are asked.
    #[must_use]
    pub const fn is_quiz(&self) -> bool {
        self.is_quiz
    }

    /// Questions answered right, and all of them.
    #[must_use]
    pub const fn score(&self) -> (u32, u32) {
        (self.right, self.asked)
    }

    fn node(&self) -> Option<NodeId> {
        self.graph
            .find(&self.position.canonical(self.graph.symmetries()))
    }

    /// The moves that the book has here, the best first.
    #[must_use]
    pub fn known(&self) -> Vec<BookMove> {
        let Some(node) = self.node() else {
            return Vec::new();
        };
        let canonical = self.position.canonical(self.graph.symmetries());
        let edges = self.graph.node(node).edges.iter();
        edges
            .map(|edge| BookMove {
                mv: canonical.rightmost_from_book(edge.mv),
                mark: edge.mark,
                source: edge.source,
                name: self.graph.node(edge.to).name.clone(),
            })
            .collect()
    }

    /// The book's words on the position: its name, and a sentence; where it has none, the experts' on the latest move.
    #[must_use]
    pub fn words(&self) -> String {
        let Some(node) = self.node() else {
            return "The book does not know this position.".to_owned();
        };
        let node = self.graph.node(node);
        let words: Vec<&str> = node
            .name
            .iter()
            .chain(&node.comment)
            .map(String::as_str)
            .collect();
        match words.is_empty() {
            true => self.told.clone(),
            false => words.join(". "),
        }
    }

    /// The experts' words on a move, which the position that is left has before it.
    fn tell(&mut self, mv: Move) {
        let before = self.position.board().clone();
        let color = self.position.to_move();
        let mut game = Game::from_position(before.clone(), color, Komi::default());
        let told = match game.play(color, mv) {
            Ok(_) => self.teacher.explain(&game, 1),
            Err(_) => None,
        };
        self.told = told.map_or_else(String::new, |told| told.in_short(&before));
    }

    /// Plays a move of the walk.
    pub fn play(&mut self, mv: Move) -> BookVerdict {
        let canonical = self.position.canonical(self.graph.symmetries());
        let here = self.node();
        let edge = here.and_then(|node| {
            let mut edges = self.graph.node(node).edges.iter();
            edges.find(|edge| canonical.board_moves(edge.mv).contains(&mv))
        });
        let mark = edge.map(|edge| edge.mark);
        let mut after = self.position.clone();
        if let Err(error) = after.play(mv) {
            return BookVerdict::Illegal(format!("{mv} is against the rules: {error}."));
        }
        self.tell(mv);
        self.position = after;
        self.moves.push(mv);
        match mark {
            Some(mark) => BookVerdict::Known {
                mark,
                words: self.words(),
                refutation: match mark.is_mistake() {
                    true => self.graph.main_line(&self.position, MAX_REFUTATION),
                    false => Vec::new(),
                },
            },
            None if self.node().is_some() => BookVerdict::Transposed(self.words()),
            None => BookVerdict::Unknown,
        }
    }

    /// Takes the latest move back; false at the beginning.
    pub fn back(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        let mut line = std::mem::take(&mut self.moves);
        let last = line.pop();
        let before = BookPosition::after_moves(self.graph.size(), &line);
        self.position = before.unwrap_or_else(|_| BookPosition::new(self.graph.size()));
        self.moves = line;
        self.told.clear();
        if let Some(last) = last {
            self.play(last);
        }
        true
    }

    /// Back to the empty corner.
    pub fn restart(&mut self) {
        self.moves.clear();
        self.told.clear();
        self.position = BookPosition::new(self.graph.size());
    }

    /// Switches questions on or off: the tutor plays a line of the book's good moves up to a question, and answers.
    pub fn toggle_quiz(&mut self) {
        self.is_quiz = !self.is_quiz;
        self.restart();
        if self.is_quiz {
            self.begin_line();
        }
    }

    /// Plays one to four moves of the book by chance, as long as something good follows: at first one alone, and never
    /// those of the line before.
    pub fn begin_line(&mut self) {
        let before = self.moves.clone();
        for more in 0..MAX_LEAD {
            self.lead(more);
            if self.moves != before {
                break;
            }
        }
    }

    /// The moves before a question, with a choice among more of the book's than the right answers allow.
    fn lead(&mut self, more: u32) {
        self.restart();
        let breadth = self.breadth() + more;
        for _ in 0..=self.chance.below(breadth.min(MAX_LEAD)) {
            if self.play_good(breadth).is_none() {
                break;
            }
        }
        if self.good().is_empty() {
            self.back();
        }
    }

    /// Moves of a position that are chosen among, the most usual first: one more after the other with right answers.
    const fn breadth(&self) -> u32 {
        1 + self.right / RIGHT_FOR_MORE
    }

    /// The good moves here, those that are left for later and those elsewhere left out.
    #[must_use]
    pub fn good(&self) -> Vec<Move> {
        let known = self.known().into_iter();
        let good = known.filter(|known| !known.mark.is_mistake() && known.mark != Mark::FollowUp);
        good.map(|known| known.mv)
            .filter(|mv| *mv != Move::Pass)
            .collect()
    }

    /// The tutor's move of a question: a good one by chance; `None` where the line ends. The book has the usual moves
    /// first, and no number for how usual they are: of each position the first is played at first, and with right
    /// answers one more after the other.
    pub fn answer(&mut self) -> Option<Move> {
        self.play_good(self.breadth())
    }

    /// Plays one of so many good moves by chance.
    fn play_good(&mut self, breadth: u32) -> Option<Move> {
        let good = self.good();
        let usual = (good.len() as u32).min(breadth);
        let chosen = *good.get(self.chance.below(usual.max(1)) as usize)?;
        self.play(chosen);
        Some(chosen)
    }

    /// Answers a question: true if the book likes the move. A move that it does not like is taken back.
    pub fn try_answer(&mut self, mv: Move) -> (bool, BookVerdict) {
        let good = self.good();
        let verdict = self.play(mv);
        if matches!(verdict, BookVerdict::Illegal(_)) {
            return (false, verdict);
        }
        self.asked += 1;
        let is_right = match &verdict {
            BookVerdict::Known { mark, .. } => !mark.is_mistake(),
            BookVerdict::Transposed(_) => true,
            BookVerdict::Unknown | BookVerdict::Illegal(_) => good.contains(&mv),
        };
        self.right += u32::from(is_right);
        if !is_right {
            self.back();
        }
        (is_right, verdict)
    }
}

/// The book's moves for the corners of a game, in words; a line for each corner that it knows.
#[must_use]
pub fn corners_in_words(game: &Game, color: Color) -> String {
    let book = Joseki::embedded();
    let known_moves = book.moves(game.board(), color);
    let is_bad = |point: &Point, corner: Corner| corner_of(*point, game.size()) == corner;
    let mut lines = Vec::new();
    for corner in Corner::ALL {
        let good = book.suggest_in(corner, game, color);
        let told: Vec<String> = good.iter().map(suggestion_in_words).collect();
        let bad = known_moves.iter().filter(|known| known.mark.is_mistake());
        let bad: Vec<String> = bad
            .map(|known| known.point)
            .filter(|point| is_bad(point, corner))
            .map(|point| point.to_string())
            .collect();
        if told.is_empty() && bad.is_empty() {
            continue;
        }
        let mut line = format!("The {corner} corner: ");
        line += &match told.is_empty() {
            true => "the book has no good move here".to_owned(),
            false => told.join("; "),
        };
        if !bad.is_empty() {
            line += &format!("; bad: {}", bad.join(", "));
        }
        lines.push(line + ".");
    }
    match lines.is_empty() {
        true => format!("The book knows nothing for {color} in the corners."),
        false => lines.join("\n"),
    }
}

fn corner_of(point: Point, size: BoardSize) -> Corner {
    let half = size.lines() / 2;
    match (point.column() >= half, point.row() >= half) {
        (true, true) => Corner::UpperRight,
        (false, true) => Corner::UpperLeft,
        (true, false) => Corner::LowerRight,
        (false, false) => Corner::LowerLeft,
    }
}

/// "R14 (urgent, Small knight's approach; then O17 S16)".
fn suggestion_in_words(known: &Suggestion) -> String {
    let mut marks = Vec::new();
    if known.mark != Mark::Normal {
        marks.push(known.mark.to_string());
    }
    if known.source == Source::Grown {
        marks.push("by search".to_owned());
    }
    marks.extend(known.name.map(str::to_owned));
    let line = known.variation.iter().skip(1).take(MAX_TOLD);
    let line: Vec<String> = line.map(Move::to_string).collect();
    if !line.is_empty() {
        marks.push(format!("then {}", line.join(" ")));
    }
    match marks.is_empty() {
        true => known.point.to_string(),
        false => format!("{} ({})", known.point, marks.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::Komi;

    fn mv(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    #[test]
    fn the_book_is_walked_through_and_back() {
        let mut tutor = JosekiTutor::new(1);
        assert!(tutor.known().iter().any(|known| known.mv == mv("Q16")));
        assert!(matches!(tutor.play(mv("Q16")), BookVerdict::Known { .. }));
        assert_eq!(tutor.to_move(), Color::White);
        assert!(matches!(tutor.play(mv("R14")), BookVerdict::Known { .. }));
        assert!(matches!(tutor.play(mv("A1")), BookVerdict::Unknown));
        assert!(matches!(tutor.play(mv("A1")), BookVerdict::Illegal(_)));
        assert!(tutor.back() && tutor.back() && tutor.back() && !tutor.back());
    }

    #[test]
    fn bad_moves_are_refuted_by_the_book() {
        let mut tutor = JosekiTutor::new(1);
        let mut open = vec![Vec::new()];
        let mut seen = 0;
        while let Some(line) = open.pop() {
            tutor.restart();
            for step in &line {
                tutor.play(*step);
            }
            for known in tutor.known() {
                if known.mark.is_mistake() && seen < 20 {
                    let BookVerdict::Known { refutation, .. } = tutor.play(known.mv) else {
                        panic!("known");
                    };
                    assert!(!refutation.is_empty(), "{line:?} {:?}", known.mv);
                    tutor.back();
                    seen += 1;
                } else if line.len() < 4 && known.mv != Move::Pass && open.len() < 200 {
                    let mut next = line.clone();
                    next.push(known.mv);
                    open.push(next);
                }
            }
        }
        assert!(seen >= 5, "{seen}");
    }

    #[test]
    fn questions_are_asked_where_the_book_knows_an_answer() {
        let mut tutor = JosekiTutor::new(3);
        tutor.toggle_quiz();
        for _ in 0..10 {
            tutor.begin_line();
            let good = tutor.good();
            assert!(!good.is_empty(), "{:?}", tutor.moves());
            let before = tutor.moves().len();
            assert!(!tutor.try_answer(mv("A1")).0);
            assert_eq!(tutor.moves().len(), before);
            assert!(tutor.try_answer(good[0]).0);
        }
        assert_eq!(tutor.score(), (10, 20));
    }

    #[test]
    fn questions_begin_with_the_books_first_line_and_name_the_stones() {
        for seed in 0..9 {
            let mut tutor = JosekiTutor::new(seed);
            tutor.toggle_quiz();
            let first = JosekiTutor::new(seed).good()[0];
            assert_eq!(tutor.moves(), [first]);
            let question = tutor.question();
            assert!(
                question.starts_with("Joseki: a usual sequence"),
                "{question}"
            );
            assert!(
                question.ends_with(&format!("Black {first}: what does White play?")),
                "{question}"
            );
        }
    }

    #[test]
    fn corners_of_a_game_are_looked_up() {
        let mut game = Game::new(BoardSize::NINETEEN, Komi::default());
        game.play(Color::Black, mv("D4")).unwrap();
        let told = corners_in_words(&game, Color::White);
        assert!(told.contains("The lower left corner: "), "{told}");
        assert!(told.contains("C6") || told.contains("F3"), "{told}");
        let small = Game::new(BoardSize::new(9).unwrap(), Komi::default());
        assert!(corners_in_words(&small, Color::Black).contains("knows nothing"));
    }
}
