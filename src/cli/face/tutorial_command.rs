//! `tutorial`: the game taught on short screens, full screen or in lines.

use std::fs;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::mpsc::channel;

use clap::Args;

use super::igo_command::{self, IgoArgs};
use crate::cli::exit::Exit;
use sgmp_board::failure::{Blame, Failure};
use sgmp_board::record::read_bytes;
use sgmp_faces::lessons::tutorial_lines::{LineStep, TutorialLines};
use sgmp_faces::lessons::tutorial_page::{Step, TutorialPage, TutorialView};
use sgmp_faces::study::LearnerFiles;
use sgmp_faces::terminal::screen_terminal::{ScreenTerminal, charset, has_screen};
use sgmp_faces::tui::Key;
use sgmp_faces::tutorial::{
    Chapter, CommentedGame, Lesson, chapters_from_files, check_course, english_chapters,
    english_games,
};
use sgmp_match::console::operator::{CtrlZ, Signals};
use sgmp_match::console::{TextStream, told_line};

/// A lesson.
#[derive(Clone, Debug, Default, Args)]
pub struct TutorialArgs {
    /// The chapter to open, by its number or name [default: where you were]
    #[arg(value_name = "CHAPTER")]
    pub chapter: Option<String>,

    /// Chapters of a folder (NN-NAME.txt, commented games in games/*.sgf) instead of those of the program: a
    /// translation, or a course of your own
    #[arg(long, value_name = "FOLDER")]
    pub course: Option<PathBuf>,

    /// Check the course instead: its form, and every answer, by the rules and by reading out
    #[arg(long, conflicts_with = "chapter")]
    pub check: bool,

    /// Draw boards with ASCII alone, whatever the terminal can show
    #[arg(long)]
    pub ascii: bool,
}

/// The end of a visit.
enum Visit {
    Left,
    Interrupted,
    Play,
}

/// Teaches until the learner leaves; on to a game where that is wished for.
///
/// # Errors
/// A course that cannot be read, a place that cannot be written, a terminal that is no screen.
pub(crate) fn run(args: &TutorialArgs, is_plain: bool) -> Result<Exit, Failure> {
    let chapters = chapters(args.course.as_deref())?;
    if args.check {
        return Ok(check(&chapters));
    }
    let learner = LearnerFiles::new(LearnerFiles::user_folder());
    let mut lesson = Lesson::new(learner.course(chapters), games(args.course.as_deref())?);
    if let Some(word) = &args.chapter
        && !lesson.open_chapter(word)
    {
        let names: Vec<&str> = lesson
            .course()
            .chapters()
            .iter()
            .map(|it| it.title.as_str())
            .collect();
        let why = format!("no chapter {word:?}: the chapters are {}", names.join(", "));
        return Err(Failure::new(Blame::Usage, why));
    }
    let visit = if has_screen() {
        on_screen(lesson, &learner, args.ascii)?
    } else {
        in_lines(lesson, &learner, args.ascii, is_plain)?
    };
    match visit {
        Visit::Left => Ok(Exit::Done),
        Visit::Interrupted => Ok(Exit::Interrupted),
        Visit::Play => {
            let igo = IgoArgs {
                ascii: args.ascii,
                ..IgoArgs::default()
            };
            igo_command::run(&igo, is_plain)
        }
    }
}

fn check(chapters: &[Chapter]) -> Exit {
    let found = check_course(chapters);
    for problem in &found {
        told_line(problem);
    }
    let screens: usize = chapters.iter().map(|it| it.screens.len()).sum();
    if found.is_empty() {
        told_line(format_args!("{screens} screens: every answer is confirmed"));
        return Exit::Done;
    }
    told_line(format_args!("{screens} screens, {} problems", found.len()));
    Exit::Check
}

/// The files of a folder with this ending, by name: the name of each, and its bytes.
fn files(folder: &Path, ending: &str) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let unread = |error| Failure::new(Blame::Usage, format!("{}: {error}", folder.display()));
    let entries = fs::read_dir(folder).map_err(unread)?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|known| known == ending))
        .collect();
    paths.sort();
    let read = paths.into_iter().map(|path| {
        let bytes = read_bytes(&path).map_err(|error| Failure::new(Blame::Usage, error))?;
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        Ok((name.unwrap_or_default(), bytes))
    });
    read.collect()
}

fn chapters(folder: Option<&Path>) -> Result<Vec<Chapter>, Failure> {
    let Some(folder) = folder else {
        return english_chapters().map_err(|error| Failure::new(Blame::Usage, error));
    };
    let files = files(folder, "txt")?;
    if files.is_empty() {
        let why = format!("{}: no chapters (NN-NAME.txt) there", folder.display());
        return Err(Failure::new(Blame::Usage, why));
    }
    let texts = files
        .into_iter()
        .map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned()));
    chapters_from_files(texts).map_err(|error| Failure::new(Blame::Usage, error))
}

/// The games of the program or of a course's folder, and those that the user has put beside the place.
fn games(course: Option<&Path>) -> Result<Vec<CommentedGame>, Failure> {
    let read = |folder: PathBuf| -> Result<Vec<CommentedGame>, Failure> {
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let games = files(&folder, "sgf")?.into_iter().map(|(name, bytes)| {
            let game = CommentedGame::from_sgf(&bytes);
            let why = |error| format!("{}: {error}", folder.join(&name).display());
            game.map_err(|error| Failure::new(Blame::Record, why(error)))
        });
        games.collect()
    };
    let mut games = match course {
        Some(folder) => read(folder.join("games"))?,
        None => english_games().map_err(|error| Failure::new(Blame::Record, error))?,
    };
    if let Some(folder) = LearnerFiles::user_folder() {
        games.extend(read(folder.join("tutorial"))?);
    }
    Ok(games)
}

/// Keeps the place. Where it cannot be kept, the tutorial goes on, and that is told once.
fn keep(lesson: &Lesson, learner: &LearnerFiles) {
    static TOLD: Once = Once::new();
    if let Err(error) = learner.keep_course(lesson.course()) {
        TOLD.call_once(|| log::warn!("your place is not kept: {}", error.message));
    }
}

/// Something that is heard on the screen.
enum Heard {
    Key(Key),
    Interrupt,
}

fn on_screen(lesson: Lesson, learner: &LearnerFiles, is_ascii: bool) -> Result<Visit, Failure> {
    let mut screen = ScreenTerminal::open(charset(is_ascii))?;
    let (sender, heard) = channel();
    let interrupted = sender.clone();
    let signals = Signals::listen(CtrlZ::Stops, move |_| {
        // After the tutorial nobody listens.
        let _gone = interrupted.send(Heard::Interrupt);
    });
    let _signals = signals.map_err(|error| Failure::new(Blame::Port, error))?;
    screen.send_keys(sender, Heard::Key);
    let mut page = TutorialPage::new(lesson);
    loop {
        let view = page.view();
        screen.draw(|look, frame| match &view {
            TutorialView::Lesson(view) => view.draw(look, frame),
            TutorialView::Menu(view) => view.draw(look, frame),
        });
        let gone = || Failure::new(Blame::Record, "nobody reads the keys any more");
        let key = match heard.recv().map_err(|_| gone())? {
            Heard::Interrupt | Heard::Key(Key::Interrupt) => return Ok(Visit::Interrupted),
            Heard::Key(key) => key,
        };
        let (mut point, mut row) = (None, None);
        if let Some(place) = key.place() {
            match &view {
                TutorialView::Lesson(view) => {
                    point = view.point_at(screen.look(), screen.size(), place);
                }
                TutorialView::Menu(view) => row = view.row_at(screen.size(), place.1),
            }
        }
        match key {
            Key::Suspend => screen.suspend(),
            Key::Redraw => screen.clear(),
            key => match page.press(key, point, row) {
                Step::Stay => {}
                Step::Keep => keep(page.lesson(), learner),
                Step::Leave => return Ok(Visit::Left),
                Step::Play => return Ok(Visit::Play),
            },
        }
    }
}

fn in_lines(
    lesson: Lesson,
    learner: &LearnerFiles,
    is_ascii: bool,
    is_plain: bool,
) -> Result<Visit, Failure> {
    let is_seen = TextStream::Stdout.is_terminal();
    let prompts = is_seen && stdin().is_terminal();
    let charset = charset(is_ascii || is_plain);
    let mut lines = TutorialLines::new(lesson, charset, is_seen && !is_plain);
    told_line("The tutorial. Type answers, or help; quit leaves, and the place is kept.\n");
    told_line(lines.page());
    loop {
        if prompts {
            TextStream::Stdout.text("> ");
        }
        let mut line = String::new();
        // Lines are read here: a thread would go on to take those of a game that follows.
        if matches!(stdin().read_line(&mut line), Ok(0) | Err(_)) {
            return Ok(Visit::Left);
        }
        let (told, step) = lines.heed(&line);
        if !told.is_empty() {
            told_line(told);
        }
        match step {
            LineStep::Stay => {}
            LineStep::Keep => keep(lines.lesson(), learner),
            LineStep::Leave => return Ok(Visit::Left),
            LineStep::Play => return Ok(Visit::Play),
        }
    }
}
