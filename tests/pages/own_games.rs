//! Practice with games that are kept: what was missed in them, and their moves guessed.

use crate::browser::{Page, Pages, run};
use crate::studies::TOLD;
use crate::tools::needs;

#[test]
fn mistakes_of_kept_games_become_problems_in_a_browser() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        // Black leaves two stones in atari that could have joined another.
        let game = "(;SZ[7]PB[Ada]PW[sgmp-go level 3]AB[dc][dd][fc]AW[db][cc][cd][ed][de]PL[B];B[gg];W[ec])";
        std::fs::write(pages.folder.path().join("game.sgf"), game).expect("a record");
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.press("Practice").await;
        page.press("Look through my latest games").await;
        page.wait(
            "what was found",
            "document.querySelector('#mistakes .far').textContent.startsWith('1 new problem ')",
        )
        .await;
        page.wait(
            "the sentence",
            "document.querySelector('#mistakes li').innerText.includes('Move 1, Black G1: E5 could save ')",
        )
        .await;
        page.picture("practice-mistakes-light").await;
        // The same game adds nothing again.
        page.press("Look through my latest games").await;
        page.wait(
            "nothing new",
            "document.querySelector('#mistakes .far').textContent === 'No new problem was found.'",
        )
        .await;
        page.wait(
            "the set",
            "document.querySelectorAll('#sets li').length === 9",
        )
        .await;
        page.eval("document.querySelector('#sets li:last-child a').click()")
            .await;
        page.wait("a problem", "document.querySelector('svg.board') !== null")
            .await;
        page.write("[name=answer]", "E5\u{e007}").await;
        page.wait("a verdict", &format!("/Right|Solved/.test({TOLD})"))
            .await;
        page.close().await;
        let deck = pages.learner.path().join("mistakes.sgf");
        assert!(
            std::fs::read_to_string(deck)
                .expect("the deck")
                .contains("game-1")
        );
    });
}

#[test]
fn the_search_for_mistakes_tells_how_far_it_is_and_is_stopped() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let game = "(;SZ[7]PB[Ada]PW[sgmp-go level 3]AB[dc][dd][fc]AW[db][cc][cd][ed][de]PL[B];B[gg];W[ec]\
            ;B[gf];W[aa];B[ge];W[ab];B[gd];W[ac];B[gb];W[ad];B[ga];W[ae];B[fa];W[af])";
        std::fs::write(pages.folder.path().join("game.sgf"), game).expect("a record");
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.press("Practice").await;
        page.keep_back("/mistakes", 1).await;
        page.press("Look through my latest games").await;
        let far = |words: &str| {
            format!("document.querySelector('#mistakes .far').textContent === {words:?}")
        };
        page.wait(
            "how far it is",
            "document.querySelector('#mistakes .going').innerText.trim() === 'move 6 of 14'",
        )
        .await;
        page.wait("the game", &far("Game 1 of 1: Ada – level 3, about 19 kyu"))
            .await;
        page.picture("practice-search-light").await;
        page.press("Stop").await;
        page.wait(
            "an end after this part",
            "document.querySelector('#mistakes button').textContent === 'Stopping …'",
        )
        .await;
        page.let_go().await;
        let stopped = "Stopped in game 1 of 1. 1 new problem among your problems above, in the set \"own\". \
            The next look goes on from there.";
        page.wait("what it came to", &far(stopped)).await;
        let deck = std::fs::read_to_string(pages.learner.path().join("mistakes.sgf"));
        assert!(deck.expect("the deck").contains("game-1"));
        page.press("Look through my latest games").await;
        page.wait("the end", &far("No new problem was found."))
            .await;
        page.wait(
            "what was found before",
            "document.querySelectorAll('#mistakes li').length === 1",
        )
        .await;
        page.close().await;
    });
}

#[test]
fn the_moves_of_a_game_are_guessed_by_clicks_in_a_browser() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let game = "(;SZ[9]PB[Ito]PW[Abe];B[ee];W[cg];B[gg])";
        std::fs::write(pages.folder.path().join("game.sgf"), game).expect("a record");
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.press("Practice").await;
        page.wait(
            "games",
            "document.querySelectorAll('#guess-games a').length === 1",
        )
        .await;
        page.eval("document.querySelector('#guess-games a').click()")
            .await;
        let asks =
            |words: &str| format!("document.querySelector('.question')?.innerText === {words:?}");
        let score = |points: u8, most: u8, right: u8| {
            let words = format!(
                "{points} of {most} points; {right} of {} moves guessed at once.",
                most / 10
            );
            format!("document.querySelector('.score').innerText === {words:?}")
        };
        let stones =
            |number: usize| format!("document.querySelectorAll('.stone').length === {number}");
        page.wait("a question", &asks("Move 1: what does Black play?"))
            .await;
        page.wait("no score", &score(0, 0, 0)).await;
        page.click("A1", 9).await;
        page.wait("a wrong guess", &format!("{TOLD}.startsWith('Not A1.')"))
            .await;
        page.wait(
            "the net's word",
            &format!("/The computer would play it with 0 %, the move of the game with [0-9]+ %: worth 0 points[.]/.test({TOLD})"),
        )
        .await;
        page.wait("an empty board", &stones(0)).await;
        page.press("Hint").await;
        page.wait("the region", &format!("{TOLD} === 'Look in the center.'"))
            .await;
        page.picture("guess-hint-light").await;
        // Three points less for a second guess, and half of them for the hint.
        page.click("E5", 9).await;
        page.wait("the move", &format!("{TOLD} === 'Right: E5. 3 points.'"))
            .await;
        page.wait("the points", &score(3, 10, 0)).await;
        page.wait("the stone", &stones(1)).await;
        page.wait("a question", &asks("Move 2: what does White play?"))
            .await;
        page.click("C3", 9).await;
        page.wait("the move", &format!("{TOLD} === 'Right: C3. 10 points.'"))
            .await;
        page.wait("the points", &score(13, 20, 1)).await;
        page.press("Show the answer").await;
        page.wait(
            "the answer",
            &format!("{TOLD} === 'The game went on with G3.'"),
        )
        .await;
        page.wait("the points", &score(13, 30, 1)).await;
        page.wait("the end", &asks("The game has ended.")).await;
        page.picture("guess-over-light").await;
        page.close().await;
    });
}
