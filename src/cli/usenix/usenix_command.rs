//! `usenix`: our engine, or a program that speaks GTP, as a program of the USENIX tournament.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::values::board_args::parse_size;
use crate::cli::values::thinking_args::ThinkingArgs;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rng::Rng;
use sgmp_board::rules::{BoardSize, Color, Game, Komi, Move, Rules};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Decision, Engine, Timing};
use sgmp_engine::time_control::{Budget, Terms, Thinking, budget};
use sgmp_hall::tournament::referee::{
    COLOR_VARIABLE, KOMI_VARIABLE, SIZE_VARIABLE, Said, TIME, read_line,
};
use sgmp_hall::tournament::{CommandTemplate, lot};
use sgmp_match::console::answer;
use sgmp_match::play::duration::parse_wait;
use sgmp_match::port::{MonotonicClock, ProgramWords, process_cpu_time};

/// The part of the limit for a late move that is thought: two thirds, for a machine that is busy.
const LATE_PARTS: (u32, u32) = (2, 3);

/// Time that a move costs besides thinking.
const LAG: Duration = Duration::from_millis(10);

/// A program of the USENIX tournament: it reads moves and writes moves.
#[derive(Debug, Args)]
pub struct UsenixArgs {
    /// Our color: black moves first [default: what the variable USENIX_COLOR says]
    #[arg(long)]
    pub color: Option<Color>,

    /// Lines of the board [default: what the variable USENIX_SIZE says, else 19]
    #[arg(long, value_name = "LINES", value_parser = parse_size)]
    pub size: Option<BoardSize>,

    /// Komi [default: what the variable USENIX_KOMI says, else 0]
    #[arg(long, allow_hyphen_values = true)]
    pub komi: Option<Komi>,

    /// Rules of Go: japanese or chinese
    #[arg(long, default_value = "japanese")]
    pub rules: Rules,

    /// Processor time for the game, which our engine shares out
    #[arg(long, default_value = "60m", value_name = "TIME", value_parser = parse_wait)]
    pub user_limit: Duration,

    /// Time for each move after "time" was read
    #[arg(long, default_value = "15s", value_name = "TIME", value_parser = parse_wait)]
    pub move_limit: Duration,

    /// Let this program play, which speaks GTP
    #[arg(long, value_name = "COMMAND")]
    pub gtp: Option<CommandTemplate>,

    /// Play by lot: any legal move that fills no eye of our own
    #[arg(long, conflicts_with = "gtp")]
    pub random: bool,

    /// How our engine thinks; on one thread unless more are asked for
    #[command(flatten)]
    pub thinking: ThinkingArgs,
}

/// Plays until two passes or the end of the input.
///
/// # Errors
/// No color, or a program that does not play.
pub(crate) fn run(args: &UsenixArgs) -> Result<Exit, Failure> {
    let color = color(args)?;
    let lines = Lines::listen();
    let mut game = Game::new(size(args)?, komi(args)?).with_rules(args.rules);
    let mut player = player(args, color, &game)?;
    if color == Color::Black && !make(&mut player, &mut game, color, &lines)? {
        return Ok(Exit::Done);
    }
    while let Some(line) = lines.next() {
        let Said::Move(mv) = read_line(&line) else {
            if line.trim().eq_ignore_ascii_case(TIME) {
                player.hurry();
            } else {
                log::warn!("{line:?} is no move: ignored");
            }
            continue;
        };
        if let Err(why) = game.play(!color, mv) {
            let what = format!("the opponent's {mv} is illegal: {why}");
            return Err(Failure::new(Blame::NoGame, what));
        }
        player.hear(!color, mv)?;
        if game.consecutive_passes() >= 2 || !make(&mut player, &mut game, color, &lines)? {
            break;
        }
    }
    Ok(Exit::Done)
}

fn color(args: &UsenixArgs) -> Result<Color, Failure> {
    if let Some(color) = args.color {
        return Ok(color);
    }
    let word = std::env::var(COLOR_VARIABLE).unwrap_or_default();
    word.parse().map_err(|_| {
        let what = format!("nobody says which color to play: give --color, or {COLOR_VARIABLE}");
        Failure::new(Blame::Usage, what)
    })
}

fn size(args: &UsenixArgs) -> Result<BoardSize, Failure> {
    match (args.size, std::env::var(SIZE_VARIABLE)) {
        (Some(size), _) => Ok(size),
        (None, Err(_)) => Ok(BoardSize::NINETEEN),
        (None, Ok(text)) => parse_size(&text)
            .map_err(|why| Failure::new(Blame::Usage, format!("{SIZE_VARIABLE}: {why}"))),
    }
}

fn komi(args: &UsenixArgs) -> Result<Komi, Failure> {
    match (args.komi, std::env::var(KOMI_VARIABLE)) {
        (Some(komi), _) => Ok(komi),
        (None, Err(_)) => Ok(Komi::from_half_points(0)),
        (None, Ok(text)) => text
            .parse()
            .map_err(|why| Failure::new(Blame::Usage, format!("{KOMI_VARIABLE}: {why}"))),
    }
}

/// Makes a move; false once the game is over for us.
fn make(
    player: &mut UsenixPlayer,
    game: &mut Game,
    color: Color,
    lines: &Lines,
) -> Result<bool, Failure> {
    let mv = match player.choose(game, color, lines)? {
        Decision::Move(mv) => mv,
        Decision::Resign => {
            answer("resign\n");
            return Ok(false);
        }
    };
    if let Err(why) = game.play(color, mv) {
        let what = format!("{mv} is illegal: {why}");
        return Err(Failure::new(Blame::NoGame, what));
    }
    Ok(answer(&format!("{mv}\n")) && game.consecutive_passes() < 2)
}

/// Lines of the referee; "time" stops a search at once.
struct Lines {
    receiver: Receiver<String>,
    search: Arc<Mutex<StopFlag>>,
}

impl Lines {
    fn listen() -> Self {
        let (sender, receiver) = channel();
        let search = Arc::new(Mutex::new(StopFlag::new()));
        let running = Arc::clone(&search);
        thread::spawn(move || {
            for line in std::io::stdin().lock().lines().map_while(Result::ok) {
                if line.trim().eq_ignore_ascii_case(TIME) {
                    let search = running.lock().unwrap_or_else(PoisonError::into_inner);
                    search.request();
                }
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { receiver, search }
    }

    fn next(&self) -> Option<String> {
        self.receiver.recv().ok()
    }

    /// A flag for the next search.
    fn begin_search(&self) -> StopFlag {
        let mut search = self.search.lock().unwrap_or_else(PoisonError::into_inner);
        *search = StopFlag::new();
        search.clone()
    }
}

enum UsenixPlayer {
    Own(Box<OwnUsenix>),
    Random(Rng),
    Gtp(Box<sgmp_hall::tournament::GtpSeat<sgmp_match::port::EngineProcess>>),
}

/// Our engine with its processor time.
struct OwnUsenix {
    engine: Engine,
    thinking: Thinking,
    threads: u32,
    limit: Duration,
    late_limit: Duration,
    is_late: bool,
}

fn player(args: &UsenixArgs, color: Color, game: &Game) -> Result<UsenixPlayer, Failure> {
    if let Some(command) = &args.gtp {
        return gtp_player(command, args, color, game);
    }
    if args.random {
        let seed = args.thinking.settings().seed;
        return Ok(UsenixPlayer::Random(Rng::from_seed(seed)));
    }
    let mut settings = args.thinking.settings();
    if args.thinking.threads.is_none() {
        settings.threads = 1;
    }
    // The rules know no resignation.
    settings.resign = None;
    Ok(UsenixPlayer::Own(Box::new(OwnUsenix {
        threads: u32::try_from(settings.threads).unwrap_or(1),
        engine: Engine::new(settings),
        thinking: args.thinking.thinking(),
        limit: args.user_limit,
        late_limit: args.move_limit,
        is_late: false,
    })))
}

fn gtp_player(
    command: &CommandTemplate,
    args: &UsenixArgs,
    color: Color,
    game: &Game,
) -> Result<UsenixPlayer, Failure> {
    use std::fmt;

    use sgmp_hall::tournament::{AnswerWaits, GameFacts, GtpSeat, SeatTerms};

    let facts = GameFacts {
        color,
        size: game.size(),
        komi: game.komi(),
        seconds: args.user_limit.as_secs(),
    };
    let terms = SeatTerms {
        size: game.size(),
        komi: game.komi(),
        rules: args.rules,
        time: None,
        opening: &[],
        init: &[],
        waits: AnswerWaits {
            genmove: Duration::from_secs(24 * 3600),
            ..AnswerWaits::default()
        },
        handicap: 0,
        words: ProgramWords::default(),
    };
    let usage =
        |why: &dyn fmt::Display| Failure::new(Blame::Usage, format!("--gtp {command}: {why}"));
    let filled = command.fill(&facts).map_err(|error| usage(&error))?;
    let seat = GtpSeat::start(&filled, &terms, &StopFlag::new());
    let seat = seat.map_err(|error| usage(&error))?;
    Ok(UsenixPlayer::Gtp(Box::new(seat)))
}

impl UsenixPlayer {
    fn choose(&mut self, game: &Game, color: Color, lines: &Lines) -> Result<Decision, Failure> {
        match self {
            Self::Own(own) => Ok(own.choose(game, color, &lines.begin_search())),
            Self::Random(chance) => {
                let drawn = lot(game, color, chance, |_| true);
                Ok(Decision::Move(drawn.map_or(Move::Pass, Move::Play)))
            }
            Self::Gtp(seat) => {
                let _ = lines;
                let halt = StopFlag::new();
                let turn = sgmp_hall::tournament::SeatTurn {
                    game,
                    color,
                    clock: None,
                    halt: &halt,
                };
                let answer = seat.choose(&turn).map_err(failed)?;
                Ok(answer.decision)
            }
        }
    }

    fn hear(&mut self, color: Color, mv: Move) -> Result<(), Failure> {
        match self {
            Self::Own(_) | Self::Random(_) => {
                let _ = (color, mv);
                Ok(())
            }
            Self::Gtp(seat) => seat.play(color, mv, &StopFlag::new()).map_err(failed),
        }
    }

    /// The limit is passed: from now on moves have to be quick.
    fn hurry(&mut self) {
        match self {
            Self::Own(own) => own.is_late = true,
            Self::Random(_) => {}
            Self::Gtp(seat) => seat.hurry(&StopFlag::new()),
        }
    }
}

fn failed(error: sgmp_hall::tournament::SeatError) -> Failure {
    Failure::new(Blame::NoGame, error)
}

impl OwnUsenix {
    fn choose(&mut self, game: &Game, color: Color, halt: &StopFlag) -> Decision {
        let clock = MonotonicClock::start();
        let elapsed = || clock.now().since(sgmp_proto::Instant::ZERO);
        let effort = self.thinking.effort(Some(self.budget(game)));
        let timing = Timing {
            effort,
            elapsed: &elapsed,
        };
        self.engine
            .choose_timed(game, color, halt, &timing)
            .decision
    }

    /// The time to think, on the wall: threads use the processor side by side.
    fn budget(&self, game: &Game) -> Budget {
        if self.is_late {
            let (part, parts) = LATE_PARTS;
            let time = self.late_limit * part / parts / self.threads;
            return Budget {
                least: time / 4,
                target: time / 2,
                most: time,
                equal_after: None,
            };
        }
        let used = process_cpu_time().unwrap_or_default();
        let limit = self.limit / self.threads;
        let left = self.limit.saturating_sub(used) / self.threads;
        let terms = Terms {
            reserve: limit / 20,
            lag: LAG,
            ..Terms::for_match(limit, game.size())
        };
        let moves = u32::try_from(game.move_count()).unwrap_or(u32::MAX);
        budget(left, moves, &terms)
    }
}
