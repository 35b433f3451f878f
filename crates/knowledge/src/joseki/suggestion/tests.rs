use super::*;
use sgmp_board::rules::Komi;

/// A book that lives as long as the test.
fn book(text: &str) -> &'static Book {
    let mut book = Book::default();
    let report = book.read_text("text", text);
    assert_eq!(report.errors, []);
    Box::leak(Box::new(book))
}

fn game(lines: u8, words: &str) -> Game {
    let size = BoardSize::new(lines).unwrap();
    let mut game = Game::new(size, Komi::default());
    for word in words.split_whitespace() {
        let mv = Point::parse(word).map_or(Move::Pass, Move::Play);
        game.play(game.to_move(), mv).unwrap();
    }
    game
}

/// The points suggested to the side to move.
fn points(joseki: Joseki, game: &Game) -> Vec<String> {
    let known = joseki.suggest(game, game.to_move());
    known.iter().map(|s| s.point.to_string()).collect()
}

const TEXT: &str = "\
Q16 [Star point]
  R14 [Approach]
    O17 [Answer] S16 R17! R10 ; At rest.
      R12> Q12
    R13? Q13
    ..R14 R11
  - R14 [Enclosure]
";

#[test]
fn every_corner_and_its_mirror_are_looked_up() {
    let joseki = Joseki::from_book(book(TEXT));
    for (moves, answers) in [
        ("Q16 R14", ["O17", "R11"]),
        ("Q16 O17", ["R14", "L17"]),
        ("D16 C14", ["F17", "C11"]),
        ("D4 F3", ["C6", "J3"]),
        ("Q4 R6", ["O3", "R9"]),
    ] {
        let game = game(19, moves);
        let corner = Corner::ALL
            .into_iter()
            .find(|corner| {
                !joseki
                    .suggest_in(*corner, &game, Color::Black)
                    .iter()
                    .any(|s| s.rank == 0 && s.name == Some("Star point"))
            })
            .expect("the corner with stones");
        let known = joseki.suggest_in(corner, &game, Color::Black);
        let points: Vec<String> = known.iter().map(|s| s.point.to_string()).collect();
        assert_eq!(points, answers, "{moves}");
        assert_eq!(known[0].name, Some("Answer"));
        assert_eq!(known[0].variation.len(), 4, "{:?}", known[0].variation);
    }
}

#[test]
fn either_color_may_have_the_corner() {
    let joseki = Joseki::from_book(book(TEXT));
    let game = game(19, "- Q16 R14");
    let known = joseki.suggest_in(Corner::UpperRight, &game, Color::White);
    assert_eq!(known[0].point.to_string(), "O17");
    let left = joseki.suggest_in(Corner::UpperRight, &game, Color::Black);
    assert_eq!(left, [], "nothing is known of a second approach");
}

#[test]
fn urgent_moves_come_first_and_bad_ones_never() {
    let joseki = Joseki::from_book(book(TEXT));
    let game = game(19, "Q16 R14 O17 S16");
    let known = joseki.suggest(&game, Color::Black);
    assert_eq!(known[0].mark, Mark::Urgent);
    assert_eq!(known[0].point.to_string(), "R17");
    assert_eq!(known[0].scope, Scope::Corner(Corner::UpperRight));
    assert!(known[1..].iter().all(|s| s.name == Some("Star point")));
    assert!(known.iter().all(|s| s.mark != Mark::Bad));
}

#[test]
fn a_symmetric_corner_has_both_images() {
    let joseki = Joseki::from_book(book(TEXT));
    let known = joseki.suggest_in(Corner::UpperRight, &game(19, "Q16"), Color::White);
    let points: Vec<String> = known.iter().map(|s| s.point.to_string()).collect();
    assert_eq!(points, ["R14", "O17"]);
    let enclosing = points_of_black_after_a_pass(joseki);
    assert_eq!(enclosing, ["R14", "O17"]);
}

fn points_of_black_after_a_pass(joseki: Joseki) -> Vec<String> {
    let known = joseki.suggest_in(Corner::UpperRight, &game(19, "Q16 -"), Color::Black);
    assert!(known.iter().all(|s| s.name == Some("Enclosure")));
    known.iter().map(|s| s.point.to_string()).collect()
}

#[test]
fn stones_far_away_do_not_matter_and_near_ones_do() {
    let joseki = Joseki::from_book(book(TEXT));
    let far = game(19, "Q16 R14 D4 K10 D16 -");
    assert_eq!(
        joseki
            .suggest_in(Corner::UpperRight, &far, Color::Black)
            .len(),
        2
    );
    let edge = game(19, "Q16 R14 D4 R8");
    let known = joseki.suggest_in(Corner::UpperRight, &edge, Color::Black);
    assert_eq!(
        known.len(),
        2,
        "eleven lines show the corner as the book has it"
    );
    let near = game(19, "Q16 R14 D4 R12");
    assert_eq!(
        joseki.suggest_in(Corner::UpperRight, &near, Color::Black),
        []
    );
}

#[test]
fn thirteen_lines_have_corners_and_nine_have_none() {
    let joseki = Joseki::from_book(book(TEXT));
    let known = joseki.suggest_in(Corner::LowerLeft, &game(13, "D4 C6"), Color::Black);
    let points: Vec<String> = known.iter().map(|s| s.point.to_string()).collect();
    assert_eq!(points, ["F3", "C9"]);
    assert_eq!(self::points(joseki, &game(9, "C3")), [""; 0]);
}

#[test]
fn whole_boards_are_looked_up_in_all_eight_ways() {
    let fuseki = Fuseki::from_book(book("board 19\nQ16 D4 [Opposite] Q4 D16!\nboard 9\nE5"));
    for (moves, first) in [("Q16 D4 Q4", "D16"), ("D4 Q16 D16", "Q4"), ("C3", "")] {
        let game = game(19, moves);
        let known = fuseki.suggest(&game, game.to_move());
        let point = known.first().map_or(String::new(), |s| s.point.to_string());
        assert_eq!(point, first, "{moves}");
    }
    let empty = fuseki.suggest(&game(9, ""), Color::White);
    assert_eq!(empty.len(), 1);
    let starts = fuseki.suggest(&game(19, ""), Color::Black);
    assert_eq!(starts.len(), 4, "the four corners");
    assert_eq!(fuseki.suggest(&game(7, ""), Color::Black), []);
}

#[test]
fn the_programs_own_book_answers_a_game() {
    let game = game(19, "Q16 D4 Q4 D16 R14");
    let known = Joseki::embedded().suggest(&game, game.to_move());
    assert!(known.len() > 5, "{} suggestions", known.len());
    for suggestion in known {
        let mv = Move::Play(suggestion.point);
        assert_eq!(game.legality(game.to_move(), mv), Ok(()));
        assert_eq!(suggestion.variation[0], mv);
    }
}
