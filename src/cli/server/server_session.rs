//! A session on a server, whatever its protocol: who plays, who watches, and what Ctrl-C does.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use super::line_seat::LineSeat;
use super::server_args::{ServerLineArgs, ServerOutputArgs};
use super::server_players::{Mover, ServerPlayers};
use super::server_watchers::ServerWatchers;
use crate::cli::exit::Exit;
use crate::cli::matches::match_args::PlayerArgs;
use crate::cli::matches::match_plan::PlayerPlan;
use crate::cli::values::port_args::open_port;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::RuleSet;
use sgmp_match::console::line_queue::text_gap;
use sgmp_match::console::operator::{Keyboard, ScreenMenu, ask_at_terminal};
use sgmp_match::console::operator_menu::OperatorMenu;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{EventTarget, start_queues, stderr_line};
use sgmp_match::port::{DEFAULT_BAUD, HostPort, MonotonicClock, Port, PortSpec, wall_clock};
use sgmp_match::servers::{
    GameFolder, GameSettings, Leave, LeaveWish, LinkSettings, ServerClient, ServerKind,
    Surroundings, TypedLine, TypedLines, drive,
};
use sgmp_match::spectators::json_events::json_gap;

const MENU: &str = "\nLeave the server? The game goes on while you decide.\n  1  after this game\n  2  now (or \
                    Ctrl-C again): the clock of the game runs, and the same command goes on with it\n  3  go on\n> ";

/// The options of a session that all servers share.
pub(super) struct SessionArgs<'a> {
    pub(super) kind: ServerKind,
    pub(super) server: &'a PortSpec,
    pub(super) sitter: Sitter<'a>,
    pub(super) line: &'a ServerLineArgs,
    pub(super) output: &'a ServerOutputArgs,
}

/// Those who can play on a server.
pub(super) enum Sitter<'a> {
    /// Our engine, or another program.
    Program(&'a PlayerArgs),
    /// A person, who types.
    Person,
    /// A program at the end of a line.
    Line(LineSeat),
}

impl<'a> Sitter<'a> {
    /// A person or a program, by the options.
    pub(super) const fn new(player: &'a PlayerArgs, human: bool) -> Self {
        match human {
            true => Self::Person,
            false => Self::Program(player),
        }
    }
}

/// The settings of the games there, whose folder can be written to.
///
/// # Errors
/// A folder that cannot be used, or a port that is no server's.
pub(super) fn game_settings(
    args: &SessionArgs<'_>,
    rules: RuleSet,
) -> Result<GameSettings, Failure> {
    let settings = GameSettings {
        folder: game_folder(args, address(args)?),
        rules,
        format: args.output.sgf_format.into(),
        lag: args.line.lag,
        date: || wall_clock().date().to_string(),
    };
    settings.folder.check()?;
    Ok(settings)
}

/// The server's address.
fn address<'a>(args: &SessionArgs<'a>) -> Result<&'a HostPort, Failure> {
    match args.server {
        PortSpec::Tcp(address) => Ok(address),
        _ => {
            let what = "the server is named by HOST:PORT";
            Err(Failure::new(Blame::Usage, what))
        }
    }
}

fn game_folder(args: &SessionArgs<'_>, address: &HostPort) -> GameFolder {
    GameFolder {
        kind: args.kind,
        folder: args.output.folder.clone(),
        server: address.to_string(),
    }
}

/// The port to the server. One that is not there is tried for where a game there is not over: after a power cut it may come
/// up later than we do.
fn open_server(args: &SessionArgs<'_>) -> Result<Port, Failure> {
    open_port(args.server, DEFAULT_BAUD).or_else(|failure| {
        let address = address(args)?;
        if game_folder(args, address).unfinished().is_empty() {
            return Err(failure);
        }
        stderr_line(format_args!(
            "{failure}; a game there is not over, so the server is tried for (--reconnect)"
        ));
        Ok(Port::unconnected(address))
    })
}

/// Plays on the server until all is done.
///
/// # Errors
/// [`Failure`], with the exit code.
pub(super) fn play(
    client: &mut dyn ServerClient,
    args: SessionArgs<'_>,
    interrupts: Interrupts,
) -> Result<Exit, Failure> {
    let json_on_stdout =
        args.output.json.as_deref().map(EventTarget::from) == Some(EventTarget::Stdout);
    start_queues(if json_on_stdout { json_gap } else { text_gap });
    let is_typed = matches!(args.sitter, Sitter::Person);
    let mut watchers = ServerWatchers::open(args.output, is_typed)?;
    let leaving = LeaveWish::default();
    let typed = match is_typed {
        true => read_lines(args.kind, &leaving),
        false => TypedLines::default(),
    };
    let port = open_server(&args)?;
    let mover = match args.sitter {
        Sitter::Person => Mover::Person(typed.moves()),
        Sitter::Program(player) => Mover::Program(plan(player)),
        Sitter::Line(seat) => Mover::Line(seat),
    };
    let queue = channel();
    let keyboard = Keyboard::Screen(menu(leaving.clone(), is_typed));
    interrupts.hand_over(queue.0.clone(), OperatorMenu::default(), keyboard);
    drive(
        client,
        Surroundings {
            port,
            settings: LinkSettings {
                reconnect: args.line.reconnect,
                silence: args.line.silence,
            },
            source: &mut ServerPlayers::new(mover, &interrupts),
            leaving,
            typed,
            spectators: &mut watchers.all(),
            queue,
            clock: MonotonicClock::start(),
        },
    )?;
    Ok(Exit::Done)
}

/// Our engine or another program, by its options.
fn plan(player: &PlayerArgs) -> PlayerPlan<'_> {
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

/// Reads lines from standard input; its end leaves after the game.
fn read_lines(kind: ServerKind, leaving: &LeaveWish) -> TypedLines {
    let typed = TypedLines::default();
    let (lines, leaving) = (typed.clone(), leaving.clone());
    let help = help(kind);
    stderr_line(help);
    thread::spawn(move || {
        for line in std::io::stdin().lines().map_while(Result::ok) {
            match TypedLine::read(&line) {
                None => {}
                Some(TypedLine::Words(words)) if words.eq_ignore_ascii_case("leave") => {
                    leaving.put(Leave::AfterGame);
                }
                Some(TypedLine::Words(_)) if kind == ServerKind::Cgos => stderr_line(help),
                Some(line) => lines.put(line),
            }
        }
        leaving.put(Leave::AfterGame);
    });
    typed
}

/// The words that a person can type.
const fn help(kind: ServerKind) -> &'static str {
    match kind {
        ServerKind::Cgos => "type a point (D4), pass or resign; `leave` leaves after this game",
        ServerKind::Nngs => {
            "type a point (D4), pass or resign; after two passes the points of dead stones, and `done`; `leave` leaves after \
             this game; all else goes to the server: say, undo, adjourn, match, who, games"
        }
    }
}
