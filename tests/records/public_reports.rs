//! Records after public reports about other programs, which `docs/reports.md` lists: read, or refused
//! with the reason.

use sgmp_board::record::{Format, read_game, replay};

/// The record as it is read, in one line, and what is said of it.
fn read(text: &str) -> (String, String) {
    let reading = read_game(text.as_bytes(), 1).unwrap();
    let written = reading.record.to_sgf(Format::Ff4);
    let (_, rest) = written.split_once('\n').unwrap();
    let remarks: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
    (rest.replace('\n', ""), remarks.join("; "))
}

#[test]
fn what_stopped_other_readers_is_read() {
    for (report, text, meaning, said) in [
        (
            "q5Go 26",
            "(;FF[1]GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gc])",
            "SZ[9]KM[6.5]RE[?];B[ee];W[cc];B[gc])",
            "",
        ),
        (
            "KaTrain 292",
            "(;GM[1]FF[4]SZ[9]HA[\u{5bf9}\u{5b50}]KM[6.5];B[ee];W[cc];B[gc])",
            "SZ[9]KM[6.5]RE[?];B[ee];W[cc];B[gc])",
            "HA[\u{5bf9}\u{5b50}] is not understood: the handicap is not known",
        ),
        (
            "minigo 587",
            "(;GM[1]SZ[9]KM[5.5];B[ee];W[cc];B[];W[];B[]\n; TW[aa][ab]\nTB[ii]\n\nOS[...])",
            "SZ[9]KM[5.5]RE[?];B[ee];W[cc];B[];W[];B[]TB[ii]TW[ab][aa])",
            "",
        ),
        (
            "SabakiHQ/sgf 17",
            "(;GM[1]FF[4]CA[UTF-8]KM[6.5]SZ[19]AB[ar][br]AE[pe]AW[pd])",
            "SZ[19]KM[6.5]AB[ar][br]AW[pd]RE[?])",
            "",
        ),
        (
            "Sabaki 197",
            "(;GM[1]FF[3]SZ[9]AB[aa][bb]AB[cc]AW[gg]AW[hh];W[ee])",
            "SZ[9]AB[cc][bb][aa]AW[hh][gg]RE[?];W[ee])",
            "",
        ),
        (
            "wgo.js 16",
            "(;SZ[9]AB[ac:cc];W[ee])",
            "SZ[9]AB[ac][bc][cc]RE[?];W[ee])",
            "",
        ),
        (
            "sgf-render 42",
            "(;SZ[9];B[ee];W[cc];AB[ee][gc];W[gg])",
            "SZ[9]RE[?];B[ee];W[cc];AB[ee][gc];W[gg])",
            "stones are set up after move 2: a new position, with the moves numbered on",
        ),
        (
            "lizzieyzy 208",
            "(;SZ[19];B[pd];W[pp];B[dd];W[dp](;AE[dp]AW[dd]AB[co];W[nq])(;W[nq]))",
            "SZ[19]RE[?];B[pd];W[pp];B[dd];W[dp];AB[co]AW[dd]AE[dp];W[nq])",
            "stones are set up after move 4: a new position, with the moves numbered on",
        ),
        (
            "goreviewpartner 71",
            "(;SZ[19]KM[];B[pc];W[pq])",
            "SZ[19]RE[?];B[pc];W[pq])",
            "KM[] is not understood",
        ),
    ] {
        let (read, remarks) = read(text);
        assert_eq!(read, meaning, "{report}");
        assert!(remarks.starts_with(said), "{report}: {remarks}");
        assert_eq!(remarks.is_empty(), said.is_empty(), "{report}");
    }
}

/// a_master_of_go 17: what another program writes beside the moves.
#[test]
fn the_main_line_among_variations_is_read() {
    let (read, remarks) = read(
        "(;GM[1]FF[4]SZ[9]AP[SmartGo Kifu:4.7]\nHA[5]KM[0.5]RU[Japanese Rules]AB[cc][gc][ee][cg][gg]\n\
         PL[W]CH[1];W[ce];B[dd](;W[fd];B[fe])(;W[aa]))",
    );
    assert!(read.ends_with(";W[ce];B[dd];W[fd];B[fe])"), "{read}");
    assert!(!read.contains("aa") && read.contains("HA[5]"), "{read}");
    assert_eq!(remarks, "");
}

/// KaTrain 288: each move in a variation of its own, as a server writes a review.
#[test]
fn variations_may_be_nested_as_deep_as_a_game_is_long() {
    let depth = 5_000;
    let moves = "(;B[aa](;W[]".repeat(depth / 2);
    let text = format!("(;SZ[9]{moves}{})", ")".repeat(depth));
    let reading = read_game(text.as_bytes(), 1).unwrap();
    assert_eq!(reading.record.moves().len(), depth);
}

#[test]
fn what_is_no_record_of_a_game_is_refused_with_the_place() {
    // aki65 70: another program's slip.
    let error = read_game(b"(;SZ[9];B[ee];W[dundefined])", 1).unwrap_err();
    let said = error.to_string();
    assert!(said.contains("White played \"dundefined\""), "{said}");
    // Sabaki 182: a move onto a stone.
    let record = read_game(b"(;SZ[9];B[ee];W[cc];B[cc])", 1).unwrap().record;
    let said = replay(&record, 3).unwrap_err().to_string();
    assert!(
        said.contains("move 3, Black C7: a White stone is there already"),
        "{said}"
    );
    // KataGo 911: a ko that is taken back at once.
    let text = b"(;SZ[5];B[ba];W[aa];B[ab];W[ca];B[cb];W[db];B[bc];W[cc];B[ee];W[bb];B[cb])";
    let record = read_game(text, 1).unwrap().record;
    let said = replay(&record, 11).unwrap_err().to_string();
    assert!(said.contains("move 11, Black C4: the ko may not"), "{said}");
}
