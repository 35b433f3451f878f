//! Reads whether an aim is reached, and by which first moves.

use super::aim::Aim;
use sgmp_board::rules::{Board, Color, IllegalMove, Move};
use sgmp_knowledge::analysis::Analysis;
use sgmp_knowledge::reading::{Answer, Budget, LifeProblem, ResultCode, Tactician};

/// Level of the analysis that finds the surroundings of a group.
const ANALYSIS_LEVEL: u8 = 8;

/// Levels that are added to judge a first move, where the budget was spent before the end.
const FURTHER: u8 = 4;

/// Moves of a line that is played out, at most.
const MAX_LINE: usize = 24;

/// A position in which a side wants something.
#[derive(Clone, Debug)]
pub struct AimedPosition {
    board: Board,
    aim: Aim,
    side: Color,
    /// The surroundings, where the life of a group is asked for.
    life_problem: Option<LifeProblem>,
    answer: Answer,
}

/// A first move, tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The move that was tried.
    pub mv: Move,
    /// The result for its player.
    pub result: ResultCode,
    /// The line that follows, the other side first; where the move fails, its refutation.
    pub line: Vec<Move>,
    /// True if all was read to its end.
    pub is_complete: bool,
}

impl AimedPosition {
    /// The board on which the aim is read.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The aim that is read, of the side to move.
    #[must_use]
    pub const fn aim(&self) -> Aim {
        self.aim
    }

    /// The side that has it, which is to move.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The best that the side can get, with a line.
    #[must_use]
    pub const fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns whether a move is as good as any.
    #[must_use]
    pub fn accepts(&self, trial: &Trial) -> bool {
        trial.result.works() && trial.result >= self.answer.result
    }
}

/// Reads aims on a board, and keeps the room for it.
#[derive(Debug)]
pub struct AimReader {
    tactician: Tactician,
    level: u8,
}

impl AimReader {
    /// A reader with the budget of a level.
    #[must_use]
    pub fn for_level(level: u8) -> Self {
        Self {
            tactician: Tactician::new(),
            level,
        }
    }

    /// Reads what the side of an aim can get if it moves first; `None` where the stones are missing.
    #[must_use]
    pub fn pose(&mut self, board: &Board, aim: Aim) -> Option<AimedPosition> {
        let side = aim.side(board)?;
        let life_problem = match aim {
            Aim::Kill(stone) | Aim::Live(stone) => {
                let owner = board.color_at(stone)?;
                let analysis = Analysis::new(board, owner, ANALYSIS_LEVEL);
                Some(analysis.life_problem(board, stone)?)
            }
            _ => None,
        };
        Some(self.posed(board, aim, side, life_problem))
    }

    /// The same where the surroundings of the group are known.
    pub(super) fn posed(
        &mut self,
        board: &Board,
        aim: Aim,
        side: Color,
        life_problem: Option<LifeProblem>,
    ) -> AimedPosition {
        let answer = self.ask_closely(board, aim, life_problem.as_ref());
        AimedPosition {
            board: board.clone(),
            aim,
            side,
            life_problem,
            answer,
        }
    }

    /// Tries a move of the side in a later position of the same fight.
    ///
    /// # Errors
    /// A move that the board forbids.
    pub fn try_move(
        &mut self,
        position: &AimedPosition,
        board: &Board,
        mv: Move,
    ) -> Result<Trial, IllegalMove> {
        let mut after = board.clone();
        after.play(position.side, mv)?;
        if let Some(result) = settled(position, &after) {
            return Ok(Trial {
                mv,
                result,
                line: Vec::new(),
                is_complete: true,
            });
        }
        let aim = position.aim.opposite();
        let answer = self.ask_closely(&after, aim, position.life_problem.as_ref());
        Ok(Trial {
            mv,
            result: seen_by_the_other(answer.result),
            line: answer.line,
            is_complete: answer.is_complete,
        })
    }

    /// The other side's answer if it moves first.
    pub fn other_first(&mut self, position: &AimedPosition, board: &Board) -> Answer {
        self.ask(
            board,
            position.aim.opposite(),
            position.life_problem.as_ref(),
        )
    }

    /// The side's answer if it moves first in a later position.
    pub fn side_first(&mut self, position: &AimedPosition, board: &Board) -> Answer {
        self.ask(board, position.aim, position.life_problem.as_ref())
    }

    fn ask(&mut self, board: &Board, aim: Aim, life_problem: Option<&LifeProblem>) -> Answer {
        self.ask_within(self.level, board, aim, life_problem)
    }

    /// Reads further where the budget was spent before the end.
    fn ask_closely(
        &mut self,
        board: &Board,
        aim: Aim,
        life_problem: Option<&LifeProblem>,
    ) -> Answer {
        let answer = self.ask(board, aim, life_problem);
        match answer.is_complete {
            true => answer,
            false => self.ask_within(self.level + FURTHER, board, aim, life_problem),
        }
    }

    fn ask_within(
        &mut self,
        level: u8,
        board: &Board,
        aim: Aim,
        life_problem: Option<&LifeProblem>,
    ) -> Answer {
        let (tactician, budget) = (&mut self.tactician, Budget::for_level(level));
        match (aim, life_problem) {
            (Aim::Capture(stone), _) => tactician.attack(board, stone, budget),
            (Aim::Save(stone), _) => tactician.defend(board, stone, budget),
            (Aim::Kill(_), Some(life_problem)) => tactician.kill(board, life_problem, budget),
            (Aim::Live(_), Some(life_problem)) => tactician.live(board, life_problem, budget),
            (Aim::Kill(stone), None) => tactician.attack(board, stone, budget),
            (Aim::Live(stone), None) => tactician.defend(board, stone, budget),
            (Aim::Connect(a, b), _) => tactician.connect(board, a, b, budget),
            (Aim::Cut(a, b), _) => tactician.disconnect(board, a, b, budget),
        }
    }

    /// The line of a failed trial, from the position after the move: the other side's moves as the reader proves them,
    /// the side's as long as they threaten something.
    #[must_use]
    pub fn played_out(
        &mut self,
        position: &AimedPosition,
        board: &Board,
        trial: &Trial,
    ) -> Vec<Move> {
        let mut at = board.clone();
        if at.play(position.side, trial.mv).is_err() {
            return Vec::new();
        }
        self.play_out(position, at, !position.side, trial.line.clone())
    }

    /// The solution: the side's moves as the reader proves them, the other side's as long as they threaten something.
    #[must_use]
    pub fn solution(&mut self, position: &AimedPosition) -> Vec<Move> {
        let (at, line) = (position.board.clone(), position.answer.line.clone());
        self.play_out(position, at, position.side, line)
    }

    /// Plays on for a winner who is to move; `wanted` is the line as it was read.
    fn play_out(
        &mut self,
        position: &AimedPosition,
        mut at: Board,
        winner: Color,
        mut wanted: Vec<Move>,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        while line.len() < MAX_LINE && settled(position, &at).is_none() {
            if !line.is_empty() {
                wanted = self.first(position, &at, winner).line;
            }
            let mut next = wanted.drain(..);
            let Some(answer @ Move::Play(_)) = next.next() else {
                break;
            };
            if at.play(winner, answer).is_err() {
                break;
            }
            line.push(answer);
            let hoped = next.next();
            drop(next);
            if settled(position, &at).is_some() {
                break;
            }
            let Some(resistance) = self.resistance(position, &at, !winner, hoped) else {
                break;
            };
            // The resistance is legal.
            let _taken = at.play(!winner, resistance);
            line.push(resistance);
        }
        // A resistance that nobody answered is left out.
        if line.len().is_multiple_of(2) && settled(position, &at).is_none() {
            line.pop();
        }
        line
    }

    /// A color's answer if it moves first.
    fn first(&mut self, position: &AimedPosition, board: &Board, color: Color) -> Answer {
        match color == position.side {
            true => self.side_first(position, board),
            false => self.other_first(position, board),
        }
    }

    /// A move of a color that has lost its way and still threatens something: with one more it would have it.
    pub fn resistance(
        &mut self,
        position: &AimedPosition,
        board: &Board,
        color: Color,
        hoped: Option<Move>,
    ) -> Option<Move> {
        let found = match hoped {
            Some(Move::Play(_)) => hoped,
            _ => self.first(position, board, color).line.first().copied(),
        };
        let mv = found.filter(|mv| *mv != Move::Pass)?;
        let mut at = board.clone();
        at.play(color, mv).ok()?;
        let twice = self.first(position, &at, color).result;
        let is_threat = match color == position.side {
            true => twice >= position.answer.result,
            false => seen_by_the_other(twice) < position.answer.result,
        };
        is_threat.then_some(mv)
    }

    /// Returns whether the other side still has its way at the end of a refutation.
    #[must_use]
    pub fn confirms(
        &mut self,
        position: &AimedPosition,
        board: &Board,
        trial: &Trial,
        line: &[Move],
    ) -> bool {
        let mut at = board.clone();
        let mut color = position.side;
        for mv in std::iter::once(&trial.mv).chain(line) {
            if at.play(color, *mv).is_err() {
                return false;
            }
            color = !color;
        }
        let best = position.answer.result;
        if let Some(result) = settled(position, &at) {
            return result < best;
        }
        let life_problem = position.life_problem.as_ref();
        let result = match color == position.side {
            true => self.ask_closely(&at, position.aim, life_problem).result,
            false => {
                let aim = position.aim.opposite();
                seen_by_the_other(self.ask_closely(&at, aim, life_problem).result)
            }
        };
        result < best
    }
}

/// The result where the stones themselves tell it.
fn settled(position: &AimedPosition, board: &Board) -> Option<ResultCode> {
    let aim = position.aim;
    let is_gone = |stone| {
        board
            .color_at(stone)
            .is_none_or(|color| position.board.color_at(stone) != Some(color))
    };
    let is_lost = is_gone(aim.stone()) || aim.second_stone().is_some_and(is_gone);
    match aim {
        // A group may give away a part of itself.
        Aim::Kill(_) | Aim::Live(_) => None,
        _ if !is_lost => None,
        Aim::Capture(_) | Aim::Cut(..) => Some(ResultCode::Succeeds),
        Aim::Save(_) | Aim::Connect(..) => Some(ResultCode::Fails),
    }
}

/// A result of one side as the other sees it.
const fn seen_by_the_other(result: ResultCode) -> ResultCode {
    match result {
        ResultCode::Fails => ResultCode::Succeeds,
        ResultCode::KoNeedsThreat => ResultCode::KoIgnoresThreat,
        ResultCode::KoIgnoresThreat => ResultCode::KoNeedsThreat,
        ResultCode::Succeeds => ResultCode::Fails,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Point, diagram};

    fn mv(name: &str) -> Move {
        Move::Play(Point::parse(name).unwrap())
    }

    #[test]
    fn the_vital_point_alone_is_accepted() {
        let board = diagram::parse(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             X X X X X . .
             O O O O X . .
             O O O O X . .
             . . . O X . .",
        )
        .unwrap();
        let mut reader = AimReader::for_level(8);
        let position = reader.pose(&board, "kill A2".parse().unwrap()).unwrap();
        assert_eq!(position.side(), Color::Black);
        let trial = reader.try_move(&position, &board, mv("B1")).unwrap();
        assert!(position.accepts(&trial), "{trial:?}");
        for name in ["A1", "C1", "G7"] {
            let trial = reader.try_move(&position, &board, mv(name)).unwrap();
            assert!(!position.accepts(&trial), "{trial:?}");
            let line = reader.played_out(&position, &board, &trial);
            assert_eq!(line.first(), Some(&mv("B1")), "{name}");
            assert!(reader.confirms(&position, &board, &trial, &line), "{name}");
        }
        assert!(reader.try_move(&position, &board, mv("A2")).is_err());
    }

    #[test]
    fn a_capture_at_once_is_settled_by_the_stones() {
        let board =
            diagram::parse(". . . . .\n. . X . .\n. X O . .\n. . X . .\n. . . . .").unwrap();
        let mut reader = AimReader::for_level(4);
        let position = reader.pose(&board, "capture C3".parse().unwrap()).unwrap();
        let good = reader.try_move(&position, &board, mv("D3")).unwrap();
        assert!(position.accepts(&good) && good.line.is_empty());
        let bad = reader.try_move(&position, &board, mv("A1")).unwrap();
        assert!(
            !position.accepts(&bad) && bad.line.first() == Some(&mv("D3")),
            "{bad:?}"
        );
        let saved = reader.pose(&board, "save C3".parse().unwrap()).unwrap();
        let bad = reader.try_move(&saved, &board, mv("A1")).unwrap();
        assert_eq!(reader.played_out(&saved, &board, &bad), [mv("D3")]);
    }
}
