//! A game at this computer in sentences: lines typed, sentences told.

use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::Receiver;

use sgmp_proto::Instant;

use crate::local_game::{GameEvent, GameWish, LocalGame, Phase, Seat};
use crate::study::corners_in_words;
use crate::tables::game_room::GameRoom;
use crate::tables::plain_answers::{clocks, count, last, typed_row};
use crate::tables::table_habits::HINTS_ARE_OFF;
use crate::tables::table_input::TableInput;

use crate::tables::typed_line_error::TypedLineError;
use crate::tutorial::{help_on, meaning};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::{Charset, Picture, TextBoard};
use sgmp_board::rules::{ByColor, Color, Move, Point};
use sgmp_match::console::Leaving;
use sgmp_match::console::{TextStream, told_line};

/// All commands, as `help` tells them.
const HELP: &str = "\
E5          play there; a letter (there is no I) and the row
pass        pass: when both have passed the game is counted
undo        take your last move back
hint        moves that you might make, with the reasons
why         the reasons for the last move
why not     what speaks against your last move; why not E5: against a move here
resign      give the game up
board       show the board; board 12: as it was after move 12
row 5       the stones of a row
group C2    a string: its stones, its liberties, how it stands
groups      how all groups stand
territory   what is surrounded, and the prisoners
curve       who was ahead when: after every tenth move, and now
joseki      what the book knows of the corners
last        the last move
clock       the time left
save A.sgf  write a copy of the game (it is kept as it is played, too)
help atari  what a word of the game means
quit        leave: the game is kept, and play --resume goes on with it
in a count: a point (or dead C2) turns a string from dead to alive and back,
accept ends the game, continue plays on
after a game: again plays another one, review says how to look at it";

/// The look of a game in lines.
#[derive(Clone, Copy, Debug)]
pub struct PlainLook {
    /// The characters that boards are drawn with.
    pub charset: Charset,
    /// True if the board is shown before each of a person's moves.
    pub shows_board: bool,
    /// True if the person sees a prompt.
    pub prompts: bool,
    /// True if the terminal's bell rings when stones come into atari.
    pub rings: bool,
    /// True if hints are given.
    pub has_hints: bool,
    /// True if boards have letters and numbers at their edges.
    pub has_coordinates: bool,
}

/// The table: the room, and where its lines come from and go.
pub struct PlainTable<'a> {
    room: &'a mut GameRoom,
    look: PlainLook,
    /// True once `resign` was typed: the next `yes` means it.
    is_resigning: bool,
    /// Questions that the teacher has not answered yet.
    questions: usize,
}

/// The next step of the loop.
enum Next {
    GoOn,
    Leave(Leaving),
}

impl<'a> PlainTable<'a> {
    /// A table in lines for this room.
    pub const fn new(room: &'a mut GameRoom, look: PlainLook) -> Self {
        Self {
            room,
            look,
            is_resigning: false,
            questions: 0,
        }
    }

    /// Plays until the person leaves.
    ///
    /// # Errors
    /// A record that cannot be written.
    pub fn run(&mut self, inputs: &Receiver<TableInput>) -> Result<Leaving, Failure> {
        self.greet();
        if let Some(trouble) = self.room.untold_trouble() {
            told_line(trouble);
        }
        self.invite();
        // Lines that come while somebody thinks wait for the answer: a script can type ahead.
        let mut lines: VecDeque<String> = VecDeque::new();
        let mut has_ended = false;
        loop {
            self.room.ask_engine();
            let waits = self.room.is_engine_at_work() || self.questions > 0;
            if !waits {
                if let Some(line) = lines.pop_front() {
                    if let Next::Leave(exit) = self.heed(&line)? {
                        return Ok(self.leave(exit));
                    }
                    continue;
                }
                if has_ended {
                    return Ok(self.leave(Leaving::Done));
                }
            }
            match self.next_input(inputs)? {
                Some(TableInput::Line(line)) => match line.trim() {
                    // Nobody waits for a long search to leave.
                    "quit" | "exit" | "q" if self.look.prompts => {
                        return Ok(self.leave(Leaving::Done));
                    }
                    _ => lines.push_back(line),
                },
                Some(TableInput::EndOfLines) => has_ended = true,
                Some(TableInput::Interrupt) => return Ok(self.leave(Leaving::Interrupted)),
                Some(TableInput::Engine(ticket, answer)) => {
                    let told = self.room.engine_answers(ticket, answer);
                    self.tell(&told);
                    if !told.is_empty() {
                        self.invite();
                    }
                }
                Some(TableInput::Teacher(_, told)) => {
                    self.questions = self.questions.saturating_sub(1);
                    if let Some(words) = told.into_words() {
                        told_line(words);
                    }
                    self.prompt();
                }
                Some(TableInput::Key(_)) | None => {}
            }
        }
    }

    /// The next input; `None` where a flag fell first, which is told.
    fn next_input(&mut self, inputs: &Receiver<TableInput>) -> Result<Option<TableInput>, Failure> {
        let gone = || Failure::new(Blame::Record, "the threads of the game are gone");
        let Some(deadline) = self.room.game().deadline() else {
            return inputs.recv().map(Some).map_err(|_| gone());
        };
        let left = deadline.since(self.room.now());
        if let Ok(input) = inputs.recv_timeout(left) {
            return Ok(Some(input));
        }
        let told = self.room.tick();
        self.tell(&told);
        Ok(None)
    }

    fn greet(&self) {
        if let Some(title) = self.room.series_title() {
            told_line(title);
        }
        let terms = self.room.game().terms();
        let size = terms.size;
        let names = Color::BOTH.map(
            |color| match (terms.seats[color], terms.shown_name(color)) {
                (Seat::Engine(_), name) => format!("{color}: the computer, {name}"),
                (Seat::Person, name) if name != color.to_string() => format!("{color}: {name}"),
                (Seat::Person, _) if self.room.person() == Some(color) => format!("{color}: you"),
                (Seat::Person, _) => format!("{color}: a player here"),
            },
        );
        let handicap = match terms.handicap.stones() {
            0 => String::new(),
            _ => format!(", handicap {}", terms.handicap),
        };
        told_line(format_args!(
            "A game on {size}. {}. Komi {}{handicap}, {} rules.",
            names.join(", "),
            terms.komi,
            terms.rules.name()
        ));
        if let Some(you) = self.room.person() {
            told_line(format_args!(
                "You are {you}. Type a point such as {}, or help.",
                self.example()
            ));
        } else {
            told_line("Type a point, or help.");
        }
        let moves = self.room.game().game().move_count();
        if moves > 0 {
            let made = match moves {
                1 => "1 move was made.".to_owned(),
                moves => format!("{moves} moves were made."),
            };
            told_line(format_args!("{made} {}", last(self.room.game().game())));
        }
    }

    /// An empty point near the middle as an example; a pass where none is.
    fn example(&self) -> Move {
        let board = self.room.game().game().board();
        let size = board.size();
        let middle = Point::new(size.lines() / 2, size.lines() / 2);
        let empty = |point: &Point| board.color_at(*point).is_none();
        let next = || {
            let all: Vec<Point> = Point::all(size).collect();
            all[all.len() / 2..].iter().copied().find(empty)
        };
        let point = middle.filter(empty).or_else(next);
        point.map_or(Move::Pass, Move::Play)
    }

    /// Shows the board where that is wanted, and says whose turn it is.
    fn invite(&self) {
        let game = self.room.game();
        match game.phase() {
            Phase::Playing if game.is_persons_turn() => {
                if self.look.shows_board {
                    self.show_board();
                }
                let plays = game.plays_left();
                let turn = game.turn();
                match plays {
                    0 if self.room.person().is_some() => {}
                    0 => told_line(format_args!("{turn} to move.")),
                    plays => told_line(format_args!("{turn} has {plays} plays in a row left.")),
                }
            }
            Phase::Counting(counting) if !counting.is_waiting() => self.tell_count(),
            Phase::Playing | Phase::Counting(_) | Phase::Over(_) => {}
        }
        self.prompt();
    }

    fn prompt(&self) {
        if self.look.prompts && self.room.game().wanted(self.room.now()).is_none() {
            TextStream::Stdout.text("> ");
        }
    }

    fn show_board(&self) {
        let game = self.room.game();
        let picture = Picture::from_game(game.game());
        let mut picture = picture.with_coordinates(self.look.has_coordinates);
        if let Some(status) = game.status() {
            picture = picture.dead(status.dead()).territory(status.territory());
        }
        told_line(TextBoard::new(&picture).charset(self.look.charset));
    }

    /// Shows the board as it was after so many moves.
    fn show_earlier(&self, number: &str) {
        let game = self.room.game().game();
        match number.parse().ok().and_then(|moves| game.after(moves)) {
            Some(earlier) => {
                told_line(last(&earlier));
                let picture = Picture::from_game(&earlier);
                let picture = picture.with_coordinates(self.look.has_coordinates);
                self.say(
                    &TextBoard::new(&picture)
                        .charset(self.look.charset)
                        .to_string(),
                );
            }
            None => self.refuse(&TypedLineError::NoSuchMove(game.move_count())),
        }
    }

    fn tell_count(&self) {
        let game = self.room.game();
        let Phase::Counting(counting) = game.phase() else {
            return;
        };
        if self.look.shows_board {
            self.show_board();
        }
        if let Some(score) = counting.score(game.game()) {
            told_line(count(&score));
        }
        told_line(
            "Is this right? accept ends the game; a point turns a string from dead to alive and back; \
             continue plays on.",
        );
    }

    fn tell(&mut self, told: &[GameEvent]) {
        let you = self.room.person();
        for event in told {
            told_line(event.sentence(you));
            if matches!(event, GameEvent::Played { ataris, .. } if !ataris.is_empty())
                && self.look.rings
            {
                TextStream::Stdout.text("\x07");
            }
            if let Some(trouble) = self.room.untold_trouble() {
                told_line(trouble);
            }
            if let GameEvent::Over(end) = event {
                // A person has seen the count before.
                let seats = &self.room.game().terms().seats;
                let has_person = Color::BOTH.into_iter().any(|c| seats[c] == Seat::Person);
                if let (Some(counted), false) = (&end.count, has_person) {
                    told_line(count(&counted.score));
                }
                if let Some(file) = self.room.file() {
                    told_line(format_args!("The record: {}", file.display()));
                }
                if let Some(words) = self.room.series_words() {
                    told_line(words);
                }
                told_line(
                    "again plays another game; review says how to look at this one; why, board and undo still answer; quit leaves.",
                );
            }
        }
    }

    /// Asks the teacher, whose answer is waited for.
    fn ask(&mut self, question: impl FnOnce(&mut GameRoom)) {
        self.questions += 1;
        question(self.room);
    }

    fn heed(&mut self, line: &str) -> Result<Next, Failure> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let was_resigning = std::mem::take(&mut self.is_resigning);
        match word.as_str() {
            "" => self.invite(),
            "quit" | "exit" | "q" => return Ok(Next::Leave(Leaving::Done)),
            "help" | "?" => self.say(&help_on(rest).unwrap_or_else(|| HELP.to_owned())),
            "hint" | "h" if self.room.is_over() => self.say("The game is over: no move is left."),
            "hint" | "h" if self.room.is_counting() => {
                self.say("The game is being counted: no move is asked for. continue plays on.");
            }
            "hint" | "h" if !self.look.has_hints => self.say(HINTS_ARE_OFF),
            "hint" | "h" | "undo" | "u" | "back" if self.warns_of_help() => {}
            "hint" | "h" => self.ask(GameRoom::ask_hint),
            "why" if rest.starts_with("not ") && !self.look.has_hints => {
                self.say(HINTS_ARE_OFF);
            }
            "why" if rest.starts_with("not") => {
                if let Err(error) = self.ask_why_not(rest.trim_start_matches("not")) {
                    self.refuse(&error);
                }
            }
            "why" | "w" => self.ask(|room| room.ask_why()),
            "territory" | "t" => self.ask(|room| room.ask_territory()),
            "groups" | "g" => self.ask(|room| room.ask_groups()),
            "curve" | "e" => self.ask(|room| room.ask_curve()),
            "group" => match point_on(self.room.game(), rest) {
                Ok(point) => self.ask(|room| room.ask_group(point)),
                Err(error) => self.refuse(&error),
            },
            "resign" | "yes" if was_resigning => self.carry_out(GameWish::Resign),
            "resign" => {
                self.is_resigning = true;
                self.say("Do you resign? resign again (or yes) does; anything else goes on.");
            }
            "pass" | "p" => self.carry_out(GameWish::Move(Move::Pass)),
            "undo" | "u" | "back" => self.carry_out(GameWish::TakeBack),
            "accept" => self.carry_out(GameWish::Accept),
            "continue" => self.carry_out(GameWish::PlayOn),
            "again" if self.room.is_over() => {
                let begun = self.room.play_again();
                begun.map_err(|error| Failure::new(Blame::Usage, error))?;
                self.greet();
                self.invite();
            }
            "review" | "v" => {
                let told = self.review_in_words();
                self.say(&told);
            }
            "board" | "b" if rest.is_empty() => {
                self.show_board();
                self.prompt();
            }
            "board" | "b" => self.show_earlier(rest),
            "dead" => match point_on(self.room.game(), rest) {
                Ok(point) => self.carry_out(GameWish::ToggleDead(point)),
                Err(error) => self.refuse(&error),
            },
            _ => match point_on(self.room.game(), line) {
                Ok(point) => {
                    let wish = GameWish::of_point(point, self.room.game().phase());
                    // After the game its refusal is told.
                    self.carry_out(wish.unwrap_or(GameWish::Move(Move::Play(point))));
                }
                Err(error) if is_like_point(line) => self.refuse(&error),
                Err(_) => match self.question(&word, rest) {
                    Ok(told) => self.say(&told),
                    Err(error) => self.refuse(&error),
                },
            },
        }
        Ok(Next::GoOn)
    }

    /// The way to a look at the game.
    fn review_in_words(&self) -> String {
        match self.room.file().filter(|_| self.room.is_over()) {
            None => "A review is for a game that is over.".to_owned(),
            Some(file) => format!(
                "Leave with quit; then \"Review a game\" in the list of sgmp-go --plain, or: sgmp-go review --plain {}",
                file.display()
            ),
        }
    }

    /// Says what help means for the rank, the first time that it is asked for in a game that counts.
    fn warns_of_help(&mut self) -> bool {
        let warning = self.room.warning_of_help();
        if let Some(warning) = warning {
            self.say(warning);
        }
        warning.is_some()
    }

    /// Asks what speaks against a move; the person's latest where none is named.
    fn ask_why_not(&mut self, named: &str) -> Result<(), TypedLineError> {
        let named = named.trim().trim_end_matches('?');
        let mv = match named {
            "" => None,
            "pass" => Some(Move::Pass),
            name => Some(Move::Play(point_on(self.room.game(), name)?)),
        };
        self.room.ask_why_not(mv)?;
        self.questions += 1;
        Ok(())
    }

    /// The answer to what does not change the game.
    fn question(&self, word: &str, rest: &str) -> Result<String, TypedLineError> {
        let game = self.room.game();
        let board = game.game().board();
        match word {
            "row" => Ok(typed_row(board, rest)?),
            "joseki" | "j" => Ok(corners_in_words(game.game(), game.turn())),
            "last" => Ok(last(game.game())),
            "clock" => Ok(self.clocks()),
            "save" if rest.is_empty() => Err(TypedLineError::NoName),
            "save" => Ok(self.room.save_copy(rest)?),
            _ if meaning(word).is_some() => Ok(meaning(word).unwrap_or_default()),
            _ => Err(TypedLineError::Unknown {
                word: word.to_owned(),
                near: nearest_word(word),
            }),
        }
    }

    fn clocks(&self) -> String {
        let (game, now): (&LocalGame, Instant) = (self.room.game(), self.room.now());
        let left = |color| game.time_left(color, now);
        match (left(Color::Black), left(Color::White)) {
            (Some(black), Some(white)) => clocks(ByColor::new(black, white)),
            _ => "This game has no clocks.".to_owned(),
        }
    }

    fn carry_out(&mut self, wish: GameWish) {
        match self.room.grant(wish) {
            Ok(told) => {
                self.tell(&told);
                self.invite();
            }
            Err(refusal) => self.refuse(&refusal),
        }
    }

    fn say(&self, told: &str) {
        told_line(told);
        self.prompt();
    }

    fn refuse(&self, why: &dyn fmt::Display) {
        told_line(format_args!("Not done: {why}"));
        self.prompt();
    }

    fn leave(&self, exit: Leaving) -> Leaving {
        self.room.leave();
        if self.look.prompts && exit == Leaving::Interrupted {
            told_line("");
        }
        exit
    }
}

/// A point of the board that was typed.
fn point_on(game: &LocalGame, text: &str) -> Result<Point, TypedLineError> {
    let size = game.game().size();
    let point = Point::parse(text).ok_or_else(|| match text.starts_with(['i', 'I']) {
        true => TypedLineError::ColumnI(text.to_owned()),
        false => TypedLineError::NoPoint(text.to_owned()),
    })?;
    match point.is_on(size) {
        true => Ok(point),
        false => Err(TypedLineError::OffBoard { point, size }),
    }
}

/// Returns whether a line has the form of a point: a letter and a number.
fn is_like_point(line: &str) -> bool {
    let number = line.strip_prefix(|letter: char| letter.is_ascii_alphabetic());
    number.is_some_and(|number| number.parse::<u8>().is_ok())
}

const WORDS: [&str; 21] = [
    "curve",
    "review",
    "joseki",
    "save",
    "pass",
    "undo",
    "hint",
    "why",
    "resign",
    "board",
    "row",
    "group",
    "groups",
    "territory",
    "last",
    "clock",
    "quit",
    "help",
    "accept",
    "continue",
    "dead",
];

/// The command that is written much like a word.
fn nearest_word(word: &str) -> Option<&'static str> {
    let near = WORDS
        .iter()
        .map(|known| (strsim::damerau_levenshtein(word, known), *known));
    let near = near.min().filter(|(distance, known)| {
        let longer = word.len().max(known.len());
        *distance <= 2 && 2 * distance <= longer
    });
    near.map(|(_, known)| known)
}
