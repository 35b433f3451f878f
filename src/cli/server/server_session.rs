//! A session on a server, whatever its protocol: who plays, who watches, and what Ctrl-C does.

use std::io::IsTerminal;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::line_seat::LineSeat;
use super::server_args::{ServerClientArgs, ServerLineArgs, ServerOutputArgs};
use super::server_players::{Mover, ServerPlayers};
use super::server_watchers::{ServerWatchers, TerminalUse};
use crate::cli::exit::Exit;
use crate::cli::matches::match_args::PlayerArgs;
use crate::cli::matches::match_plan::PlayerPlan;
use crate::cli::values::port_args::open_port;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::RuleSet;
use sgmp_faces::match_view::match_screen::MatchScreen;
use sgmp_faces::match_view::server_seat::ServerSeat;
use sgmp_faces::terminal::screen_terminal::has_screen;
use sgmp_match::console::line_queue::text_gap;
use sgmp_match::console::operator::{Keyboard, Menu, Typed, read_keyboard};
use sgmp_match::console::operator_menu::OperatorMenu;
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{EventTarget, start_queues, stderr_line};
use sgmp_match::port::{
    DEFAULT_BAUD, DriverInput, HostPort, MonotonicClock, Operator, Port, PortSpec, wall_clock,
};
use sgmp_match::servers::{
    GameFolder, GameSettings, LinkSettings, ServerClient, ServerKind, Surroundings, TypedLine,
    TypedLines, drive,
};
use sgmp_match::spectators::json_events::json_gap;

/// The options of a session that all servers share.
pub(super) struct SessionArgs<'a> {
    pub(super) kind: ServerKind,
    pub(super) server: &'a PortSpec,
    pub(super) sitter: Sitter<'a>,
    pub(super) line: &'a ServerLineArgs,
    pub(super) output: &'a ServerOutputArgs,
}

impl<'a> SessionArgs<'a> {
    /// The options of a client, for which a person plays or a program.
    pub(super) const fn new(kind: ServerKind, args: &'a ServerClientArgs, human: bool) -> Self {
        Self {
            kind,
            server: &args.server,
            sitter: match human {
                true => Sitter::Person,
                false => Sitter::Program(&args.player),
            },
            line: &args.line,
            output: &args.output,
        }
    }
}

/// Listens for signals, and has a folder for the games.
///
/// # Errors
/// As for [`game_settings`].
pub(super) fn begin(
    args: &SessionArgs<'_>,
    rules: RuleSet,
) -> Result<(Interrupts, GameSettings), Failure> {
    Ok((Interrupts::listen_at_line()?, game_settings(args, rules)?))
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
    let terminal = match is_typed {
        _ if !json_on_stdout && !args.output.quiet && has_screen() => TerminalUse::Screen,
        true => TerminalUse::LinesAndBoards,
        false => TerminalUse::Lines,
    };
    let clock = MonotonicClock::start();
    let mut watchers = ServerWatchers::open(args.output, terminal, clock)?;
    let typed = TypedLines::default();
    let port = open_server(&args)?;
    let (sender, inbox) = channel();
    let hand = is_typed.then(|| typed.clone());
    let desk = Desk {
        kind: args.kind,
        sender: sender.clone(),
        hand,
    };
    let mut screen = match terminal {
        TerminalUse::Screen => {
            let seat = ServerSeat::new(args.kind, address(&args)?.to_string());
            let (hand, sender) = (desk.hand.clone(), sender.clone());
            Some(MatchScreen::on_server(seat, hand, sender, clock)?)
        }
        TerminalUse::Lines | TerminalUse::LinesAndBoards => None,
    };
    if screen.is_some() {
        watchers.tell_page();
    }
    let menu = OperatorMenu::on_server();
    let keyboard = match &screen {
        Some(screen) => Keyboard::Screen(screen.menu(menu.clone())),
        None => desk.keyboard(),
    };
    let mover = match args.sitter {
        Sitter::Person => Mover::Person(typed.moves()),
        Sitter::Program(player) => Mover::Program(plan(player)),
        Sitter::Line(seat) => Mover::Line(seat),
    };
    interrupts.hand_over(sender.clone(), menu, keyboard);
    let mut spectators = watchers.all();
    spectators.extend(screen.as_mut().map(|screen| screen as _));
    let played = drive(
        client,
        Surroundings {
            port,
            settings: LinkSettings {
                reconnect: args.line.reconnect,
                silence: args.line.silence,
            },
            source: &mut ServerPlayers::new(mover, &interrupts),
            typed,
            spectators: &mut spectators,
            queue: (sender, inbox),
            clock,
        },
    );
    // The terminal is given back before anything is said on it.
    drop(screen);
    watchers.finish();
    played.map(|()| Exit::Done)
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

/// The place of whoever sits at a terminal of lines.
struct Desk {
    kind: ServerKind,
    sender: Sender<DriverInput>,
    /// Where typed lines go, if a person plays.
    hand: Option<TypedLines>,
}

impl Desk {
    /// The keyboard on which Ctrl-C asks; where lines are typed, one reader has it.
    fn keyboard(self) -> Keyboard {
        if self.hand.is_some() {
            let menu = Menu::default();
            let shared = menu.clone();
            stderr_line(help(self.kind));
            thread::spawn(move || self.read(&menu));
            return Keyboard::Shared(shared);
        }
        match std::io::stderr().is_terminal() {
            true => Keyboard::Ours,
            false => Keyboard::Nobody,
        }
    }

    /// Reads lines until there are no more. A file or a pipe has said all then, and the game is played to its end; a terminal
    /// has gone away, and nobody is there to move.
    fn read(&self, menu: &Menu) {
        let is_terminal = std::io::stdin().is_terminal();
        read_keyboard(menu, |typed| match typed {
            Typed::Answer(Some(operator)) => self.tell(operator),
            Typed::Answer(None) => stderr_line("going on"),
            Typed::Line(line) => self.heed(&line),
            Typed::CtrlD => menu.insist(),
        });
        self.tell(match is_terminal {
            true => Operator::Leaves,
            false => Operator::LeavesAfterGame,
        });
    }

    fn heed(&self, line: &str) {
        match TypedLine::read(line) {
            None => {}
            Some(TypedLine::Words(words)) if words.eq_ignore_ascii_case("leave") => {
                self.tell(Operator::LeavesAfterGame);
            }
            Some(TypedLine::Words(_)) if self.kind == ServerKind::Cgos => {
                stderr_line(help(self.kind));
            }
            Some(line) => self.hand.iter().for_each(|lines| lines.put(line.clone())),
        }
    }

    fn tell(&self, operator: Operator) {
        // The last game may be over.
        let _gone = self.sender.send(DriverInput::Operator(operator));
    }
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
