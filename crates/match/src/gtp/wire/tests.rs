//! Dialogues with a controller about a match on the wire.

use super::*;
use sgmp_board::rules::{BoardSize, Komi};

/// The other program answers with the moves it was given, then is waited for in vain.
struct Fake {
    game: Game,
    answers: Vec<&'static str>,
    over: Option<String>,
    said: String,
}

impl WireMatch for Fake {
    fn our_color(&self) -> Color {
        Color::Black
    }

    fn game(&self) -> Game {
        self.game.clone()
    }

    fn over(&self) -> Option<String> {
        self.over.clone()
    }

    fn play(&mut self, decision: Decision) -> Waited {
        let Decision::Move(mv) = decision else {
            self.over = Some("Black resigns".to_owned());
            return Waited::Over("Black resigns".to_owned());
        };
        self.game.play(Color::Black, mv).unwrap();
        Waited::Done
    }

    fn wait_for_move(&mut self, after: usize) -> Waited {
        assert_eq!(self.game.move_count(), after);
        let Some(answer) = self.answers.pop() else {
            return Waited::Interrupted;
        };
        let mv = vertex(answer, self.game.size()).unwrap();
        self.game.play(Color::White, mv).unwrap();
        Waited::Done
    }

    fn result(&mut self) -> Result<MatchResult, NoResult> {
        Err(NoResult("the game is not over".to_owned()))
    }

    fn say(&mut self, text: &str) {
        self.said += text;
    }
}

fn fake(answers: &[&'static str]) -> Fake {
    Fake {
        game: Game::new(BoardSize::new(9).unwrap(), Komi::FIVE_AND_A_HALF),
        answers: answers.iter().rev().copied().collect(),
        over: None,
        said: String::new(),
    }
}

/// A dialogue: what is sent, and the beginning of what is answered.
fn talk(far: &mut Fake, dialogue: &[(&str, &str)]) {
    let mut server = WireServer::new();
    for (line, expected) in dialogue {
        far.said.clear();
        assert_eq!(
            server.handle(&Input::Line((*line).to_owned()), far),
            Flow::Open
        );
        assert!(far.said.starts_with(expected), "{line}: {}", far.said);
        assert!(far.said.ends_with("\n\n"));
    }
}

#[test]
fn moves_go_both_ways() {
    talk(
        &mut fake(&["E5", "pass"]),
        &[
            ("boardsize 9", "=\n"),
            ("clear_board", "=\n"),
            ("komi 5.50", "=\n"),
            ("1 play b D4", "=1\n"),
            ("2 genmove w", "=2 E5\n"),
            ("play B pass", "=\n"),
            ("genmove white", "= pass\n"),
            ("play b C3", "=\n"),
            ("genmove w", "? interrupted: White's move has not come yet"),
        ],
    );
}

#[test]
fn version_1_names_the_color_in_the_command() {
    talk(
        &mut fake(&["E5"]),
        &[
            ("black D4", "=\n"),
            ("white E5", "? White's moves come from the other program"),
            ("genmove_black", "? Black is played by you: use play"),
            ("genmove_white", "= E5"),
            ("black Z9", "? invalid color or coordinate"),
            ("black E5", "? illegal move: a White stone is there already"),
            ("black resign", "="),
        ],
    );
}

#[test]
fn what_contradicts_the_wire_is_refused_with_the_reason() {
    talk(
        &mut fake(&["E5"]),
        &[
            ("genmove b", "? Black is played by you: use play"),
            ("genmove w", "? it is Black's turn"),
            ("play w D4", "? White's moves come from the other program"),
            ("play b Z9", "? invalid color or coordinate"),
            ("play b D4", "="),
            ("play b E5", "? it is White's turn"),
            ("genmove w", "= E5"),
            (
                "play b E5",
                "? illegal move: a White stone is there already",
            ),
            ("undo", "? cannot undo: a move that is on the wire"),
            ("clear_board", "? the wire carries one game"),
            ("boardsize 9", "? the wire carries one game"),
            ("hello", "? unknown command"),
        ],
    );
}

#[test]
fn what_the_wire_cannot_carry_is_refused_with_the_reason() {
    talk(
        &mut fake(&[]),
        &[
            ("boardsize 19", "? unacceptable size: this match is on 9x9"),
            ("boardsize", "? syntax error"),
            (
                "komi 7.5",
                "? the wire carries no komi: this match has 5.5: start sgmp-go with --komi 7.5",
            ),
            ("komi", "? syntax error"),
            ("kgs-rules japanese", "="),
            ("kgs-rules aga", "? this match is by japanese rules"),
            (
                "fixed_handicap 2",
                "? invalid handicap: the wire carries even games only",
            ),
            ("place_free_handicap 2", "? invalid handicap"),
            ("set_free_handicap D4 E5", "? invalid handicap"),
            ("final_score", "? the game is not over"),
            ("known_command genmove", "= true"),
            ("known_command time_left", "= false"),
        ],
    );
}

/// After a resumed match begins, the controller tells the moves it knows.
#[test]
fn what_is_on_record_may_be_told_again() {
    let mut far = fake(&[]);
    for (color, mv) in [
        (Color::Black, "D4"),
        (Color::White, "E5"),
        (Color::Black, "C3"),
    ] {
        far.game
            .play(color, vertex(mv, far.game.size()).unwrap())
            .unwrap();
    }
    talk(
        &mut far,
        &[
            (
                "genmove w",
                "? move 1 of this match is Black D4: play it first",
            ),
            ("play b D5", "? move 1 of this match is Black D4"),
            ("play b D4", "="),
            ("play b resign", "? White has moved meanwhile"),
            ("genmove w", "= E5"),
            ("play b C3", "="),
            ("showboard", "=\n"),
            ("play b resign", "? it is White's turn"),
        ],
    );
}

#[test]
fn after_the_end_nothing_is_played() {
    let mut far = fake(&[]);
    talk(
        &mut far,
        &[
            ("play w resign", "? White is the other program's"),
            ("play b resign", "="),
            ("play b D4", "? the game is over: Black resigns"),
            ("genmove w", "? the game is over: Black resigns"),
        ],
    );
    let mut server = WireServer::new();
    let flow = server.handle(&Input::Line("quit".to_owned()), &mut far);
    assert_eq!(flow, Flow::Over);
}
