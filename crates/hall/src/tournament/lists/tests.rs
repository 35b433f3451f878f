//! Lists read and written, and samples by hand.

use proptest::prelude::*;

use super::super::event::{
    EVENT_FORMAT, EventEntry, EventPlan, EventState, GameEnd, NextStep, Rank,
};
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
            (ito.name.as_str(), ito.rank, ito.rating),
            ("Ito Ken", rank("3k"), Some(1812))
        );
        assert_eq!((ito.club.as_str(), ito.country.as_str()), ("Ueno", "JP"));
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
    assert_eq!(players[0].pin, "19574643");
    assert_eq!(
        (players[0].rank, players[0].rating),
        (rank("20k"), Some(15))
    );
    assert_eq!(
        (players[1].club.as_str(), players[1].country.as_str()),
        ("Leid", "NL")
    );
    assert_eq!(players[2].rank, rank("7d"));
}

/// A file as OpenGotha writes it, with invented people.
const OPENGOTHA: &str = include_str!("../../../../../fixtures/lists/opengotha.xml");

#[test]
fn players_of_opengotha_are_read() {
    let players = read(OPENGOTHA);
    assert_eq!(players.len(), 2);
    let first = &players[0];
    assert_eq!(
        (first.name.as_str(), first.rank, first.rating),
        ("Le Berre Zoé Ann", rank("2d"), Some(2218))
    );
    assert_eq!(
        (first.pin.as_str(), first.licence.as_str()),
        ("16513794", "9577000")
    );
    assert_eq!(
        (players[1].name.as_str(), players[1].rating),
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
    assert_eq!(plan.players[1].rating, Some(2120));
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
    let mut state = EventState::open(&EventEntry::EventOpened {
        format: EVENT_FORMAT,
        program: String::new(),
        plan: plan.to_owned(),
        seed: 3,
        at: "2026-11-28T19:00:00Z".to_owned(),
    })
    .unwrap();
    let mut number = 0;
    loop {
        match state.next_step() {
            NextStep::Pair(round) => {
                let paired = state.pair(round).unwrap();
                let at = String::new();
                state
                    .apply(&EventEntry::RoundPaired {
                        round,
                        paired,
                        at,
                        by: None,
                    })
                    .unwrap();
            }
            NextStep::Play(games) => {
                for (round, board) in games {
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
                    let end = GameEnd::without_game(result, kind, "");
                    let at = String::new();
                    state
                        .apply(&EventEntry::GameEnded {
                            round,
                            board,
                            end,
                            at,
                        })
                        .unwrap();
                }
            }
            _ => return state,
        }
    }
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
                    assert_eq!((&read.pin, &read.country), (&row.pin, &row.country));
                }
                ResultsForm::Tou => assert_eq!(read.licence, row.licence),
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
        (rows[2].licence.as_str(), rows[2].club.as_str()),
        ("", "BE")
    );
    let egf = "; EV[x]\n; Pl Name Rk Co Club MMS SOS SOSOS\n\
        \u{20} 1 Doe John 1d FR 37Li 34 99½ 300 0 35=  23+/w 11-/b5 0+ |12345678\n\
        \u{20}   Roe Jane 2k DE  Ber 33 99 300 0 5+!w0 4?w0 1- 0-\n";
    assert!(read_results(egf).is_err(), "a game without a result");
    let rows = read_results(&egf.replace("4?w0", "4-/w0")).unwrap();
    assert_eq!(rows[0].pin, "12345678");
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
