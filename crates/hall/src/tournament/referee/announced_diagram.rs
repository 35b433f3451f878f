//! The board as the announcement drew it.

use sgmp_board::rules::{Board, Color, Point};

/// Draws a board in the announcement's form: a lower-case j, rows from the top, a number on both sides
/// of each. Black is `@`, White `O`.
#[must_use]
pub fn announced_diagram(board: &Board) -> String {
    let lines = board.size().lines();
    let letters: Vec<String> = (0..lines)
        .filter_map(|column| Point::new(column, 0))
        .filter_map(|point| point.to_string().chars().next())
        .map(|letter| if letter == 'J' { 'j' } else { letter }.to_string())
        .collect();
    let letters = format!("      {}\n", letters.join(" "));
    let rows = (0..lines).rev().map(|row| {
        let points = (0..lines).filter_map(|column| Point::new(column, row));
        let cells: Vec<&str> = points
            .map(|point| match board.color_at(point) {
                Some(Color::Black) => "@",
                Some(Color::White) => "O",
                None => "+",
            })
            .collect();
        let number = row + 1;
        format!("{number:>4}  {}  {number}\n", cells.join(" "))
    });
    let rows: String = rows.collect();
    format!("{letters}\n{rows}\n{letters}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{BoardSize, Move};

    #[test]
    fn it_is_the_announcements_own() {
        let mut board = Board::new(BoardSize::NINETEEN);
        for (color, text) in [
            (Color::White, "D17"),
            (Color::Black, "E17"),
            (Color::Black, "R3"),
        ] {
            let point = Point::parse(text).unwrap();
            board.play(color, Move::Play(point)).unwrap();
        }
        let drawn = announced_diagram(&board);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 23);
        assert_eq!(lines[0], "      A B C D E F G H j K L M N O P Q R S T");
        assert_eq!(lines[1], "");
        assert_eq!(lines[2], "  19  + + + + + + + + + + + + + + + + + + +  19");
        assert_eq!(lines[4], "  17  + + + O @ + + + + + + + + + + + + + +  17");
        assert_eq!(lines[18], "   3  + + + + + + + + + + + + + + + + @ + +  3");
        assert_eq!(lines[22], lines[0]);
    }
}
