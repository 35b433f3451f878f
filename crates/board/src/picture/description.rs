//! A picture in sentences, for those who do not see it.

use super::board_picture::Picture;
use super::point_values::{Lean, Life};
use super::signs::{StoneSign, is_dead};
use crate::rules::{Color, Point};

impl Picture {
    /// The picture in sentences: stones by color, then all that is said of points, then the notes.
    ///
    /// # Examples
    ///
    /// ```
    /// use sgmp_board::picture::Picture;
    /// use sgmp_board::rules::{Color, Move, Point, diagram};
    ///
    /// let board = diagram::parse("X . .\n. O .\n. . .").expect("a position");
    /// let last = Point::parse("B2").map(|point| (Color::White, Move::Play(point)));
    /// assert_eq!(
    ///     Picture::new(&board).last_move(last).description(),
    ///     "Board of 3x3. Black: A3. White: B2. Latest move: White B2."
    /// );
    /// ```
    #[must_use]
    pub fn description(&self) -> String {
        let mut sentences = vec![format!("Board of {}.", self.size())];
        for color in Color::BOTH {
            let stones = self.points(|point| self.stone(point) == Some(color));
            sentences.push(match stones {
                Some(stones) => format!("{color}: {stones}."),
                None => format!("{color} has no stones."),
            });
        }
        if let Some(last) = self.last() {
            let color = self
                .stone(last)
                .map_or_else(String::new, |color| format!("{color} "));
            sentences.push(format!("Latest move: {color}{last}."));
        }
        sentences.extend(self.moves());
        let mut say = |what: &str, points: Option<String>| {
            sentences.extend(points.map(|points| format!("{what}: {points}.")));
        };
        let sign = |point| StoneSign::new(self, point);
        say(
            "In atari",
            self.points(|p| sign(p) == Some(StoneSign::Atari)),
        );
        for life in [Life::Unsettled, Life::Seki] {
            let here = |p| sign(p) == Some(StoneSign::Life(life));
            say(&capital(&life.to_string()), self.points(here));
        }
        let dead = |p| self.stone(p).is_some_and(|color| is_dead(self, p, color));
        say("Dead", self.points(dead));
        for color in Color::BOTH {
            let sure = |p| self.share_of(p) == Some((color, true));
            let likely = |p| self.share_of(p) == Some((color, false));
            say(&format!("{color}'s points"), self.points(sure));
            say(&format!("Likely {color}'s"), self.points(likely));
        }
        for point in Point::all(self.size()) {
            if let Some(mark) = self.mark_at(point) {
                sentences.push(format!("{} at {point}.", capital(&mark.to_string())));
            }
            if let Some(label) = self.label_at(point) {
                sentences.push(format!("Label {label} at {point}."));
            }
        }
        for (point, candidate) in self.ranked_candidates() {
            let values = candidate.to_string();
            let colon = if values.is_empty() { "" } else { ": " };
            let rank = candidate.rank;
            sentences.push(format!("Candidate {rank} {point}{colon}{values}."));
        }
        let ended = |note: &String| match note.ends_with(['.', '!', '?']) {
            true => note.clone(),
            false => format!("{note}."),
        };
        sentences.extend(self.notes().iter().map(ended));
        sentences.join(" ")
    }

    /// "Moves: 1 Black C3, 2 White D4."
    fn moves(&self) -> Option<String> {
        let numbered = |point| Some((self.number_at(point)?, point));
        let mut moves: Vec<(usize, Point)> = Point::all(self.size()).filter_map(numbered).collect();
        moves.sort_unstable();
        let words = moves.into_iter().map(|(number, point)| {
            let color = self
                .stone(point)
                .map_or_else(String::new, |color| format!("{color} "));
            format!("{number} {color}{point}")
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| format!("Moves: {}.", words.join(", ")))
    }

    /// The owner of an empty point as it is drawn, and whether that is as good as certain.
    pub(super) fn share_of(&self, point: Point) -> Option<(Color, bool)> {
        if self.stone(point).is_some() {
            return None;
        }
        if let Some(owner) = self.owner(point) {
            return Some((owner, true));
        }
        let lean = self.lean_at(point).and_then(Lean::from_value)?;
        Some((lean.color, lean.is_sure))
    }

    /// The names of some points; `None` without any.
    fn points(&self, wanted: impl Fn(Point) -> bool) -> Option<String> {
        let names = Point::all(self.size()).filter(|point| wanted(*point));
        let names: Vec<String> = names.map(|point| point.to_string()).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }
}

/// A word with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Candidate, Mark};
    use crate::rules::{PointSet, diagram};

    #[test]
    fn everything_is_said() {
        let board = diagram::parse(
            ". X . O .
             X X . O O
             O X . O .
             . X . O .
             . X O O O",
        )
        .unwrap();
        let point = |name| Point::parse(name).unwrap();
        let picture = Picture::new(&board)
            .ataris(&board)
            .dead(&PointSet::single(point("C1")))
            .life(&PointSet::single(point("D5")), Life::Seki)
            .mark(point("E4"), Mark::Triangle)
            .label(point("C4"), "A")
            .number(point("B5"), 7)
            .candidate(point("C2"), Candidate::ranked(1))
            .ownership(|point| f32::from(point.column()) / -2.0 + 1.0)
            .note("White to play");
        insta::assert_snapshot!(picture.description(), @"Board of 5x5. Black: B1, B2, B3, A4, B4, B5. White: C1, D1, E1, D2, A3, D3, D4, E4, D5. Moves: 7 Black B5. In atari: A3. Seki: D5. Dead: C1, A3. Black's points: A1, A2, A5. White's points: E2, E3, E5. Label A at C4. Triangle at E4. Candidate 1 C2. White to play.");
    }
}
