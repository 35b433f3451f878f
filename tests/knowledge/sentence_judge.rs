//! A judge of sentences, written apart from those who make them: it reads what is printed of a move, and looks at the
//! stones.

use sgmp_board::rules::{Board, Color, Game, Move, Point};

/// Links between stones of one group: side by side, at the corner, or with a point or two between them.
const LINKED: u8 = 3;
/// Lines from a move within which room is named by a point.
const ROOM: u8 = 6;

/// A move that is explained, with the boards before and after it.
pub(crate) struct Judge {
    before: Board,
    after: Board,
    color: Color,
}

/// The judge's word on a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// The board shows it.
    True,
    /// The board contradicts it.
    False(String),
    /// Nothing of it is seen on the board but the stones that it names.
    Unchecked,
}

/// Stones as a sentence names them.
#[derive(Clone, Copy, Debug)]
struct Named {
    color: Color,
    count: usize,
    at: Point,
}

impl Judge {
    /// The judge of a game's latest move.
    pub(crate) fn new(game: &Game) -> Option<Self> {
        let before = game.after(game.move_count().checked_sub(1)?)?;
        let (color, _) = *game.moves().last()?;
        Some(Self {
            before: before.board().clone(),
            after: game.board().clone(),
            color,
        })
    }

    /// The word on each sentence of an explanation.
    pub(crate) fn read(&self, text: &str) -> Vec<(String, Word)> {
        let mut words: Vec<(String, Word)> = Vec::new();
        for line in text.lines().skip(1) {
            for sentence in sentences(line) {
                let word = self.look(&sentence);
                words.push((sentence, word));
            }
        }
        words.extend(contradictions(text).map(|what| (what.clone(), Word::False(what))));
        words
    }

    /// The move that a sentence is about: the first point in it that no stones are named by.
    fn look(&self, sentence: &str) -> Word {
        let mut is_checked = false;
        for named in named_stones(sentence) {
            if let Err(why) = self.stands(named) {
                return Word::False(why);
            }
        }
        for check in CHECKS {
            match check(self, sentence) {
                Some(Ok(())) => is_checked = true,
                Some(Err(why)) => return Word::False(why),
                None => {}
            }
        }
        match is_checked {
            true => Word::True,
            false => Word::Unchecked,
        }
    }

    /// Returns whether the stones are there, before the move or after it, and as many as one group has.
    fn stands(&self, named: Named) -> Result<(), String> {
        let fits = |board: &Board| {
            if board.color_at(named.at) != Some(named.color) {
                return false;
            }
            let string = board.string_size(named.at);
            (string..=linked(board, named.at)).contains(&named.count)
        };
        match fits(&self.before) || fits(&self.after) {
            true => Ok(()),
            false => Err(format!("{named:?} are not there")),
        }
    }

    /// The board after a move of a side, if it is legal.
    fn with(&self, point: Point, color: Color) -> Option<Board> {
        let mut after = self.before.clone();
        after.play(color, Move::Play(point)).ok()?;
        Some(after)
    }

    fn is(&self, point: Option<Point>, color: Option<Color>) -> bool {
        point.is_some_and(|point| self.before.color_at(point) == color)
    }

    fn step(&self, from: Point, step: (i8, i8)) -> Option<Point> {
        from.stepped(step, self.before.size())
    }
}

type Check = fn(&Judge, &str) -> Option<Result<(), String>>;

/// The checks beside the stones that are named.
const CHECKS: [Check; 12] = [
    atari,
    taken,
    liberties,
    joined,
    hane,
    monkey,
    three_three,
    attached,
    jumps,
    first_line,
    distance_told,
    room,
];

fn told(is_so: bool, what: &str) -> Option<Result<(), String>> {
    Some(if is_so { Ok(()) } else { Err(what.to_owned()) })
}

fn atari(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    if let Some((mv, named)) = before_and_after(sentence, " puts ", " in atari") {
        let after = judge.with(mv, judge.color)?;
        let is_new = judge.before.liberties(named.at) > 1 && after.liberties(named.at) == 1;
        return told(is_new, "no atari");
    }
    let rest = sentence.strip_suffix(" in atari.")?;
    let named = named_stones(rest).pop()?;
    let board = if judge.after.color_at(named.at).is_some() {
        &judge.after
    } else {
        &judge.before
    };
    told(board.liberties(named.at) == 1, "not in atari")
}

fn taken(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let is_of_move = sentence.starts_with("It takes ") && sentence.contains("off the board");
    if is_of_move {
        let named = named_stones(sentence).pop()?;
        return told(judge.after.is_empty(named.at), "not taken");
    }
    if let Some((mv, named)) = before_and_after(sentence, " takes ", " off the board") {
        let after = judge.with(mv, judge.color)?;
        return told(after.is_empty(named.at), "not taken");
    }
    let (mv, rest) = sentence.split_once(" can be taken at once: ")?;
    let (mv, answer) = (Point::parse(mv)?, first_point(rest)?);
    let mut after = judge.with(mv, judge.color)?;
    let is_taken = after.play(!judge.color, Move::Play(answer)).is_ok()
        && after.color_at(mv) != Some(judge.color);
    told(is_taken, "not taken at once")
}

fn liberties(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let (mv, named) = before_and_after(sentence, " gives ", " more than the one liberty")?;
    let after = judge.with(mv, judge.color)?;
    let is_so = judge.before.liberties(named.at) == 1 && after.liberties(named.at) > 1;
    told(is_so, "no liberty more")
}

fn joined(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let rest = sentence.strip_prefix("It joins ")?;
    let ends = named_stones(rest);
    let anchor = judge.after.anchor(ends.first()?.at);
    told(
        ends.iter().all(|end| judge.after.anchor(end.at) == anchor),
        "not joined",
    )
}

/// A hane bends round a stone of the other side that an own one touches.
fn hane(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let is_own = sentence.contains(" hane") && !sentence.contains("They play hane");
    let mv = is_own.then(|| first_point(sentence))??;
    let (me, them) = (Some(judge.color), Some(!judge.color));
    let bends = |(x, y): (i8, i8)| {
        let corner = judge.is(judge.step(mv, (x, y)), me);
        let one = judge.is(judge.step(mv, (x, 0)), them) && judge.is(judge.step(mv, (0, y)), None);
        let other =
            judge.is(judge.step(mv, (0, y)), them) && judge.is(judge.step(mv, (x, 0)), None);
        corner && (one || other)
    };
    told(
        [(1, 1), (1, -1), (-1, 1), (-1, -1)].into_iter().any(bends),
        "no hane",
    )
}

fn monkey(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let mv = sentence
        .contains("monkey jump")
        .then(|| first_point(sentence))??;
    let size = judge.before.size();
    let from = judge.before.stones(judge.color).any(|own| {
        let (across, along) = (
            own.column().abs_diff(mv.column()),
            own.row().abs_diff(mv.row()),
        );
        (across, along) == (3, 1) && own.line(size) == 2
            || (across, along) == (1, 3) && own.line(size) == 2
    });
    let near = judge
        .before
        .stones(judge.color)
        .any(|own| apart(own, mv) <= 1);
    told(mv.line(size) == 1 && from && !near, "no monkey jump")
}

fn three_three(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let mv = sentence
        .contains("three-three point")
        .then(|| first_point(sentence))??;
    let last = judge.before.size().lines() - 1;
    let is_third = |at: u8| at.min(last - at) == 2;
    told(
        is_third(mv.column()) && is_third(mv.row()),
        "no three-three point",
    )
}

fn attached(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let mv = sentence
        .contains(" attaches to ")
        .then(|| first_point(sentence))??;
    let beside = |color| {
        judge
            .before
            .neighbors(mv)
            .any(|n| judge.before.color_at(n) == Some(color))
    };
    told(
        beside(!judge.color) && !beside(judge.color),
        "no attachment",
    )
}

fn jumps(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let steps: &[(u8, u8)] = if sentence.contains(" with a knight's move") {
        &[(1, 2), (2, 1)]
    } else if sentence.contains(" jumps out to the middle") {
        &[(0, 2), (2, 0)]
    } else {
        return None;
    };
    let mv = first_point(sentence)?;
    let from = judge.before.stones(judge.color).any(|own| {
        steps.contains(&(
            own.column().abs_diff(mv.column()),
            own.row().abs_diff(mv.row()),
        ))
    });
    told(from, "no stone to jump from")
}

fn first_line(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let line = match () {
        () if sentence.contains("first line") || sentence.contains(" on the edge") => 1,
        () if sentence.contains("second line") => 2,
        () => return None,
    };
    let mv = first_point(sentence)?;
    told(mv.line(judge.before.size()) == line, "another line")
}

fn distance_told(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let mv = sentence
        .contains("from a distance")
        .then(|| first_point(sentence))??;
    let named = named_stones(sentence).pop()?;
    let nearest = judge
        .before
        .string(named.at)
        .map(|stone| apart(stone, mv))
        .min();
    told(nearest.is_some_and(|apart| apart >= 3), "too near")
}

fn room(judge: &Judge, sentence: &str) -> Option<Result<(), String>> {
    let (head, rest) = sentence
        .split_once(" the points around ")
        .or_else(|| sentence.split_once(" room around "))?;
    let (mv, at) = (first_point(head)?, first_point(rest)?);
    told(
        judge.before.is_empty(at) && apart(mv, at) <= ROOM,
        "no room there",
    )
}

/// Sentences of an explanation that cannot both be so.
fn contradictions(text: &str) -> impl Iterator<Item = String> {
    const PAIRS: [(&str, &str); 3] = [
        ("filling it costs nothing", " better."),
        ("No move gains anything", " would gain about"),
        ("is nobody's point", "Against a pass it gains about"),
    ];
    let first = text.lines().nth(1).unwrap_or_default().to_owned();
    let score = text
        .lines()
        .find(|line| line.starts_with("Score"))
        .unwrap_or_default()
        .to_owned();
    let found: Vec<String> = PAIRS
        .into_iter()
        .filter(|(one, other)| first.contains(one) && score.contains(other))
        .map(|(one, other)| format!("{one:?} beside {other:?}"))
        .collect();
    found.into_iter()
}

/// The sentences of a line, without what stands before them.
fn sentences(line: &str) -> Vec<String> {
    let line = line.trim();
    let known = [
        "Why: ",
        "Also: ",
        "On the board: ",
        "Score, by the search: ",
        "Score, roughly: ",
    ];
    let line = known
        .iter()
        .fold(line, |line, head| line.strip_prefix(head).unwrap_or(line));
    let line = match line.split_once(": ") {
        Some((head, rest)) if head.starts_with("Why ") || head.contains(" (") => rest,
        _ => line,
    };
    line.split(". ")
        .map(|part| format!("{}.", part.trim_end_matches('.')))
        .collect()
}

/// The move and the stones of "C3 puts White's stone at D4 in atari".
fn before_and_after(sentence: &str, verb: &str, end: &str) -> Option<(Point, Named)> {
    let (head, rest) = sentence.split_once(verb)?;
    let (stones, _) = rest.split_once(end)?;
    Some((Point::parse(head)?, named_stones(stones).pop()?))
}

fn first_point(text: &str) -> Option<Point> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    words.filter_map(point_of).next()
}

fn point_of(word: &str) -> Option<Point> {
    let is_name = word.len() >= 2 && word.starts_with(|c: char| c.is_ascii_uppercase());
    is_name.then(|| Point::parse(word)).flatten()
}

/// All "White's 3 stones at C4" of a text.
fn named_stones(text: &str) -> Vec<Named> {
    let mut found = Vec::new();
    for (color, owner) in [(Color::Black, "Black's "), (Color::White, "White's ")] {
        for (at, _) in text.match_indices(owner) {
            let rest = &text[at + owner.len()..];
            let mut words = rest.split_whitespace();
            let first = words.next().unwrap_or_default();
            let (count, noun) = match first.parse() {
                Ok(count) => (count, words.next().unwrap_or_default()),
                Err(_) => (1, first),
            };
            let is_stones = matches!(noun, "stone" | "stones");
            if is_stones && words.next() == Some("at") {
                let name = words.next().unwrap_or_default();
                let name = name.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
                found.extend(Point::parse(name).map(|at| Named { color, count, at }));
            }
        }
    }
    found
}

fn apart(a: Point, b: Point) -> u8 {
    let across = a.column().abs_diff(b.column());
    across.max(a.row().abs_diff(b.row()))
}

/// Number of stones that hang together with one, however loosely.
fn linked(board: &Board, from: Point) -> usize {
    let color = board.color_at(from);
    let all: Vec<Point> = Point::all(board.size())
        .filter(|p| board.color_at(*p) == color)
        .collect();
    let mut group = vec![from];
    let mut next = 0;
    while next < group.len() {
        let at = group[next];
        for stone in &all {
            if apart(*stone, at) <= LINKED && !group.contains(stone) {
                group.push(*stone);
            }
        }
        next += 1;
    }
    group.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, diagram};

    fn word(text: &str) -> Word {
        let board = diagram::parse(
            ". . . . . . .
             . . . . . . .
             . . O X . . .
             . . O X . . .
             . . . O . . .
             . . . . . . .
             . . . . . . .",
        );
        let mut game = Game::from_position(board.unwrap(), Color::Black, Komi::default());
        let point = Point::parse("E3").unwrap();
        game.play(Color::Black, Move::Play(point)).unwrap();
        Judge::new(&game).unwrap().look(text)
    }

    #[test]
    fn what_the_board_shows_is_true_and_the_rest_is_not() {
        assert_eq!(word("E3 goes round their stone: hane."), Word::True);
        assert!(matches!(
            word("E3 is the monkey jump: a long step."),
            Word::False(_)
        ));
        assert!(matches!(
            word("E3 puts White's 2 stones at C5 in atari."),
            Word::False(_)
        ));
        assert!(
            matches!(word("E3 helps White's stone at C5."), Word::False(_)),
            "two stones"
        );
        assert!(
            matches!(word("E3 helps Black's 2 stones at C5."), Word::False(_)),
            "White's"
        );
        assert_eq!(word("E3 helps Black's 2 stones at D4."), Word::Unchecked);
    }
}
