//! A review in sentences: lines typed, sentences told.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender};

use super::plain_answers::{group, groups, row};
use super::review_threads::{CurveKeeper, ReviewInput, ReviewQuestion, ReviewTeacher};
use crate::cli::exit::{Exit, Failure};
use crate::cli::output::{TextStream, WorkProgress, stdout_line};
use crate::engine::NetChoice;
use crate::picture::{Charset, Picture, TextBoard};
use crate::record::{NodeId, create_new, write_atomically};
use crate::review::{ReviewedGame, TurningPoint, Variation};
use crate::rules::{Color, Move, Point};
use crate::search::StopFlag;

/// All commands, as `help` tells them.
const HELP: &str = "\
next, back      a move on, a move back; an empty line is next
move 57         the position after move 57 of this line; start and end
variation 2     follow the second variation that begins here
main            back to the main line
E5, try E5      try a move here: it is answered and explained, and becomes a variation
why             the reasons for the last move
why not         what speaks against the last move; why not E5: against a move here
hint            moves for the side to move, with the reasons
curve           who was ahead when, as the search sees it
turning points  the moves on which the game turned, with the better lines
turn 1          go to the position before the first of them
comment         the comment of this position; comment TEXT replaces it, comment - takes it away
board           show the board
row 5           the stones of a row
group C2        a string: its stones, its liberties, how it stands
groups          how all groups stand
save FILE.sgf   write the game with all its variations and comments
quit            leave";

/// The look of a review in lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReviewLook {
    /// Characters of boards.
    pub(super) charset: Charset,
    /// True if the board is shown at every step.
    pub(super) shows_board: bool,
    /// True if the person sees a prompt.
    pub(super) prompts: bool,
}

/// The table of a review.
pub(super) struct ReviewTable {
    game: ReviewedGame,
    keeper: CurveKeeper,
    teacher: ReviewTeacher,
    look: ReviewLook,
    /// The record that is read.
    source: PathBuf,
    /// The file that was written last.
    saved: Option<PathBuf>,
    /// Questions that the teacher has not answered yet.
    questions: usize,
    /// Ends the search behind the review.
    halt: StopFlag,
    is_leaving: bool,
}

/// An answer, or the reason why there is none.
type Told = Result<String, String>;

impl ReviewTable {
    pub(super) fn new(
        game: ReviewedGame,
        keeper: CurveKeeper,
        net: Option<NetChoice>,
        look: ReviewLook,
        source: &Path,
        inputs: &Sender<ReviewInput>,
    ) -> Self {
        let halt = StopFlag::new();
        keeper.start(inputs.clone(), halt.clone());
        let teacher = ReviewTeacher::start(net, keeper.search(), inputs.clone());
        Self {
            game,
            keeper,
            teacher,
            look,
            source: source.to_owned(),
            saved: None,
            questions: 0,
            halt,
            is_leaving: false,
        }
    }

    /// Walks through the game until the person leaves.
    ///
    /// # Errors
    /// None of its own: what cannot be done is told.
    pub(super) fn run(&mut self, inputs: &Receiver<ReviewInput>) -> Result<Exit, Failure> {
        self.greet();
        let all = self.keeper.curve().points().len();
        let known = self.keeper.curve().known();
        // Who types sees no bar run through the lines.
        let mut progress =
            WorkProgress::new("positions", known as u64, all as u64, self.look.prompts);
        let mut lines: VecDeque<String> = VecDeque::new();
        let mut has_ended = false;
        loop {
            if self.questions == 0 {
                let waits = |line: &String| !self.keeper.is_done() && needs_all(line);
                let may_go_on = self.look.prompts || !lines.front().is_some_and(waits);
                if let Some(line) = lines.pop_front_if(|_| may_go_on) {
                    self.heed(line.trim());
                    if self.is_leaving {
                        progress.finish();
                        return Ok(self.leave(Exit::Done));
                    }
                    continue;
                }
                if has_ended && lines.is_empty() {
                    progress.finish();
                    return Ok(self.leave(Exit::Done));
                }
            }
            let gone = |_| Failure::new(Exit::Record, "the threads of the review are gone");
            match inputs.recv().map_err(gone)? {
                ReviewInput::Line(line) => match line.trim() {
                    // Nobody waits for a long search to leave.
                    "quit" | "exit" | "q" if self.look.prompts => {
                        return Ok(self.leave(Exit::Done));
                    }
                    _ => lines.push_back(line),
                },
                ReviewInput::EndOfLines => has_ended = true,
                ReviewInput::Interrupt => {
                    progress.finish();
                    return Ok(self.leave(Exit::Interrupted));
                }
                ReviewInput::Looked(moves, point) => {
                    self.keeper.add(moves, point);
                    progress.step();
                    if self.keeper.is_done() {
                        progress.finish();
                    }
                    if self.keeper.is_done() && self.look.prompts {
                        stdout_line("\nThe whole game has been looked at: curve, turning points.");
                        self.prompt();
                    }
                }
                ReviewInput::Told(told) => {
                    self.questions = self.questions.saturating_sub(1);
                    stdout_line(told);
                    self.prompt();
                }
                ReviewInput::Answered(node, told, line) => {
                    self.questions = self.questions.saturating_sub(1);
                    stdout_line(told);
                    if node == self.game.node() {
                        self.game.add_line(&line);
                        self.tell_answer(&line);
                    }
                    self.prompt();
                }
            }
        }
    }

    fn greet(&self) {
        let moves = self.line_length();
        let game = self.game.game();
        stdout_line(format_args!(
            "A game of {} moves on {}, komi {}, {} rules. Type next, or help.",
            moves,
            game.size(),
            game.komi(),
            game.rules().name()
        ));
        self.tell_place();
    }

    /// Moves of the line to its end.
    fn line_length(&self) -> usize {
        let tree = self.game.tree();
        let path = tree.path(tree.line_end(self.game.node()));
        path.into_iter()
            .filter(|node| tree.move_at(*node).is_some())
            .count()
    }

    fn prompt(&self) {
        if self.look.prompts {
            TextStream::Stdout.text("> ");
        }
    }

    fn board(&self) -> String {
        let picture = Picture::from_game(self.game.game());
        let drawn = TextBoard::new(&picture)
            .charset(self.look.charset)
            .to_string();
        drawn.trim_end().to_owned()
    }

    /// The position in sentences.
    fn tell_place(&self) {
        if self.look.shows_board {
            stdout_line(self.board());
        }
        let game = self.game.game();
        let number = game.move_count();
        let mut told = match game.last_move() {
            Some((color, mv)) => format!("Move {number}: {color} {mv}."),
            None => "Before the first move.".to_owned(),
        };
        if !self.game.is_in_main_line() {
            told += " This is a variation.";
        }
        if let Some(known) = self
            .keeper
            .curve()
            .at(number)
            .filter(|_| self.game.is_in_main_line())
        {
            let color = if known.win < 0.5 {
                Color::White
            } else {
                Color::Black
            };
            let chance = (100.0 * known.win_of(color)).round().clamp(1.0, 99.0);
            let lead = match known.lead_of(color).map(f32::round) {
                Some(1.0) => ", 1 point ahead".to_owned(),
                Some(lead) if lead > 1.0 => format!(", {lead:.0} points ahead"),
                Some(_) | None => String::new(),
            };
            told += &format!(" {color}'s chance is {chance} %{lead}.");
        }
        stdout_line(told);
        if let Some(comment) = self.game.comment() {
            stdout_line(format_args!("Comment: {}", comment.trim()));
        }
        let variations = self.game.variations();
        match variations.as_slice() {
            [] => stdout_line("The line ends here."),
            [_] => {}
            several => {
                let told = (1..)
                    .zip(several)
                    .map(|(number, v)| format!("{number} {}", first(v)));
                let told: Vec<String> = told.collect();
                let count = several.len();
                stdout_line(format_args!(
                    "{count} variations begin here: {}.",
                    told.join(", ")
                ));
            }
        }
        self.prompt();
    }

    fn tell_answer(&self, line: &[Move]) {
        let words: Vec<String> = line.iter().map(Move::to_string).collect();
        match words.split_first() {
            Some((answer, [])) => stdout_line(format_args!("The answer: {answer}.")),
            Some((answer, rest)) => {
                stdout_line(format_args!(
                    "The answer: {answer}, and then {}.",
                    rest.join(" ")
                ));
            }
            None => stdout_line("No answer is known."),
        }
    }

    fn heed(&mut self, line: &str) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let told = match word.to_ascii_lowercase().as_str() {
            "" | "next" | "n" => self.step(self.game.next_node(), "the line ends here"),
            "back" | "b" => self.step(self.game.node_before(), "this is the beginning"),
            "start" => self.step(self.game.node_after(0), "there is no beginning"),
            "end" => {
                let length = self.line_length();
                self.step(self.game.node_after(length), "there is no end")
            }
            "move" | "m" => self.go_to_move(rest),
            "variation" | "v" => self.follow(rest),
            "main" => self.back_to_main(),
            "try" | "t" => self.try_point(rest),
            "why" if rest.starts_with("not") => match self.why_not(rest) {
                Ok(question) => {
                    self.ask(question);
                    return;
                }
                Err(why) => Err(why),
            },
            "why" | "w" => {
                self.ask(ReviewQuestion::Why(self.game.game().clone()));
                return;
            }
            "hint" | "h" => {
                let game = self.game.game().clone();
                let color = game.to_move();
                self.ask(ReviewQuestion::Hint(game, color));
                return;
            }
            "turn" => self.go_to_turn(rest),
            "comment" => self.comment(rest),
            "save" => self.save(rest),
            "quit" | "exit" | "q" => {
                self.is_leaving = true;
                return;
            }
            _ => match self.point(line) {
                Ok(_) => self.try_point(line),
                Err(_) => self.question(&word.to_ascii_lowercase(), rest).map(Some),
            },
        };
        match told {
            Ok(Some(told)) => stdout_line(told),
            Ok(None) => return,
            Err(why) => stdout_line(format_args!("Not done: {why}")),
        }
        self.prompt();
    }

    /// An answer that changes nothing.
    fn question(&self, word: &str, rest: &str) -> Told {
        let game = self.game.game();
        match word {
            "help" | "?" => Ok(HELP.to_owned()),
            "board" => Ok(self.board()),
            "curve" | "c" => Ok(self.curve()),
            "turning" => Ok(self.turning_points()),
            "row" => {
                let number = rest
                    .parse()
                    .map_err(|_| "write the row's number: row 5".to_owned())?;
                row(game.board(), number)
            }
            "group" => group(game.board(), game.to_move(), self.point(rest)?),
            "groups" | "g" => Ok(groups(game.board(), game.to_move())),
            _ => Err(format!("{word:?} is no command: help lists them")),
        }
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let size = self.game.game().size();
        let point = Point::parse(text).filter(|point| point.is_on(size));
        point.ok_or_else(|| format!("{text:?} is no point of a board of {size}"))
    }

    /// The question what speaks against a move; the latest where none is named.
    fn why_not(&self, rest: &str) -> Result<ReviewQuestion, String> {
        let named = rest.trim_start_matches("not").trim().trim_end_matches('?');
        let game = self.game.game();
        let (before, (color, mv)) = match named {
            "" => {
                let last = game.last_move().zip(game.move_count().checked_sub(1));
                let last = last.and_then(|(last, index)| Some((game.after(index)?, last)));
                last.ok_or("no move was made yet")?
            }
            "pass" => (game.clone(), (game.to_move(), Move::Pass)),
            name => (
                game.clone(),
                (game.to_move(), Move::Play(self.point(name)?)),
            ),
        };
        Ok(ReviewQuestion::WhyNot(before, color, mv))
    }

    fn ask(&mut self, question: ReviewQuestion) {
        self.questions += 1;
        self.teacher.ask(question);
    }

    /// Goes to a node, which is told. What is not there is said in `missing`.
    fn step(&mut self, node: Option<NodeId>, missing: &str) -> Result<Option<String>, String> {
        let node = node.ok_or_else(|| missing.to_owned())?;
        self.game.go_to(node).map_err(|error| error.to_string())?;
        self.tell_place();
        Ok(None)
    }

    fn go_to_move(&mut self, rest: &str) -> Result<Option<String>, String> {
        let number = rest
            .parse()
            .map_err(|_| "write the move's number: move 57".to_owned())?;
        let last = self.line_length();
        let node = self.game.node_after(number);
        self.step(node, &format!("this line has moves 0 to {last}"))
    }

    fn follow(&mut self, rest: &str) -> Result<Option<String>, String> {
        let number = rest
            .parse()
            .map_err(|_| "write its number: variation 2".to_owned())?;
        let count = self.game.variations().len();
        let node = self.game.variation(number);
        self.step(node, &format!("{count} variations begin here"))
    }

    /// The last position of the way here that lies in the main line.
    fn back_to_main(&mut self) -> Result<Option<String>, String> {
        let tree = self.game.tree();
        let path = tree.path(self.game.node());
        let steps = path.windows(2);
        let in_main = steps.take_while(|step| tree.children(step[0]).first() == Some(&step[1]));
        let node = path.get(in_main.count()).copied();
        self.step(node, "there is no main line")
    }

    fn try_point(&mut self, text: &str) -> Result<Option<String>, String> {
        let mv = match text.to_ascii_lowercase().as_str() {
            "pass" => Move::Pass,
            _ => Move::Play(self.point(text)?),
        };
        self.game
            .try_move(mv)
            .map_err(|error| format!("{mv} is illegal: {error}"))?;
        let (node, game) = (self.game.node(), self.game.game().clone());
        if self.look.shows_board {
            stdout_line(self.board());
        }
        self.ask(ReviewQuestion::Tried(node, game));
        Ok(None)
    }

    fn turns(&self) -> Vec<TurningPoint> {
        let game = self.game.main_game();
        game.map_or_else(
            |_| Vec::new(),
            |game| TurningPoint::find(&game, self.keeper.curve()),
        )
    }

    fn turning_points(&self) -> String {
        let turns = self.turns();
        let told = (1..)
            .zip(&turns)
            .map(|(number, turn)| format!("{number}. {}", turn.sentence()));
        let mut told: Vec<String> = told.collect();
        if told.is_empty() {
            told.push("No move lost as much as two points.".to_owned());
        }
        told.extend(self.not_yet());
        told.join("\n")
    }

    fn go_to_turn(&mut self, rest: &str) -> Result<Option<String>, String> {
        let turns = self.turns();
        let number = rest
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let turn = number.and_then(|number| turns.get(number));
        let turn = turn.ok_or_else(|| format!("there are {} turning points", turns.len()))?;
        let node = self.game.tree().line_end(NodeId::ROOT);
        let (before, text) = (turn.number - 1, turn.sentence());
        let line = turn.before.line.clone();
        self.game.go_to(node).map_err(|error| error.to_string())?;
        let node = self.game.node_after(before);
        self.step(node, "there is no such move")?;
        // The better line can be walked through.
        self.game.add_line(&line);
        Ok(Some(text))
    }

    fn curve(&self) -> String {
        let mut told = vec![self.keeper.curve().in_words()];
        told.extend(self.not_yet());
        told.retain(|line| !line.is_empty());
        told.join("\n")
    }

    /// A line on what the search has still to do.
    fn not_yet(&self) -> Option<String> {
        let curve = self.keeper.curve();
        let (known, all) = (curve.known(), curve.points().len());
        (!self.keeper.is_done())
            .then(|| format!("{known} of {all} positions are looked at so far."))
    }

    fn comment(&mut self, rest: &str) -> Result<Option<String>, String> {
        match rest {
            "" => {
                let none = || "There is no comment here.".to_owned();
                return Ok(Some(self.game.comment().unwrap_or_else(none)));
            }
            "-" => self.game.set_comment(""),
            text => self.game.set_comment(text),
        }
        Ok(Some("Kept; save writes it to a file.".to_owned()))
    }

    fn save(&mut self, rest: &str) -> Result<Option<String>, String> {
        let file = match (rest, &self.saved) {
            ("", Some(saved)) => saved.clone(),
            ("", None) => return Err("write a name: save FILE.sgf".to_owned()),
            (name, _) => PathBuf::from(name),
        };
        let text = self.game.tree().to_string();
        let written = if self.saved.as_ref() == Some(&file) {
            write_atomically(&file, text.as_bytes())
        } else {
            create_new(&file, text.as_bytes())
        };
        written.map_err(|error| error.to_string())?;
        self.game.set_saved();
        let told = format!("Saved: {}", file.display());
        self.saved = Some(file);
        Ok(Some(told))
    }

    fn leave(&mut self, exit: Exit) -> Exit {
        self.halt.request();
        if !self.keeper.is_done() {
            self.keeper.keep();
        }
        if self.game.is_changed() {
            stdout_line(format_args!(
                "What was tried and written here is not saved: {} is as it was.",
                self.source.display()
            ));
        }
        exit
    }
}

/// Returns whether a line asks for what only the whole curve tells.
fn needs_all(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    matches!(
        word.to_ascii_lowercase().as_str(),
        "curve" | "c" | "turning" | "turn"
    )
}

/// "Black G7", with the first words of the comment.
fn first(variation: &Variation) -> String {
    let first = variation.first;
    let mv = first.map_or_else(
        || "a remark".to_owned(),
        |(color, mv)| format!("{color} {mv}"),
    );
    match &variation.comment {
        Some(comment) => {
            let words: Vec<&str> = comment.split_whitespace().take(6).collect();
            format!("{mv} ({})", words.join(" "))
        }
        None => mv,
    }
}
