//! `tournament gtp-player`: a player of an event behind the Go Text Protocol: a program by the rules of USENIX 1984,
//! or lots.

use std::io::BufRead;
use std::time::Duration;

use clap::Args;

use crate::cli::exit::{Exit, Failure};
use crate::cli::output::answer;
use crate::engine::{Decision, Engine};
use crate::port::CommandLine;
use crate::rng::Rng;
use crate::rules::{BoardSize, Color, Game, Komi, Move, Point};
use crate::search::StopFlag;
use crate::tournament::{OwnPlayer, lot};

/// Longest wait for a program's move; the event's clock ends earlier.
const MOVE_TIMEOUT: Duration = Duration::from_secs(24 * 3600);

/// Longest line that is read, in bytes.
const MAX_LINE: usize = 4096;

/// A player to adapt.
#[derive(Debug, Args)]
pub struct GtpPlayerArgs {
    /// `random`, `ours:NAME=VALUE,...`, or `usenix:COMMAND`
    pub player: String,

    /// The seed of lots
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// Serves a controller on standard input and output.
///
/// # Errors
/// A program that cannot be started.
pub(super) fn run(args: &GtpPlayerArgs) -> Result<Exit, Failure> {
    let mind: Box<dyn Mind> = match args.player.strip_prefix("usenix:") {
        Some(command) => usenix_program(command)?,
        None if args.player == "random" => Box::new(Lots(Rng::from_seed(args.seed))),
        None => own_player(args)?,
    };
    let mut adapter = Adapter {
        mind,
        size: BoardSize::NINETEEN,
        komi: Komi::default(),
        game: Game::new(BoardSize::NINETEEN, Komi::default()),
    };
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = std::io::Read::take(&mut input, MAX_LINE as u64);
        match limited.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Ok(Exit::Done),
            Ok(_) => {}
        }
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_whitespace().collect();
        let (id, words) = match words.split_first() {
            None => continue,
            Some((first, rest)) if first.chars().all(|c| c.is_ascii_digit()) => (*first, rest),
            Some(_) => ("", words.as_slice()),
        };
        let told = match adapter.obey(words) {
            Ok(text) => format!("={id} {text}\n\n"),
            Err(text) => format!("?{id} {text}\n\n"),
        };
        if !answer(&told) || words.first() == Some(&"quit") {
            return Ok(Exit::Done);
        }
    }
}

/// Our engine with settings of its own.
///
/// # Errors
/// Words that are none, a player that needs a clock.
fn own_player(args: &GtpPlayerArgs) -> Result<Box<dyn Mind>, Failure> {
    let usage = |why: String| Failure::new(Exit::Usage, format!("{:?}: {why}", args.player));
    let words = args.player.strip_prefix("ours:");
    let words = words
        .ok_or_else(|| usage("write random, ours:NAME=VALUE,... or usenix:COMMAND".to_owned()))?;
    let own: OwnPlayer = words.parse().map_err(usage)?;
    if own.needs_time() {
        let why = "it thinks as long as it may: give playouts, or write level:20";
        return Err(usage(why.to_owned()));
    }
    let settings = own.settings(args.seed).map_err(usage)?;
    Ok(Box::new(OwnMind(Engine::new(settings))))
}

/// Our engine.
struct OwnMind(Engine);

impl Mind for OwnMind {
    fn hear(&mut self, _: Move) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, color: Color) -> Result<Decision, String> {
        Ok(self.0.choose(game, color, &StopFlag::default()).decision)
    }
}

/// Whoever chooses moves.
trait Mind {
    /// Hears the opponent's move.
    fn hear(&mut self, mv: Move) -> Result<(), String>;

    /// Chooses.
    fn choose(&mut self, game: &Game, color: Color) -> Result<Decision, String>;
}

struct Lots(Rng);

impl Mind for Lots {
    fn hear(&mut self, _: Move) -> Result<(), String> {
        Ok(())
    }

    fn choose(&mut self, game: &Game, color: Color) -> Result<Decision, String> {
        let drawn = lot(game, color, &mut self.0, |_| true);
        Ok(Decision::Move(drawn.map_or(Move::Pass, Move::Play)))
    }
}

struct Adapter {
    mind: Box<dyn Mind>,
    size: BoardSize,
    komi: Komi,
    game: Game,
}

impl Adapter {
    fn obey(&mut self, words: &[&str]) -> Result<String, String> {
        match words {
            ["list_commands"] => Ok(
                "list_commands\nname\nversion\nprotocol_version\nboardsize\nclear_board\nkomi\n\
                                     play\ngenmove\nquit"
                    .to_owned(),
            ),
            ["name"] => Ok("sgmp-go player".to_owned()),
            ["version"] => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ["protocol_version"] => Ok("2".to_owned()),
            ["boardsize", lines] => {
                let size = lines.parse().ok().and_then(BoardSize::new);
                self.size = size.ok_or("unacceptable size")?;
                self.game = Game::new(self.size, self.komi);
                Ok(String::new())
            }
            ["clear_board"] => {
                self.game = Game::new(self.size, self.komi);
                Ok(String::new())
            }
            ["komi", komi] => {
                self.komi = komi.parse().map_err(|_| "no komi".to_owned())?;
                self.game = Game::new(self.size, self.komi);
                Ok(String::new())
            }
            ["quit"] => Ok(String::new()),
            ["play", color, mv] => {
                let (color, mv) = (color_of(color)?, move_of(mv)?);
                self.game
                    .play(color, mv)
                    .map_err(|error| error.to_string())?;
                self.mind.hear(mv)?;
                Ok(String::new())
            }
            ["genmove", color] => {
                let color = color_of(color)?;
                let Decision::Move(mv) = self.mind.choose(&self.game, color)? else {
                    return Ok("resign".to_owned());
                };
                // An illegal move is the referee's business: it is told as it was made.
                let _ = self.game.play(color, mv);
                Ok(mv.to_string())
            }
            _ => Err("unknown command".to_owned()),
        }
    }
}

fn color_of(word: &str) -> Result<Color, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err("no color".to_owned()),
    }
}

fn move_of(word: &str) -> Result<Move, String> {
    if word.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Point::parse(word)
        .map(Move::Play)
        .ok_or_else(|| "no move".to_owned())
}

#[cfg(unix)]
fn usenix_program(command: &str) -> Result<Box<dyn Mind>, Failure> {
    use crate::port::EngineProcess;

    let failure = |error: String| Failure::new(Exit::Port, error);
    let line: CommandLine = command
        .parse()
        .map_err(|error| failure(format!("{error}")))?;
    let process = EngineProcess::start(&line).map_err(|error| failure(error.to_string()))?;
    Ok(Box::new(usenix::UsenixProgram(process)))
}

#[cfg(not(unix))]
fn usenix_program(command: &str) -> Result<Box<dyn Mind>, Failure> {
    let _: Result<CommandLine, _> = command.parse();
    let _ = MOVE_TIMEOUT;
    Err(Failure::new(
        Exit::Port,
        "other programs need a Unix system",
    ))
}

#[cfg(unix)]
mod usenix {
    use super::{MOVE_TIMEOUT, Mind, move_of};
    use crate::engine::Decision;
    use crate::gtp::{Input, Peer};
    use crate::port::EngineProcess;
    use crate::rules::{Color, Game, Move};

    /// A program that writes `G7` or `pass` on a line, and reads the opponent's; what else it says is passed over.
    pub(super) struct UsenixProgram(pub(super) EngineProcess);

    impl Mind for UsenixProgram {
        fn hear(&mut self, mv: Move) -> Result<(), String> {
            let word = match mv {
                Move::Pass => "pass".to_owned(),
                Move::Play(point) => point.to_string(),
            };
            self.0.send(&word).map_err(|gone| gone.to_string())
        }

        fn choose(&mut self, _: &Game, _: Color) -> Result<Decision, String> {
            let begun = self.0.now();
            loop {
                let left = MOVE_TIMEOUT.saturating_sub(self.0.now().saturating_sub(begun));
                if left.is_zero() {
                    return Err("no move in a day".to_owned());
                }
                let heard = self.0.receive(left).map_err(|gone| gone.to_string())?;
                let Some(Input::Line(line)) = heard else {
                    continue;
                };
                if let Ok(mv) = move_of(line.trim()) {
                    return Ok(Decision::Move(mv));
                }
            }
        }
    }
}
