//! Games played and reviewed by clicks and keys.

use crate::browser::{Page, Pages, Watched, run};
use crate::tools::needs;

/// The wall of Black and that of White, in turns.
const WALLS: &str = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9";

fn moves_are(number: usize) -> String {
    format!("document.querySelectorAll('.moves li').length === {number}")
}

const COUNTED: &str = "/[BW][+]/.test(document.querySelector('#status').textContent)";

#[test]
fn two_pages_play_each_other_to_the_count_and_the_game_is_reviewed_by_keys() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let black = Page::open(&pages.link, 1280, 900, false).await;
        black
            .wait("form", "document.querySelector('#new-people') !== null")
            .await;
        black.picture("start-light").await;
        black.press("Set up the board").await;
        black
            .wait("invitation", "document.querySelector('.invite a') !== null")
            .await;
        let link = black.eval("document.querySelector('.invite a').href").await;
        let white = Page::open(link.as_str().expect("a link"), 390, 844, true).await;
        white
            .wait("board", "document.querySelector('svg.board') !== null")
            .await;
        for (number, point) in WALLS.split(' ').enumerate() {
            let (mover, other) = [(&black, &white), (&white, &black)][number % 2];
            mover.wait("turn", &moves_are(number)).await;
            mover.click(point, 9).await;
            other.wait("stone", &moves_are(number + 1)).await;
        }
        white.picture("two-phone-dark").await;
        black.picture("two-light").await;
        black.press("Pass").await;
        white.wait("pass", &moves_are(19)).await;
        white.press("Pass").await;
        for page in [&black, &white] {
            page.wait("count", COUNTED).await;
        }
        black.click("F1", 9).await;
        white
            .wait(
                "dead stones",
                "document.querySelectorAll('.stone.dead').length === 9",
            )
            .await;
        white.picture("count-phone-dark").await;
        white.click("F1", 9).await;
        black
            .wait(
                "living stones",
                "document.querySelectorAll('.stone.dead').length === 0",
            )
            .await;
        black.picture("count-light").await;
        black.press("Agree").await;
        white.press("Agree").await;
        black
            .wait(
                "end",
                "document.querySelector('#status').textContent.includes('wins')",
            )
            .await;
        white.close().await;
        let [record] = &pages.records()[..] else {
            panic!("one game was played");
        };
        assert!(
            record.contains("RE[B+") || record.contains("RE[W+"),
            "{record}"
        );

        black.press("Review").await;
        black.wait("record", &moves_are(20)).await;
        black.key("\u{e014}").await; // right
        black.key("\u{e014}").await;
        black
            .wait(
                "move 2",
                "document.querySelector('#status').textContent.includes('Move 2: White plays F1')",
            )
            .await;
        assert_eq!(
            black
                .eval("document.querySelectorAll('.stone').length")
                .await,
            2
        );
        black.key("\u{e012}").await; // left
        black
            .wait(
                "move 1",
                "document.querySelector('#status').textContent.includes('Move 1:')",
            )
            .await;
        black.key("\u{e010}").await; // End
        black
            .wait(
                "the end",
                "document.querySelector('#status').textContent.includes('Result')",
            )
            .await;
        black
            .wait(
                "the curve",
                "/After move 20: Black wins/.test(document.querySelector('.standing').textContent)",
            )
            .await;
        black.picture("review-light").await;
        black.key("\u{e011}").await; // Home
        black
            .wait(
                "the beginning",
                "document.querySelectorAll('.stone').length === 0",
            )
            .await;
        what_if(&black).await;
        black.close().await;
    });
}

/// Tries another first move, follows the answer to it, and walks back.
async fn what_if(page: &Page) {
    page.click("C3", 9).await;
    page.wait(
        "answer",
        "document.querySelector('.told h2')?.textContent === 'What if Black plays C3?'",
    )
    .await;
    page.picture("what-if-light").await;
    let stones = |number: usize| format!("document.querySelectorAll('.stone').length === {number}");
    page.wait("the move", &stones(1)).await;
    page.key("\u{e014}").await; // right
    page.wait("the answer", &stones(2)).await;
    page.wait(
        "a variation",
        "document.querySelector('#status').textContent.startsWith('A variation. Move 2: White plays')",
    )
    .await;
    page.key("\u{e011}").await; // Home
    page.wait(
        "two ways on",
        "document.querySelectorAll('.variations button').length === 2",
    )
    .await;
    let sgf = "import('/record.js').then(({ toSgf }) => { window.sgf = toSgf({ size: 9, black: 'A', white: 'B', nodes: [ \
        { children: [1, 2], board: '.'.repeat(81), next: 'black' }, \
        { color: 'black', point: 'E5', children: [] }, { color: 'black', point: 'C3', comment: 'a]', children: [] }] }); })";
    page.eval(sgf).await;
    page.wait(
        "a record",
        "window.sgf?.endsWith('(;B[ee])\\n(;B[cg]C[a\\\\]]))\\n')",
    )
    .await;
}

#[test]
fn a_match_is_watched() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let watched = Watched::start();
        let page = Page::open(&watched.link, 1280, 900, false).await;
        page.wait(
            "moves",
            "document.querySelectorAll('.moves li').length >= 6",
        )
        .await;
        page.wait(
            "the line",
            "/frames sent [1-9]/.test(document.querySelector('.health').textContent)",
        )
        .await;
        page.picture("watch-light").await;
        page.close().await;
    });
}

#[test]
fn a_game_against_the_computer_is_played_by_clicks_keys_and_names_to_the_count() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, true).await;
        page.wait("form", "document.querySelector('#new-computer') !== null")
            .await;
        page.eval("document.querySelector('#new-computer [name=level]').value = 0")
            .await;
        page.eval("document.querySelector('#new-computer [name=minutes]').value = 30")
            .await;
        page.picture("start-dark").await;
        page.press("Play").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        page.click("E5", 9).await;
        page.wait("answer", &moves_are(2)).await;
        page.key("t").await;
        page.wait(
            "territory",
            "document.querySelectorAll('.point-b').length > 0",
        )
        .await;
        page.picture("territory-dark").await;
        page.key("t").await;
        page.press("Hint").await;
        page.wait("hint", "document.querySelectorAll('.told li').length > 0")
            .await;
        page.picture("hint-dark").await;
        page.key("u").await;
        page.wait("empty board", &moves_are(0)).await;
        // By keys alone: the cursor begins in the middle.
        page.eval("document.querySelector('#board').focus()").await;
        page.key("\u{e013}").await; // up
        page.wait(
            "words",
            "document.querySelector('#live').textContent.startsWith('E6')",
        )
        .await;
        page.key("\u{e007}").await; // Enter
        page.wait("answer", &moves_are(2)).await;
        page.wait(
            "clocks",
            "/^(30:00|29:)/.test(document.querySelector('[data-player=black] .clock').textContent)",
        )
        .await;
        page.picture("play-dark").await;
        assert!(
            pages.records()[0].contains(";B[ed]"),
            "{:?}",
            pages.records()
        );
        for passes in 1..30 {
            page.key("p").await;
            let wait = format!("{COUNTED} || {}", moves_are(2 + 2 * passes));
            page.wait("answer to a pass", &wait).await;
            if page.eval(COUNTED).await == true {
                break;
            }
        }
        page.wait("count", COUNTED).await;
        page.press("Agree").await;
        page.wait(
            "end",
            "document.querySelector('#status').textContent.includes('wins')",
        )
        .await;
        page.picture("over-dark").await;
        assert!(pages.records()[0].contains("RE["), "{:?}", pages.records());
        page.press("Play again").await;
        page.wait("empty board", &moves_are(0)).await;
        page.close().await;
    });
}
