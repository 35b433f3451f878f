//! Records as they come in.

use super::*;

fn file(name: &str, text: &str) -> (String, Vec<u8>) {
    (name.to_owned(), text.as_bytes().to_vec())
}

const HEAD: &str = "FF[4]GM[1]SZ[9]KM[5.5]RU[Japanese]EV[Cup]RO[1]PB[Ito]PW[Abe]";

#[test]
fn records_are_checked_alone_and_against_each_other() {
    let files = [
        file("a.sgf", &format!("(;{HEAD}RE[B+R];B[ee];W[ce])")),
        file("b.sgf", &format!("(;{HEAD}RE[B+R];B[ee];W[cf])")),
        file(
            "c.sgf",
            &format!("(;{};B[ee];W[ee])", HEAD.replace("RO[1]", "RO[2]")),
        ),
        file("d.sgf", "nothing"),
        file(
            "e.sgf",
            &format!(
                "(;{}RE[W+3.5];B[ee])",
                HEAD.replace("5.5", "6.5").replace("RO[1]", "RO[3]")
            ),
        ),
    ];
    let checked = check_records(&files);
    let faults: Vec<_> = checked
        .records
        .iter()
        .map(|record| record.faults.len())
        .collect();
    assert_eq!(faults[0], 0);
    assert!(
        checked.records[1].faults[0].starts_with("against a.sgf: move 2 is"),
        "{checked:?}"
    );
    assert_eq!(faults[2], 2, "{checked:?}");
    assert_eq!(faults[3], 1);
    assert_eq!(
        checked.records[4].faults,
        ["its komi is \"6.5\", that of most records \"5.5\""]
    );
    assert_eq!(checked.faulty(), 4);
    assert!(
        checked
            .index()
            .starts_with("5 records\n\na.sgf: round 1, Ito (Black) - Abe (White), B+R, 2 moves\n")
    );
}

#[test]
fn the_archive_has_the_layout_of_the_format() {
    let archive = zip(&[file("a.sgf", "(;FF[4])"), file("INDEX.txt", "1 record\n")]).unwrap();
    assert_eq!(&archive[..4], b"PK\x03\x04");
    let end = &archive[archive.len() - 22..];
    assert_eq!(&end[..4], b"PK\x05\x06");
    assert_eq!(u16::from_le_bytes([end[10], end[11]]), 2);
    let start = u32::from_le_bytes([end[16], end[17], end[18], end[19]]) as usize;
    assert_eq!(&archive[start..start + 4], b"PK\x01\x02");
    // zlib.crc32(b"(;FF[4])")
    assert_eq!(
        archive[14..18],
        sgmp_board::container::crc32(b"(;FF[4])").to_le_bytes()
    );
}

#[test]
fn what_was_packed_is_unpacked() {
    let files = [
        file("cup.toml", "name = \"Cup\""),
        file("cup/event.journal", ""),
        file("cup/records/round1-board1.sgf", &"(;FF[4])".repeat(1000)),
    ];
    assert_eq!(unzip(&zip(&files).unwrap()).unwrap(), files);
    assert_eq!(unzip(b"PK"), Err(UnzipError::NoArchive));
}

proptest::proptest! {
    #[test]
    fn damaged_archives_are_refused_or_whole(at in 0..400_usize, byte in proptest::prelude::any::<u8>(), cut in 0..400_usize) {
        let files = [file("a.sgf", "(;FF[4])"), file("b/c.txt", &"x".repeat(300))];
        let whole = zip(&files).unwrap();
        let mut bytes = whole.clone();
        let at = at % bytes.len();
        bytes[at] = byte;
        if let Ok(read) = unzip(&bytes) {
            let contents: Vec<_> = read.iter().map(|(_, bytes)| bytes).collect();
            proptest::prop_assert!(contents.iter().all(|bytes| files.iter().any(|(_, right)| right == *bytes)));
        }
        let _ = unzip(&whole[..cut.min(whole.len())]);
        let _ = unzip(&whole[cut.min(whole.len())..]);
    }
}
