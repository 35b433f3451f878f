//! The pages behind the start page: games that were kept, ways to practice, events.

use std::path::Path;

use sgmp_board::record::{GameRecord, GameResult, read_bytes, read_game};
use sgmp_board::rules::Color;
use sgmp_faces::local_game::{GameArchive, Seat, hour_of};
use sgmp_faces::menus::choice_page::{ChoicePage, ChoiceRow, FileField};

/// Games that are listed.
const MAX_GAMES: usize = 200;

/// Moves from which on a game is worth guessing.
const MIN_GUESSED: usize = 10;

/// The kept games, the latest first, to be reviewed.
pub(super) fn games_to_review(archive: Option<&GameArchive>) -> ChoicePage {
    let words = ["review"];
    ChoicePage::new(
        "Review a game",
        "Move by move, with who was ahead, where it turned, and what if.".to_owned(),
        Some(file_field(&words)),
        games(archive, &words, |_| true),
    )
}

/// The games without a result, the latest first, to be gone on with.
pub(super) fn games_to_go_on_with(archive: Option<&GameArchive>) -> ChoicePage {
    let words = ["play", "--resume"];
    ChoicePage::new(
        "Load a game",
        "It goes on where it was left; its file stays the same.".to_owned(),
        Some(file_field(&words)),
        games(archive, &words, |record| {
            record.info.result == GameResult::Unknown
        }),
    )
}

/// The kept games, the latest first, whose moves can be guessed.
fn games_to_guess(archive: Option<&GameArchive>) -> ChoicePage {
    let words = ["guess"];
    ChoicePage::new(
        "Guess the move",
        "Ten points for the move of the game, fewer at the second try; another good move brings some too.".to_owned(),
        Some(file_field(&words)),
        games(archive, &words, |record| record.moves().len() >= MIN_GUESSED),
    )
}

fn file_field(words: &[&str]) -> FileField {
    FileField {
        label: "A file",
        note: "The name of an SGF file: type it.",
        words: owned(words),
        typed: String::new(),
    }
}

fn games(
    archive: Option<&GameArchive>,
    words: &[&str],
    is_wanted: impl Fn(&GameRecord) -> bool,
) -> Vec<ChoiceRow> {
    let files = archive.map(GameArchive::files).unwrap_or_default();
    let games = files.into_iter().take(MAX_GAMES).filter_map(|path| {
        let record = read_game(&read_bytes(&path).ok()?, 1).ok()?.record;
        is_wanted(&record).then(|| ChoiceRow {
            label: game_words(&record, &path),
            note: path.display().to_string(),
            words: [owned(words), vec![path.display().to_string()]].concat(),
            takes_file: false,
            leads_to: None,
        })
    });
    games.collect()
}

/// "2026-11-26 14:05  9x9  Ada - level 3, 57 moves, B+3.5".
fn game_words(record: &GameRecord, file: &Path) -> String {
    let info = &record.info;
    let name = |color: Color| match info.players[color].name.clone() {
        Some(name) => match Seat::from_name(&name) {
            Seat::Engine(level) => format!("level {level}"),
            Seat::Person => name,
        },
        None => color.to_string(),
    };
    let hour = hour_of(file).map_or_else(String::new, |hour| format!(" {hour}"));
    let date = info.date.clone().unwrap_or_default() + &hour;
    let moves = match record.moves().len() {
        1 => "1 move".to_owned(),
        moves => format!("{moves} moves"),
    };
    let result = match &info.result {
        GameResult::Unknown => "not finished".to_owned(),
        result => result.to_string(),
    };
    format!(
        "{date}  {}  {} - {}, {moves}, {result}",
        record.size(),
        name(Color::Black),
        name(Color::White),
    )
}

/// A way to practice: a name, a sentence, the words of the command line.
type Way = (&'static str, &'static str, &'static [&'static str]);

const WAYS: [Way; 4] = [
    (
        "Problems",
        "A position, one task, and why not for every wrong answer.",
        &["problems"],
    ),
    (
        "The smallest game: 7x7, level 0",
        "You are Black and begin; h gives a hint, u takes back.",
        &["play", "--size", "7", "--level", "0"],
    ),
    (
        "Watch the computer play itself on 9x9",
        "w tells why a move was made, t and g what is whose.",
        &["play", "--computer", "both", "--level", "5"],
    ),
    (
        "Corners: the joseki tutor",
        "The book's moves on the board; k begins a quiz.",
        &["joseki", "tutor"],
    ),
];

/// The chances that were missed in one's games.
fn own_mistakes() -> ChoicePage {
    let rows = [
        (
            "Look through your latest games",
            "It reads every move, which takes a while; what it finds is kept.",
            ["problems", "mistakes"],
        ),
        (
            "Solve what was found",
            "Each comes again in time until it is known.",
            ["problems", "own"],
        ),
    ];
    plain_page("Your own mistakes", &rows)
}

/// A page of rows without a field.
fn plain_page<W: AsRef<[&'static str]>>(
    title: &'static str,
    rows: &[(&'static str, &'static str, W)],
) -> ChoicePage {
    let rows = rows.iter().map(|(label, note, words)| ChoiceRow {
        label: (*label).to_owned(),
        note: (*note).to_owned(),
        words: owned(words.as_ref()),
        takes_file: false,
        leads_to: None,
    });
    ChoicePage::new(title, String::new(), None, rows.collect())
}

/// The ways to practice.
pub(super) fn practice(archive: Option<&GameArchive>) -> ChoicePage {
    let row = |(label, note, words): Way| ChoiceRow {
        label: label.to_owned(),
        note: note.to_owned(),
        words: owned(words),
        takes_file: false,
        leads_to: None,
    };
    let guess = ChoiceRow {
        leads_to: Some(Box::new(games_to_guess(archive))),
        ..row((
            "Guess the moves of a game",
            "A game of a master, or one that was played here: what comes next?",
            &[],
        ))
    };
    let mistakes = ChoiceRow {
        leads_to: Some(Box::new(own_mistakes())),
        ..row((
            "Your own mistakes, as problems",
            "The chances that you missed in your games: first looked for, then asked.",
            &[],
        ))
    };
    let mut rows: Vec<ChoiceRow> = WAYS.into_iter().map(row).collect();
    rows.splice(1..1, [mistakes, guess]);
    ChoicePage::new("Practice", String::new(), None, rows)
}

/// The tasks with an event.
pub(super) fn events() -> ChoicePage {
    let row = |label: &str, note: &str, words: &[&str]| ChoiceRow {
        label: label.to_owned(),
        note: note.to_owned(),
        words: [owned(&["tournament"]), owned(words)].concat(),
        takes_file: true,
        leads_to: None,
    };
    let rows = vec![
        row(
            "Write an example of an event's file",
            "It says who plays and how: change it as you like.",
            &["new"],
        ),
        row(
            "Check the players",
            "Each is started and asked for a move: the day before.",
            &["check"],
        ),
        row(
            "Rounds, method, longest duration",
            "Before anybody plays.",
            &["plan"],
        ),
        row(
            "Play it from where it stands",
            "Until it is over or somebody has to decide; Ctrl-C stops, and the same goes on.",
            &["run"],
        ),
        row(
            "Where it stands",
            "The standings, and what comes next.",
            &["status"],
        ),
    ];
    let field = FileField {
        label: "Its file",
        note: "The event's file, EVENT.toml: type its name.",
        words: Vec::new(),
        typed: String::new(),
    };
    let mut page = ChoicePage::new(
        "A tournament",
        "An event is a file; what happens is kept beside it.".to_owned(),
        Some(field),
        rows,
    );
    page.chosen = 0;
    page
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;
    use sgmp_faces::menus::menu_screen::{MenuPage, MenuStep};
    use sgmp_faces::tui::Key;

    #[test]
    fn every_choice_has_words_that_are_understood() {
        let pages = [
            practice(None),
            own_mistakes(),
            events(),
            games_to_review(None),
        ];
        for page in pages {
            for row in page.rows.iter().filter(|row| row.leads_to.is_none()) {
                let file = row.takes_file.then(|| "event.toml".to_owned());
                let words = row.words.iter().cloned().chain(file);
                let words = std::iter::once("sgmp-go".to_owned()).chain(words);
                Cli::try_parse_from(words).unwrap();
            }
        }
        assert!(practice(None).rows.len() >= 3);
    }

    #[test]
    fn kept_games_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
        write(
            "a.sgf",
            "(;SZ[9]PB[Ada]PW[Bo]DT[2026-11-26]RE[B+3.5];B[ee])",
        )
        .unwrap();
        let open = "2026-11-27-140559-ada.sgf";
        let moves = ";B[];W[]".repeat(5);
        let text = format!("(;SZ[9]PB[Ada]PW[sgmp-go level 3]DT[2026-11-27]{moves})");
        write(open, &text).unwrap();
        let archive = GameArchive::new(folder.path().to_owned());
        let all = games_to_review(Some(&archive));
        assert_eq!(all.rows.len(), 2);
        let mut practice = practice(Some(&archive));
        practice.press(Key::Arrow(0, -1), None);
        practice.press(Key::Arrow(0, -1), None);
        practice.press(Key::Enter, None);
        assert_eq!(practice.view().title, "Guess the move");
        let MenuStep::Begin(words) = practice.press(Key::Enter, None) else {
            panic!("a game is chosen");
        };
        assert!(
            words[0] == "guess" && words[1].ends_with("ada.sgf"),
            "{words:?}"
        );
        let words = [vec!["sgmp-go".to_owned()], words].concat();
        Cli::try_parse_from(words).unwrap();
        let open = games_to_go_on_with(Some(&archive));
        let labels: Vec<&str> = open.rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(
            labels,
            ["2026-11-27 14:05  9x9  Ada - level 3, 10 moves, not finished"]
        );
        assert!(open.view().note.ends_with("ada.sgf"));
    }
}
