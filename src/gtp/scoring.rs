//! The only place that counts: final_score, final_status_list and the result of a record agree.

use super::reply::{Refusal, Reply};
use super::server::Server;
use super::words::{Words, join};
use crate::rules::{Board, Color, Margin, Point, PointSet, Territory, territory};

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
            margin: position.rules().margin(game, &dead),
            dead,
        }
    }
}

/// `final_score`.
pub(super) fn final_score(server: &mut Server, _: &Words<'_>) -> Reply {
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

/// Living strings that share a neutral point with enemies, neither side having two eyes there:
/// what a count without reading can tell of seki.
fn seki(board: &Board, count: &Count) -> PointSet {
    let mut seki = PointSet::EMPTY;
    for dame in count.territory.dame().iter() {
        let around: Vec<Point> = board
            .neighbours(dame)
            .filter(|n| board.color_at(*n).is_some() && !count.dead.contains(*n))
            .collect();
        let eyeless = |color| {
            let mut own = around
                .iter()
                .filter(move |n| board.color_at(**n) == Some(color));
            let first = own.next();
            first.is_some_and(|n| !has_two_eyes(board, count, *n))
                && own.all(|n| !has_two_eyes(board, count, *n))
        };
        if Color::BOTH.into_iter().all(eyeless) {
            for stone in around {
                seki.extend(board.string(stone));
            }
        }
    }
    seki
}

/// Whether the strings joined to a stone's by their own territory have more than one point of it.
fn has_two_eyes(board: &Board, count: &Count, stone: Point) -> bool {
    let Some(color) = board.color_at(stone) else {
        return false;
    };
    let own = count.territory.of(color);
    let mut group: PointSet = board.string(stone).collect();
    let mut eyes = PointSet::EMPTY;
    let mut open: Vec<Point> = group.iter().collect();
    while let Some(point) = open.pop() {
        for n in board.neighbours(point) {
            if own.contains(n) && eyes.insert(n) {
                open.push(n);
            } else if board.color_at(n) == Some(color) && group.insert(n) {
                open.push(n);
            }
        }
    }
    eyes.len() > 1
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
