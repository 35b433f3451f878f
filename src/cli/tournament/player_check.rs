//! `tournament check`: every player started the day before, and asked for one move.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::line_tools::check_command::trial_settings;
use sgmp_board::failure::Failure;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{ByColor, Color, Game, Move};
use sgmp_board::shared_work::share_in_order;
use sgmp_board::stop_flag::StopFlag;
use sgmp_hall::hall::event_folder::EventFolder;
use sgmp_hall::hall::game_seats::{game_conditions, hall_spec};
use sgmp_hall::hall::line_game::LineGame;
use sgmp_hall::hall::line_table::{BAUD, LineTable, end_program, line_port};
use sgmp_hall::hall::wait_notice::WaitNotice;
use sgmp_hall::tournament::duel::{DuelError, DuelPlan};
use sgmp_hall::tournament::event::{EventPlan, EventPlayer};
use sgmp_hall::tournament::{PlayerKind, PlayerSpec, PlayerSpecError, ReadyPlayer, UnseatedError};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::stdout_line;
use sgmp_match::line_judge::check_words::{Told, told};
use sgmp_match::play::EndKind;
use sgmp_match::port::{
    CheckName, Checked, Deadline, MonotonicClock, OpenError, Port, PortError, SerialSettings,
    SpecError, check_connection, pause,
};

/// Time for a handshake.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(60);

/// Time for a handshake without a game.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(30);

/// Time between two looks at the operator's word.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Players to try.
#[derive(Debug, Args)]
pub struct PlayerCheckArgs {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub event: PathBuf,
}

/// Players that are started at the same time.
const AT_ONCE: usize = 16;

/// The name and the version of a program that tells them, or why it does not.
type Version = Result<String, PlayerCheckError>;

/// The reason why a player fails.
#[derive(Debug, thiserror::Error)]
enum PlayerCheckError {
    /// Words that name no player.
    #[error(transparent)]
    Words(#[from] PlayerSpecError),
    /// A command or a port that is none once the facts of the game stand in it.
    #[error(transparent)]
    Filled(#[from] SpecError),
    /// A player that cannot take a seat, or a game that makes no sense.
    #[error(transparent)]
    Duel(#[from] DuelError),
    /// Lots that cannot take a seat.
    #[error(transparent)]
    Unseated(#[from] UnseatedError),
    /// A program without an answer.
    #[error(transparent)]
    Unanswered(#[from] sgmp_match::gtp::AskError),
    /// A line that cannot be opened, or a program that cannot be started.
    #[error(transparent)]
    Unopened(#[from] OpenError),
    /// A line that broke.
    #[error(transparent)]
    Broken(#[from] PortError),
    /// A game without a move, in the words of its end.
    #[error("{0}")]
    NoMove(String),
    /// No move in time.
    #[error("nothing in {} s", HANDSHAKE_TIMEOUT.as_secs())]
    Silent,
    /// A handshake that does not hold, in the words of the check of a line.
    #[error("FAIL handshake: {0}")]
    Handshake(String),
    /// A check that somebody stopped.
    #[error("interrupted")]
    Interrupted,
}

/// Tries every player.
///
/// # Errors
/// A file that is no event.
pub(super) fn run(args: &PlayerCheckArgs) -> Result<Exit, Failure> {
    let (_, plan) = EventFolder::new(&args.event).read_plan()?;
    let interrupts = Interrupts::listen()?;
    let halt = StopFlag::from(Arc::clone(&interrupts.flag));
    let notice = WaitNotice::start();
    let mut failed = 0;
    for players in plan.players.chunks(AT_ONCE) {
        match check_some(&plan, players, &halt, &notice) {
            Some(more) => failed += more,
            None => return Ok(Exit::Interrupted),
        }
    }
    let players = plan.players.len();
    stdout_line(format_args!("{players} players: {failed} failed"));
    Ok(if failed == 0 { Exit::Done } else { Exit::Check })
}

/// Tries some players, and returns how many failed; `None` where somebody stops it. Programs are asked for their names at
/// once, so that the silent ones are silent together; moves are asked for one after the other, for each has the machine alone.
fn check_some<'p>(
    plan: &EventPlan,
    players: &'p [EventPlayer],
    halt: &StopFlag,
    notice: &WaitNotice,
) -> Option<usize> {
    let ask = |player: &'p EventPlayer| {
        Some((
            player,
            notice.during(&player.name, || version(plan, player, halt)),
        ))
    };
    let mut failed = 0;
    share_in_order(
        players.len(),
        players,
        halt,
        || ask,
        |(player, version)| {
            let found = notice.during(&player.name, || check(plan, player, version, halt));
            if halt.is_requested() {
                return ControlFlow::Break(());
            }
            match found {
                Ok(words) => stdout_line(format_args!("PASS {}: {words}", player.name)),
                Err(why) => {
                    failed += 1;
                    stdout_line(format_args!("FAIL {}: {why}", player.name));
                }
            }
            ControlFlow::Continue(())
        },
    );
    (!halt.is_requested()).then_some(failed)
}

/// The version of a program that speaks GTP; `None` for players of other kinds.
fn version(plan: &EventPlan, player: &EventPlayer, halt: &StopFlag) -> Option<Version> {
    let spec = hall_spec(&player.plays, &player.name).ok()?;
    match spec.kind() {
        PlayerKind::Gtp(command) => Some(ask_version(plan, command, halt)),
        _ => None,
    }
}

fn check(
    plan: &EventPlan,
    player: &EventPlayer,
    version: Option<Version>,
    halt: &StopFlag,
) -> Result<String, PlayerCheckError> {
    let spec = hall_spec(&player.plays, &player.name)?;
    match (spec.kind(), version) {
        (PlayerKind::Human, _) => Ok("people report its results".to_owned()),
        (PlayerKind::Sgmp(_), _) => check_line(plan, &spec, halt),
        (_, Some(version)) => {
            let version = version?;
            first_move(plan, &spec, halt).map(|told| format!("{version}; {told}"))
        }
        (_, None) => first_move(plan, &spec, halt),
    }
}

/// A player by lot.
fn lots() -> Result<PlayerSpec, PlayerSpecError> {
    hall_spec("random", "a player by lot")
}

/// Asks for the first move of a game against lots.
fn first_move(
    plan: &EventPlan,
    spec: &PlayerSpec,
    halt: &StopFlag,
) -> Result<String, PlayerCheckError> {
    let conditions = sgmp_hall::tournament::duel::DuelConditions {
        max_moves: 1,
        ..game_conditions(plan, 1)
    };
    let specs = vec![spec.clone(), lots()?];
    let duel = DuelPlan::new(specs, 2, conditions)?;
    let number = u32::from(duel.game(0).players != [0, 1]);
    let played = duel
        .play(number, halt)
        .ok_or(PlayerCheckError::Interrupted)?;
    let sheet = &played.sheet;
    let seconds = sheet.sides[0].think;
    match (sheet.end, played.record.moves().first()) {
        (EndKind::Fault(_), _) => {
            let told = sheet.detail.clone().unwrap_or_default();
            Err(PlayerCheckError::NoMove(told))
        }
        (_, Some(first)) => Ok(format!("first move {} in {seconds:.1} s", first.mv)),
        _ => Ok(format!("no move: {}", sheet.end.duel_word())),
    }
}

/// The name and the version of a program that speaks GTP.
fn ask_version(
    plan: &EventPlan,
    command: &sgmp_hall::tournament::CommandTemplate,
    halt: &StopFlag,
) -> Version {
    use sgmp_match::gtp::{Controller, WaitLimit};
    use sgmp_match::port::EngineProcess;

    let facts = sgmp_hall::tournament::GameFacts {
        color: Color::Black,
        size: plan.size,
        komi: plan.komi,
        seconds: plan.time.as_secs(),
    };
    let command = command.fill(&facts)?;
    let process = EngineProcess::start(&command)?;
    let mut controller = Controller::new(process);
    let limit = WaitLimit {
        timeout: HANDSHAKE_TIMEOUT,
        halt,
    };
    let mut words = Vec::new();
    for question in ["name", "version"] {
        words.push(controller.ask(question, limit)?);
    }
    let _ = controller.ask("quit", limit);
    Ok(words.join(" ").chars().take(100).collect())
}

/// Plays with a program on a line until it has made a move, as White; tries the handshake alone where there is none.
fn check_line(
    plan: &EventPlan,
    spec: &PlayerSpec,
    halt: &StopFlag,
) -> Result<String, PlayerCheckError> {
    let move_told = line_move(plan, spec, halt);
    if halt.is_requested() {
        return Err(PlayerCheckError::Interrupted);
    }
    let why = match move_told {
        Ok(told) => return Ok(told),
        Err(why) => why,
    };
    handshake(plan, spec, halt)
        .map(|told| format!("{told}; no move ({why}): for one, let it play White"))
}

/// The first move of a program that plays White on a line, against lots.
fn line_move(
    plan: &EventPlan,
    spec: &PlayerSpec,
    halt: &StopFlag,
) -> Result<String, PlayerCheckError> {
    let record = std::env::temp_dir().join(format!("sgmp-go-check-{}.sgf", std::process::id()));
    let lots = lots()?;
    let own = ReadyPlayer::new(&lots)?;
    let players = ByColor::new(lots, spec.clone());
    let game = LineGame {
        table: LineTable::new(plan, 1, &players, record)?,
        own,
        line_color: Color::White,
        seed: 1,
        penalty: Duration::ZERO,
        waits: game_conditions(plan, 1).waits,
    };
    let (first, stop) = (Mutex::new(None), StopFlag::new());
    let watch = |position: &Game, _: ByColor<Option<Duration>>| {
        if let [_, (_, mv), ..] = position.moves() {
            *lock(&first) = Some(*mv);
            stop.request();
        }
    };
    let is_over = AtomicBool::new(false);
    let end = thread::scope(|scope| {
        scope.spawn(|| stop_after(HANDSHAKE_TIMEOUT, (halt, &stop), &is_over));
        let end = game.play(&stop, Some(&watch));
        is_over.store(true, Ordering::Relaxed);
        end
    });
    game.table.clear();
    let first = *lock(&first);
    match (first, end) {
        (Some(mv), _) => Ok(format!("handshake, first move {mv} as White")),
        (None, Some(end)) => Err(PlayerCheckError::NoMove(end.why)),
        (None, None) => Err(PlayerCheckError::Silent),
    }
}

/// Requests `stop` after this time, or once the operator halts.
fn stop_after(time: Duration, (halt, stop): (&StopFlag, &StopFlag), is_over: &AtomicBool) {
    let deadline = Deadline::after(time);
    while !is_over.load(Ordering::Relaxed) && !halt.is_requested() && !deadline.has_passed() {
        pause(POLL_INTERVAL);
    }
    stop.request();
}

/// Tries the handshake of a program on a line: with the color that its words name, or any.
fn handshake(
    plan: &EventPlan,
    spec: &PlayerSpec,
    halt: &StopFlag,
) -> Result<String, PlayerCheckError> {
    let color = spec.words().contains("{color}").then_some(Color::Black);
    let port = line_port(spec, plan, Color::White)?;
    let mut port = Port::open(&port, &SerialSettings { baud: BAUD })?;
    let mut line = port.connect(TRIAL_TIMEOUT, halt.as_ref())?;
    let (checked, heard) = check_connection(
        &mut line,
        trial_settings(color, TRIAL_TIMEOUT),
        CheckName::draw(&mut Rng::from_seed(1)),
        halt.as_ref(),
        MonotonicClock::start(),
    );
    drop(line);
    end_program(Some(port), false);
    match checked {
        Checked::Interrupted => Err(PlayerCheckError::Interrupted),
        Checked::Broken(error) => Err(error.into()),
        Checked::Found(diagnosis) => match told(diagnosis, &heard) {
            Told::Pass { what, .. } => Ok(format!("PASS {what}")),
            Told::Fail(what) => Err(PlayerCheckError::Handshake(what)),
        },
    }
}

fn lock(seen: &Mutex<Option<Move>>) -> MutexGuard<'_, Option<Move>> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}
