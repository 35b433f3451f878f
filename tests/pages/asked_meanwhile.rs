//! Questions about a move while the computer thinks about its own.

use crate::browser::{Page, Pages, run};
use crate::games_by_hand::{choose, moves_are};
use crate::tools::needs;

/// Begins a game against the computer of a level on seven lines.
async fn play_on_seven_lines(page: &Page, level: &str) {
    page.wait("form", "document.querySelector('#new-computer') !== null")
        .await;
    choose(page, "#new-computer", "size", "7").await;
    choose(page, "#new-computer", "level", level).await;
    page.press("Play").await;
    page.wait("board", "document.querySelector('svg.board') !== null")
        .await;
}

const WHY_NOT_D4: &str = "document.querySelector('.told h2')?.textContent === 'Why not D4?'";

#[test]
fn why_not_is_answered_while_the_computer_thinks() {
    needs!(Chromium, ChromeDriver);
    run(async {
        // It thinks for longer than the test lasts.
        let pages = Pages::serve_with(&["--move-time", "1h", "--effort", "8"]);
        let page = Page::open(&pages.link, 1280, 900, false).await;
        play_on_seven_lines(&page, "20").await;
        page.click("D4", 7).await;
        let thinks = "/ is thinking …$/.test(document.querySelector('#status').textContent)";
        page.wait("a thinking computer", thinks).await;
        page.key("z").await;
        page.wait("the answer", WHY_NOT_D4).await;
        page.wait("its words", "document.querySelector('.told p') !== null")
            .await;
        page.picture("why-not-thinking-light").await;
        page.wait("a thinking computer", thinks).await;
        page.wait("one move", &moves_are(1)).await;
        // What is said of a move that is taken back goes with it.
        page.key("u").await;
        page.wait("empty board", &moves_are(0)).await;
        page.wait("no answer", &format!("!({WHY_NOT_D4})")).await;
        page.close().await;
    });
}

#[test]
fn why_not_is_answered_though_the_computer_has_moved_meanwhile() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, false).await;
        play_on_seven_lines(&page, "0").await;
        page.keep_back("/ask", 0).await;
        page.click("D4", 7).await;
        page.wait(
            "the move",
            "document.querySelectorAll('.moves li').length >= 1",
        )
        .await;
        page.key("z").await;
        page.wait("the computer's move", &moves_are(2)).await;
        page.let_go().await;
        page.wait("the answer", WHY_NOT_D4).await;
        // The next move takes the answer away.
        page.click("A1", 7).await;
        page.wait(
            "the next move",
            "document.querySelectorAll('.moves li').length >= 3",
        )
        .await;
        page.wait("no answer", &format!("!({WHY_NOT_D4})")).await;
        let is_told = "document.querySelector('.told h2')?.textContent.startsWith('Why not ')";
        page.key("z").await;
        page.wait("another answer", is_told).await;
        page.key("\u{e00c}").await; // Escape
        page.wait("no answer", &format!("!({is_told})")).await;
        page.key("?").await;
        page.wait(
            "the words of the game",
            "document.querySelectorAll('.words[open] dt').length > 30",
        )
        .await;
        page.close().await;
    });
}
