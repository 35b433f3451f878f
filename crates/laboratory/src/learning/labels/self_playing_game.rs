//! A game that a teacher or a net plays against itself, a position at a time.

use super::evaluator::{put_request, read_reply};
use super::game_mixture::{GameTerms, draw};
use super::labelled_game::{Label, LabelledEnd, LabelledGame, PASS};
use super::net_labels::net_label;
use sgmp_board::rng::Rng;
use sgmp_board::rules::{Board, Color, Move};
use sgmp_engine::net::inputs::{LadderHistory, Plane, Situation, TeacherReader, legal_points};
use sgmp_engine::net::{NetPast, NetReader};

/// One position of so many keeps its owners.
pub(super) const OWNERS_EVERY: u32 = 4;

/// One game of so many is kept apart for tests.
pub(super) const HELD_OUT_EVERY: u64 = 64;

/// Moves are broken off at so many tenths of the points of the board.
const MAX_MOVES_TENTHS: usize = 22;

/// Chance in a hundred that a game is broken off once it is decided: the end games of the others teach
/// what belongs to whom, and more of them would teach little.
const BROKEN_OFF: u32 = 60;

/// Positions in a row in which one side wins with more than this probability of 65536, after which a game
/// is decided.
const DECIDED_RUN: u32 = 16;
const DECIDED: u16 = 64_500;

/// One stray move of so many goes anywhere; the others among the teacher's moves.
const ANYWHERE_EVERY: u32 = 4;

/// A position that came about, and whether its player passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Past {
    hash: u64,
    to_move: Color,
    passed: bool,
}

/// A game that plays on from move to move by itself, with all that its players are told of the past.
pub(super) struct SelfPlayingGame {
    rng: Rng,
    board: Board,
    situation: Situation,
    /// The past as a teacher in another process is told of it.
    ladders: LadderHistory,
    /// The past as a net is told of it.
    net_past: NetPast,
    past: Vec<Past>,
    legal: Plane,
    strays: u32,
    opening: u32,
    /// True if it is broken off once decided.
    breaks_off: bool,
    /// Positions in a row that were decided.
    decided: u32,
    game: LabelledGame,
}

impl SelfPlayingGame {
    /// Begins game `number` of a seed; `None` for terms that give no position.
    pub(super) fn begin(number: u64, seed: &Rng) -> Option<Self> {
        let mut rng = seed.split(&format!("game {number}"));
        let GameTerms {
            size,
            rules,
            komi,
            handicap,
            strays,
            opening,
        } = draw(&mut rng);
        let game = LabelledGame {
            size,
            rules,
            komi,
            handicap,
            end: LabelledEnd::CutOff,
            held_out: number.is_multiple_of(HELD_OUT_EVERY),
            moves: Vec::new(),
            labels: Vec::new(),
        };
        let (board, situation) = game.start().ok()?;
        let breaks_off = rng.below(100) < BROKEN_OFF;
        Some(Self {
            rng,
            board,
            situation,
            ladders: LadderHistory::default(),
            net_past: NetPast::default(),
            past: Vec::new(),
            legal: Plane::EMPTY,
            strays,
            opening,
            breaks_off,
            decided: 0,
            game,
        })
    }

    /// Writes the position as a request.
    pub(super) fn ask(&mut self, reader: &mut TeacherReader, room: &mut [u8]) {
        let passed_here = self.has_passed_here();
        let (inputs, legal) =
            reader.read(&self.board, &self.situation, &mut self.ladders, passed_here);
        self.legal = legal;
        put_request(room, &inputs, &legal);
    }

    /// Keeps the teacher's reply and makes a move; the end, if the game is over.
    pub(super) fn answer(&mut self, reply: &[u8]) -> Option<LabelledEnd> {
        let with_owners = self.keeps_owners();
        let label = read_reply(reply, self.game.size, with_owners).unwrap_or_default();
        let place = self.choose(&label);
        self.advance(place, label)
    }

    /// Has a net judge the position, keeps its judgment and makes a move; the end, if the game is over.
    pub(super) fn judge(&mut self, net: &mut NetReader) -> Option<LabelledEnd> {
        self.legal = legal_points(&self.board, &self.situation);
        let with_owners = self.keeps_owners();
        let judgment = net.evaluate(&self.board, &self.situation, &self.net_past);
        let label = net_label(&judgment, &self.legal, with_owners);
        let place = self.choose(&label);
        let mv = self.move_at(place);
        // The game has no number of moves yet: each may be the last before a question.
        net.leave(&mut self.net_past, &self.board, &self.situation, mv, 0);
        self.advance(place, label)
    }

    fn keeps_owners(&mut self) -> bool {
        self.rng.below(OWNERS_EVERY) == 0
    }

    /// Keeps a label and makes the move; the end, if the game is over.
    fn advance(&mut self, place: u16, label: Label) -> Option<LabelledEnd> {
        let is_decided = label.win.max(u16::MAX - label.win) > DECIDED;
        self.decided = if is_decided { self.decided + 1 } else { 0 };
        let ended = self.play(place);
        self.game.moves.push(place);
        self.game.labels.push(label);
        let lines = usize::from(self.game.size.lines());
        let too_long = self.game.moves.len() * 10 >= lines * lines * MAX_MOVES_TENTHS;
        let end = ended.or(too_long.then_some(LabelledEnd::TooLong));
        let is_over = self.breaks_off && self.decided >= DECIDED_RUN;
        let end = end.or(is_over.then_some(LabelledEnd::CutOff));
        self.game.end = end.unwrap_or(LabelledEnd::CutOff);
        end
    }

    /// The game as far as it went.
    pub(super) fn finish(self) -> LabelledGame {
        self.game
    }

    fn has_passed_here(&self) -> bool {
        let here = Past {
            hash: self.board.hash(),
            to_move: self.situation.to_move(),
            passed: true,
        };
        self.past.contains(&here)
    }

    /// A move by the teacher's probabilities, sharpened after the opening, or a stray one.
    fn choose(&mut self, label: &Label) -> u16 {
        let stray = self.rng.below(1000) < self.strays;
        if stray && self.rng.below(ANYWHERE_EVERY) == 0 {
            let points = (0..PASS).filter(|place| self.legal.has((*place).into()));
            let points: Vec<u16> = points.collect();
            if !points.is_empty() {
                return points[self.rng.below(points.len() as u32) as usize];
            }
        }
        // The bytes are roots of probabilities: their square is the probability, their cube one at a
        // temperature of two thirds, and the bytes themselves one at a temperature of two.
        let power = match (stray, (self.game.moves.len() as u32) < self.opening) {
            (true, _) => 1,
            (false, true) => 2,
            (false, false) => 4,
        };
        let weights = label
            .policy
            .iter()
            .filter(|(place, _)| self.is_legal(*place));
        let weights: Vec<(u16, u64)> = weights
            .map(|(place, root)| (*place, u64::from(*root).pow(power)))
            .collect();
        let all: u64 = weights.iter().map(|(_, weight)| weight).sum();
        let mut left = (self.rng.next_u64() >> 8) as f64 / (1_u64 << 56) as f64 * all as f64;
        for (place, weight) in &weights {
            left -= *weight as f64;
            if left < 0.0 {
                return *place;
            }
        }
        weights.first().map_or(PASS, |(place, _)| *place)
    }

    fn is_legal(&self, place: u16) -> bool {
        place == PASS || self.legal.has(place.into())
    }

    fn move_at(&self, place: u16) -> Move {
        if place == PASS {
            return Move::Pass;
        }
        Plane::point(place.into(), self.game.size).map_or(Move::Pass, Move::Play)
    }

    fn play(&mut self, place: u16) -> Option<LabelledEnd> {
        let color = self.situation.to_move();
        let mv = self.move_at(place);
        let is_pass = mv == Move::Pass;
        let second_pass = is_pass && (self.situation.passes() >= 1 || self.has_passed_here());
        self.past.push(Past {
            hash: self.board.hash(),
            to_move: color,
            passed: is_pass,
        });
        // Legal by the mask that went with the request.
        let _ = self.board.play(color, mv);
        self.situation.play(color, mv);
        if second_pass {
            return Some(LabelledEnd::Passes);
        }
        let again =
            |past: &&Past| past.hash == self.board.hash() && past.to_move == !color && !past.passed;
        let times = if is_pass {
            0
        } else {
            self.past.iter().filter(again).count()
        };
        (times >= 2).then_some(LabelledEnd::Repetition)
    }
}
