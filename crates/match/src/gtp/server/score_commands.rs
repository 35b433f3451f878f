//! The only place that counts: final_score, final_status_list and the result of a record agree.

use super::server_state::ServerState;
use crate::gtp::arguments::{Arguments, join};
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rules::{Board, Color, Margin, Point, PointSet, Status, score};

/// A position counted as if the game ended now.
pub(super) struct Count {
    pub(super) status: Status,
    pub(super) margin: Margin,
}

impl ServerState {
    /// Counts the position by its rules. The same position always counts the same.
    pub(super) fn count(&mut self) -> Count {
        let (engine, position) = self.engine_and_position();
        let game = position.game();
        let status = engine.status(game);
        Count {
            margin: score::count(game, &status).margin(),
            status,
        }
    }
}

/// `final_score`; none where the latest move has ended the game without result.
pub(super) fn final_score(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    if let Some(cycle) = state.position.game().cycle() {
        return Err(Refusal::NoResult(cycle));
    }
    Ok(state.count().margin.to_string())
}

/// `final_status_list KIND`: strings, one a line, or points of territory.
pub(super) fn final_status_list(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let kind = Kind::read(args.get(0)).ok_or(Refusal::Status)?;
    let status = state.count().status;
    let board = state.position.game().board();
    let (dead, seki, territory) = (status.dead(), status.seki(), status.territory());
    Ok(match kind {
        Kind::Dead => strings(board, |stone| dead.contains(stone)),
        Kind::Seki => strings(board, |stone| seki.contains(stone)),
        Kind::Alive => strings(board, |stone| {
            !dead.contains(stone) && !seki.contains(stone)
        }),
        Kind::Territory(color) => join(territory.points_of(color).iter()),
        Kind::Dame => join(territory.dame().iter()),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Alive,
    Dead,
    Seki,
    Territory(Color),
    Dame,
}

impl Kind {
    fn read(word: Option<&str>) -> Option<Self> {
        Some(match word?.to_ascii_lowercase().as_str() {
            "alive" => Self::Alive,
            "dead" => Self::Dead,
            "seki" => Self::Seki,
            "black_territory" => Self::Territory(Color::Black),
            "white_territory" => Self::Territory(Color::White),
            "dame" => Self::Dame,
            _ => return None,
        })
    }
}

/// The strings whose stones are wanted, one a line.
fn strings(board: &Board, wanted: impl Fn(Point) -> bool) -> String {
    let anchors = Point::all(board.size()).filter(|stone| board.anchor(*stone) == Some(*stone));
    let lines: Vec<String> = anchors
        .filter(|anchor| wanted(*anchor))
        .map(|anchor| join(board.string(anchor).collect::<PointSet>().iter()))
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, play_diagram, server};

    #[test]
    fn score_status_and_record_come_from_one_count() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X X . O O O
             . X X . O O .
             O . X . O . .
             . . X . O . .",
        );
        assert_eq!(ask(&mut server, "komi 0.5"), "=");
        assert_eq!(ask(&mut server, "final_status_list dead"), "= A2\nG6");
        assert_eq!(ask(&mut server, "final_status_list seki"), "=");
        assert_eq!(ask(&mut server, "final_score"), "= W+0.5");
        let alive = ask(&mut server, "final_status_list alive");
        assert!(alive.contains("C1 C2 B3 C3"), "{alive}");
        ask(&mut server, "play b pass");
        ask(&mut server, "play w pass");
        let record = ask(&mut server, "printsgf");
        assert!(record.contains("RE[W+0.5]"), "{record}");
        assert!(record.contains("TB[ag]"), "{record}");
        assert_eq!(ask(&mut server, "final_status_list x"), "? invalid status");
    }

    #[test]
    fn a_triple_ko_played_round_has_no_result() {
        let mut server = server();
        play_diagram(
            &mut server,
            "X X X X O O O
             X X X . X O O
             X X X X O O O
             X X X O . O O
             X X X X O O O
             X X X O . O O
             X X X X O O O",
        );
        let round = "gogui-play_sequence b E4 w D6 b E2 w D4 b E6 w D2";
        assert_eq!(ask(&mut server, round), "=");
        assert!(!ask(&mut server, "showboard").contains("no result"));
        assert_eq!(ask(&mut server, round), "=");
        let refused = ask(&mut server, "final_score");
        assert!(
            refused.starts_with("? cannot score: the game has no result"),
            "{refused}"
        );
        assert!(ask(&mut server, "showboard").ends_with("6 moves after the second"));
        assert!(ask(&mut server, "printsgf").contains("RE[Void]"));
        assert_eq!(ask(&mut server, "undo"), "=");
        assert!(ask(&mut server, "final_score").starts_with('='));
        assert_eq!(ask(&mut server, "kgs-rules chinese"), "=");
        assert_eq!(ask(&mut server, "play w D2"), "? illegal move");
        assert_eq!(ask(&mut server, "is_legal w D2"), "= 0");
        assert!(!ask(&mut server, "all_legal w").contains("D2"));
    }

    #[test]
    fn stones_that_share_their_last_liberties_are_seki() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". X . X . X .
             X X X X X X X
             . X . X . X .
             X X X X X X X
             X X X X X X X
             O O O O O O O
             . X X X X X .",
        );
        assert_eq!(
            ask(&mut server, "final_status_list seki"),
            "= B1 C1 D1 E1 F1\nA2 B2 C2 D2 E2 F2 G2"
        );
        assert_eq!(ask(&mut server, "final_status_list dame"), "= A1 G1");
    }
}
