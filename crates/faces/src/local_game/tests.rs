use std::time::Duration;

use sgmp_proto::Instant;

use super::*;
use sgmp_board::record::{Format, GameResult, read_sgf};
use sgmp_board::rules::{BoardSize, ByColor, Color, Handicap, IllegalMove, Move, Point, PointSet};
use sgmp_board::stop_flag::StopFlag;
use sgmp_engine::engine::{Decision, Level};

const NOW: Instant = Instant::ZERO;

fn seconds(number: u64) -> Instant {
    NOW + Duration::from_secs(number)
}

fn at(name: &str) -> Move {
    Point::parse(name).map_or(Move::Pass, Move::Play)
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn terms(lines: u8, white: Seat) -> LocalTerms {
    let seats = ByColor::new(Seat::Person, white);
    LocalTerms::new(BoardSize::new(lines).unwrap(), seats)
}

fn two_persons(lines: u8) -> LocalGame {
    LocalGame::new(terms(lines, Seat::Person), NOW).unwrap()
}

fn against_engine() -> LocalGame {
    LocalGame::new(terms(7, Seat::Engine(level(1))), NOW).unwrap()
}

fn play(game: &mut LocalGame, moves: &str) -> Vec<String> {
    let moves = moves.split_whitespace();
    let told = moves.flat_map(|name| game.play(at(name), NOW).unwrap());
    told.map(|event| event.sentence(Some(Color::Black)))
        .collect()
}

/// The engine's move from outside.
fn answer(game: &mut LocalGame, name: &str) {
    let wanted = game.wanted(NOW).unwrap();
    let answer = EngineAnswer::Move {
        decision: Decision::Move(at(name)),
        reasons: Some(format!("{name} is large")),
        wins: 0.25,
    };
    game.engine_answers(wanted.ticket, answer, NOW).unwrap();
}

fn judge(game: &mut LocalGame) -> Vec<GameEvent> {
    let wanted = game.wanted(NOW).unwrap();
    let answer = chair().answer(&wanted, &StopFlag::new(), &|| Duration::ZERO);
    game.engine_answers(wanted.ticket, answer.unwrap(), NOW)
        .unwrap()
}

fn chair() -> EngineChair {
    EngineChair::new(ChairSettings {
        net: None,
        threads: 1,
        memory: 1 << 20,
        move_time: Duration::from_secs(1),
        resigns: true,
    })
}

#[test]
fn moves_are_told_with_captures_and_ataris() {
    let mut game = two_persons(7);
    let told = play(&mut game, "A2 A1 C3 pass B1");
    assert_eq!(
        told,
        [
            "Black plays A2.",
            "White plays A1. White's stone at A1 is in atari.",
            "Black plays C3.",
            "White passes.",
            "Black plays B1. It takes 1 stone.",
        ]
    );
    let told = play(&mut game, "A3 pass B2");
    assert_eq!(told[2], "White plays B2. Your stone at A2 is in atari.");
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut game = two_persons(7);
    play(&mut game, "D4");
    let refused = game.play(at("D4"), NOW).unwrap_err();
    let reason = IllegalMove::Occupied(Color::Black);
    assert_eq!(
        refused,
        Refusal::Illegal {
            mv: at("D4"),
            reason
        }
    );
    assert_eq!(
        refused.to_string(),
        "D4 is illegal: a Black stone is there already; choose an empty point"
    );
}

#[test]
fn the_engine_is_asked_and_only_its_latest_task_is_answered() {
    let mut game = against_engine();
    assert!(game.wanted(NOW).is_none());
    play(&mut game, "D4");
    assert_eq!(
        game.play(at("C3"), NOW),
        Err(Refusal::EnginesTurn(Color::White))
    );
    let wanted = game.wanted(NOW).unwrap();
    game.take_back(NOW).unwrap();
    let late = chair().answer(&wanted, &StopFlag::new(), &|| Duration::ZERO);
    let late = game.engine_answers(wanted.ticket, late.unwrap(), NOW);
    assert_eq!(late, Err(Refusal::Stale));
    play(&mut game, "C3");
    answer(&mut game, "E5");
    assert_eq!(game.notes()[1].reasons.as_deref(), Some("E5 is large"));
    assert_eq!(game.notes()[1].black_wins, Some(0.75));
    assert!(game.is_persons_turn());
}

#[test]
fn taking_back_gives_the_person_the_move_again() {
    let mut game = against_engine();
    assert_eq!(game.take_back(NOW), Err(Refusal::NothingToTakeBack));
    play(&mut game, "D4");
    answer(&mut game, "E5");
    play(&mut game, "C3");
    let moves = |game: &LocalGame| game.game().move_count();
    let told = game.take_back(NOW).unwrap();
    assert_eq!(
        told[0].sentence(None),
        "1 move is taken back; Black is to move."
    );
    assert_eq!(moves(&game), 2);
    let told = game.take_back(NOW).unwrap();
    assert_eq!(
        told[0].sentence(None),
        "2 moves are taken back; Black is to move."
    );
    assert_eq!(moves(&game), 0);
    let mut two = two_persons(7);
    play(&mut two, "D4 C3");
    two.take_back(NOW).unwrap();
    assert_eq!(two.turn(), Color::White);
}

/// Black has the left side of a board of 7 lines and White the right one; a white stone stands in Black's
/// territory.
const SPLIT: &str = "D1 E1 D2 E2 D3 E3 D4 E4 D5 E5 D6 E6 D7 E7 pass B4 pass pass";

#[test]
fn a_count_is_proposed_corrected_and_accepted() {
    let mut game = two_persons(7);
    let told = play(&mut game, SPLIT);
    assert_eq!(
        told.last().unwrap(),
        "Both have passed: the game is counted."
    );
    assert_eq!(game.play(at("A1"), NOW), Err(Refusal::Counting));
    assert_eq!(game.accept_count(NOW), Err(Refusal::NotJudged));
    let told = judge(&mut game);
    assert_eq!(told[0].sentence(None), "Dead: the string at B4.");
    let Phase::Counting(counting) = game.phase() else {
        panic!("{:?}", game.phase());
    };
    // 21 points and a dead stone to 14 points and komi.
    let score = counting.score(game.game()).unwrap();
    assert_eq!(score.to_string(), "B+2.5");
    let b4 = Point::parse("B4").unwrap();
    let told = game.toggle_dead(b4).unwrap();
    assert_eq!(told[0].sentence(None), "White's stone at B4 is alive.");
    let a1 = Point::parse("A1").unwrap();
    assert_eq!(game.toggle_dead(a1), Err(Refusal::NoStone(a1)));
    let told = game.clone().accept_count(NOW).unwrap();
    assert_eq!(
        told[0].sentence(None),
        "White wins by 19.5 points (W+19.5)."
    );
    game.toggle_dead(b4).unwrap();
    let told = game.accept_count(NOW).unwrap();
    assert_eq!(told[0].sentence(None), "Black wins by 2.5 points (B+2.5).");
    assert_eq!(game.accept_count(NOW), Err(Refusal::Over));
    let text = game.record().to_sgf(Format::Ff4);
    assert!(text.contains("RE[B+2.5]") && text.contains("TB["), "{text}");
    let again = game.play_again(7, "2026-11-26", NOW).unwrap();
    assert_eq!((again.game().move_count(), again.terms().seed), (0, 7));
}

#[test]
fn a_count_can_be_broken_off_and_taken_back() {
    let mut game = two_persons(7);
    assert_eq!(game.play_on(NOW), Err(Refusal::NotCounting));
    play(&mut game, "D4 pass pass");
    game.play_on(NOW).unwrap();
    assert_eq!((game.phase(), game.turn()), (&Phase::Playing, Color::White));
    play(&mut game, "pass");
    assert_eq!(game.phase(), &Phase::Playing);
    play(&mut game, "pass");
    assert!(matches!(game.phase(), Phase::Counting(_)));
    game.take_back(NOW).unwrap();
    assert_eq!(game.phase(), &Phase::Playing);
}

#[test]
fn the_only_person_resigns_whoever_is_to_move() {
    let mut game = against_engine();
    play(&mut game, "D4");
    let told = game.resign(NOW).unwrap();
    assert_eq!(told[0].sentence(None), "Black resigns: White wins (W+R).");
    assert_eq!(game.resign(NOW), Err(Refusal::Over));
    let told = game.take_back(NOW).unwrap();
    assert_eq!(
        told[0].sentence(None),
        "The game goes on; White is to move."
    );
}

#[test]
fn clocks_run_for_the_side_to_move_and_fall() {
    let mut terms = terms(7, Seat::Person);
    terms.main_time = Some(Duration::from_secs(60));
    let mut game = LocalGame::new(terms, NOW).unwrap();
    game.play(at("D4"), seconds(10)).unwrap();
    let left = |game: &LocalGame, color| game.time_left(color, seconds(20)).unwrap().as_secs();
    assert_eq!(
        [left(&game, Color::Black), left(&game, Color::White)],
        [50, 50]
    );
    assert!(game.tick(seconds(20)).is_empty());
    let deadline = game.deadline().unwrap();
    assert!(deadline > seconds(70));
    let told = game.tick(deadline);
    assert_eq!(
        told[0].sentence(None),
        "White's time is up: Black wins (B+T)."
    );
    assert_eq!(game.deadline(), None);
    assert_eq!(game.take_back(deadline), Err(Refusal::Over));
}

#[test]
fn a_handicap_stands_or_is_played() {
    let two = Handicap::new(2).unwrap();
    let mut fixed = terms(9, Seat::Person);
    fixed.handicap = LocalHandicap::Fixed(two);
    let fixed = LocalGame::new(fixed, NOW).unwrap();
    assert_eq!((fixed.turn(), fixed.plays_left()), (Color::White, 0));
    assert_eq!(fixed.game().board().stones(Color::Black).count(), 2);

    let mut played = terms(9, Seat::Person);
    played.handicap = LocalHandicap::Fixed(two).as_plays();
    let mut game = LocalGame::new(played, NOW).unwrap();
    for left in [3, 2, 1] {
        assert_eq!((game.turn(), game.plays_left()), (Color::Black, left));
        play(&mut game, ["C3", "G7", "E5"][3 - left]);
    }
    assert_eq!((game.turn(), game.plays_left()), (Color::White, 0));
    play(&mut game, "D4 D5");
    let text = game.record().to_sgf(Format::Ff4);
    let back = LocalGame::from_record(&read_sgf(text.as_bytes()).unwrap(), NOW).unwrap();
    assert_eq!(back.terms().handicap, LocalHandicap::Fixed(two).as_plays());
    assert_eq!(back.game().board(), game.game().board());

    let mut none = terms(6, Seat::Person);
    none.handicap = LocalHandicap::Fixed(two);
    assert!(LocalGame::new(none, NOW).is_err());
}

/// Records of others have more stones than there are fixed points, and keep them.
#[test]
fn a_handicap_of_ten_stones_or_more_is_kept() {
    let points = "aa ba ca da ea fa ga ha ia ab bb cb db eb fb gb hb";
    for stones in [10, 17] {
        let placed: String = points
            .split(' ')
            .take(stones)
            .map(|at| format!("[{at}]"))
            .collect();
        let plays: String = points
            .split(' ')
            .take(stones + 1)
            .map(|at| format!(";B[{at}]"))
            .collect();
        for text in [
            format!("(;GM[1]FF[4]SZ[9]KM[0.5]HA[{stones}]AB{placed};W[ee])"),
            format!("(;GM[1]FF[4]SZ[9]KM[0.5]HA[{stones}]{plays};W[ee])"),
        ] {
            if stones == 17 && text.contains(";B") {
                continue;
            }
            let record = read_sgf(text.as_bytes()).unwrap();
            let mut game = LocalGame::from_record(&record, NOW).unwrap();
            assert_eq!(game.turn(), Color::Black, "{text}");
            play(&mut game, "J1");
            let kept = game.record();
            assert_eq!(usize::from(kept.info.handicap), stones, "{text}");
            assert_eq!(kept.setup().stones, record.setup().stones);
            let back = LocalGame::from_record(&kept, NOW).unwrap();
            assert_eq!(back.terms().handicap, game.terms().handicap);
            let again = game.play_again(1, "2026-11-28", NOW).unwrap();
            assert_eq!(usize::from(again.terms().handicap.stones()), stones);
        }
    }
}

#[test]
fn a_record_goes_on_where_it_was_left() {
    let mut terms = terms(7, Seat::Engine(level(1)));
    terms.main_time = Some(Duration::from_secs(600));
    terms.seed = 42;
    terms.names.black = "Ada".to_owned();
    terms.date = "2026-11-26".to_owned();
    let mut game = LocalGame::new(terms, NOW).unwrap();
    game.play(at("D4"), seconds(30)).unwrap();
    let wanted = game.wanted(seconds(30)).unwrap();
    let chosen = chair().answer(&wanted, &StopFlag::new(), &|| Duration::ZERO);
    game.engine_answers(wanted.ticket, chosen.unwrap(), seconds(40))
        .unwrap();
    let text = game.record().to_sgf(Format::Ff4);
    assert!(text.contains("PW[sgmp-go level 1]"), "{text}");
    let record = read_sgf(text.as_bytes()).unwrap();
    let back = LocalGame::from_record(&record, seconds(1000)).unwrap();
    assert_eq!(
        back.terms(),
        &LocalTerms {
            names: back.terms().names.clone(),
            ..game.terms().clone()
        }
    );
    assert_eq!(back.game(), game.game());
    assert_eq!(back.record(), record);
    let left = |color| back.time_left(color, seconds(1000)).unwrap().as_secs();
    assert_eq!([left(Color::Black), left(Color::White)], [570, 590]);
}

#[test]
fn a_game_that_ended_is_over_when_it_is_loaded() {
    let record = read_sgf(b"(;SZ[7]RE[W+R];B[dd])").unwrap();
    let mut game = LocalGame::from_record(&record, NOW).unwrap();
    let end = LocalEnd::uncounted(GameResult::Resignation {
        winner: Color::White,
    });
    assert_eq!(game.phase(), &Phase::Over(end));
    game.take_back(NOW).unwrap();
    assert_eq!(game.record().info.result, GameResult::Unknown);
    let counted = read_sgf(b"(;SZ[7];B[dd];W[];B[])").unwrap();
    let counted = LocalGame::from_record(&counted, NOW).unwrap();
    assert!(matches!(counted.phase(), Phase::Counting(_)));
    let changed = read_sgf(b"(;SZ[7];B[dd];AW[aa])").unwrap();
    let refused = LocalGame::from_record(&changed, NOW).unwrap_err();
    assert_eq!(refused, LoadError::PositionChange(1));
}

#[test]
fn the_computer_plays_both_sides_to_the_count() {
    let engine = Seat::Engine(level(0));
    let terms = LocalTerms {
        seats: ByColor::new(engine, engine),
        ..terms(5, engine)
    };
    let mut game = LocalGame::new(terms, NOW).unwrap();
    let mut chair = chair();
    while let Some(wanted) = game.wanted(NOW) {
        let answer = chair.answer(&wanted, &StopFlag::new(), &|| Duration::ZERO);
        game.engine_answers(wanted.ticket, answer.unwrap(), NOW)
            .unwrap();
        assert!(game.game().move_count() < 400);
    }
    assert!(matches!(game.phase(), Phase::Over(end) if end.count.is_some()));
    assert_eq!(game.resign(NOW), Err(Refusal::Over));
}

#[test]
fn a_stopped_engine_has_no_answer() {
    let mut game = against_engine();
    play(&mut game, "D4");
    let halt = StopFlag::new();
    halt.request();
    let wanted = game.wanted(NOW).unwrap();
    let answer = chair().answer(&wanted, &halt, &|| Duration::ZERO);
    assert_eq!(answer, Err(ChairError));
}

#[test]
fn a_position_that_comes_back_twice_ends_the_game() {
    let text = b"(;SZ[7]AB[bg][ag][be][bd][cf][da]AW[af][bf][ae][ad][bc][ac]PL[B])";
    let record = read_sgf(text).unwrap();
    assert!(LocalGame::from_record(&record, NOW).is_ok());
}

#[test]
fn the_archive_keeps_games_and_finds_the_last_unfinished_one() {
    let dir = tempfile::tempdir().unwrap();
    let archive = GameArchive::new(dir.path().join("a/games"));
    assert_eq!(archive.last_unfinished(), None);
    let mut game = against_engine();
    let start = StartTime("2026-11-26-224103");
    let first = archive.add(&game.record(), start).unwrap();
    assert!(
        first
            .path()
            .ends_with("2026-11-26-224103-black-sgmp-go-level-1.sgf")
    );
    let second = archive.add(&game.record(), start).unwrap();
    assert!(
        second
            .path()
            .ends_with("2026-11-26-224103-black-sgmp-go-level-1-2.sgf")
    );
    play(&mut game, "D4");
    let (mut first, mut second) = (Some(first), Some(second));
    archive.keep(&mut first, &game.record(), start).unwrap();
    std::fs::write(archive.folder().join("x.sgf"), b"no record").unwrap();
    let last = archive.last_unfinished().unwrap();
    game.resign(NOW).unwrap();
    for file in [&mut first, &mut second] {
        assert_eq!(archive.keep(file, &game.record(), start).unwrap(), None);
    }
    assert!(
        [first, second]
            .iter()
            .flatten()
            .any(|file| file.path() == last.path)
    );
    assert_eq!(archive.last_unfinished(), None);
    assert_eq!(archive.files().len(), 3);
}

#[test]
fn the_archive_lies_where_the_environment_says() {
    let folder = |data: Option<&str>, home: Option<&str>| {
        let archive = GameArchive::of_user(|name| match name {
            "XDG_DATA_HOME" => data.map(Into::into),
            "HOME" => home.map(Into::into),
            _ => None,
        });
        archive.map(|archive| archive.folder().display().to_string())
    };
    let some = |path: &str| Some(path.to_owned());
    assert_eq!(folder(Some("/d"), Some("/h")), some("/d/sgmp-go/games"));
    assert_eq!(
        folder(Some("relative"), Some("/h")),
        some("/h/.local/share/sgmp-go/games")
    );
    assert_eq!(folder(None, None), None);
}

#[test]
fn toggling_back_to_the_proposal_brings_its_count_back() {
    let mut game = two_persons(7);
    play(&mut game, SPLIT);
    judge(&mut game);
    let count = |game: &LocalGame| match game.phase() {
        Phase::Counting(counting) => *counting.status().unwrap(),
        phase => panic!("{phase:?}"),
    };
    let proposed = count(&game);
    let b4 = Point::parse("B4").unwrap();
    game.toggle_dead(b4).unwrap();
    assert_eq!(count(&game).dead(), &PointSet::EMPTY);
    game.toggle_dead(b4).unwrap();
    assert_eq!(count(&game), proposed);
}
