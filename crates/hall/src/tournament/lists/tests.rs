//! Lists read and written, and samples by hand.

use proptest::prelude::*;

use super::super::event::played_event::{opened, play_on};
use super::super::event::{EventPlan, EventState, GameEnd, Rank};
use super::super::standings::Points;
use super::*;
use sgmp_board::record::GameResult;
use sgmp_board::rules::Color;
use sgmp_match::play::EndKind;

fn rank(text: &str) -> Option<Rank> {
    Some(text.parse().expect("a rank"))
}

fn read(text: &str) -> Vec<ListedPlayer> {
    read_players(text.as_bytes()).expect(text)
}

#[test]
fn lines_with_commas_semicolons_or_tabs_are_read() {
    for text in [
        "Name,Rank,Club,Country,Rating\nIto Ken,3k,Ueno,JP,1812\n\"Abe, Jo\",1D,,,\n",
        "name;rank;club;country;gor\nIto Ken;3K;Ueno;JP;1812\nAbe, Jo;1d;;;\n",
        "\u{feff}Last name\tFirst name\tGrade\tClub\tCountry\tRating\nIto\tKen\t3k\tUeno\tJP\t1812\nAbe,\tJo\t1d\n",
    ] {
        let players = read(text);
        assert_eq!(players.len(), 2, "{text}");
        let ito = &players[0];
        assert_eq!(
            (ito.name.as_str(), ito.rank, ito.facts.rating),
            ("Ito Ken", rank("3k"), Some(1812))
        );
        assert_eq!(
            (ito.facts.club.as_str(), ito.facts.country.as_str()),
            ("Ueno", "JP")
        );
        assert_eq!(
            (players[1].name.as_str(), players[1].rank),
            ("Abe, Jo", rank("1d"))
        );
    }
}

#[test]
fn what_is_no_list_is_refused_and_the_line_is_named() {
    let told = |text: &str| read_players(text.as_bytes()).unwrap_err().to_string();
    assert!(told("a,b\n1,2\n").contains("column `name`"));
    assert!(told("name,rank\nIto,3x\n").contains("line 2: \"3x\" is no rank"));
    assert!(told("name,rating\nIto,3k\n").contains("line 2: \"3k\" is no rating"));
    assert!(told("name\n,\n").contains("no player"));
    assert!(told("<?xml version=\"1.0\"?><a/>").contains("no list of players"));
    assert!(told("<?xml version=\"1.0\"?><Tournament>").contains("XML"));
}

#[test]
fn lines_of_the_egf_are_read() {
    let text = format!(
        "<pre>\n  Pin_Player  Name  Country Club Grade ...\n{}</pre>\n",
        include_str!("../../../../../fixtures/lists/egf.txt")
    );
    let players = read(&text);
    let names: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Abad Jahin", "van der Bilt Joe M", "Pro One"]);
    assert_eq!(players[0].facts.pin, "19574643");
    assert_eq!(
        (players[0].rank, players[0].facts.rating),
        (rank("20k"), Some(15))
    );
    assert_eq!(
        (
            players[1].facts.club.as_str(),
            players[1].facts.country.as_str()
        ),
        ("Leid", "NL")
    );
    assert_eq!(players[2].rank, rank("1p"));
}

/// A file as OpenGotha writes it, with invented people.
const OPENGOTHA: &str = include_str!("../../../../../fixtures/lists/opengotha.xml");

#[test]
fn players_of_opengotha_are_read() {
    let players = read(OPENGOTHA);
    assert_eq!(players.len(), 2);
    let first = &players[0];
    assert_eq!(
        (first.name.as_str(), first.rank, first.facts.rating),
        ("Le Berre Zoé Ann", rank("2d"), Some(2218))
    );
    assert_eq!(
        (first.facts.pin.as_str(), first.facts.licence.as_str()),
        ("16513794", "9577000")
    );
    assert_eq!(
        (players[1].name.as_str(), players[1].facts.rating),
        ("A & B Kim", None)
    );
}

#[test]
fn a_text_in_latin_1_is_read() {
    let players = read_players(b"name,rank\nCh\xe9,3k\n").unwrap();
    assert_eq!(players[0].name, "Ché");
}

#[test]
fn players_are_added_and_what_stands_in_the_file_stays() {
    let text = "# An evening\nname = \"Evening\" # ours\nsize = 9\n\n[[player]] # the first\nname = \"Ito\"\nplays = \"human\"\nrank = \"5k\"\n# the end\n";
    let players = read("name,rank,rating,start\nITO,3k,,\n\"Abe \"\"Jo\"\"\",1d,2120,\nOno,,,4\n");
    let added = add_players(text, &players).unwrap();
    assert_eq!(
        (added.added.len(), added.known.as_slice()),
        (2, &["ITO".to_owned()][..])
    );
    for line in [
        "# An evening",
        "name = \"Evening\" # ours",
        "[[player]] # the first",
        "# the end",
    ] {
        assert!(added.text.contains(line), "{line}: {}", added.text);
    }
    let plan = EventPlan::parse(&added.text).unwrap();
    assert_eq!(plan.names(), ["Ito", "Abe \"Jo\"", "Ono"]);
    assert_eq!(plan.players[0].rank, rank("5k"));
    assert_eq!(plan.players[1].facts.rating, Some(2120));
    let again = add_players(&added.text, &players).unwrap();
    assert_eq!(again.text, added.text);
    assert!(add_players("player = 3", &players).is_err());
}

/// An evening of five: handicaps, a bye, a draw, an absence, a forfeit.
fn evening() -> EventState {
    let plan = "name = \"Evening [A]\"\nplace = \"Paris\"\ndate = \"2026-11-28\"\nsize = 13\nkomi = 6.5\ntime = \"50m\"\nformat = \"swiss\"\n\
        rounds = 2\nbar = \"3d\"\nhandicap = \"rank\"\nabsence = 0.5\n\
        [[player]]\nname = \"Le Berre Ann Zoe\"\nplays = \"human\"\nrank = \"2d\"\nclub = \"75Pa\"\ncountry = \"FR\"\npin = \"16513794\"\n\
        [[player]]\nname = \"Ito\"\nplays = \"human\"\nrank = \"1k\"\nlicence = \"9577000\"\n\
        [[player]]\nname = \"Abe Jo\"\nplays = \"human\"\nrank = \"2k\"\ncountry = \"DE\"\n\
        [[player]]\nname = \"Ono Ken\"\nplays = \"human\"\nrank = \"12k\"\n\
        [[player]]\nname = \"Ueda Mai\"\nplays = \"human\"\nrank = \"14k\"\n";
    let mut state = opened(plan, 3);
    let mut number = 0;
    play_on(&mut state, |_, _| {
        number += 1;
        let result = match number {
            1 => GameResult::Draw,
            2 => GameResult::Forfeit {
                winner: Color::Black,
            },
            3 => GameResult::Resignation {
                winner: Color::White,
            },
            _ => GameResult::Resignation {
                winner: Color::Black,
            },
        };
        let kind = match result {
            GameResult::Forfeit { .. } => EndKind::Forfeit,
            _ => EndKind::Reported,
        };
        GameEnd::without_game(result, kind, "")
    });
    state
}

#[test]
fn files_of_results_come_back_as_they_were_written() {
    let state = evening();
    let rows = rated_rows(&state).unwrap();
    for form in [ResultsForm::H9, ResultsForm::Tou] {
        let text = results_file(&state, form).unwrap();
        let read = read_results(&text).expect(&text);
        assert_eq!(read.len(), rows.len(), "{text}");
        for (row, read) in rows.iter().zip(&read) {
            assert_eq!(read.cells, row.cells, "{text}");
            assert_eq!(
                (read.name.as_str(), read.rank),
                (row.name.as_str(), row.rank),
                "{text}"
            );
            match form {
                ResultsForm::H9 => {
                    assert_eq!(read.sums[..3], row.sums[..3]);
                    assert_eq!(
                        (&read.facts.pin, &read.facts.country),
                        (&row.facts.pin, &row.facts.country)
                    );
                }
                ResultsForm::Tou => assert_eq!(read.facts.licence, row.facts.licence),
            }
        }
    }
}

#[test]
fn the_files_are_those_of_the_documents() {
    let state = evening();
    for (form, right) in [
        (
            ResultsForm::H9,
            include_str!("../../../../../fixtures/lists/evening.h9"),
        ),
        (
            ResultsForm::Tou,
            include_str!("../../../../../fixtures/lists/evening.tou"),
        ),
    ] {
        let text = results_file(&state, form).unwrap();
        assert_eq!(text.replace(env!("CARGO_PKG_VERSION"), "0"), right);
    }
}

#[test]
fn a_comma_behind_the_familys_name_parts_it_from_the_first_names() {
    for (name, written) in [
        ("Le Berre, Ann Zoe", " Le_Berre Ann_Zoe "),
        ("Le Berre Ann Zoe", " Le Berre_Ann_Zoe "),
        ("Ito", " Ito - "),
    ] {
        let plan = format!(
            "name = \"E\"\nsize = 9\nrounds = 1\nformat = \"swiss\"\ntime = \"20m\"\ndate = \"2026-11-28,29\"\nplace = \"fr, Paris\"\n\
             [[player]]\nname = \"{name}\"\nplays = \"human\"\nrank = \"2p\"\n\
             [[player]]\nname = \"Abe\"\nplays = \"human\"\nrank = \"4k\"\n"
        );
        let mut state = opened(&plan, 1);
        play_on(&mut state, |_, _| {
            let winner = Color::White;
            GameEnd::without_game(GameResult::Resignation { winner }, EndKind::Reported, "")
        });
        let h9 = results_file(&state, ResultsForm::H9).unwrap();
        for part in [
            written,
            " 2P xx",
            "; CL[X]",
            "; PC[FR, Paris]",
            "; DT[2026-11-28,2026-11-29]",
        ] {
            assert!(h9.contains(part), "{part}: {h9}");
        }
        let tou = results_file(&state, ResultsForm::Tou).unwrap();
        assert!(tou.contains(";date=28/11/2026\n;vill=Paris\n"), "{tou}");
    }
}

/// Lines of the two documents' own examples.
#[test]
fn the_documents_examples_are_read() {
    let ffg = ";name=Exemple\n;date=08/01/2005\n;\n;Num Nom Prenom               Niv Licence Club\n\
        \u{20}  1 LIM Eugene                4D 7900001 75Pa    2+w0    3+w2    3-b0\n\
        \u{20}  2 LE_BERRE Bruno            1K 9034000 76Ro    1-b0    0=      1+w0\n\
        \u{20}  3 VAN_DE_PUTTE Bart        17K ------- BE      0-      1-b2    1+w0\n;size=19\n;komi=7.5\n";
    let rows = read_results(ffg).unwrap();
    assert_eq!(rows[1].name, "LE BERRE Bruno");
    assert_eq!(rows[1].cells[1], RatedCell::Free(Points::HALF));
    assert_eq!(
        (rows[2].facts.licence.as_str(), rows[2].facts.club.as_str()),
        ("", "BE")
    );
    let egf = "; EV[x]\n; Pl Name Rk Co Club MMS SOS SOSOS\n\
        \u{20} 1 Doe John 1d FR 37Li 34 99½ 300 0 35=  23+/w 11-/b5 0+ |12345678\n\
        \u{20}   Roe Jane 2k DE  Ber 33 99 300 0 5+!w0 4?w0 1- 0-\n";
    assert!(read_results(egf).is_err(), "a game without a result");
    let rows = read_results(&egf.replace("4?w0", "4-/w0")).unwrap();
    assert_eq!(rows[0].facts.pin, "12345678");
    assert_eq!(rows[0].sums[1], Points::whole(99) + Points::HALF);
    let right = RatedCell::Game {
        opponent: 11,
        points: Points::ZERO,
        color: Some(Color::Black),
        handicap: 5,
    };
    assert_eq!(rows[0].cells[2], right);
    assert_eq!((rows[1].line, rows[1].name.as_str()), (2, "Roe Jane"));
}

/// Lines as OpenGotha, rating officers and clubs write them, with invented people: a sum that looks like a cell, notes behind
/// cells, ranks without a letter, clubs and numbers that are missing, professionals, more than nine stones.
#[test]
fn files_of_other_hands_are_read() {
    let read = |text: &str| read_results(text).expect(text);
    let gotha = read(include_str!("../../../../../fixtures/lists/gotha.h9"));
    assert_eq!(gotha.len(), 5);
    assert!(gotha.iter().all(|row| row.cells.len() == 6));
    let ranks: Vec<_> = gotha.iter().map(|row| row.rank.to_string()).collect();
    assert_eq!(ranks, ["4d", "1p", "4d", "3k", "5k"]);
    assert_eq!(gotha[0].sums.len(), 4);
    assert_eq!(gotha[2].cells[1], RatedCell::Free(Points::HALF));
    let noted = RatedCell::Game {
        opponent: 3,
        points: Points::ONE,
        color: Some(Color::Black),
        handicap: 0,
    };
    assert_eq!(gotha[1].cells[0], noted);
    let club = read(include_str!("../../../../../fixtures/lists/club.h9"));
    assert_eq!(club.len(), 4);
    assert_eq!(club[0].facts.club, "");
    assert!(
        club.iter()
            .all(|row| row.facts.pin.len() == 8 && row.cells.len() == 3)
    );
    let RatedCell::Game { handicap, .. } = club[0].cells[2] else {
        panic!("no game: {:?}", club[0]);
    };
    assert_eq!(handicap, 11);
    let french = read(include_str!("../../../../../fixtures/lists/french.tou"));
    assert_eq!(french.len(), 9);
    assert_eq!(french[8].facts.club, "BE");
    assert_eq!(french[6].name, "MARCHAND-DUBOIS Fr");
    // Every game stands in both lines.
    for rows in [&gotha, &club, &french] {
        for row in rows {
            for (round, cell) in row.cells.iter().enumerate() {
                if let RatedCell::Game {
                    opponent,
                    points,
                    handicap,
                    ..
                } = *cell
                {
                    let mirrored = rows[opponent - 1].cells[round];
                    let RatedCell::Game {
                        opponent: back,
                        points: theirs,
                        handicap: same,
                        ..
                    } = mirrored
                    else {
                        panic!("{row:?}");
                    };
                    assert_eq!(
                        (back, points + theirs, same),
                        (row.line, Points::ONE, handicap),
                        "{row:?}"
                    );
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_readers_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read_players(&bytes);
    }

    #[test]
    fn damaged_files_are_read_or_refused(at in 0..OPENGOTHA.len(), cut in 0..80_usize, byte in any::<u8>()) {
        let mut bytes = OPENGOTHA.as_bytes().to_vec();
        bytes[at] = byte;
        bytes.drain(at..(at + cut).min(OPENGOTHA.len()));
        let _ = read_players(&bytes);
        let h9 = results_file(&evening(), ResultsForm::H9).unwrap();
        let mut bytes = h9.into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = read_players(&bytes);
    }

    #[test]
    fn every_name_is_written_and_read(name in "\\PC{1,40}", steps in 1..30_u8) {
        let player = ListedPlayer {
            name: name.trim().to_owned(),
            rank: Some(format!("{steps}k").parse().unwrap()),
            ..ListedPlayer::default()
        };
        prop_assume!(!player.name.is_empty());
        let text = "name = \"E\"\n[[player]]\nname = \"first\"\nplays = \"human\"\n";
        let added = add_players(text, std::slice::from_ref(&player)).unwrap();
        let plan = EventPlan::parse(&added.text).unwrap();
        prop_assert!(plan.player(&player.name).is_some());
    }
}
