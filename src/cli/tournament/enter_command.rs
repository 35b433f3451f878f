//! `tournament enter`: a game of people, who enter their moves at a terminal.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;

use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::Picture;
use sgmp_board::record::GameResult;
use sgmp_board::rules::{ByColor, Color, Game, Move, Point};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::Decision;
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::event_words::judge_text;
use sgmp_hall::hall::hall_game::HallGame;
use sgmp_hall::hall::publishing::{publish, publish_game};
use sgmp_hall::hall::running_board::RunningBoard;
use sgmp_hall::tournament::event::{EventEntry, GameState, WrongInputRule, time_text};
use sgmp_hall::tournament::{MoveAsker, MoveQuestion};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{TextStream, stderr_line, stdout_line};
use sgmp_match::port::{MonotonicClock, now_rfc3339};

/// Time between two looks at the clock.
const CLOCK_INTERVAL: Duration = Duration::from_millis(200);

const HELP: &str = "Type a point (G7, no letter I), pass, resign, or nothing to see the clock. Ctrl-C stops; the game begins anew then.";

/// A game to enter.
#[derive(Debug, Args)]
pub struct EnterArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,

    /// The round
    pub round: u32,

    /// The board
    pub board: u32,
}

/// Plays the game at this terminal.
///
/// # Errors
/// A game that is not there or over, one without people, one on a line.
pub(super) fn run(args: &EnterArgs) -> Result<Exit, Failure> {
    let usage = |what: String| Failure::new(Blame::Usage, what);
    let folder = EventFolder::new(&args.event);
    let state = folder.begun()?;
    let (round, board) = (args.round, args.board);
    let file = args.event.display();
    let known = state.game(round, board);
    let known = known.ok_or_else(|| {
        usage(format!(
            "there is no board {board} in round {round}: sgmp-go tournament status {file} lists them"
        ))
    })?;
    if !known.is_open() {
        return Err(usage(format!(
            "round {round}, board {board} has its end; the judge changes it: sgmp-go tournament result {file} {round} \
             {board} RESULT --why REASON"
        )));
    }
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let names = state.plan.names();
    let asker: Arc<dyn MoveAsker> = Arc::new(TerminalAsker {
        lines: Mutex::new(read_lines()),
        names: [known.pair.black, known.pair.white].map(|player| names[player].clone()),
        on_wrong_input: state.plan.on_wrong_input,
        is_gone: AtomicBool::new(false),
    });
    let game = HallGame::with_asker(&state, round, board, &folder, Some(&asker))
        .map_err(|error| usage(error.to_string()))?;
    if !game.is_entered() {
        return Err(usage(game.why_not_entered(&file.to_string())));
    }
    let _lock = folder.lock_board(round, board)?;
    let state = folder.append(|_| {
        let at = now_rfc3339();
        Ok(EventEntry::GameStarted { round, board, at })
    })?;
    publish(&folder, &state)?;
    stdout_line(format_args!(
        "Round {round}, board {board}: {}",
        game.names()
    ));
    stdout_line(HELP);
    let page = RunningBoard::new(&folder, &state, (round, board));
    let watch = |position: &Game, _: ByColor<Option<Duration>>| page.show(position);
    let Some(outcome) = game.play(&halt, Some(&watch)) else {
        stderr_line(format_args!(
            "not finished; it begins anew with: sgmp-go tournament enter {file} {round} {board}, or: sgmp-go tournament \
             result {file} {round} {board} RESULT"
        ));
        return Ok(Exit::Interrupted);
    };
    outcome.keep(&folder, &game)?;
    let end = outcome.end;
    let told = end.clone();
    let state = folder.append(|_| {
        let at = now_rfc3339();
        Ok(EventEntry::GameEnded {
            round,
            board,
            end,
            at,
        })
    })?;
    publish_game(&folder, &state, round, board)?;
    publish(&folder, &state)?;
    let kept = state.game(round, board).map(|game| &game.state);
    if matches!(kept, Some(GameState::Adjourned(_))) {
        TextStream::Stdout.text(&judge_text(&folder, &state, &file.to_string()));
        return Ok(Exit::Judge);
    }
    let why = if told.why.is_empty() {
        told.kind.words().to_owned()
    } else {
        told.why
    };
    stdout_line(format_args!("The game is over: {} ({why})", told.result));
    Ok(Exit::Done)
}

/// Lines of standard input, from a thread that waits for them.
fn read_lines() -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let Ok(line) = line else { return };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// People at this terminal.
struct TerminalAsker {
    lines: Mutex<Receiver<String>>,
    names: [String; 2],
    on_wrong_input: WrongInputRule,
    /// True once nobody types any more.
    is_gone: AtomicBool,
}

impl fmt::Debug for TerminalAsker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TerminalAsker")
    }
}

/// A line that was typed, or the reason why there is none.
enum Typed {
    Line(String),
    TimeOver,
    Gone,
}

impl TerminalAsker {
    fn name(&self, color: Color) -> &str {
        &self.names[usize::from(color == Color::White)]
    }

    /// Waits for a line, no longer than the time that is left.
    fn line(&self, clock: &MonotonicClock, left: Option<Duration>, halt: &StopFlag) -> Typed {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let spent = clock.now().since(sgmp_proto::Instant::ZERO);
            if halt.is_requested() {
                return Typed::Gone;
            }
            if left.is_some_and(|left| spent > left) {
                return Typed::TimeOver;
            }
            match lines.recv_timeout(CLOCK_INTERVAL) {
                Ok(line) => return Typed::Line(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_gone.store(true, Ordering::SeqCst);
                    return Typed::Gone;
                }
            }
        }
    }
}

impl MoveAsker for TerminalAsker {
    fn ask(&self, question: &MoveQuestion<'_>) -> Option<Decision> {
        let (game, color) = (question.game, question.color);
        let clock = MonotonicClock::start();
        let left = || {
            let spent = clock.now().since(sgmp_proto::Instant::ZERO);
            question.left.map_or_else(String::new, |left| {
                format!(", {} left", time_text(left.saturating_sub(spent)))
            })
        };
        stdout_line(Picture::from_game(game));
        if let Some((color, mv)) = game.last_move() {
            stdout_line(format_args!("{} ({color}) played {mv}.", self.name(color)));
        }
        loop {
            TextStream::Stdout.text(&format!("{} ({color}){}> ", self.name(color), left()));
            let line = match self.line(&clock, question.left, question.halt) {
                Typed::Line(line) => line,
                // Its clock says the rest.
                Typed::TimeOver => return Some(Decision::Move(Move::Pass)),
                Typed::Gone => return None,
            };
            let word = line.trim().to_lowercase();
            let mv = match word.as_str() {
                "" => continue,
                "resign" => return Some(Decision::Resign),
                "pass" => Move::Pass,
                word => match Point::parse(word) {
                    Some(point) => Move::Play(point),
                    None => {
                        stdout_line(format_args!("{word:?} is no move. {HELP}"));
                        continue;
                    }
                },
            };
            let is_off = matches!(mv, Move::Play(point) if !point.is_on(game.size()));
            let refused = if is_off {
                Some(format!("not on a board of {}", game.size()))
            } else {
                game.legality(color, mv).err().map(|why| why.to_string())
            };
            match refused {
                Some(why) if self.on_wrong_input == WrongInputRule::Again => {
                    stdout_line(format_args!("{mv} is illegal: {why}"));
                }
                _ => return Some(Decision::Move(mv)),
            }
        }
    }

    fn ask_count(&self, game: &Game, color: Color, ours: &str, halt: &StopFlag) -> Option<String> {
        if self.is_gone.load(Ordering::SeqCst) {
            return None;
        }
        stdout_line(Picture::from_game(game));
        let clock = MonotonicClock::start();
        loop {
            TextStream::Stdout.text(&format!(
                "{} ({color}): our engine counts {ours}. Enter agrees; or type your count (B+3.5)> ",
                self.name(color)
            ));
            let Typed::Line(line) = self.line(&clock, None, halt) else {
                return None;
            };
            match line.trim() {
                "" => return Some(ours.to_owned()),
                count => match count.parse::<GameResult>() {
                    Ok(result) => return Some(result.to_string()),
                    Err(error) => stdout_line(error),
                },
            }
        }
    }
}
