//! `picture`: positions drawn as text and SVG, on standard output and in files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::tools::{Tool, needs};

const RECORD: &str = "(;SZ[5]PB[Ito]PW[Abe]KM[0.5];B[cc];W[bc];B[bb];W[cb];B[cd];W[ab];B[ac];W[dd];B[bd];W[de];B[bc])";

fn picture(record: &Path, options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .arg("picture")
        .arg(record)
        .args(options)
        .output()
        .expect("the program runs")
}

fn told(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

/// A folder with the record.
fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.sgf");
    fs::write(&record, RECORD).expect("a record");
    (folder, record)
}

#[test]
fn a_position_is_drawn_as_text() {
    let (_folder, record) = folder();
    let drawn = told(&picture(&record, &["--move", "3"]));
    let expected = [
        "   A B C D E",
        " 5 . . . . . 5",
        " 4 .(X). . . 4",
        " 3 . O X . . 3",
        " 2 . . . . . 2",
        " 1 . . . . . 1",
        "   A B C D E",
        "Marks: X Black, O White, . empty, ( ) latest move\n",
    ];
    assert_eq!(drawn, expected.join("\n"));
}

#[test]
fn a_figure_has_numbers_and_says_where_there_was_no_room() {
    let (_folder, record) = folder();
    let drawn = told(&picture(&record, &["--move", "4-11"]));
    assert!(drawn.contains(" 4 O6  X   O4  .   .   4"), "{drawn}");
    assert!(drawn.ends_with("11 at B3\n"), "{drawn}");
}

#[test]
fn layers_say_what_they_show() {
    let (_folder, record) = folder();
    let options = ["--show", "territory,life,influence", "--net", "none"];
    let drawn = told(&picture(&record, &options));
    for note in ["Territory as it is expected", "Groups: ", "Influence: "] {
        assert!(drawn.contains(note), "{drawn}");
    }
}

#[test]
fn the_name_of_a_file_says_how_it_is_drawn() {
    let (folder, record) = folder();
    let out = |name: &str| folder.path().join(name).display().to_string();
    let (svg, text) = (out("board.svg"), out("board.txt"));
    told(&picture(
        &record,
        &["--theme", "dark", "--size", "300", "--out", &svg],
    ));
    let drawn = fs::read_to_string(&svg).unwrap();
    assert!(
        drawn.starts_with("<svg ") && drawn.contains("width=\"300\""),
        "{drawn}"
    );
    assert!(drawn.contains("Ito (Black) against Abe (White), position after move 11, Black B3"));
    told(&picture(&record, &["--out", &text]));
    assert!(fs::read_to_string(&text).unwrap().contains('●'));
}

/// With the feature `png`; a machine without fonts draws no coordinates.
#[cfg(feature = "png")]
#[test]
fn an_image_is_drawn_without_a_warning() {
    let (folder, record) = folder();
    let image = folder.path().join("board.png").display().to_string();
    let output = picture(
        &record,
        &["--show", "life", "--net", "none", "--out", &image],
    );
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("no font is installed") {
        return;
    }
    assert_eq!((output.status.code(), said.as_str()), (Some(0), ""));
    assert!(fs::read(image).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_drawn_is_refused_before_anything_is_written() {
    let (folder, record) = folder();
    let taken = folder.path().join("taken.svg");
    fs::write(&taken, "mine").unwrap();
    let taken = taken.display().to_string();
    for (options, why) in [
        (&["--move", "12"][..], "has no move 12: give --move 0 to 11"),
        (&["--move", "3-14"], "has no move 14: give --move 1 to 11"),
        (&["--move", "5-3"], "57 or 1-50"),
        (&["--move", "1-3", "--show", "life"], "for one position"),
        (
            &["--show", "weather"],
            "territory, life, influence or hints",
        ),
        (&["--out", "board.jpg"], ".txt or .html"),
        (&["--out", &taken], "--force"),
        (&["--out", "game.html", "--move", "3"], "the whole game"),
    ] {
        let output = picture(&record, options);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{options:?}: {said}");
        assert!(said.contains(why), "{options:?}: {said}");
    }
    assert_eq!(fs::read_to_string(taken).unwrap(), "mine");
}

/// The commands of `docs/pictures/README.md` make the pictures that lie beside it. Of those that show a judgment
/// only size and position are compared: the judgment changes with the net and the reader, and in the last digit
/// with the processor. Those with hints take long in a test and are passed over.
#[test]
fn the_pictures_of_the_documents_are_those_of_the_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/pictures/README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut seen = 0;
    for line in page
        .lines()
        .filter(|line| line.starts_with("sgmp-go picture "))
    {
        let words: Vec<&str> = line.split_whitespace().skip(2).collect();
        let name = words.last().unwrap();
        if line.contains("hints") {
            continue;
        }
        let made = folder.path().join(Path::new(name).file_name().unwrap());
        let options = &words[1..words.len() - 1];
        let options: Vec<&str> = options
            .iter()
            .copied()
            .filter(|w| *w != "--force")
            .collect();
        let mut options = options;
        let out = made.display().to_string();
        options.push(&out);
        told(&picture(&root.join(words[0]), &options));
        let (kept, made) = (
            fs::read_to_string(root.join(name)),
            fs::read_to_string(&made),
        );
        let (kept, made) = (kept.unwrap(), made.unwrap());
        if line.contains("--show") {
            assert_eq!(before_judgment(&kept), before_judgment(&made), "{line}");
        } else {
            assert_eq!(kept, made, "{line}");
        }
        seen += 1;
    }
    assert!(seen >= 3, "{seen}");
}

/// The part of an SVG before what is judged: size, title and the description of the stones.
fn before_judgment(svg: &str) -> &str {
    let latest = svg.find("Latest move: ").expect("a latest move");
    let end = svg[latest..].find('.').expect("the end of the sentence");
    &svg[..latest + end]
}

/// The page in a browser, from its file.
#[test]
fn a_page_is_walked_through_in_a_browser() {
    needs!(Chromium);
    let (folder, record) = folder();
    let page = folder.path().join("game.html");
    told(&picture(&record, &["--out", &page.display().to_string()]));
    let shown = |anchor: &str| {
        let profile = folder.path().join("profile");
        let output = Command::new(Tool::Chromium.path())
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg(format!("file://{}{anchor}", page.display()))
            .output()
            .expect("the browser runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // The script ran: it shows what is hidden without one, and tells of the last move.
    let whole = shown("");
    for part in [
        "Move 11 of 11: Black B3.",
        "Taken: by Black 1, by White 0",
        "<nav id=\"steps\" aria-label=\"Moves\">",
    ] {
        assert!(whole.contains(part), "{part} in\n{whole}");
    }
    let ninth = shown("#m9");
    let said = "Move 9 of 11: Black B2. One stone is taken.";
    assert!(ninth.contains(said), "{ninth}");
    let first = shown("#m1");
    let said = ["Move 1 of 11: Black C3.", "Black: C3. White: ."];
    assert!(said.iter().all(|part| first.contains(part)), "{first}");
}
