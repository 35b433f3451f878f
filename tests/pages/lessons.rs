//! The tutorial on pages: from the start page through screens to a first game.

use crate::browser::{Page, Pages, run};
use crate::tools::needs;

const TOLD: &str = "document.querySelector('.verdict h2')?.textContent";

#[test]
fn a_learner_goes_from_the_start_page_through_screens_to_a_first_game() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.press("Learn the game").await;
        page.wait(
            "chapters",
            "document.querySelectorAll('#chapters li').length >= 20",
        )
        .await;
        page.picture("tutorial-light").await;
        page.press("Begin").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        // A stone stands at B2.
        page.click("B2", 5).await;
        page.wait("a word to a wrong move", &format!("{TOLD} === '✗ Not yet'"))
            .await;
        page.picture("lesson-wrong-light").await;
        page.click("D4", 5).await;
        page.wait("a word to a right move", &format!("{TOLD} === '✓ Right'"))
            .await;
        page.wait(
            "the stone",
            "document.querySelectorAll('.stone').length === 2",
        )
        .await;
        page.picture("lesson-right-light").await;
        page.press("Next").await;
        page.wait(
            "choices",
            "document.querySelectorAll('.choice').length === 2",
        )
        .await;
        page.press("White").await;
        page.wait(
            "a word to a wrong choice",
            &format!("{TOLD} === '✗ Not yet'"),
        )
        .await;
        page.press("Black").await;
        page.wait("a word to a right choice", &format!("{TOLD} === '✓ Right'"))
            .await;
        // The button that goes on has the keys now.
        page.key("\u{e007}").await; // Enter
        page.wait(
            "a number",
            "document.querySelector('[name=answer]')?.placeholder === 'a number'",
        )
        .await;
        page.key("h").await;
        page.wait("a hint", &format!("{TOLD} === 'Hint'")).await;
        shown_after_two_tries(&page).await;
        page.write("[name=answer]", "7\u{e007}").await;
        page.wait("a word to a number", &format!("{TOLD} === '✓ Right'"))
            .await;
        page.press("Chapters").await;
        page.wait(
            "what is done",
            "document.querySelector('#far').textContent.startsWith('3 of ')",
        )
        .await;
        let capture = pages.link.clone() + "learn/capture-two";
        page.client.goto(&capture).await.expect("a page");
        page.wait("board", "document.querySelectorAll('.stone').length === 7")
            .await;
        page.click("D3", 5).await;
        page.wait(
            "two prisoners",
            "document.querySelectorAll('.stone').length === 6",
        )
        .await;
        commented_and_first_game(&page).await;
        page.close().await;
        let page = Page::open(&capture, 390, 844, true).await;
        page.wait("board", "document.querySelectorAll('.stone').length === 7")
            .await;
        page.picture("lesson-phone-dark").await;
        page.close().await;
    });
}

/// A number that is asked for is guessed wrong twice, and shown then: the screen stays open.
async fn shown_after_two_tries(page: &Page) {
    for wrong in ["1", "2"] {
        page.write("[name=answer]", &format!("{wrong}\u{e007}"))
            .await;
        page.wait(
            "a word to a wrong number",
            &format!("{TOLD} === '✗ Not yet'"),
        )
        .await;
        page.press("Hint").await;
        page.wait("a hint", &format!("{TOLD} === 'Hint'")).await;
    }
    page.press("Show the answer").await;
    page.wait("the answer", &format!("{TOLD} === 'Shown, not solved'"))
        .await;
    page.picture("lesson-shown-light").await;
    page.press("Chapters").await;
    page.wait(
        "that it is not done",
        "document.querySelector('#far').textContent.startsWith('2 of ')",
    )
    .await;
    page.press("Go on").await;
    page.wait(
        "the number again",
        "document.querySelector('[name=answer]')?.placeholder === 'a number'",
    )
    .await;
    page.write("[name=answer]", "\u{e007}").await;
    page.wait(
        "what to type",
        "document.querySelector('#notice').textContent === 'Type a number first, such as 3.'",
    )
    .await;
}

/// From the chapters to a commented game, and to a first game of one's own.
async fn commented_and_first_game(page: &Page) {
    page.press("Chapters").await;
    page.wait(
        "games",
        "document.querySelectorAll('#lessons a').length >= 2",
    )
    .await;
    page.eval("document.querySelector('#lessons a').click()")
        .await;
    page.wait(
        "comments",
        "document.querySelector('.comment')?.textContent.length > 0",
    )
    .await;
    page.picture("commented-game-light").await;
    page.client.back().await.expect("a page");
    let is_game = "document.querySelector('.facts')?.textContent.startsWith('Igo on 9x9')";
    page.press("Play a first game").await;
    page.wait("a game", is_game).await;
    // The last screen of the course leads there, too.
    page.client.back().await.expect("a page");
    page.wait("chapters", "document.querySelector('#chapters a') !== null")
        .await;
    let last = "[...document.querySelectorAll('#chapters a')].at(-1).click()";
    page.eval(&format!("void {last}")).await;
    for number in 1..=5 {
        let facts = "document.querySelector('.facts')?.textContent";
        page.wait(
            "a screen",
            &format!("{facts}?.endsWith('{number} of 5') === true"),
        )
        .await;
        if number < 5 {
            page.press("Next").await;
        }
    }
    page.press("To a first game").await;
    page.wait("a game", is_game).await;
}
