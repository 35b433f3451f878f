//! `cgos`: games on a CGOS server, one after another, with nobody in attendance.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::cgos_args::CgosArgs;
use super::cgos_watchers::CgosWatchers;
use super::password_source::password;
use super::server_players::{Mover, ServerPlayers};
use crate::cli::exit::Exit;
use crate::cli::matches::match_plan::PlayerPlan;
use crate::cli::values::port_args::open_port;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{Move, Point};
use sgmp_match::cgos::{
    Account, CgosClient, GameFolder, GameSettings, Leave, LeaveWish, LinkSettings, Surroundings,
    drive,
};
use sgmp_match::console::line_queue::text_gap;
use sgmp_match::console::operator::{Keyboard, ScreenMenu, ask_at_terminal};
use sgmp_match::console::operator_menu::OperatorMenu;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{EventTarget, start_queues, stderr_line};
use sgmp_match::play::Decision;
use sgmp_match::port::{DEFAULT_BAUD, MonotonicClock, MoveSlot, PortSpec, wall_clock};
use sgmp_match::spectators::json_events::json_gap;

const MENU: &str = "\nLeave the server? The game goes on while you decide.\n  1  after this game\n  2  now (or \
                    Ctrl-C again): the clock of the game runs, and the same command goes on with it\n  3  go on\n> ";

const HELP: &str = "type a point (D4), pass or resign; `leave` leaves after this game";

/// Plays on the server.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(crate) fn run(args: &CgosArgs) -> Result<Exit, Failure> {
    let PortSpec::Tcp(address) = &args.server else {
        let what = "the server is named by HOST:PORT";
        return Err(Failure::new(Blame::Usage, what));
    };
    let interrupts = Interrupts::listen_at_line()?;
    let settings = GameSettings {
        folder: GameFolder {
            folder: args.output.folder.clone(),
            server: address.to_string(),
        },
        rules: args.rules,
        format: args.output.sgf_format.into(),
        lag: args.line.lag,
        date: || wall_clock().date().to_string(),
    };
    settings.folder.check()?;
    let account = Account {
        name: args.name.clone(),
        password: password(args.password_file.as_deref())?,
        analyze: !args.no_analysis,
    };
    let json_on_stdout =
        args.output.json.as_deref().map(EventTarget::from) == Some(EventTarget::Stdout);
    start_queues(if json_on_stdout { json_gap } else { text_gap });
    let mut watchers = CgosWatchers::open(&args.output, args.human)?;
    let leaving = LeaveWish::default();
    let mover = match args.human {
        true => Mover::Person(read_moves(&leaving)),
        false => Mover::Program(plan(args)),
    };
    let port = open_port(&args.server, DEFAULT_BAUD)?;
    let queue = channel();
    let keyboard = Keyboard::Screen(menu(leaving.clone(), args.human));
    interrupts.hand_over(queue.0.clone(), OperatorMenu::default(), keyboard);
    drive(
        CgosClient::new(account, settings, args.games),
        Surroundings {
            port,
            settings: LinkSettings {
                reconnect: args.line.reconnect,
                silence: args.line.silence,
            },
            source: &mut ServerPlayers::new(mover, &interrupts),
            leaving,
            spectators: &mut watchers.all(),
            queue,
            clock: MonotonicClock::start(),
        },
    )?;
    Ok(Exit::Done)
}

/// Our engine or another program, by its options.
fn plan(args: &CgosArgs) -> PlayerPlan<'_> {
    let player = &args.player;
    PlayerPlan {
        engine: player.engine.as_ref(),
        thinking: &player.thinking,
        ponders: !player.no_ponder,
        resigns: !player.never_resign,
    }
}

/// The effect of Ctrl-C: it asks at a terminal; elsewhere, and where moves are typed, it leaves after the game, and at once
/// when it comes again.
fn menu(leaving: LeaveWish, is_typed: bool) -> ScreenMenu {
    let asking = Arc::new(AtomicBool::new(false));
    ScreenMenu::new(move || {
        let again = asking.swap(true, Ordering::SeqCst);
        if again {
            leaving.put(Leave::Now);
        } else if is_typed || !std::io::stderr().is_terminal() {
            stderr_line("leaving after this game; Ctrl-C again leaves at once");
            leaving.put(Leave::AfterGame);
        } else {
            let (leaving, asking) = (leaving.clone(), Arc::clone(&asking));
            thread::spawn(move || {
                let answer = ask_at_terminal(MENU);
                asking.store(false, Ordering::SeqCst);
                match answer.as_deref().map(str::trim) {
                    Some("1") => leaving.put(Leave::AfterGame),
                    Some("2") | None => leaving.put(Leave::Now),
                    Some(_) => stderr_line("going on"),
                }
            });
        }
        true
    })
}

/// Reads moves from standard input; its end leaves after the game.
fn read_moves(leaving: &LeaveWish) -> MoveSlot {
    let slot = MoveSlot::new();
    let (moves, leaving) = (slot.clone(), leaving.clone());
    stderr_line(HELP);
    thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            let word = line.trim();
            match word.to_ascii_lowercase().as_str() {
                "" => {}
                "pass" => moves.put(Decision::Move(Move::Pass)),
                "resign" => moves.put(Decision::Resign),
                "leave" => leaving.put(Leave::AfterGame),
                _ => match Point::parse(word) {
                    Some(point) => moves.put(Decision::Move(Move::Play(point))),
                    None => stderr_line(HELP),
                },
            }
        }
        leaving.put(Leave::AfterGame);
    });
    slot
}
