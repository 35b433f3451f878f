//! Shapes: what lies in a circle around a move, seen by the mover, whichever way it is turned.
//!
//! Circles grow by the metric of Stern, Herbrich and Graepel ("Bayesian Pattern Ranking for Move
//! Prediction in the Game of Go", 2006): |dx| + |dy| + max(|dx|, |dy|), from 2, the four points next
//! to the move, to 10, the 72 points up to five lines away. A shape is known by a hash: the least
//! of its eight images', each the exclusive or of a key for every stone or piece of edge.

use super::MoveContext;
use sgmp_board::rng::split_mix;
use sgmp_board::rules::Point;

/// The radii of circles, in the metric.
pub const RADII: std::ops::RangeInclusive<usize> = SMALLEST..=LARGEST;
const SMALLEST: usize = 2;
const LARGEST: usize = 10;

/// Lines that the largest circle reaches beyond its middle.
const REACH: usize = 5;
const STRIDE: usize = 19 + 2 * REACH;
const CELLS: usize = STRIDE * STRIDE;
/// Points in the largest circle.
const POINTS: usize = 72;
/// Ways to turn and mirror a board.
const IMAGES: usize = 8;
/// Number of contents of a point: nothing, the mover's stone, the opponent's, the edge.
const CONTENTS: usize = 4;

/// The name of a shape: shapes of one radius that are images of each other share it, others do
/// not, but for one chance in 2^64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ShapeId(pub u64);

/// The points of the circles, ring by ring.
const OFFSETS: [(i8, i8); POINTS] = {
    let mut offsets = [(0, 0); POINTS];
    let (mut radius, mut count) = (SMALLEST, 0);
    while radius <= LARGEST {
        let mut y = -(REACH as i8);
        while y <= REACH as i8 {
            let mut x = -(REACH as i8);
            while x <= REACH as i8 {
                if distance(x, y) == radius {
                    offsets[count] = (x, y);
                    count += 1;
                }
                x += 1;
            }
            y += 1;
        }
        radius += 1;
    }
    offsets
};

/// Points in the circle of a radius.
const ENDS: [usize; LARGEST + 1] = {
    let mut ends = [0; LARGEST + 1];
    let mut at = 0;
    while at < POINTS {
        let (x, y) = OFFSETS[at];
        let mut radius = distance(x, y);
        while radius <= LARGEST {
            ends[radius] += 1;
            radius += 1;
        }
        at += 1;
    }
    ends
};

const fn distance(x: i8, y: i8) -> usize {
    let (x, y) = (x.unsigned_abs() as usize, y.unsigned_abs() as usize);
    x + y + if x > y { x } else { y }
}

/// An offset as the image sees it.
const fn turned((x, y): (i8, i8), image: usize) -> (i8, i8) {
    let x = if image & 1 == 0 { x } else { -x };
    let y = if image & 2 == 0 { y } else { -y };
    if image & 4 == 0 { (x, y) } else { (y, x) }
}

/// For each point of the circles and each content, its key in each image. Fixed for ever: files of
/// weights hold the hashes.
static KEYS: [[[u64; IMAGES]; CONTENTS]; POINTS] = {
    let mut keys = [[[0; IMAGES]; CONTENTS]; POINTS];
    let mut point = 0;
    while point < POINTS {
        let mut content = 1;
        while content < CONTENTS {
            let mut image = 0;
            while image < IMAGES {
                let (x, y) = turned(OFFSETS[point], image);
                let place = ((y + 8) as u64 * 16 + (x + 8) as u64) * 4 + content as u64;
                keys[point][content][image] = split_mix(split_mix(place ^ 0x7368_6170_6573).1).1;
                image += 1;
            }
            content += 1;
        }
        point += 1;
    }
    keys
};

/// Steps to the points of the circles on the padded board.
static STEPS: [isize; POINTS] = {
    let mut steps = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (x, y) = OFFSETS[at];
        steps[at] = y as isize * STRIDE as isize + x as isize;
        at += 1;
    }
    steps
};

/// Distance of two points in the metric: 54 from corner to corner of the largest board.
#[must_use]
pub(super) fn metric(a: Point, b: Point) -> usize {
    let x = a.column().abs_diff(b.column()) as i8;
    let y = a.row().abs_diff(b.row()) as i8;
    distance(x, y)
}

/// A position as its shapes are read.
pub struct ShapeView {
    cells: [u8; CELLS],
}

impl ShapeView {
    /// Lays the board out as the side to move sees it.
    #[must_use]
    pub fn new(position: &MoveContext<'_>) -> Self {
        let mut cells = [3; CELLS];
        for point in Point::all(position.board.size()) {
            cells[cell(point)] = match position.board.color_at(point) {
                None => 0,
                Some(color) if color == position.color => 1,
                Some(_) => 2,
            };
        }
        Self { cells }
    }

    /// The shapes around a point, the smallest first: one for each of [`RADII`].
    #[must_use]
    pub fn around(&self, point: Point) -> Shapes<'_> {
        Shapes {
            cells: &self.cells,
            middle: cell(point),
            images: [0; IMAGES],
            radius: SMALLEST,
        }
    }
}

fn cell(point: Point) -> usize {
    (usize::from(point.row()) + REACH) * STRIDE + usize::from(point.column()) + REACH
}

/// Ever larger shapes around a point.
pub struct Shapes<'a> {
    cells: &'a [u8; CELLS],
    middle: usize,
    images: [u64; IMAGES],
    /// The radius of the next image.
    radius: usize,
}

impl Iterator for Shapes<'_> {
    type Item = ShapeId;

    fn next(&mut self) -> Option<ShapeId> {
        if self.radius > LARGEST {
            return None;
        }
        for place in ENDS[self.radius - 1]..ENDS[self.radius] {
            let at = self.middle.wrapping_add_signed(STEPS[place]);
            let keys = &KEYS[place][usize::from(self.cells[at])];
            for (image, key) in self.images.iter_mut().zip(keys) {
                *image ^= key;
            }
        }
        let least = self
            .images
            .iter()
            .fold(u64::MAX, |least, image| least.min(*image));
        // An empty ring leaves the images as they were: the radius tells the two shapes apart.
        let name = least.wrapping_add((self.radius as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.radius += 1;
        Some(ShapeId(name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{Board, BoardSize, Color, Move};

    /// The slow twin: the shape as a text, the least of its eight images.
    fn text(position: &MoveContext<'_>, point: Point, radius: usize) -> String {
        let look = |(x, y): (i8, i8)| {
            let column = point.column() as i8 + x;
            let row = point.row() as i8 + y;
            let size = position.board.size();
            let at = u8::try_from(column).ok().zip(u8::try_from(row).ok());
            let at = at.and_then(|(column, row)| Point::new(column, row));
            match at.filter(|at| at.is_on(size)) {
                None => '#',
                Some(at) => match position.board.color_at(at) {
                    None => '.',
                    Some(color) if color == position.color => 'X',
                    Some(_) => 'O',
                },
            }
        };
        let images = (0..IMAGES).map(|image| {
            let points = OFFSETS.iter().filter(|(x, y)| distance(*x, *y) <= radius);
            points
                .map(|offset| look(turned(*offset, image)))
                .collect::<String>()
        });
        images.min().unwrap()
    }

    fn random_board(rng: &mut Rng, lines: u8, moves: usize) -> Board {
        let mut board = Board::new(BoardSize::new(lines).unwrap());
        let mut color = Color::Black;
        for _ in 0..moves {
            let points = board.empty_points();
            let point = points[rng.below(points.len() as u32) as usize];
            if board.play(color, Move::Play(point)).is_ok() {
                color = !color;
            }
        }
        board
    }

    #[test]
    fn shapes_have_one_name_exactly_if_they_are_images_of_each_other() {
        let mut rng = Rng::from_seed(1);
        let mut names: HashMap<ShapeId, String> = HashMap::new();
        let mut texts: HashMap<String, ShapeId> = HashMap::new();
        let mut met_again = 0;
        for round in 0..60 {
            let lines = [5, 9, 19][round % 3];
            let board = random_board(&mut rng, lines, round * 2);
            for color in [Color::Black, Color::White] {
                let position = MoveContext {
                    board: &board,
                    color,
                    last: None,
                    before: None,
                };
                let view = ShapeView::new(&position);
                for point in board.empty_points() {
                    let shapes: Vec<ShapeId> = view.around(*point).collect();
                    assert_eq!(shapes.len(), RADII.count());
                    for (radius, shape) in RADII.zip(shapes) {
                        let text = format!("{radius} {}", text(&position, *point, radius));
                        let known = names.entry(shape).or_insert_with(|| text.clone());
                        assert_eq!(known, &text);
                        met_again += usize::from(texts.contains_key(&text));
                        assert_eq!(*texts.entry(text).or_insert(shape), shape);
                    }
                }
            }
        }
        assert!(names.len() > 5000 && met_again > 5000);
    }

    #[test]
    fn circles_have_the_points_of_the_metric() {
        assert_eq!(ENDS[2..], [4, 8, 12, 20, 28, 36, 48, 60, 72]);
        let point = |name| Point::parse(name).unwrap();
        assert_eq!(metric(point("D4"), point("D5")), 2);
        assert_eq!(metric(point("D4"), point("E5")), 3);
        assert_eq!(metric(point("A1"), point("T19")), 54);
    }
}
