//! Parts of a board in words.

use sgmp_board::rules::{BoardSize, Point};

/// The part of a board in which a point lies: "in the upper left corner", "on the right side", "in the center".
#[must_use]
pub fn region(point: Point, size: BoardSize) -> String {
    let lines = u16::from(size.lines());
    let third = |at: u8| (3 * u16::from(at) / lines).min(2);
    let vertical = ["lower", "", "upper"][usize::from(third(point.row()))];
    let horizontal = ["left", "", "right"][usize::from(third(point.column()))];
    match (vertical, horizontal) {
        ("", "") => "in the center".to_owned(),
        ("", side) => format!("on the {side} side"),
        (side, "") => format!("on the {side} side"),
        (vertical, horizontal) => format!("in the {vertical} {horizontal} corner"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_parts_have_names() {
        let size = BoardSize::new(9).unwrap();
        let told = |name| region(Point::parse(name).unwrap(), size);
        assert_eq!(told("A1"), "in the lower left corner");
        assert_eq!(told("J9"), "in the upper right corner");
        assert_eq!(told("E5"), "in the center");
        assert_eq!(
            (told("E1").as_str(), told("A5").as_str()),
            ("on the lower side", "on the left side")
        );
    }
}
