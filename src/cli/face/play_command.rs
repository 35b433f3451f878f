//! `play`: a game at this computer, at once and without a cable.

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use sgmp_proto::Instant;

use super::igo_command::igo_series_of;
use super::play_args::{ComputerSeats, PlayArgs};
use super::review_command::{self, ReviewArgs};
use crate::cli::exit::Exit;
use crate::cli::records::load_record::read_first_game;
use crate::cli::values::memory_size::default_memory;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::rules::{ByColor, Color};
use sgmp_faces::local_game::{
    ChairSettings, FOLDER_VARIABLES, GameArchive, KeptGame, LocalGame, LocalTerms, Seat,
};
use sgmp_faces::tables::game_room::{GameRoom, GameSeries, today};
use sgmp_faces::tables::plain_table::{PlainLook, PlainTable};
use sgmp_faces::tables::screen_table::{ScreenTable, TableEnd};
use sgmp_faces::tables::table_habits::TableHabits;
use sgmp_faces::tables::table_input::TableInput;
use sgmp_faces::tables::typed_lines::read_lines_as;
use sgmp_faces::terminal::screen_terminal::{ScreenTerminal, charset, has_screen};
use sgmp_match::console::Leaving;
use sgmp_match::console::operator::{CtrlZ, Signals};
use sgmp_match::console::{TextStream, stderr_line, told_line};
use sgmp_match::port::{MonotonicClock, wall_clock};

/// A game to sit down at.
pub(super) struct TableOffer {
    pub(super) game: LocalGame,
    /// Its record, if it has one.
    pub(super) record: Option<KeptGame>,
    /// The series that it belongs to.
    pub(super) series: Option<Box<dyn GameSeries>>,
}

/// Plays games until the person leaves; in sentences alone where that is asked for.
///
/// # Errors
/// A handicap that the board has no points for, a game to go on with that cannot be read, and a record that
/// cannot be written.
pub(crate) fn run(args: &PlayArgs, is_plain: bool) -> Result<Exit, Failure> {
    let (game, record) = game(args, &archive(args)?)?;
    // A game of Igo that is gone on with counts in its ladder.
    let series = record.as_ref().and_then(|kept| igo_series_of(kept.path()));
    let offer = TableOffer {
        game,
        record,
        series,
    };
    sit_down(args, offer, is_plain)
}

/// Plays the game that is offered, and others after it, until the person leaves. Of the options only those of
/// the archive, the engine and the look count.
///
/// # Errors
/// A terminal that is no screen, and a record that cannot be written.
pub(super) fn sit_down(
    args: &PlayArgs,
    offer: TableOffer,
    is_plain: bool,
) -> Result<Exit, Failure> {
    let (exit, kept) = play(args, offer, is_plain)?;
    if let Some(kept) = kept {
        told_line(kept);
    }
    Ok(exit)
}

/// Plays games on a screen or in sentences, and returns how it was left and what is said of the game then.
///
/// # Errors
/// As [`sit_down`].
fn play(
    args: &PlayArgs,
    offer: TableOffer,
    is_plain: bool,
) -> Result<(Exit, Option<String>), Failure> {
    let archive = archive(args)?;
    let clock = MonotonicClock::start();
    let settings = ChairSettings {
        // Read by the thread that thinks, when it first does.
        net: None,
        threads: thread::available_parallelism().map_or(1, Into::into),
        memory: default_memory(),
        move_time: args.move_time,
        resigns: true,
    };
    let (sender, inputs) = channel();
    let (game, file) = (offer.game, offer.record);
    let room = GameRoom::new(game, file, archive, clock, settings, args.net, &sender);
    let mut room = room.with_series(offer.series);
    if has_screen() {
        let exit = play_on_screens(args, is_plain, &mut room, (&sender, &inputs))?;
        return Ok((exit, kept(&room)));
    }
    let _signals = interrupts(&sender)?;
    thread::spawn(move || {
        let input = |line: Option<String>| line.map_or(TableInput::EndOfLines, TableInput::Line);
        read_lines_as(|line| sender.send(input(line)).is_ok());
    });
    let is_seen = TextStream::Stdout.is_terminal();
    let look = PlainLook {
        charset: charset(args.ascii || is_plain),
        shows_board: is_seen && !is_plain,
        prompts: is_seen && stdin().is_terminal(),
        rings: is_seen && args.bell,
        has_hints: !args.habits.no_hints,
        has_coordinates: !args.habits.no_coordinates,
    };
    let leaving = PlainTable::new(&mut room, look).run(&inputs)?;
    let exit = match leaving {
        Leaving::Interrupted => Exit::Interrupted,
        _ => Exit::Done,
    };
    Ok((exit, kept(&room)))
}

/// Plays on the screen until the person leaves. A look at the game that is over has the screen to itself, and leads back to
/// the table.
///
/// # Errors
/// As [`sit_down`].
fn play_on_screens(
    args: &PlayArgs,
    is_plain: bool,
    room: &mut GameRoom,
    (sender, inputs): (&Sender<TableInput>, &Receiver<TableInput>),
) -> Result<Exit, Failure> {
    let habits = TableHabits {
        has_bell: args.bell,
        confirms: args.confirm,
        has_hints: !args.habits.no_hints,
        has_coordinates: !args.habits.no_coordinates,
    };
    loop {
        let mut screen = ScreenTerminal::open(charset(args.ascii))?;
        let signals = interrupts(sender)?;
        screen.send_keys(sender.clone(), TableInput::Key);
        let end = ScreenTable::new(room, &mut screen, habits).run(inputs);
        drop((screen, signals));
        let file = match end? {
            TableEnd::Left => return Ok(Exit::Done),
            TableEnd::Interrupted => return Ok(Exit::Interrupted),
            TableEnd::Review(file) => file,
        };
        let exit = review_command::run(&ReviewArgs::usual(file, args.ascii), is_plain)?;
        if exit != Exit::Done {
            return Ok(exit);
        }
    }
}

/// Has the table hear of signals as long as the value lives.
///
/// # Errors
/// Signals that cannot be listened to.
fn interrupts(sender: &Sender<TableInput>) -> Result<Signals, Failure> {
    let heard = sender.clone();
    let signals = Signals::listen(CtrlZ::Stops, move |_| {
        // After the game nobody listens.
        let _gone = heard.send(TableInput::Interrupt);
    });
    signals.map_err(|error| Failure::new(Blame::Port, error))
}

/// A sentence about a game that was left before its end, or that is lost.
fn kept(room: &GameRoom) -> Option<String> {
    if room.is_lost() {
        return Some(match room.file() {
            Some(file) => format!(
                "The game is not kept as it was left: {} could not be written to the end",
                file.display()
            ),
            None => "The game is not kept".to_owned(),
        });
    }
    let file = room.file().filter(|_| !room.is_over())?;
    let name = file.to_string_lossy();
    let quoted = shlex::try_quote(&name).unwrap_or(name.as_ref().into());
    Some(format!(
        "The game is kept; go on with: sgmp-go play --resume {quoted}"
    ))
}

fn archive(args: &PlayArgs) -> Result<GameArchive, Failure> {
    if let Some(folder) = &args.archive {
        return Ok(GameArchive::new(folder.clone()));
    }
    GameArchive::of_this_user().ok_or_else(|| {
        Failure::new(
            Blame::Usage,
            format!("no folder for the records: {FOLDER_VARIABLES}; name one with --archive"),
        )
    })
}

/// The game to play, and its record if it has one.
fn game(args: &PlayArgs, archive: &GameArchive) -> Result<(LocalGame, Option<KeptGame>), Failure> {
    let Some(resumed) = &args.resume else {
        let game = LocalGame::new(terms(args)?, Instant::ZERO);
        return Ok((
            game.map_err(|error| Failure::new(Blame::Usage, error))?,
            None,
        ));
    };
    let refused = |path: &PathBuf, error: &dyn std::fmt::Display| {
        Failure::new(Blame::Record, format!("{}: {error}", path.display()))
    };
    let path = match resumed {
        Some(path) => path.clone(),
        None => {
            let last = archive.last_unfinished().ok_or_else(|| {
                let folder = archive.folder().display();
                let why =
                    format!("no unfinished game in {folder}: name a record, or leave --resume out");
                Failure::new(Blame::Record, why)
            })?;
            last.path
        }
    };
    let (bytes, read) = read_first_game(&path)?;
    let game = LocalGame::from_record(&read.record, Instant::ZERO);
    let game = game.map_err(|error| refused(&path, &error))?;
    let seats = game.terms().seats;
    if Color::BOTH
        .into_iter()
        .all(|color| seats[color] == Seat::Person)
    {
        stderr_line(
            "The record names no player of this program: both sides are played here, by its own terms.",
        );
    }
    let file = match KeptGame::to_go_on_in(path, bytes, &game) {
        Ok(file) => Some(file),
        Err(left) => {
            stderr_line(left);
            None
        }
    };
    Ok((game, file))
}

fn terms(args: &PlayArgs) -> Result<LocalTerms, Failure> {
    let engine = Seat::Engine(args.level);
    let seats = match args.computer {
        ComputerSeats::Black => ByColor::new(engine, Seat::Person),
        ComputerSeats::White => ByColor::new(Seat::Person, engine),
        ComputerSeats::Both => ByColor::new(engine, engine),
        ComputerSeats::None => ByColor::new(Seat::Person, Seat::Person),
    };
    let handicap = args.local_handicap();
    let handicap = handicap.map_err(|error| Failure::new(Blame::Usage, error))?;
    let now = || wall_clock().timestamp().as_nanosecond() as u64;
    Ok(LocalTerms {
        komi: args.komi.unwrap_or(LocalTerms::usual_komi(handicap)),
        rules: args.rules,
        handicap,
        names: ByColor::new(args.name.clone(), args.name.clone()),
        main_time: args.time,
        seed: args.seed.unwrap_or_else(now),
        date: today(),
        ..LocalTerms::new(args.size, seats)
    })
}
