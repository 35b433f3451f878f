//! "Why not this move?": the teacher's verdict, the reader's refutation, the better move.

use std::fmt;

use super::aim::Aim;
use super::aim_reader::{AimReader, Trial};
use super::open_aims::OpenAim;
use super::refutation::Refutation;
use sgmp_board::rules::{Board, Color, Game, IllegalMove, Move, Point};
use sgmp_engine::engine::{JudgeEffort, NetChoice, SearchJudge};
use sgmp_knowledge::experts::{Explanation, JudgedPlay, MoveFigures, MoveJudge, Teacher};
use sgmp_knowledge::reading::ResultCode;

/// Level of the reading.
const LEVEL: u8 = 8;

/// Liberties up to which a string is looked at.
const MAX_LIBERTIES: usize = 4;

/// Refutations that are told.
const MAX_TOLD: usize = 2;

/// Points against a pass that a move does harm by.
const HARM: f32 = 2.0;

/// Moves of the search's line that are told where the reader knows nothing.
const MAX_SEARCHED: usize = 3;

/// Smallest number of stones that is told of a move that the teacher likes, and besides a larger one.
const MIN_STONES_BESIDES: usize = 2;

/// The answer to "why not this move?".
#[derive(Clone, Debug)]
pub struct Critique {
    /// The side that moves.
    pub color: Color,
    /// The move that is judged.
    pub mv: Move,
    /// True if the teacher finds it about as good as the best.
    pub is_good: bool,
    /// The other side's chances, by the reader; the largest first.
    pub refutations: Vec<Refutation>,
    /// The line of the search, the other side first, where the reader knows no refutation.
    pub searched: Vec<Move>,
    /// The teacher's view, which is that of its hints.
    explanation: Explanation,
    /// The move that is named as the better one, where it is not the teacher's best.
    named: Option<Move>,
}

/// Answers "why not?" with a reader; the verdict is that of the teacher who gives the hints.
#[derive(Debug)]
pub struct Critic {
    reader: AimReader,
    judge: Option<SearchJudge>,
}

impl Critic {
    /// A critic beside a teacher with this net.
    #[must_use]
    pub fn new(net: Option<NetChoice>) -> Self {
        Self {
            reader: AimReader::for_level(LEVEL),
            judge: net.map(|net| SearchJudge::new(net, JudgeEffort::ONE_POSITION)),
        }
    }

    /// Looks at a move in the position before it.
    ///
    /// # Errors
    /// A move that the rules forbid.
    pub fn why_not(
        &mut self,
        teacher: &mut Teacher,
        game: &Game,
        color: Color,
        mv: Move,
    ) -> Result<Option<Critique>, IllegalMove> {
        let mut after = game.clone();
        after.play(color, mv)?;
        let Some(explanation) = teacher.explain(&after, after.move_count()) else {
            return Ok(None);
        };
        let judged = explanation.judged.as_ref();
        let is_good = judged.is_some_and(|judged| judged.is_good);
        let mut refutations = self.refutations(game.board(), after.board(), color, mv);
        refutations.truncate(MAX_TOLD);
        let mut searched = match judged.is_some() {
            true => self.searched(after),
            false => Vec::new(),
        };
        // A line is a reason where it shows what is said first, or the other side would play it: elsewhere it has better to do.
        let own_stone = judged.and_then(|judged| judged.fault?.own_stone());
        let shows = |told: &Refutation| {
            own_stone.is_some_and(|own| {
                game.board().anchor(own) == game.board().anchor(told.aim.stone())
            })
        };
        let does_harm = judged.is_none_or(|judged| judged.gain <= -HARM);
        let beside = |told: &Refutation| touches(game.board(), mv, told.aim.stone());
        refutations.retain(|told| {
            does_harm || searched.first() == told.line.first() || beside(told) || shows(told)
        });
        if is_good || !refutations.is_empty() || judged.is_some_and(JudgedPlay::is_wasted) {
            searched.clear();
        }
        Ok(Some(Critique {
            color,
            mv,
            is_good,
            refutations,
            searched,
            explanation,
            named: None,
        }))
    }

    /// Chances that the move has given up, by the reader: those to take, to save, to kill, to live, to join and to cut, and
    /// own stones that can be taken now; those about the most stones first. Of a cut the smaller end counts.
    pub fn refutations(
        &mut self,
        before: &Board,
        after: &Board,
        color: Color,
        mv: Move,
    ) -> Vec<Refutation> {
        let mut found: Vec<(usize, Refutation)> = Vec::new();
        let mut told: Vec<Point> = Vec::new();
        let mut chances = self.reader.open_aims(before, color);
        told.extend(chances.iter().map(|open| open.position.aim().stone()));
        chances.extend(self.links_besides(before, color, &told));
        for open in chances {
            let Ok(trial) = self.reader.try_move(&open.position, before, mv) else {
                continue;
            };
            if trial.result == ResultCode::Fails && trial.is_complete {
                let told = Refutation::new(&mut self.reader, &open.position, before, &trial);
                found.push((open.stones, told));
            }
        }
        found.extend(self.self_inflicted(before, after, color, mv, &told));
        found.sort_by_key(|(stones, _)| std::cmp::Reverse(*stones));
        found
            .into_iter()
            .map(|(_, refutation)| refutation)
            .collect()
    }

    /// Undecided links between strings of which nothing more urgent is to be said.
    fn links_besides(&mut self, board: &Board, color: Color, told: &[Point]) -> Vec<OpenAim> {
        let links = self.reader.open_links(board, color).into_iter();
        let is_new = |open: &OpenAim| {
            let aim = open.position.aim();
            let ends = [Some(aim.stone()), aim.second_stone()];
            let mut ends = ends.into_iter().flatten();
            ends.all(|end| !told.contains(&end))
        };
        links.filter(is_new).collect()
    }

    /// Own strings that can be taken after the move and could not before it, the new one among them.
    fn self_inflicted(
        &mut self,
        before: &Board,
        after: &Board,
        color: Color,
        mv: Move,
        but: &[Point],
    ) -> Vec<(usize, Refutation)> {
        let anchors = after
            .stones(color)
            .filter(|stone| after.anchor(*stone) == Some(*stone));
        let short: Vec<Point> = anchors
            .filter(|anchor| after.liberties(*anchor) <= MAX_LIBERTIES)
            .collect();
        let mut found = Vec::new();
        for stone in short {
            let was = before.anchor(stone);
            if was.is_some_and(|was| but.contains(&was)) {
                continue;
            }
            let Some(position) = self.reader.pose(after, Aim::Save(stone)) else {
                continue;
            };
            let attack = self.reader.other_first(&position, after);
            if attack.result != ResultCode::Succeeds {
                continue;
            }
            let earlier = was.and_then(|_| self.reader.pose(before, Aim::Save(stone)));
            let was_in_danger = earlier
                .is_some_and(|earlier| self.reader.other_first(&earlier, before).result.works());
            if was_in_danger {
                continue;
            }
            let trial = Trial {
                mv,
                result: ResultCode::Fails,
                line: attack.line,
                is_complete: attack.is_complete,
            };
            let told = Refutation::new(&mut self.reader, &position, before, &trial);
            found.push((after.string_size(stone), told));
        }
        found
    }

    /// The best line by the judge of the hints.
    fn searched(&mut self, mut game: Game) -> Vec<Move> {
        let Some(judge) = &mut self.judge else {
            return Vec::new();
        };
        let mut line = Vec::new();
        while line.len() < MAX_SEARCHED && game.consecutive_passes() < 2 {
            let color = game.to_move();
            let Some(judgment) = judge.judge(&game, color, &[]) else {
                break;
            };
            let mv = judgment.best().mv;
            if game.play(color, mv).is_err() {
                break;
            }
            line.push(mv);
        }
        line
    }
}

/// Returns whether a move touches the string of a stone.
fn touches(board: &Board, mv: Move, stone: Point) -> bool {
    let Move::Play(point) = mv else {
        return false;
    };
    let string = board.anchor(stone);
    let mut beside = board.neighbors(point);
    string.is_some() && beside.any(|next| board.anchor(next) == string)
}

impl Critique {
    /// The teacher's view of the move.
    #[must_use]
    pub const fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// The same with the figures that a curve has of the move, where there are any.
    #[must_use]
    pub fn with_figures(mut self, figures: Option<MoveFigures>) -> Self {
        self.explanation = self.explanation.with_figures(figures);
        self
    }

    /// The line that shows what is wrong, the other side first; empty where nothing is.
    #[must_use]
    pub fn line(&self) -> &[Move] {
        let read = self.refutations.first().map(|told| told.line.as_slice());
        read.unwrap_or(&self.searched)
    }

    /// The same case to whom a problem is set: its right move is named as the better one, whatever the teacher likes best.
    #[must_use]
    pub fn with_right_move(mut self, right: Option<Move>) -> Self {
        self.named = right;
        self
    }

    /// The move that is named as the better one.
    fn better(&self, judged: &JudgedPlay) -> Move {
        self.named.unwrap_or(judged.best.mv)
    }

    fn verdict(&self) -> String {
        let mv = self.mv;
        let Some(judged) = &self.explanation.judged else {
            return match self.refutations.is_empty() {
                true => format!("The reader finds nothing that speaks against {mv}."),
                false => format!("Something speaks against {mv}."),
            };
        };
        if self.is_good && judged.fault.is_some() {
            return format!("{mv} costs little here.");
        }
        if self.is_good {
            let better = self.better(judged);
            return match better == mv {
                true => format!("Nothing speaks against {mv}: it is the move that the hint gives."),
                false => {
                    format!("Nothing much speaks against {mv}: it is about as good as {better}.")
                }
            };
        }
        if judged.is_wasted() {
            let (best, worth) = (self.better(judged), judged.loss.round());
            return format!("{mv} gains nothing: {best} was worth about {worth:.0} points.");
        }
        match judged.loss.round() {
            0.0 => format!("{mv} risks the game for less than a point."),
            1.0 => format!("{mv} loses about 1 point, and the game may turn on it."),
            loss => format!("{mv} loses about {loss:.0} points."),
        }
    }

    fn write_refutations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, told) in self.refutations.iter().enumerate() {
            let is_small = told.stones_at_stake < MIN_STONES_BESIDES;
            if is_small && (self.is_good || index > 0) {
                continue;
            }
            let head = match (self.is_good, index) {
                (true, 0) => "What it gives up, for something larger: ",
                (_, 0) => "",
                _ => "Besides: ",
            };
            write!(f, "\n{head}{}", told.sentence())?;
            if told.line.len() > 1 {
                write!(f, "\nPlayed out: {}.", told.line_in_words())?;
            }
        }
        if let Some((answer, rest)) = self.searched.split_first() {
            let other = !self.color;
            write!(
                f,
                "\n{other}'s best answer, as the search sees it: {answer}"
            )?;
            if !rest.is_empty() {
                let words: Vec<String> = rest.iter().map(Move::to_string).collect();
                write!(f, ", and then {}", words.join(" "))?;
            }
            f.write_str(".")?;
        }
        Ok(())
    }

    /// The answer without the question, in lines.
    #[must_use]
    pub fn answer(&self) -> impl fmt::Display {
        Answer(self)
    }

    fn write_better(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(judged) = self
            .explanation
            .judged
            .as_ref()
            .filter(|judged| !judged.is_good)
        else {
            return Ok(());
        };
        let best = self.better(judged);
        match reason(judged, best) {
            _ if best == Move::Pass => write!(f, "\nBetter: a pass. No move gains anything here."),
            Some(reason) => write!(f, "\nBetter: {best}. {reason}"),
            None if best != judged.best.mv => {
                write!(f, "\nBetter: {best}, by the search of the review.")
            }
            None => write!(
                f,
                "\nBetter: {best}. The search likes it; no rule of ours explains it."
            ),
        }
    }
}

/// The weightiest that speaks for a better move, as the hint tells it.
fn reason(judged: &JudgedPlay, best: Move) -> Option<String> {
    let mut others = judged.others.iter();
    others.find(|known| known.judged.mv == best)?.weightiest()
}

struct Answer<'a>(&'a Critique);

impl fmt::Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.verdict())?;
        let judged = self.0.explanation.judged.as_ref();
        if let Some(fault) = judged.and_then(|judged| judged.fault) {
            write!(f, " {fault}")?;
        }
        self.0.write_refutations(f)?;
        self.0.write_better(f)
    }
}

impl fmt::Display for Critique {
    /// The question, and lines of plain sentences; the last has no end of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Why not {}? {}", self.mv, self.answer())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sgmp_board::rules::{Komi, diagram};

    fn critique(net: Option<NetChoice>, text: &str, mv: &str) -> Critique {
        let board = diagram::parse(text).unwrap();
        let game = Game::from_position(board, Color::Black, Komi::from_half_points(1));
        let judge = |net| Box::new(SearchJudge::new(net, JudgeEffort::WHOLE_GAME)) as _;
        let mut teacher = Teacher::new(net.map(judge));
        let mv = Move::Play(Point::parse(mv).unwrap());
        let told = Critic::new(net).why_not(&mut teacher, &game, Color::Black, mv);
        told.unwrap().unwrap()
    }

    const ATARI: &str = "
        . . . . . . .
        . . . O . . .
        . . O X . X .
        . . O X O . .
        . . . O . . .
        . . . . . . .
        . . . . . . .";

    #[test]
    fn stones_left_in_atari_are_told() {
        let told = critique(None, ATARI, "G1");
        let text = told.to_string();
        assert!(text.contains("Something speaks against G1"), "{text}");
        assert!(
            text.contains("After G1, White plays E5 and takes Black's 2 stones at D5 at once."),
            "{text}"
        );
        assert_eq!(told.line().len(), 1);
        let told = critique(None, ATARI, "E5");
        assert!(told.refutations.is_empty(), "{told}");
    }

    /// Black's two rows hang together at D5 alone.
    const CUT: &str = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X X . . . .
        O O O . O O O O O
        X X X X X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";

    #[test]
    fn strings_that_can_be_cut_after_the_move_are_told() {
        let told = critique(None, CUT, "J1");
        let text = told.to_string();
        assert!(
            text.contains("White plays D5 and ") && text.contains("stay cut."),
            "{text}"
        );
        let told = critique(None, CUT, "D5");
        assert!(told.refutations.is_empty(), "{told}");
    }

    #[test]
    fn a_cut_that_is_missed_is_told() {
        let swapped: String = CUT
            .chars()
            .map(|c| match c {
                'X' => 'O',
                'O' => 'X',
                c => c,
            })
            .collect();
        let told = critique(None, &swapped, "J1");
        let text = told.to_string();
        assert!(
            text.contains("White plays D5 and ") && text.contains("are connected."),
            "{text}"
        );
    }

    #[test]
    fn the_verdict_is_that_of_the_hint() {
        let net = Some(NetChoice::embedded());
        let told = critique(net, ATARI, "G1");
        let text = told.to_string();
        assert!(!told.is_good && text.contains("points."), "{text}");
        assert!(
            text.contains("White plays E5") && text.contains("Better: "),
            "{text}"
        );
        let judged = told.explanation().judged.as_ref().unwrap();
        let best = judged.best.mv;
        let mut others = judged.others.iter();
        let why = others.find(|known| known.judged.mv == best).unwrap();
        let why = why.sentence();
        assert!(text.contains(&format!("Better: {best}. {why}")), "{text}");
        // To whom another move is set as the problem, the search's best is not given away.
        let right = Move::Play(Point::parse("B2").unwrap());
        let text = told.with_right_move(Some(right)).to_string();
        let better = text.lines().last();
        assert!(
            better.is_some_and(|line| line.starts_with("Better: B2")),
            "{text}"
        );
        assert!(!text.contains(&format!("Better: {best}")), "{text}");
    }
}
