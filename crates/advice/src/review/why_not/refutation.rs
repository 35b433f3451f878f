//! A line that shows why a move does not work, told in words.

use super::aim::{Aim, owner_at, stones_at};
use super::aim_reader::{AimReader, AimedPosition, Trial};
use sgmp_board::rules::{Board, Color, Move, Point};
use sgmp_knowledge::reading::ResultCode;

/// Moves of a line that are told.
const MAX_TOLD: usize = 12;

/// Moves of the hunter from which a chase of ataris is called a ladder.
const MIN_LADDER: usize = 3;

/// The manner in which a line reaches its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Stones are taken by the first move.
    AtOnce,
    /// Atari after atari until the stones are taken.
    Ladder,
    /// A move at a distance shuts the stones in.
    Net,
    /// A stone is given away and many are taken back.
    Snapback,
    /// The stones run out of liberties.
    Chase,
    /// A group gets no second eye.
    NoEyes,
    /// The stones that stood around are taken.
    Counter,
    /// The stones are saved: they get liberties, or join others.
    Escape,
    /// A group lives that was to be killed.
    Life,
    /// Strings are joined that were to be cut.
    Joined,
    /// Strings are kept apart.
    Apart,
    /// A ko decides, and the aim hangs on it.
    Ko,
}

/// The reason why a move does not reach an aim, played out.
#[derive(Clone, Debug, PartialEq)]
pub struct Refutation {
    /// The move that is refuted.
    pub mv: Move,
    /// The aim of its player.
    pub aim: Aim,
    /// The side that refutes it.
    pub refuter: Color,
    /// The line after the move, the other side first; empty where nothing has to be done.
    pub line: Vec<Move>,
    /// The manner in which it fails.
    pub manner: Manner,
    /// The stones that it is about: "White's 3 stones at C3".
    pub stones: String,
    /// Number of stones of the string that it is about.
    pub stones_at_stake: usize,
    /// True if the line ends with these stones off the board.
    pub is_taken: bool,
    /// The result of the move.
    pub result: ResultCode,
}

impl Refutation {
    /// Plays a failed move out.
    #[must_use]
    pub fn new(
        reader: &mut AimReader,
        position: &AimedPosition,
        board: &Board,
        trial: &Trial,
    ) -> Self {
        let line = reader.played_out(position, board, trial);
        let mut after = board.clone();
        // A trial is legal.
        let _taken = after.play(position.side(), trial.mv);
        let refuter = !position.side();
        let story = Story::tell(&after, refuter, position.aim(), &line);
        let manner = match trial.result {
            ResultCode::KoNeedsThreat | ResultCode::KoIgnoresThreat => Manner::Ko,
            ResultCode::Fails | ResultCode::Succeeds => story.manner(),
        };
        let named = if after.color_at(position.aim().stone()).is_some() {
            &after
        } else {
            board
        };
        Self {
            mv: trial.mv,
            aim: position.aim(),
            refuter,
            line,
            manner,
            stones: match position.aim() {
                Aim::Kill(stone) | Aim::Live(stone) => {
                    format!("{} group at {stone}", owner_at(named, stone))
                }
                Aim::Connect(a, b) | Aim::Cut(a, b) => format!("{a} and {b}"),
                Aim::Capture(stone) | Aim::Save(stone) => stones_at(named, stone),
            },
            stones_at_stake: named.string_size(position.aim().stone()).max(1),
            is_taken: story.is_taken,
            result: trial.result,
        }
    }

    /// The reason in a sentence or two.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self {
            refuter,
            stones,
            mv,
            ..
        } = self;
        let Some(answer) = self.line.first() else {
            return match self.aim {
                Aim::Save(_) if self.is_taken => format!("{mv} gives {stones} away."),
                _ => format!("{mv} changes nothing for {stones}: {refuter} need not even answer."),
            };
        };
        let head = format!("After {mv}, {refuter} plays {answer}");
        let is_of_string = matches!(self.aim, Aim::Capture(_) | Aim::Save(_));
        let many = is_of_string && self.stones_at_stake > 1;
        let (are, have, get) = if many {
            ("are", "have", "get")
        } else {
            ("is", "has", "gets")
        };
        match self.manner {
            Manner::AtOnce => format!("{head} and takes {stones} at once."),
            Manner::Ladder => format!(
                "{head} and {stones} {are} caught in a ladder: one atari follows the other to the end."
            ),
            Manner::Net => format!("{head}, a net: {stones} cannot slip out."),
            Manner::Snapback => {
                format!("{head}, a snapback: taking that stone leaves {stones} without liberties.")
            }
            Manner::Chase => format!("{head} and {stones} {get} no more liberties."),
            Manner::NoEyes => format!("{head} and {stones} {get} no second eye."),
            Manner::Counter => format!("{head} and takes what stood around {stones}."),
            Manner::Escape => format!("{head} and {stones} {are} safe."),
            Manner::Life => format!("{head} and {stones} {are} alive."),
            Manner::Joined => format!("{head} and {stones} are connected."),
            Manner::Apart => format!("{head} and {stones} stay cut."),
            Manner::Ko => match self.aim.is_attack() {
                true => {
                    format!("{head}: it becomes a ko, and there is a move that works without one.")
                }
                false => format!(
                    "{head}: {stones} {have} to fight a ko, and there is a move that works without one."
                ),
            },
        }
    }

    /// The line in words: "White D4, Black E4, White E5"; empty where it is a single move.
    #[must_use]
    pub fn line_in_words(&self) -> String {
        let mut color = self.refuter;
        let mut told: Vec<String> = Vec::new();
        for mv in self.line.iter().take(MAX_TOLD) {
            told.push(format!("{color} {mv}"));
            color = !color;
        }
        let rest = self.line.len().saturating_sub(MAX_TOLD);
        let end = if rest > 0 { " ..." } else { "" };
        format!("{}{end}", told.join(", "))
    }
}

/// A line played on a board.
struct Story {
    aim: Aim,
    /// The hunter's moves after which the prey had one liberty.
    ataris: usize,
    hunts: usize,
    takes_at_once: bool,
    is_net: bool,
    is_snapback: bool,
    takes_hunters: bool,
    is_taken: bool,
}

impl Story {
    fn tell(after: &Board, refuter: Color, aim: Aim, line: &[Move]) -> Self {
        let stone = aim.stone();
        let owner = after.color_at(stone);
        let mut story = Self {
            aim,
            ataris: 0,
            hunts: 0,
            takes_at_once: false,
            is_net: false,
            is_snapback: false,
            takes_hunters: false,
            is_taken: owner.is_none(),
        };
        let mut board = after.clone();
        let mut color = refuter;
        let mut given: Option<Point> = None;
        for (index, mv) in line.iter().enumerate() {
            let string: Vec<Point> = board.string(stone).collect();
            let is_beside = |point: Point| board.neighbors(point).any(|n| string.contains(&n));
            let is_far = matches!(mv, Move::Play(point) if !is_beside(*point));
            let Ok(taken) = board.play(color, *mv) else {
                break;
            };
            let is_there = owner.is_some() && board.color_at(stone) == owner;
            if Some(color) != owner {
                story.hunts += 1;
                story.ataris += usize::from(!is_there || board.liberties(stone) == 1);
                story.takes_at_once |= index == 0 && !is_there;
                story.is_net |= index == 0 && is_far && is_there && board.liberties(stone) > 1;
                story.is_snapback |= given.is_some() && taken > 1 && !is_there;
                if index == 0
                    && let Move::Play(point) = mv
                    && board.string_size(*point) == 1
                    && board.liberties(*point) == 1
                {
                    given = Some(*point);
                }
            } else if taken > 0 {
                story.takes_hunters = true;
                given = given.filter(|point| board.color_at(*point).is_none());
            }
            story.is_taken = !is_there;
            if story.is_taken {
                break;
            }
            color = !color;
        }
        story
    }

    const fn manner(&self) -> Manner {
        match self.aim {
            Aim::Save(_) | Aim::Live(_) | Aim::Capture(_) | Aim::Kill(_) if self.hunts_down() => {
                if self.takes_at_once {
                    Manner::AtOnce
                } else if self.is_snapback {
                    Manner::Snapback
                } else if self.hunts >= MIN_LADDER && self.ataris == self.hunts {
                    Manner::Ladder
                } else if matches!(self.aim, Aim::Live(_)) {
                    Manner::NoEyes
                } else if self.is_net {
                    Manner::Net
                } else {
                    Manner::Chase
                }
            }
            Aim::Capture(_) if self.takes_hunters => Manner::Counter,
            Aim::Capture(_) | Aim::Save(_) => Manner::Escape,
            Aim::Kill(_) | Aim::Live(_) => Manner::Life,
            Aim::Connect(..) => Manner::Apart,
            Aim::Cut(..) => Manner::Joined,
        }
    }

    /// Returns whether the refuter is the hunter.
    const fn hunts_down(&self) -> bool {
        !self.aim.is_attack()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::diagram;

    fn refutation(text: &str, aim: &str, mv: &str) -> Refutation {
        let board = diagram::parse(text).unwrap();
        let mut reader = AimReader::for_level(10);
        let position = reader.pose(&board, aim.parse().unwrap()).unwrap();
        let mv = Move::Play(Point::parse(mv).unwrap());
        let trial = reader.try_move(&position, &board, mv).unwrap();
        assert!(!position.accepts(&trial), "{trial:?}");
        Refutation::new(&mut reader, &position, &board, &trial)
    }

    #[test]
    fn a_ladder_is_called_one() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . X X . . . .
            X O O X . . .
            . X . . . . .";
        let told = refutation(text, "save B2", "G7");
        assert!(
            told.sentence().starts_with("After G7, Black plays C1"),
            "{}",
            told.sentence()
        );
        assert!(told.is_taken, "{told:?}");
        let ladder = "
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . X O . . .
            . . . X . . .
            . . . . . . .
            . . . . . . .";
        let told = refutation(ladder, "save D4", "A1");
        assert_eq!(told.manner, Manner::AtOnce, "{told:?}");
    }

    #[test]
    fn a_group_without_eyes_is_told_so() {
        let text = "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            X X X X X . .
            O O O O X . .
            O O O O X . .
            . . . O X . .";
        let told = refutation(text, "live A2", "G7");
        assert_eq!(
            (told.manner, told.line[0].to_string().as_str()),
            (Manner::NoEyes, "B1")
        );
        let told = refutation(text, "kill A2", "A1");
        assert_eq!(told.manner, Manner::Life);
        assert_eq!(
            told.sentence(),
            "After A1, White plays B1 and White's group at A2 is alive."
        );
        assert_eq!(told.line_in_words(), "White B1");
    }
}
