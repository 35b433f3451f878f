//! A GTP server for a match on the wire: the controller plays one color, and the other's moves come
//! from the program at the far end.
//!
//! The controller's game lags behind the match or keeps up with it, and is never ahead: a command
//! that does not follow from the match is refused with the reason.

mod wire_refusal;

pub use wire_refusal::NoResult;
use wire_refusal::WireRefusal;

use super::arguments::{Arguments, join, vertex};
use super::reply::{self, Flow, Refusal};
use super::request::{Request, clean};
use super::splitter::Input;
use sgmp_board::picture::Picture;
use sgmp_board::rules::{Color, Game, Move, Point};
use sgmp_engine::engine::Decision;

/// The end of a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waited {
    /// The move is on record.
    Done,
    /// The controller wants something else.
    Interrupted,
    /// It cannot come any more; the text says how the game ended.
    Over(String),
}

/// The result of a match that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// The result as records have it: "B+3.5".
    pub text: String,
    /// The dead stones, if they were counted.
    pub dead: Vec<Point>,
}

/// The match on the wire, as the server needs it.
pub trait WireMatch {
    /// The color that the controller plays.
    fn our_color(&self) -> Color;

    /// The game so far, as both sides have it.
    fn game(&self) -> Game;

    /// The end of the game in words, once it is over.
    fn over(&self) -> Option<String>;

    /// Makes a legal move of ours, or resigns, when it is our turn; returns once that is on record.
    /// After an interruption nothing was done.
    fn play(&mut self, decision: Decision) -> Waited;

    /// Waits until more than `after` moves are on record.
    fn wait_for_move(&mut self, after: usize) -> Waited;

    /// The result of a game that is over.
    ///
    /// # Errors
    /// [`NoResult`].
    fn result(&mut self) -> Result<MatchResult, NoResult>;

    /// Sends text to the controller, at once.
    fn say(&mut self, text: &str);
}

type Answer = Result<String, WireRefusal>;
type Run = fn(&mut WireServer, &Arguments<'_>, &mut dyn WireMatch) -> Answer;

/// The commands besides `quit`.
const COMMANDS: &[(&str, Run)] = &[
    ("protocol_version", |_, _, _| Ok("2".to_owned())),
    ("name", |_, _, _| Ok("sgmp-go wire".to_owned())),
    (
        "version",
        |_, _, _| Ok(env!("CARGO_PKG_VERSION").to_owned()),
    ),
    ("known_command", |_, args, _| {
        Ok(args.get(0).is_some_and(is_known).to_string())
    }),
    ("list_commands", |_, _, _| Ok(list())),
    ("boardsize", WireServer::boardsize),
    ("query_boardsize", |_, _, far| {
        Ok(far.game().size().lines().to_string())
    }),
    ("clear_board", |server, _, _| {
        server.refuse_after_begin().map(|()| String::new())
    }),
    ("komi", komi),
    ("get_komi", |_, _, far| Ok(far.game().komi().to_string())),
    ("kgs-rules", rules),
    ("fixed_handicap", handicap),
    ("place_free_handicap", handicap),
    ("set_free_handicap", handicap),
    ("play", WireServer::play),
    ("black", |server, args, far| {
        server.play_as(Color::Black, args.get(0), far)
    }),
    ("white", |server, args, far| {
        server.play_as(Color::White, args.get(0), far)
    }),
    ("genmove", WireServer::genmove),
    ("genmove_black", |server, _, far| {
        server.generate(Color::Black, far)
    }),
    ("genmove_white", |server, _, far| {
        server.generate(Color::White, far)
    }),
    ("undo", |_, _, _| Err(WireRefusal::Undo)),
    ("gogui-interrupt", |_, _, _| Ok(String::new())),
    ("showboard", WireServer::showboard),
    ("final_score", |_, _, far| Ok(far.result()?.text)),
    ("final_status_list", final_status_list),
];

fn is_known(name: &str) -> bool {
    name == "quit" || COMMANDS.iter().any(|(known, _)| *known == name)
}

fn list() -> String {
    let names = COMMANDS.iter().map(|(name, _)| *name);
    names.chain(["quit"]).collect::<Vec<_>>().join("\n")
}

/// Answers a controller about a match on a wire.
#[derive(Debug, Default)]
pub struct WireServer {
    /// Number of moves of the match that the controller knows.
    known: usize,
}

impl WireServer {
    /// Creates a server whose controller knows no move yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers one line. Lines without a command have no answer.
    pub fn handle(&mut self, input: &Input, far: &mut dyn WireMatch) -> Flow {
        let line = match input {
            Input::Line(line) => clean(line),
            Input::TooLong => {
                far.say(&reply::write(None, &Err(WireRefusal::LineTooLong)));
                return Flow::Open;
            }
        };
        let Some(Request { id, verb, args }) = Request::read(&line) else {
            return Flow::Open;
        };
        if verb == "quit" {
            far.say(&reply::write(id, &Answer::Ok(String::new())));
            return Flow::Over;
        }
        let command = COMMANDS.iter().find(|(name, _)| *name == verb);
        let answer = match command {
            Some((_, run)) => run(self, &args, far),
            None => Err(WireRefusal::UnknownCommand),
        };
        far.say(&reply::write(id, &answer));
        Flow::Open
    }

    const fn refuse_after_begin(&self) -> Result<(), WireRefusal> {
        match self.known {
            0 => Ok(()),
            _ => Err(WireRefusal::GameHasBegun),
        }
    }

    fn boardsize(&mut self, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        let asked: u32 = args.number(0, "boardsize N")?;
        let size = far.game().size();
        if asked != u32::from(size.lines()) {
            return Err(WireRefusal::OtherSize { size, asked });
        }
        self.refuse_after_begin().map(|()| String::new())
    }

    /// `play COLOR VERTEX`: a move of ours goes over the wire; what is on record already has to be
    /// the same.
    fn play(&mut self, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        self.play_as(args.color(0)?, args.get(1), far)
    }

    fn play_as(&mut self, color: Color, word: Option<&str>, far: &mut dyn WireMatch) -> Answer {
        let game = far.game();
        let word = word.unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return self.resign(color, far);
        }
        let mv = vertex(word, game.size()).ok_or(Refusal::ColorOrCoordinate)?;
        if let Some((who, what)) = game.moves().get(self.known) {
            return self.is_on_record((color, mv), (*who, *what));
        }
        if let Some(how) = far.over() {
            return Err(WireRefusal::GameOver(how));
        }
        if color != far.our_color() {
            return Err(WireRefusal::UseGenmove(color));
        }
        refuse_out_of_turn(&game, color)?;
        game.legality(color, mv).map_err(WireRefusal::IllegalMove)?;
        match far.play(Decision::Move(mv)) {
            Waited::Done => {
                self.known += 1;
                Ok(String::new())
            }
            Waited::Interrupted => Err(WireRefusal::PlayInterrupted),
            Waited::Over(how) => Err(WireRefusal::GameOver(how)),
        }
    }

    fn is_on_record(&mut self, asked: (Color, Move), on_record: (Color, Move)) -> Answer {
        if asked == on_record {
            self.known += 1;
            return Ok(String::new());
        }
        let ((color, mv), number) = (on_record, self.known + 1);
        Err(WireRefusal::OtherMove { number, color, mv })
    }

    fn resign(&self, color: Color, far: &mut dyn WireMatch) -> Answer {
        if color != far.our_color() {
            return Err(WireRefusal::NotYoursToResign(color));
        }
        let game = far.game();
        if game.move_count() != self.known {
            return Err(WireRefusal::MovedMeanwhile(!color));
        }
        refuse_out_of_turn(&game, color)?;
        match far.play(Decision::Resign) {
            Waited::Interrupted => Err(WireRefusal::ResignInterrupted),
            Waited::Done | Waited::Over(_) => Ok(String::new()),
        }
    }

    /// `genmove COLOR`: waits for the other program's move.
    fn genmove(&mut self, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        self.generate(args.color(0)?, far)
    }

    fn generate(&mut self, color: Color, far: &mut dyn WireMatch) -> Answer {
        if color == far.our_color() {
            return Err(WireRefusal::UsePlay { color });
        }
        let game = far.game();
        if game.move_count() == self.known {
            if let Some(how) = far.over() {
                return Err(WireRefusal::GameOver(how));
            }
            refuse_out_of_turn(&game, color)?;
            match far.wait_for_move(self.known) {
                Waited::Done => {}
                Waited::Interrupted => {
                    return Err(WireRefusal::GenmoveInterrupted(color));
                }
                Waited::Over(how) => return Err(WireRefusal::GameOver(how)),
            }
        }
        match far.game().moves().get(self.known) {
            Some((who, mv)) if *who == color => {
                self.known += 1;
                Ok(mv.to_string())
            }
            Some((who, mv)) => Err(WireRefusal::PlayFirst {
                number: self.known + 1,
                color: *who,
                mv: *mv,
            }),
            None => Err(WireRefusal::NoMove(color)),
        }
    }

    /// The position that the controller knows.
    fn showboard(&mut self, _: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        let game = far.game();
        let mut known = Game::new(game.size(), game.komi()).with_rules(game.rules());
        for (color, mv) in &game.moves()[..self.known] {
            known.play(*color, *mv).map_err(WireRefusal::IllegalMove)?;
        }
        let board = Picture::from_game(&known).to_string();
        Ok(format!("\n{}", board.trim_end()))
    }
}

fn refuse_out_of_turn(game: &Game, color: Color) -> Result<(), WireRefusal> {
    if game.to_move() == color {
        return Ok(());
    }
    Err(WireRefusal::OtherTurn(!color))
}

/// `komi N`: accepts the match's own komi only.
fn komi(_: &mut WireServer, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
    let word = args.get(0).ok_or(WireRefusal::KomiUsage)?;
    let komi = far.game().komi();
    if word.parse() == Ok(komi) {
        return Ok(String::new());
    }
    let asked: String = word.chars().take(20).collect();
    Err(WireRefusal::OtherKomi { komi, asked })
}

/// `kgs-rules NAME`: accepts the match's own rules only.
fn rules(_: &mut WireServer, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
    let rules = far.game().rules();
    if args.get(0).is_some_and(|word| word.parse() == Ok(rules)) {
        return Ok(String::new());
    }
    Err(WireRefusal::OtherRules(rules))
}

fn handicap(_: &mut WireServer, _: &Arguments<'_>, _: &mut dyn WireMatch) -> Answer {
    Err(WireRefusal::Handicap)
}

/// `final_status_list dead`, by our own count.
fn final_status_list(_: &mut WireServer, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
    match args.get(0) {
        Some("dead") => Ok(join(far.result()?.dead)),
        _ => Err(WireRefusal::Status),
    }
}

#[cfg(test)]
mod tests;
