//! Beliefs of groups and points.

use sgmp_knowledge::analysis::OutcomeModel;

use super::common::Folder;

/// The file of beliefs, of which the weights are the same on one thread and on two.
fn done_alike(folder: &Folder, words: &str) -> String {
    let made = ["one --jobs 1", "two --jobs 2"].map(|out| {
        folder.done(&format!("{words} {out}"));
        folder.read(&out[..3])
    });
    let [one, two] = made.each_ref().map(|text| OutcomeModel::from_text(text));
    assert_ne!(one, Ok(OutcomeModel::default()));
    assert_eq!(one, two);
    let [one, _] = made;
    one
}

#[test]
fn games_make_the_same_beliefs_on_any_number_of_threads() {
    let folder = Folder::new();
    folder.done("games --size 9 --playouts 5 --games 10 --played-out 1 --quiet --out own.games");
    let fit = "beliefs own.games --rounds 1 --steps 40 --held-out 3 --quiet --out";
    let told = folder.done(&format!("{fit} told")).out;
    assert!(told.contains("of games held out"), "{told}");
    assert!(told.contains("after:  owners of points 0."), "{told}");
    let one = done_alike(&folder, fit);
    assert!(one.contains("learn beliefs own.games"), "{one}");
}

#[test]
fn a_search_tells_owners_in_games_however_they_ended() {
    let folder = Folder::new();
    let record = "(;GM[1]SZ[9];B[ee];W[cc];B[gc];W[cg];B[gg];W[ec];B[ce];W[ge];B[eg])";
    folder.write("a.sgf", record);
    let words =
        "beliefs a.sgf --searched 30 --each 3 --rounds 1 --steps 20 --held-out 0 --quiet --out";
    let one = done_alike(&folder, words);
    assert!(one.contains("# 3 positions of 1 games"), "{one}");
}

#[test]
fn what_teaches_nothing_is_refused() {
    let folder = Folder::new();
    folder.write("a.games", "no games");
    folder.write("a.sgf", "(;SZ[9];B[aa])");
    let kept_back = "--held-out keeps all games back";
    folder.refuses(&[
        ("beliefs a.games --out b", 5, "is no file of training games"),
        (
            "beliefs a.sgf --held-out 0 --out b",
            2,
            "no game here was played to its end",
        ),
        ("playouts a.sgf --held-out 1 --out b", 2, kept_back),
        (
            "beliefs a.sgf --searched 9 --held-out 1 --out b",
            2,
            kept_back,
        ),
    ]);
    assert!(!folder.path("b").exists());
}
