//! `sgmp-go --plain` alone: the list of the start page in lines, and back to it after what was chosen.

use crate::piped::{run, told};

/// The places of sentences, which have to come in this order.
fn check_order(told: &str, sentences: &[&str]) {
    let mut rest = told;
    for sentence in sentences {
        let place = rest.find(sentence);
        let place = place.unwrap_or_else(|| panic!("{sentence:?} is missing in\n{told}"));
        rest = &rest[place + sentence.len()..];
    }
}

#[test]
fn a_learner_stays_in_the_program_from_the_tutorial_to_a_game_and_problems() {
    let home = tempfile::tempdir().unwrap();
    let lines = "l\nC3\nplay\nE4\nresign\nyes\nquit\np\n1\nhint\nquit\nf\nquit\nq\n";
    let told = told(&run(home.path(), &["--plain"], lines));
    check_order(
        &told,
        &[
            "sgmp-go plays Go. What would you like?",
            "   l  Learn the game\n",
            "   q  Leave\n",
            "The board, 1 of 6.",
            "There it stands, in the very middle.",
            "Igo on 9x9: beginner (level 0, about 22 kyu), you have 4 stones ahead.",
            "White wins (W+R).",
            "sgmp-go plays Go. What would you like?",
            "Practice.",
            "   1  Problems\n   2  Your own mistakes, as problems\n   3  Guess the moves of a game\n",
            "Problem first-captures-001",
            "sgmp-go plays Go. What would you like?",
            "White: the computer, level 1, about 21 kyu.",
            "sgmp-go plays Go. What would you like?",
        ],
    );
}

#[test]
fn games_are_set_up_and_looked_at_by_numbers() {
    let home = tempfile::tempdir().unwrap();
    let lines =
        "c\n1 7\n2 0\n\nD4\nquit\ng\nquit\nr\n2\nquit\np\n2\nb\n3\nb\nb\nr\n1\nmissing.sgf\nq\n";
    let told = told(&run(home.path(), &["--plain"], lines));
    check_order(
        &told,
        &[
            "Play the computer.",
            "   1  Board: 9\n",
            "Board: 7.",
            "Level: 0 (about 22 kyu).",
            "A game on 7x7. Black: you, White: the computer, level 0, about 22 kyu.",
            "   g  Go on with the last game\n",
            " were made.",
            "Review a game. ",
            "7x7  Black - level 0",
            "Your own mistakes.",
            "Practice.",
            "Guess the move.",
            "A file: type it.",
            "sgmp-go plays Go. What would you like?",
        ],
    );
}

/// An interrupt ends the program at the list, also after a game that has listened for it.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_the_list_to_which_a_game_has_led_back() {
    use crate::screen::Screen;
    use crate::tools::needs;

    needs!(Tmux);
    let home = tempfile::tempdir().unwrap();
    let screen = Screen::start((80, 50), home.path(), "", "TERM=dumb");
    screen.wait_for("Type a letter:");
    screen.press(&["f", "Enter"]);
    screen.wait_for("You are Black.");
    screen.press(&["E5", "Enter"]);
    screen.wait_for("White plays");
    screen.press(&["quit", "Enter"]);
    screen.wait_for("Go on with the last game");
    screen.signal("INT");
    screen.wait_for("ended with 130");
}
