//! Practice on pages: problems, the joseki tutor, and the way of somebody who has never played.

use serde_json::{Value, json};

use crate::browser::{Page, Pages, run};
use crate::served::{ask, post};
use crate::tools::needs;

pub(crate) const TOLD: &str = "document.querySelector('.verdict').innerText";

fn get(link: &str, path: &str) -> Value {
    let answer = ask(link, &format!("GET {path}"), "", |_| false);
    let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
    assert!(head.contains(" 200 "), "{answer}");
    serde_json::from_str(body).expect("an object")
}

#[test]
fn answers_to_problems_are_kept_in_the_file_of_the_terminal() {
    let pages = Pages::serve();
    let open = |wish: Value| {
        let study = post(&pages.link, "/api/study/problems", &wish)["study"].clone();
        format!("/api/study/{}", study.as_str().expect("a link"))
    };
    let path = open(json!({"set": "first-captures"}));
    let state = get(&pages.link, &path);
    assert_eq!(state["kind"], "problems");
    let send = |what: &str, point: &str| {
        post(
            &pages.link,
            &format!("{path}/{what}"),
            &json!({ "point": point }),
        )
    };
    let hint = send("hint", "");
    assert!(
        hint["told"][0]["text"]
            .as_str()
            .unwrap()
            .starts_with("Look "),
        "{hint}"
    );
    let corner = state["legal"]
        .as_str()
        .unwrap()
        .find('+')
        .expect("a free point");
    let size = state["size"].as_u64().unwrap() as usize;
    let name = |at: usize| {
        format!(
            "{}{}",
            &"ABCDEFGHJKLMNOPQRST"[at % size..=at % size],
            size - at / size
        )
    };
    let wrong = send("move", &name(corner));
    assert_eq!(wrong["score"], "1 wrong move", "{wrong}");
    assert!(wrong["told"][0]["warning"].as_bool().unwrap(), "{wrong}");
    let why = send("whynot", "");
    assert!(why["told"][0]["text"].as_str().is_some(), "{why}");
    let shown = send("show", "");
    let words = shown["told"][0]["text"].as_str().unwrap();
    let answer = words.split(' ').next().unwrap().to_owned();
    let mut state = send("move", &answer);
    for _ in 0..8 {
        if state["done"] == true {
            break;
        }
        let shown = send("show", "");
        let words = shown["told"][0]["text"].as_str().unwrap().to_owned();
        state = send("move", words.split(' ').next().unwrap());
    }
    assert_eq!(state["done"], true, "{state}");
    let log = std::fs::read_to_string(pages.learner.path().join("answers.json")).expect("a file");
    assert!(
        log.contains("first-captures-") && log.contains("\"answers\": 1"),
        "{log}"
    );
    let sets = get(&pages.link, "/api/practice");
    assert_eq!(sets["sets"][0]["answered"], 1, "{sets}");
    let beside = std::process::Command::new(env!("CARGO_BIN_EXE_sgmp-go"))
        .args(["problems", "list", "--log"])
        .arg(pages.learner.path().join("answers.json"))
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&beside.stdout).into_owned();
    assert!(told.contains("problems, 1 answered"), "{told}");
}

#[test]
fn problems_and_joseki_are_practiced_in_a_browser() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.press("Practice").await;
        page.wait("sets", "document.querySelectorAll('#sets li').length === 8")
            .await;
        page.picture("practice-light").await;
        page.eval("document.querySelector('#sets a').click()").await;
        page.wait("a problem", "document.querySelector('svg.board') !== null")
            .await;
        page.key("h").await;
        page.wait("a hint", &format!("{TOLD}.startsWith('Look ')"))
            .await;
        page.picture("problem-hint-light").await;
        page.press("Show the answer").await;
        page.wait("the answer", &format!("{TOLD}.includes(' is the move.')"))
            .await;
        let shown = page.eval(&format!("{TOLD}.split(' ')[0]")).await;
        page.write(
            "[name=answer]",
            &format!("{}\u{e007}", shown.as_str().unwrap()),
        )
        .await;
        page.wait("a verdict", &format!("/Right|Solved/.test({TOLD})"))
            .await;
        page.picture("problem-answer-light").await;
        page.press("Practice").await;
        page.press("Open the book").await;
        page.wait(
            "the book",
            "document.querySelectorAll('.book li').length > 2",
        )
        .await;
        page.write("[name=answer]", "Q16\u{e007}").await;
        page.wait(
            "a stone",
            "document.querySelectorAll('.stone').length === 1",
        )
        .await;
        page.picture("joseki-light").await;
        page.press("Questions").await;
        page.wait(
            "a question",
            "document.querySelector('.question').innerText.includes('what does ')",
        )
        .await;
        page.write("[name=answer]", "T19\u{e007}").await;
        page.wait(
            "a wrong answer",
            &format!("{TOLD}.includes('T19 is not among')"),
        )
        .await;
        page.wait(
            "a score",
            "document.querySelector('.score').innerText === '0 of 1 answers were right.'",
        )
        .await;
        page.picture("joseki-quiz-light").await;
        page.close().await;
    });
}

#[test]
fn somebody_who_has_never_played_goes_from_the_tutorial_to_a_finished_game() {
    needs!(Chromium, ChromeDriver);
    run(async {
        let pages = Pages::serve();
        let page = Page::open(&pages.link, 1280, 900, false).await;
        page.press("Learn the game").await;
        page.press("Begin").await;
        page.wait("board", "document.querySelector('svg.board') !== null")
            .await;
        page.click("D4", 5).await;
        page.wait(
            "a right answer",
            "document.querySelector('.verdict h2')?.textContent === '✓ Right'",
        )
        .await;
        page.press("Chapters").await;
        page.press("Play a first game").await;
        page.wait(
            "Igo",
            "document.body.innerText.includes('beginner (level 0, about 22 kyu), you have 4 stones ahead')",
        )
        .await;
        page.picture("igo-light").await;
        pass_to_the_end(&page).await;
        page.wait(
            "a rank",
            "document.querySelector('.facts').textContent.includes('Your next game on 9x9')",
        )
        .await;
        page.picture("igo-over-light").await;
        page.close().await;
        let log = std::fs::read_to_string(pages.learner.path().join("igo.txt")).expect("results");
        assert!(
            log.starts_with("sgmp-go igo 1\n") && log.contains(" 9 beginner 4 alone "),
            "{log}"
        );
        let archive = get(&pages.link, "/api/games");
        let name = archive["archive"][0]["name"]
            .as_str()
            .expect("a name")
            .to_owned();
        let wish = json!({ "game": name, "color": "white" });
        let study = post(&pages.link, "/api/study/guess", &wish)["study"].clone();
        let guess = get(
            &pages.link,
            &format!("/api/study/{}", study.as_str().unwrap()),
        );
        assert_eq!(
            (&guess["kind"], &guess["color"]),
            (&json!("guess"), &json!("white"))
        );
        let path = format!("/api/study/{}/show", study.as_str().unwrap());
        let shown = post(&pages.link, &path, &json!({}));
        assert!(
            shown["score"].as_str().unwrap().contains(" of 1 moves"),
            "{shown}"
        );
    });
}

/// Four stones stand: White begins. The learner passes until both have, and agrees with the count.
async fn pass_to_the_end(page: &Page) {
    for _ in 0..60 {
        page.wait("a turn", "[...document.querySelectorAll('button')].some(b => ['Pass', 'Agree', 'Next game'].includes(b.textContent)) && !/thinking/.test(document.querySelector('#status').textContent)").await;
        let counts = page.eval("[...document.querySelectorAll('button')].some(b => b.textContent === 'Agree' || b.textContent === 'Next game')").await;
        if counts == Value::Bool(true) {
            break;
        }
        let before = page
            .eval("document.querySelectorAll('.moves li').length")
            .await;
        page.press("Pass").await;
        page.wait("an answer", &format!("document.querySelectorAll('.moves li').length > {before} + 1 || [...document.querySelectorAll('button')].some(b => b.textContent === 'Agree' || b.textContent === 'Next game')")).await;
    }
    page.wait(
        "a count",
        "/Choose groups|Your next game/.test(document.body.innerText)",
    )
    .await;
    if page
        .eval("[...document.querySelectorAll('button')].some(b => b.textContent === 'Agree')")
        .await
        == Value::Bool(true)
    {
        page.press("Agree").await;
    }
}
