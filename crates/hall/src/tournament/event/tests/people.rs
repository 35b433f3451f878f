//! Events of people: their words, and handicaps.

use super::*;

/// Four people of different ranks, with handicaps.
fn people(words: &str) -> String {
    let mut text = format!("name = \"Test\"\nsize = 9\nformat = \"swiss\"\nrounds = 2\n{words}\n");
    for rank in ["2d", "1k", "4k", "9k"] {
        text += &format!("[[player]]\nname = \"{rank}\"\nplays = \"human\"\nrank = \"{rank}\"\n");
    }
    text
}

#[test]
fn words_about_people_that_make_no_sense_are_refused_with_the_remedy() {
    let told = |words: &str| EventPlan::parse(&people(words)).unwrap_err().to_string();
    for (words, part) in [
        (
            "bar = \"1q\"",
            "bar = \"1q\": a rank is 30k to 1k, 1d to 9d or 1p to 9p",
        ),
        (
            "bar = \"5k\"\nfloor = \"1k\"",
            "the floor lies above the bar",
        ),
        (
            "groups = [\"3k\"]",
            "a group is two ranks, the lower one first",
        ),
        ("handicap = \"elo\"", "write one of none, rank, mms"),
        (
            "handicap_komi = 0.5",
            "there is no handicap: write handicap =",
        ),
        ("handicap = \"rank\"\nhandicap_maximum = 10", "write 0 to 9"),
        (
            "handicap = \"rank\"\nhandicap_correction = -12",
            "write -9 to 9",
        ),
        ("bye = 0.3", "write 0, 0.5 or 1"),
        ("first_table = 0", "write 1 to"),
    ] {
        assert!(told(words).contains(part), "{words}: {}", told(words));
    }
    let text = people("bar = \"1d\"").replace("rank = \"4k\"", "");
    let told = EventPlan::parse(&text).unwrap_err().to_string();
    assert!(told.contains("neither rank, rating nor start"), "{told}");
    let small = people("handicap = \"rank\"").replace("size = 9", "size = 5");
    let told = EventPlan::parse(&small).unwrap_err().to_string();
    assert!(told.contains("no handicap of stones on 5x5"), "{told}");
}

#[test]
fn a_handicap_stays_with_its_game_whatever_is_corrected_later() {
    let words = "handicap = \"rank\"\nhandicap_maximum = 4";
    let mut state = open(&people(words));
    let entry = paired(&state, 1);
    let json = serde_json::to_string(&entry).unwrap();
    assert!(json.contains("\"handicap\":4"), "{json}");
    assert_eq!(serde_json::from_str::<EventEntry>(&json).unwrap(), entry);
    state.apply(&entry).unwrap();
    let games: Vec<_> = state.games().map(|(_, _, game)| game.pair).collect();
    let corrected = people(words).replace("rank = \"9k\"", "rank = \"3k\"");
    let change = |plan: String| EventEntry::PlanChanged {
        plan,
        at: String::new(),
    };
    state.apply(&change(corrected)).unwrap();
    assert_eq!(
        state
            .games()
            .map(|(_, _, game)| game.pair)
            .collect::<Vec<_>>(),
        games
    );
    assert!(
        state
            .notes
            .last()
            .unwrap()
            .contains("The rank of 9k was corrected from 9k to 3k")
    );
    // Its komi would change games that were played.
    let fault = state.apply(&change(people(&format!("{words}\nhandicap_komi = -3.5"))));
    assert!(
        fault
            .unwrap_err()
            .to_string()
            .contains("handicap and its komi stay")
    );
    // A pairing of before has no word of handicaps.
    let old: EventEntry = serde_json::from_str(
        r#"{"kind":"round-paired","round":1,"paired":{"games":[{"black":0,"white":1}]},"at":""}"#,
    )
    .unwrap();
    open(&people(words)).apply(&old).unwrap();
}

#[test]
fn colors_of_a_handicap_are_not_exchanged_and_opponents_are() {
    let mut state = open(&people("handicap = \"rank\"\nbar = \"1d\""));
    state.apply(&paired(&state, 1)).unwrap();
    let pair = state.rounds[0].games[0].pair;
    assert!(matches!(
        state.swapped(pair.black, pair.white),
        Err(HandPairingError::Handicap(_))
    ));
    let other = state.rounds[0].games[1].pair;
    let swapped = state.swapped(pair.black, other.black).unwrap();
    let steps = |player: usize| state.plan.players[player].rank.unwrap().steps();
    for game in &swapped.games {
        let stones = steps(game.white) - steps(game.black);
        assert_eq!(game.handicap, stones.min(9));
    }
    let by_hand = state.paired_by_hand(1, &[[0, 3]], None).unwrap();
    assert_eq!((by_hand.games[0].black, by_hand.games[0].white), (3, 0));
}
