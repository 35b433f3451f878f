//! Every page of `serve` in both themes by axe-core (`fixtures/axe`): no violation of what it can check. Pages that are files are
//! looked at in `written_pages.rs`.

use std::fmt::Write;

use serde_json::Value;

use crate::browser::{Page, Pages, run};
use crate::games_by_hand::choose;
use crate::tools::needs;

const AXE: &str = include_str!("../../fixtures/axe/axe.min.js");

/// A record with all that a review shows.
const RECORD: &str = "(;SZ[9]PB[Ito]BR[3k]PW[Abe]KM[5.5]RE[B+R];B[ee]C[The middle.]TR[ee]LB[cc:A];W[ce](;B[gc];W[gg])(;B[cc];W[gc]))";

/// Runs axe on the page as it stands.
pub(crate) async fn no_violation(page: &Page, name: &str) {
    let run = "void (window.axeDone = null, axe.run({ rules: { 'target-size': { enabled: true } } }).then((found) => { window.axeDone = found.violations.map((rule) => \
               `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`); }))";
    page.client.execute(AXE, vec![]).await.expect("axe");
    page.eval(run).await;
    page.wait("a result of axe", "window.axeDone !== null")
        .await;
    let found = page.eval("window.axeDone").await;
    let found = found.as_array().cloned().unwrap_or_default();
    let mut told = String::new();
    for violation in &found {
        let _written = writeln!(told, "{}", violation.as_str().unwrap_or_default());
    }
    assert_eq!(found, Vec::<Value>::new(), "{name}:\n{told}");
}

/// Runs axe on the page as it stands, in both themes.
pub(crate) async fn check(page: &Page, name: &str) {
    for theme in ["light", "dark"] {
        page.eval(&format!(
            "void (document.documentElement.dataset.theme = {theme:?})"
        ))
        .await;
        // Buttons fade from one theme into the other.
        page.wait(
            "the colors of the theme",
            "document.getAnimations().every((change) => change.playState !== 'running')",
        )
        .await;
        no_violation(page, &format!("{name}, {theme}")).await;
        page.picture(&format!("axe-{name}-{theme}")).await;
    }
}

#[test]
fn no_page_has_a_violation_that_axe_finds() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        std::fs::write(pages.folder.path().join("game.sgf"), RECORD).expect("a record");
        let page = Page::open(&pages.link, 1280, 800, false).await;
        page.wait(
            "games",
            "document.querySelectorAll('#archive li').length === 1",
        )
        .await;
        check(&page, "start").await;
        for (path, name, ready) in [
            (
                "/learn",
                "learn",
                "document.querySelectorAll('#chapters li').length > 9",
            ),
            (
                "/practice",
                "practice",
                "document.querySelectorAll('#sets li').length > 5",
            ),
            (
                "/learn/first-stone",
                "lesson",
                "document.querySelector('svg.board') !== null",
            ),
            (
                "/review/game.sgf#m1",
                "review",
                "document.querySelectorAll('.turns li').length > 0",
            ),
            (
                "/setup",
                "setup",
                "document.querySelector('svg.board') !== null",
            ),
            (
                "/play/0123456789abcdef",
                "dead-link",
                "document.querySelector('#why')?.textContent.length > 9",
            ),
        ] {
            page.show(&pages.at(path)).await;
            page.wait(name, ready).await;
            check(&page, name).await;
        }
        page.show(&pages.at("/practice")).await;
        page.wait("sets", "document.querySelectorAll('#sets a').length > 5")
            .await;
        page.eval("document.querySelector('#sets a').click()").await;
        page.wait("a problem", "document.querySelector('svg.board') !== null")
            .await;
        check(&page, "problem").await;
        page.show(&pages.at("/")).await;
        page.wait("form", "document.querySelector('#new-computer') !== null")
            .await;
        choose(&page, "#new-computer", "size", "7").await;
        choose(&page, "#new-computer", "level", "0").await;
        page.press("Play").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        page.press("Hint").await;
        page.wait("a hint", "document.querySelector('.told li') !== null")
            .await;
        check(&page, "play").await;
        page.close().await;
    });
}

/// The board has the height that there is, and what is asked about it is seen without a scroll.
#[test]
fn the_board_fills_every_size_of_a_window() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        std::fs::write(pages.folder.path().join("game.sgf"), RECORD).expect("a record");
        let link = pages.at("/review/game.sgf#m1");
        // In a high window what is said of the board has seventeen lines.
        let room = "innerWidth >= 1.1 * innerHeight ? Math.min(innerHeight - 20, innerWidth - 304) \
                    : Math.min(innerWidth - 20, innerHeight - 272)";
        let fills = format!(
            "document.querySelector('svg.board').getBoundingClientRect().width >= 0.97 * ({room})"
        );
        for (width, height) in [
            (1366, 600),
            (1280, 800),
            (1024, 768),
            (844, 390),
            (390, 844),
            (320, 568),
        ] {
            let page = Page::open(&link, width, height, false).await;
            page.wait("a board", "document.querySelector('svg.board') !== null")
                .await;
            assert_eq!(
                page.eval(&fills).await,
                Value::Bool(true),
                "{width}x{height}"
            );
            page.press("Territory").await;
            page.wait("an answer", "document.querySelector('.told h2') !== null")
                .await;
            let seen = "(() => { const box = document.querySelector('.told h2').getBoundingClientRect(); \
                        return box.top >= 0 && box.bottom <= innerHeight; })()";
            assert_eq!(page.eval(seen).await, Value::Bool(true), "{width}x{height}");
            let wide = page
                .eval("document.documentElement.scrollWidth <= innerWidth")
                .await;
            assert_eq!(wide, Value::Bool(true), "{width}x{height}");
            page.picture(&format!("size-{width}x{height}")).await;
            page.close().await;
        }
    });
}
