//! Commands about moves: making them, taking them back, and what there is on the board.

use super::server_state::ServerState;
use crate::gtp::arguments::{Arguments, color_name, join};
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::picture::Picture;
use sgmp_board::rules::{Color, Move, Point};

/// `play COLOR VERTEX`.
pub(super) fn play(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (color, mv) = args.play(state.position.size())?;
    state.position.play(color, mv)?;
    Ok(String::new())
}

/// `black VERTEX`, version 1 of the protocol.
pub(super) fn black(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    play_as(state, Color::Black, args)
}

/// `white VERTEX`, version 1 of the protocol.
pub(super) fn white(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    play_as(state, Color::White, args)
}

fn play_as(state: &mut ServerState, color: Color, args: &Arguments<'_>) -> Reply {
    let mv = args.vertex(0, state.position.size())?;
    state.position.play(color, mv)?;
    Ok(String::new())
}

/// `gogui-play_sequence COLOR VERTEX ...`: all of it or nothing.
pub(super) fn play_sequence(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let plays = args.plays(state.position.size())?;
    state.position.play_all(&plays)?;
    Ok(String::new())
}

/// `undo`.
pub(super) fn undo(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    state.position.undo(1)?;
    Ok(String::new())
}

/// `gg-undo [N]`.
pub(super) fn gg_undo(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let moves = match args.get(0) {
        None => 1,
        Some(_) => args.number(0, "gg-undo [N], with N a number of moves")?,
    };
    state.position.undo(moves)?;
    Ok(String::new())
}

/// `is_legal COLOR VERTEX`: 1 or 0.
pub(super) fn is_legal(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let (color, mv) = args.play(state.position.size())?;
    let legal = state.position.allows(color, mv);
    Ok(u8::from(legal).to_string())
}

/// `all_legal COLOR`: the points a color may play on.
pub(super) fn all_legal(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = args.color(0)?;
    let position = &state.position;
    Ok(join(Point::all(position.size()).filter(|point| {
        position.allows(color, Move::Play(*point))
    })))
}

/// `list_stones COLOR`.
pub(super) fn list_stones(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = args.color(0)?;
    Ok(join(state.position.game().board().stones(color)))
}

/// `captures COLOR`: stones that color has captured.
pub(super) fn captures(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let color = args.color(0)?;
    Ok(state.position.game().prisoners()[color].to_string())
}

/// `last_move`.
pub(super) fn last_move(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let last = state.position.game().last_move();
    last.map(named).ok_or(Refusal::NoMove)
}

/// `move_history`: one move a line, the latest first.
pub(super) fn move_history(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let moves = state.position.game().moves().iter().rev();
    let lines: Vec<String> = moves.map(|played| named(*played)).collect();
    Ok(lines.join("\n"))
}

fn named((color, mv): (Color, Move)) -> String {
    format!("{} {mv}", color_name(color))
}

/// `showboard`.
pub(super) fn showboard(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    let game = state.position.game();
    let board = Picture::from_game(game);
    let prisoners = game.prisoners();
    let no_result = game.cycle().map(|cycle| format!("\nno result: {cycle}"));
    Ok(format!(
        "\n{board}{} to move, komi {}, {} rules; Black has captured {}, White {}{}",
        game.to_move(),
        game.komi(),
        game.rule_set().name(),
        prisoners.black,
        prisoners.white,
        no_result.unwrap_or_default(),
    ))
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, server};

    #[test]
    fn moves_come_and_go() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        assert_eq!(ask(&mut server, "last_move"), "? no previous move known");
        assert_eq!(ask(&mut server, "move_history"), "=");
        for line in ["play b b1", "play W A1", "play B a2", "play w pass"] {
            assert_eq!(ask(&mut server, line), "=", "{line}");
        }
        assert_eq!(ask(&mut server, "captures b"), "= 1");
        assert_eq!(ask(&mut server, "captures w"), "= 0");
        assert_eq!(ask(&mut server, "play b A2"), "? illegal move");
        assert_eq!(ask(&mut server, "is_legal w A1"), "= 0");
        assert_eq!(ask(&mut server, "is_legal w pass"), "= 1");
        assert_eq!(
            ask(&mut server, "move_history"),
            "= white pass\nblack A2\nwhite A1\nblack B1"
        );
        assert_eq!(ask(&mut server, "gg-undo 5"), "? cannot undo");
        assert_eq!(ask(&mut server, "gg-undo 2"), "=");
        assert_eq!(ask(&mut server, "last_move"), "= white A1");
        assert_eq!(ask(&mut server, "undo"), "=");
        assert_eq!(ask(&mut server, "list_stones w"), "=");
        assert!(ask(&mut server, "gg-undo -1").starts_with("? syntax error"));
    }

    #[test]
    fn version_1_names_the_color_in_the_command() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        for line in ["black D4", "white pass", "black a1", "white PASS"] {
            assert_eq!(ask(&mut server, line), "=", "{line}");
        }
        for line in ["black", "white K10", "black black C3"] {
            let answer = ask(&mut server, line);
            assert_eq!(answer, "? invalid color or coordinate", "{line}");
        }
        assert_eq!(ask(&mut server, "white D4"), "? illegal move");
        assert_eq!(
            ask(&mut server, "move_history"),
            "= white pass\nblack A1\nwhite pass\nblack D4"
        );
        let first = ask(&mut server, "genmove_black");
        let second = ask(&mut server, "genmove_white");
        assert_eq!(
            ask(&mut server, "move_history")
                .lines()
                .take(2)
                .collect::<Vec<_>>(),
            [
                format!("= white {}", second.trim_start_matches("= ")),
                format!("black {}", first.trim_start_matches("= ")),
            ]
        );
    }

    #[test]
    fn a_sequence_with_a_bad_move_changes_nothing() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        let bad = ask(&mut server, "gogui-play_sequence B A1 W B1 B A1");
        assert_eq!(bad, "? illegal move");
        assert_eq!(ask(&mut server, "list_stones b"), "=");
        assert_eq!(
            ask(&mut server, "gogui-play_sequence B A1 W PASS b a2"),
            "="
        );
        assert_eq!(ask(&mut server, "list_stones b"), "= A1 A2");
    }

    #[test]
    fn the_legal_points_are_those_that_play_takes() {
        let mut server = server();
        ask(&mut server, "boardsize 2");
        ask(&mut server, "gogui-play_sequence b A1 b B2");
        assert_eq!(ask(&mut server, "all_legal b"), "= B1 A2");
        assert_eq!(ask(&mut server, "all_legal w"), "=");
    }

    #[test]
    fn the_board_is_drawn_without_an_empty_line() {
        let mut server = server();
        ask(&mut server, "boardsize 3");
        ask(&mut server, "play b B2");
        let board = ask(&mut server, "showboard");
        assert!(board.starts_with("=\n   A B C\n 3 . . . 3\n"), "{board}");
        assert!(board.contains("White to move, komi 5.5, Japanese rules"));
    }
}
