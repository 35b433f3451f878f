//! Commands that set up a game: board, komi, rules, handicap, positions.

use super::server_state::ServerState;
use crate::gtp::arguments::{Arguments, join, point};
use crate::gtp::reply::{Refusal, Reply};
use sgmp_board::rules::{
    Board, BoardSize, Color, Komi, Move, Point, PointSet, RuleSet, fixed_points, max_fixed_stones,
};

/// Largest komi that makes sense, in points: no board has more.
const MAX_KOMI: f64 = 361.0;

/// `boardsize N`: the board is cleared too, since the draft leaves its position open.
pub(super) fn boardsize(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    if args
        .get(1)
        .is_some_and(|height| Some(height) != args.get(0))
    {
        return Err(Refusal::Size);
    }
    let size = args.get(0).and_then(size).ok_or(Refusal::Size)?;
    state.start_on(size);
    Ok(String::new())
}

/// `rectangular_boardsize X Y`: squares alone.
pub(super) fn rectangular_boardsize(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    match args.get(1) {
        Some(_) => boardsize(state, args),
        None => Err(Refusal::Size),
    }
}

fn size(word: &str) -> Option<BoardSize> {
    word.parse().ok().and_then(BoardSize::new)
}

/// `clear_board`.
pub(super) fn clear_board(state: &mut ServerState, _: &Arguments<'_>) -> Reply {
    state.start_on(state.position.size());
    Ok(String::new())
}

/// `komi X`. We count in half points. Any other komi becomes the half between two whole points
/// that it lies between, which changes no winner: 6.25 and 6.75 are 6.5.
pub(super) fn komi(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    const USAGE: &str = "komi X, with X a number of points from -361 to 361";
    let points: f64 = args.number(0, USAGE)?;
    let halves = if (points * 2.0).fract() == 0.0 {
        points * 2.0
    } else {
        points.floor() * 2.0 + 1.0
    };
    if points.is_nan() || points.abs() > MAX_KOMI {
        return Err(Refusal::Usage(USAGE));
    }
    // Within 723 either way: this fits.
    let komi = Komi::from_half_points(halves as i16);
    if komi != state.position.game().komi() {
        state.forget();
        state.position.set_komi(komi);
    }
    Ok(String::new())
}

/// `kgs-rules` and `kata-set-rules`.
pub(super) fn set_rules(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let name = args.text().trim_matches(|c| c == '"' || c == '\'');
    let read: RuleSet = name.parse()?;
    state.forget();
    state.position.set_rules(read);
    Ok(String::new())
}

/// `fixed_handicap N`.
pub(super) fn fixed_handicap(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let stones = stones(args)?;
    let points = fixed_points(state.position.size(), stones).ok_or(Refusal::Handicap)?;
    give(state, &points)
}

/// `place_free_handicap N`: the fixed points, and more where that many are asked for: a controller may take fewer for a
/// fault.
pub(super) fn place_free_handicap(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let size = state.position.size();
    let stones = stones(args)?;
    if stones >= usize::from(size.points()) {
        return Err(Refusal::Handicap);
    }
    let fixed = stones.min(max_fixed_stones(size));
    let mut points = fixed_points(size, fixed).ok_or(Refusal::Handicap)?;
    while points.len() < stones {
        points.push(farthest_point(size, &points).ok_or(Refusal::Handicap)?);
    }
    give(state, &points)
}

/// The empty point that is farthest from all stones, off the edge while there is room.
fn farthest_point(size: BoardSize, stones: &[Point]) -> Option<Point> {
    let rank = |point: &Point| {
        let apart = |stone: &Point| {
            let across = u32::from(point.column().abs_diff(stone.column()));
            let up = u32::from(point.row().abs_diff(stone.row()));
            across * across + up * up
        };
        (point.line(size) > 1, stones.iter().map(apart).min())
    };
    let empty = Point::all(size).filter(|point| !stones.contains(point));
    empty.max_by_key(rank)
}

/// `set_free_handicap VERTICES`.
pub(super) fn set_free_handicap(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let size = state.position.size();
    let read = args.iter().map(|word| point(word, size));
    let points: Option<Vec<Point>> = read.collect();
    let points = points.ok_or(Refusal::ColorOrCoordinate)?;
    let distinct: PointSet = points.iter().copied().collect();
    let fits = (2..usize::from(size.points())).contains(&points.len());
    if distinct.len() != points.len() || !fits {
        return Err(Refusal::VertexList);
    }
    give(state, &points)?;
    Ok(String::new())
}

fn stones(args: &Arguments<'_>) -> Result<usize, Refusal> {
    args.get(0)
        .and_then(|word| word.parse().ok())
        .ok_or(Refusal::Handicap)
}

fn give(state: &mut ServerState, points: &[Point]) -> Reply {
    state.position.give_handicap(points)?;
    state.forget();
    Ok(join(points.iter().copied()))
}

/// `gogui-setup` and `set_position`: "b A1 w B2", on an empty board.
pub(super) fn set_position(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    let size = state.position.size();
    let stones = args.plays(size)?;
    let stones: Option<Vec<(Color, Point)>> = stones
        .into_iter()
        .map(|(color, mv)| match mv {
            Move::Play(point) => Some((color, point)),
            Move::Pass => None,
        })
        .collect();
    let stones = stones.ok_or(Refusal::ColorOrCoordinate)?;
    let board =
        Board::from_stones(size, stones).map_err(|error| Refusal::Setup(error.to_string()))?;
    state.forget();
    state.position.set_up(board, Color::Black);
    Ok(String::new())
}

/// `gogui-setup_player COLOR`.
pub(super) fn set_first(state: &mut ServerState, args: &Arguments<'_>) -> Reply {
    state.position.set_first(args.color(0)?)?;
    state.forget();
    Ok(String::new())
}

#[cfg(test)]
mod tests {
    use crate::gtp::server::fake_host::{ask, server};

    #[test]
    fn komi_keeps_every_winner() {
        let mut server = server();
        for (text, komi) in [
            ("6.25", "6.5"),
            ("6.75", "6.5"),
            ("-0.25", "-0.5"),
            ("3.75", "3.5"),
            ("7", "7"),
            ("-7.50", "-7.5"),
            ("0", "0"),
            ("1e1", "10"),
        ] {
            assert_eq!(ask(&mut server, &format!("komi {text}")), "=", "{text}");
            assert_eq!(ask(&mut server, "get_komi"), format!("= {komi}"), "{text}");
        }
        for text in ["", "x", "nan", "inf", "1000", "-1e300"] {
            let answer = ask(&mut server, &format!("komi {text}"));
            assert!(answer.starts_with("? syntax error"), "{text}: {answer}");
        }
        assert_eq!(ask(&mut server, "get_komi"), "= 10");
    }

    #[test]
    fn handicaps_need_an_empty_board() {
        let mut server = server();
        assert_eq!(ask(&mut server, "boardsize 9"), "=");
        assert_eq!(ask(&mut server, "fixed_handicap 10"), "? invalid handicap");
        assert_eq!(ask(&mut server, "fixed_handicap x"), "? invalid handicap");
        assert_eq!(ask(&mut server, "fixed_handicap 2"), "= C3 G7");
        assert_eq!(ask(&mut server, "fixed_handicap 2"), "? board not empty");
        assert_eq!(ask(&mut server, "undo"), "? cannot undo");
        assert_eq!(ask(&mut server, "list_stones b"), "= C3 G7");
        ask(&mut server, "clear_board");
        let placed = ask(&mut server, "place_free_handicap 20");
        assert_eq!(placed.split(' ').count(), 21, "{placed}");
        assert_eq!(ask(&mut server, "list_stones b").split(' ').count(), 21);
        ask(&mut server, "clear_board");
        let most = ask(&mut server, "place_free_handicap 80");
        assert_eq!(most.split(' ').count(), 81, "{most}");
        ask(&mut server, "clear_board");
        let whole = ask(&mut server, "place_free_handicap 81");
        assert_eq!(whole, "? invalid handicap");
        ask(&mut server, "clear_board");
        let set = |server: &mut _, list| ask(server, &format!("set_free_handicap {list}"));
        assert_eq!(set(&mut server, "A1"), "? bad vertex list");
        assert_eq!(set(&mut server, "A1 a1"), "? bad vertex list");
        assert_eq!(set(&mut server, "A1 pass"), "? invalid color or coordinate");
        assert_eq!(set(&mut server, "a1 B2 C3"), "=");
        assert_eq!(ask(&mut server, "list_stones black"), "= A1 B2 C3");
    }

    #[test]
    fn positions_are_set_up_whole_or_not_at_all() {
        let mut server = server();
        ask(&mut server, "boardsize 5");
        assert_eq!(ask(&mut server, "gogui-setup b A1 w B2 b C3"), "=");
        assert_eq!(ask(&mut server, "gogui-setup_player w"), "=");
        for bad in ["b A1 w A1", "b A1 w", "b pass", "b A1 w A2 w B1"] {
            let answer = ask(&mut server, &format!("gogui-setup {bad}"));
            assert!(answer.starts_with('?'), "{bad}: {answer}");
        }
        assert_eq!(ask(&mut server, "list_stones b"), "= A1 C3");
        assert_eq!(ask(&mut server, "list_stones w"), "= B2");
    }
}
