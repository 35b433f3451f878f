//! Pages of games that are files: no server, with a script and without one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::browser::{Page, run};
use crate::tools::{Tool, needs};

/// Largest page of a game.
const MAX_BYTES: u64 = 60_000;

/// A game of a tournament: 19x19, more than 200 moves.
const GAME: &str = "fixtures/matches/black-19.sgf";

/// A game with variations and comments.
const COMMENTED: &str = "(;SZ[9]PB[Ito]PW[Abe]GC[A lesson.];B[ee]C[The middle.];W[ce](;B[gc];W[gg])(;B[cc]C[Too near.];W[gc]))";

/// Writes the page of a record into a folder.
fn page_of(record: &Path, folder: &Path) -> PathBuf {
    let page = folder.join("game.html");
    let output = Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(["picture", "--no-config", "--force", "--out"])
        .args([&page, record])
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    page
}

fn game() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(GAME)
}

fn link(page: &Path) -> String {
    format!("file://{}", page.display())
}

fn says(text: &str) -> String {
    format!("document.querySelector('#said').textContent.startsWith({text:?})")
}

#[test]
fn a_game_is_walked_through_from_a_file() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let folder = tempfile::tempdir().expect("a folder");
        let file = page_of(&game(), folder.path());
        let size = fs::metadata(&file).expect("a file").len();
        assert!(size <= MAX_BYTES, "{size} bytes");
        let page = Page::open(&link(&file), 1280, 900, false).await;
        page.wait(
            "the end",
            "document.querySelectorAll('#moves .here').length === 1",
        )
        .await;
        page.picture("file-light").await;
        page.key("\u{e011}").await; // Home
        page.wait("the beginning", &says("Before the first of "))
            .await;
        page.key("\u{e014}").await; // right
        page.wait("the first move", &says("Move 1 of ")).await;
        page.key("\u{e00f}").await; // Page Down
        page.wait("ten more", &says("Move 11 of ")).await;
        assert_eq!(page.eval("location.hash").await, "#m11");
        page.eval("document.querySelector('#board').click()").await;
        page.wait("a click on the left", &says("Move 10 of ")).await;
        page.close().await;
    });
}

#[test]
fn variations_are_shown_on_the_page_of_a_game() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("lesson.sgf");
        fs::write(&record, COMMENTED).expect("a record");
        let file = page_of(&record, folder.path());
        let page = Page::open(&link(&file), 1280, 900, true).await;
        page.wait("the end", &says("Move 4 of 4: White G3.")).await;
        page.eval("document.querySelector('#variations a').click()")
            .await;
        page.wait("the variation", &says("A variation. Move 3: Black C7."))
            .await;
        page.key("\u{e014}").await; // right
        page.wait("its end", &says("A variation. Move 4: White G7."))
            .await;
        page.picture("file-variation-dark").await;
        page.key("\u{e012}").await; // left
        page.key("\u{e012}").await;
        page.wait("the game", &says("Move 2 of 4: White C5.")).await;
        page.key("\u{e014}").await;
        page.wait("the game's own move", &says("Move 3 of 4: Black G7."))
            .await;
        page.close().await;
    });
}

/// On a phone, too, the board stays in view, and the comment of the move stands below it.
#[test]
fn a_move_of_the_address_is_shown_with_the_board_and_its_comment_in_view() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("long.sgf");
        let points = (b'a'..=b's').flat_map(|x| [b'c', b'i', b'o'].map(|y| [x, y]));
        let moves = points.enumerate().map(|(index, [x, y])| {
            let color = if index % 2 == 0 { 'B' } else { 'W' };
            let (x, y) = (char::from(x), char::from(y));
            format!(
                ";{color}[{x}{y}]C[{}]",
                format!("Words on move {}. ", index + 1).repeat(12)
            )
        });
        let text = format!("(;SZ[19]{})", moves.collect::<String>());
        fs::write(&record, text).expect("a record");
        let file = page_of(&record, folder.path());
        let in_view = "(() => { const box = document.querySelector('#board svg').getBoundingClientRect(); \
                       return box.top >= -1 && box.bottom <= innerHeight; })()";
        let told = |number: u8| {
            format!(
                "document.querySelector('#told').textContent.startsWith('Words on move {number}.')"
            )
        };
        for (width, height) in [(500, 844), (1280, 800)] {
            let link = format!("{}#m50", link(&file));
            let page = Page::open(&link, width, height, false).await;
            page.wait("move 50", &says("Move 50 of 57")).await;
            page.wait("its comment", &told(50)).await;
            page.wait("the board", in_view).await;
            page.eval("document.querySelector('#moves a[href=\"#m57\"]').click()")
                .await;
            page.wait("the last comment", &told(57)).await;
            page.wait("the board still", in_view).await;
            let seen = page
                .eval("[...document.querySelectorAll('#moves p')].some((p) => p.offsetHeight > 0)")
                .await;
            assert_eq!(seen, false, "one comment pane");
            page.picture(&format!("file-comment-{width}")).await;
            page.close().await;
        }
    });
}

#[test]
fn without_a_script_there_are_the_last_position_moves_and_comments() {
    needs!(Chromium);
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("lesson.sgf");
    fs::write(&record, COMMENTED).expect("a record");
    let file = page_of(&record, folder.path());
    // A browser with scripts turned off cannot tell what it shows: the script is taken out instead.
    let text = fs::read_to_string(&file).expect("a page");
    let (before, script) = text.rsplit_once("<script>").expect("a script");
    let (_, after) = script.rsplit_once("</script>").expect("its end");
    fs::write(&file, format!("{before}{after}")).expect("a page");
    let browser = |more: &[&str]| {
        let profile = folder.path().join("profile");
        let output = Command::new(Tool::Chromium.path())
            .args(["--headless", "--no-sandbox", "--disable-gpu"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .args(more)
            .arg(link(&file))
            .output()
            .expect("the browser runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shown = browser(&["--dump-dom"]);
    for part in [
        "Move 4 of 4: White G3.",
        "A lesson.",
        "Black E5</a><p>The middle.</p>",
        "After move 2: Black C7, White G7</a><p>Too near.</p>",
        "<nav id=\"steps\" aria-label=\"Moves\" hidden=\"\">",
        "Black: E5, G7. White: G3, C5.",
    ] {
        assert!(shown.contains(part), "{part} in\n{shown}");
    }
    if let Some(pictures) = std::env::var_os("SGMP_SCREENSHOTS") {
        let picture = Path::new(&pictures).join("file-without-script.png");
        browser(&[
            "--window-size=1280,900",
            &format!("--screenshot={}", picture.display()),
        ]);
    }
}
