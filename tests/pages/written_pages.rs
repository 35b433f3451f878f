//! Pages that are written as files, by axe-core in both themes and on a phone: a game, its report, an event, a run of evolution; and
//! the page of a match that is being played.

use std::path::Path;
use std::process::Command;

use crate::accessibility::{check, no_violation};
use crate::browser::{Page, Watched, run};
use crate::tools::needs;

/// A game with all that a page shows.
const RECORD: &str = "(;SZ[9]PB[Ito]BR[3k]PW[Abe]KM[5.5]RE[B+R]GC[A lesson.];B[ee]C[The middle.]TR[ee]LB[cc:A];W[ce](;B[gc];W[gg])(;B[cc]C[Too near.];W[gc]))";

/// An event of programs, which is played.
const PROGRAMS: &str = "name = \"Evening\"\nsize = 5\ntime = \"1m\"\nallow_copies = true\nseed = 1\n\
                        [[player]]\nname = \"One\"\nplays = \"random\"\n[[player]]\nname = \"Two\"\nplays = \"random\"\n";

/// An event of people, which is paired.
const PEOPLE: &str = "name = \"Club\"\nsize = 9\ntime = \"10m\"\nseed = 1\n\
                      [[player]]\nname = \"Ito Ken\"\nplays = \"human\"\n[[player]]\nname = \"Oda Mari\"\nplays = \"human\"\n";

/// Runs the program in a folder.
fn go(folder: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sgmp-go"));
    let output = command.args(words).current_dir(folder).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{words:?}: {output:?}");
}

/// Looks at files, light and dark, wide and narrow.
async fn look(folder: &Path, files: &[&str]) {
    let link = |file: &str| format!("file://{}", folder.join(file).display());
    for (width, is_dark) in [(1280, false), (1280, true), (500, false), (500, true)] {
        let page = Page::open(&link(files[0]), width, 800, is_dark).await;
        for file in files {
            page.show(&link(file)).await;
            page.wait("a heading", "document.querySelector('h1') !== null")
                .await;
            let name = format!("{file}, {width} wide, dark {is_dark}");
            no_violation(&page, &name).await;
            let is_within = "document.documentElement.scrollWidth <= innerWidth";
            assert_eq!(page.eval(is_within).await, true, "{name}");
            let name = file.replace(['/', '.'], "-");
            page.picture(&format!("axe-{name}-{width}-{is_dark}")).await;
        }
        page.close().await;
    }
}

#[test]
fn pages_of_a_game_and_of_evolution_have_no_violation_that_axe_finds() {
    needs!(Chromium, ChromeDriver);
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("game.sgf"), RECORD).expect("a record");
    go(
        at,
        &["picture", "--no-config", "--out", "game.html", "game.sgf"],
    );
    go(
        at,
        &[
            "review",
            "--no-config",
            "game.sgf",
            "--report",
            "report.html",
        ],
    );
    let toy = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/toy-5x5.toml");
    let toy = toy.to_str().expect("a path");
    let short = ["--set", "generations=1", "--set", "keep_every=1"];
    go(
        at,
        &[&["evolve", toy, "--out", "run", "-q"], &short[..]].concat(),
    );
    let report = [
        "evolve",
        "report",
        "run",
        "--out",
        "runs",
        "--openings",
        "1",
        "-q",
    ];
    go(at, &report);
    run(look(at, &["game.html", "report.html", "runs/report.html"]));
}

#[test]
fn pages_of_events_have_no_violation_that_axe_finds() {
    needs!(Chromium, ChromeDriver);
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("evening.toml"), PROGRAMS).expect("an event");
    go(at, &["tournament", "run", "evening.toml", "--plain"]);
    std::fs::write(at.join("club.toml"), PEOPLE).expect("an event");
    go(at, &["tournament", "pair", "club.toml"]);
    let files = [
        "evening/index.html",
        "evening/pairings.html",
        "evening/crosstable.html",
        "evening/report.html",
        "evening/records/round1-board1.html",
        "club/index.html",
        "club/pairings.html",
        "club/wall.html",
        "club/slips.html",
    ];
    run(look(at, &files));
}

#[test]
fn the_page_of_a_match_has_no_violation_that_axe_finds() {
    needs!(Chromium, ChromeDriver);
    let watched = Watched::start();
    run(async {
        let page = Page::open(&watched.link, 1280, 800, false).await;
        page.wait("a move", "document.querySelector('.moves li') !== null")
            .await;
        check(&page, "watch").await;
        page.close().await;
    });
}

/// The board has the height that there is, and words and buttons stand beside it, in a wide window and on a phone on its side.
#[test]
fn the_board_of_a_game_page_fills_a_wide_window() {
    needs!(Chromium, ChromeDriver);
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("game.sgf"), RECORD).expect("a record");
    go(
        at,
        &["picture", "--no-config", "--out", "game.html", "game.sgf"],
    );
    run(async {
        let link = format!("file://{}#m2", at.join("game.html").display());
        for (width, height) in [(1366, 600), (1280, 800), (844, 390), (667, 375)] {
            let page = Page::open(&link, width, height, false).await;
            page.wait("the script", "!document.querySelector('#steps').hidden")
                .await;
            let fills = "(() => { const box = document.querySelector('#board svg').getBoundingClientRect(); \
                         return box.top >= 0 && box.bottom <= innerHeight && box.height >= innerHeight - 20; })()";
            assert_eq!(page.eval(fills).await, true, "{width}x{height}");
            let beside = "['#said', '#steps'].every((name) => { const box = document.querySelector(name).getBoundingClientRect(); \
                          return box.left > innerHeight * 0.9 && box.bottom <= innerHeight; })";
            assert_eq!(page.eval(beside).await, true, "{width}x{height}");
            page.close().await;
        }
    });
}
