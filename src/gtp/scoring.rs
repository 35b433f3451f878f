//! The only place that counts: final_score, final_status_list and the result of a record agree.

use super::reply::{Refusal, Reply};
use super::server::Server;
use super::words::{Words, join};
use crate::rules::{Board, Color, Margin, Point, PointSet, Territory, score, territory};

/// A position counted as if the game ended now.
pub(super) struct Count {
    pub(super) dead: PointSet,
    pub(super) territory: Territory,
    pub(super) margin: Margin,
}

impl Server {
    /// Counts the position by its rules. The same position always counts the same.
    pub(super) fn count(&mut self) -> Count {
        let (engine, position) = self.engine_and_position();
        let game = position.game();
        let dead = engine.dead_stones(game);
        Count {
            territory: territory(game.board(), &dead),
            margin: score::count(game, &dead).margin(),
            dead,
        }
    }
}

/// `final_score`; none where the latest move has ended the game without result.
pub(super) fn final_score(server: &mut Server, _: &Words<'_>) -> Reply {
    if let Some(cycle) = server.position.game().cycle() {
        return Err(Refusal::NoResult(cycle));
    }
    Ok(server.count().margin.to_string())
}

/// `final_status_list KIND`: strings, one a line, or points of territory.
pub(super) fn final_status_list(server: &mut Server, words: &Words<'_>) -> Reply {
    let kind = Kind::read(words.get(0)).ok_or(Refusal::Status)?;
    let count = server.count();
    let board = server.position.game().board();
    Ok(match kind {
        Kind::Dead => strings(board, |stone| count.dead.contains(stone)),
        Kind::Alive | Kind::Seki => {
            let seki = seki(board, &count);
            strings(board, |stone| {
                !count.dead.contains(stone) && seki.contains(stone) == (kind == Kind::Seki)
            })
        }
        Kind::Territory(color) => join(count.territory.of(color).iter()),
        Kind::Dame => join(count.territory.dame().iter()),
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

/// Neutral points that enemies in seki share at most; a larger region is not played out yet.
const MOST_SHARED: usize = 6;

/// Living strings around a small neutral region on which neither side has two eyes: what a count
/// without reading can tell of seki.
fn seki(board: &Board, count: &Count) -> PointSet {
    let dame = count.territory.dame();
    let mut seki = PointSet::EMPTY;
    let mut seen = PointSet::EMPTY;
    for point in dame.iter() {
        if seen.contains(point) {
            continue;
        }
        let region = connected(board, point, |n| dame.contains(n));
        seen |= region;
        let around: PointSet = region
            .iter()
            .flat_map(|point| board.neighbours(point))
            .filter(|n| board.color_at(*n).is_some() && !count.dead.contains(*n))
            .collect();
        let of = |color| {
            around
                .iter()
                .filter(move |n| board.color_at(*n) == Some(color))
        };
        let is_shared = Color::BOTH
            .into_iter()
            .all(|color| of(color).next().is_some());
        let eyeless = !around.iter().any(|n| has_two_eyes(board, count, n));
        if is_shared && eyeless && region.len() <= MOST_SHARED {
            for stone in around.iter() {
                seki.extend(board.string(stone));
            }
        }
    }
    seki
}

/// The points that are joined to one by points that belong.
fn connected(board: &Board, start: Point, belongs: impl Fn(Point) -> bool) -> PointSet {
    let mut found = PointSet::single(start);
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for n in board.neighbours(point) {
            if belongs(n) && found.insert(n) {
                open.push(n);
            }
        }
    }
    found
}

/// Whether the strings joined to a stone's by their own territory have more than one point of it.
fn has_two_eyes(board: &Board, count: &Count, stone: Point) -> bool {
    let Some(color) = board.color_at(stone) else {
        return false;
    };
    let own = count.territory.of(color);
    let belongs = |n: Point| own.contains(n) || board.color_at(n) == Some(color);
    let group = connected(board, stone, belongs);
    (group & *own).len() > 1
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::testing::{ask, play_diagram, server};

    #[test]
    fn score_status_and_record_come_from_one_count() {
        let mut server = server();
        play_diagram(
            &mut server,
            ". . X . O . .
             . . X . O . X
             . X X . O O .
             X X . . . O O
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
