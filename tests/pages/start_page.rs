//! The start page: forms that come back, games that are searched for, deleted and brought back, records that are dropped
//! and pasted, and positions that are set up.

use std::fs;

use crate::browser::{Page, Pages, run};
use crate::games_by_hand::choose;
use crate::tools::needs;

/// The text of what is told at the foot of the page.
const NOTICE: &str =
    "document.querySelector('#notice').hidden ? '' : document.querySelector('#notice').textContent";
/// True once the lists of games are there.
const LISTED: &str = "document.querySelectorAll('#games li').length > 0 || document.querySelector('#no-games')?.hidden === false";
/// True in a review.
const REVIEWED: &str =
    "location.pathname.startsWith('/review/') && document.querySelector('svg.board') !== null";

const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";

async fn value(page: &Page, form: &str, field: &str) -> String {
    let value = format!("document.querySelector('{form}').elements['{field}'].value");
    page.eval(&value)
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// True if a list has so many games.
fn has(list: &str, games: usize) -> String {
    format!("document.querySelectorAll('#{list} li:not(.gone)').length === {games}")
}

/// Waits until a notice has these words.
async fn told(page: &Page, words: &str) {
    page.wait(words, &format!("({NOTICE}).includes({words:?})"))
        .await;
}

#[test]
fn both_forms_come_back_as_they_were_submitted() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 800, false).await;
        page.wait("lists", LISTED).await;
        assert_eq!(value(&page, "#new-computer", "size").await, "9");
        let computer = [
            ("size", "7"),
            ("level", "3"),
            ("color", "white"),
            ("komi", "0.5"),
            ("rules", "chinese"),
        ];
        for (field, wish) in computer {
            choose(&page, "#new-computer", field, wish).await;
        }
        page.press("Play").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        page.show(&pages.link).await;
        page.wait("lists", LISTED).await;
        for (field, wish) in computer {
            assert_eq!(value(&page, "#new-computer", field).await, wish, "{field}");
        }
        let unfolded = "document.querySelector('#new-computer details').open";
        assert_eq!(page.eval(unfolded).await, true, "not as usual");
        assert_eq!(
            value(&page, "#new-people", "size").await,
            "9",
            "another form"
        );
        let stale = r#"{"size":"99","place":"here","color":"red","minutes":"5","name":7,"komi":"x".repeat(99)}"#;
        page.eval(&format!(
            "localStorage.setItem('new-people', JSON.stringify({stale}))"
        ))
        .await;
        page.eval("localStorage.setItem('new-computer', '{\"size\":')")
            .await;
        page.show(&pages.link).await;
        page.wait("lists", LISTED).await;
        for (field, wish) in [
            ("size", "9"),
            ("place", "here"),
            ("color", "black"),
            ("minutes", "5"),
            ("name", ""),
            ("komi", ""),
        ] {
            assert_eq!(value(&page, "#new-people", field).await, wish, "{field}");
        }
        assert_eq!(value(&page, "#new-computer", "size").await, "9");
        page.close().await;
    });
}

#[test]
fn games_are_told_apart_searched_for_deleted_and_brought_back() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let folder = pages.folder.path();
        for (name, sgf) in [
            (
                "1.sgf",
                "(;SZ[9]PB[Ada]PW[Bert]RE[B+3.5]DT[2026-11-26];B[ee];W[cc])",
            ),
            (
                "2.sgf",
                "(;SZ[19]PB[Cleo]PW[Ada]RE[W+R]DT[2025-01-02];B[dd])",
            ),
            (
                "3.sgf",
                "(;SZ[9]KM[5.5]PB[Dan]PW[Eve]DT[2026-11-27];B[ee];W[cc])",
            ),
        ] {
            fs::write(folder.join(name), sgf).expect("a record");
        }
        let page = Page::open(&pages.link, 1280, 800, false).await;
        page.wait("finished games", &has("archive", 2)).await;
        page.wait("an open game", &has("unfinished", 1)).await;
        let none_runs = "document.querySelector('#open-games').closest('section').hidden";
        assert_eq!(page.eval(none_runs).await, true);
        page.eval("document.querySelector('#games').scrollIntoView()")
            .await;
        page.picture("start-games-light").await;
        let download = "(() => { const link = document.querySelector('#archive a[download]'); return link.pathname === `/api/archive/${link.download}/file`; })()";
        assert_eq!(page.eval(download).await, true);
        page.write("#search", "ada 9x9").await;
        page.wait("one game", &has("archive", 1)).await;
        page.wait("no open game", &has("unfinished", 0)).await;
        page.press("Delete").await;
        page.wait("no game", &has("archive", 0)).await;
        assert!(folder.join("deleted/1.sgf").exists() && !folder.join("1.sgf").exists());
        page.picture("start-deleted-light").await;
        assert_eq!(
            page.eval("document.activeElement.textContent").await,
            "Undo"
        );
        page.key(ENTER).await;
        page.wait("the game", &has("archive", 1)).await;
        assert!(folder.join("1.sgf").exists() && !folder.join("deleted/1.sgf").exists());
        page.write("#search", " nobody").await;
        let says = "document.querySelector('#unlisted').textContent === 'No kept game has all these words.'";
        page.wait("a word", says).await;
        page.show(&pages.link).await;
        page.press("Go on").await;
        page.wait("the game", "location.pathname.startsWith('/play/') && document.querySelector('svg.board') !== null").await;
        page.show(&pages.link).await;
        page.wait("a running game", &has("open-games", 1)).await;
        page.wait("no other open game", &has("unfinished", 0)).await;
        page.press("Go on").await;
        page.wait("its page", "location.pathname.startsWith('/play/')")
            .await;
        page.close().await;
    });
}

/// A script that makes data of files by their names and texts.
fn data(files: &[(&str, &str)]) -> String {
    let adds: String = files
        .iter()
        .map(|(name, text)| format!("data.items.add(new File([{text:?}], {name:?}));"))
        .collect();
    format!("const data = new DataTransfer(); {adds}")
}

async fn drag(page: &Page, what: &str, files: &[(&str, &str)]) {
    let data = data(files);
    page.eval(&format!(
        "void (() => {{ {data} document.querySelector('h1').dispatchEvent(new DragEvent({what:?}, \
         {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()"
    ))
    .await;
}

async fn paste(page: &Page, into: &str, text: &str) {
    page.eval(&format!(
        "void (() => {{ const data = new DataTransfer(); data.setData('text/plain', {text:?}); \
         document.querySelector({into:?}).dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }})); }})()"
    ))
    .await;
}

#[test]
fn a_record_that_was_sent_is_deleted_and_brought_back() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let folder = pages.folder.path().join("looked-at");
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("1.sgf");
        fs::write(&file, "(;SZ[9]PB[Ada]PW[Bert];B[ee])").expect("a record");
        fs::write(
            pages.folder.path().join("1.sgf"),
            "(;SZ[9]PB[Cleo]PW[Dan]RE[B+R];B[ee])",
        )
        .expect("a game of the same name");
        let page = Page::open(&pages.link, 390, 844, true).await;
        page.wait("the record", &has("sent", 1)).await;
        page.eval("document.querySelector('#sent .delete').click()")
            .await;
        page.wait(
            "word of it",
            "document.querySelector('#sent li.gone .undo') === document.activeElement",
        )
        .await;
        assert!(!file.exists() && folder.join("deleted/1.sgf").exists());
        assert!(pages.folder.path().join("1.sgf").exists());
        page.picture("start-sent-deleted-phone").await;
        page.key(ENTER).await;
        page.wait(
            "the record",
            "document.querySelector('#sent li:not(.gone) .delete') !== null",
        )
        .await;
        assert!(file.exists());
        page.close().await;
    });
}

#[test]
fn records_are_dropped_and_pasted() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 800, true).await;
        page.wait("lists", LISTED).await;
        let two = [
            ("one.sgf", "(;SZ[9]PB[Ito];B[ee])"),
            ("two.sgf", "(;SZ[9];B[cc])"),
        ];
        drag(&page, "dragover", &two).await;
        page.wait("a target", "document.querySelector('#drop.over') !== null")
            .await;
        page.picture("start-drop-dark").await;
        drag(&page, "drop", &two).await;
        page.wait("a review", REVIEWED).await;
        told(&page, "Of 2 files the first is shown: one.sgf.").await;
        assert_eq!(page.eval("document.title").await, "Ito – White · sgmp-go");
        page.show(&pages.link).await;
        page.wait("lists", LISTED).await;
        assert_eq!(page.eval(NOTICE).await, "", "the word is told once");
        drag(&page, "drop", &[("a.txt", "no record"), ("b.txt", "none")]).await;
        page.wait("a refusal", &format!("({NOTICE}) !== ''")).await;
        paste(&page, "body", "some words").await;
        told(&page, "This text is no record").await;
        paste(&page, "#new-people [name=name]", "(;SZ[9];B[ee])").await;
        assert_eq!(page.eval("location.pathname").await, "/");
        paste(&page, "body", "Look:\n(;SZ[9]PB[Abe];B[cc])").await;
        page.wait("a review", REVIEWED).await;
        assert_eq!(page.eval(NOTICE).await, "");
        page.close().await;
    });
}

/// True if so many stones stand on the board.
fn stones(number: usize) -> String {
    format!("document.querySelectorAll('.stones .stone').length === {number}")
}

#[test]
fn a_position_is_set_up_by_mouse_keyboard_and_finger_and_analyzed() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1000, 560, false).await;
        page.press("Set up a position").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        page.click("A1", 9).await;
        page.wait("a stone", &stones(1)).await;
        page.key("w").await;
        page.tap("A2", 9).await;
        page.wait(
            "a word",
            "document.querySelector('.confirm').textContent.startsWith('A2: tap again')",
        )
        .await;
        page.tap("A2", 9).await;
        page.click("C1", 9).await;
        page.wait("three stones", &stones(3)).await;
        page.key(RIGHT).await;
        page.key(ENTER).await;
        page.wait("a stone by keys", &stones(4)).await;
        page.click("B1", 9).await;
        page.wait(
            "a stone without a liberty",
            "document.querySelectorAll('.stone.dead').length === 1",
        )
        .await;
        page.picture("setup-light").await;
        page.press("Analyze").await;
        told(&page, "The stone at A1 has no liberty: take it away").await;
        page.key("e").await;
        page.click("B1", 9).await;
        page.wait("four stones", &stones(4)).await;
        page.key("t").await;
        page.click("G7", 9).await;
        page.wait("Black has put one", &stones(5)).await;
        assert_eq!(value(&page, "#tools", "turn").await, "white");
        page.press("Analyze").await;
        page.wait("a review", REVIEWED).await;
        page.wait("its stones", &stones(5)).await;
        let sent = fs::read_dir(pages.folder.path().join("looked-at")).expect("records");
        // The curve of the record lies beside it once it is begun.
        let paths = sent.map(|entry| entry.expect("a file").path());
        let records = paths.filter(|path| path.extension().is_some_and(|kind| kind == "sgf"));
        let texts: Vec<String> = records
            .map(|path| fs::read_to_string(path).expect("a record"))
            .collect();
        assert_eq!(texts, ["(;FF[4]GM[1]SZ[9]AB[gc][ai]AW[ah][ci][di]PL[W])"]);
        page.client.back().await.expect("a way back");
        page.wait(
            "the position",
            &format!("location.pathname === '/setup' && {}", stones(5)),
        )
        .await;
        page.press("Clear the board").await;
        page.wait("nothing", &stones(0)).await;
        page.close().await;
    });
}
