//! Many tabs, restarts, reloads, dead addresses, links: nothing is lost, and every page says where things are.

use serde_json::json;

use crate::browser::{Awaited, Page, Pages, run};
use crate::games_by_hand::moves_are;
use crate::served::post;
use crate::tools::needs;

/// The address of a new game against the computer at its lowest level.
fn new_game(pages: &Pages) -> String {
    let wish = json!({"against": "computer", "size": 7, "level": 0, "color": "black"});
    let seat = post(&pages.link, "/api/games", &wish)["seat"].clone();
    format!("{}play/{}", pages.link, seat.as_str().expect("a seat"))
}

const BOARD: &str = "document.querySelector('svg.board') !== null";
const NOTICE: &str =
    "document.querySelector('#notice').hidden ? '' : document.querySelector('#notice').textContent";

#[test]
fn twenty_tabs_stay_alive() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&new_game(&pages), 1280, 900, false).await;
        page.wait("board", BOARD).await;
        let first = page.client.window().await.expect("a tab");
        for _ in 0..19 {
            let tab = page.client.new_window(true).await.expect("a tab");
            page.client
                .switch_to_window(tab.handle)
                .await
                .expect("that tab");
            page.show(&new_game(&pages)).await;
            page.wait("board", BOARD).await;
        }
        page.click("D4", 7).await;
        page.wait("the answer in the last tab", &moves_are(2)).await;
        page.client
            .switch_to_window(first)
            .await
            .expect("the first tab");
        page.click("C3", 7).await;
        page.wait("the answer in the first tab", &moves_are(2))
            .await;
        assert_eq!(page.eval(NOTICE).await, "");
        page.close().await;
    });
}

#[test]
fn the_page_of_a_game_goes_on_when_its_server_was_killed_and_started_anew() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let mut pages = Pages::serve();
        let page = Page::open(&new_game(&pages), 1280, 900, false).await;
        page.wait("board", BOARD).await;
        page.click("D4", 7).await;
        page.wait("the answer", &moves_are(2)).await;
        pages.kill_and_serve_again();
        page.wait(
            "word of it",
            &format!("({NOTICE}).includes('does not answer')"),
        )
        .await;
        page.wait("the program", &format!("({NOTICE}) === ''"))
            .await;
        page.eval("document.querySelector('[name=point]').value = ''")
            .await;
        page.press("Pass").await;
        page.wait("the pass and an answer", &moves_are(4)).await;
        page.client.refresh().await.expect("a reload");
        page.wait("the moves after a reload", &moves_are(4)).await;
        page.close().await;
    });
}

#[test]
fn dead_addresses_say_where_games_are() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let mut pages = Pages::serve();
        let over = new_game(&pages);
        let path = over
            .replace(&pages.link, "/api/")
            .replace("/play/", "/seat/");
        post(
            &pages.link,
            &format!("{path}/move"),
            &json!({"moves": 0, "point": "D4"}),
        );
        let page = Page::open(&over, 1280, 900, false).await;
        page.wait("the answer", &moves_are(2)).await;
        page.eval("window.confirm = () => true").await;
        page.press("Resign").await;
        page.wait("the end", "document.querySelector('#status.over') !== null")
            .await;
        pages.kill_and_serve_again();
        page.show(&over).await;
        page.wait(
            "the words",
            "document.querySelector('#why')?.textContent === 'This game is over.'",
        )
        .await;
        page.press("Look at the game").await;
        page.wait("its review", "location.pathname.startsWith('/review/') && document.querySelectorAll('.moves li').length === 2").await;
        for (address, words) in [
            ("play/0123", "never begun, or its record has been removed"),
            ("review/none.sgf", "The archive has no such game."),
            ("study/12", "begin anew"),
            ("nowhere", "There is nothing at this address."),
        ] {
            page.show(&format!("{}{address}", pages.link)).await;
            page.wait(
                address,
                &format!("document.body.textContent.includes({words:?})"),
            )
            .await;
            page.press("Start page").await;
            page.wait(
                "the start page",
                "document.querySelector('#new-computer') !== null",
            )
            .await;
        }
        page.close().await;
    });
}

#[test]
fn a_review_keeps_what_was_tried_and_written_through_reloads_and_a_restart() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let mut pages = Pages::serve();
        let file = pages.learner.path().join("sent.sgf");
        std::fs::write(&file, "(;SZ[9]PB[Ito]PW[Abe];B[ee];W[ce];B[gc])").expect("a record");
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.wait("form", "document.querySelector('#upload') !== null")
            .await;
        page.write("#upload", &file.display().to_string()).await;
        page.wait("the review", "location.pathname.startsWith('/review/')")
            .await;
        page.wait("record", &moves_are(3)).await;
        page.click("C3", 9).await;
        page.wait(
            "an answer",
            "document.querySelector('.told h2')?.textContent === 'What if Black plays C3?'",
        )
        .await;
        page.press("Write a comment").await;
        page.write(".remark textarea", "Half a").await;
        // Whoever goes on loses nothing of it.
        page.eval("document.querySelector('[aria-label=\"First position\"]').click()")
            .await;
        let two_ways = "document.querySelectorAll('.variations button').length === 2";
        page.wait("two ways on", two_ways).await;
        let draft = || {
            let entries =
                std::fs::read_dir(pages.folder.path().join("looked-at")).expect("records");
            let paths = entries.map(|entry| entry.expect("a file").path());
            let draft =
                paths.filter(|path| path.extension().is_some_and(|ending| ending == "draft"));
            draft
                .filter_map(|path| std::fs::read_to_string(path).ok())
                .next()
                .unwrap_or_default()
        };
        for _ in 0..200 {
            if draft().contains("Half a") {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        assert!(draft().contains("C[Half a]"), "{}", draft());
        page.client.refresh().await.expect("a reload");
        page.wait("two ways on after a reload", two_ways).await;
        pages.kill_and_serve_again();
        page.client.refresh().await.expect("a reload");
        page.wait("two ways on after a restart", two_ways).await;
        page.eval("document.querySelectorAll('.variations button')[1].click()")
            .await;
        page.wait(
            "the comment",
            "document.querySelector('.comment').textContent === 'Half a'",
        )
        .await;
        page.press("Remove this variation").await;
        page.wait(
            "one way on",
            "document.querySelectorAll('.variations button').length === 0",
        )
        .await;
        page.eval("void (window.confirm = () => true, window.isOld = true)")
            .await;
        page.press("Drop all that was tried").await;
        page.wait("another page", "window.isOld === undefined")
            .await;
        page.wait("the record", &moves_are(3)).await;
        page.client.back().await.expect("a way back");
        page.wait(
            "the start page",
            "document.querySelector('#new-computer') !== null",
        )
        .await;
        page.close().await;
    });
}

#[test]
fn two_tabs_of_one_review_keep_what_both_write() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let mut pages = Pages::serve();
        let folder = pages.folder.path().to_owned();
        let sgf = "(;SZ[9]PB[Ito]PW[Abe];B[ee];W[ce](;B[gc]C[Abe's own])(;B[cc]))";
        std::fs::write(folder.join("game.sgf"), sgf).expect("a record");
        let draft = || std::fs::read_to_string(folder.join("game.sgf.draft")).unwrap_or_default();
        let kept = async |text: &str| {
            for _ in 0..200 {
                if draft().contains(text) {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
            panic!("{text}: {}", draft());
        };
        let link = format!("{}review/game.sgf#m2", pages.link);
        let one = Page::open(&link, 1280, 900, false).await;
        one.wait("record", &moves_are(3)).await;
        let two = Page::open(&link, 390, 844, false).await;
        two.wait("record", &moves_are(3)).await;
        for (page, text) in [(&one, "from the first"), (&two, "from the second")] {
            page.press("Write a comment").await;
            page.write(".remark textarea", text).await;
            page.press("Keep").await;
            kept(text).await;
        }
        kept("C[from the first\n\nfrom the second]").await;
        let comment = "document.querySelector('.comment').textContent";
        two.wait(
            "both texts",
            &format!("{comment} === 'from the first\\n\\nfrom the second'"),
        )
        .await;
        two.wait(
            "a word",
            "[...document.querySelectorAll('.panel .facts')].some((line) => !line.hidden && line.textContent.startsWith('Another page of this review'))",
        )
        .await;
        two.picture("review-joined-light").await;
        // The program is gone while the first one writes on: it is kept once it is back.
        pages.kill_and_serve_again();
        one.press("Write a comment").await;
        one.write(".remark textarea", ", and more").await;
        one.press("Keep").await;
        kept("C[from the first, and more\n\nfrom the second]").await;
        two.press("Show all of it").await;
        two.wait("the record", &moves_are(3)).await;
        two.wait("all of it", &format!("{comment}.includes('and more')"))
            .await;
        assert!(draft().contains("Abe's own"), "{}", draft());
        one.close().await;
        two.close().await;
    });
}

#[test]
fn an_invitation_is_copied_without_a_clipboard_and_both_know_of_each_other() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let wish = json!({"against": "person", "size": 7, "color": "black", "minutes": 1});
        let seat = post(&pages.link, "/api/games", &wish)["seat"].clone();
        let link = format!("{}play/{}", pages.link, seat.as_str().expect("a seat"));
        let black = Page::open(&link, 1280, 900, false).await;
        black
            .wait(
                "the link",
                "document.querySelector('.invite input') !== null",
            )
            .await;
        black
            .wait(
                "how others come",
                "document.querySelector('.invite').textContent.includes('serve --listen 0.0.0.0')",
            )
            .await;
        let is = |words: &str| {
            format!("document.querySelector('.other p')?.textContent.includes({words:?})")
        };
        black
            .wait("who is awaited", &is("has not come yet. The clocks wait"))
            .await;
        black
            .eval("void Object.defineProperty(navigator, 'clipboard', { value: undefined })")
            .await;
        black.press("Copy").await;
        black
            .wait(
                "it is copied or marked",
                &format!("/^Copied|^The link is marked/.test({NOTICE})"),
            )
            .await;
        let marked = "getSelection().toString() || document.activeElement.value";
        let theirs = black
            .eval("document.querySelector('.invite input').value")
            .await;
        assert_eq!(black.eval(marked).await, theirs);
        let white = Page::open(theirs.as_str().expect("a link"), 800, 800, false).await;
        black.wait("who has come", &is("White is here.")).await;
        white.write("[name=player]", "Ada\u{e007}").await;
        black.wait("the name", &is("Ada is here.")).await;
        black
            .wait("whose turn it is", "document.title.startsWith('Your turn')")
            .await;
        white.show("about:blank").await;
        black
            .wait("who has left", &is("Ada has left the page."))
            .await;
        white.client.back().await.expect("a way back");
        black.wait("who is back", &is("Ada is here.")).await;
        black.eval("window.confirm = () => true").await;
        black.press("Resign").await;
        white.press("Play again").await;
        black.press("Join the next game").await;
        black.wait("the next game", &is("Ada is here.")).await;
        white.close().await;
        black.close().await;
    });
}

#[test]
fn a_match_is_shown_before_its_other_side_comes_and_its_end_stays() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let mut awaited = Awaited::start();
        let page = Page::open(&awaited.link, 1280, 900, false).await;
        page.wait("the wait", "document.querySelector('#status')?.textContent.startsWith('Waiting for the other side')").await;
        let played = tokio::task::spawn_blocking(move || awaited.play());
        page.wait("the end", "document.querySelector('#status.over') !== null")
            .await;
        assert_eq!(played.await.expect("two programs"), [Some(0), Some(0)]);
        let result = page
            .eval("document.querySelector('#status').textContent")
            .await;
        assert!(
            result.as_str().is_some_and(|text| text.contains("+")),
            "{result}"
        );
        tokio::time::sleep(std::time::Duration::from_secs(3)).await;
        assert_eq!(page.eval(NOTICE).await, "", "it is quiet");
        assert_eq!(
            page.eval("document.querySelector('.told h2')?.textContent")
                .await,
            "The count"
        );
        page.close().await;
    });
}
