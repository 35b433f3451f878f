//! Games played and reviewed by clicks and keys.

use crate::browser::{Page, Pages, Watched, run};
use crate::tools::needs;

/// The wall of Black and that of White, in turns.
const WALLS: &str = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9";

pub(crate) fn moves_are(number: usize) -> String {
    format!("document.querySelectorAll('.moves li').length === {number}")
}

const WON: &str = "document.querySelector('#status.over')?.textContent.includes('wins') === true";
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
            .wait(
                "invitation",
                "document.querySelector('.invite input') !== null",
            )
            .await;
        let link = black
            .eval("document.querySelector('.invite input').value")
            .await;
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
        black.write(".talk input", "Have a good game\u{e007}").await;
        white
            .wait(
                "talk",
                "document.querySelector('.talk li')?.textContent === 'Black: Have a good game'",
            )
            .await;
        white.write(".talk input", "You too <b>\u{e007}").await;
        black
            .wait(
                "an answer",
                "document.querySelectorAll('.talk li')[1]?.textContent === 'White: You too <b>'",
            )
            .await;
        count(&black, &white).await;
        white.close().await;
        let [record] = &pages.records()[..] else {
            panic!("one game was played");
        };
        assert!(
            record.contains("RE[B+") || record.contains("RE[W+"),
            "{record}"
        );

        review_by_keys(&black).await;
        black.close().await;
    });
}

/// Two passes, dead stones that both sides see, and the result.
async fn count(black: &Page, white: &Page) {
    white.picture("two-phone-dark").await;
    black.picture("two-light").await;
    black.press("Pass").await;
    white.wait("pass", &moves_are(19)).await;
    white.press("Pass").await;
    for page in [black, white] {
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
    black.wait("end", WON).await;
}

/// The game that was played, from its end and from its beginning.
async fn review_by_keys(page: &Page) {
    page.press("Review").await;
    page.wait("record", &moves_are(20)).await;
    page.key("\u{e014}").await; // right
    page.key("\u{e014}").await;
    page.wait(
        "move 2",
        "document.querySelector('#status').textContent.includes('Move 2: White plays F1')",
    )
    .await;
    assert_eq!(
        page.eval("document.querySelectorAll('.stone').length")
            .await,
        2
    );
    page.key("\u{e012}").await; // left
    page.wait(
        "move 1",
        "document.querySelector('#status').textContent.includes('Move 1:')",
    )
    .await;
    page.key("\u{e010}").await; // End
    page.wait(
        "the end",
        "document.querySelector('#status').textContent.includes('Result')",
    )
    .await;
    page.wait(
        "the curve",
        "document.querySelectorAll('.turns button').length > 0",
    )
    .await;
    page.key("\u{e012}").await; // left
    page.wait(
        "the chance",
        "/After move 19: Black's chance/.test(document.querySelector('.standing').textContent)",
    )
    .await;
    page.picture("review-light").await;
    turning_point(page).await;
    page.key("\u{e011}").await; // Home
    page.wait(
        "the beginning",
        "document.querySelectorAll('.stone').length === 0",
    )
    .await;
    what_if(page).await;
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
    page.key("i").await;
    page.write(".remark textarea", "A wall is slow.").await;
    page.press("Keep").await;
    page.wait(
        "the comment",
        "document.querySelector('.comment').textContent === 'A wall is slow.'",
    )
    .await;
    // What the link to the file would bring.
    page.eval("void (URL.createObjectURL = (blob) => { blob.text().then((text) => { window.sgf = text; }); return '#'; })")
        .await;
    page.press("Save as SGF, with what was tried").await;
    page.wait(
        "a record",
        "window.sgf?.includes('C[A wall is slow.]') && /\\(;B\\[cg\\];W/.test(window.sgf) && window.sgf.includes('RE[')",
    )
    .await;
}

/// Opens the move that lost most, and follows the better line.
async fn turning_point(page: &Page) {
    page.eval("document.querySelector('.turns button').click()")
        .await;
    page.wait(
        "what it lost",
        "/^By the search of the curve: Move [0-9]+, (Black|White) [A-J][1-9].*: .* Better: /.test(document.querySelector('.told .facts')?.textContent)",
    )
    .await;
    page.wait(
        "the reasons",
        "[...document.querySelectorAll('.told h2')].some(h => h.textContent.startsWith('Why '))",
    )
    .await;
    page.wait(
        "the sign of the loss on the board",
        "document.querySelectorAll('.loss-dot').length > 0",
    )
    .await;
    page.picture("turning-point-light").await;
    page.press("Show the better line").await;
    page.wait(
        "the better line",
        "document.querySelector('#status').textContent.startsWith('A variation. Move ')",
    )
    .await;
    page.key("\u{e00c}").await; // Escape
    page.wait(
        "the game again",
        "document.querySelector('#status').textContent.startsWith('Move ')",
    )
    .await;
}

/// A record with variations and comments.
const COMMENTED: &str = "(;SZ[9]PB[Ito]PW[Abe];B[ee]C[The middle is everybody's.];W[ce](;B[gc];W[gg])\
    (;B[cc]C[Too near <to> White.](;W[gg])(;W[gc])))";

#[test]
fn variations_and_comments_of_a_record_are_walked_through_by_keys() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        std::fs::write(pages.folder.path().join("lesson.sgf"), COMMENTED).expect("a record");
        let link = format!("{}review/lesson.sgf", pages.link);
        let page = Page::open(&link, 1280, 900, true).await;
        page.wait("record", &moves_are(4)).await;
        let shows = |text: &str| {
            format!("document.querySelector('#status').textContent.startsWith({text:?})")
        };
        let says =
            |text: &str| format!("document.querySelector('.comment').textContent === {text:?}");
        page.key("\u{e014}").await; // right
        page.wait("a comment", &says("The middle is everybody's."))
            .await;
        page.key("\u{e014}").await;
        page.wait(
            "two ways on",
            "[...document.querySelectorAll('.variations button')].map(b => b.textContent).join() === 'a G7,b C7'",
        )
        .await;
        page.key("\u{e014}").await;
        page.wait("the game's move", &shows("Move 3: Black plays G7."))
            .await;
        page.key("\u{e015}").await; // down
        page.wait(
            "the variation",
            &shows("A variation. Move 3: Black plays C7."),
        )
        .await;
        page.wait("its comment", &says("Too near <to> White."))
            .await;
        page.picture("variation-dark").await;
        page.key("\u{e014}").await;
        page.key("\u{e013}").await; // up
        page.wait(
            "the last of its variations",
            &shows("A variation. Move 4: White plays G7."),
        )
        .await;
        page.close().await;
    });
}

#[test]
fn stones_are_shown_before_they_are_played_by_mouse_and_finger() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 500, 844, false).await;
        page.wait("form", "document.querySelector('#new-computer') !== null")
            .await;
        page.wait(
            "no sound",
            "document.querySelector('#sound').getAttribute('aria-pressed') === 'false'",
        )
        .await;
        page.eval("document.querySelector('#new-computer [name=size]').value = 19")
            .await;
        page.eval("document.querySelector('#new-computer [name=level]').value = 0")
            .await;
        page.press("Play").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        let ghosts = |number: usize| {
            format!("document.querySelectorAll('.ghost .hover').length === {number}")
        };
        page.hover("D4", 19).await;
        page.wait("a stone below the mouse", &ghosts(1)).await;
        // Points of a large board are smaller than a finger: the first tap shows, the second plays.
        page.tap("Q16", 19).await;
        page.wait(
            "a stone below the finger",
            "document.querySelector('.confirm').textContent === 'Q16: tap again to play there.'",
        )
        .await;
        page.wait(
            "cross hair",
            "document.querySelectorAll('.ghost .cross-hair').length === 1",
        )
        .await;
        page.picture("tap-phone-light").await;
        page.wait("nothing is played", &moves_are(0)).await;
        page.tap("Q16", 19).await;
        page.wait("answer", &moves_are(2)).await;
        page.wait(
            "the move",
            "document.querySelector('.moves li').textContent === 'Q16'",
        )
        .await;
        page.press("Dark").await;
        page.wait(
            "dark colors",
            "document.documentElement.dataset.theme === 'dark'",
        )
        .await;
        page.picture("play-phone-dark").await;
        page.close().await;
    });
}

#[test]
fn the_start_page_has_a_first_game_which_a_finger_plays_by_two_taps() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 500, 844, false).await;
        page.wait(
            "level",
            "document.querySelector('[name=level]').value === '1'",
        )
        .await;
        page.press("A first game").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        page.wait(
            "facts",
            "/^Igo on 9x9.*Komi 0.5, Japanese rules/.test(document.querySelector('.facts').textContent)",
        )
        .await;
        page.wait(
            "a turn",
            "/Your turn/.test(document.querySelector('#status').textContent)",
        )
        .await;
        page.press("Hint").await;
        page.wait(
            "the price of a hint",
            "/does not count for your rank/.test(document.querySelector('#notice').textContent)",
        )
        .await;
        let moves = page
            .eval("document.querySelectorAll('.moves li').length")
            .await;
        page.tap("A1", 9).await;
        page.wait(
            "a stone below the finger",
            "document.querySelector('.confirm').textContent === 'A1: tap again to play there.'",
        )
        .await;
        assert_eq!(
            page.eval("document.querySelectorAll('.moves li').length")
                .await,
            moves
        );
        page.close().await;
    });
}

#[test]
fn a_match_is_watched() {
    needs!(Chromium, ChromeDriver);
    run(async {
        // A browser takes longer to start than a short game.
        let page = Page::open("about:blank", 1280, 900, false).await;
        let watched = Watched::start();
        page.show(&watched.link).await;
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
        let file = format!("file://{}", watched.page().display());
        let page = Page::open(&file, 1280, 900, false).await;
        page.wait(
            "the page of the game so far",
            "/^Move [0-9]+ of [0-9]+: /.test(document.querySelector('#said').textContent)",
        )
        .await;
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
        page.key("e").await;
        page.wait(
            "the curve",
            "/After move 2: Black's chance/.test(document.querySelector('.standing')?.textContent)",
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
            let asked = "document.querySelector('#status').textContent === 'Pass? P again passes.'";
            page.wait("a question", &format!("{asked} || {COUNTED}"))
                .await;
            page.key("p").await;
            let wait = format!("{COUNTED} || {}", moves_are(2 + 2 * passes));
            page.wait("answer to a pass", &wait).await;
            if page.eval(COUNTED).await == true {
                break;
            }
        }
        page.wait("count", COUNTED).await;
        page.press("Agree").await;
        page.wait("end", WON).await;
        page.picture("over-dark").await;
        assert!(pages.records()[0].contains("RE["), "{:?}", pages.records());
        page.press("Play again").await;
        page.wait("empty board", &moves_are(0)).await;
        page.close().await;
    });
}

/// Chooses in the form of a new game.
pub(crate) async fn choose(page: &Page, form: &str, field: &str, value: &str) {
    let script = format!(
        "(() => {{ const field = document.querySelector('{form}').elements['{field}']; field.value = '{value}'; \
         return field.value; }})()"
    );
    assert_eq!(page.eval(&script).await, value, "{field}");
}

#[test]
fn two_players_share_one_page_with_a_handicap_as_plays() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.wait("form", "document.querySelector('#new-people') !== null")
            .await;
        choose(&page, "#new-people", "place", "here").await;
        choose(&page, "#new-people", "handicap", "2 plays").await;
        page.eval("document.querySelector('#new-people details').open = true")
            .await;
        page.picture("start-one-page-light").await;
        page.press("Set up the board").await;
        page.wait(
            "the plays",
            "document.querySelector('#status')?.textContent.includes('Black has 3 plays in a row left.')",
        )
        .await;
        for (number, point) in ["C3", "G7", "G3", "C7", "E5", "E3"].into_iter().enumerate() {
            page.wait("turn", &moves_are(number)).await;
            page.click(point, 9).await;
        }
        page.wait("all moves", &moves_are(6)).await;
        page.wait(
            "colors",
            "[...document.querySelectorAll('.moves li')].map(li => li.className[0]).join('') === 'bbbwbw'",
        )
        .await;
        page.key("z").await;
        page.wait(
            "the case against White's move",
            "document.querySelector('.told h2')?.textContent === 'Why not E3?'",
        )
        .await;
        page.picture("why-not-light").await;
        page.press("Pass").await;
        page.wait("a pass", &moves_are(7)).await;
        page.press("Pass").await;
        page.wait("count", COUNTED).await;
        page.press("Agree").await;
        page.wait("end", WON).await;
        page.picture("one-page-over-light").await;
        let [record] = &pages.records()[..] else {
            panic!("one game was played");
        };
        assert!(
            record.contains("HA[2]") && record.contains("RE["),
            "{record}"
        );
        page.close().await;
    });
}

#[test]
fn the_computer_is_watched_as_it_plays_itself() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, true).await;
        page.wait("form", "document.querySelector('#new-computer') !== null")
            .await;
        choose(&page, "#new-computer", "color", "neither").await;
        choose(&page, "#new-computer", "size", "7").await;
        choose(&page, "#new-computer", "level", "0").await;
        page.press("Play").await;
        page.wait(
            "moves",
            "document.querySelectorAll('.moves li').length >= 4",
        )
        .await;
        page.wait(
            "nobody resigns or passes for it",
            "[...document.querySelectorAll('.controls button')].every(b => !/Pass|Resign|Take back/.test(b.textContent))",
        )
        .await;
        page.wait(
            "nobody types moves for it",
            "document.querySelector('[name=point]').getClientRects().length === 0 && !/Enter play/.test(document.querySelector('.keys').textContent)",
        )
        .await;
        page.picture("watch-itself-dark").await;
        page.wait(
            "its end",
            "document.querySelector('#status').classList.contains('over')",
        )
        .await;
        page.close().await;
    });
}
