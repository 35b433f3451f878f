//! The published tables: each printed figure is right but for the inconsistencies that are named here.

use proptest::prelude::*;

use super::super::pairing::{CostLevels, cheapest_pairs};
use super::super::standings::{Criterion, Points, TieBreaks, standings};
use super::*;

fn text(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/tournament");
    std::fs::read_to_string(format!("{folder}/{name}.csv")).unwrap()
}

fn table(name: &str) -> PublishedTable {
    read_table(&text(name)).unwrap()
}

fn findings(name: &str) -> Vec<String> {
    let audit = audit(&table(name));
    audit.findings.iter().map(AuditFinding::to_string).collect()
}

#[test]
fn taiwan_1988_9x9_has_two_wrong_sums_and_two_places_swapped() {
    assert_eq!(
        findings("1988_taiwan_9x9"),
        [
            "Goliath I: SOS printed 8, right 11 (3+1+4+3)",
            "Explorer: SODOS printed 1, right 2 (1+1)",
            "places 7 and 8: MicroGo stands before Explorer, by the table's own rule (wins, sodos, sos) \
             they are swapped",
        ]
    );
    let remarks = audit(&table("1988_taiwan_9x9")).remarks;
    assert!(
        remarks[1].contains("tells Magic Go from SOP"),
        "{remarks:?}"
    );
    assert!(
        remarks[2].contains("Goliath II 5 (printed 4)"),
        "{remarks:?}"
    );
}

#[test]
fn taiwan_1988_19x19_has_one_wrong_sum() {
    assert_eq!(
        findings("1988_taiwan_19x19"),
        ["Explorer: SOS printed 8, right 5 (2+0+1+2)"]
    );
    let remarks = audit(&table("1988_taiwan_19x19")).remarks;
    assert!(
        remarks[0].contains("fjk") && remarks[0].contains("taiwan-1988"),
        "{remarks:?}"
    );
    assert!(remarks[1].contains("Go V. 1.3 from Nemesis"), "{remarks:?}");
    assert!(remarks[2].contains("Magic Go from MicroGo"), "{remarks:?}");
}

#[test]
fn the_world_championship_of_1989_has_one_wrong_result() {
    assert_eq!(
        findings("1989_world"),
        [
            "round 3: Magic Go (13) reads -7, but Cosmos (7) reads -5 and AISYS King (9) reads +13: it must \
             read -9"
        ]
    );
    let remarks = audit(&table("1989_world")).remarks;
    assert_eq!(
        remarks[0],
        "the order follows cumulative (wins, sodos, cumulative)"
    );
}

#[test]
fn the_olympiad_of_1989_breaks_ties_here_and_not_there() {
    let mixed = |apart, equal| {
        vec![format!(
            "{apart} have equal scores and are told apart, {equal} are not: no list of tie-breaks does both"
        )]
    };
    assert_eq!(
        findings("1989_olympiad_19x19"),
        mixed("Star of Poland and Go Intellect", "Stone and Modgo")
    );
    assert_eq!(
        findings("1989_olympiad_9x9"),
        mixed("Go Intellect and Goliath", "Modgo and Swiss Explorer")
    );
}

#[test]
fn the_other_tables_are_consistent_but_for_one_total() {
    for name in ["1991_north_american", "1989_us", "1992_world"] {
        assert_eq!(findings(name), Vec::<String>::new(), "{name}");
    }
    assert_eq!(
        findings("1991_world_congress"),
        [
            "44 wins, but 6 rounds of 15 players are 42 games, and 48 wins if each of the 6 byes counts as one, \
             43 with those that the remarks name"
        ]
    );
}

#[test]
fn the_known_games_of_1992_account_for_every_loss_of_the_first_six() {
    let table = table("1992_world");
    let games = read_games(&text("1992_world_known_games")).unwrap();
    let (findings, accounted) = check_games(&table, &games).unwrap();
    assert_eq!(findings, []);
    let first_six: Vec<_> = table.rows[..6].iter().map(|row| row.name.clone()).collect();
    assert_eq!(accounted, first_six);
}

/// The sums that were computed elsewhere, column by column.
#[test]
fn the_sums_are_those_of_another_program() {
    for name in [
        "1988_taiwan_9x9",
        "1988_taiwan_19x19",
        "1989_world",
        "1989_olympiad_19x19",
        "1989_olympiad_9x9",
    ] {
        let mended = audit(&table(name)).mended;
        let results = mended.results().unwrap();
        let rows = Rows::parse(&text(&format!("recomputed_{name}"))).unwrap();
        let fjk = standings(&results, &TieBreaks::fjk());
        for (at, row) in rows.rows.iter().enumerate() {
            let cell = |names: &[&str]| rows.column(names).map(|column| row[column].as_str());
            for (criterion, names) in [
                (Criterion::Wins, &["wins", "score"][..]),
                (Criterion::Sos, &["sos"]),
                (Criterion::Sodos, &["sodos"]),
                (Criterion::SodosTrimmed, &["sodos_trimmed"]),
                (Criterion::Cumulative, &["cuss"]),
            ] {
                let Some(right) = cell(names) else { continue };
                let list = TieBreaks::new(&[criterion]);
                let value = standings(&results, &list).row(at).unwrap().values[0];
                // One line of that table says 3 wins where the published one has 2.
                let is_slip = name == "1988_taiwan_9x9" && mended.rows[at].name == "Goliath I";
                if is_slip && right != value.unwrap().to_string() {
                    continue;
                }
                assert_eq!(
                    value.unwrap().to_string(),
                    right,
                    "{name}, {}, {criterion:?}",
                    mended.rows[at].name
                );
            }
            let place = fjk.row(at).unwrap().place.unwrap().to_string();
            assert_eq!(
                Some(place.as_str()),
                cell(&["fjk_rank"]),
                "{name}, {}",
                mended.rows[at].name
            );
        }
    }
}

#[test]
fn had_goliath_lost_to_nemesis_it_would_have_been_fifth() {
    let mended = audit(&table("1989_world")).mended;
    let results = mended.results_if("Nemesis", "Goliath").unwrap();
    let goliath = mended.player("Goliath").unwrap();
    for list in ["fjk", "cumulative", "taiwan-1988"] {
        let table = standings(&results, &list.parse().unwrap());
        assert_eq!(table.row(goliath).unwrap().place, Some(5), "{list}");
    }
    assert!(mended.results_if("Goliath", "Dragon").is_err());
    assert!(mended.results_if("Goliath", "Codan").is_err());
}

#[test]
fn fotlands_own_list_agrees_with_the_tables() {
    for (name, program, place) in [
        ("1991_world_congress", "Many Faces", 10),
        ("1991_north_american", "Many Faces", 1),
        ("1989_world", "Cosmos", 7),
        ("1988_taiwan_19x19", "Cosmos", 8),
        ("1988_taiwan_9x9", "Cosmos", 2),
    ] {
        let table = table(name);
        assert_eq!(
            table.rows[table.player(program).unwrap()].place,
            Some(place),
            "{name}"
        );
    }
    let claims = text("mfgo_claims");
    for claim in [
        "10th place 1991 World",
        "1st place 1991 North",
        "7th place 1989 World 19",
        "8th place 1988 World 19",
        "2nd place 1988 World 9",
    ] {
        assert!(claims.contains(claim), "{claim}");
    }
}

/// By repeats and squared score differences alone, the pairings of history were the cheapest, and so are ours.
#[test]
fn our_pairings_cost_what_the_historical_ones_cost() {
    for (name, expected) in [
        ("1988_taiwan_9x9", [0, 1, 0, 1]),
        ("1988_taiwan_19x19", [0, 0, 0, 0]),
        ("1989_world", [0, 1, 0, 1]),
    ] {
        let results = audit(&table(name)).mended.results().unwrap();
        for (round, expected) in (1..).zip(expected) {
            let mut so_far = results.clone();
            so_far.games.retain(|game| game.round < round);
            let mut costs = CostLevels::new(results.players);
            costs.push(|a, b| so_far.meetings(a, b));
            costs.push(|a, b| {
                let halves = |player| so_far.wins(player).halves();
                // Whole points: nobody drew.
                (halves(a).abs_diff(halves(b)) / 2).pow(2)
            });
            let played = results.games.iter().filter(|game| game.round == round);
            let played: Vec<_> = played.map(|game| game.players().into()).collect();
            assert_eq!(
                costs.sums(&played),
                [0, expected],
                "{name}, round {round}, as it was"
            );
            let ours = cheapest_pairs(&costs);
            assert_eq!(
                costs.sums(&ours),
                [0, expected],
                "{name}, round {round}, ours"
            );
        }
    }
}

#[test]
fn cells_that_say_nothing_are_refused_by_name() {
    let error = read_table("place,program,r1\n1,A,+2\n2,B,lost\n").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("B, column r1: `lost` is no result"),
        "{error}"
    );
    assert_eq!(read_table("place,r1\n1,+2\n"), Err(TableError::NoNames));
    assert_eq!(read_table("program,x\nA,1\n"), Err(TableError::NoResults));
    let byes = read_table("place,program,r1\n1,A,+2\n2,B,-1F\n3,C,bye\n").unwrap();
    let results = byes.results().unwrap();
    assert_eq!(
        (
            results.games.len(),
            results
                .byes()
                .map(|bye| (bye.round, bye.player))
                .collect::<Vec<_>>()
                .as_slice()
        ),
        (1, &[(1, 2)][..])
    );
    assert_eq!(results.wins(2), Points::ONE);
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,400}") {
        if let Ok(table) = read_table(&text) {
            let _ = audit(&table);
        }
    }

    #[test]
    fn any_cells_are_audited(
        cells in proptest::collection::vec(proptest::collection::vec("(\\+|-|=)?[0-5]?(C|F|x)?", 4), 1..6)
    ) {
        for head in ["place,program,r1,r2", "program,c1,c2,c3", "program,wins,losses,remark"] {
            let lines: Vec<_> = cells.iter().map(|row| row.join(",")).collect();
            if let Ok(table) = read_table(&format!("{head}\n{}\n", lines.join("\n"))) {
                let _ = audit(&table);
            }
        }
    }
}
