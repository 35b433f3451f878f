//! Finished positions whose count is written down in the rules of the Nihon Ki-in (1989) or in
//! any primer, and what the judge says of them.

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Color, Game, Komi, Point, PointSet, Status, diagram, score};
use sgmp_engine::search::final_status;

const PLAYOUTS: u32 = 1000;

/// A position as it is counted with either color to move.
struct Judged {
    game: Game,
    status: Status,
}

impl Judged {
    fn new(text: &str, color: Color) -> Self {
        let game = Game::from_position(diagram::parse(text).unwrap(), color, Komi::default());
        let status = final_status(&game, &mut Rng::from_seed(3), PLAYOUTS);
        Self { game, status }
    }

    fn dead(&self) -> String {
        names(self.status.dead())
    }

    fn territory(&self, color: Color) -> String {
        names(self.status.territory().points_of(color))
    }

    fn points(&self, color: Color) -> u32 {
        score::japanese(&self.game, &self.status).tally[color].points()
    }
}

fn names(points: &PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}

#[test]
fn bent_four_in_the_corner_is_dead() {
    // White cannot begin; Black fills C1 when no ko threat is left.
    let text = "
        . X . X . X .
        X X X X X X X
        X X X X X X X
        O O X X X X X
        . O X X X X X
        X O O O X X .
        X X . O X . X";
    for color in Color::BOTH {
        let judged = Judged::new(text, color);
        assert_eq!(judged.dead(), "D1 B2 C2 D2 B3 A4 B4", "{color}");
        assert_eq!(judged.points(Color::White), 0);
    }
}

#[test]
fn an_eye_each_is_seki_and_counts_nothing() {
    let text = "
        . O . O X . X
        O O O O X X X
        . O O O X . X
        O O O O X X X
        O O O X X X X
        X X X O O O X
        . X . O . O X";
    for color in Color::BOTH {
        let judged = Judged::new(text, color);
        assert_eq!(judged.dead(), "", "{color}");
        let seki = names(judged.status.seki());
        assert_eq!(seki, "B1 D1 F1 A2 B2 C2 D2 E2 F2", "{color}");
        assert_eq!(judged.territory(Color::Black), "F5 F7");
        assert_eq!(judged.territory(Color::White), "A5 A7 C7");
    }
}

#[test]
fn a_big_eye_with_a_stone_on_its_heart_is_dead() {
    let square = "
        . X . X . X .
        X X X X X X X
        X X X X X X X
        X X X X X X X
        O O O X X X X
        . . O X X X X
        . . O X . X .";
    let five = "
        . X . X . X .
        X X X X X X X
        X X X X X X X
        X X X X X X X
        O O O X X X X
        . . O O X X X
        . X . O X . X";
    for color in Color::BOTH {
        assert_eq!(
            Judged::new(square, color).dead(),
            "C1 C2 A3 B3 C3",
            "{color}"
        );
        assert_eq!(
            Judged::new(five, color).dead(),
            "D1 C2 D2 A3 B3 C3",
            "{color}"
        );
    }
}

#[test]
fn a_snapback_that_is_left_takes_or_costs_a_move() {
    let text = "
        . X . X O . O
        X X X X O O O
        X X X X O . O
        X X X X O O O
        X X X X X O O
        X X O . X O O
        X X O . O O O";
    let black = Judged::new(text, Color::Black);
    assert_eq!(black.dead(), "C1 C2");
    let white = Judged::new(text, Color::White);
    assert_eq!(white.dead(), "");
    assert_eq!(white.territory(Color::White), "F5 F7");
}

#[test]
fn what_has_to_be_joined_is_no_point() {
    // D4 is in atari: who is to move takes it or joins it.
    let text = "
        . X . X O . O
        X X X X O O O
        X X X O O . O
        X X . X O O O
        X X X O O O O
        X X X X O O O
        . X . X O . O";
    let black = Judged::new(text, Color::Black);
    assert_eq!(black.dead(), "");
    assert_eq!(black.territory(Color::Black), "A1 C1 A7 C7");
    let white = Judged::new(text, Color::White);
    assert_eq!(white.dead(), "D4");
}

#[test]
fn a_one_sided_dame_takes_a_point_from_who_cannot_fill_it() {
    // White fills E4, and Black has to join at C4; Black at E4 would be in atari.
    let text = "
        . X . X O . O
        X X X X O O O
        X X X O O . O
        X X . X . O O
        X X X O O O O
        X X X X O O O
        . X . X O . O";
    for color in Color::BOTH {
        let judged = Judged::new(text, color);
        assert_eq!(judged.dead(), "", "{color}");
        assert_eq!(
            judged.status.territory().owner(Point::parse("C4").unwrap()),
            None
        );
        assert_eq!(judged.territory(Color::Black), "A1 C1 A7 C7", "{color}");
    }
}

#[test]
fn two_stones_without_an_eye_live_between_two_groups_that_have_one() {
    // Black's two groups have an eye each; whoever plays A7 or C7 is captured.
    let text = "
        . O . X O O O
        X O X X X X O
        X X O X . X O
        . X O X X X O
        X X O O O O O
        O O O . O . O
        . O O O O O O";
    for color in Color::BOTH {
        let judged = Judged::new(text, color);
        assert_eq!(judged.dead(), "", "{color}");
        assert_eq!(judged.territory(Color::Black), "", "{color}");
    }
}

#[test]
fn two_kos_between_two_groups_without_eyes_are_seki() {
    // Whoever takes one ko loses the other; nobody can fill E5, the last common liberty.
    let text = "
        O O O X O . O X X
        O . O X X O O X .
        O O O X X O O X X
        O O O X X O O X X
        O O O X . O O X X
        O O O X X O O X X
        O O O X X O O X X
        O . O X X O O X .
        O O O X . X O X X";
    for color in Color::BOTH {
        let judged = Judged::new(text, color);
        let (seki, dead) = (judged.status.seki(), judged.status.dead());
        for name in ["D5", "G5", "D9", "G1"] {
            let point = Point::parse(name).unwrap();
            assert!(seki.contains(point) && !dead.contains(point), "{name}");
        }
        assert_eq!(judged.territory(Color::White), "B2 B8");
        assert_eq!(judged.territory(Color::Black), "J2 J8");
        assert_eq!(judged.points(Color::Black), judged.points(Color::White));
    }
}
