//! The empty regions of a board, by the colors that touch them: where points are left to win, and the
//! count of a position as it stands.

use sgmp_board::rules::{Board, Color, Point, neighbor_indexes};

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenRegion {
    /// Number of its points.
    pub(crate) points: u16,
    /// A bit for each color that touches it: 1 Black's, 2 White's.
    touched: u8,
}

impl OpenRegion {
    /// The color that alone touches it.
    pub(crate) const fn owner(self) -> Option<Color> {
        match self.touched {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }
}

/// The empty regions of a board.
pub struct OpenRegions {
    /// Number of the region of each empty point; 0 elsewhere.
    number: [u16; Point::AREA],
    regions: Vec<OpenRegion>,
    open: Vec<u16>,
}

impl Default for OpenRegions {
    fn default() -> Self {
        Self {
            number: [0; Point::AREA],
            regions: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl OpenRegions {
    /// Finds the regions of a board, in place of those of the one before.
    pub fn find(&mut self, board: &Board) {
        self.number = [0; Point::AREA];
        self.regions.clear();
        for start in board.empty_points() {
            if self.number[start.index()] == 0 {
                self.fill(board, *start);
            }
        }
    }

    fn fill(&mut self, board: &Board, start: Point) {
        let number = self.regions.len() as u16 + 1;
        let mut region = OpenRegion::default();
        self.number[start.index()] = number;
        self.open.push(start.index() as u16);
        while let Some(index) = self.open.pop() {
            region.points += 1;
            let code = board.around_code(Point::from_cell(index.into()));
            // The four sides of a code, two bits each: see `Board::around_code`.
            let sides = [code >> 6 & 3, code >> 8 & 3, code >> 2 & 3, code >> 12 & 3];
            for (n, content) in neighbor_indexes(index.into()).into_iter().zip(sides) {
                match content {
                    0 if self.number[n] == 0 => {
                        self.number[n] = number;
                        self.open.push(n as u16);
                    }
                    0 | 3 => {}
                    stone => region.touched |= stone as u8,
                }
            }
        }
        self.regions.push(region);
    }

    /// The region of an empty point.
    pub(crate) fn region(&self, point: Point) -> OpenRegion {
        let number = usize::from(self.number[point.index()]);
        number
            .checked_sub(1)
            .and_then(|place| self.regions.get(place))
            .copied()
            .unwrap_or_default()
    }

    /// Black's points less White's, all stones taken for alive.
    pub fn lead(&self) -> i32 {
        let points = |region: &OpenRegion| match region.owner() {
            Some(Color::Black) => i32::from(region.points),
            Some(Color::White) => -i32::from(region.points),
            None => 0,
        };
        self.regions.iter().map(points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rng::Rng;
    use sgmp_board::rules::{BoardSize, Move, PointSet, territory};

    #[test]
    fn regions_are_those_of_the_rules() {
        let mut rng = Rng::from_seed(1);
        let mut regions = OpenRegions::default();
        for lines in [5, 9, 19] {
            let size = BoardSize::new(lines).unwrap();
            let mut board = Board::new(size);
            for turn in 0..2 * usize::from(size.points()) {
                let point = Point::all(size).nth(rng.below(size.points().into()) as usize);
                let _ = board.play(Color::BOTH[turn % 2], Move::Play(point.unwrap()));
                regions.find(&board);
                let known = territory(&board, &PointSet::EMPTY);
                let lead = |color| known.points_of(color).len() as i32;
                assert_eq!(regions.lead(), lead(Color::Black) - lead(Color::White));
                for point in Point::all(size).filter(|point| board.is_empty(*point)) {
                    assert_eq!(regions.region(point).owner(), known.owner(point));
                }
            }
        }
    }
}
