//! `serve`: games, records and their review on pages in a browser.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use clap::{Args, CommandFactory};

use crate::cli::args::Cli;
use crate::cli::config::config_command::level_of_settings;
use crate::cli::exit::Exit;
use crate::cli::values::habit_args::HabitArgs;
use crate::cli::values::teacher_args::TeacherArgs;
use sgmp_advice::review::{AdviceDesk, CurveSearch};
use sgmp_board::failure::Failure;
use sgmp_engine::engine::NamedNet;
use sgmp_engine::engine::{JudgeEffort, NetChoice};
use sgmp_faces::local_game::{ChairSettings, EngineChair, FOLDER_VARIABLES, GameArchive};
use sgmp_faces::page_server::page_socket::{ListenAddress, PageSocket, ThisMachine};
use sgmp_faces::study::LearnerFiles;
use sgmp_faces::terminal::quiet_page::QuietPage;
use sgmp_faces::web::{PageHabits, Site, game_pages};
use sgmp_match::console::signals::Interrupts;
use sgmp_match::console::{stderr_line, stdout_line};
use sgmp_match::play::duration::parse_duration;
use sgmp_match::port::pause;

/// Bytes for a search.
const MEMORY: usize = 128 << 20;
/// Time between two looks whether to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Pages to serve.
#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Where to listen; port 0 takes a free one. Any other address than this machine's own (127.0.0.1)
    /// is reached from the network: the link has a secret then
    #[arg(long, value_name = "ADDRESS", default_value = ListenAddress::DEFAULT)]
    pub listen: ListenAddress,

    /// Only print the link: open no browser
    #[arg(long)]
    pub no_browser: bool,

    /// Folder of the games [default: sgmp-go/games in $XDG_DATA_HOME or ~/.local/share]
    #[arg(long, value_name = "FOLDER")]
    pub games: Option<PathBuf>,

    /// Folder of your way through the tutorial, your answers to problems and your results of Igo, which the terminal shares [default:
    /// sgmp-go in $XDG_DATA_HOME or ~/.local/share]
    #[arg(long, value_name = "FOLDER")]
    pub learner: Option<PathBuf>,

    /// Time for each of the computer's moves at level 20, in a game without clocks
    #[arg(long, value_parser = parse_duration, default_value = "5s", value_name = "TIME")]
    pub move_time: Duration,

    /// Evaluations of the search that looks at each position of a game that is reviewed
    #[arg(long, default_value_t = CurveSearch::EFFORT, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub effort: u32,

    /// Habits
    #[command(flatten)]
    pub habits: HabitArgs,

    /// The judge of moves that are explained
    #[command(flatten)]
    pub teacher: TeacherArgs,
}

/// Serves pages until Ctrl-C.
///
/// # Errors
/// An address that cannot be listened at.
pub(crate) fn run(args: &ServeArgs) -> Result<Exit, Failure> {
    let interrupts = Interrupts::listen()?;
    let socket = PageSocket::open(args.listen)?;
    let archive = match &args.games {
        Some(folder) => Some(GameArchive::new(folder.clone())),
        None => GameArchive::of_this_user(),
    };
    match &archive {
        Some(archive) => log::info!("games are kept in {}", archive.folder().display()),
        None => {
            stderr_line(format_args!(
                "{FOLDER_VARIABLES}: no game is kept (--games FOLDER)"
            ));
        }
    }
    let learner = args.learner.clone().or_else(LearnerFiles::user_folder);
    let machine = Arc::new(ThisMachine::start());
    let search = CurveSearch {
        net: NamedNet::or_own(args.teacher.net),
        effort: args.effort,
    };
    let (site, work) = Site::new(socket.access().clone(), archive, search, machine);
    let site = site.with_learner(LearnerFiles::new(learner));
    let site = site.with_habits(PageHabits {
        level: level_of_settings(&Cli::command()),
        has_hints: !args.habits.no_hints,
        has_coordinates: !args.habits.no_coordinates,
    });
    let mut chair = EngineChair::new(chair_settings(args.move_time));
    thread::spawn(move || work.engines.run(&mut chair));
    let mut desk = AdviceDesk::new(search.net, JudgeEffort::ONE_POSITION);
    thread::spawn(move || work.teachers.run(&mut desk));
    let (link, others) = (socket.link("/"), socket.network_links("/"));
    let server = socket.serve(game_pages(site))?;
    stdout_line(format_args!("{link}"));
    for link in others {
        stderr_line(format_args!("from other machines: {link}"));
    }
    let ends = match QuietPage::is_open() {
        true => "Enter goes back",
        false => "Ctrl-C ends",
    };
    stderr_line(format_args!(
        "open this link in a browser; {ends}, and every game is kept"
    ));
    if !args.no_browser && has_desktop() {
        open_browser(&link);
    }
    while !interrupts.flag.load(Ordering::Relaxed) && !QuietPage::asks_back() {
        pause(POLL_INTERVAL);
    }
    drop(server);
    Ok(Exit::Done)
}

fn chair_settings(move_time: Duration) -> ChairSettings {
    ChairSettings {
        net: Some(NetChoice::embedded()),
        threads: thread::available_parallelism().map_or(1, Into::into),
        memory: MEMORY,
        move_time,
        resigns: true,
    }
}

/// Returns whether there is a screen that a browser could be on: elsewhere one might open in the terminal.
fn has_desktop() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(not(target_os = "linux")) || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

fn open_browser(link: &str) {
    if let Err(error) = open::that_detached(link) {
        log::info!("no browser opens: {error}");
    }
}
