use proptest::prelude::*;
use sha2::{Digest, Sha256};

use super::*;
use crate::record::{RecordedMove, read_sgf};
use crate::rules::{BoardSize, Move};

fn page(text: &str) -> String {
    let record = read_sgf(text.as_bytes()).unwrap();
    GamePage::new(&record).unwrap().to_string()
}

/// Base64 of 32 bytes.
fn base64(bytes: &[u8]) -> String {
    let letters: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['+', '/'])
        .collect();
    let coded = bytes.chunks(3).flat_map(|chunk| {
        let word = chunk.iter().chain([&0; 2]).take(3);
        let word = word.fold(0_usize, |word, byte| word << 8 | usize::from(*byte));
        let length = chunk.len() + 1;
        (0..4).map(move |at| (at < length).then_some((word >> (18 - 6 * at)) & 63))
    });
    coded
        .map(|six| six.map_or('=', |six| letters[six]))
        .collect()
}

#[test]
fn the_page_runs_its_own_script_alone() {
    assert_eq!(
        base64(&Sha256::digest(SCRIPT)),
        SCRIPT_HASH,
        "the new hash of the script"
    );
}

#[test]
fn everything_is_there_without_a_script() {
    let page = page(
        "(;SZ[5]PB[I<to]BR[5d]PW[Abe]KM[0.5]RU[Japanese]RE[B+R]C[A \"game\"]AB[aa];W[bc]WL[61];B[bb]C[Why\n<b>?];W[tt])",
    );
    for part in [
        "<h1>I&lt;to 5d (Black) against Abe (White)</h1>",
        "5x5, komi 0.5, Japanese rules, 3 moves, result B+R",
        "<p class=\"remark\">A &quot;game&quot;</p>",
        "<li id=\"m1\"><a href=\"#m1\">White B3</a> <small>1:01</small>\n",
        "<li id=\"m2\"><a href=\"#m2\">Black B4</a><p>Why\n&lt;b&gt;?</p>\n",
        "<li id=\"m3\"><a href=\"#m3\">White pass</a>\n",
        "<tr><th>4<td>.<td>B<td>.",
        "\"start\":\",aa\",\"moves\":[\"Wbc\",\"Bbb\",\"W--\"]",
        "Black: B4, A5. White: B3.",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
}

#[test]
fn the_end_is_told_with_the_last_position() {
    for (text, told) in [
        (
            "RE[B+10.5];B[bb]TB[aa][ab]TW[ee]",
            "Black won by 10.5 points. Territory: Black 2, White 1.",
        ),
        (
            "KM[5.5]RE[B+0.5];B[bb];W[aa]TB[aa][ab]TW[ee]",
            "Black won by 0.5 points. Territory: Black 2, White 1. White's dead stones: A5. Komi 5.5.",
        ),
        ("RE[W+R];B[bb]", "White won: Black gave up."),
        (";B[bb]", ""),
    ] {
        let page = page(&format!("(;SZ[5]{text})"));
        let end = format!("<p id=\"end\">{told}</p>");
        assert!(page.contains(&end), "{end} in\n{page}");
    }
}

#[test]
fn what_a_move_takes_and_what_is_set_up_is_told_to_the_script() {
    let text = "(;SZ[5];B[aa];W[ba];B[ee];W[ab];AB[cc]AE[ee]AW[dd];B[bb])";
    let steps = steps(&read_sgf(text.as_bytes()).unwrap(), &[]);
    assert!(
        steps.contains("[\"Baa\",\"Wba\",\"Bee\",\"Wab.eeaa,cc;dd\",\"Bbb\"]"),
        "{steps}"
    );
}

#[test]
fn variations_are_told_and_the_record_is_given_whole() {
    let text = b"(;SZ[5]XX[kept];B[aa];W[bb](;B[cc])(;B[dd]C[a <b>];W[ee])(;B[aa];W[ab]))";
    let tree = GameTree::read(text, 1).unwrap();
    let record = read_sgf(text).unwrap();
    let page = GamePage::new(&record).unwrap().tree(&tree).to_string();
    for part in [
        "<li><a href=\"#v1\">After move 2: Black D2, White E1</a><p>a &lt;b&gt;</p>\n</ol>",
        "\"variations\":[{\"after\":2,\"moves\":[\"Bdd\",\"Wee\"]}]",
        "XX[kept]",
    ] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
}

#[test]
fn a_game_of_250_moves_is_a_small_file() {
    let mut record = GameRecord::new(BoardSize::NINETEEN);
    let points: Vec<Point> = Point::all(record.size())
        .filter(|p| p.column() % 6 != 5)
        .collect();
    for (number, point) in points.into_iter().enumerate().take(250) {
        let mut played = RecordedMove::new(Color::BOTH[number % 2], Move::Play(point));
        played.time_left = Some(std::time::Duration::from_secs(3000));
        record.push(played).unwrap();
    }
    record.remark(
        100,
        &"A comment of a line or so on what happened here. ".repeat(20),
    );
    let page = GamePage::new(&record).unwrap().to_string();
    assert!(page.len() < 60_000, "{}", page.len());
}

proptest! {
    #[test]
    fn no_text_of_a_record_becomes_markup(text in "[<>&\"'/a-z\\]\\[\\\\ -]{0,30}") {
        let mut record = GameRecord::new(BoardSize::new(5).unwrap());
        record.push(RecordedMove::new(Color::Black, Move::Pass)).unwrap();
        let plain = GamePage::new(&record).unwrap().to_string().matches('<').count();
        for info in [&mut record.info.event, &mut record.info.rules, &mut record.info.date] {
            *info = Some(text.clone());
        }
        record.info.players.black.name = Some(text.clone());
        record.remark(0, &text);
        let page = GamePage::new(&record).unwrap().to_string();
        // The comment has a paragraph of its own.
        prop_assert_eq!(page.matches('<').count(), plain + 2);
    }
}
