//! `review`: a game looked at afterwards, on a screen, in sentences or on a page.

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::output_names::{ForceArgs, OutputNames};
use crate::cli::records::load_record::{RecordArgs, RecordRulesArgs};
use crate::cli::values::teacher_args::TeacherArgs;
use sgmp_advice::review::{CurveSearch, KeptCurve, ReviewedGame};
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::picture::SvgTheme;
use sgmp_board::record::GameRecord;
use sgmp_board::rules::{ByColor, Color};
use sgmp_engine::engine::NamedNet;
use sgmp_engine::engine::NetChoice;
use sgmp_faces::reviews::review_draft::ReviewDraft;
use sgmp_faces::reviews::review_report::write_report;
use sgmp_faces::reviews::review_room::ReviewRoom;
use sgmp_faces::reviews::review_screen::{Departure, ReviewScreen};
use sgmp_faces::reviews::review_table::{ReviewLook, ReviewTable};
use sgmp_faces::reviews::review_threads::{CurveKeeper, ReviewInput};
use sgmp_faces::tables::typed_lines::read_lines_as;
use sgmp_faces::terminal::screen_terminal::{ScreenTerminal, charset, has_screen};
use sgmp_faces::tui::MenuView;
use sgmp_match::console::operator::{CtrlZ, Signals};
use sgmp_match::console::{TextStream, stdout_line};

/// A game to review.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// The record
    #[command(flatten)]
    pub record: RecordArgs,

    /// Evaluations of the search that looks at each position for the curve
    #[arg(long, default_value_t = CurveSearch::EFFORT, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub effort: u32,

    /// The rules.
    #[command(flatten)]
    pub rules: RecordRulesArgs,

    /// The judge
    #[command(flatten)]
    pub teacher: TeacherArgs,

    /// Write one page of the whole game instead: its moves, the curve, the turning points with reasons
    #[arg(long, value_name = "OUT.html")]
    pub report: Option<PathBuf>,

    /// The look of the boards of a report: wood, paper or dark
    #[arg(long, default_value = "wood", value_name = "LOOK", requires = "report")]
    pub theme: SvgTheme,

    /// Draw boards with the letters of ASCII alone
    #[arg(long)]
    pub ascii: bool,

    /// Replace a report
    #[command(flatten)]
    pub force: ForceArgs,
}

impl ReviewArgs {
    /// The options for a file where nothing else is said.
    pub(super) fn usual(file: PathBuf, is_ascii: bool) -> Self {
        #[derive(Debug, clap::Parser)]
        struct Words {
            #[command(flatten)]
            args: ReviewArgs,
        }
        let words = ["review".into(), "--".into(), file.into_os_string()];
        let args = <Words as clap::Parser>::parse_from(words).args;
        Self {
            ascii: is_ascii,
            ..args
        }
    }
}

/// Walks through a game until the person leaves, or writes the report.
///
/// # Errors
/// A file that cannot be read or written, and a record of no game or of an impossible one.
pub(crate) fn run(args: &ReviewArgs, is_plain: bool) -> Result<Exit, Failure> {
    let mut screen = match has_screen() && args.report.is_none() {
        true => Some(ScreenTerminal::open(charset(args.ascii))?),
        false => None,
    };
    if let Some(screen) = &mut screen {
        // The net takes a moment.
        let reading = reading_view(&args.record.file);
        screen.draw(|look, frame| reading.draw(look, frame));
    }
    if let Some(out) = &args.report {
        OutputNames::reading([&args.record.file]).add_new("--report", out, args.force)?;
    }
    let record = args.record.read()?;
    let rules = args.record.rules(&record, &args.rules);
    let damaged = |error: &dyn std::fmt::Display| {
        let file = args.record.file.display();
        Failure::new(Blame::Record, format!("{file}: {error}"))
    };
    let number = args
        .record
        .game_number
        .map_or(1, std::num::NonZeroUsize::get);
    let tree = args.record.read_tree()?;
    let game = ReviewedGame::new(tree.clone(), rules).map_err(|error| damaged(&error))?;
    let main = game.main_game().map_err(|error| damaged(&error))?;
    let net = NamedNet::or_own(args.teacher.net);
    let is_known = main.size().lines() >= NetChoice::MIN_LINES;
    let search = CurveSearch {
        net: net.filter(|_| is_known),
        effort: args.effort,
    };
    let keeper = CurveKeeper::open(KeptCurve::file_of(&args.record.file, number), &main, search);
    if let Some(out) = &args.report {
        return write_report((&record, game.tree()), &main, keeper, net, args.theme, out)
            .map(Exit::from);
    }
    let (draft, kept) = ReviewDraft::open(ReviewDraft::file_of(&args.record.file, number), &tree);
    let game = kept
        .and_then(|kept| ReviewedGame::new(kept, rules).ok())
        .unwrap_or(game);
    let room = ReviewRoom::new(game, keeper, draft, args.record.file.clone());
    let (sender, inputs) = channel();
    let heard = sender.clone();
    let signals = Signals::listen(CtrlZ::Stops, move |_| {
        // When the table is left nobody listens.
        let _gone = heard.send(ReviewInput::Interrupt);
    });
    let _signals = signals.map_err(|error| Failure::new(Blame::Port, error))?;
    if let Some(screen) = screen {
        return on_screen(screen, room, names(&record), net, (&sender, &inputs));
    }
    let lines = sender.clone();
    thread::spawn(move || {
        read_lines_as(|line| {
            lines
                .send(line.map_or(ReviewInput::EndOfLines, ReviewInput::Line))
                .is_ok()
        });
    });
    let is_seen = TextStream::Stdout.is_terminal();
    let look = ReviewLook {
        charset: charset(args.ascii || is_plain),
        shows_board: is_seen && !is_plain,
        prompts: is_seen && stdin().is_terminal(),
    };
    let mut table = ReviewTable::new(room, net, look, &sender);
    table.run(&inputs).map(Exit::from)
}

/// The screen until the game is there.
fn reading_view(file: &Path) -> MenuView {
    MenuView {
        title: "Review".to_owned(),
        subtitle: format!("Reading {} ...", file.display()),
        rows: Vec::new(),
        chosen: 0,
        note: String::new(),
        is_warning: false,
        keys: &[],
    }
}

/// Walks through a game on the screen.
///
/// # Errors
/// Threads that are gone.
fn on_screen(
    mut screen: ScreenTerminal,
    room: ReviewRoom,
    names: ByColor<String>,
    net: Option<NetChoice>,
    (sender, inputs): (&Sender<ReviewInput>, &Receiver<ReviewInput>),
) -> Result<Exit, Failure> {
    let left = ReviewScreen::new(room, names, net, &mut screen, sender).run(inputs);
    drop(screen);
    let (departure, kept) = left?;
    if let Some(kept) = kept {
        stdout_line(kept);
    }
    Ok(match departure {
        Departure::Left => Exit::Done,
        Departure::Interrupted => Exit::Interrupted,
    })
}

fn names(record: &GameRecord) -> ByColor<String> {
    let players = &record.info.players;
    let name = |color: Color| players[color].name.clone().unwrap_or_default();
    ByColor::new(name(Color::Black), name(Color::White))
}
