//! A problem: a position, what is to be done, and what is known of the answer.

use std::fmt;

use super::game_source::GameSource;
use super::stored_answer::shown_comment;
use sgmp_advice::review::Aim;
use sgmp_board::record::{GameTree, NodeId, SgfError, replay};
use sgmp_board::rules::{Board, Color, Game, Komi, Move, Point};

/// A set of problems of one kind, the easier first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Stones in atari are taken.
    FirstCaptures,
    /// Own stones in atari are saved.
    FirstRescues,
    /// One move makes or takes the second eye.
    FirstEyes,
    /// Stones are caught in ladders and nets.
    LaddersAndNets,
    /// Stones with more than one liberty are caught.
    Captures,
    /// Own stones with more than one liberty are saved.
    Rescues,
    /// A group is made to live.
    Life,
    /// A group is killed.
    Death,
}

impl Grade {
    /// All grades, the easier first.
    pub const ALL: [Self; 8] = [
        Self::FirstCaptures,
        Self::FirstRescues,
        Self::FirstEyes,
        Self::LaddersAndNets,
        Self::Captures,
        Self::Rescues,
        Self::Life,
        Self::Death,
    ];

    /// Its name, as in the names of files and on command lines.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FirstCaptures => "first-captures",
            Self::FirstRescues => "first-rescues",
            Self::FirstEyes => "first-eyes",
            Self::LaddersAndNets => "ladders-and-nets",
            Self::Captures => "captures",
            Self::Rescues => "rescues",
            Self::Life => "life",
            Self::Death => "death",
        }
    }

    /// The task in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::FirstCaptures => "For beginners: take stones that have one liberty left.",
            Self::FirstRescues => "For beginners: save your stones that have one liberty left.",
            Self::FirstEyes => "For beginners: one move makes the second eye, or takes it.",
            Self::LaddersAndNets => "Catch stones that could run: ladders and nets.",
            Self::Captures => "Catch stones that have two liberties or more.",
            Self::Rescues => "Save your stones before they are caught.",
            Self::Life => "Make your group live.",
            Self::Death => "Kill the group.",
        }
    }

    /// Returns whether it is for beginners.
    #[must_use]
    pub const fn is_for_beginners(self) -> bool {
        matches!(
            self,
            Self::FirstCaptures | Self::FirstRescues | Self::FirstEyes
        )
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A problem with its position, its question and its right lines.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Its name, by which answers are remembered.
    pub id: String,
    /// The task in words.
    pub task: String,
    to_move: Color,
    aim: Option<Aim>,
    tree: GameTree,
}

impl Problem {
    /// Its name as it is shown: of a position of one's own game, the players and the move.
    #[must_use]
    pub fn title(&self) -> String {
        match self.origin() {
            Some((source, number)) => format!("Your own problem: {}", source.title(number)),
            None => self.id.clone(),
        }
    }

    /// The game of one's own that it comes from, and the number of the move in it, which its name ends with.
    #[must_use]
    pub fn origin(&self) -> Option<(GameSource, usize)> {
        let (_, number) = self.id.rsplit_once('-')?;
        Some((GameSource::of_problem(&self.tree)?, number.parse().ok()?))
    }

    /// The position as a game that goes on from it, where a better move of one's own game is asked for: nothing but a look at
    /// the whole board tells what is better there.
    #[must_use]
    pub fn as_game(&self) -> Option<Game> {
        self.origin().filter(|_| self.aim.is_none())?;
        let komi = self.tree.property(NodeId::ROOT, "KM");
        let komi: Komi = komi.and_then(|komi| komi.parse().ok()).unwrap_or_default();
        Some(Game::from_position(self.board(), self.to_move, komi))
    }

    /// A problem that was made: SGF as other programs read it.
    #[must_use]
    pub fn made(id: String, board: Board, aim: Aim, right: &[Point], solution: Vec<Move>) -> Self {
        Self::told((id, None), board, aim, right, solution, "")
    }

    /// The same with the game that it comes from, and something that is told beside the task; `beside` begins with a space.
    pub(super) fn told(
        (id, source): (String, Option<&GameSource>),
        board: Board,
        aim: Aim,
        right: &[Point],
        solution: Vec<Move>,
        beside: &str,
    ) -> Self {
        let to_move = aim.side(&board).unwrap_or(Color::Black);
        let task = format!("{to_move} to play: {}.{beside}", aim.in_words(&board));
        let mut text = head(&id, &board);
        text += &source.map(GameSource::properties).unwrap_or_default();
        text += &written(&task, &board, to_move, aim, right, &solution);
        Self {
            id,
            task,
            to_move,
            aim: Some(aim),
            tree: read_back(&text),
        }
    }

    /// A position of a game in which a better move is asked for than the one that was made: the moves that are right with
    /// what they gain in words, and the one that is not, with the words on it. Of all other moves it says nothing.
    #[must_use]
    pub(super) fn to_better(
        source: &GameSource,
        number: usize,
        game: &Game,
        right: &[(Point, String)],
        (played, words): (Point, &str),
    ) -> Self {
        let id = format!("{}-try-{number}", source.stem());
        let (board, to_move) = (game.board().clone(), game.to_move());
        let task =
            format!("{to_move} to play: find a better move than {played}, which was {words}.");
        let side = side_letter(to_move);
        let mut text = head(&id, &board) + &source.properties();
        text += &format!("KM[{}]PL[{side}]C[FORCE {task}]", game.komi());
        for (point, gain) in right {
            let at = letters(*point, &board);
            text += &format!("(;{side}[{at}]TE[1]C[RIGHT {gain}])");
        }
        text += &format!(
            "(;{side}[{}]BM[1]C[{played} was {words}.]))\n",
            letters(played, &board)
        );
        Self {
            id,
            task,
            to_move,
            aim: None,
            tree: read_back(&text),
        }
    }

    /// A problem as a file has it; `name` stands for its own name where it has none.
    ///
    /// # Errors
    /// A game whose position cannot be set up.
    pub fn from_tree(tree: GameTree, name: &str) -> Result<Self, SgfError> {
        let start = start_of(&tree);
        let game = position(&tree)?;
        let board = board_of(game.as_ref(), &tree);
        let first = tree
            .children(start)
            .iter()
            .find_map(|node| tree.move_at(*node));
        let turn =
            tree.property(NodeId::ROOT, "PL")
                .and_then(|player| match player.chars().next() {
                    Some('B' | 'b' | '1') => Some(Color::Black),
                    Some('W' | 'w' | '2') => Some(Color::White),
                    _ => None,
                });
        let to_move = first
            .map(|(color, _)| color)
            .or(turn)
            .or(game.map(|game| game.to_move()))
            .unwrap_or(Color::Black);
        let aim: Option<Aim> = tree
            .property(NodeId::ROOT, "XA")
            .and_then(|text| text.parse().ok());
        let aim = aim.filter(|aim| aim.side(&board) == Some(to_move));
        let id = tree
            .property(NodeId::ROOT, "GN")
            .filter(|name| !name.trim().is_empty());
        let comment = shown_comment(&tree, start).unwrap_or_default();
        let task = match (comment.trim(), aim) {
            ("", Some(aim)) => format!("{to_move} to play: {}.", aim.in_words(&board)),
            ("", None) => format!("{to_move} to play."),
            (words, _) => words.to_owned(),
        };
        Ok(Self {
            id: id.unwrap_or_else(|| name.to_owned()),
            task,
            to_move,
            aim,
            tree,
        })
    }

    /// The position with the stones as they are set up. It is made anew: a file may hold ten thousand problems, and a board
    /// takes many times the memory of its text.
    #[must_use]
    pub fn board(&self) -> Board {
        board_of(
            position(&self.tree).unwrap_or_default().as_ref(),
            &self.tree,
        )
    }

    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// The aim, if the file says it.
    #[must_use]
    pub const fn aim(&self) -> Option<Aim> {
        self.aim
    }

    /// The game with what was stored of the answer.
    #[must_use]
    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node of the position.
    #[must_use]
    pub fn start(&self) -> NodeId {
        start_of(&self.tree)
    }
}

/// The game that leads to the position; `None` where its stones cannot stand so.
fn position(tree: &GameTree) -> Result<Option<Game>, SgfError> {
    let record = tree.record_at(start_of(tree))?.record;
    Ok(replay(&record, usize::MAX).ok())
}

/// The board of that game, or an empty one.
fn board_of(game: Option<&Game>, tree: &GameTree) -> Board {
    game.map_or_else(|| Board::new(tree.size()), |game| game.board().clone())
}

/// The last node before the first move or fork.
fn start_of(tree: &GameTree) -> NodeId {
    let mut at = NodeId::ROOT;
    while let [only] = tree.children(at) {
        if tree.move_at(*only).is_some() {
            break;
        }
        at = *only;
    }
    at
}

/// SGF's letters of a point.
fn letters(point: Point, board: &Board) -> String {
    let letter = |at: u8| char::from(b'a' + at);
    let row = board.size().lines() - 1 - point.row();
    format!("{}{}", letter(point.column()), letter(row))
}

/// The tree of a text that was written here.
fn read_back(text: &str) -> GameTree {
    GameTree::read(text.as_bytes(), 1)
        .or_else(|_| GameTree::read(b"(;GM[1])", 1))
        .unwrap_or_else(|_| unreachable!("an empty game is a game"))
}

/// SGF's letter of a side.
const fn side_letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The beginning of a problem's text: its name and its stones.
fn head(id: &str, board: &Board) -> String {
    let mut text = format!("(;GM[1]FF[4]SZ[{}]GN[{id}]", board.size().lines());
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones: Vec<String> = board
            .stones(color)
            .map(|stone| format!("[{}]", letters(stone, board)))
            .collect();
        if !stones.is_empty() {
            text += &format!("{name}{}", stones.concat());
        }
    }
    text
}

/// The text of a problem behind its stones: the task, the right first moves with the solution behind the best.
fn written(
    task: &str,
    board: &Board,
    to_move: Color,
    aim: Aim,
    right: &[Point],
    solution: &[Move],
) -> String {
    let name = side_letter;
    let mut text = format!("PL[{}]XA[{aim}]C[{task}]", name(to_move));
    let mut line = String::new();
    let mut color = to_move;
    for (index, mv) in solution.iter().enumerate() {
        let Move::Play(point) = mv else { break };
        line += &format!(";{}[{}]", name(color), letters(*point, board));
        if index == 0 {
            line += "TE[1]";
        }
        if index + 1 == solution.len() {
            line += "C[RIGHT]";
        }
        color = !color;
    }
    let first = solution.first().copied();
    let others = right
        .iter()
        .filter(|point| Some(Move::Play(**point)) != first);
    let others: Vec<String> = others
        .map(|point| {
            format!(
                "(;{}[{}]TE[1]C[RIGHT])",
                name(to_move),
                letters(*point, board)
            )
        })
        .collect();
    match others.is_empty() {
        true => text += &line,
        false => text += &format!("({line}){}", others.concat()),
    }
    text + ")\n"
}
