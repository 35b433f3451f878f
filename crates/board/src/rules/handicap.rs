//! The fixed points of a handicap, as section 4.1.1 of the GTP draft has them.

use super::{BoardSize, Point};

/// The points of a fixed handicap of `stones` stones, in the draft's order; `None` if there is none
/// on this board: two to nine stones, but no more than four on 7x7 and on boards of even size,
/// and none on smaller boards.
#[must_use]
pub fn fixed_points(size: BoardSize, stones: usize) -> Option<Vec<Point>> {
    if stones < 2 || stones > max_fixed_stones(size) {
        return None;
    }
    let lines = size.lines();
    let low = if lines >= 13 { 3 } else { 2 };
    let (high, middle) = (lines - 1 - low, lines / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut places: Vec<(u8, u8)> = corners.into_iter().chain(sides).collect();
    if stones >= 5 && stones % 2 == 1 {
        places.truncate(stones - 1);
        places.push((middle, middle));
    } else {
        places.truncate(stones);
    }
    places
        .into_iter()
        .map(|(column, row)| Point::new(column, row))
        .collect()
}

/// The largest fixed handicap in stones; 0 if there is none.
#[must_use]
pub const fn max_fixed_stones(size: BoardSize) -> usize {
    match size.lines() {
        ..7 => 0,
        7 => 4,
        lines if lines % 2 == 0 => 4,
        _ => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_points_are_the_drafts() {
        let points = |lines, stones| {
            let points = fixed_points(BoardSize::new(lines).unwrap(), stones)?;
            let names: Vec<String> = points.iter().map(Point::to_string).collect();
            Some(names.join(" "))
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(points(19, 2), some("D4 Q16"));
        assert_eq!(points(19, 3), some("D4 Q16 D16"));
        assert_eq!(points(19, 5), some("D4 Q16 D16 Q4 K10"));
        assert_eq!(points(19, 6), some("D4 Q16 D16 Q4 D10 Q10"));
        assert_eq!(points(19, 7), some("D4 Q16 D16 Q4 D10 Q10 K10"));
        assert_eq!(points(19, 9), some("D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"));
        assert_eq!(points(13, 4), some("D4 K10 D10 K4"));
        assert_eq!(points(9, 5), some("C3 G7 C7 G3 E5"));
        assert_eq!(points(7, 4), some("C3 E5 C5 E3"));
        assert_eq!(points(18, 4), some("D4 P15 D15 P4"));
        for (lines, stones) in [(6, 2), (7, 5), (18, 5), (19, 1), (19, 10), (19, 0)] {
            assert_eq!(points(lines, stones), None, "{lines} {stones}");
        }
    }
}
