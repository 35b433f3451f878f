//! The board against a twin too simple to be wrong: no strings, no hash, only flood fill.

use std::collections::HashSet;

use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, BoardSize, Color, IllegalMove, Move, Point, PointSet};

/// A board as a list of stones by point, with the position before the latest move.
#[derive(Clone)]
struct Twin {
    size: u8,
    stones: Vec<Option<Color>>,
    /// The last mover and the position before that move; None after a pass.
    before: Option<(Color, Vec<Option<Color>>)>,
}

impl Twin {
    fn new(size: BoardSize) -> Self {
        Self {
            size: size.lines(),
            stones: vec![None; usize::from(size.points())],
            before: None,
        }
    }

    fn at(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size) + usize::from(point.column())
    }

    fn neighbors(&self, index: usize) -> Vec<usize> {
        let n = usize::from(self.size);
        let (row, column) = (index / n, index % n);
        let mut found = Vec::new();
        if column > 0 {
            found.push(index - 1);
        }
        if column + 1 < n {
            found.push(index + 1);
        }
        if row > 0 {
            found.push(index - n);
        }
        if row + 1 < n {
            found.push(index + n);
        }
        found
    }

    /// Stones and liberties of the string at `index`.
    fn string(&self, index: usize) -> (HashSet<usize>, HashSet<usize>) {
        let (mut string, mut liberties) = (HashSet::from([index]), HashSet::new());
        let mut open = vec![index];
        while let Some(i) = open.pop() {
            for n in self.neighbors(i) {
                if self.stones[n].is_none() {
                    liberties.insert(n);
                } else if self.stones[n] == self.stones[index] && string.insert(n) {
                    open.push(n);
                }
            }
        }
        (string, liberties)
    }

    /// The twin after the move, and how many stones it captured.
    fn play(&self, color: Color, mv: Move) -> Result<(Self, u16), IllegalMove> {
        let mut after = self.clone();
        let Move::Play(point) = mv else {
            after.before = None;
            return Ok((after, 0));
        };
        if point.column() >= self.size || point.row() >= self.size {
            return Err(IllegalMove::OffBoard);
        }
        let index = self.at(point);
        if let Some(there) = self.stones[index] {
            return Err(IllegalMove::Occupied(there));
        }
        after.stones[index] = Some(color);
        let mut captured = 0;
        for n in self.neighbors(index) {
            if after.stones[n] == Some(!color) {
                let (string, liberties) = after.string(n);
                if liberties.is_empty() {
                    captured += string.len() as u16;
                    string.iter().for_each(|stone| after.stones[*stone] = None);
                }
            }
        }
        if after.string(index).1.is_empty() {
            return Err(IllegalMove::Suicide);
        }
        if self.before == Some((!color, after.stones.clone())) {
            return Err(IllegalMove::Ko);
        }
        after.before = Some((color, self.stones.clone()));
        Ok((after, captured))
    }
}

/// Everything a board says about its stones is what the twin finds by looking.
fn compare(board: &Board, twin: &Twin) {
    for point in Point::all(board.size()) {
        let index = twin.at(point);
        assert_eq!(
            board.color_at(point),
            twin.stones[index],
            "{point} {board:?}"
        );
        if twin.stones[index].is_none() {
            assert_eq!(board.string_size(point), 0);
            assert_eq!(board.liberty_set(point), PointSet::EMPTY);
            continue;
        }
        let (string, liberties) = twin.string(index);
        let found: HashSet<usize> = board.string(point).map(|p| twin.at(p)).collect();
        assert_eq!(found, string, "{point} {board:?}");
        assert_eq!(board.string_size(point), string.len());
        let anchor = board.anchor(point).expect("a stone has an anchor");
        assert!(string.contains(&twin.at(anchor)));
        let found: HashSet<usize> = board
            .liberty_set(point)
            .iter()
            .map(|p| twin.at(p))
            .collect();
        assert_eq!(found, liberties, "{point} {board:?}");
        assert_eq!(board.liberties(point), liberties.len());
    }
    let empty: PointSet = board.empty_points().iter().copied().collect();
    assert_eq!(empty.len(), board.empty_points().len());
    assert!(
        Point::all(board.size()).all(|p| empty.contains(p) == twin.stones[twin.at(p)].is_none())
    );
    let stones = Color::BOTH
        .into_iter()
        .flat_map(|c| board.stones(c).map(move |p| (c, p)));
    let rebuilt =
        Board::from_stones(board.size(), stones).expect("play leaves a possible position");
    assert_eq!(board.hash(), rebuilt.hash());
}

/// A move that is often illegal: on any point, off the board, on an empty point, on the ko.
fn some_move(board: &Board, rng: &mut Rng) -> Move {
    let wider = u32::from(board.size().lines().min(18)) + 1;
    let any = Point::new(rng.below(wider) as u8, rng.below(wider) as u8);
    let empty = board.empty_points();
    let point = match rng.below(40) {
        0 => None,
        1..10 => any,
        10..30 if board.ko_point().is_some() => board.ko_point(),
        _ => empty.get(rng.below(empty.len() as u32) as usize).copied(),
    };
    point.map_or(Move::Pass, Move::Play)
}

/// Random moves, many of them illegal and some out of turn, must fare alike on both boards.
fn random_walk(size: u8, steps: u32, rng: &mut Rng) -> [u32; 4] {
    let size = BoardSize::new(size).expect("2 to 19 lines");
    let (mut board, mut twin) = (Board::new(size), Twin::new(size));
    // Takes over the position from time to time, with what it held before still in it.
    let mut other = Board::new(BoardSize::NINETEEN);
    let mut color = Color::Black;
    let mut seen = [0; 4];
    for step in 0..steps {
        let mv = some_move(&board, rng);
        let unchanged = board.clone();
        let foretold = match mv {
            Move::Play(point) => board.hash_after(color, point),
            Move::Pass => Ok(board.hash()),
        };
        let result = board.play(color, mv);
        assert_eq!(foretold, result.map(|_| board.hash()), "{mv} {unchanged:?}");
        let twins = twin.play(color, mv);
        assert_eq!(
            result,
            twins.as_ref().map(|(_, n)| *n).map_err(|e| *e),
            "{mv} {unchanged:?}"
        );
        match twins {
            Ok((after, _)) => twin = after,
            Err(error) => {
                assert_eq!(board, unchanged);
                seen[match error {
                    IllegalMove::OffBoard => 0,
                    IllegalMove::Occupied(_) => 1,
                    IllegalMove::Suicide => 2,
                    IllegalMove::Ko => 3,
                    IllegalMove::Superko => panic!("a board knows no history"),
                }] += 1;
            }
        }
        if step % 7 == 0 {
            compare(&board, &twin);
        }
        if step % 16 == 0 {
            other.clone_from(&board);
            std::mem::swap(&mut board, &mut other);
        }
        // A ko is taken back only in turn; out of turn tests who is forbidden what.
        color = if rng.below(10) == 0 { color } else { !color };
    }
    compare(&board, &twin);
    seen
}

#[test]
fn random_games_fare_as_on_the_twin() {
    let mut rng = Rng::from_seed(20_000_601).split("judge");
    let mut seen = [0; 4];
    for (size, steps) in [
        (2, 1000),
        (3, 1500),
        (4, 1500),
        (5, 2000),
        (7, 2000),
        (9, 3000),
        (13, 3000),
        (19, 3000),
    ] {
        let walk = random_walk(size, steps, &mut rng);
        for (sum, n) in seen.iter_mut().zip(walk) {
            *sum += n;
        }
    }
    assert!(
        seen.iter().all(|n| *n >= 20),
        "every kind of illegal move must come up: {seen:?}"
    );
}

/// Colorings of a board of `size` in which every string has a liberty.
fn legal_positions(size: u8) -> usize {
    let size = BoardSize::new(size).expect("2 to 19 lines");
    let points: Vec<Point> = Point::all(size).collect();
    let colorings = 3_usize.pow(u32::from(size.points()));
    let is_legal = |code: &usize| {
        let stones = points.iter().enumerate().filter_map(|(i, point)| {
            match code / 3_usize.pow(i as u32) % 3 {
                0 => None,
                1 => Some((Color::Black, *point)),
                _ => Some((Color::White, *point)),
            }
        });
        Board::from_stones(size, stones).is_ok()
    };
    (0..colorings).filter(is_legal).count()
}

/// The same by the twin, which has boards of one line, too.
fn legal_positions_of_twin(size: u8) -> usize {
    let points = u32::from(size) * u32::from(size);
    let stone = |code: usize, at: u32| match code / 3_usize.pow(at) % 3 {
        0 => None,
        1 => Some(Color::Black),
        _ => Some(Color::White),
    };
    let is_legal = |code: &usize| {
        let twin = Twin {
            size,
            stones: (0..points).map(|at| stone(*code, at)).collect(),
            before: None,
        };
        let mut taken = (0..points as usize).filter(|at| twin.stones[*at].is_some());
        taken.all(|at| !twin.string(at).1.is_empty())
    };
    (0..3_usize.pow(points)).filter(is_legal).count()
}

/// Positions in which every string has a liberty, among those with these stones on the points
/// before the `first` and any on the rest.
///
/// Taking a stone off a legal position leaves a legal one, so that each is reached exactly once by
/// laying stones in the order of the points, none of which may be suicide or capture.
fn legal_fillings(board: &Board, rest: &[Point]) -> u64 {
    let Some((point, rest)) = rest.split_first() else {
        return 1;
    };
    let with_stone = |color: Color| {
        if rest.is_empty() {
            return u64::from(fits(board, color, *point));
        }
        let mut board = board.clone();
        match board.play(color, Move::Play(*point)) {
            Ok(0) => legal_fillings(&board, rest),
            _ => 0,
        }
    };
    legal_fillings(board, rest) + with_stone(Color::Black) + with_stone(Color::White)
}

/// Returns whether a stone may be played and captures nothing, without playing it.
fn fits(board: &Board, color: Color, point: Point) -> bool {
    let captures = |n: Point| board.color_at(n) == Some(!color) && board.liberties(n) == 1;
    board.legality(color, point).is_ok() && !board.neighbors(point).any(captures)
}

/// [`legal_fillings`] of a whole board: the first stone is Black's in half of them, but for the
/// empty board.
fn legal_positions_by_play(size: u8) -> u64 {
    let size = BoardSize::new(size).expect("2 to 19 lines");
    let points: Vec<Point> = Point::all(size).collect();
    let first_at = |index: usize| {
        let mut board = Board::new(size);
        let captured = board.play(Color::Black, Move::Play(points[index]));
        assert_eq!(captured, Ok(0));
        legal_fillings(&board, &points[index + 1..])
    };
    let black_first: u64 = std::thread::scope(|scope| {
        let first_at = &first_at;
        let corner = scope.spawn(move || first_at(0));
        let others: u64 = (1..points.len()).map(first_at).sum();
        others + corner.join().expect("a count")
    });
    2 * black_first + 1
}

/// Tromp and Farnebäck, "Combinatorics of Go" (2007): 57 positions on 2x2, 12,675 on 3x3, and
/// 24,318,165 on 4x4. The smallest board here has two lines; the one position of 1x1 is the twin's.
#[test]
fn legal_positions_of_small_boards_are_counted() {
    for (size, count) in [(1, 1), (2, 57), (3, 12_675)] {
        assert_eq!(legal_positions_of_twin(size), count, "{size}x{size}");
    }
    assert_eq!(legal_positions(2), 57);
    assert_eq!(legal_positions(3), 12_675);
    for (size, count) in [(2, 57), (3, 12_675), (4, 24_318_165)] {
        assert_eq!(legal_positions_by_play(size), count, "{size}x{size}");
    }
}
