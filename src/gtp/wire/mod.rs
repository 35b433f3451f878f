//! A server whose engine is the program at the other end of a wire: the controller plays one
//! color, and the other's moves come from there.
//!
//! What the controller knows of the game lags behind the wire or keeps up with it, never the
//! other way round: whatever does not follow from the wire is refused with the reason.

use super::arguments::{Arguments, join, vertex};
use super::reply::{Flow, head};
use super::request::{Request, clean};
use super::splitter::Input;
use crate::engine::Decision;
use crate::rules::{Color, Diagram, Game, Move, Point};

/// What came of a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waited {
    /// What was waited for is on record.
    Done,
    /// The controller wants something else.
    Interrupted,
    /// It cannot come any more: how the game ended.
    Over(String),
}

/// The match on the wire, as the server needs it.
pub trait WireMatch {
    /// The color that the controller plays.
    fn our_color(&self) -> Color;

    /// The game so far, as both sides have it.
    fn game(&self) -> Game;

    /// How the game ended, once it has.
    fn over(&self) -> Option<String>;

    /// Makes a legal move of ours, or gives the game up, when it is our turn; returns once that is
    /// on record. After an interruption nothing was done.
    fn play(&mut self, decision: Decision) -> Waited;

    /// Waits until more than so many moves are on record.
    fn wait_for_move(&mut self, after: usize) -> Waited;

    /// The result of a game that is over, and the dead stones where they were counted.
    ///
    /// # Errors
    /// Why there is no result.
    fn result(&mut self) -> Result<(String, Vec<Point>), String>;

    /// Sends text to the controller, at once.
    fn say(&mut self, text: &str);
}

type Answer = Result<String, String>;
type Run = fn(&mut WireServer, &Arguments<'_>, &mut dyn WireMatch) -> Answer;

/// Every command there is, beside `quit`.
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
        server.is_fresh().map(|()| String::new())
    }),
    ("komi", komi),
    ("get_komi", |_, _, far| Ok(far.game().komi().to_string())),
    ("kgs-rules", rules),
    ("fixed_handicap", handicap),
    ("place_free_handicap", handicap),
    ("set_free_handicap", handicap),
    ("play", WireServer::play),
    ("genmove", WireServer::genmove),
    ("undo", |_, _, _| {
        Err("cannot undo: a move that is on the wire cannot be taken back".to_owned())
    }),
    ("gogui-interrupt", |_, _, _| Ok(String::new())),
    ("showboard", WireServer::showboard),
    ("final_score", |_, _, far| {
        far.result().map(|(result, _)| result)
    }),
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
    /// Moves of the match that the controller knows.
    told: usize,
}

impl WireServer {
    /// A server whose controller knows of no move.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers one line. Lines without a command have no answer.
    pub fn handle(&mut self, input: &Input, far: &mut dyn WireMatch) -> Flow {
        let line = match input {
            Input::Line(line) => clean(line),
            Input::TooLong => {
                far.say(&write(None, &Err("line too long".to_owned())));
                return Flow::Open;
            }
        };
        let Some(Request { id, verb, args }) = Request::read(&line) else {
            return Flow::Open;
        };
        if verb == "quit" {
            far.say(&write(id, &Ok(String::new())));
            return Flow::Over;
        }
        let command = COMMANDS.iter().find(|(name, _)| *name == verb);
        let answer = match command {
            Some((_, run)) => run(self, &args, far),
            None => Err("unknown command".to_owned()),
        };
        far.say(&write(id, &answer));
        Flow::Open
    }

    fn is_fresh(&self) -> Result<(), String> {
        if self.told == 0 {
            return Ok(());
        }
        Err(
            "the wire carries one game, and it has begun: start sgmp-go again for another"
                .to_owned(),
        )
    }

    fn boardsize(&mut self, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        let asked: u32 = args
            .number(0, "boardsize N")
            .map_err(|refusal| refusal.to_string())?;
        let size = far.game().size();
        if asked != u32::from(size.lines()) {
            return Err(format!(
                "unacceptable size: this match is on {size}, and the wire cannot change it: start \
                 sgmp-go with --size {asked}"
            ));
        }
        self.is_fresh().map(|()| String::new())
    }

    /// `play COLOR VERTEX`: a move of ours goes over the wire; what is on record already has to be
    /// the same.
    fn play(&mut self, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        let game = far.game();
        let color = args.color(0).map_err(|refusal| refusal.to_string())?;
        let word = args.get(1).unwrap_or_default();
        if word.eq_ignore_ascii_case("resign") {
            return self.resign(color, far);
        }
        let mv = vertex(word, game.size()).ok_or("invalid color or coordinate")?;
        if let Some((who, what)) = game.moves().get(self.told) {
            return self.is_on_record((color, mv), (*who, *what));
        }
        if let Some(how) = far.over() {
            return Err(format!("the game is over: {how}"));
        }
        if color != far.our_color() {
            return Err(format!(
                "{color}'s moves come from the other program: use genmove"
            ));
        }
        is_turn(&game, color)?;
        game.legality(color, mv)
            .map_err(|why| format!("illegal move: {why}"))?;
        match far.play(Decision::Move(mv)) {
            Waited::Done => {
                self.told += 1;
                Ok(String::new())
            }
            Waited::Interrupted => {
                Err("interrupted: nothing was sent, the other program is not there yet".to_owned())
            }
            Waited::Over(how) => Err(format!("the game is over: {how}")),
        }
    }

    fn is_on_record(&mut self, asked: (Color, Move), on_record: (Color, Move)) -> Answer {
        if asked == on_record {
            self.told += 1;
            return Ok(String::new());
        }
        let ((color, mv), number) = (on_record, self.told + 1);
        Err(format!("move {number} of this match is {color} {mv}"))
    }

    fn resign(&self, color: Color, far: &mut dyn WireMatch) -> Answer {
        if color != far.our_color() {
            return Err(format!(
                "{color} is the other program's: it does not resign by you"
            ));
        }
        let game = far.game();
        if game.move_count() != self.told {
            return Err(format!("{} has moved meanwhile: use genmove", !color));
        }
        is_turn(&game, color)?;
        match far.play(Decision::Resign) {
            Waited::Interrupted => Err("interrupted: nothing was done".to_owned()),
            Waited::Done | Waited::Over(_) => Ok(String::new()),
        }
    }

    /// `genmove COLOR`: waits for the other program's move.
    fn genmove(&mut self, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        let color = args.color(0).map_err(|refusal| refusal.to_string())?;
        if color == far.our_color() {
            return Err(format!(
                "{color} is played by you: use play; the other program plays {}",
                !color
            ));
        }
        let game = far.game();
        if game.move_count() == self.told {
            if let Some(how) = far.over() {
                return Err(format!("the game is over: {how}"));
            }
            is_turn(&game, color)?;
            match far.wait_for_move(self.told) {
                Waited::Done => {}
                Waited::Interrupted => {
                    return Err(format!("interrupted: {color}'s move has not come yet"));
                }
                Waited::Over(how) => return Err(format!("the game is over: {how}")),
            }
        }
        match far.game().moves().get(self.told) {
            Some((who, mv)) if *who == color => {
                self.told += 1;
                Ok(mv.to_string())
            }
            Some((who, mv)) => {
                let number = self.told + 1;
                Err(format!(
                    "move {number} of this match is {who} {mv}: play it first"
                ))
            }
            None => Err(format!("{color}'s move has not come")),
        }
    }

    /// The position that the controller knows.
    fn showboard(&mut self, _: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
        let game = far.game();
        let mut known = Game::new(game.size(), game.komi()).with_rules(game.rules());
        for (color, mv) in &game.moves()[..self.told] {
            known.play(*color, *mv).map_err(|why| why.to_string())?;
        }
        let diagram = Diagram::new(known.board()).last_move(known.last_move());
        Ok(format!("\n{}", diagram.to_string().trim_end()))
    }
}

fn is_turn(game: &Game, color: Color) -> Result<(), String> {
    if game.to_move() == color {
        return Ok(());
    }
    Err(format!("it is {}'s turn", !color))
}

/// `komi N`: nothing but the match's own.
fn komi(_: &mut WireServer, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
    let word = args.get(0).ok_or("syntax error: use komi NUMBER")?;
    let komi = far.game().komi();
    if word.parse() == Ok(komi) {
        return Ok(String::new());
    }
    let asked: String = word.chars().take(20).collect();
    Err(format!(
        "the wire carries no komi: this match has {komi}: start sgmp-go with --komi {asked}, and \
         the other program alike"
    ))
}

/// `kgs-rules NAME`: nothing but the match's own.
fn rules(_: &mut WireServer, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
    let rules = far.game().rules();
    if args.get(0).is_some_and(|word| word.parse() == Ok(rules)) {
        return Ok(String::new());
    }
    Err(format!(
        "this match is by {rules} rules, and the wire cannot change them: start sgmp-go with --rules"
    ))
}

fn handicap(_: &mut WireServer, _: &Arguments<'_>, _: &mut dyn WireMatch) -> Answer {
    Err("invalid handicap: the wire carries even games only".to_owned())
}

/// `final_status_list dead`, by our own count.
fn final_status_list(_: &mut WireServer, args: &Arguments<'_>, far: &mut dyn WireMatch) -> Answer {
    match args.get(0) {
        Some("dead") => far.result().map(|(_, dead)| join(dead)),
        _ => Err("invalid status: this match tells the dead stones only".to_owned()),
    }
}

fn write(id: Option<&str>, answer: &Answer) -> String {
    match answer {
        Ok(text) => format!("{}\n\n", head('=', id, text.trim_end())),
        Err(why) => format!("{}\n\n", head('?', id, &why.replace(char::is_control, " "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSize, Komi};

    /// The other program answers with the moves it was given, then is waited for in vain.
    struct Fake {
        game: Game,
        answers: Vec<&'static str>,
        over: Option<String>,
        said: String,
    }

    impl WireMatch for Fake {
        fn our_color(&self) -> Color {
            Color::Black
        }

        fn game(&self) -> Game {
            self.game.clone()
        }

        fn over(&self) -> Option<String> {
            self.over.clone()
        }

        fn play(&mut self, decision: Decision) -> Waited {
            let Decision::Move(mv) = decision else {
                self.over = Some("Black resigns".to_owned());
                return Waited::Over("Black resigns".to_owned());
            };
            self.game.play(Color::Black, mv).unwrap();
            Waited::Done
        }

        fn wait_for_move(&mut self, after: usize) -> Waited {
            assert_eq!(self.game.move_count(), after);
            let Some(answer) = self.answers.pop() else {
                return Waited::Interrupted;
            };
            let mv = vertex(answer, self.game.size()).unwrap();
            self.game.play(Color::White, mv).unwrap();
            Waited::Done
        }

        fn result(&mut self) -> Result<(String, Vec<Point>), String> {
            Err("the game is not over".to_owned())
        }

        fn say(&mut self, text: &str) {
            self.said += text;
        }
    }

    fn fake(answers: &[&'static str]) -> Fake {
        Fake {
            game: Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF),
            answers: answers.iter().rev().copied().collect(),
            over: None,
            said: String::new(),
        }
    }

    /// A dialogue: what is sent, and the beginning of what is answered.
    fn talk(far: &mut Fake, dialogue: &[(&str, &str)]) {
        let mut server = WireServer::new();
        for (line, expected) in dialogue {
            far.said.clear();
            assert_eq!(
                server.handle(&Input::Line((*line).to_owned()), far),
                Flow::Open
            );
            assert!(far.said.starts_with(expected), "{line}: {}", far.said);
            assert!(far.said.ends_with("\n\n"));
        }
    }

    #[test]
    fn moves_go_both_ways() {
        talk(
            &mut fake(&["E5", "pass"]),
            &[
                ("boardsize 9", "=\n"),
                ("clear_board", "=\n"),
                ("komi 5.50", "=\n"),
                ("1 play b D4", "=1\n"),
                ("2 genmove w", "=2 E5\n"),
                ("play B pass", "=\n"),
                ("genmove white", "= pass\n"),
                ("play b C3", "=\n"),
                ("genmove w", "? interrupted: White's move has not come yet"),
            ],
        );
    }

    #[test]
    fn what_contradicts_the_wire_is_refused_with_the_reason() {
        talk(
            &mut fake(&["E5"]),
            &[
                ("genmove b", "? Black is played by you: use play"),
                ("genmove w", "? it is Black's turn"),
                ("play w D4", "? White's moves come from the other program"),
                ("play b Z9", "? invalid color or coordinate"),
                ("play b D4", "="),
                ("play b E5", "? it is White's turn"),
                ("genmove w", "= E5"),
                (
                    "play b E5",
                    "? illegal move: a White stone is there already",
                ),
                ("undo", "? cannot undo: a move that is on the wire"),
                ("clear_board", "? the wire carries one game"),
                ("boardsize 9", "? the wire carries one game"),
                ("hello", "? unknown command"),
            ],
        );
    }

    #[test]
    fn what_the_wire_cannot_carry_is_refused_with_the_reason() {
        talk(
            &mut fake(&[]),
            &[
                ("boardsize 19", "? unacceptable size: this match is on 9x9"),
                ("boardsize", "? syntax error"),
                (
                    "komi 7.5",
                    "? the wire carries no komi: this match has 5.5: start sgmp-go with --komi 7.5",
                ),
                ("komi", "? syntax error"),
                ("kgs-rules japanese", "="),
                ("kgs-rules aga", "? this match is by japanese rules"),
                (
                    "fixed_handicap 2",
                    "? invalid handicap: the wire carries even games only",
                ),
                ("place_free_handicap 2", "? invalid handicap"),
                ("set_free_handicap D4 E5", "? invalid handicap"),
                ("final_score", "? the game is not over"),
                ("known_command genmove", "= true"),
                ("known_command time_left", "= false"),
            ],
        );
    }

    /// After a resumed match begins, the controller tells the moves it knows.
    #[test]
    fn what_is_on_record_may_be_told_again() {
        let mut far = fake(&[]);
        for (color, mv) in [
            (Color::Black, "D4"),
            (Color::White, "E5"),
            (Color::Black, "C3"),
        ] {
            far.game
                .play(color, vertex(mv, far.game.size()).unwrap())
                .unwrap();
        }
        talk(
            &mut far,
            &[
                (
                    "genmove w",
                    "? move 1 of this match is Black D4: play it first",
                ),
                ("play b D5", "? move 1 of this match is Black D4"),
                ("play b D4", "="),
                ("play b resign", "? White has moved meanwhile"),
                ("genmove w", "= E5"),
                ("play b C3", "="),
                ("showboard", "=\n"),
                ("play b resign", "? it is White's turn"),
            ],
        );
    }

    #[test]
    fn after_the_end_nothing_is_played() {
        let mut far = fake(&[]);
        talk(
            &mut far,
            &[
                ("play w resign", "? White is the other program's"),
                ("play b resign", "="),
                ("play b D4", "? the game is over: Black resigns"),
                ("genmove w", "? the game is over: Black resigns"),
            ],
        );
        let mut server = WireServer::new();
        let flow = server.handle(&Input::Line("quit".to_owned()), &mut far);
        assert_eq!(flow, Flow::Over);
    }
}
