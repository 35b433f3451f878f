//! Names of outputs: what is there stays, unless it is the same command's, or `--force` is given.

use super::common::Folder;

const RECORD: &str = "(;GM[1]SZ[9];B[ee];W[cc];B[gc];W[cg];B[gg];W[ec];B[ce];W[ge];B[eg])";

/// Fits of this record, by their words but the output's.
const FITS: [&str; 3] = [
    "patterns a.sgf --held-out 0 --sweeps 2 --least 2 --decided 0 --quiet",
    "playouts a.sgf --searched 30 --held-out 0 --steps 2 --positions 2 --playouts 2 --quiet",
    "beliefs a.sgf --searched 30 --each 3 --rounds 1 --steps 20 --held-out 0 --quiet",
];

#[test]
fn a_fit_replaces_neither_its_input_nor_another_file() {
    let folder = Folder::new();
    folder.write("a.sgf", RECORD);
    folder.write("dear", "dear");
    for fit in FITS {
        let out = |out: &str| format!("{fit} --out {out}");
        folder.refuses(&[
            (&out("a.sgf"), 2, "a.sgf is read by this command"),
            (&out("./a.sgf --force"), 2, "is read by this command"),
            (&out("dear"), 2, "dear exists already"),
            (&out("nowhere/new"), 5, "cannot write nowhere/new"),
        ]);
    }
    assert_eq!(folder.read("a.sgf"), RECORD);
    assert_eq!(folder.read("dear"), "dear");
}

#[test]
fn the_same_command_may_be_given_again_and_another_with_force() {
    let folder = Folder::new();
    folder.write("a.sgf", RECORD);
    for (fit, out) in FITS.into_iter().zip(["p", "q", "r"]) {
        let words = format!("{fit} --out {out}");
        folder.done(&words);
        folder.done(&words);
        let other = format!("{words} --seed 2");
        folder.refuses(&[(&other, 2, "exists already")]);
        folder.done(&format!("{other} --force"));
    }
}

#[test]
fn a_picture_and_exported_records_replace_their_own_kind_alone() {
    let folder = Folder::new();
    let parameter =
        "[[parameter]]\nname = \"rave\"\nfrom = 500\nto = 20000\nstep = 2.0\nscale = \"log\"\n";
    let params = format!("size = 7\nplayouts = 10\npairs = 2\nbatch = 2\n{parameter}");
    folder.write("a.toml", &params);
    folder.write("dear.svg", "dear");
    let tune = |plot: &str| format!("tune a.toml --quiet --plot {plot}");
    folder.refuses(&[
        (&tune("dear.svg"), 2, "dear.svg exists already"),
        (&tune("a.toml"), 2, "a.toml is read"),
        (&tune("a.tuning"), 2, "are the same file"),
        (&tune("nowhere/a.svg"), 5, "cannot write nowhere/a.svg"),
    ]);
    assert_eq!(folder.read("a.toml"), params);
    folder.done(&tune("a.svg"));
    folder.done(&tune("a.svg"));
    folder.done(&tune("dear.svg --force"));

    folder.done("games --size 7 --playouts 2 --games 2 --quiet --out own.games");
    folder.done("games --out own.games --export sgf");
    folder.done("games --out own.games --export sgf");
    folder.write("sgf/000000.sgf", "dear");
    let again = "games --out own.games --export sgf";
    folder.refuses(&[(again, 2, "000000.sgf exists already")]);
    assert_eq!(folder.read("sgf/000000.sgf"), "dear");
    folder.done(&format!("{again} --force"));
}
