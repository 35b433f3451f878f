//! Every view at three sizes of the window, in ASCII and in Unicode.

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::snapshot::{SIZES, drawn_by, on_all_screens};
use super::*;
use sgmp_board::picture::{Candidate, Charset, Life, Picture};
use sgmp_board::rules::{
    BoardSize, ByColor, Game, Komi, Move, Point, PointSet, diagram, territory,
};

fn point(name: &str) -> Point {
    Point::parse(name).unwrap()
}

/// The screen of a view, line by line, and no spaces at the ends.
fn drawn(view: &GameView, charset: Charset, size: (u16, u16)) -> String {
    drawn_by(charset, size, |look, frame| view.draw(look, frame))
}

/// One snapshot for each size and each set of characters.
fn check(name: &str, view: &GameView) {
    let draw = |charset, size| drawn(view, charset, size);
    on_all_screens(draw, |ending, drawn| {
        insta::assert_snapshot!(format!("{name}-{ending}"), drawn);
    });
}

fn game(size: u8, moves: &str) -> Game {
    let mut game = Game::new(BoardSize::new(size).unwrap(), Komi::FIVE_AND_A_HALF);
    for name in moves.split_whitespace() {
        let mv = match name {
            "pass" => Move::Pass,
            name => Move::Play(point(name)),
        };
        game.play(game.to_move(), mv).unwrap();
    }
    game
}

fn player(name: &str, captures: u16, has_turn: bool) -> PlayerView {
    PlayerView {
        name: name.to_owned(),
        captures,
        clock: None,
        has_turn,
    }
}

/// A view of a game in which it is Black's turn.
fn view(game: &Game) -> GameView {
    let keys = BoardKeys::new(game.size());
    GameView {
        picture: Picture::from_game(game)
            .ataris(game.board())
            .cursor(keys.cursor()),
        title: format!("{}, komi 5.5, Japanese rules", game.size()),
        players: ByColor::new(player("Ada", 0, true), player("sgmp-go level 3", 1, false)),
        health: None,
        notes: vec![
            Note::plain("You are Black."),
            Note::plain("White plays D4. It takes 1 stone."),
            Note::warning("Your stone at E4 is in atari."),
            Note::plain("Your turn."),
        ],
        text: None,
        moves: MoveEntry::all(game.moves()),
        curve: None,
        pane: Pane::Moves,
        scroll: 0,
        bottom: Bottom::Keys(Stage::Playing.keys()),
        help: None,
        focus: keys.cursor(),
    }
}

const FIGHT: &str = "E5 C3 G3 F4 E4 E3 F3 D5 E6 D6 E7 G4 D4 C4 H4 D3";

#[test]
fn a_small_game() {
    check("small", &view(&game(9, FIGHT)));
}

#[test]
fn a_large_game_with_clocks() {
    let game = game(19, "Q16 D4 Q3 D16 O17 R14 C6 F3 F4 E4 E3 D3");
    let mut view = view(&game);
    view.players.black.clock = Some("0:58:12".to_owned());
    view.players.white.clock = Some("1:00:00".to_owned());
    check("large", &view);
}

#[test]
fn a_hint_with_reasons() {
    let game = game(9, FIGHT);
    let mut view = view(&game);
    view.picture = view
        .picture
        .candidate(point("F5"), Candidate::ranked(1))
        .candidate(point("G5"), Candidate::ranked(2));
    view.text = Some(TextPane {
        title: "Hint".to_owned(),
        text: "Black might play:\n1. F5: saves the stone at E4 (worth some 9 points)\n2. G5: puts \
               White's 2 stones at F4 into atari"
            .to_owned(),
    });
    view.pane = Pane::Text;
    check("hint", &view);
}

#[test]
fn the_case_against_a_move_stands_on_the_board() {
    let game = game(9, FIGHT);
    let mut view = view(&game);
    let line = ["H3", "F5", "G5", "pass", "H5"];
    let line = line.map(|name| Point::parse(name).map_or(Move::Pass, Move::Play));
    view.picture = Picture::of_line(game.board(), game.to_move(), &line);
    view.text = Some(TextPane {
        title: "Why not".to_owned(),
        text: "Why not H3? H3 loses about 9 points.\nAfter H3, White plays F5 and takes the stone at E4 at \
               once.\nBetter: F5. F5 saves the stone at E4."
            .to_owned(),
    });
    view.pane = Pane::Text;
    check("why-not", &view);
}

#[test]
fn territory_groups_and_the_curve() {
    let game = game(9, FIGHT);
    let mut view = view(&game);
    let stones = PointSet::single(point("E5"));
    view.picture = view
        .picture
        .influence(|point| f32::from(point.row()) / 4.0 - 1.0)
        .life(&stones, Life::Unsettled);
    let chance = |moves: usize| Some(0.5 + (moves as f32 / 3.0).sin() / 3.0);
    let values = (0..=game.move_count()).map(chance).collect();
    view.curve = Some(CurveView::chances(values));
    view.pane = Pane::Curve;
    check("curve", &view);
}

#[test]
fn a_count() {
    let board = diagram::parse(
        ". X . O .
         X X . O O
         O X . O .
         . X . O .
         . X O O O",
    )
    .unwrap();
    let dead = PointSet::single(point("A3"));
    let picture = Picture::new(&board)
        .dead(&dead)
        .territory(&territory(&board, &dead))
        .cursor(Some(point("C3")));
    let mut view = view(&game(5, ""));
    view.picture = picture;
    view.notes = vec![Note::plain("Both have passed: the game is counted.")];
    view.text = Some(TextPane {
        title: "The count".to_owned(),
        text: "Black: 4 surrounded, 0 captured, 1 dead stone of the other side: 5 points"
            .to_owned(),
    });
    view.pane = Pane::Text;
    view.bottom = Bottom::Keys(Stage::Counting.keys());
    check("count", &view);
}

const fn keys_of(stage: Stage) -> HelpPage {
    HelpPage {
        keys: stage.keys(),
        number: 0,
    }
}

#[test]
fn all_keys_and_a_question() {
    let mut view = view(&game(9, FIGHT));
    view.bottom = Bottom::Prompt("Pass? p again passes; Esc: no".to_owned());
    let size = (60, 20);
    insta::assert_snapshot!("question", drawn(&view, Charset::Ascii, size));
    for (stage, name) in [
        (Stage::Playing, "keys-playing"),
        (Stage::Counting, "keys-counting"),
        (Stage::Over, "keys-over"),
        (Stage::Hand, "keys-hand"),
        (Stage::HandWithUndo, "keys-hand-with-undo"),
        (Stage::Counted, "keys-counted"),
        (Stage::Recounting, "keys-recounting"),
        (Stage::Watching, "keys-watching"),
        (Stage::Talking, "keys-talking"),
        (Stage::OnServer(ServerStage::Hand), "keys-server-hand"),
        (
            Stage::OnServer(ServerStage::HandWithWords),
            "keys-server-words",
        ),
        (Stage::OnServer(ServerStage::NamingDead), "keys-server-dead"),
        (
            Stage::OnServer(ServerStage::Watching),
            "keys-server-watching",
        ),
        (Stage::Review, "keys-review"),
        (Stage::Trying, "keys-trying"),
    ] {
        view.help = Some(keys_of(stage));
        insta::assert_snapshot!(name, drawn(&view, Charset::Ascii, size));
        // All of them fit the smallest window.
        let last = stage.keys().last().unwrap();
        assert!(
            drawn(&view, Charset::Ascii, size).contains(last.long),
            "{stage:?}"
        );
    }
}

/// The likely causes of a silence, the most likely first, on a usual screen.
#[test]
fn the_first_causes_of_a_silence_are_seen() {
    let mut before = view(&game(19, ""));
    let mut within = view(&game(9, FIGHT));
    let causes = [
        "no frame heard for 8 s; likely causes:",
        "  - is the other program started, as White?",
        "  - was a match left here? It goes on by `sgmp-go --resume FILE.journal --port PORT`: the other program is silent \
         while it waits for our move",
        "  - is the cable in, and a null-modem cable (TxD and RxD crossed)?",
        "  - do both sides have the same baud?",
        "  - is ./a the right port? `sgmp-go ports` lists them",
    ];
    for view in [&mut before, &mut within] {
        view.health = Some(Note::warning(
            "Line: nothing heard for 8 s! 1 heard, 2 sent",
        ));
        view.notes = vec![Note::plain("the game begins")];
        view.notes.extend(causes.map(Note::plain));
        view.text = None;
        view.pane = Pane::Moves;
    }
    let seen = drawn(&before, Charset::Ascii, (80, 24));
    let words = [
        "no frame heard",
        "is the other program",
        "was a match left",
        "is the cable in",
    ];
    assert!(words.iter().all(|words| seen.contains(words)), "{seen}");
    let seen = drawn(&within, Charset::Ascii, (80, 24));
    assert!(
        words[..3].iter().all(|words| seen.contains(words)),
        "{seen}"
    );
    assert!(seen.contains("Moves"), "{seen}");
}

#[test]
fn hints_that_are_off_have_no_key() {
    let is_hint = |key: &&KeyHelp| key.key == "h";
    let all = Stage::Playing.keys();
    let without: Vec<_> = all.iter().filter(|key| !is_hint(key)).copied().collect();
    assert_eq!(without.len() + 1, all.len());
    assert_eq!(Stage::Playing.keys_with(false), without);
    assert_eq!(Stage::Playing.keys_with(true), all);
}

#[test]
fn a_match_over_a_line_with_its_health() {
    let mut view = view(&game(19, "Q16 D4 Q3 D16"));
    view.health = Some(Note::warning("no frame heard for 40 s; 2 sent again"));
    view.players.black.clock = Some("49:10".to_owned());
    view.players.white.clock = Some("48:02".to_owned());
    view.text = Some(TextPane {
        title: "Likely causes".to_owned(),
        text: "- the other program is not started\n- the cable is no null modem".to_owned(),
    });
    view.pane = Pane::Text;
    check("match", &view);
}

#[test]
fn windows_of_any_size_are_drawn() {
    let view = view(&game(19, "Q16 D4"));
    for (width, height) in [
        (1, 1),
        (10, 3),
        (20, 40),
        (45, 30),
        (30, 12),
        (200, 20),
        (300, 100),
    ] {
        let text = drawn(&view, Charset::Unicode, (width, height));
        assert_eq!(text.split('\n').count(), usize::from(height));
    }
    // High and narrow: the text stands below the board.
    let narrow = drawn(&view, Charset::Ascii, (43, 32));
    let place = |text: &str| narrow.find(text);
    assert!(
        place("A B C D E F G") < place("19x19, komi 5.5"),
        "{narrow}"
    );
}

#[test]
fn a_click_finds_its_point() {
    let look = ScreenLook::default();
    let mut view = view(&game(9, FIGHT));
    for size in SIZES {
        for row in 0..size.1 {
            for column in 0..size.0 {
                let Some(clicked) = view.point_at(look, size, (column, row)) else {
                    continue;
                };
                assert!(clicked.is_on(view.picture.size()));
            }
        }
        let everywhere = (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row)));
        let found = everywhere.filter_map(|place| view.point_at(look, size, place));
        let found: std::collections::BTreeSet<Point> = found.collect();
        assert_eq!(found.len(), 81, "{size:?}");
    }
    view.help = Some(keys_of(Stage::Playing));
    assert_eq!(view.point_at(look, (80, 24), (10, 10)), None);
}

#[test]
fn no_color_is_the_only_sign() {
    let view = view(&game(9, FIGHT));
    let bare = |palette| {
        let look = ScreenLook {
            charset: Charset::Ascii,
            palette,
        };
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| view.draw(look, frame)).unwrap();
        let buffer = terminal.backend().buffer().clone();
        let is_colored = buffer.content().iter().any(|cell| {
            use ratatui::style::Color::Reset;
            cell.fg != Reset || cell.bg != Reset
        });
        let text: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
        (text, is_colored)
    };
    let (plain, is_colored) = bare(Palette::Plain);
    assert!(!is_colored, "NO_COLOR");
    for palette in [Palette::Sixteen, Palette::Indexed, Palette::True] {
        let (text, is_colored) = bare(palette);
        assert!(is_colored);
        assert_eq!(text, plain);
    }
}

#[test]
fn a_menu_and_its_choices() {
    const KEYS: [KeyHelp; 2] = [
        KeyHelp {
            key: "Enter",
            short: "choose",
            long: "",
        },
        KeyHelp {
            key: "q",
            short: "leave",
            long: "",
        },
    ];
    let row = |key, label: &str, value: Option<&str>| MenuRow {
        key,
        label: label.to_owned(),
        value: value.map(|value| RowValue::Chosen(value.to_owned())),
    };
    let view = MenuView {
        title: "sgmp-go plays Go".to_owned(),
        subtitle: "What would you like?".to_owned(),
        rows: vec![
            row(Some('c'), "Play the computer", None),
            row(None, "Board", Some("9")),
            row(None, "Handicap", Some("none")),
        ],
        chosen: 1,
        note: "Lines of the board: 9 for a quick game, 19 for a whole one.".to_owned(),
        is_warning: false,
        keys: &KEYS,
    };
    let mut terminal = Terminal::new(TestBackend::new(40, 12)).unwrap();
    terminal
        .draw(|frame| view.draw(ScreenLook::default(), frame))
        .unwrap();
    insta::assert_snapshot!("menu", terminal.backend());
    assert_eq!(view.row_at((40, 12), 2), None);
    assert_eq!(view.row_at((40, 12), 4), Some(1));
    assert_eq!(view.row_at((40, 12), 6), None);
}
