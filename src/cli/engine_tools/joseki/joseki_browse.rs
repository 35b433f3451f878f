//! `joseki browse`: positions of the book with letters at what follows.

use std::io::BufRead;
use std::path::PathBuf;

use clap::Args;

use super::book_files;
use crate::cli::exit::Exit;
use crate::cli::values::board_args::parse_size;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{BoardSize, Color, Move, Point};
use sgmp_knowledge::joseki::{Book, BookPosition, Edge, Graph, Mark, NodeId, Source, Symmetries};
use sgmp_match::console::stdout_line;

/// Lines of the corner that are shown.
const CORNER: u8 = 12;

/// Pages to show.
#[derive(Debug, Args)]
pub struct BrowseArgs {
    /// Text files, or folders of them [default: the book that the program carries]
    pub files: Vec<PathBuf>,

    /// Begin after these moves, such as "Q16 R14" (- leaves the corner alone); print the position
    /// and end
    #[arg(long, value_name = "MOVES")]
    pub at: Option<String>,

    /// Show the openings of a whole board of 9, 13 or 19 lines [default: the corners]
    #[arg(long, value_parser = parse_size, value_name = "LINES")]
    pub board: Option<BoardSize>,
}

/// Shows a position, or one after the other as its reader chooses.
///
/// # Errors
/// Files that cannot be read, and moves that are none.
pub(super) fn run(args: &BrowseArgs) -> Result<Exit, Failure> {
    let (book, _) = book_files::book(&args.files)?;
    let mut page = Page::new(graph(&book, args.board)?);
    if let Some(moves) = &args.at {
        page.turn_to(moves)?;
        stdout_line(page.text());
        return Ok(Exit::Done);
    }
    stdout_line(page.text());
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        match page.obey(line.trim()) {
            Response::Show => stdout_line(page.text()),
            Response::Nothing => stdout_line("a letter chooses a move, u takes one back, q ends"),
            Response::End => break,
        }
    }
    Ok(Exit::Done)
}

pub(super) fn graph(book: &Book, board: Option<BoardSize>) -> Result<&Graph, Failure> {
    let Some(size) = board else {
        return Ok(book.corner());
    };
    let none = || Failure::new(Blame::Usage, "openings are known of 9, 13 and 19 lines");
    book.board(size).ok_or_else(none)
}

/// The moves of a line as people write it.
pub(super) fn read_moves(text: &str) -> Result<Vec<Move>, Failure> {
    let words = text.split_whitespace();
    let moves = words.map(|word| match word {
        "-" => Ok(Move::Pass),
        _ => Point::parse(word).map(Move::Play).ok_or(word),
    });
    moves.collect::<Result<_, _>>().map_err(|word| {
        let what = format!("{word:?} is no move: write points such as Q16, or -");
        Failure::new(Blame::Usage, what)
    })
}

/// Meaning of a line that the reader types.
enum Response {
    Show,
    Nothing,
    End,
}

/// A position that is shown.
struct Page<'a> {
    graph: &'a Graph,
    moves: Vec<Move>,
    position: BookPosition,
}

impl<'a> Page<'a> {
    fn new(graph: &'a Graph) -> Self {
        Self {
            graph,
            moves: Vec::new(),
            position: BookPosition::new(graph.size()),
        }
    }

    fn turn_to(&mut self, text: &str) -> Result<(), Failure> {
        for mv in read_moves(text)? {
            let played = self.position.play(mv);
            played.map_err(|why| Failure::new(Blame::Usage, format!("{mv}: {why}")))?;
            self.moves.push(mv);
        }
        Ok(())
    }

    fn obey(&mut self, word: &str) -> Response {
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some('q'), None) => return Response::End,
            (Some('u'), None) if self.moves.pop().is_some() => {
                let before = BookPosition::after_moves(self.graph.size(), &self.moves);
                self.position = before.unwrap_or_else(|_| BookPosition::new(self.graph.size()));
                return Response::Show;
            }
            (Some(letter), None) => {
                let chosen = self.choices().into_iter().find(|c| c.letter == letter);
                if let Some(choice) = chosen
                    && self.position.play(choice.mv).is_ok()
                {
                    self.moves.push(choice.mv);
                    return Response::Show;
                }
            }
            _ => {}
        }
        Response::Nothing
    }

    fn node(&self) -> Option<NodeId> {
        self.graph
            .find(&self.position.canonical(self.graph.symmetries()))
    }

    /// Moves that follow, each with its letter.
    fn choices(&self) -> Vec<Choice<'a>> {
        let Some(node) = self.node() else {
            return Vec::new();
        };
        let canonical = self.position.canonical(self.graph.symmetries());
        let edges = self.graph.node(node).edges.iter();
        let letters = ('a'..='z').filter(|letter| !matches!(letter, 'q' | 'u'));
        let letters = letters.chain('A'..='Z');
        let choices = edges.zip(letters).map(|(edge, letter)| Choice {
            letter,
            mv: canonical.rightmost_from_book(edge.mv),
            edge,
        });
        choices.collect()
    }

    fn text(&self) -> String {
        let mut lines = vec![self.moves_text()];
        let said = self.node().map(|id| self.graph.node(id));
        if let Some(node) = said {
            lines.extend(node.name.iter().cloned());
            lines.extend(node.comment.iter().cloned());
        }
        lines.extend(self.rows());
        match (said, self.choices()) {
            (None, _) => lines.push("the book does not know this position".to_owned()),
            (Some(_), choices) if choices.is_empty() => lines.push("the line ends".to_owned()),
            (Some(_), choices) => {
                let color = self.position.to_move();
                lines.push(format!("{color} to move:"));
                lines.extend(choices.iter().map(|choice| self.choice_text(choice)));
            }
        }
        lines.join("\n")
    }

    fn moves_text(&self) -> String {
        let words: Vec<String> = self.moves.iter().map(|mv| written(*mv)).collect();
        format!("> {}", words.join(" "))
    }

    fn choice_text(&self, choice: &Choice<'_>) -> String {
        let mv = match choice.mv {
            Move::Pass => "elsewhere".to_owned(),
            Move::Play(point) => point.to_string(),
        };
        let mut text = format!("  {} {mv}", choice.letter);
        if choice.edge.mark != Mark::Normal {
            text += &format!(", {}", choice.edge.mark);
        }
        if choice.edge.source == Source::Grown {
            text += ", grown";
        }
        let node = self.graph.node(choice.edge.to);
        if let Some(name) = &node.name {
            text += &format!(": {name}");
        }
        text
    }

    /// The board, or its upper right corner, from the top.
    fn rows(&self) -> Vec<String> {
        let board = self.position.board();
        let lines = board.size().lines();
        let first = match self.graph.symmetries() {
            Symmetries::Corner => lines - CORNER,
            Symmetries::Board => 0,
        };
        let choices = self.choices();
        let mark = |point: Point| match board.color_at(point) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => {
                let here = choices.iter().find(|c| c.mv == Move::Play(point));
                here.map_or('.', |choice| choice.letter)
            }
        };
        let row = |row: u8| {
            let points = (first..lines).filter_map(|column| Point::new(column, row));
            let marks: Vec<String> = points.map(|p| mark(p).to_string()).collect();
            format!("{:>2} {}", row + 1, marks.join(" "))
        };
        let header = (first..lines).filter_map(|column| Point::new(column, 0));
        let header: Vec<String> = header.map(|p| p.to_string()[..1].to_owned()).collect();
        let mut rows: Vec<String> = (first..lines).rev().map(row).collect();
        rows.push(format!("   {}", header.join(" ")));
        rows
    }
}

/// A move as people write it.
pub(super) fn written(mv: Move) -> String {
    match mv {
        Move::Pass => "-".to_owned(),
        Move::Play(point) => point.to_string(),
    }
}

/// A move that may follow.
struct Choice<'a> {
    letter: char,
    mv: Move,
    edge: &'a Edge,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book() -> Book {
        let mut book = Book::default();
        let text = "Q16 [Star] R14! O17 ; a fair answer\n  S16 R17\n..Q16 - O17*>\n";
        assert_eq!(book.read_text("text", text).errors, []);
        book
    }

    #[test]
    fn a_page_shows_what_follows() {
        let book = book();
        let mut page = Page::new(book.corner());
        page.turn_to("Q16").unwrap();
        let text = page.text();
        let expected = "> Q16\nStar\n19 . . . . . . . . . . . .\n";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("14 . . . . . . . . . a . .\n"), "{text}");
        assert!(
            text.ends_with("White to move:\n  a R14, urgent\n  b elsewhere"),
            "{text}"
        );
    }

    #[test]
    fn letters_choose_and_u_takes_back() {
        let book = book();
        let mut page = Page::new(book.corner());
        for word in ["a", "b", "a"] {
            assert!(matches!(page.obey(word), Response::Show), "{word}");
        }
        assert!(page.text().ends_with("the line ends"), "{}", page.text());
        assert!(matches!(page.obey("x"), Response::Nothing));
        assert!(matches!(page.obey("u"), Response::Show));
        let text = page.text();
        assert!(text.contains("  a R14, follow-up, grown"), "{text}");
        assert!(matches!(page.obey("q"), Response::End));
    }

    #[test]
    fn words_that_are_no_moves_are_refused() {
        let book = book();
        let mut page = Page::new(book.corner());
        let refused = page.turn_to("Q16 Q16").unwrap_err().to_string();
        assert_eq!(
            refused,
            "Q16: a Black stone is there already; choose an empty point"
        );
        assert!(read_moves("Q16 I5").is_err());
    }
}
